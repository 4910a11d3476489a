"""Guided games: from their first card to the next lesson or the coach, mistakes included."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from benchmarks.browsing.pages import PATIENCE, for_guest
from ksm_widgets.rules import QUARRIES, Quarry
from ksm_widgets.rules.deck import around
from tests.browser.tables import OnTable
from tests.browser.test_accessibility import faults
from tests.browser.test_play import in_sight

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Locator, Page

    from benchmarks.browsing.servers import Server


class OnGuided(OnTable):
    """The page of a guided game, on a touch screen."""

    @property
    def guide(self) -> Locator:
        """What the guide says."""
        return self.root.locator(".ksm-part-guide")

    def tap(self, *quarries: str) -> None:
        """Tap quarries of the mine."""
        for quarry in quarries:
            self.canvas.tap(position=self.place(quarry))

    def choose(self, number: int) -> None:
        """Lay down a card."""
        self.does("card", str(number)).tap()
        expect(self.does("choose")).to_contain_text(str(number))
        self.does("choose").tap()

    def watch(self) -> None:
        """See the others' turns step by step, until it is the learner's turn again."""
        own = self.does("no-dig").or_(self.does("card").first)
        next_ = self.root.locator("[data-act=next]:not([aria-disabled=true])")
        while not own.count():
            expect(next_.or_(own).first).to_be_visible()
            # It may be gone at any moment.
            next_.evaluate_all("all => all.forEach(one => one.click())")

    def hint(self) -> None:
        """Ask for a hint, and wait for it."""
        self.does("hint").tap()
        expect(self.root.locator("[data-act=hint]:not([aria-disabled=true])")).to_be_visible()

    @property
    def rows(self) -> int:
        """How many rows of the mine are in sight, above what a turn is played with."""
        board, foot = self.canvas.bounding_box(), self.root.locator(".ksm-part-turn").bounding_box()
        assert board is not None
        assert foot is not None
        step = self.place("a1")["y"] - self.place("a2")["y"]
        ends = [board["y"] + self.place(f"a{row}")["y"] + 0.4 * step for row in range(1, 7)]
        return sum(0.8 * step <= end <= foot["y"] for end in ends)

    def sees(self, rows: int) -> None:
        """Wait until so many rows are in sight."""
        for _ in range(100):
            if self.rows >= rows:
                return
            self.page.wait_for_timeout(100)
        assert self.rows >= rows

    def dig_sealed(self, *quarries: str) -> None:
        """Dig at connected quarries, one by one."""
        self.does("spend", "seal").tap()
        expect(self.does("spend", "seal")).to_have_attribute("aria-pressed", "true")
        self.does("tool", "card").tap()
        expect(self.does("tool", "card")).to_have_attribute("aria-pressed", "true")
        self.tap(*quarries)
        expect(self.does("dig")).not_to_have_attribute("aria-disabled", "true")
        self.does("dig").tap()
        expect(self.does("tool", "card")).to_have_count(0)

    def dig(self, *quarries: str) -> bool:
        """Lay the card there and dig."""
        self.does("tool", "card").tap()
        expect(self.does("tool", "card")).to_have_attribute("aria-pressed", "true")
        wanted = frozenset(map(Quarry.parse, quarries))
        self.tap(next(str(one) for one in QUARRIES if frozenset(around(self.shape, one)) == wanted))
        expect(self.does("dig")).not_to_have_attribute("aria-disabled", "true")
        self.does("dig").tap()
        expect(self.does("tool", "card")).to_have_count(0)
        return True


@pytest.mark.slow
@pytest.mark.parametrize("width", [390, 1280])
def test_three_guided_rounds_by_touch(browser: Browser, shared_app: Server, width: int) -> None:
    context = browser.new_context(viewport={"width": width, "height": 844}, has_touch=True)
    for_guest(context, shared_app)
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"{shared_app.url}/en/04-first.ipynb")
    game = OnGuided(page)
    expect(game.guide).to_contain_text("Which of your cards")
    assert page.evaluate("document.documentElement.scrollWidth") <= width

    happened = game.guide.locator(".ksm-guide-happened")
    expect(happened).to_have_count(0)
    game.choose(3)
    expect(game.guide).to_contain_text("The best gain with card 3 is 10")
    game.hint()
    expect(game.guide).to_contain_text("Look for a card that digs 4 tiles")
    game.hint()
    expect(game.guide).to_contain_text("Choose card 10")
    assert faults(page) == []
    game.choose(10)
    expect(game.guide).to_contain_text("Carla has card 1, Bruno card 7 and you card 10")
    game.watch()
    game.does("no-dig").tap()
    expect(game.guide).to_contain_text("Nobody has to dig")
    game.dig("c1", "d1", "d2", "e2")
    expect(game.guide).to_contain_text("Treasures worth 13")

    page.reload()
    expect(game.guide).to_contain_text("Treasures worth 13")
    game.choose(3)
    expect(game.guide).to_contain_text("The lowest number")
    game.watch()
    game.tap("e3", "d3")
    expect(game.guide).to_contain_text("legal move, but not the best")
    game.tap("d4", "d3")
    expect(game.guide).to_contain_text("then these three")
    game.dig("d2", "e2", "d3")
    game.watch()
    # The last digger of a round is told of in the next one; a wide page has a message for that.
    expect(happened).to_contain_text("Bruno digs on")
    expect(happened).to_be_visible(visible=width < 700)
    game.choose(6)
    expect(game.guide).to_contain_text("Watch what the others uncover")
    game.watch()
    game.tap("f3", "e2")
    game.dig("d1", "c2", "e2")
    game.watch()

    onward = game.guide.get_by_role("link", name="Next lesson: 5 · Moving tiles")
    onward.tap()
    expect(page).to_have_url(f"{shared_app.url}/en/05-moving.ipynb")
    assert errors == []
    context.close()


@pytest.mark.slow
def test_the_learner_s_own_game_to_its_end_and_to_the_coach(
    page: Page, console_errors: list[str], own_app: Server
) -> None:
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto(f"{own_app.url}/de/12-own.ipynb")
    game = OnGuided(page)
    expect(game.does("card").first).to_be_visible(timeout=PATIENCE)
    for number in range(8):
        expect(game.round).to_contain_text(str(number + 1))
        game.does("card").last.click()
        game.does("choose").click()
        expect(game.does("choose")).to_have_count(0)
        game.watch()
        if number == 1:
            page.reload()
            expect(game.does("no-dig")).to_be_visible(timeout=PATIENCE)
        OnTable.dig(game)
        expect(game.does("no-dig")).to_have_count(0)
        if number < 7:
            game.watch()
    ask = game.guide.locator("[data-act=coach]")
    next_ = game.root.locator("[data-act=next]:not([aria-disabled=true])")
    while not ask.count():
        expect(next_.or_(ask).first).to_be_visible()
        next_.evaluate_all("all => all.forEach(one => one.click())")
    ask.click()
    expect(game.guide).to_contain_text("Der Trainer spielt von jeder deiner Entscheidungen")
    assert console_errors == []


@contextmanager
def guided(
    browser: Browser, shared_app: Server, lesson: str, width: int, height: int
) -> Iterator[OnGuided]:
    """The game of a lesson, just begun, on a touch screen of this size."""
    context = browser.new_context(viewport={"width": width, "height": height}, has_touch=True)
    for_guest(context, shared_app)
    page = context.new_page()
    page.goto(f"{shared_app.url}/{lesson}.ipynb", timeout=PATIENCE)
    game = OnGuided(page)
    expect(game.does("card").first).to_be_visible(timeout=PATIENCE)
    game.ready()
    yield game
    context.close()


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height"), [(360, 640), (390, 664), (390, 844)])
def test_on_a_phone_the_mine_and_its_marks_are_in_sight_while_the_learner_acts(
    browser: Browser, shared_app: Server, width: int, height: int
) -> None:
    with guided(browser, shared_app, "de/12-own", width, height) as game:
        told = game.guide.locator(".ksm-guide-told")
        expect(told).to_be_visible()
        game.does("card").last.tap()
        expect(told).to_be_visible(visible=height > 760)
        expect(game.guide.locator(".ksm-question")).to_be_in_viewport(ratio=1)
        game.does("choose").tap()
        expect(game.does("choose")).to_have_count(0)
        game.watch()
        # What to do is to be read first.
        expect(told).to_be_in_viewport(ratio=1)
        game.sees(5)
        for _ in range(4):
            game.hint()
            expect(game.guide.locator(".ksm-guide-now")).to_be_in_viewport(ratio=0.9)
            expect(game.root.locator(".ksm-part-said")).to_be_hidden()
            game.sees(6)
        OnTable.dig(game)
        game.watch()
        game.does("card").first.tap()
        game.does("choose").tap()
        expect(game.does("choose")).to_have_count(0)
        game.watch()
        # What was told in the first turn makes room for the mine.
        expect(told).to_be_visible(visible=height > 760)
        game.sees(5)


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height"), [(360, 640), (390, 844)])
def test_on_a_phone_what_to_do_stays_in_sight_beside_why_a_card_is_refused(
    browser: Browser, shared_app: Server, width: int, height: int
) -> None:
    with guided(browser, shared_app, "en/07-spending", width, height) as game:
        game.choose(5)
        why = game.guide.locator(".ksm-notice")
        expect(why).to_contain_text("card 5 digs best on the marked quarries")
        expect(why).to_be_in_viewport(ratio=1)
        question = game.guide.locator(".ksm-question")
        expect(question).to_contain_text("Imagine it turned")
        expect(question).to_be_in_viewport(ratio=1)
        box, below = why.bounding_box(), question.bounding_box()
        assert box is not None
        assert below is not None
        assert box["y"] + box["height"] <= below["y"]
        game.sees(3)


@pytest.mark.slow
@pytest.mark.parametrize(("lesson", "number"), [("04-first", 10), ("07-spending", 26)])
def test_on_a_phone_the_whole_mine_is_in_sight_when_the_turn_begins(
    browser: Browser, shared_app: Server, lesson: str, number: int
) -> None:
    with guided(browser, shared_app, f"de/{lesson}", 390, 844) as game:
        game.choose(number)
        expect(game.does("choose")).to_have_count(0)
        game.watch()
        expect(game.guide.locator(".ksm-guide-told")).to_be_in_viewport(ratio=1)
        game.sees(6)
        objects = game.does("spend")
        for at in range(objects.count()):
            objects.nth(at).tap()
            expect(objects.nth(at)).to_have_attribute("aria-pressed", "true")
        game.sees(6)
        account = game.root.locator(".ksm-reckoning .ksm-left-over")
        expect(account).to_be_in_viewport(ratio=1)


@pytest.mark.slow
def test_on_a_phone_the_last_rounds_end_with_the_points_to_count_in_sight(
    browser: Browser, shared_app: Server
) -> None:
    with guided(browser, shared_app, "en/09-last", 360, 640) as game:
        game.choose(15)
        expect(game.does("choose")).to_have_count(0)
        game.watch()
        game.hint()
        game.sees(5)
        game.tap("e6", "e5")
        game.dig_sealed("d5", "e5", "a6", "b6", "c6")
        game.watch()
        game.does("card").tap()
        game.does("choose").tap()
        expect(game.does("choose")).to_have_count(0)
        game.watch()
        account = game.root.locator(".ksm-reckoning .ksm-left-over")
        expect(account).to_be_in_viewport(ratio=1)
        game.tap("b3", "b2")
        expect(game.root.locator(".ksm-reckoning dd").first).to_have_text("1")
        game.does("spend", "mirror").tap()
        can_dig = game.root.locator("[data-act=dig]:not([aria-disabled=true])")
        told = game.guide.locator(".ksm-guide-now")
        game.does("tool", "card").tap()
        for _ in range(4):
            game.does("turn-card").tap()
            expect(told).to_have_count(0)
            game.tap("b2")
            expect(told).to_be_visible()
            if "This can be dug" in told.inner_text():
                break
        can_dig.tap()
        expect(can_dig).to_have_count(0)
        field = game.root.locator(".ksm-lesson input").first
        next_ = game.root.locator("[data-act=next]:not([aria-disabled=true])")
        while not field.count():
            expect(next_.or_(field).first).to_be_visible()
            next_.evaluate_all("all => all.forEach(one => one.click())")
        expect(game.guide).to_contain_text("Here are")
        expect(field).to_be_in_viewport(ratio=1)
        # On a laptop the fields of all three and the button below them.
        game.page.set_viewport_size({"width": 1280, "height": 800})
        game.page.evaluate("scrollTo(0, 0)")
        check = game.root.locator(".ksm-lesson [data-act=check]")
        expect(check).to_be_in_viewport(ratio=1)
        expect(field).to_be_in_viewport(ratio=1)


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height"), [(1040, 800), (820, 1180)])
def test_on_a_tablet_nothing_lies_over_the_hand_and_the_account(
    browser: Browser, shared_app: Server, width: int, height: int
) -> None:
    with guided(browser, shared_app, "de/12-own", width, height) as game:
        in_sight(*game.does("card").all(), game.does("choose"), game.does("hint"))
        game.does("card").last.tap()
        game.does("choose").tap()
        expect(game.does("choose")).to_have_count(0)
        game.watch()
        for _ in range(4):
            in_sight(
                *game.root.locator(".ksm-reckoning dt").all(), game.does("dig"), game.does("back")
            )
            game.hint()
            # All that is said can be read.
            assert game.told.evaluate("said => said.scrollHeight <= said.clientHeight + 1")
        expect(game.told).to_be_in_viewport()


@pytest.mark.slow
def test_beside_the_mine_no_button_moves_when_an_object_is_spent(
    browser: Browser, shared_app: Server
) -> None:
    with guided(browser, shared_app, "en/07-spending", 1280, 800) as game:
        game.choose(26)
        expect(game.does("choose")).to_have_count(0)
        game.watch()
        before = game.does("dig").bounding_box()
        for name in ("seal", "mirror", "amulet"):
            game.does("spend", name).tap()
            expect(game.does("spend", name)).to_have_attribute("aria-pressed", "true")
            assert game.does("dig").bounding_box() == before
        expect(game.does("turn-card")).to_be_visible()
