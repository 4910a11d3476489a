"""Places and acts of Kingdom of Solomon in words, for readers and screen readers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.companions.kingdom.acts import (
    Block,
    Build,
    Buy,
    Copy,
    Discard,
    Give,
    Pass,
    Pave,
    Put,
    Score,
    Sell,
    Steal,
    Swap,
    Use,
)
from ksm_widgets.companions.kingdom.fortune import UNSEEN, card_of
from ksm_widgets.companions.kingdom.goods import GOODS, less
from ksm_widgets.companions.kingdom.naming import (
    card_phrase,
    cubes_phrase,
    effect_phrase,
    fortune_phrase,
    good_phrase,
    letters_phrase,
    place_phrase,
    step_phrase,
)
from ksm_widgets.companions.kingdom.places import (
    Action,
    Bonus,
    CardAction,
    OwnCard,
    SeatBoard,
    Shown,
    Stall,
    Temple,
)
from ksm_widgets.companions.kingdom.position import Phase
from ksm_widgets.companions.kingdom.rules import price
from ksm_widgets.companions.telling import counted_phrase, with_things
from ksm_widgets.telling.phrases import Phrase
from ksm_widgets.words import counted

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ksm_widgets.companions.kingdom.acts import Act, How
    from ksm_widgets.companions.kingdom.fortune import Paid
    from ksm_widgets.companions.kingdom.places import LandName, Place, Spot
    from ksm_widgets.companions.kingdom.position import Position

    _By = Mapping[str, object]


def place_told(position: Position, place: Place, language: str) -> str:
    """Everything at a place."""
    things = filter(None, _things(position, place))
    return with_things(place_phrase(position, place).say(language), things, language)


def _things(position: Position, place: Place) -> list[Phrase | None]:
    match place:
        case Stall(good):
            return _stall(position, GOODS.index(good))
        case Temple():
            return _temple(position)
        case SeatBoard(seat):
            return _seat(position, seat) if seat in position.seats else []
        case Shown(number) | OwnCard(number):
            return _card(position, number, place)
        case Action() | Bonus():
            return [effect_phrase(position.box, place), _pawn(position, place)]
        case str():
            return _land(position, place)


def _stall(position: Position, kind: int) -> list[Phrase | None]:
    level, prices = position.market[kind], position.box.prices[kind]
    return [
        counted_phrase("kingdom_told.level", level),
        Phrase("kingdom_told.sells", {"points": prices[level]}) if level < len(prices) else None,
        Phrase("kingdom_told.costs", {"points": prices[level - 1]})
        if 0 < level <= len(prices)
        else None,
    ]


def _temple(position: Position) -> list[Phrase | None]:
    steps = position.box.steps
    parts: list[Phrase | None] = [counted_phrase("kingdom_told.steps", position.temple)]
    if position.temple < len(steps):
        parts.append(step_phrase(steps[position.temple]))
    return parts


def _land(position: Position, place: LandName) -> list[Phrase | None]:
    land, owner = position.box.lands[place], position.owner(place)
    roads = [other for road in position.roads if place in road for other in road if other != place]
    return [
        cubes_phrase(land.goods),
        None if land.site else Phrase("kingdom_told.no_site"),
        Phrase("kingdom_told.free_site") if land.site and owner is None else None,
        None if owner is None else Phrase("kingdom_told.building", {"seat": owner}),
        _pawn(position, place),
        Phrase("kingdom_told.roads", {"places": roads}) if roads else None,
    ]


def _pawn(position: Position, spot: Place) -> Phrase | None:
    pawn = position.pawn_at(spot)
    if pawn is None:
        return None
    key = counted("kingdom_told.pawns", pawn.size)
    return Phrase(key, {"seat": pawn.seat, "count": pawn.size})


def _card(position: Position, number: int, place: Shown | OwnCard) -> list[Phrase | None]:
    card = position.box.buildings.get(number)
    if card is None:
        return []
    does = (
        effect_phrase(position.box, card.action)
        if isinstance(card.action, CardAction)
        else Phrase("kingdom_told.gives", {"goods": cubes_phrase(card.action)})
    )
    if isinstance(place, OwnCard):
        return [does, _pawn(position, place)]
    cost = Phrase("kingdom_told.cost", {"goods": cubes_phrase(card.cost), "points": card.points})
    return [cost, does, None if card.builds else Phrase("kingdom_place.no_building")]


def _seat(position: Position, seat: int) -> list[Phrase | None]:
    points, hand = position.points(seat), position.hand(seat)
    left, tokens = position.pawns_left(seat), position.token_count(seat)
    own = [card_phrase(position, card) for card in position.own_cards(seat)]
    known = [fortune_phrase(card) for card in hand if card != UNSEEN]
    cards = counted_phrase("kingdom_told.hand", len(hand))
    return [
        counted_phrase("shelf_told.points", points),
        Phrase("kingdom_told.order", {"number": position.order_number(seat)}),
        cubes_phrase(position.cubes(seat)),
        Phrase("kingdom_told.list", {"parts": known}) if known and seat == position.me else cards,
        counted_phrase("kingdom_told.tokens", tokens) if tokens else None,
        Phrase("kingdom_told.favour") if position.favour == seat else None,
        Phrase("kingdom_told.own", {"cards": own}) if own else None,
        counted_phrase("kingdom_told.left", left)
        if left and position.phase is Phase.PLACE
        else None,
    ]


# Acts.


def act_phrase(position: Position, act: Act) -> Phrase:
    """An act in a few words, for a button or a step of a plan."""
    return _act(position, act, "kingdom_act", {})


def did_phrase(position: Position, seat: int, act: Act) -> Phrase:
    """A sentence about an act of a seat, for what happened and for tasks."""
    return _act(position, act, "kingdom_did", {"seat": seat})


def gains_phrase(before: Position, after: Position, seat: int) -> Phrase | None:
    """The cubes, points and fortune cards that a seat has gained; None if nothing."""
    cubes = less(after.cubes(seat), before.cubes(seat))
    points = after.points(seat) - before.points(seat)
    cards = len(after.hand(seat)) - len(before.hand(seat))
    gains = [
        cubes_phrase(cubes) if any(cubes) else None,
        counted_phrase("shelf_told.points", points) if points else None,
        counted_phrase("kingdom_told.hand", cards) if cards else None,
    ]
    parts = [gain for gain in gains if gain is not None]
    return Phrase("kingdom_told.list", {"parts": parts}) if parts else None


def _act(position: Position, act: Act, table: str, by: _By) -> Phrase:
    """An act in the words of a table of sentences, told of who it is `by` if they name anybody."""
    match act:
        case Put(spot):
            return Phrase(f"{table}.put", {**by, "place": place_phrase(position, spot)})
        case Use(spot, how):
            return _use(position, spot, how, table, by)
        case Give(good):
            return Phrase(f"{table}.give", {**by, "good": good_phrase(good)})
        case Sell(good) | Buy(good):
            key = f"{table}.sell" if isinstance(act, Sell) else f"{table}.buy"
            params = {**by, "good": good_phrase(good), "points": _price(position, act)}
            return Phrase(key, params)
        case Pass():
            return Phrase(f"{table}.pass_{_pass(position)}", by)
        case Pave(one, other, cards):
            told = Phrase(f"{table}.road", {**by, "one": one, "other": other})
            return _with(told, cards, table)
        case Block():
            return _block(position, act, table, by)
        case Build(card, site, cards):
            got = {**by, "card": card_phrase(position, card), "site": site}
            told = Phrase(f"{table}.build" if site else f"{table}.card", got)
            return _with(told, cards, table)
        case Score(card):
            return Phrase(f"{table}.score", {**by, "card": fortune_phrase(card)})
        case Discard(card):
            return Phrase(f"{table}.discard", {**by, "card": fortune_phrase(card)})


def _pass(position: Position) -> str:
    """The part of the key that names the pass; on the market the box says if it is final (S24)."""
    if position.phase is not Phase.MARKET:
        return "build"
    return "market" if position.box.pass_is_final else "for_now"


def _price(position: Position, act: Sell | Buy) -> object:
    """The points of a trade; `?` where there is no price."""
    found = price(position, act)
    return "?" if found is None else found


def _block(position: Position, act: Block, table: str, by: _By) -> Phrase:
    """The sentence about a block, taken for its points or as a token."""
    steps = position.box.steps[position.temple :]
    points = steps[0].points if steps else 0
    key = f"{table}.token" if act.token else f"{table}.block"
    told = Phrase(key, {**by, "points": points})
    if act.free:
        told = Phrase(f"{table}.free", {"act": told, "goods": letters_phrase(act.free)})
    return _with(told, act.cards, table)


def _with(told: Phrase, cards: Paid, table: str) -> Phrase:
    """The sentence about a work, with the fortune cards that help to pay for it, if any do."""
    if not cards:
        return told
    names = [fortune_phrase(card_of(card)) for card in cards]
    return Phrase(f"{table}.with", {"act": told, "cards": names})


def _use(position: Position, spot: Spot, how: How, table: str, by: _By) -> Phrase:
    """The sentence about a pawn that is resolved, and what was chosen at its spot."""
    params = {**by, "place": place_phrase(position, spot)}
    match how:
        case Steal(other, good):
            params |= {"other": other, "good": good_phrase(good)}
            return Phrase(f"{table}.steal", params)
        case Swap(give, got):
            params |= {"give": good_phrase(give), "get": letters_phrase(got)}
            return Phrase(f"{table}.swap", params)
        case Copy(places):
            return Phrase(f"{table}.copy", {**params, "places": [*places]})
    return Phrase(f"{table}.use", params)
