"""A session as the text that the browser keeps, for when the program behind the page has ended.

The text has its position, the turn so far, and the plan shown. A plan is not kept but searched for
again, so that what the page says of it is true.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, cast

from ksm_widgets.explorer.editing import load
from ksm_widgets.explorer.links import link_of, situation_of
from ksm_widgets.explorer.session import Mode, Session
from ksm_widgets.page.state import ForgedValue
from ksm_widgets.rules.json_text import read_json
from ksm_widgets.rules.quarries import Move, Quarry
from ksm_widgets.telling.hints import HintLevel
from ksm_widgets.telling.phrases import Notice

if TYPE_CHECKING:
    from ksm_widgets.explorer.session import ShownPlans

_MOST = 500
"""Moves and steps that are brought back."""


@dataclass(frozen=True, slots=True)
class PlanAgain:
    """A plan to be searched for again: the search, the moves made when it was asked for, its place.

    `chosen`, `step` and `watching` are as in the session.
    """

    what: str
    made: int
    chosen: int
    step: int
    watching: bool


def kept_text(session: Session) -> str:
    """A session as text, the inverse of `brought_back`."""
    state = session.state
    data: dict[str, object] = {"link": link_of(session.situation), "mode": state.mode.value}
    if state.moves:
        data["moves"] = [str(move) for move in state.moves]
    if state.dig is not None:
        data["dig"] = [str(quarry) for quarry in state.dig]
    if session.covered:
        data["covered"] = True
    if state.shown is not None and not state.shown.hidden and state.shown.plans:
        data["plan"] = _plan(state.shown, watching=state.watching)
    return json.dumps(data)


def _plan(shown: ShownPlans, *, watching: bool) -> dict[str, object]:
    problem = shown.answer.problem
    what = "frontier" if problem.frontier else "best" if problem.best else "plan"
    return {
        "what": what if shown.policy is None else "look",
        "made": shown.begun,
        "chosen": shown.chosen,
        "step": shown.step,
        "watching": watching,
    }


def brought_back(session: Session, text: str) -> tuple[Session, PlanAgain | None]:
    """The session of a text, and the plan to search for; it may also be a link alone.

    Raises ForgedValue, or the error of the link, the move or the dig at fault.
    """
    notice = Notice.of("pulse.restored")
    if not text.startswith("{"):
        return load(session, situation_of(text), notice), None
    try:
        data = read_json(text)
    except (ValueError, RecursionError):
        raise ForgedValue(text[:20]) from None
    mode = Mode.PLAY if data.get("mode") == Mode.PLAY.value else Mode.EDIT
    loaded = load(session, situation_of(str(data.get("link", ""))), notice, mode=mode)
    loaded = replace(loaded, covered=data.get("covered") is True)
    if mode is Mode.EDIT or loaded.faults:
        return loaded, None
    attempt = loaded.state.attempt
    for name in _names(data.get("moves", [])):
        attempt = attempt.moving(Move.parse(name))
    dig = tuple(map(Quarry.parse, _names(data.get("dig", []))))
    if dig:
        attempt = attempt.digging(dig)
    state = replace(loaded.state, moves=attempt.moves, dig=attempt.dig)
    return loaded.show(state, notice), _asked(data.get("plan"), len(attempt.moves))


def _names(given: object) -> list[str]:
    if not isinstance(given, list) or len(given) > _MOST:
        raise ForgedValue("names")
    return list(map(str, given))


def _asked(given: object, moves: int) -> PlanAgain | None:
    if given is None:
        return None
    if not isinstance(given, dict):
        raise ForgedValue("plan")
    plan = cast("dict[str, object]", given)
    numbers = [plan.get(name) for name in ("made", "chosen", "step")]
    if plan.get("what") not in ("plan", "best", "frontier", "look") or not all(
        type(number) is int and 0 <= number <= _MOST for number in numbers
    ):
        raise ForgedValue("plan")
    made, chosen, step = cast("list[int]", numbers)
    return PlanAgain(
        str(plan["what"]), min(made, moves), chosen, step, plan.get("watching") is True
    )


def as_asked(session: Session, plan: PlanAgain) -> Session:
    """The session as it was when the plan was asked for."""
    state = replace(session.state, moves=session.state.moves[: plan.made], dig=None, shown=None)
    return replace(session, state=state)


def with_plan(session: Session, found: Session, plan: PlanAgain) -> Session:
    """The session with the plan that `found` shows, where it was before."""
    shown = found.state.shown
    changed = session.situation != found.situation or session.state.shown is not None
    if shown is None or not shown.plans or changed:
        return session
    chosen = plan.chosen if plan.chosen < len(shown.plans) else 0
    steps = len(shown.plans[chosen].steps)
    shown = replace(shown, chosen=chosen, step=max(shown.begun, min(plan.step, steps)))
    state = replace(
        session.state, shown=shown, watching=plan.watching, hint_level=HintLevel.ALL, mode=Mode.PLAY
    )
    return session.show(state, Notice.of("pulse.restored"))
