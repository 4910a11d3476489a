"""What the page without a server is made of, before anything is built."""

from __future__ import annotations

import json
import re
import shutil
from array import array
from importlib import import_module
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import numpy
import pytest

from ksm_widgets.companions.shelf import curricula
from ksm_widgets.course.lessons import LESSONS
from ksm_widgets.draw import board_scene, paint_canvas
from ksm_widgets.lite import building, packages
from ksm_widgets.lite.building import for_the_page, with_byte_code
from ksm_widgets.lite.packages import build_wheel, read_wheel, replace_files, unzip_files
from ksm_widgets.lite.pages import STAGES, index_page
from ksm_widgets.mine.rulebook import RULES
from ksm_widgets.rules import Position
from ksm_widgets.words import LANGUAGES
from tests.mines import CURSED

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
STAND_IN: Any = import_module("ksm_widgets.lite.stand_ins.numpy_stand_in")


def test_a_script_of_another_version_has_another_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise a browser runs the one it kept with the Python of the newer one."""
    shutil.copytree(building._LIVE, tmp_path / "newer")
    found = []
    for number in range(3):
        folder = building.live_extension(tmp_path / str(number))
        description = json.loads((folder / "package.json").read_text(encoding="utf-8"))
        [script] = (folder / "static").iterdir()
        assert description["jupyterlab"]["_build"]["load"] == f"static/{script.name}"
        found.append(script)
        if number == 1:
            (tmp_path / "newer" / "static" / "live.js").write_text("newer")
            monkeypatch.setattr(building, "_LIVE", tmp_path / "newer")
    assert found[0].name == found[1].name != found[2].name
    assert found[0].read_bytes() == found[1].read_bytes()
    assert found[2].read_text() == "newer"


def test_the_same_files_make_the_same_wheel(tmp_path: Path) -> None:
    files = {"there/__init__.py": b"", "there/data.toml": b"a = 1\n"}
    one, other = build_wheel("there", "1", files), build_wheel("there", "1", dict(files))
    assert one == other
    path = tmp_path / one.file
    path.write_bytes(one.content)
    assert read_wheel(path) == one
    assert one.imports == ("there",)
    with ZipFile(path) as archive:
        assert archive.testzip() is None
        record = archive.read("there-1.dist-info/RECORD").decode()
        assert {line.split(",")[0] for line in record.splitlines()} == set(archive.namelist())


def test_byte_code_takes_the_place_of_its_source_and_the_wheel_stays_itself() -> None:
    files = {"there/__init__.py": b"a = 1\n", "there/old.py": b"print 1\n", "there/a.toml": b""}
    wheel = build_wheel("there", "1", files)
    # What does not compile is not in what was made, and stays as it is.
    made = {"lib/there/__init__.pyc": b"code"}
    compiled = replace_files(wheel, with_byte_code(unzip_files(wheel.content), made, "lib/"))
    inside = unzip_files(compiled.content)
    assert inside["there/__init__.pyc"] == b"code"
    assert inside["there/old.py"] == files["there/old.py"]
    assert inside["there/a.toml"] == b""
    assert "there/__init__.py" not in inside
    record = inside["there-1.dist-info/RECORD"].decode()
    assert [line.split(",")[0] for line in record.splitlines()] == list(inside)
    assert (compiled.file, compiled.imports) == (wheel.file, ("there",))
    assert compiled.digest != wheel.digest


def test_the_project_s_wheel_has_what_a_page_needs_and_no_more(tmp_path: Path) -> None:
    wheel = packages.own_wheel()
    path = tmp_path / wheel.file
    path.write_bytes(wheel.content)
    names = ZipFile(path).namelist()
    rooms = {name.split("/")[1] for name in names if name.startswith("ksm_widgets/")}
    assert {"widgets.py", "page", "course", "solver", "words", "puzzles", "players"} <= rooms
    assert not rooms & {"lite", "site", "cli", "notebooks"}
    assert "ksm_widgets/rules/words.de.toml" in names


KNOWN = {
    "info": {"abi_version": "2026_0", "arch": "wasm32", "python": "3.14.2"},
    "packages": {
        name: {"version": "2.0", "file_name": f"{name}-2.0.whl", "sha256": "0" * 64, "imports": []}
        for name in ("numpy", "pillow", "scipy")
    },
}


def test_the_lock_has_every_package_with_its_digest_and_resolves_nothing() -> None:
    wheels = [packages.own_wheel(), packages.empty_jedi()]
    away = packages.remote_wheels(KNOWN, "https://example.org/{version}/", "9.9.9")
    locked = json.loads(packages.lock_file(KNOWN, [*wheels, *away]))
    assert sorted(locked["packages"]) == ["jedi", "ksm-widgets", "numpy", "pillow"]
    assert all(entry["depends"] == [] for entry in locked["packages"].values())
    assert locked["packages"]["ksm-widgets"]["sha256"] == wheels[0].digest
    assert locked["packages"]["numpy"]["file_name"] == "https://example.org/9.9.9/numpy-2.0.whl"
    assert locked["info"] == KNOWN["info"]


def test_every_package_that_the_page_fetches_is_locked_with_a_digest() -> None:
    lines = packages.LOCKED.read_text(encoding="utf-8").splitlines()
    assert lines
    for line in lines:
        assert re.fullmatch(r"[a-z0-9-]+==[0-9.]+ --hash=sha256:[0-9a-f]{64}", line), line


@pytest.mark.parametrize(
    "path", sorted(NOTEBOOKS.rglob("*.ipynb")), ids=lambda path: "/".join(path.parts[-2:])
)
def test_a_notebook_is_trusted_and_has_no_lists_of_lines(path: Path) -> None:
    notebook = for_the_page(json.loads(path.read_text(encoding="utf-8")))
    assert notebook["metadata"]["kernelspec"]["name"] == "python"
    for cell in notebook["cells"]:
        assert isinstance(cell["source"], str)
        assert "ksm-notebook-only" not in cell["metadata"].get("tags", ())
        if cell["cell_type"] == "code":
            assert cell["metadata"]["trusted"] is True
            for output in cell["outputs"]:
                assert all(isinstance(text, str) for text in output["data"].values())


def test_home_and_rules_stand_in_the_page_itself() -> None:
    page = index_page()
    for language in LANGUAGES:
        for lesson in LESSONS:
            assert f'href="#{language}/{lesson.file}"' in page
        for taught in curricula().values():
            for lesson in taught.lessons:
                assert f'href="#{language}/{lesson.file}"' in page
            assert f'data-page="{taught.rulebook.page}" data-language="{language}"' in page
        for rule in RULES:
            assert f'src="{language}/pictures/{rule}.svg"' in page
    found = re.search(r'<script type="application/json" id="site">(.*?)</script>', page)
    assert found is not None
    words = json.loads(found[1])["words"]
    assert {language: sorted(words[language]) for language in words} == {
        language: sorted(STAGES) for language in LANGUAGES
    }
    # Nothing is asked of another host, nor of this one before it is needed.
    assert not re.findall(r'(?:src|href)="(?:https?:)?//', page)
    assert page == index_page()


class _Recorded:
    """A canvas that notes what it is to draw, as plain numbers."""

    def __init__(self) -> None:
        self.drawn: list[tuple[str, list[Any]]] = []

    def __getattr__(self, name: str) -> Any:
        def draw(*parts: Any) -> None:
            plain = [part.tolist() if hasattr(part, "tolist") else part for part in parts]
            self.drawn.append((name, plain))

        return draw


def test_a_board_is_painted_alike_by_the_stand_in() -> None:
    painted = []
    for pack in (numpy.asarray, STAND_IN.asarray):
        canvas: Any = _Recorded()
        paint_canvas(board_scene(Position.parse(CURSED)), canvas, 2.0, pack)
        painted.append(canvas.drawn)
    assert painted[0]
    assert painted[0] == painted[1]


def test_the_stand_in_does_as_numpy_does_where_a_board_needs_it() -> None:
    points = array("f", [1, 2, 3, 4])
    for module in (numpy, STAND_IN):
        moved = array("f", points)
        module.frombuffer(moved, module.float32).reshape(-1, 2)[:] += (10, 20)
        assert moved.tolist() == [11, 22, 13, 24]
        taken = module.require(module.asarray(array("B", [1, 2])), "uint8", ["C"])
        assert (taken.ndim, tuple(taken.shape), str(taken.dtype)) == (1, (2,), "uint8")
        joined = module.concatenate([module.asarray([1, 2]), module.asarray([3])])
        assert joined.tolist() == [1, 2, 3]
        assert module.frombuffer(b"ab", dtype=module.uint8).tolist() == [97, 98]
