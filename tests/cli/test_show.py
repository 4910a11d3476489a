"""`ksm show`: six aligned rows with coordinates, the one line, a picture."""

from __future__ import annotations

import io
import sys
from importlib.metadata import version
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest

from ksm_widgets.cli import main
from ksm_widgets.rules import Position
from ksm_widgets.terminal.streams import escaped

if TYPE_CHECKING:
    from pathlib import Path

BOARD = "13x5,a2,-,4M,5,zb1/1,2,3,4,5,x/-,-,-,-,-,-/y,z,a,b,c,d/M,C,S,A,-,-/2,c,d4,-,y,??3"


def test_rows_are_aligned_and_the_one_line_comes_last(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", BOARD]) == 0
    out, err = capsys.readouterr()
    lines = out.rstrip("\n").split("\n")
    assert err == ""
    assert lines[-1] == BOARD
    assert [line[0] for line in lines[:6]] == list("654321")
    assert lines[6].split() == list("abcdef")
    for row, line in zip(BOARD.split("/"), lines, strict=False):
        assert line.split()[1:] == row.split(",")
        for column, field in zip("abcdef", line.split()[1:], strict=True):
            assert line[lines[6].index(column) :].startswith(field)


@pytest.mark.parametrize("after", [True, False])
def test_a_board_may_begin_with_an_empty_quarry(
    after: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    board = "-,-,1,-,-,-/" + "/".join(["-,-,-,-,-,-"] * 5)
    picture = ["--svg", str(tmp_path / "board.svg")]
    assert main(["show", *picture, board] if after else ["show", board, *picture]) == 0
    assert capsys.readouterr().out.rstrip().endswith(board)
    assert ElementTree.parse(tmp_path / "board.svg").getroot().tag.endswith("svg")


@pytest.mark.parametrize(
    "arguments",
    [
        "--language de show BOARD",
        "--language=de show BOARD",
        "show --language de BOARD",
        "show --language=de BOARD",
        "show BOARD --language de",
        "show --language de --svg FILE BOARD",
        "show --svg FILE BOARD --language de",
        "--language de show BOARD --svg=FILE",
        "show --language de -- BOARD",
    ],
)
@pytest.mark.parametrize("row", ["-,-,MMM,-,-,-", "5,-,MMM,-,-,-"])
def test_options_may_stand_anywhere(
    arguments: str, row: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    board = "/".join([row, row, *["-,-,-,-,-,-"] * 4])
    file = str(tmp_path / "board.svg")
    given = arguments.replace("BOARD", board).replace("FILE", file).split()
    assert main(given) == 0
    out, err = capsys.readouterr()
    assert out.rstrip().endswith(board)
    assert "Spiegel" in err


def test_a_bad_board_with_a_dash_in_front_is_a_board(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "--language", "en", "-1,-,-/-"]) == 1
    assert "rows" in capsys.readouterr().err


def test_a_board_after_two_dashes_is_a_board(capsys: pytest.CaptureFixture[str]) -> None:
    board = "/".join(["-,-,-,-,-,-"] * 6)
    assert main(["show", "--", board]) == 0
    assert capsys.readouterr().out.rstrip().endswith(board)


@pytest.mark.parametrize(
    ("board", "named"),
    [
        ("nonsense", "6"),
        ("-/-", "6"),
        (BOARD.replace("13x5", "1q"), "a6"),
        (BOARD.replace("13x5", "13x55"), "a6"),
        ("\N{GREEK SMALL LETTER ALPHA}\0<b>", ""),
    ],
    ids=["no board", "two rows", "no tile", "too high", "strange"],
)
def test_a_bad_board_is_refused_in_words(
    board: str, named: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["show", board]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert named in err


def test_every_fault_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", BOARD.replace("13x5", "11111").replace("??3", "22222")]) == 1
    err = capsys.readouterr().err
    assert "a6" in err
    assert "f1" in err


def test_more_of_a_kind_than_assumed_is_only_remarked_upon(
    capsys: pytest.CaptureFixture[str],
) -> None:
    board = "MMM,MMM,-,-,-,-/" + "/".join(["-,-,-,-,-,-"] * 5)
    assert main(["show", board]) == 0
    out, err = capsys.readouterr()
    assert board in out
    assert "mirror" in err


@pytest.mark.parametrize("name", ["no folder/board.svg", "zero\0byte"], ids=repr)
def test_a_picture_that_cannot_be_written_exits_with_2(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / name
    assert main(["show", BOARD, "--svg", str(target)]) == 2
    assert escaped(str(target)) in capsys.readouterr().err


@pytest.mark.parametrize("name", ["board.png", "board.JPG", "board.pdf"])
def test_no_svg_is_written_under_the_name_of_another_picture(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / name
    assert main(["show", BOARD, "--svg", str(target)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert f"{target} is not a name for an SVG picture" in err
    assert not target.exists()


def given(content: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """Standard input holds these bytes."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))


def test_a_board_may_come_from_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    given(f"{BOARD}\n".encode(), monkeypatch)
    assert main(["show", "-"]) == 0
    assert capsys.readouterr().out.endswith(f"\n{BOARD}\n")


@pytest.mark.parametrize(
    ("content", "status", "named"),
    [(b"", 1, "rows"), (b"-" * 100_000, 1, "at most"), (b"\xff\xfe", 2, "- cannot be read")],
    ids=["nothing", "too much", "no text"],
)
def test_what_comes_from_standard_input_and_is_no_board_is_refused(
    content: bytes,
    status: int,
    named: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    given(content, monkeypatch)
    assert main(["show", "-"]) == status
    out, err = capsys.readouterr()
    assert out == ""
    assert named in err


@pytest.mark.parametrize("after", [True, False])
@pytest.mark.parametrize("rows", ["5,4,3z", "-,x/5,4", "-,x,y"])
def test_what_lies_near_the_entrance_is_enough(
    rows: str, after: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["show", rows, "--near"] if after else ["show", "--near", rows]) == 0
    assert capsys.readouterr().out.endswith(f"\n{Position.near(rows).text}\n")
    assert main(["show", rows]) == 1  # a board by itself has six rows


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["--version"])
    assert left.value.code == 0
    assert capsys.readouterr().out == f"ksm {version('ksm-widgets')}\n"
