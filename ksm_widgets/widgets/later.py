"""Something that is done after a while, where the page's events are handled."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Later"]


class Later:
    """An action to come `pause` seconds after it was asked for; asked for again, it waits anew."""

    def __init__(self, action: Callable[[], None], pause: float) -> None:
        self._action, self._pause = action, pause
        self._due: asyncio.TimerHandle | None = None

    def ask(self, pause: float | None = None) -> bool:
        """Ask for it, this time perhaps after another `pause`.

        False without an event loop, as in a plain script: then it never comes.
        """
        self.cancel()
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return False
        self._due = loop.call_later(self._pause if pause is None else pause, self._action)
        return True

    def cancel(self) -> None:
        """Let it not come."""
        if self._due is not None:
            self._due.cancel()
            self._due = None
