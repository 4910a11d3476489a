"""Voilà's page rendering here, which does only once what is the same for every visitor.

Templates are compiled once, a page holds only what it shows, and a running kernel is believed.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from queue import Empty
from typing import TYPE_CHECKING, Any

from jinja2 import BytecodeCache
from jupyter_client.asynchronous.client import AsyncKernelClient
from voila import notebook_renderer
from voila.exporter import VoilaExporter

if TYPE_CHECKING:
    from jinja2 import Environment
    from jinja2.bccache import Bucket

_WIDGET = "application/vnd.jupyter.widget-view+json"
_SOON = 0.2
"""Seconds in which the second of a kernel's two answers follows the first."""


class _Compiled(BytecodeCache):
    """Templates compiled for an earlier page; one that was changed since is compiled again."""

    def __init__(self) -> None:
        self._kept: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Take what was kept of a template, if anything."""
        if bucket.key in self._kept:
            bucket.bytecode_from_string(self._kept[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a template."""
        self._kept[bucket.key] = bucket.bytecode_to_string()


_COMPILED = _Compiled()


class PageExporter(VoilaExporter):  # type: ignore[misc]
    """Voilà's exporter, which compiles each template once and leaves out what nobody sees."""

    def _create_environment(self) -> Environment:
        environment: Environment = super()._create_environment()
        environment.bytecode_cache = _COMPILED
        environment.filters["shown"] = shown
        return environment


def shown(output: dict[str, Any]) -> dict[str, Any]:
    """Return an output as a page with a kernel needs it: of a widget, only where it goes.

    Its picture and its words are for pages without one.
    """
    data = output.get("data", {})
    return {**output, "data": {_WIDGET: data[_WIDGET]}} if _WIDGET in data else output


class PromptClient(AsyncKernelClient):
    """A client of a kernel that is running already: ready as soon as it has answered.

    Jupyter's waits until the kernel has been silent for a while, in case it has just started.
    """

    async def wait_for_ready(self, timeout: float | None = None) -> None:
        """Wait for an answer on each channel; raises RuntimeError if the kernel has died."""
        async with asyncio.timeout(timeout):
            while True:
                self.kernel_info()
                with suppress(Empty):
                    await self.get_shell_msg(timeout=1)
                    # Until something is heard there, what a cell shows would be lost.
                    await self.get_iopub_msg(timeout=_SOON)
                    return
                if not await self.is_alive():
                    raise RuntimeError("The kernel died before its page came.")


def render_promptly() -> None:
    """Have Voilà make its pages with our exporter; it has no option for that."""
    notebook_renderer.VoilaExporter = PageExporter
