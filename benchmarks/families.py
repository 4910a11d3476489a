"""Families of dig problems that the solver was not tuned to, from seeds.

Random mines, shapes of three to six quarries, each power with 30 %, money one of 0 1 2 3 5 10, if
the family does not say otherwise. A player who holds something holds the objects spent as well.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import islice
from random import Random
from typing import Any

from benchmarks.instances import Instance, random_shape
from ksm_widgets.rules.chance import below, chosen, shuffled
from ksm_widgets.rules.position import Position, Stage
from ksm_widgets.rules.quarries import FULL_HEIGHT, QUARRIES, Variant
from ksm_widgets.rules.tiles import Group, Power, Tile
from ksm_widgets.solver.problem import Problem
from ksm_widgets.solver.problem_reading import Slot

__all__ = ["FAMILIES", "PER_FAMILY", "Family"]

PER_FAMILY = 60
"""Problems of each family."""

_FOR_PEERS = 2
_MONEY = (0, 1, 2, 3, 5, 10)
_SETS: dict[str, object] = {"parchment": 10}
"""What one counts that completes a set (R28)."""
_LAST: dict[str, object] = {"parchment": 10, "magic": 8, "curse": 4}
"""What the last ones count, when bonuses hang on them as well (R29)."""

Mine = Callable[[Random, Stage], Position]
Held = Callable[[Random], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Family:
    """Problems that have something in common: the mine they lie in, and what is asked."""

    name: str
    mine: Mine
    options: Callable[[Random], dict[str, Any]]
    spread: int = 0
    """So many wanted tiles at most, anywhere on the mine."""
    held: Held | None = None
    """What the player holds besides the objects spent, and what the others do."""

    def instances(self) -> tuple[Instance, ...]:
        """The family's problems."""
        return tuple(self._instance(number) for number in range(PER_FAMILY))

    def for_peers(self) -> tuple[Instance, ...]:
        """The first of its problems that general tools can be asked.

        They know worths that are fixed, and one best plan; where tiles are wanted they need a limit
        of moves. They are given each place, so the seal only up to four quarries.
        """
        asked = (one for one in self.instances() if _for_peers(one.problem))
        return tuple(islice(asked, _FOR_PEERS))

    def _instance(self, number: int) -> Instance:
        rng = Random(f"family {self.name} {number}")
        stage = chosen(rng, tuple(Stage))
        position = self.mine(rng, stage)
        shape = random_shape(3 + below(rng, 4), below(rng, 10**6))
        powers = [power for power in Power if below(rng, 10) < 3]
        options = {"money": chosen(rng, _MONEY), **self.options(rng)}
        if self.held is not None:
            held = self.held(rng)
            held["holding"] += "".join(power.tile.letter for power in powers)
            options |= held
        problem = Problem.of(position, shape, powers=powers, **options)
        if self.spread:
            problem = replace(problem, wanted=_anywhere(rng, position, 1 + below(rng, self.spread)))
        return Instance(f"{self.name} {number}", problem, stage)


def _for_peers(problem: Problem) -> bool:
    if problem.stakes is not None or problem.best or problem.frontier or problem.wanted:
        return False
    return Power.SEAL not in problem.powers or problem.shape.size <= 4


def _as_played(rng: Random, stage: Stage) -> Position:
    return Position.random(below(rng, 10**6), stage)


def _sparse(rng: Random, _: Stage) -> Position:
    """Late in a game, and every other quarry empty."""
    late = Position.random(below(rng, 10**6), Stage.LATE)
    return Position(tuple(() if below(rng, 2) else stack for stack in late.stacks))


def _bare(rng: Random, _: Stage) -> Position:
    """Lower from quarry to quarry, and so mostly nothing to dig as it lies; few moves are legal."""
    full = Position.random(below(rng, 10**6), Stage.EARLY)
    return Position(
        tuple(
            stack[: (quarry.row + 2 * quarry.column + below(rng, 2)) % 3] if below(rng, 3) else ()
            for quarry, stack in zip(QUARRIES, full.stacks, strict=True)
        )
    )


def _flat(rng: Random, _: Stage) -> Position:
    """All of a height, but one in eight a level lower."""
    high = 2 + below(rng, FULL_HEIGHT - 1)
    filled = Position.set_up(rng)
    return Position(tuple(stack[: high - (below(rng, 8) == 0)] for stack in filled.stacks))


def _alike(rng: Random, stage: Stage) -> Position:
    """As played, but of three kinds of tiles only."""
    kinds = shuffled(rng, [tile for tile in Tile if tile.group is not Group.UNSEEN])[:3]
    played = _as_played(rng, stage)
    return Position(tuple(tuple(chosen(rng, kinds) for _ in stack) for stack in played.stacks))


def _covered(rng: Random, stage: Stage) -> Position:
    """Of the tiles below the topmost ones, nobody has seen three in four."""
    played = _as_played(rng, stage)
    return Position(
        tuple(
            tuple(
                tile if level == len(stack) or below(rng, 4) == 0 else Tile.UNSEEN
                for level, tile in enumerate(stack, start=1)
            )
            for stack in played.stacks
        )
    )


def _anywhere(rng: Random, position: Position, count: int) -> tuple[Slot, ...]:
    """So many tiles anywhere on the mine, all that can be seen."""
    slots = [
        Slot(quarry, level)
        for quarry in QUARRIES
        for level, tile in enumerate(position.stack(quarry), start=1)
        if tile is not Tile.UNSEEN
    ]
    return tuple(sorted(shuffled(rng, slots)[:count]))


def _options(**options: Any) -> Callable[[Random], dict[str, Any]]:
    return lambda _: options


def _tight(**options: Any) -> Callable[[Random], dict[str, Any]]:
    return lambda rng: {"money": below(rng, 4), **options}


def _few_moves(**options: Any) -> Callable[[Random], dict[str, Any]]:
    return lambda rng: {"max_moves": below(rng, 5), **options}


def _kept(rng: Random) -> str:
    """What lies behind a screen late in a game: parchments, curses, objects."""
    letters = [chosen(rng, "abcd") for _ in range(below(rng, 9))]
    letters += [chosen(rng, "xyz") for _ in range(below(rng, 7))]
    letters += [chosen(rng, "MCSA") for _ in range(below(rng, 3))]
    return "".join(letters)


def _last_dig(rng: Random) -> dict[str, Any]:
    return {"holding": _kept(rng), "others": [_kept(rng) for _ in range(1 + below(rng, 4))]}


def _before_that(rng: Random) -> dict[str, Any]:
    return {"holding": _kept(rng), "rounds_left": below(rng, 8), "players": 2 + below(rng, 4)}


_UNSEEN = dict.fromkeys("12345abcdxyzMCSA", 9)
_BEGINNER = Variant.BEGINNER
_ALL = (
    Family("default values", _as_played, _options()),
    Family("parchments 10", _as_played, _options(values=_SETS)),
    Family("parchments 10, magic 8, curse 4", _as_played, _options(values=_LAST)),
    Family("money 0-3", _as_played, _tight()),
    Family("parchments 10, money 0-3", _as_played, _tight(values=_SETS)),
    Family("max_moves 0-4", _as_played, _few_moves()),
    Family("parchments 10, max_moves 0-4", _as_played, _few_moves(values=_SETS)),
    Family("parchments 10, magic 8, curse 4, max_moves 0-4", _as_played, _few_moves(values=_LAST)),
    Family("frontier", _as_played, _options(frontier=True)),
    Family("parchments 10, frontier", _as_played, _options(frontier=True, values=_SETS)),
    Family("best 5", _as_played, _options(best=5)),
    Family("parchments 10, best 5", _as_played, _options(best=5, values=_SETS)),
    Family("beginner, any money", _as_played, _options(variant=_BEGINNER)),
    Family("beginner, parchments 10", _as_played, _options(variant=_BEGINNER, values=_SETS)),
    Family("beginner, max_moves 0-4", _as_played, _few_moves(variant=_BEGINNER)),
    Family("sparse", _sparse, _options()),
    Family("sparse, parchments 10, magic 8, curse 4", _sparse, _options(values=_LAST)),
    Family("nothing to dig as it lies", _bare, _options(values=_LAST)),
    Family("flat", _flat, _options()),
    Family("three kinds of tiles", _alike, _options(values=_SETS)),
    Family("wanted anywhere", _as_played, _options(), spread=3),
    Family("wanted anywhere, money 0-3", _as_played, _tight(), spread=3),
    Family("covered, ? never dug", _covered, _options()),
    Family("covered, ? at 1.8", _covered, _options(values={"?": 1.8})),
    Family("last dig", _as_played, _options(), held=_last_dig),
    Family("last dig, money 0-3", _as_played, _tight(), held=_last_dig),
    Family("last dig, max_moves 0-4", _as_played, _few_moves(), held=_last_dig),
    Family("last dig, best 5", _as_played, _options(best=5), held=_last_dig),
    Family("last dig, frontier", _as_played, _options(frontier=True), held=_last_dig),
    Family("last dig, beginner", _as_played, _options(variant=_BEGINNER), held=_last_dig),
    Family("last dig, sparse", _sparse, _options(), held=_last_dig),
    Family("last dig, flat", _flat, _options(), held=_last_dig),
    Family("last dig, three kinds of tiles", _alike, _options(), held=_last_dig),
    Family("last dig, wanted anywhere", _as_played, _options(), spread=3, held=_last_dig),
    Family("last dig, covered, with unseen", _covered, _options(unseen=_UNSEEN), held=_last_dig),
    Family("rounds left", _as_played, _options(), held=_before_that),
    Family("rounds left, money 0-3", _as_played, _tight(), held=_before_that),
    Family("rounds left, frontier", _as_played, _options(frontier=True), held=_before_that),
    Family("rounds left, covered, ? never dug", _covered, _options(), held=_before_that),
)
FAMILIES: dict[str, Family] = {family.name: family for family in _ALL}
