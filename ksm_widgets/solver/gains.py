"""What a plan does: it brings tiles together, its dig gains something, and it has an idea.

There are no sentences here, but all that sentences need: how many sets, which place among the
collections, which parchments make no difference. The amounts add up to the worth of the dig,
treasures aside.

Moves made already are paid for, whatever follows (R14). So the rest of a turn is a dig problem of
its own, in the mine as it is then and with less money, and its answer is reported as a whole turn.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import Enum
from itertools import chain
from typing import TYPE_CHECKING

from ksm_widgets.rules.position import dig_fault, moved
from ksm_widgets.rules.scoring import curse_points, magic_objects, parchment_sets, place
from ksm_widgets.rules.tiles import Group, Power, Tile
from ksm_widgets.rules.values import in_coins
from ksm_widgets.solver.answer import plan_of
from ksm_widgets.solver.problem import spending, unseen_worth
from ksm_widgets.solver.problem_reading import Slot

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from ksm_widgets.rules.position import Position
    from ksm_widgets.rules.quarries import Move, Quarry
    from ksm_widgets.rules.scoring import Place
    from ksm_widgets.rules.stakes import Stakes
    from ksm_widgets.rules.turns import Turn
    from ksm_widgets.solver.answer import Plan
    from ksm_widgets.solver.problem import Problem


@dataclass(frozen=True, slots=True)
class Origins:
    """The tiles that a turn moves and digs, by the slots where they were when it began.

    `steps` is the number of steps for each tile that is moved; `dug` is the tile that is dug from
    each quarry of the dig, and `below` are those that lie below one of these then.
    """

    steps: Mapping[Slot, int]
    dug: Mapping[Quarry, Slot]
    below: frozenset[Slot]


def origin_of(position: Position, moves: Sequence[Move], slot: Slot) -> Slot:
    """The slot where a tile was before some legal moves, given its slot after them.

    Raises IndexError for a slot that is empty then.

    >>> from ksm_widgets.rules import Move, Position
    >>> mine = Position.near("5,4,3z")
    >>> str(origin_of(mine, [Move.parse("c1-d1")], Slot.parse("d1:1")))
    'c1:2'
    """
    stacks = {
        quarry: [Slot(quarry, level) for level in range(1, position.height(quarry) + 1)]
        for quarry in {
            slot.quarry,
            *chain.from_iterable((move.source, move.target) for move in moves),
        }
    }
    for move in moves:
        stacks[move.target].append(stacks[move.source].pop())
    return stacks[slot.quarry][slot.level - 1]


def origins_of(position: Position, turn: Turn) -> Origins:
    """Follow every tile of a legal turn from where it was on `position`."""
    stacks: dict[Quarry, list[Slot]] = {}

    def stack(quarry: Quarry) -> list[Slot]:
        levels = range(1, position.height(quarry) + 1)
        return stacks.setdefault(quarry, [Slot(quarry, level) for level in levels])

    steps: Counter[Slot] = Counter()
    for move in turn.moves:
        slot = stack(move.source).pop()
        stack(move.target).append(slot)
        steps[slot] += 1
    dig = turn.dig or ()
    below = frozenset(slot for quarry in dig for slot in stack(quarry)[:-1])
    return Origins(steps, {quarry: stack(quarry)[-1] for quarry in dig}, below)


def slots_dug(position: Position, turn: Turn) -> frozenset[Slot]:
    """The slots where the tiles that a legal turn digs were when it began.

    >>> from ksm_widgets.rules import Move, Position, Quarry, Turn
    >>> mine = Position.near("5,4,3z")
    >>> turn = Turn((Move.parse("c1-d1"),), (Quarry.parse("c1"), Quarry.parse("d1")))
    >>> [str(slot) for slot in sorted(slots_dug(mine, turn))]
    ['c1:1', 'c1:2']
    """
    return frozenset(origins_of(position, turn).dug.values())


def rest_of(problem: Problem, made: tuple[Move, ...]) -> Problem:
    """The dig problem that is left after the first moves of a turn; its money may be below zero.

    Only treasures dug later can pay then. Raises MoveError for an illegal move.

    >>> from ksm_widgets.rules import Position, Shape, Move
    >>> from ksm_widgets.solver import Problem
    >>> mine = Position.near("5,4,3z")
    >>> problem = Problem(mine, Shape.parse("###"))
    >>> rest_of(problem, (Move.parse("c1-d1"),)).money
    9
    """
    after = moved(problem.position, made, problem.variant)
    return replace(problem, position=after, money=problem.money - len(made))


def turn_after(made: tuple[Move, ...], rest: Turn) -> Turn:
    """The turn from its start: the moves made, then the rest of it."""
    return replace(rest, moves=(*made, *rest.moves))


def whole_turn(problem: Problem, made: tuple[Move, ...], rest: Plan) -> Plan:
    """A plan for the rest of a turn as a plan for all of it; `problem` is that of its start.

    Raises RuleError if the two together are illegal or cannot be paid.
    """
    return plan_of(problem, turn_after(made, rest.turn))


_LITTLE = 500
"""Thousandths of a coin that count as hardly anything for a parchment."""
_SET_WORTH = 8000
"""A parchment of this worth, in thousandths, completes a set."""


class Purpose(Enum):
    """The purpose of keeping tiles (R28, R29)."""

    SETS = "sets"
    CURSES = "curses"
    MAGIC = "magic"
    UNSEEN = "unseen"
    """Tiles that are dug unseen, and count their average."""


@dataclass(frozen=True, slots=True)
class Gain:
    """The change that a dig makes for one purpose, in coins; negative if objects spent cost more.

    `size` is how many sets are completed, how large the collection is after the dig, or how many
    tiles are dug unseen. `place` is the place of the collection on the last dig of the game; before
    that nobody knows it, and the amount is an expectation.
    """

    purpose: Purpose
    amount: Decimal
    size: int
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class Idle:
    """Parchments of a kind that a dig takes although they bring little or nothing.

    They are the last `count` of `held` parchments of the kind after the dig. `amount` is how much
    less the dig would be worth without them, in coins.
    """

    tile: Tile
    count: int
    held: int
    amount: Decimal


def gains_of(problem: Problem, taken: Iterable[Tile]) -> tuple[Gain, ...]:
    """The gains of a dig of these tiles besides treasures, by purpose; no dig, no gain.

    Curses' costs are not included, except those of tiles dug unseen. Empty if the problem does not
    say what the player holds.

    >>> from ksm_widgets.rules import Position, Tile
    >>> from ksm_widgets.solver import Problem
    >>> problem = Problem.of(Position(), 1, holding="abcy", others=["xyM", "z"])
    >>> for gain in gains_of(problem, [Tile.DELTA, Tile.MUMMY, Tile.TREASURE_2]):
    ...     print(gain.purpose.value, gain.amount, gain.size, gain.place and gain.place.value)
    sets 10 1 None
    curses 24 5 first
    """
    stakes, tiles = problem.stakes, tuple(taken)
    if stakes is None or not tiles:
        return ()
    spent, kept = len(problem.powers), (*stakes.holding, *tiles)
    worth = stakes.worth(tiles, spent)
    points, objects = curse_points(kept), magic_objects(kept) - spent
    last = stakes.settled
    theirs = stakes.others or ()
    found = [Gain(Purpose.SETS, in_coins(worth.sets), sets_completed(stakes, tiles))]
    for purpose, change, size, sizes in (
        (Purpose.CURSES, worth.curses, points, [other.curses for other in theirs]),
        (Purpose.MAGIC, worth.magic, objects, [other.magic for other in theirs]),
    ):
        found.append(Gain(purpose, in_coins(change), size, place(size, sizes) if last else None))
    unseen = tiles.count(Tile.UNSEEN)
    found.append(Gain(Purpose.UNSEEN, unseen * unseen_worth(problem).coins, unseen))
    touched = {
        Purpose.SETS: worth.sets,
        Purpose.CURSES: curse_points(tiles),
        Purpose.MAGIC: magic_objects(tiles) + spent,
        Purpose.UNSEEN: unseen,
    }
    return tuple(gain for gain in found if touched[gain.purpose])


def sets_completed(stakes: Stakes, taken: Iterable[Tile]) -> int:
    """The number of sets of parchments that a dig of these tiles completes (R18)."""
    return parchment_sets((*stakes.holding, *taken)) - parchment_sets(stakes.holding)


def completes_set(problem: Problem, plan: Plan) -> bool:
    """Whether a dig completes a set of parchments, as far as tiles are worth that."""
    if problem.stakes is not None:
        return sets_completed(problem.stakes, plan.taken) > 0
    symbols = {tile for tile in plan.taken if tile.group is Group.PARCHMENT}
    return any((problem.values.of(symbol) or 0) >= _SET_WORTH for symbol in symbols)


def idle_parchments(stakes: Stakes, taken: Iterable[Tile]) -> tuple[Idle, ...]:
    """The parchments among these tiles without which the dig would be worth hardly less.

    >>> from ksm_widgets.rules import Stakes, Tile
    >>> idle_parchments(Stakes.of("aaaabc", others=["x"]), [Tile.ALPHA, Tile.DELTA])
    (Idle(tile=Tile('a'), count=1, held=5, amount=Decimal('0')),)
    """
    tiles = tuple(taken)
    dug = Counter(tile for tile in tiles if tile.group is Group.PARCHMENT)
    whole = stakes.worth(tiles).sets
    found = []
    for tile, number in dug.items():
        rest, lost, count = list(tiles), 0, 0
        for fewer in range(1, number + 1):
            rest.remove(tile)
            less = whole - stakes.worth(rest).sets
            if less >= _LITTLE:
                break
            lost, count = less, fewer
        if count:
            held = stakes.holding.count(tile) + number
            found.append(Idle(tile, count, held, in_coins(lost)))
    return tuple(sorted(found, key=lambda idle: idle.tile.letter))


class Idea(Enum):
    """A way to gain; a plan may rest on several, the most important one first."""

    PASS = "pass"
    """No dig is worth its cost."""
    AS_IT_LIES = "as_it_lies"
    """The best dig needs no move."""
    COMPLETE = "complete"
    """A set of parchments is completed with what the player holds."""
    BONUS = "bonus"
    """A bonus for curses or magic objects is won, or a larger share of it."""
    CLEAR_CURSE = "clear_curse"
    """A curse is moved off a quarry that is dug and left lying, where no curse is dug."""
    UNCOVER = "uncover"
    """A covered tile is dug."""
    CARRY = "carry"
    """A tile is carried into the dig and taken there."""
    LONG_WAY = "long_way"
    """One tile goes several steps."""
    LOWER = "lower"
    """Tiles are moved off a quarry that is too high, down to the dig's level."""
    RAISE = "raise"
    """A quarry that is too low is filled up to the dig's level."""
    LEVELS = "levels"
    """The carpet takes tiles from different levels."""
    TURN = "turn"
    """The mirror turns the card."""
    RESHAPE = "reshape"
    """The seal digs another shape."""
    SHIELD = "shield"
    """The amulet takes curses for nothing."""


_OF_POWER = {
    Power.CARPET: Idea.LEVELS,
    Power.MIRROR: Idea.TURN,
    Power.SEAL: Idea.RESHAPE,
}
"""The idea of each power for a dig that would not be allowed without it."""


def ideas_of(problem: Problem, plan: Plan) -> tuple[Idea, ...]:
    """The ideas a plan rests on, the most important one first; never empty.

    >>> from ksm_widgets.rules import Position, Shape
    >>> from ksm_widgets.solver import Problem, solve
    >>> mine = Position.near("5,4,3z")
    >>> problem = Problem(mine, Shape.parse("###"))
    >>> [idea.value for idea in ideas_of(problem, solve(problem).plan)]
    ['clear_curse', 'uncover', 'lower']
    """
    if plan.dig is None:
        return (Idea.PASS,)
    problem = spending(problem, plan.turn.powers)
    found = _powers_needed(problem, plan, plan.dig) | _held_for(problem, plan)
    if Power.AMULET in problem.powers and any(tile.curse for tile in plan.taken):
        found.add(Idea.SHIELD)
    if not plan.turn.moves:
        found.add(Idea.AS_IT_LIES)
    mine = problem.position
    origins = origins_of(mine, plan.turn)
    if any(steps > 1 for steps in origins.steps.values()):
        found.add(Idea.LONG_WAY)
    for quarry, slot in origins.dug.items():
        if slot.level < mine.height(slot.quarry):
            found.add(Idea.UNCOVER)
        if slot.quarry != quarry:
            found.add(Idea.CARRY)
        before, dug_at = mine.height(quarry), plan.positions[-2].height(quarry)
        if dug_at != before:
            found.add(Idea.LOWER if dug_at < before else Idea.RAISE)
    away = origins.steps.keys() - {*origins.dug.values()} - origins.below
    cursed = any(tile.group is Group.CURSE for tile in plan.taken)
    for slot in () if cursed else away:
        tile = mine.stack(slot.quarry)[slot.level - 1]
        if slot.quarry in plan.dig and tile.group is Group.CURSE:
            found.add(Idea.CLEAR_CURSE)
    return tuple(idea for idea in Idea if idea in found)


def _held_for(problem: Problem, plan: Plan) -> set[Idea]:
    """The ideas that concern the player's holding, where the problem says what that is."""
    if problem.stakes is None:
        return set()
    found = set()
    if sets_completed(problem.stakes, plan.taken):
        found.add(Idea.COMPLETE)
    gains = gains_of(problem, plan.taken)
    if any(gain.place is not None and gain.amount > 0 for gain in gains):
        found.add(Idea.BONUS)
    return found


def _powers_needed(problem: Problem, plan: Plan, dig: tuple[Quarry, ...]) -> set[Idea]:
    """The powers without which the dig would not be allowed."""
    before = plan.positions[-2]
    return {
        idea
        for power, idea in _OF_POWER.items()
        if power in problem.powers
        and dig_fault(before, dig, problem.shape, problem.powers - {power}) is not None
    }
