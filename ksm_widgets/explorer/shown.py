"""What the explorer shows of a session: the marks on its board, and its turn, weighed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ksm_widgets.draw.board import Marks
from ksm_widgets.explorer.session import Mode, Session, Tool
from ksm_widgets.explorer.situation import balance_with
from ksm_widgets.mine.hand import uncovered
from ksm_widgets.rules.errors import DigError, RuleError, Unaffordable
from ksm_widgets.rules.position import takings
from ksm_widgets.rules.turns import Balance, account
from ksm_widgets.solver.answer import worth_kept
from ksm_widgets.solver.worth import spending
from ksm_widgets.telling.hints import HintLevel, hint_area, hint_marks
from ksm_widgets.telling.phrases import Phrase
from ksm_widgets.telling.plans import (
    gain_phrases,
    objects_phrase,
)

if TYPE_CHECKING:
    from ksm_widgets.explorer.session import Session
    from ksm_widgets.explorer.situation import Situation
    from ksm_widgets.rules.quarries import Move, Quarry
    from ksm_widgets.rules.tiles import Power, Tile
    from ksm_widgets.rules.turns import Account


@dataclass(frozen=True, slots=True)
class Weighed:
    """A turn as far as it has come: its cost, the tiles dug, and the objects spent.

    `reacts` is whether it follows a plan with looks, which spends all objects ticked.
    """

    situation: Situation
    cost: Account
    taken: tuple[Tile, ...] = ()
    spent: frozenset[Power] = frozenset()
    reacts: bool = False

    @property
    def balance(self) -> Balance:
        """The balance of the turn."""
        if not self.taken:
            return Balance(self.cost)
        problem = self.situation.problem()
        if self.reacts:
            problem = spending(problem, self.spent)
        return balance_with(problem, self.cost, self.taken, self.spent & problem.may_spend)

    @property
    def gain_phrases(self) -> tuple[Phrase, ...]:
        """The gains of the dig, for a player who holds tiles."""
        if not self.taken:
            return ()
        return gain_phrases(spending(self.situation.problem(), self.spent), self.taken)

    @property
    def spent_phrases(self) -> tuple[Phrase, ...]:
        """The objects spent, and what they would be worth if kept; nothing without any."""
        if not self.taken or not self.spent or self.reacts:
            return ()
        worth = worth_kept(self.situation.problem(), self.taken, self.spent)
        return (Phrase.of("tell.spent", spent=objects_phrase(self.spent), worth=worth),)


def weighed(session: Session) -> Weighed:
    """The turn on the board, weighed.

    With the card over tiles that may be dug, as if they were; of a plan, up to the step shown.
    """
    state, attempt, hand = session.state, session.state.attempt, session.hand
    situation = session.situation
    if state.plan is not None and state.shown is not None:
        step, plan, situation = state.shown.step, state.plan, state.shown.question.situation
        cost = plan.played.account
        if step > len(plan.turn.moves):
            reacts = state.shown.policy is not None
            return Weighed(situation, cost, plan.taken, plan.turn.powers, reacts)
        return Weighed(situation, replace(cost, moves=step, curses=0, treasures=0))
    if session.holds_card and hand.at is not None:
        laid = hand.card_at(session.playable, hand.at)
        if all(session.position.height(quarry) for quarry in laid):
            made, taken = len(attempt.moves), takings(session.position, laid)
            spent = situation.best_spent(session.position, made, laid)
            cost = account(made, taken, spent, situation.money)
            return Weighed(situation, cost, taken, spent)
    return Weighed(situation, attempt.account, attempt.taken, attempt.spent)


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
