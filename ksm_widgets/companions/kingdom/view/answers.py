"""The panels of Kingdom of Solomon for a question: what else it asks, and the options compared."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.companions.kingdom.links import KEEPS, TOKENS, Question
from ksm_widgets.companions.kingdom.naming import card_phrase, place_phrase
from ksm_widgets.companions.kingdom.questions.options import CardPlan, SpotPlan, TokenPlan
from ksm_widgets.companions.kingdom.worths import number_phrase
from ksm_widgets.companions.view.comparing import Row, compared, figure
from ksm_widgets.companions.view.numbers import counts, segment
from ksm_widgets.page.html import note
from ksm_widgets.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ksm_widgets.companions.answering import Looked
    from ksm_widgets.companions.kingdom.answering import Found
    from ksm_widgets.companions.kingdom.questions.options import Option
    from ksm_widgets.companions.kingdom.view.page import Page
    from ksm_widgets.companions.kingdom.worths import Number
    from ksm_widgets.page.html import Child


def question(page: Page) -> Child:
    """The question, and the worth of things left over."""
    return (
        note(page.text(f"kingdom_page.what_{page.query.question}")),
        segment(page, "keep", counts(KEEPS), int(page.query.keep)),
        segment(page, "token", counts(TOKENS), int(page.query.token)),
    )


_HEADS = {
    Question.ROUND: ("plan", "value", "acts"),
    Question.PAWNS: ("spot", "without", "urgency"),
    Question.BLOCK: ("tokens", "value", "acts"),
}


def comparison(page: Page, looked: Looked[Found]) -> Child:
    """The options compared, and the one looked at step by step."""
    found = looked.found
    rows = [Row(_label(page, found, one), _cells(page, found, one)) for one in found.rows]
    return compared(page, looked, _HEADS[found.query.question], rows, in_steps=True)


def _label(page: Page, found: Found, one: Option) -> str:
    text, say = page.text, page.reader.say
    match one.about:
        case CardPlan(card):
            if card is None:
                return text("kingdom_page.plan_none")
            return say(card_phrase(found.position, card))
        case SpotPlan(spot):
            if spot is None:
                return text("kingdom_page.plan_all")
            return say(place_phrase(found.position, spot))
        case TokenPlan(count):
            return text(counted("kingdom_page.with_tokens", count), count=count)


def _cells(page: Page, found: Found, one: Option) -> Iterator[Child]:
    about_pawns = found.query.question is Question.PAWNS
    yield _figure(page, one.value, signed=not about_pawns)
    if about_pawns:
        yield "" if one.urgency is None else _figure(page, one.urgency, signed=False)
    else:
        yield figure(str(len(one.acts)))


def _figure(page: Page, value: Number, *, signed: bool) -> Child:
    told = number_phrase(value).say(page.language)
    exact = "" if isinstance(value, int) else str(value)
    return figure(f"+{told}" if signed and value > 0 else told, exact)
