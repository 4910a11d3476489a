"""`ksm solve` as a stranger uses it: files, pipes, bad lines, exit status."""

from __future__ import annotations

import io
import json
import os
import re
import select
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ksm_widgets import solver
from ksm_widgets.cli import main
from ksm_widgets.cli import solve as solving
from ksm_widgets.cli.json_lines import MAX_LINE
from ksm_widgets.rules import Position, Stage
from ksm_widgets.solver.problem_reading import _KEYS
from ksm_widgets.terminal.streams import escaped
from ksm_widgets.words import LANGUAGES, catalogue
from tests import strategies

if TYPE_CHECKING:
    from pathlib import Path

    from ksm_widgets.solver import Answer, Problem

# A row of three treasures of 5 on the floor, nothing else: one dig, nothing to move.
BOARD = "/".join(["-,-,-,-,-,-"] * 5 + ["5,5,5,-,-,-"])
PROBLEM = {"board": BOARD, "shape": "###"}
KSM = [sys.executable, "-m", "ksm_widgets"]
BUFFERED = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
LONG = 60.0
"""Seconds; no answer to such a problem takes as many on any machine."""


def _line(**changes: object) -> str:
    return json.dumps({**PROBLEM, **changes})


Solve = Callable[..., tuple[list[dict[str, Any]], int]]


@pytest.fixture
def solve(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Solve:
    """`ksm solve` on lines given: the answers and the exit status."""

    def run(
        *lines: str | bytes, file: str = "-", options: Sequence[str] = ()
    ) -> tuple[list[dict[str, Any]], int]:
        given = b"\n".join(line if isinstance(line, bytes) else line.encode() for line in lines)
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))
        status = main(["solve", file, *options])
        out, err = capsys.readouterr()
        assert err == ""
        return [json.loads(line) for line in out.splitlines()], status

    return run


def test_answers_are_in_order_and_whole(solve: Solve) -> None:
    answers, status = solve(_line(id="first"), _line(id=[2, {"two": 2.5}]), _line())
    assert status == 0
    assert [answer["id"] for answer in answers] == ["first", [2, {"two": 2.5}], None]
    assert answers[0]["status"] == "optimal"
    assert answers[0]["net"] == answers[0]["bound"] == 15
    assert answers[0]["moves"] == []
    assert answers[0]["dig"] == ["a1", "b1", "c1"]
    assert answers[0]["taken"] == ["5", "5", "5"]
    assert answers[0]["shape"] == "###"
    assert (answers[0]["move_cost"], answers[0]["curse_cost"]) == (0, 0)
    assert answers[0]["expected"] is False
    assert answers[0]["seconds"] >= 0


def test_a_file_is_read_and_blank_lines_are_skipped(tmp_path: Path, solve: Solve) -> None:
    file = tmp_path / "problems.jsonl"
    file.write_bytes(b"\xef\xbb\xbf" + f"{_line(id=1)}\r\n\r\n  \t\n{_line(id=2)}".encode())
    answers, status = solve(file=str(file))
    assert [answer["id"] for answer in answers] == [1, 2]
    assert status == 0


@pytest.mark.long
def test_a_file_that_takes_longer_is_shared_by_the_cores_in_order(
    tmp_path: Path, solve: Solve, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first of them takes longest, and the last is no problem at all."""
    hard = Position.random(15, Stage.LATE).text
    lines = [
        _line(board=hard, shape="##/##"),
        *(_line(id=k, money=k) for k in range(5)),
        '{"id": 9}',
    ]
    file = tmp_path / "many.jsonl"
    file.write_text("\n".join(lines), encoding="utf-8")
    alone, status = solve(*lines)
    monkeypatch.setattr(solving, "_PATIENCE", 0)
    monkeypatch.setattr(solving, "cores", lambda: 2)
    assert status == 1
    shared, status = solve(file=str(file))
    assert status == 1
    for answer in alone + shared:
        answer.pop("seconds", None)
    assert [answer["id"] for answer in shared] == [None, 0, 1, 2, 3, 4, 9]
    assert shared == alone


def test_no_input_no_answer(solve: Solve) -> None:
    assert solve() == ([], 0)


def test_an_infeasible_problem_is_no_error(solve: Solve) -> None:
    answers, status = solve(_line(wanted=["a1:1"], shape="####", max_moves=0))
    assert status == 0
    assert answers[0]["status"] == "infeasible"


@pytest.mark.parametrize(
    "changes",
    [
        {"board": "1,2,3"},
        {"board": 7},
        {"shape": "#?#"},
        {"card": 1},
        {"colour": "red"},
        {"money": -1},
        {"money": 1.5},
        {"money": True},
        {"max_moves": -1},
        {"max_moves": 0.5},
        {"powers": ["axes"]},
        {"values": {"1": 3}},
        {"values": {"magic": float("nan")}},
        {"values": {"magic": 0.0001}},
        {"wanted": ["f6:1"]},
        {"variant": "expert"},
        {"board": BOARD.replace("5,5,5", "55555,5,5")},
    ],
    ids=str,
)
def test_a_bad_line_gets_an_error_in_its_place(changes: dict[str, object], solve: Solve) -> None:
    answers, status = solve(_line(id="a"), _line(id="b", **changes), _line(id="c"))
    assert status == 1
    assert [answer["id"] for answer in answers] == ["a", "b", "c"]
    assert set(answers[1]) == {"id", "error"}
    assert answers[1]["error"]
    assert answers[0]["net"] == answers[2]["net"] == 15


@pytest.mark.parametrize(
    "line",
    [
        b"{",
        b"nonsense",
        b"\xff\xfe",
        b"[1, 2]",
        b"[" * 100_000,
        b'{"money": ' + b"9" * 5_000 + b"}",
        b'{"id": NaN}',
        b'{"id": 1e999}',
        b'{"id": [1e99999999999999999999]}',
        b'{"id": ' + b"9" * 5_000 + b"}",
        b'{"id": {"a": 1, "a": 2}}',
        b'{"id": ' + b"[" * 30_000 + b"]" * 30_000 + b"}",
        b"\xed\xa0\x80",
        b"\0",
    ],
    ids=lambda line: str(line[:20]),
)
def test_a_line_without_json_is_named_by_its_number(line: bytes, solve: Solve) -> None:
    answers, status = solve(b"", line, _line(id="after"))
    assert status == 1
    assert (answers[0]["id"], answers[0]["line"]) == (None, 2)
    assert answers[0]["error"]
    assert answers[1]["net"] == 15


def test_a_problem_among_many_bad_lines_is_solved(solve: Solve) -> None:
    # Only bad lines in a row are too many.
    bad = ["{}"] * 999
    answers, status = solve(*bad, _line(id="good"), *bad)
    assert status == 1
    assert [answer["id"] for answer in answers if "error" not in answer] == ["good"]
    assert len(answers) == 1_999


def test_a_problem_spread_over_lines_is_told_to_stand_on_one(solve: Solve) -> None:
    spread = json.dumps(PROBLEM, indent=2).splitlines()
    answers, status = solve(*spread, _line(id="after"))
    assert status == 1
    assert [answer["line"] for answer in answers[:-1]] == list(range(1, len(spread) + 1))
    for answer in answers[:-1]:
        assert answer["error"].endswith(". Each line must be one problem.")
        assert "line 1" not in answer["error"]  # It is not the file's first.
    assert answers[-1]["net"] == 15


NUMBERS = ["1e99999999999999999999", "-1e99999999999999999999", "1e-99999999999999999999"]
NUMBERS += ["1e999999999", "-1e999999999", "1e-999999999", "9" * 5_000, "NaN", "-Infinity"]


@pytest.mark.parametrize("number", NUMBERS, ids=lambda text: text[:24])
@pytest.mark.parametrize(
    "key",
    ["money", "max_moves", "best", "card", "board", "powers", "wanted", "frontier", "variant"],
)
def test_a_number_out_of_all_bounds_is_refused_by_its_name(
    key: str, number: str, solve: Solve
) -> None:
    given = {"board": BOARD, "id": "huge", key: 0}
    if key != "card":
        given["shape"] = "###"
    line = json.dumps(given).replace(f'"{key}": 0', f'"{key}": {number}')
    answers, status = solve(line, _line(id="after"))
    assert status == 1
    assert set(answers[0]) == {"id", "error"}
    assert answers[0]["id"] == "huge"
    assert f"'{key}'" in answers[0]["error"]
    assert (answers[1]["id"], answers[1]["net"]) == ("after", 15)


@pytest.mark.parametrize("number", NUMBERS, ids=lambda text: text[:24])
@pytest.mark.parametrize("key", ["magic", "?", "y"])
def test_a_worth_out_of_all_bounds_is_refused_by_its_name(
    key: str, number: str, solve: Solve
) -> None:
    line = _line(id="huge", values={key: 0}).replace(f'"{key}": 0', f'"{key}": {number}')
    answers, status = solve(line, _line(id="after"))
    assert status == 1
    assert answers[0]["id"] == "huge"
    assert f"'{key}'" in answers[0]["error"]
    assert answers[1]["net"] == 15


def test_money_and_moves_without_end_are_allowed(solve: Solve) -> None:
    answers, status = solve(*(_line(**{key: 10**4000}) for key in ("money", "max_moves", "best")))
    assert status == 0
    assert [answer["net"] for answer in answers] == [15, 15, 15]


@given(st.lists(strategies.problem_lines(), max_size=3))
def test_whatever_the_lines_are_each_is_answered_in_json(lines: list[bytes]) -> None:
    out = io.StringIO()
    with pytest.MonkeyPatch.context() as patched, redirect_stdout(out):
        everything = b"\n".join([*lines, _line(id="after").encode()])
        patched.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(everything)))
        status = main(["solve", "-"])
    answers = [json.loads(line, parse_constant=pytest.fail) for line in out.getvalue().splitlines()]
    assert len(answers) == len(lines) + 1
    assert (answers[-1]["id"], answers[-1]["net"]) == ("after", 15)
    assert status == any("error" in answer for answer in answers)
    assert all(len(answer.get("error", "")) < 1000 for answer in answers)


def test_a_key_that_stands_twice_is_refused(solve: Solve) -> None:
    answers, status = solve(_line(money=1)[:-1] + ', "money": 2}', _line())
    assert status == 1
    assert "'money'" in answers[0]["error"]
    assert answers[1]["net"] == 15


@pytest.mark.parametrize(
    "name",
    ["\ud800", "\0", 10**4000, -0.0, 1e-300, {"": [None, True]}, [[[[]]]]],
    ids=lambda name: repr(name)[:20] if not isinstance(name, int) else "long",
)
def test_an_id_may_be_anything(name: object, solve: Solve) -> None:
    answers, status = solve(_line(id=name))
    assert status == 0
    assert answers[0]["id"] == name


def test_an_id_as_deep_as_can_be_read_can_be_written(solve: Solve) -> None:
    """Python's own limit lies somewhere; on neither side of it an answer is lost."""
    depths = range(100, 3_000, 29)
    lines = [_line(id=0).replace('"id": 0', '"id": ' + "[" * n + "]" * n) for n in depths]
    answers, _ = solve(*lines, _line(id="after"))
    assert len(answers) == len(lines) + 1
    assert answers[-1]["net"] == 15


class Pipe(io.RawIOBase):
    """What has come out of the program by now, byte by byte."""

    def __init__(self) -> None:
        self.arrived = b""

    def writable(self) -> bool:
        return True

    def write(self, data: Any, /) -> int:
        self.arrived += bytes(data)
        return len(data)


def test_an_answer_is_out_before_the_next_problem_is_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pipe = Pipe()
    out_when_asked: list[int] = []

    class Asked(io.BytesIO):
        def readline(self, size: int | None = -1, /) -> bytes:
            out_when_asked.append(pipe.arrived.count(b"\n"))
            return super().readline(size)

    lines = "".join(f"{_line()}\n" for _ in range(3)).encode()
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=Asked(lines)))
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BufferedWriter(pipe)))
    assert main(["solve", "-"]) == 0
    assert out_when_asked == [0, 1, 2, 3]


def test_a_line_too_long_to_hold_is_refused_and_the_next_answered(solve: Solve) -> None:
    answers, status = solve(_line(id="x" * (2 * MAX_LINE)), _line(id="after"))
    assert status == 1
    assert (answers[0]["id"], answers[0]["line"]) == (None, 1)
    assert (answers[1]["id"], answers[1]["net"]) == ("after", 15)


def test_a_line_as_long_as_allowed_is_read(solve: Solve) -> None:
    padding = MAX_LINE - len(_line(id=""))
    answers, status = solve(_line(id="x" * padding), _line())
    assert status == 0
    assert len(answers[0]["id"]) == padding


def test_answers_can_be_followed_through_a_pipe() -> None:
    """The first answer comes while the input is still open."""
    with subprocess.Popen(
        [*KSM, "solve", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=BUFFERED
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for name in ("one", "two"):
            process.stdin.write(_line(id=name).encode() + b"\n")
            process.stdin.flush()
            # Without a limit an answer that is held back would hold back all the tests.
            assert select.select([process.stdout], [], [], LONG)[0]
            assert json.loads(process.stdout.readline())["id"] == name
        process.stdin.close()
        assert process.wait() == 0


def test_a_reader_who_leaves_is_no_disaster() -> None:
    with subprocess.Popen(
        [*KSM, "solve", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        process.stdin.write(_line().encode() + b"\n")
        process.stdin.close()
        assert process.stderr.read() == b""
        assert process.wait() == 141


def test_interrupting_leaves_without_a_traceback() -> None:
    with subprocess.Popen(
        [*KSM, "solve", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        # Where the tests run in the background of a shell they may have been told to ignore it.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(_line().encode() + b"\n")
        process.stdin.flush()
        assert process.stdout.readline()  # it runs, and waits for more
        process.send_signal(signal.SIGINT)
        assert process.stderr.read() == b""
        assert process.wait() == 130


def test_cards_of_a_file_replace_the_shipped_ones(tmp_path: Path, solve: Solve) -> None:
    cards = tmp_path / "cards.csv"
    cards.write_text("number,shape\n7,###\n", encoding="utf-8")
    lines = [json.dumps({"board": BOARD, "card": number}) for number in (7, 8)]
    answers, status = solve(*lines, options=["--cards", str(cards)])
    assert status == 1
    assert (answers[0]["shape"], answers[0]["net"]) == ("###", 15)
    assert "8" in answers[1]["error"]


def test_a_time_limit_is_handed_on(solve: Solve, monkeypatch: pytest.MonkeyPatch) -> None:
    limits: list[float | None] = []

    def listen(problem: Problem, *, time_limit: float | None) -> Answer:
        limits.append(time_limit)
        return solver.solve(problem)

    monkeypatch.setattr(solving, "solve", listen)
    solve(_line(), _line(), options=["--time-limit", "2.5"])
    solve(_line())
    assert limits == [2.5, 2.5, None]


@pytest.mark.parametrize("name", ["missing.jsonl", ".", "zero\0byte"], ids=repr)
def test_an_unreadable_file_exits_with_2(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["solve", name]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert escaped(name) in err


@pytest.mark.parametrize("text", ["", "number,shape\n1,?\n"], ids=["none", "bad"])
def test_bad_cards_exit_with_2(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cards = tmp_path / "cards.csv"
    if text:
        cards.write_text(text, encoding="utf-8")
    assert main(["solve", os.devnull, "--cards", str(cards)]) == 2
    assert capsys.readouterr().err.count("cards.csv") == 1


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["dig"],
        ["solve"],
        ["solve", "-", "--time-limit", "-1"],
        ["solve", "-", "--time-limit", "nan"],
        ["solve", "-", "--time-limit", "soon"],
        ["solve", "-", "--quickly"],
        ["--language", "fr", "solve", "-"],
        ["solve", "-", "--language"],
    ],
    ids=" ".join,
)
def test_a_wrong_command_exits_with_2(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(arguments)
    assert left.value.code == 2
    assert "usage: ksm" in capsys.readouterr().err


@pytest.mark.parametrize("given", ["soon", "-1", "nan", "inf", "", "9" * 400 + "!"])
def test_a_time_limit_that_is_none_is_refused_in_words(
    given: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for language, told in (
        ("en", f"'{given[:20]}' is not a number of seconds"),
        ("de", f"„{given[:20]}“ ist keine Anzahl"),
    ):
        with pytest.raises(SystemExit) as left:
            main(["solve", "-", f"--time-limit={given}", "--language", language])
        assert left.value.code == 2
        assert f"argument --time-limit: {told}" in capsys.readouterr().err


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_names_every_key_and_its_example_is_answered(
    language: str, solve: Solve, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(["solve", "--help", "--language", language])
    assert left.value.code == 0
    told = capsys.readouterr().out
    assert set(re.findall(r"^  ([a-z_]+)  ", told, re.MULTILINE)) == _KEYS
    (example,) = re.findall(r"^  ({.*})$", told, re.MULTILINE)
    answers, status = solve(example)
    assert (status, answers[0]["status"]) == (0, "optimal")


def test_messages_come_in_the_language_asked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    german = catalogue("de")["terminal.unreadable"].partition("}")[2].partition(":")[0]
    english = catalogue("en")["terminal.unreadable"].partition("}")[2].partition(":")[0]
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.delenv("LC_MESSAGES", raising=False)
    for surroundings, option, expected in [
        ("C.UTF-8", [], english),
        ("de_DE.UTF-8", [], german),
        ("de_DE.UTF-8", ["--language", "en"], english),
        ("C", ["--language", "de"], german),
    ]:
        monkeypatch.setenv("LANG", surroundings)
        assert main([*option, "solve", "missing.jsonl"]) == 2
        assert expected in capsys.readouterr().err


def test_a_problem_with_reactions_is_answered_by_a_tree(solve: Solve) -> None:
    board = "/".join(["-,-,-,-,-,-"] * 5 + ["?1,2,-,-,-,-"])
    line = {"board": board, "shape": "#", "unseen": {"5": 1, "z": 1}, "reactions": 1, "id": 7}
    (answer, refused), status = solve(
        json.dumps(line), json.dumps({**line, "unseen": None}), options=["--time-limit", "60"]
    )
    assert (answer["id"], answer["status"], answer["net"], answer["bound"]) == (
        7,
        "optimal",
        2.5,
        2.5,
    )
    assert answer["then"]["a1"]["5"]["dig"] == ["a1"]
    assert answer["then"]["a1"]["z"]["dig"] == ["b1"]
    assert "unseen" in refused["error"]
    assert status == 1
