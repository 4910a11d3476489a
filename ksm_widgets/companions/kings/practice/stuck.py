"""Tasks about hands that are stuck in Kings under Mountains, and mines that wait (K17, K18)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.companions.kings.cards import STRONGEST
from ksm_widgets.companions.kings.naming import unit_phrase
from ksm_widgets.companions.kings.position import Position
from ksm_widgets.companions.kings.practice.arranged import put_under, stuck_centre, unit_from_deck
from ksm_widgets.companions.kings.practice.positions import position_where, without_own
from ksm_widgets.companions.kings.practice.table import at_place, because, mines_of_centre, table
from ksm_widgets.companions.kings.rules import is_stuck
from ksm_widgets.course.material import until
from ksm_widgets.rules.chance import between
from ksm_widgets.tasks.choose import Choose

if TYPE_CHECKING:
    from random import Random

    from ksm_widgets.companions.kings.places import Place
    from ksm_widgets.companions.tasks import Topic
    from ksm_widgets.tasks.mark import MarkPlaces


def can_play(rng: Random, topic: Topic) -> Choose:
    """Whether anything can be played (K17)."""
    can = rng.random() < 0.5
    position = until(lambda: _on_nines(rng, can=can))
    right = "swap" if is_stuck(position) else "play"
    rules = {"swap": "K17", "play": "K8"}
    names = ("play", "swap", "pass", "any")
    return Choose(
        **topic.ask("stuck", seat=position.turn),
        table=table(position),
        options=topic.options(
            "stuck",
            names,
            right,
            why=lambda name: (
                because(f"stuck_{right}_why", rules[right])
                if name == right
                else because("stuck_hint2", "K8")
            ),
        ),
    )


def _on_nines(rng: Random, *, can: bool) -> Position | None:
    """A position in which all chains end on a 9, and something can be played or not."""
    start = without_own(rng)
    position = stuck_centre(rng, start, nines=len(start.centre))
    if position is not None and not can:
        position = _without_zeros(position)
    fits = position is not None and is_stuck(position) is not can
    return position if fits else None


def _without_zeros(position: Position) -> Position | None:
    """The position with other units for the zeros in hand; None if the deck lacks them."""
    seat = position.turn
    hand = [unit for unit in position.known_hand(seat) if unit.strength]
    zeros = len(position.hand(seat)) - len(hand)
    for _ in range(zeros):
        taken = unit_from_deck(position, lambda unit: unit.strength > 0)
        if taken is None:
            return None
        unit, position = taken
        hand.append(unit)
    return put_under(position.with_hand(seat, tuple(hand)), zeros)


def waiting(rng: Random, topic: Topic) -> MarkPlaces[Place]:
    """The mines that wait for a 0 (K18)."""

    def make() -> Position | None:
        return stuck_centre(rng, position_where(rng, lambda one: True), between(rng, 1, 3))

    position = until(make)
    tops = {place: site.units[-1] for place, site in position.centre_sites()}
    wrong = {
        place: at_place(place, because("waits_not", "K18", unit=unit_phrase(unit)))
        for place, unit in tops.items()
        if unit.strength != STRONGEST
    }
    return mines_of_centre(position, topic.ask("waits", 1), wrong, "K18")
