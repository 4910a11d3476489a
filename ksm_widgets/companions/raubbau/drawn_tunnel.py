"""A tunnel just drawn in a position that is set up: the seat whose turn it is will lay it (B22)."""

from __future__ import annotations

from dataclasses import replace
from itertools import takewhile

from ksm_widgets.companions.raubbau.box import Face
from ksm_widgets.companions.raubbau.cards import Tunnel
from ksm_widgets.companions.raubbau.places import ENTRY
from ksm_widgets.companions.raubbau.planning import with_leavers_out
from ksm_widgets.companions.raubbau.plans import Dig, Reached
from ksm_widgets.companions.raubbau.position import Phase, Position, Step, StepKind


def with_drawn_tunnel(position: Position, tunnel: Tunnel) -> Position | None:
    """The position in which the seat whose turn it is has just drawn a tunnel where it stands.

    What happens before that is done: a treasure still there is taken, who was on the stairs has
    left, the seats before this one have acted. If no tunnel is missing from those left, this is one
    of them. A plan to blast becomes one to dig. None if the seat plans neither.
    """
    seat = position.turn
    plan = position.plan(seat)
    if not isinstance(plan, Reached):
        return None
    position = with_leavers_out(position)
    drawn = replace(
        position.with_plan(seat, Dig(plan.field, plan.way)),
        phase=Phase.ACT,
        lap=1,
        passed=0,
        acted=tuple(takewhile(lambda other: other != seat, position.inside)),
        step=Step(StepKind.ROTATE, tunnel),
    )
    if position.tunnel_drawn is None and len(position.tunnels) == position.tunnels_due:
        drawn = replace(drawn, tunnels=position.tunnels[:-1])
    return drawn.with_taken(seat, plan.field)


def without_drawn_tunnel(position: Position) -> Position:
    """The position in planning, before a tunnel was drawn: the treasure taken is put back.

    A field at the entry may have had none, so there a treasure whose face is known stays taken.
    """
    seat = position.turn
    plan = position.plan(seat)
    planning = replace(position, phase=Phase.PLAN, step=None, acted=())
    front = position.front(seat)
    if (
        position.tunnel_drawn is None
        or not front
        or not isinstance(plan, Reached)
        or not plan.way
        or plan.field in position.mine
    ):
        return planning
    *rest, card = front
    if card.kept or (plan.origin == ENTRY and card.face is not Face.UNSEEN):
        return planning
    if card.face is Face.UNSEEN:
        card = replace(card, known=tuple(other for other in card.known if other != seat))
    return planning.with_front(seat, rest).with_mine({plan.field: card})
