"""The best use of what a seat holds for the rest of a round in Kingdom of Solomon.

What is built costs cubes of each kind: a building card or none, roads, some temple blocks with
their free cubes. For each of these costs the market says what the cubes left over are worth. The
costs form a tree in which each is at least that of its parent, so that below what cannot be paid
nothing is looked at. A card of one good is a cube that cannot be sold, a card of any good is one of
the five; of cards of several goods every use is tried.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, NamedTuple

from ksm_widgets.companions.kingdom.country import open_roads
from ksm_widgets.companions.kingdom.covering import Covering, families, options, shared
from ksm_widgets.companions.kingdom.goods import (
    GOODS,
    NONE,
    Cubes,
    added,
    least,
    less,
    read_cubes,
    total,
)
from ksm_widgets.companions.kingdom.held import Held, stood_for
from ksm_widgets.companions.kingdom.trading import Market, Number, Trade
from ksm_widgets.companions.kingdom.works import favoured, with_building

if TYPE_CHECKING:
    from collections.abc import Callable

    from ksm_widgets.companions.kingdom.paying import Paid
    from ksm_widgets.companions.kingdom.position import Position

IMPOSSIBLE = -(10**12)
_BARRED = IMPOSSIBLE // 2
"""The worth below which a thing cannot be paid for."""
_UNWANTED = -(10**9)
"""The worth of a result with the wrong number of tokens; more blocks may still put it right."""


@dataclass(frozen=True, slots=True)
class Worths:
    """The worth of what a seat keeps: of a cube or card of goods, a token, a building card, a road.

    `last` if the game ends with the round: then the final score counts, and these are ignored.
    `tokens` is the number of blocks that must be taken as tokens, None if any may.
    """

    keep: Number = 0
    token: Number = 0
    card: Number = 0
    road: Number = 0
    last: bool = False
    tokens: int | None = None


class Payment(NamedTuple):
    """Something built: its name, cost with the free cubes of a block, and cards that helped."""

    name: str
    cost: Cubes
    free: str = ""
    paid: Paid = ()


class Works(NamedTuple):
    """Everything built: its worth and points, cubes needed for it, how it was paid.

    `kept` are cards of several goods that are left, `tokens` blocks that were taken as tokens.
    """

    worth: Number
    points: int
    needed: Cubes
    card: int | None
    roads: int
    blocks: int
    tokens: int
    payments: tuple[Payment, ...]
    kept: int


class Spend(NamedTuple):
    """The best use of some cubes: its worth in all, what is built, and the trades of each kind.

    `singles` are the cubes that cards of one good and of any good stand for. `within` if other
    trades would be better, but for the points that they cost.
    """

    worth: Number
    works: Works
    trades: tuple[Trade, ...]
    singles: Cubes
    within: bool = False


_Payments = tuple[Payment, "_Payments"] | None
_Required = tuple[Number, int, int, int, int, int]
"""The worth of something built, and the cubes needed of each kind."""
_States = dict[Cubes, _Payments]


class _Made(NamedTuple):
    """A card, roads and blocks that are built, and the payments for them, the last first."""

    card: int | None
    roads: int
    blocks: int
    payments: _Payments


class _Node(NamedTuple):
    """A node of the tree: its needs, those with other uses of cards, what it is.

    `after` is the place of the node after all below it.
    """

    needs: _Required
    others: tuple[_Required, ...]
    after: int
    made: _Made


class _Paid(NamedTuple):
    """Something built with its trades, as in Spend."""

    worth: Number
    needs: _Required
    made: _Made
    singles: Cubes
    trades: tuple[Trade, ...]
    within: bool


@dataclass(slots=True)
class Spending:
    """A seat's choices with cubes and cards for the rest of a round.

    `most` are the most cubes of each kind, cards of one good among them, that will be asked about,
    `whole` the most of all kinds together, with all goods on cards, if that is known. `pulse` is
    called now and then while the best use is searched for, and may raise to stop.
    """

    position: Position
    seat: int
    worths: Worths
    may_trade: bool
    most: Cubes
    whole: int | None = None
    pulse: Callable[[], None] = lambda: None
    market: Market = field(init=False)
    caps: Cubes = field(init=False)
    _limit: int = field(init=False)
    _trees: dict[tuple[str, ...], list[_Node]] = field(default_factory=dict)
    _trades: dict[tuple[int, int], Trade | None] = field(default_factory=dict)
    _rows: dict[tuple[int, int, int], list[Number]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        box, worths = self.position.box, self.worths
        keep = box.cube if worths.last else worths.keep
        self.market = Market(box, self.position.market, keep, self.may_trade)
        self.caps = added(self.most, self.position.market) if self.may_trade else self.most
        bought = sum(self.caps) - sum(self.most)
        self._limit = bought + (sum(self.most) if self.whole is None else self.whole)

    # What can be built.

    def tree(self, several: tuple[str, ...]) -> list[_Node]:
        """Everything that can be built with these cards of several goods, in the tree's order."""
        if several not in self._trees:
            self._trees[several] = self._covered(several) if several else self._plain()
        return self._trees[several]

    def _plain(self) -> list[_Node]:
        """Everything that can be built without cards of several goods.

        Such cards pay for some of it; what needs more than there is can still be paid with them.
        """
        nodes: list[_Node] = []
        position, box = self.position, self.position.box
        bought = position.bought and position.turn == self.seat
        for card in (None, *(() if bought else position.display)):
            states: _States = {NONE: None}
            if card is not None:
                states = self._extended(states, [Payment("build", box.buildings[card].cost)])
            for roads in range(self._most_roads(card) + 1):
                if roads:
                    states = self._extended(states, [Payment("road", box.road)])
                if not states:
                    break
                self._grow(nodes, states, card, roads)
        return nodes

    def _most_roads(self, card: int | None) -> int:
        """The most roads that the seat might build, if a road is worth anything."""
        if self.worths.last or not self.worths.road:
            return 0
        position, seat = self.position, self.seat
        after = [position]
        if card is not None and position.box.buildings[card].builds and not position.ending:
            taken = dict(position.sites)
            free = [site for site in position.box.sites if site not in taken]
            after += [with_building(position, seat, site) for site in free]
        most = max(len(open_roads(one, seat)) for one in after)
        return min(most, position.box.roads - len(position.roads))

    def _grow(self, nodes: list[_Node], states: _States, card: int | None, roads: int) -> None:
        """Add the tree of everything with this card and so many roads: first no block, then one."""
        steps, temple = self.position.box.steps, self.position.temple
        layers = [states]
        parents: list[dict[Cubes, list[Cubes]]] = []
        for step in steps[temple:]:
            chosen = map("".join, combinations_with_replacement(GOODS, step.free))
            ways = [Payment("block", added(step.cost, read_cubes(free)), free) for free in chosen]
            below: dict[Cubes, list[Cubes]] = {}
            states = self._extended(layers[-1], ways, below)
            if not states:
                break
            parents.append(below)
            layers.append(states)
        worths = [self._worth_of(card, roads, blocks) for blocks in range(len(layers))]

        def add(needed: Cubes, blocks: int) -> None:
            made = _Made(card, roads, blocks, layers[blocks][needed])
            g, c, s, w, f = needed
            at = len(nodes)
            nodes.append(_Node((worths[blocks], g, c, s, w, f), (), at + 1, made))
            if blocks < len(parents):
                for child in parents[blocks].get(needed, ()):
                    add(child, blocks + 1)
                nodes[at] = nodes[at]._replace(after=len(nodes))

        for needed in layers[0]:
            add(needed, 0)

    def _extended(
        self,
        states: _States,
        things: list[Payment],
        below: dict[Cubes, list[Cubes]] | None = None,
    ) -> _States:
        """The states after one of these things was built, each below one of the states before."""
        (cap_g, cap_c, cap_s, cap_w, cap_f), limit = self.caps, self._limit
        found: _States = {}
        for thing in things:
            for state, payments in states.items():
                more = tuple(map(int.__add__, state, thing.cost))
                g, c, s, w, f = more
                if more in found or g > cap_g or c > cap_c or s > cap_s or w > cap_w or f > cap_f:
                    continue
                if sum(more) > limit:
                    continue
                found[more] = thing, payments
                if below is not None:
                    below.setdefault(state, []).append(more)
        return found

    def _covered(self, several: tuple[str, ...]) -> list[_Node]:
        """The tree with the best uses of cards of several goods."""
        nodes: list[_Node] = []
        for node in self.tree(()):
            self.pulse()
            first, *rest = self.covered(several, node)
            nodes.append(node._replace(needs=first, others=tuple(rest)))
        return nodes

    def covered(self, several: tuple[str, ...], node: _Node) -> list[_Required]:
        """The cubes a node needs, for each of the best uses of cards of several goods."""
        worth, g, c, s, w, f = node.needs
        keep, costs = self.kept, [payment.cost for payment in _listed(node.made.payments)]
        uses: list[Covering] = [(NONE, 0)]
        for group in families(several):
            more = options(group, costs, keeps=keep > 0)
            uses = [
                (added(paid, other), left + unused) for paid, left in uses for other, unused in more
            ]
        return [
            (worth + keep * left, g - gold, c - copper, s - stone, w - wood, f - food)
            for (gold, copper, stone, wood, food), left in uses
        ]

    def _worth_of(self, card: int | None, roads: int, blocks: int) -> Number:
        """The worth of a card, roads and blocks, with the best number of tokens."""
        worths, box = self.worths, self.position.box
        points = 0 if card is None else box.buildings[card].points
        steps = box.steps[self.position.temple : self.position.temple + blocks]
        worth = points + sum(step.points for step in steps) + self._tokens(blocks)[0]
        if worths.last:
            return worth
        return worth + worths.road * roads + (0 if card is None else worths.card)

    def _tokens(self, blocks: int) -> tuple[Number, int, int]:
        """The best number of tokens for so many blocks: its worth, number, points lost."""
        temple = self.position.temple
        steps = self.position.box.steps[temple : temple + blocks]
        wanted = self.worths.tokens
        best: tuple[Number, int, int] = (0 if not wanted else _UNWANTED, 0, 0)
        lost = 0
        for count, loss in enumerate(sorted(step.points for step in steps), start=1):
            lost += loss
            worth = self.token_worth(count) - lost
            if worth > best[0] if wanted is None else count == wanted:
                best = worth, count, lost
        return best

    def token_worth(self, count: int) -> Number:
        """The worth of so many tokens more: at the game's end, that of the favour (S31, S35)."""
        if not self.worths.last:
            return self.worths.token * count
        position, seat = self.position, self.seat
        if position.favour == seat:
            return 0
        tokens = list(position.tokens)
        tokens[seat - 1] += count
        return position.box.favour * (favoured(tuple(tokens), position.favour) == seat)

    def _works(self, needs: _Required, made: _Made, several: tuple[str, ...]) -> Works:
        card, roads, blocks, linked = made
        payments = _listed(linked)[::-1]
        worth, *rest = needs
        needed = tuple(rest)
        costs = [payment.cost for payment in payments]
        wanted = less(total(costs), needed)
        if any(wanted):
            parts = shared(several, costs, wanted, self.pulse)
            payments = [
                payment._replace(paid=paid) for payment, paid in zip(payments, parts, strict=True)
            ]
        used = [card for payment in payments for card in payment.paid]
        _, tokens, lost = self._tokens(blocks)
        steps = self.position.box.steps[self.position.temple : self.position.temple + blocks]
        points = sum(step.points for step in steps) - lost
        if card is not None:
            points += self.position.box.buildings[card].points
        kept = len(several) - len(used)
        return Works(worth, points, needed, card, roads, blocks, tokens, tuple(payments), kept)

    # What is best.

    def best(self, goods: Cubes, hand: Held, points: int) -> Spend | None:
        """The best use of cubes and cards, with points to pay with; None if there is none."""
        found = self._found(goods, hand, points)
        if found is None:
            return None
        works = self._works(found.needs, found.made, hand.several)
        return Spend(found.worth, works, found.trades, found.singles, found.within)

    def worth(self, goods: Cubes, hand: Held, points: int | None) -> Number:
        """The worth of the best use; without `points` there are enough for any purchase."""
        if points is not None:
            found = self._found(goods, hand, points)
            return IMPOSSIBLE if found is None else found.worth
        tree = self.tree(hand.several)
        return max(_best_of(tree, self._table(goods, singles))[0] for singles in stood_for(hand))

    def _found(self, goods: Cubes, hand: Held, points: int) -> _Paid | None:
        tree = self.tree(hand.several)
        found: _Paid | None = None
        for singles in stood_for(hand):
            self.pulse()
            rows = self._table(goods, singles)
            # Mostly the best of all can be paid; else the others are tried by what they promise.
            _, needs, made = _best_of(tree, rows)
            if made is None:
                continue
            use = self._paid(needs, made, goods, singles, points)
            if use is None or use.within:
                use = self._promised(tree, rows, goods, singles, points)
            if use is not None and (found is None or use.worth > found.worth):
                found = use
        return found

    def _promised(
        self, tree: list[_Node], rows: _Rows, goods: Cubes, singles: Cubes, points: int
    ) -> _Paid | None:
        """The best use where points are short: in the order of what each would be worth else."""
        found = [
            (worth + sum(row[count] for row, count in zip(rows, needed, strict=True)), at)
            for at, node in enumerate(tree)
            for worth, *needed in (node.needs, *node.others)
        ]
        use: _Paid | None = None
        for worth, at in sorted(found, reverse=True):
            if worth < _BARRED or (use is not None and worth <= use.worth):
                break
            self.pulse()
            node = tree[at]
            for needs in (node.needs, *node.others):
                other = self._paid(needs, node.made, goods, singles, points)
                if other is not None and (use is None or other.worth > use.worth):
                    use = other
        return use

    def _table(self, goods: Cubes, singles: Cubes) -> _Rows:
        rows, found = self._rows, []
        for kind in range(len(GOODS)):
            row = rows.get((kind, goods[kind], singles[kind]))
            found.append(self._row(kind, goods[kind], singles[kind]) if row is None else row)
        return tuple(found)

    def _row(self, kind: int, count: int, singles: int) -> list[Number]:
        """The worth of a kind for each number of cubes needed of it."""
        row: list[Number] = []
        for needed in range(self.caps[kind] + 1):
            trade = self.trade(kind, count - max(0, needed - singles))
            kept = self.kept * max(0, singles - needed)
            row.append(IMPOSSIBLE if trade is None else trade.worth + kept)
        self._rows[kind, count, singles] = row
        return row

    def trade(self, kind: int, spare: int) -> Trade | None:
        """The best trade of a kind of which so many are spare; None if they cannot be bought."""
        key = kind, spare
        if key not in self._trades:
            self._trades[key] = self.market.best(kind, spare)
        return self._trades[key]

    @property
    def kept(self) -> Number:
        """The worth of a card of goods that is kept: at the end of the game, nothing (S35)."""
        return 0 if self.worths.last else self.worths.keep

    def _paid(
        self, needs: _Required, made: _Made, goods: Cubes, singles: Cubes, points: int
    ) -> _Paid | None:
        """A use with its trades, which may not cost more points than there are (S24)."""
        worth, *needed = needs
        used = least(tuple(needed), singles)
        spare = less(goods, less(tuple(needed), used))
        trades: list[Trade] = []
        for kind, count in enumerate(spare):
            trade = self.trade(kind, count)
            if trade is None:
                return None
            trades.append(trade)
        within = points + sum(trade.points for trade in trades) < 0
        if within:
            poor = self.market.within(spare, points)
            if poor is None:
                return None
            trades = [*poor]
        kept = self.kept * sum(less(singles, used))
        whole = worth + kept + sum(trade.worth for trade in trades)
        return _Paid(whole, needs, made, singles, tuple(trades), within)


_Rows = tuple[list[Number], ...]


def _best_of(tree: list[_Node], rows: _Rows) -> tuple[Number, _Required, _Made | None]:
    """The best use of the cubes that are left over then: its worth, needs, how made."""
    first, second, third, fourth, fifth = rows
    best: Number = _BARRED
    found: tuple[_Required, _Made | None] = (0, 0, 0, 0, 0, 0), None
    at, end = 0, len(tree)
    while at < end:
        needs, others, after, made = tree[at]
        worth, g, c, s, w, f = needs
        worth += first[g] + second[c] + third[s] + fourth[w] + fifth[f]
        for other in others:
            more, g, c, s, w, f = other
            more += first[g] + second[c] + third[s] + fourth[w] + fifth[f]
            if more > worth:
                worth, needs = more, other
        if worth < _BARRED:
            at = after
            continue
        if worth > best:
            best, found = worth, (needs, made)
        at += 1
    return best, *found


def _listed(linked: _Payments) -> list[Payment]:
    """Payments, the last first."""
    found: list[Payment] = []
    while linked is not None:
        payment, linked = linked
        found.append(payment)
    return found
