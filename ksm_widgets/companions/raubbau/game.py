"""Raubbau's record for the shelf, and its questions as plain data (`ksm ask raubbau`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.companions.companion import Companion, options_of, rulebook, said
from ksm_widgets.companions.raubbau.acts import act_text, read_act
from ksm_widgets.companions.raubbau.box import the_box
from ksm_widgets.companions.raubbau.pieces import few_pieces
from ksm_widgets.companions.raubbau.questions import AIMS, ask_leave, ask_odds
from ksm_widgets.companions.raubbau.rules import apply, legal
from ksm_widgets.companions.raubbau.text import position_text, read_position
from ksm_widgets.companions.raubbau.turning import ask_turn

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

    from ksm_widgets.companions.raubbau.chances import Worth
    from ksm_widgets.companions.raubbau.position import Position
    from ksm_widgets.companions.raubbau.questions import Answer, Option


def _odds(position: Position, wanted: Mapping[str, object], language: str) -> dict[str, object]:
    options = options_of(wanted, trusting=[True, False])
    return _answered(ask_odds(position, **options), language)


def _leave(position: Position, wanted: Mapping[str, object], language: str) -> dict[str, object]:
    options = options_of(wanted, aim=[None, *AIMS], trusting=[True, False])
    return _answered(ask_leave(position, **options), language)


def _turn(position: Position, wanted: Mapping[str, object], language: str) -> dict[str, object]:
    options_of(wanted)
    return {
        "status": "optimal",
        "options": [
            {
                "act": act_text(one.act),
                "draws": one.draws,
                "looks": [str(place) for place in one.looks],
                "cave_in": _written(one.cave_in),
                "hit": list(one.hit),
                "stands": one.stands,
                "gems": _written(one.gems),
            }
            for one in ask_turn(position)
        ],
    }


def _answered(answer: Answer, language: str) -> dict[str, object]:
    """An answer as plain data; fractions are texts, so that they stay exact."""
    data: dict[str, object] = {"status": answer.status}
    if answer.aim is not None:
        data["aim"] = answer.aim
    return {
        **data,
        "options": [_option(option) for option in answer.options],
        "reasons": said(answer.reasons, language),
        "assuming": said(answer.assuming, language),
        "seconds": round(answer.seconds, 3),
    }


def _option(option: Option) -> dict[str, object]:
    data: dict[str, object] = {"act": act_text(option.turn)}
    if option.worths:
        data["worth"] = _range(option.worth)
        if "" not in option.worths:
            data["models"] = {name: _range(worth) for name, worth in option.worths.items()}
    if option.odds is not None:
        odds = option.odds
        chances = {
            "wakes": odds.wakes,
            "before": odds.before,
            "after": odds.after,
            "skipped": odds.skipped,
        }
        data |= {name: _range(chance) for name, chance in chances.items()}
        data["faces"] = {face.value: _written(chance) for face, chance in odds.faces.items()}
    return data


def _range(worth: Worth) -> object:
    """A fraction, or two if others' choices make it an interval."""
    if worth.low == worth.high:
        return _written(worth.low)
    return [_written(worth.low), _written(worth.high)]


def _written(value: Fraction) -> str:
    return str(value)


COMPANION = Companion(
    name="raubbau",
    prefix="B",
    box=the_box,
    parse=read_position,
    text=position_text,
    legal=legal,
    apply=apply,
    parse_act=read_act,
    act_text=act_text,
    questions={"odds": _odds, "leave": _leave, "turn": _turn},
    picture=few_pieces,
    rulebook=rulebook(
        "raubbau",
        "B",
        {
            "box": range(1, 8),
            "planning": range(8, 20),
            "action": range(20, 31),
            "cave_in": range(31, 37),
            "end": range(37, 47),
        },
    ),
)
