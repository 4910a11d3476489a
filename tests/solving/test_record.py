"""What was reached: kept with the progress, reckoned anew from it; what went wrong comes back."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from decimal import Decimal
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ksm_widgets.progress.progress import Progress
from ksm_widgets.progress.rows import Attempted
from ksm_widgets.progress.schedule import Schedule
from ksm_widgets.puzzles import Pack, Puzzle, PuzzleTheme
from ksm_widgets.solving.daily import daily
from ksm_widgets.solving.guide import Guide, Repeats, Taste, next_puzzle
from ksm_widgets.solving.record import (
    BEGINNER,
    Rating,
    Record,
    Tried,
    after,
    expected,
    of_grade,
    record,
)
from ksm_widgets.solving.storm import STORM, storm_puzzles
from ksm_widgets.solving.task import Response, Solving, puzzle_task
from ksm_widgets.telling.phrases import Reader
from tests.puzzles import samples

MINUTE, DAY = 60_000, 86_400_000


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 1_000 * DAY

    def __call__(self) -> int:
        self.now += 1
        return self.now


_LAID = [low + high for low in "12xyz" for high in "abcd"]


def of_rows(count: int, grade: int = 1, theme: PuzzleTheme = PuzzleTheme.NO_MOVE) -> list[Puzzle]:
    """Puzzles that differ in what treasure lies where."""
    made = []
    for number in range(count):
        data = samples.dig()
        data["problem"]["board"] = "-,-,-,-,-,-/" * 5 + f"5,4,3,-,{_LAID[number]},-"
        data |= {"answer": {"net": 12, "turn": "dig a1 b1 c1"}, "grade": grade}
        made.append(Puzzle.from_dict({**data, "themes": [theme.value]}))
    return made


@pytest.fixture
def guide() -> Guide:
    pack = Pack((*of_rows(3), *of_rows(4, 3, PuzzleTheme.CLEAR_WAY)[3:], samples.puzzle("dig")))
    return Guide(pack, Progress(), schedule=Schedule, clock=Clock(), rng=Random(1))


def laid(puzzle: Puzzle) -> Solving:
    return puzzle_task(puzzle, Reader()).begun()


def solved(solving: Solving) -> Solving:
    return solving.answered(solving.task.solution()).checked()


def missed(solving: Solving) -> Solving:
    return solving.answered(Response(choice="rest")).checked()


def test_a_rating_is_settled_once_it_is_known_well_enough() -> None:
    assert not BEGINNER.settled
    assert not Rating(900.0, 100.0).settled
    assert Rating(900.0, 99.0).settled


def test_ratings_are_as_glickman_reckons_them() -> None:
    """The example of his paper, one game after the other instead of all at once."""
    player = Rating(1500.0, 200.0)
    assert round(expected(player, Rating(1400.0, 30.0)), 3) == 0.639
    won = after(player, Rating(1400.0, 30.0), 1.0)
    assert round(won.value) == 1563
    assert round(won.deviation, 1) == 175.2
    assert after(Rating(1000.0, 50.0), of_grade(1), 1.0).deviation == 50.0


@given(st.floats(0, 3000), st.floats(50, 350), st.floats(0, 3000), st.floats(50, 350))
def test_who_wins_rises_and_grows_surer(
    own: float, unsure: float, other: float, its: float
) -> None:
    before, against = Rating(own, unsure), Rating(other, its)
    assert after(before, against, 1.0).value >= own >= after(before, against, 0.0).value
    assert after(before, against, 0.5).deviation <= unsure


def test_an_answer_is_kept_and_read_again_with_all_it_says() -> None:
    theme = PuzzleTheme.MIRROR_CARPET
    tried = Tried("0123456789", 3, theme, 17, right=True, stars=3, hints=2, again=1)
    for one in (tried, replace(tried, storm=99, again=0), replace(tried, theme=None)):
        assert Tried.of(one.attempted("de")) == one
    other = Attempted("moving.targets", 0, "en", 1, True, 3)
    assert Tried.of(other) is None
    assert record([other]) == Record()


@given(st.permutations(range(6)))
def test_the_order_in_which_answers_are_read_is_all_one(order: list[int]) -> None:
    theme = PuzzleTheme.CLEAR_WAY
    answers = [
        Tried(f"{number:010x}", 1 + number % 5, theme, number, right=number != 2, stars=3)
        for number in range(6)
    ]
    rows = [answers[place].attempted("en") for place in order]
    assert record(rows) == record([one.attempted("en") for one in answers])


def test_a_streak_is_of_puzzles_solved_at_once_and_the_first_answer_counts(guide: Guide) -> None:
    one, two, three, four, five = guide.pack.puzzles
    for puzzle in (one, two):
        guide.checked(solved(laid(puzzle)))
    after_two = guide.record()
    assert (after_two.streak, after_two.longest) == (2, 2)
    assert after_two.rating.value > BEGINNER.value
    wrong = missed(laid(three))
    guide.checked(wrong)
    after_wrong = guide.record()
    assert (after_wrong.streak, after_wrong.longest) == (0, 2)
    assert after_wrong.rating.value < after_two.rating.value
    assert after_wrong.rating_of(three).value > of_grade(1).value
    guide.checked(solved(wrong))
    assert guide.record().rating == after_wrong.rating
    assert three.id in guide.record().solved
    hinted = solved(laid(four).hinted())
    guide.checked(hinted)
    assert guide.record().streak == 0
    guide.given_up(laid(five))
    assert guide.record().themes == {PuzzleTheme.CLEAR_WAY: (0, 2), PuzzleTheme.NO_MOVE: (2, 3)}


@pytest.mark.parametrize(("right", "hints", "score"), [(1, 0, 1), (1, 1, 0.5), (0, 0, 0)])
def test_a_right_answer_with_a_hint_counts_half(right: int, hints: int, score: float) -> None:
    tried = Tried("0123456789", 3, None, 17, right=bool(right), stars=3, hints=hints)
    assert record([tried.attempted("en")]).rating == after(BEGINNER, of_grade(3), score)


def test_nothing_that_was_no_answer_or_was_given_away_is_kept(guide: Guide) -> None:
    solving = laid(guide.pack.puzzles[0])
    guide.checked(solving.checked())
    guide.checked(solving.given_away().checked())
    assert guide.progress.attempts() == ()


def test_what_went_wrong_comes_back_and_what_was_solved_does_not(guide: Guide) -> None:
    clock = guide.clock
    assert isinstance(clock, Clock)
    first, second = guide.pack.puzzles[:2]
    guide.checked(solved(laid(first)))
    guide.checked(solved(missed_and_kept(guide, second)))
    back = guide.repeats()
    assert (back.due, [name for _, name in back.later]) == ((), [second.id])
    assert MINUTE - 10 <= back.later[0][0] - clock.now <= 15 * MINUTE
    clock.now += DAY
    assert guide.repeats().due == (second.id,)
    assert guide.next() == second
    guide.checked(solved(laid(second)))
    assert guide.repeats().due == ()
    assert guide.repeats().later[0][0] > back.later[0][0]
    guide.taste = Taste(grades=(3, 3))
    clock.now += 30 * DAY
    following = guide.next()
    assert following is not None
    assert following.grade == 3  # What is due waits if something else is wished for.


def missed_and_kept(guide: Guide, puzzle: Puzzle) -> Solving:
    wrong = missed(laid(puzzle))
    guide.checked(wrong)
    return wrong


def test_two_that_are_due_do_not_take_turns_for_ever(guide: Guide) -> None:
    assert isinstance(guide.clock, Clock)
    for puzzle in guide.pack.puzzles[:2]:
        missed_and_kept(guide, puzzle)
    guide.clock.now += DAY
    met = [guide.next() for _ in range(4)]
    assert {puzzle.id for puzzle in met[:2] if puzzle} == set(guide.repeats().due)
    assert len(set(met)) == 4


def test_without_a_schedule_nothing_comes_back(guide: Guide) -> None:
    bare = replace(guide, schedule=None)
    bare.checked(missed(laid(bare.pack.puzzles[0])))
    assert bare.repeats() == Repeats()
    assert bare.next() is not None
    assert len(bare.progress.reviews()) == 1  # It waits for where there is one.


def test_a_wish_is_kept_to_and_new_puzzles_come_before_known_ones(guide: Guide) -> None:
    guide.taste = Taste(PuzzleTheme.CLEAR_WAY, (3, 3))
    assert {guide.next() for _ in range(4)} == {guide.pack.puzzles[3]}
    guide.taste = Taste(PuzzleTheme.SEAL)
    assert guide.next() is None
    guide.taste = Taste(PuzzleTheme.NO_MOVE)
    met = []
    for _ in range(3):
        puzzle = guide.next()
        assert puzzle is not None
        guide.checked(solved(laid(puzzle)))
        met.append(puzzle.id)
    assert len(set(met)) == 3
    again = guide.next()
    assert again is not None
    assert again.id != met[-1]  # Never twice the same one running.


def test_what_suits_the_player_is_about_as_hard_as_they_are_good() -> None:
    strong, weak = Record(rating=Rating(1800, 50)), Record(rating=Rating(700, 50))
    many_easy, many_hard = of_rows(6, 1), of_rows(12, 5)[6:]
    for rated, grade in ((weak, 1), (strong, 5)):
        for seed in range(10):
            found = next_puzzle([*many_easy, *many_hard], Taste(), rated, Random(seed))
            assert found is not None
            assert found.grade == grade


def test_the_first_puzzles_ever_are_plain_digs() -> None:
    pack = [samples.puzzle(name) for name in samples.ALL]
    first = next_puzzle(pack, Taste(), Record(), Random(1))
    assert first == samples.puzzle("dig")
    known = Record(tried=frozenset(f"{number:010x}" for number in range(9)))
    assert len({next_puzzle(pack, Taste(), known, Random(seed)) for seed in range(30)}) > 3


def test_the_daily_puzzle_is_the_same_for_all_and_another_on_another_day() -> None:
    pack = of_rows(20)
    day = date(2026, 11, 21)
    assert daily(pack, day) == daily(reversed(pack), day)
    assert len({daily(pack, date(2026, 11, number)).id for number in range(1, 31)}) > 8


def test_a_storm_asks_easy_puzzles_in_three_minutes_and_its_best_is_kept(guide: Guide) -> None:
    clock = guide.clock
    assert isinstance(clock, Clock)
    storm = guide.storm()
    assert {puzzle.grade for puzzle in storm.left} == {1, 2}
    assert storm.seconds_left(storm.began) == 180
    for right in (True, False, True):
        one = laid(storm.left[0])
        guide.checked(solved(one) if right else missed(one), storm)
        storm = storm.answered(right=right)
    assert (storm.solved, len(storm.missed)) == (2, 1)
    assert not storm.over(clock.now)
    assert storm.over(storm.began + STORM)
    kept = guide.record()
    assert (kept.best_storm, kept.streak, kept.rating) == (2, 0, BEGINNER)
    assert guide.progress.reviews() == ()
    assert storm_puzzles(of_rows(2, 4), Random(1))[0].grade == 4
    assert storm_puzzles([samples.puzzle("magic")], Random(1)) == ()
    near, far = (
        replace(one, solution=replace(one.solution, lead=Decimal(lead)))
        for one, lead in zip(of_rows(2), ("1.5", "2"), strict=True)
    )
    assert storm_puzzles([near, far], Random(1)) == (far,)


def test_no_puzzle_comes_twice_in_a_row_where_there_is_another() -> None:
    few = tuple(map(samples.puzzle, ("dig", "card", "known")))
    just: tuple[str, ...] = tuple(puzzle.id for puzzle in few)
    for seed in range(10):
        found = next_puzzle(few, Taste(), Record(), Random(seed), but=just)
        assert found is not None
        assert found.id != just[-1]
        just = (*(one for one in just if one != found.id), found.id)
    assert next_puzzle(few[:1], Taste(), Record(), Random(1), but=just) == few[0]
