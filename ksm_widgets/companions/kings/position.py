"""A position of Kings under Mountains, for the whole table or as one seat knows it (K3-K5).

One type serves both: units and mines are known or else `UNSEEN`, in hands, in the deck and, after a
capture that is only looked at, in the centre. `seen` makes what a seat may know.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from ksm_widgets.companions.kings.box import Box
from ksm_widgets.companions.kings.cards import (
    RACES,
    STRONGEST,
    UNSEEN,
    AnyCard,
    Card,
    Mine,
    Race,
    Unit,
    Unseen,
)
from ksm_widgets.companions.kings.places import Numbered, Row
from ksm_widgets.companions.position import TablePosition
from ksm_widgets.companions.tuples import with_item

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ksm_widgets.companions.kings.places import Place


Units = tuple[Unit, ...]
Hand = tuple[Unit | Unseen, ...]
"""The units in a hand, of which others may not know all."""


class Site(NamedTuple):
    """A mine with the units on it, bottom first."""

    mine: Mine
    units: Units = ()

    def __str__(self) -> str:
        units = ",".join(map(str, self.units))
        return f"{self.mine}{':' if units else ''}{units}"

    def takes(self, unit: Unit) -> bool:
        """Whether a unit may go on the topmost one (K8)."""
        if not self.units:
            return True
        top = self.units[-1].strength
        return top == STRONGEST if unit.strength == 0 else unit.strength > top

    @property
    def to_capture(self) -> int:
        """The number of units still missing to capture it (K9)."""
        return self.mine.defence - len(self.units)

    @property
    def to_finish(self) -> int:
        """The number of units still missing to finish it, once it is somebody's own (K12, K13)."""
        return self.mine.crew - len(self.units)


class Phase(Enum):
    """The phase of a turn (K6, K16), or the end of the game (K19)."""

    PLAY = "play"
    DRAW = "draw"
    END = "end"


def usual_phase(hand: int, deck: int, box: Box) -> Phase:
    """The phase by the numbers of cards in hand and deck: a hand one short is about to draw."""
    if not deck:
        return Phase.END
    return Phase.DRAW if hand == box.hand - 1 else Phase.PLAY


HIDDEN: AnyCard = Card(UNSEEN, UNSEEN)
"""A card below the top of the deck, as all see it."""


def deck_of(count: int, mine: Mine | Unseen) -> tuple[AnyCard, ...]:
    """A deck of some cards, of which only the mine on top is known."""
    return (*[HIDDEN] * (count - 1), Card(UNSEEN, mine)) if count else ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Position(TablePosition):
    """A position; seats are counted from 1, the deck and the piles of the Camp end with their top.

    `me` is the seat that sees it so, None for the whole table. `kings` has each seat's race. A mine
    of the centre is None if no card was left to fill its gap (K19). `shown` are those cards of each
    hand that all have seen on their way to it (K5).
    """

    box: Box
    kings: tuple[Race, ...]
    turn: int
    me: int | None = None
    phase: Phase = Phase.PLAY
    deck: tuple[AnyCard, ...]
    centre: tuple[Site | Unseen | None, ...]
    camp: tuple[Units, ...]
    hands: tuple[Hand, ...]
    shown: tuple[Units, ...]
    own: tuple[tuple[Site, ...], ...]
    done: tuple[tuple[Mine, ...], ...]
    discard: Units = ()

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.kings)

    def race(self, seat: int) -> Race:
        """The race of a seat's king."""
        return self.kings[seat - 1]

    def seat_of(self, race: Race) -> int | None:
        """The seat whose king is of a race; None if it is not in play (K3)."""
        return self.kings.index(race) + 1 if race in self.kings else None

    def hand(self, seat: int) -> Hand:
        """A seat's hand."""
        return self.hands[seat - 1]

    def known_hand(self, seat: int) -> Units:
        """The units in a seat's hand that are not unseen."""
        return tuple(unit for unit in self.hand(seat) if unit is not UNSEEN)

    def shown_of(self, seat: int) -> Units:
        """The units of a seat's hand that all have seen on their way to it."""
        return self.shown[seat - 1]

    def own_of(self, seat: int) -> tuple[Site, ...]:
        """The mines that a seat has captured and not finished."""
        return self.own[seat - 1]

    def done_of(self, seat: int) -> tuple[Mine, ...]:
        """The mines that a seat has finished."""
        return self.done[seat - 1]

    def pile(self, race: Race) -> Units:
        """The pile of a race in the Camp, its top last."""
        return self.camp[RACES.index(race)]

    def site(self, place: Place, seat: int) -> Site | None:
        """The mine at a place, of the centre or of a seat's own; None if nobody may play there."""
        if not isinstance(place, Numbered):
            return None
        sites = {Row.CENTRE: self.centre, Row.OWN: self.own_of(seat)}.get(place.row, ())
        site = sites[place.number - 1] if 1 <= place.number <= len(sites) else None
        return None if site is UNSEEN else site

    def known_site(self, place: Place, seat: int) -> Site:
        """The mine at a place where there must be one; raises LookupError if there is none."""
        site = self.site(place, seat)
        if site is None:
            raise LookupError(place)
        return site

    def with_site(self, place: Numbered, seat: int, site: Site) -> Position:
        """The position with another mine at a place, of the centre or of a seat's own."""
        if place.row is Row.CENTRE:
            return self.with_centre(place.number, site)
        return self.with_own(seat, with_item(self.own_of(seat), place.number, site))

    def with_centre(self, number: int, site: Site | Unseen | None) -> Position:
        """The position with another mine, or none, at a place of the centre."""
        return replace(self, centre=with_item(self.centre, number, site))

    def with_own(self, seat: int, sites: tuple[Site, ...]) -> Position:
        """The position with other mines that a seat has captured and not finished."""
        return replace(self, own=with_item(self.own, seat, sites))

    def with_done(self, seat: int, mines: tuple[Mine, ...]) -> Position:
        """The position with other mines that a seat has finished."""
        return replace(self, done=with_item(self.done, seat, mines))

    def with_hand(self, seat: int, hand: Hand, shown: Units | None = None) -> Position:
        """The position with another hand of a seat; `shown` if all have seen other units of it."""
        shown = self.shown_of(seat) if shown is None else shown
        return replace(
            self,
            hands=with_item(self.hands, seat, hand),
            shown=with_item(self.shown, seat, shown),
        )

    def with_pile(self, race: Race, pile: Units) -> Position:
        """The position with another pile of a race in the Camp."""
        return replace(self, camp=with_item(self.camp, RACES.index(race) + 1, pile))

    @property
    def next_mine(self) -> Mine | Unseen:
        """The mine on top of the deck, which all see (K4); UNSEEN if there is no deck."""
        return self.deck[-1].mine if self.deck else UNSEEN

    def units(self) -> Iterator[Unit | Unseen]:
        """All cards that are units: on mines, in the Camp, in hands and in the discard."""
        for site in self.sites():
            yield from site.units
        for cards in (*self.camp, *self.hands, self.discard):
            yield from cards

    def centre_sites(self) -> Iterator[tuple[Numbered, Site]]:
        """The mines of the centre that are known, with their places."""
        for number, site in enumerate(self.centre, start=1):
            if isinstance(site, Site):
                yield Numbered(Row.CENTRE, number), site

    def playable(self, seat: int) -> Iterator[tuple[Numbered, Site]]:
        """The mines on which a seat may play at all, with their places (K7)."""
        yield from self.centre_sites()
        for number, site in enumerate(self.own_of(seat), start=1):
            yield Numbered(Row.OWN, number), site

    def held(self, seat: int) -> Iterator[tuple[Numbered, Unit]]:
        """The units of a seat's hand that are known, with their places."""
        for number, unit in enumerate(self.hand(seat), start=1):
            if unit is not UNSEEN:
                yield Numbered(Row.HAND, number), unit

    def sites(self) -> Iterator[Site]:
        """All mines that units may be on."""
        yield from (site for _, site in self.centre_sites())
        for sites in self.own:
            yield from sites

    def laid_mines(self) -> Iterator[Mine]:
        """All cards outside the deck that are mines, without unseen ones."""
        yield from (site.mine for site in self.sites())
        for mines in self.done:
            yield from mines

    def known_mines(self) -> Iterator[Mine]:
        """All mines that are known: those outside the deck, and the one on top of it."""
        yield from self.laid_mines()
        if self.next_mine is not UNSEEN:
            yield self.next_mine

    @property
    def outside_deck(self) -> int:
        """The number of cards outside the deck."""
        unseen = sum(site is UNSEEN for site in self.centre)
        return sum(1 for _ in self.units()) + sum(1 for _ in self.laid_mines()) + unseen

    def seen(self, seat: int) -> Position:
        """The position as a seat may know it: its own view again gives the same (K5)."""
        deck = deck_of(len(self.deck), self.next_mine)
        hands: tuple[Hand, ...] = tuple(
            hand if other == seat else (*shown, *[UNSEEN] * (len(hand) - len(shown)))
            for other, hand, shown in zip(self.seats, self.hands, self.shown, strict=True)
        )
        of_others = tuple(
            () if other == seat else shown
            for other, shown in zip(self.seats, self.shown, strict=True)
        )
        return replace(self, me=seat, deck=deck, hands=hands, shown=of_others)
