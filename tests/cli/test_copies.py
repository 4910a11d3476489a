"""A reader's copies follow the project where nothing was changed, and stay where it was."""

from __future__ import annotations

import json
from pathlib import Path

import nbformat
import nbformat.v4 as notebooks
import pytest

from ksm_widgets.cli.copies import follow

LESSON, PAGE = "en/lesson.ipynb", "en/rules.md"


@pytest.fixture
def source(tmp_path: Path) -> Path:
    folder = tmp_path / "source"
    give(folder, "one")
    return folder


@pytest.fixture
def target(tmp_path: Path) -> Path:
    folder = tmp_path / "target"
    folder.mkdir()
    return folder


def give(folder: Path, words: str) -> None:
    """What the project gives in some version: a lesson and a page."""
    (folder / "en").mkdir(parents=True, exist_ok=True)
    save(folder / LESSON, words)
    (folder / PAGE).write_text(f"The rules: {words}", encoding="utf-8")


def save(file: Path, code: str, shown: str = "") -> None:
    cell = notebooks.new_code_cell(code, id="first")
    if shown:
        cell.outputs = [notebooks.new_output("stream", text=shown)]
        cell.execution_count = 3
        cell.metadata["trusted"] = True
    nbformat.write(notebooks.new_notebook(cells=[cell]), file)


def code_of(file: Path) -> str:
    return str(nbformat.read(file, as_version=4).cells[0].source)


def test_copies_follow_an_upgrade(source: Path, target: Path) -> None:
    follow(source, target)
    give(source, "two")
    follow(source, target)
    assert code_of(target / LESSON) == "two"
    assert (target / PAGE).read_text(encoding="utf-8") == "The rules: two"


def test_a_notebook_that_was_only_run_follows_too(source: Path, target: Path) -> None:
    follow(source, target)
    save(target / LESSON, "one", shown="a board")
    follow(source, target)
    assert "a board" in (target / LESSON).read_text(encoding="utf-8")
    give(source, "two")
    follow(source, target)
    assert code_of(target / LESSON) == "two"


def test_what_the_reader_changed_stays_for_good(source: Path, target: Path) -> None:
    follow(source, target)
    save(target / LESSON, "one, and mine")
    (target / PAGE).write_text("mine", encoding="utf-8")
    for words in ("two", "three"):
        give(source, words)
        follow(source, target)
        assert code_of(target / LESSON) == "one, and mine"
        assert (target / PAGE).read_text(encoding="utf-8") == "mine"


def test_a_copy_whose_change_was_taken_back_follows_again(source: Path, target: Path) -> None:
    follow(source, target)
    save(target / LESSON, "mine")
    follow(source, target)
    save(target / LESSON, "one")
    give(source, "two")
    follow(source, target)
    assert code_of(target / LESSON) == "two"


def test_a_copy_that_is_gone_comes_back_and_others_are_left_alone(
    source: Path, target: Path
) -> None:
    (target / "en").mkdir()
    save(target / "en" / "own.ipynb", "mine")
    follow(source, target)
    (target / LESSON).unlink()
    follow(source, target)
    assert code_of(target / LESSON) == "one"
    assert code_of(target / "en" / "own.ipynb") == "mine"


def test_copies_of_a_time_without_a_list_stay_unless_they_are_ours(
    source: Path, target: Path
) -> None:
    give(target, "one")
    follow(source, target)
    give(source, "two")
    follow(source, target)
    assert (target / PAGE).read_text(encoding="utf-8") == "The rules: two"
    (target / ".ksm-given.json").unlink()
    give(source, "three")
    follow(source, target)
    assert code_of(target / LESSON) == "two"


@pytest.mark.parametrize("content", ["", "[]", "{", '{"en/lesson.ipynb": 3}', '{"a": ["b"]}'])
def test_a_damaged_list_says_nothing(content: str, source: Path, target: Path) -> None:
    follow(source, target)
    (target / ".ksm-given.json").write_text(content, encoding="utf-8")
    give(source, "two")
    follow(source, target)
    assert code_of(target / LESSON) == "one"
    json.loads((target / ".ksm-given.json").read_text(encoding="utf-8"))


def test_without_room_for_a_list_there_are_copies_all_the_same(source: Path, target: Path) -> None:
    (target / ".ksm-given.json").mkdir()
    follow(source, target)
    assert code_of(target / LESSON) == "one"


@pytest.mark.parametrize("name", [LESSON, PAGE, ".ksm-given.json"])
def test_a_link_in_a_stranger_s_folder_has_no_file_elsewhere_written(
    name: str, source: Path, target: Path, tmp_path: Path
) -> None:
    (tmp_path / "profile").write_text("mine", encoding="utf-8")
    copy = target / name
    copy.parent.mkdir(exist_ok=True)
    for link in (copy.with_name(f".{copy.name}.part"), copy.with_name(f"{copy.name}.part")):
        link.symlink_to(tmp_path / "profile")
    follow(source, target)
    assert (tmp_path / "profile").read_text(encoding="utf-8") == "mine"
    assert code_of(target / LESSON) == "one"
    assert not (target / name).is_symlink()
    give(source, "two")
    follow(source, target)
    assert code_of(target / LESSON) == "two"


def test_a_linked_folder_in_a_stranger_s_folder_has_no_file_elsewhere_written(
    source: Path, target: Path, tmp_path: Path
) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    folder = (target / LESSON).parent
    for leads in (elsewhere, tmp_path / "not there", folder):
        folder.symlink_to(leads)
        follow(source, target)
        assert [*elsewhere.iterdir()] == []
        assert not (tmp_path / "not there").exists()
        folder.unlink()
    follow(source, target)
    assert code_of(target / LESSON) == "one"
