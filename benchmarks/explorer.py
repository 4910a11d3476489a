"""How quick the explorer is, by itself and in Chromium: `python -m benchmarks.explorer`.

The last line written is JSON: what was measured, what is asked for, the times, the messages.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import comm
from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.browsing.chromium import ARGUMENTS, find_chromium
from benchmarks.browsing.explorers import OnPage
from benchmarks.browsing.pages import PATIENCE, LabPage, watch_console
from benchmarks.browsing.servers import NOTEBOOKS, app_server, lab_server
from ksm_widgets import draw
from ksm_widgets.course import EXPLORER
from ksm_widgets.explorer.situation import Other, Screen, Situation
from ksm_widgets.rules.position import Position, Stage
from ksm_widgets.rules.quarries import FULL_HEIGHT, QUARRIES
from ksm_widgets.rules.tiles import KEPT
from ksm_widgets.solver import solve
from ksm_widgets.widgets import Explorer

if TYPE_CHECKING:
    from playwright.sync_api import Position as Place

Row = dict[str, Any]

_FELT = {
    "a tile is placed, to the board": "60 ms",
    "a tile is placed, to the words": "120 ms",
    "an undo, to board and words": "150 ms",
    "the next step of a plan, to board and words": "150 ms",
}
"""What is measured from a press of the mouse, and the aim on a machine that is idle else."""

_OFTEN = 25
_DECISIONS = 60
_PATIENCE = 5.0
"""Seconds for which one of them is waited for at most."""
_STARTS = 3
"""Whole starts, of a process or of a page, take their time."""

# From a press of the mouse to the end of the frame that shows another picture at a place of the
# board, and to that of the frame in which other words stand below it.
_PROBE = """canvas => {
    const context = canvas.getContext('2d', { willReadFrequently: true });
    const root = canvas.closest('.ksm-explorer');
    const seen = {
        board: () => context.getImageData(probe.x - 40, probe.y - 60, 80, 100).data.join(),
        words: () => root.querySelector('.ksm-notice').textContent,
    };
    const probe = window.ksmProbe = { open: {} };
    let framed = false;
    const look = () => {
        const at = performance.now();
        framed = false;
        for (const [what, found] of Object.entries(probe.open)) {
            if (probe.start === null || seen[what]() === probe.before[what]) continue;
            delete probe.open[what];
            found(at - probe.start);
        }
    };
    const frame = () => {
        if (framed) return;
        framed = true;
        requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = look;
            port2.postMessage(null);
        });
    };
    const draw = CanvasRenderingContext2D.prototype.drawImage;
    CanvasRenderingContext2D.prototype.drawImage = function (...given) {
        draw.apply(this, given);
        if (this.canvas === canvas) frame();
    };
    new MutationObserver(frame).observe(
        root, { childList: true, characterData: true, subtree: true });
    root.addEventListener('pointerdown', event => { probe.start = event.timeStamp; }, true);
    probe.begin = (x, y) => {
        Object.assign(probe, { x, y, start: null, open: {} });
        probe.before = { board: seen.board(), words: seen.words() };
        const both = ['board', 'words'].map(what => new Promise((resolve, reject) => {
            probe.open[what] = resolve;
            setTimeout(() => reject(new Error(`nothing new: ${what}`)), 20000);
        }));
        probe.done = Promise.all(both);
    };
}"""

# From running the cell to the end of the frame in which the board is there.
_FIRST_BOARD = """() => new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('no board came')), 60000);
    const begin = performance.now();
    const look = () => {
        const canvas = document.querySelector('.ksm-explorer canvas');
        const there = canvas?.width && canvas.getContext('2d').getImageData(
            canvas.width / 2, canvas.height / 2, 1, 1).data[3] === 255;
        if (there) resolve((performance.now() - begin) / 1000);
        else requestAnimationFrame(look);
    };
    look();
    window.jupyterapp.commands.execute('notebook:run-all-cells');
})"""


def measure() -> list[Row]:
    """All measurements, one after the other."""
    rows = [*_imports(), *_painting(), *_deciding()]
    chromium = find_chromium()
    if chromium is None:
        print("No Chromium was found; what needs it is not measured.", file=sys.stderr)
        return rows
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        return [*rows, *_in_lab(browser), *_in_voila(browser)]


def _imports() -> Iterator[Row]:
    explorer = "from ksm_widgets.widgets import Explorer"
    for importing, asked in (("import ksm_widgets", "0.15 s"), (explorer, "1 s")):
        code = (
            "from time import perf_counter; start = perf_counter(); "
            f"{importing}; print(perf_counter() - start)"
        )
        times = [
            float(
                subprocess.run([sys.executable, "-c", code], check=True, capture_output=True).stdout
            )
            for _ in range(_STARTS)
        ]
        yield _row(f"`{importing}` in a fresh process", asked, times)


_sent: list[str] = []
"""The kinds of the messages that a page would have got."""


def _sends(_: comm.DummyComm, kind: str, *rest: object, **more: object) -> None:
    """Note a message instead of sending it."""
    _sent.append(kind)


@patch.object(comm.DummyComm, "publish_msg", _sends)
def _painting() -> list[Row]:
    """CPU time and messages of painting a mine with all 36 quarries full to the fourth level."""
    rows = []
    explorer = Explorer(Position.random(1, Stage.EARLY))
    board: Any = explorer._board

    def anew() -> None:
        board._scene = explorer.page.picture.scene()
        board._paint()

    def from_nothing() -> None:
        _forget()
        anew()

    for name, paint in (
        ("painting a whole board", anew),
        ("the same, nothing kept from an earlier picture", from_nothing),
    ):
        times, messages = _timed(paint, _OFTEN)
        rows.append(_row(name, "5 ms, 2 messages", times, messages))
    names = iter([str(quarry) for quarry in QUARRIES])
    explorer = Explorer(Position())
    times, messages = _timed(lambda: _click(explorer, next(names)), _OFTEN)
    rows.append(
        _row("a click that places a tile, all that Python does for it", "", times, messages)
    )
    return rows


def _deciding() -> Iterator[Row]:
    """Best by number of moves for players who hold something: from the button to the chart."""
    for name, end in (("last dig", {"last": True}), ("rounds to come", {"rounds_left": 3})):
        chance, times = Random(1), []
        for seed in range(_DECISIONS):
            kept = tuple(chance.choice(KEPT) for _ in range(12))
            others = tuple(Other(chance.randrange(12), chance.randrange(5)) for _ in range(2))
            stage = (Stage.MIDDLE, Stage.LATE)[seed % 2]
            asked = Situation(
                position=Position.random(seed, stage),
                number=chance.randrange(1, 33),
                money=chance.randrange(5, 25),
                screen=Screen(used=True, tiles=kept, players=3, others=others, **end),
            )
            explorer = Explorer(asked, solver=partial(solve, time_limit=_PATIENCE))
            start = process_time()
            explorer.act("solve", "frontier")
            explorer.wait()
            times.append(process_time() - start)
            explorer.close()
        yield _row(f"'Best by number of moves' by what is held, {name}", "0.2 s", times)


def _click(explorer: Explorer, name: str) -> None:
    """A click on a quarry, as the page would tell of it."""
    explorer._board._frame._handle_custom_msg({"tap": name}, [])


def _forget() -> None:
    """Empty all that the drawing keeps."""
    for name, module in list(sys.modules.items()):
        if name.startswith(draw.__name__):
            for kept in vars(module).values():
                if hasattr(kept, "cache_clear"):
                    kept.cache_clear()


def _timed(action: Callable[[], object], often: int) -> tuple[list[float], int]:
    """CPU seconds of every time, and how many messages the last one sent."""
    times = []
    for _ in range(often):
        _sent.clear()
        start = process_time()
        action()
        times.append(process_time() - start)
    return times, len(_sent)


def _in_lab(browser: Browser) -> Iterator[Row]:
    with TemporaryDirectory() as home:
        folder = Path(home, "notebooks")
        folder.mkdir()
        shutil.copy(NOTEBOOKS / EXPLORER, folder)
        with lab_server(folder, Path(home)) as server, _page(browser) as page:
            lab = LabPage(page, server, watch_console(page))
            starts = []
            felt: dict[str, list[float]] = {}
            for _ in range(_STARTS):
                lab.open(EXPLORER)
                starts.append(float(page.evaluate(_FIRST_BOARD)))
                felt = _as_felt(page) if len(starts) == _STARTS else {}
                lab.shut_down()
    yield _row("JupyterLab: kernel ready to first board", "2 s", starts)
    yield from _felt_rows("JupyterLab", felt)


def _in_voila(browser: Browser) -> Iterator[Row]:
    with TemporaryDirectory() as home, app_server(Path(home)) as server:
        starts = []
        felt: dict[str, list[float]] = {}
        for _ in range(_STARTS):
            with _page(browser) as page:
                start = perf_counter()
                page.goto(f"{server.url}/{EXPLORER}", timeout=PATIENCE)
                OnPage(page).ready()
                starts.append(perf_counter() - start)
                felt = _as_felt(page) if len(starts) == _STARTS else {}
    yield _row("App: page asked for to first board", "2.5 s", starts)
    yield from _felt_rows("App", felt)


def _felt_rows(where: str, felt: dict[str, list[float]]) -> Iterator[Row]:
    for what, times in felt.items():
        yield _row(f"{where}: {what}", _FELT[what], times)


@contextmanager
def _page(browser: Browser) -> Iterator[Page]:
    page = browser.new_page(viewport={"width": 1400, "height": 1150})
    yield page
    page.close()


def _as_felt(page: Page) -> dict[str, list[float]]:
    """Seconds from pressing the mouse to what one waits for: board, words, both after an undo."""
    explorer = OnPage(page)
    explorer.ready()
    mine = Position.random(1, Stage.MIDDLE)
    explorer.paste(mine.text)
    explorer.canvas.evaluate(_PROBE)
    felt: dict[str, list[float]] = {what: [] for what in _FELT}
    for quarry in QUARRIES:
        if mine.height(quarry) == FULL_HEIGHT:
            continue
        place = explorer.place(str(quarry))
        board, words = _pressed(explorer, place, partial(_press_at, explorer, place))
        felt["a tile is placed, to the board"].append(board)
        felt["a tile is placed, to the words"].append(words)
        undone = _pressed(explorer, place, explorer.button("Undo").click)
        felt["an undo, to board and words"].append(max(undone))
    explorer.choose_card(1)
    explorer.button("Solve").click()
    steps = explorer.root.locator(".ksm-walk .ksm-step")
    steps.first.wait_for()
    source = str(steps.nth(1).inner_text()).partition(" on ")[2][:2]
    for _ in range(_OFTEN // 5):
        stepped = _pressed(explorer, explorer.place(source), explorer.button("Next").click)
        felt["the next step of a plan, to board and words"].append(max(stepped))
        _pressed(explorer, explorer.place(source), explorer.button("Back").click)
    return felt


def _press_at(explorer: OnPage, place: Place) -> None:
    explorer.canvas.hover(position=place)
    explorer.page.mouse.down()
    explorer.page.mouse.up()


def _pressed(explorer: OnPage, place: Place, action: Callable[[], object]) -> tuple[float, float]:
    """Seconds from a press to another board at a place, and to other words."""
    scale = explorer.canvas.evaluate("canvas => canvas.width / canvas.clientWidth")
    explorer.page.wait_for_timeout(150)  # Nothing of the last press is still under way.
    explorer.page.evaluate(
        "([x, y]) => ksmProbe.begin(x, y)", [place["x"] * scale, place["y"] * scale]
    )
    action()
    board, words = explorer.page.evaluate("() => ksmProbe.done")
    return board / 1000, words / 1000


def _row(what: str, asked: str, times: list[float], messages: int | None = None) -> Row:
    return {"what": what, "asked": asked, "times": times, "messages": messages}


if __name__ == "__main__":
    print(json.dumps(measure()))
