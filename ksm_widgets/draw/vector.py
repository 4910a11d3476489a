"""SVG: the painter of scenes, and `svg` for everything that has a picture.

A picture is one self-contained, escaped text. Packages above register what they can draw.
"""

from __future__ import annotations

import re
from functools import singledispatch
from hashlib import blake2s
from html import escape
from typing import assert_never

from ksm_widgets.draw.board import board_scene
from ksm_widgets.draw.cards import card_scene
from ksm_widgets.draw.shapes import Circle, Drawn, Path, Placed, Rect, Scene, Sprite, Text
from ksm_widgets.rules.arguments import found
from ksm_widgets.rules.deck import Card, Shape
from ksm_widgets.rules.errors import ArgumentError
from ksm_widgets.rules.position import Position

FONT = "Georgia, 'DejaVu Serif', serif"
_NOT_XML = re.compile("[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def paint_svg(scene: Scene, width: float | None = None) -> str:
    """Draw a scene as SVG, `width` pixels wide (its own size if None; it scales either way).

    Its words are in <title> and <desc>. Names inside carry a digest of what they name, so that
    many pictures can stand in one page.
    """
    names: dict[Sprite, str] = {}
    defined: dict[str, str] = {}
    body = "".join(
        _text(item) if isinstance(item, Text) else _item(item, names, defined)
        for item in scene.items
    )
    sprites = "".join(f'<g id="{name}">{drawing}</g>' for name, drawing in defined.items())
    words = "".join(
        f"<{tag}>{_safe(text)}</{tag}>"
        for tag, text in (("title", scene.title), ("desc", scene.description))
        if text
    )
    shown = scene.width if width is None else width
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" '
        f'viewBox="0 0 {_n(scene.width)} {_n(scene.height)}" width="{_n(shown)}" '
        f'height="{_n(shown * scene.height / scene.width)}" '
        f'fill="none" stroke-linecap="round" stroke-linejoin="round">'
        f"{words}<defs>{sprites}</defs>{body}</svg>"
    )


def _item(item: Drawn | Placed, names: dict[Sprite, str], defined: dict[str, str]) -> str:
    """A shape, or the use of a sprite that is defined if it was not yet."""
    if not isinstance(item, Placed):
        return _drawn(item)
    if item.sprite not in names:
        drawing = "".join(_item(inner, names, defined) for inner in item.sprite.shapes)
        names[item.sprite] = "ksm-" + blake2s(drawing.encode(), digest_size=5).hexdigest()
        defined[names[item.sprite]] = drawing
    return _use(item, names[item.sprite])


def _drawn(shape: Drawn) -> str:
    match shape:
        case Rect():
            place = (
                f'<rect x="{_n(shape.x)}" y="{_n(shape.y)}" '
                f'width="{_n(shape.width)}" height="{_n(shape.height)}"'
            )
            if shape.radius:
                place += f' rx="{_n(shape.radius)}"'
        case Circle():
            place = f'<circle cx="{_n(shape.x)}" cy="{_n(shape.y)}" r="{_n(shape.radius)}"'
        case Path():
            place = f'<path d="{escape(shape.d)}"'
        case _:
            assert_never(shape)
    look = f' fill="{escape(shape.fill)}"' if shape.fill else ""
    if shape.stroke:
        look += f' stroke="{escape(shape.stroke)}" stroke-width="{_n(shape.stroke_width)}"'
        if shape.dash:
            look += f' stroke-dasharray="{" ".join(_n(part) for part in shape.dash)}"'
    if shape.opacity != 1:
        look += f' opacity="{_n(shape.opacity)}"'
    return f"{place}{look}/>"


def _use(item: Placed, name: str) -> str:
    place = f'x="{_n(item.x)}" y="{_n(item.y)}"'
    if item.scale != 1:
        place = f'transform="translate({_n(item.x)} {_n(item.y)}) scale({_n(item.scale)})"'
    return f'<use href="#{name}" {place}/>'


def _text(item: Text) -> str:
    bold = ' font-weight="bold"' if item.bold else ""
    return (
        f'<text x="{_n(item.x)}" y="{_n(item.y)}" font-family="{FONT}" '
        f'font-size="{_n(item.size)}"{bold} text-anchor="{item.anchor}" '
        f'fill="{escape(item.fill)}">{_safe(item.text)}</text>'
    )


def _safe(text: str) -> str:
    """Text with only the characters XML allows."""
    return escape(_NOT_XML.sub("\ufffd", text))


def _n(number: float) -> str:
    """A number, rounded to a thousandth and as short as possible."""
    return f"{number:.3f}".rstrip("0").rstrip(".")


BOARD_PIXELS = 560
"""The width at which a board is shown."""


@singledispatch
def svg(thing: object) -> str:
    """A position, card or shape as a picture in SVG, a plan or an answer too.

    Raises ArgumentError for anything without a picture.

    >>> import ksm_widgets as ksm
    >>> ksm.svg(ksm.card(15))[:4]
    '<svg'
    >>> ksm.svg(ksm.solve(ksm.Position.near("5,4,3z"), "###"))[-6:]
    '</svg>'
    """
    kinds = " | ".join(kind.__name__ for kind in svg.registry if kind is not object)
    raise ArgumentError("argument.kind", name="thing", found=found(thing), expected=kinds)


@svg.register
def _(thing: Position) -> str:
    return paint_svg(board_scene(thing, open_view=True), BOARD_PIXELS)


@svg.register
def _(thing: Card) -> str:
    return paint_svg(card_scene(thing))


@svg.register
def _(thing: Shape) -> str:
    return paint_svg(card_scene(thing))


@svg.register
def _(thing: Scene) -> str:
    return paint_svg(thing)
