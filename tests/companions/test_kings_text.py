"""Kings in text: read back, and every fault named, all together; the data files line by line."""

from __future__ import annotations

import re
from importlib.resources import files
from random import Random
from typing import TYPE_CHECKING

import pytest

from ksm_widgets.companions import kings
from ksm_widgets.companions.data_file import BoxError, Source
from ksm_widgets.companions.kings.acts import read_act
from ksm_widgets.companions.kings.box import RACES, Box, Mine, the_box
from ksm_widgets.companions.kings.game import COMPANION
from ksm_widgets.companions.kings.position import Phase
from ksm_widgets.companions.kings.record import Game
from ksm_widgets.companions.kings.rules import legal
from ksm_widgets.companions.kings.text import position_text, read_position
from ksm_widgets.companions.replaying import ActTextError
from ksm_widgets.rules.errors import KsmError
from tests.companions.kings_positions import EXAMPLE_1
from tests.companions.shared import InText, box_faults, spoiled

if TYPE_CHECKING:
    from pathlib import Path


def test_known_units_of_other_hands_are_read_back() -> None:
    position = read_position(EXAMPLE_1.replace("others 6", "others 6:G4,O8"))
    assert [*map(str, position.hand(2))] == ["G4", "O8", "?", "?", "?", "?"]
    assert "others 6:G4,O8" in position_text(position)


def test_a_penalty_of_its_own_is_written() -> None:
    position = read_position(EXAMPLE_1.replace("next 2.2.3", "next 2.2.3!-4"))
    assert position.next_mine == Mine(2, 2, True, 3, 4)
    assert "next 2.2.3!-4" in position_text(position)


_faults = InText(COMPANION).faults


_WRONG = [
    ("kings D1 O2", "kings D1 O1", "kings"),
    ("kings D1 O2", "kings D1 D2", "kings"),
    ("kings D1 O2", "kings D1", "kings"),
    ("kings D1 O2 | ", "", "missing"),
    ("me 1", "me 3", "number"),
    ("turn 1", "turn 0", "number"),
    ("turn 1", "turn 1 | phase wait", "word"),
    ("turn 1", "turn 1 | phase end", "over"),
    ("turn 1", "turn 1 | turn 1", "twice"),
    ("turn 1", "turn 1 | trun 1", "unknown"),
    ("deck 52", "deck 51", "cards"),
    ("deck 52", "deck 81", "number"),
    ("deck 52", "deck 0", "no_deck"),
    ("next 2.2.3", "next 4.2.3", "mine"),
    ("next 2.2.3", "next 2.2", "mine"),
    ("2.3.5!:O2 ; ", "", "centre"),
    ("2.3.5!:O2", "-", "gap"),
    ("2.3.5!:O2", "2.3.5!:O2,D5", "captured"),
    ("2.3.5!:O2", "2.3.5!:X2", "unit"),
    ("G0,T4", "T4,G0", "chain"),
    ("G0,T4", "T4,O4", "chain"),
    ("1.1.1 ;", "1.1.1:T5 ;", "captured"),
    ("D3,D8 O1", "D3,O8 O1", "pile"),
    ("D3,D8 O1", "D3 D8 O1", "pile"),
    ("hand D2 D5", "hand", "hand"),
    ("hand D2", "hand D9 D2", "hand"),
    ("hand D2", "hand Z2", "unit"),
    ("hand D2 D5", "hand D9 D9", "unit"),
    ("own 1.2.2:G3 ; -", "own 1.2.2:G3", "seats"),
    ("own 1.2.2:G3", "own 1.2.2:D4", "miner"),
    ("own 1.2.2:G3", "own 1.2.2:G3,G4", "finished"),
    ("own 1.2.2:G3", "own 1.2.3!:G3,G4,G5", "finished"),
    ("own 1.2.2:G3", "own 1.1.2!:G3,G4,G5", "finished"),
    ("own 1.2.2:G3", "own 1.2.2:G3,G2", "chain"),
    ("done - ; 1.1.1", "done 1.1.1 1.1.1 1.1.1 1.1.1 ; 1.1.1", "mine"),
    ("discard T2", "discard T2 T5 T5", "unit"),
    ("others 6", "others 6 6", "others"),
    ("others 6", "others x", "other"),
    ("others 6", "others 1:G4,G5", "other"),
    ("others 6", "others 5", "hand"),
    ("me 1", "me -", "no_hand"),
]


@pytest.mark.parametrize(("right", "wrong", "fault"), _WRONG)
def test_each_fault_is_named(right: str, wrong: str, fault: str) -> None:
    assert right in EXAMPLE_1
    assert fault in _faults(EXAMPLE_1.replace(right, wrong, 1))


def test_all_faults_are_named_together() -> None:
    text = EXAMPLE_1
    for right, wrong in [
        ("me 1", "me 1 | colour red"),
        ("deck 52", "deck x"),
        ("2.3.5!:O2", "2.3.5!:O7,O2"),
        ("D3,D8", "D3,G8"),
        ("own 1.2.2:G3", "own 1.2.2:D3"),
        ("done - ;", "done 9 ;"),
    ]:
        assert right in text
        text = text.replace(right, wrong)
    assert sorted(_faults(text)) == sorted(
        ["unknown", "number", "chain", "captured", "pile", "miner", "mine"]
    )


@pytest.mark.parametrize(
    "text",
    [
        *("", "play", "play O7", "play O7 centre", "play O7 centre 0", "play O7 camp O", "play X7"),
        *("play O77 centre 1", "draw", "draw camp", "draw camp X", "draw centre 1", "draw deck 1"),
        *("swap now", "jump"),
    ],
)
def test_an_act_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(ActTextError):
        read_act(text)


# The data files.

CARDS = (files(kings) / "kings.csv").read_text(encoding="utf-8")
NUMBERS = (files(kings) / "kings.toml").read_text(encoding="utf-8")
COLUMNS = CARDS.splitlines()[0].split(",")
LINES = re.findall(r"^\w+ = .*$", NUMBERS, re.MULTILINE)


def test_the_box_says_how_each_line_is_known() -> None:
    box = the_box()
    assert (len(box.cards), box.hand, box.centre, box.camp) == (80, 6, 4, 4)
    assert {unit.race for unit in box.units} == set(RACES)
    assert sum(mine.overseer * count for mine, count in box.mines.items()) == 24
    assert box.sources["card 80, unit"] is Source.INFERRED
    assert box.sources["card 80, mine"] is Source.ASSUMED
    assert box.sources["set_up.hand"] is Source.KNOWN


def _box_faults(cards: str = CARDS, numbers: str = NUMBERS) -> list[KsmError]:
    return box_faults(Box.parse, cards, numbers)


@pytest.mark.parametrize("number", range(1, 81))
def test_every_line_of_the_cards_is_checked(number: int) -> None:
    lines = CARDS.splitlines()
    column = number % len(COLUMNS)
    words = lines[number].split(",")
    words[column] = "£"
    (fault,) = _box_faults("\n".join([*lines[:number], ",".join(words), *lines[number + 1 :]]))
    assert fault.params["line"] == f"card {number}"
    name = COLUMNS[column]
    key = "shelf_box.cell"
    assert fault.key == ("shelf_box.source" if name.endswith("source") else key)
    assert name == "card" or name.endswith("source") or fault.params["column"] == name


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("how", ["value", "source", "missing"])
def test_every_line_of_the_numbers_is_checked(line: str, how: str) -> None:
    (fault,) = _box_faults(numbers=NUMBERS.replace(line, spoiled(line, how), 1))
    assert fault.key == f"shelf_box.{how}"
    assert str(fault.params["line"]).endswith(line.partition(" = ")[0])


def test_all_wrong_lines_are_named_together() -> None:
    cards = CARDS.replace("\n3,D,", "\n3,X,").replace("\n7,D,3", "\n7,D,33")
    faults = _box_faults(cards, NUMBERS.replace("hand = [6", "hand = [0"))
    lines = [fault.params["line"] for fault in faults]
    assert lines == ["set_up.hand", "card 3", "card 7"]


@pytest.mark.parametrize(
    ("cards", "numbers", "key"),
    [
        ("", NUMBERS, "shelf_box.head"),
        ("card,race\n1,D", NUMBERS, "shelf_box.head"),
        (CARDS.rpartition("\n80")[0], NUMBERS, "kings_box.count"),
        (CARDS, NUMBERS.replace("cards = [80", "cards = [79"), "kings_box.count"),
        (
            "\n".join(CARDS.splitlines()[:21]),
            NUMBERS.replace("cards = [80", "cards = [20"),
            "kings_box.few",
        ),
    ],
)
def test_a_box_that_does_not_fit_together_is_refused(cards: str, numbers: str, key: str) -> None:
    assert [fault.key for fault in _box_faults(cards, numbers)] == [key]


def test_another_box_can_take_its_place(tmp_path: Path) -> None:
    file = tmp_path / "cards.csv"
    file.write_text(CARDS.replace("assumed", "known").replace(",no,", ",yes,"))
    box = Box.load(file)
    assert all(mine.overseer for mine in box.mines)
    game = Game.begin(3, 1, box)
    rng = Random(1)
    while not game.is_over:
        game = game.after(rng.choice(legal(game.position)))
    assert game.position.phase is Phase.END
    assert Game.parse(game.text(), box) == game


def test_numbers_that_are_no_toml_are_refused() -> None:
    with pytest.raises(BoxError):
        Box.parse(CARDS, "a = [")
