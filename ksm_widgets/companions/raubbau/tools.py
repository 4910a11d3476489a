"""The tools that set up a position of Raubbau, and what a touch of a place does with them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from ksm_widgets.companions.drafting import ERASE
from ksm_widgets.companions.raubbau.box import DANGERS, KINDS, MOST_PLAYERS, SIDES, Face
from ksm_widgets.companions.raubbau.cards import FACE_DOWN, Treasure, Tunnel, stack_of
from ksm_widgets.companions.raubbau.places import (
    ENTRY,
    GONE,
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


class Hand(NamedTuple):
    """The tool in hand, and the card that is put down with CARD."""

    tool: Tool
    card: Treasure

    @property
    def kind(self) -> str:
        """The kind of the tool."""
        return self.tool.kind

    @property
    def seat(self) -> int:
        """The seat that the tool is of."""
        return self.tool.seat


Done = Position | Notice
"""The position after a touch, or why the tool has no use there."""


def used(position: Position, hand: Hand, place: Place) -> Done:
    """Use the tool in hand on a place."""
    if isinstance(place, Field):
        return _on_field(position, hand, place)
    return _beside(position, hand, place)


# On a field.


def _on_field(position: Position, hand: Hand, place: Field) -> Done:
    if place == ENTRY and hand.kind != MEEPLE:
        return Notice.of("raubbau_edit.entry")
    return _nobody(position, hand) or _USES[hand.kind](position, hand, place)


def _nobody(position: Position, hand: Hand) -> Notice | None:
    """A notice if the tool is of a seat that nobody has."""
    if hand.seat <= position.players:
        return None
    return Notice.of("raubbau_edit.nobody", seat=hand.seat)


def _put_tunnel(position: Position, hand: Hand, place: Field) -> Done:
    return position.with_mine({place: _rotated(position, place, hand.kind)})


def _rotated(position: Position, place: Field, kind: str) -> Tunnel:
    """A tunnel of a kind laid on a field, joined as well as can be; one there is rotated."""
    rotations = Tunnel(KINDS[kind]).rotations()
    there = position.mine.get(place)
    if there in rotations:
        return rotations[(rotations.index(there) + 1) % len(rotations)]

    ways = position.ways(place)
    beside = [side for side in SIDES if position.is_open(place.next(side))]

    def fits(ends: Tunnel) -> tuple[int, int]:
        joined = sum(side in ends for side in ways)
        alike = sum((side in ends) == (side in ways) for side in beside)
        return joined, alike

    return max(rotations, key=fits)


def _put_face_down(position: Position, hand: Hand, place: Field) -> Done:
    return position.with_mine({place: FACE_DOWN})


def _put_card(position: Position, hand: Hand, place: Field) -> Done:
    return position.with_mine({place: _card_here(position, hand, place)})


def _card_here(position: Position, hand: Hand, place: Field) -> Treasure:
    """The card in hand as it is on a field: those who knew one with the same back still do."""
    card = hand.card
    if card.face is Face.CAVE_IN:
        return card.known_to(*position.seats)
    there = position.mine.get(place)
    known = {*there.known} if isinstance(there, Treasure) and there.set == card.set else set()
    if position.face(place) is Face.CAVE_IN:
        known = set()
    if position.me is not None:
        known -= {position.me}
        if card.face is not Face.UNSEEN:
            known.add(position.me)
    return card.known_to(*known)


def _put_blast(position: Position, hand: Hand, place: Field) -> Done:
    """Have the meeple on a field blast; one that does already digs."""
    for seat in position.seats:
        plan = position.plan(seat)
        if isinstance(plan, Reached) and plan.field == place:
            other = Dig if isinstance(plan, Blast) else Blast
            return position.with_plan(seat, other(place, plan.way))
    return Notice.of("raubbau_edit.no_meeple")


def _erase(position: Position, hand: Hand, place: Field) -> Done:
    return _vacated(position, place).with_mine({place: None})


def _put_meeple(position: Position, hand: Hand, place: Field) -> Done:
    """Put a meeple on a field; where it is already, take the next of the ways there."""
    seat = hand.seat
    if place == ENTRY:
        return _inside(position, seat).with_plan(seat, None)
    if isinstance(position.mine.get(place), Tunnel):
        return Notice.of("raubbau_edit.meeple_tunnel")
    ways = position.ways(place)
    plan = position.plan(seat)
    if isinstance(plan, Reached) and plan.field == place:
        at = ways.index(plan.way) + 1 if plan.way in ways else 0
        way = ways[at % len(ways)] if ways else ""
        return position.with_plan(seat, replace(plan, way=way))
    return _inside(_vacated(position, place), seat).with_plan(seat, Dig(place, "".join(ways[:1])))


def _vacated(position: Position, place: Field) -> Position:
    """The position without a meeple on a field."""
    for seat in position.seats:
        if position.target(seat) == place:
            position = position.with_plan(seat, None)
    return position


def _inside(position: Position, seat: int) -> Position:
    """The position with a seat that has not left."""
    out = tuple(other for other in position.out if other != seat)
    return replace(position, out=out, rounds_left=position.rounds_left if out else None)


def _toggle_known(position: Position, hand: Hand, place: Field) -> Done:
    """Let a seat know the card on a field; one that does already no longer knows it."""
    card = position.mine.get(place)
    if not isinstance(card, Treasure) or card.face is Face.CAVE_IN:
        return Notice.of("raubbau_edit.no_card")
    known = {*card.known} ^ {hand.seat}
    return position.with_mine({place: replace(card, known=tuple(sorted(known)))})


_USES: Mapping[str, Callable[[Position, Hand, Field], Done]] = {
    **dict.fromkeys(TUNNEL_TOOLS, _put_tunnel),
    DOWN: _put_face_down,
    CARD: _put_card,
    BLAST: _put_blast,
    ERASE: _erase,
    MEEPLE: _put_meeple,
    KNOWS: _toggle_known,
}


# Beside the mine.


def _beside(position: Position, hand: Hand, place: Beside) -> Done:
    if place == TUNNELS:
        return Notice.of("raubbau_edit.tunnels")
    if place == STAIRS:
        return _on_stairs(position, hand)
    if hand.kind not in (CARD, ERASE):
        return Notice.of("raubbau_edit.cards_only")
    if place == GONE:
        return _on_gone(position, hand)
    on_it = _on_stack if place.area is Area.STACK else _on_front
    return on_it(position, hand, place.number)


def _on_stairs(position: Position, hand: Hand) -> Done:
    if hand.kind != MEEPLE:
        return Notice.of("raubbau_edit.stairs")
    return _nobody(position, hand) or _to_stairs(position, hand.seat)


def _on_stack(position: Position, hand: Hand, number: int) -> Done:
    if hand.kind == CARD and hand.card.face is Face.UNSEEN:
        size = max(1, len(position.stacks[number - 1]))
        return position.with_stack(number, stack_of(hand.card.set, size))
    return Notice.of("raubbau_edit.stack")


def _on_gone(position: Position, hand: Hand) -> Done:
    """Add the card in hand to those that are out of the match, or take the last one back."""
    if hand.kind == ERASE:
        return replace(position, gone=position.gone[:-1])
    if hand.card.face is Face.UNSEEN:
        return Notice.of("raubbau_edit.gone")
    card = hand.card.known_to(*position.seats)
    return replace(position, gone=(*position.gone, card))


def _on_front(position: Position, hand: Hand, seat: int) -> Done:
    """Add the card in hand to those in front of a player, or take the last one away."""
    if hand.kind == ERASE:
        return position.with_front(seat, position.front(seat)[:-1])
    if hand.card.face in DANGERS:
        return Notice.of("raubbau_edit.front")
    return position.with_card(seat, hand.card)


def _to_stairs(position: Position, seat: int) -> Position:
    """Put a meeple on the stairs; one that is there already has left."""
    if not position.leaves(seat):
        return _inside(position, seat).with_plan(seat, Leave())
    out = tuple(sorted({*position.out, seat}))
    left = 0 if position.rounds_left is None else position.rounds_left
    return replace(position.with_plan(seat, None), out=out, rounds_left=left, passed=0)
