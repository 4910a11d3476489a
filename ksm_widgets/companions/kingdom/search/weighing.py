"""The worth of goods for the rest of a round of Kingdom of Solomon, for every hand one may draw.

Worths are whole numbers of a small unit, so that means are exact too.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from math import comb, lcm
from operator import mul, sub
from typing import TYPE_CHECKING, NamedTuple

from ksm_widgets.companions.kingdom.box import ANY, points_of
from ksm_widgets.companions.kingdom.goods import GOODS, Cubes, added, read_cubes
from ksm_widgets.companions.kingdom.held import Held, joined, parted, stood_for
from ksm_widgets.companions.kingdom.position import UNSEEN
from ksm_widgets.companions.kingdom.search.needs import Hand, Needs, code
from ksm_widgets.companions.kingdom.search.sums import State, packed
from ksm_widgets.companions.kingdom.spending import IMPOSSIBLE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ksm_widgets.companions.kingdom.position import Position
    from ksm_widgets.companions.kingdom.spending import Spending

_POINTS = 1 << 14
"""Where points may be short, worths are told in so many parts, and the points are put below."""
_NEVER = IMPOSSIBLE * _POINTS
_NO_CODE = -(1 << 100)
_STEPS = (2.0, 1.0, 0.5)
"""The steps by which prices are looked for."""

_ROUNDS = 6
"""The number of times that prices are changed by each step."""
_NEAR = 200
"""Things to build, those that are worth most beyond some prices, that other prices must suit."""


class Alike(NamedTuple):
    """Hands that promise the same with any goods.

    `codes` tell their cards (`needs.code`), one number for each way in which they count, `loose`
    are the places of these ways in `Draw.loose`. `hands` lists them, each with the ways its cards
    can count and the number of draws that lead to it.
    """

    codes: list[State]
    loose: list[int]
    hands: list[tuple[Held, list[Hand], int]]


class Draw(NamedTuple):
    """Every hand after a draw, what is alike together.

    `loose` are the ways in which cards count, as if those of several goods were of one good.
    `points` is the mean of the points of the cards, in units, if they count for nothing else.
    `counts` are the draws that lead to hands that are alike, `each` the units of one of them.
    `plain` has the code of each hand that counts in only one way; for the others, a number that is
    no code.
    """

    alike: list[Alike]
    loose: list[Cubes]
    points: int
    counts: list[int]
    each: int
    plain: list[State]


@dataclass(slots=True)
class Weighing:
    """The worth of a seat's goods; `most` is the number of cards that it may draw at most."""

    position: Position
    seat: int
    spending: Spending
    most: int
    unit: int = field(init=False)
    """The number of units in a point."""
    scale: int = field(init=False)
    """The parts of a point in which worths are told: so many that prices are whole numbers."""
    is_rich: bool = field(init=False)
    """Whether the seat can buy all that is on the market."""
    unseen: Counter[str] = field(init=False)
    """The cards that the seat hasn't seen."""
    _shift: int = field(init=False)
    _hand: tuple[str, ...] = field(init=False)
    needs: Needs = field(init=False)
    _draws: dict[int, Draw] = field(default_factory=dict)
    _exact: dict[tuple[Cubes, Held, int], int] = field(default_factory=dict)
    _rests: dict[tuple[int, float], float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        worths = self.spending.worths
        parts = (worths.keep, worths.token, worths.card, worths.road)
        self.scale = 2 * lcm(*(Fraction(part).denominator for part in parts))
        self._hand = tuple(c for c in self.position.fortune[self.seat - 1] if c != UNSEEN)
        prices = zip(self.position.box.prices, self.position.market, strict=True)
        dear = sum(sum(row[:level]) for row, level in prices)
        self.is_rich = self.position.scores[self.seat - 1] >= dear
        self._shift = 1 if self.is_rich else _POINTS
        seen = (*self.position.discards, *self._hand)
        self.unseen = self.position.box.fortune - Counter(seen)
        unseen = self.unseen.total()
        ways = [comb(unseen, min(draws, unseen)) for draws in range(self.most + 1)]
        self.unit = self.scale * lcm(*ways)
        self.needs = Needs(self.spending, self.scale, self._shift)

    # Hands.

    def draw(self, draws: int) -> Draw:
        """Every hand after so many cards are drawn."""
        if draws in self._draws:
            return self._draws[draws]
        unseen = self.unseen
        draws_ = min(draws, unseen.total())
        found: Counter[Held] = Counter()
        total = comb(unseen.total(), draws_)
        points = sum(points_of(card) * n for card, n in unseen.items())
        points = points * draws_ * total // max(1, unseen.total())
        if self._shift == 1:  # Then points on cards pay for nothing else.
            cards = Counter[str]()
            for card, count in unseen.items():
                cards["p1" if points_of(card) else card] += count
            unseen = cards
        kinds = [(parted((card,)), count) for card, count in unseen.items()]
        for hand, ways in _hands(parted(self._hand), kinds, draws_):
            found[hand._replace(points=0) if self._shift == 1 else hand] += ways
        loose: dict[Cubes, int] = {}
        groups: dict[tuple[State, ...], Alike] = {}
        for hand, ways in found.items():
            stood = [(hand.several, singles) for singles in stood_for(hand)]
            several = [(way, code(way)) for way in stood]
            codes = tuple(sorted({number for _, number in several}))
            if codes not in groups:
                cubes = [added(way[1], *map(read_cubes, hand.several)) for way in stood]
                at = {loose.setdefault(one, len(loose)) for one in cubes}
                groups[codes] = Alike([*codes], [*at], [])
            groups[codes].hands.append((hand, several, ways))

        def number(one: Alike) -> int:
            return sum(ways for _, _, ways in one.hands)

        # What is drawn most often tells most about a mean.
        alike = sorted(groups.values(), key=number, reverse=True)
        part = self.unit // (self.scale * total)
        points *= self.scale * part
        plain = [one.codes[0] if len(one.codes) == 1 else _NO_CODE for one in alike]
        self._draws[draws] = Draw(alike, [*loose], points, [*map(number, alike)], part, plain)
        return self._draws[draws]

    # Worths.

    def rounded(self, worth: int) -> int:
        """A worth of goods with cards in parts, without the points below (`Needs`)."""
        return (worth + self._shift // 2) // self._shift

    def promised(self, state: State, codes: list[State]) -> int:
        """At most the worth of goods with a hand, in parts: with most of the cards as cubes."""
        return self.rounded(max([self.needs.most(state + cards) for cards in codes]))

    def known(self, state: State, codes: list[State]) -> int:
        """The same as far as it is known."""
        tops = self.needs.tops
        return self.rounded(max([tops.get(state + cards, -_NEVER) for cards in codes]))

    def worth(self, goods: Cubes, hand: Held, several: list[Hand], points: int) -> int:
        """The worth of goods with a hand, in parts of a point; `points` were got before."""
        needs = self.needs
        key = goods, hand, (points if self._shift > 1 else 0)
        worth = self._exact.get(key)
        if worth is None:
            state, worth = packed(goods), _NEVER
            for top, way in sorted([(needs.most(state + way[1]), way) for way in several])[::-1]:
                if top <= worth:
                    break
                worth = max(worth, needs.worth(goods, way))
            if self._shift > 1:
                score = self.position.scores[self.seat - 1] + points + hand.points
                worth = self._afforded(goods, hand, worth, score)
            self._exact[key] = worth
        return worth

    def _afforded(self, goods: Cubes, hand: Held, worth: int, points: int) -> int:
        """The worth with so many points; that without regard to them, if they are enough."""
        whole = self.rounded(worth)
        if points + worth - whole * _POINTS >= 0:
            return whole
        return int(self.spending.worth(goods, hand, points) * self.scale)

    def plain(self, goods: Cubes, points: int) -> int:
        """The worth of goods with the hand one has, in units."""
        (((hand, ways, _),),) = [one.hands for one in self.draw(0).alike]
        return self.mean([self.worth(goods, hand, ways, points)], 0)

    def mean(self, column: Sequence[int], draws: int) -> int:
        """The mean over all hands, in units, with the points drawn."""
        draw = self.draw(draws)
        # Products of small numbers are quick.
        total: int = sum(map(mul, draw.counts, column))
        return total * draw.each + draw.points

    def drawn(self, prices: tuple[float, ...], draws: int) -> float:
        """The most that so many cards add to the worth of goods by prices, in units."""
        unseen, kept = self.unseen, float(self.spending.kept)
        gains = [max(price, kept) for price in prices]
        whole = 0.0
        for card, count in unseen.items():
            goods = sum(map(mul, gains, read_cubes(card)))
            whole += count * (max(gains) if card == ANY else goods + points_of(card))
        return whole / max(1, unseen.total()) * min(draws, unseen.total()) * self.unit

    # Prices.

    def prices(
        self, held: Cubes, draws: int, start: tuple[float, ...] | None = None
    ) -> tuple[float, ...]:
        """Prices by which these cubes and so many cards are worth little less than the bound."""
        unseen = self.unseen
        share = draws / max(1, unseen.total())
        cards = [(read_cubes(card), count * share) for card, count in unseen.items()]
        cards += [(read_cubes(card), 1.0) for card in self._hand]
        goods = [
            count + sum(cubes[kind] * times for cubes, times in cards)
            for kind, count in enumerate(held)
        ]
        scale = self.scale * self._shift
        prices = [4.0, 3.0, 3.0, 2.0, 2.0] if start is None else [*start]
        p, q, r, u, v = prices
        near = sorted(
            (p * g + q * c + r * s + u * w + v * f - worth / scale, g, c, s, w, f)
            for worth, g, c, s, w, f in self.needs.nodes
        )
        nothing, *needed = zip((0.0,) * (len(GOODS) + 1), *near[:_NEAR], strict=True)
        left = [-worth for worth in nothing]
        rests = self._rests

        def rest(kind: int, price: float) -> float:
            """The most that the cubes held of a kind are worth, by a price for each."""
            if (kind, price) not in rests:
                rests[kind, price] = self._rest(kind, price) / self.scale
            return rests[kind, price] + price * goods[kind]

        scaled: dict[tuple[int, float], list[float]] = {}

        def moved_by(kind: int, change: float) -> list[float]:
            """What is left of each of the things near if a price changes."""
            there = scaled.get((kind, change))
            if there is None:
                there = scaled[kind, change] = [change * need for need in needed[kind]]
            return [*map(sub, left, there)]

        most = max(left)
        for step in _STEPS if start is None else _STEPS[1:]:
            for _ in range(_ROUNDS):
                moved = False
                for kind, before in enumerate(prices):
                    for change in (step, -min(step, before)):
                        more = moved_by(kind, change)
                        gain = most - max(more) + rest(kind, before) - rest(kind, before + change)
                        if gain > 1e-6:
                            prices[kind], left, moved = before + change, more, True
                            most = max(more)
                            break
                if not moved:
                    break
        return tuple(prices)

    def _rest(self, kind: int, price: float) -> int:
        """The most that cubes of a kind are worth beyond a price for each, in parts of a point."""
        spares = range(-self.position.market[kind], self.spending.caps[kind] + 1)
        pairs = ((self.spending.trade(kind, spare), spare) for spare in spares)
        scale, cost = self.scale, int(price * self.scale)
        return max(int(one.worth * scale) - cost * spare for one, spare in pairs if one is not None)

    def beyond(self, prices: tuple[float, ...], draws: int) -> tuple[list[int], int]:
        """The most that goods are worth with each hand beyond these prices, in parts of a point."""
        draw = self.draw(draws)
        costs = [int(price * self.scale) for price in prices]
        p, q, r, u, v = costs
        kept = int(self.spending.kept * self.scale)
        left = [
            (worth // self._shift - p * g - q * c - r * s - u * w - v * f, (g, c, s, w, f))
            for worth, g, c, s, w, f in self.needs.nodes
        ]
        gains = [max(cost, kept) for cost in costs]
        several = [(singles, sum(map(mul, gains, singles))) for singles in draw.loose]
        top = max(left)[0]
        # What is left out is worth less with any cards than the best is without.
        least = top - max(most for _, most in several)
        left = sorted([one for one in left if one[0] >= least], reverse=True)
        found = []
        for singles, most in several:
            best = _NEVER
            some = [(kind, count, costs[kind]) for kind, count in enumerate(singles) if count]
            for worth, needed in left:
                if worth + most <= best:
                    break
                more = worth
                for kind, count, cost in some:
                    need = needed[kind]
                    more += cost * need + kept * (count - need) if need < count else cost * count
                if more > best:
                    best = more
            found.append(best)
        rest = sum(self._rest(kind, price) for kind, price in enumerate(prices))
        return [max(found[at] for at in one.loose) + rest for one in draw.alike], top + rest


def _hands(held: Held, kinds: list[tuple[Held, int]], draws: int) -> Iterator[tuple[Held, int]]:
    """Every hand after so many draws of cards of these kinds, with the number of ways."""
    if not draws:
        yield held, 1
    elif kinds:
        (card, number), *rest = kinds
        ways = 1
        for taken in range(min(number, draws) + 1):
            for hand, others in _hands(held, rest, draws - taken):
                yield hand, ways * others
            held, ways = joined(held, card), ways * (number - taken) // (taken + 1)
