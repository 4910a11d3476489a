"""Links that open a position of Kingdom of Solomon with a question."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, urlencode

from ksm_widgets.companions.items import MAX_TEXT
from ksm_widgets.companions.kingdom.spending import Worths
from ksm_widgets.companions.kingdom.text import position_text, read_draft
from ksm_widgets.rules.errors import TextError, beginning

if TYPE_CHECKING:
    from ksm_widgets.companions.kingdom.position import Position

NAME = "kingdom"
ROUND, PAWNS, BLOCK = QUESTIONS = ("round", "pawns", "block")
KEEPS, TOKENS = (0, 1, 2, 3), (0, 2, 4, 6, 8, 10)
"""The worths of a cube and of a token to choose from."""
_MOST = 3 * MAX_TEXT


class LinkError(TextError):
    """A link that opens nothing here; the sentence names the key."""


@dataclass(frozen=True, slots=True)
class Query:
    """A question, and what a cube and a token left over are worth."""

    question: str = ROUND
    keep: int = 0
    token: int = 0

    @property
    def worths(self) -> Worths:
        """The worths that the question counts with."""
        return Worths(keep=self.keep, token=self.token)


def link_of(position: Position, query: Query) -> str:
    """The query string that opens a position with a question.

    >>> from ksm_widgets.companions.kingdom.editing import Draft
    >>> link_of(Draft.of_example("trade").position, Query("block"))[:54]
    'game=kingdom&question=block&position=players+2+%7C+me+'
    """
    text = position_text(position).replace("\n", " | ")
    items = {"game": NAME, "question": query.question, "position": text}
    worths = {"keep": query.keep, "token": query.token}
    items |= {name: str(worth) for name, worth in worths.items() if worth}
    return urlencode(items, safe=",/@;!*:")


def read_link(link: str) -> tuple[Position, Query]:
    """The position and the question of a link; raises LinkError or FaultyPosition."""
    if len(link) > _MOST:
        raise LinkError("shelf_link.long", most=_MOST)
    items = dict(parse_qsl(link.removeprefix("?"), max_num_fields=50))
    if items.get("game", NAME) != NAME:
        raise LinkError("shelf_link.game", found=beginning(items["game"]))
    if "position" not in items:
        raise LinkError("shelf_link.position")
    question = items.get("question", ROUND)
    if question not in QUESTIONS:
        raise LinkError("shelf_link.key", name="question", expected=[*QUESTIONS])
    worths = {}
    for name, allowed in (("keep", KEEPS), ("token", TOKENS)):
        text = items.get(name, "0")
        if text not in map(str, allowed):
            raise LinkError("shelf_link.key", name=name, expected=[*map(str, allowed)])
        worths[name] = int(text)
    return read_draft(items["position"]), Query(question, **worths)
