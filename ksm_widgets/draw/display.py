"""What has a picture, as SVG; rooms above register theirs."""

from __future__ import annotations

from functools import singledispatch

from ksm_widgets.draw.board import board_scene
from ksm_widgets.draw.cards import card_scene
from ksm_widgets.draw.shapes import Scene
from ksm_widgets.draw.vector import paint_svg
from ksm_widgets.rules.arguments import found
from ksm_widgets.rules.deck import Card
from ksm_widgets.rules.errors import ArgumentError
from ksm_widgets.rules.position import Position
from ksm_widgets.rules.shapes import Shape

__all__ = ["svg"]

BOARD_PIXELS = 560
"""How wide a board is shown."""


@singledispatch
def svg(thing: object) -> str:
    """A position, card or shape as a picture in SVG, a plan or an answer too.

    Raises ArgumentError for what has no picture.

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
