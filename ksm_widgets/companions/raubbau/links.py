"""Links that open a position of Raubbau with a question, and what else a page keeps."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, urlencode

from ksm_widgets.companions.items import MAX_TEXT
from ksm_widgets.companions.raubbau.questions import AIMS
from ksm_widgets.companions.raubbau.text import position_text, read_draft
from ksm_widgets.rules.errors import TextError, beginning

if TYPE_CHECKING:
    from ksm_widgets.companions.raubbau.position import Position

NAME = "raubbau"
ODDS, LEAVE, TURN = QUESTIONS = ("odds", "leave", "turn")
_MOST = 3 * MAX_TEXT


class LinkError(TextError):
    """A link that opens nothing here; the sentence names the key."""


@dataclass(frozen=True, slots=True)
class Query:
    """A question with its options; without an aim, it is what the match asks for."""

    question: str = ODDS
    aim: str | None = None
    trusting: bool = True


def link_of(position: Position, query: Query) -> str:
    """The query string that opens a position with a question.

    >>> from ksm_widgets.companions.raubbau.editing import Draft
    >>> link_of(Draft.of_example("early").position, Query("leave"))[:60]
    'game=raubbau&question=leave&position=match+1+%7C+players+3+%'
    """
    items = {"game": NAME, "question": query.question}
    if query.aim is not None:
        items["aim"] = query.aim
    if not query.trusting:
        items["trusting"] = "no"
    items["position"] = position_text(position).replace("\n", " | ")
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
    query = Query()
    for key, allowed in (("question", QUESTIONS), ("aim", AIMS), ("trusting", ("yes", "no"))):
        if key in items and items[key] not in allowed:
            raise LinkError("shelf_link.key", name=key, expected=list(allowed))
    query = replace(
        query,
        question=items.get("question", ODDS),
        aim=items.get("aim"),
        trusting=items.get("trusting") != "no",
    )
    return read_draft(items["position"]), query
