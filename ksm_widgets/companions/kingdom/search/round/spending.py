"""The best use of what a seat holds for the rest of a round in Kingdom of Solomon.

For each cost of what can be built (`costs`) the market says what the cubes left over are worth. A
card of one good is a cube that cannot be sold, a card of any good is one of the five.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from ksm_widgets.companions.kingdom.goods import GOODS, Cubes, added, least, less
from ksm_widgets.companions.kingdom.search.round.costs import Built, Costs, Made, Need, Node
from ksm_widgets.companions.kingdom.search.round.held import Held, stood_for
from ksm_widgets.companions.kingdom.search.round.market import Market, Trade
from ksm_widgets.companions.kingdom.search.scales import BARRED, IMPOSSIBLE
from ksm_widgets.companions.kingdom.worths import Number, Worths
from ksm_widgets.companions.pulse import Pulse, no_pulse

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ksm_widgets.companions.kingdom.position import Position

_Rows = tuple[list[Number], ...]
"""By kind the worth for each number of cubes that are needed of it."""


class Spend(NamedTuple):
    """The best use of some cubes: its worth in all, what is built, and the trades of each kind.

    `singles` are the cubes that cards of one good and of any good stand for. `is_short` if other
    trades would be better, but for the points that they cost.
    """

    worth: Number
    built: Built
    trades: tuple[Trade, ...]
    singles: Cubes
    is_short: bool = False


class _Use(NamedTuple):
    """A use that can be paid for: something built with its trades, as in Spend."""

    worth: Number
    needed: Cubes
    made: Made
    singles: Cubes
    trades: tuple[Trade, ...]
    is_short: bool


@dataclass(slots=True)
class Spending:
    """A seat's choices with cubes and cards for the rest of a round.

    `most` are the most cubes of each kind, cards of one good among them, that will be asked about,
    `in_all` the most of all kinds together, with all goods on cards, if that is known. `must_take`
    is the number of blocks that must be taken as tokens, None if any may. `pulse` is called now and
    then while the best use is searched for, and may raise to stop.
    """

    position: Position
    seat: int
    worths: Worths
    may_trade: bool
    most: Cubes
    in_all: int | None = None
    must_take: int | None = None
    pulse: Pulse = no_pulse
    market: Market = field(init=False)
    caps: Cubes = field(init=False)
    costs: Costs = field(init=False)
    _trades: dict[tuple[int, int], Trade | None] = field(default_factory=dict)
    _rows: dict[tuple[int, int, int], list[Number]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        box, worths = self.position.box, self.worths
        keep = worths.cube_kept(box)
        self.market = Market(box, self.position.market, keep, self.may_trade)
        self.caps = added(self.most, self.position.market) if self.may_trade else self.most
        bought = sum(self.caps) - sum(self.most)
        limit = bought + (sum(self.most) if self.in_all is None else self.in_all)
        self.costs = Costs(
            self.position, self.seat, worths, self.caps, limit, self.must_take, self.pulse
        )

    # What is best.

    def best(self, goods: Cubes, hand: Held, points: int) -> Spend | None:
        """The best use of cubes and cards, with points to pay with.

        None if there is none, or none that takes as many tokens as it must.
        """
        found = self._found(goods, hand, points)
        if found is None:
            return None
        built = self.costs.built(found.needed, found.made, hand.several)
        if self.must_take not in (None, built.tokens):
            return None
        return Spend(found.worth, built, found.trades, found.singles, found.is_short)

    def worth(self, goods: Cubes, hand: Held, points: int) -> Number:
        """The worth of the best use."""
        found = self._found(goods, hand, points)
        return IMPOSSIBLE if found is None else found.worth

    def _found(self, goods: Cubes, hand: Held, points: int) -> _Use | None:
        """The best use, whatever its cards of one good and of any good stand for."""
        tree = self.costs.tree(hand.several)
        found: _Use | None = None
        for singles in stood_for(hand):
            self.pulse()
            rows = self._table(goods, singles)
            # Mostly the best of all can be paid; else the others are tried by what they promise.
            best = _best_of(tree, rows)
            if best is None:
                continue
            use = self._use(*best, goods, singles, points)
            if use is None or use.is_short:
                use = self._promised(tree, rows, goods, singles, points)
            if use is not None and (found is None or use.worth > found.worth):
                found = use
        return found

    def _promised(
        self, tree: list[Node], rows: _Rows, goods: Cubes, singles: Cubes, points: int
    ) -> _Use | None:
        """The best use where points are short: in the order of what each would be worth else."""
        found = [
            (worth + sum(row[count] for row, count in zip(rows, needed, strict=True)), at, needs)
            for at, node in enumerate(tree)
            for needs in (node.need, *node.others)
            for worth, needed in [needs]
        ]
        use: _Use | None = None
        for worth, at, needs in sorted(found, reverse=True):
            if worth < BARRED or (use is not None and worth <= use.worth):
                break
            self.pulse()
            other = self._use(needs, tree[at].made, goods, singles, points)
            if other is not None and (use is None or other.worth > use.worth):
                use = other
        return use

    def _table(self, goods: Cubes, singles: Cubes) -> _Rows:
        """The worths of what is left of each kind, by the number of cubes needed of it."""
        return tuple([self._row(kind, goods[kind], singles[kind]) for kind in range(len(GOODS))])

    def _row(self, kind: int, count: int, singles: int) -> list[Number]:
        """The worth of a kind for each number of cubes needed of it."""
        key = kind, count, singles
        if key not in self._rows:
            self._rows[key] = [
                IMPOSSIBLE if trade is None else trade.worth + self.worths.card_kept * cards
                for trade, cards in self.leftovers(kind, count, singles)
            ]
        return self._rows[key]

    def leftovers(self, kind: int, count: int, singles: int) -> Iterator[tuple[Trade | None, int]]:
        """The trade and the cards that are left of a kind, for each number of cubes needed of it.

        There are `count` cubes, and `singles` for which cards stand. None if there are too few.
        """
        for needed in range(self.caps[kind] + 1):
            yield self.trade(kind, count - max(0, needed - singles)), max(0, singles - needed)

    def trade(self, kind: int, spare: int) -> Trade | None:
        """The best trade of a kind with `spare` cubes left over; None if it can't be made."""
        key = kind, spare
        if key not in self._trades:
            self._trades[key] = self.market.best(kind, spare)
        return self._trades[key]

    def _use(
        self, need: Need, made: Made, goods: Cubes, singles: Cubes, points: int
    ) -> _Use | None:
        """A use with its trades, which may not cost more points than there are (S24)."""
        worth, needed = need
        used = least(needed, singles)
        spare = less(goods, less(needed, used))
        trades: list[Trade] = []
        for kind, count in enumerate(spare):
            trade = self.trade(kind, count)
            if trade is None:
                return None
            trades.append(trade)
        is_short = points + sum(trade.points for trade in trades) < 0
        if is_short:
            poor = self.market.affordable(spare, points)
            if poor is None:
                return None
            trades = [*poor]
        kept = self.worths.card_kept * sum(less(singles, used))
        whole = worth + kept + sum(trade.worth for trade in trades)
        return _Use(whole, needed, made, singles, tuple(trades), is_short)


def _best_of(tree: list[Node], rows: _Rows) -> tuple[Need, Made] | None:
    """The best use, with the cubes that are left over then; None if none can be paid for."""
    first, second, third, fourth, fifth = rows
    best: Number = BARRED
    found: tuple[Need, Made] | None = None
    at, end = 0, len(tree)
    while at < end:
        need, others, after, made = tree[at]
        worth, (g, c, s, w, f) = need
        worth += first[g] + second[c] + third[s] + fourth[w] + fifth[f]
        for other in others:
            more, (g, c, s, w, f) = other
            more += first[g] + second[c] + third[s] + fourth[w] + fifth[f]
            if more > worth:
                worth, need = more, other
        if worth < BARRED:
            at = after
            continue
        if worth > best:
            best, found = worth, (need, made)
        at += 1
    return found
