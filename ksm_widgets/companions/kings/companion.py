"""Kings under Mountains as the shelf knows it, and its questions as plain data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ksm_widgets.companions.companion import companion_of
from ksm_widgets.companions.kings.acts import act_text
from ksm_widgets.companions.kings.answering import (
    FoundChances,
    FoundFewest,
    FoundOpenings,
    FoundPlans,
    ask,
)
from ksm_widgets.companions.kings.box import FILES
from ksm_widgets.companions.kings.links import Query, Question
from ksm_widgets.companions.kings.pieces import few_pieces
from ksm_widgets.companions.kings.record import Game
from ksm_widgets.companions.kings.rules import Brought, legal
from ksm_widgets.companions.kings.search.chances import MOST_CHANCE_TURNS
from ksm_widgets.companions.kings.search.sure import MOST_SURE_TURNS, USUAL_SURE_TURNS
from ksm_widgets.companions.kings.text import position_text, read_position
from ksm_widgets.companions.plain_data import answer_data, further_keys, option_data, questions_by

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ksm_widgets.companions.kings.answering import Found
    from ksm_widgets.companions.kings.finding import MineFinding
    from ksm_widgets.companions.kings.places import Numbered
    from ksm_widgets.companions.kings.position import Position
    from ksm_widgets.companions.kings.search.chances import Chance
    from ksm_widgets.companions.kings.search.fewest import Fewest
    from ksm_widgets.companions.kings.search.openings import Opening
    from ksm_widgets.companions.kings.search.sure import SurePlan


def _query(question: Question, position: Position, wanted: Mapping[str, object]) -> Query:
    """The query of a question with its further keys; raises QuestionTextError."""
    keys = further_keys(wanted, **_choices(question, position))
    target = keys.pop("target", None)
    return Query(question, _mines(position).get(target), **keys)


def _choices(question: Question, position: Position) -> Mapping[str, Sequence[object]]:
    """The further keys of a question on a table, with their choices; the first is the default."""
    mines = [None, *_mines(position)]
    match question:
        case Question.SURE:
            return {"turns": [*dict.fromkeys((USUAL_SURE_TURNS, *range(1, MOST_SURE_TURNS + 1)))]}
        case Question.FEWEST:
            return {"target": mines}
        case Question.CHANCE:
            return {"target": mines, "turns": [None, *range(1, MOST_CHANCE_TURNS + 1)]}
        case Question.OPENS:
            return {}


def _mines(position: Position) -> dict[str, Numbered]:
    """The places of the mines that a question may be about, by their text."""
    return {str(place): place for place, _ in position.playable(position.asker)}


def _answered(found: Found, language: str) -> dict[str, Any]:
    """The answer as plain data; fractions are texts, so that they stay exact."""
    match found:
        case FoundPlans():
            options = [_plan(found, plan, language) for plan in found.answer.options]
        case FoundFewest():
            options = [_fewest(found, finding, language) for finding in found.answer.options]
        case FoundChances():
            options = [_chance(found, finding, language) for finding in found.answer.options]
        case FoundOpenings():
            options = [_opening(found, opening, language) for opening in found.answer.options]
            return answer_data(found.answer, options, language, chosen=False)
    return answer_data(found.answer, options, language)


def _plan(found: FoundPlans, plan: SurePlan, language: str) -> dict[str, Any]:
    return option_data(
        map(act_text, plan.acts), plan.change, found.why(plan), language, turns=plan.turns
    )


def _fewest(found: FoundFewest, finding: MineFinding[Fewest], language: str) -> dict[str, Any]:
    fewest = finding.result
    more = _mine(finding) if fewest.proven else {**_mine(finding), "at_least": fewest.at_least}
    return option_data(
        map(act_text, fewest.acts), fewest.turns, found.why(finding), language, **more
    )


def _chance(found: FoundChances, finding: MineFinding[Chance], language: str) -> dict[str, Any]:
    result = finding.result
    more = {**_mine(finding), "turns": result.turns}
    return option_data(
        map(act_text, result.acts), str(result.chance), found.why(finding), language, **more
    )


def _mine(finding: MineFinding[Fewest] | MineFinding[Chance]) -> dict[str, object]:
    """The mine that a finding is about."""
    return {
        "mine": str(finding.place),
        "numbers": str(finding.mine),
        "missing": finding.missing,
    }


def _opening(found: FoundOpenings, opening: Opening, language: str) -> dict[str, Any]:
    more: dict[str, object] = {"push": str(opening.push)}
    if opening.mine is not None:
        more["numbers"] = str(opening.mine)
        more["finished"] = opening.brought is Brought.FINISHED
        if opening.owner is not None:
            more["owner"] = opening.owner
    more["opened"] = [
        {
            "mine": str(one.place),
            "numbers": str(one.mine),
            "take": str(one.take),
            "push": str(one.push),
            "races": {race: str(chance) for race, chance in one.races},
        }
        for one in opening.opened
    ]
    return option_data(
        map(act_text, opening.acts), str(opening.take), found.why(opening), language, **more
    )


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
