"""No panel is ever behind the page, though each is made anew only when it has to be."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ksm_widgets.rules import Position, Power, Quarry
from ksm_widgets.tutor.sitting.examples import EXAMPLES
from ksm_widgets.widgets import Explorer
from ksm_widgets.widgets.acts import ACTS
from ksm_widgets.widgets.looks import Looks
from ksm_widgets.widgets.markup import Markup
from ksm_widgets.widgets.page import Page
from ksm_widgets.widgets.parts.beside import reckoning
from ksm_widgets.widgets.rendering import PARTS, Part, said
from tests.mines import CURSED
from tests.widgets.kernelless import click, cursed, frame, html, key, pointer

_NEAR = ("a1", "b1", "c1", "d1", "a2", "b2", "c2", "f6")
_FLAT = "-,-,-,-,-,-/" * 4 + "4,3z,-,-,-,-/5,44,y1,-,-,-"
_UNSEEN = "-,-,-,-,-,-/" * 5 + "5?,?4,??z,-,-,-"
_FAULTY = "-,-,-,-,-,-/" * 5 + "11111,-,-,-,-,-"
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
_acts = st.sampled_from(
    [(name, value) for name in (*ACTS, "solve", "run") for value in _VALUES.get(name, ("",))]
)
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
    monkeypatch.setattr("ksm_widgets.widgets.asking._PATIENCE", 0.02)


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
    """Each panel is as if made anew just now, and so is the picture of the board."""
    page, board = explorer.page, explorer._board
    for name, part in PARTS.items():
        assert html(explorer, name) == part.html(page), name
    assert html(explorer, "said") == said(page)
    assert html(explorer, "under") == (reckoning(page) or "")
    assert board._scene == Looks.of(page).scene()
    assert board._frame.text == explorer.session.position.text
    assert page.trouble is None


@settings(max_examples=60, deadline=None)
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
        "look",
        *(pytest.param(each, marks=pytest.mark.slow) for each in ("play", "plan", "hand")),
    ],
)
@pytest.mark.parametrize("name", [*ACTS, "solve"])
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


def test_a_click_makes_only_the_panels_anew_that_it_changes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made: list[str] = []

    def counted(name: str, part: Part) -> Part:
        def html_(page: Page) -> Markup:
            made.append(name)
            return part.html(page)

        return Part(html_, part.made_of)

    counting = {name: counted(name, part) for name, part in PARTS.items()}
    monkeypatch.setattr("ksm_widgets.widgets.explorer.PARTS", counting)
    explorer = Explorer(Position())
    assert sorted(made) == sorted(PARTS)
    click(explorer, "c3")  # Undo can be pressed from now on.
    made.clear()
    pointer(explorer, "press", "d4")
    assert made == []
    pointer(explorer, "release", "d4")
    assert set(made) == {"words", "plans", "set", "worth"}
    made.clear()
    pointer(explorer, "point", "e5")
    pointer(explorer, "point", None)
    assert made == []


def test_the_marks_of_a_picture_are_reckoned_once(monkeypatch: pytest.MonkeyPatch) -> None:
    explorer = cursed()
    explorer.act("mode", "play")
    explorer.act("tool", "dig")
    asked: list[Quarry | None] = []
    marks_of = Looks.of.__globals__["marks_of"]

    def counted(session: Any, **more: bool) -> Any:
        asked.append(session.pointed)
        return marks_of(session, **more)

    monkeypatch.setattr("ksm_widgets.widgets.looks.marks_of", counted)
    pointer(explorer, "point", "b1")
    assert asked == [Quarry.parse("b1")]
