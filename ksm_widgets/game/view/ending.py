"""The end of a game: the final score, the record, and the replay."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.game.match import Phase
from ksm_widgets.game.telling import bonuses, ending
from ksm_widgets.game.view.added import PagePlace
from ksm_widgets.game.view.parts import figures, table, tile_counts
from ksm_widgets.page.html import Markup, button, element, folded, joined, note, row, section

if TYPE_CHECKING:
    from ksm_widgets.game.match import Match
    from ksm_widgets.game.view.page import TablePage
    from ksm_widgets.rules.tiles import Tile


RECORD_FILE = "played-game.txt"
"""The name under which a record is saved."""
_ROOMY = 2
"""Players whose columns have room beside the board."""
_PARTS = ("coins", "treasures", "parchments", "curses", "magic")


def final(page: TablePage) -> Markup | None:
    """The final score, and how each bonus was decided (R28-R31)."""
    match, text, say = page.match, page.text, page.reader.say
    if match is None or page.phase is not Phase.OVER:
        return None
    held = (
        element("div.ksm-held", element("b", seat.name), tile_counts(page, tiles, badges=False))
        for seat, tiles in zip(match.seats, _tiles_held(match), strict=True)
    )
    return section(
        text("ending.title"),
        [element("p", say(phrase)) for phrase in ending(match)[-1:]],
        _points(page, match),
        row(
            page.added(PagePlace.END),
            button(text("ending.replay"), "replay") if _acts(page, match) else None,
            button(text("ending.again"), "leave") if page.renews else None,
        ),
        element("ul", (element("li", say(phrase)) for phrase in bonuses(match))),
        element("h3", text("ending.held")),
        held,
        class_="ksm-ending",
    )


def _acts(page: TablePage, match: Match) -> bool:
    """Whether this device may do something; that of a spectator of a shared game may not."""
    return not page.apart or match.eyes is not None


def _tiles_held(match: Match) -> list[list[Tile]]:
    """Each player's tiles without treasures, which are counted as points."""
    return [
        [tile for tile in player.holding.tiles if not tile.treasure]
        for player in match.game.players
    ]


def _points(page: TablePage, match: Match) -> Markup:
    """A row for each kind of points, a column for each player."""
    text, scores = page.text, match.scores
    rows = [
        figures(text(f"ending.{part}"), (str(getattr(score, part)) for score in scores))
        for part in _PARTS
    ]
    totals = (
        element("td", str(score.total), class_="ksm-won" if at in match.winners else "")
        for at, score in enumerate(scores)
    )
    name = element("th", text("ending.total"), scope="row")
    rows.append(element("tr.ksm-total", name, totals))
    head = ["", *(seat.name for seat in match.seats)]
    many = "ksm-many" if len(match.seats) > _ROOMY else ""
    return table(text("ending.title"), head, rows, many)


def record(page: TablePage) -> Markup | None:
    """The record as text to copy or save; not before the end, as it reveals secrets (R33)."""
    text, written, match = page.text, page.record, page.match
    if match is None:
        return None
    if not written:
        return note(text("ending.record_later"))
    field = element(
        "textarea.ksm-field.ksm-text",
        written,
        name="match",
        rows=6,
        readonly=True,
        spellcheck="false",
        aria_label=text("ending.record"),
    )
    return folded(
        text("ending.record"),
        note(text("ending.record_apart" if page.apart else "ending.record_what")),
        field,
        row(
            button(text("ending.copy"), "copied", copy="match"),
            button(text("ending.save"), "save") if _acts(page, match) else None,
        ),
        id_="ksm-record",
    )


def replaying(page: TablePage) -> Markup | None:
    """Buttons for the first, previous, next and last step, and a slider to any step."""
    match, text, at = page.match, page.text, page.at
    if match is None or at is None:
        return None
    last = len(match.steps) - 1

    def way(sign: str, act: str, value: int, key: str, end: int) -> Markup:
        label, disabled = text(f"ending.{key}"), at == end
        return button(sign, act, value, label=label, disabled=disabled, class_="ksm-step-way")

    ways = (
        way("|◀", "at", 0, "first", 0),
        # By steps: two taps before the page is drawn again go two steps.
        way("◀", "at-by", -1, "previous", 0),
        way("▶", "at-by", 1, "forward", last),
        way("▶|", "at", last, "last", last),
    )
    slider = element(
        "input.ksm-rail",
        type="range",
        min=0,
        max=last,
        value=at,
        data_act="at",
        aria_label=text("ending.rail"),
    )
    return joined(
        note(text("ending.step", step=at + 1, steps=last + 1)),
        element("div.ksm-group.ksm-step-ways", ways),
        slider,
        button(text("ending.stop"), "end-replay"),
    )
