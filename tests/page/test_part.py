"""Scripts and style sheets of widgets: brought along, or loaded from the app."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest
from ipywidgets import Widget

from ksm_widgets.page.part import PACKAGE, SERVED_AT, Panel, digest, passing
from ksm_widgets.widgets import Course, Explorer, GameTable, Puzzles, shelf_game

if TYPE_CHECKING:
    from collections.abc import Iterator


def parts(widget: Any) -> Iterator[dict[str, Any]]:
    """The states of a widget's parts that have scripts, as they are sent to a browser."""
    states = Widget.get_manager_state(widgets=list(within(widget)))["state"].values()
    return (each["state"] for each in states if "_esm" in each["state"])


def within(widget: Any) -> Iterator[Widget]:
    """A widget, and all that are in it."""
    yield widget
    for child in getattr(widget, "children", ()):
        yield from within(child)


def test_elsewhere_a_widget_brings_all_along(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(SERVED_AT, raising=False)
    panels = [state for state in parts(Explorer()) if "html" in state]
    scripts, styles = ({state[name] for state in panels} for name in ("_esm", "_css"))
    assert scripts == {Panel.scripts[0].read_text(encoding="utf-8")}
    assert all(file.read_text(encoding="utf-8") in css for css in styles for file in Panel.styles)


def test_in_the_app_it_names_what_is_to_be_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SERVED_AT, "/user/me/voila/parts/")
    named = set()
    for state in parts(Explorer()):
        assert len(state["_esm"]) < 1500
        assert not state["_css"]
        named |= set(re.findall(r'"(/user/me/voila/parts/[^"]+)"', state["_esm"]))
    for address in named:
        names, _, version = address.removeprefix("/user/me/voila/parts/").partition("?v=")
        files = [PACKAGE / name for name in names.split("+")]
        assert version == digest("\n".join(file.read_text(encoding="utf-8") for file in files))
    assert {address.partition("?")[0].rpartition("/")[2] for address in named} == {
        *("panel.js", "board.js", "pulse.js"),
        *("page.css", "layout.css", "pulse.css"),
    }


def test_a_page_of_the_app_brings_little(monkeypatch: pytest.MonkeyPatch) -> None:
    def size() -> int:
        return sum(len(json.dumps(state)) for state in parts(Explorer()))

    monkeypatch.delenv(SERVED_AT, raising=False)
    before = size()
    monkeypatch.setenv(SERVED_AT, "/")
    assert size() < before / 2


def test_what_was_made_to_warm_up_is_closed_with_all_its_parts() -> None:
    kept = Explorer()
    with passing():
        gone = [Explorer(), Explorer()]
    assert all(each.comm is None for explorer in gone for each in within(explorer))
    assert all(each.comm is not None for each in within(kept))
    assert Explorer().comm is not None


def test_every_panel_has_the_style_sheets_of_all_pages() -> None:
    """A page of the app loads nothing but its own, and a board without them is out of shape."""

    def below(kind: type[Panel]) -> Iterator[type[Panel]]:
        for one in kind.__subclasses__():
            yield one
            yield from below(one)

    assert all((Course, GameTable, Puzzles, shelf_game))  # Their pages are imported when asked for.
    found = [one for one in below(Panel) if one.__module__.startswith("ksm_widgets.")]
    assert len(found) > 5
    for one in found:
        assert set(Panel.styles) <= set(one.styles), one
