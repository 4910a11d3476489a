"""Reviewing a saved match bit by bit, and repeating its mistakes until the player knows them.

A mistake is stored as a name: game, seat, and choice. When it is due, the choice of the saved game
is reviewed again, with the same luck and so the same figures.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING

from ksm_widgets.analysis.effort import as_quick_as_needed
from ksm_widgets.analysis.review import Finding, Review, look_at, moments, reviewing
from ksm_widgets.coach.career import lookback
from ksm_widgets.coach.telling import mistakes
from ksm_widgets.progress.rows import Recall, Reviewed
from ksm_widgets.progress.schedule import Schedule
from ksm_widgets.rules.deck import Card
from ksm_widgets.solver.engine import engine

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from ksm_widgets.analysis.review import Moment
    from ksm_widgets.coach.retrying import Retry
    from ksm_widgets.game.keeping import SavedMatches
    from ksm_widgets.game.match import Match


_SKETCH = 4
"""Games for each option without a compiled kernel, with which a glance would take minutes."""
_LONGER_SKETCH = 24
"""Games for the best few options after that; with fewer, a bad answer may pass for as good."""


def seats_to_review(match: Match) -> tuple[int, ...]:
    """The seats to review: all once the match is over, before that only the player's own.

    Others' choices would reveal their secrets (R33).
    """
    if match.over:
        return tuple(range(len(match.seats)))
    return () if match.eyes is None else (match.eyes,)


def choices(match: Match, seat: int) -> int:
    """Count the choices of a seat so far."""
    return len(moments(match.game, seat))


def reviews(
    match: Match, seat: int, *, pulse: Callable[[], object] = lambda: None
) -> Iterator[Review]:
    """Reviews of a seat's choices so far, each with one choice more, or one checked in more depth.

    Until the kernel is compiled, they are sketches from a few games, which are replaced later. To
    let the caller stop at any time, the latest review is repeated about every tenth of a second,
    or `pulse` is called.
    """
    sketched = Review(seat, (), None)
    if not engine().compiled:
        for sketched in reviewing(
            match.game,
            seat,
            glance=_SKETCH,
            look=_LONGER_SKETCH,
            thought=as_quick_as_needed(pulse),
        ):
            yield sketched
            if engine().compiled:
                break
        else:
            return
    found, both = None, sketched
    for latest in reviewing(match.game, seat):
        if latest is not found:
            rest = (replace(one, early=True) for one in sketched.findings[len(latest.findings) :])
            ended = sketched.ended if latest.ended is None else latest.ended
            found, both = latest, Review(seat, (*latest.findings, *rest), ended)
        yield both


def look_again(moment: Moment, *, pulse: Callable[[], object] = lambda: None) -> Finding:
    """Review a single choice again, as `reviews` does.

    The luck is the same, and so are the figures, unless the kernel was another one then.
    """
    if not engine().compiled:
        sketched = look_at(moment, glance=_SKETCH, look=_LONGER_SKETCH, pulse=pulse)
        if not engine().compiled:
            return sketched
    return look_at(moment, pulse=pulse)


def checked_in_depth(review: Review) -> int:
    """Count the choices that were checked in depth."""
    return sum(not one.early for one in review.findings)


_NAME = re.compile(r"game\.(\d{1,15})\.([0-4])\.(card|turn)\.(\d{1,3})\.(\d{1,3})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Due:
    """A mistake to try again: its match, and the choice."""

    match: Match
    moment: Moment


@dataclass(frozen=True, slots=True)
class Mistakes:
    """The mistakes in a user's saved games, and how well each is known."""

    saves: SavedMatches

    def note(self, match: Match, review: Review) -> None:
        """Store the mistakes of a match that was reviewed to its end, and what they cost."""
        progress, now = self.saves.progress, self.saves.clock()
        self._keep(newly_missed(match, review, progress.reviews(), now))
        if comes_back(match, review.player):
            progress.keep(lookback(match.begun, review, now))

    def answered(self, match: Match, retry: Retry) -> None:
        """Store how well a mistake was known, once an attempt is over."""
        self._keep(learned(match, retry, self.saves.clock()))

    def due(self) -> tuple[Due, ...]:
        """The mistakes that are due by now, the most urgent first."""
        return due(self.saves.progress.reviews(), self.saves.match, self.saves.clock())

    def _keep(self, reviews: tuple[Reviewed, ...]) -> None:
        if reviews:
            self.saves.progress.review(*reviews)


def comes_back(match: Match, seat: int) -> bool:
    """Whether a seat's mistakes come back: those of a person, in a saved match that is over.

    Before that, the question would reveal secrets (R33).
    """
    return match.over and match.begun > 0 and seat in match.persons


def newly_missed(
    match: Match, review: Review, reviews: Iterable[Reviewed], at: int
) -> tuple[Reviewed, ...]:
    """Entries for the mistakes of a review that have none yet.

    `reviews` are all entries so far, `at` is now, in milliseconds since 1970.
    """
    if not comes_back(match, review.player):
        return ()
    known = {one.subject for one in reviews}
    names = [_subject(match, one.moment) for one in mistakes(review)]
    return tuple(Reviewed(name, at, int(Recall.FORGOTTEN)) for name in names if name not in known)


def learned(match: Match, retry: Retry, at: int) -> tuple[Reviewed, ...]:
    """The entry for an attempt at a mistake; none while it is not over.

    Right on the first try is good, right after wrong answers is hard, given up is forgotten.
    """
    if not retry.over or not comes_back(match, retry.moment.player):
        return ()
    grade = Recall.FORGOTTEN if not retry.solved else Recall.HARD
    if retry.solved and len(retry.answers) == 1:
        grade = Recall.GOOD
    return (Reviewed(_subject(match, retry.moment), at, int(grade)),)


def due(
    reviews: Iterable[Reviewed], kept: Callable[[int], Match | None], now: int
) -> tuple[Due, ...]:
    """The mistakes that are due by now, the most urgent first.

    `kept` returns the match that began at a moment, or None. Names of no choice are ignored.
    """

    @cache
    def choices(begun: int, seat: int) -> dict[str, Due]:
        match = kept(begun)
        if match is None or not comes_back(match, seat):
            return {}
        return {_subject(match, one): Due(match, one) for one in moments(match.game, seat)}

    ours = {one: parts for one in reviews if (parts := _NAME.fullmatch(one.subject))}
    matches = {one.subject: (int(parts[1]), int(parts[2])) for one, parts in ours.items()}
    found = (choices(*matches[name]).get(name) for name in Schedule(ours).due(now))
    return tuple(one for one in found if one is not None)


def _subject(match: Match, moment: Moment) -> str:
    """The name of a choice in the schedule."""
    what = "card" if isinstance(moment.choice, Card) else "turn"
    return f"game.{match.begun}.{moment.player}.{what}.{moment.record}.{moment.made}"
