"""What there is to see in a puzzle: its answer, its rivals, what the weaker solvers make of it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import TYPE_CHECKING

from ksm_widgets.puzzles.ladder import climb, proven
from ksm_widgets.puzzles.puzzle import Question, Solution
from ksm_widgets.rules.errors import RuleError
from ksm_widgets.rules.tiles import Group, Tile
from ksm_widgets.rules.turns import carried_out
from ksm_widgets.solver.answer import plan_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ksm_widgets.puzzles.ladder import Rung
    from ksm_widgets.puzzles.puzzle import Puzzle
    from ksm_widgets.solver import Plan, Problem

__all__ = ["Sight", "answer_of", "sight", "with_ladder"]

_DIGS = 5
"""The best dig and four rivals."""
_LIFT = 2000
"""Thousandths that every tile is worth more while the least bad of bad digs is sought."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What a puzzle's answer rests on: none of it changes if idle decoration goes.

    `plans` are the best for each choice, or for "" where nothing is chosen; none for a turn that
    is only asked about. `rivals` are the next best digs, where nothing is chosen. `margin` is what
    the answer beats the next best by: coins, or moves where the cheapest way is asked for; None
    without a rival. `rungs` is what each solver of the ladder does, for each choice.
    """

    solution: Solution
    plans: Mapping[str, Plan]
    rivals: tuple[Plan, ...]
    margin: Decimal | None
    rungs: Mapping[str, Mapping[Rung, Plan]] = field(default_factory=dict)

    @property
    def plan(self) -> Plan | None:
        """The plan of the answer, or None for a turn that is only asked about."""
        choices = self.solution.right or ("",)
        return self.plans.get(choices[0])

    def same_answer(self, other: Sight) -> bool:
        """Whether answer and margin are the same."""
        return (
            self.solution.net == other.solution.net
            and self.solution.gains == other.solution.gains
            and self.solution.turn.dig == other.solution.turn.dig
            and len(self.solution.turn.moves) == len(other.solution.turn.moves)
            and self.margin == other.margin
        )


def sight(asked: Puzzle, like: Sight | None = None) -> Sight | None:
    """Look at a puzzle, whatever answer it is said to have; None if there is too much to look at.

    None also where there is no answer at all; with `like` as soon as something is not as it is
    there.
    """
    found = answer_of(asked, _DIGS if like is None else 2)
    if found is None or (like is not None and not like.same_answer(found)):
        return None
    return with_ladder(asked, found, like)


def answer_of(asked: Puzzle, digs: int = _DIGS) -> Sight | None:
    """What sight finds but for the ladder, with so many digs looked at."""
    match asked.question:
        case Question.PAYABLE:
            return _payable(asked)
        case Question.WANTED:
            return _wanted(asked.problem)
        case Question.MAGIC | Question.CARD:
            return _choice(asked)
        case _:
            return _dig(asked.problem, digs)


def with_ladder(asked: Puzzle, found: Sight, like: Sight | None = None) -> Sight | None:
    """The same with what each solver of the ladder does, where the ladder has a say."""
    if asked.question in (Question.PAYABLE, Question.WANTED):
        return found
    rungs = {}
    for choice, plan in found.plans.items():
        known = None if like is None else like.rungs[choice]
        climbed = climb(asked.problem_for(choice or None), plan, known)
        if climbed is None:
            return None
        rungs[choice] = climbed
    return replace(found, rungs=rungs)


def _dig(problem: Problem, digs: int) -> Sight | None:
    """The best dig and the next ones; not to dig is a rival too."""
    answer = proven(replace(problem, best=digs))
    if answer is None or answer.plan is None:
        return None
    best = answer.plan
    if best.dig is None:
        rivals = _bad_digs(problem)
    else:
        rivals = tuple(plan for plan in answer.best if plan.dig != best.dig)
    if rivals is None:
        return None
    nets = [plan.net for plan in rivals]
    if best.dig is not None:
        nets.append(Decimal(0))
    margin = best.net - max(nets) if nets else None
    return Sight(Solution(best.net, best.turn), {"": best}, rivals, margin)


def _bad_digs(problem: Problem) -> tuple[Plan, ...] | None:
    """Where no dig is worth its cost: the one that loses least, if any loses but a few coins.

    It is sought with every tile worth more by the same, which all digs of a card have in common.
    """
    values = problem.values
    lifted = tuple(
        (tile, worth + _LIFT)
        for tile in Tile
        if tile.group is not Group.UNSEEN and (worth := values.of(tile)) is not None
    )
    answer = proven(replace(problem, values=replace(values, single=lifted)))
    if answer is None or answer.plan is None:
        return None
    return () if answer.plan.dig is None else (plan_of(problem, answer.plan.turn),)


def _wanted(problem: Problem) -> Sight | None:
    """The fewest moves, and how many more the next dig takes."""
    answer = proven(replace(problem, best=2))
    if answer is None or answer.plan is None:
        return None
    best = answer.plan
    rivals = tuple(plan for plan in answer.best if plan.dig != best.dig)
    margin = Decimal(len(rivals[0].moves) - len(best.moves)) if rivals else None
    return Sight(Solution(best.net, best.turn), {"": best}, rivals, margin)


def _choice(asked: Puzzle) -> Sight | None:
    """What each choice gains, and by how much the best gains more than the next."""
    plans: dict[str, Plan] = {}
    for choice in asked.choices:
        answer = proven(asked.problem_for(choice))
        if answer is None or answer.plan is None:
            return None
        plans[choice] = answer.plan
    gains = tuple(
        (choice, plan.net - asked.kept(asked.problem_for(choice).powers))
        for choice, plan in plans.items()
    )
    ordered = sorted((gain for _, gain in gains), reverse=True)
    right = max(gains, key=lambda one: one[1])[0]
    solution = Solution(ordered[0], plans[right].turn, gains)
    return Sight(solution, plans, (), ordered[0] - ordered[1])


def _payable(asked: Puzzle) -> Sight | None:
    """What is left once the turn is paid, or lacking; None for a turn that is illegal."""
    problem, turn = asked.problem, asked.solution.turn
    try:
        played = carried_out(
            problem.position, turn, problem.shape, money=problem.money, variant=problem.variant
        )
    except RuleError:
        return None
    left = Decimal(played.account.left)
    return Sight(Solution(left, turn), {}, (), None)
