"""The board of a game's page: its marks, its words, and what is read out when the cursor moves."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ksm_widgets.companions.marking import Marks
from ksm_widgets.companions.shelf import companion
from ksm_widgets.draw.showing import BoardView

if TYPE_CHECKING:
    from ksm_widgets.companions.match import AnyMatch
    from ksm_widgets.companions.position import AnyPlace
    from ksm_widgets.companions.view.page import AnyPage
    from ksm_widgets.rules.errors import RuleError


def marks_of(page: AnyPage) -> Marks[AnyPlace]:
    """Faults, the next act of the row looked at, and the cursor; in a game what is open."""
    marks = _table_marks(page) if page.playing is None else _match_marks(page.playing)
    return replace(marks, focus=page.cursor.focus)


def _table_marks(page: AnyPage) -> Marks[AnyPlace]:
    """The marks on the position that is set up, or on the row looked at."""
    chosen = () if page.looked is None else page.looked.places
    return Marks((*chosen, *page.draft.begun), wrong=_places_of(page.draft.faults))


def _places_of(faults: tuple[RuleError, ...]) -> tuple[AnyPlace, ...]:
    """The places that faults are about."""
    found = [place for fault in faults for place in fault.places]
    return tuple(dict.fromkeys(found))


def _match_marks(match: AnyMatch) -> Marks[AnyPlace]:
    """The marks on a game: the place chosen, and those whose touch does something."""
    here = match.place
    allowed = tuple(place for place in match.fitting_places if place != here)
    return Marks(() if here is None else (here,), allowed)


def board_of(page: AnyPage) -> BoardView:
    """The board, with words for its places and for the place of the cursor."""
    picture = page.picture
    help_ = "board_help" if page.playing is None else "play_help"
    return BoardView(
        picture,
        text=companion(page.name).text(page.shown),
        label=page.text("shelf_page.board_at", place=page.told(page.here)),
        help=page.text(f"{page.name}_page.{help_}"),
        names={str(place): page.told(place) for place in picture.places},
    )


def read_out(page: AnyPage, before: AnyPage) -> str:
    """The place of the cursor, after it has moved or what is there has changed."""
    here, there = page.told(page.here), before.told(before.here)
    told = page.message is not None and page.message != before.message
    return "" if told or here == there else here
