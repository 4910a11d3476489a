"""A class: names and who they belong to, what each has tried, and that all of it can go."""

from __future__ import annotations

import csv
import io
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from errno import ENOSPC
from pathlib import Path
from secrets import token_hex
from threading import Barrier, BrokenBarrierError, Thread
from typing import TYPE_CHECKING

import pytest

from ksm_widgets._files import locked
from ksm_widgets.cli import main
from ksm_widgets.puzzles import Pack, PackError
from ksm_widgets.puzzles.pack import pack_text, shipped_pack, write_pack
from ksm_widgets.solving import classroom
from ksm_widgets.solving.classroom import (
    MOST_PUZZLES,
    ClassError,
    Classroom,
    difficulties,
    pack_of,
)
from ksm_widgets.solving.pupil import Pupil
from ksm_widgets.solving.pupil_names import LONGEST_NAME
from ksm_widgets.solving.record import Outcome, Tried
from ksm_widgets.solving.view.desk import PupilDesk
from ksm_widgets.solving.view.register import register
from ksm_widgets.telling.phrases import Reader
from tests.puzzles import samples

if TYPE_CHECKING:
    from typing import Any

PACK = Pack((samples.puzzle("dig"), samples.puzzle("wanted")), "Two")
DIG, WANTED = (puzzle.id for puzzle in PACK)


@pytest.fixture
def room(tmp_path: Path) -> Classroom:
    room = Classroom(tmp_path / "class")
    room.assign(PACK)
    return room


def answer(pupil: Pupil, name: str, *, right: bool, at: int = 1, hints: int = 0) -> None:
    stars = 3 if right else 1
    tried = Tried.at_puzzle(samples.puzzle(name), at, right=right, stars=stars, hints=hints)
    pupil.answered(tried, "en")


def test_after_a_restart_everybody_is_there_with_all_they_tried(room: Classroom) -> None:
    anna, bruno = room.join("Anna"), room.join("Bruno")
    answer(anna, "dig", right=False)
    answer(anna, "dig", right=True, at=2)
    answer(bruno, "dig", right=True, hints=1)
    again = Classroom(room.folder)
    assert again.pack == PACK
    found = again.find(anna.id)
    assert found is not None
    assert (found.name, found.at) == ("Anna", DIG)
    assert found.outcomes() == {DIG: Outcome(True, 2, 0)}
    assert [pupil.name for pupil in again.pupils()] == ["Anna", "Bruno"]
    hard = difficulties(PACK, again.pupils())
    assert (hard[DIG].tried, hard[DIG].solved, hard[DIG].clean) == (2, 2, 0)
    assert hard[WANTED].tried == 0


def test_two_servers_see_each_other_s_pupils_and_answers(room: Classroom) -> None:
    other = Classroom(room.folder)
    here = room.join("Anna")
    there = other.find(here.id)
    assert there is not None
    answer(here, "dig", right=False, at=5)
    other.pupils()
    assert there.outcomes() == {DIG: Outcome(False, 1, 0)}
    assert (there.at, there.seen) == (DIG, 5)
    # On a phone that now asks the other server they go on where they were.
    answer(here, "dig", right=True, at=6)
    PupilDesk(there, PACK, "en", "light")
    answer(there, "wanted", right=True, at=7)
    room.pupils()
    assert here.tried == there.tried
    assert [tried.at for tried in here.tried] == [5, 6, 7]
    room.remove(here.id)
    assert other.pupils() == []


def test_who_is_seen_while_joining_is_named_as_soon_as_they_are(
    room: Classroom, monkeypatch: pytest.MonkeyPatch
) -> None:
    other, named = Classroom(room.folder), Pupil.rename

    def seen_before(pupil: Pupil, name: str) -> None:
        assert [each.name for each in other.pupils()] == ["?"]
        named(pupil, name)

    monkeypatch.setattr(Pupil, "rename", seen_before)
    room.join("Anna")
    assert [each.name for each in other.pupils()] == ["Anna"]


@pytest.mark.parametrize(("names", "most"), [(("Anna", "ANNA"), 100), (("Anna", "Bruno"), 1)])
def test_two_servers_let_nobody_in_that_one_would_refuse(
    room: Classroom, monkeypatch: pytest.MonkeyPatch, names: tuple[str, str], most: int
) -> None:
    """Between the look at who is there and the new folder, each waits for the other."""
    both = Barrier(2, timeout=0.3)
    refused: list[ClassError] = []

    def waits(size: int) -> str:
        with suppress(BrokenBarrierError):
            both.wait()
        return token_hex(size)

    def join(name: str) -> None:
        try:
            Classroom(room.folder).join(name)
        except ClassError as error:
            refused.append(error)

    monkeypatch.setattr(classroom, "MOST_PUPILS", most)
    monkeypatch.setattr(classroom, "token_hex", waits)
    threads = [Thread(target=join, args=(name,)) for name in names]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(room.pupils()) == 1
    assert [error.key for error in refused] == ["class.taken" if most > 1 else "class.full"]


def test_who_can_t_be_kept_does_not_join_and_is_told_so(
    room: Classroom, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(classroom, "_PATIENCE", 0.0)
    with locked(room.folder.with_name("class.lock"), 0.0):
        # Another server hangs while somebody joins; it doesn't keep the class from being deleted.
        with pytest.raises(ClassError, match="could not be kept"):
            room.join("Anna")
        assert room.delete() == ()
    # Nobody joins what is deleted.
    with pytest.raises(ClassError, match="could not be kept"):
        room.join("Anna")
    assert not room.folder.exists()
    room.assign(PACK)

    def full(*_: object, **__: object) -> None:
        raise OSError(ENOSPC, "No space left on device")

    # A full disk may still take a folder, but no name.
    for full_for in ("pathlib.Path.mkdir", "ksm_widgets.progress.store._connected"):
        with monkeypatch.context() as patched:
            patched.setattr(full_for, full)
            with pytest.raises(ClassError, match="could not be kept"):
                room.join("Anna")
        assert not list(room.folder.glob("pupils/*"))
    assert room.join("Anna").name == "Anna"


def test_two_servers_keep_no_more_answers_than_one(
    room: Classroom, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ksm_widgets.solving.pupil.MOST_TRIES", 4)
    here = room.join("Anna")
    there = Classroom(room.folder).find(here.id)
    assert there is not None
    for at in range(1, 6):
        answer(here, "dig", right=False, at=2 * at)
        answer(there, "dig", right=False, at=2 * at + 1)
    assert [len(each.tried) for each in Classroom(room.folder).pupils()] == [3]


def test_a_link_among_the_pupils_is_passed_over(room: Classroom, tmp_path: Path) -> None:
    room.join("Anna")
    elsewhere, pupils = tmp_path / "elsewhere", room.folder / "pupils"
    elsewhere.mkdir()
    (elsewhere / "mine").touch()
    (pupils / ("a" * 32)).symlink_to(elsewhere)
    (pupils / ("b" * 32)).mkdir()
    (pupils / ("b" * 32) / "progress.sqlite3").symlink_to(elsewhere / "other.sqlite3")
    assert [each.name for each in room.pupils()] == ["Anna"]
    assert room.delete() == ()
    assert [each.name for each in elsewhere.iterdir()] == ["mine"]


@pytest.mark.parametrize(
    "name",
    [
        *("Anna", "anna", "  A n n a ", "ANNA\u200b", "\uff21nna", "\u0410nna", "A\u039d\u039da"),
        *("Anna\u3164", "An\u115fna", "An\u0578a", "Anna\u02bc", "A\u0578\u0578\u03b1"),
    ],
)
def test_a_name_is_nobody_elses(room: Classroom, name: str) -> None:
    room.join("Anna")
    with pytest.raises(ClassError, match="is taken"):
        room.join(name)


@pytest.mark.parametrize(
    ("name", "alike"),
    [
        *(("Emil", "Emi1"), ("Leo", "LE0"), ("Ivo", "\u0399\u03bd\u03bf")),
        *(
            ("Jo", "\u037f\u03bf"),
            ("TOM", "\u03a4\u039f\u03fa"),
        ),
        *(
            ("Gio", "\u050c\u0456\u043e"),
            ("Tim 3", "Tim \u0417"),
            ("BOBA", "\u0432\u043e\u0432\u0430"),
        ),
        ("T\u00c9O", "\u03a4\u0388\u039f"),
    ],
)
def test_a_digit_or_a_rare_letter_makes_no_other_name(
    name: str, alike: str, room: Classroom
) -> None:
    room.join(name)
    with pytest.raises(ClassError, match="is taken"):
        room.join(alike)
    room.join("Anna B")
    assert len(room.pupils()) == 2


@pytest.mark.parametrize(
    ("name", "fits"),
    [
        *(("\ua4dcoe", False), ("\ua4dc\ua4f3\ua4f0", False), ("Z\U0001042ce", False)),
        *(("Z\u10ffe", False), ("Z\u0d20e", False), ("Z\u05e1e", False), ("\u2c80nna", False)),
        *(("Pau\u3163", False), ("Ti\u4e28\u4e28", False), ("\u3147tto", False)),
        *(("Le\u09e6", False), ("Emi\u01c0", False), ("\u222ate", False), ("Le\u25cb", False)),
        *(("Zo\u00eb", True), ("\u0417\u043e\u044f", True), ("\u0396\u03c9\u03ae", True)),
        *(("\u738b Anna", True), ("\u3042\u304b\u308a", True), ("Zoe \U0001f600 2", True)),
        *(("\u13aanna", False), ("\u0251nna", False), ("\u1d00nna", False), ("le\uab3d", False)),
        *(("Tim \u01bc", False), ("O\ua78cNeil", False), ("Tim \u0222", False)),
        *(
            ("S\u00f8ren \u0141", True),
            ("I\u015f\u0131l", True),
            ("Ng\u1ecdc", True),
            ("\u018ali", True),
        ),
        *(("\u0632\u0648\u0626\u06cc", True), ("\u091c\u093c\u094b\u0908", True)),
    ],
)
def test_a_name_has_letters_that_people_write_together(
    name: str, fits: bool, room: Classroom
) -> None:
    """Otherwise one looks like another to whoever reads the register."""
    if fits:
        assert room.join(name).name == name
    else:
        with pytest.raises(ClassError, match="one alphabet"):
            room.join(name)


def test_a_latecomer_and_a_pack_for_later_change_nothing_for_the_others(room: Classroom) -> None:
    anna = room.join("Anna")
    answer(anna, "dig", right=True)
    room.join("Zoe")
    room.assign(Pack((samples.puzzle("card"),)))
    assert [len(pupil.outcomes()) for pupil in room.pupils()] == [1, 0]
    assert room.results().head[-3:] == ("1: stars", "1: tries", "1: hints")


@pytest.mark.parametrize(
    "name",
    ["", "  \n", "\u202e", "\u3164", "...", "\ud800", "x" * (LONGEST_NAME + 1), "\u0301" * 9],
)
def test_what_is_no_name_is_refused_with_a_sentence(room: Classroom, name: str) -> None:
    with pytest.raises(ClassError) as refused:
        room.join(name)
    for language in ("en", "de"):
        assert refused.value.sentence(language)
    assert room.pupils() == []


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("\u202eAnna\u2066 \x1b[31mB\x00", "Anna [31mB"),
        ("Z" + "\u0351" * 25, "Z\u0351\u0351"),
        ("<img src=x>", "<img src=x>"),
        ("Zoë", "Zoë"),
        ("Uli \u2460\uff1d\u00b2", "Uli 1=2"),
    ],
)
def test_a_hostile_name_is_one_short_line(room: Classroom, typed: str, shown: str) -> None:
    assert room.join(typed).name == shown


def test_no_name_is_a_formula_in_the_table(room: Classroom) -> None:
    pupil = room.join("=1+2,B")
    answer(pupil, "wanted", right=True)
    rows = list(csv.reader(io.StringIO(room.results().csv())))
    assert rows[0][0] == "pupil"
    assert rows[1][0] == "'=1+2,B"
    assert rows[1][7:9] == ["–", "3"]


def test_german_spreadsheets_split_at_semicolons_and_find_no_formula(room: Classroom) -> None:
    room.join("Anna,=1+1;B")
    rows = list(csv.reader(io.StringIO(room.results("de").csv()), delimiter=";"))
    assert [row[0] for row in rows] == ["Name", "Anna =1+1 B"]
    assert len(rows[1]) == len(rows[0]) > 10
    assert "," not in room.results("de").csv()


def test_nobody_fills_class_or_disk(room: Classroom, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ksm_widgets.solving.pupil.MOST_TRIES", 3)
    monkeypatch.setattr(classroom, "MOST_PUPILS", 3)
    pupil = room.join("Anna")
    for at in range(5):
        answer(pupil, "dig", right=False, at=at)
    for at in range(5, 8):
        answer(pupil, "dig", right=True, at=at)
    # There is always a place for what ends a puzzle.
    assert [tried.right for tried in pupil.tried] == [False, False, True]
    folder = room.folder / "pupils"
    for number in range(2):
        (folder / f"{number:032x}").mkdir()
    with pytest.raises(ClassError, match="full"):
        room.join("Bruno")


def test_a_hint_counts_although_the_puzzle_was_opened_anew(room: Classroom) -> None:
    """The server may have started again meanwhile."""
    joined = room.join("Anna")
    joined.note_help(DIG, 2)
    joined.note_help(DIG, 1)
    pupil = Classroom(room.folder).find(joined.id)
    assert pupil is not None
    answer(pupil, "dig", right=True)
    assert pupil.outcomes()[DIG] == Outcome(True, 1, 2)


def test_the_saved_results_have_the_hints_that_the_table_has(room: Classroom) -> None:
    pupil = room.join("Anna")
    answer(pupil, "dig", right=False)
    pupil.note_help(DIG, 3)
    pupil.note_help(WANTED, 1)
    assert pupil.outcomes_of(PACK) == {DIG: Outcome(False, 1, 3), WANTED: Outcome(False, 0, 1)}
    assert room.results().rows[0][-2:] == ("3", "1")
    answer(pupil, "dig", right=True, at=2)
    pupil.note_help(DIG, 4)
    assert pupil.outcomes_of(PACK)[DIG] == Outcome(True, 2, 3)
    assert room.results().rows[0][-2:] == ("3", "1")


def test_names_are_sorted_as_people_do(room: Classroom) -> None:
    for name in ("Tester", "Ömer", "zoe", "Mia-Sophie", "Émile", "Lena", "Olaf"):
        room.join(name)
    sorted_names = ["Émile", "Lena", "Mia-Sophie", "Olaf", "Ömer", "Tester", "zoe"]
    assert [pupil.name for pupil in room.pupils()] == sorted_names


def test_who_was_here_with_another_pack_only_comes_last_and_is_counted_apart(
    room: Classroom,
) -> None:
    anna, bruno, cleo = (room.join(name) for name in ("Anna", "Bruno", "Cleo"))
    for pupil in (anna, bruno):
        pupil.take(PACK)
    other = Pack((samples.puzzle("card"),), "Other")
    room.assign(other)
    bruno.take(other)
    assert [pupil.is_given(other) for pupil in (anna, bruno, cleo)] == [False, True, True]
    table = register(other, room.pupils(), Reader("en"), bruno.seen, "")
    assert "2 pupils, 2 active in the last minute. One more, at the end of the list," in table
    assert table.index("Cleo") < table.index("Anna")
    # With the first pack again those who solved something of it are back.
    answer(bruno, "dig", right=True)
    assert bruno.is_given(PACK)
    said = register(PACK, room.pupils(), Reader("en"), bruno.seen, "")
    assert "at the end of the list" not in said


def test_the_title_of_the_built_in_puzzles_is_none_that_a_teacher_gave(room: Classroom) -> None:
    assert room.title == "Two"
    room.assign(replace(PACK, title=shipped_pack().title))
    assert room.title == ""


def test_more_hints_than_anybody_needs_are_still_noted(room: Classroom) -> None:
    pupil = room.join("Anna")
    pupil.note_help(DIG, 1000)
    answer(pupil, "dig", right=True)
    assert not pupil.outcomes()[DIG].clean


def test_a_damaged_number_of_hints_is_none(room: Classroom) -> None:
    joined = room.join("Anna")
    joined._progress.set(f"class_hints.{DIG}", "many")
    answer(joined, "dig", right=True)
    assert joined.outcomes()[DIG] == Outcome(True, 1, 0)


def test_a_pupil_and_everybody_can_be_deleted_while_others_go_on(room: Classroom) -> None:
    anna, bruno = room.join("Anna"), room.join("Bruno")
    room.remove(anna.id)
    room.remove("../..")
    answer(anna, "dig", right=True)  # A phone may not know yet.
    assert room.pupils() == [bruno]
    assert len(list((room.folder / "pupils").iterdir())) == 1
    assert room.delete() == ()
    answer(bruno, "dig", right=True)
    assert not room.folder.exists()
    assert room.pupils() == []
    assert room.find(bruno.id) is None
    assert room.pack is None


@pytest.fixture
def unwritten(room: Classroom, monkeypatch: pytest.MonkeyPatch) -> Pupil:
    """A pupil with an answer that a full disk did not take; by now it has room again."""
    anna = room.join("Anna")

    def full(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as patched:
        patched.setattr("ksm_widgets.progress.store._PAUSES", (600.0, 600.0))
        patched.setattr("ksm_widgets.progress.store._connected", full)
        answer(anna, "dig", right=True)
    assert not anna.saved
    return anna


@pytest.mark.parametrize(
    "delete",
    [
        lambda room, pupil: room.remove(pupil.id),
        lambda room, _: room.delete(),
        lambda room, _: shutil.rmtree(room.folder),  # as another program of the teacher's does
    ],
)
def test_what_was_not_written_does_not_bring_back_what_is_deleted(
    room: Classroom, unwritten: Pupil, delete: Callable[[Classroom, Pupil], object]
) -> None:
    delete(room, unwritten)
    unwritten._progress._store._try_again()
    unwritten.take(PACK)
    assert room.pupils() == []
    unwritten.close()
    assert Classroom(room.folder).pupils() == []
    assert not list(room.folder.glob("pupils/*"))


@pytest.mark.parametrize("alone", [False, True])
def test_nothing_is_written_while_its_folder_is_emptied(
    room: Classroom, unwritten: Pupil, monkeypatch: pytest.MonkeyPatch, alone: bool
) -> None:
    """Its folder could not be deleted, and would stay."""
    there: list[tuple[Tried, ...]] = []

    def emptied(folder: Path, **_: object) -> None:
        unwritten._progress._store._try_again()
        there.extend(Pupil(file.parent).tried for file in folder.rglob("*.sqlite3"))

    monkeypatch.setattr(classroom, "_TRIES", 1)
    monkeypatch.setattr(shutil, "rmtree", emptied)
    left = room.remove(unwritten.id) if alone else room.delete()
    assert there == [()]
    assert [folder.exists() for folder in left] == [True]


def emptied_slowly(meanwhile: Callable[[], object]) -> Callable[..., None]:
    """Instead of shutil.rmtree: one during which somebody does something."""

    def rmtree(folder: Path, **_: Any) -> None:
        for file in folder.rglob("*"):
            if not file.is_dir():
                file.unlink()
        meanwhile()
        for each in (*sorted(folder.rglob("*"), reverse=True), folder):
            with suppress(OSError):
                each.rmdir()

    return rmtree


@pytest.mark.parametrize("alone", [False, True])
def test_another_server_fills_no_folder_that_is_being_deleted(
    room: Classroom, monkeypatch: pytest.MonkeyPatch, alone: bool
) -> None:
    anna, other = room.join("Anna"), Classroom(room.folder)
    there = other.find(anna.id)
    assert there is not None

    def goes_on() -> None:
        answer(there, "dig", right=False)
        there.note_help(DIG, 3)
        there._progress.set("class_hints", "written whether or not somebody is there")
        with suppress(ClassError):
            other.join("Bruno")

    monkeypatch.setattr(shutil, "rmtree", emptied_slowly(goes_on))
    monkeypatch.setattr(classroom, "_TRIES", 1)
    monkeypatch.setattr(classroom, "_PATIENCE", 0.1)
    assert (room.remove(anna.id) if alone else room.delete()) == ()
    assert [each.name for each in other.pupils()] == (["Bruno"] if alone else [])
    there.close()
    assert [each.name for each in room.pupils()] == (["Bruno"] if alone else [])
    assert room.folder.exists() is alone


@pytest.mark.parametrize("alone", [False, True])
def test_what_can_t_be_deleted_at_first_can_be_later(
    room: Classroom, monkeypatch: pytest.MonkeyPatch, alone: bool
) -> None:
    anna = room.join("Anna")
    with monkeypatch.context() as patched:
        patched.setattr(shutil, "rmtree", lambda *_, **__: None)
        patched.setattr(classroom, "_PAUSE", 0.0)
        [left] = room.remove(anna.id) if alone else room.delete()
    assert left.parent == room.folder.parent
    assert room.pupils() == []
    assert (room.pack is None) is not alone
    again = Classroom(room.folder)
    assert (again.deletable, again.delete(), left.exists()) == (True, (), False)
    assert not again.deletable


def test_a_deletion_that_fails_is_tried_again(
    room: Classroom, monkeypatch: pytest.MonkeyPatch
) -> None:
    room.join("Anna")
    truly, tries = shutil.rmtree, iter(range(9))

    def in_use(folder: Path, **more: Any) -> None:
        if next(tries) > 1:
            truly(folder, **more)

    monkeypatch.setattr(shutil, "rmtree", in_use)
    assert room.delete() == ()
    assert not room.deletable


def test_a_folder_that_can_t_be_moved_is_deleted_where_it_is(
    room: Classroom, monkeypatch: pytest.MonkeyPatch
) -> None:
    def denied(*_: object) -> None:
        raise PermissionError

    room.join("Anna")
    monkeypatch.setattr(Path, "rename", denied)
    assert room.delete() == ()
    assert not room.deletable


def test_what_was_not_written_is_when_it_can_be(room: Classroom, unwritten: Pupil) -> None:
    unwritten.close()
    assert [pupil.tried for pupil in Classroom(room.folder).pupils()] == [unwritten.tried]


@pytest.mark.parametrize("count", [0, MOST_PUZZLES + 1])
def test_a_pack_that_is_no_assignment_is_refused(room: Classroom, count: int) -> None:
    with pytest.raises(ClassError, match="1 to"):
        room.assign(Pack((samples.puzzle("dig"),) * count))
    assert room.pack == PACK


def test_a_pack_of_too_many_lines_is_refused_before_anything_in_it_is_read() -> None:
    with pytest.raises(ClassError, match="has 61 puzzles"):
        pack_of(b'{"pack": 1}\n' + b"nonsense\n" * (MOST_PUZZLES + 1), "pack.jsonl")
    assert list(pack_of(pack_text(PACK).encode(), "pack.jsonl")) == list(PACK)


class Endless(io.RawIOBase):
    """A device or a pipe that never ends."""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        buffer[:] = bytes(len(buffer))
        return len(buffer)


def test_a_pack_without_an_end_is_refused_at_its_first_line() -> None:
    with pytest.raises(PackError, match="line 1"):
        pack_of(io.BufferedReader(Endless()), "pack.jsonl")


def test_a_damaged_folder_is_no_class(tmp_path: Path) -> None:
    room = Classroom(tmp_path)
    (tmp_path / "assignment.jsonl").write_text("nonsense", encoding="utf-8")
    (tmp_path / "pupils").mkdir()
    (tmp_path / "pupils" / "notes.txt").touch()
    damaged = tmp_path / "pupils" / ("a" * 32)
    damaged.mkdir()
    (damaged / "progress.sqlite3").write_text("nonsense", encoding="utf-8")
    assert room.pack is None
    assert [pupil.name for pupil in room.pupils()] == ["?"]


class Typed(io.TextIOWrapper):
    """Typed input from a terminal."""

    def isatty(self) -> bool:
        return True


def test_the_class_at_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("KSM_DATA", str(tmp_path))
    room = Classroom()
    assert main(["puzzles", "class", "--language", "en"]) == 1
    assert "There is no class." in capsys.readouterr().err
    room.assign(PACK)
    answer(room.join("Anna"), "dig", right=True)
    out = tmp_path / "class.csv"
    assert main(["puzzles", "class", "--language", "en"]) == 0
    assert "Anna" in capsys.readouterr().out
    assert main(["puzzles", "class", "--out", str(out), "--language", "en"]) == 0
    # The same bytes as the page gives.
    assert out.read_bytes() == room.results().csv().encode("utf-8-sig")
    assert "one" in capsys.readouterr().err
    delete = ["puzzles", "class", "--delete", "--language", "en"]
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"y\n")))
    assert main(delete) == 2
    assert "needs --yes" in capsys.readouterr().err
    for typed in (b"\n", b""):
        monkeypatch.setattr("sys.stdin", Typed(io.BytesIO(typed)))
        assert main(delete) == 2
        said = capsys.readouterr().out
        assert "one name" in said
        assert "Nothing was deleted." in said
    assert Classroom().pupils()
    monkeypatch.setattr("sys.stdin", Typed(io.BytesIO(b"Y\n")))
    assert main(delete) == 0
    assert "The class is deleted" in capsys.readouterr().out
    assert Classroom().pupils() == []
    Classroom().assign(PACK)
    assert main([*delete, "--yes"]) == 0
    assert Classroom().pack is None
    assert room.pupils() == []


def test_a_pack_needs_sharing_and_sense(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "pack.jsonl"
    write_pack(PACK, file)
    assert main(["app", "--pack", str(file), "--language", "en"]) == 2
    assert "--share" in capsys.readouterr().err
    missing = str(tmp_path / "none.jsonl")
    assert main(["app", "--share", "--pack", missing, "--language", "en"]) == 2
    assert "none.jsonl" in capsys.readouterr().err
