"""Whether a puzzle is fair, and if not, why: each reason by itself, so that an author can mend it.

A fair puzzle has one best dig: no other set of quarries comes within a coin of it, whatever the
order of moves and whichever of two tiles of equal worth is taken. It needs the thing it is about:
each power spent, each wanted tile, unusual worths and unusual money change the answer. And nothing
lies about that could go without changing anything: neither the answer, nor what it beats the next
best by, nor how far any solver of the ladder gets.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal
from enum import Enum
from typing import TYPE_CHECKING

from ksm_widgets.puzzles.ladder import proven
from ksm_widgets.puzzles.puzzle import Puzzle, Question
from ksm_widgets.puzzles.sight import answer_of, sight
from ksm_widgets.rules.quarries import QUARRIES, Quarry
from ksm_widgets.rules.worth import USUAL_VALUES
from ksm_widgets.solver import origins_of
from ksm_widgets.solver.problem import DEFAULT_MONEY
from ksm_widgets.words import sentence

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ksm_widgets.puzzles.sight import Sight
    from ksm_widgets.solver import Problem

__all__ = ["MARGIN", "Complaint", "Unfair", "bared", "complaints", "idle", "needless", "not_unique"]

MARGIN = Decimal(1)
"""Coins by which the best must beat the next best; of moves as many."""
_WORTH_A_LOOK = Decimal(-6)
"""A dig that loses more coins than this tempts nobody."""


class Unfair(Enum):
    """Why a puzzle is not fair."""

    TOO_HARD = "too_hard"
    """It could not be proven with reasonable work, or there is no answer."""
    SEVERAL = "several"
    """Several answers are equally good."""
    CLOSE = "close"
    """The next best is less than a coin away."""
    NO_TEMPTATION = "no_temptation"
    """Better not dig, but there is nothing that one might dig."""
    NEEDLESS = "needless"
    """A power, a wanted tile, money or worths could go: the answer would be the same."""
    IDLE = "idle"
    """Tiles lie about that could go without changing anything."""
    REPEAT = "repeat"
    """It is there already, if turned, mirrored or with other symbols."""


@dataclass(frozen=True, slots=True)
class Complaint:
    """One reason why a puzzle is not fair, and what it is about."""

    reason: Unfair
    quarries: tuple[Quarry, ...] = ()

    def sentence(self, language: str = "en") -> str:
        """The reason in words."""
        return sentence(f"unfair.{self.reason.value}", language, quarries=self.quarries)


def complaints(asked: Puzzle) -> tuple[Complaint, ...]:
    """Everything that is not fair about a puzzle; empty for a fair one. Its answer is not asked.

    >>> from ksm_widgets.puzzles import Puzzle
    >>> puzzle = Puzzle.from_dict({"puzzle": 1, "question": "dig", "grade": 1,
    ...     "problem": {"board": "-,-,-,-,-,5/" + "-,-,-,-,-,-/" * 4 + "5,4,3z,-,-,-",
    ...                 "shape": "###"},
    ...     "answer": {"net": 11, "turn": "moves c1-d1 dig a1 b1 c1"}})
    >>> for complaint in complaints(puzzle):
    ...     print(complaint.sentence())
    Some tiles could go without changing anything: f6.
    """
    seen = sight(asked)
    if seen is None:
        return (Complaint(Unfair.TOO_HARD),)
    found = [reason for reason in (not_unique(asked, seen),) if reason is not None]
    if needless(asked, seen):
        found.append(Unfair.NEEDLESS)
    told = [Complaint(reason) for reason in found]
    lazy = idle(asked, seen)
    if lazy:
        told.append(Complaint(Unfair.IDLE, lazy))
    return tuple(told)


def not_unique(asked: Puzzle, seen: Sight) -> Unfair | None:
    """Why the answer does not stand out, or None if it does."""
    if asked.question is Question.PAYABLE:
        return None
    plan = seen.plan
    if asked.question in (Question.DIG, Question.KNOWN) and plan is not None and plan.dig is None:
        tempting = any(
            rival.net >= _WORTH_A_LOOK and rival.played.account.treasures > 0
            for rival in seen.rivals
        )
        if not tempting:
            return Unfair.NO_TEMPTATION
    if seen.margin is None or seen.margin >= MARGIN:
        return None
    return Unfair.SEVERAL if seen.margin <= 0 else Unfair.CLOSE


def needless(asked: Puzzle, seen: Sight) -> bool:
    """Whether something a puzzle is about could go, and the answer would be as good."""
    return any(_as_good(asked, seen, less) for less in _with_less(asked, seen))


def _with_less(asked: Puzzle, seen: Sight) -> Iterator[Problem]:
    """The problem without one of the things it is about, for each of them."""
    problem = asked.problem
    if asked.question is Question.PAYABLE:
        return
    for power in problem.powers:
        yield replace(problem, powers=problem.powers - {power})
    if len(problem.wanted) > 1:
        for slot in problem.wanted:
            yield replace(problem, wanted=tuple(one for one in problem.wanted if one != slot))
    if problem.values != USUAL_VALUES:
        yield replace(problem, values=USUAL_VALUES)
    helped = seen.plan is not None and seen.plan.played.account.due > problem.money
    if problem.money != DEFAULT_MONEY and not helped:
        yield replace(problem, money=DEFAULT_MONEY)


def _as_good(asked: Puzzle, seen: Sight, less: Problem) -> bool:
    """Whether the answer to a lesser problem is no other, or as good; what is too hard is not."""
    if asked.choices:
        other = answer_of(replace(asked, problem=less))
        return other is not None and other.solution.right == seen.solution.right
    answer, plan = proven(less), seen.plan
    if answer is None or answer.plan is None or plan is None:
        return False
    if asked.question is Question.WANTED:
        return len(answer.plan.moves) >= len(plan.moves)
    if less.powers == asked.problem.powers:  # other worths or other money
        return answer.plan.dig == plan.dig
    return answer.plan.net > plan.net - MARGIN


def idle(asked: Puzzle, seen: Sight) -> tuple[Quarry, ...]:
    """The quarries whose tiles could go, one quarry at a time, without changing anything."""
    return tuple(
        quarry
        for quarry in _movable(asked, seen)
        if sight(_without(asked, [quarry]), seen) is not None
    )


def bared(asked: Puzzle, seen: Sight) -> Puzzle:
    """The puzzle without idle decoration: stacks go as long as nothing changes.

    All at once if that will do, else by halves, down to single quarries, and again until none can
    go any more.
    """
    while True:
        less = _stripped(asked, seen, _movable(asked, seen))
        if less.problem.position == asked.problem.position:
            return less
        asked = less


def _stripped(asked: Puzzle, seen: Sight, quarries: list[Quarry]) -> Puzzle:
    if not quarries:
        return asked
    less = _without(asked, quarries)
    if sight(less, seen) is not None:
        return less
    if len(quarries) == 1:
        return asked
    middle = len(quarries) // 2
    return _stripped(_stripped(asked, seen, quarries[:middle]), seen, quarries[middle:])


def _movable(asked: Puzzle, seen: Sight) -> list[Quarry]:
    """The quarries with tiles that no answer lifts or digs, the farthest from those first."""
    needed = {slot.quarry for slot in asked.problem.wanted}
    turns = [plan.turn for plan in seen.plans.values()] or [seen.solution.turn]
    for turn in turns:
        origins = origins_of(asked.problem.position, turn)
        needed |= {slot.quarry for slot in (*origins.steps, *origins.dug.values())}
    away = {
        quarry: min(quarry.distance(one) for one in needed) if needed else 0
        for quarry in QUARRIES
        if asked.problem.position.height(quarry) and quarry not in needed
    }
    return sorted(away, key=lambda quarry: -away[quarry])


def _without(asked: Puzzle, quarries: list[Quarry]) -> Puzzle:
    position = asked.problem.position
    for quarry in quarries:
        position = position.with_stack(quarry, ())
    return replace(asked, problem=replace(asked.problem, position=position))
