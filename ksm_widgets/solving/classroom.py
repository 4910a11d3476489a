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
from dataclasses import dataclass, replace
from errno import ENOSPC
from hashlib import sha256
from io import BytesIO
from itertools import islice
from secrets import token_hex
from time import sleep
from typing import TYPE_CHECKING
from unicodedata import category, combining, normalize
from unicodedata import name as name_of

from ksm_widgets._files import locked
from ksm_widgets.progress.progress import Progress, data_folder, timestamp
from ksm_widgets.puzzles.pack import (
    MAX_LINE,
    MAX_PUZZLES,
    PackError,
    parse_pack,
    read_pack,
    write_pack,
)
from ksm_widgets.rules.errors import TextError
from ksm_widgets.solver.json_lines import lines_of
from ksm_widgets.solving.record import Outcome, Tried, outcomes
from ksm_widgets.solving.teaching import Results, results_of, title_of

if TYPE_CHECKING:
    from collections.abc import Iterable
    from contextlib import AbstractContextManager
    from pathlib import Path
    from typing import BinaryIO

    from ksm_widgets.puzzles import Pack

LONGEST_NAME = 30
MOST_PUPILS = 100
MOST_PUZZLES = 60
"""A table of more columns is no table."""
MOST_TRIES = 50
"""Answers to one puzzle that are kept of one pupil: nobody fills the disk by pressing a button.

The last place is for a right answer, or for giving up.
"""
_MOST_HELP = 999
"""The most hints and steps that are noted with a puzzle."""
_NAME, _HELPED, _GIVEN = "class_name", "class_hints.", "class_pack"
_PACK, _PUPILS, _FILE = "assignment.jsonl", "pupils", "progress.sqlite3"
_DELETED = "-deleted-"
"""After the name of the class's folder, the name of one that is being deleted."""
_ID, _COUNT = re.compile("[0-9a-f]{32}"), re.compile("[0-9]{1,3}")
_NOBODY = "?"
"""The name of a pupil whose file has none, or none yet."""
_PATIENCE = 2.0
"""Seconds to wait for another process that lets somebody join."""
_TRIES, _PAUSE = 5, 0.05
"""How often a deletion is tried, and the seconds between two tries."""
_MOST_MARKS = 2
"""Marks on one letter: more of them would cover the lines above and below."""


class ClassError(TextError):
    """A name or pack that a class can't have; the sentence says why."""


def mark_of(pack: Pack) -> str:
    """A mark by which a pack is told from others: that of its puzzles, in their order."""
    return sha256(" ".join(puzzle.id for puzzle in pack).encode()).hexdigest()


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
        now = mark_of(pack)
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
        if self._progress.setting(_GIVEN) in (None, mark_of(pack)):
            return True
        there = {puzzle.id for puzzle in pack}
        return any(tried.puzzle in there for tried in self._tried)

    def close(self) -> None:
        """Write what still waits, unless their folder is gone."""
        self._progress.close()

    def discard(self) -> None:
        """Write nothing any more: they are being removed."""
        self._progress.discard()


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
        """Have the class solve a pack; who is in it, and what they have tried, stays.

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
        if any(_sounds(name) & _sounds(pupil.name) for pupil in pupils):
            raise ClassError("class.taken", name=name)
        if not _is_one_alphabet(name):
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
            elif _ID.fullmatch(name) and _is_own(folder):
                self._known[name] = Pupil(folder)
        return sorted(
            self._known.values(), key=lambda pupil: (*_alphabetical(pupil.name), pupil.id)
        )

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
            # Nobody joins meanwhile; but who hangs while joining keeps nothing from being deleted.
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


def _is_own(folder: Path) -> bool:
    """Whether it is a pupil's folder and no link: that may lead to any folder of the teacher's."""
    links = folder.is_symlink() or (folder / _FILE).is_symlink()
    return folder.is_dir() and not links


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


# Letters of Korean that only fill a place, and are seen as blanks.
_UNSEEN = dict.fromkeys((0x115F, 0x1160, 0x3164, 0xFFA0), " ")


def cleaned(name: str) -> str:
    r"""A name as it is shown: in one line, without what steers a text or piles up on a letter.

    >>> cleaned("  Anna \u202e\n B ")
    'Anna B'
    """
    plain, marks = [], 0
    for letter in normalize("NFC", name[: 10 * LONGEST_NAME]).translate(_UNSEEN):
        marks = marks + 1 if combining(letter) or category(letter) in ("Mn", "Me") else 0
        if marks <= _MOST_MARKS:
            # C: controls, directions, halves of characters, and what no font has.
            plain.append(" " if category(letter)[0] in "CZ" else letter)
    return " ".join("".join(plain).split())


def _alphabetical(name: str) -> tuple[str, str]:
    """The place of a name in a list: an umlaut is with its vowel, as people sort them."""
    folded = name.casefold()
    return "".join(one for one in normalize("NFKD", folded) if not combining(one)), folded


_ALPHABETS = re.compile(
    "LATIN|GREEK|CYRILLIC|ARMENIAN|GEORGIAN|HEBREW|ARABIC|SYRIAC|THAANA|NKO|ETHIOPIC|DEVANAGARI|"
    "BENGALI|GURMUKHI|GUJARATI|ORIYA|TAMIL|TELUGU|KANNADA|MALAYALAM|SINHALA|THAI|LAO|TIBETAN|"
    "MYANMAR|KHMER|MONGOLIAN|TIFINAGH|CHEROKEE|HANGUL|HIRAGANA|KATAKANA|BOPOMOFO|CJK"
)
"""Alphabets in daily use, as Unicode names them."""
_BESIDE_LATIN = frozenset({"LATIN", "HANGUL", "HIRAGANA", "KATAKANA", "BOPOMOFO", "CJK"})
"""Alphabets that stand together in one name; within a word, some of their letters look alike."""


_FIRST_EMOJI = "\U0001f000"
_CLICKS = "\u01c0\u01c1\u01c2\u01c3"
"""Letters for clicks, which look like strokes and marks."""


def _is_one_alphabet(name: str) -> bool:
    """Whether a name has letters that people write together, of alphabets in daily use.

    Digits and signs of other scripts look like letters, too; emoji do not.
    """
    seen = normalize("NFKC", name)
    words = [_alphabets(word) for word in seen.split()]
    used = frozenset().union(*words)
    odd = any(
        one in _CLICKS or (category(one)[0] in "NS" and not one.isascii() and one < _FIRST_EMOJI)
        for one in seen
    )
    usual = all(map(_ALPHABETS.fullmatch, used)) and (len(used) < 2 or used <= _BESIDE_LATIN)
    return usual and not odd and all(len(word) < 2 or "LATIN" not in word for word in words)


def _alphabets(word: str) -> frozenset[str]:
    """The alphabets of a word's letters, as Unicode names them."""
    letters = (letter for letter in word if letter.isalpha() and category(letter) != "Lm")
    return frozenset(name_of(letter, "").partition(" ")[0] for letter in letters)


# Digits and Cyrillic, Greek, Armenian, Cherokee and phonetic letters that look like Latin ones in
# one of their cases, and those.
_ALIKE = str.maketrans(
    "01\u0269\ua781\uab3d\u0430\u0432\u0435\u043a\u043c\u043d\u043e\u0440\u0441\u0442\u0443\u0445\u0456\u0458\u0455"
    "\u03b1\u03b2\u03b5\u03b6\u03b7\u03b9\u03ba\u03bc\u03bd\u03bf\u03c1\u03c4\u03c5\u03c7"
    "\u0501\u051b\u051d\u04bb\u04cf\u04af\u0578\u0585\u057d\u0570\u0581\u0566\u0575\u056c\u057f"
    "\u13a0\u13a1\u13a2\u13a9\u13aa\u13ab\u13ac\u13b3\u13b7\u13bb\u13c0\u13c3\u13cf"
    "\u13d2\u13d9\u13da\u13de\u13df\u13e2\u13e6\u13f4\u0251\u0261\u0131\u212e"
    "\u1d00\u0299\u1d04\u1d05\u1d07\ua730\u0262\u029c\u026a\u1d0a\u1d0b\u029f\u1d0d"
    "\u0274\u1d0f\u1d18\u0280\ua731\u1d1b\u1d1c\u1d20\u1d21\u028f\u1d22",
    "olilo"
    "abekmhopctyxijsabezhikmnoptyxdqwhlynouhgqjlsdrtyajewmhgzbrvslcpkbagieabcdefghijklmnoprs"
    "tuvwyz",
)


# Letters of which the small form looks like another one than the capital, and forms of c and j that
# NFKC would change.
_SMALL_ALIKE = str.maketrans("\u03bd\u03b3\u03c5\u03b7", "vyun")
_FORMS = str.maketrans("\u03f2\u03f9\u037f\u03f3\u13a5\u050c\u050d", "ccjjigg")


def _sounds(name: str) -> frozenset[str]:
    """A name as one sees and hears it, in capitals or small letters.

    Case, blanks and look-alike letters make no difference.
    """
    folded = normalize("NFKC", name.translate(_FORMS)).casefold()
    both = (folded.translate(_ALIKE), folded.translate(_SMALL_ALIKE).translate(_ALIKE))
    return frozenset(
        "".join(one for one in seen if one.isalnum() and category(one) != "Lm") for seen in both
    )


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
