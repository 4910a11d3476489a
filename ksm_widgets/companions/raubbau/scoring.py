"""The ends of a match and of the game of Raubbau: points, and who has won (B37-B46)."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from typing import TYPE_CHECKING

from ksm_widgets.companions.raubbau.box import Box, Face
from ksm_widgets.companions.raubbau.cards import Treasure
from ksm_widgets.companions.raubbau.position import Phase, Position
from ksm_widgets.companions.raubbau.tie import draw_or_end

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class Gain(StrEnum):
    """The reasons for a seat's gain or loss after a match (B42)."""

    MOST = "most"
    TIED = "tied"
    LESS = "less"
    WAKER = "waker"
    CAUGHT = "caught"


def points_after(
    box: Box,
    match: int,
    points: Sequence[int],
    gems: Mapping[int, int],
    waker: int | None = None,
) -> tuple[int, ...]:
    """Everyone's points after a match (B42).

    `gems` has the gems of each seat that has left, `waker` is who woke the dragon.

    >>> from ksm_widgets.companions.raubbau.box import the_box
    >>> points_after(the_box(), 1, (0, 0, 0), {1: 2, 2: 3, 3: 3})
    (0, 1, 1)
    >>> points_after(the_box(), 3, (0, 0, 0), {1: 0}, waker=2)
    (4, -1, -1)
    """
    numbers = {
        Gain.WAKER: box.points.awakened,
        Gain.CAUGHT: box.points.inside,
        Gain.MOST: box.points.most_last if match == box.matches else box.points.most,
        Gain.TIED: box.points.tied,
        Gain.LESS: 0,
    }
    floor, gains = box.points.floor, gains_of(len(points), gems, waker)
    return tuple(max(floor, had + numbers[gain]) for had, gain in zip(points, gains, strict=True))


def gains_of(players: int, gems: Mapping[int, int], waker: int | None) -> tuple[Gain, ...]:
    """The gain of each seat after a match (B42).

    `gems` has the gems of each seat that has left, `waker` is who woke the dragon.

    >>> print(*gains_of(4, {1: 2, 2: 3}, 4))
    less most caught waker
    """
    most = max(gems.values(), default=0)
    first = [seat for seat, count in gems.items() if count == most]
    gains = [Gain.CAUGHT] * players
    for seat in gems:
        gains[seat - 1] = Gain.LESS
    for seat in first:
        gains[seat - 1] = Gain.MOST if len(first) == 1 else Gain.TIED
    if waker is not None:
        gains[waker - 1] = Gain.WAKER
    return tuple(gains)


def gems_of(cards: Sequence[Treasure]) -> int:
    """The number of gems among cards."""
    return sum(card.face is Face.GEM for card in cards)


def leavers(position: Position, waker: int | None) -> tuple[int, ...]:
    """The seats that count as having left when the match is over, by who woke the dragon (B41)."""
    return tuple(position.seats) if waker is None else position.out


def has_left(position: Position, seat: int) -> bool:
    """Whether a seat counts as having left when the match is over (B41)."""
    return seat in leavers(position, position.waker)


def finished(position: Position) -> Position:
    """The position after the match: points, and whether the game goes on (B41-B44).

    Everything in front of the players is shown (B43).
    """
    gems = {seat: gems_of(position.front(seat)) for seat in leavers(position, position.waker)}
    box = position.box
    points = points_after(box, position.match, position.points, gems, position.waker)
    shown = tuple(
        tuple(card.known_to(*position.seats) for card in front) for front in position.fronts
    )
    position = replace(
        position,
        phase=Phase.MATCH_OVER,
        points=points,
        fronts=shown,
        step=None,
        acted=(),
        plans=(None,) * position.players,
        turn=position.start,
    )
    if position.match < box.matches and not (
        box.end_at_points and position.match > 1 and max(points) >= box.end_at_points
    ):
        return position
    best = max(points)
    first = position.order(position.following(position.start))
    leaders = tuple(seat for seat in first if points[seat - 1] == best)
    return draw_or_end(replace(position, leaders=leaders), leaders[0])


def winners(position: Position) -> tuple[int, ...]:
    """The winners of the game, several if they share it; nobody before its end (B44, B46)."""
    return position.leaders if position.is_over else ()
