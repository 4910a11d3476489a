"""Attacks on the terminal: names that steer it, odd surroundings, and tables of a class."""

from __future__ import annotations

import csv
import io
import json
import os
import re
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ksm_widgets.cli import main
from ksm_widgets.cli.commands import MODULES
from ksm_widgets.game.match import Match
from ksm_widgets.game.record import match_text
from ksm_widgets.game.seats import Seat
from ksm_widgets.progress.progress import Progress
from ksm_widgets.puzzles.pack import (
    MAX_LINE,
    PackError,
    line_of,
    parse_pack,
    read_pack,
    shipped_pack,
)
from ksm_widgets.rules.errors import ArgumentError
from ksm_widgets.solver.engine import engine
from ksm_widgets.solver.json_lines import lines_of
from ksm_widgets.solving.results import Results, results_of

if TYPE_CHECKING:
    from pathlib import Path

    Output = pytest.CaptureFixture[str]

EVIL = "\x1b]0;owned\x07\x1b[2J\x9b31m\r\u202e\u2028"
"""Renames the window, empties it, colours it, goes back to the line's beginning and turns it."""
STEERS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]")
COMMANDS = [name for names in MODULES.values() for name in names.split()]
PUZZLES = ("make", "check", "play", "sheet", "pick", "from", "results")


def said(output: Output, *arguments: object) -> tuple[int, str]:
    """The exit status of a command, and all that it printed."""
    try:
        status = main([str(argument) for argument in arguments])
    except SystemExit as stopped:
        status = stopped.code if isinstance(stopped.code, int) else 1
    return status, "".join(output.readouterr())


def head() -> str:
    return json.dumps({"pack": 1, "title": "t", "author": "", "licence": ""})


def files(folder: Path) -> dict[str, Path]:
    """Files of every kind, whose names and contents steer the terminal."""
    puzzle = json.loads(line_of(shipped_pack().puzzles[0]))
    game = match_text(Match.begin([Seat("Anna"), Seat("Carlo")], seed=7))
    contents = {
        "board": json.dumps({"board": EVIL, "shape": "###"}) + "\n" + json.dumps({EVIL: 1}),
        "cards": f"number,shape\n1,{EVIL}\n",
        "columns": f"{EVIL},shape\n1,###\n",
        "counts": f"{EVIL} = 3\n",
        "key": f"{head()}\n{json.dumps({**puzzle, EVIL: 1})}\n",
        "pack": f"{json.dumps({'pack': 1, EVIL: 1})}\n",
        "turn": f"{head()}\n{json.dumps({**puzzle, 'answer': {'net': 1, 'turn': EVIL}})}\n",
        "line": f"{EVIL}\n",
        "record": game.replace("Anna", EVIL),
        "lines": f"{game}{EVIL}\n",
        "progress": json.dumps({"format": EVIL}),
        "empty": "",
    }
    found = {}
    for name, content in contents.items():
        found[name] = folder / f"{name}{EVIL}"
        found[name].write_text(content, encoding="utf-8")
    return found


def commands(folder: Path) -> list[list[object]]:
    """Commands whose arguments, files and names come from somebody else."""
    named = files(folder)
    asked: list[list[object]] = [
        ["show", EVIL],
        ["show", f"{EVIL}/-"],
        ["show", f"-{EVIL},"],
        ["show", f"--{EVIL}"],
        ["show", "-", EVIL],
        [EVIL],
        ["puzzles", EVIL],
        ["solve", named["board"]],
        ["solve", folder / f"none{EVIL}"],
        ["solve", named["empty"], "--cards", named["cards"]],
        ["solve", named["empty"], "--cards", named["columns"]],
        ["solve", named["board"], "--time-limit", EVIL],
        ["arena", "--games", EVIL],
        ["arena", EVIL, EVIL],
        ["play", "--with", EVIL],
        ["puzzles", "play", "--link", f"puzzle={EVIL}"],
        ["puzzles", "play", "--link", f"puzzle=0123456789&whole={EVIL}"],
        ["puzzles", "from", named["line"], "--out", folder / "out"],
        ["puzzles", "results", named["progress"]],
        ["puzzles", "make", "--count", EVIL, "--seed", 1, "--out", folder / "made"],
        ["coach", folder / f"none{EVIL}"],
        ["ask", EVIL, named["board"]],
        ["ask", "raubbau", named["board"]],
    ]
    for name in named:
        asked += [["puzzles", "check", named[name]], ["puzzles", "play", named[name]]]
        asked += [["replay", named[name]], ["coach", named[name]], ["cards", named[name]]]
    return asked


@pytest.mark.parametrize("language", ["en", "de"])
def test_nothing_a_stranger_named_steers_the_terminal(
    language: str, tmp_path: Path, capfd: Output
) -> None:
    steered = []
    for command in commands(tmp_path):
        status, printed = said(capfd, "--language", language, *command)
        assert status in (0, 1, 2), command
        assert printed, command
        if STEERS.search(printed):
            steered.append(command)
    assert steered == []


@pytest.mark.long
@pytest.mark.parametrize("columns", ["1", "2", "3", "0", "-5", "x", str(10**9)])
def test_help_is_printed_however_narrow_the_terminal(
    columns: str, monkeypatch: pytest.MonkeyPatch, capfd: Output
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    monkeypatch.setenv("LINES", columns)
    asked = [[], *([name] for name in COMMANDS), *(["puzzles", name] for name in PUZZLES)]
    for command in asked:
        status, printed = said(capfd, *command, "--help")
        assert (status, "usage" in printed) == (0, True), command
    assert said(capfd, "show", "nonsense")[0] == 1


@pytest.mark.parametrize("language", ["en", "de"])
def test_help_names_no_file_that_an_installation_lacks(language: str, capfd: Output) -> None:
    """A wheel has the package alone: anything beside it is named by its address."""
    for command in COMMANDS:
        _, printed = said(capfd, command, "--help", "--language", language)
        told = re.sub(r"https://[\w./-]+?(-\n\s*[\w./-]+)?\s", " ", printed)
        for folder in ("docs", "notebooks", "benchmarks", "tests", "binder"):
            assert f"{folder}/" not in told, (command, told)


class Endless(io.RawIOBase):
    """Zeros without end and without a line's end; asked for too many of them, it complains."""

    name = "endless"
    given = 0

    def readable(self) -> bool:
        return True

    def readinto(self, room: Any) -> int:
        self.given += len(room)
        assert self.given < 10 * MAX_LINE
        room[:] = bytes(len(room))
        return len(room)


def test_input_without_end_is_refused_as_soon_as_a_line_is_too_long() -> None:
    with pytest.raises(PackError, match=f"line 1: .* {MAX_LINE}"):
        parse_pack(io.BufferedReader(Endless()))
    # Nobody waits for its end: what might come behind it is not read.
    assert list(lines_of(io.BufferedReader(Endless()), MAX_LINE)) == [(1, None)]
    long, after = io.BytesIO(50 * b"x" + b"\nnext\n"), [(1, None), (2, b"next\n")]
    assert list(lines_of(long, 9)) == after


@pytest.mark.parametrize("command", [["solve"], ["ask", "kings"]])
def test_lines_without_end_that_ask_nothing_are_not_read_on(
    command: list[str], tmp_path: Path, capfd: Output
) -> None:
    file = tmp_path / "noise"
    file.write_bytes(b"}\xff{\n" * 1_000 + b"\0" * 2 * MAX_LINE)
    status, told = said(capfd, *command, file)
    *answers, last = told.splitlines()
    assert status == 2
    assert len(answers) <= 1_000
    assert str(file) in last
    assert "1000 lines" in last
    # A few lines of that kind, and those of another version, are answered one by one.
    file.write_bytes((b"x\n" * 400 + b"\xef\xbb\xbf{} \r\n") * 2)
    status, told = said(capfd, *command, file)
    assert (status, len(told.splitlines())) == (1, 802)


@pytest.mark.parametrize("command", [["solve"], ["ask", "kings"]])
def test_objects_without_end_that_ask_nothing_are_not_read_on(
    command: list[str], tmp_path: Path, capfd: Output
) -> None:
    file = tmp_path / "noise"
    file.write_bytes(b'{"id": 1, "board": 2}\n' * 4_500)
    status, told = said(capfd, *command, file)
    *answers, last = told.splitlines()
    assert (status, len(answers)) == (2, 1_000)
    assert str(file) in last
    assert "1000 lines" in last


@pytest.mark.parametrize("end", [b"{}", b"\xef\xbb\xbf \t", b"0"], ids=["{}", "blank", "0"])
def test_blank_lines_without_end_are_not_read_on(end: bytes, tmp_path: Path, capfd: Output) -> None:
    file = tmp_path / "blank"
    file.write_bytes(b"\n" * 1_000 + b"{}\n" + b" \r\n\n" * 1_000 + end * 9 + b"\n{}")
    status, told = said(capfd, "solve", file)
    assert status == 2
    assert "1000 lines" in told.splitlines()[-1]
    pack = tmp_path / "pack"
    pack.write_bytes(f"{head()}\n".encode() + b"\n" * 1_001 + end)
    with pytest.raises(PackError, match="line 1002"):
        read_pack(pack)


def test_lines_without_end_that_ask_something_are_read_to_a_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: Output
) -> None:
    file = tmp_path / "much"
    file.write_bytes(b"{}\n" * 60)
    for limit, most in (("_MOST_LINES", 50), ("_MOST_BYTES", 150)):
        with monkeypatch.context() as patched:
            patched.setattr(f"ksm_widgets.cli.json_lines.{limit}", most)
            status, told = said(capfd, "solve", file)
        *answers, last = told.splitlines()
        assert (status, len(answers)) == (2, 50), limit
        assert "rest is not read" in last


class Chatter(io.RawIOBase):
    """The same line without end, for somebody who reads it at a prompt."""

    def __init__(self, line: bytes) -> None:
        self.line, self.given = line, 0

    def readline(self, _most: int | None = -1, /) -> bytes:
        self.given += 1
        assert self.given < 100
        return self.line


@pytest.mark.parametrize("line", [b"\n", b"?\n", b"skip\n"])
def test_typed_lines_without_end_are_read_to_a_limit(
    line: bytes, monkeypatch: pytest.MonkeyPatch, capfd: Output
) -> None:
    monkeypatch.setattr("ksm_widgets.terminal.streams._MOST_LINES", 40)
    for _ in range(2):  # Each command begins to count anew.
        chatter = Chatter(line)
        monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=chatter))
        status, told = said(capfd, "play", "--seed", "1")
        assert (status, chatter.given) == (2, 40)
        assert "40 lines" in told.splitlines()[-1]


@pytest.mark.parametrize("solver", ["nonsense", "Compiled", EVIL])
def test_a_solver_that_there_is_none_of_is_named(
    solver: str, monkeypatch: pytest.MonkeyPatch, capfd: Output
) -> None:
    monkeypatch.setenv("KSM_SOLVER", solver)
    status, printed = said(capfd, "show", "-,-,-,-,-,-/" * 5 + "-,-,-,-,-,-")
    assert status == 2
    assert "KSM_SOLVER" in printed
    assert "compiled, interpreted" in printed
    assert not STEERS.search(printed)
    with pytest.raises(ArgumentError, match="KSM_SOLVER"):
        engine()


ROWS = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", " =1", "\u2028=1", "\uff1d1", "\uff20a"]
INSIDE = [
    "anna;=1",
    "\u200b=1",
    "\ufeff=1",
    "\xad+1",
    "\u2212 1",
    "anna\r=1+1",
    "anna\n=1+1",
    "anna\x0b@x",
    'a"\r\n+1',
    "a\u2028-1",
    "a\x85=1",
]
NEW_ROW = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")


@pytest.mark.parametrize("name", [*ROWS, *INSIDE], ids=ascii)
def test_no_name_of_a_file_becomes_a_formula(name: str) -> None:
    text = results_of([(name, ())]).csv()
    _, (found, *_) = csv.reader(io.StringIO(text))
    assert not re.match("\\s*[=+\\-@\uff1d\uff0b\uff0d\uff20]", found)
    # Whatever begins a new row in some program begins a new cell there.
    assert not NEW_ROW.search(text.replace("\n", ""))
    assert text.count("\n") == 2
    assert ";" not in text


@given(st.text())
def test_no_text_becomes_a_formula_or_a_row(text: str) -> None:
    written = Results((text,), ((text, text),)).csv()
    rows = list(csv.reader(io.StringIO(written)))
    assert [len(row) for row in rows] == [1, 2] or not text
    assert written.count("\n") == 2
    assert not any(cell.startswith(("=", "+", "-", "@")) for row in rows for cell in row)


def test_a_name_that_is_no_text_erases_no_table(tmp_path: Path, capfd: Output) -> None:
    learner, table = tmp_path / "\udcff=1.json", tmp_path / "class.csv"
    learner.write_text(Progress().text(), encoding="utf-8")
    table.write_text("the old table", encoding="utf-8")
    status, _ = said(capfd, "puzzles", "results", learner, "--out", table)
    assert status == 0
    assert len(list(csv.reader(table.read_text(encoding="utf-8").splitlines()))) == 2


def test_a_class_is_no_place_for_pipes_and_names_stay_in_their_row(
    tmp_path: Path, capfd: Output
) -> None:
    text = Progress().text()
    files = [tmp_path / f"{name}.json" for name in ("a\n=1,2", "b\tc", "d\u2060e\xad")]
    for file in files:
        file.write_text(text, encoding="utf-8")
    status, printed = said(capfd, "puzzles", "results", *files)
    assert status == 0
    assert len(printed.splitlines()) == 1 + len(files)
    assert not re.search("[\t\u2060\xad]", printed)
    pipe = tmp_path / "pipe.json"
    os.mkfifo(pipe)
    status, printed = said(capfd, "puzzles", "results", pipe, files[0])
    assert status == 2
    assert "is not a file" in printed
