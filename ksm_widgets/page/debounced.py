"""Calls that come a while later."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.page.background import running_loop

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable


class Debounced:
    """A call that comes `pause` seconds after it was scheduled last; `failed` gets its errors."""

    def __init__(
        self,
        action: Callable[[], None],
        pause: float,
        failed: Callable[[Exception], None] | None = None,
    ) -> None:
        self._action, self._pause, self._failed = action, pause, failed
        self._due: asyncio.TimerHandle | None = None

    def schedule(self, pause: float | None = None) -> bool:
        """Schedule the call, this time perhaps after another pause.

        False without an event loop, as in a plain script: then it never comes.
        """
        self.cancel()
        loop = running_loop()
        if loop is None:
            return False
        self._due = loop.call_later(self._pause if pause is None else pause, self._call)
        return True

    def _call(self) -> None:
        try:
            self._action()
        except Exception as error:
            if self._failed is None:
                raise
            self._failed(error)

    def cancel(self) -> None:
        """Cancel the pending call."""
        if self._due is not None:
            self._due.cancel()
            self._due = None
