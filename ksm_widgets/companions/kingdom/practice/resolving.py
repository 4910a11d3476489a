"""Tasks about what pawns bring in Kingdom of Solomon (S13-S20)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ksm_widgets.companions.kingdom.acts import Copy, Steal, Swap, Use
from ksm_widgets.companions.kingdom.country import goods_of, region
from ksm_widgets.companions.kingdom.goods import GOLD, GOODS, NONE, Cubes, added, less, one_cube
from ksm_widgets.companions.kingdom.naming import good_phrase, place_phrase
from ksm_widgets.companions.kingdom.places import Action, Bonus, CardAction, OwnCard, SeatBoard
from ksm_widgets.companions.kingdom.position import Pawn, Phase, Position
from ksm_widgets.companions.kingdom.practice.positions import (
    because,
    only,
    position_where,
    resolving,
    sent,
    table,
    who,
    with_random_cubes,
)
from ksm_widgets.companions.kingdom.resolving import payers, ways
from ksm_widgets.companions.kingdom.rules import apply, legal
from ksm_widgets.companions.kingdom.telling import act_phrase
from ksm_widgets.companions.tasks import between, player, some_of
from ksm_widgets.course.material import until
from ksm_widgets.rules.chance import below, chosen, shuffled
from ksm_widgets.tasks.choose import Choose, Option
from ksm_widgets.tasks.mark import MarkPlaces
from ksm_widgets.tasks.numbers import Numbers, terms
from ksm_widgets.telling.phrases import Phrase
from ksm_widgets.words import counted

if TYPE_CHECKING:
    from random import Random

    from ksm_widgets.companions.kingdom.box import Box
    from ksm_widgets.companions.kingdom.places import Place
    from ksm_widgets.companions.tasks import Topic


_MOST_CUBES = 6
"""Cubes of a kind that a player has where they are to be counted."""


def resolves_next(rng: Random, topic: Topic) -> Choose:
    """The player who resolves the next pawn, also after the Altar (S13, S17)."""
    altar = rng.random() < 0.6

    def acts(position: Position) -> list[Use]:
        fitting = []
        for act in legal(position):
            if isinstance(act, Use) and (act.spot is Bonus.ALTAR) is altar:
                after = apply(position, act)
                if not after.owing and (not altar or after.turn != position.turn):
                    fitting.append(act)
        return fitting

    def fits(position: Position) -> bool:
        # The Altar changes the order only for a player who isn't the first.
        return (not altar or position.number(position.turn) > 1) and bool(acts(position))

    position = position_where(rng, Phase.RESOLVE, fits, players=(3, 4))
    act = chosen(rng, acts(position))
    after = apply(position, act)
    right = after.turn if after.phase is Phase.RESOLVE else "resolver_none"
    rule = "S17" if altar else "S13"
    key = "altar" if altar else "stays" if right == position.turn else "next"
    done = [*map(player, position.done)]
    asked = topic.mainly(rule).ask(
        "resolver" if done else "resolver_first",
        seat=position.turn,
        place=place_phrase(position, act.spot),
        order=[*position.order],
        done=done,
    )
    why = because(f"resolver_{key}_why", rule, order=[*after.order])
    return who(asked, position, right, why, "resolver_none")


def bonus_brings(rng: Random, topic: Topic) -> Choose:
    """The yield of a bonus place (S16)."""
    position = position_where(rng, Phase.PLACE, lambda one: min(one.stock) > 0, players=(3, 4))
    bonuses = position.box.bonuses(position.players)
    spot = chosen(rng, [*bonuses, Bonus.ALTAR, Bonus.ALTAR])
    seat = chosen(rng, position.seats)
    pawn = Pawn(spot, seat, between(rng, 2, 3))
    start = resolving(position, seat, (pawn,))
    gained = apply(start, Use(spot)).points(seat) - start.points(seat)
    ark = position.box.ark
    right = {Bonus.ALTAR: f"points {gained}", Bonus.ARK: f"cards {ark}", Bonus.TRIBUTE: "each"}
    why = because(f"brings_{spot}", "S16", number=start.number(seat), points=gained)
    return Choose(
        **topic.ask("brings", seat=seat, place=place_phrase(position, spot)),
        table=table(start, spot),
        options=tuple(
            Option(name, label, name == right[spot], why)
            for name, label in _yields(position.box, pawn, gained).items()
        ),
    )


def _yields(box: Box, pawn: Pawn, gained: int) -> dict[str, Phrase]:
    """The gains that pawns on a bonus place could bring, in words, by names like `points 3`."""
    points = dict.fromkeys([gained or box.altar, box.altar, box.altar * pawn.seat])
    cards = dict.fromkeys([1, box.ark, box.ark * pawn.size])
    key = "kingdom_task.bonus_as_"
    return {
        **{f"points {count}": Phrase(f"{key}points", {"count": count}) for count in points},
        "each": Phrase(f"{key}each"),
        **{
            f"cards {count}": Phrase(counted(f"{key}cards", count), {"count": count})
            for count in cards
        },
    }


# Goods.


def _two_in_a_region(rng: Random) -> tuple[Position, tuple[str, str]]:
    """A position in which a player has two pawns in a region, and nobody any other pawn."""

    def regions(position: Position) -> list[tuple[int, tuple[str, ...]]]:
        return [
            (owner, joined)
            for place, owner in position.sites
            if len(joined := region(position, place, owner)) > 1
            and all(position.owner(other) in (None, owner) for other in joined)
        ]

    position = position_where(rng, Phase.PLACE, lambda one: bool(regions(one)))
    seat, joined = chosen(rng, regions(position))
    places = shuffled(rng, joined)
    own = [place for place in places if position.owner(place) == seat]
    # One stands at a building, so that the region is the same for both.
    first = own[0]
    second = next(place for place in places if place != first)
    spots = (first, second)
    return sent(position, seat, spots), spots


def _needed(position: Position, spots: tuple[str, ...]) -> Cubes:
    """The cubes that pawns on these spots bring, if the stock has them."""
    return added(*(goods_of(position, spot, position.turn) for spot in spots))


def _gained(position: Position, spots: tuple[str, ...]) -> Cubes:
    """The cubes that they bring."""
    seat, after = position.turn, position
    for spot in spots:
        after = apply(after, Use(spot))
    return less(after.cubes(seat), position.cubes(seat))


def from_a_region(rng: Random, topic: Topic) -> Numbers:
    """The goods of two pawns in a region (S14, S12)."""

    def make() -> tuple[Position, tuple[str, str], Cubes] | None:
        position, spots = _two_in_a_region(rng)
        gained = _gained(position, spots)
        return (position, spots, gained) if gained == _needed(position, spots) else None

    position, spots, gained = until(make)
    seat, lands = position.turn, position.box.lands
    lone = added(*(lands[spot].goods for spot in spots))
    once = goods_of(position, spots[0], seat)
    fields = []
    for kind, count in enumerate(gained):
        if count:
            field = topic.field(
                GOODS[kind],
                "region_goods",
                count,
                "S14",
                {once[kind]: "once", lone[kind]: ("lone", "S12")},
                f"{len(spots)} × {once[kind]}",
            )
            fields.append(replace(field, label=good_phrase(GOODS[kind])))
    return Numbers(
        **topic.ask("region_goods", 3, seat=seat, places=[*spots]),
        table=table(position, *spots),
        fields=tuple(fields),
    )


def short_stock(rng: Random, topic: Topic) -> Numbers:
    """The goods that a nearly empty stock still has (S15)."""
    position, spots, kind = until(lambda: _short_of_a_kind(rng))
    need = _needed(position, spots)[kind]
    whole = position.box.stock(position.players)[kind]
    off = [*(held[kind] for held in position.goods), position.market[kind]]
    good = good_phrase(GOODS[kind])
    return Numbers(
        **topic.ask("short", 3, seat=position.turn, places=[*spots], good=good, all=whole),
        table=table(position, *spots),
        fields=(
            topic.field(
                "got",
                "short",
                _gained(position, spots)[kind],
                "S15",
                {need: "stock"},
                terms([whole], filter(None, off)),
                all=whole,
            ),
        ),
    )


def _short_of_a_kind(rng: Random) -> tuple[Position, tuple[str, str], int] | None:
    """A position in which two pawns bring more of a kind than the stock has; the pawns, the kind.

    The cubes of it are with players, a few with each, so that they can be counted.
    """
    position, spots = _two_in_a_region(rng)
    need = _needed(position, spots)
    kind = chosen(rng, [kind for kind, count in enumerate(need) if count > 1])
    bare = replace(position, goods=(NONE,) * position.players)
    taken = bare.stock[kind] - below(rng, need[kind])
    if not 0 < taken <= _MOST_CUBES * position.players:
        return None
    held = [0] * position.players
    for _ in range(taken):
        held[chosen(rng, [at for at, count in enumerate(held) if count < _MOST_CUBES])] += 1
    goods = tuple(tuple(count * unit for unit in one_cube(kind)) for count in held)
    return replace(bare, goods=goods), spots, kind


# Actions.


def artisan_places(rng: Random, topic: Topic) -> MarkPlaces[Place]:
    """The places whose goods the Artisan can bring once more (S18)."""
    position = position_where(rng, Phase.PLACE, players=(2, 4))
    seat = chosen(rng, position.seats)
    other = chosen(rng, [one for one in position.seats if one != seat])
    open_ = shuffled(rng, [place for place in position.box.lands if position.owner(place) is None])
    own, foreign = open_[:3], open_[3:5]
    spots = [*(Pawn(place, seat) for place in own), *(Pawn(place, other) for place in foreign)]
    start = resolving(position, seat, (*spots, Pawn(Action.ARTISAN, seat)))
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
        table=table(after, Action.ARTISAN, marks=True),
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
    have = [good for good, count in zip(GOODS, held, strict=True) if count]
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
    several = chosen(rng, plain)
    tried[Swap(give, several if master else several * 2)] = "swap_two" if master else "swap_one"
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
        table=table(position, position.pawns[0].spot, marks=True),
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
