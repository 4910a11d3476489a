"""How far one act goes through the code: `python -m benchmarks.walks`.

Each walk is taken in a fresh process. It counts the files of the package whose code is entered, the
folders in which they are, and how deeply their calls are nested; work in other threads is counted
too. Files say nothing about time: the explorer's benchmark measures that.
"""

from __future__ import annotations

import json
import os
import runpy
import subprocess
import sys
import threading
from argparse import ArgumentParser
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Self

import ksm_widgets as ksm
from benchmarks.sections import table

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType

_ROOT = Path(__file__).resolve().parents[1]
_PACKAGE = f"{_ROOT / 'ksm_widgets'}{os.sep}"


class Walk:
    """The files entered while a walk lasts; use it in a `with`."""

    def __init__(self) -> None:
        self.files: set[str] = set()
        self._depth = threading.local()
        self._deepest = 0

    def __enter__(self) -> Self:
        threading.setprofile(self._notice)
        sys.setprofile(self._notice)
        return self

    def __exit__(self, *error: object) -> None:
        sys.setprofile(None)
        threading.setprofile(None)

    def told(self) -> dict[str, int]:
        """The counts: files, their folders, and the most calls within each other."""
        folders = {os.path.dirname(file) for file in self.files}
        return {"files": len(self.files), "folders": len(folders), "deepest": self._deepest}

    def _notice(self, frame: FrameType, event: str, _: object) -> None:
        file = frame.f_code.co_filename
        if not file.startswith(_PACKAGE):
            return
        depth = getattr(self._depth, "now", 0)
        if event == "call":
            self.files.add(file)
            self._depth.now = depth + 1
            self._deepest = max(self._deepest, depth + 1)
        elif event == "return":
            self._depth.now = depth - 1


def _tap() -> dict[str, int]:
    """A tile of a random mine is taken up, on a page that has been shown and used before."""
    explorer = ksm.Explorer(ksm.Position.random(7), language="en")
    explorer.act("mode", "play")
    explorer._repr_mimebundle_()
    first, second = map(ksm.Quarry.parse, ("b2", "c3"))
    explorer.tap(first)
    explorer.tap(first)
    with Walk() as walk:
        explorer.tap(second)
    return walk.told()


def _first_puzzle() -> dict[str, int]:
    """A puzzle is shown in a process that has not imported anything but the front door yet."""
    with Walk() as walk:
        ksm.Puzzles(language="en")._repr_mimebundle_()
    return walk.told()


def _imported_puzzle() -> dict[str, int]:
    """A puzzle is shown where everything has been imported."""
    shown = ksm.Puzzles
    with Walk() as walk:
        shown(language="en")._repr_mimebundle_()
    return walk.told()


def _turn() -> dict[str, int]:
    """A person ends a turn without a dig, in the first round of a game."""
    game: Any = ksm.GameTable(language="en", seed=7)
    game.act("level:1", "random")
    game.act("begin", "")
    game.act("card", str(game.match.view.hand[0].number))
    game.act("choose", "")
    while game.page.phase.value != "dig":
        game.act("next", "")
        game.wait()
    with Walk() as walk:
        game.act("no-dig", "")
    return walk.told()


def _version() -> dict[str, int]:
    """`ksm --version`: the modules of ours that it has imported."""
    sys.argv[1:] = ["--version"]
    with suppress(SystemExit):
        runpy.run_module("ksm_widgets", run_name="__main__")
    ours = [name for name in sys.modules if f"{name}.".startswith("ksm_widgets.")]
    return {"modules": len(ours)}


_WALKS: dict[str, tuple[str, Callable[[], dict[str, int]]]] = {
    "tap": ("a tap on the explorer's board", _tap),
    "puzzle": ("a first puzzle, imports included", _first_puzzle),
    "imported": ("a first puzzle, after all imports", _imported_puzzle),
    "turn": ("a turn ended in a game", _turn),
    "version": ("`ksm --version`", _version),
}


def _taken(name: str) -> Any:
    """The counts of a walk in a process of its own, which knows no player and keeps nothing."""
    with TemporaryDirectory() as folder:
        done = subprocess.run(
            [sys.executable, "-m", "benchmarks.walks", name],
            cwd=_ROOT,
            env={**os.environ, "KSM_DATA": folder, "KSM_SOLVER": "interpreted"},
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
    return json.loads(done.stdout.splitlines()[-1])


def main() -> int:
    """Take the walk named and print it as JSON, or all of them and print a table."""
    parser = ArgumentParser(prog="python -m benchmarks.walks", description=__doc__)
    parser.add_argument("walk", nargs="?", choices=[*_WALKS], help="this walk alone, as JSON")
    given = parser.parse_args()
    if given.walk:
        print(json.dumps(_WALKS[given.walk][1]()))
        return 0
    columns = ("files", "folders", "deepest", "modules")
    found = {name: _taken(name) for name in _WALKS}
    rows = [
        [_WALKS[name][0], *(str(counts.get(column, "")) for column in columns)]
        for name, counts in found.items()
    ]
    print(table(["", "files", "folders", "calls within each other", "modules imported"], rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
