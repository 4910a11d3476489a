"""A game on several devices: two phones and a spectator play it to its end over the network."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Error, expect

from benchmarks.browsing.pages import watch_console
from benchmarks.browsing.servers import app_server

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Dialog, Page, Response

pytestmark = pytest.mark.slow

ROUNDS = 12


class Phone:
    """The phone of a player or a spectator, and everything it was ever told."""

    def __init__(self, browser: Browser, link: str) -> None:
        context = browser.new_context(
            viewport={"width": 390, "height": 844}, has_touch=True, locale="en-GB"
        )
        self.told: list[str] = []
        self.page: Page = context.new_page()
        self.page.on("response", self._keep)
        self.errors = watch_console(self.page)
        self.link = link
        self.page.goto(link)

    def _keep(self, response: Response) -> None:
        if response.url.endswith("/desk"):
            with suppress(Error):  # a page that is left does not wait for its answers
                self.told.append(response.text())

    def says(self, text: str) -> None:
        expect(self.page.locator("[data-panel=said]")).to_contain_text(text, timeout=20_000)

    def lay(self, *, highest: bool = False) -> None:
        hand = self.page.locator("[data-act=card]")
        (hand.last if highest else hand.first).click()
        self.page.locator("[data-act=choose]:not([disabled])").click()

    @property
    def turn(self) -> bool:
        return self.page.locator("[data-act=no-dig]").count() > 0

    def no_dig(self) -> None:
        self.page.locator("[data-act=no-dig]").click()
        self.page.locator("[data-act=sure]").click()
        expect(self.page.locator("[data-act=sure]")).to_have_count(0)


def hosting(browser: Browser, url: str) -> Page:
    """The host's page of a table for two people, on a laptop."""
    host = browser.new_page(locale="en-GB", viewport={"width": 1366, "height": 768})
    host.goto(url)
    host.get_by_role("link", name="everybody has their own phone").click()
    for number, name in enumerate(("Anna", "Ben")):
        host.get_by_label(f"Name of player {number + 1}").fill(name)
    host.get_by_label("Everybody may ask for hints").check()
    host.get_by_label("Edition").select_option("de")
    host.get_by_role("button", name="Deal, and show the addresses").click()
    return host


def links_on(host: Page) -> list[str]:
    """The addresses of the seats and of the spectators, as the host's page has them."""
    links = [str(one.get_attribute("href")) for one in host.locator(".ksm-table-link").all()]
    here = re.sub("^.*//|/.*$", "", host.url)
    return [re.sub(r"//[^/]+", f"//{here}", link) for link in links]


def opened(browser: Browser, url: str) -> list[str]:
    """The addresses of two seats and of the spectators."""
    host = hosting(browser, url)
    links = links_on(host)
    host.context.close()
    return links


def play_round(*players: Phone) -> None:
    for phone in players:
        phone.lay()
    for _ in players:
        next_to_act(*players).no_dig()


def next_to_act(*players: Phone) -> Phone:
    for _ in range(200):
        for phone in players:
            if phone.turn:
                return phone
        players[0].page.wait_for_timeout(50)
    raise AssertionError("nobody has a turn")


def check_secrets(anna: Phone, ben: Phone, spectator: Phone) -> None:
    """Nobody was ever told another's hand, nor what lies covered, nor the seed, before the end."""
    record = anna.page.locator("textarea[name=record], [data-panel=set] textarea").input_value()
    hands = re.findall(r"^  hand \d (.*)$", record, re.M)
    (seed,) = re.findall(r" seed (\d+) ", record)
    mine = re.findall(r"^  board (.*)$", record, re.M)[0]
    card = re.compile(r'data-act=\\?"card\\?" data-value=\\?"(\d+)')
    for phone, hand in ((anna, hands[0]), (ben, hands[1]), (spectator, "")):
        before = [text for text in phone.told if "The game is over" not in text]
        assert before
        offered = {number for text in before for number in card.findall(text)}
        assert offered <= set(hand.split())
        assert bool(offered) is bool(hand)
        # A stack as a word of its own: within a long name or a figure its four characters may be.
        stacks = [one for one in re.split("[/,]", mine) if len(one) > 3 and not one.isdigit()]
        for secret in (seed, mine, *stacks):
            assert not any(re.search(rf"\b{re.escape(secret)}\b", text) for text in before), secret


def test_two_phones_and_a_spectator_play_a_game_to_its_end(
    browser: Browser, chromium: str, tmp_path: Path
) -> None:
    assert chromium
    options = ["--share", "--WarmKernels.spare=0"]
    with app_server(tmp_path, *options) as server:
        key = re.search(r"token=(\S+)", (tmp_path / "server.log").read_text(encoding="utf-8"))
        assert key is not None
        links = opened(browser, f"{server.url}/?token={key[1]}")
        anna, ben, spectator = (Phone(browser, link) for link in links)
        port = int(server.url.rpartition(":")[2])

        anna.lay()
        anna.says("Ben is still choosing a card")
        spectator.says("Ben is still choosing a card")
        anna.page.locator("[data-act=back]").click()
        spectator.says("Still choosing a card: Anna, Ben")
        play_round(anna, ben)
        anna.page.reload()
        play_round(anna, ben)

        # One phone is gone for two turns of the other: the game waits, and goes on where it was.
        for _ in range(2):
            ben.lay(highest=True)
            ben.says("Anna is still choosing a card")
            ben.page.goto("about:blank")
            anna.lay()
            next_to_act(anna).no_dig()
            anna.says("It's Ben's turn")
            ben.page.goto(ben.link)
            next_to_act(ben).no_dig()

        # A hint is told on the device that asks.
        anna.page.locator("[data-act=hint]").click()
        expect(anna.page.locator(".ksm-lamps")).to_be_visible(timeout=60_000)
        assert ben.page.locator(".ksm-lamps").count() == 0
        assert spectator.page.locator("[data-act=card], [data-act=dig]").count() == 0
        stranger = browser.new_page()
        answer = stranger.goto(anna.link[:-1] + ("A" if anna.link[-1] != "A" else "B"))
        assert answer is not None
        assert answer.status == 404

    # The server stops and starts again.
    anna.page.locator("[data-act=card]").first.click()
    expect(anna.page.locator(".ksm-desk-away")).to_be_visible()
    with app_server(tmp_path, *options, port=port):
        expect(anna.page.locator(".ksm-desk-away")).to_be_hidden(timeout=20_000)
        for _ in range(ROUNDS - 4):
            play_round(anna, ben)
        for phone in (anna, ben, spectator):
            phone.says("The game is over")
        check_secrets(anna, ben, spectator)
        for phone, others in ((ben, anna), (anna, ben), (spectator, anna)):
            secret = others.link.rpartition("/")[2]
            assert phone.told
            assert not any(secret in text for text in phone.told)
        # While nothing could be sent the browser says so, and nothing else went wrong.
        assert not [one for one in ben.errors if "net::ERR_CONNECTION" not in one]


def check_codes(host: Page) -> None:
    """Every seat's code is in sight as soon as it is asked for, and the others fold away."""
    for at, code in enumerate(host.locator(".ksm-class-code").all()):
        host.get_by_text("Show the code to scan").nth(at).click()
        box = code.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 768
        assert host.locator(".ksm-class-code:visible").count() == 1


def check_request_in_sight(phone: Phone) -> None:
    """What is to be done comes first, and nothing covers it, wherever one was on the page."""
    expect(phone.page.locator("[data-act=no-dig]")).to_be_visible(timeout=20_000)
    asked = phone.page.locator("[data-panel=said] .ksm-notice span").first
    expect(asked).to_have_text(re.compile("^Your turn"))
    expect(asked).to_be_in_viewport(ratio=1)
    place, foot = asked.bounding_box(), phone.page.locator("[data-panel=turn]").bounding_box()
    assert place is not None
    assert foot is not None
    assert place["y"] + place["height"] <= foot["y"]


def test_a_host_lends_a_seat_and_keeps_the_finished_game(
    browser: Browser, chromium: str, tmp_path: Path
) -> None:
    assert chromium
    with app_server(tmp_path, "--share", "--WarmKernels.spare=0") as server:
        key = re.search(r"token=(\S+)", (tmp_path / "server.log").read_text(encoding="utf-8"))
        assert key is not None
        host = hosting(browser, f"{server.url}/?token={key[1]}")
        check_codes(host)
        table, links = host.url, links_on(host)
        assert host.locator(".ksm-table-link").first.get_attribute("target") == "_blank"
        anna, ben = (Phone(browser, link) for link in links[:2])

        # The question names the seat, and whoever says no has changed nothing.
        asked: list[str] = []

        def refuse(dialog: Dialog) -> None:
            asked.append(dialog.message)
            dialog.dismiss()

        host.once("dialog", refuse)
        host.get_by_text("Did Ben have to leave?").click()
        host.get_by_role("button", name="Let a bot play for Ben").click()
        assert "Ben" in asked[0]
        host.once("dialog", lambda dialog: dialog.accept())
        host.get_by_role("button", name="Let a bot play for Ben").click()
        expect(ben.page.get_by_role("heading", name="A bot is playing for Ben")).to_be_visible()
        host.get_by_text("Should a person play for Ben?").click()
        host.get_by_role("button", name="Let a person play for Ben").click()
        ben.page.get_by_role("link", name="Try again").click()
        expect(ben.page.locator("[data-act=card]").first).to_be_visible()
        gone = browser.new_page(locale="en-GB")
        gone.goto(ben.link[:-1] + ("A" if ben.link[-1] != "A" else "B"))
        expect(gone.get_by_role("link", name="Try again")).to_be_visible()

        ben.lay(highest=True)
        ben.page.locator("[data-panel=plans]").scroll_into_view_if_needed()
        anna.lay()
        next_to_act(anna).no_dig()
        check_request_in_sight(ben)
        ben.no_dig()
        anna.page.locator("[data-act=concede]").click()
        anna.page.locator("[data-act=sure]").click()
        ben.says("Anna gives up")
        with ben.page.expect_download() as download:
            ben.page.locator("[data-panel=set] summary").click()
            ben.page.locator("[data-act=save]").click()
        assert "conceded 1" in download.value.path().read_text(encoding="utf-8")

        host.get_by_role("link", name="Go through it with the coach").click()
        expect(host.locator(".ksm-part-curve [data-act=coach-at]").first).to_be_visible(
            timeout=120_000
        )
        host.goto(f"{server.url}/tables")
        host.get_by_text("Tables you opened before").click()
        host.get_by_role("link", name=re.compile("Anna.*Ben.*finished")).click()
        assert host.url == table
        host.get_by_role("link", name="Replay the game").click()
        expect(host.locator("[data-act=end-replay]")).to_be_visible(timeout=120_000)
