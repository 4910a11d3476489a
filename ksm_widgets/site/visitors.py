"""The site's visitors: their choices, and what the home page is told of their progress."""

from __future__ import annotations

import re
from contextlib import closing
from dataclasses import dataclass, field
from secrets import token_hex
from typing import TYPE_CHECKING, TypeAlias

from ksm_widgets.draw.themes import AUTO, LOOKS
from ksm_widgets.progress.progress import Progress, data_folder, disk_passes
from ksm_widgets.words import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from pathlib import Path

    from ksm_widgets.telling.doors import DoorLesson


_GUEST = re.compile("[0-9a-f]{32}")


@dataclass(frozen=True, slots=True)
class Visit:
    """A visitor's choices; `guest` names the guest, or is empty for the app's owner."""

    language: str
    look: str = AUTO
    guest: str = ""

    @property
    def folder(self) -> Path:
        """The folder of the visitor's data."""
        return data_folder() / "guests" / self.guest if self.guest else data_folder()

    @property
    def environment(self) -> dict[str, str]:
        """The environment variables by which a kernel knows its visitor."""
        told = {"KSM_LANGUAGE": self.language, "KSM_LOOK": self.look}
        if self.guest:
            told["KSM_DATA"] = str(self.folder)
        return told


KeptAttempt: TypeAlias = tuple[str, int, str, int, bool]
"""An attempt as a saved progress has it: task, seed, edition, time, and whether it was right."""


@dataclass(frozen=True, slots=True)
class Kept:
    """The part of a visitor's progress that home is told, as a saved progress has it."""

    attempts: Sequence[KeptAttempt] = ()
    settings: Mapping[str, str] = field(default_factory=dict)


def progress_kept(folder: Path, lessons: Collection[DoorLesson]) -> Kept | None:
    """Return the last answer of each kind in these lessons and in tests, and the games begun.

    Other seeds, editions and times are left out, and of games all but the record by which they are
    known. None where it is the browser that keeps progress. Nothing is written for a visitor
    without progress. It may wait for the disk.
    """
    tasks = {task for each in lessons for task in (*each.tasks, *each.further)}
    first_seed = max(each.first_seed for each in lessons)
    file = folder / "progress.sqlite3"
    if disk_passes():
        return None
    if not file.is_file():
        return Kept()
    with closing(Progress(file)) as progress:
        had, texts = progress.attempts(), progress.portable_settings()
    found = (
        (each.task, each.seed if each.seed >= first_seed else 0, "", 0, each.right)
        for each in had
        if each.task in tasks or each.seed >= first_seed
    )
    games = {
        name: each.record
        for each in lessons
        for name, text in texts.items()
        if each.game and name.startswith(each.game) and text and each.record in text
    }
    return Kept(list(dict.fromkeys(reversed([*found])))[::-1], games)


def is_guest(name: str) -> bool:
    """Whether this can be the name of a guest, and so of a folder."""
    return _GUEST.fullmatch(name) is not None


def read_visit(
    cookies: Mapping[str, str], accepted: str, *, usual: str = "", guests: bool
) -> Visit:
    """Return the visitor of a request; cookies that do not look like ours are ignored.

    `accepted` is the browser's list of languages, `usual` the language the app was started in.
    With `guests` each browser is a guest with progress of its own.
    """
    language = cookies.get("ksm-language", "")
    if language not in LANGUAGES:
        language = usual if usual in LANGUAGES else preferred_language(accepted)
    look = cookies.get("ksm-look", "")
    guest = ""
    if guests:
        known = cookies.get("ksm-guest", "")
        guest = known if is_guest(known) else token_hex(16)
    return Visit(language, look if look in LOOKS else AUTO, guest)


def preferred_language(accepted: str) -> str:
    """Return the first of our languages in a browser's list, best first; else English.

    >>> preferred_language("fr-CH, de;q=0.9, en;q=0.8"), preferred_language("")
    ('de', 'en')
    """
    for entry in accepted.split(","):
        name = entry.strip()[:2].lower()
        if name in LANGUAGES:
            return name
    return LANGUAGES[0]
