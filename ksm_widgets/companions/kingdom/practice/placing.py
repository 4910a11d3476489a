"""Tasks about the start and the placing of pawns in Kingdom of Solomon (S1-S12, S33)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.companions.kingdom.acts import Pass, Put
from ksm_widgets.companions.kingdom.country import region
from ksm_widgets.companions.kingdom.goods import GOODS
from ksm_widgets.companions.kingdom.naming import good_phrase, place_phrase
from ksm_widgets.companions.kingdom.places import Action, Bonus, OwnCard, Shown
from ksm_widgets.companions.kingdom.position import Phase, Position
from ksm_widgets.companions.kingdom.practice.positions import position_where
from ksm_widgets.companions.kingdom.practice.table import because, table, who
from ksm_widgets.companions.kingdom.rules import apply, legal, new_game
from ksm_widgets.companions.kingdom.spots import spot_fault, spots
from ksm_widgets.companions.tasks import players_in_order
from ksm_widgets.course.material import until
from ksm_widgets.rules.chance import below, between, chosen, shuffled, some_of
from ksm_widgets.tasks.choose import Choose, Option, Order
from ksm_widgets.tasks.mark import MarkPlaces
from ksm_widgets.tasks.numbers import Numbers
from ksm_widgets.telling.phrases import Phrase

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from ksm_widgets.companions.kingdom.places import LandName, Place, Spot
    from ksm_widgets.companions.tasks import Topic

_POINTED = 6
"""Places of which some are to be marked."""


def setup(rng: Random, topic: Topic) -> Numbers:
    """Cubes, pawns and points at the start (S1, S3, S5)."""
    players, kind = between(rng, 2, 4), below(rng, len(GOODS))
    position = new_game(below(rng, 10**6), players)
    box = position.box
    whole, stock = box.cubes[kind], position.stock[kind]
    pawns = box.pawns_of(players)
    others = {*box.pawns} - {pawns}
    taken = f"{whole} − {whole - stock}" if stock < whole else ""
    return Numbers(
        **topic.ask("setup", 3, players=players, good=good_phrase(GOODS[kind])),
        fields=(
            topic.field("cubes", "setup_cubes", stock, "S1", {whole: "all"}, taken),
            topic.field("pawns", "setup_pawns", pawns, "S3", dict.fromkeys(others, "other")),
            topic.field("points", "setup_points", position.points(1), "S5", {0: "none"}),
        ),
    )


def bonus_places(rng: Random, topic: Topic) -> Choose:
    """The bonus places in use (S4)."""
    players = between(rng, 2, 4)
    position = new_game(below(rng, 10**6), players)
    used = position.box.bonuses(players)
    options = []
    for name in shuffled(rng, [*Bonus, chosen(rng, [*Action])]):
        key = "in" if name in used else "out" if isinstance(name, Bonus) else "action"
        place, rule = place_phrase(position, name), "S18" if key == "action" else "S4"
        why = because(f"bonus_{key}", rule, players=players, place=place)
        options.append(Option(str(name), place, name in used, why))
    return Choose(
        **topic.ask("bonus", 1, players=players),
        options=tuple(options),
        several=True,
    )


def free_sites(rng: Random, topic: Topic) -> MarkPlaces[Place]:
    """The free sites where a good is found (S6)."""
    position = position_where(rng, Phase.PLACE, lambda one: len(one.sites) > 1)
    lands = position.box.lands

    def right_for(kind: int) -> list[LandName]:
        return [
            name
            for name, land in lands.items()
            if land.site and land.goods[kind] and position.owner(name) is None
        ]

    kind = chosen(rng, [kind for kind in range(len(GOODS)) if right_for(kind)])

    def why_not(place: Place) -> Phrase:
        if not isinstance(place, str):
            return because("no_land", "S6")
        land = lands[place]
        if not land.goods[kind]:
            return because("map_other", "S6", place=place)
        return because("map_built" if land.site else "map_no_site", "S6", place=place)

    return MarkPlaces(
        **topic.ask("map", good=good_phrase(GOODS[kind])),
        praise=because("map_right", "S6", good=good_phrase(GOODS[kind])),
        table=table(position, markable=True),
        right_ones=frozenset(right_for(kind)),
        why_not=why_not,
    )


def a_round(rng: Random, topic: Topic) -> Order:
    """The order in which players trade or build (S7, S25)."""
    phase, rule = chosen(rng, ((Phase.MARKET, "S7"), (Phase.BUILD, "S25")))
    position = position_where(rng, phase, lambda one: not one.done, players=(3, 4))
    turns, after = [], position
    while after.phase is phase:
        turns.append(after.turn)
        after = apply(after, Pass())
    key = f"round_{phase.value}"
    asked = topic.mainly(rule).ask(key, 1, order=[*position.order])
    return players_in_order(rng, asked, turns, because(f"{key}_why", rule), table(position))


def places_next(rng: Random, topic: Topic) -> Choose:
    """The player who places the next pawn (S8, S11)."""
    case = chosen(rng, ("skip", "skip", "last", "any"))

    def acts(position: Position) -> list[Put]:
        fitting = []
        for act in legal(position):
            if not isinstance(act, Put):
                continue
            after = apply(position, act)
            going_on = after.phase is Phase.PLACE
            kind = (
                "last" if not going_on else "any" if after.turn == _following(position) else "skip"
            )
            if kind == case:
                fitting.append(act)
        return fitting

    position = position_where(rng, Phase.PLACE, lambda one: bool(acts(one)), players=(3, 4))
    act = chosen(rng, acts(position))
    after = apply(position, act)
    going_on = after.phase is Phase.PLACE
    return who(
        topic.ask("next", seat=position.turn, place=place_phrase(position, act.spot)),
        position,
        after.turn if going_on else "next_none",
        because("next_why" if going_on else "next_none_why", "S8"),
        "next_none",
    )


def _following(position: Position) -> int:
    """The seat after the one in turn in the order of play."""
    return position.order[position.order_number(position.turn) % position.players]


def _where_to_place(
    rng: Random, topic: Topic, key: str, position: Position, wanted: Sequence[Spot]
) -> MarkPlaces[Place] | None:
    """A task to mark those of six places where a pawn may go, some of them as wanted."""
    reasons = _reasons_against(position)
    right = [spot for spot in spots(position) if spot not in reasons]
    kinds: dict[str, list[Place]] = {}
    for place, reason in reasons.items():
        kinds.setdefault(reason.key, []).append(place)
    special = [spot for spot in right if isinstance(spot, Bonus | OwnCard) or spot in wanted]
    shown: list[Place] = [*wanted, *(chosen(rng, kinds[kind]) for kind in sorted(kinds))]
    shown += [*some_of(rng, special, 1), *shuffled(rng, right)]
    pointed = tuple([*dict.fromkeys(shown)][:_POINTED])
    rights = frozenset(place for place in pointed if place not in reasons)
    if not 0 < len(rights) < len(pointed):
        return None

    def why_not(place: Place) -> Phrase:
        if place not in pointed or place not in reasons:
            return because("spots_other", "S9")
        return reasons[place]

    return MarkPlaces(
        **topic.ask(key, seat=position.turn, count=len(pointed)),
        praise=because(f"{key}_right", topic.rules[0]),
        table=table(position, *shuffled(rng, pointed), markable=True),
        right_ones=rights,
        why_not=why_not,
    )


def _reasons_against(position: Position) -> dict[Place, Phrase]:
    """The reason why the seat in turn may not place a pawn, for each place where it may not."""
    faults = ((spot, spot_fault(position, spot, position.turn)) for spot in spots(position))
    return {
        **{spot: Phrase.why(fault) for spot, fault in faults if fault is not None},
        **{Shown(card): because("spots_display", "S9") for card in position.display},
    }


def where_to_place(rng: Random, topic: Topic) -> MarkPlaces[Place]:
    """The places where a pawn may go (S9, S10)."""

    def fits(position: Position) -> bool:
        seat = position.turn
        owners = {owner for _, owner in position.sites}
        return position.favour != seat and len(position.pawns) > 3 and bool(owners - {seat})

    def make() -> MarkPlaces[Place] | None:
        position = position_where(rng, Phase.PLACE, fits)
        return _where_to_place(rng, topic, "spots", position, [])

    return until(make)


def by_favour(rng: Random, topic: Topic) -> MarkPlaces[Place]:
    """The places where a pawn may go by favour of the High Priestess (S33)."""

    def foreign(position: Position) -> list[LandName]:
        return [place for place, owner in position.sites if owner != position.turn]

    def fits(position: Position) -> bool:
        return position.favour == position.turn and len(foreign(position)) > 1

    def make() -> MarkPlaces[Place] | None:
        position = position_where(rng, Phase.PLACE, fits)
        return _where_to_place(rng, topic, "favour", position, some_of(rng, foreign(position), 3))

    return until(make)


def all_that_are_left(rng: Random, topic: Topic) -> Numbers:
    """The pawns that a bonus place takes (S11)."""

    def free(position: Position) -> list[Bonus]:
        return [
            spot
            for spot in position.box.bonuses(position.players)
            if position.pawn_at(spot) is None
        ]

    position = position_where(
        rng, Phase.PLACE, lambda one: one.pawns_left(one.turn) > 1 and bool(free(one))
    )
    seat, spot = position.turn, chosen(rng, free(position))
    after = apply(position, Put(spot))
    pawn = after.pawn_at(spot)
    assert pawn is not None
    rest = position.pawns_left(seat) - 1
    return Numbers(
        **topic.ask("all", 1, seat=seat, place=place_phrase(position, spot)),
        praise=because("left_right", "S11", count=pawn.size),
        table=table(position, spot),
        fields=(
            topic.field("there", "left_there", pawn.size, "S11", {1: "one"}),
            topic.field("rest", "left_rest", after.pawns_left(seat), "S11", {rest: "one"}),
        ),
    )


def in_the_region(rng: Random, topic: Topic) -> MarkPlaces[Place]:
    """The places of a region (S12)."""

    def own(position: Position) -> list[LandName]:
        seat = position.turn
        return [
            place
            for place, owner in position.sites
            if owner == seat and len(region(position, place, seat)) > 1
        ]

    position = position_where(rng, Phase.PLACE, lambda one: bool(own(one)))
    seat, place = position.turn, chosen(rng, own(position))

    def why_not(other: Place) -> Phrase:
        if not isinstance(other, str):
            return because("no_land", "S12")
        return because("region_apart", "S12", place=other, seat=seat)

    return MarkPlaces(
        **topic.ask("region", seat=seat, place=place),
        praise=because("region_right", "S12"),
        table=table(position, place, markable=True),
        right_ones=frozenset(region(position, place, seat)),
        why_not=why_not,
    )
