"""The worth of goods and cards with the best of all that a seat can build, in Kingdom of Solomon.

What is built needs so many cubes of each kind, and for each kind the market says what the others
are worth then (`row`). So goods that have some kinds in common share most of the work: first the
best is found for wood and food, then for stone, then for gold and copper.

Cards of one good are cubes that can't be sold. Cards of several goods are first taken for several
cards of one good, which is a bound: mostly the best of all can be paid with the cards as they are,
and if not, few things promise more.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from ksm_widgets.companions.kingdom.goods import GOODS, Cubes, added, read_cubes
from ksm_widgets.companions.kingdom.search.pawns.packing import BITS, MOST, Packed, pack, unpack
from ksm_widgets.companions.kingdom.search.round.spending import IMPOSSIBLE

if TYPE_CHECKING:
    from ksm_widgets.companions.kingdom.search.round.spending import Spending

Row = list[int]
"""The worth of a kind for each number of cubes that are needed of it."""
Need = tuple[int, int, int, int, int, int]
"""The worth of something built, and the cubes of each kind that it needs."""
Cards = tuple[tuple[str, ...], Cubes]
"""Cards in one of the ways they count: those of several goods; the cubes that others stand for."""
CodedCards = tuple[Cards, Packed]
"""Cards with their code (`code_of`)."""
Holding = Packed
"""Goods with cards: the goods packed, with the code of the cards added."""
NEVER = -(10**24)
"""Less than anything is worth, also what can't be done, in any parts of a point."""

_HALF = MOST // 4 + 1
_MIDDLE = pack((_HALF,) * len(GOODS))
"""So many of each kind more than there are: then no number of a change is below 0."""


class _Group(NamedTuple):
    """Things to build that need the same gold, copper and stone.

    `best` are those worth most for each wood and food, `places` all of them in `Needs.things`.
    """

    key: Cubes
    best: list[Need]
    places: list[int]


@dataclass(slots=True)
class Needs:
    """The worth of goods and cards with the best of all that a seat can build.

    Worths are in parts of a point, of which there are `scale`. If points may be short, worths are
    multiplied by `shift`, and the points that trades bring are added.
    """

    spending: Spending
    scale: int
    shift: int
    things: list[Need] = field(default_factory=list)
    """Everything that can be built, in the order of `Costs.tree`."""
    tops: dict[Holding, int] = field(default_factory=dict)
    """The most that goods with cards are worth, where `promise` has worked it out."""
    looks: int = 0
    """The number of worths worked out so far."""
    _groups: list[_Group] = field(default_factory=list)
    _stones: dict[tuple[int, int], list[tuple[int, int]]] = field(default_factory=dict)
    """By gold and copper, the stone of each group that needs them, and its place in `_groups`."""
    _places: dict[Need, list[int]] = field(default_factory=dict)
    """The places of equal needs in `things`."""
    _rows: dict[tuple[int, int, int], Row] = field(default_factory=dict)
    _ends: dict[tuple[int, int, int, int], list[int]] = field(default_factory=dict)
    _starts: dict[tuple[int, ...], list[tuple[int, int, int]]] = field(default_factory=dict)
    _bests: dict[Holding, Need] = field(default_factory=dict)
    _uses: dict[tuple[tuple[str, ...], int], list[Need]] = field(default_factory=dict)
    _worths: dict[tuple[Cubes, Cards], int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        best: dict[Cubes, Need] = {}
        for node in self.spending.costs.tree(()):
            worth, cubes = node.required
            g, c, s, w, f = cubes
            need = int(worth * self.scale) * self.shift, g, c, s, w, f
            self._places.setdefault(need, []).append(len(self.things))
            self.things.append(need)
            best[cubes] = max(need, best.get(cubes, need))
        groups: dict[Cubes, _Group] = {}
        for need in sorted(best.values(), key=lambda need: need[1:]):
            groups.setdefault(need[1:4], _Group(need[1:4], [], [])).best.append(need)
        for at, need in enumerate(self.things):
            groups[need[1:4]].places.append(at)
        self._groups = [*groups.values()]
        for at, group in enumerate(self._groups):
            gold, copper, stone = group.key
            self._stones.setdefault((gold, copper), []).append((stone, at))

    def row(self, kind: int, count: int, singles: int) -> Row:
        """The worth of so many cubes and cards of a kind, for each number that is needed."""
        key = kind, count, singles
        row = self._rows.get(key)
        if row is None:
            row = self._rows[key] = []
            spending = self.spending
            kept = int(spending.worths.card_kept * self.scale) * self.shift
            for trade, cards in spending.leftovers(kind, count, singles):
                if trade is None:
                    row.append(IMPOSSIBLE * self.scale * self.shift)
                    continue
                worth = int(trade.worth * self.scale) * self.shift
                points = 0 if self.shift == 1 else trade.points
                row.append(worth + points + kept * cards)
        return row

    def _rows_of(self, goods: Cubes, singles: Cubes) -> list[Row]:
        """The row of each kind."""
        return [*map(self.row, range(len(GOODS)), goods, singles)]

    # The best of all.

    def best(self, goods: Cubes, singles: Cubes) -> int:
        """The worth of goods and cards of one good."""
        g, c, s, w, f = goods
        sg, sc, ss, sw, sf = singles
        key = s, w, f, ss, sw, sf
        starts = self._starts.get(key)
        if starts is None:
            starts = self._starts[key] = self._starts_of(*key)
        gold, copper = self.row(0, g, sg), self.row(1, c, sc)
        return max([worth + gold[x] + copper[y] for worth, x, y in starts])

    def _starts_of(
        self, s: int, w: int, f: int, ss: int, sw: int, sf: int
    ) -> list[tuple[int, int, int]]:
        """The best worths of stone, wood and food, each with the gold and copper needed for it."""
        ends, stone = self._ends_of(w, f, sw, sf), self.row(2, s, ss)
        best: list[tuple[int, int, int]] = []
        # What needs no less gold and copper than something worth as much is left out. The groups
        # are sorted by gold, so nothing in `best` needs more of it.
        for (gold, copper), group in self._stones.items():
            worth = max([ends[at] + stone[x] for x, at in group])
            for other, _, needed in best:
                if other >= worth and needed <= copper:
                    break
            else:
                best.append((worth, gold, copper))
        return best

    def _ends_of(self, w: int, f: int, sw: int, sf: int) -> list[int]:
        """The worth of wood and food with the best of each group."""
        key = w, f, sw, sf
        ends = self._ends.get(key)
        if ends is None:
            wood, food = self.row(3, w, sw), self.row(4, f, sf)
            ends = self._ends[key] = [
                max([worth + wood[x] + food[y] for worth, _, _, _, x, y in group.best])
                for group in self._groups
            ]
        return ends

    def _best_need(self, goods: Cubes, singles: Cubes, best: int) -> Need:
        """The thing to build by which goods and cards have their `best` worth."""
        gold, copper, stone, wood, food = self._rows_of(goods, singles)
        _, _, s, w, f = goods
        _, _, ss, sw, sf = singles
        ends = self._ends_of(w, f, sw, sf)
        for worth, x, y in self._starts[s, w, f, ss, sw, sf]:
            if worth + gold[x] + copper[y] == best:
                at = max(self._stones[x, y], key=lambda one: ends[one[1]] + stone[one[0]])[1]
                group = self._groups[at].best
                return max(group, key=lambda need: need[0] + wood[need[4]] + food[need[5]])
        raise AssertionError(best)

    # With cards.

    def promise(self, holding: Holding) -> int:
        """The most that goods with cards can be worth."""
        worth = self.tops.get(holding)
        if worth is None:
            self.looks += 1
            worth = self.tops[holding] = self.best(*_parts(holding))
        return worth

    def worth(self, goods: Cubes, coded: CodedCards) -> int:
        """The worth of goods with cards in one of the ways they count."""
        cards, code = coded
        key = goods, cards
        worth = self._worths.get(key)
        if worth is None:
            holding = pack(goods) + code
            top = self.promise(holding)
            need = self._bests.get(holding)
            if need is None:
                need = self._bests[holding] = self._best_need(*_parts(holding), top)
            worth = self._worth_with(need, goods, cards)
            if worth < top:
                self.looks += 1
                worth = self._searched(worth, goods, cards)
            self._worths[key] = worth
        return worth

    def _searched(self, worth: int, goods: Cubes, cards: Cards) -> int:
        """The worth of goods with cards, which is no less than one that was found before."""
        several, singles = cards
        if not several:
            return self.best(goods, singles)
        loose = added(singles, *map(read_cubes, several))
        gold, copper, stone, wood, food = self._rows_of(goods, loose)
        promising = []
        for end, group in zip(
            self._ends_of(goods[3], goods[4], loose[3], loose[4]), self._groups, strict=True
        ):
            g, c, s = group.key
            if end + gold[g] + copper[c] + stone[s] > worth:
                for at in group.places:
                    n, _, _, _, w, f = self.things[at]
                    top = n + gold[g] + copper[c] + stone[s] + wood[w] + food[f]
                    if top > worth:
                        promising.append((top, at))
        rows = self._rows_of(goods, singles)
        for top, at in sorted(promising, reverse=True):
            if top <= worth:
                break
            worth = max(worth, _most_of(self._uses_of(several, at), rows))
        return worth

    def _worth_with(self, need: Need, goods: Cubes, cards: Cards) -> int:
        """The worth of goods with cards, if something with these needs is built."""
        several, singles = cards
        rows = self._rows_of(goods, singles)
        if not several:
            return _most_of([need], rows)
        return max(_most_of(self._uses_of(several, at), rows) for at in self._places[need])

    def _uses_of(self, several: tuple[str, ...], at: int) -> list[Need]:
        """The needs of something built, one for each use of cards of several goods."""
        key = several, at
        uses = self._uses.get(key)
        if uses is None:
            costs, scale, shift = self.spending.costs, self.scale, self.shift
            uses = self._uses[key] = [
                (int(worth * scale) * shift, g, c, s, w, f)
                for worth, (g, c, s, w, f) in costs.required_with(several, costs.tree(())[at])
            ]
        return uses


def code_of(cards: Cards) -> Packed:
    """The number to add to packed goods for cards, each taken for a cube of each good on it.

    Stone, wood and food are added to the cubes, which shares the work with them. As cards can't be
    sold, that promises a little too much; for gold and copper it would be most, so cards of these
    are counted in two bytes of their own above the goods.
    """
    several, singles = cards
    gold, copper, *others = added(singles, *map(read_cubes, several))
    return pack((0, 0, *others)) + (pack((gold, copper, 0, 0, 0)) << BITS * len(GOODS))


def cubes_of(holding: Holding) -> Cubes:
    """All goods and cards as cubes; of a change some may be below 0.

    >>> cubes_of(pack((0, 1, 2, 0, 9)) - pack((1, 0, 0, 0, 10)) + code_of(((), (2, 0, 0, 1, 0))))
    (1, 1, 2, 1, -1)
    """
    gold, copper, *_ = unpack(holding + _MIDDLE >> BITS * len(GOODS))
    g, c, s, w, f = unpack(holding + _MIDDLE)
    return g + gold - _HALF, c + copper - _HALF, s - _HALF, w - _HALF, f - _HALF


def _parts(holding: Holding) -> tuple[Cubes, Cubes]:
    """The cubes, with the cards counted among them, and the cards of gold and copper."""
    cards = holding >> BITS * len(GOODS)
    return unpack(holding), (cards & MOST, cards >> BITS, 0, 0, 0)


def _most_of(uses: list[Need], rows: list[Row]) -> int:
    """The most that one of these needs leaves, by the row of each kind."""
    gold, copper, stone, wood, food = rows
    return max(
        [n + gold[g] + copper[c] + stone[s] + wood[w] + food[f] for n, g, c, s, w, f in uses]
    )
