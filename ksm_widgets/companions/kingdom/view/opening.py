"""The page of Kingdom of Solomon as a widget: a table to set up, to ask about, to play at."""

from __future__ import annotations

from ksm_widgets.companions.kingdom.view import answers, panels, play
from ksm_widgets.companions.kingdom.view.controls import ACTS
from ksm_widgets.companions.kingdom.view.page import Page
from ksm_widgets.companions.view.table import ShelfWidget, shelf_panels


class Kingdom(ShelfWidget[Page]):
    """A table to set up, to ask about, and to play at."""

    page_type = Page
    acts = ACTS
    panels = shelf_panels(
        tools=panels.tools,
        numbers=panels.numbers,
        question=answers.question,
        comparison=answers.comparison,
        acts=play.acts,
    )


PAGE = Kingdom
"""The page of the game."""
