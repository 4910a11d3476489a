"""What learners reached with an earlier version is there: on disk, in files saved, in browsers."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import ksm_widgets as ksm
from tests.earlier.opening import (
    DATA,
    Browser,
    app_key,
    data_folder_of,
    due_puzzles,
    due_rules,
    edition_of,
    known,
    opened,
    overview,
    preferences,
    puzzle_record,
    saved,
)

if TYPE_CHECKING:
    import pytest

    from tests.earlier.conftest import Command, Home

EXPORTS = DATA / "exports"
GUEST = "0123456789abcdef0123456789abcdef"
DAY = 86_400_000
LAST = 1_774_093_000_000
"""Milliseconds since 1970 when Anna was last here, 21 March 2026."""

ANNA = {
    "attempts": 54,
    "right": 41,
    "hints": 10,
    "stars": 117,
    "reviews": 50,
    "grades": 105,
    "settings": sorted(
        [
            *("edition", "laid_out", "language", "look", "seating"),
            *(f"match.{place}" for place in range(12)),
        ]
    ),
    "aside": None,
}
ANNAS_LESSONS = {
    "start": ("4 / 4", "12 / 12"),
    "mine": ("3 / 5", "9 / 15"),
    "round": ("1 / 4", "3 / 12"),
    "card": ("2 / 4", "6 / 12"),
    "dig": ("3 / 7", "9 / 21"),
    "moving": ("4 / 10", "12 / 30"),
    "tiles": ("2 / 6", "6 / 18"),
    "magic": ("3 / 13", "9 / 39"),
    "paying": ("2 / 10", "6 / 30"),
    "end": ("1 / 10", "3 / 30"),
    "turn": ("1 / 5", "3 / 15"),
    "costs": ("2 / 6", "6 / 18"),
}
ANNAS_PUZZLES = {
    "rating": "1065 ± 371",
    "streak": 2,
    "longest": 2,
    "tried": [
        *("0431f3d504", "0bd91f7d25", "0cb619443c", "2b0e7905cb"),
        *("50dc95dfb6", "525cf9b7a4", "790fbfd412", "d41882e799"),
    ],
    "solved": [
        *("0431f3d504", "0bd91f7d25", "2b0e7905cb"),
        *("50dc95dfb6", "525cf9b7a4", "790fbfd412", "d41882e799"),
    ],
    "best storm": 3,
    "themes": {
        "dont_dig": (1, 1),
        "complete_set": (1, 1),
        "mirror": (1, 2),
        "amulet": (1, 1),
        "long_carry": (1, 1),
        "clear_way": (0, 2),
    },
}
BRUNO = {"attempts": 8, "right": 7, "hints": 1, "stars": 21, "reviews": 4, "grades": 7}


def test_lessons_practice_and_final_test_count_as_before(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    progress = opened(home("anna"))
    assert known(progress) == ANNA
    course = ksm.Course("en", progress=progress)
    assert overview(course) == ANNAS_LESSONS
    assert due_rules(course, monkeypatch, LAST - 10 * DAY) == []
    # Those missed last come first; all that was asked is due by then.
    later = due_rules(course, monkeypatch, LAST + 365 * DAY)
    assert later[:8] == ["R23", "R9", "R31", "R21", "R29", "R6", "R2", "R1"]
    assert len(later) == 24
    progress.close()


def test_the_same_course_is_opened_without_naming_its_file(home: Home) -> None:
    home("anna")
    course = ksm.Course("en")
    assert overview(course) == ANNAS_LESSONS
    assert edition_of(course) == "de"


def test_puzzles_ratings_storms_and_what_comes_back_are_as_before(
    home: Home, command: Command
) -> None:
    progress = opened(home("anna"))
    for at, due in ((LAST - 7 * DAY, ([], 2)), (LAST, (["0cb619443c", "0bd91f7d25"], 0))):
        puzzles = ksm.Puzzles(language="en", progress=progress, clock=partial(int, at))
        assert puzzle_record(puzzles) == ANNAS_PUZZLES
        assert due_puzzles(puzzles) == due
        puzzles.close()
    progress.close()
    status, out, _ = command("puzzles", "play", typed="quit\n")
    assert status == 0
    assert "0cb619443c" in out
    assert "1065 ± 371" in out


def test_language_and_colours_are_those_that_were_chosen(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    home("anna")
    explorer = ksm.Explorer()
    assert preferences(explorer) == ("de", "dark")
    explorer.close()
    monkeypatch.setenv("KSM_DATA", str(home("2026-11-21")))
    monkeypatch.setenv("KSM_LANGUAGE", "de")
    monkeypatch.setenv("KSM_LOOK", "contrast")
    explorer = ksm.Explorer()
    assert preferences(explorer) == ("de", "contrast")
    explorer.close()


def test_a_shared_app_knows_its_bookmarks_and_its_guests(home: Home) -> None:
    folder = home("anna")
    assert app_key() == "earlier-key-" + 20 * "k"
    cookies = {"ksm-guest": GUEST, "ksm-language": "de", "ksm-look": "contrast"}
    assert data_folder_of(cookies) == {
        "KSM_DATA": str(folder / "guests" / GUEST),
        "KSM_LANGUAGE": "de",
        "KSM_LOOK": "contrast",
    }
    progress = opened(folder / "guests" / GUEST)
    found = known(progress)
    assert {name: found[name] for name in BRUNO} == BRUNO
    assert found["aside"] is None
    progress.close()


def test_files_of_the_first_days_are_read_and_written(home: Home) -> None:
    """Before versions of the tables were counted, and before there were reviews."""
    for name in ("2026-11-21-uncounted", "2026-11-21"):
        folder = home(name)
        progress = opened(folder)
        found = known(progress)
        assert found["aside"] is None
        assert (found["attempts"], found["right"], found["stars"], found["hints"]) == (6, 4, 9, 3)
        course = ksm.Course("en", progress=progress)
        assert overview(course)["moving"] == ("1 / 10", "2 / 30")
        assert edition_of(course) == "de"
        progress.set("language", "de")
        progress.close()
        again = opened(folder)
        assert known(again)["settings"] == ["edition", "language"]
        assert known(again)["attempts"] == 6
        again.close()
        assert sorted(file.name for file in folder.iterdir()) == ["progress.sqlite3"]


def test_files_that_were_saved_are_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    first = {"attempts": 6, "right": 4, "hints": 3, "stars": 9, "reviews": 0}
    for name, expected in (("anna.json", ANNA), ("bruno.json", BRUNO), ("2026-11-21.json", first)):
        text = (EXPORTS / name).read_text(encoding="utf-8")
        progress = opened(None)
        view = ksm.Course("en", progress=progress).progress()
        view.act("load", text)
        found = known(progress)
        assert {key: found[key] for key in expected} == expected, name
        again = json.loads(saved(view, "save", "", monkeypatch))
        assert {**{"reviews": [], "settings": again["settings"]}, **json.loads(text)} == again
        progress.close()


def test_who_had_solved_every_task_of_a_lesson_still_has() -> None:
    progress = opened(None)
    course = ksm.Course("en", progress=progress)
    course.progress().act("load", (EXPORTS / "cleo.json").read_text(encoding="utf-8"))
    solved = {lesson: counts[0] for lesson, counts in overview(course).items()}
    tasks = {"start": 4, "mine": 5, "round": 4, "card": 4, "dig": 7, "moving": 10, "tiles": 6}
    tasks |= {"magic": 13, "paying": 10, "end": 10, "turn": 5, "costs": 6}
    assert solved == {lesson: f"{count} / {count}" for lesson, count in tasks.items()}
    progress.close()


def test_a_class_s_results_are_as_before(command: Command, tmp_path: Path) -> None:
    files = [EXPORTS / f"{name}.json" for name in ("anna", "bruno", "cleo")]
    out = tmp_path / "class.csv"
    pack = DATA / "packs" / "class.jsonl"
    status, _, _ = command("puzzles", "results", *files, "--pack", pack, "--out", out)
    assert status == 0
    # Today's table has more columns, stars as in a lesson, and no rating or weakest theme before it
    # means something.
    before = [line.split(",") for line in (EXPORTS / "class.csv").read_text("utf-8").splitlines()]
    rows = [line.split(",") for line in out.read_text("utf-8").splitlines()]
    assert [row[:4] for row in rows[1:]] == [row[:4] for row in before[1:]]
    status, table, _ = command("puzzles", "results", *files)
    assert status == 0
    assert [line.split()[:4] for line in table.splitlines()[1:]] == [
        ["anna", "7", "8", "5"],
        ["bruno", "4", "4", "2"],
        ["cleo", "0", "0", "0"],
    ]


def test_what_a_browser_kept_is_taken_and_kept_on(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Where no disk lasts, a page's script hands over what lies in the browser's storage."""
    monkeypatch.setenv("BINDER_LAUNCH_HOST", "somewhere")
    browser = Browser((EXPORTS / "anna.json").read_text(encoding="utf-8"))
    course = ksm.Course("en")
    browser.visit(course, monkeypatch)
    assert overview(course) == ANNAS_LESSONS
    monkeypatch.setenv("KSM_DATA", str(tmp_path / "another"))
    puzzles = ksm.Puzzles(language="en", clock=lambda: LAST)
    browser.visit(puzzles, monkeypatch)
    assert puzzle_record(puzzles) == ANNAS_PUZZLES
    puzzles.close()
    assert json.loads(browser.there) == json.loads((EXPORTS / "anna.json").read_text())


def test_what_a_browser_keeps_is_looked_for_under_the_same_names() -> None:
    """In the scripts and on the server: storage and cookies of earlier visits have these names."""
    package = Path(ksm.__file__).parent
    files = [*package.rglob("*.js"), *package.rglob("*.py")]
    source = "\n".join(file.read_text(encoding="utf-8") for file in files)
    names = (DATA / "names" / "browser.txt").read_text().split("\n")[:-1]
    assert len(names) == 5
    for line in names:
        place, name = line.split()
        assert f'"{name}"' in source, place
