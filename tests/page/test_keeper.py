"""Progress kept by the reader's browser; the browser's part is played by a few lines of Python."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ksm_widgets.page.changing import arrive, leave
from ksm_widgets.page.keeper import Keeper
from ksm_widgets.progress.progress import Progress, ProgressTextError
from ksm_widgets.progress.rows import Attempted
from ksm_widgets.widgets import Course, Puzzles
from ksm_widgets.words import sentence

ONE = Attempted("moving.targets", 3, "en", 1000, True, 2, 1, "R13")
OTHER = Attempted("moving.targets", 4, "en", 2000, False, 0, 0, "R13")


class Browser:
    """What lies in a browser's storage, and pages that read and write it as keeper.js does."""

    def __init__(self, there: str = "", *, full: bool = False) -> None:
        self.there, self.full = there, full
        self.aside: str | None = None

    def page(self, monkeypatch: pytest.MonkeyPatch, keeper: Keeper) -> None:
        seen, damaged = self.there, ""

        def look() -> None:
            nonlocal seen
            seen = self.there
            keeper._handle_custom_msg({"there": seen}, [])

        def receive(content: dict[str, Any], buffers: object = None) -> None:
            nonlocal seen, damaged
            if "aside" in content:
                damaged = seen
            if "keep" not in content:
                return
            if seen and damaged == seen and not self.full:
                self.aside = seen
                keeper._handle_custom_msg({"aside": "ksm-progress-damaged-2"}, [])
            if self.full:
                keeper._handle_custom_msg({"failed": True}, [])
            elif self.there != seen:
                look()
            else:
                seen = self.there = content["keep"]
                keeper._handle_custom_msg({"kept": content["number"]}, [])

        monkeypatch.setattr(keeper, "send", receive)
        look()


def keeper_in(
    browser: Browser, monkeypatch: pytest.MonkeyPatch, *known: Attempted
) -> tuple[Keeper, Progress]:
    progress = Progress()
    for attempted in known:
        progress.record(attempted)
    keeper = Keeper(progress, lambda: None)
    assert not keeps(keeper)
    browser.page(monkeypatch, keeper)
    return keeper, progress


def keeps(keeper: Keeper) -> bool:
    """Whether it says so now; asked twice it may say something else."""
    return keeper.keeps


def in_it(browser: Browser) -> tuple[Attempted, ...]:
    found = Progress()
    found.read_in(browser.there)
    return found.attempts()


def test_what_is_reached_is_kept_and_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    browser = Browser()
    keeper, progress = keeper_in(browser, monkeypatch, ONE)
    assert keeps(keeper)
    progress.record(OTHER)
    progress.set("edition", "de")
    progress.set("match.0", "a whole game")
    assert keeps(keeper)
    _, later = keeper_in(browser, monkeypatch)
    assert later.attempts() == (ONE, OTHER)
    assert later.setting("edition") == "de"
    assert later.setting("match.0") == "a whole game"


def test_two_pages_do_not_overwrite_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    browser = Browser()
    first, progress = keeper_in(browser, monkeypatch)
    second, elsewhere = keeper_in(browser, monkeypatch)
    progress.record(ONE)
    elsewhere.record(OTHER)
    assert keeps(first)
    assert keeps(second)
    assert in_it(browser) == (ONE, OTHER)


def test_it_is_not_said_to_be_kept_before_the_browser_has_said_so() -> None:
    progress = Progress()
    keeper = Keeper(progress, lambda: None)
    progress.record(ONE)
    assert not keeps(keeper)
    keeper._handle_custom_msg({"there": ""}, [])
    assert not keeps(keeper)
    keeper._handle_custom_msg({"kept": 1}, [])
    assert keeps(keeper)
    progress.record(OTHER)
    assert not keeps(keeper)


def test_a_browser_without_room_keeps_nothing_and_that_is_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    keeper, progress = keeper_in(Browser(full=True), monkeypatch, ONE)
    assert not keeps(keeper)
    progress.record(OTHER)
    assert not keeps(keeper)


def test_what_is_no_progress_is_set_aside(monkeypatch: pytest.MonkeyPatch) -> None:
    browser = Browser("somebody else's")
    keeper, _ = keeper_in(browser, monkeypatch, ONE)
    assert browser.aside == "somebody else's"
    assert keeps(keeper)
    assert in_it(browser) == (ONE,)


def test_what_does_not_look_like_an_answer_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    keeper, _ = keeper_in(Browser(), monkeypatch)
    for content in ({"there": 3}, {"kept": "all"}, {"failed": "no"}, "kept", None):
        keeper._handle_custom_msg(content, [])
    assert keeps(keeper)


@pytest.fixture
def binder(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    """A disk that goes with the sitting."""
    monkeypatch.setenv("KSM_DATA", str(tmp_path))
    monkeypatch.setenv("BINDER_LAUNCH_HOST", "https://example.org/")


def said(name: str) -> str:
    return sentence(f"lesson_view.{name}", "en")


def test_what_goes_wrong_with_what_came_is_handed_on() -> None:
    def changed() -> None:
        raise KeyError("lamp")

    failed: list[Exception] = []
    keeper = Keeper(Progress(), changed, failed.append)
    keeper._handle_custom_msg({"there": ""}, [])
    assert list(map(repr, failed)) == ["KeyError('lamp')"]
    keeper.close()


@pytest.mark.usefixtures("binder")
def test_the_course_says_where_its_progress_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    course = Course("en")
    overview: Any = course.progress()
    assert said("no_disk") in overview._panels["asked"].html
    assert course._keeper is not None
    browser = Browser()
    browser.page(monkeypatch, course._keeper)
    assert said("in_browser") in overview._panels["asked"].html
    course._progress.close()


@pytest.mark.usefixtures("binder")
@pytest.mark.parametrize("full", [False, True])
def test_the_course_says_what_became_of_damaged_progress(
    full: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Keeper, "aside", "")
    course = Course("en")
    overview: Any = course.progress()
    assert course._keeper is not None
    Browser("damaged", full=full).page(monkeypatch, course._keeper)
    told = overview._panels["asked"].html
    assert ("ksm-progress-damaged-2" in told) is not full
    assert (said("damaged_stays") in told) is full
    assert said("no_disk" if full else "in_browser") in told
    course._progress.close()


@pytest.mark.parametrize("name", ["", "x", "ksm-progress-damaged-", "ksm-progress-damaged-1\n", 3])
def test_no_other_name_is_said_to_be_that_of_damaged_progress(
    name: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Keeper, "aside", "")
    Keeper(Progress(), lambda: None)._handle_custom_msg({"aside": name}, [])
    assert Keeper.aside == ""


def test_where_a_disk_keeps_it_no_browser_is_asked(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    monkeypatch.setenv("KSM_DATA", str(tmp_path))
    course = Course("en")
    assert course._keeper is None
    course._progress.close()


@pytest.mark.usefixtures("binder")
def test_puzzles_take_up_what_the_browser_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzles = Puzzles()
    assert puzzles._keeper is not None
    browser = Browser(_kept(ONE))
    browser.page(monkeypatch, puzzles._keeper)
    assert puzzles.guide.progress.attempts() == (ONE,)


def _kept(*attempts: Attempted) -> str:
    progress = Progress()
    for attempted in attempts:
        progress.record(attempted)
    return progress.text()


@pytest.mark.usefixtures("binder")
def test_a_page_of_the_site_begins_with_what_the_browser_has(
    monkeypatch: pytest.MonkeyPatch,
) -> None:

    monkeypatch.setenv("KSM_LANGUAGE", "en")
    monkeypatch.setenv("KSM_LOOK", "auto")
    monkeypatch.setenv("QUERY_STRING", "")
    before = Course("en")
    leave()
    assert before._keeper is not None
    assert before._keeper.comm is None
    arrive(json.dumps({"KSM_LANGUAGE": "de", "QUERY_STRING": "", "kept": _kept(ONE)}))
    assert Puzzles().page.language == "de"
    assert Course("de")._progress.attempts() == (ONE,)
    arrive(json.dumps({"kept": "nothing of ours"}))
    with pytest.raises(ValueError, match="KSM_LANGUAGE"):
        arrive(json.dumps({"KSM_LANGUAGE": 7}))


def test_an_edition_that_was_chosen_is_not_replaced_by_a_file_s() -> None:
    progress, other = Progress(), Progress()
    progress.set("edition", "en")
    other.set("edition", "de")
    progress.read_in(other.text())
    assert progress.setting("edition") == "en"
    with pytest.raises(ProgressTextError):
        progress.read_in("[]")


@pytest.mark.parametrize(
    "settings", [[], "match.0", {"edition": 3}, {"edition": "\ud800"}, {"set_aside": "a"}]
)
def test_settings_that_do_not_look_like_ours_are_dropped(settings: object) -> None:
    progress = Progress()
    told = json.loads(progress.text())
    progress.read_in(json.dumps({**told, "settings": settings}))
    assert json.loads(progress.text())["settings"] == {}
