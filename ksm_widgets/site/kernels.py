"""Kernels for visitors: one is kept warm, so that a page need not wait for Python to start."""

from __future__ import annotations

import asyncio
import json
import os
from contextlib import suppress
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager
from traitlets import Float, Integer

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["VISITOR", "WarmKernels"]

VISITOR: ContextVar[Mapping[str, str]] = ContextVar("VISITOR")
"""What the kernel that is started now is to know of its visitor, as environment variables."""

# What takes long the first time in every process: the imports, and painting a page.
_WARM_UP = """
from ksm_widgets.widgets import Course as _course, Explorer as _explorer
_explorer().close()
del _course, _explorer
"""
_PATIENCE = 60.0
"""Seconds after which a kernel that has not come up is given up."""


class WarmKernels(AsyncMappingKernelManager):
    """Starts kernels ahead of the visitors they are for.

    A warm kernel knows nothing of a visitor: the address, language and all else that Voilà tells
    by the environment is told when the kernel is handed out. So one pool serves every page.
    """

    spare = Integer(1, help="How many kernels are kept warm; 0 keeps none.").tag(config=True)
    rest = Float(
        2.0, help="Seconds to leave the processor to a visitor before another kernel is warmed."
    ).tag(config=True)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)  # type: ignore[no-untyped-call]
        self._warming: list[asyncio.Task[str]] = []
        self._refilling: asyncio.TimerHandle | None = None

    def fill(self) -> None:
        """Begin to warm as many kernels as are wanted and not there."""
        self._refilling = None
        while len(self._warming) < self.spare:
            self._warming.append(asyncio.ensure_future(self._warmed()))

    async def start_kernel(self, **kwargs: Any) -> str:  # type: ignore[override]
        """A kernel for a visitor: a warm one if there is any, else a new one."""
        told = {**(kwargs.get("env") or {}), **VISITOR.get({})}
        kernel_id = await self._taken()
        if kernel_id is None:
            kwargs["env"] = told
            kernel_id = await super().start_kernel(**kwargs)
        else:
            new = {name: text for name, text in told.items() if os.environ.get(name) != text}
            # As JSON, for Voilà's names are no plain text but members of an enum.
            await self._run(kernel_id, f"import os; os.environ.update({json.dumps(new)}); del os")
        if self.spare and self._refilling is None:
            self._refilling = asyncio.get_running_loop().call_later(self.rest, self.fill)
        return kernel_id

    async def _taken(self) -> str | None:
        """One of the kernels that are warm or about to be; one that has failed is passed over."""
        while self._warming:
            warming = self._warming.pop(0)
            with suppress(Exception):
                kernel_id = await warming
                kernel: Any = self.get_kernel(kernel_id)
                if await kernel.is_alive():
                    return kernel_id
        return None

    async def _warmed(self) -> str:
        kernel_id: str = await super().start_kernel()
        await self._run(kernel_id, _WARM_UP)
        return kernel_id

    async def _run(self, kernel_id: str, code: str) -> None:
        """Run some code of ours in a kernel and wait until it is through."""
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
            raise RuntimeError(f"A kernel could not be made ready: {status}")

    async def cull_kernel_if_idle(self, kernel_id: str) -> None:
        """Stop a kernel that nobody uses any more; a warm one waits for its visitor."""
        waiting = {
            warming.result()
            for warming in self._warming
            if warming.done() and not warming.cancelled() and warming.exception() is None
        }
        if kernel_id not in waiting:
            await super().cull_kernel_if_idle(kernel_id)  # type: ignore[no-untyped-call]

    async def shutdown_all(self, now: bool = False) -> None:  # type: ignore[override]
        """Stop all kernels, those that are still coming up too."""
        if self._refilling is not None:
            self._refilling.cancel()
        self.spare = 0
        for warming in self._warming:
            warming.cancel()
            with suppress(Exception, asyncio.CancelledError):
                await warming
        self._warming.clear()
        await super().shutdown_all(now=now)
