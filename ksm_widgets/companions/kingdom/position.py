"""A position of Kingdom of Solomon, for the whole table or as one seat knows it (S1-S6, S21).

One type serves both: a fortune card that a seat hasn't seen is `UNSEEN`, a building card of the
pile 0. `seen` makes what a seat may know.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from ksm_widgets.companions.kingdom.box import Box
from ksm_widgets.companions.kingdom.fortune import UNSEEN
from ksm_widgets.companions.kingdom.goods import NONE, Cubes, less, total
from ksm_widgets.companions.kingdom.places import LandName, Owners
from ksm_widgets.companions.position import TablePosition
from ksm_widgets.companions.tuples import with_item

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ksm_widgets.companions.kingdom.places import Place, Spot

Road = tuple[LandName, LandName]
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

    What every seat has is a tuple with an item for each of them; methods give that of one seat.

    `me` is the seat that sees it so, None for the whole table. `order` has the seats from the first
    to the last. `sites` are buildings on the map with their seats. `left` are pawns not placed yet.
    `done` are the seats that have resolved, passed or built in this phase, `stood` the resource
    places where pawns stood when the resolution began (S18), `bought` whether the seat in turn has
    got a card (S25). `owing` seats still give a cube to the `collector` (S19).
    """

    box: Box
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
    sites: Owners = ()
    roads: tuple[Road, ...] = ()
    pawns: tuple[Pawn, ...] = ()
    left: tuple[int, ...]
    done: tuple[int, ...] = ()
    stood: Owners = ()
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
        return less(self.box.cubes_of(self.players), total((*self.goods, self.market)))

    def order_number(self, seat: int) -> int:
        """A seat's number in the order of play, from 1."""
        return self.order.index(seat) + 1

    def others(self, seat: int) -> tuple[int, ...]:
        """All seats but one, in the order of play."""
        return tuple(other for other in self.order if other != seat)

    # What a seat has.

    def points(self, seat: int) -> int:
        """A seat's points on the track."""
        return self.scores[seat - 1]

    def cubes(self, seat: int) -> Cubes:
        """The cubes of goods that a seat has."""
        return self.goods[seat - 1]

    def hand(self, seat: int) -> tuple[str, ...]:
        """The fortune cards in a seat's hand."""
        return self.fortune[seat - 1]

    def known(self, seat: int) -> tuple[str, ...]:
        """The fortune cards in a seat's hand that have been seen."""
        return tuple(card for card in self.hand(seat) if card != UNSEEN)

    def own_cards(self, seat: int) -> tuple[int, ...]:
        """The building cards that a seat has got."""
        return self.own[seat - 1]

    def token_count(self, seat: int) -> int:
        """The number of a seat's tokens."""
        return self.tokens[seat - 1]

    def pawns_left(self, seat: int) -> int:
        """The number of pawns that a seat has left to place."""
        return self.left[seat - 1]

    def buildings(self, seat: int) -> int:
        """The number of a seat's buildings on the map."""
        return sum(owner == seat for _, owner in self.sites)

    def with_points(self, seat: int, points: int) -> Position:
        """The position in which a seat has these points on the track."""
        return replace(self, scores=with_item(self.scores, seat, points))

    def scored(self, seat: int, points: int) -> Position:
        """The position in which a seat has scored these points."""
        return self.with_points(seat, self.points(seat) + points)

    def with_cubes(self, seat: int, cubes: Cubes) -> Position:
        """The position in which a seat has exactly these cubes."""
        return replace(self, goods=with_item(self.goods, seat, cubes))

    def with_hand(self, seat: int, cards: tuple[str, ...]) -> Position:
        """The position in which a seat has these fortune cards in hand."""
        return replace(self, fortune=with_item(self.fortune, seat, cards))

    def with_own_card(self, seat: int, card: int) -> Position:
        """The position in which a seat has one more building card."""
        cards = tuple(sorted((*self.own_cards(seat), card)))
        return replace(self, own=with_item(self.own, seat, cards))

    def with_tokens(self, seat: int, count: int) -> Position:
        """The position in which a seat has `count` tokens, with the favour that follows (S31)."""
        tokens = with_item(self.tokens, seat, count)
        return replace(self, tokens=tokens, favour=favoured(tokens, self.favour))

    # The table.

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that are not done in this phase, in the order of play."""
        return tuple(seat for seat in self.order if seat not in self.done)

    def has_pawn_out(self, seat: int) -> bool:
        """Whether a pawn of a seat stands somewhere."""
        return any(pawn.seat == seat for pawn in self.pawns)

    def owner(self, place: Spot) -> int | None:
        """The seat whose building is on a place; None if there is none."""
        return next((seat for site, seat in self.sites if site == place), None)

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


def empty(box: Box, order: tuple[int, ...]) -> Position:
    """A table with nothing on it but the piles; the first seat is in turn."""
    players = len(order)
    return Position(
        box=box,
        order=order,
        turn=order[0],
        scores=(box.start_score,) * players,
        goods=(NONE,) * players,
        fortune=((),) * players,
        tokens=(0,) * players,
        market=NONE,
        display=(),
        own=((),) * players,
        left=(0,) * players,
        pile=(UNSEEN,) * box.fortune.total(),
        deck=(0,) * len(box.buildings),
    )


def standing(box: Box, pawns: Iterable[Pawn]) -> Owners:
    """The resource places where pawns stand, with their seats, in the order of the map."""
    seats = {pawn.spot: pawn.seat for pawn in pawns}
    return tuple((place, seats[place]) for place in box.lands if place in seats)


def road_between(box: Box, one: LandName, other: LandName) -> Road:
    """A road from its ends in any order; one that the map doesn't have comes last."""
    first, second = box.in_map_order((one, other))
    return first, second


def favoured(tokens: tuple[int, ...], holder: int | None) -> int | None:
    """The seat with the High Priestess's favour: in a tie, the one that had it before (S31)."""
    most = max(tokens)
    with_most = [seat for seat, count in enumerate(tokens, start=1) if count == most]
    if not most:
        return None
    if holder is not None and tokens[holder - 1] == most:
        return holder
    return with_most[0] if len(with_most) == 1 else holder
