"""Looking at what shows, by trying everything: each board, each look, each tile that may show.

Slow and plain. It shares only the data types with the solver; how tiles move, where a card may lie
and what it costs is that of `brute`. A look may be at any topmost `?`, at any time.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING

from ksm_widgets.rules import QUARRIES, Position, Power, Shape, Stakes, Tile, Variant
from ksm_widgets.rules.chance import below, chosen, shuffled
from ksm_widgets.solver import Problem, Values
from tests.oracle.brute import places
from tests.oracle.ending import Ending

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["expectimax", "looking_problem", "spending_problem", "tiny_problem"]

Stacks = tuple[str, ...]
Left = tuple[tuple[str, int], ...]


def expectimax(problem: Problem) -> Fraction | None:
    """The expectation of the best tree of looks, in coins; None if none can always be paid.

    The problem must have `max_moves`, `unseen` and `reactions`.
    """
    stacks = _letters(problem.position.stacks)
    left = tuple((tile.letter, count) for tile, count in problem.unseen or ())
    assert problem.max_moves is not None
    assert problem.reactions is not None
    known: dict[object, Fraction | None] = {}
    found = _best(problem, stacks, left, problem.money, problem.max_moves, problem.reactions, known)
    return None if found is None else found / 1000


def _letters(stacks: tuple[tuple[Tile, ...], ...]) -> Stacks:
    return tuple("".join(tile.letter for tile in stack) for stack in stacks)


def _best(
    problem: Problem,
    stacks: Stacks,
    left: Left,
    money: int,
    moves: int,
    looks: int,
    known: dict[object, Fraction | None],
) -> Fraction | None:
    key = stacks, left, money, moves, looks
    if key in known:
        return known[key]
    best: Fraction | None = Fraction(0) if money >= 0 else None
    choices = [*_choices(problem)]
    for board, made in _boards(stacks, moves, uphill=problem.variant is Variant.BEGINNER).items():
        for chosen_so, kept in choices:
            for dug in _digs(chosen_so, board):
                net = _net(chosen_so, dug, left, money - made)
                if net is not None and (best is None or net - kept - 1000 * made > best):
                    best = Fraction(net - kept - 1000 * made)
        for at, stack in enumerate(board):
            if not looks or not stack.endswith("?"):
                continue
            total = Fraction(0)
            for letter, count in left:
                shown = (*board[:at], stack[:-1] + letter, *board[at + 1 :])
                rest = tuple((one, many - (one == letter)) for one, many in left)
                rest = tuple((one, many) for one, many in rest if many)
                then = _best(problem, shown, rest, money - made, moves - made, looks - 1, known)
                if then is None:
                    break
                total += count * then
            else:
                mean = total / sum(count for _, count in left) - 1000 * made
                if best is None or mean > best:
                    best = mean
    known[key] = best
    return best


def _choices(problem: Problem) -> Iterator[tuple[Problem, int]]:
    """The problem with each set of the objects that may be spent, and what they cost."""
    objects = [power for power in Power if power in problem.may_spend]
    for size in range(len(objects) + 1):
        for spent in combinations(objects, size):
            powers = problem.powers.union(spent)
            kept = 0
            if problem.stakes is None:
                kept = sum(problem.values.of(power.tile) or 0 for power in spent)
            yield replace(problem, powers=powers, may_spend=frozenset()), kept


def _boards(stacks: Stacks, moves: int, *, uphill: bool) -> dict[Stacks, int]:
    """Every board within so many moves, and the fewest that lead there (R12-R15)."""
    found = {stacks: 0}
    last = [stacks]
    for made in range(1, moves + 1):
        now = []
        for board in last:
            for after in _moved(board, uphill=uphill):
                if after not in found:
                    found[after] = made
                    now.append(after)
        last = now
    return found


def _moved(board: Stacks, *, uphill: bool) -> Iterator[Stacks]:
    for source, stack in enumerate(board):
        for target, onto in enumerate(board):
            near = max(abs(source // 6 - target // 6), abs(source % 6 - target % 6)) == 1
            fits = len(onto) < 4 if uphill else len(onto) < len(stack)
            if stack and near and fits:
                after = list(board)
                after[source], after[target] = stack[:-1], onto + stack[-1]
                yield tuple(after)


def _digs(problem: Problem, board: Stacks) -> Iterator[str]:
    """What each dig takes (R7-R10, R22)."""
    for place in places(problem.shape, problem.powers):
        dug = [board[quarry.index] for quarry in place]
        level = Power.CARPET in problem.powers or len(set(map(len, dug))) == 1
        if all(dug) and level:
            yield "".join(stack[-1] for stack in dug)


def _net(problem: Problem, dug: str, left: Left, money: int) -> int | None:
    """What a dig nets in thousandths before the moves, None if it cannot be paid (R25)."""
    free = Power.AMULET in problem.powers
    due = 0 if free else sum("xyz".find(letter) + 1 for letter in dug)
    if money + sum(map(int, filter(str.isdigit, dug))) < due:
        return None
    known = dug.replace("?", "")
    return _worth(problem, known) - 1000 * due + dug.count("?") * _mean(problem, left)


def _worth(problem: Problem, dug: str) -> int:
    if problem.stakes is None:
        return sum(problem.values.of(Tile(letter)) or 0 for letter in dug)
    ending = Ending(problem.stakes)
    held = "".join(tile.letter for tile in problem.stakes.holding)
    spent = len(problem.powers)

    def points(letters: str, gone: int) -> int:
        return (
            ending.sets([letters.count(symbol) for symbol in "abcd"])
            + ending.curses(sum("xyz".find(letter) + 1 for letter in letters))
            + ending.magic(sum(letter in "MCSA" for letter in letters) - gone)
        )

    money = sum(map(int, filter(str.isdigit, dug)))
    return 1000 * money + points(held + dug, spent) - points(held, 0)


def _mean(problem: Problem, left: Left) -> int:
    """What an unseen tile nets by itself on average, to the nearest thousandth."""
    free = Power.AMULET in problem.powers
    nothing = 0 if problem.stakes is None else _worth(problem, "")
    total = count = 0
    for letter, many in left:
        worth = _worth(problem, letter) - nothing
        total += many * (worth - (0 if free else 1000 * ("xyz".find(letter) + 1)))
        count += many
    return round(Fraction(total, count)) if count else 0


def tiny_problem(seed: int) -> Problem:
    """A few quarries with some covered tiles, little money, few moves, few kinds to draw from."""
    rng = Random(f"tiny {seed}")
    letters = [chosen(rng, _LETTERS) for _ in range(1 + below(rng, 3))]
    variant = chosen(rng, (*[Variant.STANDARD] * 4, Variant.BEGINNER))
    while True:
        stacks, hidden = _stacks(rng)
        most = 1 + below(rng, 3)
        reached = _boards(_letters(stacks), most, uphill=variant is Variant.BEGINNER)
        if len(reached) ** (1 if hidden < 3 else 1.5) <= _MOST_BOARDS:
            break
    left = [*letters, *(chosen(rng, letters) for _ in range(max(0, hidden - 1) + below(rng, 2)))]
    powers = chosen(rng, _POWERS)
    kept = "".join(chosen(rng, "aabbccddxyzM") for _ in range(below(rng, 7)))
    kept += "".join(power.tile.letter for power in powers)
    stakes, values = None, Values()
    match below(rng, 4):
        case 0:
            stakes = Stakes.of(kept, others=[{"curses": below(rng, 9), "magic": below(rng, 4)}])
        case 1:
            stakes = Stakes.of(kept, rounds_left=below(rng, 6), players=2 + below(rng, 4))
        case 2:
            curse = chosen(rng, (0, 0.5, 1.25))
            values = Values.parse({"parchment": below(rng, 5), "magic": 1.5, "curse": curse})
    return Problem(
        Position(stacks),
        Shape.parse(chosen(rng, _SHAPES)),
        powers,
        money=1 + below(rng, 5),
        values=values,
        max_moves=most,
        variant=variant,
        stakes=stakes,
        unseen=tuple((Tile(letter), left.count(letter)) for letter in sorted(set(left))),
        reactions=chosen(rng, (0, 1, 1, 1, 2, 2, 3, 6)),
    )


def spending_problem(seed: int) -> Problem:
    """A tiny problem in which one or two objects may be spent, anew after each look."""
    problem = tiny_problem(seed)
    rng = Random(f"spending {seed}")
    objects = shuffled(rng, [power for power in Power if power not in problem.powers])
    may = frozenset(objects[: 1 + below(rng, 2)])
    if problem.stakes is None:
        return replace(problem, may_spend=may)
    stakes = problem.stakes
    held = (*stakes.holding, *(power.tile for power in may))
    return replace(problem, may_spend=may, stakes=replace(stakes, holding=held))


def looking_problem(seed: int) -> Problem:
    """A tiny problem with one look or two, with objects to choose in every second one."""
    problem = (spending_problem if seed % 2 else tiny_problem)(seed // 2)
    return replace(problem, reactions=1 + seed // 2 % 2)


def _stacks(rng: Random) -> tuple[tuple[tuple[Tile, ...], ...], int]:
    """Stacks that lie near each other, and how many of their tiles nobody has seen."""
    rows, columns = chosen(rng, ((1, 3), (2, 2), (2, 3), (1, 4)))
    row, column = below(rng, 7 - rows), below(rng, 7 - columns)
    near = [
        quarry
        for quarry in QUARRIES
        if row <= quarry.index // 6 < row + rows and column <= quarry.index % 6 < column + columns
    ]
    stacks = [""] * len(QUARRIES)
    hidden = 0
    for quarry in shuffled(rng, near)[: 2 + below(rng, 3)]:
        height = 1 + below(rng, 3)
        for level in range(1, height + 1):
            # Now and then even what lies on top has not been looked at.
            covered = hidden < 6 and (level < height or below(rng, 8) == 0)
            stacks[quarry.index] += "?" if covered else chosen(rng, _LETTERS)
            hidden += covered
    return tuple(tuple(map(Tile, stack)) for stack in stacks), hidden


_MOST_BOARDS = 500
"""About how many boards may be looked at for one way in which tiles show."""
_LETTERS = "12345xyzabcdM"
_SHAPES = ("#", "##", "##", "#/#", "###", "#./.#", "##/#.")
_NONE: frozenset[Power] = frozenset()
_POWERS = (*[_NONE] * 4, frozenset({Power.CARPET}), frozenset({Power.AMULET}))
