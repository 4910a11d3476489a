"""One answer as far as remembering goes: what was asked, when, and how well it was known."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

__all__ = ["LATEST", "Grade", "Reviewed", "is_name"]

_MAX_NAME = 80
LATEST = 2**47
"""The last millisecond since 1970 that a review may name; there is room for the next one after."""


class Grade(IntEnum):
    """How well something was known, from not at all to at once."""

    FORGOTTEN = 1
    HARD = 2
    GOOD = 3
    EASY = 4


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A subject that was asked: which, when (milliseconds since 1970), and its Grade.

    A subject is any short name that is always the same for the same thing: a rule (`R13`), a theme
    of puzzles, a puzzle. Whoever asks chooses names that nobody else uses.
    """

    subject: str
    at: int
    grade: int

    @property
    def key(self) -> tuple[object, ...]:
        """What no two reviews have in common."""
        return self.subject, self.at, self.grade

    @classmethod
    def of_row(cls, row: object) -> Reviewed | None:
        """The review of a row, None if it lacks anything, or has it of another kind or size."""
        if not isinstance(row, (list, tuple)) or len(row) != 3:
            return None
        subject, at, grade = row
        sound = (
            is_name(subject)
            and type(at) is int
            and 0 <= at <= LATEST
            and type(grade) is int
            and Grade.FORGOTTEN <= grade <= Grade.EASY
        )
        return cls(subject, at, grade) if sound else None


def is_name(text: object) -> bool:
    """Whether it is a short text without half a character, which no file could keep."""
    if not isinstance(text, str) or len(text) > _MAX_NAME:
        return False
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
