"""A dig problem: a position, a card, the powers spent, and what tiles are worth to the player.

That is the worth of a whole dig, of a tile, and of one that nobody has seen (R33).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, TypedDict, Unpack

from ksm_widgets.rules.arguments import expect, found
from ksm_widgets.rules.deck import Card, CardLike, Shape
from ksm_widgets.rules.errors import ArgumentError
from ksm_widgets.rules.position import Position
from ksm_widgets.rules.quarries import Variant
from ksm_widgets.rules.stakes import Stakes, Worth
from ksm_widgets.rules.tiles import Group, Power, Tile, tile_counts
from ksm_widgets.rules.values import USUAL_VALUES, Values, in_coins
from ksm_widgets.solver.problem_reading import (
    ProblemError,
    Slot,
    check_options,
    dug_with,
    hand_of,
    read_object,
    read_options,
    several,
    whole,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from ksm_widgets.rules.stakes import Collected

    Unseen = tuple[tuple[Tile, int], ...]


DEFAULT_MONEY = 10
"""Coins at the start of the game (R4)."""
MOST_MONEY = 999
"""The most that a form, a link or a puzzle takes: far more than anybody ever has."""


class ProblemOptions(TypedDict, total=False):
    """The options of a problem besides position and card; each has a default."""

    powers: str | Power | Iterable[str | Power] | None
    may_spend: str | Power | Iterable[str | Power] | None
    money: int
    values: Values | Mapping[str, object] | None
    holding: str | Iterable[Tile] | None
    others: Iterable[object] | None
    rounds_left: int | None
    players: int | None
    unseen: Mapping[str, int] | None
    reactions: int | str | None
    max_moves: int | None
    wanted: str | Slot | Iterable[str | Slot] | None
    variant: str | Variant
    best: int
    frontier: bool


@dataclass(frozen=True, slots=True, repr=False)
class Problem:
    """The question which moves and which dig are best, with all that the answer depends on.

    `money` counts coins and treasures held (R25); if it is below zero, as moves are owed for
    already, doing nothing is no plan. `max_moves` is None for no limit. `wanted` are tiles the dig
    must take, by where they are now. `best` asks for the k best digs, `frontier` for the best net
    with at most m moves. With `stakes` the worth of a dig is the change it makes for a player with
    such a holding, objects spent included, and `values` mean nothing. `unseen` counts the tiles
    that a `?` can be: then it may be dug, and adds the mean of what each of these alone would, its
    cost included. Of the objects in `may_spend` the answer chooses which to spend besides `powers`,
    and of the cards in `hand`, of which `shape` is the first one's, which to play: see
    `solver.hand`. `reactions` is how often a plan may look at what shows and react to it: see
    `solve_covered`.

    >>> import ksm_widgets as ksm
    >>> mine = ksm.Position.near("5,4,3z")
    >>> problem = ksm.Problem.of(mine, 1, powers="carpet", values={"curse": 2}, wanted="c1:2")
    >>> problem.powers, problem.values.curse, problem.money
    (frozenset({Power('carpet')}), 2000, 10)
    >>> ksm.Problem.from_dict(problem.to_dict()) == problem
    True
    """

    position: Position
    shape: Shape
    powers: frozenset[Power] = frozenset()
    money: int = DEFAULT_MONEY
    values: Values = USUAL_VALUES
    max_moves: int | None = None
    wanted: tuple[Slot, ...] = ()
    variant: Variant = Variant.STANDARD
    best: int = 0
    frontier: bool = False
    stakes: Stakes | None = None
    unseen: tuple[tuple[Tile, int], ...] | None = None
    reactions: int | None = None
    may_spend: frozenset[Power] = frozenset()
    hand: tuple[Card, ...] = ()

    def __post_init__(self) -> None:
        """Refuse a problem that has no answer: a faulty stack, a wanted slot without a tile."""
        shape: object = self.shape
        if not isinstance(shape, Shape) and isinstance(shape, (Card, int, str)):
            raise ArgumentError("problem.not_of", found=found(shape))
        for name, kind in _KINDS:
            expect(name, getattr(self, name), kind)
        for name in ("powers", "may_spend"):
            for power in getattr(self, name):
                expect(name, power, Power)
        twice = [power.value for power in Power if power in self.powers & self.may_spend]
        if twice:
            raise ProblemError("problem.spent_twice", found=twice)
        numbers = [one.number for one in several("hand", self.hand, Card)]
        if len({*numbers}) < len(numbers):
            raise ProblemError("problem.hand_twice", found=numbers)
        if self.max_moves is not None:
            expect("max_moves", self.max_moves, int)
            whole({"max_moves": self.max_moves}, "max_moves", least=0)
        whole({"best": self.best}, "best", least=0)
        self.position.check(box=False)
        if self.stakes is not None:
            self._check_stakes(self.stakes)
        if self.unseen is not None:
            self._check_unseen(self.unseen)
        if self.reactions is not None:
            self._check_reactions(self.reactions)
        for slot in self.wanted:
            expect("wanted", slot, Slot)
            if slot.level > self.position.height(slot.quarry):
                raise ProblemError("problem.wanted_empty", slot=str(slot))

    @property
    def chooses(self) -> bool:
        """Whether the answer chooses objects to spend, or a card."""
        return bool(self.may_spend or self.hand)

    def _check_stakes(self, stakes: Stakes) -> None:
        """Objects are spent only by their holder, and worth has one source (R19)."""
        expect("stakes", stakes, Stakes)
        if self.values != Values():
            raise ProblemError("problem.values_and_holding")
        missing = [power.tile for power in Power if power in self.powers | self.may_spend]
        missing = [tile for tile in missing if tile not in stakes.holding]
        if missing:
            raise ProblemError("problem.not_held", found=[tile.letter for tile in missing])

    def _check_unseen(self, unseen: tuple[tuple[Tile, int], ...]) -> None:
        """At least as many tiles as there are `?`, each kind once, in the order of Tile."""
        expect("unseen", unseen, tuple)
        for _, count in unseen:
            expect("unseen", count, int)
        counts, total = _in_order(unseen)
        object.__setattr__(self, "unseen", counts)
        if self.values.unseen is not None:
            raise ProblemError("problem.unseen_twice")
        least = sum(stack.count(Tile.UNSEEN) for stack in self.position.stacks)
        if total < least:
            raise ProblemError("problem.unseen_few", found=total, least=least)

    def _check_reactions(self, reactions: int) -> None:
        """Looks need to know what may show; and a tree is the one best plan, not several."""
        expect("reactions", reactions, int)
        whole({"reactions": reactions}, "reactions", least=0)
        if self.unseen is None:
            raise ProblemError("problem.reactions_unseen")
        for name in ("wanted", "best", "frontier", "hand"):
            if getattr(self, name):
                raise ProblemError("problem.reactions_beside", name=name)

    @classmethod
    def of(
        cls,
        position: Position | str,
        card: CardLike | Sequence[Card | int],
        **options: Unpack[ProblemOptions],
    ) -> Problem:
        """Make a problem from whatever is easiest to write; options left out or None have defaults.

        `position` may be a board's text. `card` is a card, its number, a shape or its text, or a
        hand: a list of cards or numbers, of which the answer chooses one. Powers, variant and
        wanted slots may be given by name, one or several, and values in coins as in the JSON
        format. So are stakes: `holding` with either `others` or `rounds_left` and `players`.

        Raises ArgumentError for another kind of thing, CardError for an unknown number,
        and ProblemError, BoardTextError or ShapeTextError for a name or text that means nothing.
        """
        expect("position", position, Position, str)
        if isinstance(position, str):
            position = Position.parse(position)
        check_options(options, ProblemOptions.__annotations__)
        made = read_options(options, position)
        if isinstance(card, Sequence) and not isinstance(card, str):
            made["hand"] = hand = hand_of(card)
            return cls(position, hand[0].shape, **made)
        return cls(position, dug_with(card), **made)

    @classmethod
    def from_dict(
        cls, data: object, deck: Iterable[Card] | None = None, *, box: bool = True
    ) -> Problem:
        """Make a problem from the data of a JSON object; `deck` has the cards that `card` may name.

        Raises ProblemError, or the error of the board, card, shape, quarry or position at fault.
        `box=False` allows more tiles of a group than the box has.
        """
        position, given, options = read_object(data, deck, box=box)
        return cls.of(position, given, **options)

    def to_dict(self) -> dict[str, object]:
        """The problem as data for `from_dict`; defaults are left out.

        Only money below zero, owed in the middle of a turn, cannot be read back.
        """
        data: dict[str, object] = {"board": self.position.text}
        if self.hand:
            data["hand"] = [one.number for one in self.hand]
        else:
            data["shape"] = str(self.shape)
        for name in ("powers", "may_spend"):
            if getattr(self, name):
                data[name] = [power.value for power in Power if power in getattr(self, name)]
        if self.money != DEFAULT_MONEY:
            data["money"] = self.money
        if self.values != Values():
            data["values"] = self.values.to_dict()
        if self.stakes is not None:
            data |= self.stakes.to_dict()
        if self.unseen is not None:
            data["unseen"] = {tile.letter: count for tile, count in self.unseen}
        for name in ("reactions", "max_moves"):
            if getattr(self, name) is not None:
                data[name] = getattr(self, name)
        if self.wanted:
            data["wanted"] = [str(slot) for slot in self.wanted]
        if self.variant is not Variant.STANDARD:
            data["variant"] = self.variant.value
        for name in ("best", "frontier"):
            if getattr(self, name):
                data[name] = getattr(self, name)
        return data

    def __repr__(self) -> str:
        return f"Problem.from_dict({self.to_dict()!r})"


_KINDS: tuple[tuple[str, type], ...] = (
    ("position", Position),
    ("shape", Shape),
    ("powers", frozenset),
    ("may_spend", frozenset),
    ("hand", tuple),
    ("money", int),
    ("values", Values),
    ("wanted", tuple),
    ("variant", Variant),
    ("best", int),
    ("frontier", bool),
)


@lru_cache(maxsize=256)
def _in_order(unseen: Unseen) -> tuple[Unseen, int]:
    """The counts of tiles in the order of Tile, without zeros, and their sum."""
    counts = dict(unseen)
    for tile, count in counts.items():
        expect("unseen", tile, Tile)
        if tile is Tile.UNSEEN or count < 0:
            raise ProblemError("problem.unseen_count", name=tile.letter, found=count)
    ordered = tuple((tile, counts[tile]) for tile in Tile if counts.get(tile))
    return ordered, sum(counts.values())


def unseen_tiles(
    position: Position, held: Iterable[Tile] = (), others: Iterable[Collected] = ()
) -> Unseen:
    """The tiles that the `?` of a position can be: the box less the tiles seen (R2, R33).

    Seen tiles are those in the open, those the player holds, and those of `others` as far as known:
    their kinds are not, so the most numerous kinds are taken away one after the other. Nobody here
    knows the treasures dug, so this is an estimate. If the box has fewer tiles left than there are
    `?`, holdings are ignored.

    >>> from ksm_widgets.rules import Position, Tile
    >>> counts = dict(unseen_tiles(Position.near("5,4?,3z"), [Tile.ALPHA, Tile.MIRROR]))
    >>> counts[Tile.TREASURE_5], counts[Tile.ALPHA], counts[Tile.MIRROR]
    (10, 9, 4)
    """
    on_board = position.counts()
    there = {tile: max(0, count - on_board[tile]) for tile, count in tile_counts().items()}
    left = dict(there)
    for tile in held:
        left[tile] = max(0, left[tile] - 1)
    for other in others:
        _take(left, Group.MAGIC, other.magic)
        _take(left, Group.CURSE, other.curses)
    if sum(left.values()) < on_board[Tile.UNSEEN]:
        left = there
    return tuple((tile, count) for tile, count in left.items() if count)


def _take(left: dict[Tile, int], group: Group, size: int) -> None:
    """Take away tiles of a group that make up a collection of that size, as far as possible."""
    while size > 0:
        fit = [
            tile
            for tile, count in left.items()
            if tile.group is group and count and max(1, tile.curse) <= size
        ]
        if not fit:
            return
        most = max(fit, key=left.__getitem__)
        left[most] -= 1
        size -= max(1, most.curse)


def unseen_worth(problem: Problem) -> Worth:
    """The worth of a `?` in a dig of this problem: the mean of what it can be, curses paid.

    Each tile it can be counts the change it would make alone, on top of the holding; the same for
    each of two, though together they may be worth more or less. Nothing if the problem does not say
    what it can be. The parts are rounded to thousandths, once.

    >>> from ksm_widgets.rules import Position
    >>> from ksm_widgets.solver import Problem
    >>> mine = Position.near("5,4,3?")
    >>> held = Problem.of(mine, 1, holding="abc", others=["x"], unseen={"d": 2, "y": 3, "2": 5})
    >>> unseen_worth(held)
    Worth(treasures=1000, sets=2000, curses=6600, magic=0)
    """
    if problem.unseen is None:
        return Worth()
    amulet = Power.AMULET in problem.powers
    if problem.stakes is None:
        return Worth(treasures=_mean_of_values(problem.unseen, problem.values, amulet))
    return _mean_of_stakes(problem.unseen, problem.stakes, len(problem.powers), amulet)


@lru_cache(maxsize=256)
def _mean_of_values(unseen: Unseen, values: Values, amulet: bool) -> int:
    """The mean net of these tiles, in thousandths; 0 if there are none."""
    total, count = 0, 0
    for tile, left in unseen:
        worth = values.of(tile)
        assert worth is not None, f"{tile} has no worth"
        total += left * (worth - _cost(tile, amulet=amulet))
        count += left
    return _rounded(total, count)


@lru_cache(maxsize=256)
def _mean_of_stakes(unseen: Unseen, stakes: Stakes, spent: int, amulet: bool) -> Worth:
    """The mean change that each of these tiles makes alone, its cost included in curses."""
    nothing = stakes.worth((), spent)
    total, count = Worth(), 0
    for tile, left in unseen:
        alone = stakes.worth((tile,), spent) - nothing - Worth(curses=_cost(tile, amulet=amulet))
        total += alone.times(left)
        count += left
    treasures, sets, magic = (
        _rounded(part, count) for part in (total.treasures, total.sets, total.magic)
    )
    # What rounding the parts makes too much or too little goes where the cost is.
    curses = _rounded(total.total, count) - treasures - sets - magic
    return Worth(treasures, sets, curses, magic)


def _cost(tile: Tile, *, amulet: bool) -> int:
    return 0 if amulet else 1000 * tile.curse


def _rounded(total: int, count: int) -> int:
    """A mean, to the nearest whole number; halves to the even one."""
    return round(Fraction(total, count)) if count else 0


def worth_of(problem: Problem, taken: Iterable[Tile]) -> Worth:
    """The change that a dig of these tiles makes for a player with stakes; without tiles, none."""
    assert problem.stakes is not None
    tiles = tuple(taken)
    if not tiles:
        return Worth()
    worth = problem.stakes.worth(tiles, len(problem.powers))
    return worth + unseen_worth(problem).times(tiles.count(Tile.UNSEEN))


def spending(problem: Problem, spent: frozenset[Power]) -> Problem:
    """The problem with these of the objects that may be spent, spent: it leaves no choice of them.

    >>> import ksm_widgets as ksm
    >>> problem = ksm.Problem.of(ksm.Position.near("5,4"), "##", may_spend=["mirror", "carpet"])
    >>> spending(problem, frozenset({ksm.Power.CARPET})).powers
    frozenset({Power('carpet')})
    """
    if not problem.may_spend:
        return problem
    return replace(
        problem, powers=problem.powers | (spent & problem.may_spend), may_spend=frozenset()
    )


def worth_apart(problem: Problem, objects: Iterable[Power]) -> Decimal:
    """The worth of objects if kept, in coins; with stakes nothing, as a dig's worth includes it."""
    if problem.stakes is not None:
        return Decimal(0)
    return in_coins(sum(problem.values.of(power.tile) or 0 for power in objects))


def may_dig_unseen(problem: Problem) -> bool:
    """Whether the problem says what an unseen tile counts; otherwise it is never dug."""
    return problem.unseen is not None or problem.values.unseen is not None


def alone(problem: Problem) -> Callable[[Tile], int | None]:
    """The worths of single tiles under fixed values, before a curse's cost; None if never dug."""
    assert problem.stakes is None
    if problem.unseen is None:
        return problem.values.of
    mean = unseen_worth(problem).total
    return lambda tile: mean if tile is Tile.UNSEEN else problem.values.of(tile)
