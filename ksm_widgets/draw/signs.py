"""The pictures on the tiles, each drawn in a box of 100 by 100 units (R2).

Curses stand light on black, magic objects dark on light blue; the colours are part of the sign.
"""

from __future__ import annotations

from ksm_widgets.draw.shapes import Circle, Drawn, Path

__all__ = ["amulet", "axe", "carpet", "mask", "mirror", "mummy", "scorpion", "scroll", "seal"]

_NIGHT = "#1b1820"


def _pen(d: str, colour: str, width: float, opacity: float = 1) -> Path:
    return Path(d, stroke=colour, stroke_width=width, opacity=opacity)


def _fill(d: str, colour: str, opacity: float = 1) -> Path:
    return Path(d, fill=colour, opacity=opacity)


def mask() -> tuple[Drawn, ...]:
    """A long carved African mask: crest, slit eyes, scars on the cheeks, a small mouth."""
    wood, light, dark = "#c9803f", "#e9ad6c", "#3a1d0c"
    return (
        _fill("M28 22 C16 14 14 4 20 -4 C26 8 34 10 40 12 Z", wood),
        _fill("M72 22 C84 14 86 4 80 -4 C74 8 66 10 60 12 Z", wood),
        _fill(
            "M50 4 C70 4 82 18 81 40 C80 66 68 100 50 100 C32 100 20 66 19 40 C18 18 30 4 50 4 Z",
            wood,
        ),
        _fill("M50 4 C70 4 82 18 81 40 C80 66 68 100 50 100 C58 84 58 20 50 4 Z", light, 0.55),
        _pen("M50 10 L50 30", light, 4),
        _pen("M36 14 C38 22 40 26 40 30 M64 14 C62 22 60 26 60 30", dark, 3),
        _fill("M24 44 C30 35 42 36 46 44 C40 52 29 51 24 44 Z", dark),
        _fill("M76 44 C70 35 58 36 54 44 C60 52 71 51 76 44 Z", dark),
        _pen("M30 44.5 L41 44.5 M59 44.5 L70 44.5", "#fff1d0", 3.6),
        _fill("M46 36 L54 36 L58 66 C56 70 44 70 42 66 Z", light),
        _pen("M46 36 L42 66 C44 70 56 70 58 66 L54 36", dark, 2.4),
        _pen("M27 58 L36 60 M28 65 L37 66 M73 58 L64 60 M72 65 L63 66", dark, 3),
        _fill("M38 80 C42 75 58 75 62 80 C58 89 42 89 38 80 Z", dark),
        _pen("M45 81 L55 81", "#fff1d0", 4),
    )


def scorpion() -> tuple[Drawn, ...]:
    """A jade scorpion from above: pincers in front, eight legs, the tail curled to its sting."""
    jade, light, dark = "#3fae78", "#8fe6b6", "#0d3a26"
    legs = (
        "M38 44 L22 38 L12 46 M37 51 L20 50 L9 60 M37 58 L21 62 L13 73 M40 64 L27 73 L22 85 "
        "M54 44 L66 40 L74 34 M55 51 L67 51 L76 47 M55 58 L66 62 L72 60 M53 64 L60 72 L62 74"
    )
    tail = ((46, 75, 8), (49, 85.5, 7.4), (57.5, 92.5, 7), (68.5, 93.5, 6.6))
    tail += ((79, 89, 6.2), (86.5, 80.5, 5.8), (89.5, 70, 5.4))
    beads = tuple(Circle(x, y, r, fill=jade, stroke=dark, stroke_width=1.6) for x, y, r in tail)
    return (
        _pen(legs, jade, 4),
        _pen("M40 34 C26 36 17 30 17 20 M52 34 C66 36 75 30 75 20", jade, 7),
        _fill(
            "M17 25 C2 20 1 4 14 -4 C10 6 13 10 17 12 C20 8 23 3 22 -5 C35 4 31 21 17 25 Z", light
        ),
        _fill(
            "M75 25 C60 21 57 4 70 -5 C69 3 72 8 75 12 C79 10 82 6 78 -4 C91 4 90 20 75 25 Z", light
        ),
        *beads,
        _fill("M94 68 C97 58 91 48 78 46 C84 51 84 58 83 67 C86 73 92 73 94 68 Z", light),
        _fill(
            "M46 26 C57 26 62 36 61 48 C60 64 55 76 46 76 C37 76 32 64 31 48 C30 36 35 26 46 26 Z",
            jade,
        ),
        _pen(
            "M34 46 C40 50 52 50 58 46 M35 56 C41 60 51 60 57 56 M38 66 C42 69 50 69 54 66",
            dark,
            2.6,
        ),
        Circle(41, 34, 2.6, fill=dark),
        Circle(51, 34, 2.6, fill=dark),
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
    ink, cloth, gold = "#0f3f5c", "#b8323a", "#f2b93b"
    return (
        _pen("M22 90 C32 84 42 92 52 87 M58 96 C66 91 74 97 84 92", ink, 4, 0.55),
        _pen("M6 42 L-2 50 M10 50 L3 59 M14 58 L8 68 M18 66 L13 76", ink, 3.4),
        _pen("M82 18 L90 10 M87 26 L96 18 M91 34 L101 27 M95 42 L104 36", ink, 3.4),
        _fill(
            "M4 38 C20 16 34 26 48 30 C62 34 70 32 82 14 L98 44 C86 64 74 64 60 60 "
            "C46 56 34 52 20 70 Z",
            cloth,
        ),
        _pen(
            "M4 38 C20 16 34 26 48 30 C62 34 70 32 82 14 L98 44 C86 64 74 64 60 60 "
            "C46 56 34 52 20 70 Z",
            ink,
            4,
        ),
        _pen(
            "M13 40 C24 27 36 33 48 37 C62 41 71 39 81 26 L89 43 C80 55 72 56 60 53 "
            "C46 49 34 47 22 58 Z",
            gold,
            3.4,
        ),
        _fill("M51 36 L63 46 L52 54 L40 43 Z", gold),
        _fill("M51.5 40.5 L57.5 45.8 L52 49.5 L46 44 Z", cloth),
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
    return (
        Circle(50, 50, 49, fill=ink),
        Circle(50, 50, 44, fill="#d8f1fb"),
        _pen(up, ink, 12),
        _pen(down, ink, 12),
        _pen(up, gold, 6.5),
        _pen("M69 39 L88 28 L12 28 L31 61", ink, 12),
        _pen(down, gold, 6.5),
        _pen("M25.500 50 L12 72 L40 72", ink, 0.1),
        _pen("M37 28.500 L25 49", gold, 6.5),
        Circle(50, 50, 8, fill=ink),
    )


def amulet() -> tuple[Drawn, ...]:
    """Samson's hair amulet: a plait of hair in a golden cap, hung on a cord."""
    ink, gold, hair = "#0f3f5c", "#e0a52f", "#6b3d1c"
    return (
        _pen("M50 36 C22 32 12 14 20 -2 M50 36 C78 32 88 14 80 -2", ink, 5),
        _fill("M34 50 C34 34 66 34 66 50 Z", ink),
        _fill("M38 47 C40 37 60 37 62 47 Z", gold),
        Circle(50, 33, 7, fill=gold, stroke=ink, stroke_width=3.4),
        _fill("M32 50 L68 50 C76 68 66 84 50 102 C34 84 24 68 32 50 Z", ink),
        _fill("M36 53 C44 50 52 58 54 66 C44 70 34 66 36 53 Z", hair),
        _fill("M64 53 C68 66 60 76 46 80 C36 74 34 68 34 66 C50 70 58 62 64 53 Z", "#98592a"),
        _fill("M65 66 C66 78 56 88 50 95 C44 90 42 86 41 82 C56 80 62 74 65 66 Z", hair),
    )
