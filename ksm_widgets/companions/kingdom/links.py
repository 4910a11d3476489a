"""Links that open a position of Kingdom of Solomon with a question."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Self

from ksm_widgets.companions.kingdom import NAME
from ksm_widgets.companions.kingdom.position import Position
from ksm_widgets.companions.kingdom.text import position_text, read_draft
from ksm_widgets.companions.kingdom.worths import Worths
from ksm_widgets.companions.links import LinkError, ShelfQuery

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ksm_widgets.companions.kingdom.worths import Number

KEEPS, TOKENS = (0, 1, 2, 3), (0, 2, 4, 6, 8, 10)
"""The worths of a cube and of a token to choose from."""
_ON_PAGES: Mapping[str, tuple[int, ...]] = {
    "keep": KEEPS,
    "token": TOKENS,
    "road": (0,),
    "card": (0,),
}
"""The worths that pages count with: roads and building cards are worth nothing there."""


class Question(StrEnum):
    """The questions, in the order in which pages offer them."""

    ROUND = "round"
    PAWNS = "pawns"
    BLOCK = "block"


@dataclass(frozen=True, slots=True)
class Query(ShelfQuery[Position]):
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

        Raises LinkError for worths that no page counts with.

        >>> from ksm_widgets.companions.kingdom.editing import Draft
        >>> Query(Question.BLOCK).link(Draft.of_example("trade").position)[:54]
        'game=kingdom&question=block&position=players+2+%7C+me+'
        """
        keys = {}
        for name, offered in _ON_PAGES.items():
            worth: Number = getattr(self, name)
            if worth not in offered:
                raise LinkError("shelf_link.key", name=name, expected=[*offered])
            if worth:
                keys[name] = str(worth)
        return self.query_string(position_text(position), **keys)

    @classmethod
    def parse(cls, link: str) -> tuple[Position, Self]:
        """The position and the question of a link; raises LinkError or FaultyPosition."""
        choices = {name: [*map(str, offered)] for name, offered in _ON_PAGES.items()}
        text, found = cls.read_query(link, **choices)
        worths = {name: int(found[name]) for name in _ON_PAGES}
        return read_draft(text), cls(Question(found["question"]), **worths)
