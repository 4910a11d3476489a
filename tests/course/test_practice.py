"""Endless practice: every rule's tasks are right by an independent judge, and never repeat."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, partial
from typing import Any

import pytest

from ksm_widgets.course.kinds import Choose, Mark, Numbers, Order, PlaceCard, PlayTurn, Shift
from ksm_widgets.course.lessons import CURRICULUM
from ksm_widgets.course.practice import PRACTICE
from ksm_widgets.course.practice.forms import FORMS
from ksm_widgets.mine.rulebook import RULES
from ksm_widgets.rules import edition, legal_moves, moved
from ksm_widgets.tasks.exercise import LEVELS, Exercise
from ksm_widgets.telling.phrases import Phrase, Reader
from tests.course.judge import numbers, right_answer, top
from tests.course.naive import may_dig, may_step
from tests.mistakes import wrong_answer
from tests.sweeps import swept

READERS = [Reader(language, played) for language in ("en", "de") for played in ("en", "de")]
LEVELLED = [(rule, level) for rule in PRACTICE for level in range(1, LEVELS + 1)]
QUICK, SEVERAL = 2, 6
FEWER = 40
DEAR = {
    *("start.mark", "start.move", "mine.level", "tiles.missing", "dig.best", "dig.why"),
    *("moving.one", "moving.bring", "moving.bare", "costs.pays", "costs.net", "costs.best"),
    *("costs.cheapest", "costs.keep", "turn.whole", "magic.which", "magic.second"),
    *("practice.R8.3", "practice.R9.3", "practice.R10.3", "practice.R14.3", "practice.R16.3"),
    *(
        "practice.R12.3",
        "practice.R13.3",
        "practice.R18.3",
        "practice.R20.1",
        "practice.R20.2",
        "practice.R21.1",
    ),
    *("practice.R21.2", "practice.R21.3", "practice.R23.3"),
}
"""Exercises that take longest to draw: fewer boards of them are compared with each other."""


def many(exercise: Exercise) -> int:
    """How many boards of an exercise are compared with those of others."""
    return 1 if exercise.fixed else FEWER if exercise.name in DEAR else len(swept(150))


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
def test_many_fresh_tasks_a_rule(rule: str) -> None:
    seen, numbers = [], swept(150)
    for number in numbers:
        exercise = PRACTICE[rule][number % LEVELS]
        task = holds(exercise, number // LEVELS, rule)
        if task.question.key not in FEW:
            seen.append(looks(task))
    assert len(set(seen)) == len(seen) > len(numbers) / 2


FEW = {
    *("lesson_round.secret", "lesson_dig.all", "lesson_magic.second", "practice.idle"),
    *("lesson_tiles.kept", "lesson_dig.optional", "practice.nowhere", "lesson_magic.when"),
    *("lesson_round.left_over", "practice.how_many_play", "practice.undug_cards"),
    *("lesson_paying.aftermath", "lesson_paying.received", "lesson_paying.late"),
    *("practice.least_second", "lesson_mine.box", "lesson_paying.can", "lesson_tiles.sets"),
}
"""Questions of which there are not as many: they come again, one in five or fewer."""


LIVELY = [exercise for exercise in CURRICULUM.exercises.values() if not exercise.fixed]


@pytest.mark.long
@pytest.mark.parametrize("exercise", LIVELY, ids=lambda exercise: str(exercise.name))
def test_a_lesson_never_asks_the_same_again(exercise: Exercise) -> None:
    drawn = {looks(exercise.task(seed, edition("en"))) for seed in range(SEVERAL)}
    assert len(drawn) == SEVERAL


@pytest.mark.slow
@pytest.mark.parametrize("exercise", LIVELY, ids=lambda exercise: str(exercise.name))
def test_however_long_one_goes_on(exercise: Exercise) -> None:
    """As often as anyone will: up to a thousand times where a task is quickly drawn."""
    seeds = swept(150) if exercise.then is not None else swept(60, 100)
    drawn = {looks(exercise.task(seed, edition("de"))) for seed in seeds}
    assert len(drawn) == len(seeds)


@cache
def looked(exercise: Exercise, first: int = 0) -> frozenset[int]:
    """What many boards of an exercise look like, each as a number, as there are so many."""
    seeds = range(first, first + many(exercise))
    return frozenset(hash(looks(exercise.task(seed, edition("en")))) for seed in seeds)


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
    assert task.hints
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
            return reaches(task) if task.question.key == "practice.bare" else shifts(task)
        case PlayTurn():
            return plays(task)
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


def shifts(task: Any) -> bool:
    """Whether every step of the way is legal, and the way right."""
    position = task.table.position
    for move in task.way.moves:
        if not may_step(position, move.source, move.target):
            return False
        position = moved(position, move)
    return bool(task.check(task.way).right)


def plays(task: Any) -> bool:
    """Whether the turn takes what is wanted by legal steps and a legal dig."""
    turn, position = task.solution(), task.table.position
    for move in turn.moves:
        if not may_step(position, move.source, move.target):
            return False
        position = moved(position, move)
    return may_dig(position, frozenset(turn.dig), task.table.shape, task.table.powers)


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


WITH_FORMS = [rule for rule, exercises in PRACTICE.items() if exercises[-1].forms]


def situation(task: Any) -> object:
    """What kind of situation a task is: its words and, where these are alike, what it is about."""
    key, told = task.question.key, task.question.params
    match key:
        case "practice.seal":
            (right,) = (option.name for option in task.options if option.right)
            return key, right, task.table.powers, task.check(right).remarks[0].key
        case "practice.wrong_late" | "practice.wrong_now":
            return key, *(option.name for option in task.options if option.right)
        case "practice.bonuses" | "practice.counted_up":
            return key, *(ranks(column) for column in list(zip(*numbers(task), strict=True))[-2:])
        case "practice.known":
            return key, len(told["moves"])
        case "practice.bare":
            return key, len(task.way.moves)
        case "lesson_end.winner":
            return key, sum(option.right for option in task.options) > 1
        case "practice.left_out" | "lesson_magic.together" | "lesson_dig.why":
            rights = [option.name for option in getattr(task, "options", ()) if option.right]
            return key, told.get("count"), len(rights), *rights[:1]
    return key


def ranks(sizes: tuple[int, ...]) -> tuple[object, ...]:
    """How many lead, how many are second, and whether these have half as much."""
    largest, *others = sorted(set(sizes), reverse=True)
    second = others[0] if others else 0
    return sizes.count(largest), sizes.count(second) if second else 0, 2 * second >= largest


def test_every_rule_has_forms_at_the_top() -> None:
    assert list(RULES) == WITH_FORMS


def levels_in(form: Any) -> set[int]:
    """The levels that a form names, however it is wrapped."""
    if not isinstance(form, partial):
        return set()
    named = {form.keywords["level"]} if "level" in form.keywords else set()
    return named.union(*(levels_in(each) for each in (form.func, *form.args)))


def test_no_form_at_the_top_is_of_the_easiest_level() -> None:
    easy = {rule: [form for form in forms if 1 in levels_in(form)] for rule, forms in FORMS.items()}
    assert not {rule: forms for rule, forms in easy.items() if forms}
    assert any(3 in levels_in(form) for form in FORMS["R16"][-1:])


@pytest.mark.long
@pytest.mark.parametrize("rule", WITH_FORMS)
@pytest.mark.parametrize("played", ["en", "de"])
def test_five_questions_in_a_row_at_the_top_are_five_situations(rule: str, played: str) -> None:
    top = PRACTICE[rule][-1]
    count = len(top.forms)
    assert count >= 5
    for start in (1, 40):
        tasks = [top.task(start + more, edition(played)) for more in range(count)]
        assert len({situation(task) for task in tasks}) == count, list(map(situation, tasks))
        assert all(task.rules[0] == rule for task in tasks)


@pytest.mark.long
def test_it_gets_harder() -> None:
    """By what can be counted: places to choose among, quarries to mark, moves to add up."""
    taken = edition("en")

    def drawn(rule: str, level: int) -> list[Any]:
        exercise = PRACTICE[rule][level - 1]
        if exercise.forms:
            exercise = replace(exercise, draw=exercise.forms[0], forms=())
        return [exercise.task(seed, taken) for seed in range(20)]

    for rule, size in {
        "R4": lambda task: len(task.fields),
        "R6": lambda task: len(task.options),
        "R14": lambda task: len(task.question.params["moves"]),
        "R29": lambda task: len(task.sheet.rows),
    }.items():
        easy, middle, hard = (sum(map(size, drawn(rule, level))) for level in (1, 2, 3))
        assert easy < middle <= hard, rule
    places = [sum(len(task.solutions()) for task in drawn("R9", level)) for level in (1, 2, 3)]
    assert places == sorted(places, reverse=True)


def test_the_same_seed_draws_the_same_task() -> None:
    for exercises in PRACTICE.values():
        one, other = (exercises[1].task(7, edition("en")) for _ in range(2))
        assert looks(one) == looks(other)
