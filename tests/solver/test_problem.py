"""Dig problems as JSON: what is read, and every way in which they can be wrong."""

from __future__ import annotations

import json
import tomllib
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ksm_widgets.words
from ksm_widgets.rules import (
    CardError,
    Collected,
    FaultyPosition,
    KsmError,
    Position,
    Power,
    Quarry,
    Shape,
    Stakes,
    Tile,
    Variant,
    card,
    cards,
)
from ksm_widgets.solver import Problem, ProblemError, Slot, Values
from tests.strategies import positions, power_sets, shapes, variants

NOTHING = "-,-,-,-,-,-"
BOARD = "/".join([NOTHING] * 5 + ["5,2?,xM,-,-,-"])
GIVEN: dict[str, Any] = {"board": BOARD, "shape": "##"}


def read(**changes: Any) -> Problem:
    data = {**GIVEN, **changes}
    if "hand" in changes:
        del data["shape"]
    return Problem.from_dict(data, cards())


def test_what_is_left_out_has_its_default() -> None:
    problem = Problem.from_dict(GIVEN, ())
    assert problem == Problem(Position.parse(BOARD), Shape.parse("##"))
    assert problem.money == 10
    assert problem.powers == frozenset()
    assert problem.values == Values(2500, 2000, 500, None, ())
    assert problem.max_moves is None
    assert problem.wanted == ()
    assert problem.variant is Variant.STANDARD
    assert (problem.best, problem.frontier) == (0, False)


def test_everything_that_can_be_said() -> None:
    problem = Problem.from_dict(
        {
            "board": BOARD,
            "card": 15,
            "powers": ["seal", "mirror", "seal"],
            "money": 0,
            "values": {"parchment": 3, "magic": 0.125, "curse": 0, "M": 1, "?": -0.5},
            "max_moves": 0,
            "wanted": ["c1:2", "a1:1", "c1:2"],
            "best": 3,
            "frontier": True,
            "variant": "beginner",
            "id": {"anything": ["at", "all"]},
        },
        cards(),
    )
    assert problem == Problem(
        Position.parse(BOARD),
        card(15).shape,
        frozenset({Power.SEAL, Power.MIRROR}),
        money=0,
        values=Values(3000, 125, 0, -500, ((Tile.MIRROR, 1000),)),
        max_moves=0,
        wanted=(Slot(Quarry.parse("a1"), 1), Slot(Quarry.parse("c1"), 2)),
        variant=Variant.BEGINNER,
        best=3,
        frontier=True,
    )


def test_null_is_as_good_as_left_out_where_there_may_be_no_limit() -> None:
    assert read(max_moves=None, best=None) == read()


@given(positions(unseen=True), shapes(), power_sets, variants)
def test_any_board_shape_powers_and_variant_are_read(
    position: Position, shape: Shape, powers: frozenset[Power], variant: Variant
) -> None:
    problem = Problem(position, shape, powers, variant=variant)
    assert Problem.from_dict(json.loads(json.dumps(problem.to_dict())), box=False) == problem
    text = {
        "board": position.text,
        "shape": str(shape),
        "powers": sorted(power.value for power in powers),
        "variant": variant.value,
    }
    assert Problem.from_dict(text, (), box=False) == problem


def test_a_problem_writes_all_that_can_be_said() -> None:
    """Each field beside board and shape goes out and comes back, thousandths too."""
    changes: list[dict[str, Any]] = [
        {"powers": ["mirror", "seal"]},
        {"money": 0},
        {"values": {"parchment": 0.125, "magic": 0, "curse": 3, "?": -1.5, "a": 7, "M": 0.001}},
        {"max_moves": 0},
        {"wanted": ["a1:1", "b1:2"]},
        {"best": 2},
        {"frontier": True},
        {"variant": "beginner"},
        {"holding": "xyzzaabcMS", "others": [{"curses": 7, "magic": 0}, {"curses": 0, "magic": 2}]},
        {"holding": "", "rounds_left": 11, "players": 2},
        {"unseen": {"1": 2, "5": 1, "a": 3}},
        {"holding": "d", "rounds_left": 0, "players": 5, "unseen": {"z": 1}},
    ]
    for change in changes:
        assert read(**change).to_dict() == {**GIVEN, **change}
        assert read(**read(**change).to_dict()) == read(**change)


def test_stakes_are_read_as_letters_or_totals_in_any_order() -> None:
    told = read(holding="Mzaxa", others=["xyM", {"curses": 0, "magic": 4}])
    assert told.stakes == Stakes(
        tuple(map(Tile, "xzaaM")), others=(Collected(3, 1), Collected(0, 4))
    )
    assert told == Problem.of(
        Position.parse(BOARD), "##", holding="aaxzM", others=[Collected(3, 1), "MMMM"]
    )
    later = read(holding="MC", rounds_left=3, players=4, powers=["carpet"])
    assert later.stakes == Stakes((Tile.MIRROR, Tile.CARPET), rounds_left=3, players=4)
    assert read(unseen={"5": 3, "a": 0, "2": 1}).unseen == ((Tile("2"), 1), (Tile("5"), 3))


LAST: dict[str, Any] = {"holding": "aaM", "others": ["x"]}
LATER: dict[str, Any] = {"holding": "aaM", "rounds_left": 2, "players": 3}

WRONG: dict[str, list[dict[str, Any]]] = {
    "problem.keys": [{"moves": 3}, {"": 0}, {"Board": BOARD}, {"k" * 1000: 1}],
    "problem.card_or_shape": [{"card": 1}],
    "problem.reactions_unseen": [{"reactions": 1}, {"reactions": 0}],
    "problem.reactions_beside": [
        {"reactions": 1, "unseen": {"1": 1}, **beside}
        for beside in ({"best": 2}, {"frontier": True}, {"wanted": ["a1:1"]})
    ],
    "problem.text": [
        {"board": None},
        {"board": 7},
        {"board": [BOARD]},
        {"shape": None},
        {"shape": ["##"]},
        {"variant": None},
        {"variant": 1},
        {**LAST, "holding": None},
        {**LAST, "holding": ["a"]},
        {**LAST, "holding": 3},
    ],
    "problem.texts": [
        {"powers": None},
        {"powers": "seal"},
        {"powers": [1]},
        {"powers": {"seal": True}},
        {"wanted": None},
        {"wanted": "a1:1"},
        {"wanted": [["a1", 1]]},
    ],
    "problem.values_and_holding": [
        {**LAST, "values": {}},
        {**LATER, "values": {"magic": 3}},
        {**LAST, "values": {"?": 1}},
    ],
    "problem.without_holding": [
        {"others": ["x"]},
        {"rounds_left": 3, "players": 2},
        {"players": 2},
        {"values": {}, "others": []},
    ],
    "problem.not_held": [{**LAST, "powers": ["seal"]}, {**LATER, "powers": ["mirror", "carpet"]}],
    "problem.null": [{name: None} for name in ("others", "rounds_left", "unseen")],
    "problem.unseen_table": [{"unseen": given} for given in (3, "5a", ["5"], [["5", 1]])],
    "problem.unseen_letter": [{"unseen": {letter: 1}} for letter in ("?", "", "55", "6", "m", "-")],
    "problem.unseen_count": [{"unseen": {"5": count}} for count in (-1, 1.0, True, None, "1")],
    "problem.unseen_few": [{"unseen": {}}, {"unseen": {"5": 0}}],
    "problem.unseen_twice": [{"unseen": {"5": 1}, "values": {"?": 1}}],
    "stakes.letter": [
        {**LAST, "holding": "aa5"},
        {**LAST, "holding": "?"},
        {**LAST, "holding": "a b"},
        {**LAST, "holding": "m"},
        {**LAST, "others": ["5"]},
    ],
    "stakes.many": [{**LAST, "holding": "a" * 145}],
    "stakes.when": [{"holding": "a"}, {**LAST, **LATER}],
    "stakes.players_with_rounds": [
        {"holding": "a", "rounds_left": 3},
        {**LAST, "players": 2},
    ],
    "stakes.list": [{**LAST, "others": given} for given in ("x", 1, {"curses": 1, "magic": 1})],
    "stakes.others": [{**LAST, "others": []}, {**LAST, "others": ["x"] * 5}],
    "stakes.other": [
        {**LAST, "others": [given]}
        for given in (
            None,
            3,
            ["x"],
            {},
            {"curses": 1},
            {"curses": 1, "magic": 2, "coins": 3},
            {"curses": -1, "magic": 0},
            {"curses": 1.0, "magic": 0},
            {"curses": True, "magic": 0},
            {"curses": -(10**5000), "magic": 0},
        )
    ],
    "stakes.whole": [
        *({**LATER, "rounds_left": given} for given in (-1, 12, 1.0, True, "1", 10**5000)),
        *({**LATER, "players": given} for given in (1, 6, 2.0, True, "2")),
    ],
    "problem.whole": [
        {"money": -1},
        {"money": -(10**5000)},
        {"money": 2.5},
        {"money": 2.0},
        {"money": Decimal(2)},
        {"money": True},
        {"money": "10"},
        {"money": None},
        {"max_moves": -1},
        {"max_moves": 1.5},
        {"max_moves": False},
        {"max_moves": "none"},
        {"best": 0},
        {"best": -1},
        {"best": True},
        {"best": 1.5},
    ],
    "problem.truth": [{"frontier": None}, {"frontier": 1}, {"frontier": "true"}],
    "problem.power": [{"powers": ["axe"]}, {"powers": ["Seal"]}, {"powers": ["seal", ""]}],
    "problem.variant": [{"variant": "Beginner"}, {"variant": ""}],
    "values.table": [{"values": None}, {"values": 3}, {"values": []}, {"values": "magic"}],
    "values.key": [
        {"values": {key: 1}} for key in ("5", "1", "treasure", "", "-", "Magic", "aa", "m")
    ],
    "values.number": [
        {"values": {"magic": value}}
        for value in (
            None,
            True,
            "2",
            [2],
            -1,
            -0.001,
            float("nan"),
            float("inf"),
            Decimal("-1"),
            Decimal("NaN"),
            Decimal("1E+999999"),
            10**9 + 1,
            10**100,
            10**5000,
        )
    ]
    + [{"values": {"?": float("-inf")}}, {"values": {"?": -(10**9) - 1}}, {"values": {"y": -1}}],
    "values.decimals": [
        {"values": {"magic": 0.0005}},
        {"values": {"?": -1.2345}},
        {"values": {"x": Decimal("1.0001")}},
        {"values": {"x": Decimal("1E-999999")}},
        {"values": {"x": Decimal("1.000" + 30 * "0" + "1")}},
    ],
    "problem.hand": [{"hand": hand} for hand in ([], 5, "15", {"a": 1}, [1] * 33)],
    "problem.hand_twice": [{"hand": [3, 3]}],
    "problem.spent_twice": [{"powers": ["carpet"], "may_spend": ["seal", "carpet"]}],
    "problem.slot": [
        {"wanted": [slot]} for slot in ("", "a1", "a1:", "a1:0", "a1:5", "a1:1:1", "a1:१", "a1: 1")
    ],
    "problem.wanted_empty": [
        {"wanted": ["d1:1"]},
        {"wanted": ["a1:2"]},
        {"wanted": ["a1:1", "f6:4"]},
    ],
    "quarry.name": [{"wanted": ["g1:1"]}, {"wanted": [":1"]}, {"wanted": ["A1:1"]}],
    "board.rows": [{"board": ""}, {"board": NOTHING}],
    "board.long": [{"board": "-" * 3000}],
    "shape.letter": [{"shape": "#x"}],
}


@pytest.mark.parametrize(
    ("key", "changes"), [(key, changes) for key, many in WRONG.items() for changes in many]
)
def test_what_is_wrong_is_named(key: str, changes: dict[str, Any]) -> None:
    with pytest.raises(KsmError) as caught:
        read(**changes)
    assert caught.value.key == key
    for language in ("en", "de"):
        assert len(caught.value.sentence(language)) < 400
    if key.startswith("problem."):
        assert type(caught.value) is ProblemError


def test_what_is_missing_is_named() -> None:
    for data, key in [
        ([GIVEN], "problem.object"),
        (None, "problem.object"),
        ("board", "problem.json_text"),
        ({"shape": "##"}, "problem.board"),
        ({"board": BOARD}, "problem.card_or_shape"),
    ]:
        with pytest.raises(ProblemError) as caught:
            Problem.from_dict(data, cards())
        assert caught.value.key == key
    for number in (0, -1, 1.0, "1", True, None):
        with pytest.raises(ProblemError) as caught:
            Problem.from_dict({"board": BOARD, "card": number}, cards())
        assert caught.value.key == "problem.whole"


def test_an_unknown_card_is_told_in_one_sentence_wherever_it_is_named() -> None:
    with pytest.raises(CardError) as known:
        card(33)
    with pytest.raises(CardError) as caught:
        Problem.from_dict({"board": BOARD, "card": 33})
    assert str(caught.value) == str(known.value)
    with pytest.raises(CardError, match=r"^There is no card 3\. There are: 1–2\.$"):
        Problem.from_dict({"board": BOARD, "card": 3}, cards()[:2])


def test_every_sentence_about_problems_is_tried_here() -> None:
    file = Path(ksm_widgets.words.__file__).parents[1] / "solver" / "words.en.toml"
    keys = {f"problem.{key}" for key in tomllib.loads(file.read_text("utf-8"))["problem"]}
    missing = {"problem.object", "problem.board", "problem.beside"}
    # These are tried in tests/test_front_door.py.
    missing |= {"problem.answer", "problem.json_text", "problem.least"}
    missing |= {"problem.card_text", "problem.not_of", "problem.wish", "problem.wish_near"}
    # And these in tests/solver/test_covered.py.
    missing |= {"problem.ask_covered", "problem.no_reactions"}
    assert keys <= WRONG.keys() | missing


def test_a_position_tells_all_its_faults_and_the_box_can_be_left_aside() -> None:
    crowded = "/".join(["5555,5555,5555,5555,-,55555"] * 6)
    with pytest.raises(FaultyPosition) as caught:
        read(board=crowded)
    assert len(caught.value.faults) == 7
    sound = crowded.replace("55555", "-")
    with pytest.raises(FaultyPosition):
        read(board=sound)
    data = {**GIVEN, "board": sound}
    assert Problem.from_dict(data, (), box=False).position == Position.parse(sound)


def test_a_problem_made_by_hand_is_checked_as_well() -> None:
    position = Position(((Tile("5"),) * 5,) + ((),) * 35)
    with pytest.raises(FaultyPosition):
        Problem(position, Shape.parse("#"))
    with pytest.raises(ProblemError):
        Problem(Position.parse(BOARD), Shape.parse("#"), wanted=(Slot(Quarry.parse("a1"), 2),))


@pytest.mark.parametrize(
    ("tile", "worth"),
    [("4", 4000), ("a", 2500), ("C", 2000), ("z", 1500), ("y", 1000), ("?", None)],
)
def test_what_tiles_are_worth_by_default(tile: str, worth: int | None) -> None:
    assert Values().of(Tile(tile)) == worth


def test_a_letter_overrides_its_group_and_is_per_tile() -> None:
    values = Values.parse({"y": Decimal("0.001"), "curse": 2, "b": 0, "?": 1.5})
    assert [values.of(Tile(letter)) for letter in "xyzab?"] == [2000, 1, 6000, 2500, 0, 1500]


def test_a_slot_prints_as_it_is_read() -> None:
    for text in ("a1:1", "f6:4"):
        assert str(Slot.parse(text)) == text


@given(st.integers(0, 10**12))
def test_values_are_exact_to_the_thousandth(thousandths: int) -> None:
    assert Values.parse({"magic": Decimal(thousandths).scaleb(-3)}).magic == thousandths
    if thousandths < 10**9:
        assert Values.parse({"magic": thousandths / 1000}).magic == thousandths
