"""The table of Kings under Mountains as a picture: centre, Camp, hand, own mines, every king.

With `room` there are also places to put something new.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ksm_widgets.companions.kings import pieces
from ksm_widgets.companions.kings.cards import RACES, UNSEEN
from ksm_widgets.companions.kings.places import (
    DECK,
    DISCARD,
    Numbered,
    Pile,
    Place,
    Room,
    Row,
    Single,
)
from ksm_widgets.companions.kings.seat_box import SEAT_HEIGHT, seat_box
from ksm_widgets.companions.painting import PEN, WordPainter
from ksm_widgets.companions.picture import (
    RIM,
    WIDTH,
    Rectangle,
    TablePicture,
    add_row,
    side_by_side,
)
from ksm_widgets.draw.shapes import Item, Rect
from ksm_widgets.draw.signs import word

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sized

    from ksm_widgets.companions.kings.cards import Race, Unit, Unseen
    from ksm_widgets.companions.kings.position import Hand, Position, Site, Units
    from ksm_widgets.draw.shapes import Sprite

_SITE, _PILE, _HAND = 176.0, 112.0, 92.0
"""Heights of a mine with the units on it, a pile, and a card in hand."""
_HEAD = 22.0
"""Height of the words above a row."""
_HELD, _TOP, _MINE = 84, 72, 104
"""Sizes of a card in hand, of one on top of a pile, and of a mine."""
_LAID, _BELOW = 54, 26
"""Sizes of a unit on a mine, and of one below the top of a pile."""
_BELOW_Y, _MOST_BELOW = 82, 4
"""The top of the units below that of a pile, and how many of them are shown."""
_LAID_Y = 116
"""The top of the units on a mine."""
_WORDS, _SIGN = 17, 16
"""Sizes of words, and of the number of a mine."""


@dataclass(frozen=True, slots=True)
class KingsPicture(TablePicture[Place]):
    """A position with marks, and words in a language."""

    position: Position
    room: bool = False
    language: str = "en"

    def boxes(self) -> dict[Place, Rectangle]:
        """The corner and size of every place."""
        position = self.position
        found: dict[Place, Rectangle] = {}
        y = add_row(found, RIM + _HEAD, _places(Row.CENTRE, position.centre), 4, _SITE)
        piles: list[Place] = [DECK, *map(Pile, RACES), DISCARD]
        y = add_row(found, y + _HEAD, piles, 6, _PILE)
        hand = _places(Row.HAND, self.hand)
        # Where nobody is asked for, a card more would be one of whoever is in turn, and unseen.
        if self.room and position.me is not None and len(hand) < position.box.hand:
            hand.append(Room(Row.HAND))
        if hand:
            y = add_row(found, y + _HEAD, hand, max(6, len(hand)), _HAND)
        own = _places(Row.OWN, position.own_of(position.asker))
        if self.room:
            own.append(Room(Row.OWN))
        if own:
            y = add_row(found, y + _HEAD, own, 4, _SITE)
        add_row(found, y, _places(Row.SEAT, position.seats), 2, SEAT_HEIGHT)
        return found

    @property
    def hand(self) -> Hand:
        """The hand that is shown."""
        return () if self.position.me is None else self.position.hand(self.position.me)

    def painted(self, boxes: dict[Place, Rectangle]) -> list[Item]:
        """The things on the table, and the words above each row."""
        theme, painter = self.theme, self._painter
        top = RIM + _HEAD - 7
        _, last, _, high = boxes[Numbered(Row.CENTRE, len(self.position.centre))]
        frame = (9, top, WIDTH - 18, last + high + 6 - top, 16)
        items: list[Item] = [Rect(*frame, theme.frame, theme.well_rim, 1.5)]
        headed: set[str] = set()
        for place, (x, y, _, _) in boxes.items():
            head = self._head(place)
            if head is not None and head not in headed:
                headed.add(head)
                told = painter.said(f"kings_table.{head}", seat=self.position.asker)
                above = 10 if head == Row.CENTRE else 5
                items.append(painter.bold(told, x, y - above, _WORDS))
        for place, box in boxes.items():
            items += self._place(place, box)
        return items

    def _head(self, place: Place) -> str | None:
        """The key of the words above the row or the pile of a place."""
        match place:
            case Numbered(Row.SEAT, _):
                return None
            case Numbered(Row.OWN, _) | Room(Row.OWN) if self.position.me is None:
                return "own_of"
            case Numbered(row, _) | Room(row):
                return row
            case Pile():
                return "camp"
        return place.value

    @property
    def _painter(self) -> WordPainter:
        return WordPainter(self.theme, self.language)

    def _place(self, place: Place, box: Rectangle) -> Iterator[Item]:
        position = self.position
        match place:
            case Room():
                return self._room(box)
            case Numbered(Row.HAND, number):
                return self._card(self.hand[number - 1], box)
            case Numbered(Row.CENTRE, number):
                return self._site(number, position.centre[number - 1], box)
            case Numbered(Row.OWN, number):
                return self._site(number, position.own_of(position.asker)[number - 1], box)
            case Numbered(_, seat):
                return seat_box(self._painter, position, seat, box)
            case Pile(race):
                return self._pile(position.pile(race), box, race)
            case Single.DISCARD:
                return self._pile(position.discard, box)
            case Single.DECK:
                return self._deck(box)

    # A place of each kind.

    def _room(self, box: Rectangle) -> Iterator[Item]:
        """A place for something new."""
        x, y, wide, high = box
        ink = self.theme.label
        yield Rect(
            x + 4,
            y + 4,
            wide - 8,
            high - 8,
            radius=10,
            stroke=ink,
            stroke_width=2,
            opacity=0.6,
            dash=(6, 8),
        )
        yield from word("+", x + wide / 2, y + high / 2 - 12, 24, ink, 12)

    def _card(self, unit: Unit | Unseen, box: Rectangle) -> Iterator[Item]:
        """A card in hand."""
        yield from _in_middle(pieces.unit(unit, self.theme), box, 4, _HELD)

    def _site(self, number: int, site: Site | Unseen | None, box: Rectangle) -> Iterator[Item]:
        """A mine with its number and the units on it."""
        x, y, wide, _ = box
        theme = self.theme
        yield Rect(*box, 12, theme.well, theme.well_rim, 1.2)
        if site is not None:
            mine, units = (site, ()) if site is UNSEEN else site
            yield from _in_middle(pieces.mine(mine, theme), box, 6, _MINE)
            laid = pieces.units(units, theme)
            yield from side_by_side(laid, x + 6, y + _LAID_Y, _LAID, wide - 12, middle=True)
        yield from word(str(number), x + 14, y + 8, _SIGN, theme.soft_ink, PEN)

    def _deck(self, box: Rectangle) -> Iterator[Item]:
        """The mine on top of the deck, and how many cards it has."""
        yield self._painter.ground(box)
        if self.position.deck:
            mine = pieces.mine(self.position.next_mine, self.theme)
            yield from _in_middle(mine, box, 6, _TOP)
        yield from self._count(len(self.position.deck), box)

    def _pile(self, pile: Units, box: Rectangle, race: Race | None = None) -> Iterator[Item]:
        """The top of a pile and some below; of a race that has none, its sign."""
        x, y, wide, _ = box
        yield self._painter.ground(box)
        below = pieces.units(pile[-1 - _MOST_BELOW : -1], self.theme)
        yield from side_by_side(below, x + 6, y + _BELOW_Y, _BELOW, wide - 44)
        if pile:
            yield from _in_middle(pieces.unit(pile[-1], self.theme), box, 6, _TOP)
        elif race is not None:
            faint = pieces.COLOURS[race].face
            yield Rect(
                x + 14,
                y + 8,
                wide - 28,
                70,
                radius=9,
                stroke=faint,
                stroke_width=2.5,
                opacity=0.7,
                dash=(5, 6),
            )
            yield Rect(x + 24, y + 16, wide - 48, 54, 9, faint, opacity=0.75)
            yield from _in_middle(pieces.race_sign(race), box, 23, 40)
        yield from self._count(len(pile), box)

    def _count(self, count: int, box: Rectangle) -> Iterable[Item]:
        """The number of cards in a pile, in its corner."""
        x, y, wide, high = box
        return self._painter.number(count, x + wide - 20, y + high - 26, _WORDS)


def _in_middle(sprite: Sprite, box: Rectangle, down: float, size: float) -> list[Item]:
    """A piece in the middle of a place, `down` below its top."""
    x, y, wide, _ = box
    return side_by_side([sprite], x, y + down, size, wide, middle=True)


def _places(row: Row, things: Sized) -> list[Place]:
    """The places of a row, numbered from 1."""
    return [Numbered(row, at + 1) for at in range(len(things))]
