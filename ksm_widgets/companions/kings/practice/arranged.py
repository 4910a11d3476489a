"""Positions of Kings under Mountains arranged for tasks: cards come from the deck of a game."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from ksm_widgets.companions.kings.cards import STRONGEST, UNSEEN
from ksm_widgets.companions.kings.position import HIDDEN, Position, Site
from ksm_widgets.companions.tuples import without_item
from ksm_widgets.rules.chance import chosen, shuffled

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from ksm_widgets.companions.kings.cards import AnyCard, Mine, Race, Unit

SideT = TypeVar("SideT", bound="Unit | Mine")


def unit_from_deck(
    position: Position, fits: Callable[[Unit], bool]
) -> tuple[Unit, Position] | None:
    """A unit that fits, from below the deck's top, and the position without its card."""
    return _from_deck(
        position,
        lambda card: card.unit if card.unit is not UNSEEN and fits(card.unit) else None,
    )


def mine_from_deck(
    position: Position, fits: Callable[[Mine], bool]
) -> tuple[Mine, Position] | None:
    """A mine that fits, from below the deck's top, and the position without its card."""
    return _from_deck(
        position,
        lambda card: card.mine if card.mine is not UNSEEN and fits(card.mine) else None,
    )


def _from_deck(
    position: Position, side_of: Callable[[AnyCard], SideT | None]
) -> tuple[SideT, Position] | None:
    """The first side that `side_of` finds on a card, and the position without that card."""
    for number, card in enumerate(position.deck[:-1], start=1):
        side = side_of(card)
        if side is not None:
            return side, replace(position, deck=without_item(position.deck, number))
    return None


def put_under(position: Position, count: int) -> Position:
    """The position with more cards at the bottom of its deck: what has left the table."""
    return replace(position, deck=(*[HIDDEN] * count, *position.deck))


def with_a_mine_begun(
    rng: Random,
    position: Position,
    miners: int | None,
    *,
    overseer: bool | None = None,
    size: int = 2,
) -> Position | None:
    """The position with one more captured mine of the seat whose turn it is.

    The mine has at least this size. It has this number of miners, though never the last one, or
    all of them if `miners` is None. None if the deck lacks the cards.
    """
    seat = position.turn
    race = position.race(seat)
    taken = mine_from_deck(
        position, lambda mine: mine.size >= size and overseer in (None, mine.overseer)
    )
    if taken is None:
        return None
    mine, position = taken
    count = mine.size if miners is None else min(miners, mine.size - 1)
    low = chosen(rng, (0, 1, 2))
    units: list[Unit] = []
    for _ in range(count):
        least = low if not units else units[-1].strength + 1
        step = unit_from_deck(position, partial(_miner, race, least))
        if step is None:
            return None
        unit, position = step
        units.append(unit)
    own = (*position.own_of(seat), Site(mine, tuple(units)))
    return position.with_own(seat, own)


def _miner(race: Race, least: int, unit: Unit) -> bool:
    """Whether a unit can be the next miner of a race's king, not far above the one below."""
    return unit.race != race and least <= unit.strength <= least + 2


def _is_nine(unit: Unit) -> bool:
    return unit.strength == STRONGEST


def _is_low(unit: Unit) -> bool:
    return 1 <= unit.strength <= 6


def stuck_centre(rng: Random, position: Position, nines: int) -> Position | None:
    """The position with a unit on each mine of the centre: `nines` times a 9, else a low one."""
    centre = []
    gone = sum(1 + len(site.units) for _, site in position.centre_sites())
    for number, there in enumerate(shuffled(rng, position.centre)):
        taken = mine_from_deck(position, lambda mine: mine.defence > 1)
        if there is None or taken is None:
            return None
        mine, position = taken
        step = unit_from_deck(position, _is_nine if number < nines else _is_low)
        if step is None:
            return None
        unit, position = step
        centre.append(Site(mine, (unit,)))
    return put_under(replace(position, centre=tuple(shuffled(rng, centre))), gone)
