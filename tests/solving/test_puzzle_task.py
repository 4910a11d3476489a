"""A puzzle as a task: answered on the board, hinted at, shown step by step, never given away."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING

import pytest

from ksm_widgets.draw import paint_svg
from ksm_widgets.mine.hand import HandMode
from ksm_widgets.puzzles import Puzzle, PuzzleTheme, Solution
from ksm_widgets.rules import QUARRIES, Move, Turn
from ksm_widgets.solving.task import NO_DIG, Response, SolvePuzzle, Solving, puzzle_task
from ksm_widgets.tasks.task import task_scene, task_text
from ksm_widgets.telling.phrases import Phrase, Reader
from tests.puzzles import samples

if TYPE_CHECKING:
    from ksm_widgets.mine.table import MineSeat

READERS = (Reader("en"), Reader("de"))


def task(name: str, reader: Reader = READERS[0]) -> SolvePuzzle:
    return puzzle_task(samples.puzzle(name), reader)


def turn(text: str) -> Response:
    return Response(Turn.parse(text))


def _hints(of: SolvePuzzle) -> tuple[Phrase, ...]:
    hints: tuple[Phrase, ...] = of.__dict__["hints"]
    return hints


def told(of: SolvePuzzle) -> list[str]:
    """The ladder of hints in words."""
    return [READERS[0].say(hint) for hint in _hints(of)]


def said(of: SolvePuzzle, answer: Response) -> str:
    return " ".join(map(READERS[0].say, of.check(answer).remarks))


@pytest.mark.parametrize("name", samples.ALL)
@pytest.mark.parametrize("reader", READERS, ids=str)
def test_the_solution_laid_out_on_the_board_is_right(name: str, reader: Reader) -> None:
    one = task(name, reader)
    solving = one.begun().answered(one.solution()).checked()
    assert solving.feedback is not None
    assert solving.feedback.right
    assert solving.feedback.stars == 3


@pytest.mark.parametrize("name", samples.ALL)
@pytest.mark.parametrize("reader", READERS, ids=str)
def test_what_is_shown_beforehand_gives_nothing_away(name: str, reader: Reader) -> None:
    """Grade, themes, trace and answer could be any: question and picture would be the same."""
    puzzle = samples.puzzle(name)
    other = replace(puzzle, themes=tuple(PuzzleTheme), grade=5, source="seed 7")
    if name != "payable":
        gains = tuple((choice, Decimal(0)) for choice in puzzle.choices)
        other = replace(other, solution=Solution(Decimal(0), Turn(), gains))
    mine, theirs = (puzzle_task(one, reader) for one in (puzzle, other))
    assert task_text(mine, reader) == task_text(theirs, reader)
    pictures = [task_scene(one, reader) for one in (mine, theirs)]
    assert len({paint_svg(scene) for scene in pictures if scene is not None}) == 1
    assert mine.begun().form().done is None
    assert puzzle.id == other.id


def test_another_order_and_another_way_to_the_same_net_are_as_good() -> None:
    assert task("dig").check(turn("moves c1-c2 dig a1 b1 c1")).right


def test_an_answer_that_is_not_the_best_hears_how_near_it_came() -> None:
    one = task("dig")
    near = one.check(turn("moves c1-d1 d1-e1 dig a1 b1 c1"))
    assert (near.right, near.stars) == (False, 2)
    assert said(one, turn("moves c1-d1 d1-e1 dig a1 b1 c1")) == ("This nets 10. You missed 1.")
    assert one.check(turn("dig a1 b1 c1")).rule == "R9"  # The rule that was broken is told.
    short = task("wanted").check(turn("moves c1-d1 d1-e1 dig a1 b1 c1"))
    assert (short.right, short.stars) == (False, 2)
    assert said(task("wanted"), turn("moves c1-d1 d1-e1 dig a1 b1 c1")) == (
        "That works, but it can be done with one move fewer."
    )
    assert (near.rule, short.rule) == (None, None)  # What it is about would be a hint.
    assert "(c1, level 1)" in said(task("wanted"), Response(Turn(), NO_DIG))


def test_nothing_played_is_no_answer_and_no_dig_at_all_is_one() -> None:
    one = task("dig")
    assert not one.check(Response()).given
    assert not one.check(turn("moves c1-d1")).given
    rest = one.check(Response(Turn(), NO_DIG))
    assert (rest.given, rest.right, rest.stars) == (True, False, 0)
    assert not task("magic").check(Response()).given


def test_no_dig_is_chosen_and_let_go_by_laying_the_card() -> None:
    solving = task("dig").begun().acted("choose", NO_DIG)
    assert isinstance(solving, Solving)
    assert solving.answer.choice == NO_DIG
    laid = solving.seated(solving.seat.take(HandMode.LAY).touch(QUARRIES[0]))
    assert laid.answer.choice is None
    assert laid.answer.turn.dig is not None
    assert solving.acted("choose", NO_DIG).answer.choice is None
    assert solving.acted("choose", "anything") == solving


def test_choosing_a_card_or_an_object_lays_the_board_out_for_it() -> None:
    card = task("card").begun()
    assert card.seat.modes == ()
    square = card.acted("choose", "7")
    assert square.seat.table.card is not None
    assert square.seat.table.card.number == 7
    assert square.seat.modes == (HandMode.MOVE, HandMode.LAY)
    amulet = task("magic").begun().acted("choose", "amulet")
    assert [power.value for power in amulet.seat.table.powers] == ["amulet"]


def test_the_turn_to_be_paid_lies_on_the_board_and_cannot_be_changed() -> None:
    solving = task("payable").begun()
    assert solving.answer.turn == Turn.parse("moves b1-b2 dig a1 b1")
    assert solving.form().switches == ()
    assert solving.form().picture is None  # The account would be the answer.
    assert solving.stepped() == solving


def test_the_first_hint_is_the_theme_and_the_last_gives_it_away() -> None:
    solving = task("dig").begun()
    hints = []
    while not solving.shown:
        solving = solving.hinted()
        if not solving.shown:
            assert solving.hint is not None
            hints.append(READERS[0].say(solving.hint))
    assert hints[0] == "One move is enough: it takes a tile off a quarry you dig."
    assert len(hints) == 3
    assert solving.checked().feedback.right  # type: ignore[union-attr] # just checked
    assert solving.helped == 3


_NOT_NONE = (
    "Spending nothing is not the best choice here.",
    "Nichts einzusetzen ist hier nicht die beste Wahl.",
)


def test_a_choice_that_is_wrong_is_ruled_out_by_a_hint_only_where_two_are_left() -> None:
    assert len(told(task("magic"))) == 2
    data = samples.card()
    data["hand"].append({"card": 2, "shape": "##"})
    data["answer"]["gains"]["2"] = 9
    three = puzzle_task(Puzzle.from_dict(data), READERS[0])
    assert told(three)[0] == "Card 7 is not the best choice here."
    data = samples.magic()
    data["held"].append("carpet")
    data["answer"]["gains"]["carpet"] = 3
    for reader, said_of_none in zip(READERS, _NOT_NONE, strict=True):
        objects = puzzle_task(Puzzle.from_dict(data), reader)
        assert reader.say(objects.hints[0]) == said_of_none
        # Which one to choose comes before what to do then.
        assert [hint.key for hint in objects.hints].index("puzzle_play.not_this") == 0


def test_no_hint_rules_out_a_choice_that_was_refused_already() -> None:
    data = samples.card()
    data["hand"] += [{"card": 2, "shape": "##"}, {"card": 3, "shape": "####"}]
    data["answer"]["gains"] |= {"2": 9, "3": 0}
    begun = puzzle_task(Puzzle.from_dict(data), READERS[0]).begun()
    once = begun.acted("choose", "7").checked().cleared()
    hinted = once.hinted()
    assert hinted.hint is not None
    assert READERS[0].say(hinted.hint) == "Card 2 is not the best choice here."
    for name in ("2", "3"):
        once = once.acted("choose", name).checked()
    another = once.hinted().hint
    assert another is not None
    assert "not the best choice" not in READERS[0].say(another)
    # One that was shown stays, whatever is refused after it.
    after = hinted.acted("choose", "2").checked().hinted()
    assert [hint.key for hint in after.task.hints].count("puzzle_play.not_this") == 1
    assert after.hint != hinted.hint


def test_one_step_is_shown_and_the_player_goes_on() -> None:
    solving = task("dig").begun()
    shown = solving.stepped()
    assert shown.seat.moves == (Move.parse("c1-d1"),)
    assert (shown.shown, shown.steps) == (False, 1)
    done = shown.seated(shown.seat.take(HandMode.LAY).touch(QUARRIES[1])).checked()
    assert done.feedback is not None
    assert done.feedback.right
    whole = shown.acted("step", "")
    assert whole.shown
    assert whole.checked().feedback.right  # type: ignore[union-attr] # just checked
    assert whole.stepped() == whole


def test_a_step_keeps_own_moves_that_lead_there_too_and_takes_back_those_that_do_not() -> None:
    data = samples.dig()
    data["problem"]["board"] = "-,-,-,-,-,-/" * 4 + "-,-,-,-,-,-/5y,4,3z,-,-,-"
    data["answer"] = {"net": 10, "turn": "moves c1-d1 a1-a2 dig a1 b1 c1"}
    begun = puzzle_task(Puzzle.from_dict(data), READERS[0]).begun()
    other_order = begun.seated(_moved(begun, "a1-a2")).stepped()
    assert [str(move) for move in other_order.seat.moves] == ["a1-a2", "c1-d1"]
    astray = begun.seated(_moved(begun, "c1-d1", "b1-b2")).stepped()
    assert [str(move) for move in astray.seat.moves] == ["c1-d1", "a1-a2"]
    wrong = begun.seated(_moved(begun, "b1-b2")).stepped()
    assert [str(move) for move in wrong.seat.moves] == ["c1-d1"]


def _moved(solving: Solving, *moves: str) -> MineSeat:
    seat = solving.seat
    for move in map(Move.parse, moves):
        seat = seat.touch(move.source).touch(move.target)
    return seat


def test_a_step_chooses_first_what_is_right_and_better_not_dig_is_a_step_too() -> None:
    chosen = task("magic").begun().stepped()
    assert chosen.answer.choice == "amulet"
    data = samples.dig()
    data["problem"]["board"] = "-,-,-,-,-,-/" * 5 + "z,z,z,-,-,-"
    data |= {"answer": {"net": 0, "turn": "-"}, "themes": ["dont_dig"]}
    rest = puzzle_task(Puzzle.from_dict(data), READERS[0])
    assert rest.solution().choice == NO_DIG
    assert rest.begun().stepped().stepped().shown
    assert told(rest)[1] == "No dig here is worth what it costs."


def test_no_step_shows_the_whole_answer_before_it_was_announced() -> None:
    data = samples.dig()
    data["problem"]["board"] = "-,-,-,-,-,-/" * 5 + "5,4,3,-,-,-"
    data["answer"] = {"net": 12, "turn": "dig a1 b1 c1"}
    begun = puzzle_task(Puzzle.from_dict(data), READERS[0]).begun()
    first = begun.stepped()
    assert not begun.gives_away
    assert (first.gives_away, first.shown, first.answer.turn.dig) == (True, False, None)
    assert first.seat.notice is not None
    assert "The next step shows" in first.seat.notice.text(READERS[0])
    assert first.stepped().shown
    card = task("card").begun()
    assert card.gives_away
    assert card.stepped().shown


def test_an_answer_that_comes_to_the_same_as_a_wrong_one_is_not_charged_again() -> None:
    begun = task("dig").begun()
    once = begun.answered(turn("moves c1-d1 d1-d2 dig a1 b1 c1")).checked()
    assert (once.tries, once.missed, once.known) == (1, 1, True)
    again = once.cleared().answered(turn("moves c1-c2 c2-d2 dig a1 b1 c1"))
    assert again.known
    twice = again.checked()
    assert twice.feedback is not None
    assert READERS[0].say(twice.feedback.remarks[0]).startswith("You tried that already.")
    assert (twice.tries, twice.missed, twice.feedback.given) == (1, 1, False)
    assert twice.wrong_plan is not None  # It is explained to who gives up with it.
    other = twice.answered(turn("moves c1-d1 d1-e1 dig a1 b1 c1")).checked()
    assert (other.tries, other.missed) == (2, 2)
    right = other.answered(turn("moves c1-d1 dig a1 b1 c1")).checked()
    assert right.feedback is not None
    assert (right.feedback.right, right.feedback.stars) == (True, 1)


@pytest.mark.parametrize(("name", "wrong"), [("card", "7"), ("payable", "yes"), ("dig", NO_DIG)])
def test_a_wrong_choice_is_charged_once_whatever_was_moved(name: str, wrong: str) -> None:
    once = task(name).begun().acted("choose", wrong).checked()
    assert isinstance(once, Solving)
    moved = once if name == "payable" else once.seated(_moved(once, "b1-b2"))
    twice = replace(moved, chosen=None).acted("choose", wrong).checked()
    assert (once.missed, twice.missed) == (1, 1)


def test_clearing_keeps_what_was_told() -> None:
    solving = task("dig").begun().hinted().stepped().acted("choose", NO_DIG).checked().cleared()
    assert (solving.hints, solving.steps, solving.tries) == (1, 1, 1)
    assert solving.seat.moves == ()


def test_terms_tell_what_is_worth_what() -> None:
    data = samples.dig()
    data["problem"]["values"] = {"curse": 0.25}
    assert "0.25" in puzzle_task(Puzzle.from_dict(data), READERS[0]).terms
    assert task("wanted").terms == ""


def test_the_terms_of_objects_begin_with_what_spending_one_costs() -> None:
    price = "Spending one costs the 2 it is worth"
    asked = task("magic")
    assert asked.terms.startswith(f"{price}. Treasures are")
    assert asked.special[0] == "Spending one costs 2"
    data = samples.magic()
    data["held"].append("carpet")
    data["answer"]["gains"]["carpet"] = 3
    data["problem"]["values"] = {"magic": 2, "C": 3}
    two = puzzle_task(Puzzle.from_dict(data), READERS[0])
    assert two.terms.startswith("Spending one costs what it is worth. Treasures are")
