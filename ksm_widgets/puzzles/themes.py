"""The themes of puzzles: what the way to the answer has in it, whoever finds it."""

from __future__ import annotations

from enum import Enum

__all__ = ["Theme"]


class Theme(Enum):
    """What a puzzle is about; one may have several, the most telling one first."""

    DONT_DIG = "dont_dig"
    """No dig is worth its cost (R11)."""
    COMPLETE_SET = "complete_set"
    """A set of parchments is completed (R18, R28)."""
    PAY_FROM_DIG = "pay_from_dig"
    """What is dug must help to pay for the turn (R25)."""
    LEAVE_TREASURE = "leave_treasure"
    """The dearest treasure that could be dug as the mine lies is better left."""
    MIRROR_CARPET = "mirror+carpet"
    MIRROR_AMULET = "mirror+amulet"
    CARPET_SEAL = "carpet+seal"
    CARPET_AMULET = "carpet+amulet"
    SEAL_AMULET = "seal+amulet"
    MIRROR = "mirror"
    """The card is turned (R21)."""
    CARPET = "carpet"
    """Tiles of different levels are dug (R22)."""
    SEAL = "seal"
    """Another shape is dug (R23)."""
    AMULET = "amulet"
    """Curses are dug for nothing (R24)."""
    LONG_CARRY = "long_carry"
    """A tile is carried two steps or more (R14)."""
    FILL_GAP = "fill_gap"
    """A quarry that is too low is filled up to the dig's level (R9, R12)."""
    CLEAR_WAY = "clear_way"
    """Tiles that lie in the way are moved aside (R12, R13)."""
    UNCOVER = "uncover"
    """A tile that lies covered is dug."""
    ONE_STEP = "one_step"
    """One move is enough."""
    NO_MOVE = "no_move"
    """The best dig needs no move."""

    @property
    def pair(self) -> bool:
        """Whether it is about two powers together."""
        return "+" in self.value
