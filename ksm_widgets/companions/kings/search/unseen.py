"""The unseen units of Kings under Mountains: what they may be, and with what chance.

Every unit that isn't known is in the deck, in another's hand or on the back of a mine.
All orders are equally likely.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING

from ksm_widgets.companions.kings.cards import UNSEEN, Unit

if TYPE_CHECKING:
    from collections.abc import Set

    from ksm_widgets.companions.kings.position import Position


def unseen_units(position: Position) -> Counter[Unit]:
    """The units that aren't known, and how many there are of each."""
    left = Counter(position.box.units)
    left.subtract(unit for unit in position.units() if unit is not UNSEEN)
    return +left


def chance_of_any(fitting: int, unseen: int, cards: int) -> Fraction:
    """The chance that at least one of some unseen cards in a hand fits.

    >>> chance_of_any(13, 64, 6)
    Fraction(2034461, 2677656)
    """
    return 1 - Fraction(comb(unseen - fitting, cards), comb(unseen, cards))


def holds(position: Position, seat: int, units: Set[Unit]) -> Fraction:
    """The chance that a hand has one of these units."""
    hand = position.hand(seat)
    if any(unit in units for unit in position.known_hand(seat)):
        return Fraction(1)
    unseen = unseen_units(position)
    fitting = sum(unseen[unit] for unit in units)
    return chance_of_any(fitting, unseen.total(), hand.count(UNSEEN))
