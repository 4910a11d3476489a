"""A puzzle explained: the best plan in words, what an answer missed, what tempts and why not."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from ksm_widgets.puzzles import Puzzle
from ksm_widgets.puzzles.authoring import make_puzzle
from ksm_widgets.rules import Position, Turn
from ksm_widgets.solver import Problem
from ksm_widgets.solver.answer import plan_of
from ksm_widgets.solving.explaining import explain, temptations, tempting_digs, trap
from ksm_widgets.solving.task import SolvePuzzle, puzzle_task
from ksm_widgets.telling.phrases import Phrase, Reader
from ksm_widgets.telling.plans import apart_phrases
from tests.puzzles import samples


def task(name: str, reader: Reader = Reader()) -> SolvePuzzle:  # noqa: B008 it is frozen
    return puzzle_task(samples.puzzle(name), reader)


def said(phrases: tuple[Phrase, ...], language: str = "en") -> str:
    return " ".join(map(Reader(language).say, phrases))


@pytest.mark.parametrize("name", samples.ALL)
@pytest.mark.parametrize("language", ["en", "de"])
def test_every_question_is_explained_in_every_language(name: str, language: str) -> None:
    told = explain(task(name))
    assert said(told.answer, language)
    assert said(told.steps, language)
    assert told.missed == ()


def test_the_best_plan_stands_in_words_step_by_step() -> None:
    told = explain(task("dig"))
    assert said(told.answer).startswith("The best nets 11: one move, then dig a1, b1, c1.")
    assert "The mummy on c1 moves to d1" in said(told.steps)
    assert "A mummy only had to get out of the way." in said(told.answer)
    assert "Das musste nur aus dem Weg: eine Mumie." in said(told.answer, "de")


def test_fewest_moves_are_explained_by_moves() -> None:
    told = said(explain(task("wanted")).answer)
    assert told.startswith("It takes at least one move; then dig a1, b1, c1.")
    assert "net" not in told


def test_only_what_differs_in_more_than_where_a_tile_is_put_aside_is_another_answer() -> None:
    wanted, elsewhere = task("wanted"), Turn.parse("moves c1-c2 dig a1 b1 c1")
    assert elsewhere != wanted.solution().turn
    assert "just as good" not in said(explain(wanted, solved=elsewhere).answer)
    two = samples.asked("5,4zz,-", "##")
    two = replace(
        two, solution=replace(two.solution, turn=Turn.parse("moves b1-b2 b1-c1 dig a1 b1"))
    )
    both_up = Turn.parse("moves b1-b2 b1-c2 dig a1 b1")
    assert "just as good" not in said(explain(puzzle_task(two, Reader()), solved=both_up).answer)
    filled = samples.asked("5,-,-,-/4z,-,3,-", "##")
    best = Turn.parse("moves c1-b1 a1-b2 dig a1 b1")
    filled = replace(filled, solution=replace(filled.solution, turn=best))
    other = Turn.parse("moves a2-b1 a1-b2 dig a1 b1")
    told = said(explain(puzzle_task(filled, Reader()), solved=other).answer)
    assert told.startswith("Your turn was just as good. This is another answer:")


def test_every_tile_that_moves_has_a_reason() -> None:
    stair = samples.asked("-,z/154,-", "##")
    turn = Turn.parse("moves b2-b1 a1-b1 dig a1 b1")
    stair = replace(stair, solution=replace(stair.solution, turn=turn))
    told = said(explain(puzzle_task(stair, Reader())).answer)
    swung = "A treasure of 4 had to get out of the way and became part of the dig."
    assert f"{swung} A mummy moved under the dig to fill it up." in told
    # What leaves one quarry of the dig for another, and what makes room for it.
    both = samples.asked("-,-,-/5,4z,-", "##", money=9)
    both = replace(
        both, solution=replace(both.solution, turn=Turn.parse("moves b1-c1 c1-b2 dig a1 b1"))
    )
    assert "A mummy only had to get out of the way." in said(
        explain(puzzle_task(both, Reader())).answer
    )
    swapped = samples.asked("-,-,-/51,-,4", "##")
    turn = Turn.parse("moves a1-b1 dig a1 b1")
    swapped = replace(swapped, solution=replace(swapped.solution, turn=turn))
    assert "A treasure of 1 had to get out of the way and became part of the dig." in said(
        explain(puzzle_task(swapped, Reader())).answer
    )


def test_a_dig_that_pays_for_the_turn_is_said_to() -> None:
    problem = Problem.of(Position.near("5,4,3z"), "###", money=0)
    made = make_puzzle(problem).puzzle
    assert made is not None
    told = said(explain(puzzle_task(made, Reader())).answer)
    assert "The turn costs 1, and you had 0: the treasures you dig, 12 in all, cover" in told
    assert "cover what is missing" not in said(explain(task("dig")).answer)


def test_what_lies_under_another_tile_is_told_as_past() -> None:
    data = samples.dig()
    data["problem"]["board"] = "-,-,-,-,-,-/" * 5 + "5,4,31,-,-,-"
    answer = said(explain(puzzle_task(Puzzle.from_dict(data), Reader())).answer)
    assert "You can't see" not in answer
    assert "A treasure of 1 only had to get out of the way." in answer


def test_what_curses_cost_and_what_their_points_are_worth_are_told_apart() -> None:
    """They were set against each other, and where they were equal neither was told."""
    problem = Problem.of(Position.near("5,x,-,4,-,-"), "##", values={"curse": 0.5})
    mine = Position.near("5,x,4,1,-,-")
    problem = replace(problem, position=mine)
    own, best = (plan_of(problem, Turn.parse(text)) for text in ("dig a1 b1", "dig c1 d1"))
    missed = "What it misses: 1 on curses. In its favour: 0.5 for curse points."
    assert said(apart_phrases(problem, own, best)) == missed


def test_what_an_answer_missed_is_told_by_what_it_lacks() -> None:
    one = task("dig")
    own = plan_of(one.problem, Turn.parse("moves c1-d1 d1-e1 dig a1 b1 c1"))
    assert said(explain(one, own).missed) == (
        "Your turn nets 10, 1 less than the best. What it misses: 1 on moves."
    )
    assert explain(one, one.best).missed == ()
    wanted = task("wanted")
    slow = plan_of(wanted.problem, Turn.parse("moves c1-d1 d1-e1 dig a1 b1 c1"))
    assert said(explain(wanted, slow).missed) == (
        "Your turn takes the same tiles with one move too many."
    )
    assert explain(wanted, wanted.best).missed == ()


def test_a_choice_is_explained_by_what_each_would_have_gained() -> None:
    told = said(explain(task("magic")).answer)
    assert "Spend none: 3.5, Spend the amulet: 4.5" in told
    assert "4.5" in told


def test_whether_a_turn_can_be_paid_is_reckoned() -> None:
    told = said(explain(task("payable")).answer)
    assert told == (
        "To pay: moves 1 + curses 3 = 4. To pay with: money 2 + treasures dug 1 = 3. "
        "You can't pay for it: 1 short."
    )


def test_digs_that_tempt_are_told_with_why_they_lose() -> None:
    data = samples.dig()
    data["problem"]["board"] = "-,-,-,-,-,-/" * 5 + "5,4,1z,1,3,2"
    data["answer"] = {"net": 9, "turn": "moves c1-c2 dig a1 b1 c1"}
    one = puzzle_task(Puzzle.from_dict(data), Reader())
    plans = [
        plan_of(one.problem, Turn.parse(text))
        for text in ("dig d1 e1 f1", "moves c1-c2 c2-b2 dig d1 e1 f1", "-", "dig d1 e1 f1")
    ]
    assert one.best is not None
    (worst,) = temptations(one, [*plans, one.best])
    assert said((worst.told, *worst.why)) == (
        "Tempting: dig d1, e1, f1 without a move. That nets 6, 3 less than the best. "
        "What it misses: 4 in treasures. In its favour: 1 on moves."
    )
    assert temptations(task("payable"), plans) == ()


def test_what_weaker_solvers_dig_tempts_where_it_loses() -> None:
    data = samples.dig()
    data["problem"]["board"] = "-,-,-,-,-,-/" * 5 + "5,4,5z,2,3,1"
    data["answer"] = {"net": 13, "turn": "moves c1-c2 dig a1 b1 c1"}
    one = puzzle_task(Puzzle.from_dict(data), Reader())
    (near,) = tempting_digs(one)
    assert said((near.told,)).startswith("Tempting: c1→b2, then dig b1, c1, d1. That nets 10,")
    assert tempting_digs(task("payable")) == tempting_digs(task("wanted")) == ()


def test_for_wanted_tiles_the_next_best_dig_says_what_it_takes() -> None:
    data = samples.wanted()
    data["problem"]["board"] = "-,-,-,-,-,-/" * 5 + "5,4,3z,22,-,-"
    data["answer"]["turn"] = "moves c1-c2 dig a1 b1 c1"
    (other,) = tempting_digs(puzzle_task(Puzzle.from_dict(data), Reader()))
    assert said((other.told,)).startswith("The next best dig needs more moves: ")
    assert said((other.told,)).endswith(", then dig b1, c1, d1.")
    assert len(other.plan.moves) == 2


def trapped() -> SolvePuzzle:
    """Without money, the parchments side by side are out of reach."""
    made = make_puzzle(Problem.of(Position.near("a,-,b,-,1,1"), "##", money=0)).puzzle
    assert made is not None
    return puzzle_task(made, Reader("en"))


def test_a_turn_that_only_lacks_the_money_is_named_as_the_trap() -> None:
    first, *_ = tempting_digs(trapped())
    assert Reader("en").say(first.told) == (
        "The trap: c1→b1, then dig a1, b1. That would net 4, but you can't pay for it: "
        "it costs 1, and you would have only 0 to pay with."
    )
    assert trap(task("dig")) is None
    rich = make_puzzle(replace(trapped().problem, money=1)).puzzle
    assert rich is not None
    assert trap(puzzle_task(rich, Reader())) is None


def test_a_shorter_way_that_cannot_be_paid_is_the_trap_of_wanted_tiles() -> None:
    problem = Problem.of(Position.near("z,a,-,3,-,-"), "##", money=2, wanted=["a1:1"])
    made = make_puzzle(problem).puzzle
    assert made is not None
    first, *_ = tempting_digs(puzzle_task(made, Reader("de")))
    assert Reader("de").say(first.told) == (
        "Die Falle: Auf a1, b1 zu graben ginge ohne Verschieben, lässt sich aber nicht bezahlen: "
        "Es kostet 3, und zum Zahlen sind nur 2 da."
    )


def test_each_choice_is_shown_with_its_turn_and_why_it_falls_short() -> None:
    card = task("card")
    assert said(explain(card).answer).startswith(
        "The answer: Card 1. The best nets 12: dig a1, b1, c1"
    )
    (square,) = tempting_digs(card)
    assert said((square.told, *square.why)) == (
        "Card 7: no dig is worth its cost. That gains 0, 12 less than the best. "
        "What it misses: 12 in treasures."
    )
    magic = task("magic")
    assert "worth 2 if you keep it, so it gains 4.5." in said(explain(magic).answer)
    (none,) = tempting_digs(magic)
    assert said((none.told, *none.why)) == (
        "Spend none: dig a1, b1 without a move. That gains 3.5, 1 less than the best. "
        "What it misses: 3 on curses. In its favour: 2 for objects kept."
    )


def test_the_turn_of_a_choice_that_loses_names_its_moves() -> None:
    data = samples.card()
    data["problem"]["board"] = "-,-,-,-,-,-/" * 5 + "5z,4,3,-,-,-"
    data["answer"] = {"net": 11, "turn": "moves a1-a2 dig a1 b1 c1", "gains": {"1": 11, "2": 8}}
    data["hand"][1] = {"card": 2, "shape": "##"}
    (pair,) = tempting_digs(puzzle_task(Puzzle.from_dict(data), Reader()))
    assert re.fullmatch(
        r"Card 2: a1→(a2|b2), then dig a1, b1\. That gains 8, 3 less than the best\.",
        said((pair.told,)),
    )
