"""What one seat plays on with in Kings under Mountains, as small tuples for searches.

A unit is a number, ten times its race in the order of RANKS plus its strength (0 to 9), so that
numbers sort as texts do. Mines are numbers in a list; BLANK is one that nobody has seen, on which
nothing is planned. A unit drawn from the deck isn't known either, and is left out of the hand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ksm_widgets.companions.kings.box import RACES, STRONGEST, UNSEEN, Unit, Unseen
from ksm_widgets.companions.kings.places import DECK, Numbered, Pile, Row
from ksm_widgets.companions.kings.rules import Draw

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

RANKS = tuple(sorted(RACES))
"""The races in the order of their letters; a pile of the Camp is known by its race's place here."""
_NUMBERS = range(10 * len(RANKS))
RACE = tuple(number // 10 for number in _NUMBERS)
"""The race of each unit, as its place in RANKS."""
STRENGTH = tuple(number % 10 for number in _NUMBERS)
"""The strength of each unit."""
BLANK = -1
"""A mine that nobody has seen."""
EMPTY = -1
"""The top of a mine without units."""
FROM_DECK = len(RANKS)
"""The draw from the deck, after those from the Camp, which are numbers of races."""

Chain = tuple[int, ...]
"""Units on a mine, in a pile or in a hand."""


class Open(NamedTuple):
    """A mine of the centre, and the units on it, bottom first."""

    mine: int
    units: Chain = ()

    @property
    def top(self) -> int:
        """The strength of the topmost unit; EMPTY without units."""
        return STRENGTH[self.units[-1]] if self.units else EMPTY


class Own(NamedTuple):
    """An own mine, the number of units on it, and the strength of the topmost one."""

    mine: int
    laid: int = 0
    top: int = EMPTY


class State(NamedTuple):
    """The table and a hand, before a play of the seat or after it.

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
        return (self.centre[at] or UNSEEN_SITE) if at < first else self.own[at - first]

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


UNSEEN_SITE = Open(BLANK)
"""A mine of the centre that nobody has seen, or a gap."""


def number_of(unit: Unit) -> int:
    """A unit as a number."""
    return 10 * RANKS.index(unit.race) + unit.strength


def numbers_of(units: Iterable[Unit | Unseen]) -> Chain:
    """Units as numbers, without those that nobody has named."""
    return tuple(number_of(unit) for unit in units if unit is not UNSEEN)


def unit_of(number: int) -> Unit:
    """The unit of a number."""
    return Unit(RANKS[RACE[number]], STRENGTH[number])


def fits(top: int, unit: int) -> bool:
    """Whether a unit may go on a top (K8)."""
    strength = STRENGTH[unit]
    if top == EMPTY:
        return True
    return strength > top if strength else top == STRONGEST


def draw_act(draw: int) -> Draw:
    """A draw as an act."""
    return Draw(DECK if draw == FROM_DECK else Pile(RANKS[draw]))
