"""Having a match reviewed: whose choices may be looked at, and what is found, bit by bit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.players.effort import Thought, as_quick_as_needed
from ksm_widgets.players.moments import moments
from ksm_widgets.players.review import Finding, Option, Review, look_at, reviewing
from ksm_widgets.solver.engine import engine

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ksm_widgets.players.moments import Moment
    from ksm_widgets.tutor.table.match import Match

__all__ = [
    "Finding",
    "Option",
    "Review",
    "Thought",
    "as_quick_as_needed",
    "choices",
    "look_again",
    "looked_at_longer",
    "reviews",
    "seats_to_review",
]

_SKETCH = 4
"""Games for each option where they are not compiled: a glance would take minutes then."""
_LONGER_SKETCH = 16
"""Games for the best few after that: whoever waits for it sees more."""


def seats_to_review(match: Match) -> tuple[int, ...]:
    """Whose choices may be looked at: all once the match is over, else those of who has the screen.

    Others' choices would tell what they still hide (R33).
    """
    if match.over:
        return tuple(range(len(match.seats)))
    return () if match.eyes is None else (match.eyes,)


def choices(match: Match, seat: int) -> int:
    """How many choices a seat has had so far."""
    return len(moments(match.game, seat))


def reviews(
    match: Match, seat: int, *, pulse: Callable[[], object] = lambda: None
) -> Iterator[Review]:
    """The review of a seat's choices so far, each time with one more, or one seen closer.

    As long as the kernel is not compiled, which it may never be, it is a sketch of few games, so
    that there is something to look at soon; what has been sketched is then weighed anew. In between
    the latest one comes again, the very same, so that one can stop at any time: every tenth of a
    second or so, or `pulse` is called.
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
            rest = sketched.findings[len(latest.findings) :]
            ended = sketched.ended if latest.ended is None else latest.ended
            found, both = latest, Review(seat, (*latest.findings, *rest), ended)
        yield both


def look_again(moment: Moment, *, pulse: Callable[[], object] = lambda: None) -> Finding:
    """What a choice cost that was reviewed some day, looked into as then: by `reviews`' measure.

    The same luck, and so the same figures, unless there was another kernel then.
    """
    if not engine().compiled:
        sketched = look_at(moment, glance=_SKETCH, look=_LONGER_SKETCH, pulse=pulse)
        if not engine().compiled:
            return sketched
    return look_at(moment, pulse=pulse)


def looked_at_longer(review: Review) -> int:
    """How many choices have been looked at longer than at first."""
    least = min((one.games for one in review.findings), default=0)
    return sum(one.games > least for one in review.findings)
