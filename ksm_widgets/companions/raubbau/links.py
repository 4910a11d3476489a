"""Links that open a position of Raubbau with a question, and what else a page keeps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ksm_widgets.companions.links import query_string, read_query
from ksm_widgets.companions.raubbau.questions import AIMS
from ksm_widgets.companions.raubbau.text import position_text, read_draft

if TYPE_CHECKING:
    from ksm_widgets.companions.raubbau.position import Position

NAME = "raubbau"
ODDS, LEAVE, TURN = QUESTIONS = ("odds", "leave", "turn")
_CHOICES = {"question": QUESTIONS, "aim": ("", *AIMS), "trusting": ("yes", "no")}


@dataclass(frozen=True, slots=True)
class Query:
    """A question with its options; without an aim, it is what the match asks for.

    `model` is what the others do in the last round; pages compare all models.
    """

    question: str = ODDS
    aim: str | None = None
    trusting: bool = True
    model: str | None = None


def link_of(position: Position, query: Query) -> str:
    """The query string that opens a position with a question.

    >>> from ksm_widgets.companions.raubbau.editing import Draft
    >>> link_of(Draft.of_example("early").position, Query("leave"))[:60]
    'game=raubbau&question=leave&position=match+1+%7C+players+3+%'
    """
    trusting = None if query.trusting else "no"
    text = position_text(position)
    return query_string(NAME, text, question=query.question, aim=query.aim, trusting=trusting)


def read_link(link: str) -> tuple[Position, Query]:
    """The position and the question of a link; raises LinkError or FaultyPosition."""
    text, found = read_query(NAME, link, _CHOICES)
    query = Query(found["question"], found["aim"] or None, trusting=found["trusting"] != "no")
    return read_draft(text), query
