"""The acts of the controls that set up a table and step through a plan."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from ksm_widgets.companions.kings import editing
from ksm_widgets.companions.kings.box import RACES, STRONGEST
from ksm_widgets.companions.kings.editing import EXAMPLES, MINE, TOOLS, UNIT, Draft, usual_mine
from ksm_widgets.companions.kings.links import QUESTIONS
from ksm_widgets.companions.kings.view.page import Page
from ksm_widgets.companions.view.acts import shared_acts
from ksm_widgets.page.state import ForgedValue, one_of, whole

if TYPE_CHECKING:
    from ksm_widgets.companions.kings.position import Position
    from ksm_widgets.page.state import Act

MOST_DEFENCE, MOST_SIZE = 3, 4


def _changed(change: Callable[[Position, str], Position]) -> Act[Page]:
    """The act of a control that changes the position; as many cards are left as there must be."""

    def act(page: Page, value: str) -> Page:
        before = page.position
        after = editing.balanced(before, change(before, value))
        return page.with_draft(page.draft.changed(after))

    return act


def _tool(page: Page, value: str) -> Page:
    return page.with_draft(replace(page.draft, tool=one_of(TOOLS, value), notice=None))


def _race(page: Page, value: str) -> Page:
    unit = page.draft.unit._replace(race=one_of(tuple(RACES), value))
    return page.with_draft(replace(page.draft, tool=UNIT, unit=unit, notice=None))


def _strength(page: Page, value: str) -> Page:
    unit = page.draft.unit._replace(strength=whole(value, 0, STRONGEST))
    return page.with_draft(replace(page.draft, tool=UNIT, unit=unit, notice=None))


def _mine(name: str, most: int) -> Act[Page]:
    """The act of a control for a number of the mine in hand; its value is the usual one."""

    def act(page: Page, value: str) -> Page:
        mine = page.draft.mine
        numbers = {"defence": mine.defence, "size": mine.size, "overseer": int(mine.overseer)}
        numbers[name] = whole(value, 0 if name == "overseer" else 1, most)
        made = usual_mine(numbers["defence"], numbers["size"], overseer=bool(numbers["overseer"]))
        tool = MINE if page.draft.tool in (UNIT, editing.ERASE) else page.draft.tool
        return page.with_draft(replace(page.draft, tool=tool, mine=made, notice=None))

    return act


def _king(position: Position, value: str) -> Position:
    seat, _, race = value.partition(",")
    number = whole(seat, 1, position.players)
    return editing.with_king(position, number, one_of(tuple(RACES), race))


def _deck(page: Page, value: str) -> Page:
    """Add to the deck, so that two quick taps count twice."""
    position = page.position
    count = max(0, min(len(position.box.cards), len(position.deck) + whole(value, -99, 99)))
    return page.with_draft(page.draft.changed(editing.with_deck(position, count)))


def _step(page: Page, value: str) -> Page:
    if page.found is None:
        raise ForgedValue(value[:20])
    return replace(page, step=whole(value, 0, len(page.found.acts(page.row))))


def _example(page: Page, value: str) -> Page:
    name = one_of(tuple(EXAMPLES), value)
    return page.with_draft(page.draft.changed(Draft.of_example(name).position))


ACTS: Mapping[str, Act[Page]] = MappingProxyType(
    {
        **shared_acts(QUESTIONS, Page.table_sizes),
        "clear": lambda page, _: page.with_draft(
            page.draft.changed(editing.blank(page.position.players))
        ),
        "fill": lambda page, _: page.with_draft(
            page.draft.changed(editing.filled_up(page.position))
        ),
        "example": _example,
        "tool": _tool,
        "race": _race,
        "strength": _strength,
        "defence": _mine("defence", MOST_DEFENCE),
        "size": _mine("size", MOST_SIZE),
        "overseer": _mine("overseer", 1),
        "players": _changed(
            lambda position, value: editing.with_players(
                position, whole(value, Page.table_sizes[0], Page.table_sizes[-1])
            )
        ),
        "me": _changed(
            lambda position, value: editing.with_me(position, whole(value, 1, position.players))
        ),
        "king": _changed(_king),
        "deck": _deck,
        "step": _step,
    }
)
"""The acts that only change the page's state."""
