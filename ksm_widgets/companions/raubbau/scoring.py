"""The ends of a match and of the game of Raubbau: points, and the draw (B37-B46)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ksm_widgets.companions.raubbau.box import Box, Face
from ksm_widgets.companions.raubbau.cards import Treasure
from ksm_widgets.companions.raubbau.position import Phase, Position

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


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
    gains = {
        "waker": box.points.awakened,
        "caught": box.points.inside,
        "most": box.points.most_last if match == box.matches else box.points.most,
        "tied": box.points.tied,
        "less": 0,
    }
    floor, reasons = box.points.floor, reasons_of(len(points), gems, waker)
    return tuple(max(floor, had + gains[why]) for had, why in zip(points, reasons, strict=True))


def reasons_of(players: int, gems: Mapping[int, int], waker: int | None) -> tuple[str, ...]:
    """The reason for each seat's points after a match: most, tied, less, waker or caught (B42).

    `gems` has the gems of each seat that has left, `waker` is who woke the dragon.

    >>> reasons_of(4, {1: 2, 2: 3}, 4)
    ('less', 'most', 'caught', 'waker')
    """
    most = max(gems.values(), default=0)
    first = [seat for seat, count in gems.items() if count == most]
    reasons = ["caught"] * players
    for seat in gems:
        reasons[seat - 1] = "less"
    for seat in first:
        reasons[seat - 1] = "most" if len(first) == 1 else "tied"
    if waker is not None:
        reasons[waker - 1] = "waker"
    return tuple(reasons)


def gems_of(cards: Sequence[Treasure]) -> int:
    """The number of gems among cards."""
    return sum(card.face is Face.GEM for card in cards)


def has_left(position: Position, seat: int) -> bool:
    """Whether a seat counts as having left when the match is over (B41)."""
    return seat in position.out or position.waker is None


def finished(position: Position) -> Position:
    """The position after the match: points, and whether the game goes on (B41-B44).

    Everything in front of the players is shown (B43).
    """
    gems = {
        seat: gems_of(position.front(seat)) for seat in position.seats if has_left(position, seat)
    }
    box = position.box
    points = points_after(box, position.match, position.points, gems, position.waker)
    shown = tuple(
        tuple(card.known_to(*position.seats) for card in front) for front in position.fronts
    )
    position = replace(
        position,
        phase=Phase.OVER,
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
    position = replace(position, leaders=leaders)
    return _drawing(position, leaders[0])


def _drawing(position: Position, seat: int) -> Position:
    """The game is over unless several lead and there is a card for the next of them (B46)."""
    leaders = position.leaders
    if len(leaders) == 1 or not _can_draw(position, seat):
        return replace(position, phase=Phase.END, turn=seat)
    return replace(position, phase=Phase.DRAW, turn=seat)


def _can_draw(position: Position, seat: int) -> bool:
    """Whether there is a card that a seat may draw for the game."""
    return any(position.stacks) or any(is_unknown(thing, seat) for thing in position.mine.values())


def is_unknown(thing: object, seat: int) -> bool:
    """Whether a thing in the mine is a treasure that a seat does not know."""
    return isinstance(thing, Treasure) and seat not in thing.known


def drew(position: Position, card: Treasure) -> Position:
    """The position after a leader drew a card for the game: a dragon puts that leader out (B46)."""
    seat, leaders = position.turn, position.leaders
    following = leaders[(leaders.index(seat) + 1) % len(leaders)]
    gone = (*position.gone, card.known_to(*position.seats))
    if card.face is Face.DRAGON:
        leaders = tuple(other for other in leaders if other != seat)
    return _drawing(replace(position, gone=gone, leaders=leaders), following)


def winners(position: Position) -> tuple[int, ...]:
    """The winners of the game, several if they share it; nobody before its end (B44, B46)."""
    return position.leaders if position.is_over else ()
