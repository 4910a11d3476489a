"""The board: the mine by torchlight, and marks on it."""

from __future__ import annotations

from collections import Counter
from dataclasses import KW_ONLY, dataclass, replace
from functools import cache
from math import hypot

from ksm_widgets.draw.ground import (
    BOARD_HEIGHT,
    BOARD_WIDTH,
    CELL,
    FACE_LEFT,
    WELL,
    corner,
    face_top,
    ground,
    lift,
    pile,
)
from ksm_widgets.draw.shapes import Circle, Drawn, HitArea, Item, Path, Placed, Rect, Scene, Sprite
from ksm_widgets.draw.showing import Motion, Point
from ksm_widgets.draw.signs import glyph, word
from ksm_widgets.draw.themes import DARK, Theme
from ksm_widgets.draw.tiles import FACE_HEIGHT, FACE_WIDTH, TILE_FACE, tile_scene
from ksm_widgets.rules.given import covered
from ksm_widgets.rules.position import Position
from ksm_widgets.rules.quarries import QUARRIES, Move, Quarry
from ksm_widgets.rules.tiles import Tile
from ksm_widgets.words import sentence


@dataclass(frozen=True, slots=True)
class Marks:
    """The marks to draw on a board; none by default."""

    picked: Quarry | None = None
    """The tile picked up: it hovers in a dashed ring."""
    targets: tuple[Quarry, ...] = ()
    """The quarries to which it may go: corner brackets and an arrow down."""
    dig: tuple[Quarry, ...] = ()
    """The chosen dig: a thick ring of gold."""
    not_diggable: tuple[Quarry, ...] = ()
    """Selected, but not to be dug as it lies: a dashed red ring with a cross."""
    ghost: tuple[Quarry, ...] = ()
    """The card's shape under the pointer: a veil with a tick, or dashed with a cross or nothing."""
    ghost_ok: bool | None = True
    """Whether it can be dug there; None tells neither, where that is for the player to find out."""
    path: tuple[Move, ...] = ()
    """Moves, as arrows with step numbers."""
    first_step: int = 1
    """The number of the first of them."""
    bare: tuple[Quarry, ...] = ()
    """The tile that a move has just uncovered: brackets round it."""
    illegal: Move | None = None
    """A move that is not allowed: a broken red arrow with both levels."""
    faults: tuple[Quarry, ...] = ()
    """Quarries with a fault: a red frame and a triangle with an exclamation mark."""
    focus: Quarry | None = None
    """The keyboard's place: a double frame round the cell."""
    area: tuple[Quarry, ...] = ()
    """The area that a hint points to: hatched ground, a dotted frame."""


def marks_below(marks: Marks, theme: Theme) -> list[Item]:
    """The marks below the tiles."""
    return [Placed(_area(theme), *corner(quarry)) for quarry in marks.area]


def marks_above(position: Position, marks: Marks, open_view: bool, theme: Theme) -> list[Item]:
    """The marks above the tiles."""
    items: list[Item] = []

    def on_tile(sprite: Sprite, quarry: Quarry) -> None:
        x, y = corner(quarry)
        height = position.height(quarry)
        rise = lift(height, open_view) if quarry == marks.picked else 0
        items.append(Placed(sprite, x + FACE_LEFT, y + face_top(height, open_view) - rise))

    def on_cell(sprite: Sprite, quarry: Quarry) -> None:
        items.append(Placed(sprite, *corner(quarry)))

    for quarry in marks.bare:
        on_tile(_brackets(theme), quarry)
    for quarry in marks.dig:
        on_tile(_dig(theme), quarry)
    for quarry in marks.not_diggable:
        on_tile(_not_diggable(theme), quarry)
    if marks.picked:
        on_tile(_picked(theme), marks.picked)
    for quarry in marks.targets:
        on_cell(_target(theme), quarry)
    for quarry in marks.ghost:
        on_cell(_ghost(theme, marks.ghost_ok), quarry)
    for quarry in marks.faults:
        on_cell(_fault(theme), quarry)
    items += _path(marks, theme)
    if marks.illegal:
        items += _illegal(position, marks.illegal, theme)
    if marks.focus:
        on_cell(_focus(theme), marks.focus)
    return items


@cache
def _area(theme: Theme) -> Sprite:
    hatch = "".join(
        f"M{max(4.0, 4 + d - 96):.0f} {min(100.0, 4 + d):.0f} "
        f"L{min(100.0, 4 + d):.0f} {max(4.0, 4 + d - 96):.0f} "
        for d in range(16, 190, 16)
    )
    return Sprite(
        (
            Rect(2, 2, WELL, WELL, 11, theme.gold, opacity=0.14),
            Path(hatch.strip(), stroke=theme.gold, stroke_width=3, opacity=0.5),
            Rect(2, 2, WELL, WELL, 11, None, theme.gold, 4, dash=(0.1, 8)),
        )
    )


def _ring(theme: Theme, colour: str, width: float, dash: tuple[float, ...] = ()) -> list[Drawn]:
    """A ring round a face, on a dark one that sets it off from any tile."""
    place = (-1.5, -1.5, FACE_WIDTH + 3, FACE_HEIGHT + 5, 11)
    return [
        Rect(*place, None, theme.ring_ground, width + 3),
        Rect(*place, None, colour, width, dash=dash),
    ]


def _badge(
    x: float, y: float, sign: str, colour: str, theme: Theme, radius: float = 11
) -> list[Drawn | Placed]:
    """A sign in a disc."""
    size = radius / 62
    return [
        Circle(x, y, radius + 1.6, theme.ring_ground),
        Circle(x, y, radius, colour),
        Placed(glyph(sign, theme.ring_ground, 20), x - 30 * size, y - 53 * size, size),
    ]


@cache
def _dig(theme: Theme) -> Sprite:
    return Sprite(tuple(_ring(theme, theme.gold, 5)))


@cache
def _not_diggable(theme: Theme) -> Sprite:
    return Sprite(
        (*_ring(theme, theme.bad, 4, (9, 8)), *_badge(FACE_WIDTH - 3, 5, "×", theme.bad, theme))
    )


@cache
def _picked(theme: Theme) -> Sprite:
    return Sprite(tuple(_ring(theme, theme.focus, 3.4, (3, 7))))


@cache
def _brackets(theme: Theme) -> Sprite:
    """Brackets round a tile's corners, outside its face, which stays visible."""
    left, top, right, low, arm = -1.5, -1.5, FACE_WIDTH + 1.5, FACE_HEIGHT + 3.5, 15
    strokes = (
        f"M{left} {top + arm} L{left} {top} L{left + arm} {top} "
        f"M{right - arm} {top} L{right} {top} L{right} {top + arm} "
        f"M{left} {low - arm} L{left} {low} L{left + arm} {low} "
        f"M{right - arm} {low} L{right} {low} L{right} {low - arm}"
    )
    return Sprite(
        (
            Path(strokes, None, theme.ring_ground, 8),
            Path(strokes, None, theme.bare, 5),
        )
    )


@cache
def _target(theme: Theme) -> Sprite:
    far, arm = 3.5 + WELL - 3, 20
    brackets = (
        f"M3.5 {arm} L3.5 3.5 L{arm} 3.5 M{far - arm} 3.5 L{far} 3.5 L{far} {arm} "
        f"M{far} {far - arm} L{far} {far} L{far - arm} {far} "
        f"M{arm} {far} L3.5 {far} L3.5 {far - arm}"
    )
    return Sprite(
        (
            Path(brackets, None, theme.ring_ground, 8),
            Path(brackets, None, theme.good, 5),
            Circle(16, 50, 12.6, theme.ring_ground),
            Circle(16, 50, 11, theme.good),
            Path("M16 44 L16 56 M11 51 L16 56 L21 51", None, theme.ring_ground, 3.2),
        )
    )


@cache
def _ghost(theme: Theme, good: bool | None) -> Sprite:
    colour = theme.gold if good is None else theme.good if good else theme.bad
    dash = () if good else (9, 7)
    badge = () if good is None else _badge(16, 50, "✓" if good else "×", colour, theme)
    return Sprite(
        (
            Rect(3, 3, WELL - 2, WELL - 2, 11, colour, opacity=0.2),
            Rect(3, 3, WELL - 2, WELL - 2, 11, None, theme.ring_ground, 6.5, opacity=0.7),
            Rect(3, 3, WELL - 2, WELL - 2, 11, None, colour, 3.4, dash=dash),
            *badge,
        )
    )


@cache
def _focus(theme: Theme) -> Sprite:
    return Sprite(
        (
            Rect(0.5, 0.5, CELL - 1, CELL - 1, 13, None, theme.ring_ground, 8),
            Rect(-1, -1, CELL + 2, CELL + 2, 14, None, theme.focus, 2.6),
            Rect(3.6, 3.6, CELL - 7.2, CELL - 7.2, 10, None, theme.focus, 1.6),
        )
    )


@cache
def _fault(theme: Theme) -> Sprite:
    return Sprite(
        (
            Rect(2, 2, WELL, WELL, 11, None, theme.bad, 5),
            Path("M82 6 L103 42 L61 42 Z", theme.ring_ground, theme.ring_ground, 7),
            Path("M82 8 L100 40 L64 40 Z", theme.bad, theme.bad, 3),
            Placed(glyph("!", theme.ring_ground, 20), 75.4, 15, 0.22),
        )
    )


def _centre(quarry: Quarry) -> tuple[float, float]:
    x, y = corner(quarry)
    return x + FACE_LEFT + FACE_WIDTH / 2, y + 56


_REACH = 27.0
"""An arrow keeps so far from the middle of a tile: the glyph stays to be seen."""
_THROUGH = 0.55
"""The opacity of the ground under an arrow: covered tiles show through it."""
_LANE = 31
"""Between two arrows side by side: their numbers, in discs, do not touch."""
_LANES = 72
"""Room for all the arrows between the same two quarries, side by side."""
_CROSSING = 0.17
"""How far towards its target, of an arrow that crosses another one, its number is."""


def _path(marks: Marks, theme: Theme) -> list[Item]:
    """One arrow per move; arrows back and forth between two quarries are side by side.

    Where the discs with their numbers would cover each other, these make way along the arrows.
    """
    items: list[Item] = []
    pairs = [frozenset((move.source, move.target)) for move in marks.path]
    together = Counter(pairs)
    middles = dict(zip(pairs, map(_middle, marks.path), strict=True))
    crossing = Counter(middles.values())
    seen: Counter[frozenset[Quarry]] = Counter()
    discs: list[Item] = []
    for number, (move, pair) in enumerate(zip(marks.path, pairs, strict=True), marks.first_step):
        (x0, y0), (x1, y1) = _centre(move.source), _centre(move.target)
        length = hypot(x1 - x0, y1 - y0) or 1
        apart = min(_LANE, _LANES / max(1, together[pair] - 1))
        # What is left of an arrow is right of the one that comes back.
        side = 1 if move.source < move.target else -1
        aside = (seen[pair] - (together[pair] - 1) / 2) * apart * side
        shift_x, shift_y = -(y1 - y0) / length * aside, (x1 - x0) / length * aside
        x0, x1, y0, y1 = x0 + shift_x, x1 + shift_x, y0 + shift_y, y1 + shift_y
        items += _arrow(x0, y0, x1, y1, theme.arrow, theme, ())
        away = 0 if apart == _LANE else 0.12 * side * (-1) ** seen[pair]
        if crossing[middles[pair]] > 1:
            away += _CROSSING
        seen[pair] += 1
        middle_x, middle_y = x0 + (x1 - x0) * (0.5 + away), y0 + (y1 - y0) * (0.5 + away)
        text = str(number)
        discs += [
            Circle(middle_x, middle_y, 14.5, theme.arrow_ink),
            Circle(middle_x, middle_y, 12.5, theme.arrow),
            *word(text, middle_x, middle_y - 7.5, 15 if number < 10 else 12, theme.arrow_ink, 19),
        ]
    return items + discs


def _middle(move: Move) -> tuple[float, float]:
    """The point halfway between the quarries of a move."""
    (x0, y0), (x1, y1) = _centre(move.source), _centre(move.target)
    return (x0 + x1) / 2, (y0 + y1) / 2


def _arrow(
    x0: float,
    y0: float,
    x1: float,
    y1: float,
    colour: str,
    theme: Theme,
    dash: tuple[float, ...],
) -> list[Item]:
    """An arrow from one point towards another, stopping short of it."""
    length = hypot(x1 - x0, y1 - y0) or 1
    along_x, along_y = (x1 - x0) / length, (y1 - y0) / length
    start, tip = min(_REACH, length / 4), length - min(_REACH, length / 4)

    def at(along: float, across: float = 0) -> str:
        return (
            f"{x0 + along_x * along - along_y * across:.2f} "
            f"{y0 + along_y * along + along_x * across:.2f}"
        )

    shaft = f"M{at(start)} L{at(tip - 12)}"
    head = f"M{at(tip)} L{at(tip - 16, 9)} L{at(tip - 16, -9)} Z"
    return [
        Path(shaft, None, theme.ring_ground, 8, opacity=_THROUGH),
        Path(head, theme.ring_ground, theme.ring_ground, 4, opacity=_THROUGH),
        Path(shaft, None, colour, 4, dash=dash),
        Path(head, colour, colour, 1.6),
    ]


def _illegal(position: Position, move: Move, theme: Theme) -> list[Item]:
    """A broken arrow with a cross, and the level at either end."""
    (x0, y0), (x1, y1) = _centre(move.source), _centre(move.target)
    items = _arrow(x0, y0, x1, y1, theme.bad, theme, (10, 11))
    middle_x, middle_y = (x0 + x1) / 2, (y0 + y1) / 2
    items += _badge(middle_x, middle_y, "×", theme.bad, theme, 14)
    for x, y, level in (
        (x0, y0, position.height(move.source)),
        (x1, y1, position.height(move.target) + 1),
    ):
        items += [
            Rect(x - 17, y + 4, 34, 38, 8, theme.ring_ground, theme.bad, 3),
            *word(str(level), x, y + 10, 26, theme.bad, 17),
        ]
    return items


_NO_MARKS = Marks()
_HITS = tuple(HitArea(*corner(quarry), CELL, CELL, quarry) for quarry in QUARRIES)


def board_scene(
    position: Position,
    marks: Marks = _NO_MARKS,
    *,
    open_view: bool = False,
    theme: Theme = DARK,
    edition: str = "en",
    language: str = "en",
) -> Scene:
    """A position with marks, entrance at the bottom (R1); hit areas are its quarries.

    In the open view every tile of a quarry shows, in the covered one only the topmost (R33).
    """
    items: list[Item] = [Placed(ground(theme), 0, 0), *marks_below(marks, theme)]
    for quarry, area in zip(reversed(QUARRIES), reversed(_HITS), strict=True):
        stack = position.stack(quarry)
        if not open_view and stack:
            stack = (Tile.UNSEEN,) * (len(stack) - 1) + stack[-1:]
        sprite = pile(stack, open_view, quarry == marks.picked, theme, edition)
        items.append(Placed(sprite, area.x, area.y))
    items += marks_above(position, marks, open_view, theme)
    return Scene(
        BOARD_WIDTH,
        BOARD_HEIGHT,
        tuple(items),
        _HITS,
        sentence("draw.board", language),
        str(position if open_view else covered(position)),
    )


def _moved_tile(before: Position, after: Position) -> tuple[Tile, Quarry, Quarry] | None:
    """The tile moved between two positions, with source and target; None for any other change.

    What lies below a tile may become known on the way.
    """
    changed = [quarry for quarry in QUARRIES if before.height(quarry) != after.height(quarry)]
    if len(changed) != 2:
        return None
    source, target = sorted(
        changed, key=lambda quarry: after.height(quarry) - before.height(quarry)
    )
    tile = before.top(source)
    others = (quarry for quarry in QUARRIES if quarry not in changed)
    if (
        tile is None
        or after.stack(target) != (*before.stack(target), tile)
        or after.height(source) != before.height(source) - 1
        or any(before.top(quarry) is not after.top(quarry) for quarry in others)
    ):
        return None
    return tile, source, target


@dataclass(frozen=True, slots=True)
class MinePicture:
    """The look of the mine: all that its picture is made of."""

    position: Position
    marks: Marks
    _: KW_ONLY
    open_view: bool
    theme: Theme
    edition: str
    language: str

    def scene(self) -> Scene:
        """The picture, with the quarries as hit areas."""
        return board_scene(
            self.position,
            self.marks,
            open_view=self.open_view,
            theme=self.theme,
            edition=self.edition,
            language=self.language,
        )

    def motion_to(self, after: MinePicture) -> Motion | None:
        """The move of a tile, if nothing else is different in the picture after."""
        if replace(self, position=after.position, marks=after.marks) != after:
            return None
        changed = _moved_tile(self.position, after.position)
        if changed is None:
            return None
        tile, source, target = changed
        piece = tile_scene(tile, theme=self.theme, edition=self.edition)
        return Motion(piece, self._piece_at(source), after._piece_at(target), corner(target), CELL)

    def _piece_at(self, quarry: Quarry) -> Point:
        """The place of the scene of a quarry's top tile, which has a margin round the face."""
        (x, y), (left, top) = corner(quarry), TILE_FACE
        high = face_top(self.position.height(quarry), self.open_view)
        return x + FACE_LEFT - left, y + high - top
