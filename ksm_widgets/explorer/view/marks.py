"""The marks on the explorer's board."""

from __future__ import annotations

from dataclasses import replace

from ksm_widgets.draw.board import Marks
from ksm_widgets.explorer.session import Mode, Session, Tool
from ksm_widgets.mine.hand import uncovered
from ksm_widgets.rules.errors import DigError, RuleError, Unaffordable
from ksm_widgets.rules.quarries import Move, Quarry
from ksm_widgets.telling.hints import HintLevel, hint_area, hint_marks


def marks_of(session: Session) -> Marks:
    """Everything to point out on the board."""
    hand, state = session.hand, session.state
    asked = session.unseen_tile
    area = () if asked is None else (asked.quarry,)
    focus = hand.cursor if hand.keyboard or session.tool is Tool.TABLE else None
    if state.plan is not None:
        due = state.look_due
        return _plan_marks(session, focus, area if due is None else (due,))
    marks = replace(hand.marks(session.playable), focus=focus, area=area)
    if session.mode is Mode.EDIT:
        faults = (fault for fault in session.faults if isinstance(fault, RuleError))
        return replace(marks, faults=tuple(place for fault in faults for place in fault.places))
    refused = _refused(session)
    # The ghost of another place goes before the one refused.
    if hand.at is not None and not set(refused) <= set(marks.ghost):
        refused = ()
    return replace(
        marks,
        dig=state.dig or marks.dig,
        not_diggable=refused or marks.not_diggable,
        ghost=() if refused else marks.ghost,
        bare=state.dig or uncovered(state.moves),
        illegal=None if session.notice is None else session.notice.arrow,
        area=area or _hinted(session),
    )


def _plan_marks(session: Session, focus: Quarry | None, area: tuple[Quarry, ...]) -> Marks:
    """A plan: at its start all the rest of it as arrows, then each step alone."""
    plan, shown = session.state.plan, session.state.shown
    assert plan is not None
    assert shown is not None
    moves, step = plan.turn.moves, shown.step
    dug = step > len(moves)
    first = max(step - 1, 0)
    path: tuple[Move, ...] = moves[first:step]
    if step == shown.begun:
        first, path = step, moves[step:]
    return Marks(
        dig=plan.dig or (),
        path=() if dug else path,
        first_step=first + 1,
        bare=(plan.dig or ()) if dug else uncovered(moves[:step]),
        focus=focus,
        area=area,
    )


def _refused(session: Session) -> tuple[Quarry, ...]:
    """The quarries of a dig that was just refused."""
    notice = session.notice
    refusals = (DigError, Unaffordable)
    if notice is None or not any(isinstance(each, refusals) for each in notice.phrases):
        return ()
    return notice.places


def _hinted(session: Session) -> tuple[Quarry, ...]:
    state = session.state
    if (
        state.shown is None
        or not state.shown.plans
        or state.hint_level in (HintLevel.NONE, HintLevel.ALL)
    ):
        return ()
    if state.dig is not None or not session.follows_plan:
        return ()
    best = state.shown.plans[0]
    if state.hint_level is HintLevel.WHERE:
        return hint_area(best)
    return hint_marks(best, state.hint_level, state.moves)
