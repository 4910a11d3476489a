"""The hands that a seat can have after it has drawn cards, in Kingdom of Solomon (S21)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from math import comb, lcm
from operator import mul
from typing import TYPE_CHECKING, NamedTuple

from ksm_widgets.companions.kingdom.fortune import points_card, points_of
from ksm_widgets.companions.kingdom.search.pawns.needs import as_cubes
from ksm_widgets.companions.kingdom.search.pawns.packing import code_of
from ksm_widgets.companions.kingdom.search.round.held import Held, stood_for

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ksm_widgets.companions.kingdom.position import Position
    from ksm_widgets.companions.kingdom.search.pawns.needs import CodedCards
    from ksm_widgets.companions.kingdom.search.pawns.packing import Packed
    from ksm_widgets.companions.kingdom.search.scales import Parts, Units


class PossibleHand(NamedTuple):
    """A hand that a draw can lead to, the ways its cards count, and the number of draws to it."""

    hand: Held
    ways: list[CodedCards]
    times: int


class Alike(NamedTuple):
    """Hands that promise the same with any goods: the codes of their cards are the same."""

    codes: list[Packed]
    hands: list[PossibleHand]


class Outcomes(NamedTuple):
    """The hands that a draw can lead to, in groups that are alike, those drawn most often first.

    `points` is the mean of the points on the cards drawn, in units. `counts` has for each group the
    number of draws that lead to it. If a worth is a part of a point higher after one draw, the mean
    is `each` units higher; if it is after every draw, the mean is `part` units higher. `plain` has
    the code of each group whose cards count in only one way, `_NO_CODE` for the others.
    """

    alike: list[Alike]
    points: Units
    counts: list[int]
    each: Units
    part: Units
    plain: list[Packed]

    def mean(self, worths: Iterable[Parts]) -> Units:
        """The mean of a worth of each group, with the points drawn."""
        # Products of small numbers are quick.
        total: Parts = sum(map(mul, self.counts, worths))
        return total * self.each + self.points


_NO_CODE = -(1 << 100)
"""A code that no cards have: nothing is ever kept for goods with it."""


@dataclass(slots=True)
class Hands:
    """The hands of a seat that draws up to `most_cards`.

    There are `scale` parts in a point, in which worths are told. If the seat is rich, points on
    cards pay for nothing, and cards of points are alike.
    """

    position: Position
    seat: int
    most_cards: int
    scale: int
    is_rich: bool
    unseen: Counter[str] = field(init=False)
    """The cards that the seat hasn't seen."""
    held: tuple[str, ...] = field(init=False)
    """The cards that the seat knows in its hand."""
    unit: int = field(init=False)
    """The number of units in a point, such that means are whole numbers of units."""
    _afters: dict[int, Outcomes] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.held = self.position.known(self.seat)
        seen = (*self.position.discards, *self.held)
        self.unseen = self.position.box.fortune - Counter(seen)
        unseen = self.unseen.total()
        self.unit = self.scale * lcm(
            *(comb(unseen, self.available(n)) for n in range(self.most_cards + 1))
        )

    def available(self, cards: int) -> int:
        """The number of cards that can be drawn where `cards` should be."""
        return min(cards, self.unseen.total())

    def after(self, cards: int) -> Outcomes:
        """Every hand after this many cards are drawn."""
        if cards not in self._afters:
            self._afters[cards] = self._after(self.available(cards))
        return self._afters[cards]

    def _after(self, cards: int) -> Outcomes:
        groups: dict[tuple[Packed, ...], Alike] = {}
        for hand, count in self._hands_after(cards).items():
            kinds = [(hand.several, singles) for singles in stood_for(hand)]
            ways = [(one, code_of(as_cubes(one))) for one in kinds]
            codes = tuple(sorted({code for _, code in ways}))
            alike = groups.setdefault(codes, Alike([*codes], []))
            alike.hands.append(PossibleHand(hand, ways, count))
        # What is drawn most often tells most about a mean.
        by_count = sorted(groups.values(), key=_count, reverse=True)
        unseen = self.unseen.total()
        each = self.unit // (self.scale * comb(unseen, cards))
        points = sum(points_of(card) * count for card, count in self.unseen.items())
        return Outcomes(
            alike=by_count,
            # Each card is in as many draws as there are of all others.
            points=points * (comb(unseen - 1, cards - 1) if cards else 0) * self.scale * each,
            counts=[*map(_count, by_count)],
            each=each,
            part=each * comb(unseen, cards),
            plain=[one.codes[0] if len(one.codes) == 1 else _NO_CODE for one in by_count],
        )

    def _hands_after(self, cards: int) -> Counter[Held]:
        """Every hand after this many cards are drawn, and the number of draws that lead to it."""
        unseen = self.unseen
        if self.is_rich:
            unseen = Counter()
            for card, count in self.unseen.items():
                unseen[points_card(1) if points_of(card) else card] += count
        kinds = [(Held.of((card,)), count) for card, count in unseen.items()]
        found = Counter[Held]()
        for hand, count in _drawn(Held.of(self.held), kinds, cards):
            found[hand._replace(points=0) if self.is_rich else hand] += count
        return found


def _count(alike: Alike) -> int:
    """The number of draws that lead to one of these hands."""
    return sum(hand.times for hand in alike.hands)


def _drawn(held: Held, kinds: list[tuple[Held, int]], cards: int) -> Iterator[tuple[Held, int]]:
    """Every hand after `cards` of these kinds are drawn, with the number of draws to it."""
    if not cards:
        yield held, 1
    elif kinds:
        (card, number), *rest = kinds
        count = 1
        for taken in range(min(number, cards) + 1):
            for hand, others in _drawn(held, rest, cards - taken):
                yield hand, count * others
            held, count = held.plus(card), count * (number - taken) // (taken + 1)
