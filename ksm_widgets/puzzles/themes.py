"""The themes of puzzles: which of them an answer has, and what they ask of one."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from ksm_widgets.puzzles.puzzle import PuzzleTheme, Question
from ksm_widgets.rules.position import legal_digs, takings
from ksm_widgets.rules.tiles import Power
from ksm_widgets.solver import Idea, ideas_of, origins_of
from ksm_widgets.solver.gains import completes_set

if TYPE_CHECKING:
    from ksm_widgets.puzzles.proof import Proof
    from ksm_widgets.puzzles.puzzle import Puzzle
    from ksm_widgets.solver import Plan, Problem


POWERS_OF = MappingProxyType(
    {
        theme: frozenset(power for power in Power if power.value in theme.value.split("+"))
        for theme in PuzzleTheme
    }
)
"""The powers that each theme is about; none for most of them."""
MOVES_OF = MappingProxyType({PuzzleTheme.NO_MOVE: (0, 0), PuzzleTheme.ONE_STEP: (1, 1)})
"""The fewest and the most moves of an answer, for the themes that say so."""
_DEAR = 4
"""Treasures of at least this many coins are hard to leave alone."""


def fits(theme: PuzzleTheme, powers: frozenset[Power]) -> bool:
    """Whether an answer that spends these powers may have a theme: of a pair, no others."""
    return POWERS_OF[theme] == powers if theme.pair else POWERS_OF[theme] <= powers


def themes_of(puzzle: Puzzle, proof: Proof) -> tuple[PuzzleTheme, ...]:
    """The themes of the answer, the most characteristic first."""
    plan = proof.plan
    if plan is None:
        return _themes_of_payment(puzzle, proof)
    choice = proof.solution.right[0] if proof.solution.right else None
    problem = puzzle.problem_for(choice)
    if plan.dig is None:
        return (PuzzleTheme.DONT_DIG,)
    found = {theme for theme in PuzzleTheme if POWERS_OF[theme] and fits(theme, problem.powers)}
    if plan.played.account.due > problem.money:
        found.add(PuzzleTheme.PAY_FROM_DIG)
    if completes_set(problem, plan):
        found.add(PuzzleTheme.COMPLETE_SET)
    if puzzle.question is not Question.WANTED and _leaves_treasure(problem, plan):
        found.add(PuzzleTheme.LEAVE_TREASURE)
    found |= _themes_of_moves(problem, plan)
    return tuple(theme for theme in PuzzleTheme if theme in found)


def _themes_of_payment(puzzle: Puzzle, proof: Proof) -> tuple[PuzzleTheme, ...]:
    """For Question.PAYABLE: whether the treasures of the dig are needed to pay."""
    origins = origins_of(puzzle.problem.position, puzzle.solution.turn)
    stack = puzzle.problem.position.stack
    treasures = sum(stack(one.quarry)[one.level - 1].treasure for one in origins.dug.values())
    return (PuzzleTheme.PAY_FROM_DIG,) if proof.solution.net < treasures else ()


def _leaves_treasure(problem: Problem, plan: Plan) -> bool:
    """Whether the plan takes only lesser treasures than a dig without a move could."""
    if Power.SEAL in problem.powers:  # it reaches any treasure, so leaving one is no surprise
        return False
    dearest = max(
        (
            tile.treasure
            for dig in legal_digs(problem.position, problem.shape, problem.powers)
            for tile in takings(problem.position, dig)
        ),
        default=0,
    )
    return dearest >= _DEAR and dearest > max(tile.treasure for tile in plan.taken)


def _themes_of_moves(problem: Problem, plan: Plan) -> set[PuzzleTheme]:
    ideas = ideas_of(problem, plan)
    origins = origins_of(problem.position, plan.turn)
    taken = set(origins.dug.values())
    found = {
        PuzzleTheme.NO_MOVE: not plan.moves,
        PuzzleTheme.ONE_STEP: len(plan.moves) == 1,
        PuzzleTheme.LONG_CARRY: any(
            steps > 1 for slot, steps in origins.steps.items() if slot in taken
        ),
        PuzzleTheme.CLEAR_WAY: any(
            slot.quarry in origins.dug and slot not in taken for slot in origins.steps
        ),
        # With the carpet no quarry is too low.
        PuzzleTheme.FILL_GAP: Idea.RAISE in ideas and Power.CARPET not in plan.turn.powers,
        PuzzleTheme.UNCOVER: Idea.UNCOVER in ideas,
    }
    return {theme for theme, there in found.items() if there}
