"""Plans that react to what shows: how near they come to the bound, in how much time.

`python -m benchmarks.looks` makes covered mines in the middle and at the end of games, by values,
with rounds to come and on the last dig, and asks for plans with one look, two, and any number. It
writes its part of RESULTS.md.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from dataclasses import replace
from itertools import count
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any

from benchmarks.instances import Instance, random_shape
from benchmarks.sections import put_section, table
from ksm_widgets.rules.chance import below, chosen
from ksm_widgets.rules.position import Position, Stage
from ksm_widgets.rules.tiles import Tile
from ksm_widgets.solver import Policy, Problem, solve_covered
from ksm_widgets.solver.engine import compiled_at_once
from ksm_widgets.solver.problem import unseen_tiles

__all__ = ["covered_mines", "main"]

_HERE = Path(__file__).parent
_OF_A_KIND = 6
_CLOSE = 0.3
_SELDOM = 8


def covered_mines() -> tuple[Instance, ...]:
    """Six mines of each kind, of which only the topmost tiles and one in six others are known."""
    return tuple(
        _mine(kind, number)
        for kind in ("values", "rounds to come", "last dig")
        for number in range(_OF_A_KIND)
    )


def _mine(kind: str, number: int) -> Instance:
    rng = Random(f"covered {kind} {number}")
    stage = Stage.LATE if kind == "last dig" else Stage.MIDDLE
    open_mine = Position.random(below(rng, 10**6), stage)
    position = Position(
        tuple(
            tuple(
                tile if level == len(stack) or below(rng, 6) == 0 else Tile.UNSEEN
                for level, tile in enumerate(stack, start=1)
            )
            for stack in open_mine.stacks
        )
    )
    held = "".join(chosen(rng, "aabbccddxyzM") for _ in range(4 + below(rng, 5)))
    asked: dict[str, Any] = {"money": 10}
    if kind != "values":
        asked["holding"] = held
    if kind == "rounds to come":
        asked |= {"rounds_left": 1 + below(rng, 4), "players": 2 + below(rng, 4)}
    elif kind == "last dig":
        asked["others"] = [
            {"curses": below(rng, 12), "magic": below(rng, 4)} for _ in range(1 + below(rng, 3))
        ]
    unseen = {tile.letter: count for tile, count in unseen_tiles(position, map(Tile, held))}
    shape = random_shape(3 + below(rng, 4), below(rng, 10**6))
    problem = Problem.of(position, shape, unseen=unseen, reactions=1, **asked)
    return Instance(f"{kind} {number}", problem, stage)


def solved_within(problem: Problem, seconds: float) -> Policy:
    """The plan found in so many seconds of the processor's time."""
    start, asked = process_time(), count(1)

    def over() -> bool:
        # On some machines the question takes as long as a small search.
        return next(asked) % _SELDOM == 0 and process_time() - start >= seconds

    return solve_covered(problem, cancelled=over)


def _gap(found: Policy) -> float:
    assert found.net is not None
    assert found.bound is not None
    return float(found.bound - found.net)


def main() -> int:
    """Ask for plans with one look, two and any number, and write how near they come."""
    parser = ArgumentParser(prog="python -m benchmarks.looks", description=__doc__)
    parser.add_argument("--one", type=float, default=2, help="seconds for one look")
    parser.add_argument("--two", type=float, default=10, help="seconds for two looks")
    parser.add_argument("--all", type=float, default=10, help="seconds for any number, 0 for none")
    parser.add_argument("--every", type=int, default=1, help="take every so many of the mines")
    parser.add_argument("--to", type=Path, default=_HERE / "RESULTS.md", help="the table's file")
    given = parser.parse_args()
    rows: list[list[str]] = []
    gaps: dict[str, list[float]] = {"one": [], "two": [], "any": []}
    with compiled_at_once():
        mines = covered_mines()[:: given.every]
        solved_within(mines[0].problem, 0.1)
        for mine in mines:
            row = [mine.name]
            hidden = mine.problem.position.counts()[Tile.UNSEEN]
            for name, looks, seconds in (
                ("one", 1, given.one),
                ("two", 2, given.two),
                ("any", hidden, given.all),
            ):
                if not seconds:
                    continue
                start = process_time()
                found = solved_within(replace(mine.problem, reactions=looks), seconds)
                spent = process_time() - start
                gaps[name].append(_gap(found))
                assert found.net is not None
                assert found.bound is not None
                row += [f"{float(found.net):.2f}", f"{float(found.bound):.2f}", f"{spent:.1f} s"]
            rows.append(row)
            print(*row, file=sys.stderr, flush=True)
    asked = [name for name in gaps if gaps[name]]
    head = ["mine", *(f"{name}: {what}" for name in asked for what in ("net", "bound", "time"))]
    told = "; ".join(
        f"{name}: closed {sum(gap == 0 for gap in gaps[name])} of {len(gaps[name])}, within "
        f"{_CLOSE} {sum(gap <= _CLOSE for gap in gaps[name])}, median gap {median(gaps[name]):.2f}"
        for name in asked
    )
    put_section(
        given.to,
        "Looking while one digs",
        f"Covered mines, {given.one:g} seconds of the processor's time for plans with one look, "
        f"{given.two:g} for two, {given.all:g} for any number. {told}. Goals: one look within "
        f"{_CLOSE} on 15 of 18 and closed on 12, two looks a median gap of at most 1.\n\n"
        + table(head, rows),
    )
    print(told)
    return 0


if __name__ == "__main__":
    sys.exit(main())
