"""The acts of the controls that the page of every game has."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ksm_widgets.companions.position import P
from ksm_widgets.companions.view.page import AnyPage, Mode
from ksm_widgets.page.state import ForgedValue, among, item, member, whole
from ksm_widgets.telling.phrases import Notice

if TYPE_CHECKING:
    from ksm_widgets.companions.match import AnyMatch
    from ksm_widgets.page.state import Act


def number(least: int, most: int) -> Callable[[str], int]:
    """A reader of whole numbers: it takes the nearest one of a range."""
    return lambda text: whole(text, least, most)


def changed(change: Callable[[Any, Any], Any], read: Callable[[str], Any] = str) -> Act[Any]:
    """The act of a control that changes the position; as many cards are left as there must be."""

    def act(page: AnyPage, value: str) -> AnyPage:
        after = page.balanced(page.position, change(page.position, read(value)))
        return page.with_draft(page.draft.changed(after))

    return act


def seated(change: Callable[[P, int], P]) -> Act[Any]:
    """The act of a control that changes the position by a seat."""
    return changed(lambda position, value: change(position, whole(value, 1, position.players)))


def asked(**options: Callable[[str], Any]) -> Act[Any]:
    """The act of a control for options of the question."""

    def act(page: AnyPage, value: str) -> AnyPage:
        read = {name: to(value) for name, to in options.items()}
        return page.with_query(replace(page.query, **read))

    return act


def _fields(**fields: Callable[[str], Any]) -> Act[Any]:
    return lambda page, value: replace(page, **{name: to(value) for name, to in fields.items()})


def _draft(command: Callable[[Any], Any]) -> Act[Any]:
    return lambda page, _: page.with_draft(command(page.draft))


def _example(page: AnyPage, value: str) -> AnyPage:
    examples = page.draft.examples
    return page.with_draft(page.draft.read(examples[among(examples, value)]))


def _tool(page: AnyPage, value: str) -> AnyPage:
    return page.with_draft(page.draft.with_tool(tool=among(page.tools, value)))


def _question(page: AnyPage, value: str) -> AnyPage:
    return page.with_query(replace(page.query, question=among(page.questions, value)))


def _row(page: AnyPage, value: str) -> AnyPage:
    if page.found is None:
        raise ForgedValue(value[:20])
    return replace(page, row=item(range(len(page.found.rows)), value), step=0)


def _copied(page: AnyPage, _: str) -> AnyPage:
    return page.telling(Notice.of("shelf_page.copied"))


def _step(page: AnyPage, value: str) -> AnyPage:
    if page.found is None:
        raise ForgedValue(value[:20])
    return replace(page, step=whole(value, 0, len(page.found.acts(page.row))))


# A game.


def _mode(page: AnyPage, value: str) -> AnyPage:
    return page.in_mode(member(Mode, value))


def _begin(page: AnyPage, value: str) -> AnyPage:
    seed = whole(value, 0, 999_999_999)
    return page.with_match(page.matches.begin(page.players, page.people, seed))


def _playing(command: Callable[[AnyMatch, str], AnyMatch]) -> Act[Any]:
    def act(page: AnyPage, value: str) -> AnyPage:
        if page.match is None:
            raise ForgedValue(value[:20])
        return page.with_match(command(page.match, value))

    return act


def _do(match: AnyMatch, value: str) -> AnyMatch:
    return match.decided(item(match.acts, value))


def _at(match: AnyMatch, value: str) -> AnyMatch:
    count = len(match.game.acts)
    at = whole(value, 0, count)
    return replace(match, at=None if at == count else at, place=None)


def _study(page: AnyPage, _: str) -> AnyPage:
    """Ask about the position of the game, as the viewer sees it."""
    match = page.match
    if match is None or match.viewer is None or match.waits or match.pause is not None:
        raise ForgedValue("study")
    view = match.view
    return page.studying(view if view.me is not None else view.seen(match.viewer))


def _record(page: AnyPage, value: str) -> AnyPage:
    return page.with_match(page.matches.parse(value))


def shelf_acts(
    sizes: range,
    blank: Callable[[int], P],
    with_players: Callable[[P, int], P],
    with_me: Callable[[P, int], P],
) -> dict[str, Act[Any]]:
    """The acts that every game has: to set up, to ask and to play.

    A game has tables of some `sizes`, blank ones, and tables with other players or another asker.
    """
    players = number(sizes[0], sizes[-1])
    return {
        "undo": _draft(lambda draft: draft.undo()),
        "redo": _draft(lambda draft: draft.redo()),
        "clear": changed(lambda position, _: blank(position.players)),
        "example": _example,
        "paste": lambda page, value: page.with_draft(page.draft.read(value)),
        "tool": _tool,
        "players": changed(with_players, players),
        "me": seated(with_me),
        "question": _question,
        "row": _row,
        "step": _step,
        "copied": _copied,
        "code": _fields(coded=bool),
        "mode": _mode,
        "seats": _fields(players=players),
        "people": _fields(people=number(1, sizes[-1])),
        "begin": _begin,
        "do": _playing(_do),
        "ready": _playing(lambda match, _: match.passed_on()),
        "all": _playing(lambda match, _: replace(match, place=None)),
        "at": _playing(_at),
        "end": lambda page, _: page.with_match(None),
        "study": _study,
        "record": _record,
    }
