"""Positions of Kings under Mountains for tasks, from games played at random."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from ksm_widgets.companions.kings.position import Phase, Position, Site
from ksm_widgets.companions.kings.rules import Play, apply, legal, new_game, play_fault
from ksm_widgets.companions.tasks import only, wanted_position
from ksm_widgets.rules.chance import below, between, chosen

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from random import Random

    from ksm_widgets.companions.kings.cards import Unit
    from ksm_widgets.companions.kings.places import Numbered

T = TypeVar("T")

SEEDS = 10**6
"""The number of games that tasks are drawn from."""
_MOST_ACTS = 60
"""Acts of a game: thirty turns, enough for chains, captures and own mines."""
_OFTEN = 0.3
"""The chance to take a position that fits: a game has several, and not only the first is shown."""


def random_game(rng: Random, players: int) -> Iterator[Position]:
    """A game act by act, played at random."""
    position = new_game(below(rng, SEEDS), players)
    for _ in range(_MOST_ACTS):
        yield position
        acts = legal(position)
        if not acts:
            return
        position = apply(position, chosen(rng, acts))


def position_where(
    rng: Random,
    wanted: Callable[[Position], bool],
    *,
    players: tuple[int, int] = (2, 3),
) -> Position:
    """A position before a play that is as wanted; of several in a game, one at random."""
    return wanted_position(
        rng,
        lambda: random_game(rng, between(rng, *players)),
        lambda one: one.phase is Phase.PLAY and wanted(one),
        chance=_OFTEN,
    )


def offered(
    rng: Random,
    offers: Callable[[Position], Sequence[T]],
    *,
    players: tuple[int, int] = (2, 3),
) -> tuple[Position, T]:
    """A position before a play that offers something, and one of the things that it offers."""
    position = position_where(rng, lambda one: bool(offers(one)), players=players)
    return position, chosen(rng, offers(position))


def without_own(rng: Random) -> Position:
    """A position before a play of a seat that has no mine of its own."""
    return position_where(rng, lambda one: not one.own_of(one.turn))


# What a position offers.


def one_short(position: Position) -> dict[Numbered, Site]:
    """The mines of the centre that the next unit captures."""
    return {place: site for place, site in position.centre_sites() if site.to_capture == 1}


def fitting_cards(position: Position, place: Numbered) -> dict[Numbered, Unit]:
    """The cards in hand that may go on a mine, with their units."""
    return {
        card: unit
        for card, unit in position.held(position.turn)
        if play_fault(position, unit, place) is None
    }


def capturing_plays(position: Position) -> list[Play]:
    """The plays that capture a mine of the centre."""
    ready = one_short(position)
    return [play for play in only(Play, legal(position)) if play.place in ready]
