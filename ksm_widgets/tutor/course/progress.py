"""What a learner has tried, reached and is to repeat: in a database file, or for the sitting only.

All of it can be taken along as one JSON text and read in again elsewhere.
"""

from __future__ import annotations

import json
import os
import sys
import time
import weakref
from dataclasses import astuple, fields
from pathlib import Path
from typing import TYPE_CHECKING

from ksm_widgets.rules.errors import TextError
from ksm_widgets.tutor.course.database import Attempted, Database
from ksm_widgets.tutor.repetition.reviewed import Reviewed, is_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ksm_widgets.tutor.course.database import Row

__all__ = ["Attempted", "Progress", "ProgressTextError", "data_folder", "timestamp"]

_FORMAT = "ksm-widgets progress 1"
_MAX_TEXT = 5_000_000
_MAX_ROWS = 50_000
_KINDS: dict[str, type[Attempted] | type[Reviewed]] = {"attempts": Attempted, "reviews": Reviewed}
_COLUMNS = tuple(field.name for field in fields(Attempted))
_SET_ASIDE, _SETTINGS = "set_aside", "settings"
_MOST_SETTINGS = 100


class ProgressTextError(TextError):
    """A file of progress is not what was saved; the sentence says what is wrong with it."""


def data_folder() -> Path:
    """The folder where this user's programs keep their data, with ours in it.

    KSM_DATA, if set, names it; else it is the system's usual place.
    """
    named = os.environ.get("KSM_DATA")
    if named:
        return Path(named)
    if sys.platform == "win32":
        base = Path(os.environ.get("APPDATA") or Path.home() / "AppData" / "Roaming")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "ksm-widgets"


class Progress:
    """A learner's attempts and reviews. `lasting` is whether they outlive the sitting.

    On Binder they are kept in a file, for all notebooks, but the whole machine goes with the
    sitting; in a browser the disk itself is memory.
    """

    def __init__(self, file: Path | None = None) -> None:
        """Open the file; where that fails, or without one, all is kept in memory."""
        self._database = Database(file)
        self._watched: list[Callable[[], None]] = []
        self._at_the_end = weakref.finalize(self, self._database.close)

    @classmethod
    def of_user(cls) -> Progress:
        """The progress of whoever runs this, in their data folder."""
        try:
            return cls(data_folder() / "progress.sqlite3")
        except RuntimeError:  # there is no home
            return cls()

    @property
    def lasting(self) -> bool:
        """Whether attempts are kept on a disk that stays."""
        passing = sys.platform == "emscripten" or "BINDER_LAUNCH_HOST" in os.environ
        return self._database.keeps and not passing

    def watch(self, told: Callable[[], None]) -> None:
        """Have `told` called whenever something new is to be kept."""
        self._watched.append(told)

    def _tell(self) -> None:
        for told in self._watched:
            told()

    @property
    def waiting(self) -> int:
        """How many attempts are not on the disk yet."""
        return self._database.waiting

    def newly_set_aside(self) -> str | None:
        """The name under which a damaged file was kept aside, to be told once."""
        name = self.setting(_SET_ASIDE)
        if name:
            self.set(_SET_ASIDE, "")
        return name or None

    def record(self, attempted: Attempted) -> None:
        """Keep an attempt; while the disk doesn't take it, it waits in memory.

        Two that are alike to the millisecond are kept apart by one.
        """
        self._database.add(attempted)
        self._tell()

    def attempts(self) -> tuple[Attempted, ...]:
        """All attempts, the oldest first."""
        return tuple(sorted(self._database.attempts(), key=lambda attempted: attempted.at))

    def review(self, *reviews: Reviewed) -> None:
        """Keep what was asked and how well it was known, for what comes back and when."""
        self._database.add(*reviews)
        self._tell()

    def reviews(self) -> tuple[Reviewed, ...]:
        """All reviews, the oldest first."""
        return tuple(sorted(self._database.reviews(), key=lambda review: review.at))

    def stars(self) -> dict[str, int]:
        """The most stars reached for every task that was solved."""
        best: dict[str, int] = {}
        for attempted in self._database.attempts():
            if attempted.right:
                best[attempted.task] = max(best.get(attempted.task, 0), attempted.stars)
        return best

    def setting(self, name: str) -> str | None:
        """Something the learner has chosen for all lessons, such as their edition."""
        return self._database.setting(name)

    def set(self, name: str, value: str) -> None:
        """Keep what the learner has chosen."""
        self._database.set(name, value)
        self._tell()

    def text(self) -> str:
        """All attempts, reviews and settings, games too, as one JSON text to be taken along."""
        attempts = [astuple(attempted) for attempted in self.attempts()]
        reviews = [astuple(review) for review in self.reviews()]
        whole = {
            "format": _FORMAT,
            "columns": _COLUMNS,
            "attempts": attempts,
            "reviews": reviews,
            _SETTINGS: self._taken_along(),
        }
        return json.dumps(whole, ensure_ascii=False)

    def close(self) -> None:
        """Write what still waits; it happens by itself when the program ends."""
        self._at_the_end()

    def read_in(self, text: str) -> int:
        """Add the attempts and reviews of a saved text; returns how many attempts were new.

        Of its settings those count that nothing is set for here. Raises ProgressTextError, and
        adds nothing, if the text is not what `text` writes.
        """
        data = _loaded(text)
        new = self._database.add_known(list(_parsed(data)))
        known = self._taken_along()
        for name, value in _settings(data).items():
            if name not in known:
                self._database.set(name, value)
        self._tell()
        return new

    def _taken_along(self) -> dict[str, str]:
        """The settings that belong to the learner, not to this computer."""
        settings = self._database.settings()
        return {name: value for name, value in sorted(settings.items()) if name != _SET_ASIDE}


def _settings(data: dict[str, object]) -> dict[str, str]:
    """The settings of a saved text that look like ours; what they mean is for others to check."""
    found = data.get(_SETTINGS)
    if not isinstance(found, dict) or len(found) > _MOST_SETTINGS:
        return {}
    return {
        name: value
        for name, value in found.items()
        if is_name(name) and name != _SET_ASIDE and isinstance(value, str) and _whole(value)
    }


def _whole(text: str) -> bool:
    """Whether a text has no half characters, which no file could keep."""
    return text.encode("utf-8", "ignore").decode() == text


def timestamp() -> int:
    """The time an attempt is made, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def _loaded(text: str) -> dict[str, object]:
    """What a saved text says, if it is one."""
    if len(text) > _MAX_TEXT:
        raise ProgressTextError("progress.long", most=_MAX_TEXT)
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:  # ValueError: a number of thousands of digits too
        raise ProgressTextError("progress.not_json") from error
    if not isinstance(data, dict) or data.get("format") != _FORMAT:
        raise ProgressTextError("progress.format", expected=_FORMAT)
    return data


def _parsed(data: dict[str, object]) -> Iterator[Row]:
    """The attempts and reviews of a saved text, each of them checked."""
    data.setdefault("reviews", [])  # A text from before there were any.
    for name, kind in _KINDS.items():
        rows = data.get(name)
        if not isinstance(rows, list) or len(rows) > _MAX_ROWS:
            raise ProgressTextError(f"progress.{name}", most=_MAX_ROWS)
        for line, row in enumerate(rows, start=1):
            found = kind.of_row(row)
            if found is None:
                key = "progress.row" if kind is Attempted else "progress.review"
                raise ProgressTextError(key, line=line)
            yield found
