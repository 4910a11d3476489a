"""The chance in Kings under Mountains to finish a mine in a few turns, with the deck's help (K16).

Nobody interferes; what a draw shows is known before the next play, and decides it. Turns that are
not for the mine are alike but for the card they cost: a turn without any play is a bound for all of
them, and the first that reaches it ends the search.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from ksm_widgets.companions.kings.search.alone import (
    FROM_DECK,
    RACE,
    Alone,
    Open,
    Own,
    State,
    draw_act,
    fits,
    moved,
    number_of,
)
from ksm_widgets.companions.kings.search.unseen import unseen_units

if TYPE_CHECKING:
    from collections.abc import Callable

    from ksm_widgets.companions.kings.position import Position
    from ksm_widgets.companions.kings.rules import Act

MOST_CHANCE_TURNS = 3
NO, SURE = Fraction(0), Fraction(1)


class Chance(NamedTuple):
    """The greatest chance to have a mine finished in so many turns, and the first turn for it."""

    turns: int
    chance: Fraction
    acts: tuple[Act, ...]


class Chances:
    """The chances of a seat from a position; what was found for one mine helps with the next.

    `pulse` is called now and then, and may raise to stop.
    """

    def __init__(
        self, position: Position, seat: int, pulse: Callable[[], None] = lambda: None
    ) -> None:
        self.alone = Alone(position, seat, pulse)
        self.position = position
        self.unseen = Counter(
            {number_of(unit): count for unit, count in unseen_units(position).items()}
        )
        self.total = self.unseen.total()
        self.known: dict[object, Fraction] = {}

    def finishing(self, at: int, turns: int) -> Chance:
        """The greatest chance to finish the mine at a place (see `Alone.plays`) in some turns."""
        state = self.alone.state(self.position, turns)
        best = NO
        acts: tuple[Act, ...] = ()
        if self.alone.to_finish(state, at) > turns:
            return Chance(turns, best, acts)
        for play, after, target in self._turns(state, at, turns):
            unit, place = play
            act = self.alone.play_act(state, unit, place)
            if target is None:
                return Chance(turns, SURE, (act,))
            for draw in self.alone.draws(after):
                chance = self._after(after, target, turns, draw, ())
                if chance > best:
                    best, acts = chance, (act, draw_act(draw))
            if best == SURE:
                break
        return Chance(turns, best, acts)

    def _turns(
        self, state: State, at: int, turns: int
    ) -> list[tuple[tuple[int, int], State, int | None]]:
        """Every play that may help, with the state and the mine's place after it, best kinds first.

        The place is None if the mine is finished. Plays elsewhere are left out if there is no time
        for them.
        """
        alone = self.alone
        missing = alone.to_finish(state, at)
        first, others = [], []
        for play in alone.plays(state):
            unit, place = play
            if place != at and missing >= turns:
                continue
            after, effect = alone.played(state, unit, place)
            if place == at:
                if effect.finished:
                    return [(play, after, None)]
                if effect.captured and not effect.to_seat:
                    continue
                first.append((play, after, moved(state, at, place, effect)))
            else:
                others.append((effect.captured, (play, after, moved(state, at, place, effect))))
        if turns == 1:
            return []
        return [*first, *(one for _, one in sorted(others, key=lambda other: other[0]))]

    def _after(
        self, after: State, at: int, turns: int, draw: int, gone: tuple[int, ...]
    ) -> Fraction:
        """The chance after a play and a draw, before the next turn."""
        alone = self.alone
        alone.pulse()
        if not after.deck:
            return NO
        if draw != FROM_DECK:
            return self._value(alone.drawn(after, draw), at, turns - 1, gone)
        blank = alone.drawn(after, FROM_DECK)
        if not blank.deck:
            return NO
        left = Counter(self.unseen)
        left.subtract(gone)
        total = self.total - len(gone)
        if turns == 2:
            if self._value(blank, at, 1, gone):
                return SURE
            fitting = sum(
                count for unit, count in left.items() if count and self._finishes(blank, at, unit)
            )
            return Fraction(fitting, total)
        chance = NO
        for unit, count in left.items():
            if count:
                following = alone.drawn(after, FROM_DECK, unit)
                value = self._value(following, at, turns - 1, tuple(sorted((*gone, unit))))
                chance += count * value
        return chance / total

    def _finishes(self, state: State, at: int, unit: int) -> bool:
        """Whether a unit finishes the mine."""
        site, alone = state.site(at), self.alone
        if not isinstance(site, Own) or alone.left(site) > 1:
            return False
        return RACE[unit] in alone.races[alone.next_kind(site)] and fits(site.top, unit)

    def _value(self, state: State, at: int, turns: int, gone: tuple[int, ...]) -> Fraction:
        """The greatest chance from the beginning of a turn."""
        alone = self.alone
        if alone.to_finish(state, at) > turns:
            return NO
        if turns == 1:
            return SURE if any(self._finishes(state, at, unit) for unit in state.hand) else NO
        key = state, at, turns, gone
        found = self.known.get(key)
        if found is None:
            found = self.known[key] = self._best(state, at, turns, gone)
        return found

    def _best(self, state: State, at: int, turns: int, gone: tuple[int, ...]) -> Fraction:
        best = NO
        bound: Fraction | None = None
        for (_, place), after, target in self._turns(state, at, turns):
            if target is None:
                return SURE
            if place != at and not self._helps(state, at, place, turns):
                # All turns that are not for the mine are at best like one without a play.
                if bound is None:
                    bound = self._drawing(state, at, turns, gone)
                if best >= bound:
                    continue
            best = max(best, self._drawing(after, target, turns, gone))
            if best == SURE:
                break
        return best

    def _drawing(self, after: State, at: int, turns: int, gone: tuple[int, ...]) -> Fraction:
        """The greatest chance before a draw."""
        best = NO
        for draw in self.alone.draws(after):
            best = max(best, self._after(after, at, turns, draw, gone))
            if best == SURE:
                break
        return best

    def _helps(self, state: State, at: int, place: int, turns: int) -> bool:
        """Whether a play on another mine may bring units back to the Camp in time."""
        site, alone = state.site(place), self.alone
        if not isinstance(site, Open) or not site.units:
            return False
        return alone.to_capture(site) + alone.to_finish(state, at) <= turns
