"""The page of Raubbau as a widget: a table to set up, to ask about, to play at."""

from __future__ import annotations

from ksm_widgets.companions.raubbau.view import answers, ending, panels
from ksm_widgets.companions.raubbau.view.controls import ACTS
from ksm_widgets.companions.raubbau.view.page import Page
from ksm_widgets.companions.view.table import ShelfWidget, shelf_panels


class Raubbau(ShelfWidget[Page]):
    """A table to set up, to ask about, and to play at."""

    page_type = Page
    acts = ACTS
    panels = shelf_panels(
        tools=panels.tools,
        numbers=panels.numbers,
        words=panels.words,
        question=answers.question,
        comparison=answers.comparison,
        result=ending.result,
    )


PAGE = Raubbau
"""The page of the game."""
