"""The functions that a search calls while it runs, and those that do nothing."""

from __future__ import annotations

from collections.abc import Callable

Pulse = Callable[[], None]
"""Called now and then; may raise to stop the search."""
PartDone = Callable[[int], None]
"""Gets the number of the parts that are done."""


def no_pulse() -> None:
    """Let the search go on to its end."""


def untold(done: int) -> None:
    """Tell nobody how much is done."""
