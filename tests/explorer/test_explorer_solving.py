"""Searches, hints and verdicts on the explorer's page, without a browser."""

from __future__ import annotations

import asyncio
import re
from threading import Event, Thread
from threading import enumerate as all_threads
from time import sleep
from typing import TYPE_CHECKING

import pytest

from ksm_widgets.explorer.view import explorer as explorer_module
from ksm_widgets.rules import Position
from ksm_widgets.solver import Answer, Problem, SearchProgress, Statistics, solve
from ksm_widgets.widgets import Explorer
from ksm_widgets.words import coins
from tests.mines import CURSED, FAR
from tests.page.kernelless import click, cursed, html, stop_a_search, until, words

if TYPE_CHECKING:
    from collections.abc import Callable


def test_solve_walks_to_the_dig_with_the_cost_adding_up() -> None:
    explorer = cursed()
    explorer.act("solve", "plan")
    explorer.wait()
    assert explorer.session.state.plan is not None
    assert "net 11, moves: 1" in words(explorer, "plans")
    assert "to pay 1" in words(explorer, "plans")
    explorer.act("step", "1")
    assert "moves" in words(explorer, "said")
    assert 'data-act="step-by" data-value="1"' in html(explorer, "said")
    explorer.act("step-by", "-1")
    explorer.act("step-by", "1")
    explorer.act("step-by", "1")
    assert "The dig on a1, b1, c1" in words(explorer, "said")
    assert explorer.session.position == explorer.session.state.plan.positions[-1]
    explorer.act("undo", "")
    assert explorer.session.state.shown is None


def test_the_best_digs_and_the_frontier() -> None:
    explorer = cursed()
    explorer.act("solve", "best")
    explorer.wait()
    shown = explorer.session.state.shown
    assert shown is not None
    wanted = solve(explorer.session.question.problem(best=5)).best
    assert len(wanted) == 5
    assert shown.plans == wanted
    assert list(shown.plans) == sorted(shown.plans, key=lambda plan: -plan.net)
    assert len({plan.dig for plan in shown.plans}) == 5
    listed = re.findall(r'data-act="plan" data-value="(\d)"', html(explorer, "plans"))
    assert listed == ["0", "1", "2", "3", "4"]
    for place, plan in enumerate(wanted):
        explorer.act("plan", str(place))
        assert explorer.session.state.plan == plan
        assert f"Net {coins(plan.net)} · moves {len(plan.turn.moves)} · " in words(
            explorer, "plans"
        )
    explorer.act("solve", "frontier")
    explorer.wait()
    assert "Best net by number of moves" in html(explorer, "plans")


def test_a_faulty_mine_is_not_solved() -> None:
    explorer = Explorer(f"{FAR}-,-,-,-,-,-/11111,-,-,-,-,-")
    assert "be solved; the faults are listed below" in words(explorer, "side")
    assert 'data-value="plan"' in html(explorer, "turn")
    explorer.act("solve", "plan")
    explorer.wait()
    assert explorer.session.state.shown is None
    assert "no stack may be higher" in words(explorer, "said")
    assert not explorer.page.trouble


def test_hints_come_one_by_one() -> None:
    explorer = cursed()
    explorer.act("mode", "play")
    explorer.act("hint", "")
    explorer.wait()
    assert "a curse lies on a quarry that you dig" in words(explorer, "said")
    assert explorer.session.state.plan is None
    explorer.act("hint", "")
    assert "Look near the entrance" in words(explorer, "said")


def test_my_plan_against_the_best() -> None:
    explorer = cursed()
    explorer.act("mode", "play")
    click(explorer, "a1", "a2")
    click(explorer, "a2", "a1")
    click(explorer, "c1", "d1")
    explorer.act("tool", "dig")
    click(explorer, "b1")
    explorer.act("judge", "")
    explorer.wait()
    told = words(explorer, "said")
    assert "2 short of the best" in told
    assert "move 1" in told
    assert "Back to before the first loss" in words(explorer, "hand")
    explorer.act("unlose", "")
    assert explorer.session.state.moves == ()
    assert "Back to before the first loss" not in words(explorer, "hand")


def test_a_turn_that_can_never_be_paid_is_explained() -> None:
    explorer = Explorer(Position.parse(f"{FAR}-,-,-,-,-,-/1,1,1z,-,-,-"))
    explorer.act("card", "1")
    explorer.act("money", "0")
    explorer.act("mode", "play")
    for tile, target in (("c1", "d1"), ("d1", "e1"), ("e1", "f1"), ("f1", "f2")):
        click(explorer, tile, target)
    explorer.act("judge", "")
    explorer.wait()
    assert "No dig from here can pay" in words(explorer, "said")
    assert "move 2" in words(explorer, "said")
    explorer.act("solve", "plan")
    explorer.wait()
    assert "take some back" in words(explorer, "plans")


def test_solving_goes_on_from_the_board_and_the_page_says_so() -> None:
    explorer = cursed()
    explorer.act("mode", "play")
    click(explorer, "a1", "a2")
    assert "1 move made." in words(explorer, "side")
    explorer.act("solve", "best")
    explorer.wait()
    plan = explorer.session.state.plan
    assert plan is not None
    assert str(plan.turn.moves[0]) == "a1-a2"
    assert "the whole turn nets 9; moves in all: 3, already made: 1" in words(explorer, "plans")
    assert "yours · to pay 1" in words(explorer, "plans")
    assert explorer.session.position == plan.positions[1]
    assert "older than your last move" not in words(explorer, "plans")
    explorer.act("own", "")
    click(explorer, "b1", "b2")
    assert "older than your last move" in words(explorer, "plans")
    explorer.act("anew", "on")
    explorer.act("solve", "plan")
    explorer.wait()
    assert "net 11, moves: 1" in words(explorer, "plans")


def test_after_the_dig_the_page_says_that_solving_begins_anew() -> None:
    explorer = cursed()
    explorer.act("mode", "play")
    click(explorer, "c1", "d1")
    explorer.act("tool", "dig")
    click(explorer, "b1")
    assert "looks at the whole turn" in words(explorer, "side")
    explorer.act("hint", "")
    assert "the turn is over" in words(explorer, "said")


def test_the_hand_goes_on_from_the_board_and_is_gone_with_it() -> None:
    explorer = cursed()
    for number in ("1", "2"):
        explorer.act("card", number)
        explorer.act("hold", number)
    explorer.act("mode", "play")
    click(explorer, "c1", "d1")
    explorer.act("solve", "hand")
    explorer.wait()
    assert "Card 1: gains 11" in words(explorer, "plans")
    assert words(explorer, "said").startswith("Card 1 gains the most: 11.")
    explorer.act("option", "0")
    plan = explorer.session.state.plan
    assert plan is not None
    assert [str(move) for move in plan.turn.moves] == ["c1-d1"]
    assert explorer.session.state.moves == plan.turn.moves
    explorer.act("own", "")
    click(explorer, "d1", "e1")
    assert "gains" not in words(explorer, "plans")
    before = explorer.session.state
    explorer.act("option", "0")
    assert explorer.session.state == before


def test_the_hand_after_the_dig_is_about_the_whole_turn() -> None:
    explorer = cursed()
    for number in ("1", "2"):
        explorer.act("card", number)
        explorer.act("hold", number)
    explorer.act("card", "1")
    explorer.act("mode", "play")
    click(explorer, "c1", "d1")
    click(explorer, "d1", "e1")
    explorer.act("tool", "dig")
    click(explorer, "b1")
    explorer.act("solve", "hand")
    explorer.wait()
    best = explorer.page.hand[0][1]
    explorer.act("option", "0")
    assert explorer.session.state.plan == best
    assert "net 11, moves: 1" in words(explorer, "plans")


def test_a_point_of_the_chart_lays_its_plan_on_the_board() -> None:
    explorer = cursed()
    explorer.act("solve", "frontier")
    explorer.wait()
    points = re.findall(r'class="ksm-point"[^>]*data-value="(\d+)"', html(explorer, "plans"))
    shown = explorer.session.state.shown
    assert shown is not None
    assert len(points) == len(shown.answer.frontier)
    for point, wanted in zip(points, shown.answer.frontier, strict=True):
        explorer.act("plan", point)
        assert explorer.session.state.plan == wanted


def test_the_account_links_what_is_left_to_the_net() -> None:
    explorer = Explorer(Position.parse(f"{FAR}-,-,-,-,-,-/5,a,3z,-,-,-"), language="de")
    explorer.act("card", "1")
    explorer.act("solve", "plan")
    explorer.wait()
    explorer.act("step", "2")
    told = html(explorer, "under")
    assert "Schätze 8 + andere Plättchen 2,5 − 1 zu zahlen = 9,5" in told
    assert "10 vorher + 8 in Schätzen − 1 zu zahlen = 17" in told
    assert "netto 9,5" in words(explorer, "plans")


def test_a_search_is_told_late_and_can_be_stopped() -> None:
    asyncio.run(asyncio.wait_for(stop_a_search(), 60))


def test_an_old_search_is_not_listened_to_any_more() -> None:
    """Neither its answer, nor how it stands, nor what went wrong in it."""
    begun, go_on, answer_new = Event(), Event(), Event()

    def asked(
        problem: Problem, *, progress: Callable[[SearchProgress], None], **_: object
    ) -> Answer:
        answer = solve(problem)
        if problem.frontier:  # The old one: it ends long after the new one was asked for.
            begun.set()
            go_on.wait()
            assert answer.plan is not None
            progress(SearchProgress(answer.plan.net, answer.bound or answer.plan.net, Statistics()))
            if problem.money == 9:
                raise RuntimeError("the old search fell over")
        else:
            answer_new.wait()
        return answer

    async def sitting(money: str) -> None:
        explorer = cursed(solver=asked)
        explorer.act("money", money)
        before = threads()
        explorer.act("solve", "frontier")
        (old,) = threads() - before
        assert begun.wait(60)
        explorer.act("solve", "plan")
        go_on.set()
        old.join(60)
        assert not old.is_alive()
        await asyncio.sleep(0)  # What the old one said has come.
        assert plans(explorer) == []
        assert not explorer.page.trouble
        answer_new.set()
        await until(lambda: explorer.page.running is None)
        (plan,) = plans(explorer)
        assert plan.frontier == ()

    for money in ("10", "9"):
        asyncio.run(asyncio.wait_for(sitting(money), 60))
        for event in (begun, go_on, answer_new):
            event.clear()


def plans(explorer: Explorer) -> list[Answer]:
    """The answer that is shown, if there is one."""
    shown = explorer.session.state.shown
    return [] if shown is None else [shown.answer]


def threads() -> set[Thread]:
    """The searches that are under way."""
    return {thread for thread in all_threads() if thread.name == "ksm-work"}


def test_an_error_in_a_search_is_shown() -> None:
    def broken(problem: Problem, **_: object) -> Answer:
        raise RuntimeError("the search fell over")

    explorer = Explorer(solver=broken)
    explorer.act("solve", "plan")
    explorer.wait()
    assert "the search fell over" in words(explorer, "said")
    assert explorer.page.running is None
    # One can try again.
    assert re.search('data-act="solve" data-value="plan"(?! aria-disabled)', html(explorer, "turn"))


def test_an_error_while_progress_is_told_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ksm_widgets.page.background.LATE", 0.0)

    def waiting(problem: Problem, *, cancelled: Callable[[], bool], **_: object) -> Answer:
        while not cancelled():
            sleep(0.01)
        return solve(problem)

    async def sitting() -> None:
        explorer = Explorer(Position.parse(CURSED), solver=waiting)
        explorer.act("solve", "plan")
        monkeypatch.setattr(explorer_module, "Running", None)
        while "not callable" not in words(explorer, "said"):
            await asyncio.sleep(0.01)
        explorer.act("stop", "")
        explorer.wait()

    asyncio.run(asyncio.wait_for(sitting(), 60))


def test_the_answer_comes_through_the_event_loop_where_there_is_one() -> None:
    async def sitting() -> Explorer:
        explorer = cursed()
        explorer.act("solve", "plan")
        while explorer.page.running is not None:
            await asyncio.sleep(0)
        explorer.act("run", "")
        while explorer.page.auto is True:
            await asyncio.sleep(0.01)
        return explorer

    explorer = asyncio.run(sitting())
    shown = explorer.session.state.shown
    assert shown is not None
    assert shown.step == 2


def test_without_an_event_loop_each_press_of_play_is_one_step() -> None:
    explorer = cursed()
    explorer.act("run", "")  # There is no plan yet.
    assert not explorer.page.auto
    explorer.act("solve", "plan")
    explorer.wait()
    for step in (1, 2, 2):
        explorer.act("run", "")
        assert explorer.session.state.shown is not None
        assert explorer.session.state.shown.step == step
        assert not explorer.page.auto
        assert not explorer.page.trouble
        assert "Play all steps" in words(explorer, "said")


def test_a_plan_that_plays_by_itself_is_halted_by_whatever_else_is_done(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def sitting(act: str, value: str) -> None:
        explorer = cursed()
        explorer.act("solve", "plan")
        while explorer.page.running is not None:
            await asyncio.sleep(0)
        explorer.act("run", "")
        assert "Pause" in words(explorer, "said")
        explorer.act(act, value)
        while explorer.page.auto:
            await asyncio.sleep(0)
        assert "Pause" not in words(explorer, "said")
        assert not explorer.page.trouble
        shown = explorer.session.state.shown
        await asyncio.sleep(2 * pace)  # Timers come in their order: a next step would have come.
        assert explorer.session.state.shown == shown

    pace = 0.01
    monkeypatch.setattr(explorer_module, "_PACE", pace)
    for act, value in (("run", ""), ("step", "0"), ("undo", ""), ("mode", "edit"), ("clear", "")):
        asyncio.run(asyncio.wait_for(sitting(act, value), 60))


def test_which_card_of_the_hand_to_play() -> None:
    explorer = cursed()
    for number in ("1", "2"):
        explorer.act("card", number)
        explorer.act("hold", number)
    explorer.act("power", "carpet")
    explorer.act("solve", "hand")
    explorer.wait()
    assert len(explorer.page.hand) == 2
    assert words(explorer, "plans").count("Card 1: ") == 1
    first, _ = explorer.page.hand[0]
    assert first.plan is not None
    explorer.act("option", "0")
    assert explorer.session.situation.number == first.plan.card
    assert explorer.session.state.plan == first.plan
    explorer.act("option", "nine")
    assert not explorer.page.trouble


def test_the_card_that_gains_most_is_told_with_its_object() -> None:
    explorer = Explorer(Position.parse(f"{FAR}15,-,-,-,-,-/15,15,-,-,-,-"))
    for number in ("1", "2"):
        explorer.act("card", number)
        explorer.act("hold", number)
    explorer.act("power", "seal")
    explorer.act("solve", "hand")
    explorer.wait()
    _, plan = explorer.page.hand[0]
    assert plan is not None
    net = coins(plan.net)
    told = f"Card {plan.card} gains the most: {net}. Spend the seal: net {net}."
    assert words(explorer, "said").startswith(told)
    explorer.act("language", "de")
    assert f"Siegel einsetzen: netto {net}." in words(explorer, "said")


@pytest.mark.parametrize(
    ("near", "money", "told"),
    [
        ("-,-,-,-,-,-/-,-,-,-,-,-", "0", "No dig"),
        ("-,-,-,-,-,-/z,z,z,-,-,-", "9", "No dig here is worth its cost"),
    ],
)
def test_a_hand_that_can_do_nothing_is_told_so(near: str, money: str, told: str) -> None:
    explorer = Explorer(Position.parse(f"{FAR}{near}"))
    for number in ("1", "2"):
        explorer.act("card", number)
        explorer.act("hold", number)
    explorer.act("money", money)
    explorer.act("solve", "hand")
    explorer.wait()
    assert words(explorer, "said").startswith(told)


def test_a_hand_that_is_too_small_says_what_it_lacks() -> None:
    explorer = cursed()
    lacks = "Add two or more cards to your hand"
    assert lacks in words(explorer, "side")
    assert "Cards in your hand" not in words(explorer, "side")
    explorer.act("hold", "1")
    assert lacks in words(explorer, "side")
    assert "Cards in your hand: 1. The board has card 1 to try out." in words(explorer, "side")
    explorer.act("card", "2")
    explorer.act("hold", "2")
    assert lacks not in words(explorer, "side")
    assert "Cards in your hand: 1, 2. The board has card 2 to try out." in words(explorer, "side")


def test_under_the_board_something_is_always_told() -> None:
    explorer = cursed()

    def box() -> str:
        found = re.search(r'class="ksm-notice[^>]*>(.*?)</p>', html(explorer, "said"))
        assert found is not None
        return re.sub(r"<[^>]*>", "", found[1]).strip()

    acts = (
        ("hold", "1"), ("power", "carpet"), ("money", "7"), ("mode", "play"), ("tool", "dig"),
        ("power", "seal"), ("undo", ""), ("redo", ""), ("tool", "move"), ("anew", "on"),
    )  # fmt: skip
    for name, value in acts:
        explorer.act(name, value)
        assert box(), name
    for what in ("plan", "best", "frontier"):
        explorer.act("solve", what)
        explorer.wait()
        assert "net" in box()
        explorer.act("tool", "dig")
        assert "The board shows a plan" in box()
        explorer.act("own", "")
        assert box()


def test_the_plan_is_taken_over_where_it_is_stepped_through() -> None:
    explorer = cursed()
    explorer.act("solve", "plan")
    explorer.wait()
    assert 'data-act="over"' in html(explorer, "said")
    assert 'data-act="over"' not in html(explorer, "plans")
    explorer.act("over", "")
    assert re.search(r'data-act="over"[^>]*aria-disabled', html(explorer, "said"))
