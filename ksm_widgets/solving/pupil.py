"""A pupil of a class, in a folder with a progress like everybody's."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from ksm_widgets.progress.progress import Progress
from ksm_widgets.solving.pupil_names import LONGEST_NAME, cleaned
from ksm_widgets.solving.record import Outcome, Tried, outcomes

if TYPE_CHECKING:
    from pathlib import Path

    from ksm_widgets.puzzles import Pack


MOST_TRIES = 50
"""Answers to one puzzle that are kept of one pupil: nobody fills the disk by pressing a button.

The last place is for a right answer, or for giving up.
"""
_MOST_HELP = 999
"""The most hints and steps that are noted with a puzzle."""
_NAME, _HELPED, _GIVEN = "class_name", "class_hints.", "class_pack"
_FILE = "progress.sqlite3"
_COUNT = re.compile("[0-9]{1,3}")
_NOBODY = "?"
"""The name of a pupil whose file has none, or none yet."""


class Pupil:
    """A pupil: a name, and what they have tried.

    `at` is the id of the puzzle before them, None until they open one; `seen` is when they last did
    anything, in milliseconds since 1970, 0 if not since the program was started.
    """

    def __init__(self, folder: Path) -> None:
        self.id = folder.name
        self.at: str | None = None
        self.seen = 0
        self._folder = folder
        self._progress = Progress(folder / _FILE, makes_folder=False)
        self.name = self._named()
        self._tried = self._kept()
        if self._tried:
            self.at = self._tried[-1].puzzle

    def _named(self) -> str:
        # A damaged file loses its settings, and may have got any from elsewhere.
        return (cleaned(self._progress.setting(_NAME) or "") or _NOBODY)[:LONGEST_NAME]

    def _kept(self) -> list[Tried]:
        """All answers in their file, and those that wait to be written."""
        return [
            tried
            for one in self._progress.attempts()
            if (tried := Tried.of(one)) is not None and tried.storm is None
        ]

    def read_on(self) -> None:
        """Take over what another server has kept of them since: answers, or a name."""
        if self.name == _NOBODY:
            self.name = self._named()
        kept = self._kept()
        if len(kept) > len(self._tried):
            self.at, self.seen = kept[-1].puzzle, max(self.seen, kept[-1].at)
            self._tried = kept

    @property
    def here(self) -> bool:
        """Whether nobody has removed them."""
        return self._folder.is_dir()

    @property
    def saved(self) -> bool:
        """Whether all of it is on the disk."""
        return self._progress.saved

    @property
    def tried(self) -> tuple[Tried, ...]:
        """All answers, the oldest first."""
        return tuple(self._tried)

    def rename(self, name: str) -> None:
        """Give them a name."""
        self.name = name
        self._progress.set(_NAME, name)

    def take(self, pack: Pack) -> bool:
        """Give them a pack; return whether they had another one before."""
        now = pack.mark
        before = self._progress.setting(_GIVEN)
        if self.here and before != now:
            self._progress.set(_GIVEN, now)
        return before not in (None, now)

    def answered(self, tried: Tried, edition: str) -> None:
        """Keep an answer, unless there are too many to that puzzle already."""
        self.read_on()
        earlier = sum(one.puzzle == tried.puzzle for one in self._tried)
        most = MOST_TRIES if tried.right or tried.shown else MOST_TRIES - 1
        if earlier < most and self.here:
            tried = replace(tried, hints=max(tried.hints, self.helped(tried.puzzle)))
            self._tried.append(tried)
            self._progress.record(tried.attempted(edition))

    def note_help(self, puzzle: str, hints: int) -> None:
        """Note how many hints to a puzzle they have had, even if they open it again."""
        hints = min(hints, _MOST_HELP)
        if self.here and hints > self.helped(puzzle):
            self._progress.set(f"{_HELPED}{puzzle}", str(hints))

    def helped(self, puzzle: str) -> int:
        """The number of hints to a puzzle that are noted."""
        kept = self._progress.setting(f"{_HELPED}{puzzle}") or ""
        return int(kept) if _COUNT.fullmatch(kept) else 0

    def outcomes(self) -> dict[str, Outcome]:
        """The outcome of each puzzle tried, by its id."""
        return outcomes(self._tried)

    def outcomes_of(self, pack: Pack) -> dict[str, Outcome]:
        """The outcome of each puzzle of a pack so far, by its id, with all hints had by now."""
        found, untried = self.outcomes(), Outcome(False, 0, 0)
        return {
            puzzle.id: found.get(puzzle.id, untried).with_hints(self.helped(puzzle.id))
            for puzzle in pack
        }

    def is_given(self, pack: Pack) -> bool:
        """Whether they have this pack: not only another one, from before it was assigned."""
        if self._progress.setting(_GIVEN) in (None, pack.mark):
            return True
        there = {puzzle.id for puzzle in pack}
        return any(tried.puzzle in there for tried in self._tried)

    def close(self) -> None:
        """Write what still waits, unless their folder is gone."""
        self._progress.close()

    def discard(self) -> None:
        """Write nothing any more: they are being removed."""
        self._progress.discard()


def is_pupils_folder(folder: Path) -> bool:
    """Whether it is a pupil's folder and no link: that may lead to any folder of the teacher's."""
    links = folder.is_symlink() or (folder / _FILE).is_symlink()
    return folder.is_dir() and not links
