"""What a command prints, reads and writes; streams that fail are in tests/cli/test_streams.py."""

from __future__ import annotations

import io
import os
import re
import sys
from errno import ENOSPC
from typing import TYPE_CHECKING

import pytest

from ksm_widgets.rules import KsmError, TextError
from ksm_widgets.telling.phrases import Phrase, Reader
from ksm_widgets.terminal.bar import Bar
from ksm_widgets.terminal.dialogue import Printer, UnclearError, dialogue
from ksm_widgets.terminal.streams import (
    FileError,
    StreamError,
    aligned,
    clear_screen,
    print_error,
    put_line,
    read_text,
    write_text,
)

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Typing

    Output = pytest.CaptureFixture[str]

KEY = "arena.left"


class Terminal(io.StringIO):
    """A stream that a person looks at."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("\x1b[2Jgone", "\\x1b[2Jgone"),
        ("\x9b2Jgone\x07", "\\x9b2Jgone\\x07"),
        ("good\rbad", "good\\x0dbad"),
        ("evil\u202egnp.exe", "evil\\u202egnp.exe"),
        ("a\u2028b", "a\\u2028b"),
        ("two\nlines\tof α β – „Grün“ 🙂", "two\nlines\tof α β – „Grün“ 🙂"),
    ],
)
def test_control_characters_are_printed_as_codes(given: str, shown: str, capsys: Output) -> None:
    put_line(given)
    print_error(given)
    assert capsys.readouterr() == (f"{shown}\n", f"{shown}\n")


def test_only_a_terminal_is_cleared(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    clear_screen()
    assert capsys.readouterr().out == ""
    monkeypatch.setattr(sys, "stdout", terminal := Terminal())
    clear_screen()
    assert terminal.getvalue().startswith("\x1b[2J")


def test_files_are_read_as_text_and_written(tmp_path: Path, typing: Typing) -> None:
    file = tmp_path / "text"
    write_text(file, "größer")
    assert read_text(file, 100) == "größer"
    file.write_bytes(b"\xef\xbb\xbfabc\xff")
    assert read_text(file, 6) == "abc"
    assert read_text(str(file), 100) == "abc\ufffd"
    typing("typed")
    assert read_text("-", 100) == "typed\n"


def test_a_full_disk_leaves_the_file_that_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "class.csv"
    write_text(file, "results of last week")

    def full(_: int) -> None:
        raise OSError(ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(FileError, match="No space left"):
        write_text(file, "results of today")
    assert [one.read_text() for one in tmp_path.iterdir()] == ["results of last week"]


def test_a_pipe_is_written_to(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_text(pipe, "through")
    assert os.read(reader, 100) == b"through"
    os.close(reader)


@pytest.mark.parametrize("name", ["none/file", "zero\0byte", ".", "none/two\nlines"])
def test_a_file_out_of_reach_is_named(tmp_path: Path, name: str) -> None:
    with pytest.raises(FileError) as unread:
        read_text(tmp_path / name, 100)
    with pytest.raises(FileError) as unwritten:
        write_text(tmp_path / name, "text")
    for error, said in ((unread, "cannot be read: "), (unwritten, "cannot be written: ")):
        assert str(tmp_path / name).replace("\n", "\\x0a") in error.value.sentence()
        assert said in error.value.sentence()


def test_columns_are_aligned() -> None:
    rows = [["who", "points", ""], ["Anna", "7", "x"]]
    assert aligned(rows) == ["who   points", "Anna       7  x"]
    assert aligned(rows, left=3) == ["who   points", "Anna  7       x"]


def test_a_bar_is_drawn_in_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", seen := Terminal())
    bar = Bar(2, 6, KEY, "en")
    for done in (2, 4, 6):
        bar.show(done)
    bar.clear()
    begun, half, whole, cleared = seen.getvalue().split("\r")
    assert begun == ""
    assert half.count("#") == 20
    assert re.search(r"4 of 6 games, about \d+ min \d+ s left\x1b\[K$", half)
    assert whole.count("#") == 30
    assert cleared == "\x1b[K"


def test_elsewhere_a_bar_is_a_line_at_each_tenth_or_nothing(capsys: Output) -> None:
    for log in (False, True):
        bar = Bar(0, 100, KEY, "en", log=log)
        for done in range(101):
            bar.show(done)
        bar.clear()
        lines = capsys.readouterr().err.splitlines()
        found = [line.split()[0] for line in lines]
        assert found == ([str(done) for done in range(10, 101, 10)] if log else [])


def _echo(typed: str) -> None:
    match typed:
        case "wrong":
            raise TextError("terminal.unreadable", file="x", reason="y")
        case "":
            raise UnclearError.of("\x1b")
        case "crash":
            raise ZeroDivisionError
        case _:
            put_line(typed)


def test_a_dialogue_acts_on_lines_until_there_is_nothing_to_ask(
    typing: Typing, capsys: Output
) -> None:
    left = iter([True, True, True, False])
    typing("one", "wrong", "", "two")
    assert dialogue(lambda: next(left), _echo, "en")
    out = capsys.readouterr().out
    assert out == "> one\n> x cannot be read: y\n> I don't understand '\\x1b'. " + (
        "Type help to see the commands.\n"
    )


@pytest.mark.parametrize("last", ["quit", "Q", None])
def test_a_dialogue_ends_when_the_user_leaves(
    last: str | None, typing: Typing, capsys: Output
) -> None:
    typing("one", *([] if last is None else [last, "two"]))
    assert not dialogue(lambda: True, _echo, "de")
    assert capsys.readouterr().out == "> one\n> " + ("\n" if last is None else "")


def test_a_dialogue_that_nobody_types_ends_by_itself(typing: Typing, capsys: Output) -> None:
    typing(*["", "one"] * 600)
    with pytest.raises(StreamError, match="500 lines"):
        dialogue(lambda: True, _echo, "en")
    assert capsys.readouterr().out.count("> ") == 999


def test_a_dialogue_hides_no_bug_and_no_interruption(
    typing: Typing, monkeypatch: pytest.MonkeyPatch
) -> None:
    typing("crash")
    with pytest.raises(ZeroDivisionError):
        dialogue(lambda: True, _echo, "en")

    def interrupted() -> bool:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        dialogue(interrupted, _echo, "en")


def test_sentences_are_printed_for_their_reader(capsys: Output) -> None:
    printer = Printer(Reader("de"))
    printer.say("terminal.output_full", reason="\x1b")
    printer.tell([Phrase("puzzle_play.rest"), Phrase("puzzle_play.choice_no")])
    full, told = capsys.readouterr().out.splitlines()
    assert full == "Auf die Standardausgabe lässt sich nicht schreiben: \\x1b"
    assert told == "Gar nicht graben Nein, es reicht nicht"
    assert issubclass(UnclearError, KsmError)


@pytest.mark.parametrize("shown", [True, False])
def test_no_word_is_broken_at_the_edge_of_a_terminal(
    shown: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: shown)
    monkeypatch.setenv("COLUMNS", "45")
    Printer(Reader("en")).say("match_note.help")
    whole = Reader("en").text("match_note.help")
    printed = capsys.readouterr().out
    assert printed.split() == whole.split()
    if not shown:
        assert printed == f"{whole}\n"
        return
    assert "z                     the letter of the tile asked for\n" in printed
    assert all(len(line) <= 45 or "  " in line for line in printed.splitlines())
