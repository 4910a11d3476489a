"""Links that open a position of Kingdom of Solomon with a question."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Self

from ksm_widgets.companions.kingdom import NAME
from ksm_widgets.companions.kingdom.position import Position
from ksm_widgets.companions.kingdom.text import position_text, read_draft
from ksm_widgets.companions.kingdom.worths import Worths
from ksm_widgets.companions.links import Asked

if TYPE_CHECKING:
    from ksm_widgets.companions.kingdom.worths import Number

KEEPS, TOKENS = (0, 1, 2, 3), (0, 2, 4, 6, 8, 10)
"""The worths of a cube and of a token to choose from."""


class Question(StrEnum):
    """The questions, in the order in which pages offer them."""

    ROUND = "round"
    PAWNS = "pawns"
    BLOCK = "block"


@dataclass(frozen=True, slots=True)
class Query(Asked[Position]):
    """A question, and what a cube, a token, a road and a card left over are worth."""

    name = NAME
    questions = (*Question,)

    question: Question = Question.ROUND
    keep: Number = 0
    token: Number = 0
    road: Number = 0
    card: Number = 0

    @property
    def worths(self) -> Worths:
        """The worths that the question counts with."""
        return Worths(keep=self.keep, token=self.token, road=self.road, card=self.card)

    def link(self, position: Position) -> str:
        """The query string that opens a position with this question.

        >>> from ksm_widgets.companions.kingdom.editing import Draft
        >>> Query(Question.BLOCK).link(Draft.of_example("trade").position)[:54]
        'game=kingdom&question=block&position=players+2+%7C+me+'
        """
        worths = {"keep": self.keep, "token": self.token}
        keys = {name: str(worth) for name, worth in worths.items() if worth}
        return self.query_string(position_text(position), **keys)

    @classmethod
    def parse(cls, link: str) -> tuple[Position, Self]:
        """The position and the question of a link; raises LinkError or FaultyPosition."""
        keeps, tokens = (tuple(map(str, worths)) for worths in (KEEPS, TOKENS))
        text, found = cls.read_query(link, keep=keeps, token=tokens)
        question = Question(found["question"])
        return read_draft(text), cls(question, int(found["keep"]), int(found["token"]))
