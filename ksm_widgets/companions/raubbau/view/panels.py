"""The panels of Raubbau for setting up: tools, numbers, the table in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.companions.raubbau import pieces
from ksm_widgets.companions.raubbau.box import KINDS, Face
from ksm_widgets.companions.raubbau.cards import FACE_DOWN, Tunnel
from ksm_widgets.companions.raubbau.naming import face_word, term_of_set
from ksm_widgets.companions.raubbau.places import Beside, Field
from ksm_widgets.companions.raubbau.scene import grid_of
from ksm_widgets.companions.raubbau.telling import place_told
from ksm_widgets.companions.raubbau.tools import (
    BLAST,
    CARD,
    DOWN,
    FACE_KEYS,
    KNOWS,
    MEEPLE,
    TUNNEL_TOOLS,
    Tool,
)
from ksm_widgets.companions.view.kit import Tile, clearing, kit, tiles, tools_of
from ksm_widgets.companions.view.numbers import (
    counts,
    filling,
    number_row,
    number_table,
    numbered,
    segment,
    stepper,
)
from ksm_widgets.companions.view.panels import in_words
from ksm_widgets.companions.view.parts import scrolling
from ksm_widgets.page.html import button, element, group, row

if TYPE_CHECKING:
    from ksm_widgets.companions.raubbau.view.page import Page
    from ksm_widgets.page.html import Child, Markup


def tools(page: Page) -> Child:
    """Everything that can be put on the table."""
    return kit(
        page,
        _tunnels(page),
        _treasures(page),
        _meeples(page),
        _faces(page),
        _knowers(page),
        row(clearing(page)),
    )


def _tunnels(page: Page) -> Child:
    kinds = [
        Tile(
            kind,
            pieces.tunnel(Tunnel(KINDS[kind]), page.theme),
            page.text(f"raubbau_tool.{kind}"),
        )
        for kind in TUNNEL_TOOLS
    ]
    down = pieces.tunnel(FACE_DOWN, page.theme)
    kinds.append(Tile(DOWN, down, page.text("raubbau_tool.down")))
    return tools_of(page, "tunnels", kinds)


def _treasures(page: Page) -> Child:
    draft = page.draft
    sets = (
        Tile(
            name,
            pieces.treasure(name, Face.UNSEEN),
            page.reader.text("raubbau_tool.set", set=term_of_set(name)),
            # A set of one's own may have the letter of a tunnel, whose key it is.
            "" if name in page.tool_keys else name,
        )
        for name in page.position.box.sets
    )
    return tiles(page, "treasures", "set", sets, draft.set if draft.tool == CARD else None)


def _meeples(page: Page) -> Child:
    meeples = [
        Tile(
            str(Tool(MEEPLE, seat)),
            pieces.meeple(seat),
            page.text("raubbau_tool.meeple", seat=seat),
        )
        for seat in page.position.seats
    ]
    blast = Tile(BLAST, pieces.burst(), page.text("raubbau_tool.blast"))
    return tools_of(page, "meeples", [*meeples, blast])


def _faces(page: Page) -> Child:
    draft = page.draft
    faces = (
        Tile(
            face.value,
            pieces.treasure(draft.set, face),
            page.reader.say(face_word(face)),
            FACE_KEYS[face],
        )
        for face in (Face.UNSEEN, *page.position.box.faces)
    )
    return tiles(page, "faces", "face", faces, draft.face.value if draft.tool == CARD else None)


def _knowers(page: Page) -> Child:
    knowers = (
        Tile(str(Tool(KNOWS, seat)), pieces.eye(seat), page.text("raubbau_tool.knows", seat=seat))
        for seat in page.position.seats
    )
    return tools_of(page, "who_knows", knowers)


def numbers(page: Page) -> Child:
    """The match, the players, and how many of everything are left."""
    text, position = page.text, page.position
    left = "" if position.rounds_left is None else position.rounds_left
    rounds = [(value, text(f"raubbau_page.rounds_{name}")) for value, name in _ROUNDS]
    return numbered(
        page,
        segment(page, "start", counts(position.seats), position.start),
        segment(page, "turn", counts(position.seats), position.turn),
        segment(page, "match", counts(range(1, position.box.matches + 1)), position.match),
        segment(page, "rounds", rounds, left),
        _drawn_tunnel(page),
        _players(page),
        _left(page),
    )


_ROUNDS = (("", "nobody"), (1, "one"), (0, "last"))
"""The rounds left that can be chosen, with their names; without a number, nobody has left."""


def _drawn_tunnel(page: Page) -> Child:
    """The tunnel that I have drawn and am about to lay."""
    drawn, label = page.position.tunnel_drawn, page.text("raubbau_page.drawn")
    chosen = None if drawn is None else drawn.kind
    shown = (
        Tile(
            kind,
            pieces.tunnel(Tunnel(ends), page.theme),
            page.text("raubbau_page.drawn_kind", kind=page.text(f"raubbau_tool.{kind}")),
        ).shown("drawn", chosen)
        for kind, ends in KINDS.items()
    )
    none = button(page.text("raubbau_page.drawn_none"), "drawn", "", pressed=drawn is None)
    return element("h3", label), group(label, none, shown, class_="ksm-tiles")


def _players(page: Page) -> Child:
    """Points and drift sets of each player."""
    position, text = page.position, page.text
    rows = (
        number_row(
            text("raubbau_page.player", seat=seat),
            _count(page, "points", seat, position.points_of(seat)),
            _count(page, "drift", seat, position.drift_of(seat)),
        )
        for seat in position.seats
    )
    heads = ("", text("raubbau_page.points"), text("raubbau_page.drift"))
    top = element("tr.ksm-heads", (element("th" if one else "td", one) for one in heads))
    return number_table(top, rows)


def _left(page: Page) -> Child:
    """The cards left, and a button that counts them."""
    position, text = page.position, page.text
    rows = [
        number_row(text("raubbau_page.stack", number=at), _count(page, "stack", at, len(stack)))
        for at, stack in enumerate(position.stacks, start=1)
    ]
    tunnels = stepper(page, "tunnels", len(position.tunnels), text("raubbau_page.tunnels_of"))
    rows.append(number_row(text("raubbau_page.tunnels"), tunnels))
    return (
        element("h3", text("raubbau_page.left")),
        number_table(rows),
        filling(page),
    )


def _count(page: Page, act: str, of: int, number: int) -> Markup:
    """The stepper of a number of a seat or a stack."""
    what = page.text(f"raubbau_page.{act}_of", number=of)
    return stepper(page, act, number, what, of=f"{of},")


def words(page: Page) -> Child:
    """The mine as a table, and everything beside it, for readers who cannot see the board."""
    position, title = page.shown, page.text("shelf_page.in_words")
    rows, columns = grid_of(position)
    table = element(
        "table.ksm-table.ksm-told",
        element("caption.ksm-unseen", title),
        (
            element(
                "tr",
                (
                    element("td", place_told(position, Field(south, east), page.language))
                    for east in columns
                ),
            )
            for south in rows
        ),
    )
    beside = (place for place in page.picture.places if isinstance(place, Beside))
    return in_words(page, beside, above=scrolling(title, table))
