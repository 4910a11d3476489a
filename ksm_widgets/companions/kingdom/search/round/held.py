"""The fortune cards of goods in a hand of Kingdom of Solomon, taken apart for paying (S22)."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, NamedTuple, Self

from ksm_widgets.companions.kingdom.fortune import ANY, goods_cards, points_of
from ksm_widgets.companions.kingdom.goods import (
    GOODS,
    NONE,
    Cubes,
    added,
    one_cube,
    read_cubes,
    total,
)

if TYPE_CHECKING:
    from collections.abc import Iterable


class Held(NamedTuple):
    """The cards of a hand: those of one good as cubes, of several, how many of any, the points."""

    singles: Cubes = NONE
    several: tuple[str, ...] = ()
    wild: int = 0
    points: int = 0

    @classmethod
    def of(cls, cards: Iterable[str]) -> Self:
        """The known cards of a hand, taken apart.

        >>> Held.of(["f", "ww", "p3", "a", "f"])
        Held(singles=(0, 0, 0, 0, 2), several=('ww',), wild=1, points=3)
        """
        cards = [*cards]
        goods = [card for card in goods_cards(cards) if card != ANY]
        return cls(
            total(read_cubes(card) for card in goods if len(card) == 1),
            tuple(sorted(card for card in goods if len(card) > 1)),
            cards.count(ANY),
            sum(map(points_of, cards)),
        )

    def plus(self, other: Held) -> Held:
        """The cards of two hands in one.

        >>> Held.of(["f", "ww"]).plus(Held.of(["cf", "a"])) == Held.of(["f", "ww", "cf", "a"])
        True
        """
        singles = added(self.singles, other.singles) if any(other.singles) else self.singles
        several = tuple(sorted(self.several + other.several)) if other.several else self.several
        return Held(singles, several, self.wild + other.wild, self.points + other.points)


def stood_for(hand: Held) -> list[Cubes]:
    """The cubes that cards of one good stand for, with every choice for those of any good."""
    if not hand.wild:
        return [hand.singles]
    kinds = combinations_with_replacement(range(len(GOODS)), hand.wild)
    return [added(hand.singles, *map(one_cube, chosen)) for chosen in kinds]
