"""The end of a game of Kings under Mountains: scores and winners (K19-K21)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.companions.kings.box import Tie

if TYPE_CHECKING:
    from ksm_widgets.companions.kings.position import Position


def parts(position: Position, seat: int) -> tuple[list[int], list[int]]:
    """The values of a seat's finished mines, and the penalties of its others (K20)."""
    won = [mine.value for mine in position.done_of(seat)]
    lost = [site.mine.penalty for site in position.own_of(seat)]
    return won, lost


def score(position: Position, seat: int) -> int:
    """A seat's points: the values of its finished mines, less the penalties of the others (K20)."""
    won, lost = parts(position, seat)
    return sum(won) - sum(lost)


def winners(position: Position) -> tuple[int, ...]:
    """The winners of the game, several if they share it; nobody before its end (K20, K21)."""
    finished = position.box.tie is Tie.FINISHED

    def rank(seat: int) -> tuple[int, int]:
        return score(position, seat), len(position.done_of(seat)) if finished else 0

    return position.winners(rank)
