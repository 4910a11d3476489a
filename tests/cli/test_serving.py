"""`ksm lab` and `ksm app`: what they hand on to Jupyter, and what is said where there is none."""

from __future__ import annotations

import os
import runpy
import sys
from contextlib import closing
from pathlib import Path

import nbformat
import pytest
from jupyter_core.paths import jupyter_data_dir
from nbformat.sign import NotebookNotary

from ksm_widgets.cli import main, serving


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


def test_lab_opens_the_explorer_with_our_settings(started: list[list[str]]) -> None:
    assert main(["lab", "--no-browser", "--port=9"]) == 0
    (arguments,) = started
    assert arguments[0] == "jupyterlab"
    assert arguments[-2:] == ["--no-browser", "--port=9"]
    assert f"--LabApp.default_url=/lab/tree/{serving.EXPLORER}" in arguments
    ours, theirs = os.environ["JUPYTER_CONFIG_PATH"].split(os.pathsep)
    assert (Path(ours) / "labconfig" / "page_config.json").is_file()
    assert theirs == "before"


def test_an_option_of_the_reader_replaces_ours(started: list[list[str]]) -> None:
    assert main(["lab", "--ServerApp.root_dir=elsewhere"]) == 0
    (arguments,) = started
    roots = [option for option in arguments if option.startswith("--ServerApp.root_dir")]
    assert roots == ["--ServerApp.root_dir=elsewhere"]


def test_app_serves_the_explorer(started: list[list[str]]) -> None:
    assert main(["app", "--no-browser"]) == 0
    (arguments,) = started
    assert arguments[0] == "voila"
    assert arguments[1].endswith(serving.EXPLORER)
    assert any("cull_idle_timeout" in option for option in arguments)


def test_packed_notebooks_are_copied_but_never_over_a_readers_own(
    started: list[list[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed = tmp_path / "packed"
    (packed / "sub").mkdir(parents=True)
    (packed / "explorer.ipynb").write_text("new", encoding="utf-8")
    (packed / "sub" / "lesson.ipynb").write_text("lesson", encoding="utf-8")
    own = tmp_path / "ksm-notebooks"
    own.mkdir()
    (own / "explorer.ipynb").write_text("mine", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(serving, "_PACKED", packed)

    assert main(["lab"]) == 0

    assert f"--ServerApp.root_dir={own}" in started[0]
    assert (own / "explorer.ipynb").read_text(encoding="utf-8") == "mine"
    assert (own / "sub" / "lesson.ipynb").read_text(encoding="utf-8") == "lesson"


def trusted(notebook: Path) -> bool:
    notary = NotebookNotary(data_dir=jupyter_data_dir())
    with closing(notary.store):
        return bool(notary.check_signature(nbformat.read(notebook, as_version=4)))


def test_the_notebooks_pictures_are_shown_before_they_are_run_a_readers_own_are_not_trusted(
    started: list[list[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed, own = tmp_path / "packed", tmp_path / "ksm-notebooks"
    packed.mkdir()
    own.mkdir()
    for name in ("lesson.ipynb", "explorer.ipynb"):
        nbformat.write(nbformat.v4.new_notebook(), packed / name)
    changed = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("1")])
    for name in ("explorer.ipynb", "found-somewhere.ipynb"):
        nbformat.write(changed, own / name)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(serving, "_PACKED", packed)
    assert main(["lab"]) == 0
    assert len(started) == 1
    assert trusted(own / "lesson.ipynb")
    assert not trusted(own / "explorer.ipynb")
    assert not trusted(own / "found-somewhere.ipynb")


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
