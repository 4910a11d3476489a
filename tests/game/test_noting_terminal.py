"""`ksm note`: typed as it is seen at the table, left, gone on with, and looked at afterwards."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from ksm_widgets.cli import main
from ksm_widgets.game.record import read_match
from tests.rules.tables import tiles

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Output, Typing

pytestmark = pytest.mark.usefixtures("interpreted")

ROWS = ["12345x", "a b c d M y", "54321z xyzabc", "dCSA12 345ab1"]
NOTE = ["note", "--people", "Anna, Bruno", "--edition", "en"]


@pytest.mark.long
def test_a_game_is_noted_left_and_gone_on_with(
    typing: Typing, capsys: Output, tmp_path: Path
) -> None:
    record = tmp_path / "game.txt"
    typing(
        *(*ROWS, "help", "dig a1", "3", "3 7", "board", "nonsense", "?"),
        *("dig a6 a5", "dig a6 a5 b5", "zz", "z", "w", "back", "z", "none", "1", "M"),
        *("b6-a6 a6-b6", "4", "a6-b6", "a5-a6", "unpaid dig x", "none", "q"),
    )
    assert main([*NOTE, "--record", str(record)]) == 0
    told = capsys.readouterr().out
    for said in (
        "36 letters, row by row",
        "So far: 12.",
        "Which cards are revealed? One number each, in this order: Anna, Bruno.",
        "Name 2 cards, one for each player; you named 1.",
        "I don't understand 'nonsense'.",
        "The card digs exactly 3 quarries",
        "What was uncovered on a5, level 3?",
        "'w' is not the letter of a tile.",
        "First name the tile uncovered on b5:3",
        "Anna digs on a5, b5 and a6: ",
        "Bruno digs with card 7.",
        "A tile was uncovered; enter these moves afterwards: a6-b6.",
        "is uncovered on b6",
        "Your notes are saved",
    ):
        assert said in told, said
    match = read_match(record.read_text(encoding="utf-8"))
    assert match.game.round == 2
    assert match.game.setting.given is not None
    assert match.game.setting.given.mine.stack("b6") == tiles("??42")
    # It is no game that `ksm play` goes on with.
    assert main(["play", "--resume"]) == 1
    typing("4 8", *["back"] * 30, "quit")
    assert main(["note", "--resume"]) == 0
    told = capsys.readouterr().out
    assert "Anna digs with card 4." in told
    assert "There is nothing to take back." in told


def test_a_tile_is_corrected_in_place(typing: Typing, capsys: Output, tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    typing(
        *(*ROWS, "3 7", "dig a6 a5 b5", "z", "1", "2", "none", "4 8"),
        *("correct a5:3 x", "correct a5:2 x", "correct a5:3 xx", "correct a5:3 q", "quit"),
    )
    assert main([*NOTE, "--record", str(record)]) == 0
    told = capsys.readouterr().out
    assert "Corrected: a5:3 is a mask." in told
    assert "No tile of a5:2 (quarry and level) is known yet." in told
    assert "I don't understand 'correct a5:3 xx'." in told
    assert "'q' is not the letter of a tile." in told
    given = read_match(record.read_text(encoding="utf-8")).game.setting.given
    assert given is not None
    assert given.mine.stack("a5") == tiles("??xa")


@pytest.mark.long
def test_a_turn_that_was_not_paid_is_noted(typing: Typing, capsys: Output, tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    there = ["b6-a6", "a6-b6"] * 6
    typing(
        *(*ROWS, "3 7", "dig a6 a5 b5", "1", "1", "1", there[0], "1", *there[1:]),
        *("none", "unpaid none add x", "unpaid none shares z", "unpaid none shares -", "q"),
    )
    assert main([*NOTE, "--record", str(record)]) == 0
    told = capsys.readouterr().out
    assert "You cannot pay for this turn" in told
    assert "Bruno can't pay the 12 due" in told
    records = read_match(record.read_text(encoding="utf-8")).game.records
    assert records[1].settlement is not None
    assert records[1].settlement.shares == ((),)


@pytest.mark.long
def test_a_noted_game_ends_with_its_points(typing: Typing, capsys: Output) -> None:
    rounds = [line for number in range(1, 13) for line in (f"{number} {number + 12}", "none", "-")]
    typing(*ROWS, *rounds)
    assert main([*NOTE, "--language", "de"]) == 0
    told = capsys.readouterr().out
    assert "Anna und Bruno teilen sich den Sieg." in told
    typing("open", "q")
    assert main(["replay"]) == 0
    shown = capsys.readouterr().out
    assert "???" in shown


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (["note"], 2, "--people Anna,Bruno"),
        (["note", "--people", "Anna"], 2, "The game is for 2 to 5 players, not 1"),
        (["note", "--people", "Anna,anna"], 2, "Two players are called"),
        (["note", "--resume"], 1, "no game to resume"),
    ],
)
def test_what_cannot_be_is_told(
    arguments: list[str], status: int, said: str, capsys: Output
) -> None:
    assert main(arguments) == status
    assert said in capsys.readouterr().err


def test_tops_that_cannot_lie_there_are_asked_for_again(
    typing: Typing, capsys: Output, tmp_path: Path
) -> None:
    record = tmp_path / "game.txt"
    typing("w" * 36, "?" + "1" * 35, "1" * 37, *ROWS, "q")
    assert main([*NOTE, "--record", str(record)]) == 0
    assert capsys.readouterr().out.count("So far: 0.") == 4
    assert "mine ???1,???2" in record.read_text(encoding="utf-8")
    typing("123", "quit")
    assert main([*NOTE, "--record", str(tmp_path / "none")]) == 0
    assert not (tmp_path / "none").exists()
    typing("123")
    assert main(NOTE) == 0


def test_a_letter_names_the_tile_asked_for_even_if_it_is_a_command(
    typing: Typing, capsys: Output, tmp_path: Path
) -> None:
    record = tmp_path / "game.txt"
    typing(*ROWS, "3 7", "dig a6 a5 b5", "b", "a", "1", "b", "back", "q")
    assert main([*NOTE, "--record", str(record)]) == 0
    told = capsys.readouterr().out
    assert "I don't understand 'b'." in told
    assert "Taken back." in told
    match = read_match(record.read_text(encoding="utf-8"))
    assert match.game.setting.given is not None
    # The last b, where no tile is asked for, once took back the 1 without a word.
    assert match.game.setting.given.mine.stack("a5") == tiles("??ba")
    assert match.game.setting.given.mine.stack("b5")[2:] == tiles("ab")
    assert match.game.setting.given.mine.stack("a6")[2:] == tiles("?1")
