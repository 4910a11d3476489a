"""How far a game has come: early, midway or late."""

from __future__ import annotations

from enum import Enum

__all__ = ["Stage"]


class Stage(Enum):
    """How far a game has come, by the digs made so far; a whole game has at most 25.

    >>> import ksm_widgets as ksm
    >>> {stage.value: stage.digs for stage in ksm.Stage}
    {'early': (3, 5), 'middle': (9, 13), 'late': (17, 21)}
    """

    EARLY = "early"
    MIDDLE = "middle"
    LATE = "late"

    @property
    def digs(self) -> tuple[int, int]:
        """The fewest and the most digs of this stage."""
        return _DIGS[self]


_DIGS = {Stage.EARLY: (3, 5), Stage.MIDDLE: (9, 13), Stage.LATE: (17, 21)}
