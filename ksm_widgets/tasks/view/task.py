"""Pages with the tasks of an exercise: a board, fields or options, and immediate feedback."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from ksm_widgets.draw import paint_svg
from ksm_widgets.page.page import BOARD, BoardPage
from ksm_widgets.page.part import Panel
from ksm_widgets.page.state import ForgedValue
from ksm_widgets.rules.arguments import expect
from ksm_widgets.tasks.arguments import TaskError
from ksm_widgets.tasks.exercise import Exercise, fresh_seed, rules_told, wrong_before
from ksm_widgets.tasks.task import Task, task_scene, task_text
from ksm_widgets.tasks.view.page import ExercisePage, TaskPage
from ksm_widgets.tasks.view.parts import answer, asked
from ksm_widgets.telling.phrases import Reader

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ksm_widgets.progress.progress import Progress
    from ksm_widgets.tasks.task import AnyAnswering, AnyTask, Feedback


NUMBERS = count(1)
"""A number for each page."""
_LAST_HINT = ".ksm-hints li:last-child"
_SAYS = {"check": ".ksm-notice", "hint": _LAST_HINT, "step": _LAST_HINT}
"""The acts that say something to the reader, and where on the page."""
TASK: tuple[Any, ...] = ("task", BOARD, ("aside", "asked", "answer"))
"""A task's place in a layout: what is asked and answered keeps in sight beside the board."""
LESSON_CSS = Path(__file__).with_name("lesson.css")


class LessonPanel(Panel):
    """A panel of a lesson."""

    styles = (*Panel.styles, LESSON_CSS)


P = TypeVar("P", bound=TaskPage)


class TaskBoard(BoardPage[P], Generic[P]):
    """A page with a task to answer; what becomes of an answer is a subclass's to say."""

    # The question last: if it cannot be shown what went wrong, that takes the place of the answer.
    panels = MappingProxyType({"answer": answer, "asked": asked})
    layout = TASK
    styled = "ksm-lesson"
    panel_type = LessonPanel

    @property
    def state(self) -> AnyAnswering:
        """The answer so far, as a value."""
        return self.page.state

    @property
    def task(self) -> AnyTask:
        """The task that is asked."""
        return self.state.task

    @property
    def effects(self) -> Mapping[str, Callable[[str], None]]:
        """The effects of controls beyond the page's state, by the name of their act."""
        return {"check": lambda _: self._check(), "hint": lambda _: self.hint()}

    def perform(self, name: str, value: str) -> None:
        """Do what an act does to the page's state; all that is no act of the page is the task's."""
        if name in self.acts:
            super().perform(name, value)
        else:
            self.set_page(self.page.acted(name, value))

    def act(self, name: str, value: str | None) -> None:
        """Do what a control asks for; what is said to it comes into sight."""
        super().act(name, value)
        if name in _SAYS:
            self._panels["answer"].look(_SAYS[name])

    def _check(self) -> None:
        """Have the answer checked; where it may be completed, an incomplete one does not count."""
        if self.page.locked:
            return
        state = self.state.checked()
        said = state.feedback
        if said is not None and said.given and (self.page.once or not said.partial):
            self.checked(state, said)
        else:
            self.set_answering(state)

    def checked(self, state: AnyAnswering, said: Feedback) -> None:
        """Show an answer that was checked."""
        raise NotImplementedError

    def hint(self) -> None:
        """Show a hint more or, after the last one, an answer."""
        raise NotImplementedError

    def set_answering(self, state: AnyAnswering) -> None:
        """Show the task with another answer."""
        self.set_page(replace(self.page, answering=state))

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """The widget, and beside it the task as picture and text for places without a kernel."""
        scene = task_scene(self.task, self.page.reader)
        picture = None if scene is None else paint_svg(scene, 560)
        return self.in_words(task_text(self.task, self.page.reader), picture, **kwargs)


E = TypeVar("E", bound=ExercisePage)


class Exercising(TaskBoard[E], Generic[E]):
    """A page with tasks of exercises; every answer that is checked goes to `progress`."""

    def __init__(self, page: E, progress: Progress | None) -> None:
        self._progress = progress
        super().__init__(page)

    @property
    def effects(self) -> Mapping[str, Callable[[str], None]]:
        """The effects of controls beyond the page's state, by the name of their act."""
        return {**super().effects, "new": lambda _: self.new()}

    @property
    def exercise(self) -> Exercise:
        """The exercise that its tasks are drawn from; raises ForgedValue while there is none."""
        if self.page.exercise is None:
            raise ForgedValue("no exercise")
        return self.page.exercise

    def new(self) -> None:
        """Ask another task, from a seed that this learner has not had yet."""
        page, exercise = self.page, self.exercise
        if not page.once:
            seed = fresh_seed(self._progress, exercise, page.seed)
            self.set_page(page.asking(exercise, seed))

    def hint(self) -> None:
        """Show a hint more or an answer; after the one try of a test what would have been right."""
        page, said = self.page, self.state.feedback
        if page.locked:
            if said is not None and not said.right:
                self.set_answering(replace(self.state.given_away(), feedback=said))
        elif not page.once:
            self.set_answering(self.state.hinted())
            if self.state.shown:
                self._keep(self.state, None)

    def checked(self, state: AnyAnswering, said: Feedback) -> None:
        """Record an answer, whatever becomes of showing it, and show it."""
        if not state.shown:
            self._keep(state, said)
        self.set_answering(state)

    def _keep(self, state: AnyAnswering, said: Feedback | None) -> None:
        """Keep an answer, or that it was shown; the first says how well the rule was known."""
        page, kept = self.page, self._progress
        self._page = replace(page, reviewed=True)
        if kept is not None:
            kept.answered(
                self.exercise.name,
                page.seed,
                page.reader.played,
                right=None if said is None else said.right,
                stars=0 if said is None else said.stars,
                hints=state.hints,
                rule=None if said is None else said.rule,
                reviewed=() if page.reviewed else rules_told(state.task, said),
            )


class TaskView(Exercising[ExercisePage]):
    """An exercise's task to be answered; every answer that is checked goes to `progress`.

    A single task will do as well: the same every time, and without a name to keep progress by.
    `on_checked` is called with each answer. With `onward` a right answer offers the way to the
    notebook's next cell.
    """

    def __init__(
        self,
        exercise: Exercise | AnyTask,
        reader: Reader,
        progress: Progress | None = None,
        *,
        seed: int = 0,
        onward: bool = False,
        on_checked: Callable[[Feedback], None] | None = None,
    ) -> None:
        expect("exercise", exercise, Exercise, Task)
        expect("reader", reader, Reader)
        if isinstance(exercise, Task):
            if progress is not None:
                raise TaskError("task.named")
            task = exercise
            exercise = Exercise("", task.rules, lambda rng, edition: task, fixed=True)
        self._on_checked = on_checked
        page = ExercisePage(
            language=reader.language,
            reader=reader,
            onward=onward,
            number=next(NUMBERS),
        )
        page = page.asking(exercise, seed)
        missed = wrong_before(progress, exercise, seed)
        page = replace(page, answering=replace(page.state, missed=missed))
        super().__init__(page, progress)
        self.refresh()

    def refresh(self) -> None:
        """Mark the task if this learner has solved it."""
        kept = self._progress
        best = None if kept is None else kept.stars().get(self.exercise.name)
        if best != self.page.best:
            self.set_page(replace(self.page, best=best))

    def checked(self, state: AnyAnswering, said: Feedback) -> None:
        """Record and show an answer, and say that there is one."""
        super().checked(state, said)
        if self._on_checked is not None:
            self._on_checked(said)
