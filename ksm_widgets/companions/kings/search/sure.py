"""The sure plan of Kings under Mountains: the best change of score in the next turns (K6-K20).

Nobody interferes, a card from the deck is of no use, and nothing is played on an unseen mine. All
turns are played, as they must be; if no known unit can be played, the plan ends there with what it
has. Depth first, best plays first; a bound leaves out what cannot be better: of all mines together
no more can be finished than there are turns for their missing units.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from ksm_widgets.companions.kings.search.alone import NEVER, Alone
from ksm_widgets.companions.kings.search.state import BLANK, FROM_DECK, CentreSite, State, draw_act
from ksm_widgets.companions.kings.search.supply import Supply
from ksm_widgets.companions.pulse import Pulse, no_pulse

if TYPE_CHECKING:
    from collections.abc import Iterator, Set

    from ksm_widgets.companions.kings.box import Mine
    from ksm_widgets.companions.kings.position import Position
    from ksm_widgets.companions.kings.rules import Act, Play

USUAL_SURE_TURNS, MOST_SURE_TURNS = 3, 4
"""The turns of a plan; beyond these a reader would have to wait too long."""
_LEAST = -1_000
"""Less than any change of score: four mines captured cost 396 in any box."""


class Change(NamedTuple):
    """A change of score in a plan: its turn, the play, and the mine it finishes or captures."""

    turn: int
    play: Play
    mine: Mine
    gain: int


class SurePlan(NamedTuple):
    """The plan for the turns `within`: its acts up to the last change of score, and the changes.

    `turns` is the number of turns that these acts take.
    """

    within: int
    change: int
    turns: int
    acts: tuple[Act, ...]
    changes: tuple[Change, ...]


def sure_plan(position: Position, seat: int, turns: int, pulse: Pulse = no_pulse) -> SurePlan:
    """The plan with the largest change of score in the next turns, the shortest of these.

    After its last act the turns left can be played without losing anything. Of equally good plans
    it is the first in the order in which acts are listed. `pulse` is called now and then, and may
    raise to stop.
    """
    alone = Alone(position, seat, pulse)
    search = _Search(alone)
    state = alone.state(turns)
    change = search.best(state, turns, _LEAST)
    for length in range(turns + 1):
        found = search.plan(state, turns, length, change)
        if found is not None:
            break
    assert found is not None
    acts: list[Act] = []
    changes = []
    for turn, (play, mine, gain, draw) in enumerate(found, start=1):
        acts.append(play)
        if turn < len(found):
            acts.append(draw_act(draw))
        if gain:
            changes.append(Change(turn, play, alone.mines[mine], gain))
    return SurePlan(turns, change, len(found), tuple(acts), tuple(changes))


class _Turn(NamedTuple):
    """A turn of a plan: the play, on which mine, the change of score, and the draw."""

    play: Play
    mine: int
    gain: int
    draw: int


class _Goal(NamedTuple):
    """A mine that may be finished: the plays until then, and the change of score that it brings."""

    missing: int
    gain: int


_NEXT = -1
"""In place of a slot: the mine on top of the deck."""


class _Bound(NamedTuple):
    """No plan changes the score by more: `most` for each number of turns, from none to all.

    `goals` are the slots of the mines that this comes from.
    """

    most: list[int]
    goals: Set[int]


class _Highest(NamedTuple):
    """No plan changes the score by more than `change`; one does by as much if that is `reached`."""

    change: int
    reached: bool


_UNKNOWN = _Highest(-_LEAST, reached=False)
"""Before anything is known of a state."""


@dataclass(slots=True)
class _Search:
    """The search for the largest change of score, and then for a plan that brings it."""

    alone: Alone
    _cache: dict[tuple[State, int], _Highest] = field(default_factory=dict)
    """The highest change found so far for a state and a number of turns."""

    def best(self, state: State, turns: int, least: int) -> int:
        """The largest change of score; if it is no more than `least`, it is only a bound."""
        if not turns:
            return 0
        key = state, turns
        highest = self._cache.get(key, _UNKNOWN)
        if highest.reached or highest.change <= least:
            return highest.change
        bound = self.bound(state, turns)
        highest = _Highest(min(highest.change, bound.most[-1]), reached=False)
        if highest.change > least:
            highest = self._searched(state, turns, least, bound)
        self._cache[key] = highest
        return highest.change

    def _searched(self, state: State, turns: int, least: int, bound: _Bound) -> _Highest:
        """The highest change of all plays; it is reached if it is more than `least`."""
        alone = self.alone
        plays = alone.plays(state)
        if not plays:
            return _Highest(0, reached=True)
        found, excluded = _LEAST, _LEAST
        plays.sort(key=lambda play: play.slot not in bound.goals)
        for play in plays:
            after, effect = alone.after_play(state, play)
            limit = bound.most[-1] if play.slot in bound.goals else effect.gain + bound.most[-2]
            bar = max(found, least)
            if limit <= bar:
                excluded = max(excluded, limit)
                continue
            if turns == 1 or not after.deck:
                value = effect.gain
            else:
                value = self._drawn(after, turns, effect.gain, bar)
            if value > bar:
                found = value
                if found >= bound.most[-1]:
                    break
            else:
                excluded = max(excluded, value)
        if found > least:
            return _Highest(found, reached=True)
        return _Highest(max(found, excluded), reached=False)

    def _drawn(self, after: State, turns: int, gain: int, bar: int) -> int:
        """The largest change after a play, over all draws; if it is at most `bar`, only a bound.

        There is at least the draw from the deck.
        """
        highest = gain + self.bound(after, turns - 1, drawing=True).most[-1]
        if highest <= bar:
            return highest
        found = _LEAST
        for _, following, left in self._draws(after, turns):
            value = gain + self.best(following, left, max(found, bar) - gain)
            found = max(found, value)
            if found >= highest:
                break
        return found

    def _draws(self, after: State, turns: int) -> Iterator[tuple[int, State, int]]:
        """Every draw, the state after it, and the turns left then: none without a deck (K19)."""
        for draw in self.alone.draws(after):
            following = self.alone.after_draw(after, draw)
            yield draw, following, turns - 1 if following.deck else 0

    def bound(self, state: State, turns: int, *, drawing: bool = False) -> _Bound:
        """A bound of the change of score; `drawing` if a draw comes before the first turn."""
        goals = self._goals(state, turns, drawing=drawing)
        most = [0] * (turns + 1)
        for missing, gain in goals.values():
            for left in range(turns, missing - 1, -1):
                most[left] = max(most[left], most[left - missing] + gain)
        return _Bound(most, goals.keys())

    def _goals(self, state: State, turns: int, *, drawing: bool) -> dict[int, _Goal]:
        """The mines that may be finished in some turns, by their slots."""
        alone = self.alone
        slots = range(len(state.centre) + len(state.own))
        near = [slot for slot in slots if alone.missing(state, slot) <= turns]
        following = CentreSite(state.next_mine)
        known = state.next_mine != BLANK and state.deck > 0
        next_missing = alone.missing_on(following) if known else NEVER
        if not near and next_missing >= turns:
            return {}
        supply = Supply(alone, state, turns, drawing=drawing)
        goals = {}
        for slot in near:
            site = state.site(slot)
            if supply.turns_to_finish(site) <= turns:
                mine = alone.mines[site.mine]
                gain = mine.value + mine.penalty * state.is_own(slot)
                goals[slot] = _Goal(alone.missing_on(site), gain)
        first = supply.first_capture
        if first + next_missing <= turns and supply.turns_to_finish(following, first) <= turns:
            goals[_NEXT] = _Goal(next_missing, alone.mines[state.next_mine].value)
        return goals

    def plan(self, state: State, turns: int, length: int, change: int) -> list[_Turn] | None:
        """The first plan of `length` turns with this change, which later turns don't lessen."""
        if not length:
            kept = change == 0 and self.best(state, turns, -1) >= 0
            return [] if kept else None
        if length > turns or self.bound(state, length).most[-1] < change:
            return None
        alone = self.alone
        for play in alone.plays(state):
            after, effect = alone.after_play(state, play)
            rest = change - effect.gain
            act = alone.play_act(state, play)
            mine = state.site(play.slot).mine
            if turns == 1 or not after.deck:
                if length == 1 and not rest:
                    return [_Turn(act, mine, effect.gain, FROM_DECK)]
                continue
            if length == 1 and rest:
                continue
            for draw, following, left in self._draws(after, turns):
                if self.best(following, left, rest - 1) < rest:
                    continue
                found = self.plan(following, left, length - 1, rest)
                if found is not None:
                    return [_Turn(act, mine, effect.gain, draw), *found]
        return None
