"""Plans and answers of the solver in words, as the explorer tells them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.rules.position import moved
from ksm_widgets.rules.tiles import Tile
from ksm_widgets.solver.answer import Status
from ksm_widgets.telling.phrases import Phrase
from ksm_widgets.telling.plans import objects_phrase

if TYPE_CHECKING:
    from ksm_widgets.explorer.session import ShownPlans, State
    from ksm_widgets.explorer.situation import Situation
    from ksm_widgets.solver.answer import Plan


def answer_phrase(shown: ShownPlans) -> Phrase:
    """An answer in a sentence about the whole turn.

    With unseen tiles a proof holds for the visible ones.
    """
    answer, made = shown.answer, shown.begun
    on = "on_" if made else ""
    seen = "_seen" if shown.question.situation.position.holds_unseen else ""
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


def choice_phrase(shown: ShownPlans, index: int) -> Phrase | None:
    """The objects that a plan spends and keeps, and its net; None without a choice."""
    held, plans = shown.answer.problem.may_spend, shown.plans
    if not held or not plans or plans[index].dig is None:
        return None
    plan = plans[index]
    spent, kept = held & plan.turn.powers, held - plan.turn.powers
    key = "both" if spent and kept else "spent" if spent else "kept"
    named = {"spent": spent, "kept": kept}
    params = {name: objects_phrase(powers) for name, powers in named.items() if powers}
    return Phrase.of(f"choice.{key}", **params, net=plan.net)


def set_phrase(plan: Plan) -> Phrase:
    """The objects that a plan spends, in a few words."""
    if not plan.turn.powers:
        return Phrase.of("choice.nothing")
    return Phrase.of("choice.set", spent=objects_phrase(plan.turn.powers))


def plan_phrase(plan: Plan) -> Phrase:
    """A plan in a short line: net, moves, objects spent, dig."""
    if plan.dig is None:
        return Phrase.of("plan.pass", net=plan.net)
    figures = {"net": plan.net, "moves": len(plan.turn.moves), "quarries": list(plan.dig)}
    if plan.turn.powers:
        return Phrase.of("plan.line_spending", **figures, spent=set_phrase(plan))
    return Phrase.of("plan.line", **figures)


def way_phrase(shown: ShownPlans, index: int) -> Phrase:
    """A plan in a short line; where it ends with a look, the place of that."""
    plan, policy = shown.plans[index], shown.policy
    if index or policy is None or policy.look is None or policy.net is None:
        return plan_phrase(plan)
    net, _ = policy.compared(made=shown.begun)
    return Phrase.of("plan.look", net=net, moves=len(plan.turn.moves), quarry=policy.look)


def look_phrase(state: State) -> Phrase | None:
    """The sentence that asks for a look, once the plan on the board has come to it."""
    quarry = state.look_due
    if quarry is None:
        return None
    mine = moved(state.situation.position, state.played, state.situation.variant)
    key = "tell.look_name" if mine.top(quarry) is Tile.UNSEEN else "tell.look_see"
    return Phrase.of(key, quarry=quarry)


def guess_phrase(situation: Situation) -> Phrase | None:
    """A note that what the others have is assumed; None if it is known or does not matter."""
    return Phrase.of("answer.guess") if situation.screen.guesses else None


def told_phrase(shown: ShownPlans) -> Phrase:
    """The plan on the board in a sentence."""
    plan = shown.plans[shown.chosen]
    if shown.look is not None:
        moves = len(plan.turn.moves)
        return Phrase.of("plan.told_look", moves=moves, quarry=shown.look)
    if plan.dig is None:
        return Phrase.of("plan.told_pass", net=plan.net)
    return Phrase.of("plan.told", net=plan.net, moves=len(plan.turn.moves), quarries=list(plan.dig))
