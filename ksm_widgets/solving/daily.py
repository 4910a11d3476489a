"""The puzzle of the day, and the days in a row on which it was solved."""

from __future__ import annotations

from datetime import timedelta
from hashlib import sha256
from typing import TYPE_CHECKING

from ksm_widgets.puzzles import Pack

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from datetime import date

    from ksm_widgets.puzzles import Puzzle


DAY = timedelta(days=1)


def daily(puzzles: Iterable[Puzzle], day: date) -> Puzzle:
    """The puzzle of a day, the same for everybody with the same puzzles.

    A puzzle that a pack retires later stays that of its day.
    """

    def draw(puzzle: Puzzle) -> bytes:
        return sha256(f"{day.isoformat()} {puzzle.id}".encode()).digest()

    return min(puzzles.on(day) if isinstance(puzzles, Pack) else puzzles, key=draw)


def daily_streak(solved: Collection[date], today: date) -> int:
    """The days in a row, up to today or yesterday, whose puzzle was solved that very day."""
    day, streak = today if today in solved else today - DAY, 0
    while day in solved:
        day, streak = day - DAY, streak + 1
    return streak
