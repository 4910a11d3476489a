"""Having a match reviewed: whose choices may be looked at, and what is found, bit by bit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.players.moments import moments
from ksm_widgets.players.review import GLANCE, LONG_LOOK, Finding, Option, Review, review

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ksm_widgets.tutor.table.match import Match

__all__ = [
    "Finding",
    "Option",
    "Review",
    "choices",
    "looked_at_longer",
    "reviews",
    "seats_to_review",
]

_SLOW = 8
"""Games for each option where they are not compiled: more would take half an hour."""


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


def reviews(match: Match, seat: int, *, slow: bool = False) -> Iterator[Review]:
    """The review of a seat's choices so far, each time with one more, or one seen closer.

    `slow` is for where games are not played on by the compiled kernel.
    """
    return review(match.game, seat, look=_SLOW if slow else LONG_LOOK)


def looked_at_longer(review: Review) -> int:
    """How many choices have been looked at longer than a glance."""
    return sum(one.games > GLANCE for one in review.findings)
