"""The best places for a seat's pawns in Kingdom of Solomon, and how urgent each of them is.

Spots are gone through one by one. Of all sets of spots that bring the same cubes only one is kept:
there are few sums of cubes, where there are thousands of sets. What the rest of the round makes of
each sum is looked up in `Spending`. Others are taken to leave the rest free.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import combinations, combinations_with_replacement, permutations
from typing import TYPE_CHECKING, NamedTuple

from ksm_widgets.companions.kingdom.box import (
    ALTAR,
    ANY,
    ARK,
    ARTISAN,
    BONUSES,
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
    GOLD,
    GOODS,
    NONE,
    Cubes,
    added,
    less,
    one,
    read_cubes,
)
from ksm_widgets.companions.kingdom.position import UNSEEN
from ksm_widgets.companions.kingdom.resolving import kind_of, one_of_each, payers
from ksm_widgets.companions.kingdom.spending import IMPOSSIBLE, Spending, Worths, parted

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from ksm_widgets.companions.kingdom.position import Position


Drawn = tuple[tuple[Cubes, ...], float, float]
"""Cubes that cards stand for, of which one is right, their points, and the chance of the draw."""


class State(NamedTuple):
    """What pawns on places with goods have brought: cubes in all, and the Artisans' copies.

    `artisan` is whether the Artisan's copy is made, `copies` how many of the Master Artisan's are.
    """

    goods: Cubes
    artisan: bool = False
    copies: int = 0


class Extra(NamedTuple):
    """What some spots bring that is no goods: points, cards to draw, cubes from others, trades."""

    spots: tuple[str, ...] = ()
    points: int = 0
    draws: int = 0
    cubes: Cubes = NONE
    taxed: Cubes = NONE
    thief: bool = False
    trader: bool = False
    master: bool = False


Layer = dict[State, tuple[str, ...]]
"""The states after so many pawns, each with the spots that lead there."""


@dataclass(frozen=True, slots=True)
class Sent:
    """The best spots for pawns, and the worth of what they bring, with all that one has before."""

    worth: float
    spots: tuple[str, ...]


_NOWHERE = Sent(IMPOSSIBLE, ())


@dataclass(slots=True)
class Sending:
    """The places where a seat's pawns can go."""

    position: Position
    seat: int
    worths: Worths
    _spending: Spending = field(init=False)
    _fixed: tuple[str, ...] = field(init=False)
    _values: dict[tuple[Cubes, int], float] = field(default_factory=dict)
    _bounds: dict[tuple[Cubes, int, int], float] = field(default_factory=dict)
    _draws: dict[int, list[Drawn]] = field(default_factory=dict)
    _hands: dict[int, list[tuple[tuple[str, ...], float]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        position, seat = self.position, self.seat
        self._fixed = tuple(pawn.spot for pawn in position.pawns if pawn.seat == seat)
        self._spending = Spending(position, seat, self.worths, trades=True, most=self._most())

    @property
    def caps(self) -> Cubes:
        """The most cubes of each kind that the seat can get from the stock (S15)."""
        return added(self.position.goods[self.seat - 1], self.position.stock)

    def _most(self) -> Cubes:
        """The most cubes and cards of one good of each kind that the seat can have."""
        position, seat, box = self.position, self.seat, self.position.box
        singles, _ = parted(position.fortune[seat - 1])
        open_ = [self._goods(spot) for spot in free_spots(position, seat)]
        fixed = [self._goods(spot) for spot in self._fixed]
        copies = 1 + box.master_artisan
        most = []
        for kind in range(len(GOODS)):
            best = sorted((goods[kind] for goods in open_), reverse=True)
            land = max(land.goods[kind] for land in box.lands.values())
            got = sum(best[: position.left[seat - 1]]) + sum(goods[kind] for goods in fixed)
            most.append(got + copies * land)
        # A trade, those of the Master Trader, a theft, taxes, and cards of one or two of a kind.
        more = 2 + box.master_trader + position.players + 2 * (1 + box.ark)
        return added(position.goods[seat - 1], singles, tuple(most), (more,) * len(GOODS))

    # What spots bring.

    def _goods(self, spot: str) -> Cubes:
        """The goods that a spot brings, if it is one that brings nothing else."""
        if spot in self.position.box.lands:
            return goods_of(self.position, spot, self.seat)
        kind = kind_of(self.position, spot)
        return read_cubes(kind) if {*kind} <= {*GOODS} else NONE

    def _extra(self, spot: str) -> Extra | None:
        """What a spot brings that is no goods of its own; None for places with goods, Artisans."""
        box, position, seat = self.position.box, self.position, self.seat
        extras = {
            TRIBUTE: Extra((spot,), cubes=one_of_each()),
            ARK: Extra((spot,), draws=box.ark),
            PROPHET: Extra((spot,), draws=1),
            ALTAR: Extra((spot,), points=box.altar * position.number(seat)),
            MINISTER: Extra((spot,), points=box.minister),
            TAX_COLLECTOR: Extra((spot,), taxed=_taxes(position, seat)),
            THIEF: Extra((spot,), thief=True),
            TRADER: Extra((spot,), trader=True),
            MASTER_TRADER: Extra((spot,), master=True),
        }
        return extras.get(kind_of(position, spot))

    def _spot_of(self, kind: str, spots: Iterable[str]) -> str | None:
        """The spot with an action, if it is among these."""
        return next((spot for spot in spots if kind_of(self.position, spot) == kind), None)

    # The best set.

    def best(self, without: Collection[str] = ()) -> Sent:
        """The best spots for all pawns that are left, but for some spots."""
        position, seat = self.position, self.seat
        open_ = [spot for spot in free_spots(position, seat) if spot not in without]
        plain = [spot for spot in open_ if spot not in BONUSES]
        extras = {spot: extra for spot in open_ if (extra := self._extra(spot)) is not None}
        count = position.left[seat - 1]
        layers = self._layers(plain, count)
        fixed = [extra for spot in self._fixed if (extra := self._extra(spot)) is not None]
        start = _together((), fixed)
        several = [spot for spot in plain if spot in extras]
        best = _NOWHERE
        bounds: list[tuple[float, int, Cubes, tuple[str, ...], Extra]] = []
        for size in range(min(count, len(several)) + 1):
            for chosen in combinations(several, size):
                extra = _together(chosen, [start, *(extras[spot] for spot in chosen)])
                for bonus in (None, *(spot for spot in open_ if spot in BONUSES)):
                    pawns = count - size - (bonus is not None)
                    if pawns < 0:
                        continue
                    whole = extra
                    if bonus is not None:
                        whole = _together((*chosen, bonus), [extra, extras[bonus]])
                    for goods, spots in self._sums(layers, pawns):
                        bounds.append((self._bound(goods, whole), len(bounds), goods, spots, whole))
        bounds.sort(reverse=True)
        for bound, _, goods, spots, extra in bounds:
            if bound <= best.worth:
                break
            worth = self._value(goods, extra)
            if worth > best.worth:
                best = Sent(worth, (*spots, *extra.spots))
        return best

    @staticmethod
    def _sums(layers: list[Layer], pawns: int) -> Iterable[tuple[Cubes, tuple[str, ...]]]:
        """The sums of goods after so many pawns, or after all for which there is a place."""
        while pawns and not layers[pawns]:
            pawns -= 1
        return {state.goods: spots for state, spots in layers[pawns].items()}.items()

    def _layers(self, plain: list[str], count: int) -> list[Layer]:
        """The states after each number of pawns on places with goods and on those of Artisans."""
        lands, caps = self.position.box.lands, self.caps
        most = self.position.box.master_artisan
        simple = self._spot_of(ARTISAN, (*self._fixed, *plain))
        master = self._spot_of(MASTER_ARTISAN, (*self._fixed, *plain))

        def copied(state: State, spots: tuple[str, ...], once: Cubes) -> Iterator[_Copied]:
            """The state with a place's goods once more: pawns used, state, spots."""
            yield 0, state, spots
            able = [False] if simple is None or state.artisan else [False, True]
            for with_simple in able:
                pawns, first, taken = 0, state, spots
                if with_simple and simple is not None:
                    first = State(_capped(state.goods, once, caps), True, state.copies)
                    if simple not in self._fixed:
                        pawns, taken = 1, (*taken, simple)
                    yield pawns, first, taken
                for number in range(first.copies + 1, (most if master is not None else 0) + 1):
                    first = first._replace(goods=_capped(first.goods, once, caps), copies=number)
                    if number == 1 and master is not None and master not in self._fixed:
                        pawns, taken = pawns + 1, (*taken, master)
                    yield pawns, first, taken

        start = self.position.goods[self.seat - 1]
        for spot in self._fixed:
            start = _capped(start, self._goods(spot), caps)
        layers: list[Layer] = [{} for _ in range(count + 1)]
        layers[0][State(start)] = ()
        for spot in (spot for spot in self._fixed if spot in lands):
            for pawns in range(count, -1, -1):
                for state, spots in [*layers[pawns].items()]:
                    for more, last, put in copied(state, spots, lands[spot].goods):
                        if pawns + more <= count:
                            layers[pawns + more].setdefault(last, put)
        for spot, better in self._in_order(plain):
            once = lands[spot].goods if spot in lands else None
            gain = self._goods(spot)
            for pawns in range(count - 1, -1, -1):
                for state, spots in [*layers[pawns].items()]:
                    if not better <= {*spots}:
                        continue
                    after = state._replace(goods=_capped(state.goods, gain, caps))
                    taken = (*spots, spot)
                    found = ((0, after, taken),) if once is None else copied(after, taken, once)
                    for more, last, put in found:
                        if pawns + 1 + more <= count:
                            layers[pawns + 1 + more].setdefault(last, put)
        return layers

    def _in_order(self, plain: list[str]) -> list[tuple[str, set[str]]]:
        """The spots that bring goods, each after those that bring as much and more.

        A pawn goes on a spot only if there is one on each of those: else it would do better there.
        """
        lands = self.position.box.lands
        brings = []
        for spot in plain:
            goods = self._goods(spot)
            if any(goods):
                brings.append((spot, goods, lands[spot].goods if spot in lands else NONE))
        brings.sort(key=lambda one: (-sum(one[1]), -sum(one[2])))
        found: list[tuple[str, set[str]]] = []
        for at, (spot, goods, copied) in enumerate(brings):
            better = {
                other
                for other, more, once in brings[:at]
                if all(map(int.__le__, goods, more)) and all(map(int.__le__, copied, once))
            }
            found.append((spot, better))
        return found

    # What sums are worth.

    def _bound(self, goods: Cubes, extra: Extra) -> float:
        """At least the worth of what one has: a trade gives nothing away, a card is a cube."""
        goods = added(_capped(goods, extra.cubes, self.caps), extra.taxed)
        count = extra.thief + extra.trader + extra.master * self.position.box.master_trader
        return extra.points + self._with_cubes(goods, count, extra.draws)

    def _with_cubes(self, goods: Cubes, count: int, draws: int) -> float:
        """At least the worth of cubes with so many more of any kind."""
        if not count:
            return self._with_cards(goods, draws)
        key = goods, count, draws
        if key not in self._bounds:
            more = (added(goods, one(kind)) for kind in range(len(GOODS)))
            self._bounds[key] = max(self._with_cubes(one, count - 1, draws) for one in more)
        return self._bounds[key]

    def _with_cards(self, goods: Cubes, draws: int) -> float:
        """At least the worth of cubes with so many cards, of which those of goods are cubes."""
        if not draws:
            return self._drawn(goods, 0)
        key = goods, 0, draws
        if key not in self._bounds:
            self._bounds[key] = sum(
                chance * (points + max(self._drawn(added(goods, more), 0) for more in cubes))
                for cubes, points, chance in self._worths_of_draws(draws)
            )
        return self._bounds[key]

    def _value(self, goods: Cubes, extra: Extra) -> float:
        """The worth of what one has, with the best trades on the way."""
        goods = _capped(goods, extra.cubes, self.caps)
        values = (
            self._drawn(added(after, extra.taxed), extra.draws)
            for after in self._traded(goods, extra)
        )
        return extra.points + max(values)

    def _traded(self, goods: Cubes, extra: Extra) -> set[Cubes]:
        """All cubes that thefts and trades can lead to, in any order."""
        wanted = (
            (self._stolen, extra.thief),
            (self._swapped, extra.trader),
            (self._mastered, extra.master),
        )
        changes = [change for change, is_wanted in wanted if is_wanted]
        found: set[Cubes] = set()
        for order in permutations(changes):
            reached = {goods}
            for change in order:
                reached = {after for before in reached for after in change(before)}
            found |= reached
        return found

    def _stolen(self, goods: Cubes) -> Iterator[Cubes]:
        others = added(
            NONE,
            *(
                held
                for other, held in enumerate(self.position.goods, start=1)
                if other != self.seat
            ),
        )
        kinds = [kind for kind in range(len(GOODS)) if others[kind]]
        if not kinds:
            yield goods
        for kind in kinds:
            yield added(goods, one(kind))

    def _swapped(self, goods: Cubes) -> Iterator[Cubes]:
        yield goods
        for give, get in ((a, b) for a in range(len(GOODS)) for b in range(len(GOODS)) if a != b):
            if goods[give] and goods[get] < self.caps[get]:
                yield less(added(goods, one(get)), one(give))

    def _mastered(self, goods: Cubes) -> Iterator[Cubes]:
        yield goods
        count = self.position.box.master_trader
        for give in range(len(GOODS)):
            if not goods[give]:
                continue
            kinds = [kind for kind in range(GOLD + 1, len(GOODS)) if kind != give]
            for got in {tuple(sorted(pick)) for pick in combinations(kinds * count, count)}:
                after = less(added(goods, *(one(kind) for kind in got)), one(give))
                if all(after[kind] <= self.caps[kind] for kind in got):
                    yield after

    # Fortune cards that are still to be drawn.

    def _drawn(self, goods: Cubes, draws: int) -> float:
        """The worth of cubes with the mean of so many cards drawn."""
        key = goods, draws
        if key not in self._values:
            hand = self.position.fortune[self.seat - 1]
            if not draws:
                self._values[key] = self._worth(goods, hand)
            else:
                worth = 0.0
                for drawn, chance in self._hands_of(draws):
                    worth += chance * self._worth(goods, (*hand, *drawn))
                self._values[key] = worth
        return self._values[key]

    def _hands_of(self, draws: int) -> list[tuple[tuple[str, ...], float]]:
        """Every draw of so many unseen cards, with its chance."""
        if draws not in self._hands:
            unseen = self._unseen()
            self._hands[draws] = [*_hands(unseen, min(draws, unseen.total()))]
        return self._hands[draws]

    def _worths_of_draws(self, draws: int) -> list[Drawn]:
        """The cubes and points of every draw of so many cards, those that are alike together."""
        if draws not in self._draws:
            chances: dict[tuple[Cubes, int], tuple[float, float]] = {}
            for drawn, chance in self._hands_of(draws):
                key = added(NONE, *(read_cubes(card) for card in drawn)), drawn.count(ANY)
                before, points = chances.get(key, (0.0, 0.0))
                more = chance * sum(map(points_of, drawn))
                chances[key] = before + chance, points + more
            found: list[Drawn] = []
            for (cubes, wild), (chance, points) in chances.items():
                any_ = [one(kind) for kind in range(len(GOODS))]
                picks = combinations_with_replacement(any_, wild)
                kinds = tuple(added(cubes, *pick) for pick in picks)
                found.append((kinds, points / chance, chance))
            self._draws[draws] = found
        return self._draws[draws]

    def _worth(self, goods: Cubes, hand: tuple[str, ...]) -> float:
        singles, several = parted(hand)
        points = sum(map(points_of, (card for card in hand if card != UNSEEN)))
        score = self.position.scores[self.seat - 1]
        use = self._spending.best(goods, singles, several, score + points)
        return IMPOSSIBLE if use is None else use.worth + points

    def _unseen(self) -> Counter[str]:
        """The cards that the seat hasn't seen."""
        known = Counter((*self.position.discards, *self.position.fortune[self.seat - 1]))
        return self.position.box.fortune - known


def _hands(unseen: Counter[str], count: int) -> Iterator[tuple[tuple[str, ...], float]]:
    """Every choice of so many unseen cards, with its chance."""
    if not count:
        yield (), 1.0
        return
    total = unseen.total()
    chances: dict[tuple[str, ...], float] = {(): 1.0}
    for drawn in range(count):
        following: dict[tuple[str, ...], float] = {}
        for hand, chance in chances.items():
            held = Counter(hand)
            for card, number in unseen.items():
                left = number - held[card]
                if left > 0:
                    key = tuple(sorted((*hand, card)))
                    more = chance * left / (total - drawn)
                    following[key] = following.get(key, 0) + more
        chances = following
    yield from chances.items()


_Copied = tuple[int, State, tuple[str, ...]]


def _capped(goods: Cubes, more: Cubes, caps: Cubes) -> Cubes:
    """Goods with more of them, as far as there are any (S15)."""
    return tuple(map(min, map(int.__add__, goods, more), caps))


def _together(spots: tuple[str, ...], extras: Iterable[Extra]) -> Extra:
    """What several spots bring together."""
    extras = [*extras]
    return Extra(
        spots,
        sum(extra.points for extra in extras),
        sum(extra.draws for extra in extras),
        added(NONE, *(extra.cubes for extra in extras)),
        added(NONE, *(extra.taxed for extra in extras)),
        any(extra.thief for extra in extras),
        any(extra.trader for extra in extras),
        any(extra.master for extra in extras),
    )


def _taxes(position: Position, seat: int) -> Cubes:
    """The cubes that the Tax Collector gets: of each payer the kind of which they have most."""
    cubes = [
        one(max(range(len(GOODS)), key=lambda kind: (position.goods[payer - 1][kind], kind)))
        for payer in payers(position, seat)
    ]
    return added(NONE, *cubes)
