"""Packs of puzzles that were made, picked or written with an earlier version."""

from __future__ import annotations

import re
import shutil
from typing import TYPE_CHECKING

import pytest

import ksm_widgets as ksm
from tests.earlier.opening import DATA, no_more_games, opened, puzzle_of, texts_of

if TYPE_CHECKING:
    from pathlib import Path

    from tests.earlier.conftest import Command

PACKS = DATA / "packs"
BY_HAND = ["4eeaa24cb0", "d1d1866a6a", "4be345fd52"]


def test_packs_are_read_with_their_texts_and_puzzles() -> None:
    assert texts_of(PACKS / "made.jsonl")[:3] == ("Vier auf einmal", "Frau Ö.", "CC0-1.0")
    assert texts_of(PACKS / "class.jsonl")[0] == "Class 7b"
    found = {name: texts_of(PACKS / f"{name}.jsonl")[3] for name in ("made", "by-hand", "class")}
    assert found == {
        "made": ["865decd298", "0f6069b1fc", "6c5d12ae42", "a309672f51"],
        "by-hand": BY_HAND,
        "class": ["50dc95dfb6", "0431f3d504", "0bd91f7d25", "0cb619443c"],
    }


def test_a_pack_is_loaded_on_the_page() -> None:
    puzzles = ksm.Puzzles(language="en", progress=opened(None))
    puzzles.act("load", (PACKS / "by-hand.jsonl").read_text(encoding="utf-8"))
    puzzles.wait()
    assert puzzle_of(puzzles)["id"] in BY_HAND
    puzzles.close()


def test_answers_hold_and_what_was_unfair_is(command: Command) -> None:
    """An author may take a puzzle that is not fair; two of these three are none.

    Grades and themes are measured anew, so those of an earlier version may differ.
    """
    status, out, _ = command("puzzles", "check", PACKS / "by-hand.jsonl")
    found = re.findall(r"line (\d): (?!Its (?:grade|themes))", out)
    assert (status, found) == (1, ["3", "3", "4"])


@pytest.mark.long
def test_a_pack_is_played_and_printed(command: Command, tmp_path: Path) -> None:
    pack = PACKS / "by-hand.jsonl"
    status, out, _ = command("puzzles", "play", pack, typed="quit\n")
    assert status == 0
    assert any(name in out for name in BY_HAND)
    sheet = tmp_path / "sheet.html"
    status, _, _ = command("puzzles", "sheet", PACKS / "made.jsonl", "--out", sheet, "--solutions")
    assert (status, "<title>Vier auf einmal</title>" in sheet.read_text(encoding="utf-8")) == (
        0,
        True,
    )


def test_a_journal_of_another_method_is_told_and_left_alone(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two games are in it that today's method would not play for the same puzzles."""
    no_more_games(monkeypatch)
    journal = tmp_path / "stopped.jsonl.part"
    shutil.copyfile(PACKS / "stopped.jsonl.part", journal)
    out = tmp_path / "stopped.jsonl"
    args = ("--seed", 6, "--grade", "1-2", "--count", 12, "--workers", 1)
    status, _, told = command("puzzles", "make", *args, "--out", out)
    assert (status, "choose another name or delete it" in told) == (2, True)
    assert journal.read_bytes() == (PACKS / "stopped.jsonl.part").read_bytes()
    assert not out.exists()
