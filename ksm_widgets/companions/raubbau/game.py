"""Raubbau's record for the shelf, and its questions as plain data (`ksm ask raubbau`)."""

from __future__ import annotations

import re
from fractions import Fraction
from time import perf_counter
from typing import TYPE_CHECKING, Any

from ksm_widgets.companions.answering import answer_data, options_of, said
from ksm_widgets.companions.companion import AskedError, Companion, rulebook
from ksm_widgets.companions.raubbau.acts import act_text, read_act
from ksm_widgets.companions.raubbau.answering import FoundOdds, FoundTurns, FoundWorths
from ksm_widgets.companions.raubbau.box import the_box
from ksm_widgets.companions.raubbau.last_round import MODELS
from ksm_widgets.companions.raubbau.links import LEAVE, ODDS, TURN, Query
from ksm_widgets.companions.raubbau.pieces import few_pieces
from ksm_widgets.companions.raubbau.position import ENDS, Tunnel
from ksm_widgets.companions.raubbau.questions import AIMS
from ksm_widgets.companions.raubbau.rules import apply, legal
from ksm_widgets.companions.raubbau.text import position_text, read_draft, read_position
from ksm_widgets.companions.raubbau.turning import with_tunnel
from ksm_widgets.telling.phrases import Phrase, Reader

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ksm_widgets.companions.raubbau.answering import Found
    from ksm_widgets.companions.raubbau.chances import Worth
    from ksm_widgets.companions.raubbau.position import Position

_WORST = Phrase("raubbau_ask.worst")


def _odds(position: Position, wanted: Mapping[str, object], language: str) -> dict[str, object]:
    """The odds of every plan; the value of each is the chance to wake a dragon."""
    start = perf_counter()
    found = FoundOdds.of(position, Query(ODDS, **options_of(wanted, trusting=[True, False])))
    plans = []
    worst: list[Phrase] = []
    for row, odds in enumerate(found.rows):
        chances = {
            "wakes": odds.wakes,
            "before": odds.before,
            "after": odds.after,
            "skipped": odds.skipped,
        }
        more: dict[str, object] = {name: _range(chance) for name, chance in chances.items()}
        more["faces"] = {face.value: str(chance) for face, chance in odds.faces.items()}
        plans.append(_plan(found, row, odds.wakes.high, language, more))
        if any(chance.low != chance.high for chance in chances.values()):
            worst = [_WORST]
    answer = found.answer
    return answer_data(
        answer.status,
        None,
        [],
        sorted(plans, key=_in_text),
        reasons=said(answer.reasons, language),
        assuming=said([*answer.assuming, *worst], language),
        seconds=perf_counter() - start,
    )


def _leave(position: Position, wanted: Mapping[str, object], language: str) -> dict[str, object]:
    """The worth of every plan under a model of what others do, the best first."""
    start = perf_counter()
    options = options_of(wanted, model=[None, *MODELS], aim=[None, *AIMS], trusting=[True, False])
    model = options.pop("model")
    found = FoundWorths.of(position, Query(LEAVE, **options), (model,) if model else MODELS)
    answer, under = found.answer, model or MODELS[0]
    modelled = any("" not in option.worths for option in found.rows)
    assuming = [*answer.assuming]
    if modelled and model is None:
        assuming.append(Phrase("raubbau_ask.by_model"))
    plans = []
    worths = [option.under(under) for option in found.rows]
    ranks = [(worth.low, worth.high) for worth in worths]
    for row in sorted(range(len(worths)), key=ranks.__getitem__, reverse=True):
        more: dict[str, object] = {}
        if worths[row].low != worths[row].high:
            more["range"] = _range(worths[row])
        if modelled and model is None:
            more["models"] = {name: _range(found.rows[row].under(name)) for name in MODELS}
        plans.append(_plan(found, row, worths[row].low, language, more))
    if any("range" in plan for plan in plans):
        assuming.append(_WORST)
    best = plans[0]
    return answer_data(
        answer.status,
        best["value"],
        best["plan"],
        plans,
        aim=answer.aim,
        model=under if modelled else None,
        reasons=said(answer.reasons, language),
        assuming=said(assuming, language),
        seconds=perf_counter() - start,
    )


def _turn(position: Position, wanted: Mapping[str, object], language: str) -> dict[str, object]:
    """The ways to turn a tunnel of which none is better in everything than another."""
    start = perf_counter()
    found = FoundTurns.of(position, Query(TURN))
    plans = [
        _plan(
            found,
            row,
            None,
            language,
            {
                "draws": one.draws,
                "looks": [str(place) for place in one.looks],
                "cave_in": str(one.cave_in),
                "hit": list(one.hit),
                "stands": one.stands,
                "gems": str(one.gems),
            },
        )
        for row, one in enumerate(found.rows)
    ]
    return answer_data(
        "optimal",
        None,
        [],
        sorted(plans, key=_in_text),
        assuming=[phrase.say(language) for phrase in found.assuming],
        seconds=perf_counter() - start,
    )


def _in_text(plan: Mapping[str, object]) -> str:
    return str(plan["plan"])


def _read_turn(text: str, wanted: Mapping[str, object]) -> Position:
    """The position in which a tunnel is to be turned: the one of the key, or of the text."""
    for key in wanted:
        if key != "tunnel":
            raise AskedError("shelf.unknown_key", found=key[:20], expected=["tunnel"])
    tunnel = wanted.get("tunnel")
    if tunnel is None:
        return read_position(text)
    if not isinstance(tunnel, str) or len(tunnel) < 2 or not re.fullmatch(ENDS, tunnel):
        raise AskedError("shelf.key", name="tunnel", expected=["ns", "ne", "nes", "nesw"])
    return with_tunnel(read_draft(text), Tunnel(tunnel))


def _plan(
    found: Found, row: int, value: Fraction | None, language: str, more: Mapping[str, object]
) -> dict[str, Any]:
    """A row as plain data; fractions are texts, so that they stay exact."""
    reader = Reader(language)
    return {
        "plan": [*map(act_text, found.acts(row))],
        "value": None if value is None else str(value),
        "why": " ".join(map(reader.say, found.reasons(row))),
        **more,
    }


def _range(worth: Worth) -> object:
    """A fraction, or two if others' choices make it an interval."""
    if worth.low == worth.high:
        return str(worth.low)
    return [str(worth.low), str(worth.high)]


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
    questions={ODDS: _odds, LEAVE: _leave, TURN: _turn},
    readers={TURN: _read_turn},
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
