"""The table of Kings under Mountains as a picture: centre, Camp, hand, own mines, every king.

With `room` there are also places to put something new.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ksm_widgets.companions.kings import pieces
from ksm_widgets.companions.kings.box import RACES, UNSEEN
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
from ksm_widgets.companions.picture import (
    RIM,
    WIDTH,
    Rectangle,
    TablePicture,
    add_row,
    panel,
    side_by_side,
)
from ksm_widgets.companions.telling import numeral
from ksm_widgets.draw.shapes import Item, Placed, Rect, Text
from ksm_widgets.draw.signs import word
from ksm_widgets.words import counted, sentence

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sized

    from ksm_widgets.companions.kings.box import Race, Unseen
    from ksm_widgets.companions.kings.position import Hand, Position, Site, Units

_SITE = 176.0
"""Height of a mine with the units on it."""
_PILE, _HAND, _SEAT = 112.0, 92.0, 152.0
"""Heights of a pile, a card in hand and a player's box."""
_SMALL_MINE = 0.36
"""The scale of a mine in a player's box."""
_HEAD = 22.0
"""Height of the words above a row."""


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
        if self.room and len(hand) < position.box.hand:
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
        """The things on the table, and what each row is."""
        theme = self.theme
        top = RIM + _HEAD - 7
        _, last, _, high = boxes[Numbered(Row.CENTRE, len(self.position.centre))]
        frame = (9, top, WIDTH - 18, last + high + 6 - top, 16)
        items: list[Item] = [Rect(*frame, theme.frame, theme.well_rim, 1.5)]
        headed: set[str] = set()
        for place, (x, y, _, _) in boxes.items():
            head = self._head(place)
            if head is not None and head not in headed:
                headed.add(head)
                told = self._told(f"kings_table.{head}", seat=self.position.asker)
                items.append(self._text(told, x, y - (10 if head == Row.CENTRE else 5)))
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

    def _told(self, key: str, **params: object) -> str:
        return sentence(key, self.language, **params)

    def _text(self, text: str, x: float, y: float, *, bold: bool = True, size: float = 17) -> Text:
        colour = self.theme.ink if bold else self.theme.soft_ink
        return Text(x, y, text, size, colour, bold=bold)

    def _place(self, place: Place, box: Rectangle) -> list[Item]:
        x, y, wide, high = box
        theme, position = self.theme, self.position
        match place:
            case Room():
                dashed = Rect(
                    x + 4, y + 4, wide - 8, high - 8, 10, None, theme.label, 2, 0.6, (6, 8)
                )
                return [dashed, *word("+", x + wide / 2, y + high / 2 - 12, 24, theme.label, 12)]
            case Numbered(Row.HAND, number):
                unit = self.hand[number - 1]
                return [Placed(pieces.unit(unit), x + (wide - 84) / 2, y + 4, 0.84)]
            case Numbered(Row.CENTRE | Row.OWN as row, number):
                own = position.own_of(position.asker)
                site = (position.centre if row is Row.CENTRE else own)[number - 1]
                sign = word(str(number), x + 14, y + 8, 16, theme.soft_ink, 15)
                return [*self._site(site, box), *sign]
        items: list[Item] = [panel(box, theme)]
        match place:
            case Numbered(_, seat):
                return [*items, *self._seat(seat, box)]
            case Pile(race):
                return [*items, *self._pile(position.pile(race), box, race)]
            case Single.DISCARD:
                return [*items, *self._pile(position.discard, box)]
        if position.deck:
            card = pieces.mine(position.next_mine, theme)
            items.append(Placed(card, x + (wide - 72) / 2, y + 6, 0.72))
        return [*items, *self._count(len(position.deck), box)]

    def _pile(self, pile: Units, box: Rectangle, race: Race | None = None) -> Iterator[Item]:
        """The top of a pile and some below; of a race that has none, its sign."""
        x, y, wide, _ = box
        yield from self._row(pile[-5:-1], x + 6, y + 82, wide - 44, 0.26)
        if pile:
            yield Placed(pieces.unit(pile[-1]), x + (wide - 72) / 2, y + 6, 0.72)
        elif race is not None:
            faint = pieces.COLOURS[race].face
            yield Rect(x + 14, y + 8, wide - 28, 70, 9, None, faint, 2.5, 0.7, (5, 6))
            yield Rect(x + 24, y + 16, wide - 48, 54, 9, faint, opacity=0.75)
            yield Placed(pieces.race_sign(race), x + wide / 2 - 20, y + 23, 0.4)
        yield from self._count(len(pile), box)

    def _count(self, count: int, box: Rectangle) -> Iterable[Item]:
        x, y, wide, high = box
        return word(str(count), x + wide - 20, y + high - 26, 17, self.theme.ink, 15)

    def _site(self, site: Site | Unseen | None, box: Rectangle) -> list[Item]:
        x, y, wide, high = box
        theme = self.theme
        items: list[Item] = [Rect(x, y, wide, high, 12, theme.well, theme.well_rim, 1.2)]
        if site is None:
            return items
        mine, units = (site, ()) if site is UNSEEN else site
        items.append(Placed(pieces.mine(mine, theme), x + (wide - 104) / 2, y + 6, 1.04))
        return [*items, *self._row(units, x + 6, y + 116, wide - 12, 0.54, middle=True)]

    def _seat(self, seat: int, box: Rectangle) -> list[Item]:
        x, y, wide, high = box
        theme, position = self.theme, self.position
        items: list[Item] = []
        if seat == position.turn and not position.is_over:
            items.append(Rect(x, y, wide, high, 10, None, theme.gold, 3.5))
        key = "kings_table.you" if seat == position.me else "kings_table.seat"
        items.append(self._text(self._told(key, seat=seat), x + 10, y + 22))
        items.append(Placed(pieces.king(position.race(seat)), x + 10, y + 30, 0.56))
        points = score(position, seat)
        count = numeral(points)
        told = self._told(counted("shelf_told.points", points), count=count)
        items.append(self._text(told, x + 10, y + 106))
        left = x + 116
        items += self._done(seat, left, y + 22, wide - 160)
        if seat != position.asker:
            items += self._captured(seat, left, y + 78, wide - 122)
        if seat != position.me:
            items += self._hand_of(seat, x, y + high - 8)
        return items

    def _small(self, key: str, x: float, y: float, **params: object) -> Text:
        return self._text(self._told(f"kings_table.{key}", **params), x, y, bold=False, size=15)

    def _done(self, seat: int, x: float, y: float, wide: float) -> list[Item]:
        """The finished mines of a player, one over the other where there are many."""
        done = self.position.done_of(seat)
        items: list[Item] = [self._small("done", x + 34, y)] if done else []
        step = min(40.0, wide / max(1, len(done) - 1))
        for at, mine in enumerate(done):
            items.append(Placed(pieces.mine(mine, self.theme), x + at * step, y + 6, _SMALL_MINE))
        return items

    def _captured(self, seat: int, x: float, y: float, wide: float) -> list[Item]:
        """The mines of another player that aren't finished, with their units."""
        sites = self.position.own_of(seat)
        items: list[Item] = [self._small("captured", x, y + 1)] if sites else []
        step = min(88.0, wide / max(1, len(sites)))
        for at, site in enumerate(sites):
            left = x + at * step
            items.append(Placed(pieces.mine(site.mine, self.theme), left, y + 6, _SMALL_MINE))
            items += self._row(site.units, left + 38, y + 12, max(26.0, step - 44), 0.26)
        return items

    def _hand_of(self, seat: int, x: float, y: float) -> list[Item]:
        """The number of a player's cards, and those that all have seen."""
        hand, known = self.position.hand(seat), self.position.named(seat)
        key = "cards_known" if 0 < len(known) < len(hand) else "cards"
        told = self._small(key, x + 10, y, count=len(hand))
        return [told, *self._row(known, x + 150, y - 20, 170, 0.25)]

    def _row(
        self,
        units: Units,
        x: float,
        y: float,
        wide: float,
        scale: float,
        *,
        middle: bool = False,
    ) -> list[Item]:
        return side_by_side([*map(pieces.unit, units)], x, y, 100 * scale, wide, middle=middle)


def _places(row: Row, things: Sized) -> list[Place]:
    """The places of a row, numbered from 1."""
    return [Numbered(row, at + 1) for at in range(len(things))]
