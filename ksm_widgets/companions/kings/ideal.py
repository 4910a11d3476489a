"""The ideal of the fewest turns to finish a mine in Kings under Mountains: a bound (K6-K16).

Turns in which nothing is played on the mine cost only time, and units on other mines come back by
themselves as soon as they could. Draws need not be chosen then: all that counts is that they are
enough by the turn in which a unit is played.
"""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

from ksm_widgets.companions.kings.alone import (
    ANY,
    BLANK,
    CAPTURED,
    DECK,
    FOREIGN,
    NEVER,
    NONE,
    OVERSEER,
    TAKER,
    Alone,
    State,
    Supply,
    fits,
    top_of,
)

LONGEST = 40
_LIMIT = 20_000
Steps = tuple[tuple[int, int], ...]
"""Turns, counted from 0, and the units played on the mine in them."""


class GivenUp(Exception):
    """The search has looked at as many positions as it may."""


def soonest_turns(alone: Alone, state: State, at: int, turns: int) -> int:
    """The turns that a mine takes if draws and plays don't compete; for so many turns at most."""
    return Supply(alone, state, turns).earliest(*alone.needs(state, at))


def longest_plan(alone: Alone, state: State) -> int:
    """A number of turns after which no known unit is left to play.

    Each capture takes a card from the deck, and the last one ends the game.
    """
    units = len(state.hand) + sum(map(len, state.camp))
    places = _capturable(alone, state)
    back = [alone.mines[alone.number_at(state, place)].defence for place in places]
    if state.next != BLANK:
        back.append(alone.mines[state.next].defence)
    units += sum(sorted(back, reverse=True)[: state.deck - 1])
    return min(LONGEST, units)


def _capturable(alone: Alone, state: State) -> dict[int, int]:
    """The places of mines that known units can capture, and in how many turns."""
    supply = Supply(alone, state, LONGEST)
    found = {}
    for place, site in state.open_sites():
        turns = supply.earliest(iter([ANY] * alone.to_capture(site)), top_of(site[1]))
        if turns < NEVER:
            found[place] = turns
    return found


class _Pile(NamedTuple):
    """Units to draw from, the next first; so many turns must be spent elsewhere before.

    No unit can be played before the turn `first`.
    """

    units: tuple[int, ...]
    wait: int = 0
    first: int = 0


class Ideal:
    """The ideal for one mine: which units are played on it, and in which turns at best."""

    def __init__(self, alone: Alone, state: State, at: int) -> None:
        self.alone = alone
        self.state = state
        self.site = None if state.is_own(at) else state.centre[at]
        self.piles = [_Pile(pile[::-1]) for pile in state.camp]
        self.mine = alone.mines[alone.number_at(state, at)]
        self.count, self.top = (0, NONE) if self.site is not None else state.own_at(at)[1:]
        # The capture of this mine takes a card of the deck, that of another one more.
        others = state.deck - 1 - (not state.is_own(at)) > 0
        for place, first in _capturable(alone, state).items():
            if place != at and others:
                site = state.site_at(place)
                wait = alone.to_capture(site)
                self.piles += [_Pile((unit,), wait, first) for unit in dict.fromkeys(site[1])]

    def steps(self, limit: int) -> Steps | None:
        """The units played on the mine, and when, in so many turns; None if there is no way.

        Raises GivenUp if there is too much to look at.
        """
        self.limit = limit
        self.left = _LIMIT
        self.failed: set[object] = set()
        if self.site is None:
            return self._mining(0, 0, 0, self.count, self.top, self.state.hand, self.piles)
        return self._capturing()

    def _capturing(self) -> Steps | None:
        assert self.site is not None
        left = self.alone.to_capture(self.site)
        after = self.mine.size + self.mine.overseer
        stages = [*self.alone.stages(self.mine, left, 0)]
        stages = stages[: stages.index(CAPTURED)]
        hand, piles = self.state.hand, self.piles
        cards = _cards(hand, piles)

        def played(
            turn: int, top: int, needs: tuple[int, ...], used: tuple[int, ...], steps: Steps
        ) -> Steps | None:
            self.alone.pulse()
            stage = len(used)
            for number, (unit, pile, depth) in enumerate(cards):
                if number in used or not fits(top, unit):
                    continue
                if stages[stage] == TAKER and not self.alone.takes[unit // 10]:
                    continue
                drawn = _drawn(needs, pile, depth)
                soonest = max(turn, sum(drawn))
                if pile >= 0:
                    soonest = max(soonest, stage + piles[pile].wait, piles[pile].first)
                last = self.limit - after - (left - stage)
                more = (*steps, (soonest, unit))
                if soonest > last:
                    continue
                if stage + 1 < left:
                    found = played(soonest + 1, unit % 10, drawn, (*used, number), more)
                    if found is not None:
                        return found
                    continue
                for now in range(soonest, last + 1):
                    chosen = [cards[one] for one in (*used, number)]
                    found = self._captured(now, drawn, chosen, (*steps, (now, unit)))
                    if found is not None:
                        return found
            return None

        return played(0, top_of(self.site[1]), (0,) * len(piles), (), ())

    def _captured(
        self,
        now: int,
        needs: tuple[int, ...],
        chosen: list[tuple[int, int, int]],
        steps: Steps,
    ) -> Steps | None:
        """Go on after the capture: what is drawn before it is not covered by its units."""
        assert self.site is not None
        piles, hand = self.piles, self.state.hand
        left = len(steps)
        spare = now - sum(needs)
        ranges = []
        for pile, need in zip(piles, needs, strict=True):
            open_now = now - left + 1 >= pile.wait and now >= pile.first
            most = len(pile.units) if open_now else need
            ranges.append(range(need, min(most, need + spare) + 1))
        room = sum(one.stop - 1 for one in ranges)
        full = min(now, room)
        units = (*self.site[1], *(unit for unit, _, _ in chosen))
        for early in product(*ranges):
            self._look()
            if sum(early) != full:
                continue
            have = list(hand)
            for pile, count in zip(piles, early, strict=True):
                have += pile.units[:count]
            for unit, _, _ in chosen:
                have.remove(unit)
            below = tuple(
                pile.units[count:][::-1]
                for pile, count in zip(piles[:DECK], early[:DECK], strict=True)
            )
            camp = self.alone.returned(below, units)
            rest = [_Pile(pile[::-1]) for pile in camp]
            rest += [
                pile._replace(units=pile.units[count:])
                for pile, count in zip(piles[DECK:], early[DECK:], strict=True)
            ]
            found = self._mining(now + 1, now, left, 0, NONE, tuple(sorted(have)), rest)
            if found is not None:
                return (*steps, *found)
        return None

    def _look(self) -> None:
        """Count a step of the search; raises GivenUp after too many."""
        self.alone.pulse()
        self.left -= 1
        if self.left < 0:
            raise GivenUp

    def _mining(
        self,
        turn: int,
        base: int,
        plays: int,
        count: int,
        top: int,
        hand: tuple[int, ...],
        piles: list[_Pile],
    ) -> Steps | None:
        """Miners and overseer from a turn on; draws are counted from the turn `base`."""
        mine, race = self.mine, self.alone.race
        key = turn, base, hand, tuple(piles)
        if key in self.failed:
            return None
        kinds = [FOREIGN] * (mine.size - count) + [OVERSEER] * mine.overseer
        cards = _cards(hand, piles)
        failed = self.failed

        def played(
            turn: int, stage: int, top: int, needs: tuple[int, ...], used: frozenset[int]
        ) -> Steps | None:
            if stage == len(kinds):
                return ()
            # Below the top nothing can be used twice, unless a 0 was played on a 9.
            here = key, turn, stage, top, needs, used if used and top < min(used) % 10 else ()
            if here in failed:
                return None
            self._look()
            for number, (unit, pile, depth) in enumerate(cards):
                if (unit // 10 == race) != (kinds[stage] == OVERSEER) or number in used:
                    continue
                if not fits(top, unit):
                    continue
                drawn = _drawn(needs, pile, depth)
                soonest = max(turn, base + sum(drawn))
                if pile >= 0:
                    wait = plays + stage + piles[pile].wait
                    soonest = max(soonest, wait, piles[pile].first)
                if soonest + len(kinds) - stage > self.limit:
                    continue
                found = played(soonest + 1, stage + 1, unit % 10, drawn, used | {number})
                if found is not None:
                    return ((soonest, unit), *found)
            failed.add(here)
            return None

        found = played(turn, 0, top, (0,) * len(piles), frozenset())
        if found is None:
            failed.add(key)
        return found


def _cards(hand: tuple[int, ...], piles: list[_Pile]) -> list[tuple[int, int, int]]:
    """Every unit with its pile (-1 for the hand) and its depth there, the nearest first."""
    found = [(unit, -1, 0) for unit in hand]
    for number, pile in enumerate(piles):
        found += [(unit, number, depth) for depth, unit in enumerate(pile.units)]
    return sorted(found, key=lambda card: (card[2] + (card[1] >= 0), card[0] % 10))


def _drawn(needs: tuple[int, ...], pile: int, depth: int) -> tuple[int, ...]:
    """The draws needed of each pile, with those for one more unit."""
    if pile < 0 or needs[pile] > depth:
        return needs
    return (*needs[:pile], depth + 1, *needs[pile + 1 :])
