"""Commands for plans that react: what to look at, and what to do now that a tile has shown.

A tile that a plan looks at shows in one of two ways. Where nobody knows it, it lies on the real
table, and the player says which it is; where the covered view hides it, the board shows it as soon
as the move that lays it bare is the player's own.
"""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING

from ksm_widgets.rules.tiles import Tile
from ksm_widgets.rules.turns import Turn, carried_out
from ksm_widgets.solver.answer import Answer, Plan, Status
from ksm_widgets.tutor.coach.hints import Rung
from ksm_widgets.tutor.phrases import Notice, Phrase, Tone
from ksm_widgets.tutor.sitting.session import Mode, Session, Shown, Tool
from ksm_widgets.tutor.sitting.viewing import answer_phrase, look_phrase

if TYPE_CHECKING:
    from ksm_widgets.solver.policy import Policy
    from ksm_widgets.tutor.sitting.query import Query

__all__ = ["advised", "foreseen", "has_shown", "sees", "show_policy"]


def show_policy(session: Session, question: Query, policy: Policy) -> Session:
    """Lay the way to the next look beside the board, or the dig if no look is worth it.

    The best plan without a further look is there to be chosen instead.
    """
    if session.question != question:
        return session.telling(Notice.of("tell.other_situation"))
    ways = [_way_to_look(question, policy)] if policy.look is not None else []
    ways += [question.whole(plan) for plan in [policy.fixed] if plan is not None]
    answer = Answer(question.problem(), policy.status, policy.fixed, None)
    shown = Shown(question, answer, tuple(ways), step=len(question.made), policy=policy)
    state = replace(
        session.state, shown=shown, watching=True, mode=Mode.PLAY, rung=Rung.ALL, hinted=0
    )
    if policy.net is None:
        told = Notice((answer_phrase(shown),), Tone.WARNING)
    else:
        due = look_phrase(session, state)
        figures = [Phrase.of(key, **params) for key, params in policy.told(made=shown.begun)]
        told = Notice((*figures, *([] if due is None else [due])), Tone.GOOD)
    tool = Tool.MOVE if session.tool is not Tool.DIG else Tool.DIG
    return replace(session.become(state, told), tool=tool, cursor=state.look_due or session.cursor)


def _way_to_look(question: Query, policy: Policy) -> Plan:
    """The moves of the turn up to the look, as a plan without a dig; only a dig need be paid."""
    asked = question.situation.problem()
    turn = Turn((*question.made, *policy.moves))
    played = carried_out(
        asked.position, turn, asked.shape, money=asked.money, variant=asked.variant
    )
    return Plan(turn, played, -Decimal(len(turn.moves)))


def advised(session: Session) -> bool:
    """Whether the plan found last reacts to what shows, so that the next one is to do so too."""
    return session.state.shown is not None and session.state.shown.policy is not None


def has_shown(session: Session) -> bool:
    """Whether the player stands where a look was due, and sees the tile."""
    quarry = session.state.look_due
    if quarry is None or session.state.watching:
        return False
    return session.seen_position.top(quarry) is not Tile.UNSEEN


def sees(session: Session) -> bool:
    """Whether a plan has led to a look, and the board shows the tile to who goes on from there."""
    taken_over = replace(
        session, state=replace(session.state, watching=False, moves=session.state.played)
    )
    return session.state.watching and has_shown(taken_over)


def foreseen(before: Session, session: Session) -> Policy | None:
    """What the plan shown before a tile did knew to do next; None if that is to be found anew.

    It is if another tile was named than the one looked at, if no look was left in the plan for
    what has shown, or if the search had been stopped before it was sure.
    """
    shown = before.state.shown
    policy = None if shown is None else shown.policy
    if policy is None or policy.look is None or session.faults:
        return None
    problem = session.question.problem()
    showing = problem.position.top(policy.look)
    then = None if showing is None else policy.after(showing)
    if then is None or then.status is not Status.OPTIMAL or not then.problem.reactions:
        return None
    return then if replace(then.problem, reactions=None) == problem else None
