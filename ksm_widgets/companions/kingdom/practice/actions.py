"""Tasks about the actions of pawns in Kingdom of Solomon (S18-S20)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.companions.kingdom.acts import Copy, Steal, Swap, Use
from ksm_widgets.companions.kingdom.goods import GOLD, GOODS, Cubes, kinds_in
from ksm_widgets.companions.kingdom.naming import place_phrase
from ksm_widgets.companions.kingdom.places import Action, CardAction, OwnCard, SeatBoard
from ksm_widgets.companions.kingdom.position import Pawn, Phase, Position
from ksm_widgets.companions.kingdom.practice.arranged import (
    sent,
    with_next_pawns,
    with_random_cubes,
)
from ksm_widgets.companions.kingdom.practice.positions import position_where
from ksm_widgets.companions.kingdom.practice.table import because, table
from ksm_widgets.companions.kingdom.resolution import payers, ways
from ksm_widgets.companions.kingdom.rules import apply
from ksm_widgets.companions.kingdom.telling import act_phrase
from ksm_widgets.companions.tasks import only
from ksm_widgets.course.material import until
from ksm_widgets.rules.chance import between, chosen, shuffled, some_of
from ksm_widgets.tasks.choose import Choose, Option
from ksm_widgets.tasks.mark import MarkPlaces
from ksm_widgets.telling.phrases import Phrase

if TYPE_CHECKING:
    from random import Random

    from ksm_widgets.companions.kingdom.places import Place
    from ksm_widgets.companions.tasks import Topic


def artisan_places(rng: Random, topic: Topic) -> MarkPlaces[Place]:
    """The places whose goods the Artisan can bring once more (S18)."""
    position = position_where(rng, Phase.PLACE)
    seat = chosen(rng, position.seats)
    other = chosen(rng, [one for one in position.seats if one != seat])
    open_ = shuffled(rng, [place for place in position.box.lands if position.owner(place) is None])
    own, foreign = open_[:3], open_[3:5]
    pawns = [*(Pawn(place, seat) for place in own), *(Pawn(place, other) for place in foreign)]
    start = with_next_pawns(position, seat, (*pawns, Pawn(Action.ARTISAN, seat)))
    home = own[0]
    after = apply(start, Use(home))
    copies = ways(after, Action.ARTISAN, seat)
    right = {place for how in copies if isinstance(how, Copy) for place in how.places}

    def why_not(place: Place) -> Phrase:
        if not isinstance(place, str):
            return because("no_land", "S18")
        return because("artisan_foreign" if place in foreign else "artisan_none", "S18")

    return MarkPlaces(
        **topic.ask("artisan", seat=seat, home=home),
        praise=because("artisan_right", "S18"),
        table=table(after, Action.ARTISAN, markable=True),
        right_ones=frozenset(right),
        why_not=why_not,
    )


def _with_card(
    rng: Random, action: CardAction, *, players: tuple[int, int] = (2, 4)
) -> tuple[Position, int, OwnCard]:
    """A position in which a seat has the building card with an action; that seat, and the card."""

    def owners(position: Position) -> list[tuple[int, OwnCard]]:
        return [
            (seat, OwnCard(card))
            for seat, own in zip(position.seats, position.own, strict=True)
            for card in own
            if position.box.buildings[card].action is action
        ]

    position = position_where(rng, Phase.PLACE, lambda one: bool(owners(one)), players=players)
    return position, *owners(position)[0]


def swaps(rng: Random, topic: Topic) -> Choose:
    """The swaps of the Trader or the Master Trader (S18, S19)."""
    master = rng.random() < 0.6
    rule, right = ("S19", "swap_right_master") if master else ("S18", "swap_right_trader")

    def make() -> tuple[Position, list[Option]] | None:
        position = _trading_pawn(rng, master=master)
        seat = position.turn
        position = with_random_cubes(rng, position, seat, between(rng, 2, 4))
        held = position.cubes(seat)
        if min(position.stock) < 2 or all(held):
            return None
        tried = _tried_swaps(rng, held, master=master)
        options = [_swap_option(position, how, key, rule) for how, key in tried.items()]
        return (position, options) if any(option.right for option in options) else None

    position, options = until(make)
    spot = position.pawns[0].spot
    return Choose(
        **topic.mainly(rule).ask("swap", seat=position.turn, place=place_phrase(position, spot)),
        praise=because(right, rule),
        table=table(position, spot),
        options=tuple(shuffled(rng, options)),
        several=True,
    )


def _trading_pawn(rng: Random, *, master: bool) -> Position:
    """A position with only a player's pawn on the Trader, or on the card of the Master Trader."""
    if master:
        position, seat, card = _with_card(rng, CardAction.TRADER)
        return sent(position, seat, [card])
    position = position_where(rng, Phase.PLACE)
    return sent(position, chosen(rng, position.seats), [Action.TRADER])


def _swap_option(position: Position, how: Swap, key: str, rule: str) -> Option:
    """A swap by the only pawn; `key` says what is wrong with it, if it isn't possible."""
    spot = position.pawns[0].spot
    right = how in ways(position, spot, position.turn)
    why = because("swap_fine" if right else key, rule)
    return Option(str(how), act_phrase(position, Use(spot, how)), right, why)


def _tried_swaps(rng: Random, held: Cubes, *, master: bool) -> dict[Swap, str]:
    """Swaps of cubes given and got, most of them wrong, each with what is wrong then."""
    have = kinds_in(held)
    lack = [good for good in GOODS if good not in have]
    others = {good: [one for one in GOODS if one != good] for good in GOODS}
    give, missing = chosen(rng, have), chosen(rng, lack)
    gold = GOODS[GOLD]
    plain = [good for good in others[give] if good != gold]
    tried: dict[Swap, str] = {}
    for _ in range(2):
        got = chosen(rng, plain)
        tried[Swap(give, got * 2 if master else got)] = "swap_fine"
    tried[Swap(missing, chosen(rng, others[missing]))] = "swap_missing"
    if give != gold:
        tried[Swap(give, f"{gold}{chosen(rng, plain)}" if master else gold)] = "swap_gold"
    good = chosen(rng, plain)
    tried[Swap(give, good if master else good * 2)] = "swap_two" if master else "swap_one"
    return tried


def who_pays(rng: Random, topic: Topic) -> MarkPlaces[Place]:
    """The players who give the Tax Collector a cube (S19)."""

    def make() -> tuple[Position, int] | None:
        # With several others it isn't known from the start who pays.
        position, seat, card = _with_card(rng, CardAction.TAX, players=(3, 4))
        for other in position.seats:
            position = with_random_cubes(rng, position, other, between(rng, 4, 8))
        position = sent(position, seat, [card])
        return (position, seat) if payers(position, seat) else None

    position, seat = until(make)
    right = frozenset(SeatBoard(payer) for payer in payers(position, seat))

    def why_not(place: Place) -> Phrase:
        if not isinstance(place, SeatBoard):
            return because("no_player", "S19")
        return because("tax_own" if place.seat == seat else "tax_few", "S19")

    return MarkPlaces(
        **topic.ask("tax", seat=seat),
        praise=because("tax_right", "S19"),
        table=table(position, position.pawns[0].spot, markable=True),
        right_ones=right,
        why_not=why_not,
    )


def thefts(rng: Random, topic: Topic) -> Choose:
    """The cubes that the Thief can take (S18, S20)."""
    bare = rng.random() < 0.4
    rule = "S20" if bare else "S18"

    def make() -> tuple[Position, list[Steal]] | None:
        position = _with_a_thief(rng, bare=bare)
        able = only(Steal, ways(position, Action.THIEF, position.turn))
        return None if bare == bool(able) else (position, able)

    position, able = until(make)
    seat = position.turn
    others = [other for other in position.seats if other != seat]
    every = [Steal(other, good) for other in others for good in GOODS]
    never = [how for how in every if how not in able]
    options = [
        Option(
            str(how),
            act_phrase(position, Use(Action.THIEF, how)),
            how in able,
            because("thief_fine" if how in able else "thief_none", "S18"),
        )
        for how in [*some_of(rng, able, 2), *some_of(rng, never, 2)]
    ]
    options = shuffled(rng, options)
    why = because("thief_bare" if bare else "thief_must", rule)
    options.append(Option("nothing", Phrase("kingdom_task.thief_nothing"), bare, why))
    return Choose(
        **topic.mainly(rule).ask("thief", seat=seat),
        praise=because("thief_bare" if bare else "thief_right", rule),
        table=table(position, Action.THIEF),
        options=tuple(options),
        several=True,
    )


def _with_a_thief(rng: Random, *, bare: bool) -> Position:
    """A position with only a player's pawn on the Thief; if `bare`, the others have no cubes."""
    position = position_where(rng, Phase.PLACE)
    seat = chosen(rng, position.seats)
    for other in position.seats:
        if other != seat:
            position = with_random_cubes(rng, position, other, 0 if bare else between(rng, 0, 3))
    position = with_random_cubes(rng, position, seat, between(rng, 1, 3))
    return sent(position, seat, [Action.THIEF])
