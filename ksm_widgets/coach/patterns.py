"""Habits over several games: where points are lost, as far as the figures tell.

Every choice counts, even if its cost is within its error: over several games chance evens out, and
what is left is a habit.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from math import sqrt
from statistics import fmean, stdev
from typing import TYPE_CHECKING

from ksm_widgets.analysis.weighing import Figure, to_a_look
from ksm_widgets.game.advice import figure_told
from ksm_widgets.rules import CARDS_EACH, Card, Turn
from ksm_widgets.telling.phrases import Phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

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


def patterns(reviews: Sequence[Review]) -> tuple[Pattern, ...]:
    """The cost of each habit, in the order of Habit; nothing for too few games."""
    if len(reviews) < FEWEST:
        return ()
    return tuple(_pattern(habit, reviews, shows) for habit, shows in _SHOWS.items())


def _pattern(habit: Habit, reviews: Sequence[Review], shows: Callable[[Finding], bool]) -> Pattern:
    games = [[one for one in review.findings if shows(one)] for review in reviews]
    sums = [sum(one.cost.mean for one in found) for found in games]
    # Games differ, and each figure has its error: the larger of the two counts.
    between = stdev(sums) / sqrt(len(sums))
    within = sqrt(sum(one.chance**2 for found in games for one in found)) / len(sums)
    return Pattern(habit, Figure(fmean(sums), max(between, within)), sum(map(len, games)))


def patterns_told(reviews: Sequence[Review]) -> tuple[Phrase, ...]:
    """The habits in words: halves of all choices, then each habit that costs something for sure."""
    if len(reviews) < FEWEST:
        return (Phrase.of("coach_patterns.early_days", games=len(reviews), fewest=FEWEST),)
    found = {one.habit: one for one in patterns(reviews)}
    said = [
        Phrase.of(
            f"coach_patterns.{one.value}_and_{other.value}",
            one=figure_told(found[one].cost),
            other=figure_told(found[other].cost),
        )
        for one, other in _HALVES
    ]
    halves = {habit for pair in _HALVES for habit in pair}
    habits = [one for habit, one in found.items() if habit not in halves and one.sure]
    said += [
        Phrase.of(
            f"coach_patterns.{one.habit.value}", cost=figure_told(one.cost), choices=one.choices
        )
        for one in sorted(habits, key=lambda one: -one.cost.mean)
    ]
    return (*said, *([] if habits else [Phrase.of("coach_patterns.none")]))


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
