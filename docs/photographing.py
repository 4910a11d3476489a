"""Screenshots for the documentation: `python docs/photographing.py` writes `pictures/*.png`.

It needs the extra `test` and Chromium. `drawing.py` makes the pictures that need no browser.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.sync_api import expect, sync_playwright

from benchmarks.browsing.chromium import ARGUMENTS, find_chromium
from benchmarks.browsing.explorers import OnPage
from benchmarks.browsing.pages import PATIENCE
from benchmarks.browsing.servers import app_server
from ksm_widgets.rules import Position, Stage

PICTURES = Path(__file__).parent / "pictures"
COLOURS = 128
MINE = Position.random(seed=1, stage=Stage.MIDDLE).text


def board(explorer: OnPage) -> None:
    """Set up a mine."""
    explorer.button("Set up").click()
    expect(explorer.button("Clear the mine")).to_be_visible()


def from_the_table(explorer: OnPage) -> None:
    """Enter half a mine: height, then topmost tile."""
    board(explorer)
    explorer.button("Start with an empty mine").click()
    expect(explorer.notice).to_contain_text("a6: how")
    expect(explorer.canvas).to_be_focused()
    for typed, next_asked in (
        *(("3", "a6, 3 high"), ("b", "b6: how"), ("2", "b6, 2 high"), ("a", "c6: how")),
        *(("1", "c6, 1 high"), ("3", "d6: how"), ("4", "d6, 4 high"), ("M", "e6: how")),
        *(("0", "f6: how"), ("2", "f6, 2 high"), ("5", "a5: how"), ("3", "a5, 3 high")),
    ):
        explorer.page.keyboard.press(typed)
        expect(explorer.notice).to_contain_text(next_asked)


def illegal_move(explorer: OnPage) -> None:
    """Try an uphill move."""
    explorer.button("Play").click()
    explorer.drag("b1", "a1")
    expect(explorer.notice).to_contain_text("Never uphill")


def plan(explorer: OnPage) -> None:
    """Show the first step of a plan with the chart, in dark colours."""
    explorer.root.get_by_label("Colours").select_option("dark")
    explorer.button("Best by number of moves").click()
    expect(explorer.root.locator(".ksm-chart")).to_be_visible()
    explorer.button("Next").click()
    expect(explorer.notice).to_contain_text("moves across")


SHOTS: dict[str, tuple[Callable[[OnPage], None], str, tuple[int, int]]] = {
    "board": (board, f"board={MINE}&card=15", (1280, 900)),
    "explorer-from-the-table": (from_the_table, f"board={MINE}&card=15", (1000, 860)),
    "explorer-illegal-move": (illegal_move, f"board={MINE}&card=15", (1000, 860)),
    "explorer-plan": (plan, f"board={MINE}&card=15", (1100, 990)),
}
"""Each picture: the function that prepares it, the link that opens it, the window's size."""


def main() -> int:
    """Take all screenshots."""
    expect.set_options(timeout=PATIENCE)
    with (
        TemporaryDirectory() as home,
        app_server(Path(home)) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)
        for name, (done, query, (width, height)) in SHOTS.items():
            # Without motion no tile is caught on its way.
            page = browser.new_page(
                viewport={"width": width, "height": height},
                color_scheme="light",
                reduced_motion="reduce",
            )
            explorer = OnPage.served(page, server, query)
            done(explorer)
            explorer.root.evaluate("explorer => explorer.scrollIntoView()")
            shot = Image.open(BytesIO(page.screenshot())).convert("RGB")
            shot.quantize(COLOURS).save(PICTURES / f"{name}.png", optimize=True)
            page.close()
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
