"""The cards of the user's own game: what is known of them, and how they join a situation (R5)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ksm_widgets.rules.deck import CARD_COUNT, Card, cards
from ksm_widgets.rules.errors import CardError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ksm_widgets.explorer.situation import Situation


_SIZES = {1: 3, 15: 5, CARD_COUNT: 6}
"""The numbers of quarries that are documented."""


def with_own(situation: Situation, own: tuple[Card, ...]) -> Situation:
    """The situation with the user's own cards in the deck.

    The card played stays as it is: a link says which shape it means.
    """
    known = {card.number: card for card in own}
    deck = tuple(
        known.get(card.number, card)
        if card.number != situation.number and card in cards()
        else card
        for card in situation.deck
    )
    return replace(situation, deck=deck)


def expect_size(number: int, size: int, own: Iterable[Card]) -> None:
    """Raise CardError if no card of this number has so many quarries.

    Some numbers are documented, and a higher number never has fewer quarries.
    """
    sizes = _SIZES | {card.number: card.shape.size for card in own if card.number != number}
    if number in _SIZES and size != _SIZES[number]:
        raise CardError("own_cards.size", number=number, expected=_SIZES[number], found=size)
    for other, known in sorted(sizes.items()):
        if (other < number and known > size) or (other > number and known < size):
            key = "own_cards.fewer" if other < number else "own_cards.more"
            raise CardError(key, number=number, found=size, other=other, known=known)


def next_number(number: int) -> int:
    """The number to enter after this one."""
    return min(number + 1, CARD_COUNT)
