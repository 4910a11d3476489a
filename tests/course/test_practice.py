"""Endless practice: every rule's tasks are right by an independent judge, and never repeat."""

from __future__ import annotations

from typing import Any

import pytest

from ksm_widgets.course.kinds import Choose, Mark, Numbers, Order, PlaceCard, Shift
from ksm_widgets.course.lessons import CURRICULUM
from ksm_widgets.course.practice import PRACTICE
from ksm_widgets.mine.rulebook import RULES
from ksm_widgets.rules import edition, legal_moves, moved
from ksm_widgets.tasks.exercise import LEVELS, Exercise
from ksm_widgets.telling.phrases import Phrase, Reader
from tests.course.judge import right_answer, top
from tests.course.naive import may_step
from tests.mistakes import wrong_answer

READERS = [Reader(language, played) for language in ("en", "de") for played in ("en", "de")]
LEVELLED = [(rule, level) for rule in PRACTICE for level in range(1, LEVELS + 1)]
QUICK, THOUSAND = 6, 1_000


def test_every_rule_can_be_practised_at_every_level() -> None:
    assert list(PRACTICE) == list(RULES)
    assert all(len(exercises) == LEVELS for exercises in PRACTICE.values())
    names = [exercise.name for exercises in PRACTICE.values() for exercise in exercises]
    assert len(set(names)) == len(names) == 99


@pytest.mark.parametrize(("rule", "level"), LEVELLED)
def test_right_answers_are_right_and_wrong_ones_wrong(rule: str, level: int) -> None:
    for seed in range(QUICK):
        holds(PRACTICE[rule][level - 1], seed, rule)


@pytest.mark.slow
@pytest.mark.parametrize("rule", PRACTICE)
def test_a_thousand_fresh_tasks_a_rule(rule: str) -> None:
    seen = set()
    for number in range(THOUSAND):
        exercise = PRACTICE[rule][number % LEVELS]
        seen.add(looks(holds(exercise, number // LEVELS, rule)))
    assert len(seen) == THOUSAND


LIVELY = [exercise for exercise in CURRICULUM.exercises.values() if not exercise.fixed]


@pytest.mark.long
@pytest.mark.parametrize("exercise", LIVELY, ids=lambda exercise: str(exercise.name))
def test_a_lesson_never_asks_the_same_again(exercise: Exercise) -> None:
    drawn = {looks(exercise.task(seed, edition("en"))) for seed in range(QUICK)}
    assert len(drawn) == QUICK


@pytest.mark.slow
@pytest.mark.parametrize("exercise", LIVELY, ids=lambda exercise: str(exercise.name))
def test_however_long_one_goes_on(exercise: Exercise) -> None:
    """As often as anyone will: a thousand times where a task is quickly drawn, else a hundred."""
    count = THOUSAND if exercise.then is not None else 100
    drawn = {looks(exercise.task(seed, edition("de"))) for seed in range(count)}
    assert len(drawn) == count


def looks(task: Any) -> str:
    """Everything a learner sees of a task; two that look alike are the same."""
    labels = [option.label for option in getattr(task, "options", ())]
    asked = [field.label for field in getattr(task, "fields", ())]
    shown = getattr(task, "shown", ())
    return repr((task.question, task.table, task.sheet, labels, asked, shown))


def holds(exercise: Exercise, seed: int, rule: str) -> Any:
    """A task of it is about its rule, checked as the judge would, and worded for everyone."""
    task: Any = exercise.task(seed, edition("en" if seed % 2 else "de"))
    assert task.rules[0] == rule
    assert agrees(task), (exercise.name, seed, task.question.params, right_answer(task))
    said = [task.check(task.solution()), task.check(wrong_answer(task))]
    assert [each.right for each in said] == [True, False]
    assert all(each.rule is not None for each in said)
    assert not task.begun().checked().feedback.given
    sentences = [task.question, *task.hints, *said[0].remarks, *said[1].remarks, *whys(task)]
    assert len(task.hints) == 2
    for reader in READERS:
        for phrase in sentences:
            words = reader.say(phrase)
            assert words.strip()
            assert "{" not in words
    return task


def whys(task: Any) -> list[Phrase]:
    """What would be said to each of the mistakes that a task expects."""
    found = [option.why for option in getattr(task, "options", ())]
    found += [option.label for option in getattr(task, "options", ())]
    for field in getattr(task, "fields", ()):
        assert field.value not in field.mistakes
        found += [field.label, field.why, *field.mistakes.values()]
    if isinstance(task, Mark):
        position = task.table.position
        quarries = [quarry for quarry in task.table.marked if quarry not in task.right_ones]
        quarries += [move.source for move in legal_moves(position)[:2]]
        found += [task.why_not(quarry) for quarry in quarries if quarry not in task.right_ones]
    return found


def agrees(task: Any) -> bool:
    """Whether what a task takes for right is what the judge does."""
    match task:
        case Shift():
            return reaches(task)
        case Mark():
            return bool(task.right_ones == right_answer(task))
        case Choose():
            rights = {option.name for option in task.options if option.right}
            return rights == right_answer(task)
        case Order():
            return list(task.solution()) == right_answer(task)
        case Numbers():
            return dict(task.solution()) == right_answer(task)
        case PlaceCard():
            return set(task.solutions()) == right_answer(task)
    raise AssertionError(task)


def reaches(task: Any) -> bool:
    """Whether the way is one of legal steps off one quarry that lay the wanted tile bare."""
    (quarry,) = task.table.marked
    position = task.table.position
    for move in task.way.moves:
        if move.source != quarry or not may_step(position, quarry, move.target):
            return False
        position = moved(position, move)
    term = task.question.params["tile"]
    letter = "C" if "edition" in str(term) else str(getattr(term, "key", ""))[-1]
    # Each move takes one tile off, so no way is shorter than there are tiles on it.
    return top(position, quarry) == letter


@pytest.mark.long
def test_it_gets_harder() -> None:
    """By what can be counted: places to choose among, quarries to mark, moves to add up."""
    taken = edition("en")

    def drawn(rule: str, level: int) -> list[Any]:
        return [PRACTICE[rule][level - 1].task(seed, taken) for seed in range(20)]

    for rule, size in {
        "R4": lambda task: len(task.fields),
        "R6": lambda task: len(task.options),
        "R14": lambda task: len(task.question.params["moves"]),
        "R18": lambda task: len(task.question.params["held"]),
        "R20": lambda task: sum(option.right for option in task.options),
        "R29": lambda task: len(task.fields),
        "R33": lambda task: len(task.question.params.get("moves", ())),
    }.items():
        easy, middle, hard = (sum(map(size, drawn(rule, level))) for level in (1, 2, 3))
        assert easy < middle <= hard, rule
    places = [sum(len(task.solutions()) for task in drawn("R9", level)) for level in (1, 2, 3)]
    assert places == sorted(places, reverse=True)


def test_the_same_seed_draws_the_same_task() -> None:
    for exercises in PRACTICE.values():
        one, other = (exercises[1].task(7, edition("en")) for _ in range(2))
        assert looks(one) == looks(other)
