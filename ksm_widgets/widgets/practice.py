"""Practice without end as a widget: rules to pick, one fresh task after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import ipywidgets

from ksm_widgets.tutor.course.lesson import LEVELS
from ksm_widgets.tutor.course.progress import timestamp
from ksm_widgets.tutor.course.rules_page import rule_title
from ksm_widgets.widgets.lesson import LessonPanel, TaskView, page_colours, without_kernel
from ksm_widgets.widgets.markup import Markup, element, joined
from ksm_widgets.widgets.parts.controls import button, group, note
from ksm_widgets.widgets.pulse import Pulse

if TYPE_CHECKING:
    from collections.abc import Callable

    from ksm_widgets.tutor.course.drill import Drill
    from ksm_widgets.tutor.course.progress import Progress
    from ksm_widgets.tutor.reader import Reader
    from ksm_widgets.tutor.repetition.schedule import Schedule
    from ksm_widgets.tutor.tasks.task import Feedback

__all__ = ["PracticeView"]

_MIXED = "mixed"


class PracticeView(ipywidgets.Box):  # type: ignore[misc]
    """Drill some rules: mixed, by what is due, or the one picked. `on_checked` hears of answers."""

    def __init__(
        self,
        drill: Drill,
        reader: Reader,
        progress: Progress,
        *,
        on_checked: Callable[[], None] | None = None,
    ) -> None:
        self._drill, self._reader, self._progress = drill, reader, progress
        self._on_checked = on_checked
        self._view: TaskView | None = None
        self._trouble: str | None = None
        self._head = LessonPanel("asked", self.act)
        sheet = ipywidgets.Box([self._head])
        sheet.add_class("ksm-final-part")
        self._place = ipywidgets.Box([])
        self._place.add_class("ksm-lesson")
        super().__init__([Pulse(reader.language), sheet, self._place])
        self.add_class("ksm-lesson")
        self.add_class("ksm-practice")
        self._refresh()

    @property
    def view(self) -> TaskView | None:
        """The task on the page, None before the first."""
        return self._view

    def act(self, name: str, value: str) -> None:
        """Do what a control asks for: `begin`, or `rule` with a rule's name or `mixed`."""
        self._trouble = None
        try:
            if name == "rule" and value in (_MIXED, *self._drill.rules):
                self._drill.picked = None if value == _MIXED else value
            if name in ("begin", "rule"):
                self._next()
        except Exception as error:
            self._trouble = self._reader.text("lesson_view.trouble", error=repr(error))
        self._refresh()

    def _next(self) -> None:
        """Show the next task in place of the one before."""
        exercise, seed = self._drill.next_exercise(timestamp())
        if self._view is not None:
            self._view.ask(exercise, seed)
            return
        self._view = TaskView(
            exercise,
            self._reader,
            self._progress,
            seed=seed,
            on_checked=self._checked,
            on_new=lambda: self.act("begin", ""),
        )
        self._place.children = (self._view,)

    def _checked(self, _: Feedback) -> None:
        self._refresh()
        if self._on_checked is not None:
            self._on_checked()

    def _refresh(self) -> None:
        text, schedule = self._reader.text, self._drill.schedule()
        parts = [
            page_colours(),
            element("h3", text("practice_view.title")),
            note(text("practice_view.intro")),
            element("p", self._told(schedule), class_="ksm-note", role="status"),
            group(text("practice_view.which"), *self._rules(schedule), class_="ksm-rules"),
        ]
        if self._trouble is not None:
            parts.append(element("p", self._trouble, class_="ksm-notice ksm-tone-warning"))
        if self._view is None:
            begin = button(text("practice_view.begin"), "begin", class_="ksm-main")
            parts.append(element("div", begin, class_="ksm-group"))
        elif self._drill.last is not None:
            rule = self._drill.last
            title = rule_title(rule, self._reader)
            level = int(self._view.exercise.name.rpartition(".")[2])
            words = text("practice_view.asked", rule=rule, title=title, level=level, most=LEVELS)
            parts.append(element("h4", words))
        self._head.html = joined(parts)

    def _told(self, schedule: Schedule) -> str:
        """What is to be repeated now, or else what was missed last."""
        due = schedule.due(timestamp(), self._drill.rules)
        missed = schedule.missed(self._drill.rules)
        for key, rules in (("due", due), ("missed", missed)):
            if rules:
                return self._reader.text(f"practice_view.{key}", rules=list(rules))
        return self._reader.text("practice_view.at_rest")

    def _rules(self, schedule: Schedule) -> list[Markup]:
        """A button for each rule with how it stands, after one for all of them mixed."""
        text, due = self._reader.text, schedule.due(timestamp(), self._drill.rules)
        begun = self._view is not None
        mixed = button(
            text("practice_view.mixed"),
            "rule",
            _MIXED,
            pressed=begun and self._drill.picked is None,
        )
        buttons = [mixed]
        for rule in self._drill.rules:
            standing = schedule.standing(rule)
            state = "new" if standing is None else "missed" if standing.missed else "known"
            if state == "known" and rule in due:
                state = "due"
            how = text(f"practice_view.state_{state}", level=self._drill.level(rule, schedule))
            label = joined([f"{rule} {rule_title(rule, self._reader)} ", element("small", how)])
            picked = self._drill.picked == rule
            buttons.append(button(label, "rule", rule, pressed=picked))
        return buttons

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """The widget; as text just its title, for what a learner repeats is their own."""
        title = self._reader.text("practice_view.title")
        return without_kernel(super()._repr_mimebundle_(**kwargs), title)
