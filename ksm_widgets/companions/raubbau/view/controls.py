"""The acts of the controls that only Raubbau has: tools, numbers, options."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from ksm_widgets.companions.raubbau import setting_up
from ksm_widgets.companions.raubbau.box import (
    KINDS,
    LEAST_POINTS,
    MOST_MATCHES,
    MOST_POINTS,
    MOST_STACKED,
    MOST_TUNNELS,
    Face,
)
from ksm_widgets.companions.raubbau.questions import Aim
from ksm_widgets.companions.raubbau.view.page import Page
from ksm_widgets.companions.view.acting import (
    asked,
    changed,
    seat_and_rest,
    seated,
    stepped,
    within,
)
from ksm_widgets.companions.view.controls import SHELF_ACTS
from ksm_widgets.page.state import among, member, whole

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ksm_widgets.companions.raubbau.position import Position
    from ksm_widgets.page.state import Act


def _set(page: Page, value: str) -> Page:
    """Take a card with another back in hand."""
    return page.with_draft(page.draft.with_set(among(page.position.box.sets, value)))


def _face(page: Page, value: str) -> Page:
    return page.with_draft(page.draft.with_face(member(Face, value)))


def _rounds(position: Position, value: str) -> Position:
    """Set the number of rounds left; without one, nobody has left."""
    return replace(position, rounds_left=whole(value, 0, 1) if value else None)


def _points(position: Position, value: str) -> Position:
    seat, change = seat_and_rest(value, position.players)
    points = stepped(position.points_of(seat), change, LEAST_POINTS, MOST_POINTS)
    return position.with_points(seat, points)


def _drift(position: Position, value: str) -> Position:
    seat, change = seat_and_rest(value, position.players)
    sets = stepped(position.drift_of(seat), change, 0, position.box.drift_sets)
    return position.with_drift(seat, sets)


def _stack(position: Position, value: str) -> Position:
    """Step the number of cards in a stack; it is named as a seat is, counted from 1."""
    stack, change = seat_and_rest(value, len(position.stacks))
    most = min(position.box.treasures, MOST_STACKED)
    size = stepped(len(position.stack(stack)), change, 0, most)
    return setting_up.with_stacked(position, stack, size)


def _tunnels(position: Position, value: str) -> Position:
    """Step the number of tunnel cards left."""
    count = stepped(len(position.tunnels), value, 0, MOST_TUNNELS)
    return replace(position, tunnels=(None,) * count)


ACTS: Mapping[str, Act[Page]] = MappingProxyType(
    {
        **SHELF_ACTS,
        "set": _set,
        "face": _face,
        "match": changed(setting_up.with_match, within(1, MOST_MATCHES)),
        "rounds": changed(_rounds),
        "start": seated(lambda position, seat: replace(position, start=seat)),
        "turn": seated(lambda position, seat: replace(position, turn=seat)),
        "points": changed(_points),
        "drift": changed(_drift),
        "stack": changed(_stack),
        "tunnels": changed(_tunnels),
        "drawn": changed(
            setting_up.with_kind_drawn, lambda value: among(KINDS, value) if value else ""
        ),
        "aim": asked(aim=lambda value: member(Aim, value) if value else None),
        "trusting": asked(trusting=bool),
    }
)
"""The acts that only change the page's state."""
