"""A search for an answer, and what the page of any game becomes by it; no widget is needed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from ksm_widgets.companions.answering import Looked, NoAnswer
from ksm_widgets.companions.shelf import GAMES, part_of
from ksm_widgets.companions.view.comparing import answers
from ksm_widgets.companions.view.page import Mode
from ksm_widgets.companions.view.searching import Running, Search, ended, late, started
from ksm_widgets.page.background import CutShort

if TYPE_CHECKING:
    from collections.abc import Callable

NONE = NoAnswer("kings_ask.no_mine", "K7", place="-")


@pytest.fixture(params=GAMES)
def opened(request: pytest.FixtureRequest) -> Any:
    """The page of a game as a value, with its first position."""
    return part_of(request.param, "view.opening").PAGE.page_type(language="en")


def search_of(page: Any, *questions: str, from_game: bool = False) -> Search[Any, Any]:
    return Search(page.position, page.query, questions, from_game=from_game)


def sought(page: Any, *questions: str, refused: tuple[str, ...] = ()) -> Any:
    """The result of a search in which some questions have no answer."""

    def find(position: Any, query: Any, *told: Callable[..., None]) -> Any:
        if query.question in refused:
            raise NoAnswer(f"shelf.{query.question}", "K7")
        return position, query.question

    return search_of(page, *questions).result(find, lambda: None, lambda _: None)


def test_the_first_question_that_has_an_answer_is_answered(opened: Any) -> None:
    first, second, *_ = opened.query.questions
    assert sought(opened, first, second) == (opened.position, first)
    assert sought(opened, first, second, refused=(first,)) == (opened.position, second)


def test_if_no_question_has_an_answer_the_first_says_why(opened: Any) -> None:
    first, second, *_ = opened.query.questions
    assert sought(opened, first, second, refused=(first, second)).key == f"shelf.{first}"


def test_a_search_that_is_stopped_tries_no_other_question(opened: Any) -> None:
    def find(*_: Any) -> Any:
        raise CutShort

    with pytest.raises(CutShort):
        search_of(opened, *opened.query.questions).result(find, lambda: None, lambda _: None)


def test_a_search_shows_only_once_it_is_late(opened: Any) -> None:
    page = started(opened)
    assert page.running == Running(0, late=False)
    assert late(page, None).running == Running(0, late=True)
    assert late(late(page, None), 3).running == Running(3, late=True)
    assert late(opened, 3) == opened  # It has ended meanwhile.


def test_parts_are_told_only_once_there_are_some(opened: Any) -> None:
    def said(done: int | None) -> str:
        (row,) = answers(late(started(opened), done), lambda *_: None)
        return str(row)

    assert "Calculating…<" in said(None)
    assert "1" not in said(None)


def test_a_search_that_was_stopped_is_told(opened: Any) -> None:
    search = search_of(opened, opened.query.question)
    stopped = ended(late(started(opened), 2), search, None)
    assert (stopped.running, stopped.looked) == (None, None)
    assert stopped.announcement == "Stopped; there is no answer yet."


def test_a_question_without_an_answer_says_why(opened: Any) -> None:
    after = ended(started(opened), search_of(opened, opened.query.question), NONE)
    assert after.running is None
    assert after.mode is Mode.SET
    assert (after.notice.phrases, after.notice.rule) == ((NONE,), "K7")


@pytest.mark.parametrize("count", [1, None])
def test_if_no_question_fits_a_game_it_goes_on(opened: Any, count: int | None) -> None:
    studied = started(opened.studying(opened.position))
    questions = opened.query.questions[:count]
    after = ended(studied, search_of(studied, *questions, from_game=True), NONE)
    assert after.mode is Mode.PLAY
    assert after.aside is None
    assert after.notice.rule == "K7"
    assert NONE in after.notice.phrases


def test_an_answer_is_shown_unless_something_else_is_asked_by_now(opened: Any) -> None:
    opened = started(answerable(opened))
    search, found = search_of(opened, opened.query.question), answer(opened)
    after = ended(opened, search, found)
    assert after.looked == Looked(found, found.first_row, 0)
    assert after.announcement
    other = opened.with_draft(
        opened.draft.with_position(opened.draft.blank(opened.position.players))
    )
    assert other.position != opened.position
    assert ended(other, search, found).looked is None
    asked = opened.with_query(next(one for one in queries(opened) if one != opened.query))
    assert ended(asked, search, found).looked is None


def test_why_there_is_no_answer_is_left_out_if_something_else_is_asked_by_now(opened: Any) -> None:
    search = search_of(opened, opened.query.question)
    other = opened.with_query(next(one for one in queries(opened) if one != opened.query))
    assert ended(started(other), search, NONE).notice is None


def test_a_game_that_was_left_meanwhile_does_not_come_back(opened: Any) -> None:
    blank = opened.draft.blank(opened.position.players)
    studied = started(opened.studying(blank))
    left = studied.in_mode(Mode.PLAY).in_mode(Mode.SET)
    search = search_of(studied, *opened.query.questions, from_game=True)
    after = ended(left, search, NONE)
    assert (after.mode, after.notice) == (Mode.SET, None)


def test_an_answer_that_comes_in_a_game_is_not_told_there(opened: Any) -> None:
    opened = started(answerable(opened))
    search, found = search_of(opened, opened.query.question), answer(opened)
    playing = opened.in_mode(Mode.PLAY)
    for result in (found, NONE, None):
        after = ended(playing, search, result)
        assert (after.mode, after.notice, after.running) == (Mode.PLAY, None, None)
    assert ended(playing, search, found).in_mode(Mode.SET).looked == Looked(found, found.first_row)


def queries(page: Any) -> list[Any]:
    return [replace(page.query, question=question) for question in page.query.questions]


def answerable(page: Any) -> Any:
    """The page with a question that has an answer."""
    return next(one for one in map(page.with_query, queries(page)) if answer(one) is not None)


def answer(page: Any) -> Any:
    """The answer to the page's question; None if there is none."""
    search = search_of(page, page.query.question)
    result = search.result(page.find, lambda: None, lambda _: None)
    return None if isinstance(result, NoAnswer) else result
