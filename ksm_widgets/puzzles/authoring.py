"""Authoring puzzles: a position becomes a puzzle, with its grade, themes and complaints."""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal
from typing import TYPE_CHECKING

from ksm_widgets.puzzles.difficulty import grade_of
from ksm_widgets.puzzles.judging import Complaint, Unfair, unfairness, without_idle_tiles
from ksm_widgets.puzzles.proof import WORK, as_solved, prove, solve_within
from ksm_widgets.puzzles.puzzle import Puzzle, Question, Solution
from ksm_widgets.puzzles.puzzle_reading import PuzzleError
from ksm_widgets.puzzles.themes import themes_of
from ksm_widgets.rules.turns import Turn
from ksm_widgets.solver import Status
from ksm_widgets.solver.problem import MOST_MONEY

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ksm_widgets.puzzles.proof import Proof
    from ksm_widgets.rules.quarries import Quarry
    from ksm_widgets.solver import Problem


@dataclass(frozen=True, slots=True)
class Authored:
    """A puzzle made from a position, None if it cannot be proven, and what is unfair about it."""

    puzzle: Puzzle | None
    complaints: tuple[Complaint, ...] = ()

    @property
    def fair(self) -> bool:
        """Whether there is a puzzle and no complaint."""
        return self.puzzle is not None and not self.complaints

    @property
    def idle(self) -> tuple[Quarry, ...]:
        """The quarries whose tiles make no difference and could be removed (`clear`)."""
        return next((one.quarries for one in self.complaints if one.reason is Unfair.IDLE), ())


def make_puzzle(problem: Problem, number: int | None = None, *, clear: bool = False) -> Authored:
    """Make a puzzle of a dig problem: the best net, or if tiles are wanted the fewest moves.

    `number` is the number of the card, if there is one of that shape. With `clear` tiles that make
    no difference are removed first, as long as answer and grade stay the same. An unfair puzzle is
    returned with its complaints. Raises PuzzleError for what no puzzle may contain.

    >>> from ksm_widgets.rules import Position, Shape
    >>> from ksm_widgets.solver import Problem
    >>> made = make_puzzle(Problem(Position.near("5,4,3z"), Shape.parse("###")))
    >>> made.fair, made.puzzle.solution.net, made.puzzle.grade
    (True, Decimal('11'), 1)
    """
    question = _question(problem)
    if question is Question.KNOWN:  # Only tiles that were seen may be dug, whatever the others are.
        problem = replace(problem, unseen=None, values=replace(problem.values, unseen=None))
    asked = Puzzle(question, problem, Solution(Decimal(0), Turn()), 1, number=number)
    proof = prove(asked)
    if proof is not None and clear:
        asked = without_idle_tiles(asked, proof)
        proof = prove(asked)
    if proof is None:
        return Authored(None, (Complaint(Unfair.TOO_HARD, detail=_unproven(problem)),))
    # Written and read again, so that whatever a pack would refuse is refused here.
    puzzle = Puzzle.from_dict(graded(asked, proof).to_dict())
    return Authored(puzzle, tuple(unfairness(asked, proof, thorough=True)))


def _unproven(problem: Problem) -> tuple[str, Mapping[str, object]]:
    """The reason why there is no proof, and what would help."""
    answer = solve_within(problem)
    if answer is None or answer.status is not Status.INFEASIBLE:
        return "too_hard_try", {}
    rich = solve_within(replace(problem, money=MOST_MONEY))
    payable = rich is not None and rich.plan is not None
    return ("no_money" if payable else "no_way"), {"money": problem.money}


def graded(puzzle: Puzzle, proof: Proof) -> Puzzle:
    """The puzzle with proven solution, grade and themes."""
    return replace(
        puzzle,
        solution=proof.solution,
        grade=grade_of(puzzle, proof),
        themes=themes_of(puzzle, proof),
    )


def _question(problem: Problem) -> Question:
    if problem.position.holds_unseen:
        if problem.wanted:
            raise PuzzleError("puzzle.foreign", name="wanted", question=Question.KNOWN.value)
        return Question.KNOWN
    return Question.WANTED if problem.wanted else Question.DIG


def faults(puzzle: Puzzle, *, thorough: bool = False) -> tuple[PuzzleError, ...]:
    """Everything wrong with a puzzle's answer, fairness, grade and themes, found by solving again.

    `thorough` looks for idle tiles too, which takes a search for every quarry.
    """
    # The search of another version may look at more boards than that by which it was made.
    proof = prove(puzzle, work=4 * WORK)
    if proof is None:
        return (PuzzleError("puzzle_fault.unproven"),)
    found: list[PuzzleError] = []
    proof = as_solved(puzzle, proof)
    said, solution, again = puzzle.solution, proof.solution, graded(puzzle, proof)
    if (solution.net, solution.gains) != (said.net, said.gains):
        found.append(PuzzleError("puzzle_fault.net", found=solution.net, said=said.net))
    if said.lead is not None and solution.lead != said.lead:
        found.append(PuzzleError("puzzle_fault.lead", found=solution.lead, said=said.lead))
    if solution.turn.dig != said.turn.dig:
        found.append(PuzzleError("puzzle_fault.dig", found=solution.turn.dig or ()))
    found += [
        PuzzleError(f"unfair.{one.reason.value}", quarries=one.quarries)
        for one in unfairness(puzzle, proof, thorough=thorough)
    ]
    if again.grade != puzzle.grade:
        found.append(PuzzleError("puzzle_fault.grade", found=again.grade, said=puzzle.grade))
    if again.themes != puzzle.themes:
        names = [theme.value for theme in again.themes]
        found.append(PuzzleError("puzzle_fault.themes", found=names))
    return tuple(found)


made_a_puzzle = make_puzzle
"""The name that the documentation told before."""
