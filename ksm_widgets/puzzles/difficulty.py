"""The difficulty of a puzzle: how many of some simulated people solve it.

They know the rules and choose the best turn they see, but they look only so far ahead, are wrong
about what tiles are worth, and overlook quarries, the more of them the fuller the mine is. What
they choose from is what its proof has found: the best digs and the plans of the ladder. A choice of
cards or objects, which can be guessed, is as hard as what has to be looked into.
"""

from __future__ import annotations

from functools import cache, partial
from itertools import product
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from ksm_widgets.puzzles.interest import ranked, stacks_of
from ksm_widgets.puzzles.proof import Rung
from ksm_widgets.puzzles.puzzle import GRADES, Puzzle, Question
from ksm_widgets.rules.deck import placements
from ksm_widgets.rules.quarries import QUARRIES, Quarry
from ksm_widgets.rules.tiles import Power, Tile
from ksm_widgets.solver import origins_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ksm_widgets.puzzles.proof import Proof
    from ksm_widgets.solver import Plan, Problem


class Person(NamedTuple):
    """Somebody who tries a puzzle.

    They see plans of up to `ahead` moves, are up to `wrong` coins wrong about what each kind of
    tile is worth, and overlook a quarry with the chance `blind` if half the mine is empty.
    """

    ahead: int
    wrong: float
    blind: float


PEOPLE = tuple(
    Person(ahead, wrong, blind)
    for ahead, wrong, blind in product((0, 1, 2, 3, 5, 8), (0.0, 0.75, 1.5), (0.0, 0.04, 0.12))
)
_DAYS = 24
"""Each of them tries a puzzle on so many days, with other errors each day."""
_FURTHER = 1 / 3
"""Carrying a tile one step more is so much of a move: the way is seen at a glance."""
_SHAPE = 1
"""With a seal there is also a shape to find, which is as much as a move."""
_HALF = len(QUARRIES) / 2
_FEW_TILES = 15
"""With so few tiles a puzzle is a grade easier, as where one is told what to dig."""
_SMALL, _OBVIOUS = 10, 0.58
"""In a mine with more stacks, the least share of people who solve a puzzle of grade 1."""

SOLVED_BY = (0.508, 0.416, 0.306, 0.258)
"""The least shares of people who solve puzzles of the grades 1 to 4.

These and the limits below are fitted to how hard trial readers who did not know the grades found
ninety puzzles: what is offered of them has the grade that they felt, or the one next to it.
"""
_HIGHEST = {Rung.STILL: 2, Rung.NEAREST: 3, Rung.GREEDY: 3}
"""The highest grade of what such a solver of the ladder finds: it is soon seen.

With a seal it is one more, for the shape."""
_AT_A_GLANCE = 2
"""The highest grade of moves that suggest themselves."""
_WHERE_IS_CLEAR = 4
"""The highest grade if it is clear where to dig, or if only what is in sight counts."""
_LIFTED, _FEW_LIFTS = 3, 4
"""The highest grade if tiles are only lifted off the dig, in so many moves; in more, one more."""
_SHORT, _CLEARLY = 2, 4
"""A choice is easy if no turn takes more moves, or if it leads by so many coins."""
_LONG, _FULL, _NEAR = 5, 28, 2
"""It is hard if some turn takes so many moves, or in so large a mine if it leads by few coins."""
_TINY = 8
"""In a mine of so few stacks a choice can be seen at a glance."""
_CLEAR = 3
"""Coins by which a move that suggests itself beats whatever else takes one move at most."""


def grade_of(puzzle: Puzzle, proof: Proof) -> int:
    """The grade, 1 to 5, by how many people solve it; lower if it is soon seen all the same.

    That of a choice of cards or objects, which can be guessed, goes by what has to be looked into.
    """
    if puzzle.question in (Question.CARD, Question.MAGIC):
        return _of_choices(puzzle, proof)
    rate = solve_rate(puzzle, proof)
    easier = (grade for grade, least in zip(GRADES, SOLVED_BY, strict=False) if rate >= least)
    more = Power.SEAL in puzzle.problem.powers
    highest = [most + more for rung, most in _HIGHEST.items() if _found_by(rung, proof)]
    if _suggests_itself(puzzle, proof):
        highest.append(_AT_A_GLANCE)
    if not puzzle.choices and proof.plan is not None:
        if puzzle.question is Question.KNOWN or _lies_once(puzzle.problem, proof.plan):
            highest.append(_WHERE_IS_CLEAR)
        if _only_lifts(puzzle.problem, proof.plan):
            highest.append(_LIFTED + (len(proof.plan.moves) > _FEW_LIFTS))
    grade = min((next(easier, GRADES[-1]), *highest))
    told = puzzle.question is Question.WANTED
    if told or sum(map(len, puzzle.problem.position.stacks)) <= _FEW_TILES:
        grade = max(GRADES[0], grade - 1)
    if grade == GRADES[0] and proof.plan is not None:
        several = bool(puzzle.problem.powers) and len(proof.plan.moves) > 1
        grade += several or (rate < _OBVIOUS and stacks_of(puzzle) > _SMALL)
    return grade


def _of_choices(puzzle: Puzzle, proof: Proof) -> int:
    """The grade of a choice of cards or objects, by what has to be looked into.

    As it can be guessed, and takes sums at any rate, it is mostly in the middle.
    """
    (most, _), *others = ranked(puzzle, proof)
    lead = most - others[0][0] if others else _CLEARLY
    longest = max(len(one.moves) for one in proof.plans.values())
    stacks = stacks_of(puzzle)
    if longest <= _SHORT or lead >= _CLEARLY:
        return 1 if longest <= 1 and stacks <= _TINY else 2
    return 4 if longest >= _LONG or (stacks >= _FULL and lead <= _NEAR) else 3


def _suggests_itself(puzzle: Puzzle, proof: Proof) -> bool:
    """Whether one sees at a glance what to move.

    That is a single move that clearly beats the rivals with one move at most, and where tiles are
    named, moves that do nothing but level the dig. With a magic object it never is.
    """
    plan = proof.plan
    if plan is None or plan.dig is None or puzzle.choices or puzzle.problem.powers:
        return False
    if puzzle.question is Question.WANTED:
        return _only_levels(plan)
    others = (*proof.rivals, proof.rungs[""][Rung.STILL])
    near = (one.net for one in others if len(one.moves) <= 1)
    return len(plan.moves) == 1 and all(plan.net - net >= _CLEAR for net in near)


def _lies_once(problem: Problem, plan: Plan) -> bool:
    """Whether the card covers no empty quarry where it is dug, and two or more elsewhere."""
    if problem.powers & {Power.MIRROR, Power.SEAL}:
        return False
    holes = {
        frozenset(place): sum(problem.position.height(quarry) == 0 for quarry in place)
        for place in placements(problem.shape)
    }
    return holes.pop(frozenset(plan.dig or ()), 1) == 0 and min(holes.values(), default=0) > 1


def _only_lifts(problem: Problem, plan: Plan) -> bool:
    """Whether tiles are only taken off the quarries of the dig, and none gets into or under it."""
    origins = origins_of(problem.position, plan.turn)
    ends = {*origins.dug.values(), *origins.below}
    return all(slot.quarry in (plan.dig or ()) and slot not in ends for slot in origins.steps)


def _only_levels(plan: Plan) -> bool:
    """Whether each move takes a tile from a quarry of the dig that is too high to one too low."""
    level = plan.positions[len(plan.moves)].height(plan.dig[0]) if plan.dig else 0
    return all(
        {move.source, move.target} <= set(plan.dig or ())
        and before.height(move.source) > level > before.height(move.target)
        for before, move in zip(plan.positions, plan.moves, strict=False)
    )


def _found_by(rung: Rung, proof: Proof) -> bool:
    """Whether a solver of the ladder finds the answer; there is none for wanted tiles."""
    plans = proof.rungs.get("", {})
    return rung in plans and plans[rung].net == proof.solution.net


def solve_rate(puzzle: Puzzle, proof: Proof) -> float:
    """The share of simulated people who solve a puzzle that offers no cards or objects, 0 to 1.

    It is the same on every machine.
    """
    # A full mine takes longer to look over than an empty one.
    full = stacks_of(puzzle) / _HALF
    if puzzle.question is Question.PAYABLE:
        reckon = partial(_pays, puzzle, proof)
    else:
        reckon = partial(_solves, list(_views(puzzle, proof)))
    solved = sum(
        reckon(person, day, person.blind * full) for person in PEOPLE for day in range(_DAYS)
    )
    return solved / (len(PEOPLE) * _DAYS)


class _View(NamedTuple):
    """A plan as people see it: `errors` and `overlooked` are those of each day."""

    right: bool
    gain: float
    ahead: float
    errors: Sequence[float]
    overlooked: Sequence[float]


def _solves(views: Sequence[_View], person: Person, day: int, blind: float) -> float:
    """Whether the best plan that somebody sees is a right answer, 0 or 1."""
    seen = [view for view in views if view.ahead <= person.ahead and view.overlooked[day] >= blind]
    best = max(seen, key=lambda view: view.gain + person.wrong * view.errors[day], default=None)
    return float(best is not None and best.right)


def _pays(puzzle: Puzzle, proof: Proof, person: Person, day: int, blind: float) -> float:
    """The chance that somebody is right whether a turn can be paid.

    They add up what they see of the dig, and guess if there are more moves than they can follow.
    """
    turn, position = puzzle.solution.turn, puzzle.problem.position
    if len(turn.moves) * _FURTHER > person.ahead:
        return 0.5
    origins = origins_of(position, turn)
    sight = _sights()[day]
    left = puzzle.problem.money - len(turn.moves)
    for slot in origins.dug.values():
        tile = position.stack(slot.quarry)[slot.level - 1]
        if sight[slot.quarry] >= blind:
            left += tile.treasure - (0 if Power.AMULET in turn.powers else tile.curse)
    return float((left >= 0) == (proof.solution.net >= 0))


def _views(puzzle: Puzzle, proof: Proof) -> Iterator[_View]:
    """The plans that people choose from."""
    best = proof.plans[""]
    plans = (best, *proof.rivals, *proof.rungs.get("", {}).values())
    for plan in {one.turn: one for one in plans}.values():
        if puzzle.question is Question.WANTED:
            right = len(plan.moves) == len(best.moves)
        else:
            right = plan.net == best.net
        yield _view(puzzle.problem, plan, right=right, question=puzzle.question)


def _view(problem: Problem, plan: Plan, *, right: bool, question: Question) -> _View:
    origins = origins_of(problem.position, plan.turn)
    ahead = (1 - _FURTHER) * len(origins.steps) + _FURTHER * len(plan.moves)
    if plan.dig is not None and Power.SEAL in problem.powers:
        ahead += _SHAPE
    places = {slot.quarry for slot in (*origins.steps, *origins.dug.values())}
    if question is Question.WANTED:  # its tiles are named, and their worth does not matter
        gain, errors = -float(len(plan.moves)), [0.0] * _DAYS
        places = {slot.quarry for slot in origins.steps}
    else:
        gain = float(plan.net)
        errors = [sum(day[tile] for tile in plan.taken) for day in _errors()]
    overlooked = [min((day[one] for one in places), default=1.0) for day in _sights()]
    return _View(right, gain, ahead, errors, overlooked)


@cache
def _errors() -> tuple[Mapping[Tile, float], ...]:
    """The error about the worth of each kind of tile on each day, from -1 to 1."""
    rng = Random("worths")
    return tuple({tile: rng.uniform(-1, 1) for tile in Tile} for _ in range(_DAYS))


@cache
def _sights() -> tuple[Mapping[Quarry, float], ...]:
    """The chance from which on each quarry is overlooked, for each day."""
    rng = Random("quarries")
    return tuple({quarry: rng.random() for quarry in QUARRIES} for _ in range(_DAYS))
