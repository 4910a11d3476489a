"""Links that open a position of Kings under Mountains with a question."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from ksm_widgets.companions.kings.text import position_text, read_draft
from ksm_widgets.companions.links import query_string, read_query

if TYPE_CHECKING:
    from ksm_widgets.companions.kings.position import Numbered, Position

NAME = "kings"


class Question(StrEnum):
    """The questions, in the order in which pages offer them."""

    SURE = "sure"
    FEWEST = "fewest"
    CHANCE = "chance"
    OPENS = "opens"


QUESTIONS = (*Question,)
_EARLIER = {"open": Question.OPENS}
"""The earlier names of questions in links."""


@dataclass(frozen=True, slots=True)
class Query:
    """A question, perhaps about one mine or for a number of turns; pages ask about all."""

    question: Question = Question.SURE
    target: Numbered | None = None
    turns: int | None = None


def link_of(position: Position, query: Query) -> str:
    """The query string that opens a position with a question.

    >>> from ksm_widgets.companions.kings.editing import Draft
    >>> link_of(Draft.of_example("plan").position, Query(Question.OPENS))[:51]
    'game=kings&question=opens&position=kings+D1+O2+%7C+'
    """
    return query_string(NAME, position_text(position), question=query.question)


def read_link(link: str) -> tuple[Position, Query]:
    """The position and the question of a link; raises LinkError or FaultyPosition."""
    text, found = read_query(NAME, link, {"question": (*QUESTIONS, *_EARLIER)})
    question = found["question"]
    return read_draft(text), Query(_EARLIER.get(question) or Question(question))
