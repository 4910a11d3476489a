"""Whatever is done, every panel shows the page as it is now."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ksm_widgets.draw import Marks
from ksm_widgets.explorer.links import EXAMPLES
from ksm_widgets.explorer.session import Session
from ksm_widgets.explorer.view.acts import ACTS
from ksm_widgets.explorer.view.marks import marks_of
from ksm_widgets.explorer.view.panels import PANELS
from ksm_widgets.page.html import joined
from ksm_widgets.rules import Position, Power, Quarry
from ksm_widgets.widgets import Explorer
from tests.mines import CURSED
from tests.page.kernelless import click, cursed, frame, html, key, pointer

_NEAR = ("a1", "b1", "c1", "d1", "a2", "b2", "c2", "f6")
_FLAT = "-,-,-,-,-,-/" * 4 + "4,3z,-,-,-,-/5,44,y1,-,-,-"
_UNSEEN = "-,-,-,-,-,-/" * 5 + "5?,?4,??z,-,-,-"
_FAULTY = "-,-,-,-,-,-/" * 5 + "11111,-,-,-,-,-"
_ACTS = (*ACTS, "look", "language", "solve", "run")
_VALUES: dict[str, tuple[str, ...]] = {
    "mode": ("edit", "play"),
    "covered": ("", "on"),
    "brush": ("1", "z", "?"),
    "tool": ("place", "erase", "table", "move", "dig"),
    "paste": (CURSED, _FLAT, _UNSEEN, _FAULTY, "nonsense"),
    "enter": ("anew", "on"),
    "pad-height": ("0", "2"),
    "pad-top": ("?", "y"),
    "ask": ("a1:1", "c1:2"),
    "name": ("5", "M"),
    "gather": ("", "on"),
    "keys": ("", "on"),
    "example": tuple(example.key for example in EXAMPLES[-2:]),
    "random": ("early", "late"),
    "seed": ("5", "17"),
    "card": ("1", "2", "15"),
    "hold": ("1", "2", "15"),
    "deck": ("number,shape\n1,###\n2,##\n", "number,shape\n1,##/##\n", "none"),
    "sizes": ("0", "3", "4"),
    "draft-number": ("1", "4", "30"),
    "draft-cell": ("0,0", "0,1", "3,3"),
    "variant": ("beginner", "standard"),
    "power": tuple(power.value for power in Power),
    "money": ("0", "1", "10"),
    "worth-parchment": ("0", "2.5"),
    "worth-magic": ("1", "9"),
    "worth-curse": ("0", "3"),
    "unseen": ("never", "mean", "2", "-1"),
    "screen": ("on", ""),
    "have": ("a", "M", "5"),
    "put-back": ("a", "M"),
    "players": ("2", "5"),
    "rounds": ("0", "3"),
    "last": ("on", ""),
    "other": ("0,curses,3", "1,magic,2"),
    "option": ("0", "1"),
    "plan": ("0", "1", "2"),
    "step": ("0", "1", "2"),
    "step-by": ("-1", "1"),
    "anew": ("", "on"),
    "look": ("auto", "light", "dark", "contrast"),
    "language": ("en", "de"),
    "solve": ("plan", "best", "frontier", "look", "hand", "hint", "judge"),
    "run": ("",),
}
_acts = st.sampled_from([(name, value) for name in _ACTS for value in _VALUES.get(name, ("",))])
_quarries = st.sampled_from(_NEAR)
_steps = st.one_of(
    st.tuples(st.just("act"), _acts),
    st.tuples(st.just("act"), _acts),
    st.tuples(st.just("click"), st.tuples(_quarries, _quarries)),
    st.tuples(st.just("click"), _quarries.map(lambda quarry: (quarry, quarry))),
    st.tuples(st.just("point"), _quarries),
    st.tuples(
        st.just("key"),
        st.sampled_from(["ArrowUp", "Enter", "Escape", "m", "g", "r", "z", "u", "?"]),
    ),
    st.tuples(st.just("theme"), st.sampled_from(["light", "dark"])),
)


@pytest.fixture(autouse=True)
def short_of_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is found of looks in a glance is as good for a panel as what is found in seconds."""
    monkeypatch.setattr("ksm_widgets.explorer.view.acts._PATIENCE", 0.02)


def do(explorer: Explorer, kind: str, what: Any) -> None:
    """One thing that a reader does; a search is waited for."""
    match kind:
        case "act":
            explorer.act(*what)
            explorer.wait()
        case "click":
            click(explorer, *what)
        case "point":
            pointer(explorer, "point", what)
        case "key":
            key(explorer, what)
        case "theme":
            frame(explorer, {"theme": what})


def assert_shows_its_page(explorer: Explorer) -> None:
    """Each panel is that of the page now, and so is the picture of the board."""
    page, board = explorer.page, explorer._board
    for name, panel in PANELS.items():
        assert html(explorer, name) == joined(panel(page)), name
    assert board._scene == page.picture.scene()
    assert board._frame.text == explorer.session.position.text
    assert not page.trouble


@pytest.mark.long
@given(st.lists(_steps, min_size=5, max_size=25))
def test_whatever_is_done_every_panel_shows_the_page_as_it_is(
    steps: list[tuple[str, Any]],
) -> None:
    explorer = cursed()
    for kind, what in steps:
        do(explorer, kind, what)
        assert_shows_its_page(explorer)


@pytest.mark.parametrize(
    "start",
    [
        "edit",
        pytest.param("look", marks=pytest.mark.long),
        *(pytest.param(each, marks=pytest.mark.slow) for each in ("play", "plan", "hand")),
    ],
)
@pytest.mark.parametrize("name", [name for name in _ACTS if name != "run"])
def test_after_each_act_every_panel_shows_the_page_as_it_is(start: str, name: str) -> None:
    explorer = cursed()
    for number in ("1", "2"):
        explorer.act("hold", number)
    if start == "play":
        explorer.act("mode", "play")
        click(explorer, "c1", "d1")
    elif start != "edit":
        if start == "look":
            do(explorer, "act", ("paste", _UNSEEN))
        do(explorer, "act", ("solve", start))
    for value in _VALUES.get(name, ("",)):
        do(explorer, "act", (name, value))
        assert_shows_its_page(explorer)
        do(explorer, "act", ("undo", ""))
        assert_shows_its_page(explorer)


def test_a_press_or_a_point_sends_only_what_it_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    explorer = Explorer(Position())
    click(explorer, "c3")  # Undo can be pressed from now on.
    sent: list[str] = []
    for name, panel in explorer._panels.items():
        monkeypatch.setattr(panel, "send_state", lambda *_, name=name, **__: sent.append(name))
    pointer(explorer, "press", "d4")
    assert sent == []
    pointer(explorer, "release", "d4")
    assert set(sent) == {"said", "words", "set"}
    sent.clear()
    pointer(explorer, "point", "e5")
    pointer(explorer, "point", None)
    assert sent == []


def test_the_marks_of_a_picture_are_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    explorer = cursed()
    explorer.act("mode", "play")
    explorer.act("tool", "dig")
    asked: list[Quarry | None] = []

    def counted(session: Session) -> Marks:
        asked.append(session.hand.pointed)
        return marks_of(session)

    monkeypatch.setattr("ksm_widgets.explorer.view.page.marks_of", counted)
    pointer(explorer, "point", "b1")
    assert asked == [Quarry.parse("b1")]
