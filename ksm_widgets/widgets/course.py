"""What a lesson's notebook calls: its tasks, the learner's progress, the final test."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import anywidget
import ipywidgets
import traitlets

from ksm_widgets.rules.errors import KsmError
from ksm_widgets.rules.rulebooks import editions
from ksm_widgets.tutor.course import DIFFERENCES, EXERCISES, LESSONS
from ksm_widgets.tutor.course.drill import Drill
from ksm_widgets.tutor.course.final import final_test
from ksm_widgets.tutor.course.practice import PRACTICE
from ksm_widgets.tutor.course.progress import Progress, timestamp
from ksm_widgets.tutor.course.rules_page import RULES
from ksm_widgets.tutor.reader import Reader
from ksm_widgets.tutor.repetition.schedule import Schedule
from ksm_widgets.tutor.tasks.task import MOST_STARS
from ksm_widgets.widgets.final import FinalView
from ksm_widgets.widgets.keeper import Keeper
from ksm_widgets.widgets.lesson import LessonPanel, TaskView, page_colours, without_kernel
from ksm_widgets.widgets.markup import Child, Markup, element, joined
from ksm_widgets.widgets.parts.controls import button, choice, file_button
from ksm_widgets.widgets.practice import PracticeView
from ksm_widgets.widgets.pulse import Pulse

if TYPE_CHECKING:
    from ksm_widgets.tutor.course import Lesson

__all__ = ["Course", "Opening", "ProgressView", "Told"]

_STATIC = Path(__file__).parent / "static"


class Course:
    """The course in a language, for a reader with an edition, with progress that is kept.

    Without an edition it is the one the reader has chosen, or else that of their language. Raises
    ArgumentError for a language and EditionError for an edition that there is none of.

    >>> import ksm_widgets as ksm
    >>> from ksm_widgets.tutor.course.progress import Progress, timestamp
    >>> course = ksm.Course("de", progress=Progress())  # in memory, not in the reader's own file
    >>> course.reader.language, course.reader.edition.name
    ('de', 'de')
    """

    def __init__(
        self, language: str = "en", *, edition: str | None = None, progress: Progress | None = None
    ) -> None:
        self._keeper: Keeper | None = None
        if progress is None:
            progress = Progress.of_user()
            self._keeper = Keeper.where_needed(progress, self._refresh)
        self._progress = progress
        self._overviews: list[ProgressView] = []
        kept = self._progress.setting("edition") or ""
        self._reader = Reader(language, edition or (kept if kept in editions() else ""))

    @property
    def reader(self) -> Reader:
        """Who reads: language and edition."""
        return self._reader

    def opening(self) -> Opening:
        """The beginning of a lesson: whose edition it follows."""
        edition = self._reader.text(f"lesson_view.edition_{self._reader.played}")
        return Opening(self._reader.text("lesson_view.follows", edition=edition))

    def task(self, name: str, *, seed: int = 0) -> TaskView:
        """A task to be answered, by the name of its exercise, such as `moving.targets`."""
        return TaskView(
            EXERCISES[name],
            self._reader,
            self._progress,
            seed=seed,
            on_checked=lambda _: self._refresh(),
        )

    def edition(self, name: str) -> Told:
        """What the reader's edition does its own way, such as `carpet` (R22)."""
        return Told(DIFFERENCES[name].text(self._reader))

    def practice(self, lesson: str = "") -> PracticeView:
        """Practice without end: the rules of a lesson, by its name, or without one all of them."""
        rules = next((each.rules for each in LESSONS if each.name == lesson), RULES)
        drill = Drill([rule for rule in rules if rule in PRACTICE], self._progress)
        return PracticeView(drill, self._reader, self._progress, on_checked=self._refresh)

    def progress(self) -> ProgressView:
        """What has been reached so far, to be looked at, saved and loaded."""
        self._overviews.append(ProgressView(self._progress, self._reader, self._keeper))
        return self._overviews[-1]

    def _refresh(self) -> None:
        """Bring what was reached just now to the overviews on the page."""
        for overview in self._overviews:
            overview.refresh()

    def final_test(self, *, seed: int = 1) -> FinalView:
        """The final test of a number."""
        return FinalView(final_test(seed), self._reader, self._progress)


@dataclass(frozen=True, slots=True)
class Told:
    """Words of a lesson that depend on who reads it."""

    text: str

    def _repr_markdown_(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return self.text


class Opening(anywidget.AnyWidget):
    """What stands at the top of a lesson that has been run; it keeps the reader at the top."""

    _esm = _STATIC / "opening.js"
    text = traitlets.Unicode("").tag(sync=True)

    def __init__(self, text: str) -> None:
        super().__init__(text=text)

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """The widget; as text what it says."""
        return without_kernel(super()._repr_mimebundle_(**kwargs), self.text)


class ProgressView(ipywidgets.Box):  # type: ignore[misc]
    """How far a learner is in every lesson; saving and loading; the edition on their table."""

    def __init__(self, progress: Progress, reader: Reader, keeper: Keeper | None = None) -> None:
        self._progress, self._reader, self._keeper = progress, reader, keeper
        self._told: str | None = None
        self._panel = LessonPanel("asked", self.act)
        sheet = ipywidgets.Box([self._panel])
        sheet.add_class("ksm-task")
        sheet.add_class("ksm-boardless")
        super().__init__([Pulse(reader.language), sheet])
        self.add_class("ksm-lesson")
        self.refresh()

    def act(self, name: str, value: str) -> None:
        """Do what a control asks for; what goes wrong is shown."""
        self._told = None
        try:
            match name:
                case "save":
                    self._panel.save("ksm-progress.json", self._progress.text())
                case "load":
                    count = self._progress.read_in(value)
                    self._told = self._reader.text("lesson_view.loaded", count=count)
                case "edition" if value in editions():
                    self._progress.set("edition", value)
                    self._reader = Reader(self._reader.language, value)
        except KsmError as error:
            self._told = error.sentence(self._reader.language)
        except Exception as error:
            self._told = self._reader.text("lesson_view.trouble", error=repr(error))
        self.refresh()

    def refresh(self) -> None:
        """Show what has been reached by now."""
        reader, kept = self._reader, self._progress
        text = reader.text
        best = kept.stars()
        rows = [self._row(lesson, best) for lesson in LESSONS if lesson.exercises]
        heads = (
            text("lesson_view.lesson"),
            text("lesson_view.tasks"),
            text("lesson_view.stars_head"),
        )
        head = element("tr", *(element("th", words, scope="col") for words in heads))
        named = [(name, text(f"lesson_view.edition_{name}")) for name in editions()]
        label = text("lesson_view.edition")
        told: Child = None
        aside = kept.newly_set_aside()
        if aside is not None:
            self._told = text("lesson_view.set_aside", file=aside)
        if self._told is not None:
            told = element("p", self._told, class_="ksm-notice", role="status")
        load = file_button(text("lesson_view.load"), "load", ".json")
        self._panel.html = joined(
            [
                page_colours(),
                element("h3", text("lesson_view.progress")),
                element("table", head, *rows, class_="ksm-table ksm-overview"),
                self._due(),
                element("p", self._keeping(), class_="ksm-note"),
                element("div", button(text("lesson_view.save"), "save"), load, class_="ksm-group"),
                told,
                choice(label, "edition", named, reader.edition.name, id_="ksm-edition"),
                element("p", text("lesson_view.edition_why"), class_="ksm-note"),
            ]
        )

    def _due(self) -> Markup | None:
        """The rules to be practised again by now."""
        due = Schedule(self._progress.reviews()).due(timestamp(), RULES)
        if not due:
            return None
        words = self._reader.text("practice_view.due", rules=list(due))
        return element("p", words, class_="ksm-note")

    def _keeping(self) -> str:
        """Whether what is reached is kept, and where not, what will become of it."""
        kept, text = self._progress, self._reader.text
        if not kept.lasting:
            in_browser = self._keeper is not None and self._keeper.keeps
            return text("lesson_view.in_browser" if in_browser else "lesson_view.no_disk")
        if kept.waiting:
            return text("lesson_view.waits", count=kept.waiting)
        return text("lesson_view.kept")

    def _row(self, lesson: Lesson, best: dict[str, int]) -> Markup:
        names = [exercise.name for exercise in lesson.exercises]
        solved = sum(name in best for name in names)
        reached, most = sum(best.get(name, 0) for name in names), MOST_STARS * len(names)
        title = f"{lesson.number} · {self._reader.text(f'prose_{lesson.name}.title')}"
        bar = Markup(f'<span class="ksm-bar"><i style="width:{100 * reached // most}%"></i></span>')
        return element(
            "tr",
            element("td", title),
            element("td", f"{solved} / {len(names)}"),
            element("td", f"{reached} / {most}", bar),
        )

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """The widget; as text just its title, for what a learner reached is their own."""
        title = self._reader.text("lesson_view.progress")
        return without_kernel(super()._repr_mimebundle_(**kwargs), title)
