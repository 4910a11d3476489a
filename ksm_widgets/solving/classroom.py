"""A class with an assignment: a pack to solve, who is in the class, and what each has tried.

All of it is in one folder on the teacher's computer: the pack, and for each pupil a folder with a
progress like everybody's. Deleting the folder deletes everything.
"""

from __future__ import annotations

import os
import re
import shutil
from collections import Counter
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from errno import ENOSPC
from io import BytesIO
from itertools import islice
from secrets import token_hex
from time import sleep
from typing import TYPE_CHECKING

from ksm_widgets._files import locked
from ksm_widgets.progress.progress import data_folder, timestamp
from ksm_widgets.puzzles.pack import (
    MAX_LINE,
    MAX_PUZZLES,
    PackError,
    parse_pack,
    read_pack,
    title_of,
    write_pack,
)
from ksm_widgets.rules.errors import TextError
from ksm_widgets.solver.json_lines import lines_of
from ksm_widgets.solving.pupil import Pupil, is_pupils_folder
from ksm_widgets.solving.pupil_names import (
    LONGEST_NAME,
    alphabetical,
    cleaned,
    is_one_alphabet,
    sounds,
)
from ksm_widgets.solving.results import Results, results_of

if TYPE_CHECKING:
    from collections.abc import Iterable
    from contextlib import AbstractContextManager
    from pathlib import Path
    from typing import BinaryIO

    from ksm_widgets.puzzles import Pack

MOST_PUPILS = 100
MOST_PUZZLES = 60
"""A table of more columns is no table."""
_PACK, _PUPILS = "assignment.jsonl", "pupils"
_DELETED = "-deleted-"
"""After the name of the class's folder, the name of one that is being deleted."""
_ID = re.compile("[0-9a-f]{32}")
_PATIENCE = 2.0
"""Seconds to wait for another process that lets somebody join."""
_TRIES, _PAUSE = 5, 0.05
"""How often a deletion is tried, and the seconds between two tries."""


class ClassError(TextError):
    """A name or pack that a class can't have; the sentence says why."""


class Classroom:
    """The class of this computer's teacher, in a folder."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = data_folder() / "class" if folder is None else folder
        self._known: dict[str, Pupil] = {}
        self._pack: tuple[object, Pack | None] = (None, None)

    @property
    def pack(self) -> Pack | None:
        """The pack to be solved; None while there is no assignment."""
        file = self.folder / _PACK
        try:
            found = file.stat()
        except OSError:
            return None
        written = found.st_mtime_ns, found.st_ino
        if self._pack[0] != written:
            try:
                self._pack = written, _fitting(read_pack(file))
            except TextError:
                self._pack = written, None
        return self._pack[1]

    @property
    def title(self) -> str:
        """The title that the teacher has given the pack; empty if there is none."""
        pack = self.pack
        return "" if pack is None else title_of(pack)

    def assign(self, pack: Pack) -> None:
        """Give the class a pack to solve; its pupils and what they have tried are kept.

        Raises ClassError for a pack that is empty or too large, PackError if it can't be written.
        """
        fitting = _fitting(pack)
        try:
            self.folder.mkdir(0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise PackError("pack.unwritable", file=str(self.folder), reason=str(error)) from error
        write_pack(fitting, self.folder / _PACK)

    def join(self, name: str) -> Pupil:
        """Add a pupil; raises ClassError if the name is none, too long, odd or taken.

        It is also raised if the disk takes no more, or the class is being deleted.
        """
        name = cleaned(name)
        if not any(letter.isalnum() for letter in name):
            raise ClassError("class.no_name")
        if len(name) > LONGEST_NAME:
            raise ClassError("class.long_name", most=LONGEST_NAME)
        try:
            with self._alone():
                return self._joined(name)
        except OSError as error:
            raise ClassError("class.not_joined") from error

    def _joined(self, name: str) -> Pupil:
        """Add a pupil while no other process does; raises OSError if the disk doesn't take them."""
        pupils = self.pupils()
        if any(sounds(name) & sounds(pupil.name) for pupil in pupils):
            raise ClassError("class.taken", name=name)
        if not is_one_alphabet(name):
            raise ClassError("class.odd_name")
        if len(pupils) >= MOST_PUPILS:
            raise ClassError("class.full", most=MOST_PUPILS)
        folder = self.folder / _PUPILS / token_hex(16)
        # Not the folder of the class: what was deleted meanwhile stays so.
        folder.parent.mkdir(0o700, exist_ok=True)
        folder.mkdir(0o700)
        pupil = Pupil(folder)
        pupil.rename(name)
        if not pupil.saved:
            pupil.discard()
            shutil.rmtree(folder, ignore_errors=True)
            raise OSError(ENOSPC, os.strerror(ENOSPC), str(folder))
        pupil.seen = timestamp()
        self._known[pupil.id] = pupil
        return pupil

    def _alone(self) -> AbstractContextManager[None]:
        """Keep the servers of other processes from letting somebody join or deleting the class."""
        return locked(self.folder.with_name(f"{self.folder.name}.lock"), _PATIENCE)

    def pupils(self) -> list[Pupil]:
        """Everybody in the class, by name."""
        try:
            there = {each.name: each for each in (self.folder / _PUPILS).iterdir()}
        except OSError:
            there = {}
        for gone in self._known.keys() - there.keys():
            self._known.pop(gone).close()
        for name, folder in there.items():
            if name in self._known:
                self._known[name].read_on()
            elif _ID.fullmatch(name) and is_pupils_folder(folder):
                self._known[name] = Pupil(folder)
        return sorted(self._known.values(), key=lambda pupil: (*alphabetical(pupil.name), pupil.id))

    def find(self, id_: str) -> Pupil | None:
        """The pupil with this id; None if there is none, or none any more."""
        known = self._known.get(id_)
        if known is None or not known.here:
            known = next((pupil for pupil in self.pupils() if pupil.id == id_), None)
        return known

    def remove(self, id_: str) -> tuple[Path, ...]:
        """Delete a pupil and all they have tried; return the folders that can't be deleted."""
        pupil = self.find(id_)
        if pupil is None:
            return ()
        # First of all, lest it writes while its folder is emptied.
        self._known.pop(pupil.id).discard()
        return self._wipe(self.folder / _PUPILS / pupil.id)

    def delete(self) -> tuple[Path, ...]:
        """Delete the pack, the names and everything tried, also what was left of an earlier class.

        Returns the folders that can't be deleted.
        """
        for pupil in self._known.values():
            pupil.discard()
        self._known.clear()
        with ExitStack() as held:
            # Keep others from joining; but a join that hangs must not stop the deletion.
            with suppress(OSError):
                held.enter_context(self._alone())
            return self._wipe(self.folder)

    @property
    def deletable(self) -> bool:
        """Whether there is anything to delete, if only what an earlier deletion has left."""
        return self.folder.exists() or bool(self._remains())

    def _remains(self) -> list[Path]:
        """The folders that were moved aside and are not deleted yet."""
        return [*self.folder.parent.glob(f"{self.folder.name}{_DELETED}*")]

    def _wipe(self, folder: Path) -> tuple[Path, ...]:
        """Delete a folder and what was left before; return what can't be deleted.

        First it is moved aside: servers that have it open find it no more, and can't fill it again.
        """
        with suppress(OSError):  # There is none, or it can't be moved.
            folder = folder.rename(
                self.folder.with_name(f"{self.folder.name}{_DELETED}{token_hex(4)}")
            )
        left = {folder, *self._remains()}
        for again in range(_TRIES):
            sleep(_PAUSE if again else 0)
            for each in left:
                shutil.rmtree(each, ignore_errors=True)
            left = {each for each in left if each.exists()}
            if not left:
                break
        return tuple(left)

    def results(self, language: str = "en") -> Results:
        """The table of all pupils, for a spreadsheet; with columns for each puzzle of the pack."""
        pack, pupils = self.pack, self.pupils()
        attempts = ((one.name, [tried.attempted("") for tried in one.tried]) for one in pupils)
        helped = [
            {} if pack is None else {puzzle.id: one.helped(puzzle.id) for puzzle in pack}
            for one in pupils
        ]
        return results_of(attempts, pack, language, helped)


@dataclass(frozen=True, slots=True)
class Difficulty:
    """A class's results with a puzzle: how many tried and solved it, also on the first try."""

    tried: int = 0
    solved: int = 0
    clean: int = 0


def difficulties(pack: Pack, pupils: Iterable[Pupil]) -> dict[str, Difficulty]:
    """The class's results with each puzzle of a pack, by its id."""
    tried, solved, clean = Counter[str](), Counter[str](), Counter[str]()
    for pupil in pupils:
        for name, outcome in pupil.outcomes().items():
            tried[name] += 1
            solved[name] += outcome.solved
            clean[name] += outcome.clean
    return {
        puzzle.id: Difficulty(tried[puzzle.id], solved[puzzle.id], clean[puzzle.id])
        for puzzle in pack
    }


def pack_of(source: BinaryIO | bytes, name: str) -> Pack:
    """The pack of a file; raises PackError, or ClassError if it has too many puzzles.

    To prove their answers may take seconds, so lines are counted before, where they can be.
    """
    opened = BytesIO(source) if isinstance(source, bytes) else source
    if opened.seekable():
        found = sum(1 for _ in islice(lines_of(opened, MAX_LINE), MAX_PUZZLES + 1)) - 1
        if found > MOST_PUZZLES:
            raise ClassError("class.pack_size", found=found, most=MOST_PUZZLES)
        opened.seek(0)
    return parse_pack(opened, name)


def _fitting(pack: Pack) -> Pack:
    """A pack; raises ClassError if it is empty or too large."""
    if not 0 < len(pack) <= MOST_PUZZLES:
        raise ClassError("class.pack_size", found=len(pack), most=MOST_PUZZLES)
    return pack
