"""The panels round the game's board: what they show, and how they lie about it."""

from __future__ import annotations

from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

import ipywidgets

from ksm_widgets.widgets.markup import Markup, joined
from ksm_widgets.widgets.panel import Panel
from ksm_widgets.widgets.parts.acting import turn
from ksm_widgets.widgets.parts.at_table import head, said, settings
from ksm_widgets.widgets.parts.beside import mine_table
from ksm_widgets.widgets.parts.ending import final, record, replaying
from ksm_widgets.widgets.parts.players import leaving, own_screen, round_the_table, so_far
from ksm_widgets.widgets.parts.seating import seating
from ksm_widgets.widgets.table_board import mine

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ksm_widgets.widgets.board import Board
    from ksm_widgets.widgets.table_page import TablePage

__all__ = ["PARTS", "TablePanel", "sheet"]

_STATIC = Path(__file__).parent / "static"


def _at_table(part: Callable[[TablePage], Markup]) -> Callable[[TablePage], Markup]:
    """A part that is there only with a match at the table."""
    return lambda page: Markup("") if page.match is None else part(page)


def as_text(page: TablePage) -> Markup:
    """The mine as a table, for who cannot see it."""
    return Markup("") if page.step is None else mine_table(mine(page.step), page.language)


PARTS: Mapping[str, Callable[[TablePage], Markup]] = MappingProxyType(
    {
        "head": head,
        "start": lambda page: seating(page) if page.match is None else Markup(""),
        "said": _at_table(said),
        "turn": _at_table(lambda page: replaying(page) if page.at is not None else turn(page)),
        "ending": _at_table(final),
        "words": _at_table(as_text),
        "side": _at_table(round_the_table),
        "holding": _at_table(own_screen),
        "plans": _at_table(so_far),
        "set": _at_table(lambda page: joined([leaving(page), record(page), settings(page)])),
    }
)
"""The panels by name."""


class TablePanel(Panel):
    """A panel at the table."""

    _css = "\n".join(
        (_STATIC / name).read_text(encoding="utf-8")
        for name in ("explorer.css", "layout.css", "play.css")
    )


def sheet(board: Board, panels: Mapping[str, TablePanel]) -> ipywidgets.Box:
    """The board and its panels, named for the style sheet: then the board, doing, knowing."""

    def box(name: str, *children: ipywidgets.Widget) -> ipywidgets.Box:
        made = ipywidgets.Box(children)
        made.add_class(f"ksm-{name}")
        return made

    return box(
        "sheet",
        panels["head"],
        panels["start"],
        box("middle", board, panels["words"]),
        box("right", *(panels[name] for name in ("said", "ending", "turn", "set"))),
        box("left", *(panels[name] for name in ("holding", "side", "plans"))),
    )
