"""The resolution of pawns in Kingdom of Solomon: what each spot brings (S13-S20)."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations_with_replacement
from random import Random
from typing import TYPE_CHECKING

from ksm_widgets.companions.kingdom import NAME
from ksm_widgets.companions.kingdom.acts import Copy, Steal, Swap, Use
from ksm_widgets.companions.kingdom.fortune import UNSEEN
from ksm_widgets.companions.kingdom.goods import (
    GOLD,
    GOODS,
    ONE_OF_EACH,
    Cubes,
    added,
    kinds_in,
    least,
    less,
    read_cubes,
)
from ksm_widgets.companions.kingdom.naming import place_phrase
from ksm_widgets.companions.kingdom.places import Action, Bonus, CardAction, OwnCard
from ksm_widgets.companions.kingdom.position import Position
from ksm_widgets.companions.kingdom.spots import brought, effect_of
from ksm_widgets.companions.position import ActRefused
from ksm_widgets.rules.chance import shuffled

if TYPE_CHECKING:
    from ksm_widgets.companions.kingdom.acts import How
    from ksm_widgets.companions.kingdom.places import LandName, Spot


_RULES: dict[type, str] = {str: "S14", Bonus: "S16", Action: "S18", OwnCard: "S19"}
"""The rule about what each kind of spot brings."""


def uses(position: Position, seat: int) -> tuple[Use, ...]:
    """Every way to resolve a pawn of a seat."""
    return tuple(
        Use(pawn.spot, how)
        for pawn in position.pawns
        if pawn.seat == seat
        for how in ways(position, pawn.spot, seat)
    )


def ways(position: Position, spot: Spot, seat: int) -> list[How]:
    """The choices at a spot; None where there is none, and to go without a swap (S18-S20)."""
    held, stock = kinds_in(position.cubes(seat)), kinds_in(position.stock)
    match effect_of(position, spot):
        case Action.TRADER:
            return [None, *(Swap(give, get) for give in held for get in stock if give != get)]
        case CardAction.TRADER:
            return [None, *_master_swaps(position, held)]
        case Action.THIEF:
            thefts = [
                Steal(other, good)
                for other in position.seats
                if other != seat
                for good in kinds_in(position.cubes(other))
            ]
            return [*thefts] or [None]
        case Action.ARTISAN:
            return [Copy((place,)) for place in _stood(position, seat)] or [None]
        case CardAction.ARTISAN:
            stood = _stood(position, seat)
            chosen = combinations_with_replacement(stood, position.box.master_artisan)
            return [*map(Copy, chosen)] or [None]
    return [None]


def _in_order(position: Position, how: How) -> How:
    """A choice with its places in the order of the map, its goods in that of GOODS."""
    match how:
        case Copy(places):
            return Copy(position.box.in_map_order(places))
        case Swap(give, got):
            return Swap(give, "".join(sorted(got, key=GOODS.find)))
    return how


def _stood(position: Position, seat: int) -> list[LandName]:
    """The resource places where a seat's pawns stood when the resolution began (S18)."""
    return [place for place, owner in position.stood if owner == seat]


def _master_swaps(position: Position, held: list[str]) -> list[Swap]:
    """A cube for others, none of them gold, as far as the stock has them (S19)."""
    stock = position.stock
    found = []
    for give in held:
        others = [good for good in GOODS[GOLD + 1 :] if good != give]
        for got in combinations_with_replacement(others, position.box.master_trader):
            if min(less(stock, read_cubes("".join(got)))) >= 0:
                found.append(Swap(give, "".join(got)))
    return found


def used(position: Position, act: Use) -> Position:
    """The position after a pawn was resolved and went home; raises ActRefused."""
    seat, spot = position.turn, act.spot
    pawn = position.pawn_at(spot)
    if pawn is None or pawn.seat != seat:
        raise ActRefused(
            "kingdom_refused.no_pawn", "S13", (spot,), place=place_phrase(position, spot)
        )
    if _in_order(position, act.how) not in ways(position, spot, seat):
        place = place_phrase(position, spot)
        raise ActRefused("kingdom_refused.no_way", _RULES[type(spot)], (spot,), place=place)
    position = replace(position, pawns=tuple(one for one in position.pawns if one is not pawn))
    return _done_at(position, seat, spot, act.how)


def _done_at(position: Position, seat: int, spot: Spot, how: How) -> Position:
    """The position after a spot has had its effect, as was chosen there."""
    box = position.box
    match effect_of(position, spot), how:
        case None, _:
            return _gained(position, seat, brought(position, spot, seat))
        case Bonus.TRIBUTE, _:
            return _gained(position, seat, ONE_OF_EACH)
        case Bonus.ARK, _:
            return _drawn(position, seat, box.ark)
        case Bonus.ALTAR, _:
            points = box.altar * position.order_number(seat)
            order = (seat, *position.others(seat))
            return replace(position.scored(seat, points), order=order)
        case Action.PROPHET, _:
            return _drawn(position, seat, 1)
        case Action.MINISTER, _:
            return position.scored(seat, box.minister)
        case CardAction.TAX, _:
            return _taxed(position, seat)
        case _, Swap(give, got):
            return _gained(_lost(position, seat, give), seat, read_cubes(got))
        case _, Steal(other, good):
            return _moved(position, other, seat, good)
        case _, Copy(places):
            return _gained(position, seat, *(box.lands[place].goods for place in places))
    return position


def _gained(position: Position, seat: int, *gains: Cubes) -> Position:
    """The position in which a seat has got goods, as far as the stock has them (S15)."""
    for goods in gains:
        got = least(goods, position.stock)
        position = position.with_cubes(seat, added(position.cubes(seat), got))
    return position


def _lost(position: Position, seat: int, good: str) -> Position:
    """The position in which a seat has given a cube away."""
    return position.with_cubes(seat, less(position.cubes(seat), read_cubes(good)))


def _moved(position: Position, giver: int, taker: int, good: str) -> Position:
    position = _lost(position, giver, good)
    return position.with_cubes(taker, added(position.cubes(taker), read_cubes(good)))


def payers(position: Position, seat: int) -> tuple[int, ...]:
    """The others who must give a cube to the Tax Collector, in order (S19)."""
    fewest = position.box.tax
    return tuple(other for other in position.others(seat) if sum(position.cubes(other)) >= fewest)


def _taxed(position: Position, seat: int) -> Position:
    owing = payers(position, seat)
    if not owing:
        return position
    return replace(position, owing=owing, collector=seat, turn=owing[0])


def given(position: Position, good: str) -> Position:
    """The position after the next payer gave a cube; the collector goes on after the last."""
    seat, collector = position.turn, position.collector
    assert collector is not None
    if not position.cubes(seat)[GOODS.index(good)]:
        raise ActRefused("kingdom_refused.no_cube", "S19")
    position = _moved(position, seat, collector, good)
    owing = position.owing[1:]
    if owing:
        return replace(position, owing=owing, turn=owing[0])
    return replace(position, owing=(), collector=None, turn=collector)


def _drawn(position: Position, seat: int, count: int) -> Position:
    """The position in which a seat has drawn fortune cards; the discards become a pile (S21)."""
    for _ in range(count):
        pile, discards = position.pile, position.discards
        if not pile and discards:
            if position.seed is None:
                pile = (UNSEEN,) * len(discards)
            else:
                rng = Random(f"{NAME} {position.seed} {position.scores} {discards}")
                pile = tuple(shuffled(rng, discards))
            discards = ()
        if not pile:
            return position
        card = pile[-1]
        position = replace(position, pile=pile[:-1], discards=discards)
        position = position.with_hand(seat, (*position.hand(seat), card))
    return position
