"""The mine of Raubbau as a picture: the grid with its meeples, stacks, stairs, and every player.

`telling.place_told` says in words what is at a place.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from ksm_widgets.companions.painting import PEN
from ksm_widgets.companions.picture import (
    BESIDE,
    RIM,
    SPRITE,
    WIDTH,
    Rectangle,
    TablePicture,
    add_row,
    ground,
    side_by_side,
    turn_frame,
)
from ksm_widgets.companions.raubbau import pieces
from ksm_widgets.companions.raubbau.box import SIDES, Face
from ksm_widgets.companions.raubbau.cards import Treasure, Tunnel
from ksm_widgets.companions.raubbau.places import (
    ENTRY,
    GONE,
    STAIRS,
    TUNNELS,
    Area,
    Beside,
    Field,
    Place,
)
from ksm_widgets.companions.raubbau.plans import Blast, Dig, Reached
from ksm_widgets.companions.raubbau.position import Phase, Position
from ksm_widgets.companions.telling import numeral
from ksm_widgets.draw.shapes import Circle, Item, Path, Placed, Rect, Sprite, Text
from ksm_widgets.draw.signs import word
from ksm_widgets.draw.themes import Theme

_MOST_CELL = 112.0
"""The size of a field in a small mine."""
_MINE_HEIGHT = 650.0
"""The most height of the mine, for which the fields of a large one are smaller."""
_LABEL = 24.0
"""Room for the names of rows and columns."""
_BAND = 100.0
"""Height of the band with stairs and stacks."""
_SEAT = 88.0
"""Height of a player's box."""
_WAITING = ((0.04, 0.04), (0.56, 0.04), (0.04, 0.54), (0.56, 0.54), (0.3, 0.29))
"""Where meeples wait on the entry, in parts of a field."""


@dataclass(frozen=True, slots=True)
class RaubbauPicture(TablePicture[Place]):
    """A position with marks.

    With `room` there is a rim of empty fields to build on, and at least so many fields to each side
    of the entry.
    """

    position: Position
    room: int = 0

    def boxes(self) -> dict[Place, Rectangle]:
        """The corner and size of every place."""
        rows, columns = grid_of(self.position, room=self.room)
        wide = WIDTH - 2 * (RIM + _LABEL)
        cell = min(_MOST_CELL, wide / len(columns), _MINE_HEIGHT / len(rows))
        left, top = (WIDTH - cell * len(columns)) / 2, RIM + _LABEL
        found: dict[Place, Rectangle] = {
            Field(row, column): (left + cell * at, top + cell * down, cell, cell)
            for down, row in enumerate(rows)
            for at, column in enumerate(columns)
        }
        y = top + cell * len(rows) + RIM
        stacks = [Beside(Area.STACK, at + 1) for at in range(len(self.position.stacks))]
        y = add_row(found, y, (STAIRS, *stacks, TUNNELS, GONE), 6, _BAND)
        add_row(found, y, [Beside(Area.SEAT, seat) for seat in self.position.seats], 3, _SEAT)
        return found

    def painted(self, boxes: dict[Place, Rectangle]) -> list[Item]:
        """The things in the mine and beside it."""
        theme = self.theme
        fields = {place: box for place, box in boxes.items() if isinstance(place, Field)}
        x, y, cell, _ = next(iter(fields.values()))
        right, low = (max(box[at] for box in fields.values()) + cell for at in (0, 1))
        items: list[Item] = [
            Rect(x - 7, y - 7, right - x + 14, low - y + 14, 16, theme.frame, theme.well_rim, 1.5),
        ]
        for field, box in fields.items():
            items += self._field(field, box)
        items += self._labels(fields)
        items += self._meeples(fields)
        for place, box in boxes.items():
            if isinstance(place, Beside):
                items += self._beside(place, box)
        return items

    # The mine.

    def _labels(self, fields: dict[Field, Rectangle]) -> list[Item]:
        """The steps from the entry: `n2` before a row, `w1` above a column, `0` at its own."""
        colour = self.theme.label
        first = next(iter(fields))
        items: list[Item] = []
        for field, (x, y, cell, _) in fields.items():
            if field.east == first.east:
                name = str(Field(field.south, 0)) if field.south else "0"
                items.append(Text(x - 21, y + cell / 2 + 7, name, 20, colour, "middle"))
            if field.south == first.south:
                name = str(Field(0, field.east)) if field.east else "0"
                items.append(Text(x + cell / 2, y - 13, name, 20, colour, "middle"))
        return items

    def _field(self, field: Field, box: Rectangle) -> list[Item]:
        thing = self.position.mine.get(field)
        if isinstance(thing, Tunnel):
            return [_on_card(pieces.tunnel(thing, self.theme, entry=field == ENTRY), box)]
        if isinstance(thing, Treasure):
            known = () if thing.face is Face.CAVE_IN else thing.known
            return [_on_card(pieces.treasure(thing.set, thing.face, known), box)]
        return [_on_card(_empty(self.theme), box)]

    def _meeples(self, fields: dict[Field, Rectangle]) -> list[Item]:
        """Everybody who is inside: where they plan, or waiting on the entry."""
        position = self.position
        inside = [seat for seat in position.seats if seat not in position.out]
        items: list[Item] = []
        for seat in inside:
            plan = position.plan(seat)
            if isinstance(plan, Reached) and plan.field in fields:
                if isinstance(plan, Blast):
                    items += self._blast(plan, fields)
                items += self._planned(seat, plan, fields[plan.field])
        if ENTRY in fields:
            waiting = [seat for seat in inside if position.plan(seat) is None]
            items += [
                _part_of_field(pieces.meeple(seat), fields[ENTRY], right, down, 0.4)
                for seat, (right, down) in zip(waiting, _WAITING, strict=False)
            ]
        return items

    def _blast(self, plan: Blast, fields: dict[Field, Rectangle]) -> list[Item]:
        """The row of a blast, and its sign."""
        row: list[Item] = [
            Rect(x + 5, y + 5, size - 10, size - 10, 10, None, pieces.FIRE, 4, dash=(7, 7))
            for field in plan.fields()
            if field in fields
            for x, y, size, _ in [fields[field]]
        ]
        return [*row, _part_of_field(pieces.burst(), fields[plan.field], 0.4, 0.3, 0.62)]

    def _planned(self, seat: int, plan: Dig | Blast, box: Rectangle) -> list[Item]:
        """A meeple on the field of its plan, and the way there."""
        way = [_on_card(pieces.pointer(plan.way, seat), box)] if plan.way else []
        # On a tunnel just laid it keeps to the rock of a corner, so that all ends are seen.
        laid = isinstance(self.position.mine.get(plan.field), Tunnel)
        right, down, size = (0.69, 0.66, 0.3) if laid else (0.44, 0.32, 0.56)
        return [*way, _part_of_field(pieces.meeple(seat), box, right, down, size)]

    # Beside the mine.

    def _beside(self, place: Beside, box: Rectangle) -> list[Item]:
        match place.area:
            case Area.STACK:
                shown = self._stack(self.position.stacks[place.number - 1], box)
            case Area.SEAT:
                shown = self._player(place.number, box)
            case Area.STAIRS:
                shown = self._stairs(box)
            case Area.TUNNELS:
                shown = self._tunnels(box)
            case Area.GONE:
                shown = self._gone(box)
        return [ground(box, self.theme), *shown]

    def _gone(self, box: Rectangle) -> list[Item]:
        x, y, wide, _ = box
        cards = self.position.gone
        return [*self._cards(cards, x + 5, y + 6, wide - 10), *self._count(len(cards), box)]

    def _stairs(self, box: Rectangle) -> list[Item]:
        """The stairs, with everybody who has left or is about to."""
        x, y, wide, _ = box
        theme, middle = self.theme, x + wide / 2
        items: list[Item] = [
            Rect(middle - half, y + 12 + 18 * at, 2 * half, high, 3, colour)
            for high, colour in ((14, theme.stairs_edge), (9, theme.stairs))
            for at, half in enumerate((22, 30, 38, 46))
        ]
        position = self.position
        there = [one for one in position.seats if one in position.out or position.leaves(one)]
        step = min(34.0, (wide - 44) / max(1, len(there) - 1))
        start = middle - step * (len(there) - 1) / 2 - 21
        for at, seat in enumerate(there):
            items.append(Placed(pieces.meeple(seat), start + step * at, y + 34, 0.42))
        return items

    def _tunnels(self, box: Rectangle) -> list[Item]:
        """The tunnel just drawn, or the back of the next one, and how many there are."""
        x, y, wide, _ = box
        count, drawn = len(self.position.tunnels), self.position.tunnel_drawn
        items = self._count(count, box)
        if drawn is not None:
            sprite = pieces.tunnel(drawn, self.theme)
        elif count:
            sprite = pieces.tunnel_back(self.theme)
        else:
            return items
        return [Placed(sprite, x + wide / 2 - 31, y + 6, 0.62), *items]

    def _stack(self, stack: tuple[Treasure, ...], box: Rectangle) -> list[Item]:
        x, y, wide, _ = box
        middle = x + wide / 2
        items: list[Item] = [
            Rect(middle - 28, y + 9 + 4 * at, 58, 56, 8, self.theme.layers[at % 2])
            for at in range(min(3, len(stack) - 1), 0, -1)
        ]
        for top in stack[-1:]:
            sprite = pieces.treasure(top.set, Face.UNSEEN)
            items.append(Placed(sprite, middle - 33, y + 2, 0.66))
        return [*items, *self._count(len(stack), box)]

    def _count(self, count: int, box: Rectangle) -> list[Item]:
        x, y, wide, _ = box
        return list(word(str(count), x + wide / 2, y + 73, 19, self.theme.ink, PEN))

    def _player(self, seat: int, box: Rectangle) -> list[Item]:
        x, y, wide, _ = box
        theme, position = self.theme, self.position
        out = seat in position.out
        items: list[Item] = []
        if seat == position.turn and position.phase in (Phase.PLAN, Phase.ACT) and not out:
            items.append(turn_frame(box, theme))
        items.append(Placed(pieces.meeple(seat), x + 6, y + 5, 0.36))
        if seat == position.me:
            items.append(Rect(x + 4, y + 3, 42, 40, 8, None, theme.focus, 2, dash=(4, 4)))
        items += self._points(position.points_of(seat), x + 70, y + 22)
        items += self._way_out(x + 104, y + 34) if out else self._drift_sets(seat, x + 98, y + 12)
        if seat == position.start:
            items.append(Placed(pieces.token(), x + wide - 34, y + 8, 0.28))
        items += self._cards(position.front(seat), x + 8, y + 44, wide - 16)
        return items

    def _points(self, points: int, x: float, y: float) -> list[Item]:
        look = self.theme.treasure
        return [
            Circle(x, y + 1, 17, look.edge),
            Circle(x, y, 15.5, look.face),
            *word(numeral(points), x, y - 9, 18, look.ink, 17),
        ]

    def _way_out(self, x: float, y: float) -> list[Item]:
        """Stairs, in place of the drift sets of somebody who has left."""
        steps = ((0, 0), (12, 0), (12, -8), (24, -8), (24, -16), (40, -16))
        d = "M" + " L".join(f"{x + right} {y + up}" for right, up in steps)
        return [Path(d, stroke=self.theme.good, stroke_width=5)]

    def _drift_sets(self, seat: int, x: float, y: float) -> list[Item]:
        left = self.position.drift_of(seat)
        return [
            Placed(pieces.drift_set(self.theme, spent=at >= left), x + 26 * at, y, 0.22)
            for at in range(self.position.box.drift_sets)
        ]

    def _cards(self, cards: tuple[Treasure, ...], x: float, y: float, wide: float) -> list[Item]:
        sprites = [pieces.treasure(card.set, card.face) for card in cards]
        return side_by_side(sprites, x, y, 42, wide)


def _on_card(sprite: Sprite, box: Rectangle) -> Placed:
    """A sprite as large as a card on its field."""
    x, y, cell, _ = box
    scale = cell / (SPRITE + 2 * BESIDE)
    return Placed(sprite, x + BESIDE * scale, y + BESIDE * scale, scale)


def _part_of_field(
    sprite: Sprite, box: Rectangle, right: float, down: float, size: float
) -> Placed:
    """A sprite of a part of a card's size, at parts of its field to the right and down."""
    x, y, cell, _ = box
    return Placed(sprite, x + right * cell, y + down * cell, size * _on_card(sprite, box).scale)


@cache
def _empty(theme: Theme) -> Sprite:
    """An empty field: bare rock."""
    return Sprite(
        (
            Rect(4, 4, 92, 92, 12, theme.well, opacity=0.45),
            Rect(4, 4, 92, 92, 12, None, theme.well_rim, 2, 0.55, (6, 8)),
        )
    )


def grid_of(position: Position, *, room: int = 0) -> tuple[range, range]:
    """The rows and columns of fields to show: all with something on them, those beside the entry.

    While somebody acts, they also show the fields around the tunnel that is being dug.
    """
    fields = [ENTRY, *position.mine]
    fields += [target for target in map(position.target, position.seats) if target is not None]
    target = position.target(position.turn)
    if position.step is not None and target is not None:
        fields += map(target.next, SIDES)
    if room:
        fields += [Field(-room + 1, -room + 1), Field(room - 1, room - 1)]
    else:
        fields += [ENTRY.next(side) for side in position.tunnel(ENTRY)]
    rim = 1 if room else 0
    south, east = [field.south for field in fields], [field.east for field in fields]
    rows = range(min(south) - rim, max(south) + rim + 1)
    return rows, range(min(east) - rim, max(east) + rim + 1)
