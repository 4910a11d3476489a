"""Answers: any best one counts, and stars fall with the coins lost."""

from __future__ import annotations

from decimal import Decimal

import pytest

from ksm_widgets.puzzles import Puzzle, PuzzleError, mark
from ksm_widgets.rules import RuleError, Turn
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
    found = mark(samples.puzzle("dig"), Turn.parse(turn))
    assert found.lost == lost
    assert found.stars == stars
    assert found.best is (lost == 0)


def test_powers_are_those_of_the_puzzle() -> None:
    with pytest.raises(RuleError, match="one level"):
        mark(samples.puzzle("dig"), Turn.parse("dig a1 b1 c1 with carpet"))


def test_the_cheapest_way_counts_moves_alone() -> None:
    puzzle = samples.puzzle("wanted")
    assert mark(puzzle, Turn.parse("moves c1-b2 dig a1 b1 c1")).best
    assert mark(puzzle, Turn.parse("moves c1-d1 d1-e1 dig a1 b1 c1")).stars == 2
    other = mark(puzzle, Turn.parse("moves c1-d1"))
    assert (other.lost, other.stars, [str(slot) for slot in other.missed]) == (None, 0, ["c1:1"])


def test_objects_are_chosen_or_played() -> None:
    puzzle = samples.puzzle("magic")
    assert mark(puzzle, choice="amulet").best
    assert mark(puzzle, choice="none").lost == 1
    assert mark(puzzle, Turn.parse("dig a1 b1 with amulet")).best
    assert mark(puzzle, Turn.parse("dig a1 b1")).lost == 1
    # The right object, badly used, costs what it is worth and brings nothing.
    assert mark(puzzle, Turn.parse("-"), choice="amulet").lost == Decimal("6.5")


def test_a_card_is_chosen_and_may_be_played() -> None:
    puzzle = samples.puzzle("card")
    assert mark(puzzle, choice="1").best
    assert mark(puzzle, choice="7").lost == 12
    assert mark(puzzle, Turn.parse("dig a1 b1 c1"), choice="1").stars == 3
    assert mark(puzzle, Turn.parse("-"), choice="1").stars == 0


def test_yes_or_no() -> None:
    puzzle = samples.puzzle("payable")
    assert mark(puzzle, choice="no").stars == 3
    assert (mark(puzzle, choice="yes").stars, mark(puzzle, choice="yes").best) == (0, False)


@pytest.mark.parametrize(
    ("name", "turn", "choice", "error"),
    [
        ("dig", None, None, "Nothing answers"),
        ("dig", None, "1", "not offered"),
        ("card", "dig a1 b1 c1", None, "Nothing answers"),
        ("card", None, "9", "not offered"),
        ("payable", "-", None, "Nothing answers"),
    ],
)
def test_what_answers_another_question_is_refused(
    name: str, turn: str | None, choice: str | None, error: str
) -> None:
    with pytest.raises(PuzzleError, match=error):
        mark(samples.puzzle(name), None if turn is None else Turn.parse(turn), choice)


def test_two_objects_are_one_too_many() -> None:
    data = samples.magic() | {"held": ["amulet", "seal"]}
    data["answer"]["gains"]["seal"] = 1.5
    with pytest.raises(PuzzleError, match="Only one"):
        mark(Puzzle.from_dict(data), Turn.parse("dig a1 b1 with amulet seal"))


def test_an_unseen_tile_is_not_dug() -> None:
    with pytest.raises(RuleError, match="seen"):
        mark(samples.puzzle("known"), Turn.parse("dig b1 c1"))
