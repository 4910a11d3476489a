"""The worth of what a seat of Kingdom of Solomon keeps, and the numbers that it is counted in."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

Number = int | Fraction


def int_if_whole(number: Number) -> Number:
    """The number as an int if it is one."""
    return int(number) if number == int(number) else number


@dataclass(frozen=True, slots=True)
class Worths:
    """The worth of what a seat keeps: of a cube or card of goods, a token, a building card, a road.

    `last` if the game ends with the round: then the final score counts, and these are ignored.
    `tokens` is the number of blocks that must be taken as tokens, None if any may.
    """

    keep: Number = 0
    token: Number = 0
    card: Number = 0
    road: Number = 0
    last: bool = False
    tokens: int | None = None
