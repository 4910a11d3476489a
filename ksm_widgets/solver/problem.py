"""A dig problem: a position, a card, the powers spent, and what tiles are worth to the player."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypedDict, Unpack

from ksm_widgets.rules.arguments import expect, found
from ksm_widgets.rules.deck import Card, CardLike
from ksm_widgets.rules.errors import ArgumentError
from ksm_widgets.rules.position import Position
from ksm_widgets.rules.quarries import Variant
from ksm_widgets.rules.shapes import Shape
from ksm_widgets.rules.stakes import Stakes
from ksm_widgets.rules.tiles import USUAL_VALUES, Power, Tile, Values
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
        counts = dict(unseen)
        for tile, count in counts.items():
            expect("unseen", tile, Tile)
            expect("unseen", count, int)
            if tile is Tile.UNSEEN or count < 0:
                raise ProblemError("problem.unseen_count", name=tile.letter, found=count)
        object.__setattr__(
            self, "unseen", tuple((tile, counts[tile]) for tile in Tile if counts.get(tile))
        )
        if self.values.unseen is not None:
            raise ProblemError("problem.unseen_twice")
        least = sum(stack.count(Tile.UNSEEN) for stack in self.position.stacks)
        if (total := sum(counts.values())) < least:
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
