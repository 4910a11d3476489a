"""The costs and gains of the turn on the explorer's board."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ksm_widgets.explorer.situation import balance_with
from ksm_widgets.rules.position import takings
from ksm_widgets.rules.turns import Balance, account
from ksm_widgets.solver.answer import worth_kept
from ksm_widgets.solver.worth import spending
from ksm_widgets.telling.phrases import Phrase
from ksm_widgets.telling.plans import (
    gain_phrases,
    objects_phrase,
)

if TYPE_CHECKING:
    from ksm_widgets.explorer.session import Session
    from ksm_widgets.explorer.situation import Situation
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
