"""The next turns of one seat alone, as small tuples for searches: nobody else plays (K6-K16).

A unit is a number, ten times its race in the order of RANKS plus its strength (0 to 9), so that
numbers sort as texts do. Mines are numbers in a list; BLANK is one that nobody has seen, on which
nothing is planned. A unit drawn from the deck isn't known either, and is left out of the hand.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, NamedTuple

from ksm_widgets.companions.kings.box import RACES, STRONGEST, UNSEEN, Mine, Returned, Unit, Unseen
from ksm_widgets.companions.kings.position import DECK as THE_DECK
from ksm_widgets.companions.kings.position import Numbered, Pile, Row, Site
from ksm_widgets.companions.kings.rules import Draw, Play

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ksm_widgets.companions.kings.position import Position

RANKS = tuple(sorted(RACES))
BLANK = -1
NONE = -1
"""The top of a mine without units."""
DECK = len(RANKS)
"""The draw from the deck, after those from the Camp, which are numbers of races."""
NEVER = 99
_STRENGTHS = STRONGEST + 1


class Stage(IntEnum):
    """The kind of unit that a mine needs next, see `Supply`; CAPTURED after a capture."""

    ANY = 0
    TAKER = 1
    FOREIGN = 2
    OVERSEER = 3
    CAPTURED = 4


ANY, TAKER, FOREIGN, OVERSEER, CAPTURED = Stage

Chain = tuple[int, ...]


class State(NamedTuple):
    """The things one seat plays on with; `own` has each mine, its number of units and its top.

    Piles of the Camp end with their top. `deck` is the number of cards, as far as it matters.
    Places are counted through the centre and on through own mines.
    """

    centre: tuple[tuple[int, Chain] | None, ...]
    own: tuple[tuple[int, int, int], ...]
    camp: tuple[Chain, ...]
    hand: Chain
    next: int
    deck: int

    def is_own(self, at: int) -> bool:
        """Whether a place is an own mine."""
        return at >= len(self.centre)

    def own_at(self, at: int) -> tuple[int, int, int]:
        """The own mine at a place."""
        return self.own[at - len(self.centre)]

    def open_sites(self) -> Iterator[tuple[int, tuple[int, Chain]]]:
        """The mines of the centre on which something is planned, with their places."""
        for at, site in enumerate(self.centre):
            if site is not None and site[0] != BLANK:
                yield at, site

    def site_at(self, at: int) -> tuple[int, Chain]:
        """The mine of the centre at a place, and the units on it; there must be one."""
        site = self.centre[at]
        assert site is not None, "a gap of the centre is no place to play on"
        return site


class Effect(NamedTuple):
    """The effect of a play: the change of score, a mine finished, or captured `to_seat`."""

    gain: int = 0
    finished: bool = False
    captured: bool = False
    to_seat: bool = False


_NOTHING = Effect()
_PUSHED = Effect(captured=True)


def number_of(unit: Unit) -> int:
    """A unit as a number."""
    return 10 * RANKS.index(unit.race) + unit.strength


def unit_of(number: int) -> Unit:
    """The unit of a number."""
    return Unit(RANKS[number // 10], number % 10)


def top_of(units: Chain) -> int:
    """The strength of the topmost unit; NONE without units."""
    return units[-1] % 10 if units else NONE


def fits(top: int, unit: int) -> bool:
    """Whether a unit may go on a top (K8)."""
    strength = unit % 10
    if top == NONE:
        return True
    return strength > top if strength else top == STRONGEST


class Alone:
    """A seat that plays on alone from a position: its race, its mines, and what a play does.

    `pulse` is called whenever plays are listed, and by searches between; it may raise to stop them.
    """

    def __init__(
        self, position: Position, seat: int, pulse: Callable[[], None] = lambda: None
    ) -> None:
        self.seat = seat
        self.pulse = pulse
        self.race = RANKS.index(position.race(seat))
        in_play = {RANKS.index(race) for race in position.kings}
        self.takes = tuple(rank == self.race or rank not in in_play for rank in range(len(RANKS)))
        """Whether a capture by a unit of each race gives the mine to the seat (K10)."""
        self.on_top = position.box.returned is Returned.TOP
        self.mines: list[Mine] = []

    def number(self, mine: Mine | Unseen) -> int:
        """The number of a mine."""
        if mine is UNSEEN:
            return BLANK
        if mine not in self.mines:
            self.mines.append(mine)
        return self.mines.index(mine)

    def state(self, position: Position, turns: int) -> State:
        """The state of a position for so many turns."""
        return State(
            tuple(
                (self.number(site.mine), _numbers(site.units))
                if isinstance(site, Site)
                else None
                if site is None
                else (BLANK, ())
                for site in position.centre
            ),
            tuple(
                (
                    self.number(site.mine),
                    len(site.units),
                    site.units[-1].strength if site.units else NONE,
                )
                for site in position.own[self.seat - 1]
            ),
            tuple(_numbers(position.pile(race)) for race in RANKS),
            tuple(sorted(_numbers(position.hand(self.seat)))),
            self.number(position.next_mine),
            min(len(position.deck), 2 * turns + 1),
        )

    def plays(self, state: State) -> list[tuple[int, int]]:
        """Every play: a unit, and a place."""
        self.pulse()
        spots: list[tuple[int, int, bool | None]] = []
        for at, (_, units) in state.open_sites():
            spots.append((at, top_of(units), None))
        for at, (mine, count, top) in enumerate(state.own, start=len(state.centre)):
            spots.append((at, top, count >= self.mines[mine].size))
        found = []
        before = None
        for unit in state.hand:
            if unit == before:
                continue
            before = unit
            own = unit // 10 == self.race
            for at, top, overseer in spots:
                if (overseer is None or overseer == own) and fits(top, unit):
                    found.append((unit, at))
        return found

    def played(self, state: State, unit: int, at: int) -> tuple[State, Effect]:
        """The state after a play, before the draw."""
        centre, own, camp, hand, following, deck = state
        gone = hand.index(unit)
        hand = hand[:gone] + hand[gone + 1 :]
        if state.is_own(at):
            place = at - len(centre)
            number, count, _ = own[place]
            mine = self.mines[number]
            if count + 1 == mine.size + mine.overseer:
                own = own[:place] + own[place + 1 :]
                effect = Effect(mine.value + mine.penalty, finished=True)
            else:
                own = (*own[:place], (number, count + 1, unit % 10), *own[place + 1 :])
                effect = _NOTHING
            return State(centre, own, camp, hand, following, deck), effect
        number, units = state.site_at(at)
        units = (*units, unit)
        mine = self.mines[number]
        if len(units) < mine.defence:
            centre = (*centre[:at], (number, units), *centre[at + 1 :])
            return State(centre, own, camp, hand, following, deck), _NOTHING
        effect = _PUSHED
        if self.takes[unit // 10]:
            own = (*own, (number, 0, NONE))
            effect = Effect(-mine.penalty, captured=True, to_seat=True)
        gap = (following, ()) if deck else None
        centre = (*centre[:at], gap, *centre[at + 1 :])
        camp = self.returned(camp, units)
        return State(centre, own, camp, hand, BLANK, max(0, deck - 1)), effect

    def returned(self, camp: tuple[Chain, ...], units: Sequence[int]) -> tuple[Chain, ...]:
        """The Camp after the units of a captured mine have gone back to it (K11)."""
        piles = list(camp)
        for race in {unit // 10 for unit in units}:
            back = tuple(unit for unit in reversed(units) if unit // 10 == race)
            piles[race] = piles[race] + back if self.on_top else back + piles[race]
        return tuple(piles)

    def draws(self, state: State) -> list[int]:
        """Every draw: a race's pile, or DECK."""
        found = [race for race, pile in enumerate(state.camp) if pile]
        return [*found, DECK] if state.deck else found

    def drawn(self, state: State, draw: int, unit: int | None = None) -> State:
        """The state after a draw; `unit` is the one from the deck, if that is known."""
        centre, own, camp, hand, following, deck = state
        if draw == DECK:
            if unit is not None:
                hand = tuple(sorted((*hand, unit)))
            return State(centre, own, camp, hand, BLANK, deck - 1)
        pile = camp[draw]
        camp = (*camp[:draw], pile[:-1], *camp[draw + 1 :])
        return State(centre, own, camp, tuple(sorted((*hand, pile[-1]))), following, deck)

    def play_act(self, state: State, unit: int, at: int) -> Play:
        """A play as an act."""
        first = len(state.centre) - 1
        own = state.is_own(at)
        place = Numbered(Row.OWN, at - first) if own else Numbered(Row.CENTRE, at + 1)
        return Play(unit_of(unit), place)

    def number_at(self, state: State, at: int) -> int:
        """The number of the mine at a place; BLANK if there is none."""
        if state.is_own(at):
            return state.own_at(at)[0]
        site = state.centre[at]
        return BLANK if site is None else site[0]

    def to_finish(self, state: State, at: int) -> int:
        """The number of plays from now until the seat has finished a mine; NEVER if it is BLANK."""
        number = self.number_at(state, at)
        if number == BLANK:
            return NEVER
        mine = self.mines[number]
        whole = mine.size + mine.overseer
        if state.is_own(at):
            return whole - state.own_at(at)[1]
        return self.to_capture(state.site_at(at)) + whole

    def to_capture(self, site: tuple[int, Chain]) -> int:
        """The number of plays from now until a mine of the centre is captured."""
        number, units = site
        return self.mines[number].defence - len(units)

    def needs(self, state: State, at: int) -> tuple[Iterator[Stage], int]:
        """The kinds of units that the mine at a place still needs, and the top they go on."""
        if state.is_own(at):
            number, count, top = state.own_at(at)
            return self.stages(self.mines[number], None, count), top
        site = number, units = state.site_at(at)
        return self.stages(self.mines[number], self.to_capture(site), 0), top_of(units)

    def stages(self, mine: Mine, captures: int | None, count: int) -> Iterator[Stage]:
        """The kinds of units that a mine still needs; CAPTURED after a capture."""
        if captures is not None:
            yield from [ANY] * (captures - 1)
            yield TAKER
            yield CAPTURED
        yield from [FOREIGN] * (mine.size - count)
        if mine.overseer:
            yield OVERSEER


def moved(state: State, at: int, place: int, effect: Effect) -> int | None:
    """The place of a mine after a play somewhere; None if the play finishes it."""
    if place == at:
        if effect.finished:
            return None
        return len(state.centre) + len(state.own) if effect.to_seat else at
    return at - (effect.finished and len(state.centre) <= place < at)


def draw_act(draw: int) -> Draw:
    """A draw as an act."""
    return Draw(THE_DECK if draw == DECK else Pile(RANKS[draw]))


def _numbers(units: Sequence[Unit | Unseen]) -> tuple[int, ...]:
    return tuple(number_of(unit) for unit in units if unit is not UNSEEN)


class Supply:
    """The turns, counted from 0, in which a unit of each kind and strength can be played at best.

    From the hand now; from the Camp after as many draws as it takes; from a mine of the centre
    after its capture. That draws and plays compete is left out: it is a bound.
    """

    __slots__ = ("alone", "kinds", "soonest")

    def __init__(self, alone: Alone, state: State, turns: int, *, drawing: bool = False) -> None:
        """For so many turns; `drawing` if a draw comes before the first."""
        self.alone = alone
        every, taker, foreign, own = ([NEVER] * _STRENGTHS for _ in range(4))
        takes, race = alone.takes, alone.race
        found = [(unit, 0) for unit in state.hand]
        for pile in state.camp:
            time = 0 if drawing else 1
            for unit in reversed(pile):
                if time >= turns:
                    break
                found.append((unit, time))
                time += 1
        self.soonest = NEVER
        for _, site in state.open_sites():
            time = alone.to_capture(site)
            self.soonest = min(self.soonest, time)
            if time < turns:
                found += [(unit, time) for unit in site[1]]
        for unit, time in found:
            rank, strength = divmod(unit, 10)
            if time < every[strength]:
                every[strength] = time
            if takes[rank] and time < taker[strength]:
                taker[strength] = time
            mine = own if rank == race else foreign
            if time < mine[strength]:
                mine[strength] = time
        self.kinds = every, taker, foreign, own

    def earliest(self, stages: Iterator[Stage], top: int, time: int = 0) -> int:
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
