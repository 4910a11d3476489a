"""Problems, card files and logbooks that people wrote are read as before, and answered alike."""

from __future__ import annotations

import json
import shutil
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest

import ksm_widgets as ksm
from tests.earlier.opening import DATA

if TYPE_CHECKING:
    from pathlib import Path

    from tests.earlier.conftest import Command

SOLVING, CARDS, ARENA = DATA / "solving", DATA / "cards", DATA / "arena"
ANSWERS = [json.loads(line) for line in (SOLVING / "answers.jsonl").read_text().splitlines()]
TIES = ("moves", "dig", "taken", "error")
"""Of what ties in net and moves any plan is right; and the words of an error may change."""


def figures(answer: Any) -> Any:
    """An answer but for what may be otherwise: how long it took, which of equal plans it is."""
    if isinstance(answer, list):
        return [figures(each) for each in answer]
    if not isinstance(answer, dict):
        return answer
    kept = {key: figures(answer[key]) for key in answer if key not in (*TIES, "seconds", "then")}
    for key in TIES[:3]:
        if isinstance(answer.get(key), list):
            kept[f"how many {key}"] = len(answer[key])
    return kept | {key: True for key in ("error", "then") if key in answer}


@pytest.mark.long
def test_problems_have_the_answers_they_had(command: Command) -> None:
    status, out, _ = command("solve", SOLVING / "problems.jsonl")
    assert status == 1  # Two of the lines are none.
    found = [json.loads(line) for line in out.splitlines()]
    assert len(found) == len(ANSWERS) == 15
    expected = {str(one["id"]) for one in _problems() if "rounds_left" in one}
    assert 0 < len(expected) < 8
    for answer, before in zip(found, ANSWERS, strict=True):
        assert set(before) <= set(answer), before["id"]
        # What tiles are expected to bring has been measured better since.
        if str(before["id"]) not in expected:
            known = {key: answer[key] for key in before}
            assert figures(known) == figures(before), before["id"]


def _problems() -> list[dict[str, Any]]:
    found = []
    for line in (SOLVING / "problems.jsonl").read_text().splitlines():
        with suppress(ValueError):
            found.append(json.loads(line))
    return found


@pytest.mark.long
def test_the_tree_of_what_may_show_is_written_as_before(command: Command) -> None:
    lines = (SOLVING / "problems.jsonl").read_text().splitlines()
    at = next(at for at, answer in enumerate(ANSWERS) if "then" in answer)
    _, out, _ = command("solve", "-", typed=f"{lines[at]}\n")

    def tree(answer: Any) -> Any:
        """The tiles that each look tells apart."""
        (looked,) = answer["then"].values() if answer.get("then") else ({},)
        return {tile: tree(after) for tile, after in looked.items()}

    assert tree(json.loads(out)) == tree(ANSWERS[at]) != {}


def test_card_files_are_read_by_a_command_and_from_python(command: Command) -> None:
    _, out, _ = command("solve", SOLVING / "own-cards.jsonl", "--cards", CARDS / "by-hand.csv")
    answers = [json.loads(line) for line in out.splitlines()]
    assert [(answer["shape"], answer["net"]) for answer in answers] == [
        ("###/#.#", 20),
        ("######", 16),
    ]
    for name, shapes in (
        ("by-hand.csv", {1: "###", 7: "##/##", 15: "###/#.#", 32: "######"}),
        ("spreadsheet.csv", {1: "###", 3: "#./##"}),
    ):
        deck = {card.number: str(card.shape) for card in ksm.load_cards(CARDS / name)}
        assert deck == shapes, name
    assert len(ksm.load_cards(CARDS / "cards.csv")) == 32


def test_an_arena_s_logbook_is_not_played_again(command: Command, tmp_path: Path) -> None:
    """Nor are the whole lines of one whose last line was not written to its end."""
    args = ("--players", "cautious,level0,random", "--seed", 3, "--json", "--processes", 1)
    book = tmp_path / "meeting.jsonl"
    shutil.copyfile(ARENA / "meeting.jsonl", book)
    status, out, _ = command("arena", *args, "--games", 6, "--logbook", book)
    found = json.loads(out)
    assert status == 0
    expected = json.loads((ARENA / "table.json").read_text())
    assert {key: found[key] for key in expected} == expected
    assert book.read_bytes() == (ARENA / "meeting.jsonl").read_bytes()
    shutil.copyfile(ARENA / "torn.jsonl", book)
    status, out, _ = command("arena", *args, "--games", 3, "--logbook", book)
    assert (status, json.loads(out)["games"]) == (0, 3)
    assert book.read_bytes() == b"".join((ARENA / "torn.jsonl").read_bytes().splitlines(True)[:4])
