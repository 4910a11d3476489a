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
from ksm_widgets.companions.kings.search.state import FROM_DECK, CentreSite, State, draw_act
from ksm_widgets.companions.kings.search.supply import Supply
from ksm_widgets.companions.pulse import Pulse, no_pulse

if TYPE_CHECKING:
    from collections.abc import Iterator, Set

    from ksm_widgets.companions.kings.cards import Mine
    from ksm_widgets.companions.kings.position import Position
    from ksm_widgets.companions.kings.rules import Act, Play

USUAL_SURE_TURNS, MOST_SURE_TURNS = 3, 4
"""The turns of a plan; beyond these a reader would have to wait too long."""
_LEAST, _MOST = -1_000, 1_000
"""Beyond any change of score: in four turns each play changes it by 198 at most, in any box."""


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
    lengths = (search.plan(state, turns, length, change) for length in range(turns + 1))
    found = next(plan for plan in lengths if plan is not None)
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


class _Entry(NamedTuple):
    """The largest change of score from a state on, if `exact`; if not, `value` is a bound of it."""

    value: int
    exact: bool


_UNKNOWN = _Entry(_MOST, exact=False)


@dataclass(slots=True)
class _Search:
    """The search for the largest change of score, and then for a plan that brings it.

    A value that is no more than the `alpha` asked for is only a bound.
    """

    alone: Alone
    _cache: dict[tuple[State, int], _Entry] = field(default_factory=dict)
    """The highest change known of a state with a number of turns left."""

    def best(self, state: State, turns: int, alpha: int) -> int:
        """The largest change of score."""
        if not turns:
            return 0
        key = state, turns
        entry = self._cache.get(key, _UNKNOWN)
        if entry.exact or entry.value <= alpha:
            return entry.value
        bound = self.bound(state, turns)
        entry = _Entry(min(entry.value, bound.most[-1]), exact=False)
        if entry.value > alpha:
            entry = self._searched(state, turns, alpha, bound)
        self._cache[key] = entry
        return entry.value

    def _searched(self, state: State, turns: int, alpha: int, bound: _Bound) -> _Entry:
        """The largest change of all plays."""
        alone = self.alone
        plays = alone.plays(state)
        if not plays:
            return _Entry(0, exact=True)
        best, upper = alpha, _LEAST
        plays.sort(key=lambda play: play.slot not in bound.goals)
        for play in plays:
            after, effect = alone.after_play(state, play)
            value = bound.most[-1] if play.slot in bound.goals else effect.gain + bound.most[-2]
            if value > best:
                if turns == 1 or not after.deck:
                    value = effect.gain
                else:
                    value = self._drawn(after, turns, effect.gain, best)
            if value <= best:
                upper = max(upper, value)
                continue
            best = value
            if best >= bound.most[-1]:
                break
        return _Entry(best, exact=True) if best > alpha else _Entry(upper, exact=False)

    def _drawn(self, after: State, turns: int, gain: int, alpha: int) -> int:
        """The largest change after a play, over all draws; there is at least that from the deck."""
        upper = gain + self.bound(after, turns - 1, drawing=True).most[-1]
        if upper <= alpha:
            return upper
        best = _LEAST
        for _, following, left in self._draws(after, turns):
            best = max(best, gain + self.best(following, left, max(best, alpha) - gain))
            if best >= upper:
                break
        return best

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
        near = [slot for slot in slots if alone.missing(state.site(slot)) <= turns]
        next_site = CentreSite(state.next_mine)
        next_missing = alone.missing(next_site) if state.deck else NEVER
        if not near and next_missing >= turns:
            return {}
        supply = Supply(alone, state, turns, drawing=drawing)
        goals = {}
        for slot in near:
            site = state.site(slot)
            if supply.turns_to_finish(site) <= turns:
                mine = alone.mines[site.mine]
                gain = mine.value + mine.penalty * state.is_own(slot)
                goals[slot] = _Goal(alone.missing(site), gain)
        first = supply.first_capture
        if first + next_missing <= turns and supply.turns_to_finish(next_site, first) <= turns:
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
