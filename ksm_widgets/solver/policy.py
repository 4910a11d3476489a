"""A plan that reacts: moves, a look at what they lay bare, and a plan for each tile it may be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from ksm_widgets.solver.answer import Plan, Status

if TYPE_CHECKING:
    from ksm_widgets.rules.moves import Move
    from ksm_widgets.rules.quarries import Quarry
    from ksm_widgets.rules.tiles import Tile
    from ksm_widgets.solver.problem import Problem

__all__ = ["Policy"]


@dataclass(frozen=True, slots=True)
class Policy:
    """What to do from here on: either a plan to its end, or moves, a look, and what follows it.

    `net` is its expectation in coins from here on, exact; None if nothing can be paid whatever
    shows, or if nothing was found in the time. `bound` is proven: no plan that looks as often as
    the problem allows nets more. With a `look`, `moves` lead to it and `then` has a policy for
    each tile that can show; else `plan` is the whole of it.
    """

    problem: Problem = field(repr=False)
    status: Status
    net: Fraction | None
    bound: Fraction | None
    plan: Plan | None = None
    moves: tuple[Move, ...] = ()
    look: Quarry | None = None
    then: Mapping[Tile, Policy] = field(default_factory=dict, hash=False)
    seconds: float = 0.0

    def chances(self) -> dict[Tile, Fraction]:
        """How likely each tile is to show at the look."""
        counts = dict(self.problem.unseen or ())
        total = sum(counts.values())
        return {tile: Fraction(counts[tile], total) for tile in self.then}

    def to_dict(self) -> dict[str, object]:
        """The policy as the data of a JSON object; `id` is for the caller to add."""
        return {
            "status": self.status.value,
            "bound": _number(self.bound),
            **self._rest(),
            "shape": str(self.problem.shape),
            "seconds": round(self.seconds, 6),
        }

    def _rest(self) -> dict[str, object]:
        """The keys that every policy of the tree has."""
        told: dict[str, object]
        if self.plan is not None:
            told = {**self.plan.to_dict(), "then": {}}
        else:
            looks = {tile.letter: policy._rest() for tile, policy in self.then.items()}
            known = self.look is not None
            told = {
                "net": _number(self.net),
                "moves": [str(move) for move in self.moves] if known else None,
                "dig": None,
                "taken": [] if known else None,
                "expected": known,
                "move_cost": len(self.moves) if known else None,
                "curse_cost": 0 if known else None,
                "then": {str(self.look): looks} if known else {},
            }
            if self.problem.stakes is not None:
                told["worth"] = None
        return told


def _number(value: Fraction | None) -> int | float | None:
    if value is None:
        return None
    return int(value) if value.denominator == 1 else float(value)
