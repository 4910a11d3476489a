"""Mistakes of one's own games in the repetition: each comes back until it is known.

What is kept is a name: which game, whose choice, and where in it. The game itself lies on the
shelf; when a mistake is due, its choice is looked at again, with the same luck and so the same
figures. It stands by itself because a schedule needs a library, which a terminal may do without.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ksm_widgets.players.moments import moments
from ksm_widgets.players.review import LONG_LOOK, look_at
from ksm_widgets.tutor.repetition.reviewed import Grade, Reviewed
from ksm_widgets.tutor.repetition.schedule import Schedule
from ksm_widgets.tutor.table.coaching import mistakes
from ksm_widgets.tutor.table.retrying import Retry

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from ksm_widgets.players.moments import Moment
    from ksm_widgets.players.review import Review
    from ksm_widgets.tutor.table.match import Match

__all__ = ["Due", "due", "learned", "newly_missed"]

_NAME = re.compile(r"game\.(\d{1,15})\.([0-4])\.(card|turn)\.(\d{1,3})\.(\d{1,3})")


@dataclass(frozen=True, slots=True)
class Due:
    """A mistake that is to be asked again: in which match, and which choice it was."""

    match: Match
    moment: Moment

    @property
    def subject(self) -> str:
        """What it is called in the repetition."""
        return _subject(self.match, self.moment)

    def retry(self, *, look: int = LONG_LOOK, pulse: Callable[[], object] = lambda: None) -> Retry:
        """The question; the choice is looked at again, and `pulse` is called meanwhile."""
        return Retry(look_at(self.moment, look=look, pulse=pulse))


def newly_missed(
    match: Match, review: Review, reviews: Iterable[Reviewed], at: int
) -> tuple[Reviewed, ...]:
    """What is to come back of a review of a match: mistakes that are not in the repetition yet.

    `reviews` are all kept so far, `at` is now, in milliseconds since 1970. Nothing of a match that
    has no date, for it lies on no shelf.
    """
    known = {one.subject for one in reviews}
    names = [_subject(match, one.moment) for one in mistakes(review)] if match.begun else []
    return tuple(Reviewed(name, at, int(Grade.FORGOTTEN)) for name in names if name not in known)


def learned(asked: Due, retry: Retry, at: int) -> Reviewed | None:
    """How well a mistake was known that was asked again; None as long as that is open.

    At once right is good, right after wrong answers hard, and given up is forgotten.
    """
    if not retry.over:
        return None
    grade = Grade.FORGOTTEN if not retry.solved else Grade.HARD
    if retry.solved and len(retry.answers) == 1:
        grade = Grade.GOOD
    return Reviewed(asked.subject, at, int(grade))


def due(reviews: Iterable[Reviewed], matches: Sequence[Match], now: int) -> tuple[Due, ...]:
    """The mistakes to be asked by now, the most urgent first; those of matches that are there."""
    there = {match.begun: match for match in matches}
    found = []
    for name in Schedule(one for one in reviews if _NAME.fullmatch(one.subject)).due(now):
        one = _found(name, there)
        if one is not None:
            found.append(one)
    return tuple(found)


def _found(name: str, matches: dict[int, Match]) -> Due | None:
    parts = _NAME.fullmatch(name)
    assert parts is not None, "only names of this kind are asked for"
    match = matches.get(int(parts[1]))
    if match is None or int(parts[2]) >= len(match.seats):
        return None
    every = moments(match.game, int(parts[2]))
    return next((Due(match, one) for one in every if _subject(match, one) == name), None)


def _subject(match: Match, moment: Moment) -> str:
    what = "turn" if moment.card is None else "card"
    return f"game.{match.begun}.{moment.player}.{what}.{moment.record}.{moment.made}"
