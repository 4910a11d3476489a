"""The next turns of one seat alone, for searches: nobody else plays (K6-K16)."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, NamedTuple

from ksm_widgets.companions.kings.box import Returned
from ksm_widgets.companions.kings.cards import UNSEEN, Mine, Unseen
from ksm_widgets.companions.kings.rules import Play
from ksm_widgets.companions.kings.search.state import (
    BLANK,
    EMPTY,
    FROM_DECK,
    RACE,
    RANKS,
    STRENGTH,
    UNSEEN_SITE,
    CentreSite,
    Codes,
    OwnSite,
    State,
    codes_of,
    fits,
    unit_of,
)
from ksm_widgets.companions.pulse import Pulse, no_pulse

if TYPE_CHECKING:
    from ksm_widgets.companions.kings.position import Position, Site

LONGEST = 40
"""The most turns of a plan, about as many as each of two players has in a whole game."""
NEVER = 99
"""A number of turns that no plan has."""


class Kind(IntEnum):
    """A kind of unit that a mine needs."""

    ANY = 0
    TAKER = 1
    MINER = 2
    OVERSEER = 3


class Needs(NamedTuple):
    """The kinds of units that a mine still needs, in order: those that capture it, then its crew.

    An own mine needs none of the first.
    """

    capture: tuple[Kind, ...]
    crew: tuple[Kind, ...]


class Effect(NamedTuple):
    """The effect of a play: the change of score, a mine finished, or captured `to_seat`."""

    gain: int = 0
    finished: bool = False
    captured: bool = False
    to_seat: bool = False


class CodedPlay(NamedTuple):
    """A play: the code of the unit, and the slot of the mine that it is played on."""

    unit: int
    slot: int


class PlayOutcome(NamedTuple):
    """A play of a seat that wants a mine, and the state after it.

    `finished` says whether it finishes that mine; if not, `slot` is where that is then. `captured`
    says whether it captures any mine.
    """

    play: CodedPlay
    after: State
    slot: int
    finished: bool
    captured: bool


_NOTHING = Effect()
_PUSHED = Effect(captured=True)
"""A mine captured for somebody else."""


class Alone:
    """A seat that plays on alone from a position: what it may play, and what a play does.

    `pulse` is called whenever plays are listed, and by searches between; it may raise to stop them.
    """

    def __init__(self, position: Position, seat: int, pulse: Pulse = no_pulse) -> None:
        every = frozenset(range(len(RANKS)))
        kings = frozenset(RANKS.index(race) for race in position.kings)
        own = frozenset([RANKS.index(position.race(seat))])
        self.position = position
        self.seat = seat
        self.pulse = pulse
        # The races of each kind of unit (K10, K12, K13).
        self.races = {
            Kind.ANY: every,
            Kind.TAKER: every - kings | own,
            Kind.MINER: every - own,
            Kind.OVERSEER: own,
        }
        # The mines by their codes; more are added as they are met.
        self.mines: list[Mine] = []
        self._on_top = position.box.returned is Returned.TOP

    def code(self, mine: Mine | Unseen) -> int:
        """The code of a mine."""
        if mine is UNSEEN:
            return BLANK
        if mine not in self.mines:
            self.mines.append(mine)
        return self.mines.index(mine)

    def state(self, turns: int) -> State:
        """The state to begin with, for a plan of some turns."""
        position = self.position
        return State(
            centre=tuple(map(self._centre_site, position.centre)),
            own=tuple(map(self._own_site, position.own_of(self.seat))),
            camp=tuple(codes_of(position.pile(race)) for race in RANKS),
            hand=tuple(sorted(codes_of(position.known_hand(self.seat)))),
            next_mine=self.code(position.next_mine),
            # A turn takes two cards at most, by a capture and by its draw.
            deck=min(len(position.deck), 2 * turns + 1),
        )

    def _centre_site(self, site: Site | Unseen | None) -> CentreSite | None:
        """A mine of the centre; None for a gap."""
        if site is None:
            return None
        if site is UNSEEN:
            return UNSEEN_SITE
        return CentreSite(self.code(site.mine), codes_of(site.units))

    def _own_site(self, site: Site) -> OwnSite:
        """An own mine."""
        top = site.units[-1].strength if site.units else EMPTY
        return OwnSite(self.code(site.mine), len(site.units), top)

    def plays(self, state: State) -> list[CodedPlay]:
        """Every play."""
        self.pulse()
        sites = [(slot, site.top, Kind.ANY) for slot, site in state.centre_sites()]
        for slot, own in enumerate(state.own, start=len(state.centre)):
            sites.append((slot, own.top, self.next_kind(own)))
        return [
            CodedPlay(unit, slot)
            for unit in dict.fromkeys(state.hand)
            for slot, top, kind in sites
            if self.allows(kind, top, unit)
        ]

    def allows(self, kind: Kind, top: int, unit: int) -> bool:
        """Whether a unit is of a kind that is needed, and may go on a top."""
        return RACE[unit] in self.races[kind] and fits(top, unit)

    def next_kind(self, own: OwnSite) -> Kind:
        """The kind of unit that an own mine needs next."""
        return Kind.MINER if own.laid < self.mines[own.mine].size else Kind.OVERSEER

    def after_play(self, state: State, play: CodedPlay) -> tuple[State, Effect]:
        """The state after a play, before the draw, and the effect of the play."""
        unit, slot = play
        # States are made field by field here and in `after_draw`: `_replace` takes much longer.
        centre, own, camp, hand, next_mine, deck = state
        gone = hand.index(unit)
        hand = hand[:gone] + hand[gone + 1 :]
        site = state.site(slot)
        if isinstance(site, OwnSite):
            own, effect = self._own_after(own, slot - len(centre), unit)
            return State(centre, own, camp, hand, next_mine, deck), effect
        if self.to_capture(site) > 1:
            site = CentreSite(site.mine, (*site.units, unit))
            centre = (*centre[:slot], site, *centre[slot + 1 :])
            return State(centre, own, camp, hand, next_mine, deck), _NOTHING
        effect = _PUSHED
        if RACE[unit] in self.races[Kind.TAKER]:
            own = (*own, OwnSite(site.mine))
            effect = Effect(-self.mines[site.mine].penalty, captured=True, to_seat=True)
        gap = CentreSite(next_mine) if deck else None
        centre = (*centre[:slot], gap, *centre[slot + 1 :])
        camp = self.returned(camp, (*site.units, unit))
        return State(centre, own, camp, hand, BLANK, max(0, deck - 1)), effect

    def _own_after(
        self, own: tuple[OwnSite, ...], index: int, unit: int
    ) -> tuple[tuple[OwnSite, ...], Effect]:
        """The own mines after a play on one of them, and its effect (K12-K14)."""
        site = own[index]
        before, later = own[:index], own[index + 1 :]
        if self.missing(site) > 1:
            return (*before, OwnSite(site.mine, site.laid + 1, STRENGTH[unit]), *later), _NOTHING
        mine = self.mines[site.mine]
        return before + later, Effect(mine.value + mine.penalty, finished=True)

    def outcome(self, state: State, slot: int, play: CodedPlay) -> PlayOutcome | None:
        """The outcome of a play for a wanted mine in a slot; None if somebody else gets that."""
        after, effect = self.after_play(state, play)
        if play.slot == slot and effect.captured and not effect.to_seat:
            return None
        finished = play.slot == slot and effect.finished
        slot = _slot_after(state, slot, play.slot, effect)
        return PlayOutcome(play, after, slot, finished, effect.captured)

    def returned(self, camp: tuple[Codes, ...], units: Codes) -> tuple[Codes, ...]:
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

    def after_draw(self, state: State, draw: int, unit: int | None = None) -> State:
        """The state after a draw; `unit` is the one from the deck, None if it stays unseen."""
        centre, own, camp, hand, next_mine, deck = state
        if draw == FROM_DECK:
            if unit is not None:
                hand = tuple(sorted((*hand, unit)))
            return State(centre, own, camp, hand, BLANK, deck - 1)
        pile = camp[draw]
        camp = (*camp[:draw], pile[:-1], *camp[draw + 1 :])
        return State(centre, own, camp, tuple(sorted((*hand, pile[-1]))), next_mine, deck)

    def play_act(self, state: State, play: CodedPlay) -> Play:
        """A play as an act."""
        return Play(unit_of(play.unit), state.place(play.slot))

    def missing(self, site: CentreSite | OwnSite) -> int:
        """The number of plays until the seat has finished a mine; NEVER for an unseen one."""
        if site.mine == BLANK:
            return NEVER
        mine = self.mines[site.mine]
        if isinstance(site, OwnSite):
            return mine.crew - site.laid
        return mine.crew + self.to_capture(site)

    def to_capture(self, site: CentreSite) -> int:
        """The number of plays until a mine of the centre is captured."""
        return self.mines[site.mine].defence - len(site.units)

    def would_capture(self, state: State, slot: int) -> bool:
        """Whether the next unit on a mine captures it."""
        site = state.site(slot)
        return isinstance(site, CentreSite) and site.mine != BLANK and self.to_capture(site) == 1

    def needs(self, site: CentreSite | OwnSite) -> Needs:
        """The kinds of units that a mine still needs until the seat has finished it."""
        mine = self.mines[site.mine]
        capture: tuple[Kind, ...] = ()
        miners = mine.size
        if isinstance(site, OwnSite):
            miners -= site.laid
        else:
            capture = (*[Kind.ANY] * (self.to_capture(site) - 1), Kind.TAKER)
        return Needs(capture, (*[Kind.MINER] * miners, *[Kind.OVERSEER] * mine.overseer))


def _slot_after(state: State, slot: int, played: int, effect: Effect) -> int:
    """The slot of a mine after a play on the mine in the slot `played`, which may be the same."""
    if played == slot and effect.to_seat:
        return len(state.centre) + len(state.own)
    return slot - (effect.finished and len(state.centre) <= played < slot)
