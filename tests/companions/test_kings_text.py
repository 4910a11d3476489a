"""What only Kings has in its texts, and its data files line by line."""

from __future__ import annotations

from importlib.resources import files
from random import Random
from typing import TYPE_CHECKING

import pytest

from ksm_widgets.companions import kings
from ksm_widgets.companions.data_file import Source
from ksm_widgets.companions.kings import pieces
from ksm_widgets.companions.kings.box import FILES, Box, the_box
from ksm_widgets.companions.kings.cards import RACES, Mine
from ksm_widgets.companions.kings.naming import mine_phrase, numbers_phrase
from ksm_widgets.companions.kings.position import Phase
from ksm_widgets.companions.kings.record import Game
from ksm_widgets.companions.kings.rules import legal
from ksm_widgets.companions.kings.text import position_text, read_draft, read_position
from ksm_widgets.draw.themes import DARK
from ksm_widgets.rules.errors import KsmError
from ksm_widgets.telling.phrases import Reader
from ksm_widgets.words import LANGUAGES
from tests.companions.kings_positions import EXAMPLE_1
from tests.companions.shared import box_faults

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


@pytest.mark.parametrize("language", LANGUAGES)
def test_mines_of_different_penalties_look_and_sound_different(language: str) -> None:
    usual, costly = Mine(1, 1, False, 1, 1), Mine(1, 1, False, 1, 3)
    assert pieces.mine(usual, DARK) != pieces.mine(costly, DARK)
    for name in (mine_phrase, numbers_phrase):
        told, told_costly = (Reader(language).say(name(mine)) for mine in (usual, costly))
        assert told_costly.startswith(told)
        assert "3" in told_costly.removeprefix(told)


def test_a_draft_keeps_all_mines_of_a_seat() -> None:
    text = EXAMPLE_1.replace("done - ; 1.1.1", "done - ;" + 100 * " 1.1.1")
    assert len(read_draft(text).done[1]) == 100


# The data files.

CARDS = (files(kings) / "kings.csv").read_text(encoding="utf-8")
NUMBERS = (files(kings) / "kings.toml").read_text(encoding="utf-8")
COLUMNS = CARDS.splitlines()[0].split(",")


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
    box = FILES.load(file)
    assert all(mine.overseer for mine in box.mines)
    game = Game.begin(3, 1, box)
    rng = Random(1)
    while not game.is_over:
        game = game.after(rng.choice(legal(game.position)))
    assert game.position.phase is Phase.END
    assert Game.parse(game.text(), box) == game
