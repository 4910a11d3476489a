"""A guide through puzzles: chooses the next one, and keeps what came of the last."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random
from typing import TYPE_CHECKING, Protocol

from ksm_widgets.tutor.course.progress import timestamp
from ksm_widgets.tutor.puzzling.choosing import Taste, next_puzzle, storm_puzzles
from ksm_widgets.tutor.puzzling.record import Record, Tried, record, review_of, subject

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ksm_widgets.puzzles import Pack, Puzzle
    from ksm_widgets.tutor.course.progress import Progress
    from ksm_widgets.tutor.puzzling.task import Solving
    from ksm_widgets.tutor.repetition.reviewed import Reviewed

__all__ = ["STORM", "Back", "Guide", "Storm"]

STORM = 180_000
"""Milliseconds of a storm."""
_BEFORE = 5
"""So many others come before a puzzle comes again."""


class Back(Protocol):
    """What comes back: ids that are due, the most urgent first, and when others will be."""

    @property
    def due(self) -> tuple[str, ...]:
        """The ids that are due."""

    @property
    def later(self) -> tuple[tuple[int, str], ...]:
        """When others will be, in milliseconds since 1970, and their ids."""


@dataclass(frozen=True, slots=True)
class Storm:
    """As many puzzles as one can in three minutes, each with one answer: how it stands."""

    began: int
    left: tuple[Puzzle, ...]
    solved: int = 0
    missed: tuple[Puzzle, ...] = ()

    def seconds_left(self, now: int) -> int:
        """Whole seconds until it is over, rounded up; 0 when it is."""
        return max(0, -(-(self.began + STORM - now) // 1000))

    def over(self, now: int) -> bool:
        """Whether the time is up, or nothing is left to solve."""
        return not self.left or self.seconds_left(now) == 0

    def answered(self, *, right: bool) -> Storm:
        """After an answer to the first of those that are left."""
        return replace(
            self,
            left=self.left[1:],
            solved=self.solved + right,
            missed=self.missed if right else (*self.missed, self.left[0]),
        )


@dataclass(slots=True)
class Guide:
    """Puzzles to choose from, whose progress it is, and what they wish for.

    `coming` tells from the reviews what comes back at a moment; without it nothing does. `clock`
    gives milliseconds since 1970.
    """

    pack: Pack
    progress: Progress
    edition: str = "en"
    coming: Callable[[Iterable[Reviewed], int], Back] | None = None
    clock: Callable[[], int] = timestamp
    rng: Random = field(default_factory=Random)
    taste: Taste = field(default_factory=Taste)
    before: tuple[str, ...] = ()
    """The ids of the puzzles laid out last, the latest at the end: none of them comes at once."""

    def record(self) -> Record:
        """What was reached by now."""
        return record(self.progress.attempts())

    def back(self) -> Back | None:
        """What comes back; None where there is no schedule."""
        return None if self.coming is None else self.coming(self.progress.reviews(), self.clock())

    def next(self) -> Puzzle | None:
        """The next puzzle as wished for; what is due comes first."""
        back = self.back()
        found = next_puzzle(
            self.pack,
            self.taste,
            self.record(),
            self.rng,
            due=() if back is None else back.due,
            but=self.before,
        )
        if found is not None:
            self.laid_out(found)
        return found

    def laid_out(self, puzzle: Puzzle) -> None:
        """Another puzzle was laid out: that of the day, or of a link."""
        others = [name for name in self.before if name != puzzle.id]
        self.before = (*others, puzzle.id)[-_BEFORE:]

    def storm(self) -> Storm:
        """A storm that begins now."""
        return Storm(self.clock(), storm_puzzles(self.pack, self.rng))

    def checked(self, solving: Solving, storm: Storm | None = None) -> None:
        """Keep an answer that was just checked, if it was one, and what follows for later."""
        said = solving.feedback
        if said is None or not said.given or solving.shown:
            return
        tried = Tried.at_puzzle(
            solving.task.puzzle,
            self.clock(),
            right=said.right,
            stars=said.stars,
            hints=solving.helped,
            again=solving.tries - 1,
        )
        if storm is not None:
            tried = replace(tried, storm=True, again=storm.began // 1000)
        self._keep(tried)

    def given_up(self, solving: Solving) -> None:
        """Keep that the answer was shown in full before a best one was given."""
        puzzle, helped = solving.task.puzzle, solving.helped + 1
        self._keep(
            Tried.at_puzzle(puzzle, self.clock(), right=False, hints=helped, again=solving.tries)
        )

    def _keep(self, tried: Tried) -> None:
        self.progress.record(tried.attempted(self.edition))
        name = subject(tried.puzzle)
        known = any(review.subject == name for review in self.progress.reviews())
        review = review_of(tried, known=known)
        if review is not None:
            self.progress.review(review)
