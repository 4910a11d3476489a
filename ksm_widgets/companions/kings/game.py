"""The record of Kings under Mountains for the shelf, and its questions as plain data."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.companions.companion import Companion, options_of, rulebook, said
from ksm_widgets.companions.kings.acts import act_text, read_act
from ksm_widgets.companions.kings.box import the_box
from ksm_widgets.companions.kings.chances import MOST_TURNS, Chance
from ksm_widgets.companions.kings.fewest import Fewest
from ksm_widgets.companions.kings.opening import Opening
from ksm_widgets.companions.kings.pieces import few_pieces
from ksm_widgets.companions.kings.position import Place
from ksm_widgets.companions.kings.questions import (
    Target,
    ask_chance,
    ask_fewest,
    ask_open,
    ask_sure,
)
from ksm_widgets.companions.kings.rules import apply, legal
from ksm_widgets.companions.kings.sure import MOST_TURNS as MOST_SURE
from ksm_widgets.companions.kings.sure import SurePlan
from ksm_widgets.companions.kings.text import position_text, read_position

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ksm_widgets.companions.kings.position import Position
    from ksm_widgets.companions.kings.questions import Answer

_USUAL = 3


def _sure(position: Position, wanted: Mapping[str, object], language: str) -> dict[str, object]:
    options = options_of(wanted, turns=[_USUAL, *range(1, MOST_SURE + 1)])
    return _answered(ask_sure(position, **options), language)


def _fewest(position: Position, wanted: Mapping[str, object], language: str) -> dict[str, object]:
    options_of(wanted)
    return _answered(ask_fewest(position), language)


def _chance(position: Position, wanted: Mapping[str, object], language: str) -> dict[str, object]:
    own = position.own[position.me - 1] if position.me is not None else ()
    places = [
        *(str(Place("centre", at + 1)) for at in range(len(position.centre))),
        *(str(Place("own", at + 1)) for at in range(len(own))),
    ]
    options = options_of(wanted, place=[None, *places], turns=[None, *range(1, MOST_TURNS + 1)])
    return _answered(ask_chance(position, **options), language)


def _open(position: Position, wanted: Mapping[str, object], language: str) -> dict[str, object]:
    options_of(wanted)
    return _answered(ask_open(position), language)


def _answered(answer: Answer, language: str) -> dict[str, object]:
    """An answer as plain data; fractions are texts, so that they stay exact."""
    return {
        "status": answer.status,
        "options": [_option(option) for option in answer.options],
        "reasons": said(answer.reasons, language),
        "assuming": said(answer.assuming, language),
        "seconds": round(answer.seconds, 3),
    }


def _option(option: SurePlan | Target | Opening) -> dict[str, object]:
    match option:
        case SurePlan():
            acts = [act_text(act) for act in option.acts]
            return {"change": option.change, "turns": option.turns, "acts": acts}
        case Opening():
            return _opening(option)
    data: dict[str, object] = {
        "place": str(option.place),
        "mine": str(option.mine),
        "missing": option.missing,
        "turns": option.found.turns,
    }
    match option.found:
        case Fewest():
            if not option.found.proven:
                data["at_least"] = option.found.at_least
        case Chance():
            data["chance"] = str(option.found.chance)
    return data | {"acts": [act_text(act) for act in option.found.acts]}


def _opening(option: Opening) -> dict[str, object]:
    data: dict[str, object] = {"act": act_text(option.play)}
    if option.mine is not None:
        data["mine"] = str(option.mine)
        data["finished"] = option.finished
        if option.owner is not None:
            data["owner"] = option.owner
    return data | {
        "take": str(option.take),
        "push": str(option.push),
        "opened": [
            {
                "place": str(one.place),
                "mine": str(one.mine),
                "take": str(one.take),
                "push": str(one.push),
                "races": {race: str(chance) for race, chance in one.races.items()},
            }
            for one in option.opened
        ],
    }


COMPANION = Companion(
    name="kings",
    prefix="K",
    box=the_box,
    parse=read_position,
    text=position_text,
    legal=legal,
    apply=apply,
    parse_act=read_act,
    act_text=act_text,
    picture=few_pieces,
    rulebook=rulebook(
        "kings",
        "K",
        {"box": range(1, 6), "turn": range(6, 19), "end": range(19, 22)},
    ),
    questions={"sure": _sure, "fewest": _fewest, "chance": _chance, "open": _open},
)
