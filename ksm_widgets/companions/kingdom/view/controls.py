"""The acts of the controls that only Kingdom of Solomon has: tools, numbers, options."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING

from ksm_widgets.companions.kingdom import setting_up
from ksm_widgets.companions.kingdom.goods import GOODS
from ksm_widgets.companions.kingdom.links import KEEPS, TOKENS, Question
from ksm_widgets.companions.kingdom.position import Phase
from ksm_widgets.companions.kingdom.text import MOST_SCORE
from ksm_widgets.companions.kingdom.tools import BUILDING, CARD, CUBE, FORTUNE, PAWN
from ksm_widgets.companions.kingdom.view.page import Page
from ksm_widgets.companions.view.acting import (
    asked,
    changed,
    in_match,
    seat_and_rest,
    seated,
    stepped,
)
from ksm_widgets.companions.view.controls import SHELF_ACTS
from ksm_widgets.page.state import ForgedValue, among, member, whole

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ksm_widgets.companions.kingdom.match import KingdomMatch
    from ksm_widgets.companions.kingdom.position import Position
    from ksm_widgets.page.state import Act


def _number_of(allowed: Iterable[int], value: str) -> int:
    return int(among([*map(str, allowed)], value))


def _good(page: Page, value: str) -> Page:
    good = among(tuple(GOODS), value)
    return page.holding(CUBE, good=good)


def _seat(page: Page, value: str) -> Page:
    seat = whole(value, 1, page.position.players)
    tool = page.draft.tool if page.draft.tool in (BUILDING, PAWN) else BUILDING
    return page.holding(tool, seat=seat)


def _card(page: Page, value: str) -> Page:
    card = _number_of(page.position.box.buildings, value)
    return page.holding(CARD, card=card)


def _fortune(page: Page, value: str) -> Page:
    card = among(tuple(page.position.box.fortune), value)
    return page.holding(FORTUNE, fortune=card)


def _touch(page: Page, value: str) -> Page:
    """Choose a place by its button."""
    if page.playing is None:
        raise ForgedValue(value[:20])
    places = {str(place): place for place in page.picture.places}
    return page.released(places[among(places, value)])


def _back(match: KingdomMatch, value: str) -> KingdomMatch:
    """Take back what was built last."""
    if not match.can_take_back:
        raise ForgedValue(value[:20])
    return match.taken_back()


def _score(position: Position, value: str) -> Position:
    seat, change = seat_and_rest(value, position.players)
    return position.with_points(seat, stepped(position.points(seat), change, 0, MOST_SCORE))


def _temple(position: Position, value: str) -> Position:
    steps = stepped(position.temple, value, 0, len(position.box.steps))
    return setting_up.with_temple(position, steps)


def _favour(position: Position, value: str) -> Position:
    seat = whole(value, 0, position.players)
    return replace(position, favour=seat or None)


def _example(page: Page, value: str) -> Page:
    """An example, with the question about its phase unless the one chosen is about it, too."""
    page = SHELF_ACTS["example"](page, value)
    first = page.fitting()[0]
    if (page.query.question is Question.PAWNS) == (first is Question.PAWNS):
        return page
    return page.with_query(replace(page.query, question=first))


ACTS: Mapping[str, Act[Page]] = MappingProxyType(
    {
        **SHELF_ACTS,
        "example": _example,
        "touch": _touch,
        "back": in_match(_back),
        "good": _good,
        "seat": _seat,
        "card": _card,
        "fortune": _fortune,
        "phase": changed(setting_up.with_phase, partial(member, Phase)),
        "first": seated(setting_up.with_first),
        "favour": changed(_favour),
        "score": changed(_score),
        "temple": changed(_temple),
        "keep": asked(keep=partial(_number_of, KEEPS)),
        "token": asked(token=partial(_number_of, TOKENS)),
    }
)
"""The acts that only change the page's state."""
