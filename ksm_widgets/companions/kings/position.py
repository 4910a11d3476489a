"""A position of Kings under Mountains, for the whole table or as one seat knows it (K3-K5).

One type serves both: a unit that nobody has named is `UNSEEN`, a card below the top of the deck may
have neither unit nor mine. `seen` makes what a seat may know.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple, Self

from ksm_widgets.companions.kings.box import (
    RACES,
    STRONGEST,
    UNSEEN,
    Box,
    Card,
    Mine,
    Unit,
    the_box,
)
from ksm_widgets.companions.tuples import with_item
from ksm_widgets.rules.arguments import beginning
from ksm_widgets.rules.errors import RuleError, TextError

if TYPE_CHECKING:
    from collections.abc import Iterator

_PLACE = re.compile(r"(?:(centre|own) ([1-9][0-9]?)|(camp) ([DOGT])|(deck))")


class PlayRefused(RuleError):
    """A play that a rule forbids (K6-K8, K12, K13)."""


class DrawRefused(RuleError):
    """A draw, or a new hand, that a rule forbids (K16, K17)."""


class Place(NamedTuple):
    """A spot on the table, by its row and its number or race; NEW is room for one more.

    >>> Place.parse("own 1"), str(Place("camp", "O"))
    (Place(where='own', which=1), 'camp O')
    """

    where: str
    which: int | str = ""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a place of an act, such as `centre 2`; raises TextError."""
        match = _PLACE.fullmatch(text)
        if match is None:
            raise TextError("kings_text.place", found=beginning(text))
        if match[1]:
            return cls(match[1], int(match[2]))
        return cls(match[3], match[4]) if match[3] else cls(match[5])

    def __str__(self) -> str:
        return f"{self.where} {self.which}".strip()

    @property
    def number(self) -> int:
        """Its number, from 1; 0 if it has none."""
        return self.which if isinstance(self.which, int) else 0


NEW = "new"
DECK, DISCARD = Place("deck"), Place("discard")


class Site(NamedTuple):
    """A mine with the units on it, bottom first; a mine of None is one that nobody has seen."""

    mine: Mine | None
    units: tuple[Unit, ...] = ()

    def __str__(self) -> str:
        units = ",".join(map(str, self.units))
        return f"{self.mine or '?'}{':' if units else ''}{units}"

    def takes(self, unit: Unit) -> bool:
        """Whether a unit may go on the topmost one (K8)."""
        if not self.units:
            return True
        top = self.units[-1].strength
        return top == STRONGEST if unit.strength == 0 else unit.strength > top

    @property
    def missing(self) -> int:
        """The number of units still missing to capture it (K9)."""
        assert self.mine is not None
        return self.mine.defence - len(self.units)

    @property
    def to_finish(self) -> int:
        """The number of units still missing to finish it, once it is somebody's own (K12, K13)."""
        assert self.mine is not None
        return self.mine.size + self.mine.overseer - len(self.units)


class Phase(Enum):
    """The phase of a turn (K6, K16), or the end of the game (K19)."""

    PLAY = "play"
    DRAW = "draw"
    END = "end"


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """A position; seats are counted from 1, the deck and the piles of the Camp end with their top.

    `me` is the seat that sees it so, None for the whole table. `kings` has each seat's race. A mine
    of the centre is None if no card was left to fill its gap (K19). `shown` are those cards of each
    hand that all have seen on their way to it (K5).
    """

    box: Box = field(default_factory=the_box)
    kings: tuple[str, ...]
    turn: int
    me: int | None = None
    phase: Phase = Phase.PLAY
    deck: tuple[Card, ...]
    centre: tuple[Site | None, ...]
    camp: tuple[tuple[Unit, ...], ...]
    hands: tuple[tuple[Unit, ...], ...]
    shown: tuple[tuple[Unit, ...], ...]
    own: tuple[tuple[Site, ...], ...]
    done: tuple[tuple[Mine, ...], ...]
    discard: tuple[Unit, ...] = ()

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.kings)

    @property
    def seats(self) -> range:
        """All seats."""
        return range(1, self.players + 1)

    def race(self, seat: int) -> str:
        """The race of a seat's king."""
        return self.kings[seat - 1]

    def seat_of(self, race: str) -> int | None:
        """The seat whose king is of a race; None if it is not in play (K3)."""
        return self.kings.index(race) + 1 if race in self.kings else None

    def hand(self, seat: int) -> tuple[Unit, ...]:
        """A seat's hand."""
        return self.hands[seat - 1]

    def pile(self, race: str) -> tuple[Unit, ...]:
        """The pile of a race in the Camp, its top last."""
        return self.camp[RACES.index(race)]

    def site(self, place: Place, seat: int) -> Site | None:
        """The mine at a place, of the centre or of a seat's own; None if there is none."""
        sites = {"centre": self.centre, "own": self.own[seat - 1]}.get(place.where, ())
        return sites[place.number - 1] if 1 <= place.number <= len(sites) else None

    def following(self, seat: int) -> int:
        """The next seat clockwise."""
        return seat % self.players + 1

    @property
    def next_mine(self) -> Mine | None:
        """The mine on top of the deck, which all see (K4); None if it isn't known."""
        return self.deck[-1].mine if self.deck else None

    def units(self) -> Iterator[Unit]:
        """All units that are open as such or in a hand, wherever they are; some may be UNSEEN."""
        for site in self.sites():
            yield from site.units
        for cards in (*self.camp, *self.hands, self.discard):
            yield from cards

    def sites(self) -> Iterator[Site]:
        """All mines that units may be on."""
        yield from (site for site in self.centre if site is not None)
        for sites in self.own:
            yield from sites

    def mines(self) -> Iterator[Mine | None]:
        """All mines that are open as such, but for the deck's."""
        yield from (site.mine for site in self.sites())
        for mines in self.done:
            yield from mines

    def seen(self, seat: int) -> Position:
        """The position as a seat may know it: its own view again gives the same (K5)."""
        deck = (*[Card()] * (len(self.deck) - 1), *(Card(mine=top.mine) for top in self.deck[-1:]))
        hands = tuple(
            hand if other == seat else (*shown, *[UNSEEN] * (len(hand) - len(shown)))
            for other, hand, shown in zip(self.seats, self.hands, self.shown, strict=True)
        )
        shown = with_item(self.shown, seat, ())
        return replace(self, me=seat, deck=deck, hands=hands, shown=shown)
