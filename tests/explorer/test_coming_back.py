"""When the program has ended, position, moves, dig and plan come back as they were."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from ksm_widgets.explorer.links import link_of
from ksm_widgets.explorer.view.keeping import brought_back, kept_text
from ksm_widgets.page.state import ForgedValue
from ksm_widgets.rules import KsmError
from ksm_widgets.widgets import Explorer
from tests.page.kernelless import click, cursed, words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ksm_widgets.explorer.session import Session

pytestmark = pytest.mark.usefixtures("interpreted")


@pytest.fixture
def explorer() -> Iterator[Any]:
    made = cursed(language="en")
    yield made
    made.close()


def after_the_end(explorer: Any) -> Any:
    """The explorer of another program, to which the browser gave what it kept."""
    kept = explorer.page.kept
    other: Any = Explorer(language="en")
    other._pulse._handle_custom_msg({"restore": kept}, [])
    other.wait()
    return other


def same(one: Session, other: Session) -> bool:
    states = [replace(each.state, shown=None, hinted=0) for each in (one, other)]
    return states[0] == states[1] and one.covered == other.covered


def test_moves_and_dig_come_back(explorer: Any) -> None:
    explorer.act("mode", "play")
    click(explorer, "c1", "d1")
    back = after_the_end(explorer)
    assert same(back.session, explorer.session)
    assert "your position is as you left it" in words(back, "said")
    explorer.act("tool", "dig")
    click(explorer, "b1")
    assert explorer.session.state.dig is not None
    again = after_the_end(explorer)
    assert same(again.session, explorer.session)
    back.close()
    again.close()


@pytest.mark.parametrize("mode", ["play", "edit"])
def test_the_covered_view_comes_back(explorer: Any, mode: str) -> None:
    for step in (("mode", "play"), ("covered", "on"), ("mode", mode)):
        explorer.act(*step)
    back = after_the_end(explorer)
    assert explorer.session.covered
    assert same(back.session, explorer.session)
    back.close()


@pytest.mark.parametrize("what", ["plan", "best", "frontier"])
def test_the_plan_comes_back_at_its_step(explorer: Any, what: str) -> None:
    explorer.act("solve", what)
    explorer.wait()
    explorer.act("plan", "0")
    explorer.act("step-by", "1")
    before = explorer.session.state.shown
    back = after_the_end(explorer)
    shown = back.session.state.shown
    assert shown.plan.turn == before.plan.turn
    assert (shown.step, shown.chosen, shown.begun) == (1, 0, 0)
    assert shown.listed == before.listed
    assert same(back.session, explorer.session)
    assert back.page.running is None
    back.close()


def test_a_plan_asked_for_during_the_turn_comes_back_with_the_moves_since(explorer: Any) -> None:
    explorer.act("mode", "play")
    click(explorer, "a1", "a2")
    explorer.act("solve", "plan")
    explorer.wait()
    explorer.act("own", "")
    click(explorer, "c1", "d1")
    back = after_the_end(explorer)
    assert [str(move) for move in back.session.state.moves] == ["a1-a2", "c1-d1"]
    assert back.session.state.shown.begun == 1
    assert not back.session.state.watching
    back.close()


def test_what_was_done_meanwhile_is_not_overwritten(explorer: Any) -> None:
    other: Any = Explorer(language="en")
    other.act("clear", "")
    other._pulse._handle_custom_msg({"restore": explorer.page.kept}, [])
    assert other.session.position.text == "-,-,-,-,-,-/" * 5 + "-,-,-,-,-,-"
    other.close()


def test_a_link_that_an_earlier_version_kept_comes_back(explorer: Any) -> None:
    session, plan = brought_back(explorer.session, link_of(explorer.session.situation))
    assert session.situation == explorer.session.situation
    assert plan is None


@pytest.mark.parametrize(
    "change",
    [
        {"link": "board=x"},
        {"moves": ["a1-f6"]},
        {"moves": "a1"},
        {"moves": ["a1-a2"] * 501},
        {"dig": ["f6"]},
        {"plan": 7},
        {"plan": {"what": "rm", "made": 0, "chosen": 0, "step": 0, "watching": True}},
        {"plan": {"what": "plan", "made": -1, "chosen": 0, "step": 0, "watching": True}},
    ],
)
def test_what_makes_no_sense_is_refused(explorer: Any, change: dict[str, Any]) -> None:
    explorer.act("mode", "play")
    data = json.loads(kept_text(explorer.session)) | change
    with pytest.raises((KsmError, ForgedValue)):
        brought_back(explorer.session, json.dumps(data))
    other: Any = Explorer(language="en")
    before = other.session.situation
    other._pulse._handle_custom_msg({"restore": json.dumps(data)}, [])
    other._pulse._handle_custom_msg({"restore": "{" * 100_000}, [])
    assert other.session.situation == before
    other.close()


def test_what_cannot_be_brought_back_is_told() -> None:
    other: Any = Explorer(language="en")
    other._pulse._handle_custom_msg({"restore": '{"link": "board=x"}'}, [])
    assert "A board has 6 rows" in words(other, "said")
    other.close()


def test_a_plan_that_says_less_is_still_brought_back(explorer: Any) -> None:
    """Its missing part was looked for in vain, and nothing came back."""
    plan = {"what": "plan", "made": 0, "chosen": 0, "step": 0}
    data = {"link": link_of(explorer.session.situation), "mode": "play", "plan": plan}
    session, again = brought_back(explorer.session, json.dumps(data))
    assert session.situation == explorer.session.situation
    assert again is not None
    assert not again.watching
