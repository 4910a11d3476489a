"""The numbers on a game's page: those to choose from, and those that are counted up and down."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.companions.telling import numeral
from ksm_widgets.page.html import button, element, note, section, segments

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ksm_widgets.companions.view.page import AnyPage
    from ksm_widgets.page.html import Child, Markup


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
            counts(page.sizes),
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


def number_table(*rows: Child) -> Markup:
    """A table of rows that `number_row` makes, below their heads if it has any."""
    return element("table.ksm-numbers", rows)


def filling(page: AnyPage) -> Child:
    """The button that counts the cards left."""
    return (
        button(page.text("shelf_page.fill"), "fill", class_="ksm-small"),
        note(page.text(f"{page.name}_page.fill_what")),
    )
