"""The panels for setting up that every game has: head, what is said, tiles, examples and text."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from ksm_widgets.companions.shelf import pages
from ksm_widgets.companions.view.page import Mode
from ksm_widgets.companions.view.rules import cited
from ksm_widgets.draw.shapes import Placed, Scene
from ksm_widgets.page.html import (
    Markup,
    button,
    element,
    fault,
    folded,
    group,
    picture,
    row,
    section,
    segments,
    settings,
    signed,
    theme_colours,
    told,
)
from ksm_widgets.page.sharing import share

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ksm_widgets.companions.view.page import TablePage
    from ksm_widgets.draw.shapes import Sprite
    from ksm_widgets.page.html import Child
    from ksm_widgets.telling.phrases import Phrase


def head(page: TablePage) -> Child:
    """Title, the other games, mode, undo and redo, colours and language."""
    text, draft = page.text, page.draft
    what = element("small", text(f"{page.name}_page.what"))
    title = element("h1.ksm-title", text(f"companion_{page.name}.name"), " ", what)
    modes = [(mode.value, text(f"shelf_page.mode_{mode.value}")) for mode in Mode]
    mode = segments(text("shelf_page.mode"), "mode", modes, page.mode.value)
    history = row(
        button(signed("↶", text("shelf_page.undo")), "undo", disabled=not draft.past),
        button(signed("↷", text("shelf_page.redo")), "redo", disabled=not draft.future),
    )
    both = (mode, history if page.mode is Mode.SET else None)
    games = (
        element("a", text(f"companion_{name}.name"), href=f"{page.address}?game={name}")
        for name in (pages() if page.address else ())
        if name != page.name
    )
    return theme_colours(), element("div.ksm-header", title, games, both, settings(page))


def said(page: TablePage, help_: str) -> Iterator[Child]:
    """The notice; without one, what can be done."""
    notice = page.notice
    yield fault(page)
    if notice is None:
        yield told((help_,))
        return
    yield told(notice.sentences(page.reader), notice.tone, notice.rule)
    yield cited(page)
    faults = page.draft.faults
    if faults and page.draft.notice is not None:
        yield element("ul.ksm-faults", (element("li", page.reader.say(one)) for one in faults))


@cache
def _drawn_sprite(sprite: Sprite) -> Markup:
    # Meeples and ways reach a little beyond their box.
    return picture(Scene(104, 104, (Placed(sprite, 2, 2),)))


def tile(
    sprite: Sprite, act: str, value: str, words: str, key: str = "", *, pressed: bool
) -> Markup:
    """A button with the picture of what it puts on the board, and its key."""
    letter = element("kbd.ksm-letter", key, aria_hidden="true") if key else None
    return button(
        (_drawn_sprite(sprite), letter), act, value, pressed=pressed, label=words, class_="ksm-tile"
    )


def grouped(label: str, buttons: list[Markup]) -> Child:
    """Tiles under a heading."""
    return element("div", element("h3", label), group(label, buttons, class_="ksm-tiles"))


def segment(page: TablePage, name: str, options: list[tuple[int, str]], chosen: int) -> Child:
    """A choice of a few numbers, with its name above; the name is the game's."""
    label = page.text(f"{page.name}_page.{name}")
    return element("h3", label), segments(label, name, options, chosen)


def whole(page: TablePage, examples: Iterable[str]) -> Child:
    """Examples, the position as text, and the link."""
    text = page.text
    shown = (
        button(text(f"{page.name}_example.{name}"), "example", name, class_="ksm-small")
        for name in examples
    )
    line = f'from ksm_widgets.widgets import shelf_game; shelf_game(start="{page.link}")'
    return (
        section(text("shelf_page.examples"), row(shown)),
        _text(page),
        share(page, line, coded=page.coded, open_=False),
    )


def _text(page: TablePage) -> Child:
    text = page.text
    return folded(
        text("shelf_page.text"),
        element("label.ksm-label", text("shelf_page.text_field"), for_="ksm-text"),
        element(
            "textarea.ksm-field.ksm-text",
            page.draft.text,
            id="ksm-text",
            name="position",
            rows=6,
            spellcheck="false",
        ),
        row(
            button(text("shelf_page.read"), "paste", from_="position"),
            button(text("share.copy"), "copied", copy="position"),
            button(text("shelf_page.save"), "save", "svg"),
        ),
        id_="ksm-as-text",
        open_=True,
    )


def lines_of(phrases: tuple[Phrase, ...], page: TablePage) -> Iterator[Child]:
    """Sentences as a list."""
    yield element("ul.ksm-reasons", (element("li", page.reader.say(one)) for one in phrases))
