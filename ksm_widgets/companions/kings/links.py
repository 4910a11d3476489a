"""Links that open a position of Kings under Mountains with a question."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, Self

from ksm_widgets.companions.kings import NAME
from ksm_widgets.companions.kings.position import Position
from ksm_widgets.companions.kings.text import position_text, read_draft
from ksm_widgets.companions.links import ShelfQuery

if TYPE_CHECKING:
    from ksm_widgets.companions.kings.places import Numbered


class Question(StrEnum):
    """The questions, in the order in which pages offer them."""

    SURE = "sure"
    FEWEST = "fewest"
    CHANCE = "chance"
    OPENS = "opens"


@dataclass(frozen=True, slots=True)
class Query(ShelfQuery[Position]):
    """A question, perhaps about one mine or for a number of turns; pages ask about all."""

    name = NAME
    questions = (*Question,)
    earlier = MappingProxyType({"open": Question.OPENS})

    question: Question = Question.SURE
    target: Numbered | None = None
    turns: int | None = None

    def link(self, position: Position) -> str:
        """The query string that opens a position with this question.

        >>> from ksm_widgets.companions.kings.editing import Draft
        >>> Query(Question.OPENS).link(Draft.of_example("plan").position)[:51]
        'game=kings&question=opens&position=kings+D1+O2+%7C+'
        """
        return self.query_string(position_text(position))

    @classmethod
    def parse(cls, link: str) -> tuple[Position, Self]:
        """The position and the question of a link; raises LinkError or FaultyPosition."""
        text, found = cls.read_query(link)
        return read_draft(text), cls(Question(found["question"]))
