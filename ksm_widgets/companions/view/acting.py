"""What the acts of controls are made of: values read, numbers stepped, what an act changes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ksm_widgets.companions.position import PositionT
from ksm_widgets.companions.view.page import AnyPage
from ksm_widgets.page.state import ForgedValue, whole
from ksm_widgets.telling.phrases import Notice

if TYPE_CHECKING:
    from ksm_widgets.companions.match import AnyMatch
    from ksm_widgets.page.state import Act

_MOST_ADDED = 99
"""The most that one touch adds to a number or takes away."""


def within(least: int, most: int) -> Callable[[str], int]:
    """A function that reads a whole number, and takes the nearest one of a range."""
    return lambda text: whole(text, least, most)


def stepped(before: int, value: str, least: int, most: int) -> int:
    """A number after a touch of its `stepper`, within its bounds; the value is what is added.

    A button that sent the number itself would lose the second of two quick taps.
    """
    return max(least, min(before + whole(value, -_MOST_ADDED, _MOST_ADDED), most))


def seat_and_rest(value: str, players: int) -> tuple[int, str]:
    """Read a seat, and what its control sends after the comma, which is the game's own.

    The stepper of seat 2, whose `of` is `2,`, sends `2,-1` to take one away.
    """
    seat, _, rest = value.partition(",")
    return whole(seat, 1, players), rest


def changed(change: Callable[[Any, Any], Any], read: Callable[[str], Any] = str) -> Act[Any]:
    """The act of a control that changes the position; one that is whole stays so (`ShelfDraft`).

    `change` gives the position after it, or a notice why there is none.
    """

    def act(page: AnyPage, value: str) -> AnyPage:
        after = change(page.position, read(value))
        if isinstance(after, Notice):
            return page.telling(after)
        return page.with_draft(page.draft.with_balanced(after))

    return act


def seated(change: Callable[[PositionT, int], PositionT]) -> Act[Any]:
    """The act of a control that changes the position by a seat."""
    return changed(lambda position, value: change(position, whole(value, 1, position.players)))


def asked(**fields: Callable[[str], Any]) -> Act[Any]:
    """The act of a control for what else is asked: its value is read into fields of the query."""

    def act(page: AnyPage, value: str) -> AnyPage:
        read = {name: to(value) for name, to in fields.items()}
        return page.with_query(replace(page.query, **read))

    return act


def in_match(command: Callable[[Any, str], AnyMatch]) -> Act[Any]:
    """The act of a control that is there only in a game."""

    def act(page: AnyPage, value: str) -> AnyPage:
        if page.match is None:
            raise ForgedValue(value[:20])
        return page.gone_on(page.match, command(page.match, value))

    return act
