"""The ideal of the fewest turns to finish a mine in Kings under Mountains: a bound (K6-K16).

Turns in which nothing is played on the mine cost only time, and units on other mines come back by
themselves as soon as they could. Draws need not be chosen then: all that counts is that they are
enough by the turn in which a unit is played.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from ksm_widgets.companions.kings.search.alone import Alone, Kind
from ksm_widgets.companions.kings.search.pool import HAND, Playable, Pool, Stack
from ksm_widgets.companions.kings.search.state import (
    EMPTY,
    RANKS,
    STRENGTH,
    CentreSite,
    OwnSite,
    State,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

_LIMIT = 20_000
"""Moments that a search looks at before it gives up."""


class Step(NamedTuple):
    """A unit played on the mine, and in which turn, counted from 0."""

    turn: int
    unit: int


Steps = tuple[Step, ...]


class GivenUp(Exception):
    """The search has reached its limit before it found an answer."""


@dataclass(slots=True)
class Budget:
    """The number of looks that a search may still take."""

    left: int

    def look(self) -> None:
        """Take a look; raises GivenUp if none is left."""
        self.left -= 1
        if self.left < 0:
            raise GivenUp


@dataclass(frozen=True, slots=True)
class Ideal:
    """The ideal for one mine: which units are played on it, and in which turns at best.

    `to_capture` is the number of plays until the mine is captured, 0 if it is; `kinds` has the kind
    of unit of each play that is missing.
    """

    alone: Alone
    site: CentreSite | OwnSite
    to_capture: int
    kinds: tuple[Kind, ...]
    pool: Pool

    @classmethod
    def of(cls, alone: Alone, state: State, slot: int) -> Ideal:
        """The ideal for the mine in a slot."""
        site = state.site(slot)
        capture, crew = alone.needs(site)
        return cls(
            alone,
            site,
            to_capture=len(capture),
            kinds=(*capture, *crew),
            pool=Pool.of(alone, state, slot),
        )

    def steps(self, limit: int) -> Steps | None:
        """The units played on the mine, and when, in at most `limit` turns; None if none can be.

        Raises GivenUp if there is too much to look at.
        """
        search = _Search(self, limit)
        start = _Moment(0, 0, self.site.top, (0,) * len(self.pool.stacks))
        return search.capturing(start) if self.to_capture else search.mining(self.pool, start, ())

    def pool_after(self, turn: int, counts: tuple[int, ...], units: list[int]) -> Pool:
        """The pool after a capture with these units, and a number of draws from each stack."""
        assert isinstance(self.site, CentreSite)
        hand, stacks = [*self.pool.hand], []
        for stack, count in zip(self.pool.stacks, counts, strict=True):
            hand += stack.units[:count]
            stacks.append(stack._replace(units=stack.units[count:]))
        for unit in units:
            hand.remove(unit)
        # The first stacks are the piles of the Camp.
        camp = tuple(stack.units[::-1] for stack in stacks[: len(RANKS)])
        stacks[: len(RANKS)] = [
            Stack(pile[::-1]) for pile in self.alone.returned(camp, (*self.site.units, *units))
        ]
        return Pool(tuple(sorted(hand)), tuple(stacks), since=turn)


class _Moment(NamedTuple):
    """How far the mine has come by a turn: the number of units played on it, and the topmost.

    `drawn` is the number of draws needed of each stack, `used` are the indices of the cards played.
    """

    turn: int
    played: int
    top: int
    drawn: tuple[int, ...]
    used: frozenset[int] = frozenset()

    def drawing(self, card: Playable) -> tuple[int, ...]:
        """The draws needed of each stack, with those for one more card."""
        index = card.stack
        if index == HAND or self.drawn[index] > card.depth:
            return self.drawn
        return (*self.drawn[:index], card.depth + 1, *self.drawn[index + 1 :])


@dataclass(slots=True)
class _Search:
    """The search for the steps of an ideal within a number of turns."""

    ideal: Ideal
    limit: int
    _budget: Budget = field(default_factory=lambda: Budget(_LIMIT))
    _failed: dict[Pool, set[_Moment]] = field(default_factory=dict)
    """The moments that led nowhere."""

    def _look(self) -> None:
        self.ideal.alone.pulse()
        self._budget.look()

    def _latest(self, play: int) -> int:
        """The last turn for a play, counted from 0, that leaves one for each after it."""
        return self.limit - len(self.ideal.kinds) + play

    def _plays(
        self, pool: Pool, cards: list[Playable], now: _Moment
    ) -> Iterator[tuple[int, _Moment]]:
        """Each unit that can be played next, and the moment after it, at the soonest."""
        alone, kind = self.ideal.alone, self.ideal.kinds[now.played]
        latest = self._latest(now.played)
        for index, card in enumerate(cards):
            unit = card.unit
            if index in now.used or not alone.allows(kind, now.top, unit):
                continue
            drawn = now.drawing(card)
            # Each turn ends with one draw.
            turn = max(now.turn, pool.since + sum(drawn))
            if card.stack != HAND:
                stack = pool.stacks[card.stack]
                # The turns spent elsewhere come on top of those in which this mine was played on.
                turn = max(turn, now.played + stack.wait, stack.first)
            if turn <= latest:
                used = now.used | {index}
                yield unit, _Moment(turn + 1, now.played + 1, STRENGTH[unit], drawn, used)

    def capturing(self, start: _Moment) -> Steps | None:
        """The steps from the beginning, each way to capture the mine in turn."""
        cards = self.ideal.pool.cards()

        def steps_from(now: _Moment, before: Steps) -> Steps | None:
            self.ideal.alone.pulse()
            for unit, after in self._plays(self.ideal.pool, cards, now):
                steps = (*before, Step(after.turn - 1, unit))
                captured = after.played == self.ideal.to_capture
                whole = self._captured(after, steps) if captured else steps_from(after, steps)
                if whole is not None:
                    return whole
            return None

        return steps_from(start, ())

    def _captured(self, now: _Moment, before: Steps) -> Steps | None:
        """All steps, from a capture on which may wait for more draws."""
        *earlier, last = before
        units = [step.unit for step in before]
        for turn in range(last.turn, self._latest(self.ideal.to_capture - 1) + 1):
            for pool in self._pools(turn, now.drawn, units):
                start = _Moment(turn + 1, now.played, EMPTY, (0,) * len(pool.stacks))
                whole = self.mining(pool, start, (*earlier, Step(turn, last.unit)))
                if whole is not None:
                    return whole
        return None

    def _pools(self, turn: int, drawn: tuple[int, ...], units: list[int]) -> Iterator[Pool]:
        """The pools after a capture with these units, for each way to draw before they come back.

        As many are drawn as there can be, of each stack at least what was needed.
        """
        spare = turn - sum(drawn)
        # All turns before but those in which this mine was played on.
        elsewhere = turn - (self.ideal.to_capture - 1)
        ranges = []
        for stack, need in zip(self.ideal.pool.stacks, drawn, strict=True):
            is_open = elsewhere >= stack.wait and turn >= stack.first
            most = len(stack.units) if is_open else need
            ranges.append(range(need, min(most, need + spare) + 1))
        full = min(turn, sum(one.stop - 1 for one in ranges))
        for counts in product(*ranges):
            self._look()
            if sum(counts) == full:
                yield self.ideal.pool_after(turn, counts, units)

    def mining(self, pool: Pool, start: _Moment, before: Steps) -> Steps | None:
        """The steps so far with those of miners and overseer."""
        cards = pool.cards()
        failed = self._failed.setdefault(pool, set())

        def steps_from(now: _Moment, before: Steps) -> Steps | None:
            if now.played == len(self.ideal.kinds):
                return before
            key = _as_it_matters(now, cards)
            if key in failed:
                return None
            self._look()
            for unit, after in self._plays(pool, cards, now):
                whole = steps_from(after, (*before, Step(after.turn - 1, unit)))
                if whole is not None:
                    return whole
            failed.add(key)
            return None

        return steps_from(start, before)


def _as_it_matters(now: _Moment, cards: list[Playable]) -> _Moment:
    """The moment without the used cards that couldn't be played again anyway.

    These are no stronger than the top, unless a 0 is left, which goes on a 9 (K8).
    """
    if any(not STRENGTH[card.unit] for at, card in enumerate(cards) if at not in now.used):
        return now
    stronger = frozenset(at for at in now.used if STRENGTH[cards[at].unit] > now.top)
    return now._replace(used=stronger)
