"""Having a match reviewed: whose choices may be looked at, and what is found, bit by bit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.players.moments import moments
from ksm_widgets.players.review import (
    GLANCE,
    LONG_LOOK,
    Finding,
    Option,
    Review,
    look_at,
    review,
)
from ksm_widgets.solver.engine import engine

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ksm_widgets.players.moments import Moment
    from ksm_widgets.tutor.table.match import Match

__all__ = [
    "Finding",
    "Option",
    "Review",
    "choices",
    "look_again",
    "looked_at_longer",
    "reviews",
    "seats_to_review",
]

_SKETCH = 8
"""Games for each option where they are not compiled: a glance would take minutes then."""


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
    that there is something to look at soon; what has been sketched is then weighed anew. `pulse`
    is called every tenth of a second or so.
    """
    sketched = Review(seat, (), None)
    if not engine().compiled:
        for sketched in review(match.game, seat, look=_SKETCH, pulse=pulse):
            yield sketched
            if engine().compiled:
                break
        else:
            return
    for found in review(match.game, seat, look=LONG_LOOK, pulse=pulse):
        rest = sketched.findings[len(found.findings) :]
        ended = sketched.ended if found.ended is None else found.ended
        yield Review(seat, (*found.findings, *rest), ended)


def look_again(moment: Moment, *, pulse: Callable[[], object] = lambda: None) -> Finding:
    """What a choice cost that was reviewed some day, looked into as then: by `reviews`' measure.

    The same luck, and so the same figures, unless there was another kernel then.
    """
    if not engine().compiled:
        sketched = look_at(moment, look=_SKETCH, pulse=pulse)
        if not engine().compiled:
            return sketched
    return look_at(moment, look=LONG_LOOK, pulse=pulse)


def looked_at_longer(review: Review) -> int:
    """How many choices have been looked at longer than a glance."""
    return sum(one.games > GLANCE for one in review.findings)
