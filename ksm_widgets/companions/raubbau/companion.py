"""Raubbau as the shelf knows it, and its questions as plain data (`ksm ask raubbau`)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ksm_widgets.companions.companion import QuestionTextError, companion_of
from ksm_widgets.companions.plain_data import (
    answer_data,
    further_keys,
    known_keys,
    option_data,
    questions_by,
)
from ksm_widgets.companions.raubbau.acts import act_text
from ksm_widgets.companions.raubbau.answering import FoundOdds, FoundRotations, FoundWorths, ask
from ksm_widgets.companions.raubbau.ask_rotate import asked_with_tunnel
from ksm_widgets.companions.raubbau.box import FILES, KINDS
from ksm_widgets.companions.raubbau.cards import Tunnel
from ksm_widgets.companions.raubbau.links import Query, Question
from ksm_widgets.companions.raubbau.pieces import few_pieces
from ksm_widgets.companions.raubbau.questions import Aim
from ksm_widgets.companions.raubbau.record import Game
from ksm_widgets.companions.raubbau.rules import legal
from ksm_widgets.companions.raubbau.search.last_round import Model
from ksm_widgets.companions.raubbau.text import position_text, read_draft, read_position

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ksm_widgets.companions.raubbau.answering import Found
    from ksm_widgets.companions.raubbau.position import Position
    from ksm_widgets.companions.raubbau.search.worth import Worth

_TRUSTING = (True, False)


def _query(question: Question, _: Position, wanted: Mapping[str, object]) -> Query:
    """The query of a question with its further keys; raises QuestionTextError."""
    match question:
        case Question.ODDS:
            return Query(question, **further_keys(wanted, trusting=_TRUSTING))
        case Question.LEAVE:
            choices = {"model": [None, *map(str, Model)], "aim": [None, *map(str, Aim)]}
            found = further_keys(wanted, **choices, trusting=_TRUSTING)
            model = found["model"] and Model(found["model"])
            aim = found["aim"] and Aim(found["aim"])
            return Query(question, aim, trusting=found["trusting"], model=model)
        case Question.ROTATE:  # Its key has been read with the position.
            return Query(question)


def _answered(found: Found, language: str) -> dict[str, Any]:
    """The answer as plain data; fractions are texts, so that they stay exact."""
    match found:
        case FoundOdds():
            return _odds(found, language)
        case FoundWorths():
            return _worths(found, language)
        case FoundRotations():
            return _rotations(found, language)


def _odds(found: FoundOdds, language: str) -> dict[str, Any]:
    """The odds of every plan; the value of each is the chance to wake a dragon."""
    plans = []
    for row, odds in enumerate(found.rows):
        more: dict[str, object] = {name: _range(one) for name, one in odds.chances.items()}
        more["faces"] = {face.value: str(chance) for face, chance in odds.faces.items()}
        plans.append(_plan(found, row, str(odds.wakes.high), language, **more))
    answer = replace(found.answer, assuming=found.values_assume)
    return answer_data(answer, plans, language, chosen=False)


def _worths(found: FoundWorths, language: str) -> dict[str, Any]:
    """The worth of every plan under a model of what others do, the best first."""
    answer, model = found.answer, found.model
    several = len(answer.models) > 1
    plans = []
    for row in found.ranking:
        worths = found.rows[row].worths
        more: dict[str, object] = {}
        if worths[model].varies:
            more["range"] = _range(worths[model])
        if several:
            more["models"] = {str(name): _range(worths[name]) for name in answer.models}
        plans.append(_plan(found, row, str(worths[model].low), language, **more))
    answer = replace(answer, assuming=found.values_assume)
    shown = str(model) if answer.models else None
    return answer_data(answer, plans, language, aim=str(answer.aim), model=shown)


def _rotations(found: FoundRotations, language: str) -> dict[str, Any]:
    """The ways to rotate a tunnel of which none is better in everything than another."""
    plans = [
        _plan(
            found,
            row,
            None,
            language,
            draws=rotation.draws,
            looks=[str(field) for field in rotation.looks],
            cave_in=str(rotation.cave_in),
            hit=list(rotation.hit),
            stands=rotation.stands,
            gems=str(rotation.gems),
        )
        for row, rotation in enumerate(found.rows)
    ]
    return answer_data(found.answer, plans, language, chosen=False)


def _read_rotate(text: str, wanted: Mapping[str, object]) -> Position:
    """The position in which a tunnel is to be rotated: the one of the key, or of the text."""
    known_keys(wanted, ["tunnel"])
    ends = wanted.get("tunnel")
    if ends is None:
        return read_position(text)
    tunnel = Tunnel.parse(ends) if isinstance(ends, str) else None
    if tunnel is None:
        raise QuestionTextError("shelf.key", name="tunnel", expected=[*KINDS.values()])
    return asked_with_tunnel(read_draft(text), tunnel)


def _plan(
    found: Found, row: int, value: str | None, language: str, **more: object
) -> dict[str, Any]:
    acts = map(act_text, found.acts(row))
    return option_data(acts, value, found.reasons(row), language, **more)


def _range(worth: Worth) -> object:
    """A fraction, or two if others' choices make it an interval."""
    return [str(worth.low), str(worth.high)] if worth.varies else str(worth.low)


COMPANION = companion_of(
    Game,
    FILES,
    prefix="B",
    chapters={
        "box": range(1, 8),
        "planning": range(8, 20),
        "action": range(20, 31),
        "cave_in": range(31, 37),
        "end": range(37, 47),
    },
    parse=read_position,
    text=position_text,
    legal=legal,
    questions=questions_by(Question, _query, ask, _answered),
    readers={Question.ROTATE: _read_rotate},
    picture=few_pieces,
)
