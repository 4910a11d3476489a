"""The pictures on the tiles, each drawn in a box of 100 by 100 units (R2).

Curses stand light on black, magic objects dark on light blue; the colours are part of the sign.

Digits, letters and signs as strokes, so that a board needs no font.
"""

from __future__ import annotations

from functools import cache

from ksm_widgets.draw.shapes import Circle, Drawn, Path, Placed, Sprite


def _pen(d: str, colour: str, width: float, opacity: float = 1) -> Path:
    return Path(d, stroke=colour, stroke_width=width, opacity=opacity)


def _fill(d: str, colour: str, opacity: float = 1) -> Path:
    return Path(d, fill=colour, opacity=opacity)


def mask() -> tuple[Drawn, ...]:
    """A long carved African mask: tall crest, ear discs, slit eyes, scars, a beard of raffia."""
    wood, light, dark, straw = "#c47a3a", "#eab172", "#34180a", "#e3c27a"
    return (
        _pen(
            "M34 88 L30 104 M42 92 L40 107 M50 93 L50 108 M58 92 L60 107 M66 88 L70 104", straw, 5
        ),
        _fill("M30 26 C28 4 40 -6 50 -6 C60 -6 72 4 70 26 Z", "#8a3b1e"),
        _pen("M37 20 L41 0 M46 18 L47 -4 M54 18 L53 -4 M63 20 L59 0", straw, 2.6),
        Circle(17, 48, 7, wood),
        Circle(83, 48, 7, wood),
        Circle(17, 48, 2.6, dark),
        Circle(83, 48, 2.6, dark),
        _fill(
            "M50 12 C70 12 83 24 81 46 C79 70 66 98 50 98 C34 98 21 70 19 46 C17 24 30 12 50 12 Z",
            wood,
        ),
        _fill("M50 12 C70 12 83 24 81 46 C79 70 66 98 50 98 C57 80 58 30 50 12 Z", light, 0.5),
        _pen("M38 24 L50 31 L62 24 M41 18 L50 23 L59 18", light, 2.8),
        _fill("M23 47 C30 36 42 38 46 47 C40 56 29 55 23 47 Z", dark),
        _fill("M77 47 C70 36 58 38 54 47 C60 56 71 55 77 47 Z", dark),
        _pen("M30 47.5 L40 47.5 M60 47.5 L70 47.5", "#fff3d6", 4),
        _fill("M46 38 L54 38 L59 67 C57 71 43 71 41 67 Z", light),
        _pen("M46 38 L41 67 C43 71 57 71 59 67 L54 38", dark, 2.4),
        _pen("M26 60 L35 62 M28 67 L36 68 M74 60 L65 62 M72 67 L64 68", dark, 3),
        _fill("M38 80 C42 74 58 74 62 80 C58 90 42 90 38 80 Z", dark),
        _pen("M45 81 L55 81", "#fff3d6", 4),
    )


def scorpion() -> tuple[Drawn, ...]:
    """A jade scorpion from above: pincers in front, eight legs, the tail curled to its sting."""
    jade, light, dark = "#3fae78", "#8fe6b6", "#0d3a26"
    legs = (
        "M62 44 L78 38 L88 46 M63 51 L80 50 L91 60 M63 58 L79 62 L87 73 M60 64 L73 73 L78 85 "
        "M46 44 L34 40 L26 34 M45 51 L33 51 L24 47 M45 58 L34 62 L28 60 M47 64 L40 72 L38 74"
    )
    tail = (
        (54.0, 75.0, 8.0),
        (51.0, 85.5, 7.4),
        (42.5, 92.5, 7.0),
        (31.5, 93.5, 6.6),
        (21.0, 89.0, 6.2),
        (13.5, 80.5, 5.8),
        (10.5, 70.0, 5.4),
    )
    beads = tuple(Circle(x, y, r, fill=jade, stroke=dark, stroke_width=1.6) for x, y, r in tail)
    return (
        _pen(legs, jade, 4),
        _pen("M60 34 C74 36 83 30 83 20 M48 34 C34 36 25 30 25 20", jade, 7),
        _fill(
            "M83 25 C98 20 99 4 86 -4 C90 6 87 10 83 12 C80 8 77 3 78 -5 C65 4 69 21 83 25 Z", light
        ),
        _fill(
            "M25 25 C40 21 43 4 30 -5 C31 3 28 8 25 12 C21 10 18 6 22 -4 C9 4 10 20 25 25 Z", light
        ),
        *beads,
        _fill("M6 68 C3 58 9 48 22 46 C16 51 16 58 17 67 C14 73 8 73 6 68 Z", light),
        _fill(
            "M54 26 C43 26 38 36 39 48 C40 64 45 76 54 76 C63 76 68 64 69 48 C70 36 65 26 54 26 Z",
            jade,
        ),
        _pen(
            "M66 46 C60 50 48 50 42 46 M65 56 C59 60 49 60 43 56 M62 66 C58 69 50 69 46 66",
            dark,
            2.6,
        ),
        Circle(59, 34, 2.6, fill=dark),
        Circle(49, 34, 2.6, fill=dark),
    )


def mummy() -> tuple[Drawn, ...]:
    """A mummy: a wrapped head and crossed arms, two eyes glowing out of the bandages."""
    linen, shade, dark = "#eadfc4", "#a8977a", "#2a2118"
    return (
        _fill(
            "M50 -4 C67 -4 74 9 73 24 C73 32 70 37 67 42 C84 46 90 58 88 72 L84 102 L16 102 "
            "L12 72 C10 58 16 46 33 42 C30 37 27 32 27 24 C26 9 33 -4 50 -4 Z",
            linen,
        ),
        _fill("M28 18 C42 14 60 15 73 21 L72 32 C58 27 42 27 28 31 Z", dark),
        Circle(41, 23, 3.8, fill="#ffcf4a"),
        Circle(60, 23.5, 3.8, fill="#ffcf4a"),
        _pen(
            "M33 8 C44 12 58 9 67 4 M30 38 C44 34 58 35 70 36 M35 43 C46 47 56 46 66 42", shade, 3
        ),
        _pen("M16 88 L62 62 M22 98 L72 70 M84 88 L70 80 M78 99 L60 88", shade, 3),
        _pen("M14 66 L40 84 M18 56 L54 78", shade, 3),
        _fill("M20 82 L58 58 C66 54 72 62 66 68 L28 94 Z", linen),
        _pen("M20 82 L58 58 C66 54 72 62 66 68 L28 94", dark, 2.6),
        _fill("M80 82 L42 58 C34 54 28 62 34 68 L72 94 Z", linen),
        _pen("M80 82 L42 58 C34 54 28 62 34 68 L72 94", dark, 2.6),
        _pen("M44 70 L52 63 M52 76 L60 69 M60 81 L67 75", shade, 2.6),
    )


def scroll() -> tuple[Drawn, ...]:
    """A parchment roll, open, to carry a letter."""
    sheet, shade, line = "#fffaf0", "#dcc79c", "#9b7f4e"
    return (
        _fill("M20 10 L82 10 L82 90 L20 90 Z", sheet),
        _pen("M20 14 L20 86 M80 14 L80 86", line, 2.4),
        _fill("M14 0 L86 0 C94 0 94 14 86 14 L14 14 C6 14 6 0 14 0 Z", shade),
        _pen("M14 0 L86 0 C94 0 94 14 86 14 L14 14 C6 14 6 0 14 0 Z", line, 2.4),
        _fill("M14 86 L86 86 C94 86 94 100 86 100 L14 100 C6 100 6 86 14 86 Z", shade),
        _pen("M14 86 L86 86 C94 86 94 100 86 100 L14 100 C6 100 6 86 14 86 Z", line, 2.4),
        _pen("M18 7 L82 7 M18 93 L82 93", line, 1.6),
    )


def mirror() -> tuple[Drawn, ...]:
    """The Queen of Sheba's hand mirror, with a glint."""
    ink, gold, glass = "#0f3f5c", "#e0a52f", "#f2fbff"
    return (
        _pen("M58 60 L84 94", ink, 15),
        _pen("M58 60 L84 94", gold, 9),
        Circle(40, 36, 38, fill=ink),
        Circle(40, 36, 34, fill=gold),
        Circle(40, 36, 27, fill=ink),
        Circle(40, 36, 24.5, fill=glass),
        _fill("M24 50 L52 16 L60 22 L33 56 Z", "#bfe6f7"),
        _pen("M22 38 L36 20 M47 55 L58 42", "#7fc4e2", 3.4),
    )


def carpet() -> tuple[Drawn, ...]:
    """A flying carpet: a patterned cloth on a wave, fringes at both ends, air below."""
    ink, cloth, gold = "#0f3f5c", "#b8323a", "#f6c455"
    edge = (
        "M2 34 C20 8 36 20 50 25 C64 30 74 26 84 6 L100 46 C88 70 74 70 59 65 C44 60 34 56 18 76 Z"
    )
    return (
        _pen("M14 94 C26 86 38 96 50 90 M60 92 C70 85 80 93 92 87", ink, 5, 0.6),
        _pen("M3 36 L-7 44 M7 47 L-3 56 M12 58 L2 68 M17 70 L8 80", ink, 5),
        _pen("M85 9 L95 1 M90 21 L101 14 M95 33 L106 27 M99 45 L110 41", ink, 5),
        _pen("M3 36 L-7 44 M7 47 L-3 56 M12 58 L2 68 M17 70 L8 80", gold, 1.8),
        _pen("M85 9 L95 1 M90 21 L101 14 M95 33 L106 27 M99 45 L110 41", gold, 1.8),
        Path(edge, fill=cloth, stroke=ink, stroke_width=4.5),
        _pen(
            "M12 36 C24 19 37 29 49 33 C64 38 75 35 83 19 L91 45 C82 60 73 61 60 57 "
            "C45 52 33 49 22 64 Z",
            gold,
            4,
        ),
        _fill("M52 31 L68 46 L55 57 L38 43 Z", gold),
        _fill("M53 38 L61 46 L54.500 51 L46 44 Z", cloth),
    )


def axe() -> tuple[Drawn, ...]:
    """The magic axe: a broad blade on a handle, with sparks."""
    ink, steel, wood = "#0f3f5c", "#f2fbff", "#a8682c"
    return (
        _pen("M26 96 L62 14", ink, 15),
        _pen("M26 96 L62 14", wood, 9),
        _fill(
            "M48 14 L70 24 C78 30 88 32 98 28 C100 48 90 66 72 72 C72 60 68 52 58 48 L38 39 Z", ink
        ),
        _fill(
            "M50 19 L68 28 C76 34 85 36 93 34 C93 48 87 59 76 64 C75 56 70 48 60 43 L43 36 Z", steel
        ),
        _pen("M84 40 C83 48 80 53 77 56", "#9fc9dc", 4),
        _fill("M20 12 L24 22 L34 26 L24 30 L20 40 L16 30 L6 26 L16 22 Z", "#e0a52f"),
        _fill(
            "M82 78 L84.500 84 L91 87 L84.500 90 L82 96 L79.500 90 L73 87 L79.500 84 Z", "#e0a52f"
        ),
    )


def seal() -> tuple[Drawn, ...]:
    """Solomon's seal: a six-pointed star, woven of two triangles, in a ring."""
    ink, gold = "#0f3f5c", "#e0a52f"
    up, down = "M50 6 L88 72 L12 72 Z", "M50 94 L88 28 L12 28 Z"
    over = "M60.700 24.500 L64.700 31.500 M66.700 72 L58.700 72 M22.700 53.500 L26.700 46.500"
    across = "M56.500 17.300 L69 39 M75 72 L50 72 M18.500 60.700 L31 39"
    return (
        Circle(50, 50, 49, fill=ink),
        Circle(50, 50, 44.5, fill="#d8f1fb"),
        _pen(up, ink, 12),
        _pen(up, gold, 6.5),
        _pen(down, ink, 12),
        _pen(down, gold, 6.5),
        _pen(over, ink, 12),
        _pen(across, gold, 6.5),
        Circle(50, 50, 7, fill=ink),
    )


def amulet() -> tuple[Drawn, ...]:
    """Samson's hair amulet: a plait of hair in a golden clasp, on a cord with beads."""
    ink, gold, hair, bright = "#0f3f5c", "#e0a52f", "#8a4d1e", "#dc9a52"
    cord = "M50 34 C22 32 6 22 8 9 C10 -3 26 -6 50 -6 C74 -6 90 -3 92 9 C94 22 78 32 50 34 Z"
    plait: list[Drawn] = []
    for y in (44, 57, 70):
        for side, colour in ((-1, hair), (1, bright)):
            out, near = 50 + 19 * side, 50 - 3 * side
            d = (
                f"M{near} {y + 18} C{out} {y + 17} {out + 3 * side} {y + 6} {out - side} {y - 3} "
                f"C{50 + 9 * side} {y - 3} {near} {y + 6} {near} {y + 18} Z"
            )
            plait.append(Path(d, fill=colour, stroke=ink, stroke_width=3))
    return (
        _pen(cord, ink, 7),
        _pen(cord, gold, 2.6),
        *(Circle(x, y, 5, gold, ink, 2.6) for x, y in ((9, 12), (21, 27), (79, 27), (91, 12))),
        Path("M47 88 L38 106 L50 102 L62 106 L53 88 Z", bright, ink, 3.4),
        *plait,
        Path("M39 86 L61 86 L61 93 L39 93 Z", gold, ink, 3),
        Path("M28 42 C28 26 72 26 72 42 L69 49 L31 49 Z", gold, ink, 4.5),
        Circle(50, 39.5, 5.4, fill="#c92f24", stroke=ink, stroke_width=2.4),
    )


_STROKES: dict[str, str] = {
    "0": "M30 8 C47 8 52 28 52 50 C52 72 47 92 30 92 C13 92 8 72 8 50 C8 28 13 8 30 8 Z",
    "1": "M12 28 L34 8 L34 92 M14 92 L52 92",
    "2": "M10 30 C10 16 19 8 31 8 C44 8 51 17 51 29 C51 46 36 56 9 92 L53 92",
    "3": "M10 18 C15 11 22 8 30 8 C42 8 49 16 49 28 C49 40 41 47 27 47 C43 47 52 55 52 69 "
    "C52 84 42 92 29 92 C19 92 11 88 7 79",
    "4": "M41 92 L41 8 L6 66 L55 66",
    "5": "M48 8 L16 8 L13 45 C18 40 24 38 30 38 C44 38 52 49 52 64 C52 81 42 92 28 92 "
    "C19 92 12 88 8 80",
    "6": "M47 15 C43 10 38 8 32 8 C14 8 8 34 8 60 C8 80 17 92 30 92 C44 92 52 82 52 68 "
    "C52 54 44 45 31 45 C19 45 10 53 8 64",
    "7": "M8 8 L52 8 L24 92",
    "8": "M30 46 C18 46 11 38 11 27 C11 15 19 8 30 8 C41 8 49 15 49 27 C49 38 42 46 30 46 "
    "C16 46 8 56 8 69 C8 83 17 92 30 92 C43 92 52 83 52 69 C52 56 44 46 30 46 Z",
    "9": "M13 85 C17 90 22 92 28 92 C46 92 52 66 52 40 C52 20 43 8 30 8 C16 8 8 18 8 32 "
    "C8 46 16 55 29 55 C41 55 50 47 52 36",
    "a": "M48 92 L48 40 M48 66 C48 82 39 92 28 92 C16 92 9 82 9 66 C9 50 16 40 28 40 "
    "C39 40 48 50 48 66",
    "b": "M10 8 L10 92 M10 66 C10 50 19 40 30 40 C43 40 50 50 50 66 C50 82 43 92 30 92 "
    "C19 92 10 82 10 66",
    "c": "M47 50 C43 43 37 40 30 40 C17 40 9 50 9 66 C9 82 17 92 30 92 C37 92 43 89 47 82",
    "d": "M50 8 L50 92 M50 66 C50 50 41 40 30 40 C17 40 10 50 10 66 C10 82 17 92 30 92 "
    "C41 92 50 82 50 66",
    "e": "M10 66 L50 66 C50 50 42 40 30 40 C17 40 9 50 9 66 C9 82 17 92 31 92 C39 92 45 89 49 83",
    "f": "M49 12 C45 9 41 8 37 8 C27 8 22 15 22 27 L22 92 M8 42 L44 42",
    "α": "M53 34 C49 66 41 90 25 90 C13 90 7 78 7 62 C7 46 13 34 25 34 C41 34 45 62 55 90",
    "β": "M11 112 L11 30 C11 16 19 6 30 6 C42 6 48 14 48 25 C48 37 40 44 26 44 C43 44 52 53 52 67 "
    "C52 82 43 91 30 91 C21 91 13 87 11 80",
    "γ": "M5 38 C17 32 21 46 31 74 M55 34 L31 74 C25 86 22 108 31 108 C40 108 37 88 31 74",
    "δ": "M47 16 C43 10 37 7 30 7 C21 7 16 13 16 20 C16 34 52 42 52 68 C52 83 43 92 30 92 "
    "C17 92 8 83 8 68 C8 52 18 44 32 44",
    "?": "M10 29 C10 15 18 8 30 8 C43 8 50 16 50 27 C50 44 30 44 30 64 M30 90 L30 91",
    "+": "M30 30 L30 76 M7 53 L53 53",
    "-": "M9 53 L51 53",
    "−": "M9 53 L51 53",
    ".": "M30 90 L30 91",
    ",": "M33 88 L25 104",
    "=": "M9 42 L51 42 M9 64 L51 64",
    "×": "M12 35 L48 71 M48 35 L12 71",
    "!": "M30 8 L30 62 M30 90 L30 91",
    "✓": "M6 56 L24 76 L54 30",
}


@cache
def glyph(sign: str, colour: str, pen: float = 16) -> Sprite:
    """A sign drawn with a pen so wide; KeyError for a sign that is not drawn."""
    return Sprite((Path(_STROKES[sign], stroke=colour, stroke_width=pen),))


def word(
    text: str,
    x: float,
    y: float,
    height: float,
    colour: str,
    pen: float = 16,
    anchor: str = "middle",
) -> tuple[Placed, ...]:
    """Signs side by side, `height` high, with y at the top and x at the `anchor`."""
    scale = height / 100
    step = 70 * scale
    wide = len(text) * step - 10 * scale
    left = x - {"start": 0.0, "middle": wide / 2, "end": wide}[anchor]
    return tuple(
        Placed(glyph(sign, colour, pen), left + i * step, y, scale) for i, sign in enumerate(text)
    )
