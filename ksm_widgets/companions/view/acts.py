"""The acts of the controls that the page of every game has."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ksm_widgets.companions.view.page import Mode, TablePage
from ksm_widgets.page.state import ForgedValue, item, member, one_of, whole
from ksm_widgets.telling.phrases import Notice

if TYPE_CHECKING:
    from collections.abc import Collection

    from ksm_widgets.companions.match import Match
    from ksm_widgets.page.state import Act


def _draft(command: Callable[[Any], Any]) -> Act[Any]:
    return lambda page, _: page.with_draft(command(page.draft))


def _question(questions: Collection[str]) -> Act[Any]:
    def act(page: TablePage, value: str) -> TablePage:
        return page.with_query(replace(page.query, question=one_of(questions, value)))

    return act


def _row(page: TablePage, value: str) -> TablePage:
    if page.found is None:
        raise ForgedValue(value[:20])
    rows = page.found.rows
    return replace(page, row=rows.index(item(rows, value)), step=0)


def _copied(page: TablePage, _: str) -> TablePage:
    return page.telling(Notice.of("shelf_page.copied"))


def _fields(**changes: Callable[[str], Any]) -> Act[Any]:
    return lambda page, value: replace(page, **{name: to(value) for name, to in changes.items()})


# A game.


def _mode(page: TablePage, value: str) -> TablePage:
    return replace(page, mode=member(Mode, value), draft=replace(page.draft, notice=None))


def _begin(page: TablePage, value: str) -> TablePage:
    seed = whole(value, 0, 999_999_999)
    return page.with_match(page.matches.begin(page.players, page.people, seed))


def _playing(command: Callable[[Match, str], Match]) -> Act[Any]:
    def act(page: TablePage, value: str) -> TablePage:
        if page.match is None:
            raise ForgedValue(value[:20])
        return page.with_match(command(page.match, value))

    return act


def _do(match: Match, value: str) -> Match:
    return match.after(item(match.acts, value))


def _at(match: Match, value: str) -> Match:
    count = len(match.game.acts)
    at = whole(value, 0, count)
    return replace(match, at=None if at == count else at, place=None)


def _study(page: TablePage, _: str) -> TablePage:
    """Ask about the position of the game, as the viewer sees it."""
    if page.match is None or page.match.viewer is None or page.match.waits:
        raise ForgedValue("study")
    view = page.match.view
    draft = page.draft.changed(view if view.me is not None else view.seen(page.match.viewer))
    return replace(page, mode=Mode.SET).with_draft(draft)


def _record(page: TablePage, value: str) -> TablePage:
    return page.with_match(page.matches.parse(value))


def shared_acts(questions: Collection[str], sizes: range) -> dict[str, Act[Any]]:
    """The acts that every game has: undo, questions, a game; for a game's questions and players."""
    return {
        "undo": _draft(lambda draft: draft.undo()),
        "redo": _draft(lambda draft: draft.redo()),
        "paste": lambda page, value: page.with_draft(page.draft.read(value)),
        "question": _question(questions),
        "row": _row,
        "copied": _copied,
        "code": _fields(coded=bool),
        "mode": _mode,
        "seats": _fields(players=lambda text: whole(text, sizes[0], sizes[-1])),
        "people": _fields(people=lambda text: whole(text, 1, sizes[-1])),
        "begin": _begin,
        "do": _playing(_do),
        "ready": _playing(lambda match, _: match.passed_on()),
        "all": _playing(lambda match, _: replace(match, place=None)),
        "at": _playing(_at),
        "end": lambda page, _: page.with_match(None),
        "study": _study,
        "record": _record,
    }
