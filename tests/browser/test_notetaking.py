"""A game of people's own noted on a phone: laid out, broken off, gone on with, counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from ksm_widgets.game.noted_game import NotedGame
from ksm_widgets.game.record import match_text
from ksm_widgets.game.seats import Seat
from ksm_widgets.rules import Turn
from tests.browser.tables import OnTable
from tests.browser.test_accessibility import faults
from tests.browser.test_at_the_table import PHONE, TOO_SMALL
from tests.browser.test_play import in_sight

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from benchmarks.browsing.servers import Server

TOPS = "12345xabcdMy54321zxyzabcdCSA12345ab1"


def last_round() -> str:
    """The record of a game noted until its last card, in which nobody has dug."""
    noting = NotedGame.begin([Seat("Anna"), Seat("Bruno")], TOPS)
    for round_ in range(11):
        noting = noting.cards([2 * round_ + 1, 2 * round_ + 2]).play(Turn()).play(Turn())
    return match_text(noting.match)


def name_all(table: OnTable) -> None:
    """Tell a tile for each quarry that is asked about."""
    expect(table.told).to_contain_text("Which one?")
    for letter in "12345ab":
        asked = table.told.inner_text()
        if "Which one?" not in asked:
            break
        table.does("note-tile", letter).click()
        expect(table.told).not_to_have_text(asked, use_inner_text=True)


@pytest.mark.slow
def test_a_game_of_ones_own_is_noted_on_a_phone(
    page: Page, console_errors: list[str], own_app: Server
) -> None:
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    table = OnTable.opened(page, own_app)
    board, doing = table.canvas, table.root.locator(".ksm-part-turn")
    table.does("note").click()
    expect(table.told).to_contain_text("What is on top of a6?")
    assert faults(page) == []
    assert table.root.evaluate(TOO_SMALL) == []
    for at, letter in enumerate(TOPS[:7], start=1):
        table.does("note-tile", letter).click()
        expect(doing).to_contain_text(f"{at} of 36 tiles entered")
    in_sight(board, table.told, doing)

    # Tiles told are there again, and one told wrong is touched and told anew.
    page.reload()
    table.does("note").click()
    expect(doing).to_contain_text("7 of 36 tiles entered")
    table.click("a6")
    expect(table.told).to_contain_text("What is on top of a6?")
    table.does("note-tile", "1").click()
    for at, letter in enumerate(TOPS[7:], start=8):
        table.does("note-tile", letter).click()
        expect(doing).to_contain_text(f"{at} of 36 tiles entered")
    table.does("note-deal").click()

    expect(table.told).to_contain_text("Which card did Anna choose?")
    in_sight(table.told, doing)
    assert faults(page) == []
    table.does("note-card", "3").click()
    expect(table.told).to_contain_text("Which card did Bruno choose?")
    table.does("note-card", "10").click()
    expect(table.told).to_contain_text("Anna digs")
    table.dig_noted()
    expect(table.told).to_contain_text("Which one?")
    in_sight(board, table.told, doing)
    assert faults(page) == []

    # The phone was put away; the game is still there.
    page.reload()
    table.does("note-on").click()
    expect(table.told).to_contain_text("Which one?")
    name_all(table)
    expect(table.told).to_contain_text("Bruno digs")

    # A game noted elsewhere, whose last card is told.
    table.does("leave").click()
    table.read_in(last_round())
    expect(table.round).to_have_text("Round 12 of 12")
    table.does("note-card", "23").click()
    table.does("note-card", "24").click()
    table.dig_noted()
    name_all(table)
    table.does("no-dig").click()
    expect(table.told).to_contain_text("That was the last card.")
    table.does("note-end").click()
    expect(table.root.locator(".ksm-ending")).to_contain_text("Final score")
    table.does("coach").click()
    expect(table.root.locator(".ksm-curve")).to_be_visible()
    assert console_errors == []
