"""The panels for setting up that every game has, and the parts that its own are made of."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from ksm_widgets.companions.drafting import ERASE
from ksm_widgets.companions.shelf import pages
from ksm_widgets.companions.telling import numeral
from ksm_widgets.companions.view.page import Mode
from ksm_widgets.companions.view.rules import cited, next_lesson
from ksm_widgets.draw.shapes import Placed, Scene
from ksm_widgets.page.html import (
    Markup,
    button,
    element,
    fault,
    folded,
    group,
    note,
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
from ksm_widgets.telling.phrases import Tone
from ksm_widgets.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ksm_widgets.companions.view.page import AnyPage
    from ksm_widgets.draw.shapes import Sprite
    from ksm_widgets.page.html import Child
    from ksm_widgets.rules.errors import RuleError
    from ksm_widgets.telling.phrases import Phrase


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
        element("a", text(f"companion_{name}.name"), href=f"{page.address}?game={name}")
        for name in (pages() if page.address else ())
        if name != page.name
    )
    return theme_colours(), element(
        "div.ksm-header", title, next_lesson(page), games, both, settings(page)
    )


def said(page: AnyPage) -> Iterator[Child]:
    """The notice; without one, what can be done."""
    notice, starts = page.draft.notice, page.mode is Mode.PLAY
    yield fault(page)
    if notice is not None:
        yield told(notice.sentences(page.reader), notice.tone, notice.rule)
        yield cited(page)
    elif starts:
        yield told((page.text("shelf_play.start_what"), page.text("shelf_play.anew")))
    if starts:
        return
    yield _faults(page, page.draft.faults)
    if notice is None:
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
    first, stop, rest = page.tool_help.partition(". ")
    if not rest:
        return told((first,))
    return element(
        "details.ksm-notice",
        element("summary", first, stop.strip()),
        element("p", rest),
        id="ksm-in-hand",
    )


@cache
def _drawn_sprite(sprite: Sprite) -> Markup:
    # Meeples and ways reach a little beyond their box.
    return picture(Scene(104, 104, (Placed(sprite, 2, 2),)))


class Tile(NamedTuple):
    """A button with the picture of what it puts on the board, and its key."""

    value: str
    sprite: Sprite
    words: str
    key: str = ""

    def shown(self, act: str, chosen: str | None) -> Markup:
        """The button of an act, pressed if its value is the chosen one."""
        letter = element("kbd.ksm-letter", self.key, aria_hidden="true") if self.key else None
        return button(
            (_drawn_sprite(self.sprite), letter),
            act,
            self.value,
            pressed=self.value == chosen,
            label=self.words,
            class_="ksm-tile",
        )


def tool_button(page: AnyPage, tool: str, words: str) -> Markup:
    """A button with words that takes a tool in hand."""
    return button(words, "tool", tool, pressed=page.draft.tool == tool)


def clearing(page: AnyPage) -> Child:
    """The tool that takes things away, and the button that takes everything away."""
    erase = tool_button(page, ERASE, page.text("shelf_page.erase"))
    return erase, button(page.text("shelf_page.clear"), "clear")


def tiles(page: AnyPage, name: str, act: str, shown: Iterable[Tile], chosen: str | None) -> Child:
    """Tiles of an act under a heading of the game's tools."""
    label = page.text(f"{page.name}_tool.{name}")
    buttons = (tile.shown(act, chosen) for tile in shown)
    return element("div", element("h3", label), group(label, *buttons, class_="ksm-tiles"))


def tools_of(page: AnyPage, name: str, shown: Iterable[Tile]) -> Child:
    """Tiles that take a tool in hand, under a heading of the game's tools."""
    return tiles(page, name, "tool", shown, page.draft.tool)


def kit(page: AnyPage, *groups: Child) -> Child:
    """All tools in groups, below a sentence on the one in hand."""
    tools = element("div.ksm-kit", groups)
    return section(page.text("shelf_page.put"), note(page.tool_help), tools)


def counts(numbers: Iterable[int]) -> list[tuple[int, str]]:
    """Numbers to choose from, as they are shown."""
    return [(number, str(number)) for number in numbers]


def titled(
    label: str, act: str, options: Iterable[tuple[str | int, str]], chosen: str | int
) -> Child:
    """A choice with its name above."""
    return element("h3", label), segments(label, act, options, chosen)


def segment(
    page: AnyPage, name: str, options: Iterable[tuple[str | int, str]], chosen: str | int
) -> Child:
    """A choice of the game's page, with its name above."""
    return titled(page.text(f"{page.name}_page.{name}"), name, options, chosen)


def numbered(page: AnyPage, *more: Child) -> Child:
    """The table beside the board: the number of players, who asks, and what else the game has."""
    text, position = page.text, page.position
    return section(
        text("shelf_page.table"),
        titled(
            text("shelf_play.players"),
            "players",
            counts(page.matches.games.sizes),
            position.players,
        ),
        titled(text("shelf_page.me"), "me", counts(position.seats), position.me or 0),
        more,
    )


def stepper(
    page: AnyPage, act: str, number: int, what: str, *, of: str = "", by: int = 1
) -> Markup:
    """A number with a button to either side; `of` begins the value that they send.

    Buttons for more than one go beside it, without the number.
    """
    less, more = (
        button(
            sign if by == 1 else f"{sign}{by}",
            act,
            f"{of}{change}",
            label=page.text(f"shelf_page.{name}", what=what, count=by),
            class_="ksm-round" if by == 1 else "ksm-small",
        )
        for sign, change, name in (("−", -by, "fewer"), ("+", by, "more"))
    )
    shown = element("output", numeral(number)) if by == 1 else None
    return element("span.ksm-stepper", less, shown, more)


def number_row(label: str, *steppers: Markup) -> Markup:
    """A row of a table of numbers."""
    cells = (element("td", one) for one in steppers)
    return element("tr", element("th", label, scope="row"), cells)


def steps(page: AnyPage, act: str, at: int, count: int) -> Iterator[Child]:
    """The buttons that go through the acts of a plan or a game; `at` of them are shown."""
    moves = {"first": ("«", 0), "back": ("‹", at - 1), "on": ("›", at + 1), "last": ("»", count)}
    for name, (sign, to) in moves.items():
        goal = max(0, min(to, count))
        label = page.text(f"shelf_page.{name}")
        yield button(sign, act, goal, label=label, disabled=goal == at, class_="ksm-round")


def filling(page: AnyPage) -> Child:
    """The button that counts the cards left."""
    return (
        button(page.text("shelf_page.fill"), "fill", class_="ksm-small"),
        note(page.text(f"{page.name}_page.fill_what")),
    )


def in_words(page: AnyPage, places: Iterable[Any] | None = None) -> Child:
    """The table in words, for readers who cannot see the board: some places, or all."""
    shown = page.picture.places if places is None else places
    lines = (page.place_told(page.seen, place, page.language) for place in shown)
    listed = element("ul", (element("li", line) for line in lines))
    return folded(page.text("shelf_page.in_words"), listed, id_="ksm-text-board")


def whole(page: AnyPage) -> Child:
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
            button(text("shelf_page.save"), "save", "svg"),
        ),
        id_="ksm-as-text",
        open_=True,
    )


def text_area(name: str, label: str, text: str) -> Child:
    """A field of several lines, with its label."""
    id_ = f"ksm-{name}"
    return (
        element("label.ksm-label", label, for_=id_),
        element("textarea.ksm-field.ksm-text", text, id=id_, name=name, rows=6, spellcheck="false"),
    )


def lines_of(phrases: tuple[Phrase, ...], page: AnyPage) -> Iterator[Child]:
    """Sentences as a list."""
    yield element("ul.ksm-reasons", (element("li", page.reader.say(one)) for one in phrases))
