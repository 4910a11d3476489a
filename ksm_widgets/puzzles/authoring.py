"""A position made a puzzle by somebody, not by chance: proven, graded, and judged for fairness."""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal
from typing import TYPE_CHECKING

from ksm_widgets.puzzles.fairness import Complaint, Unfair, complaints
from ksm_widgets.puzzles.grading import grade_of, themes_of
from ksm_widgets.puzzles.puzzle import Puzzle, PuzzleError, Question, Solution
from ksm_widgets.puzzles.sight import sight
from ksm_widgets.rules.turns import Turn
from ksm_widgets.solver import holds_unseen

if TYPE_CHECKING:
    from ksm_widgets.solver import Problem

__all__ = ["Authored", "made_a_puzzle"]


@dataclass(frozen=True, slots=True)
class Authored:
    """What became of a position: the puzzle, None if it cannot be proven, and what is unfair."""

    puzzle: Puzzle | None
    complaints: tuple[Complaint, ...] = ()

    @property
    def fair(self) -> bool:
        """Whether there is a puzzle and nothing to be said against it."""
        return self.puzzle is not None and not self.complaints


def made_a_puzzle(problem: Problem, number: int | None = None) -> Authored:
    """Make a dig problem a puzzle: what nets most, or the cheapest way if tiles are wanted.

    `number` is the card's, if its shape is a card's. An unfair puzzle is given all the same, with
    the reasons, for its author to mend or to take. Raises PuzzleError for what no puzzle may hold.

    >>> from ksm_widgets.rules import Position, Shape
    >>> from ksm_widgets.solver import Problem
    >>> made = made_a_puzzle(Problem(Position.near("5,4,3z"), Shape.parse("###")))
    >>> made.fair, made.puzzle.solution.net, made.puzzle.grade
    (True, Decimal('11'), 2)
    """
    asked = Puzzle(_question(problem), problem, Solution(Decimal(0), Turn()), 1, number=number)
    seen = sight(asked)
    if seen is None:
        return Authored(None, (Complaint(Unfair.TOO_HARD),))
    puzzle = replace(
        asked,
        solution=seen.solution,
        grade=grade_of(asked, seen),
        themes=themes_of(asked, seen),
    )
    # Written and read again, so that whatever a pack would refuse is refused here.
    return Authored(Puzzle.from_dict(puzzle.to_dict()), complaints(asked))


def _question(problem: Problem) -> Question:
    if holds_unseen(problem.position):
        if problem.wanted:
            raise PuzzleError("puzzle.foreign", name="wanted", question=Question.KNOWN.value)
        return Question.KNOWN
    return Question.WANTED if problem.wanted else Question.DIG
