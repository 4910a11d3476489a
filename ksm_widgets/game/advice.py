"""Hints for a player: what a steady bot would do from their view (R33), told bit by bit."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ksm_widgets.analysis.knowledge import card_to_play
from ksm_widgets.analysis.weighing import option_problem
from ksm_widgets.players import get_bot
from ksm_widgets.solver import Problem, solve
from ksm_widgets.solver.answer import plan_of
from ksm_widgets.solver.gains import Purpose, gains_of
from ksm_widgets.telling.hints import HintLevel, hint, hint_area, hint_marks
from ksm_widgets.telling.phrases import Phrase

if TYPE_CHECKING:
    from ksm_widgets.rules import Quarry, View
    from ksm_widgets.solver import Plan


ADVISER = "steady"
"""The bot that is asked: quick, and good enough to learn from."""


@dataclass(frozen=True, slots=True)
class Advice:
    """The adviser's choice in a view: dig by `plan`, None if no dig can pay for the moves.

    `card` is the number of the card to dig with; while one is chosen, the one to lay down.
    """

    view: View
    problem: Problem
    plan: Plan | None
    card: int

    def told(self, level: HintLevel) -> tuple[Phrase, ...]:
        """The advice up to a level of hints: from the kind of dig to the move and the card."""
        choosing = self.view.revealed[self.view.player] is None
        problem, plan = self.problem, self.plan
        if plan is None:
            return (Phrase.of("match_advice.stuck"),)
        if plan.dig is None:
            key = "match_advice.no_card" if choosing else "match_advice.no_dig"
            return (Phrase.of(key, number=self.card),)
        told = [hint(problem, plan, level)]
        if level is HintLevel.IDEA:
            told = [_kind(problem, plan), hint(problem, plan, HintLevel.WHERE)]
        elif level is HintLevel.WHERE:
            told = [hint(problem, plan, HintLevel.IDEA)]
        if problem.powers and level >= HintLevel.TILES:
            powers = sorted(problem.powers, key=lambda power: power.value)
            told.insert(0, Phrase.of("match_advice.spend", powers=powers))
        if choosing and level >= HintLevel.MOVE:
            told.insert(0, Phrase.of("match_advice.card", number=self.card))
        return tuple(told)

    def places(self, level: HintLevel) -> tuple[Quarry, ...]:
        """The quarries to light up: an area first, then the tiles, then the move."""
        plan = self.plan
        if plan is None or plan.dig is None:
            return ()
        return hint_area(plan) if level is HintLevel.WHERE else hint_marks(plan, level)


def advice(view: View) -> Advice:
    """Ask the adviser what to do: to lay down a card, or in this player's turn, to dig."""
    asked = view
    if view.revealed[view.player] is None:
        # As if the card to lay down were revealed, and nothing else had changed.
        revealed = list(view.revealed)
        revealed[view.player] = get_bot(ADVISER).card(view)
        view = replace(view, revealed=tuple(revealed))
    problem, plan = _planned(view)
    return Advice(asked, problem, plan, card_to_play(view).number)


def _planned(view: View) -> tuple[Problem, Plan | None]:
    """The rest of the turn as a problem, and the adviser's plan; None if no dig can pay."""
    problem = option_problem(view, card_to_play(view))
    if problem.money < 0:
        # Only a dig can pay for these moves: bots never get there, so none is asked.
        return problem, solve(problem).plan
    turn = get_bot(ADVISER).turn(view)
    problem = replace(problem, powers=turn.powers)
    return problem, plan_of(problem, turn)


def _kind(problem: Problem, plan: Plan) -> Phrase:
    """The main reason why the dig is worth its cost."""
    account = plan.played.account
    worth = {"treasures": float(account.treasures)}
    for gain in gains_of(problem, plan.taken):
        cost = account.curses if gain.purpose is Purpose.CURSES else 0
        worth[gain.purpose.value] = float(gain.amount) - cost
    return Phrase.of(f"match_advice.kind_{max(worth, key=worth.__getitem__)}")
