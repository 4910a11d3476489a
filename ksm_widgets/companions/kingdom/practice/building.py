"""Tasks about building, the temple and the High Priestess in Kingdom of Solomon (S25-S32)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ksm_widgets.companions.kingdom.acts import Block, Build, Pave
from ksm_widgets.companions.kingdom.country import goods_of, road_fault
from ksm_widgets.companions.kingdom.goods import GOODS, cubes_text, read_cubes
from ksm_widgets.companions.kingdom.naming import card_phrase, cubes_phrase, letters_phrase
from ksm_widgets.companions.kingdom.places import TEMPLE, SeatBoard
from ksm_widgets.companions.kingdom.position import Phase, Position, road_between
from ksm_widgets.companions.kingdom.practice.positions import (
    because,
    block_of,
    found,
    table,
    who,
    with_block,
    with_cubes,
    with_hand,
    with_tokens,
)
from ksm_widgets.companions.kingdom.rules import apply, legal
from ksm_widgets.companions.kingdom.telling import act_phrase
from ksm_widgets.companions.kingdom.works import building_acts
from ksm_widgets.companions.position import ActRefused
from ksm_widgets.companions.tasks import between, some_of
from ksm_widgets.companions.tuples import with_item
from ksm_widgets.course.material import until
from ksm_widgets.rules.chance import chosen, shuffled
from ksm_widgets.tasks.choose import Choose, Option
from ksm_widgets.tasks.mark import MarkPlaces
from ksm_widgets.tasks.numbers import Numbers
from ksm_widgets.telling.phrases import Phrase

if TYPE_CHECKING:
    from random import Random

    from ksm_widgets.companions.kingdom.places import Place
    from ksm_widgets.companions.kingdom.works import Work
    from ksm_widgets.companions.tasks import Topic


def may_build(rng: Random, topic: Topic) -> Choose:
    """The works that can be built once a card has been bought (S25)."""

    def make() -> tuple[Position, int, list[Work]] | None:
        start = found(
            rng,
            Phase.BUILD,
            lambda one: not one.bought and any(isinstance(act, Build) for act in legal(one)),
        )
        bought = chosen(rng, [act for act in legal(start) if isinstance(act, Build)])
        position = apply(start, bought)
        seat = position.turn
        if position.ending:
            return None
        position = with_cubes(rng, with_hand(rng, position, seat, 0), seat, 12)
        able = [*building_acts(position, seat)]
        again = building_acts(replace(position, bought=False), seat)
        cards = [act for act in again if isinstance(act, Build)]
        blocks = [act for act in able if isinstance(act, Block)]
        roads = [act for act in able if isinstance(act, Pave)]
        if not blocks or not cards:
            return None
        by_card = {act.card: act for act in shuffled(rng, cards)}
        works: list[Work] = [
            *some_of(rng, blocks, 1),
            *some_of(rng, roads, 2),
            *some_of(rng, by_card.values(), 2),
        ]
        return position, bought.card, shuffled(rng, works)

    position, card, works = until(make)
    fine = because("works_fine", "S25")
    options = []
    for number, act in enumerate(works):
        why, label = fine, act_phrase(position, act)
        try:
            apply(position, act)
        except ActRefused as error:
            why = Phrase.why(error)
        options.append(Option(str(number), label, why is fine, why))
    return Choose(
        **topic.ask("works", 1, seat=position.turn, card=card_phrase(position, card)),
        praise=fine,
        table=table(position),
        options=tuple(options),
        several=True,
    )


# Roads.


def _own_sites(position: Position) -> list[str]:
    return [place for place, owner in position.sites if owner == position.turn]


def where_a_road_goes(rng: Random, topic: Topic) -> MarkPlaces[Place]:
    """The places to which a road may be built (S26, S28)."""

    def faults(position: Position, place: str) -> dict[str, ActRefused | None]:
        return {
            other: road_fault(position, road_between(position.box, place, other), position.turn)
            for other in position.box.lands
            if other != place
        }

    def fitting(position: Position) -> list[str]:
        several = {
            place: {fault and fault.key for fault in faults(position, place).values()}
            for place in _own_sites(position)
        }
        return [place for place, keys in several.items() if None in keys and len(keys) > 2]

    position = found(rng, Phase.BUILD, lambda one: len(one.roads) < 12 and bool(fitting(one)))
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
        table=table(position, place, marks=True),
        right_ones=frozenset(other for other, fault in why.items() if fault is None),
        why_not=why_not,
    )


def best_road(rng: Random, topic: Topic) -> Choose:
    """The road that makes a pawn bring most (S26, S12, S28)."""

    def make() -> Choose | None:
        position = found(rng, Phase.BUILD, lambda one: bool(_own_sites(one)))
        seat, box = position.turn, position.box
        worth, wrong = {}, {}
        for place in _own_sites(position):
            for other in box.lands[place].neighbours:
                road = road_between(box, place, other)
                fault = road_fault(position, road, seat)
                if fault is not None:
                    wrong[road] = fault
                    continue
                after = replace(position, roads=tuple(sorted((*position.roads, road))))
                worth[road] = sum(goods_of(after, place, seat))
        if len(worth) < 2 or not wrong:
            return None
        best = max(worth.values())
        if [*worth.values()].count(best) > 1:
            return None
        first = max(worth, key=lambda road: worth[road])
        rest = some_of(rng, [road for road in worth if road != first], 2)
        shown = [first, *rest, *some_of(rng, wrong, 2)]
        options = []
        for road in shuffled(rng, shown):
            one, other = road
            label = Phrase("kingdom_task.best_road_label", {"one": one, "other": other})
            if road in worth:
                why = because("best_road_why", "S12", count=worth[road])
            else:
                why = Phrase.why(wrong[road])
            options.append(Option("-".join(road), label, road == first, why))
        return Choose(
            **topic.ask("best_road", seat=seat),
            table=table(position),
            options=tuple(options),
        )

    return until(make)


# The temple and the High Priestess.


def next_block(rng: Random, topic: Topic) -> Choose:
    """The goods that pay for the next block (S29)."""

    def make() -> Choose | None:
        position = found(rng, Phase.BUILD, lambda one: one.temple < len(one.box.steps))
        seat = position.turn
        position = with_hand(rng, replace(position, bought=True), seat, 0)
        step = position.box.steps[position.temple]
        count = sum(step.cost) + step.free
        paid = set()
        for _ in range(2):
            free = "".join(chosen(rng, GOODS) for _ in range(step.free))
            paid.add(cubes_text(read_cubes(cubes_text(step.cost) + free)))
        for _ in range(3):
            base = list(cubes_text(step.cost))
            base[0] = chosen(rng, GOODS)
            base += [chosen(rng, GOODS) for _ in range(count - len(base))]
            paid.add(cubes_text(read_cubes("".join(base))))
        told_step = Phrase(
            "kingdom_told.step_free" if step.free else "kingdom_told.step",
            {"goods": cubes_phrase(step.cost), "free": step.free, "points": step.points},
        )
        options = []
        for letters in shuffled(rng, sorted(paid)):
            goods = with_item(position.goods, seat, read_cubes(letters))
            trial = replace(position, goods=goods)
            right = any(isinstance(act, Block) for act in building_acts(trial, seat))
            why = because("block_fine" if right else "block_short", "S29", step=told_step)
            options.append(Option(letters, letters_phrase(letters), right, why))
        rights = sum(option.right for option in options)
        if not 0 < rights < len(options):
            return None
        return Choose(
            **topic.ask("block"),
            praise=because("block_fine", "S29", step=told_step),
            table=table(position, TEMPLE),
            options=tuple(options[:5]),
            several=True,
        )

    return until(make)


def favour(rng: Random, topic: Topic) -> Choose:
    """The player with the favour after a token was taken (S31)."""
    wanted = chosen(rng, ("moves", "tie", "same"))

    def make() -> tuple[Position, Position] | None:
        position = found(rng, Phase.BUILD, lambda one: not one.bought and one.temple < 8)
        seat = position.turn
        position = with_tokens(rng, position, between(rng, 1, 5))
        placed = with_block(with_hand(rng, position, seat, 0))
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
        seat = position.turn
        return (position.favour == seat) is holds and 0 < position.buildings(seat) < 5

    position = found(rng, Phase.BUILD, fits)
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
            topic.field(
                "roads",
                "supply_roads",
                box.roads - len(position.roads),
                "S2",
                {len(position.roads): "built"},
                f"{box.roads} − {len(position.roads)}",
            ),
            topic.field(
                "blocks",
                "supply_blocks",
                len(box.steps) - position.temple,
                "S2",
                {position.temple: "built"},
                f"{len(box.steps)} − {position.temple}",
            ),
        ),
    )
