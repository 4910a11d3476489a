"""The acts of the controls that only Raubbau has: tools, numbers, options."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from ksm_widgets.companions.raubbau import setting_up
from ksm_widgets.companions.raubbau.box import KINDS, Face
from ksm_widgets.companions.raubbau.questions import Aim
from ksm_widgets.companions.raubbau.tools import CARD
from ksm_widgets.companions.raubbau.view.page import Page
from ksm_widgets.companions.view.controls import SHELF_ACTS, asked, changed, number, seated
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
    """Add to a number: its name, the seat or stack, counted from 1, and how much is added.

    A button that sent the number itself would lose the second of two quick taps.
    """
    name, _, rest = value.partition(",")
    of, _, change = rest.partition(",")
    position, more = page.position, whole(change, -99, 99)
    match name:
        case "points":
            after = setting_up.with_points(position, whole(of, 1, position.players), more)
        case "drift":
            after = setting_up.with_drift(position, whole(of, 1, position.players), more)
        case "stack":
            after = setting_up.with_stacked(position, whole(of, 1, len(position.stacks)), more)
        case "tunnels":
            after = setting_up.with_tunnels(position, more)
        case _:
            raise ForgedValue(value[:20])
    return page.with_draft(page.draft.with_position(after))


ACTS: Mapping[str, Act[Page]] = MappingProxyType(
    {
        **SHELF_ACTS,
        "set": _set,
        "face": _face,
        "match": changed(setting_up.with_match, number(1, 9)),
        "rounds": changed(setting_up.with_rounds, number(-1, 1)),
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
