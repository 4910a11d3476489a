"""Mistakes of one's own games in the repetition: each comes back until it is known.

What is kept is a name: which game, whose choice, and where in it. The game itself lies on the
shelf; when a mistake is due, its choice is looked at again, with the same luck and so the same
figures. It stands by itself because a schedule needs a library, which a terminal may do without.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from ksm_widgets.players.moments import moments
from ksm_widgets.tutor.repetition.reviewed import Grade, Reviewed
from ksm_widgets.tutor.repetition.schedule import Schedule
from ksm_widgets.tutor.table.coaching import mistakes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ksm_widgets.players.moments import Moment
    from ksm_widgets.players.review import Review
    from ksm_widgets.tutor.table.match import Match
    from ksm_widgets.tutor.table.retrying import Retry
    from ksm_widgets.tutor.table.shelf import Shelf

__all__ = ["Due", "Mistakes", "comes_back", "due", "learned", "newly_missed"]

_NAME = re.compile(r"game\.(\d{1,15})\.([0-4])\.(card|turn)\.(\d{1,3})\.(\d{1,3})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Due:
    """A mistake that is to be asked again: in which match, and which choice it was."""

    match: Match
    moment: Moment


@dataclass(frozen=True, slots=True)
class Mistakes:
    """The mistakes made in the games on a shelf, and how well each is known by now."""

    shelf: Shelf

    def note(self, match: Match, review: Review) -> None:
        """All of a game has been reviewed: its mistakes shall come back."""
        progress = self.shelf.progress
        self._keep(newly_missed(match, review, progress.reviews(), self.shelf.clock()))

    def answered(self, match: Match, retry: Retry) -> None:
        """A mistake was asked again, and it is over."""
        self._keep(learned(match, retry, self.shelf.clock()))

    def due(self) -> tuple[Due, ...]:
        """Those to be asked by now, the most urgent first."""
        return due(self.shelf.progress.reviews(), self.shelf.match, self.shelf.clock())

    def _keep(self, reviews: tuple[Reviewed, ...]) -> None:
        if reviews:
            self.shelf.progress.review(*reviews)


def comes_back(match: Match, seat: int) -> bool:
    """Whether a seat's mistakes in a match come back: a person's, in a game that is over.

    While it is on, the question would tell what is still hidden (R33). A match without a date lies
    on no shelf.
    """
    return match.over and match.begun > 0 and seat in match.persons


def newly_missed(
    match: Match, review: Review, reviews: Iterable[Reviewed], at: int
) -> tuple[Reviewed, ...]:
    """What is to come back of a review of a match: mistakes that are not in the repetition yet.

    `reviews` are all kept so far, `at` is now, in milliseconds since 1970.
    """
    if not comes_back(match, review.player):
        return ()
    known = {one.subject for one in reviews}
    names = [_subject(match, one.moment) for one in mistakes(review)]
    return tuple(Reviewed(name, at, int(Grade.FORGOTTEN)) for name in names if name not in known)


def learned(match: Match, retry: Retry, at: int) -> tuple[Reviewed, ...]:
    """How well a mistake in a match was known that was asked again; nothing while that is open.

    At once right is good, right after wrong answers hard, and given up is forgotten.
    """
    if not retry.over or not comes_back(match, retry.moment.player):
        return ()
    grade = Grade.FORGOTTEN if not retry.solved else Grade.HARD
    if retry.solved and len(retry.answers) == 1:
        grade = Grade.GOOD
    return (Reviewed(_subject(match, retry.moment), at, int(grade)),)


def due(
    reviews: Iterable[Reviewed], kept: Callable[[int], Match | None], now: int
) -> tuple[Due, ...]:
    """The mistakes to be asked by now, the most urgent first.

    `kept` gives the match that began at a moment, None where there is none any more. What names no
    choice that somebody had in one is passed over.
    """

    @cache
    def choices(begun: int, seat: int) -> dict[str, Due]:
        match = kept(begun)
        if match is None or not comes_back(match, seat):
            return {}
        return {_subject(match, one): Due(match, one) for one in moments(match.game, seat)}

    found = []
    for name in Schedule(one for one in reviews if _NAME.fullmatch(one.subject)).due(now):
        parts = _NAME.fullmatch(name)
        assert parts is not None, "only names of this kind are asked for"
        one = choices(int(parts[1]), int(parts[2])).get(name)
        if one is not None:
            found.append(one)
    return tuple(found)


def _subject(match: Match, moment: Moment) -> str:
    """What a choice is called in the repetition."""
    what = "turn" if moment.card is None else "card"
    return f"game.{match.begun}.{moment.player}.{what}.{moment.record}.{moment.made}"
