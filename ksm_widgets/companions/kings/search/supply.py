"""The fewest turns that a mine of Kings under Mountains can take: a bound (K6-K16)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ksm_widgets.companions.kings.box import STRONGEST
from ksm_widgets.companions.kings.search.alone import (
    NEVER,
    NONE,
    RACE,
    STRENGTH,
    Alone,
    Kind,
    Open,
    Own,
    State,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

_STRENGTHS = STRONGEST + 1


@dataclass(slots=True)
class Supply:
    """The turns, counted from 0, in which a unit of each kind and strength can be played at best.

    From the hand now; from the Camp after as many draws as it takes; from a mine of the centre
    after its capture. That draws and plays compete is left out: it is a bound.
    """

    alone: Alone
    state: State
    turns: int
    drawing: bool = field(default=False, kw_only=True)
    """Whether a draw comes before the first turn."""
    soonest: int = field(default=NEVER, init=False)
    """The first turn after the capture of a mine of the centre."""
    _units: list[tuple[int, int]] = field(init=False)
    _kinds: dict[Kind, list[int]] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        alone, state, turns = self.alone, self.state, self.turns
        found = [(unit, 0) for unit in state.hand]
        for pile in state.camp:
            found += zip(reversed(pile), range(0 if self.drawing else 1, turns), strict=False)
        for _, site in state.open_sites():
            time = alone.to_capture(site)
            self.soonest = min(self.soonest, time)
            if time < turns:
                found += [(unit, time) for unit in site.units]
        self._units = found

    def _times(self, kind: Kind) -> list[int]:
        """The first turn for each strength of a kind; made when first asked for, as few are."""
        times = self._kinds.get(kind)
        if times is None:
            times = self._kinds[kind] = [NEVER] * _STRENGTHS
            races = self.alone.races[kind]
            for unit, time in self._units:
                if time < times[STRENGTH[unit]] and RACE[unit] in races:
                    times[STRENGTH[unit]] = time
        return times

    def finished(self, site: Open | Own, time: int = 0) -> int:
        """The number of turns after which the seat can have finished a mine."""
        return self.earliest(self.alone.kinds(site), site.top, time)

    def earliest(self, kinds: Iterable[Kind], top: int, time: int = 0) -> int:
        """The number of turns after which units of these kinds can all have been played."""
        # Of each strength, the turn from which on the next unit can go on it.
        tops = [NEVER] * _STRENGTHS
        fresh = NEVER
        if top == NONE:
            fresh = time
        else:
            tops[top] = time
        for kind in kinds:
            if kind is Kind.CAPTURED:
                fresh, tops = min(tops), [NEVER] * _STRENGTHS
                continue
            times = self._times(kind)
            after = [NEVER] * _STRENGTHS
            start = min(fresh, tops[STRONGEST])
            if start < NEVER and times[0] < NEVER:
                after[0] = max(start, times[0]) + 1
            lowest = min(fresh, tops[0])
            for strength in range(1, _STRENGTHS):
                if lowest < NEVER and times[strength] < NEVER:
                    after[strength] = max(lowest, times[strength]) + 1
                lowest = min(lowest, tops[strength])
            fresh, tops = NEVER, after
        return min(fresh, *tops)


def soonest_turns(alone: Alone, state: State, target: int, turns: int) -> int:
    """The turns that a mine takes if draws and plays don't compete; for so many turns at most."""
    return Supply(alone, state, turns).finished(state.site(target))
