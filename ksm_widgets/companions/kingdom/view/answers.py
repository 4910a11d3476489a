"""The panels of Kingdom of Solomon for a question: its options, and the plans compared."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.companions.kingdom.answering import number_told
from ksm_widgets.companions.kingdom.links import KEEPS, PAWNS, ROUND, TOKENS
from ksm_widgets.companions.kingdom.places import read_spot
from ksm_widgets.companions.kingdom.telling import card_phrase, place_phrase
from ksm_widgets.companions.view.comparing import because, compared, figure, stepped
from ksm_widgets.companions.view.panels import counts, segment
from ksm_widgets.page.html import note
from ksm_widgets.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ksm_widgets.companions.kingdom.answering import Found
    from ksm_widgets.companions.kingdom.questions import Option
    from ksm_widgets.companions.kingdom.trading import Number
    from ksm_widgets.companions.kingdom.view.page import Page
    from ksm_widgets.page.html import Child


def options(page: Page) -> Child:
    """The question, and the worth of things left over."""
    return (
        note(page.text(f"kingdom_page.what_{page.query.question}")),
        segment(page, "keep", counts(KEEPS), int(page.query.keep)),
        segment(page, "token", counts(TOKENS), int(page.query.token)),
    )


_HEADS = {
    ROUND: ("plan", "value", "acts"),
    PAWNS: ("spot", "without", "urgency"),
    "block": ("tokens", "value", "acts"),
}


def comparison(page: Page, found: Found) -> Child:
    """The plans compared, and the one looked at step by step."""
    return compared(
        page,
        found,
        _HEADS[found.query.question],
        [_label(page, found, at) for at in range(len(found.rows))],
        [_cells(page, found, one) for one in found.rows],
        stepped(page, found),
        because(page, found),
    )


def _label(page: Page, found: Found, at: int) -> str:
    name = found.rows[at].name
    if name in ("none", "all"):
        return page.text(f"kingdom_page.plan_{name}")
    if found.query.question == ROUND:
        return page.reader.say(card_phrase(found.position, int(name)))
    if found.query.question == PAWNS:
        return page.reader.say(place_phrase(found.position, read_spot(name)))
    return page.text(counted("kingdom_page.with_tokens", int(name)), count=int(name))


def _cells(page: Page, found: Found, one: Option) -> Iterator[Child]:
    yield _figure(page, one.value, signed=found.query.question != PAWNS)
    if found.query.question == PAWNS:
        yield "" if one.urgency is None else _figure(page, one.urgency, signed=False)
    else:
        yield figure(str(len(one.acts)))


def _figure(page: Page, value: Number, *, signed: bool) -> Child:
    told = number_told(value, page.language)
    exact = "" if value == int(value) else str(value)
    return figure(f"+{told}" if signed and value > 0 else told, exact)
