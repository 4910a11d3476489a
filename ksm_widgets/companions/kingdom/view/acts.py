"""The acts of the controls that set up a table and step through a plan."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from ksm_widgets.companions.kingdom import editing
from ksm_widgets.companions.kingdom.editing import (
    BUILDING,
    CARD,
    CUBE,
    EXAMPLES,
    FORTUNE,
    PAWN,
    TOOLS,
    Draft,
)
from ksm_widgets.companions.kingdom.goods import GOODS
from ksm_widgets.companions.kingdom.links import KEEPS, QUESTIONS, TOKENS
from ksm_widgets.companions.kingdom.position import Phase
from ksm_widgets.companions.kingdom.view.page import Page
from ksm_widgets.companions.view.acts import shared_acts
from ksm_widgets.page.state import ForgedValue, member, one_of, whole

if TYPE_CHECKING:
    from ksm_widgets.companions.kingdom.position import Position
    from ksm_widgets.page.state import Act


def _changed(change: Callable[[Position, str], Position]) -> Act[Page]:
    """The act of a control that changes the position."""
    return lambda page, value: page.with_draft(page.draft.changed(change(page.position, value)))


def _tool(page: Page, value: str) -> Page:
    tool = one_of(TOOLS, value)
    return page.with_draft(replace(page.draft, tool=tool, end=None, notice=None))


def _good(page: Page, value: str) -> Page:
    good = one_of(tuple(GOODS), value)
    return page.with_draft(replace(page.draft, tool=CUBE, good=good, end=None, notice=None))


def _seat(page: Page, value: str) -> Page:
    seat = whole(value, 1, page.position.players)
    tool = page.draft.tool if page.draft.tool in (BUILDING, PAWN) else BUILDING
    return page.with_draft(replace(page.draft, tool=tool, seat=seat, end=None, notice=None))


def _card(page: Page, value: str) -> Page:
    cards = page.position.box.buildings
    card = int(one_of(tuple(map(str, cards)), value))
    return page.with_draft(replace(page.draft, tool=CARD, card=card, end=None, notice=None))


def _fortune(page: Page, value: str) -> Page:
    card = one_of(tuple(page.position.box.fortune), value)
    return page.with_draft(replace(page.draft, tool=FORTUNE, fortune=card, end=None, notice=None))


def _score(position: Position, value: str) -> Position:
    seat, _, change = value.partition(",")
    return editing.with_score(position, whole(seat, 1, position.players), whole(change, -99, 99))


def _temple(position: Position, value: str) -> Position:
    return editing.with_temple(position, position.temple + whole(value, -9, 9))


def _favour(position: Position, value: str) -> Position:
    seat = whole(value, 0, position.players)
    return replace(position, favour=seat or None)


def _keep(page: Page, value: str) -> Page:
    keep = int(one_of(tuple(map(str, KEEPS)), value))
    return page.with_query(replace(page.query, keep=keep))


def _token(page: Page, value: str) -> Page:
    token = int(one_of(tuple(map(str, TOKENS)), value))
    return page.with_query(replace(page.query, token=token))


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
        "clear": _changed(lambda position, _: editing.blank(position.players)),
        "example": _example,
        "tool": _tool,
        "good": _good,
        "seat": _seat,
        "card": _card,
        "fortune": _fortune,
        "players": _changed(
            lambda position, value: editing.with_players(
                position, whole(value, Page.table_sizes[0], Page.table_sizes[-1])
            )
        ),
        "me": _changed(
            lambda position, value: editing.with_me(position, whole(value, 1, position.players))
        ),
        "phase": _changed(
            lambda position, value: editing.with_phase(position, member(Phase, value))
        ),
        "first": _changed(
            lambda position, value: editing.with_first(position, whole(value, 1, position.players))
        ),
        "favour": _changed(_favour),
        "score": _changed(_score),
        "temple": _changed(_temple),
        "keep": _keep,
        "token": _token,
        "step": _step,
    }
)
"""The acts that only change the page's state."""
