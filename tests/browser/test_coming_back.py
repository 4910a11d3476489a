"""A mistake of a game before waits at the start page of the app, and is tried until it is known."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from benchmarks.browsing.servers import app_server
from ksm_widgets.analysis.review import moments
from ksm_widgets.game.keeping import SavedMatches
from ksm_widgets.game.record import read_match
from ksm_widgets.progress.progress import Progress, timestamp
from ksm_widgets.progress.rows import Recall, Reviewed
from tests.browser.tables import OnTable
from tests.browser.test_at_the_table import TOO_SMALL
from tests.browser.test_coach import spendthrift

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

DAY = 86_400_000

COVERED = """root => ["dig", "no-dig", "back"].filter(act => {
  const button = root.querySelector(`[data-act="${act}"]`), box = button.getBoundingClientRect();
  const there = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return !button.contains(there);
})"""
"""The ways to end a turn that something else covers, or that are out of sight."""

CUT_OFF = """root => {
  const panel = root.querySelector(".ksm-part-turn").getBoundingClientRect();
  return root.querySelector(".ksm-left-over").getBoundingClientRect().right > panel.right - 14;
}"""
"""Whether what is left of the money stands out of its panel."""


def missed_yesterday(progress: Progress) -> None:
    """Keep a game in which the rest of the only turn was a mistake, as a review found a day ago."""
    then = timestamp() - DAY
    match = replace(read_match(spendthrift()), begun=then)
    SavedMatches(progress).keep(match)
    rest = moments(match.game, 0)[-1]
    name = f"game.{then}.0.turn.{rest.record}.{rest.made}"
    progress.review(Reviewed(name, then, int(Recall.FORGOTTEN)))
    progress.close()


@pytest.mark.slow
def test_a_mistake_waits_is_tried_wrong_and_right_and_waits_no_more(
    page: Page, console_errors: list[str], chromium: str, tmp_path: Path
) -> None:
    assert chromium
    missed_yesterday(Progress(tmp_path / ".local/share/ksm-widgets/progress.sqlite3"))
    page.set_viewport_size({"width": 390, "height": 844})
    with app_server(tmp_path) as app:
        table = OnTable.opened(page, app)
        expect(table.root).to_contain_text("One choice from your games is due.")
        table.does("again").click()
        expect(table.told).to_contain_text("A choice by Anna in a game with Bo, Cid, Dora, Emil.")
        expect(table.told).to_contain_text("what do you do?")
        expect(table.root.locator(".ksm-curve")).to_have_count(0)
        wide = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0
        assert table.root.evaluate(TOO_SMALL) == []
        # Beside the board, too, in a low window and in the language with the longer words.
        page.set_viewport_size({"width": 1280, "height": 600})
        language = table.root.locator("select[data-act='language']")
        language.select_option("de")
        expect(table.told).to_contain_text("Was machst du?")
        assert table.root.evaluate(COVERED) == []
        assert not table.root.evaluate(CUT_OFF)
        language.select_option("en")
        expect(table.told).to_contain_text("what do you do?")
        page.set_viewport_size({"width": 390, "height": 844})
        # One may answer at once; what it cost is looked into meanwhile.
        table.does("no-dig").click()
        expect(table.told).to_contain_text(re.compile("Not quite|not the best yet"))
        table.click("d4")
        table.click("c3")
        table.does("no-dig").click()
        expect(table.told).to_contain_text("Right:")
        expect(table.told).to_contain_text("Better:")
        expect(table.root).to_contain_text("Nothing else is due now.")
        assert table.root.evaluate(TOO_SMALL) == []
        page.reload()
        expect(table.does("begin")).to_be_visible()
        expect(table.does("again")).to_have_count(0)
    assert console_errors == []
