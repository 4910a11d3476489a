"""Positions of Raubbau for tasks, from matches played at random."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ksm_widgets.companions.raubbau.action import open_ends
from ksm_widgets.companions.raubbau.box import MATERIALS, Face
from ksm_widgets.companions.raubbau.deeds import Draw, Go, Lay, Put, Stand
from ksm_widgets.companions.raubbau.places import Field
from ksm_widgets.companions.raubbau.planning import plan_fault
from ksm_widgets.companions.raubbau.plans import Blast, Dig, Leave, Pass
from ksm_widgets.companions.raubbau.position import Phase, Position, StepKind
from ksm_widgets.companions.raubbau.rules import apply, legal, new_match
from ksm_widgets.companions.raubbau.scene import grid_of
from ksm_widgets.companions.tasks import wanted_position
from ksm_widgets.companions.tuples import with_item, without_item
from ksm_widgets.rules.chance import between, chosen

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from random import Random

    from ksm_widgets.companions.position import ActRefused
    from ksm_widgets.companions.raubbau.cards import Treasure
    from ksm_widgets.companions.raubbau.rules import Act

_MOST_ACTS = 300
_MOST_LAID = 14
"""The most tunnels in a mine that can still be looked over."""
ALL = 99
"""More tunnels than there are: a mine of any size."""


def playing(rng: Random, players: int, most: int = _MOST_LAID) -> Iterator[Position]:
    """A match act by act, played at random up to so many tunnels.

    Nobody leaves, and dragons are left alone.
    """
    start = between(rng, 1, players)
    position = new_match(rng, players, start=start)
    for _ in range(_MOST_ACTS):
        yield position
        if position.phase not in (Phase.PLAN, Phase.ACT) or tunnels_used(position) > most:
            return
        position = apply(position, _act(rng, position))


def _act(rng: Random, position: Position) -> Act:
    """An act at random: planning soon comes to its end, and what is dug is often what was laid."""
    acts = [act for act in legal(position) if _sensible(position, act)] or [*legal(position)]
    if position.phase is Phase.PLAN and Pass() in acts and rng.random() < 0.7:
        return Pass()
    return chosen(rng, acts)


def _sensible(position: Position, act: Act) -> bool:
    match act:
        case Leave():
            return False
        case Dig(field):
            return position.face(field) is not Face.DRAGON
        case Pass():
            here = position.target(position.turn)
            # What is sensible to dig is so from any side.
            return here is None or _sensible(position, Dig(here, "n"))
        case Lay(ends, unlooked):
            return not unlooked and bool(open_ends(position, position.acting_plan.field, ends))
        case Stand(field):
            return position.face(field) is not Face.DRAGON
    return isinstance(act, (Go, Draw, Put))


def position_where(
    rng: Random,
    wanted: Callable[[Position], bool],
    *,
    players: tuple[int, int] = (3, 4),
    chance: float = 0.25,
    most: int = _MOST_LAID,
) -> Position:
    """A position of a match that is as wanted, each taken with this chance."""
    return wanted_position(rng, lambda: playing(rng, between(rng, *players), most), wanted, chance)


def with_cards(position: Position, seat: int, faces: Iterable[Face]) -> Position:
    """The position with cards of these faces in front of a seat, taken from the stacks."""
    for face in faces:
        found = in_stacks(position, face)
        assert found is not None
        number, depth = found
        stack = position.stack(number)
        position = position.with_stack(number, without_item(stack, depth))
        position = position.with_card(seat, stack[depth - 1])
    return position


def in_stacks(position: Position, face: Face) -> tuple[int, int] | None:
    """The stack of the first card of a face and its place from below; None if there is none.

    Both are counted from 1.
    """
    found = (
        (number, depth)
        for number, stack in enumerate(position.stacks, start=1)
        for depth, card in enumerate(stack, start=1)
        if card.face is face
    )
    return next(found, None)


def _exchanged(position: Position, face: Face, card: Treasure) -> tuple[Treasure, Position] | None:
    """A card of a face from the stacks, and the position with another in its place.

    None if the stacks have no such card.
    """
    found = in_stacks(position, face)
    if found is None:
        return None
    number, depth = found
    stack = position.stack(number)
    after = position.with_stack(number, with_item(stack, depth, replace(card, known=())))
    return stack[depth - 1], after


def fields_shown(position: Position) -> list[Field]:
    """The fields of the grid."""
    rows, columns = grid_of(position)
    return [Field(row, column) for row in rows for column in columns]


def ways_or_any(position: Position, field: Field) -> tuple[str, ...]:
    """The ways to a field; where there is none, one made up, with which a plan is refused."""
    return position.ways(field) or ("n",)


def fault_of(position: Position, field: Field, kind: type[Dig | Blast] = Dig) -> ActRefused | None:
    """The rule that forbids the seat whose turn it is to dig or blast there, by any way."""
    ways = ways_or_any(position, field)
    faults = [plan_fault(position, position.turn, kind(field, way)) for way in ways]
    return None if None in faults else faults[0]


def armed(position: Position) -> Position:
    """The position with the cards for a blast in front of the seat whose turn it is."""
    return with_cards(position, position.turn, MATERIALS)


def with_card_drawn(position: Position, face: Face) -> Position | None:
    """The position with a card of this face drawn first instead of the one that was.

    None if the stacks have no such card, or if a cave-in was drawn besides.
    """
    step = position.step
    assert step is not None
    first, *others = step.cards
    exchanged = _exchanged(position, face, first)
    if exchanged is None or any(card.face is Face.CAVE_IN for card in others):
        return None
    card, after = exchanged
    cards = (card.known_to(position.turn), *others)
    return replace(after, step=replace(step, cards=cards))


def with_face(position: Position, field: Field, face: Face) -> Position:
    """The position with a card of this face from the stacks on a field, in place of the one there.

    The same if there is none in the stacks.
    """
    card = position.treasure(field)
    exchanged = _exchanged(position, face, card)
    if exchanged is None:
        return position
    other, after = exchanged
    return after.with_mine({field: replace(other, known=card.known)})


def last_tunnel_drawn(rng: Random, wanted: Callable[[Position], bool]) -> Position:
    """A position in which somebody is to act, and no tunnel is left."""

    def fits(one: Position) -> bool:
        return not one.tunnels and acting(one, None, 0, ALL) and wanted(one)

    return position_where(rng, fits, players=(3, 3), chance=0.5, most=ALL)


def tunnels_used(position: Position) -> int:
    """The number of tunnels that have come from the stack."""
    return position.box.tunnels_for(position.players) - len(position.tunnels)


def small(position: Position, least: int = 3, most: int = 10) -> bool:
    """Whether players are planning, in a mine of a size that can be looked over."""
    return position.phase is Phase.PLAN and least <= tunnels_used(position) <= most


def acting(position: Position, kind: StepKind | None, least: int = 2, most: int = 11) -> bool:
    """Whether a step of somebody's action is next, in a mine of a size that can be looked over."""
    step = None if position.step is None else position.step.kind
    acts = position.phase is Phase.ACT and position.plan(position.turn) is not None
    return acts and step is kind and least <= tunnels_used(position) <= most
