"""The page of Kingdom of Solomon as a widget: a table to set up, to ask about, to play at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.companions.kingdom.answering import Found, ask, headline
from ksm_widgets.companions.kingdom.links import Query, read_link
from ksm_widgets.companions.kingdom.text import read_draft
from ksm_widgets.companions.kingdom.view import answers, panels
from ksm_widgets.companions.kingdom.view.acts import ACTS
from ksm_widgets.companions.kingdom.view.page import Page
from ksm_widgets.companions.view import panels as shared
from ksm_widgets.companions.view.table import GameTable, shared_panels

if TYPE_CHECKING:
    from collections.abc import Callable

    from ksm_widgets.companions.kingdom.position import Position


class Kingdom(GameTable[Page]):
    """A table to set up, and to ask about."""

    page_type = Page
    acts = ACTS
    headline = staticmethod(headline)
    panels = shared_panels(
        {
            "head": shared.head,
            "said": panels.said,
            "words": panels.words,
            "hand": panels.tools,
            "turn": answers.asking,
            "plans": answers.answers,
            "side": lambda page: (answers.options(page), panels.numbers(page)),
            "set": panels.whole,
        }
    )

    @staticmethod
    def find(
        position: Position, query: Query, pulse: Callable[[], None], part: Callable[[int], None]
    ) -> Found:
        """Answer a query; raises AskError, and what `pulse` raises."""
        return ask(position, query, pulse)

    @staticmethod
    def read(start: str) -> tuple[Position, Query]:
        """The position and the question of a text or a link; raises KsmError."""
        return read_link(start) if "=" in start else (read_draft(start), Query())


PAGE = Kingdom
"""The page of the game."""
