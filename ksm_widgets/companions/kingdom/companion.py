"""Kingdom of Solomon as the shelf knows it, and its questions as plain data."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ksm_widgets.companions.companion import QuestionTextError, companion_of
from ksm_widgets.companions.kingdom.acts import act_text
from ksm_widgets.companions.kingdom.answering import ask
from ksm_widgets.companions.kingdom.box import FILES
from ksm_widgets.companions.kingdom.links import Query, Question
from ksm_widgets.companions.kingdom.pieces import few_pieces
from ksm_widgets.companions.kingdom.record import Game
from ksm_widgets.companions.kingdom.rules import legal
from ksm_widgets.companions.kingdom.text import position_text, read_position
from ksm_widgets.companions.kingdom.worths import Number, int_if_whole
from ksm_widgets.companions.plain_data import answer_data, known_keys, option_data, questions_by

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ksm_widgets.companions.kingdom.answering import Found
    from ksm_widgets.companions.kingdom.position import Position
    from ksm_widgets.companions.kingdom.questions.options import Option

_KEYS = ("keep", "token", "road", "card")
"""The keys that say what a cube, token, road or card left over is worth."""
_MOST_WORTH = 100
"""The most that they may be worth, in points."""
_PARTS = 1000
"""The parts of a point in which they may be told: three decimals."""


def _worths_of(wanted: Mapping[str, object]) -> dict[str, Number]:
    """The worths that the keys of a question say; raises QuestionTextError."""
    known_keys(wanted, _KEYS)
    found: dict[str, Number] = {}
    for key, value in wanted.items():
        number = value if isinstance(value, int | float) and not isinstance(value, bool) else -1
        worth = Fraction(str(number)) if 0 <= number <= _MOST_WORTH else None
        if worth is None or _PARTS % worth.denominator:
            raise QuestionTextError("kingdom_ask.no_worth", name=key, most=_MOST_WORTH)
        found[key] = int_if_whole(worth)
    return found


def _query(question: Question, _: Position, wanted: Mapping[str, object]) -> Query:
    """The query of a question with its further keys; raises QuestionTextError."""
    return Query(question, **_worths_of(wanted))


def _answered(found: Found, language: str) -> dict[str, Any]:
    """The answer as plain data; fractions are texts, so that they stay exact."""
    answer = found.answer
    more: dict[str, Any] = {} if answer.bound is None else {"bound": round(answer.bound, 3)}
    plans = [_option(option, language) for option in answer.options]
    return answer_data(answer, plans, language, **more)


def _option(option: Option, language: str) -> dict[str, Any]:
    more: dict[str, object] = {"name": option.name}
    if option.urgency is not None:
        more["urgency"] = _number(option.urgency)
    acts = map(act_text, option.acts)
    return option_data(acts, _number(option.value), option.why, language, **more)


def _number(value: Number) -> int | str:
    return value if isinstance(value, int) else str(value)


COMPANION = companion_of(
    Game,
    FILES,
    prefix="S",
    chapters={
        "box": range(1, 8),
        "placing": range(8, 13),
        "resolving": range(13, 21),
        "cards": range(21, 23),
        "market": range(23, 25),
        "building": range(25, 31),
        "priestess": range(31, 34),
        "end": range(34, 36),
    },
    parse=read_position,
    text=position_text,
    legal=legal,
    questions=questions_by(Question, _query, ask, _answered),
    picture=few_pieces,
)
