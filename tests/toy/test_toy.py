"""A game of one rule runs through tasks, lessons, practice, progress and links as it is."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import ksm_widgets
from ksm_widgets.course.drill import Drill
from ksm_widgets.course.final import QUESTIONS, final_test
from ksm_widgets.draw import LIGHT
from ksm_widgets.progress.progress import Progress
from ksm_widgets.progress.rows import Attempted, Recall
from ksm_widgets.progress.schedule import Schedule
from ksm_widgets.rules.errors import RuleError
from ksm_widgets.tasks.arguments import TaskError
from ksm_widgets.tasks.exercise import fresh_seed, rules_told
from ksm_widgets.tasks.mark import MarkPlaces
from ksm_widgets.tasks.numbers import NumberField, Numbers
from ksm_widgets.tasks.task import task_scene, task_text
from ksm_widgets.tasks.view.task import TaskView
from ksm_widgets.telling.phrases import Notice, Phrase, Tone, plain
from ksm_widgets.telling.rulebook import find_rule, in_order, linked
from tests.page.kernelless import click, frame, html, key
from tests.toy.game import CURRICULUM, EDITIONS, PlayTake, Take, taken, toy_reader
from tests.toy.page import Toy

EXERCISES = CURRICULUM.exercises
SHORT, LONG = EDITIONS["short"], EDITIONS["long"]


@pytest.fixture
def progress(tmp_path: Path) -> Iterator[Progress]:
    kept = Progress(tmp_path / "progress.sqlite3")
    yield kept
    kept.close()


def asked(seed: int = 3) -> Any:
    task = EXERCISES["toy.take"].task(seed, SHORT)
    assert isinstance(task, PlayTake)
    return task


def test_a_task_is_answered_on_the_game_s_own_table() -> None:
    state = asked().begun()
    assert state.checked().feedback.given is False
    state = state.acted("heap", "1")
    done = state.checked()
    assert done.feedback.right
    assert done.feedback.stars == 3
    other = state.acted("heap", "2")
    assert other.seat.notice.rule == "T1"
    assert other.feedback is None
    assert state.acted("back", "").answer is None


FRACTIONS = [
    ("2/13", True),
    (" 4 / 26 ", True),
    ("0.154", True),
    ("0,15", True),
    (".15", True),
    ("15 %", True),
    ("15.4%", True),
    ("0.2", False),
    ("0.16", False),
    ("2", False),
    ("13/2", False),
]


@pytest.mark.parametrize(("typed", "right"), FRACTIONS)
def test_a_fraction_may_be_typed_in_many_ways(typed: str, right: bool) -> None:
    field = NumberField(
        "odds", plain("Odds"), Fraction(2, 13), plain("No."), {2: plain("Not two.")}
    )
    task = Numbers(question=plain("What?"), rules=("T1",), fields=(field,))
    said = task.begun().acted("fill-odds", typed).checked().feedback
    assert said is not None
    assert (said.given, said.right) == (True, right)
    if typed == "2":
        assert said.remarks[0].say("en") == "Not two."


@pytest.mark.parametrize(
    "typed", ["", "x", "1/0", "/3", "3/", ".", "%", "-1/2", "1e3", "²/3", "1/2/3"]
)
def test_a_text_that_is_no_fraction_is_no_answer(typed: str) -> None:
    task = EXERCISES["toy.share"].task(1, SHORT)
    said = task.begun().acted("fill-share", typed).checked().feedback
    assert said is not None
    assert not said.given
    assert said.remarks[0].key == "feedback.no_fraction_one"


def test_a_share_is_worked_out_and_its_mistake_named() -> None:
    task: Any = EXERCISES["toy.share"].task(1, SHORT)
    first, *rest = task.table.sizes
    wrong = task.begun().acted("fill-share", f"{first}/{sum(rest)}").checked().feedback
    assert wrong.remarks[0].say("en") == "Count the first heap, too."
    assert task.check(task.solution()).right
    assert "a/b" in html(TaskView(task, toy_reader()), "answer")


def test_places_of_any_game_are_marked_each_with_its_reason() -> None:
    task: Any = EXERCISES["toy.large"].task(1, SHORT)
    right, small = sorted(task.right_ones), len(task.table.sizes) - 1
    state = task.begun()
    assert state.checked().feedback.remarks[0].key == "feedback.nothing_marked"
    view: Any = TaskView(task, toy_reader())
    click(view, str(small))
    view.act("check", "")
    said = view.state.feedback
    assert (said.rule, said.places) == ("T1", (small,))
    assert "You may take 2." in html(view, "answer")
    click(view, str(small))
    for place in right:
        click(view, str(place))
    view.act("check", "")
    assert view.state.feedback.right
    assert task.check(right[1:]).remarks[0].key == "feedback.one_missing"
    assert task.check(right[:1]).remarks[0].key == "feedback.some_missing"
    view.close()


def test_what_is_wrong_with_several_places_is_said_once() -> None:
    large: Any = EXERCISES["toy.large"].task(1, SHORT)
    wrong = [place for place in range(len(large.table.sizes)) if place not in large.right_ones]
    alike: Any = replace(large, right_ones=frozenset([99]))
    alike = replace(alike, why_not=lambda _: Phrase("feedback.not_this_one"))
    said = alike.check({*wrong, *large.right_ones})
    assert len(said.remarks) == 1
    assert said.places == tuple(range(len(large.table.sizes)))


def test_one_place_of_several_is_enough_where_one_is_asked_for() -> None:
    large: Any = EXERCISES["toy.large"].task(1, SHORT)
    task: Any = replace(large, one=True)
    first, second, *_ = sorted(task.right_ones)
    assert task.check({first}).right
    assert task.check({second}).right
    assert task.check({first, second}).remarks[0].key == "feedback.only_one"
    assert task.solution() == {first}
    plain_one = MarkPlaces(question=plain("What?"), rules=("T1",), right_ones=frozenset({1, "b"}))
    assert plain_one.check({"c", 2}).remarks[0].key == "feedback.not_this_one"
    with pytest.raises(TaskError, match="needs a table"):
        plain_one.begun()
    with pytest.raises(TaskError, match="No answer"):
        MarkPlaces(question=plain("What?"), rules=("T1",), right_ones=frozenset())


def test_a_broken_rule_is_named_with_its_places() -> None:
    said = asked().check(Take(2, 9))
    assert (said.right, said.rule, said.places) == (False, "T1", (2,))
    assert toy_reader().say(said.remarks[0]) == "Take 1 to 2 pebbles."
    wrong = asked().check(Take(0, 2))
    assert (wrong.rule, wrong.places) == ("T1", (0,))
    with pytest.raises(RuleError) as refused:
        taken((3, 3), Take(1, 4), 2)
    notice = Notice.refusal(refused.value, arrow=Take(1, 4))
    assert (notice.tone, notice.rule, notice.places) == (Tone.WARNING, "T1", (1,))
    assert notice.arrow == Take(1, 4)


def test_any_task_of_the_game_is_shown_as_text_and_picture() -> None:
    for exercise in EXERCISES.values():
        task = exercise.task(0, SHORT)
        assert toy_reader().say(task.question) in task_text(task, toy_reader())
        scene = task_scene(task, toy_reader(), LIGHT)
        assert (scene is None) is (task.table is None)
        shown = task.begun().given_away()
        assert shown.shown
        assert task.check(shown.answer).right


def test_a_seed_draws_the_same_task_and_the_edition_decides_what_is_right() -> None:
    exercise = EXERCISES["toy.most"]
    assert exercise.task(0, SHORT) == exercise.task(0, SHORT)
    assert exercise.task(0, SHORT).check({"2"}).right
    assert exercise.task(0, LONG).check({"3"}).right
    then: Any = exercise.task(3, LONG)
    assert then.solution().count == 3


def test_a_reader_s_edition_gives_the_words() -> None:
    assert toy_reader("long").played == "long"
    named = Phrase("plain.text", {"text": Take(1, 1)})
    assert toy_reader("short").say(named) == "Heap 2"
    assert toy_reader("long").say(named) == "Pile 2"
    assert toy_reader("long").say(Phrase("plain.text")) == "One pile"
    assert toy_reader("long").say(Phrase("plain.text", {"text": [Take(0, 1), plain("or")]})) == (
        "Pile 1, or"
    )


def test_rules_are_found_and_linked_by_number() -> None:
    rule = find_rule("T1")
    assert rule is not None
    assert toy_reader().say(rule.title) == "Taking"
    assert rule.drawn(toy_reader(), LIGHT).items
    assert linked("By T1, not T2.") == "By [T1](toy.md#T1), not T2."
    assert in_order(["T10", "T2", "T1", "T2"]) == ("T1", "T2", "T10")
    assert CURRICULUM.lessons[1].rules == ("T1",)


def test_attempts_and_reviews_are_kept_beside_those_of_other_games(progress: Progress) -> None:
    exercise = EXERCISES["toy.take"]
    task = exercise.task(4, LONG)
    said = task.check(task.solution())
    told = rules_told(task, said)
    progress.answered(
        exercise.name, 4, LONG.name, right=said.right, stars=said.stars, rule="T1", reviewed=told
    )
    assert progress.attempts()[0].rule == "T1"
    progress.record(Attempted("moving.targets", 9, "en", 2000, True, 2))
    assert progress.stars() == {"toy.take": 3, "moving.targets": 2}
    assert [(each.subject, each.grade) for each in progress.reviews()] == [("T1", Recall.GOOD)]
    assert fresh_seed(progress, exercise, last=0) == 5
    other = Progress()
    assert other.read_in(progress.text()) == 2
    assert Schedule(other.reviews()).standing("T1") is not None
    other.close()


def test_practice_gets_harder_and_a_level_no_task_comes_twice(progress: Progress) -> None:
    drill = Drill(("T1",), CURRICULUM.practice, progress)
    seen = []
    for at in range(1, 5):
        exercise, seed = drill.next_exercise(at)
        task = exercise.task(seed, LONG)
        seen.append((exercise.name, seed))
        told = rules_told(task, task.check(task.solution()))
        progress.answered(exercise.name, seed, "long", right=True, stars=3, reviewed=told, at=at)
    assert [name for name, _ in seen] == ["toy.T1.1", "toy.T1.1", "toy.T1.2", "toy.T1.2"]
    assert len(set(seen)) == 4


def test_the_final_test_draws_from_the_game_s_lessons() -> None:
    test = final_test(5, CURRICULUM)
    assert {each.exercise.name for each in test.questions} == {"toy.most", "toy.take"}
    assert len(test.questions) < QUESTIONS
    while test.question is not None:
        task = test.question.task(SHORT)
        right = not test.answered
        test = test.answering(task.check(task.solution()) if right else task.wrong(plain("No.")))
    lines = test.certificate.lines(toy_reader("short"))
    assert lines[1] == "Test 5 · short edition"
    assert lines[-1] == "T1 Taking"


NEUTRAL = (
    *("tasks/choose.py", "tasks/exercise.py", "tasks/numbers.py", "telling/rulebook.py"),
    *("tasks/arguments.py", "tasks/mark.py"),
    *("tasks/task.py", "progress/progress.py", "progress/schedule.py", "progress/store.py"),
    *("tasks/view/task.py", "tasks/view/page.py", "tasks/view/parts.py"),
    *("course/lesson.py", "course/drill.py", "course/final.py", "telling/phrases.py"),
)
SHARED = re.compile(
    r"ksm_widgets\.(words|draw|page|rules\.(arguments|chance|errors|json_text)|tasks|progress"
    r"|telling\.(phrases|rulebook)"
    r"|course\.(lesson|drill|final))\b"
)


@pytest.mark.parametrize("name", NEUTRAL)
def test_what_games_share_imports_no_game(name: str) -> None:
    """But for the edition that a reader plays who names none: the main game's."""
    tree = ast.parse((Path(ksm_widgets.__file__).parent / name).read_text(encoding="utf-8"))
    named = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    ours = {str(module) for module in named if str(module).startswith("ksm_widgets")}
    if name == "telling/phrases.py":
        ours.remove("ksm_widgets.rules.edition_rules")
    assert {module for module in ours if not SHARED.match(module)} == set()


def test_a_task_of_the_game_is_touched_on_the_page_of_every_task(progress: Progress) -> None:
    view: Any = TaskView(EXERCISES["toy.take"], toy_reader(), progress)
    sizes = view.task.table.sizes
    heap = max(range(len(sizes)), key=lambda at: sizes[at])
    assert "ksm-boardless" not in view._dom_classes
    key(view, str(heap))
    assert view._board._frame.said == f"heap of {sizes[heap]}"
    click(view, str(heap))
    left = len(view.page.board.picture.scene().items)
    assert left == sum(sizes) - 1
    assert view.state.answer == Take(heap, 1)
    click(view, str((heap + 1) % len(sizes)))
    assert "From one heap only." in html(view, "answer")
    view.act("back", "")
    click(view, str(heap))
    click(view, str(heap))
    view.act("check", "")
    assert "Count again." in html(view, "answer")
    assert view.page.board.picture.wrong == (heap,)
    view.act("back", "")
    click(view, str(heap))
    view.act("check", "")
    assert "That is right." in html(view, "answer")
    click(view, str(heap))  # What is right stands.
    assert view.state.answer == Take(heap, 1)
    assert [(each.task, each.right) for each in progress.attempts()] == [
        ("toy.take", False),
        ("toy.take", True),
    ]
    assert [(each.subject, each.grade) for each in progress.reviews()] == [("T1", 1)]


def test_the_game_has_a_page_of_its_own_with_links_and_progress(progress: Progress) -> None:
    toy: Any = Toy(progress, "heaps=1.2.0")
    click(toy, "2")
    assert "Take 1 to 2 pebbles. (T1)" in html(toy, "said")
    toy.act("count", "x")  # No control sends that.
    toy.act("count", "2")
    click(toy, "1")
    assert toy.page.link == "heaps=1.0.0"
    assert html(toy, "said") == "<p></p>"
    again = Toy(progress, toy.page.link)
    assert again.page.sizes == (1, 0, 0)
    again.close()
    toy.act("count", "1")
    click(toy, "0")
    assert toy.page.over
    assert [(each.task, each.right) for each in progress.attempts()] == [("toy.game", False)]
    frame(toy, {"paste": "heaps=9.9"})
    assert toy.page.sizes == (9, 9)
    frame(toy, {"paste": "heaps=1000"})
    assert "no heaps" in html(toy, "said").lower()
    assert toy.page.sizes == (9, 9)
    toy.close()
