"""The ideas behind a plan: by what it gains more than a dig of the mine as it lies."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from ksm_widgets.rules.digs import dig_fault
from ksm_widgets.rules.powers import Power
from ksm_widgets.rules.tiles import Group
from ksm_widgets.tutor.phrases import Phrase

if TYPE_CHECKING:
    from ksm_widgets.rules.quarries import Quarry
    from ksm_widgets.solver.answer import Plan
    from ksm_widgets.solver.problem import Problem

__all__ = ["Idea", "ideas_of"]


class Idea(Enum):
    """A way to gain; a plan may rest on several, the most telling one stands first."""

    PASS = "pass"
    """No dig is worth its cost."""
    AS_IT_LIES = "as_it_lies"
    """The best dig needs no move."""
    CLEAR_CURSE = "clear_curse"
    """A curse is moved off a quarry that is dug, and left lying."""
    UNCOVER = "uncover"
    """A tile that lay covered is dug."""
    CARRY = "carry"
    """A tile is carried into the dig and taken there."""
    LONG_WAY = "long_way"
    """One tile goes several steps."""
    LOWER = "lower"
    """A quarry that is too high gives tiles away until it lies on the dig's level."""
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

    @property
    def phrase(self) -> Phrase:
        """The idea in words, as a hint."""
        return Phrase.of(f"idea.{self.value}")


def ideas_of(problem: Problem, plan: Plan) -> tuple[Idea, ...]:
    """The ideas a plan rests on, the most telling one first; never empty."""
    if plan.dig is None:
        return (Idea.PASS,)
    found: set[Idea] = set(_powers_needed(problem, plan))
    if Power.AMULET in problem.powers and any(tile.curse for tile in plan.taken):
        found.add(Idea.SHIELD)
    if not plan.turn.moves:
        found.add(Idea.AS_IT_LIES)
    # Where each tile comes from: (quarry, level) at the start, followed through the moves.
    places = [
        [(index, level) for level in range(1, len(stack) + 1)]
        for index, stack in enumerate(problem.position.stacks)
    ]
    steps: dict[tuple[int, int], int] = {}
    for move in plan.turn.moves:
        origin = places[move.source.index].pop()
        places[move.target.index].append(origin)
        steps[origin] = steps.get(origin, 0) + 1
    taken = {quarry: places[quarry.index][-1] for quarry in plan.dig}
    if any(count > 1 for count in steps.values()):
        found.add(Idea.LONG_WAY)
    for quarry, (index, level) in taken.items():
        if level < len(problem.position.stacks[index]):
            found.add(Idea.UNCOVER)
        if index != quarry.index:
            found.add(Idea.CARRY)
        found |= _what_became_of(problem, plan, quarry)
    for index, level in steps.keys() - set(taken.values()):
        was_dug_at = any(quarry.index == index for quarry in plan.dig)
        if was_dug_at and problem.position.stacks[index][level - 1].group is Group.CURSE:
            found.add(Idea.CLEAR_CURSE)
    return tuple(idea for idea in Idea if idea in found)


def _powers_needed(problem: Problem, plan: Plan) -> list[Idea]:
    """The powers without which the dig would not be allowed."""
    assert plan.dig is not None
    before = plan.positions[-2]
    ideas = {
        Power.CARPET: Idea.LEVELS,
        Power.MIRROR: Idea.TURN,
        Power.SEAL: Idea.RESHAPE,
    }
    return [
        idea
        for power, idea in ideas.items()
        if power in problem.powers
        and dig_fault(before, plan.dig, problem.shape, problem.powers - {power}) is not None
    ]


def _what_became_of(problem: Problem, plan: Plan, quarry: Quarry) -> set[Idea]:
    before, now = problem.position.height(quarry), plan.positions[-2].height(quarry)
    return {Idea.LOWER} if now < before else {Idea.RAISE} if now > before else set()
