"""The panels that every game has: head, notices, the table in words, examples, text and link."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.companions.shelf import notebook_of, pages
from ksm_widgets.companions.view.page import Mode
from ksm_widgets.companions.view.parts import text_area
from ksm_widgets.companions.view.rules import next_lesson, noticed
from ksm_widgets.page.html import (
    button,
    element,
    fault,
    folded,
    row,
    section,
    segments,
    settings,
    signed,
    theme_colours,
    told,
)
from ksm_widgets.page.sharing import beside, share
from ksm_widgets.telling.phrases import Tone
from ksm_widgets.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ksm_widgets.companions.position import AnyPlace
    from ksm_widgets.companions.view.page import AnyPage
    from ksm_widgets.page.html import Child
    from ksm_widgets.rules.errors import RuleError


def head(page: AnyPage) -> Child:
    """Title, the way to learn it, other games, mode, undo and redo, colours and language."""
    text, draft = page.text, page.draft
    what = element("small", text("shelf_page.what"))
    title = element("h1.ksm-title", text(f"companion_{page.name}.name"), " ", what)
    modes = [(mode.value, text(f"shelf_page.mode_{mode.value}")) for mode in Mode]
    mode = segments(text("shelf_page.mode"), "mode", modes, page.mode.value)
    history = row(
        button(signed("↶", text("shelf_page.undo")), "undo", disabled=not draft.past),
        button(signed("↷", text("shelf_page.redo")), "redo", disabled=not draft.future),
    )
    both = (mode, history if page.mode is Mode.SET else None)
    games = (
        element("a", text(f"companion_{name}.name"), href=beside(page.address, notebook_of(name)))
        for name in (pages() if page.address else ())
        if name != page.name
    )
    return theme_colours(), element(
        "div.ksm-header", title, next_lesson(page), games, both, settings(page)
    )


def said(page: AnyPage) -> Iterator[Child]:
    """The notice, or else what can be done; where a position is set up, its faults, too."""
    yield fault(page)
    if page.notice is not None:
        yield noticed(page, page.notice)
    if page.starting:
        if page.notice is None:
            yield told((page.text("shelf_play.start_what"), page.text("shelf_play.anew")))
        return
    yield _faults(page, page.draft.faults)
    if page.notice is None:
        yield _in_hand(page)
    if page.match is not None:
        yield button(page.text("shelf_page.to_game"), "mode", Mode.PLAY.value, class_="ksm-to-game")


def _faults(page: AnyPage, faults: tuple[RuleError, ...]) -> Child:
    """The first fault; the others unfold."""
    if not faults:
        return None
    first, *others = map(page.reader.say, faults)
    if not others:
        return told((first,), Tone.WARNING, faults[0].rule)
    more = page.text(counted("shelf_page.more_faults", len(others)), count=len(others))
    return element(
        "details.ksm-notice.ksm-tone-warning",
        element("summary", element("span", first, " "), element("b", more)),
        element("ul.ksm-faults", (element("li", one) for one in others)),
        id="ksm-faults",
    )


def _in_hand(page: AnyPage) -> Child:
    """The tool in hand; what it can do unfolds."""
    first, *rest = map(page.reader.say, page.tool_help)
    if not rest:
        return told((first,))
    return element(
        "details.ksm-notice",
        element("summary", first),
        element("p", rest),
        id="ksm-in-hand",
    )


def in_words(
    page: AnyPage, places: Iterable[AnyPlace] | None = None, *, above: Child = None
) -> Child:
    """The table in words, for readers who cannot see the board: some places, or all.

    `above` tells the others.
    """
    shown = page.picture.places if places is None else places
    lines = (page.place_told(page.shown, place, page.language) for place in shown)
    listed = element("ul", (element("li", line) for line in lines))
    return folded(page.text("shelf_page.in_words"), above, listed, id_="ksm-text-board")


def position_panels(page: AnyPage) -> Child:
    """Examples, the position as text, and the link."""
    text = page.text
    shown = (
        button(text(f"{page.name}_example.{name}"), "example", name, class_="ksm-small")
        for name in page.draft.examples
    )
    line = f'from ksm_widgets.widgets import shelf_game; shelf_game(start="{page.link}")'
    return (
        section(text("shelf_page.examples"), row(shown)),
        _text(page),
        share(page, line, coded=page.coded, open_=False),
    )


def _text(page: AnyPage) -> Child:
    text = page.text
    return folded(
        text("shelf_page.text"),
        text_area("position", text("shelf_page.text_field"), page.draft.text),
        row(
            button(text("shelf_page.read"), "paste", from_="position"),
            button(text("share.copy"), "copied", copy="position"),
            button(text("shelf_page.save"), "save"),
        ),
        id_="ksm-as-text",
        open_=True,
    )
