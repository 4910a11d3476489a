"""The ideas that a plan rests on, for sentences that are made elsewhere."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from ksm_widgets.rules.position import dig_fault
from ksm_widgets.rules.tiles import Group, Power
from ksm_widgets.solver.gains import gains_of, sets_completed
from ksm_widgets.solver.problem import spending
from ksm_widgets.solver.turn_parts import origins_of

if TYPE_CHECKING:
    from ksm_widgets.rules.quarries import Quarry
    from ksm_widgets.solver.answer import Plan
    from ksm_widgets.solver.problem import Problem


class Idea(Enum):
    """A way to gain; a plan may rest on several, the most important one first."""

    PASS = "pass"
    """No dig is worth its cost."""
    AS_IT_LIES = "as_it_lies"
    """The best dig needs no move."""
    COMPLETE = "complete"
    """A set of parchments is completed with what the player holds."""
    BONUS = "bonus"
    """A bonus for curses or magic objects is won, or a larger share of it."""
    CLEAR_CURSE = "clear_curse"
    """A curse is moved off a quarry that is dug and left lying, where no curse is dug."""
    UNCOVER = "uncover"
    """A covered tile is dug."""
    CARRY = "carry"
    """A tile is carried into the dig and taken there."""
    LONG_WAY = "long_way"
    """One tile goes several steps."""
    LOWER = "lower"
    """Tiles are moved off a quarry that is too high, down to the dig's level."""
    RAISE = "raise"
    """A quarry that is too low is filled up to the dig's level."""
    LEVELS = "levels"
    """The carpet takes tiles from different levels."""
    TURN = "turn"
    """The mirror turns the card."""
    RESHAPE = "reshape"
    """The seal digs another shape."""
    SHIELD = "shield"
    """The amulet takes curses for nothing."""


_OF_POWER = {
    Power.CARPET: Idea.LEVELS,
    Power.MIRROR: Idea.TURN,
    Power.SEAL: Idea.RESHAPE,
}
"""The idea of each power for a dig that would not be allowed without it."""


def ideas_of(problem: Problem, plan: Plan) -> tuple[Idea, ...]:
    """The ideas a plan rests on, the most important one first; never empty.

    >>> from ksm_widgets.rules import Position, Shape
    >>> from ksm_widgets.solver import Problem, solve
    >>> mine = Position.near("5,4,3z")
    >>> problem = Problem(mine, Shape.parse("###"))
    >>> [idea.value for idea in ideas_of(problem, solve(problem).plan)]
    ['clear_curse', 'uncover', 'lower']
    """
    if plan.dig is None:
        return (Idea.PASS,)
    problem = spending(problem, plan.turn.powers)
    found = _powers_needed(problem, plan, plan.dig) | _held_for(problem, plan)
    if Power.AMULET in problem.powers and any(tile.curse for tile in plan.taken):
        found.add(Idea.SHIELD)
    if not plan.turn.moves:
        found.add(Idea.AS_IT_LIES)
    mine = problem.position
    origins = origins_of(mine, plan.turn)
    if any(steps > 1 for steps in origins.steps.values()):
        found.add(Idea.LONG_WAY)
    for quarry, slot in origins.dug.items():
        if slot.level < mine.height(slot.quarry):
            found.add(Idea.UNCOVER)
        if slot.quarry != quarry:
            found.add(Idea.CARRY)
        before, dug_at = mine.height(quarry), plan.positions[-2].height(quarry)
        if dug_at != before:
            found.add(Idea.LOWER if dug_at < before else Idea.RAISE)
    away = origins.steps.keys() - {*origins.dug.values()} - origins.below
    cursed = any(tile.group is Group.CURSE for tile in plan.taken)
    for slot in () if cursed else away:
        tile = mine.stack(slot.quarry)[slot.level - 1]
        if slot.quarry in plan.dig and tile.group is Group.CURSE:
            found.add(Idea.CLEAR_CURSE)
    return tuple(idea for idea in Idea if idea in found)


def _held_for(problem: Problem, plan: Plan) -> set[Idea]:
    """The ideas that concern the player's holding, where the problem says what that is."""
    if problem.stakes is None:
        return set()
    found = set()
    if sets_completed(problem.stakes, plan.taken):
        found.add(Idea.COMPLETE)
    gains = gains_of(problem, plan.taken)
    if any(gain.place is not None and gain.amount > 0 for gain in gains):
        found.add(Idea.BONUS)
    return found


def _powers_needed(problem: Problem, plan: Plan, dig: tuple[Quarry, ...]) -> set[Idea]:
    """The powers without which the dig would not be allowed."""
    before = plan.positions[-2]
    return {
        idea
        for power, idea in _OF_POWER.items()
        if power in problem.powers
        and dig_fault(before, dig, problem.shape, problem.powers - {power}) is not None
    }
