"""The search for prices of cubes that bound the worth of goods in Kingdom of Solomon.

Whatever the prices are, goods are worth no more than they cost, and the most that is left beyond
the prices (`beyond`): that is the most by which anything built is worth more than its cubes cost,
and the most by which the cubes of each kind that are sold and kept are worth more than they cost.

Prices are good where this bound is low. They are looked for beside some goods: each price is
changed by a step where that lowers the bound, first by big steps, then by small ones.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from operator import itemgetter, mul, sub
from typing import TYPE_CHECKING

from ksm_widgets.companions.kingdom.goods import GOODS, USUAL_WORTHS, Cubes, read_cubes
from ksm_widgets.companions.kingdom.search.pawns.packing import cubes_of
from ksm_widgets.companions.kingdom.search.scales import NEVER

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ksm_widgets.companions.kingdom.search.pawns.goods_worths import GoodsWorths
    from ksm_widgets.companions.kingdom.search.pawns.packing import Packed
    from ksm_widgets.companions.kingdom.search.scales import Parts

PerCube = tuple[float, ...]
"""The price of a cube of each kind."""

_FIRST = tuple(map(float, USUAL_WORTHS))
"""The prices that are changed first, in points."""
_STEPS = (2.0, 1.0, 0.5)
"""The steps by which prices are changed; other prices than the first are near enough for less."""
_ROUNDS = 6
"""The number of times that all prices are changed by each step."""
_NEAR = 200
"""The things to build that are looked at meanwhile: those worth most beyond the first prices."""
_GAIN = 1e-6
"""The least by which a change must lower the bound."""


@dataclass(slots=True)
class PriceSearch:
    """The search for prices in points, for goods of a seat and cards that it draws."""

    goods_worths: GoodsWorths
    _leftovers: dict[tuple[int, float], Parts] = field(default_factory=dict)

    def beside(self, cubes: Cubes, cards: int, start: PerCube | None = None) -> PerCube:
        """Prices by which the bound for these cubes and cards drawn is low.

        They are looked for from `start` on, if it is given.
        """
        first = _FIRST if start is None else start
        steps = _STEPS if start is None else _STEPS[1:]
        lowering = _Lowering(self, self._with_cards(cubes, cards), [*first], *self._near(first))
        for step in steps:
            for _ in range(_ROUNDS):
                if not lowering.changed(step):
                    break
        return tuple(lowering.prices)

    def _with_cards(self, cubes: Cubes, cards: int) -> list[float]:
        """The cubes with those that cards stand for, of cards drawn as many as in the mean."""
        hands = self.goods_worths.hands
        share = cards / max(1, hands.unseen.total())
        stood = [(read_cubes(card), count * share) for card, count in hands.unseen.items()]
        stood += [(read_cubes(card), 1.0) for card in hands.held]
        return [
            count + sum(goods[kind] * times for goods, times in stood)
            for kind, count in enumerate(cubes)
        ]

    def _near(self, prices: PerCube) -> tuple[list[float], list[Sequence[float]]]:
        """The things worth most beyond some prices: how much, and by kind the cubes they need."""
        scale = self.goods_worths.needs.scale * self.goods_worths.needs.shift
        gold, copper, stone, wood, food = prices
        losses = [
            (gold * g + copper * c + stone * s + wood * w + food * f - worth / scale, g, c, s, w, f)
            for worth, g, c, s, w, f in self.goods_worths.needs.things
        ]
        if len(losses) > _NEAR:  # Numbers are sorted faster than tuples.
            most = sorted(map(itemgetter(0), losses))[_NEAR]
            losses = [one for one in losses if one[0] <= most]
        nothing = (0.0,) * (len(GOODS) + 1)
        loss, *needed = zip(nothing, *sorted(losses)[:_NEAR], strict=True)
        return [-one for one in loss], [*needed]

    def most_leftover(self, kind: int, price: float) -> Parts:
        """The most that cubes sold and kept are worth beyond a price for each."""
        key = kind, price
        if key not in self._leftovers:
            spending, scale = self.goods_worths.spending, self.goods_worths.scale
            cost = int(price * scale)
            spares = range(-self.goods_worths.position.market[kind], spending.caps[kind] + 1)
            trades = ((spending.trade(kind, spare), spare) for spare in spares)
            self._leftovers[key] = max(
                int(trade.worth * scale) - cost * spare
                for trade, spare in trades
                if trade is not None
            )
        return self._leftovers[key]

    def beyond(self, prices: PerCube, cards: int) -> dict[Packed, Parts]:
        """The most there is beyond prices by the code of cards drawn.

        Cards are cubes that can be kept, but not sold: each costs as much as a cube, and is worth
        that if it helps to build, or else what it is worth to keep it.
        """
        costs = [int(price * self.goods_worths.scale) for price in prices]
        kept = self.goods_worths.card_kept
        dearest = [max(cost, kept) for cost in costs]
        codes = {code for alike in self.goods_worths.outcomes(cards).alike for code in alike.codes}
        coded = [(code, cubes_of(code)) for code in codes]
        drawn = [(code, cubes, sum(map(mul, dearest, cubes))) for code, cubes in coded]
        gains = self._gains(costs)
        # What is left out is worth less with any cards than the best is without.
        least = max(gains)[0] - max(most for *_, most in drawn)
        gains = sorted([one for one in gains if one[0] >= least], reverse=True)
        rest = sum(self.most_leftover(kind, price) for kind, price in enumerate(prices))
        tables = self._tables(costs, kept, [cubes for _, cubes in coded])
        found = {}
        for code, cubes, most in drawn:
            held = [(kind, tables[kind, count]) for kind, count in enumerate(cubes) if count]
            found[code] = rest + _most_with(held, most, gains)
        return found

    def _tables(
        self, costs: list[Parts], kept: Parts, held: list[Cubes]
    ) -> dict[tuple[int, int], list[Parts]]:
        """The gain from each number held of a kind, for each number of cubes that are needed."""
        tables = {}
        for kind, count in {pair for cubes in held for pair in enumerate(cubes) if pair[1]}:
            needs = range(self.goods_worths.spending.caps[kind] + 1)
            used = [min(need, count) for need in needs]
            tables[kind, count] = [costs[kind] * n + kept * (count - n) for n in used]
        return tables

    def _gains(self, costs: list[Parts]) -> list[tuple[Parts, Cubes]]:
        """The worth of each thing to build beyond these costs, with the cubes that it needs."""
        gold, copper, stone, wood, food = costs
        shift = self.goods_worths.needs.shift
        return [
            (
                worth // shift - (gold * g + copper * c + stone * s + wood * w + food * f),
                (g, c, s, w, f),
            )
            for worth, g, c, s, w, f in self.goods_worths.needs.things
        ]


def _most_with(
    held: list[tuple[int, list[Parts]]], top: Parts, gains: list[tuple[Parts, Cubes]]
) -> Parts:
    """The most beyond prices with cards; for each kind held a table has what they add.

    Together they add at most `top` to any of the gains.
    """
    best = NEVER
    for gain, needed in gains:
        if gain + top <= best:
            break
        whole = gain
        for kind, table in held:
            whole += table[needed[kind]]
        if whole > best:
            best = whole
    return best


@dataclass(slots=True)
class _Lowering:
    """Prices on the way to a lower bound for some goods.

    `worths` are those of things to build beyond the prices, `needed` the cubes each of them needs.
    """

    search: PriceSearch
    goods: list[float]
    prices: list[float]
    worths: list[float]
    needed: list[Sequence[float]]
    _most: float = field(init=False)
    _costs: dict[tuple[int, float], list[float]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._most = max(self.worths)

    def changed(self, step: float) -> bool:
        """Change each price by a step where that lowers the bound; false if none was changed."""
        changed = False
        for kind in range(len(GOODS)):
            if self._raised(kind, step) or self._raised(kind, -step):
                changed = True
        return changed

    def _raised(self, kind: int, step: float) -> bool:
        """Raise a price by a step, though not below 0, if that lowers the bound; else false."""
        before = self.prices[kind]
        after = max(0.0, before + step)
        costs = self._cost(kind, after - before)
        worths = [*map(sub, self.worths, costs)]
        most = max(worths)
        if self._most - most + self._rest(kind, before) - self._rest(kind, after) <= _GAIN:
            return False
        self.prices[kind], self.worths, self._most = after, worths, most
        return True

    def _cost(self, kind: int, change: float) -> list[float]:
        """The cost of a change of a price for each of the things to build."""
        key = kind, change
        if key not in self._costs:
            self._costs[key] = [change * need for need in self.needed[kind]]
        return self._costs[key]

    def _rest(self, kind: int, price: float) -> float:
        """The most that the goods of a kind are worth by a price for each."""
        return (
            self.search.most_leftover(kind, price) / self.search.goods_worths.scale
            + price * self.goods[kind]
        )
