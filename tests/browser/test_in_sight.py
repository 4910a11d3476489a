"""Every answer is where one looks, and stays; the board and what it is played with are in sight."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from benchmarks.browsing.explorers import OnPage
from benchmarks.browsing.pages import PATIENCE
from ksm_widgets.puzzles import Pack, Puzzle, Question
from ksm_widgets.puzzles.pack import shipped_pack
from ksm_widgets.solving.links import link_of_puzzle
from tests.browser.lessons import OnTask
from tests.mines import CURSED, FAR
from tests.puzzles import samples

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from benchmarks.browsing.servers import Server

UNSEEN = f"{FAR}-,-,-,-,-,-/5,4,3?z,-,-,-"
NAMED = f"{FAR}-,-,-,-,-,-/5,4,33z,-,-,-"
SMALL = (1280, 720)
PICTURE = "canvas => canvas.toDataURL()"
# Where a clipped edge is softened browsers differ by a shade; a missing tile differs by far more.
LIKE = """async ([canvas, wanted]) => {
    const image = new Image();
    image.src = wanted;
    await image.decode();
    const read = document.createElement('canvas');
    [read.width, read.height] = [image.naturalWidth, image.naturalHeight];
    read.getContext('2d').drawImage(image, 0, 0);
    const [one, other] = [canvas, read].map(shown => shown.getContext('2d').getImageData(
        0, 0, shown.width, shown.height).data);
    return one.every((part, place) => Math.abs(part - other[place]) < 16);
}"""


@pytest.fixture
def window() -> tuple[int, int]:
    """That of a small laptop."""
    return SMALL


def opened(page: Page, app: Server, query: str) -> OnPage:
    """The app in a window of a small laptop."""
    page.set_viewport_size({"width": SMALL[0], "height": SMALL[1]})
    return OnPage.served(page, app, query)


def all_in_sight(explorer: OnPage) -> None:
    card = explorer.root.locator(".ksm-held-card")
    for part in (explorer.canvas, card, explorer.button("Solve"), explorer.notice):
        expect(part).to_be_in_viewport(ratio=1)
    # What is said does not lie over the board.
    board, notice = explorer.canvas.bounding_box(), explorer.notice.bounding_box()
    assert board is not None
    assert notice is not None
    assert board["y"] + board["height"] <= notice["y"]


def a_verdict_stays(explorer: OnPage) -> None:
    """It was asked for with the card in hand, and the mouse goes on over the board."""
    explorer.button("Play").click()
    explorer.drag("a1", "a2")
    explorer.button("Dig").click()
    explorer.button("Compare with the best").click()
    expect(explorer.notice).to_contain_text("less than the 11")
    for name in ("d4", "b1", "c1"):
        explorer.canvas.hover(position=explorer.place(name))
    aside = explorer.root.locator(".ksm-aside")
    expect(aside).to_contain_text("empty quarry")  # a1 is empty now.
    expect(explorer.notice).to_contain_text("less than the 11")
    expect(explorer.notice).to_be_in_viewport(ratio=1)


def an_unseen_tile_is_named_by_key(explorer: OnPage) -> None:
    explorer.button("Solve").click()
    expect(explorer.notice).to_contain_text("with the tiles you can see, nothing beats it")
    explorer.canvas.focus()
    press = explorer.page.keyboard.press
    press("PageDown")
    expect(explorer.notice).to_contain_text("an unseen tile is uncovered on c1")
    expect(explorer.root.locator(".ksm-naming")).to_contain_text("c1, level 2")
    press("3")
    expect(explorer.notice).to_contain_text("Best from here")
    explorer.button("Set up").click()
    expect(explorer.board_text).to_have_value(NAMED)


@pytest.mark.slow
def test_in_the_app_all_is_in_sight_and_a_verdict_stays(
    page: Page, app: Server, console_errors: list[str]
) -> None:
    explorer = opened(page, app, f"board={CURSED}&card=1")
    all_in_sight(explorer)
    a_verdict_stays(explorer)
    assert console_errors == []


@pytest.mark.slow
def test_in_lab_all_is_in_sight_and_a_verdict_stays(in_lab: OnPage) -> None:
    all_in_sight(in_lab)
    in_lab.paste(CURSED)
    in_lab.choose_card(1)
    a_verdict_stays(in_lab)


@pytest.mark.slow
def test_in_the_app_an_unseen_tile_is_named_by_key(page: Page, app: Server) -> None:
    an_unseen_tile_is_named_by_key(opened(page, app, f"board={quote(UNSEEN)}&card=1"))


@pytest.mark.slow
def test_in_lab_an_unseen_tile_is_named_by_key(in_lab: OnPage) -> None:
    in_lab.paste(UNSEEN)
    in_lab.choose_card(1)
    an_unseen_tile_is_named_by_key(in_lab)


@pytest.mark.slow
def test_what_is_said_to_a_field_far_down_is_in_sight(page: Page, app: Server) -> None:
    explorer = opened(page, app, f"board={CURSED}&card=1")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    explorer.board_text.fill("nonsense")
    explorer.button("Load").click()
    expect(explorer.notice).to_contain_text("A board has 6 rows")
    expect(explorer.notice).to_be_in_viewport(ratio=1)
    link = explorer.root.locator("[name=link]")
    expect(link).to_have_value(f"{app.url}/explorer.ipynb?board={CURSED}&card=1")
    explorer.button("Copy: Link").click()
    expect(explorer.notice).to_have_text("Copied.")
    expect(explorer.notice).to_be_in_viewport(ratio=1)
    assert page.evaluate("() => navigator.clipboard.readText()") == link.input_value()
    explorer.fold("Enter a card")
    explorer.button("Clear the grid").click()
    explorer.button("Save card").click()
    expect(explorer.notice).to_contain_text("1 to 6 were expected")
    expect(explorer.notice).to_be_in_viewport(ratio=1)


@pytest.mark.slow
def test_a_board_that_was_painted_bit_by_bit_is_like_one_painted_at_once(
    page: Page, app: Server
) -> None:
    explorer = opened(page, app, f"board={CURSED}&card=1")
    for name in ("c3", "c3", "f6", "a1"):
        explorer.click(name)
        expect(explorer.notice).to_contain_text(f"on {name}, level")
    explorer.drag("c3", "d2")
    explorer.button("Undo").click()
    explorer.drag("f6", "e6")
    expect(explorer.notice).to_contain_text("from f6 to e6")
    expect(explorer.root.locator(".ksm-glide")).to_have_count(0)
    expect(page).to_have_url(re.compile(r"board=-,-,-,-,1,-/.*/51,4,3z,-,-,-"))
    other = page.context.new_page()
    other.goto(page.url, timeout=PATIENCE)
    at_once = OnPage(other)
    at_once.ready()
    page.wait_for_function(
        LIKE,
        arg=[explorer.canvas.element_handle(), at_once.canvas.evaluate(PICTURE)],
        timeout=PATIENCE,
    )


@pytest.mark.slow
def test_the_list_of_keys_comes_and_goes(page: Page, app: Server) -> None:
    explorer = opened(page, app, f"board={CURSED}&card=1")
    listed = explorer.root.get_by_role("region", name="Keys on the board")
    explorer.button("Keys on the board").click()
    expect(listed).to_contain_text("1 2 3 4 5 x y z a b c d M C S A ?")
    explorer.canvas.focus()
    page.keyboard.press("Escape")
    expect(listed).to_have_count(0)
    explorer.button("Play").click()
    explorer.canvas.focus()
    page.keyboard.press("?")
    expect(listed).to_be_visible()
    page.keyboard.press("?")
    expect(listed).to_have_count(0)


@pytest.mark.slow
def test_on_paper_stand_board_card_and_plan(page: Page, app: Server) -> None:
    explorer = opened(page, app, f"board={CURSED}&card=1")
    explorer.button("Solve").click()
    steps = explorer.root.locator(".ksm-walk .ksm-step")
    expect(steps).to_have_count(3)
    page.emulate_media(media="print")
    for part in (explorer.canvas, explorer.root.locator(".ksm-held-card"), steps.first):
        expect(part).to_be_visible()
    for part in (explorer.button("Solve"), explorer.button("Undo"), explorer.notice):
        expect(part).to_be_hidden()


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height"), [(390, 844), (1280, 720)])
def test_what_a_lesson_says_to_an_answer_comes_into_sight(
    page: Page, app: Server, width: int, height: int
) -> None:
    """Though the button that asks for it stands at the lower edge."""
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"{app.url}/en/05-moving.ipynb", timeout=PATIENCE)
    on_task = OnTask(page.locator(".ksm-lesson").first)
    if width < 600:
        page.locator(".ksm-steps-bar").get_by_role("button", name="Next").click()
    on_task.ready()
    check = on_task.root.locator("[data-act=check]")
    for button, told in ((check, on_task.said), (on_task.button("Hint"), on_task.hints)):
        button.evaluate("button => button.scrollIntoView({ block: 'end' })")
        expect(button).to_be_in_viewport(ratio=1)
        button.click()
        expect(told).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("height", [690, pytest.param(844, marks=pytest.mark.slow)])
def test_the_pad_lies_above_the_foot_of_a_phone(page: Page, app: Server, height: int) -> None:
    page.set_viewport_size({"width": 390, "height": height})
    explorer = OnPage.served(page, app, f"board={CURSED}&card=1")
    explorer.button("Set up").click()
    explorer.button("Start with an empty mine").click()
    last, said = explorer.root.locator(".ksm-pad .ksm-tiles").last, explorer.notice
    expect(said).to_contain_text("a6: how")
    expect(last).to_be_in_viewport(ratio=1)
    bottom, top = last.bounding_box(), said.bounding_box()
    assert bottom is not None
    assert top is not None
    assert bottom["y"] + bottom["height"] <= top["y"]


def test_on_a_phone_a_puzzle_is_solved_with_all_it_takes_in_sight(page: Page, app: Server) -> None:
    """The question in three lines, the board in the first third, and a foot of a quarter."""
    page.set_viewport_size({"width": 390, "height": 844})
    link = link_of_puzzle(samples.puzzle("card"), Pack(()))
    page.goto(f"{app.url}/puzzles.ipynb?{link}", timeout=PATIENCE)
    on_task = OnTask(page.locator(".ksm-puzzles .ksm-task"))
    on_task.ready()
    question, board = (
        page.locator(".ksm-puzzles .ksm-part-asked"),
        page.locator(".ksm-board canvas"),
    )
    foot, check = page.locator(".ksm-held"), on_task.button("Check")
    for _ in range(2):
        for part in (question, board, foot, check):
            expect(part).to_be_in_viewport(ratio=1)
        high, low, held = question.bounding_box(), board.bounding_box(), foot.bounding_box()
        assert high is not None
        assert low is not None
        assert held is not None
        assert low["y"] < 844 / 3
        assert high["height"] < 90
        assert held["height"] <= 844 / 4
        on_task.root.locator("[data-act=choose][data-value='7']").click()
        expect(foot.locator(".ksm-turn-card")).to_be_in_viewport(ratio=1)
    on_task.root.locator("[data-act=hand][data-value=lay]").click()
    for part in (foot.locator(".ksm-so-far"), board):
        expect(part).to_be_in_viewport(ratio=1)
    check.click()
    expect(on_task.said).to_be_in_viewport(ratio=1)
    expect(board).to_be_in_viewport(ratio=1)
    on_task.root.locator("[data-act=choose][data-value='1']").click()
    check.click()
    page.locator("summary", has_text="Packs").scroll_into_view_if_needed()
    on_task.button("Next puzzle").click()
    for part in (question, board, check):
        expect(part).to_be_in_viewport(ratio=1)
    page.locator("summary", has_text="Theme, grade, storm").click()
    page.get_by_role("button", name="Storm: 3 minutes").click()
    for part in (page.locator(".ksm-storm"), question, board, check):
        expect(part).to_be_in_viewport(ratio=1)


def on_a_phone(page: Page, app: Server, puzzle: Puzzle) -> OnTask:
    """A built-in puzzle on a phone."""
    page.set_viewport_size({"width": 390, "height": 844})
    link = link_of_puzzle(puzzle, shipped_pack())
    page.goto(f"{app.url}/puzzles.ipynb?{link}", timeout=PATIENCE)
    on_task = OnTask(page.locator(".ksm-puzzles .ksm-task"))
    on_task.ready()
    return on_task


def test_on_a_phone_objects_to_choose_are_one_row_and_the_foot_is_low(
    page: Page, app: Server
) -> None:
    three = next(one for one in shipped_pack() if len(one.held) == 3)
    on_task = on_a_phone(page, app, three)
    tops = on_task.root.locator("[data-act=choose]").evaluate_all(
        "them => them.map((one) => one.getBoundingClientRect().top)"
    )
    assert len(tops) == 4
    assert len(set(tops)) == 1
    high = "foot => foot.getBoundingClientRect().height"
    foot = page.locator(".ksm-held")
    assert foot.evaluate(high) <= 200
    foot.locator(".ksm-giving summary").click()
    expect(on_task.button("Give up and show it")).to_be_in_viewport(ratio=1)
    assert foot.evaluate(high) <= 220


def test_on_a_phone_a_step_is_shown_on_a_board_in_sight(page: Page, app: Server) -> None:
    digs = (one for one in shipped_pack() if one.question is Question.DIG)
    on_task = on_a_phone(page, app, next(one for one in digs if one.solution.turn.moves))
    board = page.locator(".ksm-board canvas.ksm-canvas")
    page.locator("summary", has_text="Packs").scroll_into_view_if_needed()
    expect(board).not_to_be_in_viewport(ratio=1)
    on_task.button("Show one step").click()
    expect(board).to_be_in_viewport(ratio=1)
    low, held = board.bounding_box(), page.locator(".ksm-held").bounding_box()
    assert low is not None
    assert held is not None
    assert low["y"] + low["height"] <= held["y"]


@pytest.mark.parametrize(
    "name", ["card", *(pytest.param(name, marks=pytest.mark.slow) for name in ("dig", "magic"))]
)
def test_in_a_low_window_the_foot_of_a_puzzle_does_not_lie_over_the_board(
    page: Page, app: Server, name: str
) -> None:
    page.set_viewport_size({"width": 390, "height": 664})
    page.goto(
        f"{app.url}/puzzles.ipynb?{link_of_puzzle(samples.puzzle(name), Pack(()))}",
        timeout=PATIENCE,
    )
    on_task = OnTask(page.locator(".ksm-puzzles .ksm-task"))
    on_task.ready()
    if name != "dig":
        on_task.root.locator("[data-act=choose]").last.click()
        expect(page.locator(".ksm-held .ksm-turn-card")).to_be_visible()
    low = page.locator(".ksm-board canvas").bounding_box()
    held = page.locator(".ksm-held").bounding_box()
    assert low is not None
    assert held is not None
    assert low["y"] + low["height"] <= held["y"]
    assert low["width"] >= (285 if name == "dig" else 250)


def test_on_a_laptop_the_net_of_a_puzzle_is_in_sight_from_the_start(
    page: Page, app: Server
) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    link = link_of_puzzle(samples.puzzle("dig"), Pack(()))
    page.goto(f"{app.url}/puzzles.ipynb?{link}", timeout=PATIENCE)
    on_task = OnTask(page.locator(".ksm-puzzles .ksm-task"))
    on_task.ready()
    for part in (on_task.root.locator(".ksm-so-far"), on_task.button("Check")):
        expect(part).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="Storm: 3 minutes")).to_be_visible()
    expect(page.get_by_text("Treasures are worth what they show.")).to_be_visible()


@pytest.mark.parametrize(
    "name",
    ["explorer", *(pytest.param(name, marks=pytest.mark.slow) for name in ("puzzles", "play"))],
)
def test_a_page_has_a_main_part_and_a_heading(page: Page, app: Server, name: str) -> None:
    page.goto(f"{app.url}/{name}.ipynb", timeout=PATIENCE)
    expect(page.get_by_role("main")).to_have_count(1)
    headings = page.get_by_role("main").locator("h1, h2, h3, h4, h5, h6")
    expect(page.get_by_role("main").get_by_role("heading", level=1)).to_have_count(1)
    expect(headings.nth(1)).to_be_attached()
    levels = [int(tag[1]) for tag in headings.evaluate_all("all => all.map(one => one.tagName)")]
    # Who goes from heading to heading finds none below one that isn't there.
    assert all(below <= above + 1 for above, below in pairwise(levels)), levels
