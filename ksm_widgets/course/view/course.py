"""The course in a notebook: its tasks, practice, and the final test."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import anywidget
import traitlets

from ksm_widgets.course.drill import Drill
from ksm_widgets.course.lessons import CURRICULUM
from ksm_widgets.course.view.final import FinalView
from ksm_widgets.course.view.practice import PracticeView
from ksm_widgets.course.view.progress import ProgressView
from ksm_widgets.page.keeper import Keeper
from ksm_widgets.page.page import without_kernel
from ksm_widgets.progress.progress import Progress
from ksm_widgets.tasks.view.task import TaskView
from ksm_widgets.telling.phrases import Reader

if TYPE_CHECKING:
    from ksm_widgets.course.lesson import Curriculum


class Course:
    """The course for a reader with a language and an edition, with their progress.

    Without an edition it is the one the reader has chosen, or else that of their language. Raises
    ArgumentError for an unknown language and EditionError for an unknown edition.

    >>> import ksm_widgets as ksm
    >>> from ksm_widgets.progress.progress import Progress, timestamp
    >>> course = ksm.Course("de", progress=Progress())  # in memory, not in the reader's own file
    >>> course.reader.language, course.reader.played
    ('de', 'de')
    """

    def __init__(
        self,
        language: str = "en",
        *,
        edition: str | None = None,
        progress: Progress | None = None,
        curriculum: Curriculum = CURRICULUM,
    ) -> None:
        self._curriculum = curriculum
        self._keeper: Keeper | None = None
        if progress is None:
            progress = Progress.of_user()
            self._keeper = Keeper.where_needed(progress, self._refresh)
        self._progress = progress
        self._overviews: list[ProgressView] = []
        kept = self._progress.setting("edition") or ""
        self._reader = Reader(language, edition or (kept if kept in curriculum.editions else ""))

    @property
    def reader(self) -> Reader:
        """The reader's language and edition."""
        return self._reader

    def opening(self) -> Opening:
        """The opening of a lesson: which edition it follows."""
        title = self._reader.edition.title
        return Opening(self._reader.text("lesson_view.follows", edition=title))

    def task(self, name: str, *, seed: int = 0) -> TaskView:
        """The task of an exercise, such as `moving.targets`."""
        return TaskView(
            self._curriculum.exercises[name],
            self._reader,
            self._progress,
            seed=seed,
            on_checked=lambda _: self._refresh(),
        )

    def edition(self, name: str) -> Told:
        """A peculiarity of the reader's edition in words, such as `carpet` (R22)."""
        return Told(self._curriculum.differences[name].text(self._reader))

    def practice(self, lesson: str = "") -> PracticeView:
        """Endless practice of a lesson's rules or, without a lesson, of all rules."""
        curriculum = self._curriculum
        every = tuple(curriculum.rulebook.rules)
        rules = next((each.rules for each in curriculum.lessons if each.name == lesson), every)
        drill = Drill(
            [rule for rule in rules if rule in curriculum.practice],
            curriculum.practice,
            self._progress,
        )
        return PracticeView(drill, self._reader, self._progress, on_checked=self._refresh)

    def progress(self) -> ProgressView:
        """The learner's progress, to look at, save and load."""
        view = ProgressView(self._curriculum, self._progress, self._reader, self._keeper)
        self._overviews.append(view)
        return view

    def _refresh(self) -> None:
        """Update the overviews of progress on the page."""
        for overview in self._overviews:
            overview.refresh()

    def final_test(self, *, seed: int = 1) -> FinalView:
        """The final test of a number."""
        return FinalView(self._curriculum.lessons, seed, self._reader, self._progress)


@dataclass(frozen=True, slots=True)
class Told:
    """Words of a lesson that depend on the reader."""

    text: str

    def _repr_markdown_(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return self.text


class Opening(anywidget.AnyWidget):
    """The first output of a lesson; it keeps the page scrolled to the top."""

    _esm = Path(__file__).with_name("opening.js")
    text = traitlets.Unicode("").tag(sync=True)

    def __init__(self, text: str) -> None:
        super().__init__(text=text)

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """The widget, with its words as text."""
        return without_kernel(super()._repr_mimebundle_(**kwargs), self.text)
