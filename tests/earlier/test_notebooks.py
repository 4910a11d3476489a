"""Notebooks that people copied with an earlier version follow the project, or stay, and still run.

What `ksm lab` gave is beside each folder's list of it, `.ksm-given.json`; the folders hold a few of
the notebooks, one of which was only run since, and some that were changed or written by hand.
"""

from __future__ import annotations

import ast
import json
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.earlier.opening import (
    DATA,
    asked_task,
    lab,
    number_of_test,
    position_of,
    puzzle_of,
    told,
)

if TYPE_CHECKING:
    from tests.earlier.conftest import Home

NOTEBOOKS = DATA / "notebooks"
NOW = Path(__file__).parents[2] / "notebooks"
OURS = ["home.md", "en/12-final.ipynb", "de/02-round.ipynb"]
"""Only ever shown or run."""
THEIRS = "en/09-end.ipynb"
"""Changed by its reader."""


def run(file: Path) -> dict[str, Any]:
    """Run a notebook's cells; what each of them shows by its last line, by the cell's id."""
    names: dict[str, Any] = {}
    shown = {}
    for cell in json.loads(file.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] != "code":
            continue
        tree = ast.parse("".join(cell["source"]))
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, file.name, "exec", dont_inherit=True), names)  # noqa: S102 our own data
        if isinstance(last, ast.Expr):
            shown[cell["id"]] = eval(  # noqa: S307
                compile(ast.Expression(last.value), file.name, "eval"), names
            )
    return shown


@pytest.mark.parametrize("name", ["2026-11-22", "2026-11-21"])
def test_copies_follow_unless_they_were_changed(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "ksm-notebooks"
    shutil.copytree(NOTEBOOKS / name, folder)
    monkeypatch.chdir(tmp_path)
    for variable in ("JUPYTER_DATA_DIR", "JUPYTER_CONFIG_PATH"):
        monkeypatch.setenv(variable, str(tmp_path / "jupyter"))
    mine = json.loads((folder / THEIRS).read_text(encoding="utf-8"))
    lab(monkeypatch)
    for ours in OURS:
        assert (sources(folder / ours), ours) == (sources(NOW / ours), ours)
    assert json.loads((folder / THEIRS).read_text(encoding="utf-8")) == mine
    assert (folder / "en" / "05-moving.ipynb").read_bytes() == (
        NOW / "en" / "05-moving.ipynb"
    ).read_bytes()
    own = folder / "own.ipynb"
    assert own.exists() == (name == "2026-11-22")
    if own.exists():
        assert own.read_bytes() == (NOTEBOOKS / name / "own.ipynb").read_bytes()


def sources(file: Path) -> list[str]:
    """What a notebook says, whatever it shows; of another file, its text."""
    text = file.read_text(encoding="utf-8")
    if file.suffix != ".ipynb":
        return [text]
    return ["".join(cell["source"]) for cell in json.loads(text)["cells"]]


@pytest.mark.long
def test_copies_that_stay_as_they_are_still_run(home: Home) -> None:
    home("anna")
    for file in sorted((NOTEBOOKS / "2026-11-22").rglob("*.ipynb")):
        if file.name != "own.ipynb":
            assert None not in run(file).values(), file
    assert asked_task(run(NOTEBOOKS / "2026-11-22" / THEIRS)["mine-0"]) == "end.winner"


def test_a_notebook_of_one_s_own_shows_what_it_showed(home: Home, capsys: Any) -> None:
    home("anna")
    cells = run(NOTEBOOKS / "2026-11-22" / "own.ipynb")
    shown: list[Any] = [cells.get(f"mine-{number}") for number in range(16)]
    mine = "-,-,-,-,-,-/" * 5 + "5,4,3z,-,-,-"
    assert position_of(shown[0]) == {"board": mine, "card": 1, "problem": {"shape": "###"}}
    assert [position_of(shown[at])["board"] for at in (1, 3)] == [mine, mine]
    assert (shown[2][0].text, *shown[2][1:]) == (mine, 10, None)
    assert position_of(shown[4])["card"] == 15
    assert "next" in shown[5].words  # The edition is told at the end of lessons now.
    assert asked_task(shown[6]) == "dig.where"
    assert "1 / 1 3 / 3 freiwillig 12 / 12" in told(shown[7])
    assert number_of_test(shown[8]) == 3
    assert puzzle_of(shown[10])["id"] == "010c3db314"
    assert shown[11].match is shown[12] is None
    assert (shown[13].net, shown[13].status.value, len(shown[13].best)) == (11, "optimal", 2)
    assert shown[15] == "<svg"
    assert capsys.readouterr().out == "moves c1-d1 dig a1 b1 c1 11 optimal\n"
