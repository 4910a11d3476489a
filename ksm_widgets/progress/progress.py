"""A learner's progress: what they tried, reached and are to review, and what they have set.

It is kept in a file of the user's, or in memory, and travels to another computer as JSON text.
"""

from __future__ import annotations

import json
import os
import sys
import time
import weakref
from dataclasses import astuple
from pathlib import Path
from typing import TYPE_CHECKING

from ksm_widgets.progress import MOST_STARS
from ksm_widgets.progress.rows import (
    KINDS,
    LATEST,
    Attempted,
    Finished,
    Lookback,
    Recall,
    Reviewed,
    is_name,
    key_of,
)
from ksm_widgets.progress.store import Store
from ksm_widgets.rules.errors import TextError
from ksm_widgets.rules.json_text import read_json

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

    from ksm_widgets.progress.rows import Row


_FORMAT = "ksm-widgets progress 1"
_MAX_TEXT = 5_000_000
_MAX_ROWS = 50_000
_MOST_SETTINGS = 100
_LONGEST_SETTING = 250_000
_ROOM = 4
"""How many times as much may have been kept as may be loaded: learners go on, on several pages."""
_SET_ASIDE = "set_aside"
_KINDS = {kind.listed: kind for kind in KINDS}
"""The kinds of rows in a saved text by their name there."""
_AT_FIRST = ("attempts", "reviews")


class ProgressTextError(TextError):
    """A text is not saved progress; the sentence says why."""


def data_folder() -> Path:
    """The folder for this user's data: KSM_DATA if set, else in the system's usual place."""
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


def disk_passes() -> bool:
    """Whether no disk stays: on Binder the machine goes after use, a browser's is in memory."""
    return sys.platform == "emscripten" or "BINDER_LAUNCH_HOST" in os.environ


def timestamp() -> int:
    """Milliseconds since 1970; by a clock that is centuries wrong, the nearest that can be kept."""
    return min(max(time.time_ns() // 1_000_000, 0), LATEST)


class Progress:
    """A learner's attempts, reviews, games and settings, of all games.

    Settings are texts by name: a preference, or a game that is kept.
    """

    def __init__(self, file: Path | None = None, *, makes_folder: bool = True) -> None:
        """Open a file; without one, or where that fails, everything is kept in memory.

        Unless it `makes_folder`, it ends with its folder: whoever deletes that deletes all of it.
        """
        self._store = Store(file, makes_folder=makes_folder)
        self._watchers: list[Callable[[], None]] = []
        self._passed_over = 0
        self._at_exit = weakref.finalize(self, self._store.close)

    @classmethod
    def of_user(cls) -> Progress:
        """The progress in the user's data folder."""
        try:
            return cls(data_folder() / "progress.sqlite3")
        except RuntimeError:  # The user has no home.
            return cls()

    @property
    def lasting(self) -> bool:
        """Whether it is kept on a disk that stays."""
        return self._store.keeps and not disk_passes()

    @property
    def saved(self) -> bool:
        """Whether all of it is in a file, settings and games included."""
        return self._store.saved

    @property
    def waiting(self) -> int:
        """The number of attempts that are not on the disk yet."""
        return self._store.waiting(Attempted)

    @property
    def left_out(self) -> int:
        """The number of attempts and reviews that cannot be shown, as their values make no sense.

        They stay in the file, or in what the browser has set aside.
        """
        return self._store.left_out + self._passed_over

    def watch(self, callback: Callable[[], None]) -> None:
        """Have a function called after each change."""
        self._watchers.append(callback)

    def _changed(self) -> None:
        for callback in self._watchers:
            callback()

    def newly_set_aside(self) -> str | None:
        """The name that a damaged file was given, if that was not reported before."""
        name = self.setting(_SET_ASIDE)
        if name:
            self.set(_SET_ASIDE, "")
        return name or None

    def record(self, attempted: Attempted) -> None:
        """Keep an attempt, in memory as long as the disk does not take it."""
        self._store.add(attempted)
        self._changed()

    def attempts(self) -> tuple[Attempted, ...]:
        """All attempts, the oldest first."""
        return tuple(sorted(self._store.rows(Attempted), key=lambda attempted: attempted.at))

    def answered(
        self,
        task: str,
        seed: int,
        edition: str,
        *,
        right: bool | None,
        stars: int = 0,
        hints: int = 0,
        rule: str | None = None,
        reviewed: Iterable[str] = (),
        at: int | None = None,
    ) -> None:
        """Keep an answer to a task, and how well the rules it tells of were known, `reviewed`.

        `right` is None where the answer was only shown; `rule` is the one missed or got right. `at`
        is when that was in ms since 1970, by default now.
        """
        at = timestamp() if at is None else at
        if right is not None:
            self.record(Attempted(task, seed, edition, at, right, stars, hints, rule))
        known = Recall.GOOD if stars == MOST_STARS and not hints else Recall.HARD
        grade = int(known if right else Recall.FORGOTTEN)
        self.review(*(Reviewed(each, at, grade) for each in reviewed))

    def review(self, *reviews: Reviewed) -> None:
        """Keep how well something was remembered, to ask it again in time."""
        self._store.add(*reviews)
        self._changed()

    def reviews(self) -> tuple[Reviewed, ...]:
        """All reviews, the oldest first."""
        return tuple(sorted(self._store.rows(Reviewed), key=lambda review: review.at))

    def keep(self, *rows: Finished | Lookback) -> None:
        """Keep how games ended, and what the coach found of them; what is known already stays."""
        self._store.add(*rows, new=False)
        self._changed()

    def finished(self) -> tuple[Finished, ...]:
        """All games that are over, the oldest first."""
        return tuple(sorted(self._store.rows(Finished), key=lambda game: game.begun))

    def lookbacks(self) -> tuple[Lookback, ...]:
        """The coach's figures on games, the oldest look first."""
        return tuple(sorted(self._store.rows(Lookback), key=lambda look: look.at))

    def stars(self) -> dict[str, int]:
        """The most stars reached in each task that was solved."""
        best: dict[str, int] = {}
        for attempted in self._store.rows(Attempted):
            if attempted.right:
                best[attempted.task] = max(best.get(attempted.task, 0), attempted.stars)
        return best

    def setting(self, name: str) -> str | None:
        """The text kept under a name."""
        return self._store.settings().get(name)

    def set(self, name: str, value: str) -> None:
        """Keep a text under a name."""
        self._store.set(name, value)
        self._changed()

    def close(self) -> None:
        """Write what still waits; it also happens when the program ends."""
        self._at_exit()

    def discard(self) -> None:
        """Write nothing any more, not even what still waits: the file is to be deleted."""
        self._store.discard()

    def text(self) -> str:
        """Everything as JSON text, but for what concerns only this computer."""
        return _written(self._rows(), self.portable_settings())

    def read_in(self, text: str) -> int:
        """Add the attempts and reviews of a saved text; returns the number of new attempts.

        Its settings are taken where nothing is set here. Raises ProgressTextError, and adds
        nothing, if the text is not what `text` writes.
        """
        data = _loaded(text)
        rows: list[Row] = []
        for name, kind in _KINDS.items():
            for line, row in enumerate(_parsed(data, name), start=1):
                if row is None:
                    raise ProgressTextError(kind.damaged, line=line)
                rows.append(row)
        settings = _settings_in(data)
        # What is kept can be saved, and read in again.
        together = {key_of(row): row for row in (*self._rows(), *rows)}.values()
        if max(len(_of_kind(kind.row, together)) for kind in KINDS) > _MAX_ROWS:
            raise ProgressTextError("progress.full", most=_MAX_ROWS)
        if len(_written(together, {**settings, **self.portable_settings()})) > _MAX_TEXT:
            raise ProgressTextError("progress.large", most=_MAX_TEXT)
        return self._take(rows, settings)

    def salvage(self, text: str, agreed: dict[str, str] | None = None) -> int:
        """Add whatever makes sense in a text kept earlier; returns how many rows do not.

        A setting is also taken where it is still what was `agreed` before: then the other is newer.
        What is the same afterwards is noted there. Raises ProgressTextError if it is no saved
        progress at all.
        """
        data = _loaded(text, _ROOM)
        found = [row for name in _KINDS for row in _parsed(data, name, _ROOM)]
        rows = [row for row in found if row is not None]
        self._passed_over += len(found) - len(rows)
        self._take(rows, _settings_in(data, _ROOM), _ROOM, agreed)
        return len(found) - len(rows)

    def _take(
        self,
        rows: Iterable[Row],
        settings: dict[str, str],
        room: int = 1,
        agreed: dict[str, str] | None = None,
    ) -> int:
        """Add rows, and settings where nothing newer is set; returns the number of new attempts."""
        before, here = len(self.attempts()), self.portable_settings()
        agreed = {} if agreed is None else agreed
        self._store.add(*rows, new=False)
        for name, value in settings.items():
            free = name not in here and len(here) < room * _MOST_SETTINGS
            if free or here.get(name, value) == agreed.get(name) != value:
                self._store.set(name, value)
                here[name] = value
            if here.get(name) == value:
                agreed[name] = value
        self._changed()
        return len(self.attempts()) - before

    def _rows(self) -> tuple[Row, ...]:
        return *self.attempts(), *self.reviews(), *self.finished(), *self.lookbacks()

    def portable_settings(self) -> dict[str, str]:
        """The texts kept under names, but for what concerns only this computer."""
        settings = self._store.settings()
        return {name: value for name, value in sorted(settings.items()) if name != _SET_ASIDE}


def _written(rows: Collection[Row], settings: Mapping[str, str]) -> str:
    """All of this as the text to save; without games it is as earlier versions wrote it."""
    lists = {name: list(map(astuple, _of_kind(kind.row, rows))) for name, kind in _KINDS.items()}
    whole = {
        "format": _FORMAT,
        "columns": Attempted.__match_args__,
        **{name: listed for name, listed in lists.items() if listed or name in _AT_FIRST},
        "settings": settings,
    }
    return json.dumps(whole, ensure_ascii=False)


def _of_kind(kind: type[Row], rows: Iterable[Row]) -> list[Row]:
    return [row for row in rows if isinstance(row, kind)]


def _loaded(text: str, room: int = 1) -> dict[str, object]:
    """The JSON object of a saved text; `room` is by how much it may exceed the limits."""
    if len(text) > room * _MAX_TEXT:
        raise ProgressTextError("progress.long", most=_MAX_TEXT)
    try:
        data = read_json(text)
    except (ValueError, RecursionError) as error:  # ValueError: also numbers of thousands of digits
        raise ProgressTextError("progress.not_json") from error
    if not isinstance(data, dict) or data.get("format") != _FORMAT:
        raise ProgressTextError("progress.format", expected=_FORMAT)
    # The first version had no reviews, and games came later still.
    return {**{name: [] for name in _KINDS if name != "attempts"}, **data}


def _parsed(data: dict[str, object], name: str, room: int = 1) -> Iterator[Row | None]:
    """The attempts or reviews of a saved text; None for one whose values make no sense."""
    rows, kind = data.get(name), _KINDS[name].row
    if not isinstance(rows, list) or len(rows) > room * _MAX_ROWS:
        raise ProgressTextError(f"progress.{name}", most=_MAX_ROWS)
    yield from map(kind.of_row, rows)


def _settings_in(data: dict[str, object], room: int = 1) -> dict[str, str]:
    """The settings of a saved text that can be kept; each feature checks what it reads."""
    found = data.get("settings")
    if not isinstance(found, dict) or len(found) > room * _MOST_SETTINGS:
        return {}
    return {
        name: value
        for name, value in found.items()
        if is_name(name) and name != _SET_ASIDE and _is_setting(value)
    }


def _is_setting(value: object) -> bool:
    """Whether it is a text that can be encoded, and no longer than a game's record."""
    if not isinstance(value, str) or len(value) > _LONGEST_SETTING:
        return False
    return value.encode("utf-8", "ignore").decode() == value
