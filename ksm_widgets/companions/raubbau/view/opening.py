"""The page of Raubbau as a widget: a mine to set up, to ask about and to play in."""

from __future__ import annotations

from ksm_widgets.companions.raubbau.answering import ask, headline
from ksm_widgets.companions.raubbau.view import answers, panels
from ksm_widgets.companions.raubbau.view.acts import ACTS
from ksm_widgets.companions.raubbau.view.page import Page
from ksm_widgets.companions.view.table import ShelfTable, shelf_panels


class Mine(ShelfTable[Page]):
    """A mine to set up, and to ask about."""

    page_type = Page
    acts = ACTS
    find = staticmethod(ask)
    headline = staticmethod(headline)
    panels = shelf_panels(
        tools=panels.tools,
        numbers=panels.numbers,
        words=panels.words,
        options=answers.options,
        comparison=answers.comparison,
    )


PAGE = Mine
"""The page of the game."""
