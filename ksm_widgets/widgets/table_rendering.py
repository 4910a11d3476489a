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
from ksm_widgets.widgets.parts.coaching import coaching, curved, looking
from ksm_widgets.widgets.parts.ending import final, record, replaying
from ksm_widgets.widgets.parts.noting import noting
from ksm_widgets.widgets.parts.players import leaving, own_screen, round_the_table, so_far
from ksm_widgets.widgets.parts.seating import seating
from ksm_widgets.widgets.parts.weighing import weighed_cards

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ksm_widgets.widgets.board import Board
    from ksm_widgets.widgets.table_page import TablePage

__all__ = ["PARTS", "TablePanel", "sheet"]

_STATIC = Path(__file__).parent / "static"


def _at_table(part: Callable[[TablePage], Markup]) -> Callable[[TablePage], Markup]:
    """A part that is there only with a mine on the table."""
    return lambda page: part(page) if page.at_table else Markup("")


def as_text(page: TablePage) -> Markup:
    """The mine as a table, for who cannot see it."""
    return Markup("") if page.mine is None else mine_table(page.mine, page.language)


def doing(page: TablePage) -> Markup:
    """What can be done now: a turn, a step of the replay, or with a choice the coach shows."""
    if page.at is not None:
        return replaying(page)
    if page.notes is not None:
        return noting(page, page.notes)
    return turn(page) if page.coach is None else joined([turn(page), looking(page)])


def beside_the_game(page: TablePage) -> Markup:
    """Ways away from the table, the record, colours and language; the coach has his own way out."""
    if page.coach is not None:
        return settings(page)
    return joined([leaving(page), record(page), settings(page)])


PARTS: Mapping[str, Callable[[TablePage], Markup]] = MappingProxyType(
    {
        "head": head,
        "start": lambda page: Markup("") if page.at_table else seating(page),
        "said": _at_table(said),
        "curve": _at_table(curved),
        "coach": _at_table(lambda page: weighed_cards(page) or coaching(page)),
        "turn": _at_table(doing),
        "ending": _at_table(final),
        "words": _at_table(as_text),
        "side": _at_table(round_the_table),
        "holding": _at_table(own_screen),
        "plans": _at_table(lambda page: so_far(page) if page.coach is None else Markup("")),
        "set": _at_table(beside_the_game),
    }
)
"""The panels by name."""


class TablePanel(Panel):
    """A panel at the table."""

    _css = "\n".join(
        (_STATIC / name).read_text(encoding="utf-8")
        for name in ("explorer.css", "layout.css", "play.css", "coach.css")
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
        box("left", *(panels[name] for name in ("curve", "coach", "holding", "side", "plans"))),
    )
