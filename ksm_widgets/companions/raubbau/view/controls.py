"""The acts of the controls that only Raubbau has: tools, numbers, options."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from ksm_widgets.companions.raubbau import setting_up
from ksm_widgets.companions.raubbau.box import (
    KINDS,
    LEAST_POINTS,
    MOST_POINTS,
    MOST_STACKED,
    MOST_TUNNELS,
    Face,
)
from ksm_widgets.companions.raubbau.questions import Aim
from ksm_widgets.companions.raubbau.tools import CARD
from ksm_widgets.companions.raubbau.view.page import Page
from ksm_widgets.companions.tuples import with_item
from ksm_widgets.companions.view.controls import (
    SHELF_ACTS,
    asked,
    changed,
    seated,
    stepped,
    within,
)
from ksm_widgets.page.state import ForgedValue, among, member, whole

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ksm_widgets.page.state import Act


def _set(page: Page, value: str) -> Page:
    """Take a card with another back in hand: its face is not known yet."""
    name = among(page.position.box.sets, value)
    return page.with_draft(page.draft.with_tool(tool=CARD, set=name, face=Face.UNSEEN))


def _face(page: Page, value: str) -> Page:
    face = member(Face, value)
    return page.with_draft(page.draft.with_tool(tool=CARD, face=face))


def _count(page: Page, value: str) -> Page:
    """Step a number: its name, the seat or stack, counted from 1, and how much is added."""
    name, _, rest = value.partition(",")
    of, _, change = rest.partition(",")
    position = page.position
    match name:
        case "points":
            seat = whole(of, 1, position.players)
            points = stepped(position.points[seat - 1], change, LEAST_POINTS, MOST_POINTS)
            after = replace(position, points=with_item(position.points, seat, points))
        case "drift":
            seat = whole(of, 1, position.players)
            sets = stepped(position.drift[seat - 1], change, 0, position.box.drift_sets)
            after = replace(position, drift=with_item(position.drift, seat, sets))
        case "stack":
            stack = whole(of, 1, len(position.stacks))
            most = min(position.box.treasures, MOST_STACKED)
            size = stepped(len(position.stacks[stack - 1]), change, 0, most)
            after = setting_up.with_stacked(position, stack, size)
        case "tunnels":
            count = stepped(len(position.tunnels), change, 0, MOST_TUNNELS)
            after = replace(position, tunnels=(None,) * count)
        case _:
            raise ForgedValue(value[:20])
    return page.with_draft(page.draft.with_position(after))


ACTS: Mapping[str, Act[Page]] = MappingProxyType(
    {
        **SHELF_ACTS,
        "set": _set,
        "face": _face,
        "match": changed(setting_up.with_match, within(1, 9)),
        "rounds": changed(setting_up.with_rounds, within(-1, 1)),
        "start": seated(setting_up.with_start),
        "turn": seated(setting_up.with_turn),
        "count": _count,
        "drawn": changed(
            setting_up.with_my_tunnel, lambda value: among(KINDS, value) if value else ""
        ),
        "aim": asked(aim=lambda value: member(Aim, value) if value else None),
        "trusting": asked(trusting=bool),
    }
)
"""The acts that only change the page's state."""
