"""A page with a task to answer: what every such page does, be it of an exercise or a puzzle."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from ksm_widgets.draw import paint_svg
from ksm_widgets.page.page import BOARD, BoardPage
from ksm_widgets.page.part import Panel
from ksm_widgets.tasks.task import task_scene, task_text
from ksm_widgets.tasks.view.page import TaskPage
from ksm_widgets.tasks.view.parts import answer, asked

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ksm_widgets.tasks.task import AnyAnswering, AnyTask, Feedback

NUMBERS = count(1)
"""A number for each page."""
_LAST_HINT = ".ksm-hints li:last-child"
_SAYS = {"check": ".ksm-notice", "hint": _LAST_HINT, "step": _LAST_HINT}
"""The acts that say something to the reader, and where on the page."""
TASK: tuple[Any, ...] = ("task", "asked", BOARD, "answer")
"""A task's place in a layout."""
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
