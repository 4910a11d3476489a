"""Problems that the tests of answers ask, and answers as they look from outside."""

from __future__ import annotations

import json
from typing import Any

from ksm_widgets.rules import Position, Shape, Stage
from ksm_widgets.solver import Problem, solve

__all__ = ["KEYS", "LONG", "PLAN_KEYS", "STAIRS", "near", "told"]

PLAN_KEYS = {"net", "moves", "dig", "taken", "expected", "move_cost", "curse_cost"}
KEYS = PLAN_KEYS | {"status", "bound", "shape", "after", "seconds"}
LONG = Problem(Position.random(15, Stage.LATE), Shape.parse("##/##/.#"))
"""So many boards are visited for it that the interpreted solver takes about twenty slices."""

STAIRS = Problem(Position.random(4, Stage.LATE), Shape.parse("##/.#"), frontier=True)
"""Each of three moves makes more possible; most of the slices go into telling how much."""


def near(rows: str, **keys: Any) -> Problem:
    """A problem in a mine that is empty but for its nearest rows."""
    return Problem.from_dict({"board": Position.near(rows).text, "shape": "##", **keys})


def told(problem: Problem, **options: Any) -> dict[str, Any]:
    """The answer as it looks after a trip through JSON."""
    answer = solve(problem, **options)
    told: dict[str, Any] = json.loads(json.dumps(answer.to_dict()))
    return told
