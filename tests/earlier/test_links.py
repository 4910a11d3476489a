"""Links, pasted texts and card files of an earlier version open the positions they were made of."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

import ksm_widgets as ksm
from tests.earlier.opening import DATA, open_deck, paste, position_of, puzzle_of, shipped

if TYPE_CHECKING:
    import pytest

    from tests.earlier.conftest import Command

LINKS = DATA / "links"
SAVED = (LINKS / "mine.txt").read_text(encoding="utf-8").splitlines()
EXPLORER = json.loads((LINKS / "explorer.json").read_text(encoding="utf-8"))
PUZZLES = json.loads((LINKS / "puzzles.json").read_text(encoding="utf-8"))


def explorer_of(one: dict[str, Any]) -> Any:
    """An explorer that begins with a link or a board, or in which a text is pasted."""
    explorer = ksm.Explorer(one.get("start"), language="en")
    if "pasted" in one:
        paste(explorer, one["pasted"])
    return explorer


@pytest.mark.long
def test_an_explorer_opens_what_its_links_and_texts_say() -> None:
    assert len(EXPLORER) == 28
    for one in EXPLORER:
        explorer = explorer_of(one)
        assert position_of(explorer) == one["opens"], one["what"]
        explorer.close()


def test_a_link_in_the_page_s_address_opens_too(monkeypatch: pytest.MonkeyPatch) -> None:
    one = next(one for one in EXPLORER if one["what"] == "all at once")
    monkeypatch.setenv("QUERY_STRING", one["start"])
    explorer = ksm.Explorer(language="de")
    assert position_of(explorer) == one["opens"]
    explorer.close()


def test_a_saved_position_has_a_link_and_a_problem_that_open_it() -> None:
    """What *Save as text* writes; its lines are copied by hand."""
    lines = [line for line in SAVED if line.startswith(("?board=", "{"))]
    opened = []
    for line in lines:
        explorer = ksm.Explorer(language="en")
        paste(explorer, line)
        opened.append(position_of(explorer))
        explorer.close()
    mine = "-,-,-,-,-,-/" * 5 + "5,4,3z,-,-,-"
    problem = {"shape": "##./.##"}
    assert opened == [
        {"board": mine, "card": 9, "problem": problem},
        {"board": mine, "card": 1, "problem": problem},
    ]


def test_card_files_open_in_the_explorer() -> None:
    explorer = ksm.Explorer(language="en")
    for name, expected in (
        ("by-hand.csv", {1: "###", 7: "##/##", 15: "###/#.#", 32: "######"}),
        ("spreadsheet.csv", {1: "###", 3: "#./##"}),
    ):
        text = (DATA / "cards" / name).read_text(encoding="utf-8")
        deck = open_deck(explorer, text)
        assert {number: deck[number] for number in expected} == expected, name
    saved = open_deck(explorer, (DATA / "cards" / "cards.csv").read_text(encoding="utf-8"))
    assert (len(saved), saved[9]) == (32, "##./.##")
    explorer.close()


def test_a_puzzle_s_link_opens_it(command: Command) -> None:
    for one in PUZZLES:
        expected = {key: one[key] for key in one if key not in ("what", "link")}
        puzzles = ksm.Puzzles(language="en", start=one["link"])
        found = puzzle_of(puzzles)
        if "whole" not in one["link"]:  # Those of the project's own are measured anew.
            for name in ("grade", "themes"):
                del found[name], expected[name]
        assert found == expected, one["what"]
        puzzles.close()
    for one in PUZZLES[2:4]:  # one that is named only, one that travels whole
        address = f"http://192.168.1.20:8866/puzzles.ipynb?{one['link']}"
        status, out, _ = command("puzzles", "play", "--link", address, typed="quit\n")
        assert (status, one["id"] in out) == (0, True), one["what"]


def test_every_puzzle_that_came_with_the_project_still_comes_with_it() -> None:
    """A link names it by nothing but its id, and attempts at it are kept by that."""
    ids = [line.split() for line in (LINKS / "shipped-ids.txt").read_text().splitlines()]
    for name, count in (("puzzles", 500), ("lessons", 100)):
        known = {found for pack, found in ids if pack == name}
        assert len(known) == count
        assert known <= shipped(name)


def test_a_link_of_the_explorer_becomes_a_puzzle(command: Command, tmp_path: Any) -> None:
    link = next(one["start"] for one in EXPLORER if one["what"] == "without its card")
    out = tmp_path / "pack.jsonl"
    status, _, _ = command("puzzles", "from", "-", "--unfair", "--out", out, typed=f"{link}\n")
    assert status == 0
    assert json.loads(out.read_text().splitlines()[1])["problem"]["shape"] == "###"
