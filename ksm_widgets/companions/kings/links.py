"""Links that open a position of Kings under Mountains with a question."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ksm_widgets.companions.kings.text import position_text, read_draft
from ksm_widgets.companions.links import query_string, read_query

if TYPE_CHECKING:
    from ksm_widgets.companions.kings.position import Position

NAME = "kings"
SURE, FEWEST, CHANCE, OPENS = QUESTIONS = ("sure", "fewest", "chance", "opens")
_EARLIER = {"open": OPENS}
"""The earlier names of questions in links."""


@dataclass(frozen=True, slots=True)
class Query:
    """A question, perhaps about one mine or for a number of turns; pages ask about all."""

    question: str = SURE
    target: str | None = None
    turns: int | None = None


def link_of(position: Position, query: Query) -> str:
    """The query string that opens a position with a question.

    >>> from ksm_widgets.companions.kings.editing import Draft
    >>> link_of(Draft.of_example("plan").position, Query("opens"))[:51]
    'game=kings&question=opens&position=kings+D1+O2+%7C+'
    """
    return query_string(NAME, position_text(position), question=query.question)


def read_link(link: str) -> tuple[Position, Query]:
    """The position and the question of a link; raises LinkError or FaultyPosition."""
    text, found = read_query(NAME, link, {"question": (*QUESTIONS, *_EARLIER)})
    question = found["question"]
    return read_draft(text), Query(_EARLIER.get(question, question))
