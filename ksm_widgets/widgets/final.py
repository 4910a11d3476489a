"""The final test as a widget: one question after the other, then the certificate."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import ipywidgets

from ksm_widgets.draw import LIGHT
from ksm_widgets.tutor.course.final import FinalTest, final_test
from ksm_widgets.widgets.lesson import (
    LessonPanel,
    TaskView,
    download,
    on_a_sheet,
    page_colours,
    without_kernel,
)
from ksm_widgets.widgets.markup import Markup, element, joined
from ksm_widgets.widgets.parts.controls import button, number_field
from ksm_widgets.widgets.parts.task import rule_card
from ksm_widgets.widgets.pulse import Pulse

if TYPE_CHECKING:
    from ksm_widgets.tutor.course.progress import Progress
    from ksm_widgets.tutor.reader import Reader
    from ksm_widgets.tutor.tasks.task import Feedback

__all__ = ["FinalView"]

_NUMBER = re.compile("[0-9]{1,7}")
_MOST_NUMBER = 10**6


class FinalView(ipywidgets.Box):  # type: ignore[misc]
    """A final test: begin, answer each question once, and read the certificate."""

    def __init__(self, test: FinalTest, reader: Reader, progress: Progress | None = None) -> None:
        self._test, self._reader, self._progress = test, reader, progress
        self._begun = False
        self._view: TaskView | None = None
        self._head = LessonPanel("asked", self.act)
        self._foot = LessonPanel("answer", self.act)
        self._place = ipywidgets.Box([])
        self._place.add_class("ksm-lesson")
        head, foot = (on_a_sheet(panel) for panel in (self._head, self._foot))
        super().__init__([Pulse(reader.language), head, self._place, foot])
        self.add_class("ksm-lesson")
        self.add_class("ksm-final")
        self._refresh()

    @property
    def test(self) -> FinalTest:
        """The test as far as it has come, as a value."""
        return self._test

    @property
    def view(self) -> TaskView | None:
        """The question on the page."""
        return self._view

    def act(self, name: str, value: str) -> None:
        """Do what a control asks for; what goes wrong is shown."""
        try:
            match name:
                case "begin":
                    self._begun = True
                    self._next()
                case "next":
                    self._next()
                case "number" if _NUMBER.fullmatch(value) and int(value) <= _MOST_NUMBER:
                    if not self._begun:
                        self._test = final_test(int(value))
                case "again":
                    self._test, self._begun = final_test(self._test.seed + 1), False
                    self._show(None)
            self._refresh()
            self._head.look()
        except Exception as error:
            words = self._reader.text("lesson_view.trouble", error=repr(error))
            self._foot.html = element("p", words, class_="ksm-notice ksm-tone-warning")

    def _next(self) -> None:
        """The next question, or none after the last."""
        question = self._test.question
        if question is None:
            self._show(None)
            return
        self._show(
            TaskView(
                question.exercise,
                self._reader,
                self._progress,
                seed=question.seed,
                once=True,
                on_checked=self._checked,
            )
        )

    def _checked(self, feedback: Feedback) -> None:
        self._test = self._test.answering(feedback)
        self._refresh()

    def _show(self, view: TaskView | None) -> None:
        old, self._view = self._view, view
        self._place.children = () if view is None else (view,)
        if old is not None:
            old.close()

    def _refresh(self) -> None:
        text, test = self._reader.text, self._test
        answered, count = len(test.answered), len(test.questions)
        over = self._begun and test.question is None and self._view is None
        head = [page_colours()]
        foot: list[Markup] = []
        if not self._begun:
            head.append(element("h3", text("prose_final.title")))
            field = number_field(text("final.number"), "number", str(test.seed), id_="ksm-test")
            foot = [field, button(text("final.begin"), "begin", class_="ksm-main")]
        elif over:
            head.append(self._certificate())
            foot = [
                download("ksm-certificate.txt", self._text(), text("final.save")),
                button(text("final.again"), "again"),
            ]
        else:
            waiting = self._view is not None and self._view.state.feedback is None
            place = min(answered + waiting, count)
            bar = f'<span class="ksm-bar"><i style="width:{100 * answered // count}%"></i></span>'
            words = text("final.question", place=place, count=count)
            head += [element("h3", words), Markup(bar)]
            if not waiting:
                words = text("final.finish" if test.question is None else "final.next")
                foot = [button(words, "next", class_="ksm-main")]
        self._head.html = joined(head)
        self._foot.html = element("div", *foot, class_="ksm-group")

    def _text(self) -> str:
        return "\n".join(self._test.certificate.lines(self._reader)) + "\n"

    def _certificate(self) -> Markup:
        reader, certificate = self._reader, self._test.certificate
        title, which, score, *rest = certificate.lines(reader)
        rest = rest[: len(rest) - len(certificate.rules)]
        return element(
            "section",
            element("h3", title),
            element("p", which, class_="ksm-note"),
            element("p", score, class_="ksm-score", role="status"),
            *(element("p", line) for line in rest),
            *(rule_card(rule, reader, LIGHT) for rule in certificate.rules),
            class_="ksm-certificate",
        )

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """The widget; as text its title."""
        title = self._reader.text("prose_final.title")
        return without_kernel(super()._repr_mimebundle_(**kwargs), title)
