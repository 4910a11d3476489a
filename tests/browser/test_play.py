"""A whole game in the app, by somebody who mistakes, leaves, comes back, and looks at it again."""

from __future__ import annotations

import re
from itertools import count
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from benchmarks.browsing.pages import PATIENCE, for_guest, watch_console
from ksm_widgets.analysis.review import moments
from ksm_widgets.game.match import Match
from ksm_widgets.game.record import match_text, read_match
from ksm_widgets.game.seats import Seat
from ksm_widgets.rules import QUARRIES, legal_digs
from ksm_widgets.rules.dealing import CARDS_EACH
from tests.browser.tables import OnTable
from tests.browser.test_accessibility import faults
from tests.browser.test_at_the_table import PHONE, TABLET, TOO_SMALL
from tests.browser.test_gone import KILL
from tests.game.people import until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

    from benchmarks.browsing.servers import Server


def late_record(round_: int, players: int = 2) -> str:
    """The record of a game that has come so far, its cards still to be chosen."""
    bots = [Seat(name, "random") for name in ("Bruno", "Clara", "Dora")[: players - 1]]
    match = Match.begin([Seat("Anna"), *bots], seed=5)
    late = until(match, lambda one: one.game.round == round_ and not one.game.waiting)
    return match_text(late)


def first_record() -> str:
    """The record of a game that nothing has happened in, and in which Anna holds card 1."""
    seats = [Seat("Anna"), Seat("Bruno", "random")]
    games = (Match.begin(seats, seed=seed) for seed in count())
    return match_text(next(one for one in games if one.game.players[0].hand[0].number == 1))


@pytest.mark.slow
def test_a_game_with_mistakes_left_resumed_scored_and_looked_at_again(
    page: Page, console_errors: list[str], own_app: Server
) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(own_app.url)
    page.locator("[data-door=play]").click()
    table = OnTable(page)
    expect(table.does("begin")).to_be_visible()
    expect(page).to_have_title(re.compile("^Play"))
    assert faults(page) == []

    # Two of one name cannot play; nothing that was entered is lost.
    name = table.does("name:1")
    name.fill("Anna")
    table.does("level:1").select_option("random")
    table.does("begin").click()
    expect(table.root.get_by_role("alert")).to_contain_text("each needs a name of their own")
    expect(name).to_have_value("Anna")
    name.fill("Bruno")
    table.does("begin").click()
    table.ready()
    expect(table.told).to_contain_text("Everybody gets 12 digging cards and 10 coins.")
    assert faults(page) == []

    # Who holds card 1 digs first, in a mine nobody has touched.
    table.does("leave").click()
    table.read_in(first_record())
    expect(table.round).to_have_text("Round 1 of 12")
    table.lay_down(0)
    table.skip()
    expect(table.told).to_contain_text("Nothing can move in this mine yet.")
    # On a full mine every tile would have to go uphill, and none may jump.
    table.does("tool", "tile").click()
    table.click("c3")
    expect(table.told).to_contain_text("is in your hand")
    table.click("c4")
    expect(table.told).to_contain_text("(R13)")
    table.click("a1")
    table.click("f6")
    expect(table.told).to_contain_text("(R12)")
    expect(table.does("back")).to_have_attribute("aria-disabled", "true")
    before = table.mine
    table.dig()
    table.skip()
    expect(table.round).to_have_text("Round 2 of 12")
    assert table.mine.text != before.text
    assert faults(page) == []

    # Who leaves and comes back finds all as it was.
    lying, cards = table.mine, table.does("card").count()
    page.reload()
    expect(table.does("go-on")).to_be_visible()
    expect(table.root).to_contain_text("Anna, Bruno: round 2 of 12.")
    table.does("go-on").click()
    expect(table.round).to_have_text("Round 2 of 12")
    assert table.mine == lying
    assert table.does("card").count() == cards == 11

    # The last round of another game, to the end.
    table.does("leave").click()
    table.read_in("seat 1 person Anna\nseat 2 nobody Bruno\n")
    expect(table.root.get_by_role("alert")).to_contain_text("Line 2")
    table.read_in(late_record(12))
    expect(table.round).to_have_text("Round 12 of 12")
    # Which card shall it be? Of the last one there is not much to say.
    table.does("cards").click()
    expect(table.root.locator(".ksm-part-coach")).to_contain_text("is the last one")
    expect(table.does("cards-stop")).to_have_count(0)
    assert faults(page) == []
    table.does("cards-away").click()
    expect(table.root.locator(".ksm-card-points")).to_have_count(0)
    table.lay_down()
    table.skip()
    if table.does("no-dig").count():
        table.dig()
        table.skip()
    ending = table.root.locator(".ksm-ending")
    expect(ending).to_contain_text("Final score")
    record = table.root.locator("textarea[name=match]").input_value()
    finished = read_match(record)
    totals = [str(score.total) for score in finished.scores]
    assert ending.locator(".ksm-total td").all_text_contents() == totals
    winner = finished.seats[finished.winners[0]].name
    expect(ending).to_contain_text(winner)
    assert faults(page) == []

    table.does("replay").click()
    steps = len(finished.steps)
    at = table.root.locator(".ksm-part-turn")
    expect(at).to_contain_text(f"Step 1 of {steps}")
    for step in (2, 3):
        table.button("Forward one step").click()
        expect(at).to_contain_text(f"Step {step} of {steps}")
    table.button("Back one step").click()
    table.button("To the end").click()
    expect(table.told).to_contain_text("The game is over")
    table.button("To the start").click()
    expect(table.told).to_contain_text("Everybody gets 12 digging cards")
    assert console_errors == []


IN_SIGHT = """part => {
    const { top, left, bottom, right } = part.getBoundingClientRect();
    // A page comes to rest between two pixels.
    const seen = top > -1 && left > -1 && bottom < innerHeight + 1 && right < innerWidth + 1;
    const over = document.elementFromPoint((left + right) / 2, bottom - 4);
    return seen && (part.contains(over) || over.contains(part));
}"""


def in_sight(*parts: Locator) -> None:
    """All of it, together, and nothing lies over a lower edge, once the page has come to rest."""
    for part in parts:
        expect(part).to_be_visible()
        part.page.wait_for_function(IN_SIGHT, arg=part.element_handle())
    for part in parts:
        assert part.evaluate(IN_SIGHT), part


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_table_of_cards_fits_beside_the_board(
    page: Page, own_app: Server, language: str
) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    table = OnTable.opened(page, own_app)
    table.read_in(late_record(5))
    table.root.locator("select[data-act='language']").select_option(language)
    table.does("cards").click()
    expect(table.root.locator(".ksm-by-answer")).to_be_visible(timeout=PATIENCE)
    # With the compiled kernel there is a card more, and figures of two digits.
    page.evaluate(
        """() => document.querySelectorAll(".ksm-by-answer tr").forEach((row, at) => {
            while (row.children.length < 5) row.append(row.lastChild.cloneNode(true));
            if (at) for (const cell of row.querySelectorAll("td"))
                cell.textContent = "−12.3 ±\u00a014.5";
        })"""
    )
    too_wide = "all => all.filter(one => one.scrollWidth > one.clientWidth).length"
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 800})
        assert table.root.locator(".ksm-part-coach .ksm-scrolls").evaluate_all(too_wide) == 0
    # What is wider than a phone scrolls, and has a shadow there.
    page.set_viewport_size({"width": 250, "height": 800})
    scrolls = table.root.locator(".ksm-part-coach .ksm-scrolls").last
    assert scrolls.evaluate("one => one.scrollWidth > one.clientWidth")
    assert "gradient" in scrolls.evaluate("one => getComputedStyle(one).backgroundImage")


@pytest.mark.slow
def test_a_whole_game_of_five_from_the_deal_to_what_its_choices_cost(
    page: Page, console_errors: list[str], own_app: Server
) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    table = OnTable.opened(page, own_app)
    for seat in range(1, 5):
        if not table.does(f"level:{seat}").count():
            table.does("seat-more").click()
        table.does(f"level:{seat}").select_option("random")
    table.does("begin").click()
    table.ready()
    turns = 0
    for round_ in range(1, 6):
        expect(table.round).to_have_text(f"Round {round_} of 5")
        if round_ == 3:
            # Whoever stops goes on later.
            table.does("leave").click()
            page.reload()
            table.does("go-on").click()
            expect(table.round).to_have_text("Round 3 of 5")
        table.lay_down()
        table.skip()
        if not table.does("no-dig").count():
            continue
        turns += 1
        # No tile goes from one end of the mine to the other.
        far = QUARRIES[-1]
        source = next(one for one in QUARRIES[:6] if table.mine.height(one))
        table.does("tool", "tile").click()
        table.click(str(source))
        table.click(str(far))
        expect(table.told).to_contain_text("(R12)")
        table.dig()
        table.skip()
    assert turns

    ending = table.root.locator(".ksm-ending")
    expect(ending).to_contain_text("Final score")
    finished = read_match(table.root.locator("textarea[name=match]").input_value())
    totals = [str(score.total) for score in finished.scores]
    assert ending.locator(".ksm-total td").all_text_contents() == totals
    table.does("replay").click()
    table.button("To the end").click()
    expect(table.told).to_contain_text("The game is over")
    table.does("end-replay").click()
    table.does("coach").click()
    choices = len(moments(finished.game, 0))
    # First findings come at once; all of it is glanced at soon after.
    expect(table.root.locator(".ksm-curve .ksm-point").first).to_be_attached()
    expect(table.root.locator(".ksm-part-coach")).to_contain_text(f"All choices: {choices}")
    table.does("coach-at").first.click()
    expect(table.told).to_contain_text("Your choice:")
    table.does("coach-end").click()
    expect(ending).to_contain_text("Final score")
    assert console_errors == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("width", "height", "players"),
    [(390, 844, 2), (820, 1180, 4), (1280, 720, 2), (1920, 1080, 2)],
)
def test_a_turn_and_the_final_score_are_in_sight_without_scrolling(
    page: Page, console_errors: list[str], own_app: Server, width: int, height: int, players: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    table = OnTable.opened(page, own_app)
    table.does("begin").click()
    expect(table.told).to_contain_text("Choose a card.")
    in_sight(table.canvas, table.told, table.does("card").first)
    # In the language with the longer words, too.
    language = table.root.locator("select[data-act='language']")
    language.select_option("de")
    expect(table.told).to_contain_text("Spiel eine Karte aus.")
    in_sight(table.told, table.does("card").first)
    language.select_option("en")
    expect(table.told).to_contain_text("Choose a card.")
    table.does("leave").click()

    table.read_in(late_record(11))
    table.ready()
    cards = table.does("card")
    in_sight(table.canvas, table.told, cards.first, table.does("choose"), table.does("hint"))
    size = cards.first.bounding_box()
    assert size is not None
    assert min(size["width"], size["height"]) >= 54

    # A long hand may have been scrolled; the mine comes into sight for what follows.
    page.mouse.wheel(0, 400)
    table.lay_down()
    table.skip()
    taken = table.root.locator(".ksm-part-turn .ksm-loot li")
    account = table.root.locator(".ksm-reckoning dl")
    if table.does("no-dig").count():
        in_sight(table.canvas, account, table.does("no-dig"), table.does("back"))
        expect(table.told).to_be_in_viewport()
        if digs := legal_digs(table.mine, table.shape):
            table.does("tool", "card").click()
            table.lay(digs[0])
            expect(taken).to_have_count(table.shape.size)
            in_sight(table.canvas, taken.first, account, table.does("dig"))
        table.dig()
        in_sight(table.canvas)
        expect(table.told).to_be_in_viewport()
        table.skip()
    # That a pointer is somewhere looks like nothing that is chosen.
    table.canvas.hover(position=table.place("c3"))
    pointer = table.root.locator(".ksm-pointer").first
    colours = pointer.evaluate(
        """node => {
            const gold = document.createElement('i');
            gold.style.color = 'var(--ksm-gold)';
            node.append(gold);
            const found = [getComputedStyle(node).borderTopColor, getComputedStyle(gold).color];
            gold.remove();
            return found;
        }"""
    )
    assert colours[0] != colours[1]

    table.does("leave").click()
    table.read_in(late_record(CARDS_EACH[players], players))
    table.lay_down()
    table.skip()
    if table.does("no-dig").count():
        table.no_dig()
        after = table.does("skip").or_(table.does("add")).or_(table.does("replay"))
        expect(after.first).to_be_visible()
    table.skip()
    in_sight(table.root.locator(".ksm-points-table"), table.does("replay"))
    if width > 700:
        in_sight(table.canvas)
    assert console_errors == []


@pytest.mark.slow
@pytest.mark.parametrize("size", [PHONE, TABLET])
def test_a_whole_game_by_touch_through_the_end_of_its_program(
    browser: Browser, shared_app: Server, size: tuple[int, int]
) -> None:
    """All twelve rounds; in the midst of them the program behind the page ends."""
    width, height = size
    context = browser.new_context(
        viewport={"width": width, "height": height}, has_touch=True, is_mobile=True
    )
    for_guest(context, shared_app)
    page = context.new_page()
    errors = watch_console(page)
    table = OnTable.opened(page, shared_app)
    assert table.root.evaluate(TOO_SMALL) == []
    table.does("level:1").select_option("random")
    table.does("begin").click()
    table.ready()
    assert table.root.evaluate(TOO_SMALL) == []
    for number in range(1, 13):
        expect(table.round).to_have_text(f"Round {number} of 12")
        if number == 6:
            lying = table.mine
            page.evaluate(KILL)
            table.does("card").first.tap()
            # It comes back by itself, to the game.
            expect(table.root.get_by_role("alert").first).to_contain_text("coming back")
            expect(table.root.get_by_role("alert")).to_have_count(0, timeout=PATIENCE)
            expect(table.round).to_have_text("Round 6 of 12")
            assert table.mine == lying
            errors.clear()  # That a kernel is gone is told by the page's libraries too.
        table.lay_down()
        table.skip()
        if table.does("no-dig").count():
            assert table.root.evaluate(TOO_SMALL) == []
            table.dig()
            table.skip()
    expect(table.root.locator(".ksm-ending")).to_contain_text("Final score")
    wide = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0
    assert table.root.evaluate(TOO_SMALL) == []
    assert errors == []
    context.close()


WATCH_SIT = """() => {
  window.sitAtFirst = undefined;
  const look = () => {
    const sit = document.querySelector('[data-act="sit"]');
    if (sit) window.sitAtFirst = getComputedStyle(sit).visibility;
    else requestAnimationFrame(look);
  };
  look();
}"""
"""Note whether the button that opens the next hand can be tapped as soon as it is there."""


@pytest.mark.slow
def test_several_people_hand_the_device_on_and_see_only_their_own(
    page: Page, console_errors: list[str], own_app: Server
) -> None:
    table = OnTable.opened(page, own_app)
    table.does("level:1").select_option("person")
    table.does("begin").click()
    for name in ("Anna", "Bruno"):
        expect(table.root).to_contain_text(f"It's {name}'s turn")
        expect(table.does("card")).to_have_count(0)
        expect(table.root.get_by_text("screen", exact=False)).to_have_count(0)
        table.does("sit").click()
        expect(table.root).to_contain_text(f"Behind {name}'s screen")
        table.does("card").first.click()
        # Whoever taps twice on "Choose card" must not open the next hand.
        page.evaluate(WATCH_SIT)
        table.does("choose").click()
        if name == "Anna":
            page.wait_for_function("() => window.sitAtFirst !== undefined")
            assert page.evaluate("() => window.sitAtFirst") == "hidden"
    expect(table.told).to_contain_text("Cards:")
    table.does("skip").click()
    table.does("sit").click()
    expect(table.does("no-dig")).to_be_visible()
    table.does("concede").click()
    table.does("sure").click()
    expect(table.root.locator(".ksm-ending")).to_contain_text("wins.")
    assert console_errors == []


@pytest.mark.slow
def test_the_others_play_on_by_themselves_and_can_be_stopped(
    page: Page, console_errors: list[str], own_app: Server
) -> None:
    table = OnTable.opened(page, own_app)
    table.does("level:1").select_option("cautious")
    table.does("begin").click()
    table.lay_down(11)
    # Nobody touches anything, and the own turn comes.
    expect(table.does("no-dig")).to_be_visible()
    table.no_dig()
    expect(table.does("choose")).to_be_visible()
    table.does("card").last.click()
    table.does("choose").click()
    table.does("going", "").click()
    expect(table.does("going", "on")).to_be_visible()
    table.does("next").click()
    assert console_errors == []


def test_a_name_is_typed_and_saved_without_a_click(page: Page, own_app: Server) -> None:
    table = OnTable.opened(page, own_app)
    table.read_in(first_record())
    table.does("leave").click()
    table.fold("Saved games")
    field = table.root.locator("input[name=ksm-title]")
    for _ in range(2):  # A browser focuses such a field by itself, but only once a page.
        table.does("naming").first.click()
        expect(field).to_be_focused()
        table.root.get_by_role("button", name="Cancel").click()
    table.does("naming").first.click()
    expect(field).to_be_focused()
    page.keyboard.type("The first one")
    page.keyboard.press("Enter")
    expect(field).to_have_count(0)
    expect(table.does("sit-at").first).to_contain_text("The first one")


def test_the_second_click_of_a_double_click_is_for_no_button_that_came_meanwhile(
    page: Page, own_app: Server
) -> None:
    table = OnTable.opened(page, own_app)
    table.read_in(first_record())
    table.does("card").first.click()
    choose, skip = table.does("choose"), table.does("skip")
    expect(choose).not_to_have_attribute("aria-disabled", "true")
    choose.dispatch_event("click", {"detail": 1})
    expect(skip).to_be_visible()
    skip.dispatch_event("click", {"detail": 2})
    # What is clicked next comes after it, and the others have not played past yet.
    table.does("going", "").click()
    expect(table.does("going", "on")).to_be_visible()
    expect(skip).to_be_visible()
    skip.dispatch_event("click", {"detail": 1})
    expect(table.does("no-dig")).to_be_visible()
