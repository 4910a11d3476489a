"""The best places for a seat's pawns in Kingdom of Solomon, and how urgent each of them is.

What pawns on resource places bring together is one of few sums of goods (`sums`). Every choice of
the other spots is put to these sums: points, fortune cards, cubes of others, trades. What the rest
of the round makes of it is looked up in `Spending`. No sum is worth more than its goods at some
fixed prices and a constant: by these prices the sums are sorted, and most are never looked at.
Others are taken to leave the rest free.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING, NamedTuple

from ksm_widgets.companions.kingdom.box import (
    ALTAR,
    ANY,
    ARK,
    ARTISAN,
    MASTER_ARTISAN,
    MASTER_TRADER,
    MINISTER,
    PROPHET,
    TAX_COLLECTOR,
    THIEF,
    TRADER,
    TRIBUTE,
    points_of,
)
from ksm_widgets.companions.kingdom.country import free_spots, goods_of
from ksm_widgets.companions.kingdom.goods import (
    GOODS,
    NONE,
    Cubes,
    added,
    least,
    one,
    read_cubes,
    total,
)
from ksm_widgets.companions.kingdom.held import Held, parted, stood_for
from ksm_widgets.companions.kingdom.position import UNSEEN
from ksm_widgets.companions.kingdom.resolving import kind_of, one_of_each, payers
from ksm_widgets.companions.kingdom.spending import Spending, Worths
from ksm_widgets.companions.kingdom.sums import (
    Copying,
    Layer,
    Place,
    unpacked,
)
from ksm_widgets.companions.kingdom.swaps import Change, Swaps, Trades

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ksm_widgets.companions.kingdom.position import Position
    from ksm_widgets.companions.kingdom.trading import Number

_NO_HAND = Held()
_USUAL = (4, 3, 3, 2, 2)
"""The points that a building mostly gives for a cube."""
_FEW = 8
"""Sums that are looked at to find prices."""
_ROUNDING = 1e-6
_MOST_LOOKS = 4_000
"""Uses of cubes that are worked out before a search is cut short."""


class Extra(NamedTuple):
    """The yield of some spots besides goods: points, cards to draw, others' cubes, trades."""

    spots: tuple[str, ...] = ()
    bits: int = 0
    points: int = 0
    draws: int = 0
    cubes: Cubes = NONE
    taxed: Cubes = NONE
    trades: Trades = frozenset()


@dataclass(slots=True)
class Sending:
    """The places where a seat's pawns can go; `pulse` is called now and then, and may raise."""

    position: Position
    seat: int
    worths: Worths
    count: int = 0
    """The number of pawns to place; all that are left if 0."""
    pulse: Callable[[], None] = lambda: None
    caps: Cubes = field(init=False)
    """The most cubes of each kind that the seat can get from the stock (S15)."""
    trades: Swaps = field(init=False)
    reach: Cubes = field(init=False)
    """The same with those that the stock lacks at first, but has once they are given in a trade."""
    _spending: Spending = field(init=False)
    fixed: tuple[str, ...] = field(init=False)
    _hand: tuple[str, ...] = field(init=False)
    _values: dict[tuple[Cubes, int, int], Number] = field(default_factory=dict)
    _handed: dict[tuple[Cubes, Held, int], Number] = field(default_factory=dict)
    _draws: dict[int, list[tuple[Held, int]]] = field(default_factory=dict)
    _cubes: dict[int, list[tuple[tuple[tuple[Cubes, ...], int], int]]] = field(default_factory=dict)
    _promises: dict[tuple[Cubes, int], float] = field(default_factory=dict)
    _plain: dict[Cubes, Number] = field(default_factory=dict)
    _looks: int = 0

    def __post_init__(self) -> None:
        position, seat = self.position, self.seat
        if not self.count:
            self.count = position.left[seat - 1]
        self.caps = added(position.goods[seat - 1], position.stock)
        self.trades = Swaps(position, seat, self.caps)
        spots = (*free_spots(position, seat), *(p.spot for p in position.pawns if p.seat == seat))
        traders = sum(kind_of(position, spot) in (TRADER, MASTER_TRADER) for spot in spots)
        held = position.goods[seat - 1]
        self.reach = tuple(
            most + (traders if count else 0) for most, count in zip(self.caps, held, strict=True)
        )
        self.fixed = tuple(pawn.spot for pawn in position.pawns if pawn.seat == seat)
        self._hand = tuple(card for card in position.fortune[seat - 1] if card != UNSEEN)
        self._spending = Spending(position, seat, self.worths, trades=True, most=self._most())

    def _most(self) -> Cubes:
        """The most cubes and cards of one good of each kind that the seat can have."""
        position, seat, box = self.position, self.seat, self.position.box
        hand = parted(self._hand)
        spots = free_spots(position, seat)
        open_, fixed = ([self.goods(spot) for spot in some] for some in (spots, self.fixed))
        kinds = {kind_of(position, spot) for spot in (*spots, *self.fixed)}
        copies = (ARTISAN in kinds) + (MASTER_ARTISAN in kinds) * box.master_artisan
        draws = (ARK in kinds) * box.ark + (PROPHET in kinds)
        got = (TRIBUTE in kinds) + (TRADER in kinds) + (MASTER_TRADER in kinds) * box.master_trader
        gathered = []
        for kind in range(len(GOODS)):
            best = sorted((goods[kind] for goods in open_), reverse=True)
            land = max(land.goods[kind] for land in box.lands.values())
            brought = sum(best[: self.count]) + sum(goods[kind] for goods in fixed)
            gathered.append(brought + copies * land + got)
        most = least(tuple(gathered), position.stock)
        cards = [read_cubes(card) for card in box.fortune if not points_of(card)]
        drawn = tuple(draws * max(1, *column) for column in zip(*cards, strict=True))
        more = (THIEF in kinds) + (TAX_COLLECTOR in kinds) * position.players + hand.wild
        held = total(map(read_cubes, self._hand))
        return added(position.goods[seat - 1], most, (more,) * len(GOODS), drawn, held)

    def begin(self) -> None:
        """Give the next search as many looks as the first one."""
        self._looks = 0

    @property
    def is_spent(self) -> bool:
        """Whether a search has looked often enough, so that what it has must do."""
        return self._looks > _MOST_LOOKS

    # What spots bring.

    def goods(self, spot: str) -> Cubes:
        """The goods that a spot brings, if it is one that brings nothing else."""
        if spot in self.position.box.lands:
            return goods_of(self.position, spot, self.seat)
        kind = kind_of(self.position, spot)
        return read_cubes(kind) if {*kind} <= {*GOODS} else NONE

    def extra(self, spot: str, bit: int) -> Extra | None:
        """The yield of a spot besides its own goods; None for places with goods, Artisans."""
        box, position, seat = self.position.box, self.position, self.seat
        extra = Extra((spot,), bit)
        match kind_of(position, spot):
            case name if name == TRIBUTE:
                return extra._replace(cubes=one_of_each())
            case name if name == ARK:
                return extra._replace(draws=box.ark)
            case name if name == PROPHET:
                return extra._replace(draws=1)
            case name if name == ALTAR:
                return extra._replace(points=box.altar * position.number(seat))
            case name if name == MINISTER:
                return extra._replace(points=box.minister)
            case name if name == TAX_COLLECTOR:
                return extra._replace(taxed=taxes(position, seat))
            case name if name == THIEF:
                return extra._replace(trades=frozenset({THIEF}))
            case name if name == TRADER:
                return extra._replace(trades=frozenset({TRADER}))
            case name if name == MASTER_TRADER:
                return extra._replace(trades=frozenset({MASTER_TRADER}))
        return None

    def place(self, spot: str, bit: int) -> Place | None:
        """A spot with goods; None for any other."""
        goods = self.goods(spot)
        if not any(goods):
            return None
        land = self.position.box.lands.get(spot)
        return Place(spot, bit, goods, None if land is None else land.goods)

    def copying(self, bits: dict[str, int]) -> Copying:
        """The Artisans that have a pawn, or can have one."""
        found: dict[str, tuple[str | None, int]] = {}
        for spot, bit in bits.items():
            found.setdefault(kind_of(self.position, spot), (spot, bit))
        for spot in self.fixed:
            found[kind_of(self.position, spot)] = None, 0
        simple = found.get(ARTISAN, (None, None))
        master = found.get(MASTER_ARTISAN, (None, None))
        return Copying(simple[0], simple[1], master[0], master[1], self.position.box.master_artisan)

    # What sums are worth.

    def value(
        self, goods: Cubes, extra: Extra, floor: Number, prices: tuple[float, ...], most: float
    ) -> Number | None:
        """The worth of goods, as they were gathered, with the best trades on the way.

        None if it is no more than `floor`. What is held then is worth at most its price and `most`.
        """
        found: Number | None = None
        gathered = added(goods, extra.cubes)
        held = least(gathered, self.caps)
        promised = added(least(gathered, self.reach), extra.taxed)
        price = sum(map(float.__mul__, prices, map(float, promised))) + most
        changes = self.trades.listed(extra.trades, prices)
        self._looks += 1
        if extra.draws and extra.trades:
            self._looks += len(changes) // 2
            return self._after_drawing(held, gathered, extra, floor, changes)
        for gain, net, stolen, ways in changes:
            if price + gain <= floor:
                break
            after = least(added(gathered, net), added(self.caps, stolen))
            if min(after) < 0:
                continue
            if self.is_spent:
                return found
            after = added(after, extra.taxed)
            floor_ = floor - extra.points
            if extra.draws and self._promised(after, extra.draws) <= floor_:
                continue
            worth = self._drawn(after, extra.draws, extra.points)
            if worth > floor_ and self.trades.possible(held, gathered, ways):
                found = floor = worth + extra.points
        return found

    def _after_drawing(
        self, held: Cubes, gathered: Cubes, extra: Extra, floor: Number, changes: list[Change]
    ) -> Number | None:
        """The worth where one sees the cards that are drawn before one trades."""
        able = {
            added(after, extra.taxed)
            for _, net, stolen, ways in changes
            if min(after := least(added(gathered, net), added(self.caps, stolen))) >= 0
            and self.trades.possible(held, gathered, ways)
        }
        worth: Number = 0
        for hand, ways in self._hands_of(extra.draws):
            if self.is_spent:
                return None
            worth += ways * max(self._with_hand(after, hand, extra.points) for after in able)
        exact = self._mean(worth, extra.draws) + extra.points
        return exact if exact > floor else None

    # Fortune cards that are still to be drawn.

    def _drawn(self, goods: Cubes, draws: int, points: int) -> Number:
        """The worth of cubes with the mean of so many cards drawn."""
        key = goods, draws, (-1 if self._is_rich else points)
        if key not in self._values:
            self.pulse()
            worth: Number = 0
            for hand, ways in self._hands_of(draws):
                worth += ways * self._with_hand(goods, hand, points)
            self._values[key] = self._mean(worth, draws)
        return self._values[key]

    def _mean(self, worth: Number, draws: int) -> Number:
        unseen = self._unseen().total()
        ways = comb(unseen, min(draws, unseen))
        return worth if ways == 1 else Fraction(worth, ways)

    def _with_hand(self, goods: Cubes, hand: Held, points: int) -> Number:
        """The worth of cubes and a hand, with the points of the cards drawn."""
        key = goods, hand, (-1 if self._is_rich else points)
        if key not in self._handed:
            self._looks += 1
            score = self.position.scores[self.seat - 1] + points + hand.points
            able = None if self._is_rich else score
            worth = self._spending.worth(goods, hand, able)
            self._handed[key] = worth + hand.points - self._own_points
        return self._handed[key]

    def _promised(self, goods: Cubes, draws: int) -> float:
        """At most the worth of cubes with the mean of cards drawn: as if cards were cubes."""
        key = goods, draws
        if key not in self._promises:
            if draws not in self._cubes:
                found: Counter[tuple[tuple[Cubes, ...], int]] = Counter()
                for hand, ways in self._hands_of(draws):
                    cubes = total(map(read_cubes, hand.several))
                    found[tuple(added(cubes, stood) for stood in stood_for(hand)), 0] += ways
                    found[(), hand.points - self._own_points] += ways
                self._cubes[draws] = [*found.items()]
            worth: Number = 0
            ways_ = 0
            for (kinds, points), ways in self._cubes[draws]:
                if kinds:
                    worth += ways * max(self._as_cubes(added(goods, cubes)) for cubes in kinds)
                    ways_ += ways
                else:
                    worth += ways * points
            self._promises[key] = float(worth) / ways_ + 1e-6
        return self._promises[key]

    def _as_cubes(self, goods: Cubes) -> Number:
        if goods not in self._plain:
            self._looks += 1
            self._plain[goods] = self._spending.worth(goods, _NO_HAND, None)
        return self._plain[goods]

    @property
    def _is_rich(self) -> bool:
        """Whether a seat can buy all that is on the market."""
        position = self.position
        prices = zip(position.box.prices, position.market, strict=True)
        return position.scores[self.seat - 1] >= sum(sum(row[:level]) for row, level in prices)

    @property
    def _own_points(self) -> int:
        return parted(self._hand).points

    def _unseen(self) -> Counter[str]:
        """The cards that the seat hasn't seen."""
        return self.position.box.fortune - Counter((*self.position.discards, *self._hand))

    def _hands_of(self, draws: int) -> list[tuple[Held, int]]:
        """The seat's hand after every draw of so many unseen cards, with the number of ways."""
        if draws not in self._draws:
            unseen = self._unseen()
            found: Counter[Held] = Counter()
            for drawn, ways in _choices([*unseen.items()], min(draws, unseen.total())):
                found[parted((*self._hand, *drawn))] += ways
            self._draws[draws] = [*found.items()]
        return self._draws[draws]

    def prices(self, layer: Layer, draws: int) -> tuple[float, ...]:
        """Prices by which the best sums of a layer are worth little less than their bound."""
        sums = {least(unpacked(state), self.caps) for state in layer}
        dear = sorted(sums, key=lambda goods: sum(map(int.__mul__, goods, _USUAL)), reverse=True)
        found = max(dear[:_FEW], key=self._as_cubes)
        hand = [*map(read_cubes, self._hand)]
        unseen = self._unseen()
        whole = total(tuple(n * count for n in read_cubes(card)) for card, count in unseen.items())
        drawn = [count * draws / max(1, unseen.total()) for count in whole]
        mean = map(sum, zip(found, drawn, *hand, strict=True))
        return self._spending.prices_at([*map(float, mean)])

    def bound(self, prices: tuple[float, ...]) -> float:
        """The most that cubes and cards can be worth beyond these prices."""
        return self._spending.bound(prices) + _ROUNDING

    def priced(self, prices: tuple[float, ...], extra: Extra) -> float:
        """At most what some spots can add at these prices to what a sum of goods is worth."""
        unseen, drawn = self._unseen(), 0.0
        if extra.draws:
            for card, count in unseen.items():
                drawn += count * (self._price(prices, card) + points_of(card))
            drawn *= min(extra.draws, unseen.total()) / max(1, unseen.total())
        cubes = zip(added(extra.cubes, extra.taxed), prices, strict=True)
        return (
            extra.points
            + sum(count * price for count, price in cubes)
            + self.trades.listed(extra.trades, prices)[0].gain
            + drawn
            + sum(self._price(prices, card) for card in self._hand)
        )

    @staticmethod
    def _price(prices: tuple[float, ...], card: str) -> float:
        if card == ANY:
            return max(prices)
        return sum(prices[GOODS.index(good)] for good in card if good in GOODS)


def _choices(kinds: list[tuple[str, int]], count: int) -> Iterator[tuple[tuple[str, ...], int]]:
    """Every choice of so many cards of these kinds, with the number of ways."""
    if not count:
        yield (), 1
    elif kinds:
        (card, number), *rest = kinds
        for taken in range(min(number, count) + 1):
            for others, ways in _choices(rest, count - taken):
                yield (card,) * taken + others, ways * comb(number, taken)


def taxes(position: Position, seat: int) -> Cubes:
    """The cubes that the Tax Collector gets: of each payer the kind of which they have most."""
    return total(
        one(max(range(len(GOODS)), key=lambda kind: (position.goods[payer - 1][kind], kind)))
        for payer in payers(position, seat)
    )
