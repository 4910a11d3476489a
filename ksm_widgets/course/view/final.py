"""The final test as a widget: one question after the other, then the certificate."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from ksm_widgets.course.final import MOST_NUMBER, FinalTest, final_test, resumed
from ksm_widgets.page.html import bar, button, element, fault, number_field, row
from ksm_widgets.page.state import ForgedValue, number
from ksm_widgets.tasks.view.page import ExercisePage
from ksm_widgets.tasks.view.parts import answer, asked, download, rule_card
from ksm_widgets.tasks.view.task import NUMBERS, TASK, Exercising
from ksm_widgets.telling.rulebook import find_rule

if TYPE_CHECKING:
    from ksm_widgets.course.lesson import Curriculum
    from ksm_widgets.page.html import Child, Markup
    from ksm_widgets.progress.progress import Progress
    from ksm_widgets.tasks.task import AnyAnswering, Feedback
    from ksm_widgets.telling.phrases import Reader

_KEPT = "final"
"""The name under which a test is kept that is not over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalPage(ExercisePage):
    """A final test and its current question; none before it has begun and once it is over."""

    curriculum: Curriculum
    test: FinalTest
    begun: bool = False

    def next(self) -> FinalPage:
        """The page with the next question, or with the certificate."""
        question = self.test.question
        if question is None:
            return replace(self, answering=None, exercise=None)
        return self.asking(question.exercise, question.seed)


def _begin(page: FinalPage, _: str) -> FinalPage:
    if page.begun:
        raise ForgedValue("begin")
    return replace(page, begun=True).next()


def _next(page: FinalPage, _: str) -> FinalPage:
    if not page.locked:
        raise ForgedValue("next")
    return page.next()


def _number(page: FinalPage, value: str) -> FinalPage:
    chosen = number(value)
    if page.begun or not 0 <= chosen <= MOST_NUMBER:
        raise ForgedValue("number")
    if page.test.answered:
        raise ForgedValue("number")
    return replace(page, test=final_test(chosen, page.curriculum))


def _again(page: FinalPage, _: str) -> FinalPage:
    test = final_test(page.test.seed + 1, page.curriculum)
    return replace(page, test=test, begun=False, answering=None, exercise=None)


def head(page: FinalPage) -> Child:
    """The title, how far the test has come, or the certificate."""
    if not page.begun:
        return element("h2", page.text("prose_final.title")), fault(page)
    if page.answering is None:
        return _certificate(page), fault(page)
    answered, count = len(page.test.answered), len(page.test.questions)
    place = answered + (not page.locked)
    words = page.text("final.question", place=place, count=count)
    return element("h2", words), bar(100 * answered // count)


def foot(page: FinalPage) -> Child:
    """The links that lead on."""
    text, test = page.text, page.test
    if not page.begun:
        if test.answered:
            place, count = len(test.answered) + 1, len(test.questions)
            return row(
                button(text("final.go_on", place=place, count=count), "begin", class_="ksm-main"),
                button(text("final.again"), "again"),
            )
        field = number_field(text("final.number"), "number", str(test.seed), id_="ksm-test")
        return row(field, button(text("final.begin"), "begin", class_="ksm-main"))
    if page.answering is None:
        lines = "\n".join(test.certificate.lines(page.reader)) + "\n"
        return row(
            download("ksm-certificate.txt", lines, text("final.save")),
            button(text("final.again"), "again"),
        )
    if not page.locked:
        return None
    words = text("final.finish" if test.question is None else "final.next")
    return row(button(words, "next", class_="ksm-main"))


def _certificate(page: FinalPage) -> Markup:
    certificate = page.test.certificate
    title, which, score, *rest = certificate.lines(page.reader)
    rest = rest[: len(rest) - len(certificate.rules)]
    rules = filter(None, map(find_rule, certificate.rules))
    return element(
        "section.ksm-certificate",
        element("h2", title),
        element("p.ksm-note", which),
        element("p.ksm-score", score, role="status"),
        (element("p", line) for line in rest),
        (rule_card(rule, page.reader, page.theme) for rule in rules),
    )


class FinalView(Exercising[FinalPage]):
    """A final test: begin, answer each question once, and read the certificate."""

    panels = MappingProxyType({"answer": answer, "asked": asked, "head": head, "foot": foot})
    layout = ("final", ("beside", "head"), TASK, ("beside", "foot"))
    acts = MappingProxyType({"begin": _begin, "next": _next, "number": _number, "again": _again})

    def __init__(
        self, curriculum: Curriculum, seed: int, reader: Reader, progress: Progress | None
    ) -> None:
        kept = None if progress is None else progress.setting(_KEPT)
        test = resumed(kept or "", curriculum) or final_test(seed, curriculum)
        self._settings = progress
        page = FinalPage(
            language=reader.language,
            reader=reader,
            once=True,
            number=next(NUMBERS),
            curriculum=curriculum,
            test=test,
        )
        super().__init__(page, progress)

    @property
    def test(self) -> FinalTest:
        """The test in progress."""
        return self.page.test

    def act(self, name: str, value: str | None) -> None:
        """Do what a control asks for; the next question comes into sight from its head."""
        super().act(name, value)
        if name == "again":
            self._keep_test("")
        if name in self.acts:
            self._panels["head"].look()

    def checked(self, state: AnyAnswering, said: Feedback) -> None:
        """Record and show an answer, which counts."""
        test = self.page.test.answering(said)
        self._page = replace(self.page, test=test)
        self._keep_test("" if test.question is None else test.text())
        super().checked(state, said)

    def _keep_test(self, text: str) -> None:
        """Keep a test to resume, or none."""
        if self._settings is not None:
            self._settings.set(_KEPT, text)

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """The widget, with its title as text."""
        return self.in_words(self.page.text("prose_final.title"), **kwargs)
