"""Kernels for visitors: one is kept warm, so that a page need not wait for Python to start."""

from __future__ import annotations

import asyncio
import json
import os
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Any

from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager
from traitlets import Float, Integer

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["ARRIVAL", "Arrival", "Gone", "WarmKernels"]


@dataclass(slots=True)
class Arrival:
    """A visitor who waits for a page.

    `surroundings` is what its kernel is to know of them, as environment variables, and `gone` says
    whether they wait no more; `kernel_id` names that kernel, once there is one.
    """

    surroundings: Mapping[str, str]
    gone: Callable[[], bool]
    kernel_id: str = ""


class Gone(Exception):
    """A visitor has left before there was a kernel for them."""


ARRIVAL: ContextVar[Arrival] = ContextVar("ARRIVAL")
"""Whom the kernel that is started now is for."""

# What takes long the first time in every process: the imports, and painting a page.
_WARM_UP = """
from ksm_widgets.widgets import Course as _course, Explorer as _explorer
_explorer().close()
del _course, _explorer
"""
_QUIET = "--IPKernelApp.log_level=ERROR"
"""Where the app runs nobody is to read, at every visit, what kernels warn those who run them of."""
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
        self._alone_since: dict[str, float] = {}
        # One a processor: thirty that come up at once are all there only when the last is.
        self._coming_up = asyncio.Semaphore(os.cpu_count() or 1)

    def fill(self) -> None:
        """Begin to warm as many kernels as are wanted and not there."""
        self._refilling = None
        while len(self._warming) < self.spare:
            self._warming.append(asyncio.ensure_future(self._warmed()))

    async def start_kernel(self, **kwargs: Any) -> str:  # type: ignore[override]
        """A kernel for a visitor: a warm one if there is any, else a new one in their turn.

        Raises Gone if they do not wait for it.
        """
        arrival = ARRIVAL.get()
        kernel_id = await self._taken() or await self._warmed(arrival.gone)
        arrival.kernel_id = kernel_id
        self._alone_since[kernel_id] = monotonic()
        told = {**(kwargs.get("env") or {}), **arrival.surroundings}
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

    async def _warmed(self, gone: Callable[[], bool] = lambda: False) -> str:
        """A new kernel that has imported everything; raises Gone if nobody waits for it."""
        async with self._coming_up:
            if gone():
                raise Gone
            kernel_id: str = await super().start_kernel(extra_arguments=[_QUIET])
            try:
                await self._run(kernel_id, _WARM_UP)
            except Exception:
                await self.end(kernel_id)
                raise
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

    async def end(self, kernel_id: str) -> None:
        """End a kernel, if it has not ended yet."""
        if kernel_id in self:
            await self.shutdown_kernel(kernel_id)  # type: ignore[no-untyped-call]

    def notify_connect(self, kernel_id: str) -> None:
        """A page has come to its kernel."""
        super().notify_connect(kernel_id)  # type: ignore[no-untyped-call]
        self._alone_since.pop(kernel_id, None)

    def notify_disconnect(self, kernel_id: str) -> None:
        """A page is out of reach of its kernel, for a while or for good."""
        super().notify_disconnect(kernel_id)  # type: ignore[no-untyped-call]
        if not self._kernel_connections.get(kernel_id, 0):
            self._alone_since[kernel_id] = monotonic()

    def remove_kernel(self, kernel_id: str) -> Any:
        """Forget a kernel that has ended."""
        self._alone_since.pop(kernel_id, None)
        return super().remove_kernel(kernel_id)

    async def cull_kernel_if_idle(self, kernel_id: str) -> None:
        """Stop a kernel that no page has been with for a while; a warm one waits for its visitor.

        Jupyter's own look for idle kernels takes a search for use, but one that goes on for a page
        that has vanished is waited for by nobody.
        """
        alone_since = self._alone_since.get(kernel_id)
        if alone_since is not None and monotonic() - alone_since > self.cull_idle_timeout:
            await self.end(kernel_id)

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
