"""The table of Kingdom of Solomon as a picture: map, actions, market, temple, cards, players.

The places are those of `places`.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from textwrap import wrap
from typing import TYPE_CHECKING

from ksm_widgets.companions.kingdom import pieces
from ksm_widgets.companions.kingdom.box import LEVELS
from ksm_widgets.companions.kingdom.goods import GOODS, cubes_text
from ksm_widgets.companions.kingdom.naming import effect_phrase
from ksm_widgets.companions.kingdom.places import (
    TEMPLE,
    Action,
    Bonus,
    CardAction,
    OwnCard,
    Place,
    SeatBoard,
    Shown,
    Stall,
    Temple,
)
from ksm_widgets.companions.kingdom.position import Phase
from ksm_widgets.companions.picture import RIM, WIDTH, Box, TablePicture, add_row, side_by_side
from ksm_widgets.draw.shapes import Circle, Item, Path, Placed, Rect, Scene, Sprite, Text
from ksm_widgets.draw.signs import word
from ksm_widgets.words import sentence

if TYPE_CHECKING:
    from ksm_widgets.companions.kingdom.goods import Cubes
    from ksm_widgets.companions.kingdom.places import Effect, Spot
    from ksm_widgets.companions.kingdom.position import Pawn, Position

_WIDE, _HIGH = 142.0, 72.0
"""A resource place."""
_LETTER = 0.72
"""The width of a letter of a building's name, for its height; longer names are smaller."""
_LEGIBLE = 0.8
"""The part of a cube that must be in sight."""
_NAME, _SMALL_NAME = 15.0, 8.4
"""The sizes of a building's name on its owner's board: as a rule, and at least."""
_PLAIN = 0.6
"""The width of a letter that isn't bold, for its height."""
_STEP_X, _STEP_Y = 170.0, 96.0
_ACTION, _MARKET, _TEMPLE, _CARD, _SEAT = 62.0, 92.0, 74.0, 110.0, 168.0
_OWN = (103.0, 62.0)
"""The widest own building card, and its height."""
_AT = {
    "Lebanon": (0.9, 0),
    "Aram": (2.35, 0),
    "Asher": (0.15, 1),
    "Naphtali": (1.45, 1),
    "Bashan": (2.95, 1),
    "Jezreel": (0.75, 2),
    "Tob": (2.4, 2),
    "Samaria": (0.3, 3),
    "Gilead": (1.8, 3),
    "Dan": (0.0, 4),
    "Benjamin": (1.25, 4),
    "Ammon": (2.75, 4),
    "Judah": (0.6, 5),
    "Moab": (2.15, 5),
    "Edom": (1.25, 6),
    "Ophir": (2.75, 6),
}
"""Column and row of each place of our map; those of another one stand in rows."""


def spot_box(position: Position) -> dict[str, tuple[float, float]]:
    """Column and row of every resource place."""
    lands = [*position.box.lands]
    if {*lands} <= {*_AT}:
        return {name: _AT[name] for name in lands}
    return {name: (at % 4, at // 4) for at, name in enumerate(lands)}


@dataclass(frozen=True, slots=True)
class KingdomPicture(TablePicture[Place]):
    """A position with marks, and words in a language."""

    outwards = 4.0

    position: Position
    language: str = "en"

    def boxes(self) -> dict[Place, Box]:
        """The corner and size of every place."""
        position = self.position
        found: dict[Place, Box] = {}
        rows = 0.0
        for name, (column, row) in spot_box(position).items():
            found[name] = (RIM + 10 + column * _STEP_X, RIM + 6 + row * _STEP_Y, _WIDE, _HIGH)
            rows = max(rows, row)
        y = RIM + (rows + 1) * _STEP_Y + 14
        y = add_row(found, y, [*Action, *position.box.bonuses(position.players)], 4, _ACTION)
        y = add_row(found, y, [*map(Stall, GOODS)], len(GOODS), _MARKET)
        y = add_row(found, y, [TEMPLE], 1, _TEMPLE)
        shown = [*map(Shown, position.display)]
        y = add_row(found, y, shown, max(4, len(shown)), _CARD)
        add_row(found, y, [*map(SeatBoard, position.seats)], 2, _SEAT)
        for seat in position.seats:
            x, top, *_ = found[SeatBoard(seat)]
            own, (wide, high) = position.own[seat - 1], _OWN
            step = min(wide + 4, 317 / max(1, len(own)))
            for at, card in enumerate(own):
                found.setdefault(OwnCard(card), (x + 8 + at * step, top + 98, step - 4, high))
        return found

    def scene(self) -> Scene:
        """The picture to paint; what lies on top of something else is found first."""
        scene = super(KingdomPicture, self).scene()
        hits = sorted(scene.hits, key=lambda hit: hit.width * hit.height, reverse=True)
        return replace(scene, hits=tuple(hits))

    def alone(self, place: Place) -> Scene:
        """A single place as a picture of its own, with what is on it."""
        boxes = self.boxes()
        left, top, wide, high = boxes[place]
        items: list[Item] = []
        for name, (x, y, *size) in boxes.items():
            if 0 <= x - left < wide and 0 <= y - top < high:
                items += self._place(name, (x - left, y - top, size[0], size[1]))
        return Scene(wide, high, tuple(items))

    def painted(self, boxes: dict[Place, Box]) -> list[Item]:
        """The things on the table."""
        theme, position = self.theme, self.position
        last = max(boxes[name][1] for name in position.box.lands) + _HIGH
        items: list[Item] = [
            Rect(8, 8, WIDTH - 16, last - 2, 16, "#3f6f8f" if theme.name != "light" else "#9cc6de"),
            Path(self._coast(last), "#4a4630" if theme.name != "light" else "#efe2bd"),
        ]
        items += self._ways(boxes)
        for name, box in boxes.items():
            items += self._place(name, box)
        return items

    @staticmethod
    def _coast(last: float) -> str:
        """The land: the sea is to the west."""
        right, low = WIDTH - 8, last + 6
        return (
            f"M96 8 C60 60 20 90 14 150 C10 230 40 260 20 330 C8 400 10 430 24 470 "
            f"C50 520 90 560 96 {low} L{right - 16} {low} Q{right} {low} {right} {low - 16} "
            f"L{right} 24 Q{right} 8 {right - 16} 8 Z"
        )

    def _ways(self, boxes: dict[Place, Box]) -> list[Item]:
        """Lines between neighbours, and roads over them."""
        lands, owners = self.position.box.lands, dict(self.position.sites)
        items: list[Item] = []

        def middle(name: str) -> tuple[float, float]:
            x, y, wide, high = boxes[name]
            return x + wide / 2, y + high / 2

        for name, land in lands.items():
            for other in land.neighbours:
                if name < other:
                    (x, y), (x2, y2) = middle(name), middle(other)
                    path = f"M{x} {y} L{x2} {y2}"
                    items.append(Path(path, None, self.theme.label, 2, 0.55, (2, 7)))
        for one, other in self.position.roads:
            if one in boxes and other in boxes:
                seat = owners.get(one, owners.get(other))
                colours = pieces.SEATS.get(seat or 0)
                (x, y), (x2, y2) = middle(one), middle(other)
                path = f"M{x} {y} L{x2} {y2}"
                edge = "#3a2610" if colours is None else colours.edge
                items.append(Path(path, None, edge, 15))
                items.append(Path(path, None, "#d9b36b" if colours is None else colours.rim, 8))
        return items

    def _place(self, place: Place, box: Box) -> list[Item]:
        match place:
            case Stall(good):
                return self._market(GOODS.index(good), box)
            case Temple():
                return self._temple(box)
            case Shown(card):
                return self._card(card, box)
            case SeatBoard(seat):
                return self._seat(seat, box)
            case OwnCard():
                return self._own(place, box)
            case Action() | Bonus():
                return self._spot(place, box)
            case str():
                return self._land(place, box)

    def _panel(self, box: Box) -> Rect:
        return Rect(*box, 10, self.theme.panel, self.theme.panel_rim, 1.2)

    def _text(self, text: str, x: float, y: float, size: float, *, bold: bool = True) -> Text:
        return Text(x, y, text, size, self.theme.ink, bold=bold)

    def _cubes(self, letters: str, x: float, y: float, size: float, wide: float) -> list[Item]:
        """Cubes side by side; too many to be told apart are one of each good, with its number."""
        counts = Counter(letters.strip("-"))
        if (counts.total() - 1) * _LEGIBLE * size <= wide - size:
            return side_by_side([*map(pieces.cube, counts.elements())], x, y, size, wide)
        high = 0.66 * size
        told = {good: str(count) if count > 1 else "" for good, count in counts.items()}
        natural = {good: size + 6 + 0.8 * high * len(number) for good, number in told.items()}
        scale = min(1.0, wide / sum(natural.values()))
        items: list[Item] = []
        for good, number in told.items():
            items.append(Placed(pieces.cube(good), x, y, scale * size / 100))
            top, left = y + scale * (size - high) / 2, x + scale * (size + 4)
            items += word(number, left, top, scale * high, self.theme.ink, 15, "start")
            x += scale * natural[good]
        return items

    def _land(self, name: str, box: Box) -> list[Item]:
        x, y, wide, high = box
        land, owner = self.position.box.lands[name], self.position.owner(name)
        items: list[Item] = [self._panel(box), self._text(name, x + 9, y + 25, 20)]
        items += self._cubes(cubes_text(land.goods), x + 8, y + 35, 30, 62)
        if owner is not None and owner in pieces.SEATS:
            items.append(Placed(pieces.house(owner), x + wide - 42, y + high - 38, 0.35))
        elif land.site:
            at = (x + wide - 41, y + high - 36, 32, 31, 6)
            items.append(Rect(*at, None, self.theme.label, 2, 0.8, (4, 4)))
        return [*items, *self._pawn(name, x + wide - 78, y + high - 42, 0.39)]

    def _pawn(self, spot: Spot, x: float, y: float, scale: float = 0.44) -> list[Item]:
        pawn: Pawn | None = self.position.pawn_at(spot)
        if pawn is None or pawn.seat not in pieces.SEATS:
            return []
        return [Placed(pieces.pawn(pawn.seat, pawn.size), x, y, scale)]

    def _spot(self, name: Action | Bonus, box: Box) -> list[Item]:
        x, y, wide, _ = box
        told = sentence(f"kingdom_spot.{name}", self.language)
        items: list[Item] = [self._panel(box)]
        if isinstance(name, Bonus):
            items.append(Rect(x + 3, y + 3, wide - 6, _ACTION - 6, 8, None, self.theme.gold, 2))
        items.append(self._text(told, x + 10, y + 24, 17))
        what = self._effect(name)
        size = min(14.0, (wide - 22) / (_PLAIN * len(what)))
        items.append(Text(x + 10, y + 51, what, size, self.theme.soft_ink))
        return [*items, *self._pawn(name, x + wide - 40, y + 2, 0.37)]

    def _market(self, kind: int, box: Box) -> list[Item]:
        x, y, wide, _ = box
        level, good = self.position.market[kind], GOODS[kind]
        items: list[Item] = [self._panel(box), Placed(pieces.cube(good), x + 6, y + 6, 0.28)]
        name = sentence(f"kingdom_good.{good}", self.language)
        size = min(17.0, (wide - 48) / (_LETTER * len(name)))
        items.append(self._text(name, x + 40, y + 26, size))
        step = (wide - 12) / LEVELS
        for at in range(LEVELS):
            left = x + 6 + at * step
            items.append(Rect(left, y + 40, step - 3, 28, 5, self.theme.well, self.theme.well_rim))
            if at < level:
                items.append(Placed(pieces.cube(good), left + (step - 29) / 2, y + 41, 0.26))
            price = str(self.position.box.prices[kind][at])
            items += word(price, left + step / 2 - 1, y + 72, 14, self.theme.ink, 15)
        return items

    def _temple(self, box: Box) -> list[Item]:
        x, y, wide, high = box
        steps = self.position.box.steps
        items: list[Item] = [self._panel(box)]
        step = (wide - 12) / len(steps)
        for at, (cost, free, points) in enumerate(steps):
            left, built = x + 6 + at * step, at < self.position.temple
            fill = "#e8d5a4" if built else self.theme.well
            now = at == self.position.temple
            rim = self.theme.gold if now else self.theme.well_rim
            items.append(Rect(left, y + 6, step - 4, high - 12, 6, fill, rim, 3 if now else 1.2))
            ink = "#3a2610" if built else self.theme.ink
            items += word(str(points), left + step / 2 - 2, y + 42, 20, ink, 15)
            letters = cubes_text(cost)
            letters = "" if letters == "-" else letters
            pips = [*letters, *"?" * free]
            for pip, good in enumerate(pips):
                cx = left + step / 2 - 2 + (pip - (len(pips) - 1) / 2) * 19
                if good == "?":
                    items.append(Circle(cx, y + 24, 8, None, ink, 2))
                    items += word("?", cx, y + 19, 10, ink, 16)
                else:
                    items.append(Placed(pieces.cube(good), cx - 9, y + 15, 0.18))
        return items

    def _card(self, number: int, box: Box) -> list[Item]:
        x, y, wide, _ = box
        card = self.position.box.buildings.get(number)
        items: list[Item] = [self._panel(box)]
        in_words = card is not None and isinstance(card.action, CardAction)
        below = 70 if in_words else 90
        items += word(str(number), x + wide - 16, y + below, 12, self.theme.soft_ink, 14)
        if card is None:
            return items
        name = sentence("kingdom_told.name", self.language, name=card.told)
        size = min(16.0, (wide - 14) / (_LETTER * len(name)))
        items.append(self._text(name, x + 8, y + 24, size))
        items += self._cubes(cubes_text(card.cost), x + 8, y + 34, 25, wide - 16)
        points = sentence("kingdom_label.card", self.language, points=card.points)
        items.append(self._text(points, x + 8, y + 79, 14))
        items += self._action(card.action, x + 8, y + 86, 15)
        if not card.builds:
            told = sentence("kingdom_spot.no_building", self.language)
            items.append(Text(x + wide - 7, y + 79, told, 12, self.theme.soft_ink, "end"))
        return items

    def _action(self, action: Cubes | CardAction, x: float, y: float, size: float) -> list[Item]:
        """The effect of a building card: a pawn, and the goods or the words for it."""
        items: list[Item] = [Placed(pieces.any_pawn(), x, y - 2, (size + 3) / 100)]
        if not isinstance(action, CardAction):
            sprites = [*map(pieces.cube, cubes_text(action))]
            return [*items, *side_by_side(sprites, x + size + 8, y, size, 60)]
        told = self._effect(action)
        return [*items, Text(x + size + 8, y + 13, told, 13, self.theme.soft_ink)]

    def _effect(self, effect: Effect) -> str:
        told = effect_phrase(self.position.box, effect, "label")
        return sentence(told.key, self.language, **told.params)

    def _own(self, spot: OwnCard, box: Box) -> list[Item]:
        x, y, wide, high = box
        theme, low = self.theme, y + high
        items: list[Item] = [Rect(*box, 6, theme.well, theme.well_rim, 1.2)]
        items += word(str(spot), x + wide - 9, low - 18, 11, theme.ink, 15, "end")
        card = self.position.box.buildings.get(spot.number)
        if card is None:
            return [*items, *self._pawn(spot, x + wide - 33, low - 31, 0.31)]
        name = sentence("kingdom_told.name", self.language, name=card.told)
        size, lines = _in_lines(name, wide - 15)
        for at, line in enumerate(lines):
            items.append(Text(x + 9, y + 18 + at * size, line, size, theme.ink))
        if self.position.pawn_at(spot) is not None:
            return [*items, *self._pawn(spot, x + wide - 33, low - 31, 0.31)]
        if isinstance(card.action, CardAction):
            told = self._effect(card.action)
            size = min(11.0, (wide - 32) / (_PLAIN * len(told)))
            if size >= _SMALL_NAME - 1:
                items.append(Text(x + 9, low - 9, told, size, theme.soft_ink))
            return items
        sprites = [*map(pieces.cube, cubes_text(card.action))]
        return [*items, *side_by_side(sprites, x + 8, low - 24, 17, wide - 34)]

    def _seat(self, seat: int, box: Box) -> list[Item]:
        x, y, wide, high = box
        position, theme = self.position, self.theme
        items: list[Item] = [self._panel(box)]
        if seat == position.turn and not position.is_over:
            # In the player's colour: gold rings are marks.
            items.append(
                Rect(x + 2, y + 2, wide - 4, high - 4, 9, None, pieces.SEATS[seat].face, 5)
            )
        items.append(Placed(pieces.pawn(seat), x + 8, y + 6, 0.42))
        if seat == position.me:
            items.append(Rect(x + 6, y + 5, 47, 46, 9, None, theme.focus, 2, dash=(4, 4)))
        items += word(str(position.scores[seat - 1]), x + 80, y + 12, 22, theme.ink, 15)
        self._label(items, "points", x + 80, y)
        items += word(str(position.number(seat)), x + 128, y + 12, 22, theme.ink, 14)
        self._label(items, "order", x + 128, y)
        tokens = min(position.tokens[seat - 1], 6)
        step = min(16.0, 40 / max(1, tokens - 1))
        for at in range(tokens):
            items.append(Placed(pieces.token(), x + 162 + at * step, y + 11, 0.24))
        if tokens:
            self._label(items, "tokens", x + 184, y)
        if position.favour == seat:
            star = "M0 -12 L3 -4 L12 -4 L5 2 L8 11 L0 6 L-8 11 L-5 2 L-12 -4 L-3 -4 Z"
            shape = Sprite((Path(star, theme.gold),))
            items.append(Placed(shape, x + 237, y + 23))
            self._label(items, "favour", x + 237, y)
        left = position.left[seat - 1]
        if position.phase is Phase.PLACE and left:
            items += word(str(left), x + wide - 46, y + 12, 22, theme.ink, 15)
            items.append(Placed(pieces.pawn(seat), x + wide - 38, y + 8, 0.3))
            self._label(items, "left", x + wide - 36, y)
        hand = position.fortune[seat - 1]
        # Many are smaller: none hides another.
        size = min(0.34, 150 / (84 * max(1, len(hand))))
        first = x + wide - 8 - 84 * size * len(hand)
        for at, card in enumerate(hand):
            edge = first + (84 * at - 8) * size
            items.append(Placed(pieces.fortune(card), edge, y + 79 - 50 * size, size))
        goods = cubes_text(position.goods[seat - 1])
        return [*items, *self._cubes(goods, x + 8, y + 66, 27, first - x - 16)]

    def _label(self, items: list[Item], name: str, x: float, y: float) -> None:
        """Add the word below a number of a player's board."""
        told = sentence(f"kingdom_label.{name}", self.language)
        items.append(Text(x, y + 56, told, 12.5, self.theme.soft_ink, "middle"))


def _in_lines(name: str, wide: float) -> tuple[float, list[str]]:
    """The size of a name that fits into a width, and its lines: two at most."""
    longest = max(map(len, name.split()))
    size = max(_SMALL_NAME, min(_NAME, wide / (_PLAIN * longest)))
    room = max(2, int(wide / (_PLAIN * size) + 0.01))
    lines = wrap(name, room, break_long_words=False)[:2]
    return size, [line if len(line) <= room else f"{line[: room - 1]}." for line in lines]
