"""How soon units for a mine of Kings under Mountains can be there: bounds for searches (K6-K16)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.companions.kings.cards import STRONGEST
from ksm_widgets.companions.kings.search.alone import LONGEST, NEVER, Alone, Kind
from ksm_widgets.companions.kings.search.state import (
    BLANK,
    EMPTY,
    RACE,
    STRENGTH,
    STRENGTHS,
    CentreSite,
    OwnSite,
    State,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


class Supply:
    """The turns, counted from 0, in which a unit of each kind and strength can be played at best.

    From the hand now; from the Camp after as many draws as it takes; from a mine of the centre
    after its capture. That draws and plays compete is left out: it is a bound. Units that come
    only after `turns` turns are left out; `drawing` if a draw comes before the first turn.
    """

    def __init__(self, alone: Alone, state: State, turns: int, *, drawing: bool = False) -> None:
        self._alone = alone
        # Each unit, and the first turn in which it can be played.
        self._units = [(unit, 0) for unit in state.hand]
        # The number of turns after which a mine of the centre can have been captured.
        self.first_capture = NEVER
        self._first_turns: dict[Kind, list[int]] = {}
        for pile in state.camp:
            draws = range(0 if drawing else 1, turns)
            self._units += zip(reversed(pile), draws, strict=False)
        for _, site in state.centre_sites():
            time = alone.to_capture(site)
            self.first_capture = min(self.first_capture, time)
            if time < turns:
                self._units += [(unit, time) for unit in site.units]

    def _first_turns_of(self, kind: Kind) -> list[int]:
        """The first turn for each strength of a kind; worked out when needed, as few kinds are."""
        times = self._first_turns.get(kind)
        if times is None:
            times = self._first_turns[kind] = [NEVER] * STRENGTHS
            races = self._alone.races[kind]
            for unit, time in self._units:
                if time < times[STRENGTH[unit]] and RACE[unit] in races:
                    times[STRENGTH[unit]] = time
        return times

    def turns_to_finish(self, site: CentreSite | OwnSite, start: int = 0) -> int:
        """The number of turns after which a mine begun in the turn `start` can be finished."""
        capture, crew = self._alone.needs(site)
        if not capture:
            return self.turns_to_play(crew, site.top, start)
        captured = self.turns_to_play(capture, site.top, start)
        return self.turns_to_play(crew, EMPTY, captured)

    def turns_to_play(self, kinds: Iterable[Kind], top: int, start: int = 0) -> int:
        """The number of turns after which units of these kinds can all be played above `top`.

        None of them is played before the turn `start`.
        """
        # The first turn in which the next unit can go on each strength, or on a mine without units.
        tops = [NEVER] * STRENGTHS
        fresh = NEVER
        if top == EMPTY:
            fresh = start
        else:
            tops[top] = start
        for kind in kinds:
            times = self._first_turns_of(kind)
            after = [NEVER] * STRENGTHS
            for_zero = min(fresh, tops[STRONGEST])
            if for_zero < NEVER and times[0] < NEVER:
                after[0] = max(for_zero, times[0]) + 1
            weaker = min(fresh, tops[0])
            for strength in range(1, STRENGTHS):
                if weaker < NEVER and times[strength] < NEVER:
                    after[strength] = max(weaker, times[strength]) + 1
                weaker = min(weaker, tops[strength])
            fresh, tops = NEVER, after
        return min(fresh, *tops)


def soonest_turns(alone: Alone, state: State, slot: int, turns: int) -> int:
    """A bound of the turns for a mine, with the units that can be played in the next `turns`."""
    return Supply(alone, state, turns).turns_to_finish(state.site(slot))


def capturable(alone: Alone, state: State) -> Iterator[tuple[int, CentreSite, int]]:
    """The mines that known units can capture, with their slots, and in how many turns."""
    supply = Supply(alone, state, LONGEST)
    for slot, site in state.centre_sites():
        turns = supply.turns_to_play([Kind.ANY] * alone.to_capture(site), site.top)
        if turns < NEVER:
            yield slot, site, turns


def longest_plan(alone: Alone, state: State) -> int:
    """A number of turns after which no known unit is left to play.

    Each capture takes a card from the deck, and the last one ends the game.
    """
    units = len(state.hand) + sum(map(len, state.camp))
    back = [alone.mines[site.mine].defence for _, site, _ in capturable(alone, state)]
    if state.next_mine != BLANK:
        back.append(alone.mines[state.next_mine].defence)
    units += sum(sorted(back, reverse=True)[: max(0, state.deck - 1)])
    return min(LONGEST, units)
