"""The consequences of a play for the next player: what it opens, as chances (K9, K10)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from typing import TYPE_CHECKING

from ksm_widgets.companions.kings.cards import RACES
from ksm_widgets.companions.kings.places import Numbered
from ksm_widgets.companions.kings.rules import Brought, Play, apply, brought, legal, owner_of
from ksm_widgets.companions.kings.search.unseen import holds, unseen_units
from ksm_widgets.companions.pulse import Pulse, no_pulse

if TYPE_CHECKING:
    from collections.abc import Set

    from ksm_widgets.companions.kings.cards import Mine, Race, Unit
    from ksm_widgets.companions.kings.position import Position


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """A mine of the centre that the next player can capture.

    `take` is the chance that they have a unit that brings it to themselves, `push` one that gives
    it to the asker; `races` has the chance of a fitting unit of each race.
    """

    place: Numbered
    mine: Mine
    take: Fraction
    push: Fraction
    races: tuple[tuple[Race, Fraction], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """A play: what it brings about, and what the next player can do on any mine then.

    `mine` is the one that it captures or finishes, if any, `owner` the seat that has captured it.
    `take` and `push` are the chances that there is a mine that they can take, or give to the asker.
    """

    play: Play
    owner: int | None
    mine: Mine | None
    brought: Brought
    take: Fraction
    push: Fraction
    opened: tuple[Opened, ...]

    @property
    def acts(self) -> tuple[Play]:
        """The play alone."""
        return (self.play,)


def openings(position: Position, pulse: Pulse = no_pulse) -> tuple[Opening, ...]:
    """Every play of the seat whose turn it is, those that open least to the next player first.

    `pulse` is called now and then, and may raise to stop.
    """
    pulse()
    found = []
    for act in legal(position):
        if isinstance(act, Play):
            pulse()
            found.append(_opening(position, act))
    return tuple(sorted(found, key=lambda one: (one.push + one.take, one.push)))


def _opening(position: Position, play: Play) -> Opening:
    """The consequences of a play."""
    seat = position.turn
    brings = brought(position, play)
    mine = position.known_site(play.place, seat).mine
    after = apply(position, play)
    following = position.following(seat)
    # After the last card the game ends with this turn (K19).
    goes_on = any(not apply(after, draw).is_over for draw in legal(after))
    fitting = _fitting(after, following) if goes_on else {}
    take, push = _take_and_push(after, following, {*chain(*fitting.values())}, asker=seat)
    return Opening(
        play=play,
        owner=owner_of(position, play.unit, seat) if brings is Brought.CAPTURED else None,
        mine=None if brings is Brought.NOTHING else mine,
        brought=brings,
        take=take,
        push=push,
        opened=tuple(
            _opened(after, following, place, units, asker=seat) for place, units in fitting.items()
        ),
    )


def _fitting(position: Position, seat: int) -> dict[Numbered, set[Unit]]:
    """The mines of the centre that a seat may capture, each with the units that would do it."""
    units = [*unseen_units(position), *position.known_hand(seat)]
    return {
        place: {unit for unit in units if site.takes(unit)}
        for place, site in position.centre_sites()
        if site.to_capture == 1
    }


def _opened(
    position: Position, seat: int, place: Numbered, units: Set[Unit], *, asker: int
) -> Opened:
    """A mine that a seat can capture with one of some units."""
    take, push = _take_and_push(position, seat, units, asker=asker)
    return Opened(
        place=place,
        mine=position.known_site(place, seat).mine,
        take=take,
        push=push,
        races=_by_race(position, seat, units),
    )


def _take_and_push(
    position: Position, seat: int, units: Set[Unit], *, asker: int
) -> tuple[Fraction, Fraction]:
    """The chances that a seat holds a unit to take a mine with, and one to push it on the asker."""
    owners = {unit: owner_of(position, unit, seat) for unit in units}
    take = {unit for unit, owner in owners.items() if owner == seat}
    push = {unit for unit, owner in owners.items() if owner == asker}
    return holds(position, seat, take), holds(position, seat, push)


def _by_race(position: Position, seat: int, units: Set[Unit]) -> tuple[tuple[Race, Fraction], ...]:
    """For each race, the chance that a seat holds one of some units that is of this race."""
    return tuple(
        (race, holds(position, seat, {one for one in units if one.race == race})) for race in RACES
    )
