"""Grade and themes of a puzzle, found by code from what there is to see in it."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from ksm_widgets.puzzles.ladder import Rung, weakest
from ksm_widgets.puzzles.puzzle import GRADES, Question
from ksm_widgets.puzzles.themes import Theme
from ksm_widgets.rules.digs import legal_digs, takings
from ksm_widgets.rules.powers import Power
from ksm_widgets.rules.tiles import Group
from ksm_widgets.solver import Idea, ideas_of, origins_of

if TYPE_CHECKING:
    from ksm_widgets.puzzles.puzzle import Puzzle
    from ksm_widgets.puzzles.sight import Sight
    from ksm_widgets.solver import Plan, Problem

__all__ = ["grade_of", "lowest_rung", "themes_of"]

_WIDE, _NARROW = Decimal(4), Decimal(2)
_NEAR = Decimal(3)
"""A rival that nets up to so many coins less is a decoy."""
_MANY_DECOYS = 3
_DEAR = 4
"""A treasure of so many coins is one that hurts to leave."""
_COMPLETES = 8000
"""A parchment worth so much, in thousandths, completes a set."""


def grade_of(asked: Puzzle, seen: Sight) -> int:
    """From 1 to 5: the weakest solver that gets it, then margin, decoys, how early they part."""
    points = min(max(_points(asked, seen), 0), 2 * len(GRADES) - 1)
    return GRADES[points // 2]


def lowest_rung(asked: Puzzle, seen: Sight) -> Rung | None:
    """The weakest solver that gives a right answer; None where the ladder has no say."""
    if not seen.rungs:
        return None
    if not asked.choices:
        return weakest(seen.rungs[""])
    right = set(seen.solution.right)
    for rung in Rung:
        gains = {
            choice: climbed[rung].net - asked.kept(asked.problem_for(choice).powers)
            for choice, climbed in seen.rungs.items()
        }
        most = max(gains.values())
        if {choice for choice, gain in gains.items() if gain == most} == right:
            return rung
    return Rung.EXACT


def _points(asked: Puzzle, seen: Sight) -> int:
    """Two for each grade."""
    plan = seen.plan
    if asked.question is Question.PAYABLE:
        return _reckoning(asked, seen)
    if asked.question is Question.WANTED and plan is not None:
        return 2 * min(len(plan.moves), len(GRADES)) - 1
    rung = lowest_rung(asked, seen)
    points = 2 * (rung.value if rung else 0)
    margin = seen.margin
    points += 1 if margin is not None and margin < _NARROW else 0
    points -= 1 if margin is None or margin >= _WIDE else 0
    if plan is not None and not asked.choices:
        decoys = [rival for rival in seen.rivals if plan.net - rival.net <= _NEAR]
        points += (
            1
            if len(decoys) >= _MANY_DECOYS and any(_parts_early(plan, one) for one in decoys)
            else 0
        )
    return points


def _parts_early(plan: Plan, rival: Plan) -> bool:
    """Whether a decoy leads astray from the start: it digs hardly any of the same quarries."""
    shared = set(plan.dig or ()) & set(rival.dig or ())
    return 2 * len(shared) < len(plan.dig or rival.dig or ())


def _reckoning(asked: Puzzle, seen: Sight) -> int:
    """Of a turn to be paid: how much there is to add up, and how near it comes."""
    turn = asked.solution.turn
    origins = origins_of(asked.problem.position, turn)
    tiles = [
        asked.problem.position.stack(slot.quarry)[slot.level - 1] for slot in origins.dug.values()
    ]
    amulet = Power.AMULET in turn.powers
    parts = sum(bool(tile.treasure or (tile.curse and not amulet)) for tile in tiles)
    moved = any(slot in origins.steps for slot in origins.dug.values())
    return parts + bool(turn.moves) + 2 * moved + 2 * (abs(seen.solution.net) <= 1) + amulet - 1


def themes_of(asked: Puzzle, seen: Sight) -> tuple[Theme, ...]:
    """What the way to the answer has in it, the most telling first."""
    plan = seen.plan
    if plan is None:
        return _of_payment(asked, seen)
    choice = seen.solution.right[0] if seen.solution.right else None
    problem = asked.problem_for(choice)
    if plan.dig is None:
        return (Theme.DONT_DIG,)
    found = {Theme(power.value) for power in problem.powers}
    pair = "+".join(power.value for power in Power if power in problem.powers)
    found |= {theme for theme in Theme if theme.value == pair}
    if plan.played.account.due > problem.money:
        found.add(Theme.PAY_FROM_DIG)
    if _completes(problem, plan):
        found.add(Theme.COMPLETE_SET)
    if asked.question is not Question.WANTED and _leaves_treasure(problem, plan):
        found.add(Theme.LEAVE_TREASURE)
    found |= _of_moves(problem, plan)
    return tuple(theme for theme in Theme if theme in found)


def _of_payment(asked: Puzzle, seen: Sight) -> tuple[Theme, ...]:
    """Of a turn to be paid: whether what it digs must help."""
    needed = seen.solution.net < sum(_treasures(asked))
    return (Theme.PAY_FROM_DIG,) if needed else ()


def _treasures(asked: Puzzle) -> list[int]:
    origins = origins_of(asked.problem.position, asked.solution.turn)
    stack = asked.problem.position.stack
    return [stack(slot.quarry)[slot.level - 1].treasure for slot in origins.dug.values()]


def _completes(problem: Problem, plan: Plan) -> bool:
    """Whether a dig takes all four symbols, or the one that is worth a set."""
    symbols = {tile for tile in plan.taken if tile.group is Group.PARCHMENT}
    return len(symbols) == 4 or any(
        (problem.values.of(symbol) or 0) >= _COMPLETES for symbol in symbols
    )


def _leaves_treasure(problem: Problem, plan: Plan) -> bool:
    """Whether the dearest treasure of all digs as the mine lies is not taken, nor one as dear."""
    if Power.SEAL in problem.powers:  # any treasure then, and so no surprise
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


def _of_moves(problem: Problem, plan: Plan) -> set[Theme]:
    found: set[Theme] = set()
    ideas = ideas_of(problem, plan)
    origins = origins_of(problem.position, plan.turn)
    taken = set(origins.dug.values())
    if not plan.moves:
        found.add(Theme.NO_MOVE)
    if len(plan.moves) == 1:
        found.add(Theme.ONE_STEP)
    if any(steps > 1 for slot, steps in origins.steps.items() if slot in taken):
        found.add(Theme.LONG_CARRY)
    if any(slot.quarry in origins.dug and slot not in taken for slot in origins.steps):
        found.add(Theme.CLEAR_WAY)
    if Idea.RAISE in ideas:
        found.add(Theme.FILL_GAP)
    if Idea.UNCOVER in ideas:
        found.add(Theme.UNCOVER)
    return found
