"""A search for an answer, and what the page of any game becomes by it; no widget is needed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from ksm_widgets.companions.answering import NoAnswer, Search
from ksm_widgets.companions.shelf import GAMES, part_of
from ksm_widgets.companions.view.page import Looked, Mode, Running
from ksm_widgets.page.background import CutShort

if TYPE_CHECKING:
    from collections.abc import Callable

NONE = NoAnswer("kings_ask.no_mine", "K7", place="-")


@pytest.fixture(params=GAMES)
def opened(request: pytest.FixtureRequest) -> Any:
    """The page of a game as a value, with its first position."""
    return part_of(request.param, "view.opening").PAGE.page_type(language="en")


def sought(page: Any, *questions: str, refused: tuple[str, ...] = ()) -> Any:
    """The result of a search in which some questions have no answer."""

    def find(position: Any, query: Any, *told: Callable[..., None]) -> Any:
        if query.question in refused:
            raise NoAnswer(f"shelf.{query.question}", "K7")
        return position, query.question

    return Search(page.position, page.query, questions).result(find, lambda: None, lambda _: None)


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
        opened.search(opened.query.questions).result(find, lambda: None, lambda _: None)


def test_a_search_shows_only_once_it_is_late(opened: Any) -> None:
    begun = opened.searching()
    assert begun.running == Running(0, late=False)
    late = begun.progressed(None)
    assert late.running == Running(0, late=True)
    assert late.progressed(3).running == Running(3, late=True)
    assert opened.progressed(3) == opened  # It has ended meanwhile.


def test_a_search_that_was_stopped_is_told(opened: Any) -> None:
    search = opened.search(opened.query.questions[:1])
    stopped = opened.searching().progressed(2).answered(search, None)
    assert (stopped.running, stopped.looked) == (None, None)
    assert stopped.announcement == "Stopped; there is no answer yet."


def test_a_question_without_an_answer_says_why(opened: Any) -> None:
    after = opened.searching().answered(opened.search(opened.query.questions[:1]), NONE)
    assert after.running is None
    assert after.mode is Mode.SET
    assert (after.notice.phrases, after.notice.rule) == ((NONE,), "K7")


def test_if_no_question_fits_a_game_it_goes_on(opened: Any) -> None:
    studied = opened.studying(opened.position).searching()
    after = studied.answered(studied.search(opened.query.questions), NONE)
    assert after.mode is Mode.PLAY
    assert after.aside is None
    assert after.notice.rule == "K7"
    assert NONE in after.notice.phrases


def test_an_answer_is_shown_unless_something_else_is_asked_by_now(opened: Any) -> None:
    opened = next(
        one for one in map(opened.with_query, queries(opened)) if answer(one) is not None
    ).searching()
    search, found = opened.search((opened.query.question,)), answer(opened)
    after = opened.answered(search, found)
    assert after.looked == Looked(found, found.first_row, 0)
    assert after.announcement
    other = opened.with_draft(opened.draft.changed(opened.draft.blank(opened.position.players)))
    assert other.position != opened.position
    assert other.answered(search, found).looked is None
    asked = opened.with_query(next(one for one in queries(opened) if one != opened.query))
    assert asked.answered(search, found).looked is None


def test_an_answer_that_comes_in_a_game_is_not_told_there(opened: Any) -> None:
    opened = next(
        one for one in map(opened.with_query, queries(opened)) if answer(one) is not None
    ).searching()
    search, found = opened.search((opened.query.question,)), answer(opened)
    playing = opened.in_mode(Mode.PLAY)
    for result in (found, NONE, None):
        after = playing.answered(search, result)
        assert (after.mode, after.notice, after.running) == (Mode.PLAY, None, None)
    assert playing.answered(search, found).in_mode(Mode.SET).looked == Looked(
        found, found.first_row
    )


def queries(page: Any) -> list[Any]:
    return [replace(page.query, question=question) for question in page.query.questions]


def answer(page: Any) -> Any:
    """The answer to the page's question; None if there is none."""
    result = page.search((page.query.question,)).result(page.find, lambda: None, lambda _: None)
    return None if isinstance(result, NoAnswer) else result
