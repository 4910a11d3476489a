"""The built-in packs: all themes and grades, and every answer proven again."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ksm_widgets.progress.progress import Progress
from ksm_widgets.progress.schedule import Schedule
from ksm_widgets.puzzles import Puzzle, PuzzleTheme, Question
from ksm_widgets.puzzles.__main__ import today
from ksm_widgets.puzzles.authoring import faults
from ksm_widgets.puzzles.finding import alike
from ksm_widgets.puzzles.interest import offers_choice
from ksm_widgets.puzzles.making import twin_key
from ksm_widgets.puzzles.pack import PACKS, line_of, recipes, shipped_pack
from ksm_widgets.puzzles.proof import Proof
from ksm_widgets.puzzles.puzzle import GRADES
from ksm_widgets.puzzles.questions import Filter
from ksm_widgets.solver.answer import plan_of
from ksm_widgets.solving.daily import daily
from ksm_widgets.solving.guide import Guide
from ksm_widgets.solving.links import link_of_puzzle, puzzle_of
from ksm_widgets.solving.task import NO_DIG, Response, puzzle_task
from ksm_widgets.telling.phrases import Reader
from tests.oracle.brute import branching, force, moves_worth_trying, places

EVERY = [puzzle for name in PACKS for puzzle in shipped_pack(name)]
RETIRED = [puzzle for name in PACKS for puzzle in shipped_pack(name).retired]
FELT = Path(__file__).with_name("felt.jsonl")
"""Four readers' ratings of seventy puzzles, fourteen of each grade at that time."""
SLICES = 20
FORCED = 12
BUDGET = 3 * 10**7
"""About so many places are looked at by brute force for one puzzle."""


def test_all_themes_grades_and_questions_are_there() -> None:
    themes = Counter(theme for puzzle in shipped_pack("puzzles") for theme in puzzle.themes)
    assert min(themes[theme] for theme in PuzzleTheme) >= 4
    grades = Counter(puzzle.grade for puzzle in shipped_pack("puzzles"))
    assert {grade: grades[grade] for grade in GRADES} == dict.fromkeys(GRADES, 200)
    assert {puzzle.question for puzzle in EVERY} == set(Question)


def test_lessons_are_easy() -> None:
    assert max(puzzle.problem.shape.size for puzzle in shipped_pack("lessons")) <= 4


def test_there_are_as_many_as_the_recipes_say_and_what_they_wish() -> None:
    told = recipes()["recipes"]
    wishes = {recipe["seed"]: Filter.from_dict(recipe["wish"]) for recipe in told}
    made: Counter[int] = Counter()
    for puzzle in (*EVERY, *RETIRED):
        seed = int(puzzle.source.split()[1])
        # Those made for a grade or a set of parchments may have another grade or theme since.
        wanted = replace(wishes[seed], grades=frozenset(GRADES), themes=frozenset())
        assert wanted.accepts(puzzle), puzzle.id
        made[seed] += 1
    # Of the last ones more were made than are offered; of all others none is lost.
    assert all(made[seed] <= wished for seed, wished in _counts(told).items())
    assert all(made[seed] == wished for seed, wished in _counts(told, new=False).items())


def _counts(told: list[dict[str, Any]], *, new: bool = True) -> dict[int, int]:
    return {one["seed"]: one["count"] for one in told if new or "since" not in one}


def test_of_a_game_there_are_two_whose_mines_differ() -> None:
    games: dict[str, list[Puzzle]] = {}
    for puzzle in shipped_pack():
        games.setdefault(puzzle.source.rpartition(" turn")[0], []).append(puzzle)
    assert max(map(len, games.values())) == 2
    assert not any(alike(*two) for two in games.values() if len(two) == 2)


def test_those_that_take_a_second_answer_are_retired() -> None:
    first, *others = recipes()["retired"]
    gone = {one for group in (first, *others) for one in group["ids"]}
    assert {puzzle.id for puzzle in RETIRED} == gone
    short = [one for one in RETIRED if one.id in first["ids"] and len(one.solution.turn.moves) < 2]
    for puzzle in short[:3]:
        assert "Several answers are equally good." in map(str, faults(puzzle)), puzzle.id
    assert len(short) >= 3


def test_a_sample_of_what_is_offered_is_fit() -> None:
    for puzzle in Random(4).sample(shipped_pack().puzzles, 25):
        assert today(puzzle) == (puzzle, True)


def test_what_is_soon_answered_offers_a_choice_all_the_same() -> None:
    """With one move at most the answer alone shows it; the others' proofs are looked at above."""
    short = [
        puzzle
        for puzzle in shipped_pack()
        if puzzle.question in (Question.DIG, Question.KNOWN)
        and puzzle.solution.turn.dig is not None
        and len(puzzle.solution.turn.moves) < 2
    ]
    assert len(short) > 60
    for puzzle in short:
        plan = plan_of(puzzle.problem, puzzle.solution.turn)
        proof = Proof(puzzle.solution, {"": plan}, (), None)
        assert offers_choice(puzzle, proof), puzzle.id


def test_where_it_is_best_not_to_dig_something_tempts() -> None:
    still = [one for one in shipped_pack() if one.themes == (PuzzleTheme.DONT_DIG,)]
    for puzzle in Random(3).sample(still, 4):
        assert today(puzzle) == (puzzle, True)


def test_those_that_leave_no_choice_are_retired() -> None:
    third = recipes()["retired"][2]["ids"]
    for name in ("07b29fceb0", "16bc958000"):  # one legal dig, which is the answer
        assert name in third
        gone = shipped_pack().find(name)
        assert gone is not None
        assert not today(gone)[1]


def test_where_there_is_nothing_to_find_is_retired() -> None:
    gone_since = {one for group in recipes()["retired"] for one in group["ids"]}
    # Two digs in sight, twice; the four best of six tiles; no move on a full board.
    for name in ("0f34c777ff", "2d3fe91927", "5c8e6f650d", "a810cf36a3"):
        assert name in gone_since
        gone = shipped_pack().find(name)
        assert gone is not None
        assert not today(gone)[1]


def test_what_suggests_itself_is_easy() -> None:
    """Three lids go straight to where tiles are missing; one curse is in the way."""
    grades = {one.id: one.grade for one in shipped_pack()}
    assert grades["9cfed5bdff"] <= 2
    assert grades["e819d614fd"] == 1
    once = shipped_pack().find("8e85e5ea91")
    assert once is not None
    assert today(once)[0].grade == 4  # The card lies nowhere else.
    lifted = shipped_pack().find("ee644dfe46")
    assert lifted is not None
    assert today(lifted)[0].grade == 2  # Tiles are only lifted off the dig, and there are few.


def test_what_readers_felt_is_what_is_offered() -> None:
    """Their words for a puzzle without its grade: how hard it is, and whether it is dull."""
    offered = {one.id: one.grade for one in shipped_pack()}
    felt = [json.loads(line) for line in FELT.read_text().splitlines()]
    assert not [one for one in felt if one["dull"] == "yes" and one["id"] in offered]
    left = [one for one in felt if one["id"] in offered]
    assert len(left) > 40
    assert not [one for one in left if abs(offered[one["id"]] - one["felt"]) >= 2]


def test_sums_and_choices_that_gain_nothing_are_retired() -> None:
    last = recipes()["retired"][3]["ids"]
    for name in ("38bcf762b6", "02cd066171"):  # can it be paid; five digs for half a coin
        assert name in last
        gone = shipped_pack().find(name)
        assert gone is not None
        assert not today(gone)[1]
    assert not any(puzzle.question is Question.PAYABLE for puzzle in shipped_pack())


@pytest.mark.parametrize("group", recipes()["retired"], ids=lambda group: str(group["on"]))
def test_what_is_retired_is_found_but_not_offered(group: dict[str, Any]) -> None:
    pack = shipped_pack()
    of_group = [one for one in pack.retired if one.id in group["ids"]]
    for gone in (of_group[0], of_group[-1]):
        assert gone not in tuple(pack)
        assert pack.find(gone.id) == gone
        assert puzzle_of(link_of_puzzle(gone, pack), pack) == gone
        assert "whole" not in link_of_puzzle(gone, pack)


@pytest.mark.long
def test_puzzles_of_earlier_days_stay_what_they_were() -> None:
    """Drawn from the five hundred of then, be they retired or not."""
    pack = shipped_pack()
    days = [group["on"] for group in recipes()["retired"]]
    first, second, third, *again = days
    assert {*again} == {third}
    gone = [set(group["ids"]) for group in recipes()["retired"]]
    of_then = [one for one in (*pack, *pack.retired) if one.id not in pack.since]
    assert len(of_then) == 500
    before = [first - timedelta(number) for number in range(1, 300)]
    assert [daily(pack, one) for one in before] == [daily(of_then, one) for one in before]
    assert {daily(pack, one) for one in before} & set(pack.retired)
    still = [one for one in of_then if one.id not in gone[0]]
    assert set(pack.on(first)) == set(pack.on(second - timedelta(1))) == set(still)
    thousand = set(pack.on(second))
    assert len(thousand) == 1000
    assert thousand == set(pack.on(third - timedelta(1)))
    late = {name for name, day in pack.since.items() if day == third}
    assert {one.id for one in thousand - set(pack)} == set().union(*gone[2:]) - late
    assert set(pack.on(third)) == set(pack)
    after = [third + timedelta(number) for number in range(300)]
    assert not {daily(pack, one) for one in after} & set(pack.retired)


@pytest.mark.parametrize("group", recipes()["retired"], ids=lambda group: str(group["on"]))
def test_a_mistake_with_a_retired_puzzle_comes_back(group: dict[str, Any]) -> None:
    of_group = [one for one in shipped_pack().retired if one.id in group["ids"]]
    gone = next(one for one in of_group if one.solution.turn.dig is not None)
    wrong = next((one for one in gone.choices if one not in gone.right), NO_DIG)
    now = [1_800_000_000_000]
    progress = Progress()
    guide = Guide(shipped_pack(), progress, schedule=Schedule, clock=lambda: now[0])
    guide.checked(
        puzzle_task(gone, Reader("en")).begun().answered(Response(choice=wrong)).checked()
    )
    now[0] += 10 * 86_400_000
    assert guide.next() == gone
    progress.close()


@pytest.mark.long
def test_no_two_are_twins() -> None:
    assert len({twin_key(puzzle) for puzzle in EVERY}) == len(EVERY)


def test_lines_are_as_they_would_be_written() -> None:
    for puzzle in (*EVERY, *RETIRED):
        assert Puzzle.from_dict(puzzle.to_dict()) == puzzle
        assert len(line_of(puzzle)) < 2000


@pytest.mark.long
# One slice in ten is solved again by the quick tests, the others by the slow ones.
@pytest.mark.parametrize(
    "part",
    [pytest.param(part, marks=pytest.mark.slow if part % 10 else ()) for part in range(SLICES)],
)
def test_every_answer_is_proven_again(part: int) -> None:
    for puzzle in EVERY[part::SLICES]:
        assert [str(fault) for fault in faults(puzzle)] == [], puzzle.id


SAMPLE = [one for name in PACKS for one in Random(12).sample(shipped_pack(name).puzzles, 10)]


@pytest.mark.long
@pytest.mark.parametrize("puzzle", SAMPLE, ids=lambda puzzle: puzzle.id)
def test_nothing_of_a_sample_is_idle(puzzle: Puzzle) -> None:
    assert faults(puzzle, thorough=True) == ()


def _feasible(puzzle: Puzzle) -> bool:
    """Whether brute force can look at all moves that may be worth it."""
    problem = puzzle.problem
    if puzzle.question is not Question.DIG or puzzle.solution.net <= 0:
        return False
    boards: int = branching(problem) ** _moves_worth_trying(puzzle)
    # The places are counted last: with the seal all sets of quarries are tried for them.
    return boards <= BUDGET and boards * len(places(problem.shape, problem.powers)) <= BUDGET


def _moves_worth_trying(puzzle: Puzzle) -> int:
    """With more of them nothing comes within a coin of the answer."""
    return moves_worth_trying(puzzle.problem, int((puzzle.solution.net - 1) * 1000))


@cache
def _to_force() -> list[Puzzle]:
    return Random(7).sample([one for one in EVERY if _feasible(one)], FORCED)


@pytest.mark.long
@pytest.mark.parametrize("number", range(FORCED))
def test_brute_force_comes_to_the_same_and_finds_no_rival(number: int) -> None:
    """Slow and plain: every move that can be worth it, every place on every board."""
    puzzle = _to_force()[number]
    said = puzzle.solution
    digs = force(replace(puzzle.problem, max_moves=_moves_worth_trying(puzzle))).digs(2)
    assert digs[0].net == said.net
    assert digs[0].quarries == said.turn.dig
    assert len(digs) == 1 or digs[1].net <= said.net - Decimal(1)
