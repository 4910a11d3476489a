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
from ksm_widgets.companions.kings.scoring import score
from ksm_widgets.companions.painting import PEN, WordPainter
from ksm_widgets.companions.picture import (
    RIM,
    WIDTH,
    Rectangle,
    TablePicture,
    add_row,
    side_by_side,
    turn_frame,
)
from ksm_widgets.companions.telling import numeral
from ksm_widgets.draw.shapes import Item, Placed, Rect, Text
from ksm_widgets.draw.signs import word
from ksm_widgets.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sized

    from ksm_widgets.companions.kings.cards import Mine, Race, Unit, Unseen
    from ksm_widgets.companions.kings.position import Hand, Position, Site, Units
    from ksm_widgets.draw.shapes import Sprite

_SITE, _PILE, _HAND, _SEAT = 176.0, 112.0, 92.0, 152.0
"""Heights of a mine with the units on it, a pile, a card in hand and a player's box."""
_HEAD = 22.0
"""Height of the words above a row."""
_HELD, _TOP, _MINE = 84, 72, 104
"""Sizes of a card in hand, of one on top of a pile, and of a mine."""
_LAID, _BELOW = 54, 26
"""Sizes of a unit on a mine, and of one in a pile or in a player's box."""
_BELOW_Y, _MOST_BELOW = 82, 4
"""The top of the units below that of a pile, and how many of them are shown."""
_LAID_Y = 116
"""The top of the units on a mine."""
_WORDS, _SMALL, _SIGN = 17, 15, 16
"""Sizes of words, of small words, and of the number of a mine."""

# In a player's box: distances from its corner, or from its foot.
_RACE, _RACE_Y, _POINTS_Y = 56, 30, 106
"""The size and the top of the king, and the base line of the points below."""
_MINES_X, _DONE_Y, _CAPTURED_Y = 116, 22, 78
"""The left of the mines, and the base lines of the words above finished and captured ones."""
_SMALL_MINE, _MARGIN = 36, 6
"""The size of a mine, and the space right of mines with their units."""
_DONE_STEP, _CAPTURED_STEP = 40.0, 88.0
"""From a finished mine to the next, and from a captured one with its units, if there is room."""
_KNOWN, _KNOWN_X, _KNOWN_WIDE = 25, 150, 170
"""The size of the known cards of a hand, their left, and the room for all."""


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
        add_row(found, y, _places(Row.SEAT, position.seats), 2, _SEAT)
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
                return self._seat(seat, box)
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
        yield Rect(x + 4, y + 4, wide - 8, high - 8, 10, None, ink, 2, 0.6, (6, 8))
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
            yield from self._row(units, x + 6, y + _LAID_Y, _LAID, wide - 12, middle=True)
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
        below = pile[-1 - _MOST_BELOW : -1]
        yield from self._row(below, x + 6, y + _BELOW_Y, _BELOW, wide - 44)
        if pile:
            yield from _in_middle(pieces.unit(pile[-1], self.theme), box, 6, _TOP)
        elif race is not None:
            faint = pieces.COLOURS[race].face
            yield Rect(x + 14, y + 8, wide - 28, 70, 9, None, faint, 2.5, 0.7, (5, 6))
            yield Rect(x + 24, y + 16, wide - 48, 54, 9, faint, opacity=0.75)
            yield from _in_middle(pieces.race_sign(race), box, 23, 40)
        yield from self._count(len(pile), box)

    def _count(self, count: int, box: Rectangle) -> Iterable[Item]:
        """The number of cards in a pile, in its corner."""
        x, y, wide, high = box
        return self._painter.number(count, x + wide - 20, y + high - 26, _WORDS)

    # A player's box.

    def _seat(self, seat: int, box: Rectangle) -> Iterator[Item]:
        """A player's king and points, finished mines; of others captured ones and the hand, too."""
        x, y, wide, high = box
        position, painter = self.position, self._painter
        yield painter.ground(box)
        if seat == position.turn and not position.is_over:
            yield turn_frame(box, self.theme)
        key = "kings_table.you" if seat == position.me else "kings_table.seat"
        yield painter.bold(painter.said(key, seat=seat), x + 10, y + _HEAD, _WORDS)
        yield Placed(pieces.king(position.race(seat)), x + 10, y + _RACE_Y, _RACE / 100)
        points = score(position, seat)
        told = painter.said(counted("shelf_told.points", points), count=numeral(points))
        yield painter.bold(told, x + 10, y + _POINTS_Y, _WORDS)
        left, room = x + _MINES_X, wide - _MINES_X - _MARGIN
        yield from self._done(seat, left, y + _DONE_Y, room)
        if seat != position.asker:
            yield from self._captured(seat, left, y + _CAPTURED_Y, room)
        if seat != position.me:
            yield from self._hand_of(seat, x, y + high - 8)

    def _small(self, key: str, x: float, y: float, **params: object) -> Text:
        painter = self._painter
        return painter.soft(painter.said(f"kings_table.{key}", **params), x, y, _SMALL)

    def _small_mine(self, mine: Mine, x: float, y: float) -> Placed:
        return Placed(pieces.mine(mine, self.theme), x, y, _SMALL_MINE / 100)

    def _done(self, seat: int, x: float, y: float, wide: float) -> Iterator[Item]:
        """The finished mines of a player, one over the other where there are many."""
        done = self.position.done_of(seat)
        if done:
            yield self._small("done", x + 34, y)
        last = wide - _SMALL_MINE - 2
        step = min(_DONE_STEP, last / max(1, len(done) - 1))
        for at, mine in enumerate(done):
            yield self._small_mine(mine, x + at * step, y + 6)

    def _captured(self, seat: int, x: float, y: float, wide: float) -> Iterator[Item]:
        """The mines of another player that aren't finished, with their units."""
        sites = self.position.own_of(seat)
        if sites:
            yield self._small("captured", x, y + 1)
        step = min(_CAPTURED_STEP, wide / max(1, len(sites)))
        for at, site in enumerate(sites):
            left = x + at * step
            yield self._small_mine(site.mine, left, y + 6)
            beside = _SMALL_MINE + 2
            units = max(_BELOW, step - beside - _MARGIN)
            yield from self._row(site.units, left + beside, y + 12, _BELOW, units)

    def _hand_of(self, seat: int, x: float, y: float) -> Iterator[Item]:
        """The number of a player's cards, and those that all have seen."""
        hand, known = self.position.hand(seat), self.position.known_hand(seat)
        key = "cards_known" if 0 < len(known) < len(hand) else "cards"
        yield self._small(key, x + 10, y, count=len(hand))
        yield from self._row(known, x + _KNOWN_X, y - 20, _KNOWN, _KNOWN_WIDE)

    def _row(
        self, units: Units, x: float, y: float, size: float, wide: float, *, middle: bool = False
    ) -> list[Item]:
        """Units side by side."""
        sprites = [pieces.unit(unit, self.theme) for unit in units]
        return side_by_side(sprites, x, y, size, wide, middle=middle)


def _in_middle(sprite: Sprite, box: Rectangle, down: float, size: float) -> list[Item]:
    """A piece in the middle of a place, `down` below its top."""
    x, y, wide, _ = box
    return side_by_side([sprite], x, y + down, size, wide, middle=True)


def _places(row: Row, things: Sized) -> list[Place]:
    """The places of a row, numbered from 1."""
    return [Numbered(row, at + 1) for at in range(len(things))]
