"""The ideal of the fewest turns to finish a mine in Kings under Mountains: a bound (K6-K16).

Turns in which nothing is played on the mine cost only time, and units on other mines come back by
themselves as soon as they could. Draws need not be chosen then: all that counts is that they are
enough by the turn in which a unit is played.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from ksm_widgets.companions.kings.search.alone import (
    BLANK,
    FROM_DECK,
    NEVER,
    NONE,
    RACE,
    STRENGTH,
    Alone,
    Chain,
    Kind,
    Open,
    Own,
    State,
    fits,
)
from ksm_widgets.companions.kings.search.supply import Supply

if TYPE_CHECKING:
    from collections.abc import Iterator

LONGEST = 40
_LIMIT = 20_000
_HAND = -1
Steps = tuple[tuple[int, int], ...]
"""Turns, counted from 0, and the units played on the mine in them."""


class GivenUp(Exception):
    """The search has looked at as many positions as it may."""


def longest_plan(alone: Alone, state: State) -> int:
    """A number of turns after which no known unit is left to play.

    Each capture takes a card from the deck, and the last one ends the game.
    """
    units = len(state.hand) + sum(map(len, state.camp))
    back = [alone.mines[site.mine].defence for _, site, _ in _capturable(alone, state)]
    if state.next != BLANK:
        back.append(alone.mines[state.next].defence)
    units += sum(sorted(back, reverse=True)[: state.deck - 1])
    return min(LONGEST, units)


def _capturable(alone: Alone, state: State) -> Iterator[tuple[int, Open, int]]:
    """The mines that known units can capture, with their places, and in how many turns."""
    supply = Supply(alone, state, LONGEST)
    for at, site in state.open_sites():
        turns = supply.earliest([Kind.ANY] * alone.to_capture(site), site.top)
        if turns < NEVER:
            yield at, site, turns


class _Pile(NamedTuple):
    """Units to draw from, the next first; so many turns must be spent elsewhere before.

    No unit can be played before the turn `first`.
    """

    units: Chain
    wait: int = 0
    first: int = 0


class _Card(NamedTuple):
    """A unit that can be played: from the hand, or once it has been drawn from a pile."""

    unit: int
    pile: int = _HAND
    depth: int = 0


class _Source(NamedTuple):
    """The units that can be played: those in hand, and piles drawn from since a turn."""

    hand: Chain
    piles: tuple[_Pile, ...]
    since: int = 0

    def cards(self) -> list[_Card]:
        """Every card, the nearest first."""
        found = [_Card(unit) for unit in self.hand]
        for number, pile in enumerate(self.piles):
            found += [_Card(unit, number, depth) for depth, unit in enumerate(pile.units)]
        return sorted(
            found, key=lambda card: (card.depth + (card.pile != _HAND), STRENGTH[card.unit])
        )


class _Moment(NamedTuple):
    """How far the mine has come by a turn: the number of units played on it, and the topmost.

    `drawn` is the number of draws needed of each pile, `used` are the numbers of the cards played.
    """

    turn: int
    played: int
    top: int
    drawn: tuple[int, ...]
    used: frozenset[int] = frozenset()

    def drawing(self, card: _Card) -> tuple[int, ...]:
        """The draws needed of each pile, with those for one more card."""
        at = card.pile
        if at == _HAND or self.drawn[at] > card.depth:
            return self.drawn
        return (*self.drawn[:at], card.depth + 1, *self.drawn[at + 1 :])


@dataclass(slots=True)
class Ideal:
    """The ideal for one mine: which units are played on it, and in which turns at best."""

    alone: Alone
    state: State
    target: int
    _site: Open | Own = field(init=False)
    _captures: int = 0
    """The number of plays until the mine is captured; 0 if it is."""
    _kinds: list[Kind] = field(init=False)
    """The kind of unit of each play that is missing."""
    _source: _Source = field(init=False)
    _limit: int = 0
    """The turns that the search may take."""
    _left: int = 0
    """The steps that it may still look at."""
    _failed: dict[_Source, set[_Moment]] = field(default_factory=dict)
    """The moments that led nowhere in this search."""

    def __post_init__(self) -> None:
        alone, state = self.alone, self.state
        self._site = state.site(self.target)
        self._captures = alone.to_capture(self._site) if isinstance(self._site, Open) else 0
        self._kinds = [kind for kind in alone.kinds(self._site) if kind is not Kind.CAPTURED]
        piles = [_Pile(pile[::-1]) for pile in state.camp]
        # The capture of this mine takes a card of the deck, that of another one more.
        if state.deck - 1 - (self._captures > 0) > 0:
            for at, site, first in _capturable(alone, state):
                if at != self.target:
                    wait = alone.to_capture(site)
                    piles += [_Pile((unit,), wait, first) for unit in dict.fromkeys(site.units)]
        self._source = _Source(state.hand, tuple(piles))

    def steps(self, limit: int) -> Steps | None:
        """The units played on the mine, and when, in so many turns; None if there is no way.

        Raises GivenUp if there is too much to look at.
        """
        self._limit, self._left, self._failed = limit, _LIMIT, {}
        start = _Moment(0, 0, self._site.top, (0,) * len(self._source.piles))
        return self._capturing(start) if self._captures else self._mining(self._source, start)

    def _look(self) -> None:
        """Count a step of the search; raises GivenUp after too many."""
        self.alone.pulse()
        self._left -= 1
        if self._left < 0:
            raise GivenUp

    def _plays(
        self, source: _Source, cards: list[_Card], now: _Moment
    ) -> Iterator[tuple[int, _Moment]]:
        """Each unit that can be played next, and the moment after it, at the soonest."""
        races = self.alone.races[self._kinds[now.played]]
        latest = self._limit - len(self._kinds) + now.played
        for number, card in enumerate(cards):
            unit = card.unit
            if not fits(now.top, unit) or RACE[unit] not in races or number in now.used:
                continue
            drawn = now.drawing(card)
            turn = max(now.turn, source.since + sum(drawn))
            if card.pile != _HAND:
                pile = source.piles[card.pile]
                turn = max(turn, now.played + pile.wait, pile.first)
            if turn <= latest:
                used = now.used | {number}
                yield unit, _Moment(turn + 1, now.played + 1, STRENGTH[unit], drawn, used)

    def _capturing(self, start: _Moment) -> Steps | None:
        """The steps from the beginning, each way to capture the mine in turn."""
        cards = self._source.cards()

        def found(now: _Moment, before: Steps) -> Steps | None:
            self.alone.pulse()
            for unit, after in self._plays(self._source, cards, now):
                steps = (*before, (after.turn - 1, unit))
                captured = after.played == self._captures
                whole = self._captured(after, steps) if captured else found(after, steps)
                if whole is not None:
                    return whole
            return None

        return found(start, ())

    def _captured(self, now: _Moment, before: Steps) -> Steps | None:
        """The steps with those after a capture, which may wait for more draws."""
        *earlier, (soonest, last) = before
        units = [unit for _, unit in before]
        for turn in range(soonest, self._limit - len(self._kinds) + self._captures):
            for source in self._sources(turn, now.drawn, units):
                start = _Moment(turn + 1, now.played, NONE, (0,) * len(source.piles))
                later = self._mining(source, start)
                if later is not None:
                    return (*earlier, (turn, last), *later)
        return None

    def _sources(self, turn: int, drawn: tuple[int, ...], units: list[int]) -> Iterator[_Source]:
        """The sources after a capture with these units, for each way to draw before they come back.

        As many are drawn as there can be, of each pile at least what was needed.
        """
        spare = turn - sum(drawn)
        ranges = []
        for pile, need in zip(self._source.piles, drawn, strict=True):
            is_open = turn - self._captures + 1 >= pile.wait and turn >= pile.first
            most = len(pile.units) if is_open else need
            ranges.append(range(need, min(most, need + spare) + 1))
        full = min(turn, sum(one.stop - 1 for one in ranges))
        for counts in product(*ranges):
            self._look()
            if sum(counts) == full:
                yield self._source_after(turn, counts, units)

    def _source_after(self, turn: int, counts: tuple[int, ...], units: list[int]) -> _Source:
        """The source after a capture with these units, and so many draws from each pile."""
        assert isinstance(self._site, Open)
        hand, piles = [*self._source.hand], []
        for pile, count in zip(self._source.piles, counts, strict=True):
            hand += pile.units[:count]
            piles.append(pile._replace(units=pile.units[count:]))
        for unit in units:
            hand.remove(unit)
        camp = tuple(pile.units[::-1] for pile in piles[:FROM_DECK])
        piles[:FROM_DECK] = [
            _Pile(pile[::-1]) for pile in self.alone.returned(camp, (*self._site.units, *units))
        ]
        return _Source(tuple(sorted(hand)), tuple(piles), since=turn)

    def _mining(self, source: _Source, start: _Moment) -> Steps | None:
        """The steps of miners and overseer."""
        cards = source.cards()
        failed = self._failed.setdefault(source, set())

        def found(now: _Moment) -> Steps | None:
            if now.played == len(self._kinds):
                return ()
            # What is no stronger than the top isn't played again, so that it's all the same.
            stronger = any(STRENGTH[cards[one].unit] > now.top for one in now.used)
            key = now if stronger else now._replace(used=frozenset())
            if key in failed:
                return None
            self._look()
            for unit, after in self._plays(source, cards, now):
                later = found(after)
                if later is not None:
                    return ((after.turn - 1, unit), *later)
            failed.add(key)
            return None

        return found(start)
