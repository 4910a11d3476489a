"""Fair questions: one answer is right by the rules, real cards, and nothing that answers itself."""

from __future__ import annotations

from functools import cache
from itertools import chain
from typing import Any, cast

import pytest

from ksm_widgets.course.kinds import Choose, Numbers, Order, PlaceCard
from ksm_widgets.course.lessons import CURRICULUM
from ksm_widgets.rules import Power, card, edition
from ksm_widgets.tasks.exercise import RESERVED, Exercise
from ksm_widgets.telling.phrases import Reader
from tests.course.answering import refused
from tests.course.judge import by_name, numbers, right_answer, shares, worth
from tests.course.naive import everywhere, may_dig
from tests.sweeps import swept

QUICK = 8
EXERCISES = {
    exercise.name: exercise
    for exercise in chain(CURRICULUM.exercises.values(), *CURRICULUM.practice.values())
}

RECALLED = {
    "lesson_start.choose": {"bottom"},
    "lesson_round.secret": {"dug", "tops"},
    "lesson_dig.all": {"take_all"},
    "lesson_dig.optional": {"no_dig"},
    "lesson_tiles.kept": {"keep"},
    "lesson_magic.when": {"earlier"},
    "lesson_magic.second": {"nothing"},
    "lesson_paying.aftermath": {"moves", "objects", "tiles"},
    "lesson_paying.received": {"free", "points", "spend"},
    "lesson_paying.late": {"stands"},
    "practice.idle": {"mirror"},
    "practice.nowhere": {"used"},
}
"""What the rulebooks say where nothing is drawn."""


def right_by_the_rules(task: Any) -> set[str]:
    """The options that are right, each judged by itself from what the learner is shown."""
    key, told, table = task.question.key, dict(task.question.params), task.table
    if key in RECALLED:
        return RECALLED[key]
    match key:
        case "lesson_dig.why" | "practice.seal":
            return found_by_itself(table)
        case "lesson_paying.can":
            due = told["moves"] + told["curses"]
            return {"yes" if due <= told["coins"] + told["held"] + told["dug"] else "no"}
        case "lesson_costs.pays":
            net = marked_worth(table) - told["moves"]
            assert net != told["still"]
            return {"move" if net > told["still"] else "stay"}
        case "lesson_costs.keep":
            place, shape = frozenset(table.marked), table.card.shape
            assert may_dig(table.position, place, shape, frozenset([told["power"]]))
            digs = [
                worth_with_others(table.position, dig)
                for dig in everywhere(shape)
                if may_dig(table.position, dig, shape, frozenset())
            ]
            assert told["without"] == max(digs, default=0)
            gain = marked_worth(table) - told["without"]
            assert gain != told["worth"]
            return {"spend" if gain > told["worth"] else "hold"}
        case "lesson_races.curses":
            gain = mine_of(task, (24, 12), told["price"]) - mine_of(task, (24, 12), 0)
            assert gain != told["price"]
            return {"dig" if gain > told["price"] else "leave"}
        case "lesson_races.object":
            lost = mine_of(task, (16, 8), 0) - mine_of(task, (16, 8), -1)
            assert lost == told["lost"] != told["coins"]
            return {"spend" if told["coins"] > lost else "hold"}
        case "lesson_races.denied":
            deny, leave = (lead(task, who) for who in (told["you"], told["other"]))
            assert deny - leave == told["swing"] != told["coins"]
            return {"deny" if deny > leave + told["coins"] else "coins"}
        case _:
            return set(cast("set[str]", right_answer(task)))


def mine_of(task: Any, bonus: tuple[int, int], more: int) -> int:
    """The learner's bonus with so many more."""
    return shared(task, bonus, task.question.params["you"], more)[task.question.params["you"]]


def lead(task: Any, digger: str) -> int:
    """The learner's lead in objects over the other, once somebody has dug one."""
    got = shared(task, (16, 8), digger, 1)
    return got[task.question.params["you"]] - got[task.question.params["other"]]


def shared(task: Any, bonus: tuple[int, int], player: str, more: int) -> dict[str, int]:
    """Everybody's bonus, with so many more for a player."""
    sizes = by_name(task, [size for (size,) in numbers(task)])
    sizes[player] += more
    return dict(zip(sizes, shares(list(sizes.values()), *bonus), strict=True))


def found_by_itself(table: Any) -> set[str]:
    """All that is wrong with a dig: its number, its shape, empty quarries, levels."""
    place, shape = frozenset(table.marked), table.card.shape
    heights = {len(table.position.stack(quarry)) for quarry in place}
    sealed = Power.SEAL in table.powers
    found = set()
    if sealed and len(place) != len(shape.cells):
        found.add("number")
    as_one = table.powers | {Power.CARPET}
    if sealed and len(place) == len(shape.cells):
        if not may_dig(table.position, place, shape, as_one):
            found.add("apart")
    elif not sealed and place not in everywhere(shape):
        found.add("shape")
    if 0 in heights:
        found.add("empty")
    if len(heights - {0}) > 1 and Power.CARPET not in table.powers:
        found.add("levels")
    assert bool(found) is not may_dig(table.position, place, shape, table.powers)
    return found or {"none"}


def worth_with_others(position: Any, place: Any) -> int:
    others = sum(position.stack(quarry)[-1].letter in "abcdMCSA" for quarry in place)
    return worth(position, place) + 2 * others


def marked_worth(table: Any) -> int:
    return worth_with_others(table.position, table.marked)


def fair(exercise: Exercise, seed: int) -> None:
    """Its choice is the rules' own, one alone unless several are asked for; its card is real."""
    task: Any = exercise.task(seed, edition("en" if seed % 2 else "de"))
    if task.table is not None and task.table.card is not None:
        assert task.table.card == card(task.table.card.number), (exercise.name, seed)
    if isinstance(task, Choose):
        rights = {option.name for option in task.options if option.right}
        assert rights == right_by_the_rules(task), (exercise.name, seed)
        assert task.several or len(rights) == 1, (exercise.name, seed)


@pytest.mark.long
def test_the_rules_decide_which_choice_is_right_and_the_cards_are_real() -> None:
    for exercise in EXERCISES.values():
        for seed in (*range(QUICK if chooses(exercise) else 2), RESERVED):
            fair(exercise, seed)


@pytest.mark.slow
@pytest.mark.parametrize("exercise", EXERCISES.values(), ids=lambda exercise: str(exercise.name))
def test_so_they_are_on_many_boards(exercise: Exercise) -> None:
    for seed in swept(1, 1) if exercise.fixed else swept(80):
        fair(exercise, seed)


@cache
def chooses(exercise: Exercise) -> bool:
    """Whether an exercise may draw a choice: found out when asked for, as it takes a while."""
    tasks = (exercise.task(seed, edition("en")) for seed in (*range(4), RESERVED))
    return any(isinstance(task, Choose) for task in tasks)


@pytest.mark.long
def test_options_do_not_always_stand_in_the_same_order() -> None:
    for exercise in filter(chooses, EXERCISES.values()):
        orders = {
            tuple(option.name for option in task.options)
            for seed in range(12)
            if isinstance(task := exercise.task(seed, edition("en")), Choose)
            and not task.question.key.startswith("lesson_paying.can")
        }
        assert len(orders) != 1 or exercise.then is not None, exercise.name


@pytest.mark.long
@pytest.mark.parametrize(
    "name", ["costs.keep", "races.first", "races.curses", "races.object", "races.denied"]
)
def test_of_two_decisions_either_is_right_about_as_often(name: str) -> None:
    rights = []
    for seed in range(150):
        task: Any = EXERCISES[name].task(seed, edition("en"))
        rights += [option.name for option in task.options if option.right]
    assert len(set(rights)) == 2
    assert all(60 <= rights.count(way) <= 90 for way in set(rights)), rights


def test_what_is_to_be_put_in_order_is_not_in_order_already() -> None:
    asked = [exercise for exercise in EXERCISES.values() if exercise.rules[0] == "R6"]
    for exercise in asked:
        for seed in range(40):
            task = exercise.task(seed, edition("en"))
            if isinstance(task, Order):
                assert task.shown != task.solution()
            elif isinstance(task, Choose) and task.question.key == "practice.place":
                assert [o.name for o in task.options] != sorted(
                    (o.name for o in task.options),
                    key=lambda name: next(
                        int(str(o.label.params["number"])) for o in task.options if o.name == name
                    ),
                )


@pytest.mark.long
@pytest.mark.parametrize("name", ["tiles.left", "practice.R16.2", "practice.R16.3"])
def test_the_money_asked_for_is_not_the_money_there_was(name: str) -> None:
    for seed in range(60):
        task = EXERCISES[name].task(seed, edition("en"))
        if task.question.key.startswith("lesson_tiles.left"):
            assert isinstance(task, Numbers)
            assert task.fields[0].value != task.question.params["money"]


def test_a_dig_without_the_parchment_is_told_so_and_not_a_price() -> None:
    task = EXERCISES["tiles.missing"].task(0, edition("en"))
    assert isinstance(task, PlaceCard)
    legal = [
        dig
        for dig in everywhere(task.table.shape)
        if may_dig(task.table.position, dig, task.table.shape, frozenset())
    ]
    others = [dig for dig in legal if tuple(sorted(dig)) not in task.solutions()]
    assert others
    for dig in others:
        refused(task, dig, "lesson_tiles.missing_without", rule="R18")


@pytest.mark.parametrize("name", ["paying.broke", "paying.undug", "paying.too_few"])
@pytest.mark.parametrize("played", ["en", "de"])
def test_why_tiles_are_added_is_told_by_how_many_there_are(name: str, played: str) -> None:
    reasons = set()
    for seed in range(40):
        task: Any = EXERCISES[name].task(seed, edition(played))
        told = task.question.params
        added = next(field for field in task.fields if field.name == "added")
        short = told["opponents"] - told["dug"]
        reason = "enough" if short <= 0 else "missing" if told["held"] >= short else "few"
        wrong = {field.name: field.value for field in task.fields} | {"added": added.value + 1}
        remark = task.check(wrong).remarks[0].params["why"]
        assert remark.key == f"lesson_paying.broke_added_{reason}"
        for language in ("en", "de"):
            assert str(told["opponents"]) in Reader(language).say(remark)
        reasons.add(reason)
    assert reasons <= {"enough", "missing"} if name != "paying.too_few" else reasons == {"few"}


COUNTED = {
    *("round.dealt", "card.size", "moving.fresh", "practice.R5.1", "practice.R5.2"),
    *("start.number", "practice.R3.1", "end.half", "practice.R6.3"),
}
"""Numbers that are counted or known by heart: there is no sum to them."""


def worked_out(text: str) -> int:
    """What a sum comes to, as a learner reads it; shares are rounded down."""
    python = text.replace("−", "-").replace("×", "*").replace("÷", "//")
    assert set(python) <= set("0123456789()+-*/ "), text
    return int(eval(python))  # noqa: S307 nothing but digits and signs


@pytest.mark.long
def test_every_sum_is_worked_out_and_comes_to_its_value() -> None:
    without = set()
    for exercise in EXERCISES.values():
        sums, asked = 0, 0
        for seed in (*range(4), RESERVED) if not exercise.fixed else (0,):
            for played in ("en", "de"):
                task = exercise.task(seed, edition(played))
                for field in getattr(task, "fields", ()):
                    asked += 1
                    sums += bool(field.sum)
                    assert not field.sum or worked_out(field.sum) == field.value, exercise.name
        if asked and not sums:
            without.add(exercise.name)
    assert without <= COUNTED, without


def test_a_sum_is_shown_after_every_answer_right_or_wrong() -> None:
    task: Any = EXERCISES["turn.example_cost"].task(0, edition("en"))
    right = task.check({"due": 5, "left": 12})
    wrong = task.check({"due": 3, "left": 12})
    unfinished = task.check({"due": 3, "left": None})
    reader = Reader("en")
    assert [reader.say(each) for each in right.sums] == [
        "To pay: 3 + 2 = 5",
        "Money left: 10 + (2 + 5) − 5 = 12",
    ]
    assert [reader.say(each) for each in wrong.sums] == ["To pay: 3 + 2 = 5"]
    assert unfinished.sums == ()
