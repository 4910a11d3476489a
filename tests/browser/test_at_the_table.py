"""The explorer on the device that lies beside the game: touch alone, and nothing gets lost."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from benchmarks.browsing.explorers import OnPage
from benchmarks.browsing.pages import LabPage, watch_console
from ksm_widgets.explorer.entering import READING_ORDER
from ksm_widgets.rules import Position, Quarry, Stage, Tile
from tests.mines import CURSED, FAR

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, Page

    from benchmarks.browsing.servers import Server

PHONE = (390, 844)
TABLET = (820, 1180)
UNSEEN = f"{FAR}-,-,-,-,-,-/5,4,3?z,-,-,-"
"""Under the mummy, and on one of three treasures that card 1 digs, lies a tile nobody has seen."""
LOOK = f"{FAR}-,-,-,-,-,??/-,?5,-,3,-,-"
"""The 5 comes down to the 3; what it lay on shows then, and is dug in place of the 3 if better."""
TOO_SMALL = """explorer => [...explorer.querySelectorAll(
        'button, select, summary, input:not([type=file], [type=checkbox])')]
    .filter(node => node.checkVisibility() && !node.closest('.ksm-points'))
    .map(node => [node.outerHTML.slice(0, 80), node.getBoundingClientRect()])
    .filter(([_, { width, height }]) => Math.min(width, height) < 43.5)
    .map(([html]) => html)"""


@pytest.fixture
def touched(browser: Browser) -> Iterator[Callable[[tuple[int, int]], tuple[Page, list[str]]]]:
    """A page on a device with a finger and no mouse, and the errors that it logs."""
    opened_ = []

    def open_(size: tuple[int, int]) -> tuple[Page, list[str]]:
        width, height = size
        context = browser.new_context(
            viewport={"width": width, "height": height},
            has_touch=True,
            is_mobile=True,
            device_scale_factor=2,
        )
        page = context.new_page()
        opened_.append((context, watch_console(page)))
        return page, opened_[-1][1]

    yield open_
    for context, errors in opened_:
        assert errors == []
        context.close()


@pytest.fixture
def opened(
    touched: Callable[[tuple[int, int]], tuple[Page, list[str]]], app: Server
) -> Callable[..., OnPage]:
    """Open the app there."""

    def open_(query: str, size: tuple[int, int] = TABLET) -> OnPage:
        return OnPage.served(touched(size)[0], app, query)

    return open_


@pytest.fixture
def window() -> tuple[int, int]:
    """That of a tablet."""
    return TABLET


@pytest.fixture
def lab_page(touched: Callable[[tuple[int, int]], tuple[Page, list[str]]], lab: Server) -> LabPage:
    """JupyterLab on a tablet."""
    return LabPage(touched(TABLET)[0], lab, [])


class Finger:
    """A finger on the board, as the browser's own input events."""

    def __init__(self, explorer: OnPage) -> None:
        self.explorer = explorer
        self.session = explorer.page.context.new_cdp_session(explorer.page)

    def at(self, name: str) -> tuple[float, float]:
        box = self.explorer.canvas.bounding_box()
        assert box is not None
        place = self.explorer.place(name)
        return box["x"] + place["x"], box["y"] + place["y"]

    def touch(self, kind: str, *points: tuple[float, float]) -> None:
        self.session.send(
            "Input.dispatchTouchEvent",
            {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]},
        )

    def drag(self, source: str, target: str) -> None:
        """Lie still until the tile is held, then carry it."""
        (x, y), (to_x, to_y) = self.at(source), self.at(target)
        self.touch("touchStart", (x, y))
        expect(self.explorer.root.locator(".ksm-holding")).to_have_count(1)
        for part in (0.3, 0.6, 1.0):
            self.touch("touchMove", (x + part * (to_x - x), y + part * (to_y - y)))
        self.touch("touchEnd")

    def swipe(self, name: str, by_x: float, by_y: float) -> None:
        """Go over the board without a pause, as who scrolls does."""
        x, y = self.at(name)
        self.touch("touchStart", (x, y))
        for part in range(1, 11):
            self.touch("touchMove", (x + by_x * part / 10, y + by_y * part / 10))
        self.touch("touchEnd")


# In the app the page scrolls, in JupyterLab the notebook does.
SCROLLED = """canvas => {
    let sum = 0;
    for (let node = canvas; node; node = node.parentElement) sum += node.scrollTop;
    return sum;
}"""


def a_swipe_scrolls_and_never_moves_a_tile(explorer: OnPage) -> None:
    finger = Finger(explorer)
    canvas = explorer.canvas
    explorer.button("treasure of 5 (key 5)").tap()
    for name in ("Set up", "Play", "Move freely"):
        if name == "Move freely":
            explorer.button("Set up").tap()
        explorer.button(name).tap()
        canvas.evaluate("canvas => canvas.scrollIntoView({ block: 'center' })")
        before = canvas.evaluate(SCROLLED)
        finger.swipe("c3", 0, -220)
        explorer.page.wait_for_function(
            f"([canvas, before]) => ({SCROLLED})(canvas) > before",
            arg=[canvas.element_handle(), before],
        )
        canvas.evaluate("canvas => canvas.scrollIntoView({ block: 'center' })")
        finger.swipe("b1", 160, 0)
    # Whatever came of it would have come before this is answered.
    explorer.choose_card(2)
    expect(explorer.board_text).to_have_value(CURSED)


def taps_and_drags(explorer: OnPage) -> None:
    finger = Finger(explorer)

    def tap(quarry: str) -> None:
        explorer.canvas.tap(position=explorer.place(quarry))

    explorer.button("treasure of 5 (key 5)").tap()
    tap("e2")
    expect(explorer.notice).to_contain_text("on e2, level 1")
    finger.drag("e2", "f2")
    expect(explorer.board_text).to_have_value(re.compile("-,-,-,-,-,5/5,4,3z,-,-,-$"))
    explorer.button("Undo").tap()
    explorer.button("Undo").tap()
    expect(explorer.board_text).to_have_value(CURSED)

    explorer.button("Play").tap()
    tap("c1")
    expect(explorer.notice).to_contain_text("is in your hand")
    tap("d1")
    expect(explorer.notice).to_contain_text("The mummy on c1 moves to d1")
    explorer.button("Undo").tap()
    finger.drag("c1", "d1")
    expect(explorer.notice).to_contain_text("The mummy on c1 moves to d1")
    explorer.button("Dig").tap()
    tap("b1")
    expect(explorer.notice).to_contain_text("The dig on a1, b1, c1 takes")
    expect(explorer.root.locator(".ksm-loot li")).to_have_count(3)


def a_mine_is_entered_by_taps(explorer: OnPage) -> None:
    """36 quarries by heights and topmost tiles; every tap is counted, and no key is pressed."""
    mine = Position.random(11, Stage.MIDDLE)
    taps = 0

    def tap(selector: str) -> None:
        nonlocal taps
        explorer.root.locator(selector).tap()
        taps += 1

    tap('[data-act=enter][data-value="anew"]')
    expect(explorer.root.locator(".ksm-pad")).to_be_visible()
    high = 4
    for quarry in READING_ORDER:
        stack = mine.stack(quarry)
        if not stack:
            tap("[data-act=pad-height][data-value='0']")
            continue
        if len(stack) != high:
            high = len(stack)
            tap(f"[data-act=pad-height][data-value='{high}']")
        tap(f"[data-act=pad-top][data-value='{stack[-1].letter}']")
    expect(explorer.notice).to_have_text("All 36 quarries have been entered.")
    as_seen = Position(
        tuple((Tile.UNSEEN,) * (len(stack) - 1) + stack[-1:] for stack in mine.stacks)
    )
    explorer.button("Done").tap()
    expect(explorer.board_text).to_have_value(as_seen.text)
    assert taps <= 75, taps
    # One that was mistaken is touched on the board and entered again.
    explorer.root.locator('[data-act=enter][data-value="on"]').tap()
    explorer.canvas.tap(position=explorer.place("c3"))
    tap("[data-act=pad-height][data-value='2']")
    tap("[data-act=pad-top][data-value='A']")
    explorer.button("Done").tap()
    entered = as_seen.with_stack(Quarry.parse("c3"), (Tile.UNSEEN, Tile.AMULET))
    expect(explorer.board_text).to_have_value(entered.text)


def a_tile_just_uncovered_is_named(explorer: OnPage) -> None:
    explorer.button("Solve").tap()
    expect(explorer.notice).to_contain_text("with the tiles you can see, nothing beats it")
    explorer.button("Next").tap()
    expect(explorer.notice).to_contain_text("an unseen tile is uncovered on c1")
    explorer.canvas.tap(position=explorer.place("c1"))
    choices = explorer.root.locator(".ksm-naming")
    expect(choices).to_contain_text("c1, level 2: which tile is it?")
    explorer.root.locator('[data-act=name][data-value="3"]').tap()
    # The move stands, and the best way on from there follows at once.
    expect(explorer.notice).to_contain_text("Best from here")
    expect(explorer.notice).to_contain_text("already made: 1")
    expect(choices).to_have_count(0)
    explorer.button("Set up").tap()
    expect(explorer.board_text).to_have_value(f"{FAR}-,-,-,-,-,-/5,4,33z,-,-,-")


def a_look_is_weighed_played_and_weighed_again(explorer: OnPage) -> None:
    explorer.button("Dig now or look?").tap()
    expect(explorer.notice).to_contain_text("Look first: net 7.2 on average.")
    expect(explorer.notice).to_contain_text("Dig without looking: net 7.")
    may_show = explorer.root.locator(".ksm-branches")
    expect(may_show).to_contain_text("A treasure of 3 or more (22%): dig b1, c1, net 8")
    explorer.button("Next").tap()
    expect(explorer.notice).to_contain_text("Choose b1 and say which tile is uncovered there.")
    explorer.canvas.tap(position=explorer.place("b1"))
    expect(explorer.root.locator(".ksm-naming")).to_contain_text("b1, level 1")
    explorer.root.locator('[data-act=name][data-value="4"]').tap()
    expect(explorer.notice).to_contain_text("Stop and dig now: net 8.")
    expect(may_show).to_have_count(0)
    explorer.button("Next").tap()
    expect(explorer.notice).to_contain_text("The dig on b1, c1 takes")


@pytest.mark.slow
@pytest.mark.parametrize("size", [PHONE, TABLET])
def test_in_the_app_a_swipe_scrolls(opened: Callable[..., OnPage], size: tuple[int, int]) -> None:
    a_swipe_scrolls_and_never_moves_a_tile(opened(f"board={CURSED}&card=1", size))


@pytest.mark.slow
def test_in_the_app_a_tap_places_and_picks_up_and_a_held_tile_is_dragged(
    opened: Callable[..., OnPage],
) -> None:
    taps_and_drags(opened(f"board={CURSED}&card=1"))


@pytest.mark.slow
def test_in_the_app_a_mine_midway_is_entered_by_taps_alone(opened: Callable[..., OnPage]) -> None:
    a_mine_is_entered_by_taps(opened(f"board={CURSED}&card=1", PHONE))


@pytest.mark.slow
def test_in_the_app_a_tile_just_uncovered_is_named_by_touch(opened: Callable[..., OnPage]) -> None:
    a_tile_just_uncovered_is_named(opened(f"board={quote(UNSEEN)}&card=1"))


@pytest.mark.slow
def test_in_the_app_a_look_is_weighed_played_and_weighed_again(
    opened: Callable[..., OnPage],
) -> None:
    query = f"board={quote(LOOK)}&card=1&shape={quote('##')}"
    a_look_is_weighed_played_and_weighed_again(opened(query, PHONE))


@pytest.mark.slow
def test_in_lab_a_finger_does_the_same(in_lab: OnPage) -> None:
    """Read in anew each time: to open JupyterLab for each of them takes longer than they do."""
    for board, deed in (
        (CURSED, a_swipe_scrolls_and_never_moves_a_tile),
        (CURSED, taps_and_drags),
        (UNSEEN, a_tile_just_uncovered_is_named),
        (CURSED, a_mine_is_entered_by_taps),
    ):
        in_lab.paste(board)
        in_lab.choose_card(1)
        deed(in_lab)


@pytest.mark.slow
@pytest.mark.parametrize("size", [PHONE, TABLET])
def test_everything_is_large_enough_for_a_finger(
    opened: Callable[..., OnPage], size: tuple[int, int]
) -> None:
    explorer = opened(f"board={quote(UNSEEN)}&card=1", size)
    for summary in explorer.root.locator("summary").all():
        if not summary.evaluate("node => node.parentElement.open"):
            summary.tap()
    explorer.button("Best by number of moves").tap()
    expect(explorer.root.locator(".ksm-chart")).to_be_visible()
    assert explorer.root.evaluate(TOO_SMALL) == []
    explorer.button("Set up").tap()
    assert explorer.root.evaluate(TOO_SMALL) == []
    explorer.root.locator('[data-act=enter][data-value="on"]').tap()
    expect(explorer.root.locator(".ksm-pad")).to_be_visible()
    assert explorer.root.evaluate(TOO_SMALL) == []


@pytest.mark.slow
def test_on_a_phone_the_foot_stays_in_reach_while_the_board_is_in_sight(
    opened: Callable[..., OnPage],
) -> None:
    explorer = opened(f"board={CURSED}&card=1", PHONE)
    explorer.canvas.evaluate("canvas => canvas.scrollIntoView({ block: 'start' })")
    for part in (explorer.canvas, explorer.notice, explorer.button("Solve")):
        expect(part).to_be_in_viewport(ratio=1)
    for part in (
        explorer.root.locator(".ksm-held-card"),
        explorer.root.get_by_label("Card", exact=True),
    ):
        expect(part).to_be_in_viewport(ratio=1)
    expect(explorer.root.locator("[name=money]")).to_be_in_viewport(ratio=1)
    explorer.button("Solve").tap()
    expect(explorer.notice).to_contain_text("nothing beats it")
    explorer.button("Next").tap()
    expect(explorer.notice).to_contain_text("The mummy on c1 moves to")
    expect(explorer.canvas).to_be_in_viewport(ratio=1)


@pytest.mark.slow
def test_the_board_is_sharp_on_a_fine_screen(opened: Callable[..., OnPage]) -> None:
    tablet = opened(f"board={CURSED}&card=1")
    for width in (480, 820, 1100, 1600):
        tablet.page.set_viewport_size({"width": width, "height": 1180})
        tablet.page.wait_for_function("width => innerWidth === width", arg=width)
        pixels = tablet.canvas.evaluate(
            "canvas => canvas.width / canvas.getBoundingClientRect().width / devicePixelRatio"
        )
        assert pixels >= 1, width
