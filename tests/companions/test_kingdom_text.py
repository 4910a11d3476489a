"""Faults that only texts of Kingdom have, and its data files line by line."""

from __future__ import annotations

import re
from dataclasses import replace
from importlib.resources import files
from random import Random
from typing import TYPE_CHECKING

import pytest

from ksm_widgets.companions import kingdom
from ksm_widgets.companions.data_file import Source
from ksm_widgets.companions.kingdom.acts import Give, Use
from ksm_widgets.companions.kingdom.box import FILES, Box, the_box
from ksm_widgets.companions.kingdom.companion import COMPANION
from ksm_widgets.companions.kingdom.fortune import UNSEEN
from ksm_widgets.companions.kingdom.goods import read_cubes
from ksm_widgets.companions.kingdom.places import Action, OwnCard
from ksm_widgets.companions.kingdom.position import Phase
from ksm_widgets.companions.kingdom.record import Game
from ksm_widgets.companions.kingdom.rules import apply, legal
from ksm_widgets.companions.kingdom.text import position_text, read_draft, read_position
from ksm_widgets.rules.errors import FaultyPosition, KsmError
from tests.companions.kingdom_positions import (
    EXAMPLE_1,
    EXAMPLE_2,
    random_position,
    some_act,
    table,
)
from tests.companions.shared import InText, box_faults, changed

if TYPE_CHECKING:
    from pathlib import Path


_faults = InText(COMPANION).faults


_WRONG_WHILE_PLACING = [
    ("left 4 4 4 4", "left 4 4 4 3", "pawns"),
    ("left 4 4 4 4", "left 4 4 4", "numbers"),
    ("Edom:1", "Judah:1", "pawns_there"),
    ("Edom:1", "Dan:1", ""),
    ("Prophet:4", "Dan:4", "foreign_pawn"),
    ("Prophet:4", "Nineveh:4", "no_spot"),
    (
        "Edom:1 Trader:2 Prophet:4 Judah:3 | left 4 4 4 4",
        "Ark:2*5 | left 5 0 5 5 | turn 2",
        "all_placed",
    ),
    ("Edom:1 Trader:2 Prophet:4 Judah:3 | left 4 4 4 4", "Ark:2*5 | left 5 0 5 5", ""),
    ("Prophet:4", "8:4", "no_spot"),
    ("Prophet:4", "Prophet:4*2", "several"),
    ("Trader:2 Prophet:4", "Altar:2*5 Prophet:4", "pawns"),
    ("Aram-Bashan\n", "Aram-Naphtali\n", "empty_site"),
    ("Aram-Bashan\n", "Samaria-Dan\n", "foreign_road"),
]


@pytest.mark.parametrize(("right", "wrong", "fault"), _WRONG_WHILE_PLACING)
def test_each_fault_of_pawns_is_named(right: str, wrong: str, fault: str) -> None:
    text = changed(EXAMPLE_2, (right, wrong))
    assert read_position(text) if not fault else fault in _faults(text)


@pytest.mark.parametrize(
    ("unread", "right", "wrong", "fault"),
    [
        ("left 4 4 4 4", "Edom:1 Trader:2", "Edom:1 Edom:2", "pawns_there"),
        ("left 4 4 4 4", "Prophet:4", "Dan:4", "foreign_pawn"),
        ("favour 1", "left 4 4 4 4", "left 5 4 4 4", "pawns"),
    ],
)
def test_pawns_are_checked_as_far_as_they_can_be_read(
    unread: str, right: str, wrong: str, fault: str
) -> None:
    item = unread.partition(" ")[0]
    text = changed(EXAMPLE_2, (unread, f"{item} x"), (right, wrong))
    assert _faults(text)[1:] == [fault]


def test_faults_that_need_several_changes() -> None:
    guests = ("pawns Edom:1", "pawns Dan:1 Aram:1"), ("left 4", "left 3")
    assert _faults(changed(EXAMPLE_2, *guests)) == ["foreign_pawn"]
    small = changed(
        EXAMPLE_1, ("phase market", "phase place"), ("pawns -", "pawns Ark:1 | left 5 6")
    )
    assert _faults(small) == ["no_bonus"]
    six = "Aram:1 Asher:1 Dan:1 Samaria:1 Bashan:1"
    many = changed(EXAMPLE_1, ("Bashan:1", six), ("own 7 10", "own 2 5 6 7 8 10"))
    assert _faults(many) == ["buildings"]
    box = the_box()
    ends = [f"{one}-{other}" for one, land in box.lands.items() for other in land.neighbours]
    roads = changed(EXAMPLE_1, ("roads Bashan-Tob", "roads " + " ".join(ends)))
    assert "roads" in _faults(roads)


TAXED = changed(
    EXAMPLE_1,
    ("phase market", "phase resolve"),
    ("ssswwwwf ; ccf", "- ; wwwccf"),
    ("own 7 10 ", "own 7 13 "),
    ("pawns -", "pawns Edom:1 Moab:2 | owing 2"),
)
"""Player 1 has used the Tax Collector."""


@pytest.mark.parametrize(
    ("right", "wrong", "faults"),
    [
        ("wwwccf", "wwccf", ["owing_few"]),
        ("owing 2", "owing 2 | turn 1", ["payer"]),
        ("owing 2", "owing 2 | done 1 2", ["collector"]),
        ("7 13 ", "7 10 ", ["collector"]),
        ("owing 2", "owing 9", ["seat"]),
        ("phase resolve", "phase place", ["pawns", "pawns", "owing"]),
        ("owing 2", "owing 1", ["owing_few", "collector"]),
    ],
)
def test_each_fault_of_what_is_owed_is_named(right: str, wrong: str, faults: list[str]) -> None:
    position = read_position(TAXED)
    assert (position.turn, position.collector) == (2, 1)
    assert legal(position) == (Give("c"), Give("w"), Give("f"))
    assert _faults(changed(TAXED, (right, wrong))) == faults


def test_the_cubes_that_are_owed_go_to_whose_card_it_is() -> None:
    """Player 1, who has no pawn, isn't done either."""
    text = changed(
        EXAMPLE_1,
        ("order 1 2 | phase market", "order 1 2 | phase resolve"),
        ("ssswwwwf ; ccf", "sswwwwf ; -"),
        ("own 7 10 ; 3", "own 7 10 ; 13"),
        ("pawns -", "pawns 13:2 Moab:2"),
    )
    taxed = apply(read_position(text), Use(OwnCard(13)))
    read = read_position(position_text(taxed))
    assert read.collector == taxed.collector == 2
    assert apply(read, Give("w")).cubes(2) == read_cubes("w")


def test_only_who_has_too_many_cards_discards() -> None:
    few = changed(EXAMPLE_1, ("phase market", "phase discard"))
    assert _faults(few) == ["few_cards"]
    many = read_position(changed(few, ("fortune f ; 2", "fortune f ; 5")))
    assert many.turn == 2
    assert "turn" not in position_text(many)


@pytest.mark.parametrize(
    ("text", "en", "de"),
    [
        (changed(EXAMPLE_2, ("Prophet:4", "Trader:4")), "on Trader.", "Auf Händler stehen"),
        (changed(EXAMPLE_2, ("Prophet:4", "Prophet:4*2")), "on Prophet.", "Auf Prophet kann"),
        (changed(EXAMPLE_1, ("f3 |", "f9 |")), "9 cubes of food", "Nahrung: 9 Würfel"),
        (
            changed(EXAMPLE_1, ("fortune f", "fortune p3 p3 p3 p3")),
            "The card of 3 points",
            "Die Karte mit 3 Punkten",
        ),
        (
            changed(EXAMPLE_1, ("fortune f", "fortune cf cf")),
            "is there 2 times; the box has 1.",
            "ist 2-mal da; die Schachtel hat sie 1-mal.",
        ),
        (
            changed(EXAMPLE_1, ("temple 2", "temple 0")),
            "More tokens have been taken (1) than the temple has blocks (0).",
            "Es wurden mehr Tempelmarken genommen (1), als der Tempel Blöcke hat (0).",
        ),
    ],
)
def test_a_fault_names_places_goods_and_cards_in_words(text: str, en: str, de: str) -> None:
    with pytest.raises(FaultyPosition) as caught:
        read_position(text)
    assert en in caught.value.sentence("en")
    assert de in caught.value.sentence("de")


def test_after_the_trigger_there_may_be_fewer_buildings() -> None:
    text = changed(EXAMPLE_1, ("own 7 10", "own 7 8 10"), ("temple 2", "temple 10"))
    assert read_position(text).ending
    text = changed(EXAMPLE_1, ("sites Bashan:1 Tob:1 Judah:2", "sites Bashan:1 Judah:2"))
    assert "own_one" in _faults(changed(text, ("roads Bashan-Tob", "roads -")))


@pytest.mark.parametrize(
    ("text", "cards"),
    [("cf", ("cf",)), ("fc", ("cf",)), ("sf", ("s", "f")), ("wwp3", ("ww", "p3")), ("-", ())],
)
def test_letters_joined_are_a_card_of_the_box_in_any_order(
    text: str, cards: tuple[str, ...]
) -> None:
    position = read_position(changed(EXAMPLE_1, ("fortune f", f"fortune {text}")))
    assert position.fortune[0] == cards


def test_a_view_that_was_played_on_can_be_written_and_read() -> None:
    """A card that its player draws there is unseen, also in their own hand."""
    view = table(("phase market", "phase resolve"), ("pawns -", "pawns Prophet:1 Tob:1"))
    after = apply(view, Use(Action.PROPHET))
    assert after.hand(1) == ("f", UNSEEN)
    assert read_position(position_text(after)) == after
    discarded = replace(after, discards=(UNSEEN,))
    assert read_position(position_text(discarded)).discards == (UNSEEN,)


@pytest.mark.parametrize("seed", range(4))
def test_views_can_be_played_on_for_rounds_and_written_and_read_meanwhile(seed: int) -> None:
    rng = Random(seed)
    view = random_position(rng, Phase.PLACE)
    for _ in range(150):
        assert read_position(position_text(view)) == view
        if view.is_over:
            break
        view = apply(view, some_act(legal(view), rng))


def test_a_draft_may_break_rules_but_must_be_readable() -> None:
    assert read_draft(changed(EXAMPLE_1, ("Judah:2", "Edom:2"))).owner("Edom") == 2
    with pytest.raises(FaultyPosition):
        read_draft("players 2")


# The data files.

PLACES, CARDS, NUMBERS = (
    (files(kingdom) / name).read_text(encoding="utf-8")
    for name in ("kingdom_places.csv", "kingdom_buildings.csv", "kingdom.toml")
)
LINES = re.findall(r"^\w+ = .*$", NUMBERS, re.MULTILINE)


def test_the_box_says_how_each_line_is_known() -> None:
    box = the_box()
    assert box.sources["place Bashan, goods"] is Source.KNOWN
    assert box.sources["card 11, name"] is Source.KNOWN
    assert box.sources["card 11, rest"] is Source.ASSUMED
    assert box.sources["box.pawns_4"] is Source.INFERRED
    assert box.sources["market.g"] is Source.ASSUMED
    assert len(box.sources) == 2 * 16 + 2 * 20 + len(LINES)


def _box_faults(places: str = PLACES, cards: str = CARDS, numbers: str = NUMBERS) -> list[KsmError]:
    return box_faults(Box.parse, places, cards, numbers)


@pytest.mark.parametrize("text", [PLACES, CARDS])
def test_every_line_of_the_tables_is_checked(text: str) -> None:
    lines = text.splitlines()
    columns = lines[0].split(",")
    for number in range(1, len(lines)):
        column = number % len(columns)
        words = lines[number].split(",")
        words[column] = "£"
        wrong = "\n".join([*lines[:number], ",".join(words), *lines[number + 1 :]])
        fault, *_ = _box_faults(wrong) if text is PLACES else _box_faults(cards=wrong)
        name = columns[column]
        shown = number if column == 0 else lines[number].split(",")[0]
        assert fault.params["line"] == f"{columns[0]} {shown}"
        source = name.endswith("source")
        assert fault.key == ("shelf_box.source" if source else "shelf_box.cell")


@pytest.mark.parametrize(
    ("places", "cards", "key"),
    [
        ("", CARDS, "shelf_box.head"),
        (PLACES, "", "shelf_box.head"),
        (PLACES + "Ophir,g,no,Edom,known,known\n", CARDS, "kingdom_box.twice"),
        (PLACES + "Altar,g,no,Edom,known,known\n", CARDS, "kingdom_box.reserved"),
        (PLACES, CARDS + "20,Market hall,sswwfc,17,no,ss,known,known\n", "kingdom_box.twice"),
        (PLACES.replace("Ophir,g,no,Edom", "Ophir,g,no,Moab"), CARDS, "kingdom_box.neighbour"),
        (PLACES.replace("Ophir,g,no,Edom", "Ophir,g,no,Ophir"), CARDS, "kingdom_box.neighbour"),
        (PLACES.replace("Ophir,g,no,Edom", "Ophir,g,no,Nile"), CARDS, "kingdom_box.neighbour"),
    ],
)
def test_a_box_that_does_not_fit_together_is_refused(places: str, cards: str, key: str) -> None:
    assert key in [fault.key for fault in _box_faults(places, cards)]


@pytest.mark.parametrize(
    ("gold", "lines"), [("g3", ["box.fewer_2"]), ("g1", ["box.fewer_3", "box.fewer_2"])]
)
def test_no_more_cubes_stay_in_the_box_than_it_has(gold: str, lines: list[str]) -> None:
    faults = _box_faults(numbers=changed(NUMBERS, ("g10", gold)))
    assert [fault.params["line"] for fault in faults] == lines
    assert {fault.key for fault in faults} == {"kingdom_box.fewer"}


def test_no_two_cards_have_the_same_action() -> None:
    faults = _box_faults(cards=changed(CARDS, ("wwfff,14,yes,ww", "wwfff,14,yes,tax")))
    assert [(fault.key, fault.params["line"], fault.params["other"]) for fault in faults] == [
        ("kingdom_box.action", "card 13", 1)
    ]


def test_a_map_without_sites_is_refused() -> None:
    """Otherwise all sites would be built from the start, and the game over (S34)."""
    [fault] = _box_faults(PLACES.replace(",yes,", ",no,"))
    assert fault.key == "kingdom_box.sites"


def test_another_box_can_take_its_place(tmp_path: Path) -> None:
    file = tmp_path / "places.csv"
    file.write_text(PLACES.replace("Ophir,g,no", "Ophir,gg,yes").replace("assumed", "known"))
    box = FILES.load(file)
    assert len(box.sites) == 12
    game = Game.begin(3, 1, box)
    rng = Random(1)
    while not game.is_over and len(game.acts) < 200:
        game = game.after(rng.choice(legal(game.position)))
    assert Game.parse(game.text(), box) == game
