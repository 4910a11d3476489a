"""What people have typed into notebooks, files and terminals is still there under its name."""

from __future__ import annotations

import inspect
import json
import re
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import pytest

import ksm_widgets as ksm
from ksm_widgets.cli import main
from tests.earlier.opening import DATA

if TYPE_CHECKING:
    from pathlib import Path

NAMES = DATA / "names"


def lines_of(name: str) -> list[str]:
    return (NAMES / name).read_text(encoding="utf-8").splitlines()


def test_everything_that_pages_say_to_import_can_be_imported() -> None:
    """Its first word names the page or notebook that says so."""
    assert len(lines_of("imports.txt")) == 22
    for line in lines_of("imports.txt"):
        module, *names = line.partition(": ")[2].split()
        found = import_module(module)
        assert [name for name in names if not hasattr(found, name)] == [], line


def test_modules_that_pages_say_to_run_are_there() -> None:
    for line in lines_of("programs.txt"):
        assert find_spec(line.partition(": ")[2]) is not None, line


def test_the_front_door_has_its_names_with_members_and_arguments() -> None:
    told = json.loads((NAMES / "front-door.json").read_text())
    assert len(told) == 38
    for name, expected in told.items():
        thing = getattr(ksm, name)
        missing = [member for member in expected.get("members", ()) if not hasattr(thing, member)]
        assert missing == [], name
        # No page told to make a quarry of its row and column; now it is made from its name.
        if "arguments" in expected and name != "Quarry":
            # Of a class, Python 3.11.2 tells those of `__new__`, which takes whatever comes.
            is_class = isinstance(thing, type)
            given = inspect.signature(thing.__init__ if is_class else thing).parameters
            # `**wishes` is a name that nobody writes in a call.
            known = [one for one in expected["arguments"] if one != "wishes"]
            assert [one for one in given if one in known] == known, name


def test_commands_take_what_they_took(capsys: pytest.CaptureFixture[str]) -> None:
    """Every command tells the options and arguments that it had."""
    assert len(lines_of("commands.txt")) == 20
    for line in lines_of("commands.txt"):
        _, *words = line.split()
        names = [word for word in words if word.islower() and not word.startswith("--")]
        with pytest.raises(SystemExit) as left:
            main([*names, "--help"])
        told = capsys.readouterr().out
        assert left.value.code == 0, line
        assert [word for word in words if word not in told and word not in names] == [], line


def test_examples_of_the_pages_run_and_print_the_same_figures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    printed: dict[str, str] = {}
    for page in sorted((NAMES / "pages").glob("*.md")):
        text = page.read_text(encoding="utf-8")
        names: dict[str, Any] = {}
        for code, expected in EXAMPLE.findall(text):
            exec(compile(code, page.name, "exec", dont_inherit=True), names)  # noqa: S102
            out = capsys.readouterr().out
            assert not expected or sorted(figures(out)) == sorted(figures(expected)), page.name
            printed[page.name] = printed.get(page.name, "") + out
    assert len(printed) == 7
    assert {"c1", "d1", "11"} <= set(figures(printed["tutorial.md"]))
    assert printed["writing-tasks.md"].splitlines()[1:] == [
        *("Moves are not free.", "It would lie on a higher level.", "2", "3", "('R13',)"),
    ]


EXAMPLE = re.compile(r"```python\n(.*?)```(?:\n\nprints\n\n```text\n(.*?)```)?", re.DOTALL)


def figures(text: str) -> list[str]:
    """The quarries, tiles and numbers of a text, whatever its words are and in which order."""
    return re.findall(r"\b[a-f][1-6]\b|\b\d\w*", text)


def test_a_kind_of_task_of_one_s_own_is_asked_and_checked(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code = (NAMES / "own-kind.txt").read_text(encoding="utf-8")
    names: dict[str, Any] = {"__name__": "own_kind"}
    exec(compile(code, "own-kind.txt", "exec", dont_inherit=True), names)  # noqa: S102 our own data
    assert capsys.readouterr().out == "Without a card nobody digs.\n3\n"
    assert names["view"].state.feedback.right
