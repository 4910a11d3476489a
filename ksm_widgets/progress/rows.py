"""The rows of a learner's progress: what was answered, remembered, played, and what it cost.

Each knows when it was, and has a key (`key_of`) that two rows share if they are the same. Rows come
from files that anybody may have written: `of_row` takes only what makes sense.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import IntEnum
from operator import attrgetter
from typing import Any, NamedTuple

from ksm_widgets.progress import MOST_STARS

_MAX_NAME = 80
LATEST = 2**47
"""The last millisecond since 1970 that is kept (in 6429): there is room for the next review."""


def is_name(text: object) -> bool:
    """Whether it is a short text that can be encoded (half a surrogate pair cannot)."""
    if not isinstance(text, str) or len(text) > _MAX_NAME:
        return False
    return text.encode("utf-8", "ignore").decode() == text


def _counts(number: object, most: int = 2**53 - 1) -> bool:
    return type(number) is int and 0 <= number <= most


def is_moment(number: object) -> bool:
    """Whether it is a time in milliseconds since 1970 that can be shown as a date."""
    return _counts(number, LATEST)


class Recall(IntEnum):
    """The grade of a review: how well something was remembered."""

    FORGOTTEN = 1
    HARD = 2
    GOOD = 3
    EASY = 4


@dataclass(frozen=True, slots=True)
class Reviewed:
    """One question as far as memory goes: its subject, when (ms since 1970), a Recall as `grade`.

    A subject is any short name that always means the same thing: a rule (`R13`), a theme of
    puzzles, a puzzle. Each feature uses names that no other feature uses.
    """

    subject: str
    at: int
    grade: int

    @classmethod
    def of_row(cls, row: Any) -> Reviewed | None:
        """The review in a row of values, None unless all of them have the right type and range."""
        match row:
            case [subject, at, grade]:
                sound = is_name(subject) and is_moment(at) and _counts(grade, max(Recall))
                return cls(subject, at, grade) if sound and grade else None
        return None


@dataclass(frozen=True, slots=True)
class Attempted:
    """One checked answer: which task of which seed, when (ms since 1970), and how it went.

    `edition` is that of the game, `rule` the rule that the answer missed or got right, `hints` the
    number of hints asked for.
    """

    task: str
    seed: int
    edition: str
    at: int
    right: bool
    stars: int
    hints: int = 0
    rule: str | None = None

    @classmethod
    def of_row(cls, row: Any) -> Attempted | None:
        """The attempt in a row of values, None unless all have the right type and range."""
        match row:
            case [task, seed, edition, at, bool(), stars, hints, rule]:
                names = is_name(task) and is_name(edition) and (rule is None or is_name(rule))
                numbers = all(map(_counts, (seed, hints))) and _counts(stars, MOST_STARS)
                return cls(*row) if names and numbers and is_moment(at) else None
        return None


_SEATS = 5
_LONGEST_LIST = 400
_LIST = re.compile(r"[a-z0-9_:.+ -]*", re.ASCII)


def _is_list(text: object) -> bool:
    """Whether it is a short list of words and numbers, as rows of games have them."""
    return isinstance(text, str) and len(text) <= _LONGEST_LIST and bool(_LIST.fullmatch(text))


def _is_seat(number: object) -> bool:
    return _counts(number, _SEATS - 1)


@dataclass(frozen=True, slots=True)
class Finished:
    """A game that is over, as the person on a seat played it.

    `begun` tells games apart, and `at` is when it ended, both in ms since 1970. The rest are lists
    that the game itself reads: who sat there, the points, the digs, the objects.
    """

    begun: int
    seat: int
    at: int
    name: str
    levels: str
    points: str
    parts: str
    digs: str
    objects: str
    gave_up: int = 0

    @classmethod
    def of_row(cls, row: Any) -> Finished | None:
        """The game in a row of values, None unless all have the right type and range."""
        match row:
            case [begun, seat, at, name, *lists, gave_up]:
                sound = is_moment(begun) and is_moment(at) and is_name(name) and _is_seat(seat)
                whole = len(lists) == 5 and all(map(_is_list, lists))
                return cls(*row) if sound and whole and _counts(gave_up, _SEATS) else None
        return None


@dataclass(frozen=True, slots=True)
class Lookback:
    """The coach's figures on a seat's choices in a game, by the kind of choice.

    `games` says how closely he looked: the fewest games that a choice was weighed with. `costs` is
    a list that the coach reads.
    """

    begun: int
    seat: int
    games: int
    choices: int
    at: int
    costs: str

    @classmethod
    def of_row(cls, row: Any) -> Lookback | None:
        """The figures in a row of values, None unless all have the right type and range."""
        match row:
            case [begun, seat, games, choices, at, costs]:
                moments = is_moment(begun) and is_moment(at) and _is_seat(seat)
                sound = moments and all(map(_counts, (games, choices))) and _is_list(costs)
                return cls(*row) if sound else None
        return None


Row = Attempted | Reviewed | Finished | Lookback


class Kind(NamedTuple):
    """A kind of row: its table and the columns that identify a row, its list in a saved text.

    `damaged` is the key of the error about a row there that makes no sense.
    """

    row: type[Row]
    table: str
    unique: str
    listed: str
    damaged: str


KINDS = (
    Kind(Attempted, "attempted", "task, seed, edition, at, right", "attempts", "progress.row"),
    Kind(Reviewed, "reviewed", "subject, at, grade", "reviews", "progress.review"),
    Kind(Finished, "finished", "begun, seat", "games", "progress.game"),
    Kind(Lookback, "lookback", "begun, seat, games, choices", "lookbacks", "progress.lookback"),
)

_IDENTIFYING = {kind.row: (kind.table, attrgetter(*kind.unique.split(", "))) for kind in KINDS}


def key_of(row: Row) -> tuple[object, ...]:
    """The key that identifies a row among those of all kinds: its table, and its unique columns."""
    table, columns = _IDENTIFYING[type(row)]
    return table, *columns(row)
