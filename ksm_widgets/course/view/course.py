"""The course in a notebook: its tasks, practice, and the final test."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ksm_widgets.course.drill import Drill
from ksm_widgets.course.guided import GuidedGame
from ksm_widgets.course.lessons import CURRICULUM
from ksm_widgets.course.view.final import FinalView
from ksm_widgets.course.view.finish import FinishView
from ksm_widgets.course.view.guided import GuidedTable
from ksm_widgets.course.view.opening import Opening
from ksm_widgets.course.view.own import OwnTable
from ksm_widgets.course.view.practice import PracticeView
from ksm_widgets.course.view.progress import ProgressView
from ksm_widgets.page.html import Markup, element, joined, picture
from ksm_widgets.page.keeper import Keeper
from ksm_widgets.page.part import joined_files
from ksm_widgets.progress.progress import Progress
from ksm_widgets.tasks.view.task import TaskView
from ksm_widgets.telling.phrases import Reader

if TYPE_CHECKING:
    from ksm_widgets.course.lesson import Curriculum, Legend
    from ksm_widgets.draw import Scene


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
        self._overviews: list[
            ProgressView | FinishView | PracticeView | GuidedTable | TaskView
        ] = []
        kept = self._progress.setting("edition") or ""
        edition = edition or (kept if kept in curriculum.editions else "")
        self._reader = Reader(language, edition, curriculum.terms)

    @property
    def reader(self) -> Reader:
        """The reader's language and edition."""
        return self._reader

    def opening(self) -> Opening:
        """The opening of a lesson, which its page needs."""
        return Opening(self._reader, self._curriculum.follows)

    def task(self, name: str, *, seed: int = 0) -> TaskView:
        """The task of an exercise, such as `moving.targets`."""
        view = TaskView(
            self._curriculum.exercises[name],
            self._reader,
            self._progress,
            seed=seed,
            on_checked=lambda _: self._refresh(),
            onward=True,
        )
        self._overviews.append(view)
        return view

    def game(self, lesson: str) -> GuidedTable:
        """The guided game of a lesson, such as `first`."""
        here = {each.name: each for each in self._curriculum.lessons}[lesson]
        guided = here.game
        if not isinstance(guided, GuidedGame):
            raise KeyError(lesson)
        view = (OwnTable if guided.own else GuidedTable)(
            guided,
            self._reader,
            self._progress,
            onward=self._curriculum.onward(here),
            on_done=self._refresh,
        )
        self._overviews.append(view)
        return view

    def edition(self, name: str) -> Told:
        """A peculiarity of the reader's edition in words, such as `carpet` (R22)."""
        return Told(self._curriculum.differences[name].text(self._reader))

    def legend(self, name: str) -> Pictured:
        """Pictures with their words, such as `tiles`."""
        return Pictured(self._curriculum.legends[name], self._reader)

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
        view = PracticeView(drill, self._reader, self._progress, on_checked=self._refresh)
        self._overviews.append(view)
        return view

    def finish(self, lesson: str) -> FinishView:
        """The finish of a lesson: how much of it is solved, and the way on."""
        view = FinishView(self._curriculum, lesson, self._progress, self._reader)
        self._overviews.append(view)
        return view

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
        return FinalView(self._curriculum, seed, self._reader, self._progress)


@dataclass(frozen=True, slots=True)
class Told:
    """Words of a lesson that depend on the reader."""

    text: str

    def _repr_markdown_(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Pictured:
    """Pictures of a lesson with their words, for a reader."""

    legend: Legend
    reader: Reader

    def _repr_html_(self) -> str:
        legend, reader = self.legend, self.reader
        items = legend.items(reader)
        dark = [scene for scene, _ in (legend.dark or legend.items)(reader)]
        rows = (
            element(
                "figure",
                _in_both(scene, other) if legend.dark else picture(scene),
                element("figcaption", words),
            )
            for (scene, words), other in zip(items, dark, strict=True)
        )
        widest = max(scene.width for scene, _ in items)
        wide = f"--ksm-wide:{min(560, widest * legend.size):.0f}px"
        style = element("style", Markup(joined_files(_STYLE)))
        return element("div.ksm-legend", style, *rows, style=wide)

    def __repr__(self) -> str:
        return self.legend.text(self.reader)


def _in_both(light: Scene, dark: Scene) -> Markup:
    """A picture in two colours, of which the page shows the one that fits."""
    shown = (("ksm-in-light", light), ("ksm-in-dark", dark))
    return joined(element("span", picture(scene), class_=name) for name, scene in shown)


_STYLE = Path(__file__).with_name("legend.css")
