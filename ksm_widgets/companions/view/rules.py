"""The rules of a game on its page: the one that a notice is about, and all of them to read."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from ksm_widgets.companions.shelf import companion, lessons_of
from ksm_widgets.page.html import element, folded, row, section, told
from ksm_widgets.page.sharing import beside
from ksm_widgets.tasks.view.parts import rule_card
from ksm_widgets.telling.phrases import Reader
from ksm_widgets.telling.rulebook import find_rule

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ksm_widgets.companions.view.page import AnyPage
    from ksm_widgets.course.lesson import Lesson
    from ksm_widgets.page.html import Child
    from ksm_widgets.telling.phrases import Notice
    from ksm_widgets.telling.rulebook import Rule


def noticed(page: AnyPage, notice: Notice) -> Child:
    """A notice, and the rule that it is about, folded."""
    rule = None if notice.rule is None else find_rule(notice.rule)
    card = None if rule is None else rule_card(rule, page.reader, page.theme)
    return told(notice.sentences(page.reader), notice.tone, notice.rule), card


def rules(page: AnyPage) -> Child:
    """The lessons, where links lead to them, and all rules by chapter."""
    return _lessons(page), _rulebook(page.name, page.language)


def _lessons(page: AnyPage) -> Child:
    lessons = _linked_lessons(page)
    if not lessons:
        return None
    text = page.text
    links = (
        element(
            "a.ksm-button",
            text(f"prose_{lesson.name}.title"),
            _solved(page) if lesson.name in page.solved else None,
            href=_at(page, lesson),
        )
        for lesson in lessons
    )
    return section(text("shelf_page.lessons"), row(*links))


def next_lesson(page: AnyPage) -> Child:
    """A link to the first lesson that isn't solved; None where no links lead to any."""
    left = (lesson for lesson in _linked_lessons(page) if lesson.name not in page.solved)
    lesson = next(left, None)
    if lesson is None:
        return None
    return element("a.ksm-learn", page.text("shelf_page.lessons"), href=_at(page, lesson))


def _linked_lessons(page: AnyPage) -> tuple[Lesson, ...]:
    """The lessons of the page's game; none where no links lead to them."""
    return lessons_of(page.name) if page.address else ()


def _at(page: AnyPage, lesson: Lesson) -> str:
    """The address of a lesson, beside that of the page."""
    return beside(page.address, f"{page.language}/{lesson.file}")


def _solved(page: AnyPage) -> Child:
    mark = element("b", " ✓", aria_hidden="true")
    return mark, element("span.ksm-unseen", " ", page.text("shelf_page.solved"))


@cache
def _rulebook(name: str, language: str) -> Child:
    book, reader = companion(name).rulebook, Reader(language)
    if book is None:
        return None
    text = reader.text

    def shown(chapter: Iterable[Rule]) -> Iterator[Child]:
        for rule in chapter:
            yield element("h3", f"{rule.number} · {reader.say(rule.title)}")
            yield element("p", reader.say(rule.text))

    chapters = (
        folded(text(f"{name}_rules.{part}"), *shown(chapter), id_=f"ksm-rules-{part}")
        for part, chapter in book.chapters.items()
    )
    intro = element("p", text(f"{name}_rules.intro"))
    return folded(text(f"{name}_rules.title"), intro, *chapters, id_="ksm-rules")
