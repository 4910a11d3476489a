"""The kernels that run for visitors.

One is kept warm, so that no page waits for Python to start.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import subprocess
import sys
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from textwrap import indent
from time import monotonic
from typing import TYPE_CHECKING, Any

from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager
from tornado.ioloop import IOLoop
from traitlets import Float, Integer

from ksm_widgets.site.backlog import MOST_UNREAD, Backlog
from ksm_widgets.site.connections import MOST_WAITING
from ksm_widgets.site.doors import DOORS
from ksm_widgets.site.rendering import PromptClient

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


@dataclass(slots=True)
class PageLoad:
    """A page on its way to a visitor.

    `environment` is what its kernel is told of the visitor, `gone` says whether the visitor has
    left, and `kernel_id` names the kernel once there is one.
    """

    environment: Mapping[str, str]
    gone: Callable[[], bool]
    kernel_id: str = ""


class VisitorGone(Exception):
    """A visitor left before there was a kernel for them."""


PAGE_LOAD: ContextVar[PageLoad] = ContextVar("PAGE_LOAD")
"""The page that the kernel being started is for."""

# What takes long the first time in every process: the imports, and painting a page.
_WARM_UP = "\n".join(
    [
        "from ksm_widgets.widgets import Course, Explorer, GameTable, Puzzles",
        "del Course, Explorer, GameTable, Puzzles",
        "from ksm_widgets.page.part import passing as _passing",
        # Widgets made while warming up would otherwise be sent to the visitor's browser.
        "with _passing():",
        *(indent(door.warm_up, "    ") for door in DOORS),
        "del _passing",
    ]
)
_QUIET = "--IPKernelApp.log_level=ERROR"
"""Warnings of kernels should not fill the terminal of whoever runs the app."""
_PATIENCE = 60.0
"""Seconds after which a kernel that has not started is given up."""
_PAUSE = 10.0
"""Seconds until another kernel is warmed after one has failed: perhaps none can be started."""


def _surroundings() -> dict[str, str]:
    """The environment of kernels, which import nothing from this folder unless the app does.

    The app may be started in any folder; Python would take each `numpy.py` there for NumPy.
    """
    if {"", os.getcwd()} & set(sys.path):
        return dict(os.environ)
    return {**os.environ, "PYTHONSAFEPATH": "1"}


class WarmKernels(AsyncMappingKernelManager):
    """A pool of kernels that are started before their visitors come.

    A warm kernel knows nothing of its visitor: it gets the environment variables, from Voilà and
    from the visit, when it is handed out. So one pool serves every page.
    """

    spare = Integer(1, help="Number of kernels kept warm.").tag(config=True)
    rest = Float(
        2.0,
        help="Seconds for which a visitor has the processor before another kernel is warmed.",
    ).tag(config=True)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)  # type: ignore[no-untyped-call]
        self._warming: list[asyncio.Task[str]] = []
        self._refilling: asyncio.TimerHandle | None = None
        self._alone_since: dict[str, float] = {}
        self._backlogs: dict[str, Backlog] = {}
        # One per processor: if thirty start together, all of them are ready only when the last is.
        self._starting = asyncio.Semaphore(os.cpu_count() or 1)

    def fill(self) -> None:
        """Start warming as many kernels as are missing."""
        self._refilling = None
        while len(self._warming) < self.spare:
            self._warming.append(asyncio.ensure_future(self._start_warm()))

    async def start_kernel(self, **kwargs: Any) -> str:  # type: ignore[override]
        """Return a kernel for a visitor: a warm one if there is any, else a new one in their turn.

        Raises VisitorGone if they have left by then.
        """
        pause = _PAUSE
        try:
            kernel_id = await self._hand_out(PAGE_LOAD.get(), kwargs.get("env") or {})
            pause = self.rest
        finally:
            if self.spare and self._refilling is None:
                self._refilling = asyncio.get_running_loop().call_later(pause, self.fill)
        return kernel_id

    async def _hand_out(self, load: PageLoad, told: Mapping[str, str]) -> str:
        """Return a kernel that knows its visitor, and what else it is told.

        One that was kept warm may have died since; then another one is started in its place.
        """
        warm = await self._take_warm()
        if warm is not None:
            try:
                return await self._told(warm, load, told)
            except RuntimeError as error:
                self.log.warning("A kernel could not be kept ready: %s", error)
                await self.end(warm)
        return await self._told(await self._start_warm(load.gone), load, told)

    async def _told(self, kernel_id: str, load: PageLoad, told: Mapping[str, str]) -> str:
        """Tell a kernel who its visitor is; raises RuntimeError if it has died."""
        load.kernel_id = kernel_id
        self._alone_since[kernel_id] = monotonic()
        kernel: Any = self.get_kernel(kernel_id)
        self._backlogs[kernel_id] = Backlog(kernel.connect_iopub())
        environment = {**told, **load.environment}
        new = {name: text for name, text in environment.items() if os.environ.get(name) != text}
        # As JSON, because Voilà's names are members of an enum.
        await self._run(kernel_id, f"import os; os.environ.update({json.dumps(new)}); del os")
        return kernel_id

    async def _take_warm(self) -> str | None:
        """Return a kernel that is warm or about to be; those that failed are skipped."""
        while self._warming:
            warming = self._warming.pop(0)
            try:
                kernel_id = await warming
                kernel: Any = self.get_kernel(kernel_id)
                if not Path(kernel.connection_file).exists():
                    await self.end(kernel_id)
                elif await kernel.is_alive():
                    return kernel_id
            except Exception as error:
                self.log.warning("A kernel could not be kept ready: %s", error)
        return None

    async def _start_warm(self, gone: Callable[[], bool] = lambda: False) -> str:
        """Return a new kernel that has imported everything; raises VisitorGone if nobody waits."""
        async with self._starting:
            if gone():
                raise VisitorGone
            # What a guest makes a kernel complain of would scroll the owner's terminal.
            level = getattr(self.parent, "log_level", logging.WARNING)
            output = None if level <= logging.DEBUG else subprocess.DEVNULL
            # Some systems remove temporary folders that have not been used for days.
            Path(self.connection_dir).mkdir(mode=0o700, exist_ok=True)
            kernel_id: str = await super().start_kernel(
                extra_arguments=[_QUIET], env=_surroundings(), stdout=output, stderr=output
            )
            try:
                await self._run(kernel_id, _WARM_UP)
            except Exception:
                await self.end(kernel_id)
                raise
        kernel: Any = self.get_kernel(kernel_id)
        kernel.client_factory = PromptClient
        return kernel_id

    async def _run(self, kernel_id: str, code: str) -> None:
        """Run code of ours in a kernel and wait until it is done."""
        client: Any = self.get_kernel(kernel_id).client()
        client.start_channels()
        try:
            await client.wait_for_ready(timeout=_PATIENCE)
            reply = client.execute_interactive(
                code, silent=True, allow_stdin=False, output_hook=lambda _: None, timeout=_PATIENCE
            )
            status = (await reply)["content"]["status"]
        finally:
            client.stop_channels()
        if status != "ok":
            raise RuntimeError(f"A kernel could not be prepared: {status}")

    async def end(self, kernel_id: str) -> None:
        """End a kernel if it is still running."""
        if kernel_id in self:
            await self.shutdown_kernel(kernel_id)  # type: ignore[no-untyped-call]

    def notify_connect(self, kernel_id: str) -> None:
        """Note that a page has connected to its kernel."""
        super().notify_connect(kernel_id)  # type: ignore[no-untyped-call]
        self._alone_since.pop(kernel_id, None)

    def notify_disconnect(self, kernel_id: str) -> None:
        """Note that a page has lost its kernel, for a while or for good."""
        super().notify_disconnect(kernel_id)  # type: ignore[no-untyped-call]
        if not self._kernel_connections.get(kernel_id, 0):
            self._alone_since[kernel_id] = monotonic()

    def note_message(self, kernel_id: str, message_id: str, size: int) -> bool:
        """Note a message to a kernel, and return whether it may be sent.

        A kernel that has too many to deal with is ended.
        """
        backlog = self._backlogs.get(kernel_id)
        if backlog is None or backlog.size > MOST_UNREAD:
            return False
        backlog.add(message_id, size)
        if backlog.size > MOST_UNREAD:
            IOLoop.current().add_callback(self.end, kernel_id)
            return False
        return True

    def start_buffering(
        self, kernel_id: str, session_key: str, channels: Mapping[str, Any]
    ) -> None:
        """Keep what a kernel says while its page is away; a kernel that says too much is ended."""
        super().start_buffering(kernel_id, session_key, channels)  # type: ignore[no-untyped-call]
        if not self.buffer_offline_messages:
            return
        kept = self._kernel_buffers[kernel_id]["buffer"]
        size = 0

        def keep(channel: str, parts: list[bytes]) -> None:
            nonlocal size
            if size > MOST_WAITING:
                return
            kept.append((channel, parts))
            size += sum(map(len, parts))
            if size > MOST_WAITING:
                IOLoop.current().add_callback(self.end, kernel_id)

        for channel, stream in channels.items():
            stream.on_recv(partial(keep, channel))

    def remove_kernel(self, kernel_id: str) -> Any:
        """Forget a kernel that has ended."""
        self._alone_since.pop(kernel_id, None)
        backlog = self._backlogs.pop(kernel_id, None)
        if backlog is not None:
            backlog.close()
        return super().remove_kernel(kernel_id)

    async def cull_kernel_if_idle(self, kernel_id: str) -> None:
        """Stop a kernel that has had no page for a while; a warm one keeps waiting for its visitor.

        Jupyter's own check takes a running search for use, but nobody waits for a search whose page
        has vanished.
        """
        alone_since = self._alone_since.get(kernel_id)
        if alone_since is not None and monotonic() - alone_since > self.cull_idle_timeout:
            await self.end(kernel_id)

    async def shutdown_all(self, now: bool = False) -> None:  # type: ignore[override]
        """Stop all kernels, also those still starting."""
        if self._refilling is not None:
            self._refilling.cancel()
        self.spare = 0
        for warming in self._warming:
            warming.cancel()
            with suppress(Exception, asyncio.CancelledError):
                await warming
        self._warming.clear()
        await super().shutdown_all(now=now)
