"""Who visits the site: what is taken from a browser, and what is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from ksm_widgets.progress.progress import Progress
from ksm_widgets.site.access import owners_language
from ksm_widgets.site.visitors import Kept, Visit, preferred_language, progress_kept, read_visit
from ksm_widgets.telling.doors import DoorLesson


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("de", "de"),
        ("de-AT,de;q=0.9,en;q=0.5", "de"),
        ("fr, EN-gb;q=0.7, de;q=0.3", "en"),
        ("fr", "en"),
        ("", "en"),
        (";;,,*", "en"),
    ],
)
def test_the_first_language_we_have_is_taken(accepted: str, language: str) -> None:
    assert preferred_language(accepted) == language


def test_what_was_chosen_goes_before_all_else() -> None:
    chosen = {"ksm-language": "de", "ksm-look": "contrast"}
    assert read_visit(chosen, "en", usual="en", guests=False) == Visit("de", "contrast")
    assert read_visit({}, "de", usual="en", guests=False) == Visit("en")
    assert read_visit({}, "de", guests=False) == Visit("de")


@pytest.mark.parametrize(("named", "language"), [("de", "de"), ("nonsense", "en"), ("", "en")])
def test_an_owner_is_told_things_in_a_language_we_have(
    named: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KSM_LANGUAGE", named)
    assert owners_language() == language
    assert read_visit({}, "de", usual="nonsense", guests=False) == Visit("de")


@pytest.mark.parametrize("name", ["ksm-language", "ksm-look", "ksm-guest"])
@pytest.mark.parametrize("text", ["", "../..", "xx", "<script>", "0" * 31, "DE"])
def test_a_strange_cookie_counts_for_nothing(name: str, text: str) -> None:
    assert read_visit({name: text}, "", guests=False) == Visit("en")
    guest = read_visit({name: text}, "", guests=True).guest
    assert len(guest) == 32
    assert set(guest) <= set("0123456789abcdef")


def test_guests_have_data_of_their_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("KSM_DATA", str(tmp_path))
    first = read_visit({}, "", guests=True)
    second = read_visit({}, "", guests=True)
    again = read_visit({"ksm-guest": first.guest}, "", guests=True)
    folders = [Path(guest.environment["KSM_DATA"]) for guest in (first, second, again)]
    assert folders[0] == folders[2] != folders[1]
    assert all(folder.is_relative_to(tmp_path) and folder != tmp_path for folder in folders)
    assert "KSM_DATA" not in read_visit({}, "", guests=False).environment


LESSONS = [
    DoorLesson("4", "Digging", "", ("dig.all",)),
    DoorLesson("4½", "First", "", ("game.first",), game="guided.first."),
    DoorLesson("12", "Test", "", passed=14, first_seed=1000),
    DoorLesson("12½", "Own", "", ("game.own",), game="match.", record="seed 640 "),
]


def test_home_is_told_the_last_answer_of_each_kind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("BINDER_LAUNCH_HOST", raising=False)
    assert progress_kept(tmp_path, LESSONS) == Kept()
    assert not [*tmp_path.iterdir()]
    progress = Progress(tmp_path / "progress.sqlite3")
    answers = [
        *(("dig.all", 3, False), ("dig.all", 4, True), ("dig.all", 5, False)),
        *(("puzzle.1", 0, True), ("moving.fill", 1000, True), ("moving.fill", 1000, False)),
    ]
    for at, (task, seed, right) in enumerate(answers):
        progress.answered(task, seed, "en", right=right, at=at)
    progress.close()
    told = progress_kept(tmp_path, LESSONS)
    assert told is not None
    assert told.attempts == [
        *(("dig.all", 0, "", 0, True), ("dig.all", 0, "", 0, False)),
        *(("moving.fill", 1000, "", 0, True), ("moving.fill", 1000, "", 0, False)),
    ]
    monkeypatch.setenv("BINDER_LAUNCH_HOST", "https://example.org")
    assert progress_kept(tmp_path, LESSONS) is None


def test_home_is_told_which_games_of_lessons_were_begun_and_no_more(tmp_path: Path) -> None:
    progress = Progress(tmp_path / "progress.sqlite3")
    progress.set("guided.first.0", "1 2\ngame players 3 seed 286 edition en")
    progress.set("match.3", "1 2\nseat 1 - Anna\ngame players 3 seed 640 edition en")
    progress.set("match.4", "1 2\ngame players 3 seed 6401 edition en")
    progress.set("edition", "de")
    progress.close()
    told = progress_kept(tmp_path, LESSONS)
    assert told is not None
    assert told.settings == {"guided.first.0": "", "match.3": "seed 640 "}
