"""Every exercise of the course: all right answers, typical wrong ones, and nothing at all."""

from __future__ import annotations

from functools import singledispatch
from itertools import chain, combinations, permutations
from typing import TYPE_CHECKING

import pytest

from ksm_widgets.course.kinds import Choose, Mark, Numbers, Order, PlaceCard, PlayTurn, Shift
from ksm_widgets.course.lessons import CURRICULUM
from ksm_widgets.rules import (
    QUARRIES,
    Move,
    Position,
    Power,
    Quarry,
    Turn,
    edition,
    legal_moves,
    move_fault,
    moved,
)
from ksm_widgets.solver.turn_parts import slots_dug
from ksm_widgets.telling.phrases import Phrase
from ksm_widgets.words import counted
from tests.course.answering import EDITIONS, READERS, accepted, drawn, refused
from tests.course.naive import everywhere, may_dig

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ksm_widgets.tasks.task import AnyTask

SEEDS = (0, 1)
BY_EDITION = {
    "paying.broke",
    "paying.undug",
    "paying.too_few",
    "magic.which",
    "magic.together",
    "costs.keep",
}
"""The exercises whose tasks are not the same in both editions."""


@pytest.mark.parametrize("name", CURRICULUM.exercises)
def test_nothing_at_all_is_no_answer(name: str) -> None:
    task = drawn(name, 0, "en")
    said = task.begun().checked().feedback
    assert said is not None
    assert not said.given
    refused(task, task.begun().answer)


@pytest.mark.parametrize("name", CURRICULUM.exercises)
def test_a_task_is_worded_in_both_languages_and_editions(name: str) -> None:
    for played in EDITIONS:
        task = drawn(name, 0, played)
        assert task.hints
        for reader in READERS:
            for sentence in (task.question, *task.hints):
                assert reader.say(sentence).strip()


@pytest.mark.parametrize("name", sorted(set(CURRICULUM.exercises) - BY_EDITION))
def test_both_editions_have_the_same_boards(name: str) -> None:
    english, german = (drawn(name, 0, played) for played in EDITIONS)
    assert (english.table, english.solution()) == (german.table, german.solution())


@pytest.mark.long
@pytest.mark.parametrize("name", CURRICULUM.exercises)
def test_the_same_seed_draws_the_same_task_and_another_seed_another(name: str) -> None:
    exercise = CURRICULUM.exercises[name]
    first, again = (exercise.task(2, edition("en")) for _ in range(2))
    assert (first.table, first.question, first.rules) == (again.table, again.question, again.rules)
    assert first.solution() == again.solution()
    variety = {
        repr((task.table, task.question, task.sheet, task.solution(), options_of(task)))
        for task in (drawn(name, seed, "en") for seed in range(4))
    }
    assert len(variety) == (1 if exercise.fixed else 4)


def options_of(task: AnyTask) -> object:
    if isinstance(task, (Choose, Order)):
        return [option.name for option in task.options], getattr(task, "shown", None)
    return None


@pytest.mark.parametrize(
    ("name", "seed", "played"),
    [
        (name, seed, played)
        for name, exercise in CURRICULUM.exercises.items()
        for seed in (SEEDS[:1] if exercise.fixed else SEEDS)
        for played in (EDITIONS if name in BY_EDITION else EDITIONS[:1])
    ],
)
def test_what_is_right_is_accepted_and_nothing_else(name: str, seed: int, played: str) -> None:
    task = drawn(name, seed, played)
    assert task.rules[0] in CURRICULUM.exercises[name].rules
    judged(task)


@singledispatch
def judged(task: AnyTask) -> None:
    """Try what answers a task of its kind, rightly and wrongly."""
    pytest.fail(f"nobody judges what is answered to a {type(task).__name__}")


@judged.register
def marks_are_right_if_none_is_missing_and_none_too_much(task: Mark) -> None:
    right = task.right_ones
    accepted(task, right)
    accepted(task, sorted(right))
    for quarry in QUARRIES:
        if quarry not in right:
            refused(task, right | {quarry})
            refused(task, {quarry})
            assert quarry in task.check({quarry}).places
    if len(right) > 1:
        for quarry in right:
            refused(task, right - {quarry}, "mine_feedback.one_missing")
    if len(right) > 2:
        refused(task, {min(right)}, "mine_feedback.some_missing")


@judged.register
def every_dig_that_is_right_counts_and_no_other(task: PlaceCard) -> None:
    table = task.table
    tried: set[frozenset[Quarry]] = set().union(
        *(everywhere(table.shape.turned(quarters)) for quarters in range(4))
    )
    tried.add(frozenset(task.solution()))
    legal = {dig for dig in tried if may_dig(table.position, dig, table.shape, table.powers)}
    if Power.SEAL in table.powers:
        legal = {dig for dig in legal if task.takes <= dig}
    worths = {dig: worth_of(task, dig) for dig in legal if task.takes <= dig}
    for dig in tried:
        if dig in worths and worths[dig] == max(worths.values()):
            accepted(task, dig)
        else:
            refused(task, dig)
    some = set(task.solution())
    refused(task, some - {min(some)}, "illegal.dig_size", "R8")


def worth_of(task: PlaceCard, dig: frozenset[Quarry]) -> int:
    if task.worth is None:
        return 0
    return task.worth(tuple(task.table.position.stack(quarry)[-1] for quarry in sorted(dig)))


@judged.register
def numbers_are_right_if_every_one_is(task: Numbers) -> None:
    right = {asked.name: asked.value for asked in task.fields}
    accepted(task, right)
    accepted(task, {**right, "something else": 3})
    missing = counted("feedback.no_number", len(task.fields))
    for asked in task.fields:
        refused(task, {**right, asked.name: None}, missing)
        refused(task, {**right, asked.name: True}, missing)
        typical = {value for value in asked.mistakes if value != asked.value}
        for value in (*typical, asked.value + 1, asked.value - 1, asked.value + 100):
            said = asked.mistakes.get(value, asked.why)
            refused(task, {**right, asked.name: value}, rule=said.rule)
            told = task.check({**right, asked.name: value}).remarks[0]
            within = told.params.get("why", told)
            assert isinstance(within, Phrase)
            assert within.key == said.key


@judged.register
def choices_are_right_if_all_that_is_right_is_chosen(task: Choose) -> None:
    names = [option.name for option in task.options]
    right = {option.name for option in task.options if option.right}
    assert len(right) > 0
    for chosen in chain.from_iterable(combinations(names, n) for n in range(1, len(names) + 1)):
        fits = set(chosen) == right if task.several else len(chosen) == 1 and chosen[0] in right
        if fits:
            accepted(task, chosen)
        else:
            refused(task, chosen)
    for option in task.options:
        if not option.right:
            refused(task, option.name, option.why.key)
    refused(task, "no such option", "feedback.nothing_chosen")


@judged.register
def only_one_order_is_right(task: Order) -> None:
    names = tuple(option.name for option in task.options)
    assert sorted(task.shown) == sorted(names)
    for order in permutations(names):
        if order == names:
            accepted(task, order)
        else:
            wrong = next(i for i, name_ in enumerate(order) if name_ != names[i])
            refused(task, order, task.options[wrong].why.key)
    refused(task, names[:-1], "feedback.order_unfinished")


@judged.register
def moves_are_right_if_they_reach_the_aim(task: Shift) -> None:
    accepted(task, task.way)
    assert task.check(task.way).stars == 3
    start = task.table.position
    for move in legal_moves(start)[::7]:
        reached = task.missing(Turn((move,)), moved(start, move)) is None
        (accepted if reached else refused)(task, Turn((move,)))
    refused(task, Turn((), task.way.moves[0].source.neighbours[:1]), "mine_feedback.nothing_moved")
    refused(task, Turn(task.way.moves, (QUARRIES[0],)), "mine_feedback.no_dig_wanted")
    illegal = next(
        Move(source, target)
        for source in QUARRIES
        for target in QUARRIES
        if (fault := move_fault(start, Move(source, target))) is not None and fault.rule == "R13"
    )
    refused(task, Turn((illegal,)), "illegal.uphill", "R13")


@judged.register
def the_best_turn_is_right_in_every_order_of_its_moves(task: PlayTurn) -> None:
    best = task.best()
    start = task.table.position
    for order in permutations(best.turn.moves):
        turn = Turn(order, best.dig)
        # Two tiles of one quarry that change places are another turn, not another order.
        if legal_in_order(start, order) and slots_dug(start, turn) == slots_dug(start, best.turn):
            accepted(task, Turn(order, best.dig))
            assert task.check(Turn(order, best.dig)).stars == 3
    refused(task, Turn(best.turn.moves), "mine_feedback.no_dig")
    refused(task, Turn((), best.dig) if best.turn.moves else Turn((), QUARRIES[:2]))
    assert best.dig is not None
    refused(task, Turn(best.turn.moves, best.dig[:-1]), "illegal.dig_size", "R8")


def legal_in_order(position: Position, order: Iterable[Move]) -> bool:
    for move in order:
        if move_fault(position, move) is not None:
            return False
        position = moved(position, move)
    return True
