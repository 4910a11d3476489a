"""What lies behind the player's screen, entered by touch, and how near the end of the game is."""

from __future__ import annotations

from collections import Counter
from itertools import groupby
from typing import TYPE_CHECKING

from ksm_widgets.rules.players import CARDS_EACH
from ksm_widgets.tutor.sitting.screen import KEPT
from ksm_widgets.widgets.markup import Markup, element, joined
from ksm_widgets.widgets.parts.controls import button, group, note, section
from ksm_widgets.widgets.parts.tiles import tile_face

if TYPE_CHECKING:
    from ksm_widgets.rules.tiles import Tile
    from ksm_widgets.tutor.sitting.screen import Screen
    from ksm_widgets.widgets.page import Page

__all__ = ["holding"]


def holding(page: Page) -> Markup:
    """By what tiles are worth something: the usual, or what lies behind the screen."""
    text, screen = page.text, page.session.situation.screen
    switch = group(
        text("holding.by"),
        button(text("holding.usual"), "screen", "", pressed=not screen.used),
        button(text("holding.held"), "screen", "on", pressed=screen.used),
        class_="ksm-segments",
    )
    if not screen.used:
        return section(text("holding.title"), switch, note(text("holding.usual_what")))
    faults = (
        element("p", text("holding.surplus", group=text(f"group.{kind.value}")), class_=_BAD)
        for kind in screen.surplus(page.session.situation.position)
    )
    return section(text("holding.title"), switch, _tray(page), *faults, _box(page), _end(page))


_BAD = "ksm-note ksm-bad"


def _tray(page: Page) -> Markup:
    """The tiles held, each kind once with how many of it; a touch puts one back."""
    text, held = page.text, Counter(page.session.situation.screen.tiles)
    tiles = [
        button(
            joined([_face(page, tile), element("span", str(count), class_="ksm-count")]),
            "put-back",
            tile.letter,
            label=text("holding.back", tile=_name(page, tile), count=count),
            class_="ksm-tile",
        )
        for tile, count in held.items()
    ]
    told = note(text("holding.screen_what" if tiles else "holding.screen_empty"))
    row = group(text("holding.screen"), *tiles, class_="ksm-tiles ksm-screen")
    return joined([element("h4", text("holding.screen")), row if tiles else None, told])


def _box(page: Page) -> Markup:
    """The kinds of tiles to be held; a touch puts one behind the screen."""
    rows = (
        group(
            page.text(f"group.{kind.value}"),
            *(
                button(
                    _face(page, tile),
                    "have",
                    tile.letter,
                    label=page.text("holding.have", tile=_name(page, tile)),
                    class_="ksm-tile",
                )
                for tile in tiles
            ),
            class_="ksm-tiles",
        )
        for kind, tiles in groupby(KEPT, key=lambda tile: tile.group)
    )
    return joined([element("h4", page.text("holding.box")), *rows])


def _end(page: Page) -> Markup:
    """How many play, and how many rounds are to come or what the others have in the end."""
    text, screen = page.text, page.session.situation.screen
    when = group(
        text("holding.when"),
        button(text("holding.rounds"), "last", "", pressed=not screen.last),
        button(text("holding.last"), "last", "on", pressed=screen.last),
        class_="ksm-segments",
    )
    players = group(
        text("holding.players"),
        *(
            button(str(number), "players", number, pressed=number == screen.players)
            for number in CARDS_EACH
        ),
        class_="ksm-segments",
    )
    parts = [when, element("div", element("span", text("holding.players")), players, class_=_ROW)]
    if not screen.last:
        left = _stepper(page, text("holding.rounds_left"), "rounds", "", screen.rounds_left)
        return joined([*parts, left, note(text("holding.expected"))])
    return joined([*parts, note(text("holding.others")), *_others(page, screen)])


_ROW = "ksm-stepper"


def _others(page: Page, screen: Screen) -> list[Markup]:
    return [
        _stepper(
            page,
            page.text(f"holding.other_{what}", player=player + 2),
            "other",
            f"{player},{what},",
            getattr(other, what),
        )
        for player, other in enumerate(screen.others)
        for what in ("curses", "magic")
    ]


def _stepper(page: Page, what: str, act: str, before: str, number: int) -> Markup:
    """A number to make smaller and larger by touch; `before` goes before it in the act's value."""
    less, more = (page.text(f"holding.{way}", what=what) for way in ("less", "more"))
    return element(
        "div",
        button("−", act, f"{before}{max(0, number - 1)}", label=less, class_="ksm-round"),
        element("output", str(number)),
        button("+", act, f"{before}{number + 1}", label=more, class_="ksm-round"),
        element("span", what),
        class_=_ROW,
    )


def _face(page: Page, tile: Tile) -> Markup:
    return tile_face(tile, page.theme, page.edition)


def _name(page: Page, tile: Tile) -> str:
    return page.text(f"tile.{tile.letter}")
