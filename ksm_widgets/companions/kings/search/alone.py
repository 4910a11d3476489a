"""The next turns of one seat alone, as small tuples for searches: nobody else plays (K6-K16).

A unit is a number, ten times its race in the order of RANKS plus its strength (0 to 9), so that
numbers sort as texts do. Mines are numbers in a list; BLANK is one that nobody has seen, on which
nothing is planned. A unit drawn from the deck isn't known either, and is left out of the hand.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum
from typing import TYPE_CHECKING, NamedTuple

from ksm_widgets.companions.kings.box import RACES, STRONGEST, UNSEEN, Mine, Returned, Unit, Unseen
from ksm_widgets.companions.kings.places import DECK, Numbered, Pile, Row
from ksm_widgets.companions.kings.position import Site
from ksm_widgets.companions.kings.rules import Draw, Play
from ksm_widgets.companions.pulse import Pulse, no_pulse

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ksm_widgets.companions.kings.position import Position

RANKS = tuple(sorted(RACES))
_NUMBERS = range(10 * len(RANKS))
RACE = tuple(number // 10 for number in _NUMBERS)
"""The race of each unit, as its place in RANKS."""
STRENGTH = tuple(number % 10 for number in _NUMBERS)
"""The strength of each unit."""
BLANK = -1
NONE = -1
"""The top of a mine without units."""
FROM_DECK = len(RANKS)
"""The draw from the deck, after those from the Camp, which are numbers of races."""
NEVER = 99


class Kind(IntEnum):
    """A kind of unit that a mine needs; CAPTURED comes between those before and after a capture."""

    ANY = 0
    TAKER = 1
    FOREIGN = 2
    OVERSEER = 3
    CAPTURED = 4


Chain = tuple[int, ...]


class Open(NamedTuple):
    """A mine of the centre, and the units on it, bottom first."""

    mine: int
    units: Chain = ()

    @property
    def top(self) -> int:
        """The strength of the topmost unit; NONE without units."""
        return STRENGTH[self.units[-1]] if self.units else NONE


class Own(NamedTuple):
    """An own mine, the number of units on it, and the strength of the topmost one."""

    mine: int
    laid: int = 0
    top: int = NONE


class State(NamedTuple):
    """The things one seat plays on with.

    Piles of the Camp end with their top. `deck` is the number of cards, as far as it matters.
    Places are counted through the centre and on through own mines.
    """

    centre: tuple[Open | None, ...]
    own: tuple[Own, ...]
    camp: tuple[Chain, ...]
    hand: Chain
    next: int
    deck: int

    def is_own(self, at: int) -> bool:
        """Whether a place is an own mine."""
        return at >= len(self.centre)

    def site(self, at: int) -> Open | Own:
        """The mine at a place; an unseen one in a gap of the centre."""
        first = len(self.centre)
        return (self.centre[at] or _UNSEEN) if at < first else self.own[at - first]

    def place(self, at: int) -> Numbered:
        """A place of the table, from how it is counted here."""
        first = len(self.centre)
        return Numbered(Row.OWN, at - first + 1) if at >= first else Numbered(Row.CENTRE, at + 1)

    def at(self, place: Numbered) -> int:
        """A place of the table as it is counted here, the inverse of `place`."""
        return place.number - 1 + (len(self.centre) if place.row is Row.OWN else 0)

    def open_sites(self) -> Iterator[tuple[int, Open]]:
        """The mines of the centre on which something is planned, with their places."""
        for at, site in enumerate(self.centre):
            if site is not None and site.mine != BLANK:
                yield at, site


class Effect(NamedTuple):
    """The effect of a play: the change of score, a mine finished, or captured `to_seat`."""

    gain: int = 0
    finished: bool = False
    captured: bool = False
    to_seat: bool = False


class Outcome(NamedTuple):
    """A play at a place, the state after it, and the place of the mine that is wanted then.

    `target` is None if the play finishes that mine; `captured` says whether it captures any.
    """

    unit: int
    at: int
    after: State
    target: int | None
    captured: bool


_UNSEEN = Open(BLANK)
_NOTHING = Effect()
_PUSHED = Effect(captured=True)


def number_of(unit: Unit) -> int:
    """A unit as a number."""
    return 10 * RANKS.index(unit.race) + unit.strength


def unit_of(number: int) -> Unit:
    """The unit of a number."""
    return Unit(RANKS[RACE[number]], STRENGTH[number])


def fits(top: int, unit: int) -> bool:
    """Whether a unit may go on a top (K8)."""
    strength = STRENGTH[unit]
    if top == NONE:
        return True
    return strength > top if strength else top == STRONGEST


@dataclass(slots=True)
class Alone:
    """A seat that plays on alone from a position: its race, its mines, and what a play does.

    `pulse` is called whenever plays are listed, and by searches between; it may raise to stop them.
    """

    position: Position
    seat: int
    pulse: Pulse = no_pulse
    races: dict[Kind, frozenset[int]] = field(init=False)
    """The races of each kind of unit (K10, K12, K13)."""
    mines: list[Mine] = field(default_factory=list)
    """The mines by their numbers."""
    _on_top: bool = field(init=False)

    def __post_init__(self) -> None:
        position = self.position
        every = frozenset(range(len(RANKS)))
        kings = frozenset(RANKS.index(race) for race in position.kings)
        own = frozenset([RANKS.index(position.race(self.seat))])
        self.races = {
            Kind.ANY: every,
            Kind.TAKER: every - kings | own,
            Kind.FOREIGN: every - own,
            Kind.OVERSEER: own,
        }
        self._on_top = position.box.returned is Returned.TOP

    def number(self, mine: Mine | Unseen) -> int:
        """The number of a mine."""
        if mine is UNSEEN:
            return BLANK
        if mine not in self.mines:
            self.mines.append(mine)
        return self.mines.index(mine)

    def state(self, turns: int) -> State:
        """The state to begin with, for so many turns."""
        position = self.position
        return State(
            tuple(
                self._known(site) if isinstance(site, Site) else None if site is None else _UNSEEN
                for site in position.centre
            ),
            tuple(
                Own(site.mine, len(site.units), site.top)
                for site in map(self._known, position.own[self.seat - 1])
            ),
            tuple(_numbers(position.pile(race)) for race in RANKS),
            tuple(sorted(_numbers(position.hand(self.seat)))),
            self.number(position.next_mine),
            min(len(position.deck), 2 * turns + 1),
        )

    def _known(self, site: Site) -> Open:
        return Open(self.number(site.mine), _numbers(site.units))

    def plays(self, state: State) -> list[tuple[int, int]]:
        """Every play: a unit, and a place."""
        self.pulse()
        sites = [(at, site.top, self.races[Kind.ANY]) for at, site in state.open_sites()]
        for at, own in enumerate(state.own, start=len(state.centre)):
            sites.append((at, own.top, self.races[self.next_kind(own)]))
        return [
            (unit, at)
            for unit in dict.fromkeys(state.hand)
            for at, top, races in sites
            if RACE[unit] in races and fits(top, unit)
        ]

    def next_kind(self, own: Own) -> Kind:
        """The kind of unit that an own mine needs next."""
        return Kind.FOREIGN if own.laid < self.mines[own.mine].size else Kind.OVERSEER

    def played(self, state: State, unit: int, at: int) -> tuple[State, Effect]:
        """The state after a play, before the draw."""
        centre, own, camp, hand, following, deck = state
        gone = hand.index(unit)
        hand = hand[:gone] + hand[gone + 1 :]
        site = state.site(at)
        mine = self.mines[site.mine]
        if isinstance(site, Own):
            place = at - len(centre)
            before, later = own[:place], own[place + 1 :]
            if self.left(site) == 1:
                own = before + later
                effect = Effect(mine.value + mine.penalty, finished=True)
            else:
                own = (*before, Own(site.mine, site.laid + 1, STRENGTH[unit]), *later)
                effect = _NOTHING
            return State(centre, own, camp, hand, following, deck), effect
        units = (*site.units, unit)
        if len(units) < mine.defence:
            centre = (*centre[:at], Open(site.mine, units), *centre[at + 1 :])
            return State(centre, own, camp, hand, following, deck), _NOTHING
        effect = _PUSHED
        if RACE[unit] in self.races[Kind.TAKER]:
            own = (*own, Own(site.mine))
            effect = Effect(-mine.penalty, captured=True, to_seat=True)
        gap = Open(following) if deck else None
        centre = (*centre[:at], gap, *centre[at + 1 :])
        camp = self.returned(camp, units)
        return State(centre, own, camp, hand, BLANK, max(0, deck - 1)), effect

    def outcome(self, state: State, target: int, unit: int, at: int) -> Outcome | None:
        """The outcome of a play for a mine that is wanted; None if somebody else gets that."""
        after, effect = self.played(state, unit, at)
        if at == target and effect.captured and not effect.to_seat:
            return None
        return Outcome(unit, at, after, moved(state, target, at, effect), effect.captured)

    def returned(self, camp: tuple[Chain, ...], units: Sequence[int]) -> tuple[Chain, ...]:
        """The Camp after the units of a captured mine have gone back to it (K11)."""
        piles = list(camp)
        for race in {RACE[unit] for unit in units}:
            back = tuple(unit for unit in reversed(units) if RACE[unit] == race)
            piles[race] = piles[race] + back if self._on_top else back + piles[race]
        return tuple(piles)

    def draws(self, state: State) -> list[int]:
        """Every draw: a race's pile, or FROM_DECK."""
        found = [race for race, pile in enumerate(state.camp) if pile]
        return [*found, FROM_DECK] if state.deck else found

    def drawn(self, state: State, draw: int, unit: int | None = None) -> State:
        """The state after a draw; `unit` is the one from the deck, if that is known."""
        centre, own, camp, hand, following, deck = state
        if draw == FROM_DECK:
            if unit is not None:
                hand = tuple(sorted((*hand, unit)))
            return State(centre, own, camp, hand, BLANK, deck - 1)
        pile = camp[draw]
        camp = (*camp[:draw], pile[:-1], *camp[draw + 1 :])
        return State(centre, own, camp, tuple(sorted((*hand, pile[-1]))), following, deck)

    def play_act(self, state: State, unit: int, at: int) -> Play:
        """A play as an act."""
        return Play(unit_of(unit), state.place(at))

    def missing(self, state: State, at: int) -> int:
        """The number of plays from now until the seat has finished a mine; NEVER if it is BLANK."""
        site = state.site(at)
        return NEVER if site.mine == BLANK else self.left(site)

    def left(self, site: Open | Own) -> int:
        """The number of plays from now until the seat has finished a mine that is known."""
        mine = self.mines[site.mine]
        return mine.crew - site.laid if isinstance(site, Own) else mine.crew + self.to_capture(site)

    def to_capture(self, site: Open) -> int:
        """The number of plays from now until a mine of the centre is captured."""
        return self.mines[site.mine].defence - len(site.units)

    def captures(self, state: State, at: int) -> bool:
        """Whether the next unit on a mine captures it."""
        site = state.site(at)
        return isinstance(site, Open) and site.mine != BLANK and self.to_capture(site) == 1

    def kinds(self, site: Open | Own) -> Iterator[Kind]:
        """The kinds of units that a mine still needs, in order."""
        mine, miners = self.mines[site.mine], 0
        if isinstance(site, Own):
            miners = site.laid
        else:
            yield from [Kind.ANY] * (self.to_capture(site) - 1)
            yield Kind.TAKER
            yield Kind.CAPTURED
        yield from [Kind.FOREIGN] * (mine.size - miners)
        if mine.overseer:
            yield Kind.OVERSEER


def moved(state: State, target: int, at: int, effect: Effect) -> int | None:
    """The place of a mine after a play somewhere; None if the play finishes it."""
    if at == target:
        if effect.finished:
            return None
        return len(state.centre) + len(state.own) if effect.to_seat else target
    return target - (effect.finished and len(state.centre) <= at < target)


def draw_act(draw: int) -> Draw:
    """A draw as an act."""
    return Draw(DECK if draw == FROM_DECK else Pile(RANKS[draw]))


def _numbers(units: Sequence[Unit | Unseen]) -> Chain:
    return tuple(number_of(unit) for unit in units if unit is not UNSEEN)
