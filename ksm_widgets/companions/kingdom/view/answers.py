"""The panels that show what was found about a table, and step through a plan."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.companions.kingdom.answering import number_told
from ksm_widgets.companions.kingdom.links import KEEPS, PAWNS, QUESTIONS, ROUND, TOKENS
from ksm_widgets.companions.kingdom.telling import act_phrase, card_phrase, place_phrase
from ksm_widgets.companions.view import comparing
from ksm_widgets.companions.view.comparing import compared_row, compared_table, figure, stepped
from ksm_widgets.companions.view.panels import lines_of, segment
from ksm_widgets.page.html import element, folded, note, section
from ksm_widgets.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ksm_widgets.companions.kingdom.answering import Found
    from ksm_widgets.companions.kingdom.questions import Option
    from ksm_widgets.companions.kingdom.trading import Number
    from ksm_widgets.companions.kingdom.view.page import Page
    from ksm_widgets.page.html import Child


def asking(page: Page) -> Child:
    """The question, and the button that asks it."""
    return comparing.asking(page, QUESTIONS)


def answers(page: Page) -> Iterator[Child]:
    """The search while it runs, and what was found."""
    return comparing.answers(page, _found)


def options(page: Page) -> Child:
    """The question, and the worth of things left over."""
    return (
        note(page.text(f"kingdom_page.what_{page.query.question}")),
        segment(page, "keep", [(worth, str(worth)) for worth in KEEPS], page.query.keep),
        segment(page, "token", [(worth, str(worth)) for worth in TOKENS], page.query.token),
    )


_HEADS = {
    ROUND: ("plan", "value", "acts"),
    PAWNS: ("spot", "value", "urgency"),
    "block": ("tokens", "value", "acts"),
}


def _found(page: Page, found: Found) -> Child:
    text = page.text
    title = text("shelf_page.compared")
    heads = [text(f"kingdom_page.head_{name}") for name in _HEADS[found.query.question]]
    at = min(page.row, len(found.rows) - 1)
    rows = (
        compared_row(page, _label(page, found, number), number, _cells(page, found, one))
        for number, one in enumerate(found.rows)
    )
    lines = [
        page.reader.say(act_phrase(found.after(at, number), act))
        for number, act in enumerate(found.acts(at))
    ]
    plan = text("kingdom_page.plan_of", plan=_label(page, found, at))
    return section(
        title,
        compared_table(title, heads, rows),
        element("h3", plan),
        stepped(page, lines) if lines else note(text("kingdom_page.no_plan")),
        folded(
            text("kingdom_page.why"), lines_of(found.reasons(at), page), id_="ksm-why", open_=True
        ),
        folded(
            text("shelf_page.assuming"),
            lines_of(found.assuming, page),
            id_="ksm-assuming",
            open_=True,
        ),
        class_="ksm-found",
    )


def _label(page: Page, found: Found, at: int) -> str:
    name = found.rows[at].name
    if name in ("none", "all"):
        return page.text(f"kingdom_page.plan_{name}")
    if found.query.question == ROUND:
        return page.reader.say(card_phrase(found.position, int(name)))
    if found.query.question == PAWNS:
        return page.reader.say(place_phrase(found.position, name))
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
