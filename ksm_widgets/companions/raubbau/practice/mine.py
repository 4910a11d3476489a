"""Tasks about the box and the mine of Raubbau: cards, ends, within reach (B1-B7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.companions.raubbau.box import the_box
from ksm_widgets.companions.raubbau.cards import Treasure, Tunnel
from ksm_widgets.companions.raubbau.naming import face_word
from ksm_widgets.companions.raubbau.places import ENTRY, Field
from ksm_widgets.companions.raubbau.position import Position
from ksm_widgets.companions.raubbau.practice.positions import position_where, small
from ksm_widgets.companions.raubbau.practice.table import because, table
from ksm_widgets.companions.raubbau.rules import new_match
from ksm_widgets.rules.chance import between, chosen, shuffled
from ksm_widgets.tasks.choose import Choose, Option
from ksm_widgets.tasks.mark import MarkPlaces
from ksm_widgets.tasks.numbers import Numbers
from ksm_widgets.telling.phrases import Phrase

if TYPE_CHECKING:
    from random import Random

    from ksm_widgets.companions.tasks import Topic


def setup(rng: Random, topic: Topic) -> Numbers:
    """Cards at the start of a match (B1, B4)."""
    players = between(rng, 3, 5)
    position = new_match(rng, players)
    box = position.box
    return Numbers(
        **topic.ask("setup", players=players),
        fields=(
            topic.field(
                "tunnels",
                "setup_tunnels",
                len(position.tunnels),
                "B4",
                {sum(box.tunnels.values()): ("all", "B1"), box.tunnels_per_player * players: "two"},
                f"{box.tunnels_per_player} × {players} + {box.tunnels_extra}",
                players=players,
            ),
            topic.field(
                "stack",
                "setup_stack",
                len(position.stacks[0]),
                "B4",
                {box.treasures: ("treasures", "B1"), len(position.tunnels): "mixed"},
                f"{box.treasures} / {box.stacks}",
            ),
            topic.field(
                "drift",
                "setup_drift",
                sum(position.drift),
                "B1",
                {box.drift_sets: "each"},
                f"{players} × {box.drift_sets}",
            ),
        ),
    )


def in_a_set(rng: Random, topic: Topic) -> Choose:
    """The number of cards of each face in a set (B3)."""
    faces = the_box().faces
    true = {face: rng.random() < 0.5 for face in faces}
    true[chosen(rng, list(faces))] = True
    options = []
    for face in shuffled(rng, faces):
        count = faces[face]
        wrong = chosen(rng, [other for other in (1, 2, 3, 4, 6) if other != count])
        label = {"count": count if true[face] else wrong, "face": face_word(face)}
        why = because("set_why", "B3", count=count, face=face_word(face))
        options.append(Option(face.key, Phrase("raubbau_task.set_claim", label), true[face], why))
    return Choose(**topic.ask("set"), options=tuple(options), several=True)


def known_cards(rng: Random, topic: Topic) -> MarkPlaces[Field]:
    """The cards that a player knows (B3)."""

    def known(position: Position, seat: int) -> frozenset[Field]:
        return frozenset(field for field in position.mine if position.knows(seat, field))

    def fits(position: Position) -> bool:
        count = len(known(position, position.turn))
        return small(position) and 2 <= count < sum(
            isinstance(thing, Treasure) for thing in position.mine.values()
        )

    position = position_where(rng, fits)
    seat = position.turn

    def why_not(field: Field) -> Phrase:
        key = "known_not" if isinstance(position.mine.get(field), Treasure) else "no_treasure"
        return because(key, "B3", place=str(field), seat=seat)

    other = next(one for one in position.seats if one != seat)
    return MarkPlaces(
        **topic.ask("known", seat=seat),
        table=table(position, markable=True, seat=other),
        right_ones=known(position, seat),
        why_not=why_not,
    )


def joined(rng: Random, topic: Topic) -> MarkPlaces[Field]:
    """The tunnels that are joined to one another (B6)."""

    def pick(position: Position) -> Field | None:
        tunnels = [field for field, thing in position.mine.items() if isinstance(thing, Tunnel)]
        fitting = [
            field
            for field in sorted(tunnels)
            if field != ENTRY
            and position.is_open(field)
            and 3 <= len(position.system([field])) <= len(tunnels) - 3
        ]
        # Not by chance: asked again about the same position, it is the same tunnel.
        return fitting[len(position.mine) % len(fitting)] if fitting else None

    position = position_where(
        rng, lambda position: small(position, 5, 12) and pick(position) is not None
    )
    start = pick(position)
    assert start is not None
    right = position.system([start])

    def why_not(field: Field) -> Phrase:
        thing = position.mine.get(field)
        if field == ENTRY:
            return because("joined_entry", "B6")
        if not isinstance(thing, Tunnel):
            return because("no_tunnel", "B6", place=str(field))
        return because(
            "joined_not" if position.is_open(field) else "joined_down", "B6", place=str(field)
        )

    return MarkPlaces(
        **topic.ask("joined", place=str(start)),
        table=table(position, start, markable=True),
        right_ones=right,
        why_not=why_not,
    )


def reachable(rng: Random, topic: Topic) -> MarkPlaces[Field]:
    """The treasures within reach (B7)."""

    def cards(position: Position) -> list[Field]:
        return [*filter(position.has_face_down_treasure, position.mine)]

    def fits(position: Position) -> bool:
        reached = sum(bool(position.ways(field)) for field in cards(position))
        return small(position, 4, 12) and 2 <= reached < len(cards(position))

    position = position_where(rng, fits)

    def why_not(field: Field) -> Phrase:
        key = "reach_not" if field in cards(position) else "no_treasure"
        return because(key, "B7", place=str(field))

    return MarkPlaces(
        **topic.ask("reach"),
        table=table(position, markable=True),
        right_ones=frozenset(field for field in cards(position) if position.ways(field)),
        why_not=why_not,
    )
