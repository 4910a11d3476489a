"""The page of Raubbau as a widget: a table to set up, to ask about, to play at."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from ksm_widgets.companions.raubbau.view import answers, ending, panels
from ksm_widgets.companions.raubbau.view.acts import ACTS
from ksm_widgets.companions.raubbau.view.page import Page
from ksm_widgets.companions.view.table import ShelfTable, shelf_panels

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ksm_widgets.page.html import Child


_SHELF: Mapping[str, Callable[[Page], Child]] = shelf_panels(
    tools=panels.tools,
    numbers=panels.numbers,
    words=panels.words,
    options=answers.options,
    comparison=answers.comparison,
)


def _plans(page: Page) -> Child:
    """The plans compared; at the end of a match, its result."""
    return _SHELF["plans"](page), ending.result(page)


class Raubbau(ShelfTable[Page]):
    """A table to set up, to ask about, and to play at."""

    page_type = Page
    acts = ACTS
    panels = MappingProxyType({**_SHELF, "plans": _plans})


PAGE = Raubbau
"""The page of the game."""
