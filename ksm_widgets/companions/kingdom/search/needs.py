"""The cubes that all a seat can build needs in Kingdom of Solomon, looked up kind by kind.

What is built needs so many cubes of each kind, and for each kind the market says what is worth most
then: goods that have some kinds in common share most of the work. Cards of one good are cubes that
can't be sold. Cards of several goods are first taken for several such cards: mostly what is best
then can be paid with the cards as they are, and else few things promise more.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ksm_widgets.companions.kingdom.goods import GOODS, Cubes, added, less, read_cubes
from ksm_widgets.companions.kingdom.search.sums import BITS, GUARD, MOST, State, packed, unpacked
from ksm_widgets.companions.kingdom.spending import IMPOSSIBLE

if TYPE_CHECKING:
    from ksm_widgets.companions.kingdom.spending import Spending

Row = list[int]
"""The worth of a kind for each number of cubes that are needed of it."""
Node = tuple[int, int, int, int, int, int]
"""The worth of something built, and the cubes needed of each kind."""
Stood = tuple[tuple[str, ...], Cubes]
"""Cards of several goods, and the cubes that the others stand for."""
Hand = tuple[Stood, State]
"""Cards, and a number that is added to goods to tell the cubes that they are at most."""


@dataclass(slots=True)
class Needs:
    """All that a seat can build, and the worth of goods and cards with the best of it.

    Worths are in parts of a point, of which there are `scale`; if points may be short, these are
    multiplied by `shift`, and the points are put below.
    """

    spending: Spending
    scale: int
    shift: int
    nodes: list[Node] = field(default_factory=list)
    looks: int = 0
    """Worths of goods with cards that were worked out so far."""
    _last: list[list[Node]] = field(default_factory=list)
    """The nodes that need the same gold, copper and stone."""
    _first: dict[tuple[int, int], list[tuple[int, int]]] = field(default_factory=dict)
    """By gold and copper, the stone needed, and the place of that in `_last`."""
    _rows: dict[tuple[int, int, int], Row] = field(default_factory=dict)
    _ends: dict[tuple[int, ...], list[int]] = field(default_factory=dict)
    _starts: dict[tuple[int, ...], list[tuple[int, int, int]]] = field(default_factory=dict)
    tops: dict[State, int] = field(default_factory=dict)
    _bests: dict[State, Node] = field(default_factory=dict)
    _worths: dict[tuple[Cubes, Stood], int] = field(default_factory=dict)
    _at: dict[Node, list[int]] = field(default_factory=dict)
    _keys: list[Cubes] = field(default_factory=list)
    """The gold, copper and stone needed by each group of nodes."""
    _groups: list[list[int]] = field(default_factory=list)
    """The places among `nodes` of all that need the gold, copper and stone of a group."""
    _uses: dict[tuple[tuple[str, ...], int], list[Node]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        best: dict[Cubes, Node] = {}
        for (worth, (g, c, s, w, f)), _, _, _ in self.spending.costs.tree(()):
            node = int(worth * self.scale) * self.shift, g, c, s, w, f
            self._at.setdefault(node, []).append(len(self.nodes))
            self.nodes.append(node)
            best[node[1:]] = max(node, best.get(node[1:], node))
        groups: dict[Cubes, list[Node]] = {}
        for node in sorted(best.values(), key=lambda node: node[1:]):
            groups.setdefault(node[1:4], []).append(node)
        places: dict[Cubes, list[int]] = {key: [] for key in groups}
        for at, node in enumerate(self.nodes):
            places[node[1:4]].append(at)
        self._groups = [*places.values()]
        self._keys = [*groups]
        for (g, c, s), group in groups.items():
            self._first.setdefault((g, c), []).append((s, len(self._last)))
            self._last.append(group)

    def row(self, kind: int, count: int, singles: int) -> Row:
        """The worth of so many cubes of a kind, and cards, for each number that is needed."""
        key = kind, count, singles
        row = self._rows.get(key)
        if row is None:
            row = self._rows[key] = []
            spending = self.spending
            kept = int(spending.kept * self.scale) * self.shift
            for needed in range(spending.caps[kind] + 1):
                trade = spending.trade(kind, count - max(0, needed - singles))
                if trade is None:
                    row.append(IMPOSSIBLE * self.shift)
                    continue
                worth = int(trade.worth * self.scale) * self.shift
                points = 0 if self.shift == 1 else trade.points
                row.append(worth + points + kept * max(0, singles - needed))
        return row

    def _row_of_each(self, goods: Cubes, singles: Cubes) -> list[Row]:
        return [*map(self.row, range(len(GOODS)), goods, singles)]

    # The best of all.

    def best(self, goods: Cubes, singles: Cubes) -> int:
        """The worth of goods and cards of one good."""
        g, c, s, w, f = goods
        sg, sc, ss, sw, sf = singles
        key = s, w, f, ss, sw, sf
        starts = self._starts.get(key)
        if starts is None:
            starts = self._starts[key] = self._made(key)
        gold, copper = self.row(0, g, sg), self.row(1, c, sc)
        return max([worth + gold[x] + copper[y] for worth, x, y in starts])

    def _ends_of(self, w: int, f: int, sw: int, sf: int) -> list[int]:
        key = w, f, sw, sf
        ends = self._ends.get(key)
        if ends is None:
            wood, food = self.row(3, w, sw), self.row(4, f, sf)
            ends = self._ends[key] = [
                max([worth + wood[x] + food[y] for worth, _, _, _, x, y in group])
                for group in self._last
            ]
        return ends

    def _made(self, key: tuple[int, int, int, int, int, int]) -> list[tuple[int, int, int]]:
        """The worth of all but gold and copper, with these that are needed for it."""
        s, w, f, ss, sw, sf = key
        ends, stone = self._ends_of(w, f, sw, sf), self.row(2, s, ss)
        best: list[tuple[int, int, int]] = []
        # What needs no less gold and copper than something worth as much is left out.
        for (gold, copper), group in self._first.items():
            worth = max([ends[at] + stone[x] for x, at in group])
            for more, _, fewer in best:
                if more >= worth and fewer <= copper:
                    break
            else:
                best.append((worth, gold, copper))
        return best

    def _node(self, goods: Cubes, singles: Cubes, best: int) -> Node:
        """The node by which goods and cards have their worth."""
        rows = self._row_of_each(goods, singles)
        gold, copper, stone, wood, food = rows
        _, _, s, w, f = goods
        _, _, ss, sw, sf = singles
        ends = self._ends_of(w, f, sw, sf)
        for worth, x, y in self._starts[s, w, f, ss, sw, sf]:
            if worth + gold[x] + copper[y] == best:
                at = max(self._first[x, y], key=lambda one: ends[one[1]] + stone[one[0]])[1]
                return max(self._last[at], key=lambda node: node[0] + wood[node[4]] + food[node[5]])
        raise AssertionError(best)

    # With cards.

    def most(self, state: State) -> int:
        """At most the worth of goods and cards, told by one number (`code`)."""
        worth = self.tops.get(state)
        if worth is None:
            self.looks += 1
            worth = self.tops[state] = self.best(*_told(state))
        return worth

    def worth(self, goods: Cubes, hand: Hand) -> int:
        """The worth of goods with cards that count in one way."""
        stood, code = hand
        key = goods, stood
        worth = self._worths.get(key)
        if worth is None:
            state = packed(goods) + code
            top = self.most(state)
            node = self._bests.get(state)
            if node is None:
                node = self._bests[state] = self._node(*_told(state), top)
            worth = self._used(node, goods, stood)
            if worth < top:
                self.looks += 1
                worth = self._searched(worth, goods, stood)
            self._worths[key] = worth
        return worth

    def _searched(self, worth: int, goods: Cubes, stood: Stood) -> int:
        """The worth of goods with cards, which is no less than one found before."""
        several, singles = stood
        if not several:
            return self.best(goods, singles)
        loose = added(singles, *map(read_cubes, several))
        gold, copper, stone, wood, food = self._row_of_each(goods, loose)
        ends = self._ends_of(goods[3], goods[4], loose[3], loose[4])
        tops = [
            end + gold[g] + copper[c] + stone[s]
            for end, (g, c, s) in zip(ends, self._keys, strict=True)
        ]
        if max(tops) <= worth:
            return worth
        rows, nodes = self._row_of_each(goods, singles), self.nodes
        promising = []
        for top, group in zip(tops, self._groups, strict=True):
            if top > worth:
                for at in group:
                    n, g, c, s, w, f = nodes[at]
                    most = n + gold[g] + copper[c] + stone[s] + wood[w] + food[f]
                    if most > worth:
                        promising.append((most, at))
        for top, at in sorted(promising, reverse=True):
            if top <= worth:
                break
            worth = max(worth, _summed(self._uses_of(several, at), rows))
        return worth

    def _used(self, node: Node, goods: Cubes, stood: Stood) -> int:
        """The worth of goods with cards, if something with these needs is built."""
        several, singles = stood
        rows = self._row_of_each(goods, singles)
        if not several:
            return _summed([node], rows)
        return max(_summed(self._uses_of(several, at), rows) for at in self._at[node])

    def _uses_of(self, several: tuple[str, ...], at: int) -> list[Node]:
        """The needs of a node, one for each use of cards of several goods, with its worth."""
        key = several, at
        uses = self._uses.get(key)
        if uses is None:
            tree = self.spending.costs.tree(())
            scale, shift = self.scale, self.shift
            uses = self._uses[key] = [
                (int(worth * scale) * shift, g, c, s, w, f)
                for worth, (g, c, s, w, f) in self.spending.costs.covered(several, tree[at])
            ]
        return uses


def code(stood: Stood) -> State:
    """A number for cards, to be added to that of goods: gold and copper apart, others as cubes.

    Cards can't be sold, so a card counted as a cube promises a little too much; for gold and copper
    it would be most. For the others, the work is shared with the cubes.
    """
    several, singles = stood
    gold, copper, *others = added(singles, *map(read_cubes, several))
    return packed((0, 0, *others)) + (packed((gold, copper, 0, 0, 0)) << BITS * len(GOODS))


def cubes_of(state: State) -> Cubes:
    """Goods and cards told by a number (`code`) as cubes; of a change some may be below 0.

    >>> cubes_of(packed((0, 1, 2, 0, 9)) - packed((1, 0, 0, 0, 10)) + code(((), (2, 0, 0, 1, 0))))
    (1, 1, 2, 1, -1)
    """
    middle = GUARD >> 1
    gold, copper, *_ = unpacked(state + middle >> BITS * len(GOODS))
    return added(less(unpacked(state + middle), unpacked(middle)), (gold, copper, 0, 0, 0))


def _told(state: State) -> tuple[Cubes, Cubes]:
    cards = state >> BITS * len(GOODS)
    return unpacked(state), (cards & MOST, cards >> BITS, 0, 0, 0)


def _summed(uses: list[Node], rows: list[Row]) -> int:
    gold, copper, stone, wood, food = rows
    return max(
        [n + gold[g] + copper[c] + stone[s] + wood[w] + food[f] for n, g, c, s, w, f in uses]
    )
