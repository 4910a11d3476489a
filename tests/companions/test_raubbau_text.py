"""Faults that only texts of Raubbau have, and values that its data file must not have."""

from __future__ import annotations

import re
from dataclasses import replace
from importlib.resources import files
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ksm_widgets.companions import raubbau
from ksm_widgets.companions.data_file import Source
from ksm_widgets.companions.raubbau.box import FILES, Box, Face, the_box
from ksm_widgets.companions.raubbau.cards import Thing, Treasure, Tunnel
from ksm_widgets.companions.raubbau.companion import COMPANION
from ksm_widgets.companions.raubbau.editing import EXAMPLES
from ksm_widgets.companions.raubbau.places import ENTRY, Field
from ksm_widgets.companions.raubbau.position import Phase
from ksm_widgets.companions.raubbau.record import Game
from ksm_widgets.companions.raubbau.rules import legal, new_match
from ksm_widgets.companions.raubbau.setting_up import filled_up
from ksm_widgets.companions.raubbau.text import position_text, read_position
from ksm_widgets.rules.errors import FaultyPosition, TextError
from tests.companions.raubbau_positions import EXAMPLE_1, EXAMPLE_2
from tests.companions.shared import InText, box_faults

if TYPE_CHECKING:
    from pathlib import Path


@given(st.integers(-99, 99), st.integers(-99, 99))
def test_fields_are_read_back(south: int, east: int) -> None:
    assert Field.parse(str(Field(south, east))) == Field(south, east)
    assert str(ENTRY) == "E"


_faults = InText(COMPANION).faults


def test_more_faults_of_a_position() -> None:
    out = EXAMPLE_1.replace("out -", "out 1")
    assert {"out", "turn", "rounds_left"} <= set(_faults(out))
    acting = EXAMPLE_2.replace("match 2", "match 2 | phase act")
    assert _faults(acting) == ["no_plan"]
    many = EXAMPLE_2.replace("g? v?", "g? " + "v? " * 12, 1)
    assert "fronts" in _faults(many)
    closed = EXAMPLE_1.replace("-,-,rG1@1,-", "v?,v?,rG1@1,v?").replace(
        "front - ; - ; -", "front - ; " + "v? " * 12 + "; -"
    )
    assert "set" in _faults(closed)
    twice = EXAMPLES["turn"].replace("acted 3", "acted 3 1")
    assert _faults(twice) == ["acted_twice"]
    gone = EXAMPLES["turn"].replace("out 2", "leaving 2").replace(" | rounds_left 0", "")
    assert _faults(gone) == ["leaving"]
    all_passed = EXAMPLE_2.replace("turn 1", "turn 1 | passed 2")
    assert _faults(all_passed) == ["passed"]
    for leaders in ("", " | leaders 2 3"):
        drawing = EXAMPLE_1.replace("match 1", f"match 3 | phase draw{leaders}")
        assert _faults(drawing) == ["leaders"]
    crosses = EXAMPLE_1.replace("-,-,rG1@1,-", "nesw,nesw,nesw,nesw/nesw,nesw,nesw,nesw")
    assert "kind" in _faults(crosses)


def test_a_plan_in_the_row_of_a_blast_is_a_fault_without_a_drift_set_too() -> None:
    text = """\
match 1 | players 3 | start 2 | turn 2 | me 1 | phase act | out - | points 0 0 0 | drift {} | \
tunnels 15
stacks r15 g15 v14 | front - ; - ; - | gone rU gP | step row
mine rP1@1,r?@2*,-/nes,nsw,-/-,E,-"""
    for drift in ("1 0 0", "0 0 0"):
        assert _faults(text.format(drift)) == ["row"]


@pytest.mark.parametrize(
    ("step", "field"),
    [
        ("stand", "ns@1"),  # Its only end has no treasure.
        ("lay rS gS", "ns@1"),  # More cards than open ends.
        ("draw rS", "ns@1"),  # As many already.
        ("lay", "nes@1"),  # No card for its open end.
        ("lay rS", "nesw@1"),  # One card for two open ends, though there are more.
        ("lay rS", "-@1"),
        ("turn nes", "-@1n"),  # No tunnel is to the north.
        ("row s1", "v?3@1"),
        ("row n1w2 n1w2", "#@1*"),
    ],
)
def test_a_step_that_nobody_can_take_is_a_fault(step: str, field: str) -> None:
    text = EXAMPLES["turn"].replace("step turn nes", f"step {step}").replace("-@1", field)
    assert "step" in _faults(text)


@pytest.mark.parametrize(
    ("before", "after", "faults"),
    [
        ("rG gG vU", "rG gG vU gG+", ["kept"]),
        ("rG gG vU", "rG gG vU gP+", []),
        ("r? g? v?", "r? g? v?+", ["kept"]),
        ("r? g? v?", "r?1 g? v?", ["shown"]),
    ],
)
def test_cards_in_front_fit_who_knows_them(before: str, after: str, faults: list[str]) -> None:
    extra = after.count(" ") - before.count(" ")
    text = EXAMPLE_2.replace(before, after).replace("g12", f"g{12 - extra}")
    if faults:
        assert _faults(text) == faults
    else:
        read_position(text)


def test_who_sees_a_position_knows_the_faces_that_it_names_in_front() -> None:
    fronts = EXAMPLE_2.replace("; g? v?", "; gG vG").replace("v?3,#", "vS3,#")
    position = read_position(fronts.replace("turn 1 | me 1", "turn 3 | me 3"))
    assert position.seen(3) == position
    assert "front rG3 gG3 vU3 ; r? g? v? ; gG vG" in position_text(position)


def test_a_step_that_cannot_be_read_is_the_only_fault() -> None:
    text = EXAMPLES["turn"].replace("step turn nes", "step turn nez")
    assert _faults(text) == ["step"]


def test_a_drawn_card_whose_face_is_known_leaves_no_room_for_an_unseen_one() -> None:
    text = """\
match 1 | players 3 | start 1 | turn 1 | me 1 | phase act | out - | points 0 0 0 | drift 3 3 3 | \
tunnels 14
stacks {} | front - ; r? r? r? r? r? r? r? r? r? r? r? r? ; - | gone - | step lay rG
mine {},-,-,r?/-,-,nes@1,r?/v?3@3,ew,E,nw"""
    # The set's cave-in must be in the stacks, so 14 of its 15 unseen cards may be elsewhere.
    assert _faults(text.format("g11 v10 v10", "r?")) == ["set"]
    read_position(text.format("g11 v11 v10", "-"))


def test_a_card_drawn_and_not_looked_at_may_be_a_cave_in() -> None:
    text = f"""\
match 1 | players 3 | start 1 | turn 1 | me 1 | phase act | out - | points 0 0 0 | drift 3 3 3 | \
tunnels 14
stacks r16 g8 g8 | front - ; {" ".join(["v?"] * 12)} ; - | gone - | step draw v?
mine -,v?,-,-/-,-,nesw@1,vP12/v?3@3,ew,E,nw"""
    assert position_text(read_position(text)) == text


def test_a_field_that_is_none_is_refused() -> None:
    with pytest.raises(TextError):
        Field.parse("q1")


# The data file.

BOX = (files(raubbau) / "raubbau.toml").read_text(encoding="utf-8")


def test_the_box_is_as_the_rulebook_says() -> None:
    box = the_box()
    assert (sum(box.tunnels.values()), box.treasures, box.set_size) == (27, 48, 16)
    assert box.sources["tunnels.t"] is Source.ASSUMED
    assert box.sources["treasures.gem"] is Source.KNOWN


@pytest.mark.parametrize(
    ("right", "wrong", "key"),
    [
        ("t = [12", "t = [11", "tunnels"),
        ("floor = [-1", "floor = [1", "value"),
        ("laps = [5", "laps = [0", "value"),
        ('"r g v"', '"r g r"', "value"),
        ('"r g v"', '"r g n"', "value"),
        ('entry = ["nesw"', 'entry = ["news"', "value"),
        ("gem = [6", "gem = [true", "value"),
        ("gem = [6", "jewel = [6", "unknown"),
    ],
)
def test_values_that_cannot_be_are_refused(right: str, wrong: str, key: str) -> None:
    assert right in BOX
    with pytest.raises(FaultyPosition) as caught:
        Box.parse(BOX.replace(right, wrong))
    assert key in [fault.key.partition(".")[2] for fault in caught.value.faults]


def test_a_box_has_only_as_many_tunnels_as_fields_have_names() -> None:
    many = re.sub(r"^(straight|bend|t|cross) = \[[0-9]+", r"\1 = [99", BOX, flags=re.MULTILINE)
    many = many.replace("tunnels_per_player = [5", "tunnels_per_player = [19")
    dealt = new_match(Random(1), 5, Box.parse(many.replace("extra = [2", "extra = [3"))).seen(1)
    assert len(dealt.tunnels) == 98
    assert read_position(position_text(dealt), dealt.box) == dealt
    # All of them in a line, with a treasure at its end.
    row: dict[Field, Thing] = {Field(0, east): Tunnel("ew") for east in range(1, 99)}
    laid = replace(dealt, tunnels=()).with_mine({**row, Field(0, 99): Treasure("r")})
    laid = filled_up(laid)
    assert read_position(position_text(laid), laid.box) == laid
    (fault,) = box_faults(Box.parse, many.replace("extra = [2", "extra = [4"))
    assert (fault.key, fault.params["found"]) == ("raubbau_box.match", 99)


def test_a_box_has_only_as_many_treasures_as_stacks_can_say() -> None:
    dealt = new_match(Random(1), 3, Box.parse(BOX.replace("gem = [6", "gem = [89"))).seen(1)
    assert [*map(len, dealt.stacks)] == [99, 99, 99]
    assert read_position(position_text(dealt), dealt.box) == dealt
    (fault,) = box_faults(Box.parse, BOX.replace("gem = [6", "gem = [90"))
    assert (fault.key, fault.params["found"]) == ("raubbau_box.stacks", 100)


def test_laps_that_a_box_allows_can_be_said() -> None:
    game = Game.begin(3, 1, Box.parse(BOX.replace("laps = [5", "laps = [99")))
    for line in ("dig n1 s", "dig e1 w", "leave"):
        game = game.after(Game.read_act(line))
    # The start player turns to and fro until nobody may change a plan any more.
    while game.position.lap < 100:
        acts = legal(game.position)
        game = game.after(acts[1] if game.position.turn == 1 else acts[0])
    while game.position.phase is Phase.PLAN:
        view = game.position.seen(1)
        assert read_position(position_text(view), view.box) == view
        game = game.after(legal(game.position)[0])


def test_another_box_can_take_its_place(tmp_path: Path) -> None:
    file = tmp_path / "box.toml"
    file.write_text(
        BOX.replace('"U P"', '"same"').replace("[true", "[false").replace("[4, ", "[0, ")
    )
    box = FILES.load(file)
    assert (box.faces[Face.CAVE_IN], box.treasures, box.end_at_points) == (0, 45, 0)
    game = Game.begin(3, 1, box)
    rng = Random(1)
    while not game.is_over:
        game = game.after(rng.choice(legal(game.position)))
    assert game.position.phase is Phase.END
    assert len(game.ended) == 2
