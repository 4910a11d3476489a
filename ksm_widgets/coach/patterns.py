"""Habits over several games: where points are lost, as far as the figures tell, and what helps.

Every choice counts, even if its cost is within its error or it came out ahead of the best: over
several games chance evens out, and what is left is a habit. For each there are lessons and puzzles
(`PRACTICES`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from math import sqrt
from statistics import fmean, stdev
from types import MappingProxyType
from typing import TYPE_CHECKING, Self

from ksm_widgets.analysis.figures import Figure
from ksm_widgets.analysis.options import to_a_look
from ksm_widgets.game.standing import figure_told
from ksm_widgets.puzzles.puzzle import PuzzleTheme
from ksm_widgets.rules import CARDS_EACH, Card, Turn
from ksm_widgets.telling.phrases import Phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from ksm_widgets.analysis.review import Finding, Review
    from ksm_widgets.rules import View


FEWEST = 3
"""Games needed to say something."""
_LEAST = 0.5
"""Points a game that are worth a sentence."""


class Habit(Enum):
    """A kind of choices to add up."""

    CARDS = "cards"
    """All cards laid down."""
    TURNS = "turns"
    """All turns."""
    EARLY = "early"
    """Everything in the first half of the rounds."""
    LATE = "late"
    """Everything in the second half."""
    OBJECTS_KEPT = "objects_kept"
    """Turns in which the best one spends an object that was kept."""
    OBJECTS_SPENT = "objects_spent"
    """Turns in which the best one keeps an object that was spent."""
    TOO_DEAR = "too_dear"
    """Turns with more moves than the best one, or with a dig where none was best."""
    TOO_TIMID = "too_timid"
    """Turns with fewer moves than the best one, or with no dig where one was best."""
    NO_LOOK = "no_look"
    """Turns in which the best one uncovers an unseen tile, and the one played does not."""


_HALVES = ((Habit.CARDS, Habit.TURNS), (Habit.EARLY, Habit.LATE))
"""Pairs of habits that together are all choices."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """The cost of a habit in points a game, and the number of choices it shows in."""

    habit: Habit
    cost: Figure
    choices: int

    @property
    def sure(self) -> bool:
        """Whether it costs something beyond the error."""
        return self.cost.mean > max(_LEAST, 2 * self.cost.error)


@dataclass(frozen=True, slots=True)
class Cost:
    """The cost of some choices in a game: points, the luck in them as an error, and how many.

    By chance the points can be below 0.
    """

    points: float
    error: float
    choices: int

    @classmethod
    def of(cls, findings: Iterable[Finding]) -> Self:
        """The cost of these choices together."""
        found = tuple(findings)
        error = sqrt(sum(one.chance**2 for one in found))
        return cls(sum(one.difference.mean for one in found), error, len(found))


Costs = Mapping[Habit, Cost]
"""The cost of each habit in a game."""


def costs(review: Review) -> Costs:
    """The cost of each habit in a game that was reviewed."""
    return {
        habit: Cost.of(one for one in review.findings if shows(one))
        for habit, shows in _SHOWS.items()
    }


def patterns(games: Sequence[Costs]) -> tuple[Pattern, ...]:
    """The cost of each habit, in the order of Habit; nothing for too few games."""
    if len(games) < FEWEST:
        return ()
    return tuple(_pattern(habit, [one[habit] for one in games]) for habit in Habit)


def _pattern(habit: Habit, games: Sequence[Cost]) -> Pattern:
    sums = [one.points for one in games]
    # Games differ, and each figure has its error: the larger of the two counts.
    between = stdev(sums) / sqrt(len(sums))
    within = sqrt(sum(one.error**2 for one in games)) / len(sums)
    choices = sum(one.choices for one in games)
    return Pattern(habit, Figure(fmean(sums), max(between, within)), choices)


def patterns_told(games: Sequence[Costs]) -> tuple[Phrase, ...]:
    """The habits in words: halves of all choices, then each habit that costs something for sure."""
    if len(games) < FEWEST:
        return (Phrase.of("coach_patterns.early_days", games=len(games), fewest=FEWEST),)
    found = {one.habit: one for one in patterns(games)}
    said = [
        Phrase.of(
            f"coach_patterns.{one.value}_and_{other.value}",
            one=figure_told(found[one].cost),
            other=figure_told(found[other].cost),
        )
        for one, other in _HALVES
    ]
    habits = sure_habits(found.values())
    said += [
        Phrase.of(
            f"coach_patterns.{one.habit.value}", cost=figure_told(one.cost), choices=one.choices
        )
        for one in habits
    ]
    return (*said, *([] if habits else [Phrase.of("coach_patterns.none")]))


def sure_habits(found: Iterable[Pattern]) -> tuple[Pattern, ...]:
    """The habits that cost something beyond the error, the dearest first; halves are none."""
    halves = {habit for pair in _HALVES for habit in pair}
    habits = [one for one in found if one.habit not in halves and one.sure]
    return tuple(sorted(habits, key=lambda one: -one.cost.mean))


def _early(finding: Finding) -> bool:
    return 2 * finding.moment.round <= CARDS_EACH[len(finding.moment.view.cards_left)]


def _turns(finding: Finding) -> tuple[Turn, Turn] | None:
    """The turn played and the best one, if they are two different turns."""
    made, best = finding.made.choice, finding.options[0].choice
    if isinstance(made, Turn) and isinstance(best, Turn) and made != best:
        return made, best
    return None


def _of_turns(shows: Callable[[View, Turn, Turn], bool]) -> Callable[[Finding], bool]:
    def judged(finding: Finding) -> bool:
        turns = _turns(finding)
        return turns is not None and shows(finding.moment.view, *turns)

    return judged


def _dearer(turn: Turn, other: Turn) -> bool:
    if (turn.dig is None) is not (other.dig is None):
        return other.dig is None
    return len(turn.moves) > len(other.moves)


def _looks(view: View, turn: Turn) -> bool:
    return bool(to_a_look(view, turn.moves))


_SHOWS: dict[Habit, Callable[[Finding], bool]] = {
    Habit.CARDS: lambda finding: isinstance(finding.made.choice, Card),
    Habit.TURNS: lambda finding: isinstance(finding.made.choice, Turn),
    Habit.EARLY: _early,
    Habit.LATE: lambda finding: not _early(finding),
    Habit.OBJECTS_KEPT: _of_turns(lambda _, made, best: bool(best.powers - made.powers)),
    Habit.OBJECTS_SPENT: _of_turns(lambda _, made, best: bool(made.powers - best.powers)),
    Habit.TOO_DEAR: _of_turns(lambda _, made, best: _dearer(made, best)),
    Habit.TOO_TIMID: _of_turns(lambda _, made, best: _dearer(best, made)),
    Habit.NO_LOOK: _of_turns(
        lambda view, made, best: _looks(view, best) and not _looks(view, made)
    ),
}


@dataclass(frozen=True, slots=True)
class Practice:
    """Lessons by their file names, each with an endless drill of its rules, and themes of puzzles.

    `cards` says that the page of a game weighs the cards of one's hand.
    """

    lessons: tuple[str, ...]
    themes: tuple[PuzzleTheme, ...] = ()
    cards: bool = False


PRACTICES: Mapping[Habit, Practice] = MappingProxyType(
    {
        Habit.CARDS: Practice(("11-races",), cards=True),
        Habit.TURNS: Practice(("10-turn", "11-costs")),
        Habit.EARLY: Practice(("04-dig", "11-races"), cards=True),
        Habit.LATE: Practice(("09-end", "09-last")),
        Habit.OBJECTS_KEPT: Practice(
            ("07-magic", "07-spending"), (PuzzleTheme.CARPET, PuzzleTheme.SEAL, PuzzleTheme.AMULET)
        ),
        Habit.OBJECTS_SPENT: Practice(("11-costs", "09-end")),
        Habit.TOO_DEAR: Practice(
            ("11-costs",), (PuzzleTheme.NO_MOVE, PuzzleTheme.ONE_STEP, PuzzleTheme.DONT_DIG)
        ),
        Habit.TOO_TIMID: Practice(
            ("05-moving", "10-turn"), (PuzzleTheme.FILL_GAP, PuzzleTheme.LONG_CARRY)
        ),
        Habit.NO_LOOK: Practice(("05-moving",), (PuzzleTheme.UNCOVER, PuzzleTheme.CLEAR_WAY)),
    }
)
"""For each habit."""
