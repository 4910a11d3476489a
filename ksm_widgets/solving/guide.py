"""The guide through puzzles: it chooses the next one and keeps what came of the last.

There are puzzles as the player likes them, those to be repeated, the puzzle of the day, and the
storm.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import zip_longest
from random import Random
from typing import TYPE_CHECKING

from ksm_widgets.progress.progress import timestamp
from ksm_widgets.puzzles import PuzzleTheme, Question
from ksm_widgets.puzzles.puzzle import GRADES
from ksm_widgets.rules.values import Values
from ksm_widgets.solving.daily import DAY, daily, daily_streak, day_of, idea_of
from ksm_widgets.solving.record import SUBJECT, Record, Tried, record, review_of
from ksm_widgets.solving.storm import Storm, storm_puzzles
from ksm_widgets.telling.phrases import Phrase
from ksm_widgets.words import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
    from datetime import date

    from ksm_widgets.progress.progress import Progress
    from ksm_widgets.progress.rows import Reviewed
    from ksm_widgets.progress.schedule import Schedule
    from ksm_widgets.puzzles import Pack, Puzzle
    from ksm_widgets.solving.task import Solving


@dataclass(frozen=True, slots=True)
class Taste:
    """The theme a player would like, and the lowest and highest grade; None for any."""

    theme: PuzzleTheme | None = None
    grades: tuple[int, int] | None = None

    def fits(self, puzzle: Puzzle) -> bool:
        """Whether a puzzle has this theme and one of these grades."""
        low, high = self.grades or (GRADES[0], GRADES[-1])
        return (self.theme is None or self.theme in puzzle.themes) and low <= puzzle.grade <= high


_EASIER = 100.0
"""Puzzles are rated this much below the player, so that most go well."""
_AMONG = 5
"""The next puzzle is drawn from so many that suit best."""
WELCOME = 5
"""The first so many puzzles are simple ones."""
_FEW_TILES = 40


def next_puzzle(
    puzzles: Iterable[Puzzle],
    taste: Taste,
    record: Record,
    rng: Random,
    *,
    due: Sequence[str] = (),
    but: Sequence[str] = (),
    played: Collection[str] = (),
) -> Puzzle | None:
    """The next puzzle to the player's taste: one that is due, else a new one, else an unsolved one.

    Of these it is one near the player's rating, at first a simple one, and of another idea than the
    last one. `due` are ids, the most urgent first; the ids in `but` are avoided, for they were just
    there, the latest at the end, and those `played` in this round come last. None if no puzzle
    fits.
    """
    every = list(puzzles)
    last = next((idea_of(puzzle) for puzzle in every if [puzzle.id] == list(but[-1:])), None)
    fitting = [puzzle for puzzle in every if taste.fits(puzzle)]
    others: list[Puzzle] = []
    avoided = tuple(but)
    while fitting and not others:
        others = [puzzle for puzzle in fitting if puzzle.id not in avoided]
        avoided = avoided[1:]  # Where there are few, the one before last may come again.
    by_id = {puzzle.id: puzzle for puzzle in others}
    repeated = [by_id[name] for name in due if name in by_id]
    if repeated:
        return min(repeated, key=lambda puzzle: idea_of(puzzle) == last)
    aim = record.rating.value - _EASIER
    new_here = len(record.tried) < WELCOME

    def order(puzzle: Puzzle) -> tuple[bool, bool, bool, bool, bool, float]:
        far = abs(record.rating_of(puzzle).value - aim)
        strange = new_here and not _simple(puzzle)
        name = puzzle.id
        again = idea_of(puzzle) == last
        return name in played, name in record.solved, name in record.tried, strange, again, far

    nearest = sorted(others, key=lambda puzzle: (*order(puzzle), puzzle.id))
    if not nearest:
        return None
    alike = [puzzle for puzzle in nearest if order(puzzle) == order(nearest[0])]
    among = alike if len(alike) > _AMONG else nearest[:_AMONG]
    best = [puzzle for puzzle in among if order(puzzle)[:5] == order(nearest[0])[:5]]
    return rng.choice(best)


def drawn(puzzles: Iterable[Puzzle], count: int, rng: Random) -> tuple[Puzzle, ...]:
    """So many puzzles, drawn evenly from all grades there are, the easiest first.

    Of one grade, no two of the same idea follow each other if that can be.
    """
    grades: dict[int, list[Puzzle]] = {}
    for puzzle in puzzles:
        grades.setdefault(puzzle.grade, []).append(puzzle)
    stacks = [rng.sample(grades[grade], len(grades[grade])) for grade in sorted(grades)]
    dealt = [one for turn in zip_longest(*stacks) for one in turn if one is not None]
    chosen = dealt[:count]
    return tuple(
        puzzle
        for grade in sorted(grades)
        for puzzle in _varied([one for one in chosen if one.grade == grade])
    )


def _varied(puzzles: list[Puzzle]) -> Iterator[Puzzle]:
    """The puzzles, if possible without two of one idea in a row."""
    left, last = puzzles, None
    often = Counter(map(idea_of, left))
    while left:
        # What most of them are about comes soon, or it would be left over at the end.
        puzzle = max(left, key=lambda one: (idea_of(one) != last, often[idea_of(one)]))
        last = idea_of(puzzle)
        often[last] -= 1
        left = [one for one in left if one is not puzzle]
        yield puzzle


def _simple(puzzle: Puzzle) -> bool:
    """Whether a puzzle asks for a dig in a small mine, without magic objects or unusual values."""
    problem = puzzle.problem
    return (
        puzzle.question is Question.DIG
        and problem.values == Values()
        and sum(problem.position.counts().values()) <= _FEW_TILES
        and not problem.powers
        and puzzle.solution.turn.dig is not None
    )


def tried_in(solving: Solving, at: int, storm: Storm | None = None) -> Tried | None:
    """The answer just checked; None if there is none, or if the solution had been shown."""
    feedback = solving.feedback
    if feedback is None or not feedback.given or solving.shown:
        return None
    return Tried.at_puzzle(
        solving.task.puzzle,
        at,
        right=feedback.right,
        stars=feedback.stars,
        hints=solving.helped,
        again=0 if storm is not None else solving.tries - 1,
        storm=None if storm is None else storm.began // 1000,
    )


def gave_up(solving: Solving, at: int) -> Tried:
    """The answer of a player who has the solution shown; `solving` is the state before that."""
    puzzle, helped = solving.task.puzzle, solving.helped + 1
    again = solving.tries
    return Tried.at_puzzle(puzzle, at, right=False, hints=helped, again=again, shown=True)


@dataclass(frozen=True, slots=True)
class Repeats:
    """Puzzles to repeat: the ids of those due, the most urgent first, and of later ones.

    `later` are pairs of a time, in milliseconds since 1970, and an id, the soonest first.
    """

    due: tuple[str, ...] = ()
    later: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Played:
    """The puzzles to the player's taste, all played: their number, and how many are solved."""

    total: int
    solved: int

    def phrase(self, key: str) -> Phrase:
        """This in words: `{key}`, or `{key}_one` for a single puzzle."""
        return Phrase(counted(key, self.total), {"total": self.total, "solved": self.solved})


ARCHIVE = 14
"""The number of earlier days whose puzzles are offered."""
_BEFORE = 5
"""A puzzle is not repeated before so many others."""


def scheduled(reviews: Iterable[Reviewed]) -> Schedule:
    """A schedule of what was reviewed; the library for it is loaded when it is first needed."""
    from ksm_widgets.progress.schedule import Schedule  # noqa: PLC0415 it brings FSRS

    return Schedule(reviews)


@dataclass(slots=True)
class Guide:
    """Chooses puzzles from a pack to the player's taste, and keeps answers in their progress.

    `schedule` schedules repetition (`scheduled`); without it no puzzle is repeated. It is passed in
    because it needs a library that a terminal can do without. `clock` gives milliseconds since
    1970, `before` has the ids of the puzzles shown last, the latest at the end. The puzzle of a day
    is drawn from `dailies`, by default the pack it begins with.
    """

    pack: Pack
    progress: Progress
    edition: str = "en"
    schedule: Callable[[Iterable[Reviewed]], Schedule] | None = None
    clock: Callable[[], int] = timestamp
    rng: Random = field(default_factory=Random)
    taste: Taste = field(default_factory=Taste)
    before: tuple[str, ...] = ()
    dailies: Iterable[Puzzle] = ()
    _days: dict[date, Puzzle] = field(default_factory=dict)
    _round: set[str] | None = None

    def __post_init__(self) -> None:
        if not self.dailies:
            self.dailies = self.pack

    @property
    def today(self) -> date:
        """The day, the same everywhere in the world."""
        return day_of(self.clock())

    def daily(self, day: date) -> Puzzle:
        """The puzzle of a day."""
        if day not in self._days:
            self._days[day] = daily(self.dailies, day)
        return self._days[day]

    def daily_streak(self) -> int:
        """The days in a row, up to today or yesterday, whose puzzle was solved that very day."""
        right = [tried for one in self.progress.attempts() if (tried := Tried.of(one)) is not None]
        days = {(day_of(tried.at), tried.puzzle) for tried in right if tried.right}
        return daily_streak({day for day, name in days if self.daily(day).id == name}, self.today)

    def archive(self) -> tuple[tuple[date, bool], ...]:
        """The last days before today, the latest first, and whether their puzzle is solved."""
        solved = self.record().solved
        days = [self.today - number * DAY for number in range(1, ARCHIVE + 1)]
        return tuple((day, self.daily(day).id in solved) for day in days)

    def record(self) -> Record:
        """The player's record by now."""
        return record(self.progress.attempts())

    def repeats(self) -> Repeats:
        """The puzzles to be repeated."""
        reviews = [one for one in self.progress.reviews() if one.subject.startswith(SUBJECT)]
        if self.schedule is None or not reviews:
            return Repeats()
        schedule = self.schedule(reviews)
        due = schedule.due(self.clock())
        later = [
            (standing.due, name.removeprefix(SUBJECT))
            for name in {review.subject for review in reviews} - set(due)
            if (standing := schedule.standing(name)) is not None
        ]
        return Repeats(tuple(name.removeprefix(SUBJECT) for name in due), tuple(sorted(later)))

    def next(self) -> Puzzle | None:
        """The next puzzle; None if none fits the player's taste."""
        due, but = self.repeats().due, self.before
        if self.played() is not None:
            self._round = set()
        # A mistake comes back, even with a puzzle that is offered to nobody else.
        puzzles = (*self.pack, *(one for one in self.pack.retired if one.id in due))
        found = next_puzzle(
            puzzles, self.taste, self.record(), self.rng, due=due, but=but, played=self._in_round
        )
        if found is not None:
            self.shown(found)
        return found

    @property
    def _in_round(self) -> set[str]:
        """The ids played since all had been played; at first those ever tried."""
        if self._round is None:
            self._round = set(self.record().tried)
        return self._round

    def played(self) -> Played | None:
        """The puzzles to the player's taste once all of them were played; None before that.

        The next puzzle begins another round.
        """
        names = {puzzle.id for puzzle in self.pack if self.taste.fits(puzzle)}
        if not names or not names <= self._in_round:
            return None
        return Played(len(names), len(names & self.record().solved))

    def again(self, puzzle: Puzzle, played: Played | None) -> Phrase | None:
        """The reason why a puzzle comes again: all were `played`, or it is due; None if neither."""
        if played is not None:
            return played.phrase("puzzle_page.played_before")
        return Phrase("puzzle_page.comes_back") if puzzle.id in self.repeats().due else None

    def shown(self, puzzle: Puzzle) -> None:
        """Remember that a puzzle was shown."""
        others = [name for name in self.before if name != puzzle.id]
        self.before = (*others, puzzle.id)[-_BEFORE:]

    def storm(self) -> Storm:
        """A storm that begins now."""
        return Storm(self.clock(), storm_puzzles(self.pack, self.rng))

    def checked(self, solving: Solving, storm: Storm | None = None) -> None:
        """Keep an answer that was just checked, unless the solution had been shown."""
        tried = tried_in(solving, self.clock(), storm)
        if tried is not None:
            self._keep(tried)

    def given_up(self, solving: Solving) -> None:
        """Keep that the solution was shown; `solving` is the state before that."""
        self._keep(gave_up(solving, self.clock()))

    def _keep(self, tried: Tried) -> None:
        if tried.storm is None:
            self._in_round.add(tried.puzzle)
        self.progress.record(tried.attempted(self.edition))
        subject = f"{SUBJECT}{tried.puzzle}"
        known = any(review.subject == subject for review in self.progress.reviews())
        review = review_of(tried, known=known)
        if review is not None:
            self.progress.review(review)
