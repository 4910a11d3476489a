"""The answer to a dig problem: a plan, how sure it is, and what finding it took."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from enum import Enum
from typing import TYPE_CHECKING

from ksm_widgets.rules.tiles import Group
from ksm_widgets.rules.turns import Played, Turn, play

if TYPE_CHECKING:
    from ksm_widgets.rules.position import Position
    from ksm_widgets.rules.quarries import Quarry
    from ksm_widgets.rules.tiles import Tile
    from ksm_widgets.solver.problem import Problem

__all__ = ["Answer", "Plan", "Standing", "Statistics", "Status", "answer_to_json", "net_of"]


class Status(Enum):
    """How sure an answer is."""

    OPTIMAL = "optimal"
    """Proven, in net and in number of moves."""
    FEASIBLE = "feasible"
    """Stopped early: a legal plan, and a bound on what any plan can reach."""
    INFEASIBLE = "infeasible"
    """Proven that no dig takes the wanted tiles, or pays, within the money and moves allowed."""
    UNKNOWN = "unknown"
    """Stopped before any dig that takes the wanted tiles was found."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A turn worth playing: its moves and dig, what it takes and what it nets, in coins.

    `net` = worth of the tiles dug - curses paid - moves, exact to the thousandth.
    """

    turn: Turn
    played: Played
    net: Decimal

    @property
    def dig(self) -> tuple[Quarry, ...] | None:
        """The quarries dug, or None for doing nothing."""
        return self.turn.dig

    @property
    def taken(self) -> tuple[Tile, ...]:
        """The tiles dug, in the order of the dig's quarries."""
        return self.played.taken

    @property
    def expected(self) -> bool:
        """Whether the net is an expectation, because an unseen tile is dug."""
        return any(tile.group is Group.UNSEEN for tile in self.played.taken)

    @property
    def positions(self) -> tuple[Position, ...]:
        """The start, the position after each move, and the one after the dig."""
        return self.played.positions


@dataclass(frozen=True, slots=True)
class Statistics:
    """What the search did: aims taken up, boards visited while carrying them out, seconds."""

    aims: int = 0
    boards: int = 0
    seconds: float = 0.0
    compiled: bool = False


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a running search stands: the best net so far, the proven limit, the work done."""

    net: Decimal | None
    bound: Decimal
    statistics: Statistics


@dataclass(frozen=True, slots=True)
class Answer:
    """What the solver found: a plan with its status and a proven bound.

    `plan` is None only for INFEASIBLE and UNKNOWN. `bound` is an upper limit of the net; for a
    problem with wanted tiles a lower limit of the moves. `best` and `frontier` hold plans if the
    problem asked for them; `frontier[m]` is the best with at most m moves.
    """

    status: Status
    plan: Plan | None
    bound: Decimal | None
    best: tuple[Plan, ...] = ()
    frontier: tuple[Plan, ...] = ()
    statistics: Statistics = Statistics()


def net_of(problem: Problem, played: Played) -> Decimal:
    """What a turn nets under the problem's values, in coins, reckoned exactly."""
    worth = 0
    for tile in played.taken:
        value = problem.values.of(tile)
        assert value is not None, "a tile that is never dug was dug"
        worth += value
    return Decimal(worth) / 1000 - played.account.due


def plan_of(problem: Problem, turn: Turn) -> Plan:
    """Replay a turn through the rules and reckon it; raises RuleError if it is illegal."""
    played = play(
        problem.position,
        turn,
        problem.shape,
        money=problem.money,
        variant=problem.variant,
    )
    return Plan(turn, played, net_of(problem, played))


def answer_to_json(problem: Problem, answer: Answer) -> dict[str, object]:
    """The answer as the data of a JSON object; `id` is for the caller to add."""
    data: dict[str, object] = {
        "status": answer.status.value,
        "bound": _number(answer.bound),
        **_plan_to_json(answer.plan),
        "shape": str(problem.shape),
        "seconds": round(answer.statistics.seconds, 6),
    }
    if problem.best:
        data["best"] = [_plan_to_json(plan) for plan in answer.best]
    if problem.frontier:
        data["frontier"] = [_plan_to_json(plan) for plan in answer.frontier]
    return data


def _plan_to_json(plan: Plan | None) -> dict[str, object]:
    if plan is None:
        return {
            "net": None,
            "moves": None,
            "dig": None,
            "taken": None,
            "expected": False,
            "move_cost": None,
            "curse_cost": None,
        }
    by_name = None
    if plan.dig is not None:
        by_name = sorted(
            (str(quarry), tile.letter) for quarry, tile in zip(plan.dig, plan.taken, strict=True)
        )
    return {
        "net": _number(plan.net),
        "moves": [str(move) for move in plan.turn.moves],
        "dig": None if by_name is None else [quarry for quarry, _ in by_name],
        "taken": [] if by_name is None else [letter for _, letter in by_name],
        "expected": plan.expected,
        "move_cost": plan.played.account.moves,
        "curse_cost": plan.played.account.curses,
    }


def _number(value: Decimal | None) -> int | float | None:
    if value is None:
        return None
    return int(value) if value == int(value) else float(value)
