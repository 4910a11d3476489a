"""Whether a fair puzzle is worth the trouble: it offers a choice, and more than the obvious."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from itertools import chain, islice
from typing import TYPE_CHECKING

from ksm_widgets.puzzles.proof import Rung
from ksm_widgets.puzzles.puzzle import Question
from ksm_widgets.rules.errors import RuleError
from ksm_widgets.rules.position import legal_digs, legal_moves, moved
from ksm_widgets.rules.quarries import QUARRIES
from ksm_widgets.rules.tiles import Power
from ksm_widgets.rules.turns import Turn
from ksm_widgets.solver import slots_dug
from ksm_widgets.solver.answer import plan_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ksm_widgets.puzzles.proof import Proof
    from ksm_widgets.puzzles.puzzle import Puzzle
    from ksm_widgets.solver import Plan, Problem


_TEMPTING = Decimal(-3)
"""A dig with treasures that loses no more looks as if it gained something."""
_FAR = 5
"""After so many moves somebody may still dig in vain."""


def offers_choice(puzzle: Puzzle, proof: Proof) -> bool:
    """Whether two different answers look good, so that there is something to choose.

    Digs are different if they take other tiles. They are found at once or after one move; if the
    answer takes more moves, it counts itself, and so do the next best dig and those of the ladder.
    Where not to dig is best, moves are the trap, so that digs after a few of them count.
    Of cards and magic objects two must bring something. Tiles that are named must take a move, and
    another dig must reach them too. Whether a turn can be paid is always a choice.

    >>> from ksm_widgets.puzzles import Puzzle
    >>> from ksm_widgets.puzzles.proof import prove
    >>> data = {"puzzle": 1, "question": "dig", "grade": 1,
    ...     "problem": {"board": "-,-,-,-,-,-/" * 5 + "5,4,-,3,5,-", "shape": "##"},
    ...     "answer": {"net": 9, "turn": "dig a1 b1"}}
    >>> puzzle = Puzzle.from_dict(data)
    >>> offers_choice(puzzle, prove(puzzle))
    True
    """
    plan = proof.plan
    if puzzle.question is Question.PAYABLE or plan is None:
        return True
    if puzzle.choices:
        return sum(one.net > 0 for one in proof.plans.values()) > 1
    if puzzle.question is Question.WANTED:
        return bool(plan.moves) and bool(proof.rivals)
    further: tuple[Plan, ...] = ()
    if plan.dig is None:
        further = tuple(one for one in proof.rivals if len(one.moves) <= _FAR)
    elif len(plan.moves) > 1:
        further = (plan, *proof.rivals[:1], *proof.rungs.get("", {}).values())
    near = chain(filter(_tempts, further), tempting(puzzle.problem))
    position = puzzle.problem.position
    taken = (slots_dug(position, one.turn) for one in near)
    first = next(taken, None)
    return first is not None and any(one != first for one in taken)


def tempting(problem: Problem) -> Iterator[Plan]:
    """The digs at once or after one move that can be paid and look as if they gained."""
    near = () if problem.max_moves == 0 else legal_moves(problem.position, problem.variant)
    for moves in ((), *((move,) for move in near)):
        position = moved(problem.position, moves, problem.variant)
        changed = {quarry for move in moves for quarry in (move.source, move.target)}
        for dig in legal_digs(position, problem.shape, problem.powers):
            if changed and changed.isdisjoint(dig):
                continue  # It is there without the move.
            try:
                plan = plan_of(problem, Turn(moves, dig, problem.powers))
            except RuleError:  # It cannot be paid, or would take an unseen tile.
                continue
            if _tempts(plan):
                yield plan


def _tempts(plan: Plan) -> bool:
    """Whether a plan digs, and looks as if it gained."""
    return plan.net > 0 or (plan.net >= _TEMPTING and plan.played.account.treasures > 0)


_LEAST_NET, _LEAST_GAIN = 3, 2
"""A dull dig nets or gains fewer coins."""
_NEAR, _FEW = 4, 5
"""A dig with moves is a rival if it nets at most so many coins less; so few sums are no puzzle."""
_SHAPING = {Power.MIRROR, Power.CARPET, Power.SEAL}
"""With these there is something to find in a mine as it is."""


def dull(puzzle: Puzzle, proof: Proof) -> bool:
    """Whether the best dig gains little over doing nothing, no move, or the next good move.

    Its moves must bring a coin each. Without moves it needs a rival with moves, or more than a few
    without, and more to find than which tile to leave. Of cards or magic objects the best must gain
    two coins. Where tiles are named, or a turn is to be paid, nothing is dull.
    """
    plan, rungs = proof.plan, proof.rungs.get("")
    if plan is not None and puzzle.choices:
        return proof.solution.net < _LEAST_GAIN
    if rungs is None or plan is None or plan.dig is None:
        return False
    gain = plan.net - max(rungs[Rung.STILL].net, Decimal(0))
    missed = plan.net - rungs[Rung.GREEDY].net
    return (
        plan.net < _LEAST_NET
        or (not plan.moves and _only_sums(puzzle.problem, plan, proof.rivals))
        or (not plan.moves and _takes_nearly_all(puzzle.problem, plan))
        or (bool(plan.moves) and gain < max(_LEAST_GAIN, len(plan.moves)))
        or 0 < missed < _LEAST_GAIN
    )


def _only_sums(problem: Problem, plan: Plan, rivals: tuple[Plan, ...]) -> bool:
    """Whether a few sums decide: few digs tempt as the mine is, and none with moves comes near."""
    if _SHAPING & problem.powers or any(
        one.moves and plan.net - one.net <= _NEAR for one in rivals
    ):
        return False
    still = tempting(replace(problem, max_moves=0))
    return len(list(islice(still, _FEW + 1))) <= _FEW


def _takes_nearly_all(problem: Problem, plan: Plan) -> bool:
    """Whether a dig takes the best tiles in sight, and leaves one at most."""
    in_sight = sum(problem.position.height(quarry) > 0 for quarry in QUARRIES)
    return takes_the_best(problem, plan) and in_sight <= len(plan.dig or ()) + 1


def takes_the_best(problem: Problem, plan: Plan) -> bool:
    """Whether a dig takes the tiles in sight that net most, as if no rule spoke against it."""
    if problem.stakes is not None or plan.dig is None or plan.moves:
        return False
    free = Power.AMULET in problem.powers
    nets = sorted(
        (problem.values.of(tile) or 0) - (0 if free else 1000 * tile.curse)
        for quarry in QUARRIES
        if (tile := problem.position.top(quarry)) is not None
    )
    return sum(nets[-len(plan.dig) :]) == 1000 * plan.net
