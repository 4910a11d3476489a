"""What the board points out now: the marks of a sitting, for the scene to paint."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.draw.marks import Marks
from ksm_widgets.rules.errors import DigError, RuleError, Unaffordable
from ksm_widgets.tutor.coach.hints import Rung, hint_area, hint_marks
from ksm_widgets.tutor.sitting.naming import asked_tile
from ksm_widgets.tutor.sitting.playing import ghost, step_targets
from ksm_widgets.tutor.sitting.session import Mode, Session, Tool
from ksm_widgets.tutor.sitting.viewing import hints_stand
from ksm_widgets.tutor.touch import bared

if TYPE_CHECKING:
    from ksm_widgets.rules.moves import Move
    from ksm_widgets.rules.quarries import Quarry

__all__ = ["marks_of"]


def marks_of(session: Session, *, keyboard: bool = False) -> Marks:
    """Everything to point out on the board; with `keyboard` also where the cursor stands."""
    at = session.at(keyboard=keyboard)
    asked = asked_tile(session)
    focus = session.cursor if keyboard or session.tool is Tool.TABLE else None
    area = () if asked is None else (asked.quarry,)
    if session.state.plan is not None:
        due = session.state.look_due
        return _plan_marks(session, focus, area if due is None else (due,))
    if session.mode is Mode.EDIT:
        faults = (fault for fault in session.faults if isinstance(fault, RuleError))
        at_fault = tuple(quarry for fault in faults for quarry in fault.quarries)
        return Marks(picked=session.picked, faults=at_fault, focus=focus, area=area)
    laid: tuple[Quarry, ...] = ()
    ok = True
    if session.tool is Tool.DIG and session.state.dig is None:
        if at is not None:
            shown = ghost(session, at)
            laid, ok = shown.placement, shown.fault is None
        else:
            laid = session.marked
    moves = session.state.moves
    refused = _refused(session)
    # Where another place is looked at, that one is shown.
    if at is not None and not set(refused) <= set(laid):
        refused = ()
    return Marks(
        picked=session.picked,
        targets=step_targets(session),
        dig=session.state.dig or session.marked,
        not_diggable=refused,
        ghost=() if refused else laid,
        ghost_ok=ok,
        path=moves,
        bare=bared(moves) if session.state.dig is None else session.state.dig,
        illegal=session.notice.arrow if session.notice is not None else None,
        focus=focus,
        area=area or _hinted(session),
    )


def _plan_marks(session: Session, focus: Quarry | None, area: tuple[Quarry, ...]) -> Marks:
    """A plan: all that is left of it as arrows where it begins, then each step by itself."""
    state = session.state
    plan, shown = state.plan, state.shown
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
        bare=(plan.dig or ()) if dug else bared(moves[:step]),
        focus=focus,
        area=area,
    )


def _refused(session: Session) -> tuple[Quarry, ...]:
    """The quarries of a dig that was just refused."""
    notice = session.notice
    if notice is None or not any(
        isinstance(phrase, (DigError, Unaffordable)) for phrase in notice.phrases
    ):
        return ()
    return notice.quarries


def _hinted(session: Session) -> tuple[Quarry, ...]:
    state = session.state
    if state.shown is None or not state.shown.plans or state.rung in (Rung.NONE, Rung.ALL):
        return ()
    if state.dig is not None or not hints_stand(session):
        return ()
    best = state.shown.plans[0]
    if state.rung is Rung.WHERE:
        return hint_area(best)
    return hint_marks(best, state.rung, state.moves)
