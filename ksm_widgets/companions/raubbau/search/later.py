"""How an action of Raubbau matters to those who act later, and actions without their rest."""

from __future__ import annotations

from dataclasses import replace

from ksm_widgets.companions.raubbau.action import open_ends, set_going
from ksm_widgets.companions.raubbau.box import SIDES
from ksm_widgets.companions.raubbau.places import Field
from ksm_widgets.companions.raubbau.plans import Blast, Reached
from ksm_widgets.companions.raubbau.position import Position


def matters_later(position: Position, seat: int) -> bool:
    """Whether it can matter to those who act later which cards a seat draws, and where they go.

    They may lose their way, get a card on their field, or draw from the same stacks themselves.
    """
    later, plan = position.later_plans(seat), position.plan(seat)
    if not later or not isinstance(plan, Reached):
        return False
    empty = {near for side in SIDES if (near := plan.field.next(side)) not in position.mine}
    ends = [field.next(way) for field in (*plan.fields(), *empty) for way in position.ways(field)]
    falling = position.system([plan.origin, *ends])
    if any(
        isinstance(other, Blast) or other.origin in falling or not empty.isdisjoint(other.fields())
        for other in later.values()
    ):
        return True
    return any(matters_later(position, other) for other in later)


def stopped(position: Position) -> Position:
    """The position after an action whose rest doesn't matter."""
    seat = position.turn
    return set_going(position.with_plan(seat, None).with_acted(seat))


def dug(position: Position) -> Position:
    """The position after a seat took the treasure of its dig, and a tunnel."""
    after = replace(position, tunnels=position.tunnels[:-1])
    return after.with_taken(position.turn, position.acting_plan.field)


def awaited(position: Position) -> set[Field]:
    """The open ends of the new tunnel on which somebody will dig or blast later."""
    later = position.later_plans(position.turn).values()
    fields = {field for plan in later for field in plan.fields()}
    return fields.intersection(open_ends(position, position.acting_plan.field))
