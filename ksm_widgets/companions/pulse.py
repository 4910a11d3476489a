"""The pulse of a search: it is called now and then, and may raise to stop the search."""

from __future__ import annotations

from collections.abc import Callable

Pulse = Callable[[], None]


def no_pulse() -> None:
    """The pulse of a search that nobody stops."""
