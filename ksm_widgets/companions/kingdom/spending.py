"""The best use of what a seat holds for the rest of a round in Kingdom of Solomon.

What is built costs cubes of each kind; for each cost that is possible, of a building card or none,
of some temple blocks and their free cubes, the market says what the cubes left over are worth.
A card of one good is a cube that cannot be sold; of cards of several goods every use is tried.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import chain, combinations_with_replacement
from typing import TYPE_CHECKING, NamedTuple

from ksm_widgets.companions.kingdom.box import ANY
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
from ksm_widgets.companions.kingdom.paying import Paid, card_of, covered, useful
from ksm_widgets.companions.kingdom.trading import Market, Trade
from ksm_widgets.companions.kingdom.works import favoured

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ksm_widgets.companions.kingdom.position import Position

IMPOSSIBLE = float("-inf")


@dataclass(frozen=True, slots=True)
class Worths:
    """The worth of what a seat keeps: of a cube or card of goods, a token, a building card, a road.

    `last` if the game ends with the round: then the final score counts, and these are ignored.
    `roads` is the number of roads that must be built.
    """

    keep: float = 0
    token: float = 0
    card: float = 0
    road: float = 0
    roads: int = 0
    last: bool = False


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

    worth: float
    points: int
    needed: Cubes
    card: int | None
    blocks: int
    tokens: int
    payments: tuple[Payment, ...]
    kept: int


class Use(NamedTuple):
    """The best use of some cubes: its worth in all, what is built, and the trades of each kind.

    `within` if other trades would be better, but for the points that they cost.
    """

    worth: float
    works: Works
    trades: tuple[Trade, ...]
    within: bool = False


@dataclass(slots=True)
class Spending:
    """What a seat can do with cubes and cards for the rest of a round.

    `most` are the most cubes of each kind, cards of one good among them, that will be asked about.
    """

    position: Position
    seat: int
    worths: Worths
    trades: bool
    most: Cubes
    market: Market = field(init=False)
    caps: Cubes = field(init=False)
    _works: dict[tuple[bool, tuple[str, ...]], list[Works]] = field(default_factory=dict)
    _trades: dict[tuple[int, int], Trade | None] = field(default_factory=dict)
    _rows: dict[tuple[int, int, int], list[float]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        box, worths = self.position.box, self.worths
        keep = float(box.cube) if worths.last else worths.keep
        self.market = Market(box, self.position.market, keep, self.trades)
        self.caps = added(self.most, self.position.market) if self.trades else self.most

    # What can be built.

    def all_works(self, several: tuple[str, ...], *, by_card: bool = False) -> list[Works]:
        """Everything that can be built with these cards of several goods, the dearest first.

        What needs more cubes than something else of as much worth (and with `by_card` with the same
        building card) is left out.
        """
        key = by_card, several
        if key not in self._works:
            kept: dict[int | None, list[Works]] = {}
            every = sorted(
                self._every_works(several), key=lambda one: (-one.worth, sum(one.needed))
            )
            for works in every:
                others = kept.setdefault(works.card if by_card else None, [])
                g, c, s, w, f = works.needed
                for _, _, (g2, c2, s2, w2, f2), *_ in others:
                    if g2 <= g and c2 <= c and s2 <= s and w2 <= w and f2 <= f:
                        break
                else:
                    others.append(works)
            found = sorted(chain(*kept.values()), key=lambda one: one.worth, reverse=True)
            self._works[key] = found
        return self._works[key]

    def _every_works(self, several: tuple[str, ...]) -> Iterator[Works]:
        position, box, worths = self.position, self.position.box, self.worths
        cards = () if position.bought and position.turn == self.seat else position.display
        start: dict[tuple[Cubes, tuple[str, ...]], tuple[Payment, ...]] = {(NONE, several): ()}
        for _ in range(worths.roads):
            start = self._extended(start, [Payment("road", box.road)])
        for number in (None, *cards):
            states, points = start, 0
            if number is not None:
                building = box.buildings[number]
                states = self._extended(start, [Payment("build", building.cost)])
                points = building.points
            worth = worths.road * worths.roads + (0 if number is None else worths.card)
            losses: list[int] = []
            for blocks in range(len(box.steps) - position.temple + 1):
                if blocks:
                    step = box.steps[position.temple + blocks - 1]
                    fillings = map("".join, combinations_with_replacement(GOODS, step.free))
                    states = self._extended(
                        states,
                        [
                            Payment("block", added(step.cost, read_cubes(free)), free)
                            for free in fillings
                        ],
                    )
                    losses.append(step.points)
                    points += step.points
                if not states:
                    break
                extra, tokens, lost = self._tokens(sorted(losses))
                for (needed, left), payments in states.items():
                    kept = self._kept * len(left)
                    yield Works(
                        points + extra + kept + (0 if worths.last else worth),
                        points - lost,
                        needed,
                        number,
                        blocks,
                        tokens,
                        payments,
                        len(left),
                    )

    def _extended(
        self,
        states: dict[tuple[Cubes, tuple[str, ...]], tuple[Payment, ...]],
        things: Iterable[Payment],
    ) -> dict[tuple[Cubes, tuple[str, ...]], tuple[Payment, ...]]:
        """The states after one of these things was built, with every use of the cards."""
        caps = self.caps
        found: dict[tuple[Cubes, tuple[str, ...]], tuple[Payment, ...]] = {}
        for thing in things:
            for (needed, left), payments in states.items():
                for paid in _uses(thing.cost, left):
                    rest = less(thing.cost, covered(thing.cost, paid))
                    more = added(needed, rest)
                    key = more, _without(left, paid)
                    if key not in found and all(map(int.__le__, more, caps)):
                        found[key] = (*payments, thing._replace(paid=paid))
        return found

    def _tokens(self, losses: list[int]) -> tuple[float, int, int]:
        """The best number of tokens for blocks of these points: its worth, number, points lost."""
        best, best_count, best_lost = 0.0, 0, 0
        lost = 0
        for count, loss in enumerate(losses, start=1):
            lost += loss
            worth = self.token_worth(count) - lost
            if worth > best:
                best, best_count, best_lost = worth, count, lost
        return best, best_count, best_lost

    def token_worth(self, count: int) -> float:
        """The worth of so many tokens more: at the game's end, that of the favour (S31, S35)."""
        if not self.worths.last:
            return self.worths.token * count
        position, seat = self.position, self.seat
        if position.favour == seat:
            return 0
        tokens = list(position.tokens)
        tokens[seat - 1] += count
        return position.box.favour * (favoured(tuple(tokens), position.favour) == seat)

    # What is best.

    def best(
        self,
        goods: Cubes,
        singles: Cubes = NONE,
        several: tuple[str, ...] = (),
        points: int = 0,
        *,
        only: tuple[int | None] | None = None,
    ) -> Use | None:
        """The best use of cubes and cards, with points to pay with; None if there is none.

        `only` is the one building card that may be got, or None for none.
        """
        rows = tuple(self._row(kind, goods[kind], singles[kind]) for kind in range(len(GOODS)))
        listed = self.all_works(several, by_card=only is not None)
        if only is not None:
            listed = [works for works in listed if works.card == only[0]]
        # Mostly the best of all can be paid; else the others are tried by what they promise.
        promised = _best_of(listed, rows)
        if promised is None:
            return None
        use = self._paid(promised, goods, singles, points)
        if use is None or use.within:
            for worth, works in _by_promise(listed, rows):
                if use is not None and worth <= use.worth:
                    break
                other = self._paid(works, goods, singles, points)
                if other is not None and (use is None or other.worth > use.worth):
                    use = other
        return use

    def _row(self, kind: int, count: int, singles: int) -> list[float]:
        """The worth of a kind for each number of cubes needed of it."""
        key = kind, count, singles
        if key not in self._rows:
            row = []
            for needed in range(self.caps[kind] + 1):
                trade = self._trade(kind, count - max(0, needed - singles))
                kept = self._kept * max(0, singles - needed)
                row.append(IMPOSSIBLE if trade is None else trade.worth + kept)
            self._rows[key] = row
        return self._rows[key]

    def _trade(self, kind: int, spare: int) -> Trade | None:
        """The best trade of a kind of which so many are spare; None if they cannot be bought."""
        key = kind, spare
        if key not in self._trades:
            self._trades[key] = self.market.best(kind, spare)
        return self._trades[key]

    @property
    def _kept(self) -> float:
        """The worth of a card of goods that is kept: at the end of the game, nothing (S35)."""
        return 0 if self.worths.last else self.worths.keep

    def _paid(self, works: Works, goods: Cubes, singles: Cubes, points: int) -> Use | None:
        """A use with its trades, which may not cost more points than there are (S24)."""
        used = least(works.needed, singles)
        spare = less(goods, less(works.needed, used))
        trades: list[Trade] = []
        for kind, count in enumerate(spare):
            trade = self._trade(kind, count)
            if trade is None:
                return None
            trades.append(trade)
        within = points + sum(trade.points for trade in trades) < 0
        if within:
            poor = self.market.within(spare, points)
            if poor is None:
                return None
            trades = [*poor]
        kept = self._kept * sum(less(singles, used))
        worth = works.worth + kept + sum(trade.worth for trade in trades)
        return Use(worth, works, tuple(trades), within)


_Rows = tuple[list[float], ...]


def _best_of(listed: list[Works], rows: _Rows) -> Works | None:
    """What is worth most with the cubes that are left over then."""
    first, second, third, fourth, fifth = rows
    most = first[0] + second[0] + third[0] + fourth[0] + fifth[0]
    best, found = IMPOSSIBLE, None
    for works in listed:
        worth = works[0]
        if worth + most <= best:
            break
        g, c, s, w, f = works[2]
        worth += first[g] + second[c] + third[s] + fourth[w] + fifth[f]
        if worth > best:
            best, found = worth, works
    return found


def _by_promise(listed: list[Works], rows: _Rows) -> list[tuple[float, Works]]:
    """Everything with its worth if trades cost no more points than there are, the best first."""
    found = [
        (
            works.worth + sum(row[count] for row, count in zip(rows, works.needed, strict=True)),
            works,
        )
        for works in listed
    ]
    return sorted(found, key=lambda pair: pair[0], reverse=True)


def parted(hand: Iterable[str]) -> tuple[Cubes, tuple[str, ...]]:
    """The cards of goods in a hand: those of one good as cubes, and the others.

    >>> parted(["f", "ww", "p3", "a", "f"])
    ((0, 0, 0, 0, 2), ('a', 'ww'))
    """
    singles = total(read_cubes(card) for card in hand if card in GOODS)
    several = sorted(card for card in hand if set(card) <= {*GOODS, ANY} and card not in GOODS)
    return singles, tuple(several)


def _uses(cost: Cubes, left: tuple[str, ...]) -> list[Paid]:
    """Every choice of cards of several goods that each pay for something."""
    if not left:
        return [()]
    found: set[Paid] = {()}
    for card in left:
        forms = [f"{ANY}:{good}" for good in GOODS] if card == ANY else [card]
        found |= {tuple(sorted((*paid, form))) for paid in found for form in forms}
    return [paid for paid in sorted(found) if useful(cost, paid)]


def _without(cards: tuple[str, ...], paid: Paid) -> tuple[str, ...]:
    left = list(cards)
    for one in paid:
        left.remove(card_of(one))
    return tuple(left)
