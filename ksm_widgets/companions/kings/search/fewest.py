"""The fewest own turns of Kings under Mountains to finish a mine, nobody interfering (K6-K16).

First an ideal (see `ideal`), which is a bound. Mostly its turns can be filled with real plays; if
not, a search of all plays decides, as far as it goes.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from ksm_widgets.companions.kings.search.alone import (
    LONGEST,
    NEVER,
    Alone,
    CodedPlay,
    PlayOutcome,
)
from ksm_widgets.companions.kings.search.ideal import Budget, GivenUp, Ideal, Steps
from ksm_widgets.companions.kings.search.state import FROM_DECK, RACE, State, draw_act
from ksm_widgets.companions.kings.search.supply import longest_plan, soonest_turns

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ksm_widgets.companions.kings.rules import Act

_LIMIT = 1_000
"""Positions that the search of all plays looks at before it gives up."""
_FILLINGS = 300
"""Turns that a filling looks at before it leaves the rest to the search of all plays."""


class Fewest(NamedTuple):
    """The fewest turns to finish a mine, with the acts; None if there is no sure way.

    Where the search gave up, `turns` is None too, and `at_least` is what is proven.
    """

    turns: int | None
    at_least: int
    acts: tuple[Act, ...]

    @property
    def proven(self) -> bool:
        """Whether it is certain that there is no faster way, or none at all."""
        return self.turns is not None or self.at_least == NEVER


_NO_WAY = Fewest(None, NEVER, ())


def fewest_turns(alone: Alone, state: State, slot: int, limit: int = _LIMIT) -> Fewest:
    """The fewest turns to finish the mine in a slot, whatever comes from the deck."""
    turns = alone.missing(state.site(slot))
    # A capture takes a card from the deck, and the game goes on only if another one is left.
    too_late = not state.is_own(slot) and state.deck < 2
    if turns == NEVER or too_late or soonest_turns(alone, state, slot, LONGEST) == NEVER:
        return _NO_WAY
    ideal = Ideal.of(alone, state, slot)
    longest = longest_plan(alone, state)
    search = _Search(alone, Budget(limit))
    try:
        if ideal.steps(longest) is None:
            return _NO_WAY
        while (steps := ideal.steps(turns)) is None:
            turns += 1
        acts = _filled(alone, steps, state, slot)
        while acts is None:
            acts, too_few = search.plan(state, slot, turns)
            if acts is None:
                if too_few >= LONGEST or turns >= longest:
                    return _NO_WAY
                turns += 1
    except GivenUp:
        return Fewest(None, turns, ())
    return Fewest(turns, turns, tuple(acts))


def _outcomes(
    alone: Alone, state: State, slot: int, plays: Iterable[CodedPlay]
) -> Iterator[PlayOutcome]:
    """The outcomes of plays, without those after which the seat can't go on with the mine.

    These give the mine to somebody else, or leave nothing to draw.
    """
    for play in plays:
        outcome = alone.outcome(state, slot, play)
        if outcome is not None and (outcome.finished or outcome.after.deck):
            yield outcome


def _filled(alone: Alone, steps: Steps, state: State, slot: int) -> list[Act] | None:
    """Real acts for the steps of an ideal; None if none are found soon."""
    try:
        return _Filling(alone, steps, Budget(_FILLINGS)).acts(state, slot)
    except GivenUp:
        return None


@dataclass(frozen=True, slots=True)
class _Filling:
    """The search for real acts for the steps of an ideal, with plays elsewhere in between."""

    alone: Alone
    steps: Steps
    budget: Budget

    def acts(self, state: State, slot: int, turn: int = 0) -> list[Act] | None:
        """The acts from a turn on; None if there are none."""
        self.budget.look()
        alone = self.alone
        wanted = [step.unit for step in self.steps if step.turn > turn]
        plays = self._plays(state, slot, turn, wanted)
        for outcome in _outcomes(alone, state, slot, plays):
            if outcome.finished:
                return [alone.play_act(state, outcome.play)]
            draw = _needed(outcome.after, wanted)
            following = alone.after_draw(outcome.after, draw)
            if following.deck:
                found = self.acts(following, outcome.slot, turn + 1)
                if found is not None:
                    play = alone.play_act(state, outcome.play)
                    return [play, draw_act(draw), *found]
        return None

    def _plays(self, state: State, slot: int, turn: int, wanted: list[int]) -> list[CodedPlay]:
        """The play of the ideal in a turn; if it has none, those elsewhere of units not wanted.

        No play elsewhere captures a mine: the ideal has not counted what that changes.
        """
        alone = self.alone
        plays = alone.plays(state)
        planned = dict(self.steps).get(turn)
        if planned is not None:
            return [play for play in plays if play == CodedPlay(planned, slot)]
        free = _without(state.hand, wanted)
        return [
            play
            for play in plays
            if play.slot != slot and play.unit in free and not alone.would_capture(state, play.slot)
        ]


def _without(hand: tuple[int, ...], units: list[int]) -> list[int]:
    """The hand without these units, as far as it has them."""
    left = list(hand)
    for unit in units:
        if unit in left:
            left.remove(unit)
    return left


def _needed(state: State, wanted: list[int]) -> int:
    """The draw that brings nearer the first wanted unit that isn't in the hand."""
    hand = list(state.hand)
    for unit in wanted:
        if unit in hand:
            hand.remove(unit)
        elif unit in state.camp[RACE[unit]]:
            return RACE[unit]
    piles = [race for race, pile in enumerate(state.camp) if pile]
    return piles[0] if piles else FROM_DECK


class _Tried(NamedTuple):
    """Acts that finish the mine; without them, the number of turns known to be too few."""

    acts: list[Act] | None
    too_few: int = 0


@dataclass(slots=True)
class _Search:
    """All plays and draws, within a number of turns; a draw from the deck brings nothing."""

    alone: Alone
    budget: Budget
    _failed: dict[tuple[State, int], int] = field(default_factory=dict)
    """Of a state and the mine's slot, the number of turns that are too few."""

    def plan(self, state: State, slot: int, turns: int) -> _Tried:
        """Acts that finish the mine in at most `turns` turns; raises GivenUp."""
        if not state.deck:
            return _Tried(None, NEVER)
        key = state, slot
        failed = self._failed.get(key, 0)
        if turns <= failed:
            return _Tried(None, failed)
        self.budget.look()
        found = self._searched(state, slot, turns)
        if found.acts is None:
            self._failed[key] = found.too_few
        return found

    def _searched(self, state: State, slot: int, turns: int) -> _Tried:
        """The result of `plan`, by trying the plays and draws that can help."""
        alone = self.alone
        if not self._can(state, slot, turns):
            never = Ideal.of(alone, state, slot).steps(longest_plan(alone, state)) is None
            return _Tried(None, NEVER if never else turns)
        # More turns help only where a plan below ran out of them, which lowers this.
        too_few = NEVER
        for outcome in _outcomes(alone, state, slot, self._plays(state, slot, turns)):
            if outcome.finished:
                return _Tried([alone.play_act(state, outcome.play)])
            if turns == 1:
                too_few = turns
                continue
            for draw in self._draws(outcome.after):
                following = alone.after_draw(outcome.after, draw)
                found = self.plan(following, outcome.slot, turns - 1)
                if found.acts is not None:
                    play = alone.play_act(state, outcome.play)
                    return _Tried([play, draw_act(draw), *found.acts])
                too_few = min(too_few, found.too_few + 1)
        # Without time for plays elsewhere none was tried; with one turn more they may help.
        untried = alone.missing(state.site(slot)) >= turns
        return _Tried(None, turns if untried else too_few)

    def _plays(self, state: State, slot: int, turns: int) -> Iterator[CodedPlay]:
        """Every play on the mine, then the others if there is time for one."""
        plays = self.alone.plays(state)
        yield from (play for play in plays if play.slot == slot)
        if self.alone.missing(state.site(slot)) < turns:
            yield from (play for play in plays if play.slot != slot)

    def _draws(self, state: State) -> list[int]:
        """The draws that can help: a known unit rather than one from the deck."""
        draws = self.alone.draws(state)
        return draws if draws == [FROM_DECK] else [draw for draw in draws if draw != FROM_DECK]

    def _can(self, state: State, slot: int, turns: int) -> bool:
        """Whether the bounds allow for `turns` turns; the quick one is tried first."""
        soon = soonest_turns(self.alone, state, slot, turns) <= turns
        return soon and Ideal.of(self.alone, state, slot).steps(turns) is not None
