"""The state of Kings under Mountains for one seat that plays alone, as small tuples for searches.

For speed `fits` repeats `Site.takes`, and `alone` the plays and draws of the rules. The oracle of
tests/companions/test_kings_search.py plays by the rules alone, and so keeps both alike.

A unit is a code, ten times its race in the order of RANKS plus its strength (0 to 9), so that
codes sort as texts do. The code of a mine is its index in a list; BLANK is an unseen one, on which
nothing is planned. A unit drawn from the deck is unseen, too, and left out of the hand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ksm_widgets.companions.kings.cards import RACES, STRONGEST, Unit
from ksm_widgets.companions.kings.places import DECK, Numbered, Pile, Row
from ksm_widgets.companions.kings.rules import Draw

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

RANKS = tuple(sorted(RACES))
"""The races in the order of their letters; a pile of the Camp is known by its race's index here."""
STRENGTHS = STRONGEST + 1
"""The number of strengths, from 0 on."""
_CODES = range(STRENGTHS * len(RANKS))
RACE = tuple(code // STRENGTHS for code in _CODES)
"""The race of each unit, as its index in RANKS."""
STRENGTH = tuple(code % STRENGTHS for code in _CODES)
"""The strength of each unit."""
BLANK = -1
"""An unseen mine."""
EMPTY = -1
"""The top of a mine without units."""
FROM_DECK = len(RANKS)
"""The draw from the deck, after those from the Camp, which are indices in RANKS."""

Codes = tuple[int, ...]
"""Units on a mine, in a pile or in a hand, as codes."""


class CentreSite(NamedTuple):
    """A mine of the centre, and the units on it, bottom first."""

    mine: int
    units: Codes = ()

    @property
    def top(self) -> int:
        """The strength of the topmost unit; EMPTY without units."""
        return STRENGTH[self.units[-1]] if self.units else EMPTY


class OwnSite(NamedTuple):
    """An own mine, the number of units on it, and the strength of the topmost one."""

    mine: int
    laid: int = 0
    top: int = EMPTY


class State(NamedTuple):
    """The table and a hand, before a play of the seat or after it.

    Piles of the Camp end with their top. `deck` is the number of cards, as far as it matters.
    Slots are its mines, counted from 0 through the centre and on through own mines.
    """

    centre: tuple[CentreSite | None, ...]
    own: tuple[OwnSite, ...]
    camp: tuple[Codes, ...]
    hand: Codes
    next_mine: int
    deck: int

    def is_own(self, slot: int) -> bool:
        """Whether the mine in a slot is an own one."""
        return slot >= len(self.centre)

    def site(self, slot: int) -> CentreSite | OwnSite:
        """The mine in a slot; an unseen one in a gap of the centre."""
        first = len(self.centre)
        return (self.centre[slot] or UNSEEN_SITE) if slot < first else self.own[slot - first]

    def place(self, slot: int) -> Numbered:
        """The place on the table of the mine in a slot."""
        first = len(self.centre)
        if slot < first:
            return Numbered(Row.CENTRE, slot + 1)
        return Numbered(Row.OWN, slot - first + 1)

    def slot(self, place: Numbered) -> int:
        """The slot of a mine on the table, the inverse of `place`."""
        return place.number - 1 + (len(self.centre) if place.row is Row.OWN else 0)

    def centre_sites(self) -> Iterator[tuple[int, CentreSite]]:
        """The mines of the centre on which something is planned, with their slots."""
        for slot, site in enumerate(self.centre):
            if site is not None and site.mine != BLANK:
                yield slot, site


UNSEEN_SITE = CentreSite(BLANK)
"""An unseen mine of the centre, or a gap."""


def code_of(unit: Unit) -> int:
    """The code of a unit."""
    return STRENGTHS * RANKS.index(unit.race) + unit.strength


def codes_of(units: Iterable[Unit]) -> Codes:
    """The codes of units."""
    return tuple(map(code_of, units))


def unit_of(code: int) -> Unit:
    """The unit of a code."""
    return Unit(RANKS[RACE[code]], STRENGTH[code])


def fits(top: int, unit: int) -> bool:
    """Whether a unit may go on a top (K8)."""
    strength = STRENGTH[unit]
    if top == EMPTY:
        return True
    return strength > top if strength else top == STRONGEST


def draw_act(draw: int) -> Draw:
    """A draw as an act."""
    return Draw(DECK if draw == FROM_DECK else Pile(RANKS[draw]))
