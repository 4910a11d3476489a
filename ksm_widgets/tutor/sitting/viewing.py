"""Commands that look at what the solver found: choose a plan, step through it, take over."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ksm_widgets.rules.covering import covered
from ksm_widgets.rules.moves import moved
from ksm_widgets.rules.powers import Power
from ksm_widgets.rules.tiles import Tile
from ksm_widgets.solver.answer import Status
from ksm_widgets.solver.unseen import holds_unseen
from ksm_widgets.tutor.coach.gains import gain_phrases, unseen_phrase
from ksm_widgets.tutor.coach.hints import Rung, hint
from ksm_widgets.tutor.coach.steps import step_phrases
from ksm_widgets.tutor.coach.verdicts import verdict_phrases
from ksm_widgets.tutor.phrases import Notice, Phrase, Tone, the_tile
from ksm_widgets.tutor.sitting.session import Mode, Session, Shown, State, Tool

if TYPE_CHECKING:
    from ksm_widgets.solver.answer import Answer, Plan
    from ksm_widgets.solver.hand import HandPlan
    from ksm_widgets.solver.judging import Verdict
    from ksm_widgets.tutor.sitting.query import Query

__all__ = [
    "ask_anew",
    "back_before_loss",
    "back_to_own",
    "choose_plan",
    "hand_notice",
    "hints_stand",
    "look_phrase",
    "next_hint",
    "plan_phrase",
    "rung_reached",
    "show_answer",
    "show_verdict",
    "step_by",
    "step_to",
    "take_over",
    "way_phrase",
]


def show_answer(
    session: Session, question: Query, answer: Answer, *, hide: bool = False
) -> Session:
    """Lay the solver's plans beside the board; undo takes the solve back like any other step.

    With `hide` they are kept for hints, and the board stays as it is.
    """
    if session.question != question:
        return session.telling(Notice.of("tell.other_situation"))
    plans = tuple(question.whole(plan) for plan in plans_of(answer))
    shown = Shown(question, answer, plans, step=len(question.made), hidden=hide)
    rung = Rung.NONE if hide else Rung.ALL
    state = replace(
        session.state, shown=shown, watching=not hide, mode=Mode.PLAY, rung=rung, hinted=0
    )
    seen = unseen_phrase(answer.problem)
    phrases = (answer_phrase(shown),) if seen is None else (answer_phrase(shown), seen)
    told = Notice(phrases, Tone.GOOD if answer.plan else Tone.WARNING)
    shown_session = session.become(state, None if hide else told)
    return replace(shown_session, tool=Tool.MOVE if session.tool is not Tool.DIG else Tool.DIG)


def ask_anew(session: Session, anew: bool) -> Session:
    """Let searches begin with the turn, or go on from the board as it stands."""
    return session.showing(replace(session.state, anew=anew))


def plans_of(answer: Answer) -> tuple[Plan, ...]:
    """All plans of an answer, best first, none twice."""
    found: list[Plan] = [] if answer.plan is None else [answer.plan]
    for plan in (*answer.best, *answer.frontier):
        if all(plan.turn != other.turn for other in found):
            found.append(plan)
    return tuple(found[:1] + sorted(found[1:], key=lambda plan: (-plan.net, len(plan.turn.moves))))


def answer_phrase(shown: Shown) -> Phrase:
    """What the solver found, in a sentence; reckoned for the whole turn.

    With unseen tiles nothing is proven but for those that can be seen.
    """
    answer, made = shown.answer, shown.begun
    on = "on_" if made else ""
    seen = "_seen" if holds_unseen(shown.question.situation.position) else ""
    if not shown.plans:
        return Phrase.of(f"answer.{on}{answer.status.value}")
    best = shown.plans[0]
    proven = answer.status is Status.OPTIMAL
    if best.dig is None and proven:
        return Phrase.of(f"answer.{on}pass{seen}", made=made)
    status = f"optimal{seen}" if proven else "feasible" if best.dig is not None else "no_dig_yet"
    return Phrase.of(
        f"answer.{on}{status}",
        net=best.net,
        moves=len(best.turn.moves),
        made=made,
        bound=best.net if answer.bound is None else answer.bound - made,
    )


def plan_phrase(plan: Plan) -> Phrase:
    """A plan in a short line: what it nets, its moves, its dig."""
    if plan.dig is None:
        return Phrase.of("plan.pass", net=plan.net)
    return Phrase.of("plan.line", net=plan.net, moves=len(plan.turn.moves), quarries=list(plan.dig))


def way_phrase(shown: Shown, index: int) -> Phrase:
    """One of the plans in a short line; one that ends with a look tells where, and its net."""
    plan, policy = shown.plans[index], shown.policy
    if index or policy is None or policy.look is None or policy.net is None:
        return plan_phrase(plan)
    net, _ = policy.compared(made=shown.begun)
    return Phrase.of("plan.look", net=net, moves=len(plan.turn.moves), quarry=policy.look)


def look_phrase(session: Session, state: State) -> Phrase | None:
    """What to do to look at a tile, where the plan on the board has come to that."""
    quarry = state.look_due
    if quarry is None:
        return None
    mine = moved(state.situation.position, state.played, state.situation.variant)
    key = "tell.look_name" if mine.top(quarry) is Tile.UNSEEN else "tell.look_see"
    return Phrase.of(key, quarry=quarry)


def _told(shown: Shown) -> Phrase:
    """A plan that is laid on the board, in a sentence."""
    plan = shown.plans[shown.chosen]
    if shown.look is not None:
        moves = len(plan.turn.moves)
        return Phrase.of("plan.told_look", moves=moves, quarry=shown.look)
    if plan.dig is None:
        return Phrase.of("plan.told_pass", net=plan.net)
    return Phrase.of("plan.told", net=plan.net, moves=len(plan.turn.moves), quarries=list(plan.dig))


def hand_notice(found: tuple[tuple[HandPlan, Plan | None], ...], *, unseen: bool = False) -> Notice:
    """Which card of the hand gains most, and with which objects; `found` is best first.

    With `unseen` tiles in the mine that holds for those that can be seen.
    """
    sure = all(option.answer.status in (Status.OPTIMAL, Status.INFEASIBLE) for option, _ in found)
    best = next(((option, plan) for option, plan in found if plan is not None), None)
    if best is None:
        return Notice.of("answer.infeasible" if sure else "answer.unknown", Tone.WARNING)
    option, plan = best
    told = Phrase.of(
        "answer.hand_with" if option.powers else "answer.hand",
        number=option.card.number,
        powers=[the_tile(power.tile) for power in Power if power in option.powers],
        gain=plan.net - option.kept,
    )
    if sure and plan.dig is None:
        told = Phrase.of("answer.pass")
    doubts = [] if sure else [Phrase.of("verdict.unproven")]
    if unseen:
        doubts.append(Phrase.of("answer.seen"))
    return Notice((told, *doubts), Tone.GOOD)


def choose_plan(session: Session, index: int) -> Session:
    """Put one of the plans on the board, where its own part begins."""
    shown = session.state.shown
    if shown is None or not 0 <= index < len(shown.plans):
        return session
    shown = replace(shown, chosen=index, step=shown.begun, hidden=False)
    state = replace(session.state, shown=shown, watching=True, rung=Rung.ALL)
    return session.showing(state, Notice((_told(shown),)))


def step_to(session: Session, step: int) -> Session:
    """Show the plan after so many of its steps; 0 is the start."""
    shown = session.state.shown
    if shown is None or shown.plan is None:
        return session
    steps = step_phrases(shown.plan)
    step = max(0, min(step, len(steps)))
    state = replace(session.state, shown=replace(shown, step=step), watching=True)
    told = [steps[step - 1] if step else Phrase.of("tell.start")]
    due = look_phrase(session, state)
    if due is not None:
        told.append(due)
    stepped = session.showing(state, Notice(tuple(told)))
    return replace(stepped, cursor=state.look_due or session.cursor)


def step_by(session: Session, steps: int) -> Session:
    """Go so many steps of the plan on, or back if that is less than 0."""
    shown = session.state.shown
    return session if shown is None else step_to(session, shown.step + steps)


def take_over(session: Session) -> Session:
    """Go on alone from the step of the plan that the board shows."""
    shown, plan = session.state.shown, session.state.plan
    if shown is None or plan is None:
        return session
    moves = plan.turn.moves[: shown.step]
    dig = plan.dig if shown.step > len(plan.turn.moves) and not plan.expected else None
    state = replace(session.state, moves=moves, dig=dig, watching=False, mode=Mode.PLAY, anew=False)
    return replace(session.become(state, Notice.of("tell.taken_over")), tool=Tool.MOVE)


def back_to_own(session: Session) -> Session:
    """Show the own turn again instead of the plan."""
    return session.showing(replace(session.state, watching=False))


def show_verdict(session: Session, verdict: Verdict | None) -> Session:
    """Tell the verdict on the own turn; None is a search that was stopped before it found a plan.

    In the covered view it is said that the verdict knows more than the player does (R33).
    """
    if verdict is None:
        return session.telling(Notice((Phrase.of("answer.unknown"),), Tone.WARNING))
    told = verdict_phrases(verdict, hints=rung_reached(session) is not Rung.ALL)
    if session.covered and covered(session.situation.position) != session.situation.position:
        told = (*told, Phrase.of("verdict.table"))
    if holds_unseen(session.situation.position):
        told = (*told, Phrase.of("answer.seen"))
    good = not verdict.lost and verdict.own is not None
    told_session = session.telling(Notice(told, Tone.GOOD if good else Tone.INFO))
    return replace(told_session, loss=verdict.first_loss)


def back_before_loss(session: Session) -> Session:
    """Take the own turn back to where nothing was lost yet, as the verdict said."""
    if session.loss is None:
        return session
    moves = session.state.moves[: session.loss]
    state = replace(session.state, moves=moves, dig=None, watching=False, anew=False)
    return replace(session.become(state, Notice.of("tell.before_loss")), tool=Tool.MOVE)


def hints_stand(session: Session) -> bool:
    """Whether the plan found last still tells how to go on, so that a hint needs no search.

    It does while the player follows it; after any other move the ladder begins anew.
    """
    state = session.state
    shown, asked = state.shown, session.question
    if state.dig is not None or (shown is not None and shown.question == asked):
        return True
    if shown is None or not shown.plans or shown.question.situation != asked.situation:
        return False
    made = len(asked.made)
    return made > shown.begun and shown.plans[0].turn.moves[:made] == asked.made


def rung_reached(session: Session) -> Rung:
    """How much has been told of the plan that still tells how to go on."""
    return session.state.rung if hints_stand(session) else Rung.NONE


def next_hint(session: Session) -> Session:
    """Tell one rung more of the ladder, once the solver's answer is there.

    Who has made the move that was told is told the next one.
    """
    state, shown = session.state, session.state.shown
    if state.dig is not None:
        return session.telling(Notice.of("tell.turn_over"))
    if shown is None:
        return session
    if shown.answer.plan is None:
        return session.telling(Notice((answer_phrase(shown),), Tone.WARNING))
    made = state.moves[shown.begun :]
    rung = Rung(min(state.rung + 1, Rung.ALL))
    if state.rung is Rung.MOVE and len(made) > state.hinted:
        rung = Rung.MOVE
    problem, plan = shown.question.problem(), shown.answer.plan
    told = [hint(problem, plan, rung, made)]
    if rung is Rung.TILES:
        told += gain_phrases(problem, plan.taken)
    shown = replace(shown, hidden=shown.hidden and rung is not Rung.ALL)
    state = replace(state, rung=rung, hinted=len(made), shown=shown)
    return session.become(state, Notice(tuple(told)))
