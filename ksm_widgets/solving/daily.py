"""The puzzle of the day, and the days in a row on which it was solved."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from typing import TYPE_CHECKING

from ksm_widgets.puzzles import Pack

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from ksm_widgets.puzzles import Puzzle, PuzzleTheme


DAY = timedelta(days=1)
_VARIED = date(2026, 11, 27)
"""From this day on, the puzzles of two days in a row differ in their idea."""


def day_of(at: int) -> date:
    """The day of a time in milliseconds since 1970."""
    return datetime.fromtimestamp(at / 1000, UTC).date()


def daily(puzzles: Iterable[Puzzle], day: date) -> Puzzle:
    """The puzzle of a day, the same for everybody with the same puzzles.

    A puzzle that a pack retires later stays that of its day. Every other day it has another idea
    than the puzzles of the days before and after, if there is one.
    """
    there = puzzles if isinstance(puzzles, Pack) else tuple(puzzles)
    if day < _VARIED or day.toordinal() % 2:
        return _first_drawn(there, day)
    beside = {idea_of(_first_drawn(there, other)) for other in (day - DAY, day + DAY)}
    return _first_drawn(there, day, beside)


def _first_drawn(
    puzzles: Pack | tuple[Puzzle, ...], day: date, but: Collection[object] = ()
) -> Puzzle:
    """The first puzzle in the order of a day, if possible one whose idea is none of these."""

    def draw(puzzle: Puzzle) -> tuple[bool, bytes]:
        return idea_of(puzzle) in but, sha256(f"{day.isoformat()} {puzzle.id}".encode()).digest()

    return min(puzzles.on(day) if isinstance(puzzles, Pack) else puzzles, key=draw)


def idea_of(puzzle: Puzzle) -> tuple[PuzzleTheme | None, bool]:
    """A puzzle's idea: its most specific theme, and whether it takes moves."""
    return next(iter(puzzle.themes), None), bool(puzzle.solution.turn.moves)


def daily_streak(solved: Collection[date], today: date) -> int:
    """The days in a row, up to today or yesterday, whose puzzle was solved that very day."""
    day, streak = today if today in solved else today - DAY, 0
    while day in solved:
        day, streak = day - DAY, streak + 1
    return streak
