"""Commands about the solver's plans: show them, step through one, take it over, ask for hints.

A plan may end with a look at a tile, and react to what shows there (a `Policy`).
"""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING

from ksm_widgets.explorer.plan_words import (
    answer_phrase,
    choice_phrase,
    guess_phrase,
    look_phrase,
    told_phrase,
)
from ksm_widgets.explorer.session import Mode, Session, ShownPlans, Tool
from ksm_widgets.rules.given import covered
from ksm_widgets.rules.turns import Turn, carried_out
from ksm_widgets.solver.answer import Answer, Plan, Status
from ksm_widgets.solver.problem import spending
from ksm_widgets.telling.hints import HintLevel, hint
from ksm_widgets.telling.phrases import Notice, Phrase, Tone
from ksm_widgets.telling.plans import (
    gain_phrases,
    step_phrases,
    unseen_phrase,
    verdict_phrases,
)

if TYPE_CHECKING:
    from ksm_widgets.explorer.situation import Query
    from ksm_widgets.rules.deck import Placement
    from ksm_widgets.rules.quarries import Move
    from ksm_widgets.solver.judging import Verdict
    from ksm_widgets.solver.policy import Policy


def show_answer(
    session: Session, question: Query, answer: Answer, *, hide: bool = False
) -> Session:
    """Show the plans of an answer, or with `hide` keep them for hints."""
    if session.question != question:
        return session.telling(Notice.of("tell.other_situation"))
    shown = replace(_found(question, answer), step=len(question.made), hidden=hide)
    hint_level = HintLevel.NONE if hide else HintLevel.ALL
    state = replace(
        session.state,
        shown=shown,
        watching=not hide,
        mode=Mode.PLAY,
        hint_level=hint_level,
        hinted=0,
    )
    guess, unseen = guess_phrase(question.situation), unseen_phrase(answer.problem)
    tone = Tone.GOOD if answer.plan else Tone.WARNING
    notice = _notice(choice_phrase(shown, 0), answer_phrase(shown), guess, unseen, tone=tone)
    shown_session = session.step(state, None if hide else notice)
    return replace(shown_session, tool=session.tool.in_mode(Mode.PLAY))


def _notice(*phrases: Phrase | None, tone: Tone = Tone.INFO) -> Notice:
    """A notice of those of these sentences that there are."""
    return Notice(tuple(phrase for phrase in phrases if phrase is not None), tone)


def _found(question: Query, answer: Answer) -> ShownPlans:
    """The plans of an answer as whole turns, and the best with each set of objects."""
    asked = [question.whole(plan) for plan in plans_of(answer)]
    sets = [
        question.whole(one.plan)
        for one in answer.sets
        if one.plan is not None and (one.plan.dig is not None or not one.problem.powers)
    ]
    turns = [plan.turn for plan in asked]
    plans = [*asked, *(plan for plan in sets if plan.turn not in turns)]
    turns = [plan.turn for plan in plans]
    choices = tuple(turns.index(plan.turn) for plan in sets)
    return ShownPlans(question, answer, tuple(plans), len(asked), choices)


def ask_anew(session: Session, anew: bool) -> Session:
    """Let searches begin at the start of the turn, or at the board as it is."""
    return session.show(replace(session.state, anew=anew))


def plans_of(answer: Answer) -> tuple[Plan, ...]:
    """All plans of an answer, best first, none twice."""
    found: list[Plan] = [] if answer.plan is None else [answer.plan]
    for plan in (*answer.best, *answer.frontier):
        if all(plan.turn != other.turn for other in found):
            found.append(plan)
    return tuple(found[:1] + sorted(found[1:], key=lambda plan: (-plan.net, len(plan.turn.moves))))


def hand_notice(question: Query, answer: Answer) -> Notice:
    """The card of the hand that gains most, and the objects to spend with it.

    With unseen tiles in the mine it holds for the visible ones.
    """
    sure = answer.status in (Status.OPTIMAL, Status.INFEASIBLE)
    if answer.plan is None or answer.plan.card is None:
        return Notice.of("answer.infeasible" if sure else "answer.unknown", Tone.WARNING)
    number, asked = answer.plan.card, question.with_card(answer.plan.card)
    best = _found(asked, replace(answer, best=(), frontier=(), sets=()))
    if sure and answer.plan.dig is None:
        phrases: list[Phrase | None] = [Phrase.of("answer.pass")]
    else:
        net = best.plans[0].net
        phrases = [Phrase.of("answer.hand", number=number, gain=net), choice_phrase(best, 0)]
    if not sure:
        phrases.append(Phrase.of("verdict.unproven"))
    if question.situation.position.holds_unseen:
        phrases.append(Phrase.of("answer.seen"))
    return _notice(*phrases, guess_phrase(question.situation), tone=Tone.GOOD)


def choose_plan(session: Session, index: int) -> Session:
    """Put one of the plans on the board, after the moves made."""
    shown = session.state.shown
    if shown is None or not 0 <= index < len(shown.plans):
        return session
    shown = replace(shown, chosen=index, step=shown.begun, hidden=False)
    state = replace(session.state, shown=shown, watching=True, hint_level=HintLevel.ALL)
    return session.show(state, _notice(told_phrase(shown), choice_phrase(shown, index)))


def step_to(session: Session, step: int) -> Session:
    """Show the plan after a number of steps; 0 is the start."""
    shown = session.state.shown
    if shown is None or shown.plan is None:
        return session
    steps = step_phrases(shown.plan)
    step = max(0, min(step, len(steps)))
    state = replace(session.state, shown=replace(shown, step=step), watching=True)
    told = steps[step - 1] if step else Phrase.of("tell.start")
    stepped = session.show(state, _notice(told, look_phrase(state)))
    return stepped.at(state.look_due or session.hand.cursor)


def step_by(session: Session, steps: int) -> Session:
    """Go a number of steps forward, or back if it is negative."""
    shown = session.state.shown
    return session if shown is None else step_to(session, shown.step + steps)


def take_over(session: Session) -> Session:
    """Continue alone from the step of the plan that the board shows."""
    plan = session.state.plan
    if plan is None:
        return session
    dig = plan.dig if session.state.dug and not plan.expected else None
    return _playing_own(session, session.state.played, dig, "tell.taken_over")


def _playing_own(
    session: Session, moves: tuple[Move, ...], dig: Placement | None, told: str
) -> Session:
    """Have these moves, and perhaps a dig, as the own turn, to continue from there."""
    state = replace(session.state, moves=moves, dig=dig, watching=False, mode=Mode.PLAY, anew=False)
    return replace(session.step(state, Notice.of(told)), tool=Tool.MOVE)


def back_to_own(session: Session) -> Session:
    """Show the own turn instead of the plan."""
    return session.show(replace(session.state, watching=False))


def show_verdict(session: Session, verdict: Verdict | None) -> Session:
    """Tell the verdict on the own turn; None is that of a search stopped before it found a plan."""
    if verdict is None:
        return session.telling(Notice((Phrase.of("answer.unknown"),), Tone.WARNING))
    phrases = verdict_phrases(verdict, hints=session.hint_level is not HintLevel.ALL)
    if session.covered and covered(session.situation.position) != session.situation.position:
        phrases = (*phrases, Phrase.of("verdict.table"))
    if session.situation.position.holds_unseen:
        phrases = (*phrases, Phrase.of("answer.seen"))
    tone = Tone.GOOD if not verdict.lost and verdict.own is not None else Tone.INFO
    notice = _notice(*phrases, guess_phrase(session.situation), tone=tone)
    return replace(session.telling(notice), loss=verdict.first_loss)


def back_before_loss(session: Session) -> Session:
    """Take the own turn back to before the first loss, as the verdict said."""
    if session.loss is None:
        return session
    return _playing_own(session, session.state.moves[: session.loss], None, "tell.before_loss")


def next_hint(session: Session) -> Session:
    """Give the next hint; after the move that was told, the next move."""
    state, shown = session.state, session.state.shown
    if state.dig is not None:
        return session.telling(Notice.of("tell.turn_over"))
    if shown is None:
        return session
    if shown.answer.plan is None:
        return session.telling(Notice((answer_phrase(shown),), Tone.WARNING))
    made = state.moves[shown.begun :]
    hint_level = HintLevel(min(state.hint_level + 1, HintLevel.ALL))
    if state.hint_level is HintLevel.MOVE and len(made) > state.hinted:
        hint_level = HintLevel.MOVE
    problem, plan = shown.question.problem(), shown.answer.plan
    phrases = [hint(problem, plan, hint_level, made)]
    choice = choice_phrase(shown, 0)
    if choice is not None and hint_level in (HintLevel.TILES, HintLevel.ALL):
        phrases.append(choice)
    if hint_level is HintLevel.TILES:
        phrases += gain_phrases(spending(problem, plan.turn.powers), plan.taken)
    shown = replace(shown, hidden=shown.hidden and hint_level is not HintLevel.ALL)
    state = replace(state, hint_level=hint_level, hinted=len(made), shown=shown)
    return session.step(state, Notice(tuple(phrases)))


def show_policy(session: Session, question: Query, policy: Policy) -> Session:
    """Show the way to the next look, if one is worth it, and the best plan without."""
    if session.question != question:
        return session.telling(Notice.of("tell.other_situation"))
    ways = [_way_to_look(question, policy)] if policy.look is not None else []
    looks = policy.problem.reactions
    ways += [question.whole(plan, looks) for plan in [policy.fixed] if plan is not None]
    answer = Answer(policy.problem, policy.status, policy.fixed, None)
    shown = ShownPlans(
        question, answer, tuple(ways), len(ways), step=len(question.made), policy=policy
    )
    state = replace(
        session.state,
        shown=shown,
        watching=True,
        mode=Mode.PLAY,
        hint_level=HintLevel.ALL,
        hinted=0,
    )
    if policy.net is None:
        notice = Notice((answer_phrase(shown),), Tone.WARNING)
    else:
        figures = [Phrase.of(key, **params) for key, params in policy.told(made=shown.begun)]
        chosen = choice_phrase(shown, 0) if policy.look is None else None
        guess, due = guess_phrase(question.situation), look_phrase(state)
        notice = _notice(*figures, chosen, guess, due, tone=Tone.GOOD)
    cursor = state.look_due or session.hand.cursor
    tool = session.tool.in_mode(Mode.PLAY)
    return replace(session.step(state, notice), tool=tool).at(cursor)


def _way_to_look(question: Query, policy: Policy) -> Plan:
    """The moves of the turn up to the look, as a plan without a dig."""
    asked = question.situation.problem()
    turn = Turn((*question.made, *policy.moves))
    played = carried_out(
        asked.position, turn, asked.shape, money=asked.money, variant=asked.variant
    )
    return Plan(turn, played, -Decimal(len(turn.moves)))


def advised(session: Session) -> bool:
    """Whether the plan found last reacts to what shows; then the next one should too."""
    return session.state.shown is not None and session.state.shown.policy is not None


def sees(session: Session) -> bool:
    """Whether a plan has led to a look, and the tile shows once it is taken over."""
    taken_over = replace(
        session, state=replace(session.state, watching=False, moves=session.state.played)
    )
    return session.state.watching and taken_over.looked


def foreseen(before: Session, session: Session) -> Policy | None:
    """The plan for the tile that has shown, as the plan before foresaw it; None to search again.

    A new search is needed if another tile was named than the one looked at, if the plan has no
    look left, or if its search was stopped before it was sure.
    """
    shown = before.state.shown
    policy = None if shown is None else shown.policy
    if policy is None or policy.look is None or session.faults:
        return None
    showing = session.question.problem().position.top(policy.look)
    then = None if showing is None else policy.after(showing)
    if then is None or then.status is not Status.OPTIMAL or not then.problem.reactions:
        return None
    asked = session.question.situation
    if asked.unseen is None:
        return None
    problem = session.question.problem(reactions=then.problem.reactions)
    return then if then.problem == problem else None
