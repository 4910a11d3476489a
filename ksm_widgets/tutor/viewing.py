"""Commands that look at what the solver found: choose a plan, step through it, take over."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ksm_widgets.solver.answer import Status
from ksm_widgets.tutor.hints import Rung, hint
from ksm_widgets.tutor.phrases import Notice, Phrase, Tone
from ksm_widgets.tutor.session import Mode, Session, Shown, Tool
from ksm_widgets.tutor.steps import steps_of
from ksm_widgets.tutor.verdicts import coins

if TYPE_CHECKING:
    from ksm_widgets.solver.answer import Answer, Plan
    from ksm_widgets.tutor.situation import Situation

__all__ = [
    "back_to_own",
    "choose_plan",
    "next_hint",
    "plan_phrase",
    "show_answer",
    "step_to",
    "take_over",
]


def show_answer(
    session: Session, asked: Situation, answer: Answer, *, hide: bool = False
) -> Session:
    """Lay the solver's plans beside the board; undo takes the solve back like any other step.

    With `hide` they are kept for hints and verdicts, and the board stays as it is.
    """
    shown = Shown(asked, answer, plans_of(answer))
    if session.asked != asked:
        return session.telling(Notice.say("tell.other_situation"))
    state = replace(session.state, shown=shown, watching=not hide, mode=Mode.PLAY)
    if not hide:
        state = replace(state, rung=Rung.ALL)
    told = Notice((answer_phrase(answer),), Tone.GOOD if answer.plan else Tone.WARNING)
    shown_session = session.become(state, None if hide else told)
    return replace(shown_session, tool=Tool.MOVE if session.tool is not Tool.DIG else Tool.DIG)


def plans_of(answer: Answer) -> tuple[Plan, ...]:
    """All plans of an answer, best first, none twice."""
    found: list[Plan] = [] if answer.plan is None else [answer.plan]
    for plan in (*answer.best, *answer.frontier):
        if all(plan.turn != other.turn for other in found):
            found.append(plan)
    return tuple(found[:1] + sorted(found[1:], key=lambda plan: (-plan.net, len(plan.turn.moves))))


def answer_phrase(answer: Answer) -> Phrase:
    """What the solver found, in a sentence."""
    plan = answer.plan
    if plan is None:
        return Phrase.of(f"answer.{answer.status.value}")
    if plan.dig is None:
        return Phrase.of("answer.pass")
    key = "answer.optimal" if answer.status is Status.OPTIMAL else "answer.feasible"
    bound = coins(answer.bound) if answer.bound is not None else "?"
    return Phrase.of(key, net=coins(plan.net), moves=len(plan.turn.moves), bound=bound)


def plan_phrase(plan: Plan) -> Phrase:
    """A plan in a short line: what it nets, its moves, its dig."""
    if plan.dig is None:
        return Phrase.of("plan.pass")
    return Phrase.of(
        "plan.line", net=coins(plan.net), moves=len(plan.turn.moves), quarries=list(plan.dig)
    )


def choose_plan(session: Session, index: int) -> Session:
    """Put one of the plans on the board, at its first step."""
    shown = session.state.shown
    if shown is None or not 0 <= index < len(shown.plans):
        return session
    state = replace(
        session.state, shown=replace(shown, chosen=index, step=0), watching=True, rung=Rung.ALL
    )
    return session.now(state, Notice((plan_phrase(shown.plans[index]),)))


def step_to(session: Session, step: int) -> Session:
    """Show the plan after so many of its steps; 0 is the start."""
    shown = session.state.shown
    if shown is None or shown.plan is None:
        return session
    steps = steps_of(shown.plan)
    step = max(0, min(step, len(steps)))
    told = Notice((steps[step - 1].phrase,)) if step else Notice.say("tell.start")
    state = replace(session.state, shown=replace(shown, step=step), watching=True)
    return session.now(state, told)


def take_over(session: Session) -> Session:
    """Go on alone from the step of the plan that the board shows."""
    shown, plan = session.state.shown, session.state.plan
    if shown is None or plan is None:
        return session
    moves = plan.turn.moves[: shown.step]
    dig = plan.dig if shown.step > len(plan.turn.moves) and not plan.expected else None
    state = replace(session.state, moves=moves, dig=dig, watching=False, mode=Mode.PLAY)
    return replace(session.become(state, Notice.say("tell.taken_over")), tool=Tool.MOVE)


def back_to_own(session: Session) -> Session:
    """Show the own turn again instead of the plan."""
    return session.now(replace(session.state, watching=False))


def next_hint(session: Session) -> Session:
    """Tell one rung more of the ladder, once the solver's answer is there."""
    state = session.state
    if state.shown is None or state.shown.plan is None:
        return session
    rung = Rung(min(state.rung + 1, Rung.ALL))
    best = state.shown.plans[0]
    problem = state.shown.asked.problem()
    told = hint(problem, best, rung, state.moves)
    state = replace(state, rung=rung)
    return session.become(state, Notice((told,)))
