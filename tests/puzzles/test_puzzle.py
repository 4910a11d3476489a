"""A puzzle as data: its line there and back, its faults, its goal without a spoiler."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from ksm_widgets.puzzles import Puzzle, PuzzleError, PuzzleTheme, Question, goal
from ksm_widgets.puzzles.pack import shipped_pack
from ksm_widgets.puzzles.playing import theme_name, worths
from ksm_widgets.rules import KsmError
from ksm_widgets.words import LANGUAGES
from tests.puzzles import samples

EACH = pytest.mark.parametrize("name", samples.ALL)


@EACH
def test_a_puzzle_is_read_as_it_is_written(name: str) -> None:
    puzzle = samples.puzzle(name)
    told = json.loads(json.dumps(puzzle.to_dict()))
    assert Puzzle.from_dict(told) == puzzle
    assert told.pop("themes", []) == samples.ALL[name]().pop("themes")
    assert {**samples.ALL[name](), **told}.keys() == samples.ALL[name]().keys()


def test_there_is_a_sample_for_each_question() -> None:
    assert {samples.puzzle(name).question for name in samples.ALL} == set(Question)


@EACH
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_goal_is_one_sentence_and_no_spoiler(name: str, language: str) -> None:
    puzzle = samples.puzzle(name)
    told = goal(puzzle, language)
    assert told[-1] in ".?"
    assert not {". ", "? "} & {told[at : at + 2] for at in range(len(told))}
    for theme in puzzle.themes:
        assert theme_name(theme, language).lower() not in told.lower()
    if puzzle.question is not Question.PAYABLE:
        assert str(puzzle.solution.net) not in told.replace("(c1:1)", "").replace("1, 7", "")
        assert not any(str(move) in told for move in puzzle.solution.turn.moves)


@EACH
def test_the_name_tells_nothing_of_the_answer(name: str) -> None:
    data = samples.ALL[name]()
    before = Puzzle.from_dict(data).id
    again = Puzzle.from_dict({**data, "grade": 5, "themes": ["uncover"], "source": "7/1"})
    assert again.id == before
    other = {**data, "problem": {**data["problem"], "money": 9}}
    if name != "payable":
        assert Puzzle.from_dict(other).id != before


@pytest.mark.parametrize("theme", PuzzleTheme)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_theme_has_its_words(theme: PuzzleTheme, language: str) -> None:
    assert theme_name(theme, language)


def test_worths_are_told_of_the_kinds_of_tiles_that_are_there() -> None:
    told = worths(samples.puzzle("dig"))
    assert "each curse point" in told
    assert "parchment" not in told
    data = samples.dig()
    data["problem"]["board"] = data["problem"]["board"].replace("5,4,3z,-,-,-", "5,4,3z,d,a,M")
    data["problem"]["values"] = {"d": 10, "a": 1, "parchment": 3, "magic": 1.5}
    told = worths(Puzzle.from_dict(data))
    assert "parchment α 1, parchment δ 10, a magic object 1.5, each curse point" in told
    assert "any other parchment" not in told
    data["problem"]["values"] = {"d": 10, "magic": 1.5}
    assert "parchment δ 10, any other parchment 2.5" in worths(Puzzle.from_dict(data))
    assert "1,5" in worths(Puzzle.from_dict(data), "de")


def test_worths_are_not_told_where_moves_are_counted() -> None:
    assert worths(samples.puzzle("wanted")) == ""


def _changed(name: str, path: str, value: Any) -> dict[str, Any]:
    data = samples.ALL[name]()
    *way, last = path.split(".")
    inner = data
    for step in way:
        inner = inner[step]
    if value is ...:
        del inner[last]
    else:
        inner[last] = value
    return data


@pytest.mark.parametrize(
    ("name", "path", "value", "key"),
    [
        ("dig", "puzzle", 2, "puzzle.version"),
        ("dig", "puzzle", ..., "puzzle.version"),
        ("dig", "colour", "red", "puzzle.keys"),
        ("dig", "question", "riddle", "puzzle.member"),
        ("dig", "themes", ["love"], "puzzle.member"),
        ("dig", "themes", "uncover", "puzzle.list"),
        ("dig", "themes", ["uncover", "uncover"], "puzzle.many"),
        ("dig", "grade", 0, "puzzle.whole"),
        ("dig", "grade", 6, "puzzle.whole"),
        ("dig", "grade", True, "puzzle.whole"),
        ("dig", "card", 33, "puzzle.whole"),
        ("dig", "source", "\x1b[31m", "puzzle.source"),
        ("dig", "source", "x" * 81, "puzzle.source"),
        ("dig", "answer", None, "puzzle.answer"),
        ("dig", "answer.also", 1, "puzzle.answer"),
        ("dig", "answer.net", "11", "puzzle.coins"),
        ("dig", "answer.net", 11.00001, "puzzle.coins"),
        ("dig", "answer.net", float("nan"), "puzzle.coins"),
        ("dig", "answer.net", 10**9, "puzzle.coins"),
        ("dig", "answer.net", 12, "puzzle.net"),
        ("dig", "answer.turn", 5, "puzzle.text"),
        ("dig", "answer.turn", "moves " + "c1-d1 d1-c1 " * 31, "puzzle.many"),
        ("dig", "answer.turn", "moves c1-d1 dig c1 b1 a1", "puzzle.dig_order"),
        ("dig", "answer.turn", "moves c1-d1 dig a1 b1 c1 with carpet", "puzzle.other_powers"),
        ("dig", "answer.turn", "dig a1 b1 c1", "illegal.not_one_level"),
        ("dig", "answer.turn", "moves c1-e1 dig a1 b1 c1", "illegal.not_neighbours"),
        ("dig", "answer.gains", {"none": 11}, "puzzle.gains"),
        ("dig", "answer.gains", [], "puzzle.mapping"),
        ("dig", "problem.money", 10**6, "puzzle.whole"),
        ("dig", "problem.best", 2, "puzzle.problem_keys"),
        ("dig", "problem.board", "5,4,3z", "board.rows"),
        ("dig", "problem.wanted", ["c1:1"], "puzzle.foreign"),
        ("dig", "held", ["seal"], "puzzle.foreign"),
        ("dig", "turn", "-", "puzzle.foreign"),
        ("wanted", "problem.wanted", [], "puzzle.lacks"),
        ("wanted", "answer.turn", "moves c1-d1 c1-c2 dig a1 b1 c1", "illegal.empty_quarry"),
        ("magic", "held", ..., "puzzle.lacks"),
        ("magic", "held", ["amulet", "amulet"], "puzzle.many"),
        ("magic", "problem.powers", ["amulet"], "puzzle.held_twice"),
        ("magic", "answer.gains", {"amulet": 4.5}, "puzzle.gains"),
        ("magic", "answer.gains", {"none": 5.5, "amulet": 4.5}, "puzzle.other_powers"),
        ("card", "hand", [{"card": 1, "shape": "###"}], "puzzle.lacks"),
        ("card", "hand", [{"card": 1}], "puzzle.hand"),
        ("card", "hand", [{"card": 1, "shape": "###"}] * 2, "puzzle.many"),
        (
            "card",
            "hand",
            [{"card": 1, "shape": "###"}, {"card": 1, "shape": "##/##"}],
            "puzzle.card_twice",
        ),
        ("card", "hand", [3, 4], "puzzle.mapping"),
        ("payable", "turn", "dig a1 b1", "puzzle.other_turn"),
        ("payable", "answer.net", 1, "puzzle.net"),
        ("known", "answer.turn", "dig b1 c1", "illegal.unseen_tile"),
        ("known", "problem.board", "-,-,-,-,-,-/" * 5 + "5,4,1,2,1,-", "puzzle.lacks"),
    ],
)  # fmt: skip
def test_a_fault_is_named(name: str, path: str, value: Any, key: str) -> None:
    with pytest.raises(KsmError) as raised:
        Puzzle.from_dict(_changed(name, path, value))
    assert raised.value.key == key
    assert all(raised.value.sentence(language) for language in LANGUAGES)


def test_a_wanted_tile_that_is_left_is_a_fault() -> None:
    data = samples.wanted()
    data["problem"]["wanted"] = ["c1:2"]
    with pytest.raises(PuzzleError, match="does not take"):
        Puzzle.from_dict(data)


def test_a_turn_that_cannot_be_paid_is_no_answer() -> None:
    data = samples.dig() | {"answer": {"net": -1, "turn": "dig a1"}}
    data["problem"] = {"board": "-,-,-,-,-,-/" * 5 + "x,-,-,-,-,-", "shape": "#", "money": 0}
    with pytest.raises(KsmError, match="cannot pay"):
        Puzzle.from_dict(data)


def test_what_is_no_object_is_no_puzzle() -> None:
    with pytest.raises(PuzzleError, match="JSON object"):
        Puzzle.from_dict([])


def test_an_id_is_calculated_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """For each click, a page with a large pack asked for a hundred thousand of them."""
    puzzle = Puzzle.from_dict(shipped_pack().puzzles[0].to_dict())
    asked: list[Puzzle] = []
    of_puzzle = Puzzle._asked

    def counted(puzzle: Puzzle) -> dict[str, object]:
        asked.append(puzzle)
        return of_puzzle(puzzle)

    monkeypatch.setattr(Puzzle, "_asked", counted)
    assert {puzzle.id for _ in range(3)} == {shipped_pack().puzzles[0].id}
    assert sum(one is puzzle for one in asked) == 1
    other = replace(puzzle, problem=replace(puzzle.problem, money=puzzle.problem.money + 1))
    assert other.id != puzzle.id


def test_one_wanted_tile_is_asked_for_by_its_place_in_words() -> None:
    data = samples.wanted()
    assert goal(Puzzle.from_dict(data)) == (
        "Dig this with as few moves as you can: treasure of 3 (c1, level 1)."
    )
    data["problem"]["wanted"] = ["b1:1", "c1:1"]
    assert goal(Puzzle.from_dict(data)).startswith("Dig these with as few moves as you can: ")
