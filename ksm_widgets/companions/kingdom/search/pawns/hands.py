"""The hands that a seat can have after it has drawn cards, in Kingdom of Solomon (S21)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from math import comb, lcm
from operator import mul
from typing import TYPE_CHECKING, NamedTuple

from ksm_widgets.companions.kingdom.box import points_of
from ksm_widgets.companions.kingdom.search.pawns.needs import code_of
from ksm_widgets.companions.kingdom.search.round.held import Held, joined, parted, stood_for

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ksm_widgets.companions.kingdom.position import Position
    from ksm_widgets.companions.kingdom.search.pawns.needs import CodedCards
    from ksm_widgets.companions.kingdom.search.pawns.packing import Packed


class Drawn(NamedTuple):
    """A hand after a draw, with the ways its cards count, and the number of draws to it."""

    hand: Held
    ways: list[CodedCards]
    draws: int


class Alike(NamedTuple):
    """Hands that promise the same with any goods: the codes of their cards are the same."""

    codes: list[Packed]
    hands: list[Drawn]


class Draw(NamedTuple):
    """Every hand after a draw, in groups that are alike, those drawn most often first.

    `points` is the mean of the points on the cards drawn, in units. `counts` are the draws that
    lead to each group; a part of a point adds `each` units to the mean with one draw, `part` with
    all. `plain` has the code of each group that counts in only one way, for others no code.
    """

    alike: list[Alike]
    points: int
    counts: list[int]
    each: int
    part: int
    plain: list[Packed]

    def mean(self, worths: Iterable[int]) -> int:
        """The mean of a worth of each group, in parts of a point: in units, with points drawn."""
        # Products of small numbers are quick.
        total: int = sum(map(mul, self.counts, worths))
        return total * self.each + self.points


_NO_CODE = -(1 << 100)


@dataclass(slots=True)
class Hands:
    """The hands of a seat that draws up to `most` cards.

    There are `scale` parts in a point, in which worths are told. If the seat is rich, points on
    cards pay for nothing, and cards of points are alike.
    """

    position: Position
    seat: int
    most: int
    scale: int
    is_rich: bool
    unseen: Counter[str] = field(init=False)
    """The cards that the seat hasn't seen."""
    held: tuple[str, ...] = field(init=False)
    """The cards that the seat knows in its hand."""
    unit: int = field(init=False)
    """The number of units in a point: so many that means are whole numbers."""
    _draws: dict[int, Draw] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.held = self.position.known(self.seat)
        seen = (*self.position.discards, *self.held)
        self.unseen = self.position.box.fortune - Counter(seen)
        unseen = self.unseen.total()
        self.unit = self.scale * lcm(*(comb(unseen, self.drawn(n)) for n in range(self.most + 1)))

    def drawn(self, draws: int) -> int:
        """The number of cards drawn: no more than there are."""
        return min(draws, self.unseen.total())

    def after(self, draws: int) -> Draw:
        """Every hand after so many draws."""
        if draws not in self._draws:
            self._draws[draws] = self._draw(self.drawn(draws))
        return self._draws[draws]

    def _draw(self, draws: int) -> Draw:
        groups: dict[tuple[Packed, ...], Alike] = {}
        for hand, count in self._hands(draws).items():
            ways = [(hand.several, singles) for singles in stood_for(hand)]
            coded = [(cards, code_of(cards)) for cards in ways]
            codes = tuple(sorted({code for _, code in coded}))
            alike = groups.setdefault(codes, Alike([*codes], []))
            alike.hands.append(Drawn(hand, coded, count))
        # What is drawn most often tells most about a mean.
        several = sorted(groups.values(), key=_draws_to, reverse=True)
        unseen = self.unseen.total()
        each = self.unit // (self.scale * comb(unseen, draws))
        points = sum(points_of(card) * count for card, count in self.unseen.items())
        return Draw(
            alike=several,
            # Each card is in as many draws as there are of all others.
            points=points * (comb(unseen - 1, draws - 1) if draws else 0) * self.scale * each,
            counts=[*map(_draws_to, several)],
            each=each,
            part=each * comb(unseen, draws),
            plain=[one.codes[0] if len(one.codes) == 1 else _NO_CODE for one in several],
        )

    def _hands(self, draws: int) -> Counter[Held]:
        """Every hand after so many draws, and the number of draws that lead to it."""
        cards = self.unseen
        if self.is_rich:
            cards = Counter()
            for card, count in self.unseen.items():
                cards["p1" if points_of(card) else card] += count
        kinds = [(parted((card,)), count) for card, count in cards.items()]
        found = Counter[Held]()
        for hand, count in _hands(parted(self.held), kinds, draws):
            found[hand._replace(points=0) if self.is_rich else hand] += count
        return found


def _draws_to(alike: Alike) -> int:
    """The number of draws that lead to one of these hands."""
    return sum(hand.draws for hand in alike.hands)


def _hands(held: Held, kinds: list[tuple[Held, int]], draws: int) -> Iterator[tuple[Held, int]]:
    """Every hand after so many draws of cards of these kinds, with the number of draws to it."""
    if not draws:
        yield held, 1
    elif kinds:
        (card, number), *rest = kinds
        ways = 1
        for taken in range(min(number, draws) + 1):
            for hand, others in _hands(held, rest, draws - taken):
                yield hand, ways * others
            held, ways = joined(held, card), ways * (number - taken) // (taken + 1)
