"""A page of a toy game: places of its own, acts, errors, searches, all without the mine."""

from __future__ import annotations

from dataclasses import dataclass, replace
from threading import Event, get_ident
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import pytest

from ksm_widgets.draw import HitArea, Rect, Scene
from ksm_widgets.draw.showing import BoardView, Motion
from ksm_widgets.page.background import LatestRun
from ksm_widgets.page.html import button, element
from ksm_widgets.page.page import BOARD, BoardPage
from ksm_widgets.page.part import LONGEST_TEXT
from ksm_widgets.page.state import (
    PageState,
    among,
    decimal,
    item,
    member,
    number,
    whole,
)
from ksm_widgets.rules.errors import KsmError
from ksm_widgets.rules.tiles import Power
from ksm_widgets.telling.phrases import Reader

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ksm_widgets.telling.phrases import Notice

Place = tuple[int, str]
PLACES: tuple[Place, ...] = ((0, "left"), (1, "right"))


@dataclass(frozen=True)
class Coins:
    """Two heaps of coins, and which of them is marked."""

    heaps: tuple[int, int]
    marked: Place | None

    def scene(self) -> Scene:
        hits = tuple(HitArea(30.0 * at, 0, 20, 20, place) for at, place in enumerate(PLACES))
        items = tuple(Rect(30.0 * at, 0, 20, heap, 2, "red") for at, heap in enumerate(self.heaps))
        return Scene(50, 20, items, hits)

    def motion_to(self, after: Coins) -> Motion | None:
        if after.heaps == self.heaps:
            return None
        return Motion(Scene(20, 20, (Rect(0, 0, 9, 9, 2, "red"),)), (0, 0), (30, 0), (30, 0), 20)


@dataclass(frozen=True, slots=True)
class Table(PageState):
    """The toy's page: coins go from the heap pressed to the one where it is lifted."""

    heaps: tuple[int, int] = (3, 1)
    held: Place | None = None
    at: Place | None = None
    notice: str = ""

    @property
    def board(self) -> BoardView:
        held = {str(place): [str(other) for other in PLACES] for place in PLACES}
        return BoardView(
            Coins(self.heaps, self.at),
            text=str(self.heaps),
            label="two heaps",
            help="",
            held=held if self.held else {},
        )

    @property
    def announcement(self) -> str:
        return self.notice

    @property
    def link(self) -> str:
        return f"heaps={self.heaps[0]},{self.heaps[1]}"

    def telling(self, notice: Notice | None) -> Table:
        return replace(self, notice="" if notice is None else notice.text(Reader(self.language)))

    def pressed(self, place: Place) -> Table:
        return replace(self, held=place)

    def released(self, place: Place | None) -> Table:
        if self.held is None or place is None or place == self.held:
            return replace(self, held=None)
        heaps = list(self.heaps)
        heaps[self.held[0]] -= 1
        heaps[place[0]] += 1
        return replace(self, held=None, heaps=(heaps[0], heaps[1]))

    def pointed(self, place: Place | None) -> Table:
        return replace(self, at=place)

    def keyed(self, key: str) -> Table:
        return replace(self, at=PLACES[0] if key == "ArrowLeft" else PLACES[1])

    def unfocused(self) -> Table:
        return replace(self, at=None)

    def shortcut(self, key: str, *, command: bool, shift: bool) -> tuple[str, str] | None:
        return ("add", "1") if key == "+" else None

    def read_out(self, before: Table) -> str:
        return str(self.at) if self.at != before.at else ""


def _add(page: Table, value: str) -> Table:
    return replace(page, heaps=(page.heaps[0] + number(value), page.heaps[1]))


def _refuse(page: Table, value: str) -> Table:
    raise KsmError("cards.unknown", number=value, known="1")


def _break(page: Table, value: str) -> Table:
    raise KeyError(value)


class Heaps(BoardPage[Table]):
    """The toy's widget."""

    panels = MappingProxyType(
        {
            "said": lambda page: element("p", page.notice or page.trouble),
            "turn": lambda page: button(str(page.heaps[0]), "add", 1),
        }
    )
    layout = ("sheet", ("middle", BOARD, "said"), "turn")
    near = ("said",)
    acts = MappingProxyType({"add": _add, "refuse": _refuse, "break": _break})
    paste_act = "add"

    def __init__(self) -> None:
        self.saved: list[str] = []
        self.after: list[Table] = []
        super().__init__(Table())

    @property
    def effects(self) -> Mapping[str, Any]:
        return {
            "save": self.saved.append,
            "count": lambda _: self._count(),
            "offer": lambda value: self.set_page(_refuse(self.page, value)),
        }

    def touched(self, before: Table) -> None:
        self.after.append(before)

    def _count(self) -> None:
        self.in_background(
            lambda stop, tell: sum(self.page.heaps),
            lambda page, found: replace(page, notice=f"{found} coins"),
        )


@pytest.fixture
def heaps(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> Heaps:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return Heaps()


def frame(page: Heaps, content: object) -> None:
    page._board._frame._handle_custom_msg(content, [])


def press(page: Heaps, act: str, value: str | None = "") -> None:
    page._panels["turn"]._handle_custom_msg({"act": act, "value": value}, [])


def html(page: Heaps, name: str) -> str:
    panel: Any = page._panels[name]
    return str(panel.html)


def test_places_are_named_by_their_text(heaps: Heaps) -> None:
    shown: Any = heaps._board._frame
    assert shown.places == {"(0, 'left')": [0, 0, 20, 20], "(1, 'right')": [30, 0, 20, 20]}
    assert (shown.width, heaps._board._canvas.width) == (50, 100)
    before = heaps.page
    frame(heaps, {"press": "(0, 'left')"})
    assert heaps.page.held == (0, "left")
    assert shown.held["(0, 'left')"] == ["(0, 'left')", "(1, 'right')"]
    frame(heaps, {"release": "(1, 'right')"})
    assert heaps.page.heaps == (2, 2)
    assert heaps.after == [before]
    assert shown.held == {}
    frame(heaps, {"tap": "c3"})
    assert heaps.page.heaps == (2, 2)
    assert "2" in html(heaps, "turn")


def test_a_piece_that_moves_is_shown(heaps: Heaps, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[dict[str, Any]] = []
    monkeypatch.setattr(heaps._board._frame, "send", sent.append)
    heaps.act("add", "1")
    (message,) = sent
    assert message["glide"]["piece"].startswith("<svg")
    assert message["glide"]["target"] == (30, 0)


def test_keys_the_pointer_and_a_shortcut(heaps: Heaps) -> None:
    frame(heaps, {"key": "ArrowRight", "command": False, "shift": False})
    shown: Any = heaps._board._frame
    assert shown.said == "(1, 'right')"
    frame(heaps, {"focus": False})
    assert str(heaps.page.at) == "None"
    frame(heaps, {"point": "(0, 'left')"})
    assert str(heaps.page.at) == "(0, 'left')"
    frame(heaps, {"key": "+", "command": False, "shift": False})
    frame(heaps, {"paste": "4"})
    assert heaps.page.heaps == (8, 1)


def test_an_effect_is_not_an_act_of_the_state(heaps: Heaps) -> None:
    press(heaps, "save", "here")
    assert heaps.saved == ["here"]
    press(heaps, "nothing like that", "1")
    assert heaps.page == Table()


def test_a_refusal_is_told_and_a_forged_value_changes_nothing(heaps: Heaps) -> None:
    press(heaps, "refuse", "7")
    assert "There is no card 7" in html(heaps, "said")
    before = heaps.page
    for value in ("seven", "1.5", "٣", ""):
        press(heaps, "add", value)
    assert heaps.page == before


@pytest.mark.parametrize("text", [None, "1" * (LONGEST_TEXT + 1)])
def test_too_long_a_text_is_refused(heaps: Heaps, text: str | None) -> None:
    """The browser sends None for one; a browser that is not ours might send the text."""
    frame(heaps, {"paste": text})
    assert "too long" in html(heaps, "said")
    heaps.set_page(Table())
    press(heaps, "add", text)
    assert "too long" in html(heaps, "said")
    assert heaps.page.heaps == Table().heaps


def test_what_an_effect_refuses_is_told_too(heaps: Heaps) -> None:
    press(heaps, "offer", "7")
    assert "There is no card 7" in html(heaps, "said")
    assert not heaps.page.trouble


def test_any_other_error_is_shown_until_the_next_act(heaps: Heaps) -> None:
    press(heaps, "break", "<here>")
    assert heaps.page.trouble == "KeyError('<here>')"
    assert "&lt;here&gt;" in html(heaps, "said")
    press(heaps, "add", "1")
    assert html(heaps, "said") == "<p></p>"
    with pytest.raises(KeyError):
        heaps.perform("break", "")


def test_a_search_ends_in_the_next_page(heaps: Heaps) -> None:
    press(heaps, "count")
    heaps.wait()
    assert html(heaps, "said") == "<p>4 coins</p>"


def test_without_an_event_loop_a_result_comes_to_who_waits_for_it(heaps: Heaps) -> None:
    """In a thread of its own it would act on the page beside whoever uses it."""
    came: list[int] = []

    def shown(page: Table, _: None) -> Table:
        came.append(get_ident())
        return page

    heaps.in_background(lambda *_: None, shown)
    heaps.wait()
    assert came == [get_ident()]


def test_what_a_result_starts_is_waited_for_too(
    heaps: Heaps, monkeypatch: pytest.MonkeyPatch
) -> None:
    def double(page: Table) -> None:
        BoardPage.set_page(heaps, page)
        if page.notice == "4 coins":
            told = replace(page, notice="8")
            heaps.in_background(lambda *_: told, lambda _, found: found, name="a")

    heaps.in_background(lambda *_: 0, lambda page, _: page, name="a")
    heaps.wait()
    monkeypatch.setattr(heaps, "set_page", double)
    press(heaps, "count")
    heaps.wait()
    assert heaps.page.notice == "8"


def test_colours_follow_the_page_around_until_they_are_chosen(heaps: Heaps) -> None:
    frame(heaps, {"theme": "dark"})
    assert "ksm-theme-dark" in heaps._dom_classes
    press(heaps, "look", "contrast")
    frame(heaps, {"theme": "light"})
    assert "ksm-theme-contrast" in heaps._dom_classes
    assert "ksm-theme-dark" not in heaps._dom_classes
    press(heaps, "language", "de")
    press(heaps, "language", "fr")
    press(heaps, "look", "pink")
    assert (heaps.page.language, heaps.page.look) == ("de", "contrast")
    assert not heaps.page.trouble


def test_values_are_parsed_at_the_edge() -> None:
    assert whole(" 12 ", 0, 9) == 9
    assert str(decimal("2,5")) == "2.5"
    assert member(Power, "seal") is Power.SEAL
    assert item("abc", "1") == "b"
    assert among(("a", "b"), "a") == "a"
    for parse in (
        lambda: number("1e3"),
        lambda: decimal("NaN"),
        lambda: decimal("1e999999"),
        lambda: decimal("two"),
        lambda: member(Power, "axe"),
        lambda: item("abc", "-1"),
        lambda: among(("a",), "c"),
    ):
        with pytest.raises(ValueError, match=r"^(?!$)"):
            parse()


def test_one_run_works_at_a_time_and_those_between_are_left_out() -> None:
    """Work that is slow to stop is waited for, however often another is asked for."""
    begun, let_go = Event(), Event()
    events: list[str] = []
    came: list[int] = []
    failures: list[Exception] = []
    runs = LatestRun(failures.append)

    def work(at: int) -> int:
        events.append(f"{at} begins")
        begun.set()
        assert let_go.wait(30)
        events.append(f"{at} ends")
        return at

    for asked in range(4):
        runs.next(lambda *_, at=asked: work(at), done=came.append, progress=lambda _: None).start()
        assert begun.wait(30)
    let_go.set()
    runs.join()
    assert events == ["0 begins", "0 ends", "3 begins", "3 ends"]
    assert came == [3]
    assert not failures
