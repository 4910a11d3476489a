"""The worth of what a seat of Kingdom of Solomon keeps, and the numbers that it is counted in."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from ksm_widgets.companions.telling import decimal, numeral
from ksm_widgets.telling.phrases import Phrase, plain

if TYPE_CHECKING:
    from ksm_widgets.companions.kingdom.box import Box

Number = int | Fraction
"""A worth: a whole number, unless it is a mean or made of parts of a point."""


def int_if_whole(number: Number) -> Number:
    """The number as an int if it is one."""
    return int(number) if number == int(number) else number


def number_phrase(number: Number) -> Phrase:
    """A number as readers see it: to one decimal if it is a mean."""
    number = int_if_whole(number)
    return plain(numeral(number)) if isinstance(number, int) else decimal(number, 1)


@dataclass(frozen=True, slots=True)
class Worths:
    """The worth of what a seat keeps: of a cube or card of goods, a token, a building card, a road.

    `last` if the game ends with the round: then the final score counts, and these are ignored.
    """

    keep: Number = 0
    token: Number = 0
    card: Number = 0
    road: Number = 0
    last: bool = False

    def cube_kept(self, box: Box) -> Number:
        """The worth of a cube that is kept: at the end of the game, its points (S35)."""
        return box.cube_points if self.last else self.keep

    @property
    def card_kept(self) -> Number:
        """The worth of a card of goods that is kept: at the end of the game, nothing (S35)."""
        return 0 if self.last else self.keep

    @property
    def token_kept(self) -> Number:
        """The worth of a token but for the favour: at the end of the game, nothing (S35)."""
        return 0 if self.last else self.token
