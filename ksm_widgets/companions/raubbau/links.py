"""Links that open a position of Raubbau with a question."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Self

from ksm_widgets.companions.links import ShelfQuery
from ksm_widgets.companions.raubbau import NAME
from ksm_widgets.companions.raubbau.position import Position
from ksm_widgets.companions.raubbau.questions import Aim
from ksm_widgets.companions.raubbau.search.last_round import Model
from ksm_widgets.companions.raubbau.text import position_text, read_draft


class Question(StrEnum):
    """The questions, in the order in which pages offer them."""

    ODDS = "odds"
    LEAVE = "leave"
    ROTATE = "turn"


@dataclass(frozen=True, slots=True)
class Query(ShelfQuery[Position]):
    """A question with its options; without an aim, it is what the match asks for.

    `model` is what the others do in the last round; pages compare all models.
    """

    name = NAME
    questions = (*Question,)

    question: Question = Question.ODDS
    aim: Aim | None = None
    trusting: bool = True
    model: Model | None = None

    def link(self, position: Position) -> str:
        """The query string that opens a position with this question.

        >>> from ksm_widgets.companions.raubbau.editing import Draft
        >>> Query(Question.LEAVE).link(Draft.of_example("early").position)[:60]
        'game=raubbau&question=leave&position=match+1+%7C+players+3+%'
        """
        trusting = None if self.trusting else "no"
        return self.query_string(position_text(position), aim=self.aim, trusting=trusting)

    @classmethod
    def parse(cls, link: str) -> tuple[Position, Self]:
        """The position and the question of a link; raises LinkError or FaultyPosition."""
        text, found = cls.read_query(link, aim=("", *Aim), trusting=("yes", "no"))
        question, trusting = Question(found["question"]), found["trusting"] != "no"
        aim = Aim(found["aim"]) if found["aim"] else None
        return read_draft(text), cls(question, aim, trusting=trusting)
