"""Which puzzle comes next: what is wished for, what comes back, the daily one, a storm's."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING

from ksm_widgets.puzzles import Question, Theme
from ksm_widgets.solver.problem import Values

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence
    from datetime import date
    from random import Random

    from ksm_widgets.puzzles import Puzzle
    from ksm_widgets.tutor.puzzling.record import Record

__all__ = ["WELCOME", "Taste", "daily", "next_puzzle", "storm_puzzles"]

_EASIER = 100.0
"""By how much a puzzle is below the player's rating if none is wished for: mostly it goes well."""
_AMONG = 5
"""How many of the nearest one is drawn from."""
WELCOME = 5
"""So many puzzles, the first ever, are of the plainest kind."""
_FEW_TILES = 40
_EASY = 2
"""The highest grade of a storm."""


@dataclass(frozen=True, slots=True)
class Taste:
    """What a player would like: a theme, a grade, both, or whatever suits them."""

    theme: Theme | None = None
    grade: int | None = None

    def fits(self, puzzle: Puzzle) -> bool:
        """Whether a puzzle is as wished."""
        return (self.theme is None or self.theme in puzzle.themes) and (
            self.grade is None or self.grade == puzzle.grade
        )


def next_puzzle(
    puzzles: Iterable[Puzzle],
    taste: Taste,
    record: Record,
    rng: Random,
    *,
    due: Sequence[str] = (),
    but: Collection[str] = (),
) -> Puzzle | None:
    """The next puzzle as wished for: what is due, then what is new, then what was not solved.

    Of those of one kind it is about as hard as suits the player, and at first as plain as can be.
    `due` are ids, the most urgent first; `but` are those not to come, as they were just there.
    None if none is as wished.
    """
    fitting = [puzzle for puzzle in puzzles if taste.fits(puzzle)]
    others = [puzzle for puzzle in fitting if puzzle.id not in but] or fitting
    back = {puzzle.id: puzzle for puzzle in others if puzzle.id in due}
    for name in due:
        if name in back:
            return back[name]
    aim = record.rating.value - _EASIER

    new_here = len(record.tried) < WELCOME

    def order(puzzle: Puzzle) -> tuple[bool, bool, bool, float]:
        far = abs(record.rating_of(puzzle).value - aim)
        strange = new_here and not _plain(puzzle)
        return puzzle.id in record.solved, puzzle.id in record.tried, strange, far

    nearest = sorted(others, key=lambda puzzle: (*order(puzzle), puzzle.id))
    if not nearest:
        return None
    alike = [puzzle for puzzle in nearest if order(puzzle) == order(nearest[0])]
    among = alike if len(alike) > _AMONG else nearest[:_AMONG]
    best = [puzzle for puzzle in among if order(puzzle)[:3] == order(nearest[0])[:3]]
    return rng.choice(best)


def _plain(puzzle: Puzzle) -> bool:
    """Whether a puzzle is a dig that pays in a small mine, and no object or choice is about."""
    problem = puzzle.problem
    return (
        puzzle.question is Question.DIG
        and problem.values == Values()
        and sum(problem.position.counts().values()) <= _FEW_TILES
        and not problem.powers
        and puzzle.solution.turn.dig is not None
    )


def daily(puzzles: Iterable[Puzzle], day: date) -> Puzzle:
    """The puzzle of a day: of the same puzzles the same one, for everybody, wherever they are."""

    def drawn(puzzle: Puzzle) -> bytes:
        return sha256(f"{day.isoformat()} {puzzle.id}".encode()).digest()

    return min(puzzles, key=drawn)


def storm_puzzles(puzzles: Iterable[Puzzle], rng: Random) -> tuple[Puzzle, ...]:
    """Easy puzzles in any order, for as many as one can; if there are none, the easiest there are.

    Only best digs and cheapest ways: what is chosen from two or three could be guessed.
    """
    played = [one for one in puzzles if one.question in (Question.DIG, Question.WANTED)]
    easy = [one for one in played if one.grade <= _EASY]
    if not easy:
        least = min((one.grade for one in played), default=0)
        easy = [one for one in played if one.grade == least]
    return tuple(rng.sample(easy, len(easy)))
