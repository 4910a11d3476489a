"""Attacks on folders: `ksm site` writes only where nothing of somebody else's can be lost."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmarks.browsing.servers import app_server
from ksm_widgets.lite.building import BuildOptions, build
from ksm_widgets.lite.folder import SiteFolderError, check_folder, mark, put_in_place
from ksm_widgets.words import LANGUAGES
from tests.attacks.conftest import PAGE, Target

MARKER = ".ksm-site"
MODULES = ("anywidget", "fsrs", "ipycanvas", "numpy", "pathlib", "random", "statistics", "voila")
CONFIGURATION = ("ipython_config", "ipython_kernel_config", "jupyter_config", "voila_config")
FOLDERS = ("live", *LANGUAGES)
FILES = (MARKER, "index.html", "service-worker.js", ".nojekyll")


def page(folder: Path, version: str = "old", *, marker: bool = True) -> Path:
    """A page as it is built, of a few bytes."""
    for name in FOLDERS:
        (folder / name / "pictures").mkdir(parents=True)
        (folder / name / "pictures" / "a.svg").write_text(version)
    for name in {*FILES} - {MARKER}:
        (folder / name).write_text(version)
    if marker:
        mark(folder)
    return folder


def snapshot(folder: Path) -> dict[str, str]:
    """Every file, folder and link below a folder, with what is in it."""
    found = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_symlink():
            found[name] = f"-> {os.readlink(path)}"
        else:
            found[name] = path.read_text() if path.is_file() else "folder"
    return found


def a_file(folder: Path) -> None:
    (folder / "thesis.txt").write_text("mine")


def a_dot_file(folder: Path) -> None:
    (folder / ".profile").write_text("mine")


def an_empty_folder(folder: Path) -> None:
    (folder / "photos").mkdir()


def a_dangling_link(folder: Path) -> None:
    (folder / "link").symlink_to("nowhere")


def another_page(folder: Path) -> None:
    (folder / "index.html").write_text("mine")
    (folder / "en").mkdir()


def a_folder_for_a_marker(folder: Path) -> None:
    (folder / MARKER).mkdir()


def a_dangling_marker(folder: Path) -> None:
    (folder / MARKER).symlink_to("nowhere")


FOREIGN: list[Callable[[Path], None]] = [
    a_file,
    a_dot_file,
    an_empty_folder,
    a_dangling_link,
    another_page,
    a_folder_for_a_marker,
    a_dangling_marker,
]


@pytest.mark.parametrize("put", FOREIGN)
@pytest.mark.parametrize("replace", [False, True])
def test_a_folder_of_somebody_else_s_is_left_alone(
    put: Callable[[Path], None], replace: bool, tmp_path: Path
) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    put(folder)
    before = snapshot(tmp_path)
    with pytest.raises(SiteFolderError) as refused:
        build(tmp_path / "notebooks", folder, BuildOptions(replace=replace))
    assert snapshot(tmp_path) == before
    for language in LANGUAGES:
        assert str(folder) in refused.value.sentence(language)


@pytest.mark.parametrize("what", ["file", "link", "loop", "link to a full folder"])
def test_what_is_no_folder_or_another_one_is_left_alone(what: str, tmp_path: Path) -> None:
    place = tmp_path / "place"
    if what == "file":
        place.write_text("mine")
    elif what == "link":
        place.symlink_to("nowhere")
    elif what == "loop":
        place.symlink_to("place")
    else:
        (tmp_path / "full").mkdir()
        a_file(tmp_path / "full")
        place.symlink_to("full")
    before = snapshot(tmp_path)
    with pytest.raises((SiteFolderError, OSError)):
        build(tmp_path / "notebooks", place, BuildOptions(replace=True))
    assert snapshot(tmp_path) == before


def test_it_may_be_new_empty_or_a_page_of_ours(tmp_path: Path) -> None:
    check_folder(tmp_path / "new" / "in" / "new")
    check_folder(tmp_path)
    check_folder(page(tmp_path / "page"))
    older = page(tmp_path / "older", marker=False)
    with pytest.raises(SiteFolderError, match="--replace"):
        check_folder(older)
    check_folder(older, replace=True)


@pytest.mark.parametrize("name", ["en/thesis.txt", "live/pictures/a.svg", "index.html", "de/link"])
def test_files_added_to_a_page_or_changed_are_not_erased(name: str, tmp_path: Path) -> None:
    out, mine = page(tmp_path / "out"), tmp_path / "out" / name
    (out / "de" / ".DS_Store").write_text("of a file manager")
    (out / "CNAME").write_text("mine, beside the page")
    check_folder(out)
    if name.endswith("link"):
        mine.symlink_to("index.html")
    else:
        mine.write_text("mine")
    with pytest.raises(SiteFolderError, match=f"{name} in .*--replace"):
        check_folder(out)
    check_folder(out, replace=True)


def test_a_stranger_s_marker_gives_no_file_away(tmp_path: Path) -> None:
    (tmp_path / "en").mkdir()
    (tmp_path / "en" / "thesis.txt").write_text("mine")
    for marker in (
        "A page built by `ksm site`, which may replace it.\n",
        "\n0000  en/thesis.txt\n",
    ):
        (tmp_path / MARKER).write_text(marker)
        for replace in (False, True):
            with pytest.raises(SiteFolderError, match="not empty"):
                check_folder(tmp_path, replace=replace)


def test_building_again_replaces_the_page_and_nothing_else(tmp_path: Path) -> None:
    out, elsewhere = page(tmp_path / "out"), tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "a.txt").write_text("mine")
    (out / "CNAME").write_text("mine")
    (out / ".git").mkdir()
    # A link in a place of ours goes; what it leads to stays.
    shutil.rmtree(out / "live")
    (out / "live").symlink_to(elsewhere)
    put_in_place(page(tmp_path / "built", "new"), out)
    assert (elsewhere / "a.txt").read_text() == "mine"
    found = snapshot(out)
    assert {found.pop("CNAME"), found.pop(".git")} == {"mine", "folder"}
    assert found == snapshot(page(tmp_path / "expected", "new"))


def test_a_full_disk_leaves_the_page_that_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, moved = page(tmp_path / "out"), []

    def full(source: Path, target: Path) -> None:
        moved.append(target)
        if len(moved) == 4:
            raise OSError(errno.ENOSPC, "full")
        source.rename(target)

    monkeypatch.setattr(shutil, "move", full)
    before = snapshot(out)
    with pytest.raises(OSError, match="full"):
        put_in_place(page(tmp_path / "built", "new"), out)
    assert snapshot(out) == before


def traps(folder: Path, *names: str) -> Path:
    """Modules of these names; whichever is run writes its name into the file returned."""
    trapped = folder / "trapped"
    for name in names:
        (folder / f"{name}.py").write_text(f"open({str(trapped)!r}, 'a').write('{name} ')")
    return trapped


@pytest.mark.long
def test_workers_run_nothing_of_the_folder_they_are_started_in(tmp_path: Path) -> None:
    trapped = traps(tmp_path, "multiprocessing", "pickle", *MODULES)
    # As the command `ksm` itself: Python looks in its folder, not in this one.
    command = tmp_path / "bin" / "ksm"
    command.parent.mkdir()
    code = "from ksm_widgets.cli import main\nif __name__ == '__main__':\n    exit(main())\n"
    command.write_text(code)
    arena = ["arena", "--players", "random,random", "--games", "2", "--processes", "2"]
    subprocess.run([sys.executable, command, *arena], check=True, cwd=tmp_path)
    assert not trapped.exists(), trapped.read_text()


def test_numba_is_not_steered_by_the_folder_it_is_imported_in(tmp_path: Path) -> None:
    """It read settings there at every compilation, and imported the modules they name."""
    trapped = traps(tmp_path, "trap")
    (tmp_path / ".numba_config.yaml").write_text("cache_locator_classes: trap.x\nopt: 1\n")
    code = (
        "import os, sys; from ksm_widgets.solver import jit\n"
        "with jit._numba_caching_in(None) as numba: numba.config.reload_config()\n"
        "assert not numba.config.CACHE_LOCATOR_CLASSES and numba.config.OPT == 3\n"
        "assert all('Unsteered' not in repr(finder) for finder in sys.meta_path)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=tmp_path)
    assert not trapped.exists()


@pytest.mark.slow
def test_the_app_runs_nothing_of_the_folder_it_is_started_in(tmp_path: Path) -> None:
    """A file `voila.py` there was run, and each kernel took `numpy.py` there for NumPy."""
    trapped = traps(tmp_path, *MODULES, *CONFIGURATION)
    (tmp_path / "voila.json").write_text('{"Site": {"hosts": ["evil.example"]}}')
    with app_server(tmp_path) as server:
        target = Target(server, tmp_path)
        assert target.ask("/", Host="evil.example").status == 403
        assert target.ask(PAGE).kernel
    assert not trapped.exists(), trapped.read_text()
