"""The panels of Raubbau for setting up: head, what is said, tools, numbers, examples and text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.companions.raubbau import editing, pieces
from ksm_widgets.companions.raubbau.box import KINDS, Face
from ksm_widgets.companions.raubbau.editing import EXAMPLES, TUNNEL_TOOLS
from ksm_widgets.companions.raubbau.position import FACE_DOWN, Deed, Field, Treasure, Tunnel
from ksm_widgets.companions.raubbau.scene import grid_of
from ksm_widgets.companions.raubbau.telling import (
    card_phrase,
    face_word,
    place_told,
    player_told,
    term_of_set,
)
from ksm_widgets.companions.view import panels as shared
from ksm_widgets.companions.view.panels import grouped, segment, tile
from ksm_widgets.page.html import (
    Markup,
    button,
    element,
    folded,
    group,
    note,
    row,
    section,
)
from ksm_widgets.telling.phrases import Phrase

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ksm_widgets.companions.raubbau.position import Position
    from ksm_widgets.companions.raubbau.view.page import Page
    from ksm_widgets.draw.shapes import Sprite
    from ksm_widgets.page.html import Child


def said(page: Page) -> Iterator[Child]:
    """The notice; without one, what can be done."""
    return shared.said(page, tool_help(page))


# Tools.


def _tool(page: Page, tool: str, sprite: Sprite, words: str, key: str = "") -> Markup:
    return tile(sprite, "tool", tool, words, key, pressed=page.draft.tool == tool)


def tools(page: Page) -> Child:
    """All pieces that can be put on the board."""
    text, draft, theme = page.text, page.draft, page.theme
    position = page.position
    tunnels = [
        _tool(
            page,
            kind,
            pieces.tunnel(Tunnel(KINDS[kind]), theme),
            text(f"raubbau_tool.{kind}"),
            "iltx"[at],
        )
        for at, kind in enumerate(TUNNEL_TOOLS)
    ]
    tunnels.append(
        _tool(page, editing.DOWN, pieces.tunnel(FACE_DOWN, theme), text("raubbau_tool.down"), "#")
    )
    card = draft.tool == editing.CARD
    sets = [
        tile(
            pieces.treasure(name, Face.UNSEEN),
            "set",
            name,
            page.reader.text("raubbau_tool.set", set=term_of_set(name)),
            name,
            pressed=card and draft.set == name,
        )
        for name in position.box.sets
    ]
    faces = [
        tile(
            pieces.treasure(draft.set, face),
            "face",
            face.value,
            page.reader.say(face_word(face)),
            "!" if face is Face.CAVE_IN else face.value,
            pressed=card and draft.face is face,
        )
        for face in (Face.UNSEEN, *position.box.faces)
    ]
    meeples = [
        _tool(
            page, f"meeple{seat}", pieces.meeple(seat), text("raubbau_tool.meeple", seat=seat),
            str(seat),
        )
        for seat in position.seats
    ]  # fmt: skip
    meeples.append(_tool(page, editing.BLAST, pieces.burst(), text("raubbau_tool.blast"), "*"))
    knows = [
        _tool(page, f"knows{seat}", pieces.knower(seat), text("raubbau_tool.knows", seat=seat))
        for seat in position.seats
    ]
    erase = button(
        text("raubbau_tool.erase"), "tool", editing.ERASE, pressed=draft.tool == editing.ERASE
    )
    return section(
        text("raubbau_tool.title"),
        note(tool_help(page)),
        element(
            "div.ksm-kit",
            grouped(text("raubbau_tool.tunnels"), tunnels),
            grouped(text("raubbau_tool.treasures"), sets),
            grouped(text("raubbau_tool.meeples"), meeples),
            grouped(text("raubbau_tool.faces"), faces),
            grouped(text("raubbau_tool.who_knows"), knows),
            row(erase, button(text("raubbau_page.clear"), "clear")),
        ),
    )


def tool_help(page: Page) -> str:
    """A sentence on how to use the tool in hand."""
    draft = page.draft
    if draft.tool == editing.CARD:
        card = card_phrase(Treasure(draft.set, draft.face))
        return page.reader.say(Phrase("raubbau_tool.help_card", {"card": card}))
    if draft.tool in TUNNEL_TOOLS:
        return page.text("raubbau_tool.help_tunnel")
    if draft.tool[-1].isdigit():
        kind, seat = draft.tool[:-1], draft.tool[-1]
        return page.text(f"raubbau_tool.help_{kind}", seat=seat)
    return page.text(f"raubbau_tool.help_{draft.tool}")


# Numbers.


def numbers(page: Page) -> Child:
    """The match, the players, and how many of everything are left."""
    text, position = page.text, page.position
    seats = [(seat, str(seat)) for seat in position.seats]
    left = -1 if position.rounds_left is None else position.rounds_left
    rounds = [(value, text(f"raubbau_page.rounds_{name}")) for value, name in _ROUNDS]
    return section(
        text("raubbau_page.table"),
        segment(page, "players", [(n, str(n)) for n in (3, 4, 5)], position.players),
        segment(page, "me", seats, position.me or 0),
        segment(page, "start", seats, position.start),
        segment(page, "match", [(n, str(n)) for n in range(1, position.box.matches + 1)],
                position.match),
        segment(page, "rounds", rounds, left),
        _drawing(page),
        _players(page),
        _left(page),
    )  # fmt: skip


_ROUNDS = ((-1, "nobody"), (1, "one"), (0, "last"))


def _drawing(page: Page) -> Child:
    """The tunnel that I have drawn and am about to lay."""
    step, label = page.position.step, page.text("raubbau_page.drawn")
    drawn = step.tunnel if step is not None and step.deed is Deed.TURN else None
    kinds = [
        tile(
            pieces.tunnel(Tunnel(ends), page.theme), "drawn", kind,
            page.text("raubbau_page.drawn_kind", kind=page.text(f"raubbau_tool.{kind}")),
            pressed=drawn is not None and drawn in Tunnel(ends).turns(),
        )
        for kind, ends in KINDS.items()
    ]  # fmt: skip
    none = button(page.text("raubbau_page.drawn_none"), "drawn", "", pressed=drawn is None)
    return element("h3", label), group(label, none, kinds, class_="ksm-tiles")


def _players(page: Page) -> Child:
    """Points and drift sets of each player."""
    position, text = page.position, page.text
    rows = [
        element(
            "tr",
            element("th", text("raubbau_page.player", seat=seat), scope="row"),
            element("td", _stepper(page, "points", seat - 1, position.points[seat - 1], seat)),
            element("td", _stepper(page, "drift", seat - 1, position.drift[seat - 1], seat)),
        )
        for seat in position.seats
    ]
    heads = ("", text("raubbau_page.points"), text("raubbau_page.drift"))
    top = element("tr.ksm-heads", (element("th" if one else "td", one) for one in heads))
    return element("table.ksm-numbers", top, rows)


def _left(page: Page) -> Child:
    """The cards left, and a button that counts them."""
    position, text = page.position, page.text
    rows = [
        element(
            "tr",
            element("th", text("raubbau_page.stack", number=at + 1), scope="row"),
            element("td", _stepper(page, "stack", at, len(stack), at + 1)),
        )
        for at, stack in enumerate(position.stacks)
    ]
    count = len(position.tunnels)
    rows.append(
        element(
            "tr",
            element("th", text("raubbau_page.tunnels"), scope="row"),
            element("td", _stepper(page, "tunnels", 0, count, 0)),
        )
    )
    return (
        element("h3", text("raubbau_page.left")),
        element("table.ksm-numbers", rows),
        button(text("raubbau_page.fill"), "fill", class_="ksm-small"),
        note(text("raubbau_page.fill_what")),
    )


def _stepper(page: Page, name: str, at: int, number: int, of: int) -> Markup:
    """A number with a button to either side."""
    what = page.text(f"raubbau_page.{name}_of", number=of)

    def step(sign: str, more: int, key: str) -> Markup:
        label = page.text(f"raubbau_page.{key}", what=what)
        return button(sign, "count", f"{name},{at},{more}", label=label, class_="ksm-round")

    shown = f"−{-number}" if number < 0 else str(number)
    return element(
        "span.ksm-stepper",
        step("−", -1, "fewer"),
        element("output", shown),
        step("+", 1, "more"),
    )


# Whole positions.


def whole(page: Page) -> Child:
    """Examples, the position as text, and the link."""
    return shared.whole(page, EXAMPLES)


# The board in words.


def words(page: Page) -> Child:
    """The mine as a table, and everything beside it, for readers who cannot see the board."""
    return in_words(page.seen, page.language, page.text("raubbau_page.in_words"))


def in_words(position: Position, language: str, title: str) -> Markup:
    """A position in words, folded away."""
    rows, columns = grid_of(position)
    table = element(
        "table.ksm-table.ksm-told",
        element("caption.ksm-unseen", title),
        (
            element(
                "tr",
                (
                    element("td", place_told(position, Field(south, east), language))
                    for east in columns
                ),
            )
            for south in rows
        ),
    )
    beside = ["stairs", *(f"stack{at + 1}" for at in range(len(position.stacks)))]
    lines = [place_told(position, place, language) for place in (*beside, "tunnels", "gone")]
    lines += [player_told(position, seat, language) for seat in position.seats]
    scrolled = element("div.ksm-scrolls", table, tabindex=0, role="region", aria_label=title)
    rest = element("ul", (element("li", line) for line in lines))
    return folded(title, scrolled, rest, id_="ksm-text-board")
