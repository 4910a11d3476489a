"""The coach in the app: a mistake is touched on the curve of a game, tried wrong and right."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from ksm_widgets.game.match import Match, Phase
from ksm_widgets.game.record import match_text
from ksm_widgets.game.seats import Seat
from ksm_widgets.rules import Move, Turn, Variant, legal_moves
from tests.browser.tables import OnTable
from tests.browser.test_at_the_table import TOO_SMALL
from tests.browser.test_play import in_sight

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from benchmarks.browsing.servers import Server


def spendthrift() -> str:
    """The record of a game in which Anna carries a tile to and fro until she has no coins left.

    She gives up after that, so there is not much to be reviewed.
    """
    match = Match.begin(
        [Seat("Anna"), *(Seat(name, "cautious") for name in ("Bo", "Cid", "Dora", "Emil"))], seed=1
    )
    match = match.choose(max(card.number for card in match.game.players[0].hand))
    while match.phase is not Phase.DIG:
        match = match.step()
    mine = match.mine
    way = next(
        move
        for move in legal_moves(mine, Variant.STANDARD)
        if mine.height(move.source) == mine.height(move.target) + 1
    )
    back = Move(way.target, way.source)
    money = match.game.players[0].holding.coins
    match = match.play(Turn((way, back) * (money // 2)))
    while match.phase is not Phase.CHOOSE:
        match = match.step()
    return match_text(match.concede())


@pytest.mark.slow
def test_a_mistake_is_touched_on_the_curve_and_tried_wrong_and_right(
    page: Page, console_errors: list[str], app: Server
) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    table = OnTable.opened(page, app)
    table.read_in(spendthrift())
    table.does("end-replay").click()
    table.does("coach").click()
    # The first findings can be looked at while the others come.
    dot = table.root.locator(".ksm-curve .ksm-point[title*='cost']").last
    expect(dot).to_be_attached()
    box = dot.bounding_box()
    assert box is not None
    assert box["height"] >= 44
    assert box["width"] >= 40
    # Wherever one had scrolled: what one touches and what is said of it are in sight together,
    # and so is the mine.
    page.mouse.wheel(0, 400)
    expect(table.canvas).not_to_be_in_viewport(ratio=0.5)
    dot.click()
    expect(table.told).to_contain_text("Better:")
    cost = table.told.locator("span").nth(2)
    expect(cost).to_contain_text("points (probably")
    in_sight(table.canvas, table.root.locator(".ksm-curve"), cost)
    expect(table.does("coach-shown", "made")).to_have_attribute("aria-pressed", "true")
    table.does("coach-shown", "lay").click()
    expect(table.does("coach-shown", "lay")).to_have_attribute("aria-pressed", "true")
    lay = table.mine
    table.does("coach-shown", "best").click()
    expect(table.does("coach-shown", "best")).to_have_attribute("aria-pressed", "true")
    wide = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0
    assert table.root.evaluate(TOO_SMALL) == []

    table.does("coach-try").click()
    expect(table.told).to_contain_text("what do you do?")
    expect(table.does("coach-shown")).to_have_count(0)
    table.does("no-dig").click()
    expect(table.told).to_contain_text("not the best yet: no dig.")
    assert table.mine == lay
    # The best begins with a move that shows a tile; what follows it is judged apart.
    table.click("d4")
    table.click("c3")
    table.does("no-dig").click()
    expect(table.told).to_contain_text("Right:")
    expect(table.told).to_contain_text("Better:")
    table.does("coach-end").click()
    expect(table.root.locator(".ksm-ending")).to_contain_text("Final score")
    assert console_errors == []
