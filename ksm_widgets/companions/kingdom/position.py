"""A position of Kingdom of Solomon, for the whole table or as one seat knows it (S1-S6, S21).

One type serves both: a fortune card that a seat hasn't seen is `UNSEEN`, a building card of the
pile 0. `seen` makes what a seat may know.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from ksm_widgets.companions.kingdom.box import Box, the_box
from ksm_widgets.companions.kingdom.goods import Cubes, less, total
from ksm_widgets.companions.position import TablePosition
from ksm_widgets.companions.tuples import with_item

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ksm_widgets.companions.kingdom.places import Place, Spot

UNSEEN = "?"
Road = tuple[str, str]
"""Two neighbours, in the order of the map's file."""


class Phase(Enum):
    """The phase of a round (S7), the hand limit at its end (S30), or the end of the game (S34)."""

    PLACE = "place"
    RESOLVE = "resolve"
    MARKET = "market"
    BUILD = "build"
    DISCARD = "discard"
    END = "end"


class Pawn(NamedTuple):
    """A pawn, or `size` of them on a bonus place (S9, S11).

    >>> from ksm_widgets.companions.kingdom.places import Bonus
    >>> str(Pawn(Bonus.ALTAR, 2, 3)), str(Pawn("Bashan", 1))
    ('Altar:2*3', 'Bashan:1')
    """

    spot: Spot
    seat: int
    size: int = 1

    def __str__(self) -> str:
        return f"{self.spot}:{self.seat}" + (f"*{self.size}" if self.size > 1 else "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Position(TablePosition):
    """A position; seats are counted from 1, piles end with their top.

    `me` is the seat that sees it so, None for the whole table. `order` has the seats from the first
    to the last. `sites` are buildings on the map with their seats. `left` are pawns not placed yet.
    `done` are the seats that have resolved, passed or built in this phase, `stood` the resource
    places where pawns stood when the resolution began (S18), `bought` whether the seat in turn has
    got a card (S25). `owing` seats still give a cube to the `collector` (S19).
    """

    box: Box = field(default_factory=the_box)
    order: tuple[int, ...]
    turn: int
    me: int | None = None
    phase: Phase = Phase.PLACE
    scores: tuple[int, ...]
    goods: tuple[Cubes, ...]
    fortune: tuple[tuple[str, ...], ...]
    tokens: tuple[int, ...]
    favour: int | None = None
    market: Cubes
    display: tuple[int, ...]
    own: tuple[tuple[int, ...], ...]
    temple: int = 0
    sites: tuple[tuple[str, int], ...] = ()
    roads: tuple[Road, ...] = ()
    pawns: tuple[Pawn, ...] = ()
    left: tuple[int, ...]
    done: tuple[int, ...] = ()
    stood: tuple[tuple[str, int], ...] = ()
    bought: bool = False
    owing: tuple[int, ...] = ()
    collector: int | None = None
    pile: tuple[str, ...] = ()
    discards: tuple[str, ...] = ()
    deck: tuple[int, ...] = ()
    seed: int | None = field(default=None, repr=False)

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.scores)

    @property
    def stock(self) -> Cubes:
        """The cubes that nobody has, and that are not on the market (S1)."""
        return less(self.box.stock(self.players), total((*self.goods, self.market)))

    def owner(self, place: Spot) -> int | None:
        """The seat whose building is on a place; None if there is none."""
        return next((seat for site, seat in self.sites if site == place), None)

    def number(self, seat: int) -> int:
        """A seat's number in the order of play, from 1."""
        return self.order.index(seat) + 1

    def buildings(self, seat: int) -> int:
        """The number of a seat's buildings on the map."""
        return sum(owner == seat for _, owner in self.sites)

    def pawn_at(self, spot: Place) -> Pawn | None:
        """The pawn on a spot."""
        return next((pawn for pawn in self.pawns if pawn.spot == spot), None)

    @property
    def ending(self) -> bool:
        """Whether the game ends with this round (S34)."""
        return (
            len(self.sites) >= len(self.box.sites)
            or self.temple >= len(self.box.steps)
            or any(self.buildings(seat) >= self.box.most_buildings for seat in self.seats)
        )

    def hands_seen(self, seat: int) -> tuple[tuple[str, ...], ...]:
        """The fortune cards in every hand as a seat sees them; as seat 0, what everybody sees."""
        return tuple(
            hand if other == seat else (UNSEEN,) * len(hand)
            for other, hand in zip(self.seats, self.fortune, strict=True)
        )

    def seen(self, seat: int) -> Position:
        """The position as a seat may know it: its own view again gives the same (S21)."""
        return replace(
            self,
            me=seat,
            fortune=self.hands_seen(seat),
            pile=(UNSEEN,) * len(self.pile),
            deck=(0,) * len(self.deck),
            seed=None,
        )


def standing(box: Box, pawns: Iterable[Pawn]) -> tuple[tuple[str, int], ...]:
    """The resource places where pawns stand, with their seats, in the order of the map."""
    seats = {pawn.spot: pawn.seat for pawn in pawns}
    return tuple((place, seats[place]) for place in box.lands if place in seats)


def scored(position: Position, seat: int, points: int) -> Position:
    """The position with points more for a seat."""
    score = position.scores[seat - 1] + points
    return replace(position, scores=with_item(position.scores, seat, score))


def road_between(box: Box, one: str, other: str) -> Road:
    """A road in the order of the map's file, from its ends in any order."""
    names = [*box.lands]
    first, second = sorted((one, other), key=names.index)
    return first, second
