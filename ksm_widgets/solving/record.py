"""A player's record with puzzles, computed from the answers in their progress, and Glicko ratings.

Answers are kept with the progress of the course and are exported with it. Each has the grade and
the theme of its puzzle, so that a record needs no pack.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field, replace
from math import log, pi, sqrt
from typing import TYPE_CHECKING, Self

from ksm_widgets.progress.rows import Attempted, Recall, Reviewed
from ksm_widgets.puzzles import PuzzleTheme
from ksm_widgets.puzzles.puzzle import GRADES
from ksm_widgets.tasks.task import stars_for

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ksm_widgets.puzzles import Puzzle


_Q = log(10) / 400
_SUREST = 50.0
"""The least deviation: players keep learning, so a rating is never certain."""
_EASIEST, _A_GRADE_MORE = 700.0, 250.0
_OF_PUZZLE = 100.0
_UNSETTLED = 200.0


@dataclass(frozen=True, slots=True)
class Rating:
    """A Glicko rating and its deviation."""

    value: float
    deviation: float

    @property
    def settled(self) -> bool:
        """Whether it is known well enough to say something of a player."""
        return 2 * self.deviation < _UNSETTLED

    def __str__(self) -> str:
        return f"{self.value:.0f} ± {2 * self.deviation:.0f}"


BEGINNER = Rating(900.0, 350.0)
"""The rating of a new player."""


def of_grade(grade: int) -> Rating:
    """The first rating of a puzzle: 700 for grade 1, 250 more for each grade above.

    >>> of_grade(1).value, of_grade(5).value
    (700.0, 1700.0)
    """
    return Rating(_EASIEST + _A_GRADE_MORE * (grade - 1), _OF_PUZZLE)


def expected(player: Rating, puzzle: Rating) -> float:
    """The chance that the first try is right, from 0 to 1.

    >>> sure = Rating(1000.0, 0.0)
    >>> [round(expected(sure, Rating(1000.0 - lower, 0.0)), 2) for lower in (0, 200, 400)]
    [0.5, 0.76, 0.91]
    """
    weight = _weight(puzzle.deviation)
    return float(1 / (1 + 10 ** (-weight * (player.value - puzzle.value) / 400)))


def after(own: Rating, other: Rating, score: float) -> Rating:
    """The rating after a game against the other: score 1 for a win, 0 for a loss.

    >>> print(after(BEGINNER, of_grade(1), 1.0))
    999 ± 538
    """
    weight, chance = _weight(other.deviation), expected(own, other)
    information = _Q**2 * weight**2 * chance * (1 - chance)
    variance = 1 / (1 / own.deviation**2 + information)
    value = own.value + _Q * variance * weight * (score - chance)
    return Rating(value, max(_SUREST, sqrt(variance)))


def _weight(deviation: float) -> float:
    """The weight of a game against a rating of this deviation."""
    return 1 / sqrt(1 + 3 * (_Q * deviation / pi) ** 2)


_TASK = re.compile(r"(puzzle|shown|storm)\.([0-9a-f]{10})\.([1-5])\.([a-z_+]*)")


@dataclass(frozen=True, slots=True)
class Tried:
    """One answer to a puzzle, at `at` milliseconds since 1970.

    `hints` counts hints and steps shown, and one more for the solution; `again` the wrong answers
    before it. `shown` says that it is no answer: the right one was shown. `storm` is when its storm
    began, in seconds since 1970, None outside of one.
    """

    puzzle: str
    grade: int
    theme: PuzzleTheme | None
    at: int
    right: bool
    stars: int
    hints: int = 0
    again: int = 0
    storm: int | None = None
    shown: bool = False

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
        storm: int | None = None,
        shown: bool = False,
    ) -> Self:
        """An answer to this puzzle."""
        theme = puzzle.themes[0] if puzzle.themes else None
        return cls(puzzle.id, puzzle.grade, theme, at, right, stars, hints, again, storm, shown)

    @property
    def clean(self) -> bool:
        """Whether it was right on the first try and without help."""
        return self.right and not self.hints and not self.again

    def attempted(self, edition: str) -> Attempted:
        """The answer as an attempt to be kept."""
        # Of a storm's answers none is another try: they keep when it began in that place.
        kind, seed = ("puzzle", self.again) if self.storm is None else ("storm", self.storm)
        kind = "shown" if self.shown else kind
        theme = "" if self.theme is None else self.theme.value
        task = f"{kind}.{self.puzzle}.{self.grade}.{theme}"
        return Attempted(task, seed, edition, self.at, self.right, self.stars, self.hints)

    @classmethod
    def of(cls, attempted: Attempted) -> Self | None:
        """The answer of a kept attempt; None for an attempt at something else."""
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
            shown=kind == "shown",
            **{"storm" if kind == "storm" else "again": attempted.seed},
        )


_THEMES = {theme.value: theme for theme in PuzzleTheme}


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of one puzzle: solved, or its answer shown, after so many tries and hints.

    `tries` counts the answers checked, a right one too.
    """

    solved: bool
    tries: int
    hints: int
    shown: bool = False

    @property
    def over(self) -> bool:
        """Whether it is solved or was shown, so that further tries do not count."""
        return self.solved or self.shown

    @property
    def clean(self) -> bool:
        """Whether it was solved on the first try and without help."""
        return self.solved and self.tries == 1 and not self.hints

    def with_hints(self, hints: int) -> Outcome:
        """The outcome with all hints had by now, also those since the last try.

        Once the puzzle is over, no more of them count.
        """
        return self if self.over else replace(self, hints=max(self.hints, hints))

    @property
    def stars(self) -> int:
        """The stars, as in a lesson: one less for each hint or wrong try, none if not solved."""
        return stars_for(self.tries - 1 + self.hints) if self.solved else 0


def outcomes(answers: Iterable[Tried]) -> dict[str, Outcome]:
    """The outcome of each puzzle by its id, from answers in the order in which they were given."""
    found: dict[str, Outcome] = {}
    for tried in answers:
        before = found.get(tried.puzzle, Outcome(False, 0, 0))
        if not before.over:
            # An answer counts those before it, as not all need be there.
            tries = max(before.tries, tried.again) + (not tried.shown)
            hints = max(before.hints, tried.hints)
            found[tried.puzzle] = Outcome(tried.right, tries, hints, tried.shown)
    return found


SUBJECT = "puzzle."
"""The prefix of a puzzle's id in reviews."""


def review_of(tried: Tried, *, known: bool) -> Reviewed | None:
    """The review that schedules a puzzle after an answer; None if it is not to be scheduled.

    A puzzle solved on the first try is not repeated, unless it is `known` to have been missed
    before. Only the first answer counts.
    """
    if tried.storm is not None or tried.again:
        return None
    grade = Recall.GOOD if tried.clean else Recall.HARD if tried.right else Recall.FORGOTTEN
    if grade is Recall.GOOD and not known:
        return None
    return Reviewed(f"{SUBJECT}{tried.puzzle}", tried.at, int(grade))


@dataclass(frozen=True, slots=True)
class Record:
    """A player's record: rating, first-try streaks, and results by theme.

    `themes` has for each theme the number of puzzles solved on the first try, and of all tried;
    `days` the rating at the end of each day it changed, oldest first.
    """

    rating: Rating = BEGINNER
    puzzles: dict[str, Rating] = field(default_factory=dict)
    streak: int = 0
    longest: int = 0
    tried: frozenset[str] = frozenset()
    solved: frozenset[str] = frozenset()
    themes: dict[PuzzleTheme, tuple[int, int]] = field(default_factory=dict)
    best_storm: int = 0
    days: tuple[tuple[int, float], ...] = ()

    def rating_of(self, puzzle: Puzzle) -> Rating:
        """The rating of a puzzle: by its grade, and by this player's result."""
        return self.puzzles.get(puzzle.id, of_grade(puzzle.grade))


_DAY = 86_400_000


def record(attempts: Iterable[Attempted]) -> Record:
    """The record of all attempts at puzzles, whatever their order.

    Only the first answer ever to a puzzle counts for the ratings: 1 if it is right, a half if it is
    right with hints.
    """
    answers = [tried for one in attempts if (tried := Tried.of(one)) is not None]
    answers.sort(key=lambda tried: (tried.at, tried.puzzle, tried.again))
    rating, puzzles = BEGINNER, dict[str, Rating]()
    streak = longest = 0
    clean: Counter[PuzzleTheme] = Counter()
    of_theme: Counter[PuzzleTheme] = Counter()
    storms: Counter[int] = Counter()
    days: dict[int, float] = {}
    seen: set[str] = set()
    for tried in answers:
        if tried.storm is not None:
            storms[tried.storm] += tried.right
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
        {theme: (clean[theme], of_theme[theme]) for theme in PuzzleTheme if of_theme[theme]},
        max(storms.values(), default=0),
        tuple(days.items()),
    )
