"""Fortune cards of Kingdom of Solomon, and how they are written (S21, S22).

ww, cf   goods, as letters in the order of GOODS
a        any one good
p3       points
?        a card that a seat hasn't seen
a:w      any good that is used as wood, where a card pays
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ksm_widgets.companions.kingdom.goods import GOODS, MOST_GOODS, Cubes, read_cubes

if TYPE_CHECKING:
    from collections.abc import Iterable

ANY = "a"
"""The card of any good, and its letter in the files of a box."""
UNSEEN = "?"
"""A card that a seat hasn't seen."""

Paid = tuple[str, ...]
"""Cards that pay, each as it is used."""
_GOODS = f"[{GOODS}]{{1,{MOST_GOODS}}}"
_CARD = re.compile(rf"{_GOODS}|{ANY}|p[1-9]|[{UNSEEN}]")
_PAID = re.compile(f"{_GOODS}|{ANY}:[{GOODS}]")


def sorted_card(letters: str) -> str:
    """A card of goods, from its letters in any order.

    >>> sorted_card("fc")
    'cf'
    """
    return "".join(sorted(letters, key=(GOODS + ANY).index))


def points_card(points: int) -> str:
    """The card of these points."""
    return f"p{points}"


def points_of(card: str) -> int:
    """The points of a card; 0 for one of goods.

    >>> points_of("p3"), points_of("ww")
    (3, 0)
    """
    return int(card[1:]) if card.startswith("p") else 0


def is_card(word: str) -> bool:
    """Whether a word is a card as it is written, whatever cards a box has.

    >>> is_card("cf"), is_card("p3"), is_card("potato")
    (True, True, False)
    """
    return _CARD.fullmatch(word) is not None


def goods_cards(hand: Iterable[str]) -> list[str]:
    """The cards of a hand that can pay: those of goods, as far as they have been seen."""
    return [card for card in hand if card != UNSEEN and not points_of(card)]


# Cards that pay.


def used_as(card: str, good: str) -> str:
    """A card as it pays for a good; only that of any good has a choice.

    >>> used_as("a", "w"), used_as("ww", "w")
    ('a:w', 'ww')
    """
    return f"{ANY}:{good}" if card == ANY else card


def card_of(paid: str) -> str:
    """The card that pays, whatever it is used as.

    >>> card_of("a:w"), card_of("ww")
    ('a', 'ww')
    """
    return ANY if paid.startswith(ANY) else paid


def cubes_paid(paid: str) -> Cubes:
    """The goods that a card pays, as it is used."""
    return read_cubes(paid.removeprefix(f"{ANY}:"))


def can_pay(word: str) -> bool:
    """Whether a word is a card as it is used to pay."""
    return _PAID.fullmatch(word) is not None
