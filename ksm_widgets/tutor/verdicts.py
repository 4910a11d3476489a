"""My plan against the best: what it nets, what was possible, where the first coin was lost."""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal
from enum import Enum
from typing import TYPE_CHECKING

from ksm_widgets.rules.moves import moved
from ksm_widgets.tutor.ideas import Idea, ideas_of
from ksm_widgets.tutor.phrases import Phrase
from ksm_widgets.tutor.steps import move_phrase

if TYPE_CHECKING:
    from collections.abc import Callable

    from ksm_widgets.solver.answer import Answer, Plan
    from ksm_widgets.solver.problem import Problem

__all__ = ["Grade", "Verdict", "coins", "judge"]


class Grade(Enum):
    """How good a plan is, by the coins it nets less than the best one."""

    BEST = "best"
    CLOSE = "close"
    FAIR = "fair"
    WEAK = "weak"

    @classmethod
    def of(cls, lost: Decimal) -> Grade:
        """The grade for so many coins lost."""
        return next(grade for grade, most in _MOST_LOST if lost <= most)


_MOST_LOST: tuple[tuple[Grade, Decimal], ...] = (
    (Grade.BEST, Decimal(0)),
    (Grade.CLOSE, Decimal(1)),
    (Grade.FAIR, Decimal(3)),
    (Grade.WEAK, Decimal("Infinity")),
)
"""Up to how many coins below the best each grade reaches."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """A plan beside the best one from the same start.

    `first_loss` is the index of the own move that first made the best net unreachable, or the
    number of own moves if it was the dig; None if nothing was lost. `ideas` are the best plan's.
    """

    own: Plan
    best: Plan
    grade: Grade
    first_loss: int | None
    ideas: tuple[Idea, ...]
    proven: bool

    @property
    def lost(self) -> Decimal:
        """Coins netted less than the best."""
        return max(self.best.net - self.own.net, Decimal(0))

    def phrases(self) -> tuple[Phrase, ...]:
        """The verdict in words."""
        told = [
            Phrase.of(f"verdict.{self.grade.value}", lost=coins(self.lost)),
            Phrase.of("verdict.nets", own=coins(self.own.net), best=coins(self.best.net)),
        ]
        if self.first_loss is not None:
            moves = self.own.turn.moves
            if self.first_loss < len(moves):
                before = self.own.positions[self.first_loss]
                told.append(
                    Phrase.of(
                        "verdict.first_loss",
                        number=self.first_loss + 1,
                        step=move_phrase(before, moves[self.first_loss]),
                    )
                )
            else:
                told.append(Phrase.of("verdict.loss_at_dig"))
            told.append(Phrase.of("verdict.idea", idea=self.ideas[0].phrase))
        if not self.proven:
            told.append(Phrase.of("verdict.unproven"))
        return tuple(told)


def coins(amount: Decimal) -> str:
    """An amount of coins as short as can be: `7`, `2.5`."""
    return f"{amount.normalize():f}" if amount else "0"


def judge(problem: Problem, own: Plan, solve: Callable[[Problem], Answer]) -> Verdict | None:
    """Set a plan beside the best one; None if the solver found none in its time.

    What can still be netted never grows from one own move to the next, so the first loss is
    found by halving: a few solves even for many moves.
    """
    answer = solve(problem)
    if answer.plan is None:
        return None
    best = answer.plan if answer.plan.net > own.net else own
    proven = answer.status.value == "optimal"
    lost = best.net - own.net
    first_loss = _first_loss(problem, own, best.net, solve) if lost else None
    return Verdict(own, best, Grade.of(lost), first_loss, ideas_of(problem, best), proven)


def _first_loss(
    problem: Problem, own: Plan, best: Decimal, solve: Callable[[Problem], Answer]
) -> int | None:
    """The index of the own move after which `best` is out of reach (the dig counts as the last).

    None if that was after more moves than there was money for: only treasures dug later can pay
    for those, and a problem starts with money.
    """
    moves = own.turn.moves

    def reachable(count: int) -> bool:
        after = moved(problem.position, moves[:count], problem.variant)
        left = replace(problem, position=after, money=problem.money - count, best=0, frontier=False)
        answer = solve(left)
        return answer.plan is not None and answer.plan.net - count >= best

    low, high = 0, min(len(moves), problem.money)
    if reachable(high):
        return high if high == len(moves) else None
    while high - low > 1:  # `best` is reachable after `low` moves and not after `high`.
        middle = (low + high) // 2
        low, high = (middle, high) if reachable(middle) else (low, middle)
    return low
