"""Places, things and acts of Kingdom of Solomon in words, for readers and screen readers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.companions.kingdom.acts import (
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
from ksm_widgets.companions.kingdom.box import (
    ALTAR,
    ANY,
    ARK,
    MASTER_ARTISAN,
    MASTER_TRADER,
    MINISTER,
    TAX_COLLECTOR,
    points_of,
)
from ksm_widgets.companions.kingdom.goods import GOODS, Cubes
from ksm_widgets.companions.kingdom.position import UNSEEN, Phase
from ksm_widgets.companions.kingdom.resolving import kind_of
from ksm_widgets.companions.kingdom.rules import price
from ksm_widgets.telling.phrases import Phrase, Reader
from ksm_widgets.words import counted

if TYPE_CHECKING:
    from ksm_widgets.companions.kingdom.acts import Act
    from ksm_widgets.companions.kingdom.box import Box
    from ksm_widgets.companions.kingdom.position import Position


def good_phrase(good: str) -> Phrase:
    """The name of a good."""
    return Phrase(f"kingdom_good.{good}")


def cubes_phrase(cubes: Cubes) -> Phrase:
    """Cubes in words: `2 wood, 1 food`."""
    parts = [
        Phrase("kingdom_told.amount", {"count": count, "good": good_phrase(good)})
        for good, count in zip(GOODS, cubes, strict=True)
        if count
    ]
    return Phrase("kingdom_told.list", {"parts": parts}) if parts else Phrase("kingdom_told.none")


def letters_phrase(letters: str) -> Phrase:
    """Goods in letters as words."""
    return cubes_phrase(tuple(letters.count(good) for good in GOODS))


def fortune_phrase(card: str) -> Phrase:
    """A fortune card."""
    if card == UNSEEN:
        return Phrase("kingdom_told.unseen")
    if points_of(card):
        return Phrase("kingdom_told.points_card", {"points": points_of(card)})
    if card == ANY:
        return Phrase("kingdom_told.any_card")
    return Phrase("kingdom_told.goods_card", {"goods": letters_phrase(card)})


def card_phrase(position: Position, number: int) -> Phrase:
    """A building card by number and name."""
    card = position.box.buildings.get(number)
    return Phrase(
        "kingdom_told.card", {"number": number, "name": "?" if card is None else card.told}
    )


def effect_phrase(box: Box, kind: str, key: str) -> Phrase:
    """The effect of an action, as this box has it; `key` is that of the sentence."""
    numbers = {
        ALTAR: box.altar,
        ARK: box.ark,
        MINISTER: box.minister,
        MASTER_TRADER: box.master_trader,
        MASTER_ARTISAN: box.master_artisan,
        TAX_COLLECTOR: box.tax,
    }
    if kind not in numbers:
        return Phrase(key)
    return Phrase(counted(key, numbers[kind]), {"count": numbers[kind]})


def place_phrase(position: Position, place: str) -> Phrase:
    """The name of a place."""
    kind, _, which = place.partition(" ")
    if kind == "market":
        return Phrase("kingdom_told.market", {"good": good_phrase(which)})
    if kind == "temple":
        return Phrase("kingdom_told.temple")
    if kind == "seat":
        return Phrase("kingdom_told.seat", {"seat": which})
    if kind == "card":
        return card_phrase(position, int(which))
    if place.isdecimal():
        return card_phrase(position, int(place))
    if place in position.box.lands:
        return Phrase("kingdom_told.name", {"name": place})
    return Phrase(f"kingdom_spot.{place}")


def place_told(position: Position, place: str, language: str) -> str:
    """Everything at a place."""
    reader = Reader(language)
    things = [part for part in _things(position, place) if part is not None]
    told = "; ".join(reader.text(part.key, **part.params) for part in things)
    name = reader.say(place_phrase(position, place)).rstrip(".")
    return f"{name}: {told}" if told else name


def _things(position: Position, place: str) -> list[Phrase | None]:
    kind, _, which = place.partition(" ")
    box = position.box
    if kind == "market" and which:
        at = GOODS.index(which)
        level, prices = position.market[at], box.prices[at]
        return [
            Phrase(counted("kingdom_told.level", level), {"count": level}),
            Phrase("kingdom_told.sells", {"points": prices[level]})
            if level < len(prices)
            else None,
            Phrase("kingdom_told.costs", {"points": prices[level - 1]}) if level else None,
        ]
    if place == "temple":
        parts: list[Phrase | None] = [
            Phrase(counted("kingdom_told.steps", position.temple), {"count": position.temple})
        ]
        if position.temple < len(box.steps):
            cost, free, points = box.steps[position.temple]
            params = {"goods": cubes_phrase(cost), "free": free, "points": points}
            parts.append(Phrase("kingdom_told.step_free" if free else "kingdom_told.step", params))
        return parts
    if kind == "seat":
        return _seat(position, int(which)) if int(which) in position.seats else []
    if kind == "card" or place.isdecimal():
        return _card(position, int(which or place), place)
    parts = [_pawn(position, place)]
    land = box.lands.get(place)
    if land is None:
        return [effect_phrase(box, place, f"kingdom_spot.{place}_what"), *parts]
    owner = position.owner(place)
    roads = [other for road in position.roads if place in road for other in road if other != place]
    return [
        cubes_phrase(land.goods),
        None if land.site else Phrase("kingdom_told.no_site"),
        Phrase("kingdom_told.free_site") if land.site and owner is None else None,
        None if owner is None else Phrase("kingdom_told.building", {"seat": owner}),
        *parts,
        Phrase("kingdom_told.roads", {"places": roads}) if roads else None,
    ]


def _pawn(position: Position, spot: str) -> Phrase | None:
    pawn = position.pawn_at(spot)
    if pawn is None:
        return None
    key = counted("kingdom_told.pawns", pawn.size)
    return Phrase(key, {"seat": pawn.seat, "count": pawn.size})


def _card(position: Position, number: int, place: str) -> list[Phrase | None]:
    card = position.box.buildings.get(number)
    if card is None:
        return []
    cost = Phrase("kingdom_told.cost", {"goods": cubes_phrase(card.cost), "points": card.points})
    no_building = None if card.builds else Phrase("kingdom_spot.no_building")
    what = kind_of(position, str(number))
    does = (
        Phrase("kingdom_told.gives", {"goods": letters_phrase(what)})
        if {*what} <= {*GOODS}
        else effect_phrase(position.box, what, f"kingdom_told.action_{what}")
    )
    if place.startswith("card"):
        return [cost, does, no_building]
    return [does, _pawn(position, place)]


def _seat(position: Position, seat: int) -> list[Phrase | None]:
    points, hand = position.scores[seat - 1], position.fortune[seat - 1]
    left, tokens = position.left[seat - 1], position.tokens[seat - 1]
    own = [card_phrase(position, card) for card in position.own[seat - 1]]
    known = [fortune_phrase(card) for card in hand if card != UNSEEN]
    cards = Phrase(counted("kingdom_told.hand", len(hand)), {"count": len(hand)})
    return [
        Phrase(counted("shelf_told.points", points), {"count": points}),
        Phrase("kingdom_told.order", {"number": position.number(seat)}),
        cubes_phrase(position.goods[seat - 1]),
        Phrase("kingdom_told.list", {"parts": known}) if known and seat == position.me else cards,
        Phrase(counted("kingdom_told.tokens", tokens), {"count": tokens}) if tokens else None,
        Phrase("kingdom_told.favour") if position.favour == seat else None,
        Phrase("kingdom_told.own", {"cards": own}) if own else None,
        Phrase(counted("kingdom_told.left", left), {"count": left})
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
        case Sell(good):
            return Phrase(
                "kingdom_act.sell", {"good": good_phrase(good), "points": _price(position, act)}
            )
        case Buy(good):
            return Phrase(
                "kingdom_act.buy", {"good": good_phrase(good), "points": _price(position, act)}
            )
        case Pass():
            key = "pass_market" if position.phase is Phase.MARKET else "pass_build"
            return Phrase(f"kingdom_act.{key}")
        case Pave(one, other, cards):
            return _with(Phrase("kingdom_act.road", {"one": one, "other": other}), cards)
        case Block(token, free, cards):
            points = 0
            if position.temple < len(position.box.steps):
                points = position.box.steps[position.temple].points
            key = "kingdom_act.token" if token else "kingdom_act.block"
            phrase = Phrase(key, {"points": points})
            if free:
                goods = letters_phrase(free)
                phrase = Phrase("kingdom_act.free", {"act": phrase, "goods": goods})
            return _with(phrase, cards)
        case Build(card, site, cards):
            params = {"card": card_phrase(position, card), "site": site}
            return _with(Phrase(f"kingdom_act.{'build' if site else 'card'}", params), cards)
        case Score(card):
            return Phrase("kingdom_act.score", {"card": fortune_phrase(card)})
        case Discard(card):
            return Phrase("kingdom_act.discard", {"card": fortune_phrase(card)})


def did_phrase(position: Position, seat: int, act: Act) -> Phrase:
    """A sentence about an act of a seat, for what happened and for tasks."""
    return _did(act_phrase(position, act), seat)


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


def _with(phrase: Phrase, cards: tuple[str, ...]) -> Phrase:
    if not cards:
        return phrase
    told = [fortune_phrase(card.partition(":")[0]) for card in cards]
    return Phrase("kingdom_act.with", {"act": phrase, "cards": told})


def _use(position: Position, spot: str, how: tuple[str, ...]) -> Phrase:
    place = place_phrase(position, spot)
    if not how:
        return Phrase("kingdom_act.use", {"place": place})
    if how[0].isdecimal():
        params = {"place": place, "seat": how[0], "good": good_phrase(how[1])}
        return Phrase("kingdom_act.steal", params)
    if how[0] in GOODS:
        params = {"place": place, "give": good_phrase(how[0]), "get": letters_phrase(how[1])}
        return Phrase("kingdom_act.swap", params)
    return Phrase("kingdom_act.copy", {"place": place, "places": [*how]})


def touch_places(position: Position, act: Act) -> tuple[str, ...]:
    """The places whose touch means an act."""
    match act:
        case Put(spot) | Use(spot):
            return (spot,)
        case Sell(good) | Buy(good):
            return (f"market {good}",)
        case Pave(one, other):
            return (one, other)
        case Block():
            return ("temple",)
        case Build(card, site):
            return (f"card {card}", *([] if site is None else [site]))
        case Score() | Discard() | Give():
            return (f"seat {position.turn}",)
    return ()


def aims(position: Position, act: Act) -> tuple[tuple[str, str], ...]:
    """The pairs of places whose touch one after the other means an act."""
    match act:
        case Use(spot, how) if how and how[0].isdecimal():
            return ((spot, f"seat {how[0]}"),)
        case Use(spot, how) if how and how[0] in GOODS:
            return tuple((spot, f"market {good}") for good in how[1])
        case Use(spot, how):
            return tuple((spot, place) for place in how)
        case Pave(one, other):
            return (one, other), (other, one)
        case Build(card, site) if site is not None:
            return ((f"card {card}", site),)
    return ()
