"""Values that no control sends: nothing raises, nothing is lost, and the page can be shown."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ksm_widgets.explorer.editing import hold_card, load
from ksm_widgets.explorer.playing import move
from ksm_widgets.explorer.session import Mode, Session
from ksm_widgets.explorer.situation import Situation
from ksm_widgets.explorer.view.acts import ACTS, search_for
from ksm_widgets.explorer.view.page import Page
from ksm_widgets.explorer.view.panels import PANELS
from ksm_widgets.page.html import joined, legible
from ksm_widgets.page.state import ForgedValue, refused
from ksm_widgets.progress.progress import Progress
from ksm_widgets.rules import KsmError, Move, Position, Quarry
from ksm_widgets.solver import solve
from ksm_widgets.widgets import Course, Explorer
from tests.kinds import NUMBERS_OF_ALL_KINDS
from tests.mines import CURSED
from tests.page.kernelless import frame, words

if TYPE_CHECKING:
    from collections.abc import Iterator

HOSTILE = (
    *NUMBERS_OF_ALL_KINDS,
    "",
    "never",
    "0,0,0",
    "٣,٣",
    "\ud800",
    "\udc00\ud800",
    "\0",
    "</script><script>alert(1)</script>",
    "{quarry}",
    "a" * 100_000,
)
LOOKING = {"undo", "redo", "step", "step-by", "own", "anew", "covered"}
"""Acts that are no step of their own, or take one back: undo has nothing to bring back there."""


@cache
def page(kind: str) -> Page:
    """A page where a mine is set up, where two cards were asked for, or where a plan is shown."""
    situation = Situation(position=Position.parse(CURSED))
    session = hold_card(hold_card(load(Session(), situation, mode=Mode.PLAY), 1), 2)
    corner = Quarry.parse("a1")
    made = Page(move(session, Move(corner, corner.neighbours[0])))
    if kind == "edit":
        return Page(load(Session(), situation))
    work, done = search_for(made, "frontier" if kind == "plan" else "hand", solve)
    return done(made, work(lambda: False, lambda _: None))


def performed(page: Page, name: str, value: str) -> Page:
    """The page after an act, as its widget has it."""
    try:
        return ACTS[name](page, value)
    except (KsmError, ForgedValue) as error:
        return refused(page, error)


@settings(deadline=None)
@given(
    st.sampled_from(["edit", "plan", "hand"]),
    st.sampled_from(sorted(ACTS)),
    st.sampled_from(HOSTILE) | st.text(st.characters(), max_size=30),
)
def test_no_value_raises_or_loses_anything(kind: str, act: str, value: str) -> None:
    before = page(kind)
    after = performed(before, act, value)
    if act not in LOOKING and after.session.state != before.session.state:
        assert before.session.state in after.session.past
    assert_can_be_shown(after)


@pytest.mark.long
@pytest.mark.parametrize("act", sorted(ACTS))
@pytest.mark.parametrize("kind", ["edit", "plan", "hand"])
def test_every_act_stands_every_value(kind: str, act: str) -> None:
    before = page(kind)
    for value in HOSTILE:
        after = performed(before, act, value)
        if act not in LOOKING and after.session.state != before.session.state:
            assert before.session.state in after.session.past, value[:20]
        if after != before:
            assert_can_be_shown(after)


def assert_can_be_shown(page: Page) -> None:
    """Its panels can be made and sent."""
    for panel in PANELS.values():
        joined(panel(page)).encode()
    legible(page.announcement).encode()


@pytest.mark.parametrize("act", ["money", "seed", "draft-number", "sizes"])
@pytest.mark.parametrize(
    ("text", "taken"),
    [("7", True), (" 7 ", True), ("-7", True), ("9" * 5000, True), ("-" + "9" * 5000, True)]
    + [(text, False) for text in ("+7", "1_0", "٧", "²", "7.5", "1e1", "", " ", "seven")],
)  # fmt: skip
def test_a_whole_number_is_one_that_a_field_writes(act: str, text: str, taken: bool) -> None:
    """The nearest that is allowed is taken; what is no whole number is passed by."""
    before = replace(page("edit"), seed=123, sizes=5)
    after = performed(before, act, text)
    assert (after != before) is taken


@pytest.mark.long
@pytest.mark.parametrize("act", ["worth-parchment", "worth-magic", "worth-curse", "unseen"])
@pytest.mark.parametrize("text", NUMBERS_OF_ALL_KINDS)
def test_no_worth_is_out_of_all_bounds(act: str, text: str) -> None:
    explorer = Explorer(Position.parse(CURSED))
    explorer.act(act, text)
    assert not explorer.page.trouble
    values = explorer.session.situation.values
    for worth in (values.parchment, values.magic, values.curse, values.unseen or 0):
        assert abs(worth) <= 10**12
    explorer.act("unseen", "0.5")
    assert explorer.session.situation.values.unseen == 500


def test_a_card_that_the_deck_has_not_is_not_held() -> None:
    explorer = Explorer()
    explorer.act("hold", "99")
    assert explorer.session.situation.hand == ()


def test_half_a_character_is_told_legibly() -> None:
    explorer = Explorer(Position.parse(CURSED))
    frame(explorer, {"paste": "\ud800" + CURSED[1:]})
    assert "\ufffd" in words(explorer, "said")
    for told in (explorer._board._frame.said, explorer._panels["said"].html):
        told.encode()
    assert explorer.session.position.text == CURSED


@pytest.fixture
def course() -> Iterator[Course]:
    progress = Progress()
    yield Course("en", progress=progress)
    progress.close()


@pytest.mark.parametrize("text", HOSTILE)
def test_a_lesson_and_the_final_test_stand_every_number(course: Course, text: str) -> None:
    view: Any = course.task("turn.example_cost")
    view.act("fill-due", text)
    view.act("check", "")
    answer = view._panels["answer"].html
    assert "Something went wrong" not in answer
    answer.encode()
    final: Any = course.final_test(seed=2)
    final.act("number", text)
    assert "Something went wrong" not in final._panels["foot"].html
    assert 0 <= final.test.seed <= 10**6
