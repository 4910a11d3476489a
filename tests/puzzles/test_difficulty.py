"""How hard a puzzle is goes by what must be seen; grades are filled evenly."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from ksm_widgets.puzzles import Puzzle, Question
from ksm_widgets.puzzles.__main__ import choice
from ksm_widgets.puzzles.difficulty import grade_of, solve_rate
from ksm_widgets.puzzles.finding import alike
from ksm_widgets.puzzles.proof import prove
from ksm_widgets.rules import Position, Turn
from tests.puzzles import samples
from tests.puzzles.samples import asked


def _rate(puzzle: Puzzle) -> float:
    proof = prove(puzzle)
    assert proof is not None
    return solve_rate(puzzle, proof)


def _graded(puzzle: Puzzle) -> int:
    proof = prove(puzzle)
    assert proof is not None
    return grade_of(puzzle, proof)


@pytest.mark.parametrize(
    ("easier", "harder"),
    [
        # a move, and another
        (asked("5,4,3", "###"), asked("5,4,3z", "###")),
        (asked("5,4,3z", "###"), asked("5,4,3zz", "###")),
        # three tiles to move, rather than one three times as far
        (asked("5,-,-,-,4", "##"), asked("5z,4z,3z", "###")),
        # a dig that comes near
        (asked("5,4,-,1,1", "##"), asked("5,4,-,a,5", "##")),
        # a shape to find besides
        (asked("5,4,3z", "###"), asked("5,4,3z", "###", powers="seal")),
        # a full mine to look over
        (asked("5,4,3z", "###"), asked("5,4,3z" + "/1,1,-,1,1,-" * 5, "###")),
        # as many moves to tiles that are named
        (
            asked("-,-,-,5,4,3z", "###", Question.WANTED, wanted="f1:1"),
            asked("-,-,-,5,4,3zz", "###", Question.WANTED, wanted="f1:1"),
        ),
    ],
)
def test_what_is_harder_to_see_is_solved_by_fewer(easier: Puzzle, harder: Puzzle) -> None:
    assert 1 >= _rate(easier) > _rate(harder) >= 0


def _beside_curses(mine: str) -> str:
    """A mine with sixteen curses far from it, which nobody digs: so it is no small heap."""
    return f"cccc,-,-,cccc/-/-/cccc,-,-,cccc/-/{mine}"


@pytest.mark.parametrize(
    ("puzzle", "rate", "most"),
    [
        (asked(_beside_curses("5,1,4,3"), "##"), 0.0, 2),  # it lies there
        (asked(_beside_curses("5,4,3z"), "###"), 0.0, 2),  # one move, and nothing else comes near
        (
            asked(_beside_curses("5,4,3z,4,5,1"), "###"),
            0.0,
            3,
        ),  # one move, with a rival that needs none
        (
            asked(_beside_curses("5,4,3z"), "###", powers="mirror"),
            0.0,
            3,
        ),  # one move, but is the card turned?
        # Each move takes a tile that is too high to where one is missing, or just out of the way.
        (asked(_beside_curses("5z,4z,-"), "###", Question.WANTED, wanted="a1:1", money=9), 0.0, 4),
        (asked(_beside_curses("54,-"), "##", Question.WANTED, wanted="a1:1"), 0.0, 1),
        (
            asked(_beside_curses("51,4"), "##", Question.WANTED, wanted="a1:1"),
            0.0,
            2,
        ),  # a lid is lifted off
        (
            asked(_beside_curses("5z,4z"), "##", powers="carpet"),
            0.0,
            3,
        ),  # each move helps by itself
        (
            asked(_beside_curses("5,1,4,4"), "##", powers="seal"),
            0.0,
            3,
        ),  # it lies there, but in what shape?
        (asked(_beside_curses("5z,4z,3z"), "###"), 0.0, 3),  # three lids are lifted off
        (asked(_beside_curses("5zz,4zz,3z"), "###"), 0.0, 4),  # five
        (asked(_beside_curses("5z,4z,-"), "###"), 0.0, 5),  # one of two fills a gap
        (asked(_beside_curses("5z,4z,-"), "###", Question.KNOWN), 0.0, 4),
        (asked(_beside_curses("5,1,4,3"), "##"), 0.5, 2),
        (asked(_beside_curses("5,1,4,3"), "##"), 0.9, 1),  # no harder than its rate
    ],
)
def test_what_is_soon_seen_has_no_high_grade(
    puzzle: Puzzle, rate: float, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ksm_widgets.puzzles.difficulty.solve_rate", lambda *_: rate)
    assert _graded(puzzle) == most


def test_a_small_heap_is_a_grade_easier(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ksm_widgets.puzzles.difficulty.solve_rate", lambda *_: 0.0)
    assert _graded(asked("5z,4z,-", "###")) == 4
    assert _graded(asked(_beside_curses("5z,4z,-"), "###")) == 5


def test_in_a_large_mine_less_is_obvious(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ksm_widgets.puzzles.difficulty.solve_rate", lambda *_: 0.55)
    grades = []
    for rest in ("-", "1"):
        mine = "/".join([",".join([rest] * 6)] * 2 + ["5,1,4,3,1,1"])
        grades.append(_graded(asked(mine, "##")))
    assert grades == [1, 2]


def test_a_choice_is_in_the_middle_unless_it_is_soon_seen_or_takes_long() -> None:
    """By the longest turn, and how near the next choice comes."""
    data = samples.card()
    data["hand"][1] = {"card": 2, "shape": "##"}
    data["answer"]["gains"] = {"1": 12, "2": 9}
    card = Puzzle.from_dict(data)

    def grade(mine: str) -> int:
        position = Position.near(mine)
        return _graded(replace(card, problem=replace(card.problem, position=position)))

    far = "-,-,-,-,{}/-/-/-/{}"
    mines = (
        ("5,4", "5,4,4"),  # no move, in a tiny mine
        ("5,3", "5,4z,3z"),  # two moves
        ("5,3", "5zz,4z,3"),  # three moves, and within a coin
        ("-,-", "5z,5z,5z"),  # three, but the other is far behind
        ("5,1", "5zz,4zz,3z"),  # five: it can be guessed all the same
    )
    assert [grade(far.format(*each)) for each in mines] == [1, 2, 3, 2, 4]
    # In a mine of some size nothing is seen at a glance.
    some = "/".join([",".join(["z"] * 6)] * 2)
    assert grade(f"{some}/-,-,-,-,5,4/-/-/5,4,4") == 2


def test_a_card_that_is_of_use_only_after_moves_is_harder() -> None:
    """Neither of two cards is of use before three moves."""
    seen = samples.puzzle("card")
    assert len(seen.choices) == 2
    unseen = replace(seen, problem=replace(seen.problem, position=Position.near("5z,4z,3z")))
    assert _graded(seen) == 1
    assert 1 < _graded(unseen) < 5


def test_of_yes_and_no_half_is_guessed_and_the_rest_added_up() -> None:
    """More moves than somebody can follow are a guess; one move is too many for the first six."""
    short = samples.puzzle("payable")
    assert 0.9 < _rate(short) < 1 - 1 / 12
    to_and_fro = Turn.parse("moves b1-b2 b2-c2 c2-c3 " + "c3-c4 c4-c3 " * 13 + "dig a1 b1")
    endless = replace(short, solution=replace(short.solution, turn=to_and_fro))
    assert _rate(endless) == 0.5


@pytest.mark.parametrize("name", samples.ALL)
def test_every_question_has_a_grade(name: str) -> None:
    puzzle = samples.puzzle(name)
    proof = prove(puzzle)
    assert proof is not None
    assert 1 <= grade_of(puzzle, proof) <= 5
    assert proof.solution.net == puzzle.solution.net
    assert proof.solution.right == puzzle.solution.right


def test_mines_are_alike_from_half_of_the_stacks_on() -> None:
    puzzle = asked("5,4,3z,1", "###")
    assert alike(puzzle, asked("5,4,2,2", "###"))
    assert alike(puzzle, asked("5,4", "##"))
    assert not alike(puzzle, asked("5,2,2,2", "###"))


def test_of_a_game_two_are_chosen_and_the_rarest_first() -> None:
    def puzzle(game: int, turn: int, mine: str, grade: int = 1) -> Puzzle:
        source = f"seed 1 game {game} turn {turn}"
        return replace(asked(mine, "##"), source=source, grade=grade)

    one_game = [puzzle(1, turn, f"{turn},{turn}", 1) for turn in range(1, 5)]
    others = [puzzle(game, 1, "5,5", 2) for game in range(2, 9)]
    rare = replace(puzzle(9, 1, "5,5", 2), themes=samples.puzzle("dig").themes)
    alike_ones = [puzzle(10, 1, "5,4", 3), puzzle(10, 2, "5,3", 3)]
    every = [*one_game, *others, rare, *alike_ones]
    chosen = choice(every, 4)
    assert Counter(one.grade for one in chosen) == {1: 2, 2: 4, 3: 1}
    assert rare in chosen
    # What is there already counts, and stays.
    added = choice(every, 4, kept=[*one_game[:1], *others[:3], *alike_ones[:1]])
    assert Counter(one.grade for one in added) == {1: 1, 2: 1}
    assert rare in added
