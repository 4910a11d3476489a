"""Paying in Kingdom of Solomon: cubes from one's holdings, and fortune cards of goods (S22)."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from ksm_widgets.companions.kingdom.fortune import ANY, cubes_paid, goods_cards, used_as
from ksm_widgets.companions.kingdom.goods import GOODS, Cubes, least, less, total

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ksm_widgets.companions.kingdom.fortune import Paid


def covered(cost: Cubes, cards: Iterable[str]) -> Cubes:
    """The part of a cost that fortune cards pay; what they have beyond it is lost."""
    return least(cost, total(map(cubes_paid, cards)))


def useful(cost: Cubes, cards: Paid) -> bool:
    """Whether each of the cards pays for something that the others don't."""
    whole = covered(cost, cards)
    return all(covered(cost, cards[:at] + cards[at + 1 :]) != whole for at in range(len(cards)))


def payments(cost: Cubes, goods: Cubes, hand: Iterable[str]) -> Iterator[Paid]:
    """Every way to pay: fortune cards, each of use, so that the cubes do for the rest.

    The first way uses no card, if the cubes do.
    """
    seen: set[Paid] = set()
    choices = []
    for card in sorted(goods_cards(hand)):
        used = [used_as(card, good) for good in GOODS] if card == ANY else [card]
        choices.append([None, *(one for one in used if any(covered(cost, [one])))])
    for chosen in product(*choices):
        cards = tuple(sorted(card for card in chosen if card is not None))
        if cards in seen:
            continue
        seen.add(cards)
        rest = less(cost, covered(cost, cards))
        if useful(cost, cards) and min(less(goods, rest)) >= 0:
            yield cards
