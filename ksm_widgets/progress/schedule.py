"""Spaced repetition: when each subject is due again, computed by FSRS from all reviews.

Only the reviews are stored: so those of two computers can be merged, and a better scheduler would
start from the same data.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from fsrs import Card, Rating, Scheduler

from ksm_widgets.progress.rows import Recall

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ksm_widgets.progress.rows import Reviewed


# No fuzzing: the same reviews give the same days everywhere. No pause is longer than a year.
_SCHEDULER = Scheduler(enable_fuzzing=False, maximum_interval=365)
_BEGINNING = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)


@dataclass(frozen=True, slots=True)
class Memory:
    """The memory of a subject: how well it is known, and when it is `due` (ms since 1970).

    `run` counts how often in a row it has been known: 0 if it was forgotten the last time. `times`
    counts how often it was asked.
    """

    subject: str
    due: int
    run: int
    times: int

    @property
    def missed(self) -> bool:
        """Whether it was not known the last time."""
        return self.run == 0


class Schedule:
    """All subjects that were asked, each with when it is due again.

    >>> day = 86_400_000
    >>> from ksm_widgets.progress.rows import Reviewed
    >>> schedule = Schedule([Reviewed("R13", 0, Recall.GOOD), Reviewed("R9", 5, Recall.FORGOTTEN)])
    >>> schedule.due(day)
    ('R9', 'R13')
    >>> schedule.standing("R1") is None
    True
    """

    def __init__(self, reviews: Iterable[Reviewed]) -> None:
        """The schedule after these reviews, given in any order."""
        by_subject: defaultdict[str, list[Reviewed]] = defaultdict(list)
        for review in sorted(reviews, key=lambda review: (review.at, review.grade)):
            by_subject[review.subject].append(review)
        self._standings = {name: _standing(name, each) for name, each in by_subject.items()}

    def standing(self, subject: str) -> Memory | None:
        """The memory of a subject; None if it was never asked."""
        return self._standings.get(subject)

    def due(self, now: int, among: Iterable[str] | None = None) -> tuple[str, ...]:
        """The subjects that are due: first those missed the last time, then the longest due."""
        found = [
            standing
            for name in (self._standings if among is None else dict.fromkeys(among))
            if (standing := self._standings.get(name)) is not None and standing.due <= now
        ]
        found.sort(key=lambda standing: (not standing.missed, standing.due, standing.subject))
        return tuple(standing.subject for standing in found)

    def missed(self, among: Iterable[str] | None = None) -> tuple[str, ...]:
        """The subjects that were forgotten the last time, due or not; the soonest due first."""
        wanted = None if among is None else set(among)
        found = [
            standing
            for standing in self._standings.values()
            if standing.missed and (wanted is None or standing.subject in wanted)
        ]
        found.sort(key=lambda standing: (standing.due, standing.subject))
        return tuple(standing.subject for standing in found)


def _standing(subject: str, reviews: list[Reviewed]) -> Memory:
    card = Card(card_id=0, due=_moment(reviews[0].at))  # FSRS waits a millisecond to make an id
    run = 0
    for review in reviews:
        card, _ = _SCHEDULER.review_card(card, Rating(review.grade), _moment(review.at))
        run = 0 if review.grade == Recall.FORGOTTEN else run + 1
    return Memory(subject, (card.due - _BEGINNING) // _MILLISECOND, run, len(reviews))


def _moment(at: int) -> datetime:
    return _BEGINNING + at * _MILLISECOND
