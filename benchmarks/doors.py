"""Measure every door, each from a home without anything in it: `python -m benchmarks.doors`.

The page without a server and Binder's environment are built first, which takes some minutes; they
are kept for the next time, so after a change to the project that folder must go.
"""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

import psutil
from playwright.sync_api import Browser, Frame, Page, expect, sync_playwright

from benchmarks.browsing.chromium import ARGUMENTS, find_chromium
from benchmarks.browsing.explorers import OnPage
from benchmarks.browsing.pages import PATIENCE
from benchmarks.browsing.servers import (
    HERE,
    NOTEBOOKS,
    TOKEN,
    Server,
    app_server,
    free_port,
    lab_server,
    plain_files,
    running,
)
from benchmarks.crowd import arrived
from benchmarks.sections import put_section, table
from ksm_widgets.course import EXPLORER

_PROJECT = Path(__file__).parents[1]
_TIMES = 3
_CROWDS = (1, 8, 30)
_LONG = 3 * PATIENCE
# NumPy and Pillow are stand-ins in the page that is measured, and nothing else is asked for either.
_NOWHERE = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"


@dataclass(frozen=True, slots=True)
class Visit:
    """One visit: seconds to the board and to a proof, and what processors did until then.

    `memory` is in bytes, of the server with its kernels, and of what the browser has more than
    before; a page that is counted by several processes is counted by each for its share.
    """

    board: float
    solved: float
    served: float
    browsed: float
    memory: tuple[float, float]


def main() -> int:
    """Measure all doors, and write the section."""
    parser = ArgumentParser(prog="python -m benchmarks.doors", description=__doc__)
    parser.add_argument("--times", type=int, default=_TIMES, help="visits to each door")
    parser.add_argument("--built", type=Path, default=Path("build") / "doors", help="a folder")
    parser.add_argument(
        "--to", type=Path, default=Path(__file__).with_name("RESULTS.md"), help="the file to write"
    )
    given = parser.parse_args()
    chromium = find_chromium()
    if chromium is None:
        print("No Chromium was found.", file=sys.stderr)
        return 2
    load = os.getloadavg()[0]
    with TemporaryDirectory() as temporary, sync_playwright() as playwright:
        folder = Path(temporary)

        @contextmanager
        def browser() -> Iterator[Browser]:
            with playwright.chromium.launch(
                executable_path=chromium, args=[*ARGUMENTS, _NOWHERE]
            ) as one:
                yield one

        rows = [*_doors(folder, given.built.absolute(), browser, given.times)]
    single = median(float(row[1]) for row in rows if row[0].startswith("App"))
    crowd, reckoned = _crowds()
    parts = [
        "Medians of "
        f"{given.times} visits in Chromium, from asking for the explorer's page to its board, and "
        "to a proof that a script asks for immediately. *CPU* is the time that server and kernel, "
        "and then the browser, needed until the proof; on a busy machine it says more than the "
        "time by the "
        f"clock (here {load:.1f} programs wanted {os.cpu_count()} cores at the beginning). "
        "*Memory* is of server and kernels, and what the browser takes for the page.",
        table(
            [
                "door",
                "board, s",
                "solved, s",
                "CPU served, s",
                "CPU browser, s",
                "memory served, MB",
                "memory browser, MB",
                "size, MB",
            ],
            rows,
        ),
        _ABOUT_DOORS,
        "**A class at the app's door**",
        "Visitors without browsers, which would be on other machines; a browser of theirs adds "
        f"its own work to the wait, as above ({single:.1f} s with nobody else).",
        table(
            [
                "at once",
                "first board, s",
                "median, s",
                "last, s",
                "CPU a visitor, s",
                "memory a visitor, MB",
            ],
            crowd,
        ),
        reckoned,
    ]
    put_section(given.to, "Doors", "\n\n".join(parts))
    return 0


_ABOUT_DOORS = (
    "The size is of what is installed (the environment with the extra `lab`, with `fast` too where "
    "it says so) or served. The page without a server has stand-ins for NumPy and Pillow here, "
    "which are some 4 MB more to load. Kernels solve uncompiled, as in a new home they would "
    "compile first; Binder's image brings the compiled solver along."
)


def _doors(
    folder: Path,
    built: Path,
    browser: Callable[[], AbstractContextManager[Browser]],
    times: int,
) -> Iterator[list[str]]:
    """A row for each door, with homes in one folder, and what has to be built in the other."""
    binder = _Binder(built / "binder")
    whole, compiler = binder.sizes()

    def served(name: str) -> Path:
        home = folder / name
        home.mkdir()
        return home

    with app_server(served("app")) as server:
        visits = []
        for _ in range(times):
            with browser() as one:
                visits.append(_visited(one, server, f"{server.url}/{EXPLORER}"))
        yield _row("App, a kernel kept warm", visits, whole - compiler)
    for name, start, size in (
        ("JupyterLab", partial(lab_server, None), whole - compiler),
        ("Binder's server, compiled", binder.server, whole),
    ):
        print(name, file=sys.stderr)
        visits = []
        for number in range(times):
            # A new one each time: of a kernel that runs already the board would be there at once.
            with start(served(f"{name}{number}")) as server, browser() as one:
                below = "notebooks/" if start == binder.server else ""
                place = f"lab/workspaces/new/tree/{below}{EXPLORER}?token={TOKEN}"
                visits.append(_visited(one, server, f"{server.url}/{place}"))
        yield _row(name, visits, size)
    site = built / "site"
    if not site.exists():
        _build_site(site)
    size = _size(site)
    cold, warm = [], []
    with plain_files(site) as url:
        for _ in range(times):
            with browser() as one:
                context = one.new_context()
                cold.append(_visited(one, None, f"{url}/#{EXPLORER}", context.new_page()))
                context.pages[0].close()
                warm.append(_visited(one, None, f"{url}/#{EXPLORER}", context.new_page()))
    yield _row("Page without a server, first visit", cold, size)
    yield _row("Page without a server, from the browser's cache", warm, size)


def _visited(browser: Browser, server: Server | None, url: str, page: Page | None = None) -> Visit:
    """A visit to the explorer at an address; of a page without a server its board is in a frame."""
    page = page or browser.new_page()
    page.set_viewport_size({"width": 1400, "height": 1150})
    ours = [psutil.Process(server.process.pid)] if server else []
    theirs = _browsers()
    worked, held = (_worked(ours), _worked(theirs)), _held(theirs)
    start = perf_counter()
    page.goto(url, timeout=_LONG)
    # Of the page it asks for places in it only, which a frame has as well.
    explorer = OnPage(page if server else _frame(page))  # type: ignore[arg-type]
    expect(explorer.canvas).to_be_visible(timeout=_LONG)
    explorer.ready()
    board = perf_counter() - start
    explorer.choose_card(1)
    explorer.button("Solve").click()
    expect(explorer.root.locator(".ksm-answer")).to_contain_text("nothing beats it", timeout=_LONG)
    solved = perf_counter() - start
    theirs = _browsers()
    return Visit(
        board,
        solved,
        _more(_worked(ours), worked[0]),
        _more(_worked(theirs), worked[1]),
        (sum(_held(ours).values()), _more(_held(theirs), held)),
    )


def _frame(page: Page) -> Frame:
    """The frame of a page without a server in which its boards are."""
    said = "place => document.documentElement.dataset.open === place"
    page.wait_for_function(said, arg=EXPLORER, timeout=_LONG)
    handle = page.wait_for_selector("#live")
    frame = handle.content_frame() if handle else None
    assert frame is not None
    return frame


def _browsers() -> list[psutil.Process]:
    """The browser's processes."""
    return [one for one in psutil.Process().children(recursive=True) if "chrom" in one.name()]


def _of_each(
    some: list[psutil.Process], figure: Callable[[psutil.Process], float]
) -> dict[int, float]:
    """A figure of each of these and of all that they started, by number; some may have ended."""
    found: dict[int, float] = {}
    for first in some:
        with suppress(psutil.NoSuchProcess):
            for one in (first, *first.children(recursive=True)):
                with suppress(psutil.NoSuchProcess, psutil.AccessDenied):
                    found[one.pid] = figure(one)
    return found


def _more(after: dict[int, float], before: dict[int, float]) -> float:
    """How much more it is, of those that there still are."""
    return sum(figure - before.get(pid, 0) for pid, figure in after.items())


def _worked(some: list[psutil.Process]) -> dict[int, float]:
    """Seconds that processors have spent on these and what they started."""
    return _of_each(some, lambda one: sum(one.cpu_times()[:2]))


def _held(some: list[psutil.Process]) -> dict[int, float]:
    """Bytes of memory that these and what they started hold, shared ones by their share."""
    return _of_each(some, lambda one: one.memory_full_info().pss)


def _row(name: str, visits: list[Visit], size: int) -> list[str]:
    def middle(of: Callable[[Visit], float]) -> float:
        return median(map(of, visits))

    served = middle(lambda visit: visit.memory[0])
    return [
        name,
        f"{middle(lambda visit: visit.board):.1f}",
        f"{middle(lambda visit: visit.solved):.1f}",
        f"{middle(lambda visit: visit.served):.1f}" if served else "",
        f"{middle(lambda visit: visit.browsed):.1f}",
        f"{served / 1e6:.0f}" if served else "",
        f"{middle(lambda visit: visit.memory[1]) / 1e6:.0f}",
        f"{size / 1e6:.0f}",
    ]


def _size(folder: Path) -> int:
    """Bytes of all files of a folder."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def _build_site(folder: Path) -> None:
    """The page without a server, as `make site KSM_SITE_ARGS=--alone` builds it."""
    around = {name: text for name, text in os.environ.items() if name != "PYTHONPATH"}
    around["KSM_VENV"] = ".venv-site"
    subprocess.run([".ci/setup", "lite"], cwd=_PROJECT, env=around, check=True)
    python = _PROJECT / ".venv-site" / "bin" / "python"
    command = [str(python), "-m", "ksm_widgets", "site", "--alone", str(folder)]
    subprocess.run(command, cwd=_PROJECT, env=around, check=True)


class _Binder:
    """What Binder makes of a clone: an environment, then the commands of `binder/`."""

    def __init__(self, folder: Path) -> None:
        self._clone, self._place = folder / "clone", folder / "venv"
        if folder.exists():
            return
        subprocess.run(["git", "clone", "-q", str(_PROJECT), str(self._clone)], check=True)
        venv.create(self._place, with_pip=True)
        for command in (
            ["pip", "install", "--quiet", "-r", "binder/requirements.txt"],
            ["binder/postBuild"],
        ):
            subprocess.run(command, cwd=self._clone, env=self._around(folder), check=True)

    def _around(self, home: Path) -> dict[str, str]:
        path = f"{self._place / 'bin'}{os.pathsep}{os.environ['PATH']}"
        # Nothing but what is installed there.
        return {**os.environ, "HOME": str(home), "PATH": path, "PYTHONPATH": ""}

    def sizes(self) -> tuple[int, int]:
        """Bytes of the environment, and how many of them are the compiler's."""
        libraries = next(self._place.glob("lib/python*/site-packages"))
        return _size(self._place), sum(_size(libraries / name) for name in ("numba", "llvmlite"))

    @contextmanager
    def server(self, home: Path) -> Iterator[Server]:
        """The server as the image starts it."""
        port = free_port()
        command = "import os, sys; os.chdir(sys.argv[1]); os.execvp(sys.argv[2], sys.argv[2:])"
        arguments = [
            *("-c", command, str(self._clone), "binder/start", "jupyter", "notebook"),
            *("--no-browser", f"--port={port}", "--ip=127.0.0.1", "--allow-root"),
            f"--IdentityProvider.token={TOKEN}",
        ]
        # The image's home is the one that it was built in, where the compiled solver lies.
        told = {**self._around(self._clone.parent), "KSM_SOLVER": "compiled"}
        with running(arguments, home, f"{HERE}:{port}", "/api/status", NOTEBOOKS, told) as server:
            yield server


def _crowds() -> tuple[list[list[str]], str]:
    """A row for each number of visitors, and how many a machine like this holds."""
    rows, work, memory = [], 0.0, 0.0
    for number in _CROWDS:
        with TemporaryDirectory() as home, app_server(Path(home)) as server:
            ours = [psutil.Process(server.process.pid)]
            _settled(ours)
            worked, held = _worked(ours), _held(ours)
            with arrived(server, number) as crowd:
                work = _more(_worked(ours), worked) / number
                # The warm one, which the next visitor would get, is there before and after.
                _settled(ours, number + 1)
                memory = _more(_held(ours), held) / number
            seconds = crowd.seconds
            times = [f"{at:.1f}" for at in (seconds[0], median(seconds), seconds[-1])]
            rows.append([str(number), *times, f"{work:.1f}", f"{memory / 1e6:.0f}"])
    cores, free = os.cpu_count() or 1, 4e9
    return rows, (
        f"So {cores} cores bring {cores / work * 60:.0f} visitors to their boards in a minute, and "
        f"each GB of memory holds {1e9 / memory:.0f} of them at a time: a machine with {cores} "
        f"cores and {free / 1e9:.0f} GB to spare holds {free / memory:.0f}, as long as few of them "
        "have something hard solved in the same moment."
    )


def _settled(ours: list[psutil.Process], kernels: int = 1) -> None:
    """Wait until so many kernels are there, and none of them works on."""
    while True:
        before = _worked(ours)
        psutil.wait_procs(ours, timeout=2)
        if len(ours[0].children()) >= kernels and _more(_worked(ours), before) < 0.05:
            return


if __name__ == "__main__":
    sys.exit(main())
