"""Links that open a position of Kingdom of Solomon with a question."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ksm_widgets.companions.kingdom.spending import Worths
from ksm_widgets.companions.kingdom.text import position_text, read_draft
from ksm_widgets.companions.links import query_string, read_query

if TYPE_CHECKING:
    from ksm_widgets.companions.kingdom.position import Position
    from ksm_widgets.companions.kingdom.trading import Number

NAME = "kingdom"
ROUND, PAWNS, BLOCK = QUESTIONS = ("round", "pawns", "block")
KEEPS, TOKENS = (0, 1, 2, 3), (0, 2, 4, 6, 8, 10)
"""The worths of a cube and of a token to choose from."""
_CHOICES = {
    "question": QUESTIONS,
    "keep": tuple(map(str, KEEPS)),
    "token": tuple(map(str, TOKENS)),
}


@dataclass(frozen=True, slots=True)
class Query:
    """A question, and what a cube, a token, a road and a card left over are worth."""

    question: str = ROUND
    keep: Number = 0
    token: Number = 0
    road: Number = 0
    card: Number = 0

    @property
    def worths(self) -> Worths:
        """The worths that the question counts with."""
        return Worths(keep=self.keep, token=self.token, road=self.road, card=self.card)


def link_of(position: Position, query: Query) -> str:
    """The query string that opens a position with a question.

    >>> from ksm_widgets.companions.kingdom.editing import Draft
    >>> link_of(Draft.of_example("trade").position, Query("block"))[:54]
    'game=kingdom&question=block&position=players+2+%7C+me+'
    """
    worths = {"keep": query.keep, "token": query.token}
    keys = {name: str(worth) for name, worth in worths.items() if worth}
    return query_string(NAME, position_text(position), question=query.question, **keys)


def read_link(link: str) -> tuple[Position, Query]:
    """The position and the question of a link; raises LinkError or FaultyPosition."""
    text, found = read_query(NAME, link, _CHOICES)
    return read_draft(text), Query(found["question"], int(found["keep"]), int(found["token"]))
