"""The questions of Kingdom of Solomon: the rest of the round, the pawns, token or points.

Others are taken to leave the market and the places alone; what they could spoil is told beside. An
answer names what it assumes, and says why. While it is searched for, `pulse` is called now and
then, and may raise to stop.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from ksm_widgets.companions.answering import Answer, NoAnswer, Status
from ksm_widgets.companions.kingdom.acts import Put
from ksm_widgets.companions.kingdom.box import LEVELS
from ksm_widgets.companions.kingdom.country import effect_of, free_spots
from ksm_widgets.companions.kingdom.goods import GOODS, Cubes, added, least, read_cubes, total
from ksm_widgets.companions.kingdom.held import parted
from ksm_widgets.companions.kingdom.places import Action, Bonus, CardAction, OwnCard, Spot
from ksm_widgets.companions.kingdom.planning import acts_of
from ksm_widgets.companions.kingdom.position import UNSEEN, Phase, Position
from ksm_widgets.companions.kingdom.searching import best_spots
from ksm_widgets.companions.kingdom.sending import Sending
from ksm_widgets.companions.kingdom.spending import IMPOSSIBLE, Spend, Spending, Worths
from ksm_widgets.companions.kingdom.telling import effect_phrase, good_phrase
from ksm_widgets.companions.telling import numeral
from ksm_widgets.companions.tuples import with_item
from ksm_widgets.telling.phrases import Phrase
from ksm_widgets.words import counted

if TYPE_CHECKING:
    from collections.abc import Callable

    from ksm_widgets.companions.kingdom.acts import Act
    from ksm_widgets.companions.kingdom.trading import Number


@dataclass(frozen=True, slots=True)
class CardPlan:
    """A plan with a building card, or with none."""

    card: int | None

    def __str__(self) -> str:
        return "none" if self.card is None else str(self.card)


@dataclass(frozen=True, slots=True)
class TokenPlan:
    """A plan with a number of tokens."""

    count: int

    def __str__(self) -> str:
        return str(self.count)


@dataclass(frozen=True, slots=True)
class SpotPlan:
    """A plan for the pawn on a spot, or for all pawns."""

    spot: Spot | None

    def __str__(self) -> str:
        return "all" if self.spot is None else str(self.spot)


@dataclass(frozen=True, slots=True)
class Option:
    """A plan: its worth, its acts, and why, in parts that add up.

    Of a spot, `urgency` is what is lost if it is taken.
    """

    about: CardPlan | TokenPlan | SpotPlan
    value: Number
    acts: tuple[Act, ...]
    why: tuple[Phrase, ...] = ()
    urgency: Number | None = None

    @property
    def name(self) -> str:
        """The subject of the plan, in text."""
        return str(self.about)


@dataclass(frozen=True, slots=True)
class BoundedAnswer(Answer[Option]):
    """An answer; if it is not proven, no plan is worth more than `bound`."""

    bound: float | None = None

    @property
    def value(self) -> Number:
        """The worth of the best plan."""
        return self.options[0].value


# The rest of the round.


def ask_round(
    position: Position, worths: Worths | None = None, *, pulse: Callable[[], None] = lambda: None
) -> BoundedAnswer:
    """The best use of what `me` has for the rest of the round; raises NoAnswer."""
    seat = _builder(position)
    worths = replace(worths or Worths(), last=position.ending)
    best = _rest(position, seat, worths, pulse)
    assert best is not None
    lost = _first_trades(position, seat, worths, best, pulse)
    firsts = sorted(lost, key=lambda kind: -lost[kind])
    options = [_option(position, seat, worths, best, firsts)]
    for card in (None, *(() if best.works.card is None else _display(position, seat))):
        if card == best.works.card:
            continue
        shown = replace(position, display=() if card is None else (card,))
        use = _rest(shown, seat, worths, pulse)
        if use is not None and use.works.card == card:
            options.append(_option(shown, seat, worths, use, ()))
    options = [options[0], *sorted(options[1:], key=lambda option: -option.value)]
    reasons: list[Phrase] = []
    for kind in firsts:
        sold = best.trades[kind].sold > 0
        params = {"good": good_phrase(GOODS[kind]), "lost": numeral(lost[kind])}
        key = f"first_{'sale' if sold else 'purchase'}{'' if lost[kind] else '_none'}"
        reasons.append(Phrase(f"kingdom_ask.{key}", params))
    return _answer(options, reasons, ["alone", _objective(worths)])


def _asker(position: Position) -> int:
    """The seat that asks; raises NoAnswer if nobody does, or their round is over."""
    seat = position.me
    if seat is None:
        raise NoAnswer("kingdom_ask.no_seat", "S7")
    if position.phase in (Phase.DISCARD, Phase.END):
        raise NoAnswer("kingdom_ask.over", "S30")
    if position.phase is Phase.BUILD and seat in position.done:
        raise NoAnswer("kingdom_ask.built", "S25", seat=seat)
    return seat


def _builder(position: Position) -> int:
    """The seat that asks about trading and building; raises NoAnswer while pawns are placed."""
    seat = _asker(position)
    if position.phase is Phase.PLACE:
        others = {
            phase.value: _phase(phase) for phase in (Phase.RESOLVE, Phase.MARKET, Phase.BUILD)
        }
        raise NoAnswer("kingdom_ask.placing", "S7", phase=_phase(position.phase), **others)
    return seat


def _phase(phase: Phase) -> Phrase:
    return Phrase(f"kingdom_page.phase_{phase.value}")


def _display(position: Position, seat: int) -> tuple[int, ...]:
    return () if position.bought and position.turn == seat else position.display


def _rest(position: Position, seat: int, worths: Worths, pulse: Callable[[], None]) -> Spend | None:
    """The best use of what a seat has in hand."""
    goods, cards = position.goods[seat - 1], position.fortune[seat - 1]
    hand = parted(cards)
    wild = (hand.wild,) * len(GOODS)
    most = added(goods, hand.singles, total(map(read_cubes, hand.several)), wild)
    passed = position.phase is Phase.MARKET and seat in position.done
    trades = position.phase is not Phase.BUILD and not passed
    spending = Spending(position, seat, worths, trades, most, pulse=pulse)
    use = spending.best(goods, hand, position.scores[seat - 1] + hand.points)
    return None if use is None or use.worth < IMPOSSIBLE // 10**6 else use


def _first_trades(
    position: Position, seat: int, worths: Worths, best: Spend, pulse: Callable[[], None]
) -> dict[int, Number]:
    """For each kind traded, what is lost if another trades one cube of it before."""
    found: dict[int, Number] = {}
    for kind, trade in enumerate(best.trades):
        if not trade.sold:
            continue
        level = position.market[kind] + (1 if trade.sold > 0 else -1)
        if not 0 <= level <= LEVELS:
            continue
        levels = with_item(position.market, kind + 1, level)
        use = _rest(replace(position, market=levels), seat, worths, pulse)
        assert use is not None
        found[kind] = best.worth - use.worth
    return found


def _option(
    position: Position, seat: int, worths: Worths, use: Spend, firsts: list[int] | tuple[()]
) -> Option:
    """A plan for the rest of the round, with the parts that its value is the sum of."""
    box, works = position.box, use.works
    why: list[Phrase] = []
    for kind, trade in enumerate(use.trades):
        if trade.sold:
            count = abs(trade.sold)
            key = "sell" if trade.sold > 0 else "buy"
            params = {"count": count, "good": good_phrase(GOODS[kind]), "points": abs(trade.points)}
            why.append(Phrase(f"kingdom_ask.{key}", params))
    if works.card is not None:
        card = box.buildings[works.card]
        why.append(Phrase("kingdom_ask.card", {"card": card.told, "points": card.points}))
    value = use.worth
    if worths.last:
        value -= box.cube * sum(position.goods[seat - 1])
    blocks = works.points - (0 if works.card is None else box.buildings[works.card].points)
    if works.blocks > works.tokens:
        count = works.blocks - works.tokens
        params = {"count": count, "points": blocks}
        why.append(Phrase(counted("kingdom_ask.blocks", count), params))
    kept = sum(trade.points for trade in use.trades) + works.points
    if works.tokens:
        key = counted("kingdom_ask.tokens", works.tokens)
        why.append(Phrase(key, {"count": works.tokens}))
    if works.roads:
        why.append(Phrase(counted("kingdom_ask.roads", works.roads), {"count": works.roads}))
    if value != kept:
        key = "rest_last" if worths.last else "rest"
        why.append(Phrase(f"kingdom_ask.{key}", {"worth": numeral(value - kept)}))
    if use.within:
        why.append(Phrase("kingdom_ask.short"))
    return Option(CardPlan(works.card), value, acts_of(position, seat, use, firsts), tuple(why))


def _objective(worths: Worths) -> str:
    return "last" if worths.last else "worths"


# Token or points.


def ask_block(
    position: Position, worths: Worths | None = None, *, pulse: Callable[[], None] = lambda: None
) -> BoundedAnswer:
    """The number of temple blocks to take as tokens, and the price for it; raises NoAnswer."""
    seat = _builder(position)
    worths = replace(worths or Worths(), last=position.ending)
    left = len(position.box.steps) - position.temple
    if not left:
        raise NoAnswer("kingdom_ask.temple_done", "S29")
    options: list[Option] = []
    bare: list[tuple[int, Number]] = []
    for count in range(left + 1):
        exact = replace(worths, tokens=count)
        use = _rest(position, seat, exact, pulse)
        if use is None:
            break
        option = _option(position, seat, exact, use, ())
        options.append(replace(option, about=TokenPlan(count)))
        bare.append((count, option.value - (0 if worths.last else worths.token * count)))
    best = max(options, key=lambda option: option.value)
    reasons: list[Phrase] = []
    chosen, points = bare[options.index(best)]
    if len(options) == 1:
        reasons.append(Phrase("kingdom_ask.no_block"))
    elif worths.last:
        others = [option for option in options if option is not best]
        second = max(others, key=lambda option: option.value)
        key = "token_last" if chosen else "points_last"
        reasons.append(Phrase(f"kingdom_ask.{key}", {"more": numeral(best.value - second.value)}))
    else:
        prices = [Fraction(points - other) / (n - chosen) for n, other in bare if n > chosen]
        if prices:
            price = min(prices)
            reasons.append(Phrase("kingdom_ask.price", {"price": numeral(_whole(price))}))
        else:
            reasons.append(Phrase("kingdom_ask.all_tokens"))
    options.sort(key=lambda option: -option.value)
    return _answer(options, reasons, ["alone", _objective(worths)])


def _whole(number: Number) -> Number:
    return int(number) if number == int(number) else number


# Pawns.


def ask_pawns(
    position: Position, worths: Worths | None = None, *, pulse: Callable[[], None] = lambda: None
) -> BoundedAnswer:
    """The best spots for all pawns that `me` has left, and how urgent each is; raises NoAnswer."""
    seat = _asker(position)
    if position.phase is not Phase.PLACE or not position.left[seat - 1]:
        raise NoAnswer(
            "kingdom_ask.no_pawns",
            "S8",
            place=_phase(Phase.PLACE),
            phase=_phase(position.phase),
            left=position.left[seat - 1],
        )
    if not free_spots(position, seat):
        raise NoAnswer("kingdom_ask.no_place", "S8")
    worths = replace(worths or Worths(), last=position.ending)
    sending = Sending(position, seat, worths, pulse=pulse)
    wanted = _wanted(position, seat, pulse)
    sent = best_spots(sending, wanted=wanted)
    before = position.box.cube * sum(position.goods[seat - 1]) if worths.last else 0
    value = _whole(sent.worth - before)
    urgency = {spot: _whole(sent.worth - worth) for spot, worth in sent.without.items()}
    spots = sorted(sent.spots, key=lambda spot: (isinstance(spot, Bonus), -urgency[spot]))
    why: list[Phrase] = []
    told = {spot: _told_of(sending, spot) for spot in (*sending.fixed, *spots)}
    copying = [
        spot for spot in told if effect_of(position, spot) in (Action.ARTISAN, CardAction.ARTISAN)
    ]
    for spot in copying:
        told[spot] = _repeats(sending, spot, [*told]) or told[spot]
    why += told.values()
    if any(isinstance(spot, Bonus) for spot in spots):
        why.append(Phrase("kingdom_ask.bonus_last", {"place": _spot(position, spots[-1])}))
    options = [Option(SpotPlan(None), value, tuple(map(Put, spots)), tuple(why))]
    for spot in spots:
        left = value - urgency[spot]
        options.append(
            Option(SpotPlan(spot), _whole(left), (Put(spot),), (told[spot],), urgency[spot])
        )
    reasons: list[Phrase] = []
    if sent.uncontested is not None:
        params: dict[str, object] = {
            "places": [_spot(position, spot) for spot in wanted],
            "value": numeral(_whole(sent.uncontested - before)),
        }
        reasons.append(Phrase("kingdom_ask.contested", params))
    assuming = ["free", _objective(worths), "cards"]
    if sent.bound is not None:
        assuming.append("cut_short")
    elif not sent.is_sure:
        assuming.append("urgency_cut_short")
    bound = None if sent.bound is None else sent.bound - float(before)
    return _answer(options, reasons, assuming, bound=bound)


def _told_of(sending: Sending, spot: Spot) -> Phrase:
    """The yield of a spot: goods, or the effect of an action."""
    position = sending.position
    brought, place = sending.goods(spot), _spot(position, spot)
    if any(brought):
        return Phrase("kingdom_ask.part", {"place": place, "goods": _amounts(brought)})
    effect = effect_of(position, spot)
    assert effect is not None
    what = effect_phrase(position.box, effect)
    return Phrase("kingdom_ask.does", {"place": place, "what": what})


def _repeats(sending: Sending, spot: Spot, spots: list[Spot]) -> Phrase | None:
    """The places that an Artisan best brings once more, by what the cubes of all others make."""
    position, seat = sending.position, sending.seat
    lands = position.box.lands
    places = [one for one in spots if isinstance(one, str)]
    if not places:
        return None
    goods = total((position.goods[seat - 1], *map(sending.goods, spots)))
    count = position.box.master_artisan if isinstance(spot, OwnCard) else 1
    chosen: list[str] = []

    def worth(place: str) -> Number:
        more = least(added(goods, lands[place].goods), sending.caps)
        held = with_item(position.goods, seat, more)
        use = _rest(replace(position, goods=held), seat, sending.worths, sending.pulse)
        assert use is not None  # Cubes can always be kept.
        return use.worth

    for _ in range(count):
        best = max(places, key=worth)
        goods = added(goods, lands[best].goods)
        chosen.append(best)
    return Phrase("kingdom_ask.repeats", {"place": _spot(position, spot), "places": chosen})


def _wanted(position: Position, seat: int, pulse: Callable[[], None]) -> tuple[Spot, ...]:
    """The places that the others would most want for a single pawn, by what all can see."""
    found: list[Spot] = []
    for other in position.order:
        if other == seat or not position.left[other - 1]:
            continue
        hands = tuple((UNSEEN,) * len(hand) for hand in position.fortune)
        view = replace(position, fortune=hands)
        sending = Sending(view, other, Worths(), 1, pulse, (*Bonus, *found))
        found += best_spots(sending, alone=True).spots
    return tuple(spot for spot in found if spot in free_spots(position, seat))


def _amounts(goods: Cubes) -> list[Phrase | str]:
    """Cubes for a sentence: `2 wood, stone`."""
    return [good_phrase(GOODS[kind]) for kind, count in enumerate(goods) for _ in range(count)]


def _spot(position: Position, spot: Spot) -> Phrase | str:
    if isinstance(spot, OwnCard):
        return position.box.buildings[spot.number].told
    return spot if isinstance(spot, str) else Phrase(f"kingdom_place.{spot}")


def _answer(
    options: list[Option],
    reasons: list[Phrase],
    assuming: list[str],
    *,
    bound: float | None = None,
) -> BoundedAnswer:
    return BoundedAnswer(
        status=Status.OPTIMAL if bound is None else Status.FEASIBLE,
        options=tuple(options),
        reasons=tuple(reasons),
        assuming=tuple(Phrase(f"kingdom_ask.{key}") for key in assuming),
        bound=bound,
    )
