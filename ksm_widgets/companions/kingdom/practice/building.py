"""Tasks about building, the temple and the High Priestess in Kingdom of Solomon (S25-S32)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ksm_widgets.companions.kingdom.acts import Block, Build, Pave
from ksm_widgets.companions.kingdom.country import goods_of, road_fault
from ksm_widgets.companions.kingdom.goods import GOODS, cubes_text, read_cubes
from ksm_widgets.companions.kingdom.naming import card_phrase, letters_phrase, step_phrase
from ksm_widgets.companions.kingdom.places import TEMPLE, SeatBoard
from ksm_widgets.companions.kingdom.position import Phase, Position, road_between
from ksm_widgets.companions.kingdom.practice.arranged import (
    block_of,
    with_block,
    with_random_cubes,
    with_random_hand,
    with_random_tokens,
)
from ksm_widgets.companions.kingdom.practice.positions import position_where
from ksm_widgets.companions.kingdom.practice.table import because, table, who
from ksm_widgets.companions.kingdom.rules import apply, legal
from ksm_widgets.companions.kingdom.telling import act_phrase
from ksm_widgets.companions.kingdom.works import building_acts, with_road
from ksm_widgets.companions.position import ActRefused
from ksm_widgets.companions.tasks import only
from ksm_widgets.course.material import until
from ksm_widgets.rules.chance import between, chosen, shuffled, some_of
from ksm_widgets.tasks.choose import Choose, Option
from ksm_widgets.tasks.mark import MarkPlaces
from ksm_widgets.tasks.numbers import Numbers
from ksm_widgets.telling.phrases import Phrase

if TYPE_CHECKING:
    from random import Random

    from ksm_widgets.companions.kingdom.box import Step
    from ksm_widgets.companions.kingdom.places import LandName, Place
    from ksm_widgets.companions.kingdom.position import Road
    from ksm_widgets.companions.kingdom.works import Work
    from ksm_widgets.companions.tasks import Topic
    from ksm_widgets.tasks.numbers import NumberField

_MANY = 12
"""Cubes with which much can be paid."""
_WORKS_FINE = because("works_fine", "S25")


def may_build(rng: Random, topic: Topic) -> Choose:
    """The works that can be built once a card has been bought (S25)."""
    position, card, works = until(lambda: _card_bought(rng))
    options = [_work_option(position, str(at), act) for at, act in enumerate(works)]
    return Choose(
        **topic.ask("works", 1, seat=position.turn, card=card_phrase(position, card)),
        praise=_WORKS_FINE,
        table=table(position),
        options=tuple(options),
        several=True,
    )


def _card_bought(rng: Random) -> tuple[Position, int, list[Work]] | None:
    """A position after a card was bought, the card, and works that a player could pay for."""
    start = position_where(
        rng, Phase.BUILD, lambda one: not one.bought and bool(only(Build, legal(one)))
    )
    bought = chosen(rng, only(Build, legal(start)))
    position = apply(start, bought)
    seat = position.turn
    if position.ending:
        return None
    position = with_random_cubes(rng, with_random_hand(rng, position, seat, 0), seat, _MANY)
    able = [*building_acts(position, seat)]
    blocks, roads = only(Block, able), only(Pave, able)
    cards = only(Build, building_acts(replace(position, bought=False), seat))
    if not blocks or not cards:
        return None
    by_card = {act.card: act for act in shuffled(rng, cards)}
    works: list[Work] = [
        *some_of(rng, blocks, 1),
        *some_of(rng, roads, 2),
        *some_of(rng, by_card.values(), 2),
    ]
    return position, bought.card, shuffled(rng, works)


def _work_option(position: Position, name: str, act: Work) -> Option:
    """A work, and why it can be built or not."""
    label = act_phrase(position, act)
    try:
        apply(position, act)
    except ActRefused as error:
        return Option(name, label, False, Phrase.why(error))
    return Option(name, label, True, _WORKS_FINE)


# Roads.


def _own_sites(position: Position) -> list[LandName]:
    return [place for place, owner in position.sites if owner == position.turn]


def where_a_road_goes(rng: Random, topic: Topic) -> MarkPlaces[Place]:
    """The places to which a road may be built (S26, S28)."""

    def faults(position: Position, place: LandName) -> dict[LandName, ActRefused | None]:
        return {
            other: road_fault(position, road_between(position.box, place, other), position.turn)
            for other in position.box.lands
            if other != place
        }

    def fitting(position: Position) -> list[LandName]:
        found = {
            place: {fault and fault.key for fault in faults(position, place).values()}
            for place in _own_sites(position)
        }
        return [place for place, keys in found.items() if None in keys and len(keys) > 2]

    position = position_where(
        rng, Phase.BUILD, lambda one: len(one.roads) < one.box.roads and bool(fitting(one))
    )
    place = chosen(rng, fitting(position))
    why = faults(position, place)

    def why_not(other: Place) -> Phrase:
        fault = why.get(other) if isinstance(other, str) else None
        if fault is None:
            return because("road_place", "S26")
        return replace(Phrase.why(fault), places=(other,))

    return MarkPlaces(
        **topic.ask("road", seat=position.turn, place=place),
        praise=because("road_right", "S26"),
        table=table(position, place, markable=True),
        right_ones=frozenset(other for other, fault in why.items() if fault is None),
        why_not=why_not,
    )


def road_that_adds_most(rng: Random, topic: Topic) -> Choose:
    """The road that makes a pawn bring most (S26, S12, S28)."""

    def make() -> tuple[Position, dict[Road, int], dict[Road, ActRefused]] | None:
        position = position_where(rng, Phase.BUILD, lambda one: bool(_own_sites(one)))
        brings, wrong = _roads_at_sites(position)
        best = max(brings.values(), default=0)
        clear = len(brings) > 1 and [*brings.values()].count(best) == 1
        return (position, brings, wrong) if clear and wrong else None

    position, brings, wrong = until(make)
    best = max(brings, key=lambda road: brings[road])
    rest = some_of(rng, [road for road in brings if road != best], 2)
    options = []
    for road in shuffled(rng, [best, *rest, *some_of(rng, wrong, 2)]):
        one, other = road
        label = Phrase("kingdom_task.best_road_label", {"one": one, "other": other})
        if road in brings:
            why = because("best_road_why", "S12", count=brings[road])
        else:
            why = Phrase.why(wrong[road])
        options.append(Option("-".join(road), label, road == best, why))
    return Choose(
        **topic.ask("best_road", seat=position.turn),
        table=table(position),
        options=tuple(options),
    )


def _roads_at_sites(position: Position) -> tuple[dict[Road, int], dict[Road, ActRefused]]:
    """The roads at one's own sites: the cubes that a pawn brings with each, or what is wrong."""
    seat, box = position.turn, position.box
    brings, wrong = {}, {}
    for place in _own_sites(position):
        for other in box.lands[place].neighbours:
            road = road_between(box, place, other)
            fault = road_fault(position, road, seat)
            if fault is None:
                brings[road] = sum(goods_of(with_road(position, road), place, seat))
            else:
                wrong[road] = fault
    return brings, wrong


# The temple and the High Priestess.


def next_block(rng: Random, topic: Topic) -> Choose:
    """The goods that pay for the next block (S29)."""

    def make() -> tuple[Position, dict[str, bool]] | None:
        position = position_where(rng, Phase.BUILD, lambda one: one.temple < len(one.box.steps))
        position = with_random_hand(rng, replace(position, bought=True), position.turn, 0)
        tried = shuffled(rng, sorted(_tried_payments(rng, _next_step(position))))
        pays = {letters: _pays_for_block(position, letters) for letters in tried}
        return (position, pays) if {*pays.values()} == {False, True} else None

    position, pays = until(make)
    told_step = step_phrase(_next_step(position))
    options = []
    for letters, right in pays.items():
        why = because("block_fine" if right else "block_short", "S29", step=told_step)
        options.append(Option(letters, letters_phrase(letters), right, why))
    return Choose(
        **topic.ask("block"),
        praise=because("block_fine", "S29", step=told_step),
        table=table(position, TEMPLE),
        options=tuple(options),
        several=True,
    )


def _next_step(position: Position) -> Step:
    return position.box.steps[position.temple]


def _tried_payments(rng: Random, step: Step) -> set[str]:
    """Goods in letters that could pay for a step: two payments, and three with a good changed."""

    def free() -> str:
        return "".join(chosen(rng, GOODS) for _ in range(step.free))

    cost = cubes_text(step.cost)
    paid = [cost + free() for _ in range(2)]
    paid += [chosen(rng, GOODS) + cost[1:] + free() for _ in range(3)]
    return {cubes_text(read_cubes(letters)) for letters in paid}


def _pays_for_block(position: Position, letters: str) -> bool:
    """Whether the seat in turn could build the next block, if it had just these cubes."""
    position = position.with_cubes(position.turn, read_cubes(letters))
    return bool(only(Block, building_acts(position, position.turn)))


def favour(rng: Random, topic: Topic) -> Choose:
    """The player with the favour after a token was taken (S31)."""
    wanted = chosen(rng, ("moves", "tie", "same"))

    def fits(position: Position) -> bool:
        # At least two more blocks can be built after this one.
        return not position.bought and position.temple < len(position.box.steps) - 2

    def make() -> tuple[Position, Position] | None:
        position = position_where(rng, Phase.BUILD, fits)
        seat = position.turn
        position = with_random_tokens(rng, position, between(rng, 1, 5))
        placed = with_block(with_random_hand(rng, position, seat, 0))
        if placed is None:
            return None
        after = apply(placed, block_of(placed, token=True))
        tie = after.tokens.count(max(after.tokens)) > 1
        kind = "moves" if after.favour != placed.favour else "tie" if tie else "same"
        return (placed, after) if kind == wanted else None

    position, after = until(make)
    assert after.favour is not None
    return who(
        topic.ask("token", seat=position.turn),
        position,
        after.favour,
        because("token_tie_why" if wanted == "tie" else "token_why", "S31"),
        "token_none",
    )


def what_is_left(rng: Random, topic: Topic) -> Numbers:
    """Roads and buildings that can still be built (S2, S32)."""
    holds = rng.random() < 0.7

    def fits(position: Position) -> bool:
        seat, most = position.turn, position.box.most_buildings
        return (position.favour == seat) is holds and 0 < position.buildings(seat) < most

    position = position_where(rng, Phase.BUILD, fits)
    seat, box = position.turn, position.box
    built = position.buildings(seat)
    supply = box.most_buildings - built - holds
    marker = " − 1" if holds else ""
    return Numbers(
        **topic.ask("supply", seat=seat),
        table=table(position, SeatBoard(seat)),
        fields=(
            topic.field(
                "buildings",
                "supply_buildings",
                supply,
                "S32" if holds else "S2",
                {supply + 1: "marker" if holds else "no_marker", built: "built"},
                f"{box.most_buildings} − {built}{marker}",
            ),
            _supply_field(topic, "roads", box.roads, len(position.roads)),
            _supply_field(topic, "blocks", len(box.steps), position.temple),
        ),
    )


def _supply_field(topic: Topic, name: str, whole: int, built: int) -> NumberField:
    """A field for what is left of a supply."""
    left, working = whole - built, f"{whole} − {built}"
    return topic.field(name, f"supply_{name}", left, "S2", {built: "built"}, working)
