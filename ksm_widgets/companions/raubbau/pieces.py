"""The pieces of Raubbau as sprites: tunnels, treasures with their faces, meeples, drift sets.

Each is drawn in a box of 100 by 100 units. A set of treasures has a sign besides its colour, a seat
its number, so that nobody needs to tell colours apart.
"""

from __future__ import annotations

from functools import cache
from math import cos, pi, sin
from typing import TYPE_CHECKING

from ksm_widgets.companions.picture import four_pieces
from ksm_widgets.companions.raubbau.box import Face
from ksm_widgets.companions.raubbau.cards import Tunnel
from ksm_widgets.draw import themes
from ksm_widgets.draw.shapes import Circle, Drawn, Path, Placed, Rect, Scene, Sprite
from ksm_widgets.draw.signs import word

if TYPE_CHECKING:
    from ksm_widgets.draw import Theme

SETS = {
    "r": themes.Face("#b5342f", "#e8776b", "#6a1512", "#ffe3dc"),
    "g": themes.Face("#2b7d48", "#66c384", "#12492a", "#dff5e3"),
    "v": themes.Face("#6d49b0", "#a98be0", "#3b2270", "#ece2ff"),
}
"""The colours of the sets that have names; any other set has those of the last."""
SEATS = (
    ("#2f74c0", "#ffffff"),
    ("#e5921f", "#2a1600"),
    ("#f6f0e0", "#2a1a08"),
    ("#23232b", "#ffffff"),
    ("#d45f97", "#24000f"),
)
"""The colour of each seat's pieces, and of the number on them."""
FIRE = "#ff9a2e"
"""The colour of blasts and of the torch."""
_OUTLINE = "#140d07"
_EMBLEMS = {
    "r": "M50 28 L70 50 L50 72 L30 50 Z",
    "g": "M50 27 C72 36 72 62 50 74 C28 62 28 36 50 27 Z",
    "v": "M50 28 L73 68 L27 68 Z",
}


def _colours(name: str) -> themes.Face:
    return SETS.get(name, SETS["v"])


def few_pieces() -> Scene:
    """A tunnel and three treasures, for the shelf's door."""
    return four_pieces(
        tunnel(Tunnel("nes"), themes.DARK),
        treasure("r", Face.GEM),
        treasure("g", Face.DRAGON),
        treasure("v", Face.UNSEEN),
    )


# Tunnels.


@cache
def tunnel(ends: Tunnel, theme: Theme, *, entry: bool = False) -> Sprite:
    """A tunnel card with its open ends; the mine entry has stairs in its middle."""
    stone = theme.unseen
    shapes: list[Drawn | Placed] = [
        Rect(0, 0, 100, 100, 12, stone.edge),
        Rect(1.5, 1.5, 97, 94, 11, stone.rim),
        Rect(3, 3.5, 94, 92, 10, stone.face),
    ]
    shapes += _chinks(theme)
    if not ends:
        return Sprite((*shapes, *_boulders(theme)))
    for width, colour in ((44, theme.stairs_edge), (36, theme.card_field)):
        half = width / 2
        shapes.append(Circle(50, 50, half, colour))
        for side in ends:
            shapes.append(_corridor(side, half, colour))
    shapes += [_rails(side, theme) for side in ends]
    if entry:
        shapes += [
            Circle(50, 50, 29, theme.stairs_edge),
            Circle(50, 50, 26, theme.card_ink),
            *(
                Rect(50 - wide, 34 + 8 * step, 2 * wide, 5.5, 2, theme.stairs)
                for step, wide in enumerate((8, 12, 16, 20))
            ),
        ]
    return Sprite(tuple(shapes))


def _corridor(side: str, half: float, colour: str) -> Rect:
    match side:
        case "n":
            return Rect(50 - half, 0, 2 * half, 50, 0, colour)
        case "s":
            return Rect(50 - half, 50, 2 * half, 50, 0, colour)
        case "e":
            return Rect(50, 50 - half, 50, 2 * half, 0, colour)
    return Rect(0, 50 - half, 50, 2 * half, 0, colour)


def _rails(side: str, theme: Theme) -> Path:
    """Two rails from the middle to an end."""
    d = {
        "n": "M43 46 L43 2 M57 46 L57 2",
        "s": "M43 54 L43 98 M57 54 L57 98",
        "e": "M54 43 L98 43 M54 57 L98 57",
        "w": "M46 43 L2 43 M46 57 L2 57",
    }[side]
    return Path(d, stroke=theme.stairs_edge, stroke_width=2.6, opacity=0.7)


def _chinks(theme: Theme) -> list[Drawn]:
    """Chinks in the rock of the corners."""
    return [
        Path(
            "M10 22 L20 14 L26 20 M80 12 L88 20 L84 28 M12 80 L20 88 M78 86 L86 80 L90 86",
            stroke=theme.unseen.edge,
            stroke_width=3,
            opacity=0.8,
        )
    ]


def _boulders(theme: Theme) -> list[Drawn]:
    """The back of a tunnel card: rock that has come down."""
    light, dark = theme.layers
    stones = (
        (30, 68, 19), (66, 70, 22), (48, 44, 20), (24, 36, 13), (76, 36, 15), (50, 20, 10),
    )  # fmt: skip
    return [
        Circle(x, y, radius, dark if at % 2 else light, theme.layer_line, 3)
        for at, (x, y, radius) in enumerate(stones)
    ]


@cache
def tunnel_back(theme: Theme) -> Sprite:
    """The back of the tunnel cards, with a pick."""
    return Sprite(
        (
            Rect(0, 0, 100, 100, 12, theme.unseen.edge),
            Rect(2, 2, 96, 94, 11, theme.unseen.face),
            Path("M26 78 L66 30", stroke="#a8682c", stroke_width=10),
            Path("M36 20 C56 16 78 34 82 58", stroke=theme.unseen.ink, stroke_width=10),
        )
    )


# Treasures.


@cache
def treasure(name: str, face: Face, known: tuple[int, ...] = ()) -> Sprite:
    """A treasure: the back of its set, its face if it is known, and the seats who know it."""
    look = _colours(name)
    shapes: list[Drawn | Placed] = [
        Rect(6, 6, 88, 90, 12, _OUTLINE, opacity=0.35),
        Rect(6, 4, 88, 90, 12, look.edge),
        Rect(8, 5.5, 84, 84, 11, look.rim),
        Rect(10, 8, 80, 80, 10, look.face),
    ]
    if face is Face.CAVE_IN:
        shapes += [
            Rect(17, 15, 66, 66, 8, "#2a211a"),
            *(
                Circle(x, y, radius, "#8d7f70" if at % 2 else "#a89a88", "#17110c", 3)
                for at, (x, y, radius) in enumerate(
                    ((33, 64, 14), (64, 66, 15), (49, 44, 15), (71, 42, 9), (29, 38, 9))
                )
            ),
        ]
        return Sprite(tuple(shapes))
    emblem = _EMBLEMS.get(name, _EMBLEMS["v"])
    if face is Face.UNSEEN:
        shapes.append(Path(emblem, fill=look.edge, stroke=look.rim, stroke_width=4))
        shapes += word("?", 50, 37, 25, look.ink, 19)
    else:
        shapes += [
            Circle(50, 46, 31, look.edge),
            Circle(50, 46, 28.5, "#fff6e2"),
            Placed(sign(face), 28, 24, 0.44),
            Placed(Sprite((Path(emblem, fill=look.ink),)), 10, 7, 0.22),
        ]
    for at, seat in enumerate(known):
        shapes += _circle(17 + 16.5 * at, 81, seat)
    return Sprite(tuple(shapes))


def _circle(x: float, y: float, seat: int) -> list[Drawn | Placed]:
    """The circle of a seat on the back of a card that it knows (B3)."""
    colour, ink = SEATS[seat - 1]
    return [
        Circle(x, y, 9, _OUTLINE),
        Circle(x, y, 7.8, colour),
        *word(str(seat), x, y - 5, 10, ink),
    ]


@cache
def eye(seat: int) -> Sprite:
    """The sign of a seat that knows a card: an eye with the seat's number."""
    colour, ink = SEATS[seat - 1]
    eye = "M4 50 C24 18 76 18 96 50 C76 82 24 82 4 50 Z"
    shapes = (Path(eye, "#fff6e2", _OUTLINE, 6), Circle(50, 50, 24, colour, _OUTLINE, 5))
    return Sprite((*shapes, *word(str(seat), 50, 37, 26, ink, 17)))


@cache
def sign(face: Face) -> Sprite:
    """The picture on the face of a treasure."""
    return Sprite(_SIGNS[face]())


def _gem() -> tuple[Drawn, ...]:
    return (
        Path("M26 16 L74 16 L96 42 L50 94 L4 42 Z", "#2aa7c9", "#0b4a5e", 5),
        Path("M26 16 L38 42 L50 16 L62 42 L74 16 L62 42 L50 94 L38 42 L4 42 L96 42",
             stroke="#0b4a5e", stroke_width=3),
        Path("M28 19 L47 19 L38 38 Z", fill="#c9f3ff"),
        Path("M41 45 L59 45 L50 84 Z", fill="#7fdcf2"),
    )  # fmt: skip


def _dragon() -> tuple[Drawn, ...]:
    return (
        Path(
            "M8 96 C6 66 14 38 36 24 L30 4 L50 17 L60 2 L66 21 C82 26 94 38 98 54 L78 55 L86 66 "
            "L66 66 L58 76 C56 84 58 90 62 96 Z",
            fill="#a3231c", stroke="#3d0704", stroke_width=5,
        ),
        Path("M20 90 C18 66 26 46 42 36", stroke="#e2685c", stroke_width=5),
        Path("M52 37 C58 32 66 34 68 42 C62 46 54 44 52 37 Z", fill="#ffd34d"),
        Path("M60 36 L62 43", stroke="#3d0704", stroke_width=4),
        Path("M72 56 L76 63 L79 56 M62 58 L65 65 L68 58", fill="#fff6e2"),
        Circle(90, 47, 2.6, "#3d0704"),
    )  # fmt: skip


def _sulphur() -> tuple[Drawn, ...]:
    return (
        Path("M4 92 L22 48 L38 92 Z", fill="#e3c21d", stroke="#5d4a00", stroke_width=4.5),
        Path("M60 92 L80 36 L97 92 Z", fill="#e3c21d", stroke="#5d4a00", stroke_width=4.5),
        Path(
            "M24 92 L34 30 L50 6 L66 30 L74 92 Z", fill="#f7e04a", stroke="#5d4a00", stroke_width=5
        ),
        Path("M50 8 L46 92 M34 30 L48 38 L66 30", stroke="#a88a00", stroke_width=3.5),
    )


def _saltpeter() -> tuple[Drawn, ...]:
    return (
        Path("M30 10 L70 10 L66 28 C88 40 96 64 84 92 L16 92 C4 64 12 40 34 28 Z",
             fill="#8f9aa8", stroke="#2c333d", stroke_width=5),
        Path("M20 66 C34 58 42 72 54 64 C64 58 72 68 80 62 C84 72 82 82 79 88 L21 88 "
             "C17 80 18 72 20 66 Z", fill="#ffffff"),
        Path("M28 10 L72 10", stroke="#2c333d", stroke_width=9),
        Path("M24 56 C26 46 32 38 40 34", stroke="#dbe2ea", stroke_width=4),
    )  # fmt: skip


def _spider() -> tuple[Drawn, ...]:
    legs = (
        "M40 46 L18 30 L8 44 M38 54 L12 54 L4 70 M42 62 L20 74 L16 92 M44 40 L32 18 L18 14 "
        "M60 46 L82 30 L92 44 M62 54 L88 54 L96 70 M58 62 L80 74 L84 92 M56 40 L68 18 L82 14"
    )
    return (
        Path(legs, stroke="#2b2233", stroke_width=5.5),
        Circle(50, 66, 21, "#2b2233"),
        Circle(50, 38, 14, "#43354f"),
        Circle(45, 34, 3, "#ff6f5e"),
        Circle(55, 34, 3, "#ff6f5e"),
        Path("M42 62 L58 76 M58 62 L42 76", stroke="#a98be0", stroke_width=4),
    )


_SIGNS = {
    Face.GEM: _gem,
    Face.DRAGON: _dragon,
    Face.SULPHUR: _sulphur,
    Face.SALTPETER: _saltpeter,
    Face.SPIDER: _spider,
}


# What players have.


@cache
def meeple(seat: int) -> Sprite:
    """A seat's meeple, with its number."""
    colour, ink = SEATS[seat - 1]
    body = (
        "M50 34 C64 34 70 44 86 50 C92 54 88 62 80 62 L70 60 C74 74 82 84 82 92 C82 96 78 97 74 97 "
        "L26 97 C22 97 18 96 18 92 C18 84 26 74 30 60 L20 62 C12 62 8 54 14 50 C30 44 36 34 50 34 Z"
    )
    return Sprite(
        (
            Path(body, fill=colour, stroke=_OUTLINE, stroke_width=9),
            Circle(50, 22, 19, colour, _OUTLINE, 9),
            Path(body, fill=colour),
            Circle(50, 22, 16, colour),
            *word(str(seat), 50, 55, 34, ink, 17),
        )
    )


@cache
def pointer(side: str, seat: int) -> Sprite:
    """The way of a plan: an arrow of the seat's colour from a side onto the field."""
    d = {
        "n": "M37 -9 L63 -9 L50 13 Z",
        "s": "M37 109 L63 109 L50 87 Z",
        "e": "M109 37 L109 63 L87 50 Z",
        "w": "M-9 37 L-9 63 L13 50 Z",
    }[side]
    return Sprite((Path(d, SEATS[seat - 1][0], _OUTLINE, 4),))


@cache
def burst() -> Sprite:
    """The sign of a blast."""
    points = [
        (50 + r * cos(at * pi / 10), 50 + r * sin(at * pi / 10))
        for at, r in ((at, 50 if at % 2 else 30) for at in range(20))
    ]
    d = "M" + " L".join(f"{x:.1f} {y:.1f}" for x, y in points) + " Z"
    return Sprite((Path(d, FIRE, _OUTLINE, 5), Circle(50, 50, 19, "#ffe27a")))


@cache
def drift_set(theme: Theme, *, spent: bool = False) -> Sprite:
    """A drift set: two posts and a beam; one that is spent is only an outline."""
    beam = Path("M16 94 L24 16 M84 94 L76 16 M8 16 L92 16", stroke="#a8682c", stroke_width=15)
    if not spent:
        edge = Path(beam.d, stroke=_OUTLINE, stroke_width=22)
        return Sprite((edge, beam))
    return Sprite((Path(beam.d, stroke=theme.panel_rim, stroke_width=8),))


@cache
def token() -> Sprite:
    """The token of the start player: a torch's flame."""
    flame = "M50 4 C84 34 88 58 76 76 C66 94 34 94 24 76 C12 56 34 50 50 4 Z"
    heart = "M52 42 C68 58 66 72 60 80 C54 88 40 86 36 76 C32 66 46 62 52 42 Z"
    return Sprite((Path(flame, FIRE, _OUTLINE, 8), Path(heart, "#ffe27a")))
