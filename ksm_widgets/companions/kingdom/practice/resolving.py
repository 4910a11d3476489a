"""Tasks about what pawns bring in Kingdom of Solomon (S13-S20)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ksm_widgets.companions.kingdom.acts import Copy, Steal, Swap, Use
from ksm_widgets.companions.kingdom.country import goods_of, region
from ksm_widgets.companions.kingdom.goods import GOODS, NONE, Cubes, added, less, one
from ksm_widgets.companions.kingdom.naming import good_phrase, place_phrase
from ksm_widgets.companions.kingdom.places import Action, Bonus, CardAction, OwnCard, SeatBoard
from ksm_widgets.companions.kingdom.position import Pawn, Phase, Position
from ksm_widgets.companions.kingdom.practice.positions import (
    because,
    found,
    resolving,
    sent,
    table,
    who,
    with_cubes,
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
        # Of the order it only counts where a player has been before who takes the Altar.
        return (not altar or position.number(position.turn) > 1) and bool(acts(position))

    position = found(rng, Phase.RESOLVE, fits, players=(3, 4))
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
    position = found(rng, Phase.PLACE, lambda one: min(one.stock) > 0, players=(3, 4))
    bonuses = position.box.bonuses(position.players)
    spot = chosen(rng, [*bonuses, Bonus.ALTAR, Bonus.ALTAR])
    seat = chosen(rng, position.seats)
    size = between(rng, 2, 3)
    start = resolving(position, seat, (Pawn(spot, seat, size),))
    after = apply(start, Use(spot))
    gained = after.scores[seat - 1] - start.scores[seat - 1]
    box = position.box
    right = {Bonus.ALTAR: f"points {gained}", Bonus.ARK: f"cards {box.ark}", Bonus.TRIBUTE: "each"}[
        spot
    ]
    points = dict.fromkeys([gained or box.altar, box.altar, box.altar * seat])
    cards = dict.fromkeys((1, box.ark, box.ark * size))
    names = [
        *(f"points {count}" for count in points),
        "each",
        *(f"cards {count}" for count in cards),
    ]

    def label(name: str) -> Phrase:
        kind, _, count = name.partition(" ")
        key = "kingdom_task.bonus_as_" + kind
        return Phrase(counted(key, int(count)) if kind == "cards" else key, {"count": count})

    why = because(f"brings_{spot}", "S16", number=start.number(seat), points=gained)
    return Choose(
        **topic.ask("brings", seat=seat, place=place_phrase(position, spot)),
        table=table(start, spot),
        options=tuple(Option(name, label(name), name == right, why) for name in names),
    )


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

    position = found(rng, Phase.PLACE, lambda one: bool(regions(one)))
    seat, joined = chosen(rng, regions(position))
    places = shuffled(rng, joined)
    own = [place for place in places if position.owner(place) == seat]
    # One stands at a building, so that the region is the same for both.
    first = own[0]
    second = next(place for place in places if place != first)
    spots = (first, second)
    return sent(position, seat, spots), spots


def _gained(position: Position, spots: tuple[str, ...]) -> Cubes:
    seat, after = position.turn, position
    for spot in spots:
        after = apply(after, Use(spot))
    return less(after.goods[seat - 1], position.goods[seat - 1])


def from_a_region(rng: Random, topic: Topic) -> Numbers:
    """The goods of two pawns in a region (S14, S12)."""

    def make() -> tuple[Position, tuple[str, str], Cubes] | None:
        position, spots = _two_in_a_region(rng)
        seat = position.turn
        need = added(*(goods_of(position, spot, seat) for spot in spots))
        gained = _gained(position, spots)
        return (position, spots, gained) if gained == need else None

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

    def make() -> tuple[Position, tuple[str, str], int, int, int] | None:
        position, spots = _two_in_a_region(rng)
        seat = position.turn
        need = added(*(goods_of(position, spot, seat) for spot in spots))
        kind = chosen(rng, [kind for kind, count in enumerate(need) if count > 1])
        bare = replace(position, goods=(NONE,) * position.players)
        # So many are with players, a few with each, that they can be counted.
        taken = bare.stock[kind] - below(rng, need[kind])
        if not 0 < taken <= _MOST_CUBES * position.players:
            return None
        held = [0] * position.players
        for _cube in range(taken):
            held[chosen(rng, [at for at, count in enumerate(held) if count < _MOST_CUBES])] += 1
        goods = tuple(tuple(count * unit for unit in one(kind)) for count in held)
        position = replace(bare, goods=goods)
        return position, spots, kind, need[kind], _gained(position, spots)[kind]

    position, spots, kind, need, got = until(make)
    whole = position.box.stock(position.players)[kind]
    off = [*(held[kind] for held in position.goods), position.market[kind]]
    return Numbers(
        **topic.ask(
            "short",
            3,
            seat=position.turn,
            places=[*spots],
            good=good_phrase(GOODS[kind]),
            all=whole,
        ),
        table=table(position, *spots),
        fields=(
            topic.field(
                "got",
                "short",
                got,
                "S15",
                {need: "stock"},
                terms([whole], filter(None, off)),
                all=whole,
            ),
        ),
    )


# Actions.


def artisan_places(rng: Random, topic: Topic) -> MarkPlaces[Place]:
    """The places whose goods the Artisan can bring once more (S18)."""
    position = found(rng, Phase.PLACE, players=(2, 4))
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

    position = found(rng, Phase.PLACE, lambda one: bool(owners(one)), players=players)
    return position, *owners(position)[0]


def swaps(rng: Random, topic: Topic) -> Choose:
    """The swaps of the Trader or the Master Trader (S18, S19)."""
    master = rng.random() < 0.6

    def start() -> Position:
        if not master:
            position = found(rng, Phase.PLACE)
            return sent(position, chosen(rng, position.seats), [Action.TRADER])
        position, seat, card = _with_card(rng, CardAction.TRADER)
        return sent(position, seat, [card])

    def make() -> Choose | None:
        position = start()
        seat = position.turn
        position = with_cubes(rng, position, seat, between(rng, 2, 4))
        spot = position.pawns[0].spot
        held = position.goods[seat - 1]
        if min(position.stock) < 2 or all(held):
            return None
        able = ways(position, spot, seat)
        rule = "S19" if master else "S18"
        options = []
        for how, key in _tried_swaps(rng, held, master=master).items():
            right = how in able
            label = act_phrase(position, Use(spot, how))
            why = because("swap_fine" if right else key, rule)
            options.append(Option(str(how), label, right, why))
        if not any(option.right for option in options):
            return None
        return Choose(
            **topic.mainly(rule).ask("swap", seat=seat, place=place_phrase(position, spot)),
            praise=because(f"swap_right_{'master' if master else 'trader'}", rule),
            table=table(position, spot),
            options=tuple(shuffled(rng, options)),
            several=True,
        )

    return until(make)


def _tried_swaps(rng: Random, held: Cubes, *, master: bool) -> dict[Swap, str]:
    """Swaps of cubes given and got, most of them wrong, each with what is wrong then."""
    have = [good for good, count in zip(GOODS, held, strict=True) if count]
    lack = [good for good in GOODS if good not in have]
    others = {good: [one for one in GOODS if one != good] for good in GOODS}
    give, missing = chosen(rng, have), chosen(rng, lack)
    plain = [good for good in others[give] if good != "g"]
    tried: dict[Swap, str] = {}
    for _ in range(2):
        got = chosen(rng, plain)
        tried[Swap(give, got * 2 if master else got)] = "swap_fine"
    tried[Swap(missing, chosen(rng, others[missing]))] = "swap_missing"
    if give != "g":
        tried[Swap(give, f"g{chosen(rng, plain)}" if master else "g")] = "swap_gold"
    several = chosen(rng, plain)
    tried[Swap(give, several if master else several * 2)] = "swap_two" if master else "swap_one"
    return tried


def who_pays(rng: Random, topic: Topic) -> MarkPlaces[Place]:
    """The players who give the Tax Collector a cube (S19)."""

    def make() -> tuple[Position, int] | None:
        # With several others it isn't known from the start who pays.
        position, seat, card = _with_card(rng, CardAction.TAX, players=(3, 4))
        for other in position.seats:
            position = with_cubes(rng, position, other, between(rng, 4, 8))
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

    def make() -> Choose | None:
        position = found(rng, Phase.PLACE)
        seat = chosen(rng, position.seats)
        others = [other for other in position.seats if other != seat]
        for other in others:
            position = with_cubes(rng, position, other, 0 if bare else between(rng, 0, 3))
        position = with_cubes(rng, position, seat, between(rng, 1, 3))
        position = sent(position, seat, [Action.THIEF])
        able = [how for how in ways(position, Action.THIEF, seat) if isinstance(how, Steal)]
        if bare == bool(able):
            return None
        never = [
            how for other in others for good in GOODS if (how := Steal(other, good)) not in able
        ]
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
        why = because("thief_bare" if bare else "thief_must", "S20" if bare else "S18")
        options.append(Option("nothing", Phrase("kingdom_task.thief_nothing"), bare, why))
        return Choose(
            **topic.mainly("S20" if bare else "S18").ask("thief", seat=seat),
            praise=because("thief_bare", "S20") if bare else because("thief_right", "S18"),
            table=table(position, Action.THIEF),
            options=tuple(options),
            several=True,
        )

    return until(make)
