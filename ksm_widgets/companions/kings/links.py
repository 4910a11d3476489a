"""Links that open a position of Kings under Mountains with a question."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, urlencode

from ksm_widgets.companions.items import MAX_TEXT
from ksm_widgets.companions.kings.text import position_text, read_draft
from ksm_widgets.rules.errors import TextError, beginning

if TYPE_CHECKING:
    from ksm_widgets.companions.kings.position import Position

NAME = "kings"
SURE, FEWEST, CHANCE, OPENS = QUESTIONS = ("sure", "fewest", "chance", "opens")
_EARLIER = {"open": OPENS}
"""The earlier names of questions in links."""
_MOST = 3 * MAX_TEXT


class LinkError(TextError):
    """A link that opens nothing here; the sentence names the key."""


@dataclass(frozen=True, slots=True)
class Query:
    """A question."""

    question: str = SURE


def link_of(position: Position, query: Query) -> str:
    """The query string that opens a position with a question.

    >>> from ksm_widgets.companions.kings.editing import Draft
    >>> link_of(Draft.of_example("plan").position, Query("opens"))[:51]
    'game=kings&question=opens&position=kings+D1+O2+%7C+'
    """
    text = position_text(position).replace("\n", " | ")
    items = {"game": NAME, "question": query.question, "position": text}
    return urlencode(items, safe=",/@;!*")


def read_link(link: str) -> tuple[Position, Query]:
    """The position and the question of a link; raises LinkError or FaultyPosition."""
    if len(link) > _MOST:
        raise LinkError("shelf_link.long", most=_MOST)
    items = dict(parse_qsl(link.removeprefix("?"), max_num_fields=50))
    if items.get("game", NAME) != NAME:
        raise LinkError("shelf_link.game", found=beginning(items["game"]))
    if "position" not in items:
        raise LinkError("shelf_link.position")
    question = items.get("question", SURE)
    question = _EARLIER.get(question, question)
    if question not in QUESTIONS:
        raise LinkError("shelf_link.key", name="question", expected=[*QUESTIONS])
    return read_draft(items["position"]), Query(question)
