"""The page of a learner's progress: lessons and their stars, what is due, saving and loading."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from ksm_widgets.course.final import QUESTIONS, best_result
from ksm_widgets.page.html import (
    Child,
    Markup,
    bar,
    button,
    choice,
    element,
    fault,
    file_button,
    note,
    row,
)
from ksm_widgets.page.keeper import Keeper
from ksm_widgets.page.page import BoardPage
from ksm_widgets.page.state import PageState, among
from ksm_widgets.progress import MOST_STARS
from ksm_widgets.progress.progress import Progress, timestamp
from ksm_widgets.progress.schedule import Schedule
from ksm_widgets.tasks.view.parts import page_colours
from ksm_widgets.tasks.view.task import LessonPanel
from ksm_widgets.telling.phrases import Reader
from ksm_widgets.telling.rulebook import titled
from ksm_widgets.words import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ksm_widgets.course.lesson import Curriculum, Lesson
    from ksm_widgets.telling.phrases import Notice


@dataclass(frozen=True, slots=True, kw_only=True)
class Overview(PageState):
    """A learner's progress: the stars of each exercise, rules due, and where that is kept.

    `tested` has the right answers and the stars of the best final test. `keeping` is a sentence;
    `told` is what became of loading a file, or of a damaged one.
    """

    curriculum: Curriculum
    reader: Reader
    best: Mapping[str, int] = field(default_factory=dict)
    tested: tuple[int, int] = (0, 0)
    due: tuple[str, ...] = ()
    keeping: str = ""
    told: str = ""

    def telling(self, notice: Notice | None) -> Overview:
        """The page with something to tell."""
        return replace(self, told="" if notice is None else notice.text(self.reader))

    @property
    def classes(self) -> frozenset[str]:
        """Names for the style sheet."""
        return frozenset({"ksm-boardless"})


def overview(page: Overview) -> Child:
    """The lessons with what was reached in each, and controls to save, to load and to choose."""
    text, reader, curriculum = page.text, page.reader, page.curriculum
    path = [lesson.label for lesson in curriculum.lessons if lesson.name in curriculum.path]
    lessons = [each for each in page.curriculum.lessons if each.tasks or each.tests]
    heads = (element("th", text(f"lesson_view.{key}"), scope="col") for key in _HEADS)
    rows = (_row(page, lesson) for lesson in lessons)
    editions = map(reader.game, page.curriculum.editions)
    named = [(each.name, text("plain.text", text=each.title)) for each in editions]
    return (
        page_colours(),
        element("h2", text("lesson_view.progress")),
        element("table.ksm-table.ksm-overview", element("tr", heads), rows),
        note(text("lesson_view.path", lessons=path)) if path else None,
        note(text("practice_view.due", rules=[titled(rule, reader) for rule in page.due]))
        if page.due
        else None,
        note(page.keeping),
        row(
            button(text("lesson_view.save"), "save"),
            file_button(text("lesson_view.load"), "load", ".json"),
        ),
        element("p.ksm-notice", page.told, role="status") if page.told else None,
        fault(page),
        choice(text("lesson_view.edition"), "edition", named, reader.played, id_="ksm-edition"),
        note(text("lesson_view.edition_why")),
    )


_HEADS = ("lesson", "tasks", "stars_head")


def _row(page: Overview, lesson: Lesson) -> Markup:
    """A lesson's row: its solved tasks, and its stars, those of optional tasks included."""
    title = f"{lesson.label} · {page.text(f'prose_{lesson.name}.title')}"
    if lesson.tests:
        right, reached = page.tested
        solved, most = f"{right} / {QUESTIONS}", MOST_STARS * QUESTIONS
    else:
        names = (*lesson.tasks, *lesson.further)
        solved = f"{_solved(page, lesson.tasks)} / {len(lesson.tasks)}"
        reached, most = sum(page.best.get(name, 0) for name in names), MOST_STARS * len(names)
    further, count = _solved(page, lesson.further), len(lesson.further)
    words = page.text("lesson_view.optional", solved=further, count=count)
    return element(
        "tr",
        element("td", title),
        element("td", solved, element("div.ksm-further", words) if count else None),
        element("td", f"{reached} / {most}", bar(100 * reached // most)),
    )


def _solved(page: Overview, names: tuple[str, ...]) -> int:
    return sum(name in page.best for name in names)


class ProgressView(BoardPage[Overview]):
    """A learner's progress by lesson, with saving, loading and the choice of an edition."""

    panels = MappingProxyType({"asked": overview})
    layout = ("task", "asked")
    styled = "ksm-lesson"
    panel_type = LessonPanel

    def __init__(
        self,
        curriculum: Curriculum,
        progress: Progress,
        reader: Reader,
        keeper: Keeper | None = None,
    ) -> None:
        self._progress, self._keeper = progress, keeper
        super().__init__(Overview(language=reader.language, curriculum=curriculum, reader=reader))
        self.refresh()

    @property
    def effects(self) -> Mapping[str, Callable[[str], None]]:
        """The effects of the controls, all beyond the page's state."""
        return {"save": self._save, "load": self._load, "edition": self._play}

    def _save(self, _: str) -> None:
        self._panels["asked"].save("ksm-progress.json", self._progress.text())
        self.refresh("")

    def _load(self, text: str) -> None:
        count = self._progress.read_in(text)
        self.refresh(self.page.text("lesson_view.loaded", count=count))

    def _play(self, value: str) -> None:
        played = among(self.page.curriculum.editions, value)
        self._progress.set("edition", played)
        reader = Reader(self.page.language, played)
        self.set_page(replace(self.page, reader=reader))
        self.refresh("")

    def refresh(self, told: str | None = None) -> None:
        """Show the progress so far, and what there is to tell: by default what was told before."""
        page, progress = self.page, self._progress
        due = Schedule(progress.reviews()).due(timestamp(), page.curriculum.rulebook.rules)
        page = replace(
            page,
            best=progress.stars(),
            tested=best_result(progress.attempts()),
            due=tuple(due),
            keeping=self._keeping(),
            told=page.told if told is None else told,
        )
        aside = progress.newly_set_aside()
        if aside is not None:
            page = replace(page, told=page.text("lesson_view.set_aside", file=aside))
        self.set_page(page)

    def _keeping(self) -> str:
        """Say where the progress is kept, what became of damaged one, and how much is not shown."""
        said, text, count = [self._place()], self.page.text, self._progress.left_out
        if self._keeper is not None and self._keeper.leaves_damaged:
            said.append(text("lesson_view.damaged_stays"))
        elif self._keeper is not None and self._keeper.aside:
            said.append(text("lesson_view.damaged_aside", name=self._keeper.aside))
        if count:
            said.append(text(counted("progress.left_out", count), count=count))
        return " ".join(said)

    def _place(self) -> str:
        kept, text = self._progress, self.page.text
        if not kept.lasting:
            in_browser = self._keeper is not None and self._keeper.keeps
            return text("lesson_view.in_browser" if in_browser else "lesson_view.no_disk")
        if kept.waiting:
            return text("lesson_view.waits", count=kept.waiting)
        return text("lesson_view.kept")

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """The widget, with only its title as text: a learner's progress is private."""
        return self.in_words(self.page.text("lesson_view.progress"), **kwargs)
