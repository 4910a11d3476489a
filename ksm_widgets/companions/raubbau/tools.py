"""The tools that set up a position of Raubbau, and what each does on a place."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple, TypeGuard

from ksm_widgets.companions.drafting import ERASE, Used
from ksm_widgets.companions.raubbau.box import DANGERS, KINDS, MOST_PLAYERS, SIDES, Face
from ksm_widgets.companions.raubbau.cards import FACE_DOWN, Treasure, Tunnel, stack_of
from ksm_widgets.companions.raubbau.places import (
    ENTRY,
    STAIRS,
    TUNNELS,
    Area,
    Beside,
    Field,
)
from ksm_widgets.companions.raubbau.plans import Blast, Dig, Leave, Reached
from ksm_widgets.companions.raubbau.position import Position
from ksm_widgets.telling.phrases import Notice

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ksm_widgets.companions.raubbau.editing import Draft
    from ksm_widgets.companions.raubbau.places import Place

TUNNEL_TOOLS = tuple(KINDS)
DOWN, CARD, BLAST = "down", "card", "blast"
MEEPLE, KNOWS = "meeple", "knows"
"""A player's meeple, and that a player knows a card."""
FACE_KEYS = {face: "!" if face is Face.CAVE_IN else face.value for face in Face}
"""The key that takes a card of each face in hand."""


class Tool(NamedTuple):
    """A kind of tool, with the seat that it is of; 0 if of none.

    >>> str(Tool(MEEPLE, 2)), str(Tool(CARD))
    ('meeple2', 'card')
    """

    kind: str
    seat: int = 0

    def __str__(self) -> str:
        return f"{self.kind}{self.seat or ''}"


TOOLS: Mapping[str, Tool] = {
    str(tool): tool
    for tool in (
        *map(Tool, (*TUNNEL_TOOLS, DOWN, CARD, BLAST, ERASE)),
        *(Tool(kind, seat) for kind in (MEEPLE, KNOWS) for seat in range(1, MOST_PLAYERS + 1)),
    )
}
"""The tools by name."""


def _put_tunnel(draft: Draft, place: Place) -> Used[Position]:
    """Lay a tunnel on a field, or rotate the one there."""
    if not _may_hold(place):
        return None
    return draft.position.with_mine({place: _rotated(draft.position, place, draft.kind)})


def _may_hold(place: Place) -> TypeGuard[Field]:
    """Whether a place is a field that a card can be laid on: any but the entry."""
    return isinstance(place, Field) and place != ENTRY


def _rotated(position: Position, field: Field, kind: str) -> Tunnel:
    """A tunnel of a kind laid on a field, joined as well as can be; one there is rotated."""
    rotations = Tunnel(KINDS[kind]).rotations()
    there = position.mine.get(field)
    if there in rotations:
        return rotations[(rotations.index(there) + 1) % len(rotations)]

    ways = position.ways(field)
    neighbours = [side for side in SIDES if position.is_open(field.next(side))]

    def fits(ends: Tunnel) -> tuple[int, int]:
        joined = sum(side in ends for side in ways)
        alike = sum((side in ends) == (side in ways) for side in neighbours)
        return joined, alike

    return max(rotations, key=fits)


def _put_face_down(draft: Draft, place: Place) -> Used[Position]:
    """Lay a tunnel on a field, face down."""
    return draft.position.with_mine({place: FACE_DOWN}) if _may_hold(place) else None


def _put_card(draft: Draft, place: Place) -> Used[Position]:
    """Put the card in hand on a field, on a stack, in front of a player, or aside."""
    position, card = draft.position, draft.card
    match place:
        case Beside(Area.STACK, number):
            if card.face is not Face.UNSEEN:
                return Notice.of("raubbau_edit.stack")
            size = max(1, len(position.stack(number)))
            return position.with_stack(number, stack_of(card.set, size))
        case Beside(Area.SEAT, seat):
            if card.face in DANGERS:
                return Notice.of("raubbau_edit.front")
            return position.with_card(seat, _seen_by_me(position, card))
        case Beside(Area.GONE):
            if card.face is Face.UNSEEN:
                return Notice.of("raubbau_edit.gone")
            return replace(position, gone=(*position.gone, card.known_to(*position.seats)))
    if not _may_hold(place):
        return None
    return position.with_mine({place: _card_here(position, card, place)})


def _card_here(position: Position, card: Treasure, field: Field) -> Treasure:
    """The card in hand as it is on a field: those who knew one with the same back still do."""
    if card.face is Face.CAVE_IN:
        return card.known_to(*position.seats)
    there = position.mine.get(field)
    known = {*there.known} if isinstance(there, Treasure) and there.set == card.set else set()
    if position.face(field) is Face.CAVE_IN:
        known = set()
    return _seen_by_me(position, card.known_to(*(known - {position.me})))


def _seen_by_me(position: Position, card: Treasure) -> Treasure:
    """The card as I see it: I know it if it has a face."""
    if position.me is None or card.face is Face.UNSEEN:
        return card
    return card.known_to(position.me)


def _put_blast(draft: Draft, place: Place) -> Used[Position]:
    """Have the meeple on a field blast; one that does already digs."""
    if not _may_hold(place):
        return None
    position = draft.position
    for seat in position.seats:
        plan = position.plan(seat)
        if isinstance(plan, Reached) and plan.field == place:
            other = Dig if isinstance(plan, Blast) else Blast
            return position.with_plan(seat, other(place, plan.way))
    return Notice.of("raubbau_edit.no_meeple")


def _erase(draft: Draft, place: Place) -> Used[Position]:
    """Empty a field, or take away the last card in front of a player or aside."""
    position = draft.position
    match place:
        case Beside(Area.STACK):
            return Notice.of("raubbau_edit.stack_stays")
        case Beside(Area.SEAT, seat):
            return position.with_front(seat, position.front(seat)[:-1])
        case Beside(Area.GONE):
            return replace(position, gone=position.gone[:-1])
    return _vacated(position, place).with_mine({place: None}) if _may_hold(place) else None


def _put_meeple(draft: Draft, place: Place) -> Used[Position]:
    """Put a player's meeple on a field or on the stairs."""
    position, seat = draft.position, draft.seat
    match place:
        case Field() | Beside(Area.STAIRS) if seat > position.players:
            return _nobody(seat)
        case Beside(Area.STAIRS):
            return _to_stairs(position, seat)
        case Field():
            return _to_field(position, seat, place)
    return None


def _nobody(seat: int) -> Notice:
    """The notice that there is no player of a seat."""
    return Notice.of("raubbau_edit.nobody", seat=seat)


def _to_stairs(position: Position, seat: int) -> Position:
    """Put a meeple on the stairs; one that is there already has left."""
    if not position.leaves(seat):
        return _back_inside(position, seat).with_plan(seat, Leave())
    out = tuple(sorted({*position.out, seat}))
    left = 0 if position.rounds_left is None else position.rounds_left
    return replace(position.with_plan(seat, None), out=out, rounds_left=left, passed=0)


def _to_field(position: Position, seat: int, field: Field) -> Position | Notice:
    """Put a meeple on a field; where it is already, take the next of the ways there."""
    if field == ENTRY:
        return _back_inside(position, seat).with_plan(seat, None)
    if isinstance(position.mine.get(field), Tunnel):
        return Notice.of("raubbau_edit.meeple_tunnel")
    ways = position.ways(field)
    plan = position.plan(seat)
    if isinstance(plan, Reached) and plan.field == field:
        at = ways.index(plan.way) + 1 if plan.way in ways else 0
        way = ways[at % len(ways)] if ways else ""
        return position.with_plan(seat, replace(plan, way=way))
    return _back_inside(_vacated(position, field), seat).with_plan(
        seat, Dig(field, "".join(ways[:1]))
    )


def _vacated(position: Position, field: Field) -> Position:
    """The position without a meeple on a field."""
    for seat in position.seats:
        if position.target(seat) == field:
            position = position.with_plan(seat, None)
    return position


def _back_inside(position: Position, seat: int) -> Position:
    """The position with a seat that has not left."""
    out = tuple(other for other in position.out if other != seat)
    return replace(position, out=out, rounds_left=position.rounds_left if out else None)


def _toggle_known(draft: Draft, place: Place) -> Used[Position]:
    """Let a player know the card on a field; one who does already no longer knows it."""
    if not _may_hold(place):
        return None
    position, seat = draft.position, draft.seat
    if seat > position.players:
        return _nobody(seat)
    if not position.has_face_down_treasure(place):
        return Notice.of("raubbau_edit.no_card")
    card = position.treasure(place)
    known = {*card.known} ^ {seat}
    return position.with_mine({place: replace(card, known=tuple(sorted(known)))})


USES: Mapping[str, Callable[[Draft, Place], Used[Position]]] = {
    **dict.fromkeys(TUNNEL_TOOLS, _put_tunnel),
    DOWN: _put_face_down,
    CARD: _put_card,
    BLAST: _put_blast,
    ERASE: _erase,
    MEEPLE: _put_meeple,
    KNOWS: _toggle_known,
}
"""The use of each kind of tool."""
USELESS: Mapping[Place, str] = {
    ENTRY: "raubbau_edit.entry",
    STAIRS: "raubbau_edit.stairs",
    TUNNELS: "raubbau_edit.tunnels",
}
"""Why a tool has no use on these places, by the key of the sentence."""
