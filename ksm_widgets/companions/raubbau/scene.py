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
_NAME, _NAME_X, _NAME_Y = 20, 21, 13
"""The size of these names, and how far left of the mine and above it they are."""

# On a field: left and top in parts of its size, then the size in parts of that of a card.
_WAITING = ((0.04, 0.04), (0.56, 0.04), (0.04, 0.54), (0.56, 0.54), (0.3, 0.29))
_WAITING_SIZE = 0.4
"""The meeples that wait on the entry."""
_DIGGER, _DIGGER_ON_TUNNEL = (0.44, 0.32, 0.56), (0.69, 0.66, 0.3)
"""A meeple on a treasure, and in the corner of a tunnel just laid, so that all ends are seen."""
_BURST = (0.4, 0.3, 0.62)
"""The sign of a blast."""

# Beside the mine: distances from the top of a place, and sizes in the picture.
_COUNT, _COUNT_Y = 19, 73
"""The number of cards."""
_TUNNEL, _TUNNEL_Y = 62, 6
"""The tunnel that is next, or just drawn."""
_TOP, _TOP_Y = 66, 2
"""The top of a stack."""
_BELOW, _BELOW_HIGH, _BELOW_X, _BELOW_Y = 58, 56, 28, 9
"""A card below it, its left from the middle."""
_MOST_BELOW, _BELOW_STEP = 3, 4
"""How many of these are seen, and how far each shows under the one above."""
_CARD = 42
"""A card in a row: in front of a player, or aside."""
_GONE_X, _GONE_Y = 5, 6
"""The cards put aside; as much space is right of them."""
_STEPS, _STEPS_Y, _STEP_HIGH, _STEP_EDGE = (22, 30, 38, 46), 12, 18, 14
"""Half the width of each step of the stairs, and their top; from step to step, and its edge."""
_TREAD = 9
"""The part of a step that is trodden on."""
_LEAVER, _LEAVER_Y, _LEAVER_STEP = 42, 34, 34.0
"""A meeple on the stairs, and the distance to the next one if there is room."""

# In a player's box: left and top, and sizes.
_WHO, _WHO_SIZE = (6, 5), 36
"""The player's meeple."""
_ASKS = (4, 3, 42, 40)
"""The frame around it for the seat that sees the table so."""
_POINTS, _POINTS_RADIUS = (70, 22), 15.5
"""The middle of the coin with the points."""
_DRIFT, _DRIFT_SIZE, _DRIFT_STEP = (98, 12), 22, 26
"""The drift sets."""
_WAY_OUT = ((104, 34), (116, 34), (116, 26), (128, 26), (128, 18), (144, 18))
"""The stairs in their place, for somebody who has left."""
_TOKEN, _TOKEN_SIZE = (34, 8), 28
"""The start player's token, its left from the right edge."""
_FRONT = (8, 44)
"""The cards in front; as much space is right of them."""


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
                at = x - _NAME_X, y + cell / 2 + 7
                items.append(Text(*at, name, _NAME, colour, "middle"))
            if field.south == first.south:
                name = str(Field(0, field.east)) if field.east else "0"
                at = x + cell / 2, y - _NAME_Y
                items.append(Text(*at, name, _NAME, colour, "middle"))
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
                _part_of_field(pieces.meeple(seat), fields[ENTRY], right, down, _WAITING_SIZE)
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
        return [*row, _part_of_field(pieces.burst(), fields[plan.field], *_BURST)]

    def _planned(self, seat: int, plan: Dig | Blast, box: Rectangle) -> list[Item]:
        """A meeple on the field of its plan, and the way there."""
        way = [_on_card(pieces.pointer(plan.way, seat), box)] if plan.way else []
        laid = isinstance(self.position.mine.get(plan.field), Tunnel)
        part = _DIGGER_ON_TUNNEL if laid else _DIGGER
        return [*way, _part_of_field(pieces.meeple(seat), box, *part)]

    # Beside the mine.

    def _beside(self, place: Beside, box: Rectangle) -> list[Item]:
        match place.area:
            case Area.STACK:
                shown = self._stack(self.position.stack(place.number), box)
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
        row = self._cards(cards, x + _GONE_X, y + _GONE_Y, wide - 2 * _GONE_X)
        return [*row, *self._count(len(cards), box)]

    def _stairs(self, box: Rectangle) -> list[Item]:
        """The stairs, with everybody who has left or is about to."""
        x, y, wide, _ = box
        theme, middle = self.theme, x + wide / 2
        items: list[Item] = [
            Rect(middle - half, y + _STEPS_Y + _STEP_HIGH * at, 2 * half, high, 3, colour)
            for high, colour in ((_STEP_EDGE, theme.stairs_edge), (_TREAD, theme.stairs))
            for at, half in enumerate(_STEPS)
        ]
        position = self.position
        there = [one for one in position.seats if one in position.out or position.leaves(one)]
        step = min(_LEAVER_STEP, (wide - _LEAVER - BESIDE) / max(1, len(there) - 1))
        start = middle - step * (len(there) - 1) / 2 - _LEAVER / 2
        items += [
            _sized(pieces.meeple(seat), start + step * at, y + _LEAVER_Y, _LEAVER)
            for at, seat in enumerate(there)
        ]
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
        return [_sized(sprite, x + (wide - _TUNNEL) / 2, y + _TUNNEL_Y, _TUNNEL), *items]

    def _stack(self, stack: tuple[Treasure, ...], box: Rectangle) -> list[Item]:
        x, y, wide, _ = box
        middle = x + wide / 2
        left, top = middle - _BELOW_X, y + _BELOW_Y
        items: list[Item] = [
            Rect(left, top + _BELOW_STEP * at, _BELOW, _BELOW_HIGH, 8, self.theme.layers[at % 2])
            for at in range(min(_MOST_BELOW, len(stack) - 1), 0, -1)
        ]
        for card in stack[-1:]:
            sprite = pieces.treasure(card.set, Face.UNSEEN)
            items.append(_sized(sprite, middle - _TOP / 2, y + _TOP_Y, _TOP))
        return [*items, *self._count(len(stack), box)]

    def _count(self, count: int, box: Rectangle) -> list[Item]:
        x, y, wide, _ = box
        return list(word(str(count), x + wide / 2, y + _COUNT_Y, _COUNT, self.theme.ink, PEN))

    def _player(self, seat: int, box: Rectangle) -> list[Item]:
        x, y, wide, _ = box
        theme, position = self.theme, self.position
        out = seat in position.out
        items: list[Item] = []
        if seat == position.turn and position.phase in (Phase.PLAN, Phase.ACT) and not out:
            items.append(turn_frame(box, theme))
        right, down = _WHO
        items.append(_sized(pieces.meeple(seat), x + right, y + down, _WHO_SIZE))
        if seat == position.me:
            right, down, across, high = _ASKS
            frame = x + right, y + down, across, high
            items.append(Rect(*frame, 8, None, theme.focus, 2, dash=(4, 4)))
        items += self._points(seat, box)
        items += self._way_out(box) if out else self._drift_sets(seat, box)
        if seat == position.start:
            left, down = _TOKEN
            items.append(_sized(pieces.token(), x + wide - left, y + down, _TOKEN_SIZE))
        right, down = _FRONT
        items += self._cards(position.front(seat), x + right, y + down, wide - 2 * right)
        return items

    def _points(self, seat: int, box: Rectangle) -> list[Item]:
        """A coin with a player's points."""
        look, (right, down) = self.theme.treasure, _POINTS
        x, y = box[0] + right, box[1] + down
        return [
            Circle(x, y + 1, _POINTS_RADIUS + 1.5, look.edge),
            Circle(x, y, _POINTS_RADIUS, look.face),
            *word(numeral(self.position.points_of(seat)), x, y - 9, 18, look.ink, 17),
        ]

    def _way_out(self, box: Rectangle) -> list[Item]:
        """Stairs, in place of the drift sets of somebody who has left."""
        x, y, _, _ = box
        d = "M" + " L".join(f"{x + right} {y + down}" for right, down in _WAY_OUT)
        return [Path(d, stroke=self.theme.good, stroke_width=5)]

    def _drift_sets(self, seat: int, box: Rectangle) -> list[Item]:
        """The drift sets that are left to a player, and those that are spent."""
        left, (right, down) = self.position.drift_of(seat), _DRIFT
        x, y = box[0] + right, box[1] + down
        return [
            _sized(
                pieces.drift_set(self.theme, spent=at >= left), x + _DRIFT_STEP * at, y, _DRIFT_SIZE
            )
            for at in range(self.position.box.drift_sets)
        ]

    def _cards(self, cards: tuple[Treasure, ...], x: float, y: float, wide: float) -> list[Item]:
        sprites = [pieces.treasure(card.set, card.face) for card in cards]
        return side_by_side(sprites, x, y, _CARD, wide)


def _sized(sprite: Sprite, x: float, y: float, size: float) -> Placed:
    """A sprite of this size, with its corner there."""
    return Placed(sprite, x, y, size / SPRITE)


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
