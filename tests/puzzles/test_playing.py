"""Answers: any best one counts, and stars fall with the coins lost."""

from __future__ import annotations

from decimal import Decimal

import pytest

from ksm_widgets.puzzles import Puzzle, PuzzleError, assess
from ksm_widgets.puzzles.pack import shipped_pack
from ksm_widgets.puzzles.playing import worths
from ksm_widgets.rules import Power, RuleError, Turn
from tests.puzzles import samples


@pytest.mark.parametrize(
    ("turn", "lost", "stars"),
    [
        ("moves c1-d1 dig a1 b1 c1", 0, 3),
        ("moves c1-c2 dig a1 b1 c1", 0, 3),  # another way, as good
        ("moves c1-d1 d1-e1 dig a1 b1 c1", 1, 2),
        ("moves c1-d1 d1-e1 e1-f1 f1-f2 dig a1 b1 c1", 3, 1),
        ("moves c1-d1 d1-e1 e1-f1 f1-f2 f2-f3 dig a1 b1 c1", 4, 0),
        ("-", 11, 0),
        ("moves c1-d1", 12, 0),
    ],
)
def test_stars_fall_with_the_coins_lost(turn: str, lost: int, stars: int) -> None:
    found = assess(samples.puzzle("dig"), Turn.parse(turn))
    assert found.lost == lost
    assert found.stars == stars
    assert found.best is (lost == 0)


def test_powers_are_those_of_the_puzzle() -> None:
    with pytest.raises(RuleError, match="one level"):
        assess(samples.puzzle("dig"), Turn.parse("dig a1 b1 c1 with carpet"))


def test_the_cheapest_way_counts_moves_alone() -> None:
    puzzle = samples.puzzle("wanted")
    assert assess(puzzle, Turn.parse("moves c1-b2 dig a1 b1 c1")).best
    assert assess(puzzle, Turn.parse("moves c1-d1 d1-e1 dig a1 b1 c1")).stars == 2
    other = assess(puzzle, Turn.parse("moves c1-d1"))
    assert (other.lost, other.stars, [str(slot) for slot in other.missed]) == (None, 0, ["c1:1"])


def test_objects_are_chosen_or_played() -> None:
    puzzle = samples.puzzle("magic")
    assert assess(puzzle, choice="amulet").best
    assert assess(puzzle, choice="none").lost == 1
    assert assess(puzzle, Turn.parse("dig a1 b1 with amulet")).best
    assert assess(puzzle, Turn.parse("dig a1 b1")).lost == 1
    # The right object, badly used, costs what it is worth and brings nothing.
    assert assess(puzzle, Turn.parse("-"), choice="amulet").lost == Decimal("6.5")


def test_a_card_is_chosen_and_may_be_played() -> None:
    puzzle = samples.puzzle("card")
    assert assess(puzzle, choice="1").best
    assert assess(puzzle, choice="7").lost == 12
    assert assess(puzzle, Turn.parse("dig a1 b1 c1"), choice="1").stars == 3
    assert assess(puzzle, Turn.parse("-"), choice="1").stars == 0


def test_yes_or_no() -> None:
    puzzle = samples.puzzle("payable")
    assert assess(puzzle, choice="no").stars == 3
    assert (assess(puzzle, choice="yes").stars, assess(puzzle, choice="yes").best) == (0, False)


@pytest.mark.parametrize(
    ("name", "turn", "choice", "error"),
    [
        ("dig", None, None, "needs an answer"),
        ("dig", None, "1", "not among the choices"),
        ("card", "dig a1 b1 c1", None, "needs an answer"),
        ("card", None, "9", "not among the choices"),
        ("payable", "-", None, "needs an answer"),
    ],
)
def test_what_answers_another_question_is_refused(
    name: str, turn: str | None, choice: str | None, error: str
) -> None:
    with pytest.raises(PuzzleError, match=error):
        assess(samples.puzzle(name), None if turn is None else Turn.parse(turn), choice)


def test_two_objects_are_one_too_many() -> None:
    data = samples.magic() | {"held": ["amulet", "seal"]}
    data["answer"]["gains"]["seal"] = 1.5
    with pytest.raises(PuzzleError, match="Only one"):
        assess(Puzzle.from_dict(data), Turn.parse("dig a1 b1 with amulet seal"))


def test_an_unseen_tile_is_not_dug() -> None:
    with pytest.raises(RuleError, match="seen"):
        assess(samples.puzzle("known"), Turn.parse("dig b1 c1"))


def test_doing_nothing_earns_no_stars_where_there_is_something_to_gain() -> None:
    data = samples.dig()
    data["problem"]["board"] = "-,-,-,-,-,-/" * 5 + "1,-,-,-,-,-"
    data["problem"]["shape"], data["answer"] = "#", {"net": 1, "turn": "dig a1"}
    puzzle = Puzzle.from_dict(data)
    idle = assess(puzzle, Turn())
    assert idle.lost == Decimal(1)
    assert idle.stars == 0
    # Where nothing is best, it is.
    data["problem"]["board"] = "-,-,-,-,-,-/" * 5 + "z,-,-,-,-,-"
    data["answer"] = {"net": 0, "turn": "-"}
    assert assess(Puzzle.from_dict(data), Turn()).stars == 3


_COSTS = {"(digging it costs a coin)": "always", "with the amulet digging it": "never",
          "without the amulet, digging it": "else"}  # fmt: skip


def test_what_a_curse_costs_is_true_of_every_built_in_puzzle() -> None:
    for puzzle in (*shipped_pack("puzzles"), *shipped_pack("lessons")):
        told, amulet = worths(puzzle), Power.AMULET
        said = {when for words, when in _COSTS.items() if words in told}
        free = {amulet in puzzle.problem_for(choice).powers for choice in puzzle.choices or (None,)}
        assert said <= {"else" if len(free) > 1 else "never" if True in free else "always"}
        assert bool(said) == ("curse point" in told)
