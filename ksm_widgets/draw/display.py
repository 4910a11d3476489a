"""How positions, cards and shapes show themselves in a notebook, with or without a kernel."""

from __future__ import annotations

from typing import Any, Protocol

from ksm_widgets.draw.board import board_scene
from ksm_widgets.draw.cards import card_scene
from ksm_widgets.draw.shapes import Scene
from ksm_widgets.draw.text import text_board
from ksm_widgets.draw.vector import paint_svg
from ksm_widgets.rules.deck import Card
from ksm_widgets.rules.position import Position
from ksm_widgets.rules.shapes import Shape

__all__ = ["Shell", "register_display", "svg"]


class Shell(Protocol):
    """What is asked of an IPython shell: where it keeps its formatters."""

    display_formatter: Any


def svg(thing: Position | Card | Shape | Scene) -> str:
    """A position, card, shape or scene as a picture in SVG."""
    match thing:
        case Position():
            return paint_svg(board_scene(thing, open_view=True), 560)
        case Card() | Shape():
            return paint_svg(card_scene(thing))
        case Scene():
            return paint_svg(thing)


def register_display(shell: Shell) -> None:
    """Let an IPython shell show positions, cards, shapes and scenes as pictures and as text."""
    pictures = shell.display_formatter.formatters["image/svg+xml"]
    words = shell.display_formatter.formatters["text/plain"]
    for kind in (Position, Card, Shape, Scene):
        pictures.for_type(kind, svg)
    words.for_type(Position, lambda thing, printer, cycle: printer.text(_board(thing)))
    words.for_type(Scene, lambda thing, printer, cycle: printer.text(thing.title))


def _board(position: Position) -> str:
    return f"{text_board(position)}\n{position}"
