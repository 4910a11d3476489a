"""The worth of goods and cards with the best of all that a seat can build, in Kingdom of Solomon.

What is built needs some cubes of each kind, and for each kind the market says what the others
are worth then (`leftover`). So goods that have some kinds in common share most of the work: first
the best is found for wood and food, then for stone, then for gold and copper.

Cards of one good are cubes that can't be sold. Cards of several goods are first taken for several
cards of one good, which is a bound: mostly the best of all can be paid with the cards as they are,
and if not, few things promise more.

Numbers of cubes have the letters of their goods, `g c s w f`; those of cards have an `s` before.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from ksm_widgets.companions.kingdom.goods import GOODS, Cubes, added, read_cubes
from ksm_widgets.companions.kingdom.search.pawns.packing import Holding, pack, parts_of
from ksm_widgets.companions.kingdom.search.scales import IMPOSSIBLE, Shifted

if TYPE_CHECKING:
    from ksm_widgets.companions.kingdom.search.round.spending import Spending

Leftover = list[Shifted]
"""The worth of what is left of a kind, for each number of cubes that are needed of it."""
FlatNeed = tuple[Shifted, int, int, int, int, int]
"""A `costs.Need` whose worth is in shifted parts, with the cubes of each kind beside it."""
Cards = tuple[tuple[str, ...], Cubes]
"""Cards in one of the ways they count: those of several goods; the cubes that others stand for."""
CodedCards = tuple[Cards, Holding]
"""Cards with their code (`packing.code_of`)."""


class _Group(NamedTuple):
    """Things to build that need the same gold, copper and stone.

    `best` are those worth most for each wood and food, `places` all of them in `Needs.things`.
    """

    key: Cubes
    best: list[FlatNeed]
    places: list[int]


@dataclass(slots=True)
class Needs:
    """The worth of goods and cards with the best of all that a seat can build.

    There are `scale` parts in a point. If points may be short, worths in parts are multiplied by
    `shift`, and the points that trades bring are added.
    """

    spending: Spending
    scale: int
    shift: int
    things: list[FlatNeed] = field(default_factory=list)
    """Everything that can be built, in the order of `Costs.tree`."""
    promises: dict[Holding, Shifted] = field(default_factory=dict)
    """The most that goods with cards are worth, where `promise` has worked it out."""
    looks: int = 0
    """The number of worths worked out so far."""
    _groups: list[_Group] = field(default_factory=list)
    _groups_by_metal: dict[tuple[int, int], list[tuple[int, int]]] = field(default_factory=dict)
    """By gold and copper, the stone of each group that needs them, and its place in `_groups`."""
    _places: dict[FlatNeed, list[int]] = field(default_factory=dict)
    """The places of equal needs in `things`."""
    _leftovers: dict[tuple[int, int, int], Leftover] = field(default_factory=dict)
    _group_worths: dict[tuple[int, int, int, int], list[Shifted]] = field(default_factory=dict)
    _by_metal: dict[tuple[int, ...], list[tuple[Shifted, int, int]]] = field(default_factory=dict)
    _best_needs: dict[Holding, FlatNeed] = field(default_factory=dict)
    _uses: dict[tuple[tuple[str, ...], int], list[FlatNeed]] = field(default_factory=dict)
    _worths: dict[tuple[Cubes, Cards], Shifted] = field(default_factory=dict)

    def __post_init__(self) -> None:
        best: dict[Cubes, FlatNeed] = {}
        for node in self.spending.costs.tree(()):
            worth, cubes = node.need
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
            self._groups_by_metal.setdefault((gold, copper), []).append((stone, at))

    def leftover(self, kind: int, count: int, singles: int) -> Leftover:
        """The worth of what is left of `count` cubes and `singles` cards of a kind."""
        key = kind, count, singles
        worths = self._leftovers.get(key)
        if worths is None:
            worths = self._leftovers[key] = []
            spending = self.spending
            kept = int(spending.worths.card_kept * self.scale) * self.shift
            for trade, cards in spending.leftovers(kind, count, singles):
                if trade is None:
                    worths.append(IMPOSSIBLE * self.scale * self.shift)
                    continue
                worth = int(trade.worth * self.scale) * self.shift
                points = 0 if self.shift == 1 else trade.points
                worths.append(worth + points + kept * cards)
        return worths

    def _leftover_of_each(self, goods: Cubes, singles: Cubes) -> list[Leftover]:
        """The worth of what is left of each kind."""
        return [*map(self.leftover, range(len(GOODS)), goods, singles)]

    # The best of all.

    def best(self, goods: Cubes, singles: Cubes) -> Shifted:
        """The worth of goods and cards of one good."""
        g, c, s, w, f = goods
        sg, sc, ss, sw, sf = singles
        key = s, w, f, ss, sw, sf
        by_metal = self._by_metal.get(key)
        if by_metal is None:
            by_metal = self._by_metal[key] = self._by_metal_of(*key)
        gold, copper = self.leftover(0, g, sg), self.leftover(1, c, sc)
        return max([worth + gold[x] + copper[y] for worth, x, y in by_metal])

    def _by_metal_of(
        self, s: int, w: int, f: int, ss: int, sw: int, sf: int
    ) -> list[tuple[Shifted, int, int]]:
        """The best worths of stone, wood and food, each with the gold and copper needed for it."""
        worths, stone = self._group_worths_of(w, f, sw, sf), self.leftover(2, s, ss)
        best: list[tuple[Shifted, int, int]] = []
        # What needs no less gold and copper than something worth as much is left out. The groups
        # are sorted by gold, so nothing in `best` needs more of it.
        for (gold, copper), group in self._groups_by_metal.items():
            worth = max([worths[at] + stone[x] for x, at in group])
            for other, _, needed in best:
                if other >= worth and needed <= copper:
                    break
            else:
                best.append((worth, gold, copper))
        return best

    def _group_worths_of(self, w: int, f: int, sw: int, sf: int) -> list[Shifted]:
        """The worth of wood and food with the best of each group."""
        key = w, f, sw, sf
        worths = self._group_worths.get(key)
        if worths is None:
            wood, food = self.leftover(3, w, sw), self.leftover(4, f, sf)
            worths = self._group_worths[key] = [
                max([worth + wood[x] + food[y] for worth, _, _, _, x, y in group.best])
                for group in self._groups
            ]
        return worths

    def _best_need(self, goods: Cubes, singles: Cubes, best: Shifted) -> FlatNeed:
        """The thing to build by which goods and cards have their `best` worth."""
        gold, copper, stone, wood, food = self._leftover_of_each(goods, singles)
        _, _, s, w, f = goods
        _, _, ss, sw, sf = singles
        worths = self._group_worths_of(w, f, sw, sf)
        for worth, x, y in self._by_metal[s, w, f, ss, sw, sf]:
            if worth + gold[x] + copper[y] == best:
                at = max(
                    self._groups_by_metal[x, y], key=lambda one: worths[one[1]] + stone[one[0]]
                )[1]
                group = self._groups[at].best
                return max(group, key=lambda need: need[0] + wood[need[4]] + food[need[5]])
        raise AssertionError(best)

    # With cards.

    def promise(self, holding: Holding) -> Shifted:
        """The most that goods with cards can be worth."""
        worth = self.promises.get(holding)
        if worth is None:
            self.looks += 1
            worth = self.promises[holding] = self.best(*parts_of(holding))
        return worth

    def worth(self, goods: Cubes, coded: CodedCards) -> Shifted:
        """The worth of goods with cards in one of the ways they count."""
        cards, code = coded
        key = goods, cards
        worth = self._worths.get(key)
        if worth is None:
            holding = pack(goods) + code
            top = self.promise(holding)
            need = self._best_needs.get(holding)
            if need is None:
                need = self._best_needs[holding] = self._best_need(*parts_of(holding), top)
            worth = self._worth_with(need, goods, cards)
            if worth < top:
                self.looks += 1
                worth = self._searched(worth, goods, cards)
            self._worths[key] = worth
        return worth

    def _searched(self, worth: Shifted, goods: Cubes, cards: Cards) -> Shifted:
        """The worth of goods with cards, which is no less than one that was found before."""
        several, singles = cards
        if not several:
            return self.best(goods, singles)
        loose = as_cubes(cards)
        gold, copper, stone, wood, food = self._leftover_of_each(goods, loose)
        promising = []
        for rest, group in zip(
            self._group_worths_of(goods[3], goods[4], loose[3], loose[4]), self._groups, strict=True
        ):
            g, c, s = group.key
            if rest + gold[g] + copper[c] + stone[s] > worth:
                for at in group.places:
                    n, _, _, _, w, f = self.things[at]
                    top = n + gold[g] + copper[c] + stone[s] + wood[w] + food[f]
                    if top > worth:
                        promising.append((top, at))
        leftovers = self._leftover_of_each(goods, singles)
        for top, at in sorted(promising, reverse=True):
            if top <= worth:
                break
            worth = max(worth, _most_of(self._uses_of(several, at), leftovers))
        return worth

    def _worth_with(self, need: FlatNeed, goods: Cubes, cards: Cards) -> Shifted:
        """The worth of goods with cards, if something with these needs is built."""
        several, singles = cards
        leftovers = self._leftover_of_each(goods, singles)
        if not several:
            return _most_of([need], leftovers)
        return max(_most_of(self._uses_of(several, at), leftovers) for at in self._places[need])

    def _uses_of(self, several: tuple[str, ...], at: int) -> list[FlatNeed]:
        """The needs of something built, one for each use of cards of several goods."""
        key = several, at
        uses = self._uses.get(key)
        if uses is None:
            costs, scale, shift = self.spending.costs, self.scale, self.shift
            uses = self._uses[key] = [
                (int(worth * scale) * shift, g, c, s, w, f)
                for worth, (g, c, s, w, f) in costs.needs_with(several, costs.tree(())[at])
            ]
        return uses


def as_cubes(cards: Cards) -> Cubes:
    """Cards as cubes: each is taken for a cube of each good on it."""
    several, singles = cards
    return added(singles, *map(read_cubes, several))


def _most_of(uses: list[FlatNeed], leftovers: list[Leftover]) -> Shifted:
    """The most that one of these needs leaves, with what is left of each kind."""
    gold, copper, stone, wood, food = leftovers
    return max(
        [n + gold[g] + copper[c] + stone[s] + wood[w] + food[f] for n, g, c, s, w, f in uses]
    )
