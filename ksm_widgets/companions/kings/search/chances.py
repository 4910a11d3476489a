"""The chance in Kings under Mountains to finish a mine in a few turns, with the deck's help (K16).

Nobody interferes; what a draw shows is known before the next play, and decides it. Turns that are
not for the mine are alike but for the card they cost: a turn without any play is a bound for all of
them, and the first that reaches it ends the search.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from ksm_widgets.companions.kings.search.alone import Alone, PlayOutcome
from ksm_widgets.companions.kings.search.state import (
    FROM_DECK,
    CentreSite,
    OwnSite,
    State,
    code_of,
    draw_act,
)
from ksm_widgets.companions.kings.search.unseen import unseen_units

if TYPE_CHECKING:
    from ksm_widgets.companions.kings.rules import Act

MOST_CHANCE_TURNS = 3
"""The most turns to look ahead: each unit that may come from the deck is tried, draw after draw."""
NO, SURE = Fraction(0), Fraction(1)


class Chance(NamedTuple):
    """The greatest chance to finish a mine in a number of turns, and the acts to begin with."""

    turns: int
    chance: Fraction
    acts: tuple[Act, ...]


class Chances:
    """The chances of a seat that plays on alone; what was found for one mine helps with the next.

    Its `pulse` is called now and then, and may raise to stop. In all its methods `drawn` are the
    units that have come from the deck so far.
    """

    def __init__(self, alone: Alone) -> None:
        self.alone = alone
        unseen = unseen_units(alone.position)
        self._unseen = Counter({code_of(unit): count for unit, count in unseen.items()})
        # The chance from the beginning of a turn, by everything that decides it.
        self._cache: dict[object, Fraction] = {}

    def finishing(self, slot: int, turns: int) -> Chance:
        """The greatest chance to finish the mine in a slot in some turns."""
        state = self.alone.state(turns)
        best = NO
        acts: tuple[Act, ...] = ()
        if self.alone.missing(state.site(slot)) > turns:
            return Chance(turns, best, acts)
        for outcome in self._outcomes(state, slot, turns):
            act = self.alone.play_act(state, outcome.play)
            if outcome.finished:
                return Chance(turns, SURE, (act,))
            for draw in self.alone.draws(outcome.after):
                chance = self._of_draw(outcome.after, outcome.slot, turns, draw, ())
                if chance > best:
                    best, acts = chance, (act, draw_act(draw))
            if best == SURE:
                break
        return Chance(turns, best, acts)

    def _outcomes(self, state: State, slot: int, turns: int) -> list[PlayOutcome]:
        """Every play that may help, best kinds first; the only one that finishes the mine.

        Plays elsewhere are left out if there is no time for them.
        """
        alone = self.alone
        missing = alone.missing(state.site(slot))
        first: list[PlayOutcome] = []
        others: list[PlayOutcome] = []
        for play in alone.plays(state):
            if play.slot != slot and missing >= turns:
                continue
            outcome = alone.outcome(state, slot, play)
            if outcome is None:
                continue
            if outcome.finished:
                return [outcome]
            (first if play.slot == slot else others).append(outcome)
        if turns == 1:
            return []
        return [*first, *sorted(others, key=lambda outcome: outcome.captured)]

    def _of_draw(
        self, after: State, slot: int, turns: int, draw: int, drawn: tuple[int, ...]
    ) -> Fraction:
        """The chance after a play and a draw, before the next turn."""
        alone = self.alone
        alone.pulse()
        following = alone.after_draw(after, draw) if after.deck else after
        if not following.deck:
            return NO
        if draw != FROM_DECK:
            return self._of_turn(following, slot, turns - 1, drawn)
        left = self._unseen - Counter(drawn)
        # Before the last turn it is enough to count the units that finish the mine.
        if turns == 2:
            return self._of_last_unit(following, slot, left)
        chance = NO
        for unit, count in left.items():
            following = alone.after_draw(after, FROM_DECK, unit)
            value = self._of_turn(following, slot, turns - 1, tuple(sorted((*drawn, unit))))
            chance += count * value
        return chance / left.total()

    def _of_last_unit(self, state: State, slot: int, left: Counter[int]) -> Fraction:
        """The chance that the last turn finishes the mine, with one more of the units left."""
        if self._can_finish(state, slot):
            return SURE
        fitting = sum(count for unit, count in left.items() if self._finishes(state, slot, unit))
        return Fraction(fitting, left.total())

    def _can_finish(self, state: State, slot: int) -> bool:
        """Whether a unit in hand finishes the mine."""
        return any(self._finishes(state, slot, unit) for unit in state.hand)

    def _finishes(self, state: State, slot: int, unit: int) -> bool:
        """Whether a unit finishes the mine."""
        site, alone = state.site(slot), self.alone
        if not isinstance(site, OwnSite) or alone.missing(site) > 1:
            return False
        return alone.allows(alone.next_kind(site), site.top, unit)

    def _of_turn(self, state: State, slot: int, turns: int, drawn: tuple[int, ...]) -> Fraction:
        """The greatest chance from the beginning of a turn."""
        alone = self.alone
        if alone.missing(state.site(slot)) > turns:
            return NO
        if turns == 1:
            return SURE if self._can_finish(state, slot) else NO
        key = state, slot, turns, drawn
        found = self._cache.get(key)
        if found is None:
            found = self._cache[key] = self._best_play(state, slot, turns, drawn)
        return found

    def _best_play(self, state: State, slot: int, turns: int, drawn: tuple[int, ...]) -> Fraction:
        """The greatest chance from the beginning of a turn, found by trying every play."""
        best = NO
        bound: Fraction | None = None
        for outcome in self._outcomes(state, slot, turns):
            if outcome.finished:
                return SURE
            other = outcome.play.slot
            if other != slot and not self._helps(state, slot, other, turns):
                # All turns that are not for the mine are at best like one without a play.
                if bound is None:
                    bound = self._best_draw(state, slot, turns, drawn)
                if best >= bound:
                    continue
            best = max(best, self._best_draw(outcome.after, outcome.slot, turns, drawn))
            if best == SURE:
                break
        return best

    def _best_draw(self, after: State, slot: int, turns: int, drawn: tuple[int, ...]) -> Fraction:
        """The greatest chance before a draw."""
        best = NO
        for draw in self.alone.draws(after):
            best = max(best, self._of_draw(after, slot, turns, draw, drawn))
            if best == SURE:
                break
        return best

    def _helps(self, state: State, slot: int, other: int, turns: int) -> bool:
        """Whether a play on another mine may bring units back to the Camp in time."""
        site, alone = state.site(other), self.alone
        if not isinstance(site, CentreSite) or not site.units:
            return False
        return alone.to_capture(site) + alone.missing(state.site(slot)) <= turns
