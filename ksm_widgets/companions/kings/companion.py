"""Kings under Mountains as the shelf knows it, and its questions as plain data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ksm_widgets.companions.companion import companion_of
from ksm_widgets.companions.kings.acts import act_text
from ksm_widgets.companions.kings.answering import ask
from ksm_widgets.companions.kings.box import FILES
from ksm_widgets.companions.kings.links import Query, Question
from ksm_widgets.companions.kings.options import MineFinding
from ksm_widgets.companions.kings.pieces import few_pieces
from ksm_widgets.companions.kings.places import Numbered, Row
from ksm_widgets.companions.kings.record import Game
from ksm_widgets.companions.kings.rules import Brought, legal
from ksm_widgets.companions.kings.search.chances import MOST_CHANCE_TURNS, Chance
from ksm_widgets.companions.kings.search.fewest import Fewest
from ksm_widgets.companions.kings.search.openings import Opening
from ksm_widgets.companions.kings.search.sure import (
    MOST_SURE_TURNS,
    USUAL_SURE_TURNS,
    SurePlan,
)
from ksm_widgets.companions.kings.text import position_text, read_position
from ksm_widgets.companions.plain_data import answer_data, further_keys, option_data, questions_by

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ksm_widgets.companions.kings.answering import Found
    from ksm_widgets.companions.kings.options import Option
    from ksm_widgets.companions.kings.position import Position
    from ksm_widgets.telling.phrases import Phrase


def _query(question: Question, position: Position, wanted: Mapping[str, object]) -> Query:
    """The query of a question with its further keys; raises QuestionTextError."""
    keys = further_keys(wanted, **_choices(question, position))
    target = keys.pop("target", None)
    return Query(question, _targets(position).get(target), **keys)


def _choices(question: Question, position: Position) -> Mapping[str, Sequence[object]]:
    """The further keys of a question on a table, with their choices; the first is the default."""
    targets = [None, *_targets(position)]
    match question:
        case Question.SURE:
            return {"turns": [*dict.fromkeys((USUAL_SURE_TURNS, *range(1, MOST_SURE_TURNS + 1)))]}
        case Question.FEWEST:
            return {"target": targets}
        case Question.CHANCE:
            return {"target": targets, "turns": [None, *range(1, MOST_CHANCE_TURNS + 1)]}
        case Question.OPENS:
            return {}


def _answered(found: Found, language: str) -> dict[str, Any]:
    """The answer as plain data."""
    answer = found.answer
    plans = [_plan(one.option, one.why, language) for one in answer.options]
    # What a play opens is only compared.
    chosen = found.query.question is not Question.OPENS
    return answer_data(answer, plans, language, chosen=chosen)


def _targets(position: Position) -> dict[str, Numbered]:
    """The places of the mines that a question may be about, by their text."""
    own = position.own_of(position.me) if position.me is not None else ()
    rows = ((Row.CENTRE, position.centre), (Row.OWN, own))
    places = (Numbered(row, at + 1) for row, sites in rows for at in range(len(sites)))
    return {str(place): place for place in places}


def _plan(option: Option, why: Sequence[Phrase], language: str) -> dict[str, Any]:
    """A plan as plain data; fractions are texts, so that they stay exact."""
    value: int | str | None
    match option:
        case SurePlan(change=value):
            more: dict[str, object] = {"turns": option.turns}
        case Opening():
            value, more = str(option.take), _opening(option)
        case MineFinding(result=result):
            value = result.turns if isinstance(result, Fewest) else str(result.chance)
            more = _finding(option)
    return option_data(map(act_text, option.acts), value, why, language, **more)


def _finding(option: MineFinding[Fewest] | MineFinding[Chance]) -> dict[str, object]:
    """The keys of a plan for one mine."""
    data: dict[str, object] = {
        "mine": str(option.place),
        "numbers": str(option.mine),
        "missing": option.missing,
    }
    match option.result:
        case Fewest() as fewest if not fewest.proven:
            data["at_least"] = fewest.at_least
        case Chance() as chance:
            data["turns"] = chance.turns
    return data


def _opening(option: Opening) -> dict[str, object]:
    """The keys of what a play opens."""
    data: dict[str, object] = {"push": str(option.push)}
    if option.mine is not None:
        data |= {"numbers": str(option.mine), "finished": option.brought is Brought.FINISHED}
        if option.owner is not None:
            data["owner"] = option.owner
    return data | {
        "opened": [
            {
                "mine": str(one.place),
                "numbers": str(one.mine),
                "take": str(one.take),
                "push": str(one.push),
                "races": {race: str(chance) for race, chance in one.races.items()},
            }
            for one in option.opened
        ],
    }


COMPANION = companion_of(
    Game,
    FILES,
    prefix="K",
    chapters={"box": range(1, 6), "turn": range(6, 19), "end": range(19, 22)},
    parse=read_position,
    text=position_text,
    legal=legal,
    questions=questions_by(Question, _query, ask, _answered),
    picture=few_pieces,
)
