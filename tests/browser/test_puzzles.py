"""Puzzles in the app, as somebody solves them who has never been there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from benchmarks.browsing.pages import PATIENCE
from benchmarks.browsing.servers import app_server
from ksm_widgets.page.part import LONGEST_TEXT
from ksm_widgets.progress.progress import Progress
from ksm_widgets.progress.rows import Recall, Reviewed
from ksm_widgets.puzzles import Pack, Puzzle
from ksm_widgets.puzzles.pack import pack_text, shipped_pack
from ksm_widgets.rules import Turn
from ksm_widgets.solving.links import link_of_puzzle, puzzle_of
from ksm_widgets.solving.task import puzzle_task
from ksm_widgets.telling.phrases import Reader
from tests.browser.lessons import OnTask
from tests.puzzles import samples

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Locator, Page

    from benchmarks.browsing.servers import Server

NOBODY = Pack(())
HOSTILE = "<img src=x onerror=window.hurt=1><script>window.hurt=2</script>"


def opened(page: Page, server: Server, puzzle: Puzzle) -> OnTask:
    """The puzzles' page, opened by the link of one that is in no pack there."""
    page.goto(f"{server.url}/puzzles.ipynb?{link_of_puzzle(puzzle, NOBODY)}", timeout=PATIENCE)
    task = OnTask(page.locator(".ksm-puzzles .ksm-task"))
    task.ready()
    return task


def head(page: Page) -> Locator:
    """Everything around the puzzle: the news, what one chooses by, what is below."""
    return page.locator(".ksm-puzzles")


@pytest.mark.slow
def test_a_puzzle_after_a_wrong_try_with_stars_explanation_next_and_what_comes_back(
    page: Page, console_errors: list[str], own_app: Server
) -> None:
    puzzle = samples.puzzle("dig")
    solving = puzzle_task(puzzle, Reader())
    on_task = opened(page, own_app, puzzle)
    expect(on_task.root.locator(".ksm-question")).to_have_text("Find the turn that nets the most.")
    expect(page.get_by_text("Clear the way.")).to_have_count(0)
    assert _faults(page) == []

    on_task.button("Don't dig at all").click()
    on_task.check()
    expect(on_task.said).to_contain_text("You missed 11.")
    expect(head(page)).to_contain_text("To review later: 1, the first in 1 min")

    on_task.answer(solving, Turn.parse("moves c1-d1 dig a1 b1 c1"))
    on_task.check()
    expect(on_task.said).to_contain_text("That is right.")
    expect(on_task.said.locator(".ksm-star.ksm-lit")).to_have_count(2)
    explained = page.locator(".ksm-explained")
    expect(explained).to_contain_text("The best nets 11: one move, then dig a1, b1, c1.")
    expect(explained).to_contain_text("The mummy on c1 moves to d1")
    assert _faults(page) == []

    # The button that checked goes on: who has just pressed it presses it again.
    before = on_task.root.locator("canvas.ksm-canvas").screenshot()
    on_task.button("Next puzzle").focus()
    page.keyboard.press("Enter")
    expect(on_task.button("Check")).to_be_visible()
    expect(explained).to_have_count(0)
    assert on_task.root.locator("canvas.ksm-canvas").screenshot() != before
    assert console_errors == []


@pytest.mark.slow
def test_what_went_wrong_days_ago_is_due_and_comes_first(
    page: Page, chromium: str, tmp_path: Path
) -> None:
    assert chromium
    kept = Progress(tmp_path / ".local" / "share" / "ksm-widgets" / "progress.sqlite3")
    due = shipped_pack("puzzles").puzzles[7]
    kept.review(Reviewed(f"puzzle.{due.id}", 1_700_000_000_000, int(Recall.FORGOTTEN)))
    kept.close()
    with app_server(tmp_path) as server:
        page.goto(f"{server.url}/puzzles.ipynb", timeout=PATIENCE)
        on_task = OnTask(page.locator(".ksm-puzzles .ksm-task"))
        on_task.ready()
        expect(head(page)).to_contain_text("To review: 1")
        page.locator("summary", has_text="Share this puzzle").click()
        assert due.id in page.locator("textarea[name=link]").input_value()


@pytest.mark.slow
def test_a_storm_counts_and_ends(page: Page, console_errors: list[str], own_app: Server) -> None:
    on_task = opened(page, own_app, samples.puzzle("dig"))
    page.get_by_role("button", name="Storm: 3 minutes").click()
    expect(page.locator(".ksm-storm")).to_contain_text("solved: 0")
    expect(on_task.button("Hint")).to_have_count(0)
    page.get_by_role("button", name="End the storm").click()
    expect(head(page)).to_contain_text("The storm is over: 0 solved, 0 missed.")
    assert console_errors == []


@pytest.mark.slow
def test_a_hostile_pack_is_only_shown(
    page: Page, console_errors: list[str], own_app: Server, tmp_path: Path
) -> None:
    opened(page, own_app, samples.puzzle("dig"))
    file = tmp_path / "pack.jsonl"
    file.write_text(pack_text(Pack((samples.puzzle("card"),), HOSTILE, HOSTILE)), encoding="utf-8")
    page.locator("summary", has_text="Packs").click()
    page.locator("input[type=file][data-act=load]").set_input_files(file)
    expect(head(page)).to_contain_text(HOSTILE)
    file.write_text(f'{{"pack": 1}}\n{HOSTILE}', encoding="utf-8")
    page.locator("input[type=file][data-act=load]").set_input_files(file)
    expect(head(page)).to_contain_text("line 2")
    file.write_text("x" * (LONGEST_TEXT + 1), encoding="utf-8")
    page.locator("input[type=file][data-act=load]").set_input_files(file)
    expect(head(page)).to_contain_text("too long")
    assert page.evaluate("window.hurt") is None
    assert console_errors == []


def test_from_the_app_s_home_to_a_first_puzzle_and_n_goes_on(
    page: Page, console_errors: list[str], chromium: str, tmp_path: Path
) -> None:
    assert chromium
    with app_server(tmp_path) as server:
        _first_puzzle(page, server)
    assert console_errors == []


def _first_puzzle(page: Page, server: Server) -> None:
    page.goto(server.url, timeout=PATIENCE)
    page.locator("[data-door=puzzles]").click()
    on_task = OnTask(page.locator(".ksm-puzzles .ksm-task"))
    on_task.ready()
    expect(head(page)).to_contain_text("Move tiles one step at a time")
    page.locator("summary", has_text="Share this puzzle").click()
    link = page.locator("textarea[name=link]").input_value()
    puzzle = puzzle_of(link.partition("?")[2], shipped_pack("puzzles"))
    assert puzzle.grade == 1  # Nobody knows yet how good this player is.
    solving = puzzle_task(puzzle, Reader())
    right = solving.solution()
    if right.choice is not None:
        on_task.root.locator(f"[data-act=choose][data-value='{right.choice}']").click()
    else:
        on_task.answer(solving, right.turn)
    on_task.check()
    expect(on_task.said).to_contain_text("That is right.")
    expect(page.locator(".ksm-explained")).to_be_visible()
    expect(head(page)).to_contain_text("Move tiles one step at a time")
    on_task.root.locator("canvas.ksm-canvas").focus()
    page.keyboard.press("n")
    expect(page.locator(".ksm-explained")).to_have_count(0)


def _faults(page: Page) -> list[str]:
    """What axe finds on the page that is serious or worse."""
    found = Axe().run(page, context=".ksm-puzzles").response["violations"]
    return [fault["id"] for fault in found if fault["impact"] in ("serious", "critical")]
