"""The end of a game: everybody's points and what they are for, the record, and the replay."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from ksm_widgets.tutor.table.match import Phase
from ksm_widgets.tutor.table.points import reckoned
from ksm_widgets.tutor.table.telling import ending
from ksm_widgets.widgets.markup import Markup, element, joined
from ksm_widgets.widgets.parts.controls import button, folded, note, section
from ksm_widgets.widgets.parts.tiles import tile_face

if TYPE_CHECKING:
    from ksm_widgets.tutor.table.match import Match
    from ksm_widgets.widgets.table_page import TablePage

__all__ = ["final", "record", "replaying"]

_PARTS = ("coins", "treasures", "parchments", "curses", "magic")


def final(page: TablePage) -> Markup:
    """The table of points, and how each bonus came about, ties included (R28-R31)."""
    match, text = page.match, page.text
    if match is None or page.phase is not Phase.OVER:
        return Markup("")
    told = [element("li", page.reader.say(phrase)) for phrase in reckoned(match)]
    ways = element(
        "div",
        button(text("coach.ask"), "coach", class_="ksm-main"),
        button(text("ending.replay"), "replay"),
        button(text("ending.again"), "leave"),
        class_="ksm-group",
    )
    won = [element("p", page.reader.say(phrase)) for phrase in ending(match)[-1:]]
    return section(
        text("ending.title"),
        *won,
        _points(page, match),
        ways,
        element("ul", *told),
        element("h4", text("ending.held")),
        *(_held(page, match, at) for at in range(len(match.seats))),
        class_="ksm-ending",
    )


def _points(page: TablePage, match: Match) -> Markup:
    """A row for what points are for, a column a player."""
    text, scores = page.text, match.scores
    head = element(
        "tr",
        element("td"),
        *(element("th", seat.name, scope="col") for seat in match.seats),
    )
    rows = [
        element(
            "tr",
            element("th", text(f"ending.{part}"), scope="row"),
            *(element("td", str(getattr(score, part))) for score in scores),
        )
        for part in _PARTS
    ]
    total = element(
        "tr",
        element("th", text("ending.total"), scope="row"),
        *(
            element("td", str(score.total), class_="ksm-won" if at in match.winners else None)
            for at, score in enumerate(scores)
        ),
        class_="ksm-total",
    )
    table = element("table", head, *rows, total, class_="ksm-points-table")
    return element(
        "div",
        table,
        class_="ksm-scrolls",
        tabindex=0,
        role="region",
        aria_label=text("ending.title"),
    )


def _held(page: TablePage, match: Match, at: int) -> Markup:
    """The tiles a player has in the end, treasures apart."""
    tiles = Counter(match.game.players[at].holding.tiles)
    faces = (
        element(
            "li",
            tile_face(tile, page.theme, page.edition),
            element("span", f"×{count}"),
            element(
                "span", page.text(page.reader.edition.tile_term(tile).key), class_="ksm-unseen"
            ),
        )
        for tile, count in tiles.items()
        if not tile.treasure
    )
    return element(
        "div",
        element("b", match.seats[at].name),
        element("ul", *faces, class_="ksm-held-tiles"),
        class_="ksm-held",
    )


def record(page: TablePage) -> Markup:
    """The record as text to copy; while a game is played it would tell what is hidden (R33)."""
    text = page.text
    if page.match is None:
        return Markup("")
    if not page.record:
        return note(text("ending.record_later"))
    return folded(
        text("ending.record"),
        note(text("ending.record_what")),
        element(
            "textarea",
            page.record,
            name="match",
            rows=6,
            readonly=True,
            spellcheck="false",
            aria_label=text("ending.record"),
            class_="ksm-field ksm-text",
        ),
        element(
            "div",
            button(text("ending.copy"), "copied", copy="match"),
            button(text("ending.save"), "save"),
            class_="ksm-group",
        ),
        id_="ksm-record",
    )


def replaying(page: TablePage) -> Markup:
    """First, previous, next, last, and a rail to any step of the game."""
    match, text, at = page.match, page.text, page.at
    if match is None or at is None:
        return Markup("")
    last = len(match.steps) - 1

    def way(sign: str, act: str, value: int, key: str, *, disabled: bool) -> Markup:
        return button(
            sign, act, value, label=text(f"ending.{key}"), disabled=disabled, class_="ksm-step-way"
        )

    rail = element(
        "input",
        type="range",
        min=0,
        max=last,
        value=at,
        data_act="at",
        aria_label=text("ending.rail"),
        class_="ksm-rail",
    )
    ways = element(
        "div",
        way("|◀", "at", 0, "first", disabled=at == 0),
        # By steps: whoever touches it twice before it is drawn anew goes two on.
        way("◀", "at-by", -1, "previous", disabled=at == 0),
        way("▶", "at-by", 1, "forward", disabled=at == last),
        way("▶|", "at", last, "last", disabled=at == last),
        class_="ksm-group ksm-step-ways",
    )
    return joined(
        [
            element("p", text("ending.step", step=at + 1, steps=last + 1), class_="ksm-note"),
            ways,
            rail,
            button(text("ending.stop"), "end-replay"),
        ]
    )
