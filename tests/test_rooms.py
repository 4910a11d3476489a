"""The house: what each room may import, how long a module is, what importing it loads."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import ksm_widgets

PACKAGE = Path(ksm_widgets.__file__).parent
MODULES = sorted(path for path in PACKAGE.rglob("*.py") if "notebooks" not in path.parts)

# Each room and those it may import; the served site stands beside the widgets, which run in its
# kernels; the command line starts Jupyter and the site by their names only.
ARROWS: dict[str, set[str]] = {
    "words": set(),
    "rules": {"words"},
    "solver": {"words", "rules"},
    "draw": {"words", "rules"},
    "workers": {"words", "rules"},
    "puzzles": {"words", "rules", "solver", "workers"},
    "players": {"words", "rules", "solver"},
    "tutor": {"words", "rules", "solver", "puzzles", "players", "draw"},
    "widgets": {"words", "rules", "solver", "puzzles", "tutor", "draw"},
    # The page without a server shows what the site shows; widgets it only packs.
    "lite": {"words", "tutor", "site"},
    "site": {"words", "rules", "solver", "puzzles", "players", "tutor", "draw"},
    "cli": {"words", "rules", "solver", "workers", "puzzles", "players", "tutor", "draw"},
    # The front door: to editors it names what it exports, and loads a room when it is asked for.
    "__init__.py": {"rules", "solver", "tutor", "widgets"},
    "__main__.py": {"cli"},
}
# The same for the rooms and modules within the tutor: sitting and tasks know nothing of each other.
INNER: dict[str, set[str]] = {
    "phrases": set(),
    "reader": {"phrases"},
    "coach": {"phrases", "reader"},
    "reading_out": {"phrases", "reader"},
    "touch": set(),
    "repetition": set(),
    "sitting": {"phrases", "reader", "coach", "touch"},
    "tasks": {"phrases", "reader", "coach", "touch"},
    "course": {"phrases", "reader", "coach", "tasks", "repetition"},
    "puzzling": {"phrases", "reader", "coach", "sitting", "tasks", "course", "repetition"},
    "table": {"phrases", "reader", "coach", "touch", "course", "repetition"},
    "__init__": set(),
}
STANDARD_LIBRARY_ONLY = (
    "words",
    "rules",
    "solver",
    "workers",
    "draw",
    "puzzles",
    "players",
    "tutor",
    "cli",
)
# The kernel may be compiled, and what comes back is scheduled; nothing else is from outside.
FROM_OUTSIDE = {"solver": {"numba", "numpy"}, "tutor": {"fsrs"}}
LONGEST = 500


def _room(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0]


def _imports(path: Path) -> set[str]:
    """Everything named by an import of a file, at its head or inside a function."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno} imports relatively"
            assert node.module is not None
            names.add(node.module)
            if node.module.partition(".")[0] == "ksm_widgets":
                names.update(f"{node.module}.{alias.name}" for alias in node.names)
    return names


def _name(path: Path) -> str:
    return str(path.relative_to(PACKAGE))


@pytest.mark.parametrize("path", MODULES, ids=_name)
def test_arrows_run_one_way(path: Path) -> None:
    room = _room(path)
    inside = {name.split(".")[1] for name in _imports(path) if name.startswith("ksm_widgets.")}
    assert inside - {room} <= ARROWS[room]


@pytest.mark.parametrize("path", [path for path in MODULES if _room(path) == "tutor"], ids=_name)
def test_arrows_within_the_tutor_run_one_way(path: Path) -> None:
    room = path.relative_to(PACKAGE / "tutor").parts[0].removesuffix(".py")
    inside = {
        name.split(".")[2] for name in _imports(path) if name.startswith("ksm_widgets.tutor.")
    }
    assert inside - {room} <= INNER[room]


@pytest.mark.parametrize("path", MODULES, ids=_name)
def test_only_widgets_needs_more_than_the_standard_library(path: Path) -> None:
    room = _room(path)
    outside = {name.split(".")[0] for name in _imports(path)}
    outside -= sys.stdlib_module_names | {"ksm_widgets"} | FROM_OUTSIDE.get(room, set())
    assert not outside or room not in STANDARD_LIBRARY_ONLY


# What tasks about any game share knows nothing of this one but how arguments are refused.
BOARDLESS = sorted(
    path
    for path in MODULES
    if _name(path) == "tutor/course/progress.py"
    or (path.parent == PACKAGE / "tutor" / "tasks" and path.stem != "kinds")
)


@pytest.mark.parametrize("path", BOARDLESS, ids=_name)
def test_tasks_in_general_know_no_board(path: Path) -> None:
    of_this_game = {
        name
        for name in _imports(path)
        if name.startswith(
            ("ksm_widgets.rules", "ksm_widgets.solver", "ksm_widgets.tutor.tasks.mine")
        )
    }
    how_refused = ("ksm_widgets.rules.errors", "ksm_widgets.rules.arguments")
    assert all(name.startswith(how_refused) for name in of_this_game)


@pytest.mark.parametrize("path", MODULES, ids=_name)
def test_modules_are_short(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST


@pytest.mark.parametrize(
    "room",
    ["", *(f".{room}" for room in STANDARD_LIBRARY_ONLY)],
    ids=lambda room: room or "package",
)
def test_importing_loads_nothing_heavy(room: str) -> None:
    """Importing a room, every module of it, loads neither NumPy nor numba nor Jupyter."""
    code = f"""
import importlib, pkgutil, sys
room = importlib.import_module("ksm_widgets{room}")
if {bool(room)}:
    for module in pkgutil.walk_packages(room.__path__, room.__name__ + "."):
        importlib.import_module(module.name)
roots = {{name.split(".")[0] for name in sys.modules}}
print(*sorted(roots & {{"numpy", "numba", "ipywidgets", "IPython", "ipycanvas", "anywidget"}}))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert done.stdout.split() == []


def test_benchmarks_do_not_lean_on_the_tests() -> None:
    paths = list((PACKAGE.parent / "benchmarks").rglob("*.py"))
    assert paths
    for path in paths:
        assert not {name for name in _imports(path) if name.split(".")[0] == "tests"}, path
