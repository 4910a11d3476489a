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
from ksm_widgets.telling.phrases import Phrase, Reader
from ksm_widgets.words import counted

if TYPE_CHECKING:
    from ksm_widgets.companions.kingdom.acts import Act, How
    from ksm_widgets.companions.kingdom.fortune import Paid
    from ksm_widgets.companions.kingdom.places import LandName, Place, Spot
    from ksm_widgets.companions.kingdom.position import Position


def place_told(position: Position, place: Place, language: str) -> str:
    """Everything at a place."""
    reader = Reader(language)
    name = reader.say(place_phrase(position, place)).rstrip(".")
    return with_things(name, filter(None, _things(position, place)), reader)


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
        Phrase("kingdom_told.costs", {"points": prices[level - 1]}) if level else None,
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
    return [cost, does, None if card.builds else Phrase("kingdom_spot.no_building")]


def _seat(position: Position, seat: int) -> list[Phrase | None]:
    points, hand = position.points(seat), position.hand(seat)
    left, tokens = position.pawns_left(seat), position.token_count(seat)
    own = [card_phrase(position, card) for card in position.own_cards(seat)]
    known = [fortune_phrase(card) for card in hand if card != UNSEEN]
    cards = counted_phrase("kingdom_told.hand", len(hand))
    return [
        counted_phrase("shelf_told.points", points),
        Phrase("kingdom_told.order", {"number": position.number(seat)}),
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
    match act:
        case Put(spot):
            return Phrase("kingdom_act.put", {"place": place_phrase(position, spot)})
        case Use(spot, how):
            return _use(position, spot, how)
        case Give(good):
            return Phrase("kingdom_act.give", {"good": good_phrase(good)})
        case Sell(good) | Buy(good):
            key = "sell" if isinstance(act, Sell) else "buy"
            params = {"good": good_phrase(good), "points": _price(position, act)}
            return Phrase(f"kingdom_act.{key}", params)
        case Pass():
            key = "pass_market" if position.phase is Phase.MARKET else "pass_build"
            return Phrase(f"kingdom_act.{key}")
        case Pave(one, other, cards):
            return _with(Phrase("kingdom_act.road", {"one": one, "other": other}), cards)
        case Block():
            return _block(position, act)
        case Build(card, site, cards):
            got = {"card": card_phrase(position, card), "site": site}
            return _with(Phrase(f"kingdom_act.{'build' if site else 'card'}", got), cards)
        case Score(card):
            return Phrase("kingdom_act.score", {"card": fortune_phrase(card)})
        case Discard(card):
            return Phrase("kingdom_act.discard", {"card": fortune_phrase(card)})


def did_phrase(position: Position, seat: int, act: Act) -> Phrase:
    """A sentence about an act of a seat, for what happened and for tasks."""
    return _did(act_phrase(position, act), seat)


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


def _did(phrase: Phrase, seat: int) -> Phrase:
    params = {
        name: _did(value, seat)
        if isinstance(value, Phrase) and value.key.startswith("kingdom_act.")
        else value
        for name, value in phrase.params.items()
    }
    params = {**params, "seat": seat, "from": params.get("seat")}
    name = phrase.key.removeprefix("kingdom_act.")
    return Phrase(f"kingdom_did.{name}", params)


def _price(position: Position, act: Sell | Buy) -> object:
    found = price(position, act)
    return "?" if found is None else found


def _block(position: Position, act: Block) -> Phrase:
    """A block for its points, or as a token."""
    steps = position.box.steps[position.temple :]
    points = steps[0].points if steps else 0
    phrase = Phrase(f"kingdom_act.{'token' if act.token else 'block'}", {"points": points})
    if act.free:
        goods = letters_phrase(act.free)
        phrase = Phrase("kingdom_act.free", {"act": phrase, "goods": goods})
    return _with(phrase, act.cards)


def _with(phrase: Phrase, cards: Paid) -> Phrase:
    if not cards:
        return phrase
    told = [fortune_phrase(card_of(card)) for card in cards]
    return Phrase("kingdom_act.with", {"act": phrase, "cards": told})


def _use(position: Position, spot: Spot, how: How) -> Phrase:
    place = place_phrase(position, spot)
    match how:
        case Steal(seat, good):
            params = {"place": place, "seat": seat, "good": good_phrase(good)}
            return Phrase("kingdom_act.steal", params)
        case Swap(give, got):
            params = {"place": place, "give": good_phrase(give), "get": letters_phrase(got)}
            return Phrase("kingdom_act.swap", params)
        case Copy(places):
            return Phrase("kingdom_act.copy", {"place": place, "places": [*places]})
    return Phrase("kingdom_act.use", {"place": place})
