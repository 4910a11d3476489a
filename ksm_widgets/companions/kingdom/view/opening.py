"""The page of Kingdom of Solomon as a widget: a table to set up, to ask about, to play at."""

from __future__ import annotations

from types import MappingProxyType

from ksm_widgets.companions.kingdom.view import answers, panels, play
from ksm_widgets.companions.kingdom.view.acts import ACTS
from ksm_widgets.companions.kingdom.view.page import Page
from ksm_widgets.companions.view.page import Mode
from ksm_widgets.companions.view.table import ShelfTable, shelf_panels


class Kingdom(ShelfTable[Page]):
    """A table to set up, to ask about, and to play at."""

    page_type = Page
    acts = ACTS
    panels = MappingProxyType(
        {
            **shelf_panels(
                tools=panels.tools,
                numbers=panels.numbers,
                words=panels.words,
                options=answers.options,
                comparison=answers.comparison,
            ),
            "hand": lambda page: play.acts(page) if page.mode is Mode.PLAY else panels.tools(page),
        }
    )


PAGE = Kingdom
"""The page of the game."""
