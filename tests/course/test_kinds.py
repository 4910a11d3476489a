"""Kinds of task: what every kind holds, and that a task about another game needs nothing else."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import pytest

from ksm_widgets.course.kinds import KINDS
from ksm_widgets.course.lessons import CURRICULUM
from ksm_widgets.draw import Rect, Scene
from ksm_widgets.progress.progress import Progress
from ksm_widgets.tasks.exercise import Exercise
from ksm_widgets.tasks.task import (
    Answering,
    AnyTask,
    Feedback,
    Form,
    Task,
    question_text,
    task_scene,
    task_text,
)
from ksm_widgets.tasks.view.task import TaskView
from ksm_widgets.telling.phrases import Notice, Reader, plain
from tests.course import answering
from tests.course.answering import html
from tests.mistakes import wrong_answer

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ksm_widgets.draw import Theme

PAGE = Path(__file__).parents[2] / "docs" / "writing-tasks.md"


@cache
def drawn() -> Mapping[type[AnyTask], AnyTask]:
    """A task of every kind, from the course."""
    found: dict[type[AnyTask], AnyTask] = {}
    for name in CURRICULUM.exercises:
        task = answering.drawn(name, 0, "en")
        found.setdefault(type(task), task)
    return found


@pytest.mark.long
def test_the_course_has_tasks_of_every_kind_and_no_other() -> None:
    assert set(drawn()) == set(KINDS)


def test_the_page_on_writing_tasks_lists_every_kind() -> None:
    listed = re.findall(r"^\| `([A-Z]\w+)` \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(listed) == sorted(kind.__name__ for kind in KINDS)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_an_answer_given_is_the_answer_that_is_checked(kind: type[AnyTask]) -> None:
    task = drawn()[kind]
    for answer, right in ((task.solution(), True), (wrong_answer(task), False)):
        state = task.begun().answered(answer)
        assert state.answer == answer
        checked = state.checked()
        assert checked.tries == 1
        assert checked.feedback is not None
        assert checked.feedback.right is right
        assert checked.answered(answer).feedback is None
        assert checked.cleared().answer == task.begun().answer
        assert checked.cleared().tries == 1


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_hints_lead_to_the_answer_itself(kind: type[AnyTask]) -> None:
    state = drawn()[kind].begun()
    assert state.hint is None
    for hint in state.task.hints:
        state = state.hinted()
        assert (state.hint, state.shown) == (hint, False)
    state = state.hinted()
    assert state.shown
    said = state.checked().feedback
    assert said is not None
    assert said.right


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_a_control_that_a_kind_does_not_know_changes_nothing(kind: type[AnyTask]) -> None:
    state = drawn()[kind].begun()
    for name, value in (("", ""), ("hand", "nose"), ("choose", "nobody"), ("turn the page", "1")):
        assert state.acted(name, value) == state


# Another game: which of the heaps of matches is to be taken from?


@dataclass(frozen=True)
class Heaps:
    """Heaps of matches."""

    heaps: tuple[int, ...]

    def scene(self, reader: Reader, theme: Theme) -> Scene:
        bars = (Rect(20.0 * place, 0, 10, 10.0 * many) for place, many in enumerate(self.heaps))
        return Scene(100, 100, tuple(bars))

    def text(self, reader: Reader) -> str:
        return " ".join("|" * many for many in self.heaps)

    def settled(self, reader: Reader) -> tuple[str, ...]:
        return ("You are to move.",)

    @property
    def link(self) -> str:
        return ""

    def seat(self) -> AtHeaps:
        return AtHeaps(self)


@dataclass(frozen=True)
class AtHeaps:
    """A heap taken from."""

    heaps: Heaps
    taken: int | None = None
    notice: Notice | None = None
    busy: bool = False

    def aside(self, reader: Reader, theme: Theme) -> Scene | None:
        return None

    def text(self) -> str:
        return f"{self.heaps.heaps} {self.taken}"

    def acted(self, name: str, value: str) -> Self:
        return replace(self, taken=int(value)) if name == "take" else self

    def at_rest(self) -> Self:
        return self

    def cleared(self) -> Self:
        return replace(self, taken=None)


@dataclass(frozen=True, kw_only=True)
class Take(Task[int | None]):
    """Take from the largest heap."""

    table: Heaps

    def solution(self) -> int | None:
        return self.table.heaps.index(max(self.table.heaps))

    def check(self, answer: int | None) -> Feedback:
        if answer is None:
            return self.unanswered("feedback.nothing_chosen")
        return (
            self.right() if answer == self.solution() else self.wrong(plain("Another is larger."))
        )

    def begun(self) -> Taking:
        return Taking(task=self, seat=self.table.seat())


@dataclass(frozen=True, kw_only=True)
class Taking(Answering[int | None]):
    """A heap being chosen."""

    seat: AtHeaps

    @property
    def answer(self) -> int | None:
        return self.seat.taken

    def form(self) -> Form:
        return Form(how=(plain("Touch a heap."),), undo=plain("Put back"))

    def answered(self, answer: int | None) -> Self:
        return replace(self, seat=replace(self.seat, taken=answer), feedback=None)


def test_a_task_about_another_game_needs_a_table_a_seat_and_one_kind() -> None:
    task = Take(question=plain("Which heap?"), rules=("N1",), table=Heaps((3, 5)))
    reader, progress = Reader("en"), Progress()
    assert question_text(task, reader) == "Which heap?"
    assert task_text(task, reader) == "Which heap?\n\n||| |||||"
    assert task_scene(task, reader) is not None
    exercise = Exercise("nim.take", ("N1",), lambda rng, edition: task)
    view: Any = TaskView(exercise, reader, progress)
    assert "You are to move." in html(view)
    assert "Touch a heap." in html(view)
    for heap, right in (("0", False), ("1", True)):
        view.act("take", heap)
        assert "Another is larger." not in html(view)
        view.act("check", "")
        assert ("That is right." in html(view)) is right
        assert ("Another is larger." in html(view)) is not right
    view.act("take", "0")  # What is right stands.
    assert view.state.answer == 1
    assert [attempted.right for attempted in progress.attempts()] == [False, True]
    progress.close()
