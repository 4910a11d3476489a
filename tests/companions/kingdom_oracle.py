"""An oracle for Kingdom of Solomon: single acts of the rules, one after another, none left out.

For the rest of a round every state is visited once. For pawns every set of spots is placed and
resolved by the rules, in every order; what the round makes of the goods then is asked of the
table method, which the first oracle has compared.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING

from ksm_widgets.companions.kingdom.acts import Block, Build, Give, Pass, Pave, Score, Use
from ksm_widgets.companions.kingdom.fortune import UNSEEN, points_of
from ksm_widgets.companions.kingdom.goods import GOODS, added, least
from ksm_widgets.companions.kingdom.places import Bonus, Spot
from ksm_widgets.companions.kingdom.position import Pawn, Phase, Position, standing
from ksm_widgets.companions.kingdom.questions.planning import after, alone
from ksm_widgets.companions.kingdom.rules import apply, legal
from ksm_widgets.companions.kingdom.scoring import score
from ksm_widgets.companions.kingdom.search.round.held import Held
from ksm_widgets.companions.kingdom.search.round.spending import Spending
from ksm_widgets.companions.kingdom.spots import free_spots
from ksm_widgets.companions.kingdom.worths import Worths

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ksm_widgets.companions.kingdom.acts import Act
    from ksm_widgets.companions.kingdom.worths import Number


def rest_of_round(position: Position, worths: Worths) -> Number:
    """The most that a seat can make of the rest of the round, if nobody else does anything."""
    seat = position.me
    assert seat is not None
    start = alone(position, seat)
    # Cards of points may be played at any time and count the same.
    for card in position.fortune[seat - 1]:
        if points_of(card):
            start = apply(start, Score(card))
    best: Number | None = None
    seen: set[object] = set()
    waiting = [start]
    while waiting:
        here = waiting.pop()
        worth = _worth(start, here, seat, worths)
        best = worth if best is None or worth > best else best
        for act in _acts(here, worths):
            then = after(here, act, seat)
            key = _key(then, seat, worths)
            if key not in seen:
                seen.add(key)
                waiting.append(then)
    assert best is not None
    return best


def _acts(position: Position, worths: Worths) -> Iterator[Act]:
    cards = set()
    for act in legal(position):
        match act:
            case Pass() if position.phase is Phase.BUILD:
                continue
            case Build(card, _, paid):
                # The site makes no difference unless roads count.
                if (card, paid) in cards and not worths.road:
                    continue
                cards.add((card, paid))
            case Pave() if not worths.road:
                continue
            case Block(token=True) if not worths.token and not worths.last:
                continue
        yield act


def _key(position: Position, seat: int, worths: Worths) -> object:
    at = seat - 1
    places = (position.sites, position.roads) if worths.road else ()
    return (
        *(position.phase, position.goods[at], position.fortune[at], position.market),
        *(position.scores[at], position.temple, position.tokens[at], position.bought),
        *(position.display, places),
    )


def _worth(start: Position, end: Position, seat: int, worths: Worths) -> Number:
    if worths.last:
        return score(end, seat) - score(start, seat)
    at = seat - 1
    left = sum(end.goods[at]) + sum(not points_of(card) for card in end.fortune[at])
    return (
        end.scores[at]
        - start.scores[at]
        + worths.keep * left
        + worths.token * (end.tokens[at] - start.tokens[at])
        + worths.card * (len(end.own[at]) - len(start.own[at]))
        + worths.road * (len(end.roads) - len(start.roads))
    )


def best_pawns(position: Position, without: Spot | None = None) -> Number:
    """The most that a seat's pawns can bring, over every set of free spots."""
    seat = position.me
    assert seat is not None
    count = position.left[seat - 1]
    free = [spot for spot in free_spots(position, seat) if spot != without]
    plain = [spot for spot in free if not isinstance(spot, Bonus)]
    bonuses = [spot for spot in free if isinstance(spot, Bonus)]
    sets: list[tuple[Spot, ...]] = [*combinations(plain, min(count, len(plain)))]
    for bonus in bonuses:
        for size in range(min(count - 1, len(plain)) + 1):
            sets += [(*spots, bonus) for spots in combinations(plain, size)]
    score = _Score(position, seat)
    return max(score.of(spots) for spots in sets if _guests(position, seat, spots) <= 1)


def _guests(position: Position, seat: int, spots: tuple[Spot, ...]) -> int:
    """The pawns on places of others, of which the High Priestess allows one (S33)."""
    return sum(position.owner(spot) not in (None, seat) for spot in spots)


class _Score:
    """The worth of sets of spots for a seat."""

    def __init__(self, position: Position, seat: int) -> None:
        self.position, self.seat = position, seat
        stock = position.box.cubes_of(position.players)
        held = added(position.goods[seat - 1], (12,) * len(GOODS))
        most = least(stock, held)
        self.spending = Spending(position, seat, Worths(), may_trade=True, most=most)
        self.worth = cache(self._worth)
        self._seen: dict[object, Number] = {}
        known = Counter((*position.discards, *position.fortune[seat - 1]))
        self.unseen = [*(position.box.fortune - known).elements()]

    def of(self, spots: tuple[Spot, ...]) -> Number:
        position, seat = self.position, self.seat
        mine = [pawn for pawn in position.pawns if pawn.seat == seat]
        pawns = (*mine, *(Pawn(spot, seat) for spot in spots))
        start = replace(
            position,
            phase=Phase.RESOLVE,
            turn=seat,
            left=(0,) * position.players,
            pawns=pawns,
            stood=standing(position.box, pawns),
            done=tuple(other for other in position.seats if other != seat),
        )
        return self.resolved(start)

    def resolved(self, here: Position) -> Number:
        """The most that is made of pawns that are still to be resolved."""
        at = self.seat - 1
        key = here.pawns, here.goods, here.fortune[at], here.scores[at], here.stood
        if key not in self._seen:
            self._seen[key] = self._resolved(here)
        return self._seen[key]

    def _resolved(self, here: Position) -> Number:
        seat = self.seat
        if not any(pawn.seat == seat for pawn in here.pawns):
            return self.worth(here.goods[seat - 1], here.fortune[seat - 1], here.scores[seat - 1])
        best: Number | None = None
        for act in legal(here):
            if not isinstance(act, Use):
                continue
            for worth in self._after(here, act):
                best = worth if best is None or worth > best else best
        assert best is not None
        return best

    def _after(self, here: Position, act: Use) -> Iterator[Number]:
        seat = self.seat
        then = apply(here, act)
        while then.owing:
            payer = then.turn
            held = then.goods[payer - 1]
            kind = max(range(len(GOODS)), key=lambda one: (held[one], one))
            then = apply(then, Give(GOODS[kind]))
        if then.phase is not Phase.RESOLVE:
            then = replace(then, phase=Phase.RESOLVE, pawns=())
        drawn = then.fortune[seat - 1].count(UNSEEN)
        if not drawn:
            yield self.resolved(then)
            return
        known = [card for card in then.fortune[seat - 1] if card != UNSEEN]
        ways = Counter(combinations(sorted(self._left(known)), drawn))
        worth: Number = 0
        for cards, count in ways.items():
            hand = (*known, *cards)
            hands = (*then.fortune[: seat - 1], hand, *then.fortune[seat:])
            worth += count * self.resolved(replace(then, fortune=hands))
        yield Fraction(worth, ways.total())

    def _left(self, known: list[str]) -> list[str]:
        had = Counter(self.position.fortune[self.seat - 1])
        return [*(Counter(self.unseen) - (Counter(known) - had)).elements()]

    def _worth(self, goods: tuple[int, ...], cards: tuple[str, ...], score: int) -> Number:
        hand = Held.of(cards)
        use = self.spending.best(goods, hand, score + hand.points)
        assert use is not None
        before = Held.of(self.position.fortune[self.seat - 1]).points
        gained = score - self.position.scores[self.seat - 1]
        return use.worth + gained + hand.points - before
