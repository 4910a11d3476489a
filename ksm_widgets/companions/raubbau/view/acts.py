"""The acts of the controls that set up a position and choose a question."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from ksm_widgets.companions.raubbau import editing
from ksm_widgets.companions.raubbau.box import FEWEST_PLAYERS, KINDS, MOST_PLAYERS, Face
from ksm_widgets.companions.raubbau.editing import EXAMPLES, TOOLS, Draft, adjust
from ksm_widgets.companions.raubbau.links import QUESTIONS
from ksm_widgets.companions.raubbau.questions import AIMS
from ksm_widgets.companions.raubbau.view.page import Page
from ksm_widgets.companions.view.acts import shared_acts
from ksm_widgets.page.state import item, member, one_of, whole

if TYPE_CHECKING:
    from ksm_widgets.companions.raubbau.position import Position
    from ksm_widgets.page.state import Act


def _draft(command: Callable[[Draft], Draft]) -> Act[Page]:
    return lambda page, _: page.with_draft(command(page.draft))


def _number(change: Callable[[Position, int], Position], least: int, most: int) -> Act[Page]:
    """The act of a field for a number of the position."""

    def act(page: Page, value: str) -> Page:
        number = whole(value, least, most)
        return page.with_draft(adjust(page.draft, lambda position: change(position, number)))

    return act


def _seat(change: Callable[[Position, int], Position]) -> Act[Page]:
    def act(page: Page, value: str) -> Page:
        seat = whole(value, 1, page.position.players)
        return page.with_draft(adjust(page.draft, lambda position: change(position, seat)))

    return act


def _tool(page: Page, value: str) -> Page:
    return page.with_draft(replace(page.draft, tool=one_of(TOOLS, value), notice=None))


def _set(page: Page, value: str) -> Page:
    name = one_of(page.position.box.sets, value)
    return page.with_draft(replace(page.draft, tool=editing.CARD, set=name, notice=None))


def _face(page: Page, value: str) -> Page:
    face = member(Face, value)
    return page.with_draft(replace(page.draft, tool=editing.CARD, face=face, notice=None))


def _count(page: Page, value: str) -> Page:
    """Add to a number of one seat or stack: its name, the index, and how much is added.

    A button that sent the number itself would lose the second of two quick taps.
    """
    name, _, rest = value.partition(",")
    at, _, more = rest.partition(",")
    one_of(("points", "drift", "stack", "tunnels"), name)
    position = page.position
    many = position.stacks if name == "stack" else range(position.players)
    item(range(len(many)), at)
    changed = editing.with_more(position, name, int(at), whole(more, -99, 99))
    return page.with_draft(page.draft.changed(changed))


def _drawn(page: Page, value: str) -> Page:
    if value:
        one_of(KINDS, value)
    position, notice = editing.with_drawn(page.position, value)
    position = editing.balanced(page.position, position)
    return page.with_draft(page.draft.changed(position, notice))


def _aim(page: Page, value: str) -> Page:
    aim = one_of(AIMS, value) if value else None
    return page.with_query(replace(page.query, aim=aim))


ACTS: Mapping[str, Act[Page]] = MappingProxyType(
    {
        **shared_acts(QUESTIONS, Page.table_sizes),
        "clear": _draft(lambda draft: draft.changed(editing.blank(draft.position.players))),
        "fill": _draft(lambda draft: draft.changed(editing.filled_up(draft.position))),
        "example": lambda page, value: page.with_draft(
            page.draft.changed(Draft.of_example(one_of(EXAMPLES, value)).position)
        ),
        "tool": _tool,
        "set": _set,
        "face": _face,
        "players": _number(editing.with_players, FEWEST_PLAYERS, MOST_PLAYERS),
        "match": _number(editing.with_match, 1, 9),
        "rounds": _number(editing.with_rounds, -1, 1),
        "start": _seat(editing.with_start),
        "me": _seat(editing.with_me),
        "count": _count,
        "drawn": _drawn,
        "aim": _aim,
        "trusting": lambda page, value: page.with_query(replace(page.query, trusting=bool(value))),
    }
)
"""The acts that only change the page's state."""
