"""What an answer to a puzzle is worth: any best answer counts, and stars tell how near it came."""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal
from typing import TYPE_CHECKING

from ksm_widgets.puzzles.puzzle import PuzzleError, Question
from ksm_widgets.rules.turns import play
from ksm_widgets.solver import Grade, slots_dug
from ksm_widgets.solver.answer import plan_of

if TYPE_CHECKING:
    from ksm_widgets.puzzles.puzzle import Puzzle
    from ksm_widgets.rules.turns import Turn
    from ksm_widgets.solver import Plan, Slot

__all__ = ["MOST_STARS", "Mark", "mark"]

MOST_STARS = 3
_STARS = {Grade.BEST: 3, Grade.CLOSE: 2, Grade.FAIR: 1, Grade.WEAK: 0}
"""By the coins an answer gains less than the best: none, up to one, up to three, more."""


@dataclass(frozen=True, slots=True)
class Mark:
    """How an answer fared: coins it gains less than the best, and stars.

    `lost` counts moves where the cheapest way was asked for, and is None where it has no measure:
    wanted tiles were not taken (`missed`), or yes was said for no. `plan` is the answer's turn as
    it was played, None for a mere choice.
    """

    lost: Decimal | None
    plan: Plan | None = None
    missed: tuple[Slot, ...] = ()

    @property
    def best(self) -> bool:
        """Whether nothing beats it."""
        return self.lost is not None and self.lost <= 0

    @property
    def stars(self) -> int:
        """Three for a best answer, down to none."""
        return 0 if self.lost is None else _STARS[Grade.of(self.lost)]


def mark(puzzle: Puzzle, turn: Turn | None = None, choice: str | None = None) -> Mark:
    """Judge an answer: the turn played, the choice made, or both; no search is needed.

    Where objects are offered the choice is read off the turn. A turn is played with the powers of
    the puzzle and its choice. Raises RuleError for a turn that is illegal or cannot be paid, and
    PuzzleError for what does not answer this question.

    >>> from ksm_widgets.puzzles import Puzzle, mark
    >>> from ksm_widgets.rules import Turn
    >>> puzzle = Puzzle.from_dict({"puzzle": 1, "question": "dig", "grade": 1,
    ...     "problem": {"board": "-,-,-,-,-,-/" * 5 + "5,4,3z,-,-,-", "shape": "###"},
    ...     "answer": {"net": 11, "turn": "moves c1-d1 dig a1 b1 c1"}})
    >>> mark(puzzle, Turn.parse("moves c1-c2 dig a1 b1 c1")).stars
    3
    >>> mark(puzzle, Turn.parse("moves c1-d1 d1-e1 dig a1 b1 c1")).stars
    2
    """
    if puzzle.question is Question.MAGIC and choice is None and turn is not None:
        spent = [power for power in puzzle.held if power in turn.powers]
        if len(spent) > 1:
            raise PuzzleError("puzzle.one_object")
        choice = spent[0].value if spent else "none"
    if choice is None and (puzzle.choices or turn is None):
        raise PuzzleError("puzzle.no_answer", question=puzzle.question.value)
    problem = puzzle.problem_for(choice)
    if turn is None or puzzle.question is Question.PAYABLE:
        return Mark(_lost_by_choice(puzzle, str(choice)))
    turn = replace(turn, powers=problem.powers)
    played = play(
        problem.position,
        turn,
        problem.shape,
        money=problem.money,
        variant=problem.variant,
        unseen=problem.values.unseen is not None,
    )
    plan = plan_of(problem, turn)
    missed = tuple(sorted(set(problem.wanted) - slots_dug(problem.position, turn)))
    if missed:
        return Mark(None, plan, missed)
    if puzzle.question is Question.WANTED:
        fewest = len(puzzle.solution.turn.moves)
        return Mark(Decimal(played.account.moves - fewest), plan)
    gain = plan.net - puzzle.kept(problem.powers)
    return Mark(max(Decimal(0), puzzle.solution.net - gain), plan)


def _lost_by_choice(puzzle: Puzzle, choice: str) -> Decimal | None:
    """What the best can be made of a choice less than of the right one; None for a wrong yes."""
    if puzzle.question is Question.PAYABLE:
        return Decimal(0) if choice in puzzle.right else None
    return puzzle.solution.net - dict(puzzle.solution.gains)[choice]
