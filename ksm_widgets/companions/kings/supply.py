"""The fewest turns that a mine of Kings under Mountains can take: a bound (K6-K16)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.companions.kings.alone import (
    CAPTURED,
    NEVER,
    NONE,
    Alone,
    Open,
    Own,
    Stage,
    State,
)
from ksm_widgets.companions.kings.box import STRONGEST

if TYPE_CHECKING:
    from collections.abc import Iterable

_STRENGTHS = STRONGEST + 1


class Supply:
    """The turns, counted from 0, in which a unit of each kind and strength can be played at best.

    From the hand now; from the Camp after as many draws as it takes; from a mine of the centre
    after its capture. That draws and plays compete is left out: it is a bound.
    """

    __slots__ = ("alone", "kinds", "soonest")

    def __init__(self, alone: Alone, state: State, turns: int, *, drawing: bool = False) -> None:
        """For so many turns; `drawing` if a draw comes before the first."""
        self.alone = alone
        found = [(unit, 0) for unit in state.hand]
        for pile in state.camp:
            found += zip(reversed(pile), range(0 if drawing else 1, turns), strict=False)
        self.soonest = NEVER
        for _, site in state.open_sites():
            time = alone.to_capture(site)
            self.soonest = min(self.soonest, time)
            if time < turns:
                found += [(unit, time) for unit in site.units]
        self.kinds = {kind: [NEVER] * _STRENGTHS for kind in alone.races}
        for kind, races in alone.races.items():
            times = self.kinds[kind]
            for unit, time in found:
                if time < times[unit % 10] and unit // 10 in races:
                    times[unit % 10] = time

    def finished(self, site: Open | Own, time: int = 0) -> int:
        """The number of turns after which the seat can have finished a mine."""
        return self.earliest(self.alone.stages(site), site.top, time)

    def earliest(self, stages: Iterable[Stage], top: int, time: int = 0) -> int:
        """The number of turns after which units of these kinds can all have been played."""
        # Of each strength, the turn from which on the next unit can go on it.
        tops = [NEVER] * _STRENGTHS
        fresh = NEVER
        if top == NONE:
            fresh = time
        else:
            tops[top] = time
        for stage in stages:
            if stage is CAPTURED:
                fresh, tops = min(tops), [NEVER] * _STRENGTHS
                continue
            times = self.kinds[stage]
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


def soonest_turns(alone: Alone, state: State, at: int, turns: int) -> int:
    """The turns that a mine takes if draws and plays don't compete; for so many turns at most."""
    return Supply(alone, state, turns).finished(state.site(at))
