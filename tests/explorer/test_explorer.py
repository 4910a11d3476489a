"""The explorer without a browser: clicks, keys and controls in; drawing, words and HTML out."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from array import array
from typing import Any

import pytest
from ipycanvas import canvas as ipycanvas_canvas

from ksm_widgets.draw import card_scene
from ksm_widgets.draw.canvas import shift_points
from ksm_widgets.explorer.links import EXAMPLES
from ksm_widgets.explorer.session import Mode, Tool
from ksm_widgets.explorer.view import explorer as explorer_module
from ksm_widgets.page.board import _shift
from ksm_widgets.page.html import picture
from ksm_widgets.rules import Position, Power, Quarry, Tile, cards
from ksm_widgets.widgets import Explorer
from tests.mines import CURSED
from tests.page.kernelless import click, cursed, frame, html, key, pointer, words

MANAGER = ipycanvas_canvas._CANVAS_MANAGER


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The messages sent to the canvas manager, which draws."""
    messages: list[Any] = []
    monkeypatch.setattr(MANAGER, "send", lambda *args, **kwargs: messages.append((args, kwargs)))
    return messages


def test_a_click_places_the_tile_in_hand_and_one_message_paints_it(sent: list[Any]) -> None:
    explorer = Explorer(Position())
    explorer.act("brush", "z")
    sent.clear()
    click(explorer, "c3")
    assert explorer.session.position.stack(Quarry.parse("c3")) == (Tile.MUMMY,)
    assert 1 <= len(sent) <= 2


def test_a_tile_glides_when_it_steps_and_only_then(monkeypatch: pytest.MonkeyPatch) -> None:
    explorer = cursed()
    told: list[dict[str, Any]] = []
    monkeypatch.setattr(explorer._board._frame, "send", told.append)
    explorer.act("solve", "plan")
    explorer.wait()
    assert told == []
    explorer.act("step", "1")
    (message,) = told
    assert message["glide"]["piece"].startswith("<svg")
    assert message["glide"]["source"] != message["glide"]["target"]
    explorer.act("look", "contrast")
    told.clear()
    explorer.act("step", "2")
    assert told == []
    explorer.act("step", "0")
    assert told == []
    explorer.act("step", "1")
    assert len(told) == 1


def test_a_client_that_comes_later_is_shown_everything(sent: list[Any]) -> None:
    explorer = Explorer()
    sent.clear()
    explorer._board._canvas._handle_custom_msg({"event": "client_ready"}, [])
    assert len(sent) == 1
    (_, message) = sent[0]
    switch = ipycanvas_canvas.COMMANDS["switchCanvas"]
    assert switch in message["buffers"][0][:20].tobytes() or len(message["buffers"]) > 1


def test_points_are_moved_as_the_painter_moves_them_by_itself() -> None:
    points = array("f", (0.5 * number for number in range(40)))
    moved = array("f", points)
    shift_points(points, 3.25, -7.5)
    _shift(moved, 3.25, -7.5)
    assert moved == points != array("f", (0.5 * number for number in range(40)))


def test_moves_of_the_mouse_within_a_quarry_draw_nothing(sent: list[Any]) -> None:
    explorer = Explorer()
    pointer(explorer, "point", "c3")
    sent.clear()
    for _ in range(300):
        pointer(explorer, "point", "c3")
    assert sent == []


def test_each_move_of_the_mouse_is_answered_so_that_the_next_may_come(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    explorer = Explorer()
    answers: list[dict[str, Any]] = []
    monkeypatch.setattr(explorer._board._frame, "send", answers.append)
    pointer(explorer, "point", "c3")
    monkeypatch.setattr("ksm_widgets.explorer.view.page.marks_of", None)
    pointer(explorer, "point", "d3")  # Even if it goes wrong.
    assert answers == [{"through": True}] * 2
    assert explorer.page.trouble


def test_an_error_while_drawing_does_not_stop_later_drawing(
    sent: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    explorer = Explorer(Position())

    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("the brush broke")

    with monkeypatch.context() as patch:
        patch.setattr("ksm_widgets.page.board.paint_canvas", broken)
        click(explorer, "a1")
    assert "the brush broke" in words(explorer, "said")
    assert MANAGER._caching is False
    sent.clear()
    click(explorer, "b1")
    assert sent
    assert "the brush broke" not in words(explorer, "said")


def test_an_error_in_a_callback_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    explorer = Explorer(Position())

    def broken(*_: object) -> None:
        raise RuntimeError("<b>no</b>")

    monkeypatch.setattr(Explorer, "acts", {"clear": broken})
    explorer._panels["hand"]._handle_custom_msg({"act": "clear", "value": ""}, [])
    assert "&lt;b&gt;no&lt;/b&gt;" in html(explorer, "said")


def test_text_from_outside_is_escaped_wherever_html_is_made() -> None:
    explorer = Explorer("board=-&<script>=1")
    assert "&lt;script&gt;" in html(explorer, "said")
    explorer.act("paste", "<img src=x onerror=alert(1)>/" * 6)
    explorer.act("deck", "number,shape\n<i>,#")
    for part in ("said", "hand", "set", "words", "side", "gallery", "worth", "editor"):
        assert "<script" not in html(explorer, part)
        assert "<img" not in html(explorer, part)
        assert "<i>" not in html(explorer, part)


def test_a_touch_does_what_a_click_does() -> None:
    explorer = Explorer(Position())
    pointer(explorer, "tap", "c3")
    assert sum(explorer.session.position.counts().values()) == 1


def test_a_tile_is_dragged() -> None:
    explorer = Explorer(Position())
    click(explorer, "a6")
    click(explorer, "a6", "a5")
    assert explorer.session.position.height(Quarry.parse("a6")) == 0
    assert explorer.session.position.height(Quarry.parse("a5")) == 1


def test_keys_alone_place_and_take_back() -> None:
    explorer = Explorer(Position())
    for name in ("ArrowUp", "5", "Enter"):
        key(explorer, name)
    assert explorer.session.position.top(Quarry.parse("a2")) is Tile.TREASURE_5
    key(explorer, "z", command=True)
    assert explorer.session.position == Position()
    key(explorer, "Z", command=True, shift=True)
    assert explorer.session.position != Position()


def test_the_live_region_speaks_the_quarry_and_what_happens() -> None:
    explorer = cursed()
    key(explorer, "ArrowRight")
    assert explorer._board._frame.said == "b1: a treasure of 4, level 1"
    key(explorer, "Delete")
    assert explorer._board._frame.said == "The treasure of 4 was removed from b1."


def test_pasting_on_the_board_reads_a_position() -> None:
    explorer = Explorer(Position())
    frame(explorer, {"paste": CURSED})
    assert explorer.session.position.text == CURSED
    frame(explorer, {"paste": "nonsense"})
    assert explorer.session.position.text == CURSED
    assert "A board has 6 rows" in words(explorer, "said")


@pytest.mark.parametrize("content", [None, [], {}, {"key": 3}, {"theme": "pink"}, {"act": 1}])
def test_messages_that_make_no_sense_are_dropped(content: object) -> None:
    explorer = Explorer()
    before = explorer.page
    frame(explorer, content)
    explorer._panels["head"]._handle_custom_msg(content, [])
    assert explorer.page == before


@pytest.mark.parametrize(
    ("act", "value"),
    [
        ("mode", "sideways"), ("brush", "Q"), ("card", "99"), ("card", "one"), ("seed", "x"),
        ("money", ""), ("worth-parchment", "NaN"), ("plan", "5"), ("step", "1"), ("look", "pink"),
        ("language", "fr"), ("no such act", "1"), ("draft-cell", "9"), ("stop", ""), ("run", ""),
        ("example", "none"), ("unseen", "much"),
    ],
)  # fmt: skip
def test_values_no_control_sends_change_nothing(act: str, value: str) -> None:
    explorer = Explorer()
    before = explorer.session.state
    explorer.act(act, value)
    assert explorer.session.state == before
    assert not explorer.page.trouble


def test_a_shape_of_the_real_game_is_entered_and_chosen() -> None:
    explorer = Explorer()
    explorer.act("draft-number", "4")
    explorer.act("draft-empty", "")
    explorer.act("draft-take", "")
    assert "1 to 6 were expected" in words(explorer, "said")
    for cell in ("0,0", "1,1", "2,2"):
        explorer.act("draft-cell", cell)
    explorer.act("draft-take", "")
    card = explorer.session.situation.card
    assert (card.number, str(card.shape)) == (4, "..#/.#./#..")


def test_a_card_file_is_opened_or_refused_with_its_line() -> None:
    explorer = Explorer()
    explorer.act("deck", "number,shape\n3,##\n9,###\n")
    assert [card.number for card in explorer.session.situation.deck] == [3, 9]
    explorer.act("deck", "number,shape\n3,##\n4,oops\n")
    assert "line 3" in words(explorer, "said")


def test_the_gallery_is_filtered_by_size_and_fills_a_hand() -> None:
    explorer = Explorer()
    explorer.act("sizes", "3")
    three = [card for card in cards() if card.shape.size == 3]
    assert html(explorer, "gallery").count('data-act="card"') == len(three)
    explorer.act("card", "2")
    explorer.act("hold", "2")
    assert explorer.session.situation.hand == (2,)
    assert "in hand" in html(explorer, "gallery")


def test_powers_money_and_values_are_plain_controls() -> None:
    explorer = Explorer()
    for act, value in (
        ("power", "seal"), ("money", "3"), ("worth-parchment", "1,5"), ("worth-magic", "2.25"),
        ("worth-curse", "0"), ("unseen", "-0.5"), ("variant", "beginner"),
    ):  # fmt: skip
        explorer.act(act, value)
    situation = explorer.session.situation
    assert situation.powers == {Power.SEAL}
    assert situation.money == 3
    values = situation.values
    assert (values.parchment, values.magic, values.curse, values.unseen) == (1500, 2250, 0, -500)
    assert situation.variant.value == "beginner"
    explorer.act("unseen", "never")
    assert explorer.session.situation.values.unseen is None


def test_a_card_that_the_mirror_has_turned_is_shown_as_it_is_held() -> None:
    explorer = cursed()

    def held() -> list[int]:
        """The quarters by which the card on the page is turned."""
        session, theme = explorer.session, explorer.page.theme
        return [
            quarters
            for quarters in range(4)
            if picture(card_scene(session.situation.card, quarters=quarters, theme=theme))
            in html(explorer, "turn")
        ]

    explorer.act("card", "15")
    explorer.act("turn", "")  # There is no mirror yet.
    assert held() == [0]
    explorer.act("power", "mirror")
    for quarters in (1, 2, 3, 0, 1):
        explorer.act("turn", "")
        assert held() == [quarters]
    explorer.act("power", "mirror")
    assert held() == [0]


def test_every_part_speaks_german_after_the_switch() -> None:
    explorer = Explorer(language="en")
    explorer.act("language", "de")
    assert "Aufbauen" in words(explorer, "head")
    assert "magisches Beil" in html(explorer, "hand")
    explorer.act("mode", "play")
    assert "Dein Zug" in words(explorer, "hand")
    assert "Spielbrett" in explorer._board._frame.label


def test_themes_follow_the_page_until_one_is_chosen() -> None:
    explorer = Explorer()
    assert "ksm-theme-light" in explorer._dom_classes
    frame(explorer, {"theme": "dark"})
    assert "ksm-theme-dark" in explorer._dom_classes
    assert "ksm-theme-light" not in explorer._dom_classes
    explorer.act("look", "contrast")
    frame(explorer, {"theme": "light"})
    assert "ksm-theme-contrast" in explorer._dom_classes


@pytest.mark.parametrize(
    ("what", "name", "inside"),
    [("svg", "mine.svg", "<svg"), ("text", "mine.txt", "board="), ("cards", "cards.csv", "number")],
)
def test_files_to_save(monkeypatch: pytest.MonkeyPatch, what: str, name: str, inside: str) -> None:
    explorer = Explorer()
    saved: list[dict[str, str]] = []
    monkeypatch.setattr(explorer._board._frame, "send", saved.append)
    explorer.act("save", what)
    assert saved[0]["name"] == name
    assert inside in saved[0]["text"]
    explorer.act("save", "png")
    assert saved[1] == {"save": "picture", "name": "mine.png"}


def test_a_link_opens_this_very_position(monkeypatch: pytest.MonkeyPatch) -> None:
    situation = EXAMPLES[2].situation
    assert Explorer(EXAMPLES[2].link).session.situation == situation
    assert Explorer(situation).session.situation == situation
    monkeypatch.setenv("QUERY_STRING", EXAMPLES[2].link)
    served = Explorer()
    assert served.session.situation == situation
    assert Explorer(Position()).session.position == Position()
    messages: list[dict[str, str]] = []
    monkeypatch.setattr(served._board._frame, "send", messages.append)
    served.act("money", "4")
    assert "money=4" in messages[-1]["address"]


@pytest.fixture
def outputs(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What a notebook would show, oldest first; a picture that is made anew comes once more."""
    shown: list[dict[str, Any]] = []

    class Handle:
        def update(self, data: dict[str, Any], *, raw: bool) -> None:
            shown.append(data)

    def display(data: Any, *, raw: bool, display_id: bool = False) -> Handle:
        shown.append(data[0] if isinstance(data, tuple) else data)
        return Handle()

    monkeypatch.setattr(explorer_module, "display", display)
    monkeypatch.setattr(explorer_module, "_REST", 0.0)
    return shown


def test_a_notebook_keeps_a_picture_and_a_text_before_the_widget(
    outputs: list[dict[str, Any]],
) -> None:
    Explorer(Position.parse(CURSED))._ipython_display_()
    kept, widget = outputs
    assert kept["image/svg+xml"].startswith("<svg")
    assert CURSED in kept["text/plain"]
    assert "application/vnd.jupyter.widget-view+json" in widget


def test_the_picture_kept_is_the_board_as_it_was_left(
    outputs: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def sitting() -> None:
        explorer = Explorer(Position())
        explorer.act("brush", "z")
        click(explorer, "a1")
        assert outputs == []  # Nothing is shown, so nothing is kept.
        explorer._ipython_display_()
        outputs.clear()
        for name in ("b1", "c1"):
            click(explorer, name)
        while not outputs:
            await asyncio.sleep(0)
        assert [data["text/plain"][-15:] for data in outputs] == ["-,-/z,z,z,-,-,-"]

        def broken(*_: object) -> str:
            raise RuntimeError("no ink")

        monkeypatch.setattr(explorer_module, "paint_svg", broken)
        click(explorer, "d1")
        while "no ink" not in words(explorer, "said"):
            await asyncio.sleep(0)

    asyncio.run(asyncio.wait_for(sitting(), 60))


def test_the_table_is_entered_by_keys() -> None:
    explorer = Explorer()
    explorer.act("enter", "anew")
    assert explorer.session.tool is Tool.TABLE
    for name in "3y0":
        key(explorer, name)
    assert explorer.session.position.text.startswith("??y,-,")


def test_the_ghost_says_what_is_missing() -> None:
    explorer = cursed()
    explorer.act("tool", "dig")
    assert explorer.session.mode is Mode.PLAY
    pointer(explorer, "point", "b1")
    assert "are on levels 1 and 2" in words(explorer, "said")
    pointer(explorer, "point", "b4")
    assert "empty quarry" in words(explorer, "said")
    click(explorer, "c1")
    pointer(explorer, "point", None)


def test_importing_the_package_brings_no_widget() -> None:
    code = "import sys, ksm_widgets; print(any('ipywidgets' in name for name in sys.modules))"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "False"


def test_the_board_s_text_is_told_though_its_picture_stays() -> None:
    """In the covered view: another tile lies under the one that shows."""
    explorer = Explorer(Position.near("54,-,-,-,-,-"))
    explorer.act("covered", "on")
    before = explorer.page.picture
    explorer.act("paste", Position.near("34,-,-,-,-,-").text)
    assert explorer.page.picture == before
    assert explorer._board._frame.text == explorer.session.position.text
