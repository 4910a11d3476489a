"""The packages: what each may import, how long a module is, what importing it loads."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import ksm_widgets

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKAGE = Path(ksm_widgets.__file__).parent
MODULES = sorted(path for path in PACKAGE.rglob("*.py") if "notebooks" not in path.parts)

ENGINE = {"words", "rules", "solver", "draw", "puzzles", "workers", "analysis", "players"}
SHARED = {"telling", "progress", "terminal", "page", "tasks", "mine"}
# Each package and those it may import.
ARROWS: dict[str, set[str]] = {
    "pictures.py": set(),
    "_loading.py": set(),
    "_files.py": set(),
    "_moved.py": set(),
    "words": set(),
    "rules": {"words", "pictures", "_loading"},
    "solver": {"words", "rules", "pictures", "_loading", "_files"},
    "draw": {"words", "rules", "pictures"},
    "workers": {"words", "rules"},
    "puzzles": {"_files", "words", "rules", "solver", "workers"},
    "analysis": {"words", "rules", "solver"},
    "players": {"words", "rules", "solver", "analysis"},
    "telling": {"words", "rules", "solver", "draw"},
    "progress": {"words", "rules"},
    "terminal": {"_files", "words", "rules", "telling", "progress"},
    "page": {"words", "rules", "draw", "progress", "telling"},
    "tasks": {"words", "rules", "draw", "telling", "progress", "page"},
    "mine": {"words", "rules", "solver", "draw", "telling", "page", "tasks"},
    "explorer": ENGINE | SHARED,
    "course": ENGINE | SHARED | {"game", "coach"},
    "solving": ENGINE | SHARED | {"_files", "explorer"},
    "game": ENGINE | SHARED,
    "coach": ENGINE | SHARED | {"game"},
    # The course for the lessons of its games.
    "companions": {"words", "rules", "draw", "telling", "progress", "page", "tasks", "course"},
    "lite": {"words", "rules", "telling", "site", "course"},
    # Of the features only their doors.
    "site": {
        *("_files", "words", "rules", "draw", "telling", "progress", "terminal", "page"),
        *("course", "explorer", "game", "solving", "companions"),
    },
    "cli": ENGINE | SHARED | {"course", "solving", "game", "coach", "companions"},
    # All that is generated, of all games.
    "writing.py": {"words", "rules", "draw", "telling", "mine", "course", "companions"},
    "widgets.py": {
        *("_loading", "words", "explorer", "course", "solving", "game", "coach", "companions"),
    },
    # To editors it names what it exports, and loads a package when it is asked for.
    "__init__.py": {
        "_loading",
        "pictures",
        "rules",
        "solver",
        "puzzles",
        "players",
        "draw",
        "telling",
        "widgets",
    },
    "__main__.py": {"cli"},
}
# The kernel may be compiled, and what comes back is scheduled; nothing else is from outside.
FROM_OUTSIDE = {"solver": {"numba", "numpy"}, "progress": {"fsrs"}}
JUPYTER = {"page", "site", "lite", "widgets.py"}
# What the site serves of features itself, without a kernel.
ITSELF = ("classroom.py", "tables.py", "served_tables.py")
LONGEST = 500


def _room(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0]


def _is_view(path: Path) -> bool:
    """Whether a module shows something in Jupyter: all others run on the standard library."""
    return _room(path) in JUPYTER or "view" in path.with_suffix("").parts


def _statements(within: ast.AST) -> Iterator[ast.AST]:
    """All statements of a file or of one of its statements, those inside functions too."""
    for part in ("body", "orelse", "finalbody", "handlers", "cases"):
        for node in getattr(within, part, ()):
            yield node
            yield from _statements(node)


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def _imports(path: Path) -> frozenset[str]:
    """Everything named by an import of a file, at its head or inside a function."""
    names: set[str] = set()
    for node in _statements(_tree(path)):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno} imports relatively"
            assert node.module is not None
            names.add(node.module)
            if node.module.partition(".")[0] == "ksm_widgets":
                names.update(f"{node.module}.{alias.name}" for alias in node.names)
    return frozenset(names)


def test_dependencies_run_one_way() -> None:
    wrong = {}
    for path in MODULES:
        room = _room(path)
        inside = {name.split(".")[1] for name in _imports(path) if name.startswith("ksm_widgets.")}
        if against := inside - {room} - ARROWS[room]:
            wrong[str(path)] = against
    assert wrong == {}


def test_nobody_knows_a_game_of_the_shelf() -> None:
    """But its own folder, and the register of the shelf in one line."""
    register = PACKAGE / "companions" / "shelf.py"
    games = [path.parent.name for path in PACKAGE.glob("companions/*/companion.py")]
    assert games
    for game in games:
        folder = PACKAGE / "companions" / game
        code = [path for path in PACKAGE.rglob("*") if path.suffix in (".py", ".toml")]
        lines = [
            (path, line)
            for path in code
            if folder not in path.parents
            for line in path.read_text(encoding="utf-8").splitlines()
            if re.search(rf"(?<![a-z]){game}(?![a-z])", line.lower())
            if not line.startswith("    >>>")
        ]
        assert [path for path, _ in lines] == [register], lines


def test_no_state_imports_a_view() -> None:
    views = {
        ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
        for path in MODULES
        if _is_view(path)
    }
    wrong = {
        str(path): found
        for path in MODULES
        if not _is_view(path) and (found := _imports(path) & views)
    }
    del wrong[str(PACKAGE / "__init__.py")]
    assert wrong == {}


def test_all_but_views_run_on_the_standard_library() -> None:
    wrong = {}
    for path in MODULES:
        outside = {name.split(".")[0] for name in _imports(path)}
        outside -= sys.stdlib_module_names | {"ksm_widgets"} | FROM_OUTSIDE.get(_room(path), set())
        if outside and not _is_view(path):
            wrong[str(path)] = outside
    assert wrong == {}


def test_modules_are_short() -> None:
    lines = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in MODULES}
    assert {str(path): count for path, count in lines.items() if count > LONGEST} == {}


def test_no_module_gives_a_name_two_meanings() -> None:
    """A constant of a second chart once shrank the first."""
    twice = []
    for path in MODULES:
        body = _tree(path).body
        bound = [
            name.id
            for node in body
            if isinstance(node, ast.Assign)
            for target in node.targets
            for name in ast.walk(target)
            if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store)
        ]
        twice += [f"{path}: {name}" for name in set(bound) if bound.count(name) > 1 and name != "_"]
    assert twice == []


def test_imports_for_types_alone_come_last() -> None:
    """An import below them looks like one of them, and no other check notices."""
    wrong = []
    for path in MODULES:
        body = _tree(path).body
        blocks = [
            at
            for at, node in enumerate(body)
            if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        ]
        imports = [
            at for at, node in enumerate(body) if isinstance(node, ast.Import | ast.ImportFrom)
        ]
        if blocks and (len(blocks) > 1 or max(imports) > blocks[0]):
            wrong.append(str(path))
    assert wrong == []


def test_importing_loads_nothing_heavy() -> None:
    """Importing every module that is no view loads neither NumPy nor numba nor Jupyter."""
    names = [
        ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")
        for path in MODULES
        if not _is_view(path) and path.stem != "__main__" and "stand_ins" not in path.parts
    ]
    code = f"""
import importlib, sys
for name in {names}:
    importlib.import_module(name)
roots = {{name.split(".")[0] for name in sys.modules}}
print(*sorted(roots & {{"numpy", "numba", "ipywidgets", "IPython", "ipycanvas", "anywidget"}}))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert done.stdout.split() == []


def test_a_simple_command_loads_few_modules() -> None:
    code = """
import sys
from ksm_widgets.cli import main
try:
    main(["--version"])
finally:
    print(*(name for name in sys.modules if name.startswith("ksm_widgets")))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    version, loaded = done.stdout.splitlines()
    assert version == f"ksm {ksm_widgets.__version__}"
    assert len(loaded.split()) <= 60


def test_benchmarks_do_not_lean_on_the_tests() -> None:
    paths = list((PACKAGE.parent / "benchmarks").rglob("*.py"))
    assert paths
    for path in paths:
        assert not {name for name in _imports(path) if name.split(".")[0] == "tests"}, path


def test_the_site_knows_a_feature_by_its_door_only() -> None:
    """And the course by the names of the files that it writes, which its package tells.

    A class, and a table of several devices, it serves itself, without a kernel, so that it needs
    their state and what is shown.
    """
    features = {"course", "explorer", "game", "solving", "coach", "companions"}
    known = {
        name.removesuffix(".ONLY_NOTEBOOK")
        for path in MODULES
        if _room(path) in ("site", "lite")
        for name in _imports(path)
        if name.startswith("ksm_widgets.") and name.split(".")[1] in features
        if path not in {PACKAGE / "site" / file for file in ITSELF}
    }
    assert {name.split(".")[2] for name in known if name.count(".") > 1} == {"door"}
