"""The end of a game of Kingdom of Solomon: scores and winners (S35)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.companions.kingdom.fortune import points_of

if TYPE_CHECKING:
    from ksm_widgets.companions.kingdom.position import Position


def parts(position: Position, seat: int) -> tuple[int, ...]:
    """The points on the track, those of each card of points, and those for cubes and favour."""
    cards = map(points_of, position.known(seat))
    favour = position.box.favour_points if position.favour == seat else 0
    cubes = position.box.cube_points * sum(position.cubes(seat))
    return position.points(seat), *cards, cubes, favour


def score(position: Position, seat: int) -> int:
    """A seat's points if the game ended now, with those of its fortune cards that are known."""
    return sum(parts(position, seat))


def summed(position: Position, seat: int) -> str:
    """The sum that makes a seat's final score, such as `116 + 3 + 20`."""
    track, *more = parts(position, seat)
    return " + ".join(map(str, (track, *filter(None, more))))


def winners(position: Position) -> tuple[int, ...]:
    """The winners of the game, several if they share it; nobody before its end (S35)."""

    def rank(seat: int) -> tuple[int, int]:
        return score(position, seat), position.buildings(seat)

    return position.winners(rank)
