"""The acts of all controls: those of the shelf, and tools, numbers and kings of this game."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from ksm_widgets.companions.drafting import ERASE
from ksm_widgets.companions.kings import setting_up
from ksm_widgets.companions.kings.cards import MOST_DEFENCE, MOST_VALUE, STRONGEST, Race
from ksm_widgets.companions.kings.tools import MINE, UNIT, usual_mine
from ksm_widgets.companions.kings.view.page import Page
from ksm_widgets.companions.view.acting import changed, seat_and_rest, stepped
from ksm_widgets.companions.view.controls import SHELF_ACTS
from ksm_widgets.page.state import member, whole

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ksm_widgets.companions.kings.cards import Mine
    from ksm_widgets.companions.kings.position import Position
    from ksm_widgets.page.state import Act

LARGEST_SIZE = 4
"""The largest size that has a button; other boxes may have larger mines."""


def _race(page: Page, value: str) -> Page:
    return page.with_draft(page.draft.with_race(member(Race, value)))


def _strength(page: Page, value: str) -> Page:
    return page.with_draft(page.draft.with_strength(whole(value, 0, STRONGEST)))


def _mine(change: Callable[[Mine, int], Mine], least: int, most: int) -> Act[Page]:
    """The act of a control for a number of the mine in hand, which then has the usual value."""

    def act(page: Page, value: str) -> Page:
        mine = change(page.draft.mine, whole(value, least, most))
        return _with_mine(page, usual_mine(mine.defence, mine.size, overseer=mine.overseer))

    return act


def _with_mine(page: Page, mine: Mine) -> Page:
    """The page with a mine in hand; the tool stays if it is one for mines."""
    tool = MINE if page.draft.tool in (UNIT, ERASE) else page.draft.tool
    return page.holding(tool, mine=mine)


def _value(page: Page, value: str) -> Page:
    """Step the value of the mine in hand."""
    mine = page.draft.mine
    worth = stepped(mine.value, value, 0, MOST_VALUE)
    return _with_mine(page, mine._replace(value=worth, penalty=worth))


def _king(position: Position, value: str) -> Position:
    seat, race = seat_and_rest(value, position.players)
    return setting_up.with_king(position, seat, member(Race, race))


def _deck(position: Position, value: str) -> Position:
    """Step the number of cards in the deck."""
    count = stepped(len(position.deck), value, 0, len(position.box.cards))
    return setting_up.with_deck(position, count)


ACTS: Mapping[str, Act[Page]] = MappingProxyType(
    {
        **SHELF_ACTS,
        "race": _race,
        "strength": _strength,
        "defence": _mine(lambda mine, number: mine._replace(defence=number), 1, MOST_DEFENCE),
        "size": _mine(lambda mine, number: mine._replace(size=number), 1, LARGEST_SIZE),
        "overseer": _mine(lambda mine, number: mine._replace(overseer=bool(number)), 0, 1),
        "value": _value,
        "king": changed(_king),
        "deck": changed(_deck),
    }
)
"""The acts that only change the page's state."""
