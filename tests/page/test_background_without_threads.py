"""Work where there are no threads, as in a browser: in the event loop, breathing or in slices.

The browser's part is played by an event loop that may be turned from within: what Pyodide does by
suspending WebAssembly.
"""

from __future__ import annotations

import asyncio
from itertools import count, pairwise
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from ksm_widgets.coach import mistakes as reviewing
from ksm_widgets.game.match import Match, Phase
from ksm_widgets.game.seats import Seat
from ksm_widgets.page import background
from ksm_widgets.progress.progress import Progress
from ksm_widgets.solver import solve
from ksm_widgets.solver.answer import Answer, Status
from ksm_widgets.widgets import Explorer, GameTable
from tests.game.people import until as played_until
from tests.page.kernelless import cursed, stop_a_search, unending, until, words

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from ksm_widgets.solver import Problem

WAYS = ["breathing", "slices"]


@pytest.fixture(params=WAYS)
def browser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """A browser that can suspend WebAssembly, or one that cannot; time is told by a count."""

    def no_thread(*_: Any, **__: Any) -> None:
        raise AssertionError("there are no threads here")

    def turn(pause: Coroutine[Any, Any, None]) -> None:
        pause.close()
        loop: Any = asyncio.get_running_loop()
        loop.call_soon(lambda: None)  # There is something to do, so it does not wait.
        loop._run_once()

    can = request.param == "breathing"
    ffi = SimpleNamespace(can_run_sync=lambda: can, run_sync=turn)
    monkeypatch.setattr(background, "import_module", {"pyodide.ffi": ffi}.__getitem__)
    monkeypatch.setattr(background, "in_browser", lambda: True)
    monkeypatch.setattr(background, "Thread", no_thread)
    monkeypatch.setattr(background, "LATE", 0.0)
    monkeypatch.setattr(background, "_EVERY", 0.0)
    monkeypatch.setattr(background, "_STRETCH", 0.0)
    # A slice ends when the clock has been asked so often, however quick the machine is.
    clock = count()
    monkeypatch.setattr(background, "monotonic", lambda: next(clock) / 100)
    return str(request.param)


def sat(sitting: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(sitting, 60))


@pytest.mark.usefixtures("browser")
@pytest.mark.parametrize("what", ["plan", "best", "frontier"])
def test_a_search_comes_to_its_end(what: str) -> None:
    async def sitting() -> None:
        explorer = cursed()
        explorer.act("mode", "play")
        explorer.act("solve", what)
        await until(lambda: explorer.page.running is None)
        shown = explorer.session.state.shown
        assert shown is not None
        assert shown.answer.status is Status.OPTIMAL
        assert (len(shown.answer.frontier) > 1) is (what == "frontier")

    sat(sitting())


@pytest.mark.usefixtures("browser")
def test_the_hand_is_searched() -> None:
    async def sitting() -> None:
        explorer = cursed()
        for number in ("1", "2"):
            explorer.act("card", number)
            explorer.act("hold", number)
        explorer.act("solve", "hand")
        await until(lambda: explorer.page.running is None)
        assert len(explorer.page.hand) == 2

    sat(sitting())


@pytest.mark.usefixtures("browser")
def test_the_page_answers_and_stops_a_search_that_would_not_end() -> None:
    sat(stop_a_search())


@pytest.mark.usefixtures("browser")
def test_only_the_last_of_several_searches_is_listened_to() -> None:
    def asked(problem: Problem, **how: Any) -> Answer:
        return unending(problem, **how) if problem.frontier else solve(problem)

    async def sitting() -> None:
        explorer = cursed(solver=asked)
        explorer.act("solve", "frontier")
        await until(lambda: "Boards checked: 7" in words(explorer, "turn"))
        explorer.act("solve", "plan")
        await until(lambda: explorer.page.running is None)
        shown = explorer.session.state.shown
        assert shown is not None
        assert shown.answer.status is Status.OPTIMAL
        assert shown.answer.frontier == ()

    sat(sitting())


@pytest.mark.usefixtures("browser")
def test_an_error_in_a_search_is_shown() -> None:
    def broken(problem: Problem, **_: object) -> Answer:
        raise RuntimeError("the search fell over")

    async def sitting() -> None:
        explorer = Explorer(solver=broken)
        explorer.act("solve", "plan")
        await until(lambda: "the search fell over" in words(explorer, "said"))
        assert explorer.page.running is None

    sat(sitting())


def test_one_can_wait_for_a_search_that_breathes(browser: str) -> None:
    async def sitting() -> None:
        explorer = cursed()
        explorer.act("solve", "plan")
        explorer.wait()
        # Without a pause the loop had no turn: then waiting would have no end.
        assert (explorer.session.state.shown is not None) is (browser == "breathing")

    sat(sitting())


def test_each_slice_is_twice_as_long(browser: str) -> None:
    begun: list[int] = []

    def asked(problem: Problem, *, cancelled: Callable[[], bool], **_: object) -> Answer:
        begun.append(0)
        while begun[-1] < 200 and not cancelled():
            begun[-1] += 1
        return solve(problem)

    async def sitting() -> None:
        explorer = cursed(solver=asked)
        explorer.act("solve", "plan")
        await until(lambda: explorer.page.running is None)

    sat(sitting())
    if browser == "breathing":
        assert begun == [200]
    else:
        assert len(begun) > 2
        assert all(abs(other - 2 * one) <= 3 for one, other in pairwise(begun[:-1]))
        assert begun[-1] == 200


def test_work_that_goes_on_where_it_was_cut_short_has_slices_of_one_length(browser: str) -> None:
    done: list[int] = []
    begun: list[int] = []

    def work(stop: Callable[[], bool], _: object) -> int:
        begun.append(len(done))
        while len(done) < 200 and not stop():
            done.append(0)
        return len(done)

    async def sitting() -> None:
        came: list[int] = []
        run = background.LatestRun(lambda error: came.append(-1))
        run.next(work, done=came.append, progress=lambda _: None, resumes=True).start()
        await until(lambda: bool(came))
        assert came == [200]

    sat(sitting())
    if browser == "breathing":
        assert begun == [0]
    else:
        lengths = [other - one for one, other in pairwise(begun)]
        assert len(lengths) > 3
        assert max(lengths) - min(lengths) <= 3


@pytest.mark.slow
@pytest.mark.usefixtures("browser")
def test_the_coach_weighs_answers_and_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """A choice is looked at while others are weighed, and its reasons are thought out meanwhile."""
    monkeypatch.setenv("KSM_SOLVER", "interpreted")
    monkeypatch.setattr(reviewing, "_SKETCH", 2)
    monkeypatch.setattr(reviewing, "_LONGER_SKETCH", 16)
    people = [Seat("Anna"), *(Seat(name, "level1") for name in ("Bo", "Cid", "Dora", "Emil"))]
    match = played_until(
        Match.begin(people, seed=3),
        lambda one: one.game.round == 2 and one.phase is Phase.CHOOSE,
    )

    async def sitting() -> None:
        table: Any = GameTable(language="en", progress=Progress())
        table.set_page(table.page.sitting(match))
        table.act("coach", "")

        def coaching() -> Any:
            return table.page.coaching

        await until(lambda: bool(coaching().review.findings))
        at = len(coaching().review.findings) - 1
        assert at + 1 < coaching().choices
        table.act("coach-at", str(at))
        await until(lambda: coaching().reasons is not None)
        assert coaching().running
        await until(lambda: len(coaching().review.findings) == coaching().choices)
        table.act("coach-stop", "")
        await until(lambda: not coaching().running)
        assert not coaching().whole
        assert "Stopped. Choices checked" in words(table, "curve")
        table.close()

    sat(sitting())
