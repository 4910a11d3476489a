"""My plan against the best: what it nets, what was possible, where the first coin was lost.

A verdict always looks at the whole turn, from its start. Before the dig it tells what is still
within reach.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from enum import Enum
from typing import TYPE_CHECKING

from ksm_widgets.rules.moves import moved
from ksm_widgets.rules.tiles import Group
from ksm_widgets.rules.turns import Turn
from ksm_widgets.solver.answer import Status, plan_of
from ksm_widgets.tutor.coach.ideas import Idea, ideas_of
from ksm_widgets.tutor.coach.steps import move_phrase
from ksm_widgets.tutor.phrases import Phrase
from ksm_widgets.tutor.sitting.query import rest_of, whole_turn

if TYPE_CHECKING:
    from collections.abc import Callable

    from ksm_widgets.rules.moves import Move
    from ksm_widgets.solver.answer import Answer, Plan
    from ksm_widgets.solver.problem import Problem

__all__ = ["Grade", "Verdict", "differences", "judge"]


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
    """A turn beside the best one from the same start.

    `turn` is what was played. If it has its dig, `own` is its plan; else `own` is the best that
    can still become of it, or None if no dig can pay for its moves any more. `first_loss` is the
    index of the own move that first made the best net unreachable, or the number of own moves if
    it was the dig; None if nothing was lost. `ideas` are the best plan's.
    """

    problem: Problem
    turn: Turn
    own: Plan | None
    best: Plan
    first_loss: int | None
    ideas: tuple[Idea, ...]
    proven: bool

    @property
    def lost(self) -> Decimal:
        """Coins netted less than the best; all of them if nothing can be netted any more."""
        own = self.own.net if self.own is not None else Decimal(-len(self.turn.moves))
        return max(self.best.net - own, Decimal(0))

    @property
    def grade(self) -> Grade:
        """How good the turn is."""
        return Grade.of(self.lost)

    def phrases(self, *, hints: bool = True) -> tuple[Phrase, ...]:
        """The verdict in words; `hints` is whether there are any left to ask for."""
        told = self._finished() if self.turn.dig is not None else self._unfinished(hints)
        if not self.proven:
            told.append(Phrase.of("verdict.unproven"))
        return tuple(told)

    def _finished(self) -> list[Phrase]:
        assert self.own is not None
        told = [
            Phrase.of(f"verdict.{self.grade.value}", lost=self.lost),
            Phrase.of("verdict.nets", own=self.own.net, best=self.best.net),
        ]
        if self.lost:
            apart = differences(self.problem, self.own, self.best)
            told += [
                Phrase.of(f"verdict.{side}", parts=[part.phrase for part in parts])
                for side, parts in (
                    ("short", [part for part in apart if part.amount > 0]),
                    ("ahead", [part for part in apart if part.amount < 0]),
                )
                if parts
            ]
        return told + self._where_and_how()

    def _unfinished(self, hints: bool) -> list[Phrase]:
        best, made = self.best, len(self.turn.moves)
        if self.own is None:
            told = [Phrase.of("verdict.no_way_on", best=best.net)]
        elif self.lost:
            told = [Phrase.of("verdict.so_far", own=self.own.net, best=best.net, lost=self.lost)]
        elif best.dig is None:
            told = [Phrase.of("verdict.nothing_here")]
        elif made:
            more = len(self.own.turn.moves) - made
            key = "verdict.on_the_way" if more else "verdict.dig_now"
            told = [Phrase.of(key, best=best.net, more=more)]
        else:
            told = [
                Phrase.of("verdict.begin", best=best.net, moves=len(best.turn.moves)),
                Phrase.of("verdict.begin_hint" if hints else "verdict.begin_play"),
            ]
        if made and self.own is not None and self.own.dig is None and best.dig is not None:
            told.append(Phrase.of("verdict.stop_now"))
        return told + self._where_and_how()

    def _where_and_how(self) -> list[Phrase]:
        """Where the first coin was lost, and by what idea the best gains; nothing if none was."""
        if self.first_loss is None:
            return []
        moves = self.turn.moves
        if self.first_loss < len(moves):
            before = moved(self.problem.position, moves[: self.first_loss], self.problem.variant)
            step = move_phrase(before, moves[self.first_loss])
            told = [Phrase.of("verdict.first_loss", number=self.first_loss + 1, step=step)]
        else:
            told = [Phrase.of("verdict.loss_at_dig")]
        return [*told, Phrase.of("verdict.idea", idea=self.ideas[0].phrase)]


@dataclass(frozen=True, slots=True)
class Difference:
    """One reason why a plan nets less than another: its kind, and how many coins less."""

    kind: str
    amount: Decimal

    @property
    def phrase(self) -> Phrase:
        """The reason in words, without the sign."""
        return Phrase.of(f"apart.{self.kind}", amount=abs(self.amount))


_KINDS = {
    Group.PARCHMENT: "parchments",
    Group.MAGIC: "magic",
    Group.CURSE: "curse_points",
    Group.UNSEEN: "unseen",
}


def differences(problem: Problem, own: Plan, best: Plan) -> tuple[Difference, ...]:
    """What a plan nets less than another, split by reason; together it is all of the difference."""
    ours, theirs = own.played.account, best.played.account
    found = [
        ("moves", Decimal(ours.moves - theirs.moves)),
        ("curses", Decimal(ours.curses - theirs.curses)),
        ("treasures", Decimal(theirs.treasures - ours.treasures)),
    ]
    for group, kind in _KINDS.items():
        worth = [
            sum(problem.values.of(tile) or 0 for tile in plan.taken if tile.group is group)
            for plan in (own, best)
        ]
        found.append((kind, Decimal(worth[1] - worth[0]) / 1000))
    return tuple(Difference(kind, amount) for kind, amount in found if amount)


def judge(problem: Problem, turn: Turn, solve: Callable[[Problem], Answer]) -> Verdict | None:
    """Set a turn, finished or not, beside the best one; None if the solver found none in its time.

    `turn` must be legal as far as it has come; with a dig it must be affordable too.
    """
    answer = solve(problem)
    if answer.plan is None:
        return None
    proven = answer.status is Status.OPTIMAL
    if turn.dig is not None:
        own: Plan | None = plan_of(problem, turn)
    else:
        own, sure = _still_reached(problem, turn.moves, answer, solve)
        proven = proven and sure
    best = own if own is not None and own.net > answer.plan.net else answer.plan
    first_loss = None
    if own is None or own.net < best.net:
        first_loss = _first_loss(problem, turn, best.net, solve)
    return Verdict(problem, turn, own, best, first_loss, ideas_of(problem, best), proven)


def _still_reached(
    problem: Problem, made: tuple[Move, ...], answer: Answer, solve: Callable[[Problem], Answer]
) -> tuple[Plan | None, bool]:
    """The best turn that begins with the moves made, and whether that is proven."""
    if made:
        answer = solve(rest_of(problem, made))
    plan = None if answer.plan is None else whole_turn(problem, made, answer.plan)
    return plan, answer.status in (Status.OPTIMAL, Status.INFEASIBLE)


def _first_loss(
    problem: Problem, turn: Turn, best: Decimal, solve: Callable[[Problem], Answer]
) -> int:
    """The index of the own move after which `best` is out of reach (the dig counts as the last).

    What can still be netted never grows from one own move to the next, so it is found by halving:
    a few solves even for many moves.
    """
    moves = turn.moves

    def reachable(count: int) -> bool:
        answer = solve(rest_of(problem, moves[:count]))
        return answer.plan is not None and answer.plan.net - count >= best

    low, high = 0, len(moves)
    if turn.dig is not None and reachable(high):
        return high
    while high - low > 1:  # `best` is reachable after `low` moves and not after `high`.
        middle = (low + high) // 2
        low, high = (middle, high) if reachable(middle) else (low, middle)
    return low
