"""The finish of a lesson: how many of its tasks are solved, the stars, and the next lesson.

Optional tasks come after it: a button leads there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from ksm_widgets.page.html import bar, element, note, row
from ksm_widgets.page.page import BoardPage
from ksm_widgets.page.state import PageState
from ksm_widgets.progress import MOST_STARS
from ksm_widgets.tasks.view.parts import page_colours
from ksm_widgets.tasks.view.task import LessonPanel
from ksm_widgets.telling.phrases import Reader
from ksm_widgets.words import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ksm_widgets.course.lesson import Curriculum, Lesson
    from ksm_widgets.page.html import Child, Markup
    from ksm_widgets.progress.progress import Progress


@dataclass(frozen=True, slots=True, kw_only=True)
class Finish(PageState):
    """A lesson's tasks by name, the stars of those that are solved, and the next lessons.

    `further` are the optional ones; `beyond` is the page where one plays the game.
    """

    reader: Reader
    exercises: tuple[str, ...]
    further: tuple[str, ...] = ()
    best: Mapping[str, int] = field(default_factory=dict)
    onward: tuple[Lesson, ...] = ()
    beyond: tuple[str, str] | None = None

    @property
    def classes(self) -> frozenset[str]:
        """Names for the style sheet."""
        return frozenset({"ksm-boardless"})


def finish(page: Finish) -> Child:
    """The learner's progress in this lesson, and links to the lessons after it."""
    text, names = page.text, page.exercises
    solved, most = sum(name in page.best for name in names), MOST_STARS * len(names)
    stars = sum(page.best.get(name, 0) for name in names)
    key = "finished" if solved == len(names) else "unfinished"
    return (
        page_colours(),
        element("p.ksm-score", text(f"lesson_view.{key}", solved=solved, count=len(names))),
        bar(100 * solved // len(names)),
        element("p.ksm-note", text("final.stars", stars=stars, most=most)),
        _back(page, len(names) - solved) if solved < len(names) else None,
        *next_lessons(page.text, page.onward),
        _to_game(page),
        _beyond(page),
    )


def _back(page: Finish, left: int) -> Markup:
    """A button for the first task that is not solved: the page around knows where it is."""
    words = page.text(counted("lesson_view.to_unsolved", left))
    return row(element("button.ksm-button", words, type="button", data_unsolved=""))


def _beyond(page: Finish) -> Markup:
    """A button for what comes after the finish: further tasks or, without any, practice."""
    words = page.text("practice_view.title")
    if page.further:
        solved, count = sum(name in page.best for name in page.further), len(page.further)
        words = page.text("lesson_view.further", solved=solved, count=count)
    return row(element("button.ksm-button", words, type="button", data_onward=""))


def _to_game(page: Finish) -> Child:
    """A link to the page where one plays the game; after the last lesson it is the way on."""
    if page.beyond is None:
        return None
    name, address = page.beyond
    words = page.text("lesson_view.to_game", game=page.text(name))
    class_ = "" if page.onward else "ksm-main"
    return element("a.ksm-button.ksm-next-lesson", words, href=address, class_=class_)


def next_lessons(text: Callable[..., str], onward: tuple[Lesson, ...]) -> Iterator[Markup]:
    """Links to the next lesson and, where it is another, to the next on the short way.

    In a notebook such links lead nowhere; the lesson's last line has its own.
    """
    nearest = min(onward, key=lambda lesson: lesson.file, default=None)
    for lesson in onward:
        title = text(f"prose_{lesson.name}.title")
        key = "next_lesson" if lesson is nearest else "short_way"
        words = text(f"lesson_view.{key}", number=lesson.label, title=title)
        class_ = "ksm-main" if lesson is onward[0] else ""
        yield element("a.ksm-button.ksm-next-lesson", words, href=lesson.file, class_=class_)
    if len(onward) > 1:
        yield note(text("lesson_view.skipped"))


class FinishView(BoardPage[Finish]):
    """The finish of a lesson; raises KeyError for an unknown lesson."""

    panels = MappingProxyType({"asked": finish})
    layout = ("task", "asked")
    styled = "ksm-lesson"
    panel_type = LessonPanel

    def __init__(
        self, curriculum: Curriculum, lesson: str, progress: Progress, reader: Reader
    ) -> None:
        self._progress = progress
        here = {each.name: each for each in curriculum.lessons}[lesson]
        super().__init__(
            Finish(
                language=reader.language,
                reader=reader,
                exercises=here.tasks,
                further=here.further,
                best=progress.stars(),
                onward=curriculum.onward(here),
                beyond=curriculum.beyond,
            )
        )

    def refresh(self) -> None:
        """Show what is solved by now."""
        self.set_page(replace(self.page, best=self._progress.stars()))

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """The widget, with only its title as text: a learner's progress is private."""
        return self.in_words(self.page.text("lesson_view.finish"), **kwargs)
