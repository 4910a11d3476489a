"""What a player has reached with puzzles, reckoned from the answers that were kept.

Answers are kept with the progress of the course, and so are taken along with it. What belongs to a
puzzle is kept with each, so that a record needs no pack: its grade and its theme.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Self

from ksm_widgets.puzzles import Theme
from ksm_widgets.puzzles.puzzle import GRADES
from ksm_widgets.tutor.course.progress import Attempted
from ksm_widgets.tutor.puzzling.rating import BEGINNER, Rating, after, of_grade
from ksm_widgets.tutor.repetition.reviewed import Grade, Reviewed

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ksm_widgets.puzzles import Puzzle

__all__ = ["Record", "Tried", "record", "review_of", "subject"]

_TASK = re.compile(r"(puzzle|storm)\.([0-9a-f]{10})\.([1-5])\.([a-z_+]*)")


@dataclass(frozen=True, slots=True)
class Tried:
    """One answer to a puzzle, at `at` milliseconds since 1970.

    `again` is how many answers to it came before, since it was laid out; in a storm it is when the
    storm began, in seconds. `hints` counts hints, steps shown, and one more for the whole answer.
    """

    puzzle: str
    grade: int
    theme: Theme | None
    at: int
    right: bool
    stars: int
    hints: int = 0
    again: int = 0
    storm: bool = False

    @classmethod
    def at_puzzle(
        cls,
        puzzle: Puzzle,
        at: int,
        *,
        right: bool,
        stars: int = 0,
        hints: int = 0,
        again: int = 0,
        storm: bool = False,
    ) -> Self:
        """An answer to this puzzle."""
        theme = puzzle.themes[0] if puzzle.themes else None
        return cls(puzzle.id, puzzle.grade, theme, at, right, stars, hints, again, storm)

    @property
    def clean(self) -> bool:
        """Whether it was right at once and without help."""
        return self.right and not self.hints and (self.storm or not self.again)

    def attempted(self, edition: str) -> Attempted:
        """As it is kept."""
        kind = "storm" if self.storm else "puzzle"
        theme = "" if self.theme is None else self.theme.value
        task = f"{kind}.{self.puzzle}.{self.grade}.{theme}"
        return Attempted(task, self.again, edition, self.at, self.right, self.stars, self.hints)

    @classmethod
    def of(cls, attempted: Attempted) -> Self | None:
        """The answer that was kept so; None for an attempt at something else."""
        found = _TASK.fullmatch(attempted.task)
        if found is None:
            return None
        kind, name, grade, theme = found.groups()
        return cls(
            name,
            int(grade),
            _THEMES.get(theme),
            attempted.at,
            attempted.right,
            attempted.stars,
            attempted.hints,
            attempted.seed,
            kind == "storm",
        )


_THEMES = {theme.value: theme for theme in Theme}


def subject(name: str) -> str:
    """What a puzzle is called where it comes back on a schedule."""
    return f"puzzle.{name}"


def review_of(tried: Tried, *, known: bool) -> Reviewed | None:
    """What an answer says on how well a puzzle is known; None if it says nothing.

    Only what went wrong comes back: a puzzle that was solved at once is done with, unless it is
    `known` to have gone wrong before. Later tries after a wrong one say nothing new.
    """
    if tried.storm or tried.again:
        return None
    grade = Grade.GOOD if tried.clean else Grade.HARD if tried.right else Grade.FORGOTTEN
    if grade is Grade.GOOD and not known:
        return None
    return Reviewed(subject(tried.puzzle), tried.at, int(grade))


@dataclass(frozen=True, slots=True)
class Record:
    """What was reached: ratings, runs of puzzles solved cleanly, and how far one is in each theme.

    `themes` has for each theme how many puzzles were solved cleanly and how many were tried; `days`
    the rating at the end of each day it changed, oldest first.
    """

    rating: Rating = BEGINNER
    puzzles: dict[str, Rating] = field(default_factory=dict)
    streak: int = 0
    longest: int = 0
    tried: frozenset[str] = frozenset()
    solved: frozenset[str] = frozenset()
    themes: dict[Theme, tuple[int, int]] = field(default_factory=dict)
    best_storm: int = 0
    days: tuple[tuple[int, float], ...] = ()

    def rating_of(self, puzzle: Puzzle) -> Rating:
        """How hard a puzzle is: by its grade, and by how this player fared."""
        return self.puzzles.get(puzzle.id, of_grade(puzzle.grade))


_DAY = 86_400_000


def record(attempts: Iterable[Attempted]) -> Record:
    """The record of all attempts that were at puzzles; the same in whatever order they come.

    The first answer ever to a puzzle counts for the ratings: right 1, right with hints a half,
    else nothing.
    """
    answers = [tried for one in attempts if (tried := Tried.of(one)) is not None]
    answers.sort(key=lambda tried: (tried.at, tried.puzzle, tried.again))
    rating, puzzles = BEGINNER, dict[str, Rating]()
    streak = longest = 0
    clean: Counter[Theme] = Counter()
    of_theme: Counter[Theme] = Counter()
    storms: Counter[int] = Counter()
    days: dict[int, float] = {}
    seen: set[str] = set()
    for tried in answers:
        if tried.storm:
            storms[tried.again] += tried.right
        elif not tried.again:
            streak = streak + 1 if tried.clean else 0
            longest = max(longest, streak)
            if tried.puzzle not in seen:
                grade = of_grade(min(max(tried.grade, GRADES[0]), GRADES[-1]))
                score = 1.0 if tried.clean else 0.5 if tried.right else 0.0
                puzzles[tried.puzzle] = after(grade, rating, 1 - score)
                rating = after(rating, grade, score)
                days[tried.at // _DAY] = rating.value
        if tried.puzzle not in seen and tried.theme is not None:
            of_theme[tried.theme] += 1
            clean[tried.theme] += tried.clean
        seen.add(tried.puzzle)
    return Record(
        rating,
        puzzles,
        streak,
        longest,
        frozenset(seen),
        frozenset(tried.puzzle for tried in answers if tried.right),
        {theme: (clean[theme], of_theme[theme]) for theme in Theme if of_theme[theme]},
        max(storms.values(), default=0),
        tuple(days.items()),
    )
