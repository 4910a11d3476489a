"""Whether a fair puzzle is worth the trouble: it offers a choice, and more than the obvious."""

from __future__ import annotations

from decimal import Decimal
from itertools import islice
from typing import TYPE_CHECKING

from ksm_widgets.puzzles.proof import Rung
from ksm_widgets.puzzles.puzzle import Question
from ksm_widgets.rules.errors import RuleError
from ksm_widgets.rules.position import legal_digs, legal_moves, moved
from ksm_widgets.rules.turns import Turn
from ksm_widgets.solver.answer import plan_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ksm_widgets.puzzles.proof import Proof
    from ksm_widgets.puzzles.puzzle import Puzzle
    from ksm_widgets.rules.shapes import Placement
    from ksm_widgets.solver import Plan, Problem


_CHOICE = 2
"""Answers that look good, of which one must be chosen."""
_TEMPTING = Decimal(-3)
"""A dig with treasures that loses no more looks as if it gained something."""


def offers_choice(puzzle: Puzzle, proof: Proof) -> bool:
    """Whether two different answers look good, so that there is something to choose.

    Digs are found at once or after one move; if the answer takes more moves, it counts itself,
    and so does the next best dig. Of cards and magic objects two must bring something. Tiles that
    are named must take a move, and another dig must reach them too. Whether a turn can be paid is
    always a choice.

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
        return sum(one.net > 0 for one in proof.plans.values()) >= _CHOICE
    if puzzle.question is Question.WANTED:
        return bool(plan.moves) and bool(proof.rivals)
    seen: set[Placement] = set()
    if len(plan.moves) > 1:
        seen |= {one.dig for one in (plan, *proof.rivals[:1]) if one.dig and _tempts(one)}
    near = (dig for dig in tempting_digs(puzzle.problem) if dig not in seen)
    return len(seen) + len(set(islice(near, _CHOICE))) >= _CHOICE


def tempting_digs(problem: Problem) -> Iterator[Placement]:
    """The digs at once or after one move, paid for, that look as if they gained; each once."""
    seen: set[Placement] = set()
    near = () if problem.max_moves == 0 else legal_moves(problem.position, problem.variant)
    for moves in ((), *((move,) for move in near)):
        position = moved(problem.position, moves, problem.variant)
        changed = {quarry for move in moves for quarry in (move.source, move.target)}
        for dig in legal_digs(position, problem.shape, problem.powers):
            if dig in seen or (changed and changed.isdisjoint(dig)):
                continue
            try:
                plan = plan_of(problem, Turn(moves, dig, problem.powers))
            except RuleError:  # It cannot be paid, or would take an unseen tile.
                continue
            if _tempts(plan):
                seen.add(dig)
                yield dig


def _tempts(plan: Plan) -> bool:
    return plan.net > 0 or (plan.net >= _TEMPTING and plan.played.account.treasures > 0)


_LEAST_NET, _LEAST_GAIN = 3, 2
"""A dull dig nets or gains fewer coins."""


def dull(puzzle: Puzzle, proof: Proof) -> bool:
    """Whether the best dig gains little over doing nothing, no move, or the next good move.

    Its moves must bring a coin each; questions that offer choices, or name the tiles, are not dull.
    """
    plan, rungs = proof.plan, proof.rungs.get("")
    if rungs is None or plan is None or plan.dig is None:
        return False
    gain = plan.net - max(rungs[Rung.STILL].net, Decimal(0))
    missed = plan.net - rungs[Rung.GREEDY].net
    return (
        plan.net < _LEAST_NET
        or (bool(plan.moves) and gain < max(_LEAST_GAIN, len(plan.moves)))
        or 0 < missed < _LEAST_GAIN
    )
