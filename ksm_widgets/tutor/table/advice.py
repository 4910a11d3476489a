"""What somebody who plays well would do on this seat, told a little more each time.

The one asked is an artificial player, who sees the view and nothing else (R33).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ksm_widgets.players import mind
from ksm_widgets.players.knowledge import card_to_play, stakes
from ksm_widgets.solver import Problem, solve
from ksm_widgets.solver.answer import plan_of
from ksm_widgets.solver.gains import Purpose, gains_of
from ksm_widgets.tutor.coach.hints import Rung, hint, hint_area, hint_marks
from ksm_widgets.tutor.phrases import Phrase

if TYPE_CHECKING:
    from ksm_widgets.rules import Power, Quarry, View
    from ksm_widgets.solver import Plan

__all__ = ["ADVISER", "Advice", "advice"]

ADVISER = "steady"
"""Who is asked: quick, and good enough to learn from."""


@dataclass(frozen=True, slots=True)
class Advice:
    """What is told, sentence by sentence, and the quarries that it is about."""

    phrases: tuple[Phrase, ...]
    places: tuple[Quarry, ...] = ()


def advice(view: View, rung: Rung) -> Advice:
    """What the adviser would do, as far as a rung of hints tells it, and where that is.

    From what there is to be had to the tiles and the move; before the cards are revealed also to
    the card to lay down, for the mine as it lies now. After that it must be this seat's turn.
    """
    choosing = view.revealed[view.player] is None
    if choosing:
        view = _with_card(view)
    problem, plan = _planned(view)
    number = card_to_play(view).number
    if plan is None:
        return Advice((Phrase.of("match_advice.stuck"),))
    if plan.dig is None:
        key = "match_advice.no_card" if choosing else "match_advice.no_dig"
        return Advice((Phrase.of(key, number=number),))
    told = list(_told(problem, plan, rung))
    if problem.powers and rung >= Rung.TILES:
        told.insert(0, Phrase.of("match_advice.spend", powers=list(_in_order(problem))))
    if choosing and rung >= Rung.MOVE:
        told.insert(0, Phrase.of("match_advice.card", number=number))
    return Advice(tuple(told), _places(plan, rung))


def _with_card(view: View) -> View:
    """The view as it will be with the card that the adviser lays down, if nothing else changes."""
    card = mind(ADVISER).card(view)
    revealed = list(view.revealed)
    revealed[view.player] = card
    return replace(view, revealed=tuple(revealed))


def _told(problem: Problem, plan: Plan, rung: Rung) -> tuple[Phrase, ...]:
    """What a rung tells of a dig: first what kind of thing it takes, and about where."""
    if rung is Rung.IDEA:
        return (_kind(problem, plan), hint(problem, plan, Rung.WHERE))
    if rung is Rung.WHERE:
        return (hint(problem, plan, Rung.IDEA),)
    return (hint(problem, plan, rung),)


def _kind(problem: Problem, plan: Plan) -> Phrase:
    """What the dig is worth its cost for, in the first place."""
    account = plan.played.account
    worth = {"treasures": float(account.treasures)}
    for gain in gains_of(problem, plan.taken):
        cost = account.curses if gain.purpose is Purpose.CURSES else 0
        worth[gain.purpose.value] = float(gain.amount) - cost
    return Phrase.of(f"match_advice.kind_{max(worth, key=worth.__getitem__)}")


def _places(plan: Plan, rung: Rung) -> tuple[Quarry, ...]:
    """The quarries to light up: about where, then the tiles, then the move."""
    return hint_area(plan) if rung is Rung.WHERE else hint_marks(plan, rung)


def _planned(view: View) -> tuple[Problem, Plan | None]:
    """The rest of the turn as a problem, and the adviser's plan for it; None if nothing pays."""
    problem = Problem(
        view.position,
        card_to_play(view).shape,
        money=view.holding.money - len(view.begun),
        variant=view.variant,
        unseen=tuple(view.unseen.items()),
        stakes=stakes(view),
    )
    if problem.money < 0:
        # Moves are owed that only a dig can pay for: no mind gets there, so none is asked.
        return problem, solve(problem).plan
    turn = mind(ADVISER).turn(view)
    problem = replace(problem, powers=turn.powers)
    return problem, plan_of(problem, turn)


def _in_order(problem: Problem) -> list[Power]:
    return sorted(problem.powers, key=lambda power: power.value)
