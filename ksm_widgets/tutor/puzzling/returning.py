"""Which puzzles come back, and when: those that went wrong, on the schedule of the repetition.

It stands by itself because a schedule needs a library, which a terminal may do without.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ksm_widgets.tutor.repetition.schedule import Schedule

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ksm_widgets.tutor.repetition.reviewed import Reviewed

__all__ = ["Coming", "coming_back"]

_PREFIX = "puzzle."


@dataclass(frozen=True, slots=True)
class Coming:
    """The ids of puzzles that are due, the most urgent first, and when the others will be."""

    due: tuple[str, ...] = ()
    later: tuple[tuple[int, str], ...] = ()
    """(milliseconds since 1970, id), the soonest first."""


def coming_back(reviews: Iterable[Reviewed], now: int) -> Coming:
    """What is due by now of all that was reviewed, and what will be."""
    of_puzzles = [review for review in reviews if review.subject.startswith(_PREFIX)]
    schedule = Schedule(of_puzzles)
    due = schedule.due(now)
    later = []
    for name in {review.subject for review in of_puzzles} - set(due):
        standing = schedule.standing(name)
        if standing is not None:
            later.append((standing.due, name.removeprefix(_PREFIX)))
    return Coming(tuple(name.removeprefix(_PREFIX) for name in due), tuple(sorted(later)))
