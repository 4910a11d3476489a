"""The worth of goods for the rest of a round of Kingdom of Solomon, for every hand one may draw.

What is built needs so many cubes of each kind, and for each kind the market says what is worth most
then: the sum is looked up kind by kind, so that goods that have some kinds in common share most of
the work. Worths are whole numbers of a small unit, so that means are exact too.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from math import comb, lcm
from typing import TYPE_CHECKING, NamedTuple

from ksm_widgets.companions.kingdom.goods import GOODS, NONE, Cubes, added, read_cubes
from ksm_widgets.companions.kingdom.held import Held, parted, stood_for
from ksm_widgets.companions.kingdom.position import UNSEEN
from ksm_widgets.companions.kingdom.spending import IMPOSSIBLE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ksm_widgets.companions.kingdom.position import Position
    from ksm_widgets.companions.kingdom.spending import Spending

_POINTS = 1 << 14
"""Where points may be short, worths are told in so many parts, and the points are put below."""
_NEVER = IMPOSSIBLE * _POINTS
_STEPS = (2.0, 1.0, 0.5)
"""The steps by which prices are looked for."""

_ROUNDS = 6
"""The number of times that prices are changed by each step."""
_NEAR = 200
"""Things to build, those that are worth most beyond some prices, that other prices must suit."""

Row = list[int]
"""The worth of a kind for each number of cubes that are needed of it."""
Stood = tuple[tuple[str, ...], Cubes]
"""Cards of several goods, and the cubes that the others stand for."""


class Draw(NamedTuple):
    """Every hand after a draw: cards that count differently, and how many draws lead to each.

    `stood` are all ways in which cards count; a hand is a choice of some of them. `loose` are the
    same as if cards of several goods were cards of one good, by the ways among `stood`. `points`
    is the mean of the points of the cards, in units, if they count for nothing else. `weights` are
    the units of a mean in a part of a point with each hand, `exact` whether what is promised
    with it is its worth.
    """

    hands: list[tuple[Held, tuple[int, ...], int]]
    stood: list[Stood]
    loose: list[Stood]
    at: list[int]
    points: int
    weights: list[int]
    exact: list[bool]


@dataclass(slots=True)
class _Needs:
    """The works within reach of some cards of several goods: the cubes needed, kind by kind."""

    last: list[list[tuple[int, int, int]]] = field(default_factory=list)
    """Worths with the wood and food needed, by what else is needed."""
    first: list[tuple[int, int, list[tuple[int, int]]]] = field(default_factory=list)
    """Gold and copper with the stone needed, and the place of that in `last`."""


@dataclass(slots=True)
class _Table:
    """The best sum of the worth of what is built, and of a row of each kind."""

    needs: Callable[[tuple[str, ...]], _Needs]
    row: Callable[[int, int, int], Row]
    _last: dict[object, list[int]] = field(default_factory=dict)
    _first: dict[object, list[tuple[int, int, int]]] = field(default_factory=dict)

    def best(self, goods: Cubes, stood: Stood) -> int:
        several, singles = stood
        g, c, s, w, f = goods
        sg, sc, ss, sw, sf = singles
        key = several, s, w, f, ss, sw, sf
        first = self._first.get(key)
        if first is None:
            first = self._first[key] = self._made(key)
        gold, copper = self.row(0, g, sg), self.row(1, c, sc)
        return max([worth + gold[x] + copper[y] for worth, x, y in first])

    def _made(
        self, key: tuple[tuple[str, ...], int, int, int, int, int, int]
    ) -> list[tuple[int, int, int]]:
        several, s, w, f, ss, sw, sf = key
        needs = self.needs(several)
        part = several, w, f, sw, sf
        last = self._last.get(part)
        if last is None:
            wood, food = self.row(3, w, sw), self.row(4, f, sf)
            last = self._last[part] = [
                max([worth + wood[x] + food[y] for worth, x, y in group]) for group in needs.last
            ]
        stone = self.row(2, s, ss)
        found = [
            (max([last[at] + stone[x] for x, at in group]), gold, copper)
            for gold, copper, group in needs.first
        ]
        least = found[0][0]
        return [found[0], *(one for one in found[1:] if one[0] > least)]


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
    _shift: int = field(init=False)
    _hand: tuple[str, ...] = field(init=False)
    _table: _Table = field(init=False)
    _needs: dict[tuple[str, ...], _Needs] = field(default_factory=dict)
    _rows: dict[tuple[int, int, int], Row] = field(default_factory=dict)
    _draws: dict[int, Draw] = field(default_factory=dict)
    _exact: dict[tuple[Cubes, Held, int], int] = field(default_factory=dict)
    _rests: dict[tuple[int, float], float] = field(default_factory=dict)
    _promises: dict[tuple[Cubes, int], list[int | None]] = field(default_factory=dict)
    looks: int = 0
    """Worths of goods with a hand that were worked out so far."""

    def __post_init__(self) -> None:
        worths = self.spending.worths
        parts = (worths.keep, worths.token, worths.card, worths.road)
        self.scale = 2 * lcm(*(Fraction(part).denominator for part in parts))
        self._hand = tuple(c for c in self.position.fortune[self.seat - 1] if c != UNSEEN)
        self._shift = 1 if self._is_rich else _POINTS
        unseen = self.unseen().total()
        ways = [comb(unseen, min(draws, unseen)) for draws in range(self.most + 1)]
        self.unit = self.scale * lcm(*ways)
        self._table = _Table(self._needs_of, self._row)

    @property
    def _is_rich(self) -> bool:
        """Whether a seat can buy all that is on the market."""
        position = self.position
        prices = zip(position.box.prices, position.market, strict=True)
        return position.scores[self.seat - 1] >= sum(sum(row[:level]) for row, level in prices)

    def unseen(self) -> Counter[str]:
        """The cards that the seat hasn't seen."""
        return self.position.box.fortune - Counter((*self.position.discards, *self._hand))

    def _needs_of(self, several: tuple[str, ...]) -> _Needs:
        if several in self._needs:
            return self._needs[several]
        best: dict[tuple[int, ...], int] = {}
        scale = self.scale * self._shift
        for first, others, _, _ in self.spending.tree(several):
            for worth, *needed in (first, *others):
                key = tuple(needed)
                best[key] = max(int(worth * scale), best.get(key, _NEVER))
        found = _Needs()
        places: dict[tuple[int, int, int], int] = {}
        groups: dict[tuple[int, int], list[tuple[int, int]]] = {}
        for (g, c, s, w, f), worth in best.items():
            at = places.get((g, c, s))
            if at is None:
                at = places[g, c, s] = len(found.last)
                found.last.append([])
                groups.setdefault((g, c), []).append((s, at))
            found.last[at].append((worth, w, f))
        found.first = [(g, c, group) for (g, c), group in groups.items()]
        self._needs[several] = found
        return found

    def _row(self, kind: int, count: int, singles: int) -> Row:
        key = kind, count, singles
        row = self._rows.get(key)
        if row is None:
            row = self._rows[key] = []
            kept = int(self.spending.kept * self.scale) * self._shift
            for needed in range(self.spending.caps[kind] + 1):
                trade = self.spending.trade(kind, count - max(0, needed - singles))
                if trade is None:
                    row.append(_NEVER)
                    continue
                worth = int(trade.worth * self.scale) * self._shift
                points = 0 if self._shift == 1 else trade.points
                row.append(worth + points + kept * max(0, singles - needed))
        return row

    # Hands.

    def draw(self, draws: int) -> Draw:
        """Every hand after so many cards are drawn."""
        if draws in self._draws:
            return self._draws[draws]
        unseen = self.unseen()
        draws_ = min(draws, unseen.total())
        own = parted(self._hand).points
        found: Counter[Held] = Counter()
        points = 0
        for drawn, ways in _choices([*unseen.items()], draws_):
            hand = parted((*self._hand, *drawn))
            points += ways * (hand.points - own)
            found[hand._replace(points=0) if self._shift == 1 else hand] += ways
        places: dict[Stood, int] = {}
        hands = []
        for hand, ways in found.items():
            stood = tuple(
                places.setdefault((hand.several, singles), len(places))
                for singles in stood_for(hand)
            )
            hands.append((hand, stood, ways))
        total = comb(unseen.total(), draws_)
        loose: dict[Stood, int] = {}
        at = [
            loose.setdefault(((), added(singles, *map(read_cubes, several))), len(loose))
            for several, singles in places
        ]
        part = self.unit // (self.scale * total)
        weights = [part * ways for _, _, ways in hands]
        exact = [self._shift == 1 and not hand.several for hand, _, _ in hands]
        found_ = Draw(hands, [*places], [*loose], at, points * self.scale * part, weights, exact)
        self._draws[draws] = found_
        return self._draws[draws]

    # Worths.

    def promised(self, goods: Cubes, draws: int, at: int) -> int:
        """At most the worth of goods with a hand, in parts: cards of several goods as several."""
        key = goods, draws
        column = self._promises.get(key)
        if column is None:
            column = self._promises[key] = [None] * len(self.draw(draws).hands)
        worth = column[at]
        if worth is None:
            self.looks += 1
            draw, best = self.draw(draws), self._table.best
            ways = [draw.loose[draw.at[way]] for way in draw.hands[at][1]]
            worth = max([best(goods, stood) for stood in ways])
            if self._shift > 1:
                worth = (worth + self._shift // 2) // self._shift
            column[at] = worth
        return worth

    def worth(self, goods: Cubes, draws: int, at: int, points: int) -> int:
        """The worth of goods with a hand, in parts of a point; `points` were got before."""
        hand, ways, _ = self.draw(draws).hands[at]
        if self._shift == 1 and not hand.several:
            return self.promised(goods, draws, at)
        key = goods, hand, (points if self._shift > 1 else 0)
        worth = self._exact.get(key)
        if worth is None:
            self.looks += 1
            stood = self.draw(draws).stood
            worth = max([self._table.best(goods, stood[way]) for way in ways])
            if self._shift > 1:
                score = self.position.scores[self.seat - 1] + points + hand.points
                worth = self._afforded(goods, hand, worth, score)
            self._exact[key] = worth
        return worth

    def _afforded(self, goods: Cubes, hand: Held, worth: int, points: int) -> int:
        """The worth with so many points; that without regard to them, if they are enough."""
        whole = (worth + _POINTS // 2) // _POINTS
        if points + worth - whole * _POINTS >= 0:
            return whole
        return int(self.spending.worth(goods, hand, points) * self.scale)

    def plain(self, goods: Cubes, points: int) -> int:
        """The worth of goods with the hand one has, in units."""
        return self.mean([self.worth(goods, 0, 0, points)], 0)

    def mean(self, column: Sequence[int], draws: int) -> int:
        """The mean over all hands, in units, with the points drawn."""
        draw = self.draw(draws)
        return sum(map(int.__mul__, draw.weights, column)) + draw.points

    # Prices.

    def prices(
        self, held: Cubes, draws: int, start: tuple[float, ...] | None = None
    ) -> tuple[float, ...]:
        """Prices by which these cubes and so many cards are worth little less than the bound."""
        unseen = self.unseen()
        share = draws / max(1, unseen.total())
        cards = [(read_cubes(card), count * share) for card, count in unseen.items()]
        cards += [(read_cubes(card), 1.0) for card in self._hand]
        goods = [
            count + sum(cubes[kind] * times for cubes, times in cards)
            for kind, count in enumerate(held)
        ]
        needs = self._needs_of(())
        scale = self.scale * self._shift
        nodes = [
            (worth / scale, g, c, s, w, f)
            for g, c, group in needs.first
            for s, at in group
            for worth, w, f in needs.last[at]
        ]
        prices = [4.0, 3.0, 3.0, 2.0, 2.0] if start is None else [*start]
        nodes.sort(key=lambda node: sum(map(float.__mul__, prices, node[1:])) - node[0])
        nodes = [(0.0, 0, 0, 0, 0, 0), *nodes[:_NEAR]]
        needed = [[node[kind + 1] for node in nodes] for kind in range(len(GOODS))]
        left = [node[0] - sum(map(float.__mul__, prices, map(float, node[1:]))) for node in nodes]
        rests = self._rests

        def rest(kind: int, price: float) -> float:
            """The most that the cubes held of a kind are worth, by a price for each."""
            if (kind, price) not in rests:
                rests[kind, price] = self._rest(kind, price) / self.scale
            return rests[kind, price] + price * goods[kind]

        most = max(left)
        for step in _STEPS if start is None else _STEPS[1:]:
            for _ in range(_ROUNDS):
                moved = False
                for kind, before in enumerate(prices):
                    for change in (step, -min(step, before)):
                        more = [
                            n - change * need for n, need in zip(left, needed[kind], strict=True)
                        ]
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

    def beyond(self, prices: tuple[float, ...], draws: int) -> list[int]:
        """The most that goods are worth with each hand beyond these prices, in parts of a point."""
        kept = int(self.spending.kept * self.scale) * self._shift
        rows: dict[tuple[int, int], Row] = {}

        def row(kind: int, count: int, singles: int) -> Row:
            del count
            if (kind, singles) not in rows:
                price = int(prices[kind] * self.scale) * self._shift
                rows[kind, singles] = [
                    kept * max(0, singles - needed) - price * max(0, needed - singles)
                    for needed in range(self.spending.caps[kind] + 1)
                ]
            return rows[kind, singles]

        table = _Table(self._needs_of, row)
        draw = self.draw(draws)
        rest = sum(self._rest(kind, price) for kind, price in enumerate(prices))
        found = [table.best(NONE, stood) // self._shift + rest for stood in draw.loose]
        return [max(found[draw.at[way]] for way in ways) for _, ways, _ in draw.hands]


def _choices(kinds: list[tuple[str, int]], count: int) -> Iterator[tuple[tuple[str, ...], int]]:
    """Every choice of so many cards of these kinds, with the number of ways."""
    if not count:
        yield (), 1
    elif kinds:
        (card, number), *rest = kinds
        for taken in range(min(number, count) + 1):
            for others, ways in _choices(rest, count - taken):
                yield (card,) * taken + others, ways * comb(number, taken)
