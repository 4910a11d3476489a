"""Tasks about cards, the start, and what a player sees in Kings under Mountains (K1-K5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.companions.kings.box import the_box
from ksm_widgets.companions.kings.cards import RACES, UNSEEN
from ksm_widgets.companions.kings.naming import races_phrase
from ksm_widgets.companions.kings.places import Numbered
from ksm_widgets.companions.kings.position import Position
from ksm_widgets.companions.kings.practice.positions import SEEDS, offered, position_where
from ksm_widgets.companions.kings.practice.table import because, table
from ksm_widgets.companions.kings.rules import new_game
from ksm_widgets.rules.chance import below, between, some_of
from ksm_widgets.tasks.choose import Choose, Option
from ksm_widgets.tasks.numbers import Numbers

if TYPE_CHECKING:
    from random import Random

    from ksm_widgets.companions.kings.cards import Mine
    from ksm_widgets.companions.tasks import Topic


def setup(rng: Random, topic: Topic) -> Numbers:
    """Cards at the start of a game (K1, K4)."""
    players = between(rng, 2, 4)
    position = new_game(below(rng, SEEDS), players)
    box = the_box()
    race = sum(count for unit, count in box.units.items() if unit.race == RACES[0])
    numbers = {
        "players": players,
        "cards": len(box.cards),
        "centre": box.centre,
        "camp": box.camp,
        "hand": box.hand,
    }
    return Numbers(
        **topic.ask("setup", **numbers),
        fields=(
            topic.field(
                "deck",
                "setup_deck",
                len(position.deck),
                "K4",
                mistakes={
                    len(box.cards): "all",
                    len(position.deck) + box.camp: "camp",
                    len(position.deck) + box.centre + box.camp: "hands",
                },
                working=f"{len(box.cards)} − {box.centre} − {box.camp} − {players} × {box.hand}",
                **numbers,
            ),
            topic.field("race", "setup_race", race, "K1", mistakes={race // 2: "once"}),
        ),
    )


def in_play(rng: Random, topic: Topic) -> Choose:
    """The races in play (K3)."""
    position = new_game(below(rng, SEEDS), between(rng, 2, 3))
    options = []
    for race in RACES:
        seat = position.seat_of(race)
        why = because("race_out", "K3") if seat is None else because("race_in", "K3", seat=seat)
        options.append(Option(race, races_phrase(race), seat is not None, why))
    return Choose(
        **topic.ask("races", 1),
        table=table(position),
        options=tuple(options),
        several=True,
    )


def a_mine(rng: Random, topic: Topic) -> Numbers:
    """The meaning of the numbers on a mine (K2)."""

    def mines(position: Position) -> list[tuple[Numbered, Mine]]:
        return [
            (place, mine)
            for place, (mine, _) in position.centre_sites()
            if len({mine.defence, mine.size, mine.value}) == 3
        ]

    position, (place, mine) = offered(rng, mines)
    swapped = {mine.size: "size", mine.value: "value", mine.defence: "defence"}
    return Numbers(
        **topic.ask("mine", number=place.number),
        table=table(position, place),
        fields=(
            topic.field("defence", "mine_capture", mine.defence, "K2", mistakes=swapped),
            topic.field("size", "mine_miners", mine.size, "K2", mistakes=swapped),
            topic.field("value", "mine_worth", mine.value, "K2", mistakes=swapped),
        ),
    )


_KNOWN = {"next": "K4", "top": "K5", "own": "K5", "others": "K5", "camp": "K4"}
"""The rules about what a player sees."""


def what_is_known(rng: Random, topic: Topic) -> Choose:
    """The things a player sees (K4, K5)."""
    position = position_where(rng, lambda one: any(one.camp))
    view = position.seen(position.turn)
    other = next(seat for seat in position.seats if seat != position.turn)
    facts = {
        "next": view.next_mine is not UNSEEN,
        "top": bool(view.deck) and view.deck[-1].unit is not UNSEEN,
        "own": UNSEEN not in view.hand(position.turn),
        "others": UNSEEN not in view.hand(other),
        "camp": any(view.camp),
    }
    names = some_of(rng, facts, 4)
    return Choose(
        **topic.ask("known", 1),
        table=table(position),
        options=topic.options(
            "known",
            names,
            [name for name in names if facts[name]],
            why=lambda name: because(f"known_{name}_why", _KNOWN[name]),
        ),
        several=True,
    )
