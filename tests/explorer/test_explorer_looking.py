"""Digging now against a look on the explorer's page: asked for, played, and asked again."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from decimal import Decimal
from itertools import count
from time import sleep
from typing import TYPE_CHECKING, Any

import pytest

from ksm_widgets.explorer.view import acts as asking
from ksm_widgets.rules import Quarry
from ksm_widgets.solver import (
    Policy,
    Problem,
    SearchProgress,
    Statistics,
    Status,
    solve_covered,
    unseen_tiles,
)
from ksm_widgets.widgets import Explorer
from tests.mines import FAR, fives_and_masks
from tests.page.kernelless import click, html, key, pointer, words

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.long

TABLE = f"{FAR}-,-,-,-,-,?1/-,?5,-,3,-,-"
"""The 5 comes down to the 3; what it lay on shows then, and is dug in place of the 3 if better."""
KNOWN = f"{FAR}-,-,-,-,-,11/-,55,-,3,-,-"
"""The same with every tile known."""
TOUCH = 'data-act="solve" data-value="look"'


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> list[int | None]:
    """Proofs are waited for, so that a slow machine finds the same; how often was looked ahead."""
    asked: list[int | None] = []

    def noted(problem: Problem, **how: Any) -> Policy:
        asked.append(problem.reactions)
        return solve_covered(problem, **how)

    monkeypatch.setattr("ksm_widgets.explorer.situation.unseen_tiles", fives_and_masks)
    monkeypatch.setattr(asking, "_PATIENCE", 600.0)
    monkeypatch.setattr(asking, "solve_covered", noted)
    return asked


def at(board: str) -> Explorer:
    """An explorer of that mine, with a card of two quarries side by side."""
    return Explorer(f"board={board}&card=1&shape=%23%23")


def looked(explorer: Explorer) -> Explorer:
    explorer.act("solve", "look")
    explorer.wait()
    return explorer


def test_a_look_can_be_asked_for_where_there_is_something_to_see() -> None:
    assert TOUCH not in html(at(KNOWN), "side")
    assert "Dig now or look?" in words(at(TABLE), "side")
    explorer = at(KNOWN)
    explorer.act("covered", "on")
    assert "Dig now or look?" in words(explorer, "side")
    explorer.act("covered", "")
    assert TOUCH not in html(explorer, "side")


def test_where_an_unseen_tile_does_not_count_its_mean_it_is_told_why_not() -> None:
    for value in ("never", "3"):
        explorer = at(TABLE)
        explorer.act("unseen", value)
        assert f"{TOUCH} aria-label=" in html(explorer, "side")
        assert "unseen tiles must count as their average" in words(explorer, "side")
        # Asked all the same, the best plan is told.
        assert "Best plan" in words(looked(explorer), "plans")


def test_both_figures_stand_there_and_what_to_do_for_what_shows() -> None:
    explorer = looked(at(TABLE))
    told = words(explorer, "plans")
    assert "Look first: net 7.9 on average. Dig without looking: net 7." in told
    assert "Proven: no plan with up to 2 looks nets more." in told
    assert "Possible tiles on b1 A treasure of 5 (45%): dig b1, c1, net 9" in told
    assert "Otherwise (55%): dig c1, d1, net 7" in told
    assert "Net 7.9 · moves 1 · look at b1 Net 7 · moves 1 · c1, d1" in told
    explorer.act("plan", "1")
    assert "Possible tiles on b1" not in words(explorer, "plans")
    explorer.act("language", "de")
    explorer.act("plan", "0")
    told = words(explorer, "plans")
    assert "Erst nachsehen: im Mittel netto 7,9. Graben, ohne nachzusehen: netto 7." in told
    assert "Was auf b1 liegen kann Ein Schatz im Wert von 5 (45 %):" in told


def test_step_look_name_and_the_next_advice_is_there(patient: list[int | None]) -> None:
    explorer = looked(at(TABLE))
    assert patient == [1, 2]
    explorer.act("step", "1")
    assert "Choose b1 and say which tile is uncovered there." in words(explorer, "said")
    click(explorer, "b1")
    assert "b1, level 1: which tile is it?" in words(explorer, "hand")
    explorer.act("name", "5")
    # The tree knew it: there is no search, and none to wait for.
    assert patient == [1, 2]
    assert explorer.page.running is None
    assert words(explorer, "said").startswith(
        "Stop and dig now: net 9. Looking is not worth the moves"
    )
    assert "yours · to pay 1" in words(explorer, "plans")
    plan = explorer.session.state.plan
    assert plan is not None
    assert plan.dig == (Quarry.parse("b1"), Quarry.parse("c1"))
    explorer.act("step", "2")
    assert "The dig on b1, c1 takes" in words(explorer, "said")


def test_what_the_tree_did_not_see_coming_is_searched_for(patient: list[int | None]) -> None:
    explorer = looked(at(TABLE))
    explorer.act("over", "")
    explorer.act("ask", "f2:1")
    explorer.act("name", "z")
    explorer.wait()
    assert patient[:3] == [1, 2, 1]
    assert words(explorer, "said").startswith("Look first: net 7.9 on average")


def test_where_nothing_is_left_to_look_at_the_best_way_on_is_told() -> None:
    explorer = looked(at(f"{FAR}-,-,-,-,-,-/-,?5,-,3,-,-"))
    key(explorer, "PageDown")
    key(explorer, "5")
    explorer.wait()
    assert words(explorer, "said").startswith("Best from here: the whole turn nets 9")


@pytest.mark.parametrize(
    "way",
    [
        "button",
        "move",
        *(pytest.param(way, marks=pytest.mark.long) for way in ("touch", "drag", "key")),
    ],
)
def test_in_the_covered_view_the_board_shows_the_tile(patient: list[int | None], way: str) -> None:
    explorer = at(KNOWN)
    explorer.act("covered", "on")
    looked(explorer)
    assert explorer.session.seen_position.text.endswith("?1/-,?5,-,3,-,-")
    if way == "move":
        explorer.act("own", "")
        click(explorer, "b1", "c1")
    else:
        explorer.act("step", "1")
        assert "Choose b1 to see which tile is uncovered there." in words(explorer, "said")
        assert "Reveal the tile" in words(explorer, "said")
        assert "which tile is it?" not in words(explorer, "hand")
        match way:
            case "button":
                explorer.act("over", "")
            case "touch":
                click(explorer, "b1")
            case "drag":
                pointer(explorer, "press", "b1")
                pointer(explorer, "release", "b1")
            case "key":
                key(explorer, "PageDown")
    assert explorer.session.seen_position.text.endswith("?1/-,5,5,3,-,-")
    assert patient == [1, 2]
    assert words(explorer, "said").startswith("Stop and dig now: net 9.")
    assert "Reveal the tile" not in words(explorer, "said")
    # It can be taken back, and does not come again by itself.
    explorer.act("undo", "")
    assert explorer.session.state.shown is not None
    assert not explorer.session.state.watching
    assert explorer.page.running is None


def test_a_look_is_told_late_and_can_be_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """How it stands is told meanwhile; stopped, the best so far is there with its bound."""

    def slow(
        problem: Problem,
        *,
        cancelled: Callable[[], bool],
        progress: Callable[[SearchProgress], None],
        **_: float,
    ) -> Policy:
        asked = count()
        found = solve_covered(problem, cancelled=lambda: next(asked) > 20)
        assert found.net is not None
        assert found.bound is not None
        net, bound = (Decimal(round(10 * value)) / 10 for value in (found.net, found.bound))
        while not cancelled():
            progress(SearchProgress(net, bound, Statistics(boards=7)))
            sleep(0.01)
        return replace(found, status=Status.FEASIBLE)

    monkeypatch.setattr(asking, "solve_covered", slow)
    monkeypatch.setattr("ksm_widgets.page.background.LATE", 0.0)
    monkeypatch.setattr("ksm_widgets.page.background._EVERY", 0.0)

    async def sitting() -> None:
        explorer = at(TABLE)
        explorer.act("solve", "look")
        while "Boards checked: 7" not in words(explorer, "turn"):
            await asyncio.sleep(0.01)
        assert TOUCH + ' aria-disabled="true"' in html(explorer, "side")
        explorer.act("stop", "")
        while "the search was stopped early" not in words(explorer, "plans"):
            await asyncio.sleep(0.01)
        assert "No plan with one look nets more" in words(explorer, "plans")
        assert TOUCH + ' aria-disabled="true"' not in html(explorer, "side")

    asyncio.run(asyncio.wait_for(sitting(), 60))


def test_in_a_full_mine_the_best_found_in_time_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ksm_widgets.explorer.situation.unseen_tiles", unseen_tiles)
    monkeypatch.setattr(asking, "_PATIENCE", 0.5)
    explorer = at(TABLE)
    explorer.act("random", "early")
    explorer.act("covered", "on")
    looked(explorer)
    assert not explorer.page.trouble
    assert explorer.session.state.shown is not None
    assert explorer.session.state.shown.policy is not None
