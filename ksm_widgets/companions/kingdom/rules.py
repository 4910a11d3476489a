"""The rules of Kingdom of Solomon: the acts of a position, and the position after one (S5-S34).

A position that a seat sees can be played on too: fortune cards that nobody has seen come as unseen,
and gaps among the building cards stay.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

from ksm_widgets.companions.kingdom import NAME, resolution
from ksm_widgets.companions.kingdom.acts import (
    TRADES,
    Act,
    Block,
    Build,
    Buy,
    Discard,
    Give,
    Pass,
    Pave,
    Put,
    Score,
    Sell,
    Use,
)
from ksm_widgets.companions.kingdom.box import LEVELS, Box, the_box
from ksm_widgets.companions.kingdom.fortune import UNSEEN, points_of
from ksm_widgets.companions.kingdom.goods import GOODS, added, kinds_in, less, read_cubes
from ksm_widgets.companions.kingdom.naming import fortune_phrase
from ksm_widgets.companions.kingdom.places import Bonus, Stall
from ksm_widgets.companions.kingdom.position import Pawn, Phase, Position, empty, standing
from ksm_widgets.companions.kingdom.spots import free_spots, spot_fault
from ksm_widgets.companions.kingdom.works import building_acts, check_work, with_work
from ksm_widgets.companions.position import ActRefused
from ksm_widgets.companions.tuples import with_item, without
from ksm_widgets.rules.chance import shuffled

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ksm_widgets.companions.kingdom.places import Spot


def legal(position: Position) -> tuple[Act, ...]:
    """Every act of the seat whose turn it is; none after the end."""
    if position.is_over:
        return ()
    seat = position.turn
    if position.owing:
        return tuple(map(Give, kinds_in(position.cubes(seat))))
    known = sorted({*position.known(seat)})
    if position.phase is Phase.DISCARD:
        unseen = [UNSEEN] if UNSEEN in position.hand(seat) else []
        return tuple(map(Discard, (*known, *unseen)))
    scores = [Score(card) for card in known if points_of(card)]
    return (*_acts(position, seat), *scores)


def _acts(position: Position, seat: int) -> Iterator[Act]:
    match position.phase:
        case Phase.PLACE:
            yield from map(Put, free_spots(position, seat))
        case Phase.RESOLVE:
            yield from resolution.uses(position, seat)
        case Phase.MARKET:
            for act in TRADES:
                if trade_fault(position, act) is None:
                    yield act
            yield Pass()
        case Phase.BUILD:
            yield from building_acts(position, seat)
            yield Pass()


_PHASES: dict[type, tuple[Phase, ...]] = {
    Put: (Phase.PLACE,),
    Use: (Phase.RESOLVE,),
    Sell: (Phase.MARKET,),
    Buy: (Phase.MARKET,),
    Pass: (Phase.MARKET, Phase.BUILD),
    Pave: (Phase.BUILD,),
    Block: (Phase.BUILD,),
    Build: (Phase.BUILD,),
    Discard: (Phase.DISCARD,),
    Score: (Phase.PLACE, Phase.RESOLVE, Phase.MARKET, Phase.BUILD),
}
"""The phases of the acts, but for what the Tax Collector is owed."""


def apply(position: Position, act: Act) -> Position:
    """The position after an act; raises ActRefused with the rule and places."""
    if position.is_over:
        raise ActRefused("kingdom_refused.over", "S34")
    if position.owing and not isinstance(act, Give):
        raise ActRefused("kingdom_refused.owing", "S19", seat=position.turn)
    if isinstance(act, Give) and not position.owing:
        raise ActRefused("kingdom_refused.not_owing", "S19", seat=position.turn)
    if not position.owing and position.phase not in _PHASES[type(act)]:
        raise ActRefused("kingdom_refused.phase", "S7")
    match act:
        case Put(spot):
            return _put(position, spot)
        case Use():
            return _next_resolver(resolution.used(position, act))
        case Give(good):
            return _next_resolver(resolution.given(position, good))
        case Sell() | Buy():
            return _traded(position, act)
        case Pass():
            return _passed(position)
        case Score(card) | Discard(card):
            return _card_used(position, card)
        case Pave() | Block() | Build():
            check_work(position, act)
            return with_work(position, act)


# Placement (S8-S12).


def _put(position: Position, spot: Spot) -> Position:
    seat = position.turn
    fault = spot_fault(position, spot, seat)
    if fault is not None:
        raise fault
    count = position.pawns_left(seat) if isinstance(spot, Bonus) else 1
    left = with_item(position.left, seat, position.pawns_left(seat) - count)
    pawns = (*position.pawns, Pawn(spot, seat, count))
    return _next_placer(replace(position, pawns=pawns, left=left))


def _next_placer(position: Position) -> Position:
    """The position with the turn of the seat that places the next pawn, or resolves first (S8)."""
    at = position.order.index(position.turn)
    following = (*position.order[at + 1 :], *position.order[: at + 1])
    for seat in following:
        if position.pawns_left(seat) and free_spots(position, seat):
            return replace(position, turn=seat)
    resolving = replace(
        position,
        phase=Phase.RESOLVE,
        left=(0,) * position.players,
        done=(),
        stood=standing(position.box, position.pawns),
    )
    return _resolving(resolving)


# Resolution (S13, S17).


def _next_resolver(position: Position) -> Position:
    """The position after a pawn was resolved: its seat goes on as long as it has others out."""
    if position.owing or position.has_pawn_out(position.turn):
        return position
    return _resolving(replace(position, done=(*position.done, position.turn)))


def _resolving(position: Position) -> Position:
    """The position with the turn of who resolves next, in the order as it is now, or the market."""
    for seat in position.waiting:
        if position.has_pawn_out(seat):
            return replace(position, turn=seat)
    return replace(
        position, phase=Phase.MARKET, turn=position.order[-1], done=(), stood=(), pawns=()
    )


# The market (S23, S24).


def price(position: Position, act: Sell | Buy) -> int | None:
    """The points of a sale, or the cost of a purchase; None without a place or cube (S23)."""
    kind = GOODS.index(act.good)
    level = position.market[kind] - isinstance(act, Buy)
    return position.box.prices[kind][level] if 0 <= level < LEVELS else None


def trade_fault(position: Position, act: Sell | Buy) -> ActRefused | None:
    """The reason why the seat in turn may not trade, if any (S23, S24)."""
    seat, found = position.turn, price(position, act)
    key, rule = None, "S23"
    if isinstance(act, Sell) and not position.cubes(seat)[GOODS.index(act.good)]:
        key = "no_cube"
    elif found is None:
        key = "full" if isinstance(act, Sell) else "sold_out"
    elif isinstance(act, Buy) and position.points(seat) < found:
        key, rule = "poor", "S24"
    if key is None:
        return None
    return ActRefused(f"kingdom_refused.{key}", rule, (Stall(act.good),))


def _traded(position: Position, act: Sell | Buy) -> Position:
    fault = trade_fault(position, act)
    if fault is not None:
        raise fault
    seat, cube = position.turn, read_cubes(act.good)
    found = price(position, act)
    assert found is not None
    goods = position.cubes(seat)
    if isinstance(act, Sell):
        points, goods, market = found, less(goods, cube), added(position.market, cube)
    else:
        points, goods, market = -found, added(goods, cube), less(position.market, cube)
    done = position.done if position.box.pass_is_final else ()
    position = position.scored(seat, points).with_cubes(seat, goods)
    return _next_trader(replace(position, market=market, done=done))


def _next_trader(position: Position) -> Position:
    """The position with the turn of the next in reverse order who has not passed (S24)."""
    back = position.order[::-1]
    at = back.index(position.turn)
    for seat in (*back[at + 1 :], *back[: at + 1]):
        if seat not in position.done:
            return replace(position, turn=seat)
    return replace(position, phase=Phase.BUILD, turn=position.order[0], done=(), bought=False)


def _passed(position: Position) -> Position:
    position = replace(position, done=(*position.done, position.turn), bought=False)
    if position.phase is Phase.MARKET:
        return _next_trader(position)
    if position.waiting:
        return replace(position, turn=position.waiting[0])
    return _round_ended(position)


# Fortune cards, and the end of a round (S21, S22, S30, S34).


def _card_used(position: Position, card: str) -> Position:
    """The position after a card was played for its points, or discarded."""
    seat = position.turn
    hand = position.hand(seat)
    if card not in hand:
        raise ActRefused("kingdom_refused.no_card", "S21", card=fortune_phrase(card))
    points = points_of(card)
    if position.phase is not Phase.DISCARD:
        if not points:
            raise ActRefused("kingdom_refused.no_points", "S22", card=fortune_phrase(card))
        position = position.scored(seat, points)
    position = replace(position, discards=(*position.discards, card))
    position = position.with_hand(seat, without(hand, card))
    return _round_ended(position) if position.phase is Phase.DISCARD else position


def _round_ended(position: Position) -> Position:
    """The position once all have built: too many cards are discarded, then a new round begins."""
    for seat in position.order:
        if len(position.hand(seat)) > position.box.hand_limit:
            return replace(position, phase=Phase.DISCARD, turn=seat, done=())
    if position.ending:
        return replace(position, phase=Phase.END, turn=position.order[0], done=())
    gaps = position.box.display - len(position.display)
    drawn = tuple(filter(None, position.deck[::-1][:gaps]))
    return replace(
        position,
        phase=Phase.PLACE,
        turn=position.order[0],
        done=(),
        display=tuple(sorted((*position.display, *drawn))),
        deck=position.deck[: len(position.deck) - len(drawn)],
        left=(position.box.pawns_of(position.players),) * position.players,
    )


def new_game(seed: int, players: int, box: Box | None = None) -> Position:
    """A game that is set up; the same seed deals the same cards (S1-S5)."""
    box = the_box() if box is None else box
    rng = Random(f"{NAME} {seed}")
    order = tuple(shuffled(rng, range(1, players + 1)))
    deck = shuffled(rng, sorted(box.buildings))
    display = tuple(sorted(deck.pop() for _ in range(min(box.display, len(deck)))))
    return replace(
        empty(box, order),
        display=display,
        left=(box.pawns_of(players),) * players,
        pile=tuple(shuffled(rng, sorted(box.fortune.elements()))),
        deck=tuple(deck),
        seed=seed,
    )
