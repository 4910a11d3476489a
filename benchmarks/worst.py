"""A search for the worst: hill-climbing over dig problems for what takes the solver longest.

`python -m benchmarks.worst --minutes 10` keeps what it finds in worst.jsonl, slowest first; these
are instances of the benchmark from then on.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from dataclasses import replace
from pathlib import Path
from random import Random
from time import monotonic, process_time

from benchmarks.families import FAMILIES
from benchmarks.instances import Instance, random_shape
from ksm_widgets.rules.chance import below, chosen, shuffled
from ksm_widgets.rules.position import Position, Stage
from ksm_widgets.rules.quarries import FULL_HEIGHT, QUARRIES
from ksm_widgets.rules.tiles import Group, Power, Tile
from ksm_widgets.solver import Problem, ProblemError, Values, solve

__all__ = ["main", "worst_instances"]

_FOUND = Path(__file__).with_name("worst.jsonl")
_KEPT = 40
_STUBBORN = 12
"""So many changes in vain, and the climb begins elsewhere."""
_VALUES: tuple[dict[str, object], ...] = (
    {},
    {"parchment": 10},
    {"parchment": 10, "magic": 8, "curse": 4},
    {"a": 10, "b": 0, "c": 5, "d": 0.001, "curse": 6},
    {"magic": 8, "curse": 0},
)
_TILES = [tile for tile in Tile if tile.group is not Group.UNSEEN]


def worst_instances() -> tuple[Instance, ...]:
    """What the search for the worst has found so far."""
    lines = _FOUND.read_text(encoding="utf-8").splitlines() if _FOUND.exists() else []
    found = []
    for line in lines:
        data = json.loads(line)
        name = data.pop("id")
        found.append(Instance(name, Problem.from_dict(data, box=False), Stage.MIDDLE))
    return tuple(found)


def main() -> int:
    """Climb for so many minutes, and keep the slowest problems found."""
    parser = ArgumentParser(prog="python -m benchmarks.worst", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--limit", type=float, default=20, help="seconds for a problem")
    given = parser.parse_args()
    rng = Random(f"worst {given.seed}")
    end = monotonic() + 60 * given.minutes
    solve(next(iter(FAMILIES.values())).instances()[0].problem)
    found: dict[Problem, float] = {
        one.problem: _seconds(one.problem, given.limit) for one in worst_instances()
    }
    while monotonic() < end:
        family = chosen(rng, tuple(FAMILIES.values()))
        problem = chosen(rng, family.instances()).problem
        slowest, in_vain = _seconds(problem, given.limit), 0
        while in_vain < _STUBBORN and slowest < given.limit and monotonic() < end:
            try:
                changed = _changed(rng, problem)
            except ProblemError:  # a wanted slot without a tile, an object spent that is not held
                continue
            seconds = _seconds(changed, given.limit)
            in_vain += 1
            if seconds > slowest:
                problem, slowest, in_vain = changed, seconds, 0
        found[problem] = slowest
        found = dict(sorted(found.items(), key=lambda item: -item[1])[:_KEPT])
        print(f"{slowest:7.2f} s  {family.name}", file=sys.stderr, flush=True)
    lines = [
        json.dumps({**problem.to_dict(), "id": f"worst {number}"})
        for number, problem in enumerate(found)
    ]
    _FOUND.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return 0


def _seconds(problem: Problem, limit: float) -> float:
    """The processor's time for a problem."""
    start = process_time()
    solve(problem, time_limit=limit)
    return process_time() - start


def _changed(rng: Random, problem: Problem) -> Problem:
    """The problem with one thing different; raises ProblemError if that makes none."""
    match below(rng, 9):
        case 0:
            return replace(problem, money=below(rng, 11))
        case 1:
            return replace(problem, values=Values.parse(chosen(rng, _VALUES)))
        case 2:
            return replace(problem, powers=problem.powers ^ {chosen(rng, tuple(Power))})
        case 3:
            shape = random_shape(problem.shape.size, below(rng, 10**6))
            return replace(problem, shape=shape)
        case 4 | 5:
            return replace(problem, position=_with_others(rng, problem.position))
        case _:
            return replace(problem, position=_exchanged(rng, problem.position))


def _with_others(rng: Random, position: Position) -> Position:
    """One or two stacks higher or lower by a tile."""
    stacks = list(position.stacks)
    for quarry in shuffled(rng, QUARRIES)[: 1 + below(rng, 2)]:
        stack = stacks[quarry.index]
        if stack and below(rng, 2):
            stacks[quarry.index] = stack[:-1]
        elif len(stack) < FULL_HEIGHT:
            stacks[quarry.index] = (*stack, chosen(rng, _TILES))
    return Position(tuple(stacks))


def _exchanged(rng: Random, position: Position) -> Position:
    """Two stacks in each other's place."""
    one, other = (quarry.index for quarry in shuffled(rng, QUARRIES)[:2])
    stacks = list(position.stacks)
    stacks[one], stacks[other] = stacks[other], stacks[one]
    return Position(tuple(stacks))


if __name__ == "__main__":
    sys.exit(main())
