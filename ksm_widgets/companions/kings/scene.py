"""The table of Kings under Mountains as a picture: centre, Camp, hand, own mines, every king.

A place is a name: `centre 2`, `own 1`, `camp O`, `deck`, `discard`, `hand 3`, `seat 2`; with `room`
there are also `hand new` and `own new`, to put something there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ksm_widgets.companions.kings import pieces
from ksm_widgets.companions.kings.box import RACES, UNSEEN
from ksm_widgets.companions.kings.position import Phase
from ksm_widgets.companions.kings.scoring import score
from ksm_widgets.companions.picture import RIM, WIDTH, Box, TablePicture, add_row, side_by_side
from ksm_widgets.draw.shapes import Item, Placed, Rect
from ksm_widgets.draw.signs import word

if TYPE_CHECKING:
    from ksm_widgets.companions.kings.box import Mine, Unit
    from ksm_widgets.companions.kings.position import Position, Site

_SITE = 176.0
"""Height of a mine with the units on it."""
_PILE, _HAND, _SEAT = 112.0, 92.0, 96.0
DECK, DISCARD, NEW_OWN, NEW_HAND = "deck", "discard", "own new", "hand new"


def asker(position: Position) -> int:
    """The seat whose own mines are shown large: who sees the table, or else whose turn it is."""
    return position.me or position.turn


@dataclass(frozen=True, slots=True)
class KingsPicture(TablePicture[str]):
    """A position with marks; with `room` there are places to put something new."""

    position: Position
    room: bool = False

    def boxes(self) -> dict[str, Box]:
        """The corner and size of every place."""
        position = self.position
        found: dict[str, Box] = {}
        centre = [f"centre {at}" for at in range(1, len(position.centre) + 1)]
        y = add_row(found, RIM, centre, 4, _SITE)
        y = add_row(found, y, [DECK, *(f"camp {race}" for race in RACES), DISCARD], 6, _PILE)
        hand = [f"hand {at}" for at in range(1, len(self.hand) + 1)]
        if self.room and len(hand) < position.box.hand:
            hand.append(NEW_HAND)
        y = add_row(found, y, hand, max(6, len(hand)), _HAND)
        own = [f"own {at}" for at in range(1, len(position.own[asker(position) - 1]) + 1)]
        y = add_row(found, y, [*own, NEW_OWN] if self.room else own, 4, _SITE)
        add_row(found, y, [f"seat {seat}" for seat in position.seats], 2, _SEAT)
        return found

    @property
    def hand(self) -> tuple[Unit, ...]:
        """The hand that is shown."""
        return () if self.position.me is None else self.position.hand(self.position.me)

    def painted(self, boxes: dict[str, Box]) -> list[Item]:
        """The things on the table."""
        theme = self.theme
        items: list[Item] = [
            Rect(9, 9, WIDTH - 18, _SITE + 13, 16, theme.frame, theme.well_rim, 1.5)
        ]
        for name, box in boxes.items():
            items += self._place(name, box)
        return items

    def _place(self, name: str, box: Box) -> list[Item]:
        kind, _, which = name.partition(" ")
        x, y, wide, high = box
        theme, position = self.theme, self.position
        if which == "new":
            empty = Rect(x + 4, y + 4, wide - 8, high - 8, 10, None, theme.label, 2, 0.6, (6, 8))
            return [empty, *word("+", x + wide / 2, y + high / 2 - 12, 24, theme.label, 12)]
        if kind == "hand":
            unit = self.hand[int(which) - 1]
            return [Placed(pieces.unit(unit), x + (wide - 84) / 2, y + 4, 0.84)]
        if kind in ("centre", "own"):
            sites = position.centre if kind == "centre" else position.own[asker(position) - 1]
            return self._site(sites[int(which) - 1], box)
        items: list[Item] = [Rect(x, y, wide, high, 10, theme.panel, theme.panel_rim, 1.2)]
        if kind == "seat":
            return [*items, *self._seat(int(which), box)]
        if kind == DECK:
            if position.deck:
                card = pieces.mine(position.next_mine, theme)
                items.append(Placed(card, x + (wide - 72) / 2, y + 6, 0.72))
            count = len(position.deck)
        else:
            pile = position.discard if kind == DISCARD else position.pile(which)
            count = len(pile)
            items += self._row(pile[-5:-1], x + 6, y + 82, wide - 44, 0.26)
            if pile:
                items.append(Placed(pieces.unit(pile[-1]), x + (wide - 72) / 2, y + 6, 0.72))
            elif kind == "camp":
                faint = pieces.COLOURS[which].face
                items.append(Rect(x + 14, y + 8, wide - 28, 70, 9, None, faint, 2.5, 0.7, (5, 6)))
                sign = Placed(pieces.race_sign(which), x + wide / 2 - 20, y + 23, 0.4)
                items += [Rect(x + 24, y + 16, wide - 48, 54, 9, faint, opacity=0.75), sign]
        return [*items, *word(str(count), x + wide - 20, y + high - 26, 17, theme.ink, 15)]

    def _site(self, site: Site | None, box: Box) -> list[Item]:
        x, y, wide, high = box
        theme = self.theme
        items: list[Item] = [Rect(x, y, wide, high, 12, theme.well, theme.well_rim, 1.2)]
        if site is None:
            return items
        items.append(Placed(pieces.mine(site.mine, theme), x + (wide - 104) / 2, y + 6, 1.04))
        return [*items, *self._row(site.units, x + 6, y + 116, wide - 12, 0.54, middle=True)]

    def _seat(self, seat: int, box: Box) -> list[Item]:
        x, y, wide, high = box
        theme, position = self.theme, self.position
        items: list[Item] = []
        if seat == position.turn and position.phase is not Phase.END:
            items.append(Rect(x, y, wide, high, 10, None, theme.gold, 3.5))
        items.append(Placed(pieces.king(position.race(seat)), x + 8, y + 8, 0.56))
        if seat == position.me:
            items.append(Rect(x + 5, y + 5, 62, 62, 9, None, theme.focus, 2, dash=(4, 4)))
        points = score(position, seat)
        text = f"−{-points}" if points < 0 else str(points)
        items += word(text, x + 36, y + 71, 18, theme.ink, 15)
        mines: tuple[Mine, ...] = position.done[seat - 1]
        items += self._mines(mines, x + 78, y + 8, wide - 88)
        if seat == asker(position):
            return items
        right = x + 78
        for site in position.own[seat - 1]:
            items.append(Placed(pieces.mine(site.mine, theme), right, y + 50, 0.38))
            items += self._row(site.units, right + 40, y + 56, 44, 0.26)
            right += 88
        known = [unit for unit in position.hand(seat) if unit != UNSEEN]
        count = len(position.hand(seat))
        items.append(Placed(pieces.unit(known[-1] if known else UNSEEN), x + wide - 62, y + 8, 0.3))
        items += word(str(count), x + wide - 18, y + 15, 17, theme.ink, 15)
        return items

    def _mines(self, mines: tuple[Mine, ...], x: float, y: float, wide: float) -> list[Item]:
        step = min(40.0, (wide - 110) / max(1, len(mines) - 1))
        return [
            Placed(pieces.mine(mine, self.theme), x + at * step, y, 0.36)
            for at, mine in enumerate(mines)
        ]

    def _row(
        self,
        units: tuple[Unit, ...],
        x: float,
        y: float,
        wide: float,
        scale: float,
        *,
        middle: bool = False,
    ) -> list[Item]:
        return side_by_side([*map(pieces.unit, units)], x, y, 100 * scale, wide, middle=middle)
