"""`ksm lab` and `ksm app`: what they hand on to Jupyter, and what is said where there is none."""

from __future__ import annotations

import errno
import json
import os
import runpy
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from hashlib import sha256
from importlib import import_module
from pathlib import Path

import nbformat
import pytest
from jupyter_core.paths import jupyter_config_path, jupyter_data_dir
from jupyter_server.extension.config import ExtensionConfigManager
from nbformat.sign import NotebookNotary
from traitlets.config import Config

from ksm_widgets.cli import copies, main, serving
from ksm_widgets.course import EXPLORER, HOME
from ksm_widgets.puzzles import Pack
from ksm_widgets.puzzles.pack import write_pack
from ksm_widgets.site.access import load_key
from ksm_widgets.site.app import Site
from ksm_widgets.solving.classroom import Classroom
from ksm_widgets.terminal.streams import put_line
from tests.puzzles import samples


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[list[str]]:
    """The command lines of the programs that would have run instead of this one."""
    seen: list[list[str]] = []

    def run_module(module: str, **_: object) -> None:
        assert sys.argv[0] == module
        seen.append(list(sys.argv))

    monkeypatch.setattr(runpy, "run_module", run_module)
    monkeypatch.setattr(sys, "argv", ["ksm"])
    monkeypatch.setenv("JUPYTER_CONFIG_PATH", "before")
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "data"))
    return seen


def test_lab_opens_home_with_our_settings(started: list[list[str]]) -> None:
    assert main(["lab", "--no-browser", "--port=9"]) == 0
    (arguments,) = started
    assert arguments[0] == "jupyterlab"
    assert arguments[-2:] == ["--no-browser", "--port=9"]
    assert f"--LabApp.default_url=/lab/tree/{HOME}" in arguments
    (extensions,) = (
        Path(option.partition("=")[2]) for option in arguments if "extra_labextensions" in option
    )
    assert (extensions / "ksm-widgets" / "package.json").is_file()
    ours, theirs = os.environ["JUPYTER_CONFIG_PATH"].split(os.pathsep)
    assert (Path(ours) / "labconfig" / "page_config.json").is_file()
    assert theirs == "before"


def test_another_pack_for_a_class_is_told(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    started: list[list[str]],
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("KSM_DATA", str(tmp_path / "data"))

    def told(name: str) -> bool:
        file = tmp_path / f"{name}.jsonl"
        write_pack(Pack((samples.puzzle(name),)), file)
        assert main(["app", "--share", "--pack", str(file), "--language", "en"]) == 0
        return "The class had another pack. Its results are kept" in capsys.readouterr().out

    assert [told("dig"), told("card")] == [False, False]
    Classroom().join("Anna")
    assert [told("card"), told("dig")] == [False, True]
    assert len(started) == 4


@pytest.mark.skipif(
    sys.platform == "win32", reason="Windows has no endless file, and no limit of memory"
)
def test_a_pack_without_an_end_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    code = (
        "import resource as r, sys; r.setrlimit(r.RLIMIT_AS, (2**32, 2**32));"
        "from ksm_widgets.cli import main; sys.exit(main())"
    )
    command = [sys.executable, "-c", code, "app", "--share", "--pack", "/dev/zero"]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert "zero, line 1: " in done.stderr


@pytest.mark.parametrize("port", ["99999", "0", "-1"])
def test_a_port_that_is_none_is_refused(
    port: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("KSM_LANGUAGE", "en")
    with pytest.raises(SystemExit) as left:
        Site().initialize([f"--port={port}"])
    assert left.value.code == 2
    assert "There is no port" in capsys.readouterr().err


def test_lab_starts_nothing_that_takes_settings_from_the_folder(started: list[list[str]]) -> None:
    """Voilà's part of Jupyter's server runs a `voila.py` of the folder it is started in."""
    before = ExtensionConfigManager(read_config_path=jupyter_config_path())
    assert before.get_jpserver_extensions()["voila.server_extension"] is True
    assert main(["lab"]) == 0
    read = ExtensionConfigManager(read_config_path=jupyter_config_path())
    assert read.get_jpserver_extensions()["voila.server_extension"] is False
    (page,) = (
        json.loads(file.read_text()) for file in serving._SETTINGS.glob("*/page_config.json")
    )
    # Nor does a button lead there.
    assert page["disabledExtensions"]["@voila-dashboards/jupyterlab-preview"] is True


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_lab_starts_no_language_server_of_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """JupyterLab starts one as soon as a notebook is shown, wherever it was found."""
    manager = import_module("jupyter_lsp.manager").LanguageServerManager
    node, server = tmp_path / "node", tmp_path / "node_modules/pyright/langserver.index.js"
    server.parent.mkdir(parents=True)
    server.touch()
    node.touch(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    (settings,) = serving._SETTINGS.glob("jupyter_server_config.d/*.json")
    ours = Config(json.loads(settings.read_text()))
    found, started = manager(), manager(config=ours)
    for each in (found, started):
        each.init_language_servers()
    assert "pyright" in found.language_servers
    assert not started.language_servers


def test_an_option_of_the_reader_replaces_ours(started: list[list[str]]) -> None:
    assert main(["lab", "--ServerApp.root_dir=elsewhere"]) == 0
    (arguments,) = started
    roots = [option for option in arguments if option.startswith("--ServerApp.root_dir")]
    assert roots == ["--ServerApp.root_dir=elsewhere"]


def test_app_serves_the_notebooks_for_this_computer_only(
    started: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("KSM_LANGUAGE", raising=False)
    assert main(["app", "--no-browser", "--language", "de"]) == 0
    ((module, folder, *rest),) = started
    assert module == "ksm_widgets.site"
    assert (Path(folder) / EXPLORER).is_file()
    assert rest == ["--no-browser"]
    assert os.environ["KSM_LANGUAGE"] == "de"


def test_app_is_shared_when_it_is_asked_for(
    started: list[list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["app", "--share", "--port=9"]) == 0
    assert main(["app", "--share", "--new-key"]) == 0
    assert "old keys" not in capsys.readouterr().out  # They are in force until the app has started.
    shared, anew = started
    assert shared[2:] == ["--Site.share=True", "--port=9"]
    assert anew[2:] == ["--Site.share=True", "--Site.new_key=True"]


def test_the_old_keys_are_told_to_open_nothing_once_that_is_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """If the start was stopped right after that sentence, the old keys still worked."""
    monkeypatch.setenv("KSM_LANGUAGE", "en")
    names, there = ("app-key", "teacher-key"), list[str]()
    old = [load_key(name=name) for name in names]

    def put(text: str) -> None:
        there.extend(load_key(name=name) for name in names)
        put_line(text)

    monkeypatch.setattr("ksm_widgets.site.app.put_line", put)
    Site().initialize(["--Site.share=True", "--Site.new_key=True", "--port=8866"])
    # An app that is already running knows nothing of it.
    assert "goes on accepting them until you stop it" in capsys.readouterr().out
    assert there
    assert not {*there} & {*old}


def digest_of(*notebooks: Path) -> str:
    """The list of what is the project's own, as it is kept."""
    return "".join(
        f"{sha256(file.read_bytes()).hexdigest()}  {file.relative_to(file.parents[1])}\n"
        for file in notebooks
    )


@pytest.fixture
def installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, started: list[list[str]]
) -> tuple[Path, Path]:
    """An installed package with a lesson, and the folder to which its notebooks are copied."""
    assert started == []
    packed, own = tmp_path / "packed", tmp_path / "ksm-notebooks"
    (packed / "en").mkdir(parents=True)
    lesson = packed / "en" / "lesson.ipynb"
    write(lesson, "print()")
    digests = tmp_path / "digests"
    digests.write_text(digest_of(lesson), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(serving, "_PACKED", packed)
    monkeypatch.setattr(serving, "DIGESTS", digests)
    return packed, own


def write(notebook: Path, code: str) -> None:
    notebook.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(code)]), notebook)


def test_copies_go_through_no_link_to_a_folder_without_any(
    installed: tuple[Path, Path], started: list[list[str]], tmp_path: Path
) -> None:
    _, own = installed
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    own.symlink_to(elsewhere)
    assert main(["lab"]) == 0
    assert [*elsewhere.iterdir()] == []
    root = started[0][[one.startswith("--ServerApp.root_dir=") for one in started[0]].index(True)]
    assert (Path(root.partition("=")[2]) / "en" / "lesson.ipynb").is_file()
    # A reader may have moved their own copies elsewhere.
    own.unlink()
    assert main(["lab"]) == 0
    own.rename(elsewhere / "moved")
    own.symlink_to(elsewhere / "moved")
    (own / "en" / "lesson.ipynb").unlink()
    assert main(["lab"]) == 0
    assert (elsewhere / "moved" / "en" / "lesson.ipynb").is_file()


def test_packed_notebooks_are_copied_but_never_over_a_readers_own(
    installed: tuple[Path, Path], started: list[list[str]]
) -> None:
    packed, own = installed
    write(packed / "explorer.ipynb", "new")
    write(own / "explorer.ipynb", "mine")
    assert main(["lab"]) == 0
    assert f"--ServerApp.root_dir={own}" in started[0]
    assert "mine" in (own / "explorer.ipynb").read_text(encoding="utf-8")
    lesson = Path("en", "lesson.ipynb")
    assert (own / lesson).read_bytes() == (packed / lesson).read_bytes()


def test_what_is_in_the_way_of_a_copy_is_left_alone(
    installed: tuple[Path, Path], started: list[list[str]], tmp_path: Path
) -> None:
    packed, own = installed
    write(packed / "linked.ipynb", "ours")
    write(packed / "de" / "lesson.ipynb", "ours")
    own.mkdir()
    (own / "linked.ipynb").symlink_to(tmp_path / "elsewhere")
    (own / "de").write_text("a file where a folder should be", encoding="utf-8")
    assert main(["lab"]) == 0
    assert len(started) == 1
    assert not (tmp_path / "elsewhere").exists()
    assert (own / "en" / "lesson.ipynb").is_file()


def test_half_a_copy_does_not_stay(
    installed: tuple[Path, Path], started: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr(Path, "replace", full)
    assert main(["lab"]) == 0
    assert len(started) == 1
    assert not [path for path in installed[1].rglob("*") if path.is_file()]


def test_where_no_folder_can_be_made_it_says_so(
    installed: tuple[Path, Path], started: list[list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    installed[1].write_text("in the way", encoding="utf-8")
    assert main(["lab"]) == 2
    assert str(installed[1]) in capsys.readouterr().err
    assert started == []


def trusted(notebook: Path) -> bool:
    notary = NotebookNotary(data_dir=jupyter_data_dir())
    with closing(notary.store):
        return bool(notary.check_signature(nbformat.read(notebook, as_version=4)))


def test_only_the_projects_own_notebooks_are_trusted(
    installed: tuple[Path, Path], started: list[list[str]]
) -> None:
    """A stranger's notebook, and a lesson that has been changed, run no script when opened."""
    _, own = installed
    write(own / "found-somewhere.ipynb", "1")
    write(own / "en" / "found-too.ipynb", "2")
    assert main(["lab"]) == 0
    lesson = own / "en" / "lesson.ipynb"
    assert trusted(lesson)
    assert not trusted(own / "found-somewhere.ipynb")
    assert not trusted(own / "en" / "found-too.ipynb")
    write(lesson, "print()  # and more")
    assert main(["lab"]) == 0
    assert not trusted(lesson)
    assert len(started) == 2


def test_no_more_is_read_of_a_notebook_than_ours_may_have(
    installed: tuple[Path, Path], started: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copies, "LARGEST", 10)
    assert main(["lab"]) == 0
    assert len(started) == 1
    assert not trusted(installed[1] / "en" / "lesson.ipynb")


def test_in_a_checkout_copies_are_opened_and_only_the_projects_own_are_trusted(
    started: list[list[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They lie beside the package, and so may others."""
    shipped = Path(__file__).parents[2] / "notebooks"
    checkout, here = tmp_path / "checkout", tmp_path / "here"
    shutil.copytree(shipped, checkout / "notebooks")
    here.mkdir()
    monkeypatch.chdir(here)
    own = here / "ksm-notebooks"
    write(own / "found-somewhere.ipynb", "1")
    monkeypatch.setattr(serving, "_PACKAGE", checkout / "ksm_widgets")
    assert not serving._PACKED.exists()
    assert main(["lab"]) == 0
    assert f"--ServerApp.root_dir={own}" in started[0]
    ours = [
        file.relative_to(shipped)
        for file in shipped.rglob("*.ipynb")
        if ".ipynb_checkpoints" not in file.parts
    ]
    assert len(ours) > 20
    assert all(trusted(own / name) for name in ours)
    assert not trusted(own / "found-somewhere.ipynb")


def test_a_folder_that_the_reader_names_is_opened_as_it_is(
    installed: tuple[Path, Path], started: list[list[str]], tmp_path: Path
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    assert main(["lab", f"--ServerApp.root_dir={other}"]) == 0
    assert not any("default_url" in option for option in started[0])
    assert list(other.iterdir()) == []
    assert not installed[1].exists()


def test_where_nothing_can_be_written_the_copies_lie_among_the_readers_data(
    installed: tuple[Path, Path],
    started: list[list[str]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def read_only(_: Path, *args: object, **kwargs: object) -> None:
        raise PermissionError(errno.EACCES, "not here")

    monkeypatch.setenv("KSM_DATA", str(tmp_path / "data"))
    real = Path.mkdir
    monkeypatch.setattr(
        Path,
        "mkdir",
        lambda path, *a, **k: read_only(path) if path == installed[1] else real(path, *a, **k),
    )
    assert main(["lab"]) == 0
    folder = tmp_path / "data" / "notebooks"
    assert f"--ServerApp.root_dir={folder}" in started[0]
    assert (folder / "en" / "lesson.ipynb").is_file()


def nothing(_: Path) -> None:
    pass


def large(place: Path) -> None:
    with place.open("wb") as file:
        file.truncate(10**8)


IN_THE_PLACE: dict[str, Callable[[Path], object]] = {
    "nothing": nothing,
    "a broken link": lambda place: place.symlink_to("nowhere"),
    "a link to itself": lambda place: place.symlink_to(place.name),
    "a folder": lambda place: place.mkdir(),
    "a pipe": os.mkfifo,
    "a device without end": lambda place: place.symlink_to("/dev/zero"),
    "a list": lambda place: place.write_text("[]", encoding="utf-8"),
    "no cells": lambda place: place.write_text('{"nbformat": 4}', encoding="utf-8"),
    "no JSON": lambda place: place.write_text("{", encoding="utf-8"),
    "no text": lambda place: place.write_bytes(b"\xff\xfe\0"),
    "a large file": large,
}


@pytest.mark.long
@pytest.mark.parametrize("what", IN_THE_PLACE)
@pytest.mark.parametrize("name", ["lesson.ipynb", "another.ipynb"])
def test_it_starts_whatever_lies_in_the_folder(
    name: str, what: str, started: list[list[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a lesson's place, or beside the lessons."""
    folder = tmp_path / "notebooks"
    (folder / "en").mkdir(parents=True)
    digests = tmp_path / "digests"
    digests.write_text(f"{'0' * 64}  en/lesson.ipynb\n", encoding="utf-8")
    IN_THE_PLACE[what](folder / "en" / name)
    monkeypatch.setattr(serving, "_PACKAGE", tmp_path / "ksm_widgets")
    monkeypatch.setattr(serving, "DIGESTS", digests)
    assert main(["lab"]) == 0
    assert len(started) == 1


@pytest.mark.parametrize("what", ["damaged", "held"])
def test_signatures_that_cannot_be_kept_keep_nobody_from_starting(
    what: str, started: list[list[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def held(*_: object) -> None:
        raise sqlite3.OperationalError("database is locked")

    (tmp_path / "data").mkdir()
    if what == "damaged":
        (tmp_path / "data" / "nbsignatures.db").write_bytes(b"no database" * 100)
    else:
        monkeypatch.setattr(NotebookNotary, "sign", held)
    assert main(["lab"]) == 0
    assert len(started) == 1


def test_without_a_disk_for_signatures_lab_starts_all_the_same(
    started: list[list[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "file" / "data"))
    assert main(["lab"]) == 0
    assert len(started) == 1


@pytest.mark.parametrize("command", ["lab", "app"])
def test_without_jupyter_it_says_how_to_get_it(
    command: str,
    started: list[list[str]],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(serving, "find_spec", lambda name: None)
    assert main([command]) == 2
    assert "ksm-widgets[lab]" in capsys.readouterr().err
    assert started == []


@pytest.mark.parametrize(
    ("arguments", "program"), [(["site"], "npm"), (["site", "--core", "there"], "node")]
)
def test_without_node_the_page_is_not_begun(
    arguments: list[str],
    program: str,
    started: list[list[str]],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(serving, "find_spec", lambda name: name)
    monkeypatch.setattr(serving, "which", lambda name: None if name == program else name)
    assert main([*arguments, "built"]) == 2
    assert f"{program} was not found" in capsys.readouterr().err
    assert started == []
