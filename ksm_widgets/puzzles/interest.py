"""Whether a fair puzzle is worth the trouble: it offers a choice, and more than the obvious."""

from __future__ import annotations

from decimal import Decimal
from itertools import chain
from math import inf
from typing import TYPE_CHECKING

from ksm_widgets.puzzles.proof import Rung
from ksm_widgets.puzzles.puzzle import NONE, Question
from ksm_widgets.rules.errors import RuleError
from ksm_widgets.rules.position import legal_digs, legal_moves, moved
from ksm_widgets.rules.tiles import Group
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
_FEW_TILES, _FEW_MOVES = 12, 2
"""With so few tiles and moves there is nothing to look for."""
_FEW_AROUND = 8
"""With so few tiles in sight those that are named are next to nothing else."""
_NEARLY = Decimal(-1)
"""A dig that nets no less only just fails."""
_LONG, _CLOSE = 4, 2
"""Moves to be worked out for a choice, which is pure search if it leads by fewer coins."""
_TOO_LONG, _MUCH_TOO_LONG = 6, 7
"""So many moves nobody works out for the right choice, or for any: it is guessed."""


def dull(puzzle: Puzzle, proof: Proof) -> bool:
    """Whether there is nothing to find, or finding it is not worth the trouble.

    There is nothing to find in a dig without a move, where all cards and objects only take one, or
    in a small heap. A dig must net three coins, and its moves must bring a coin each, more than no
    move and than the next good move. Where it is best not to dig, a dig after a few moves must only
    just fail. A choice must gain as much, and lead by two coins if it is of objects or takes long
    to see; and some object must be of use. Tiles that are named must take two moves. Whether a turn
    can be paid is never dull. What no game would pay is left out as well: a parchment that
    completes a set does so once.
    """
    plan, rungs = proof.plan, proof.rungs.get("")
    if plan is not None and _completes_twice(puzzle.problem, plan):
        return True
    if plan is not None and puzzle.choices:
        return _dull_choice(puzzle, proof)
    tiles = sum(map(len, puzzle.problem.position.stacks))
    if plan is not None and puzzle.question is Question.WANTED:
        return len(plan.moves) < _FEW_MOVES or tiles <= _FEW_AROUND
    if rungs is None or plan is None:
        return False
    if plan.dig is None:
        return not any(one.net >= _NEARLY and len(one.moves) < _FAR for one in proof.rivals)
    moves = len(plan.moves)
    gain = plan.net - max(rungs[Rung.STILL].net, Decimal(0))
    missed = plan.net - rungs[Rung.GREEDY].net
    return (
        not moves
        or (moves <= _FEW_MOVES and tiles <= _FEW_TILES)
        or plan.net < _LEAST_NET
        or gain < max(_LEAST_GAIN, moves)
        or 0 < missed < _LEAST_GAIN
    )


def moves_to_find(question: Question) -> tuple[int, float]:
    """The fewest and the most moves of a dig that can answer a question without being dull."""
    if question in (Question.DIG, Question.KNOWN):
        return 1, inf
    if question is Question.WANTED:
        return _FEW_MOVES, inf
    return (0, inf) if question is Question.PAYABLE else (0, _TOO_LONG - 1)


def _dull_choice(puzzle: Puzzle, proof: Proof) -> bool:
    """Whether a choice gains little, takes no move at all, or is close after a long search.

    Of objects at least one has to be of use, whether it is worth spending or not; and where two are
    close, it is sums that tell, as the worth of what is kept counts.
    """
    moves = {choice: len(plan.moves) for choice, plan in proof.plans.items()}
    (best, right), (second, other), *_ = ranked(puzzle, proof)
    longest = max(moves[right], moves[other])
    objects = puzzle.question is Question.MAGIC
    return (
        not longest
        or moves[right] >= _TOO_LONG
        or max(moves.values()) >= _MUCH_TOO_LONG
        or best < max(_LEAST_NET, moves[right])
        or ((objects or longest >= _LONG) and best - second < _CLOSE)
        or (objects and not _of_use(proof))
    )


def _of_use(proof: Proof) -> bool:
    """Whether with some object one nets a coin more than without, its own worth aside."""
    without = proof.plans[NONE].net
    return any(plan.net >= without + 1 for plan in proof.plans.values())


def stacks_of(puzzle: Puzzle) -> int:
    """The number of quarries with tiles."""
    return sum(map(bool, puzzle.problem.position.stacks))


def ranked(puzzle: Puzzle, proof: Proof) -> list[tuple[Decimal, str]]:
    """The gain of each choice, the best first; of those that are right only the shortest."""
    right, found = proof.solution.right, []
    for choice, plan in proof.plans.items():
        gain = plan.net - puzzle.kept(puzzle.problem_for(choice).powers)
        found.append((choice not in right, -gain, len(plan.moves), choice))
    first, *others = sorted(found)
    left = [one for one in others if one[0]]
    return [(-gain, choice) for _, gain, _, choice in (first, *left)]


def _completes_twice(problem: Problem, plan: Plan) -> bool:
    """Whether a dig takes two of a parchment of special worth, which only one of them has."""
    special = (tile for tile, _ in problem.values.single if tile.group is Group.PARCHMENT)
    return any(plan.taken.count(tile) > 1 for tile in special)
