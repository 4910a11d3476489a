"""A dig problem: a position, a card, the powers spent, and what tiles are worth to the player."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import partial
from operator import index
from typing import Any, SupportsIndex, TypedDict, Unpack

from ksm_widgets.rules.arguments import beginning, expect, found
from ksm_widgets.rules.deck import CARD_COUNT, Card, CardLike, card, shape_of
from ksm_widgets.rules.errors import ArgumentError, TextError
from ksm_widgets.rules.position import Position
from ksm_widgets.rules.quarries import Quarry, Variant
from ksm_widgets.rules.shapes import Shape
from ksm_widgets.rules.stakes import Stakes
from ksm_widgets.rules.tiles import Power, Tile
from ksm_widgets.rules.values import USUAL_VALUES, Values

DEFAULT_MONEY = 10
"""Coins at the start of the game (R4)."""
MOST_MONEY = 999
"""The most that a form, a link or a puzzle takes: far more than anybody ever has."""

ALL_LOOKS = "all"  # as `reactions`: as many looks as there are tiles to see


class ProblemError(TextError):
    """A dig problem's data does not have the right format; the sentence names the key."""


@dataclass(frozen=True, slots=True, order=True)
class Slot:
    """A place for one tile: a quarry and a level, 1 the floor; written `c3:2`.

    >>> import ksm_widgets as ksm
    >>> ksm.Slot.parse("c3:2"), ksm.Slot.parse("c3:2").level
    (Slot.parse('c3:2'), 2)
    """

    quarry: Quarry
    level: int

    def __post_init__(self) -> None:
        expect("quarry", self.quarry, Quarry)
        expect("level", self.level, int)

    @classmethod
    def parse(cls, text: str) -> Slot:
        """Parse a slot like `c3:2`; raises ProblemError for anything else."""
        expect("text", text, str)
        quarry, colon, level = text.partition(":")
        if not (colon and len(level) == 1 and level in "1234"):
            raise ProblemError("problem.slot", found=text[:20])
        return cls(Quarry.parse(quarry), int(level))

    def __str__(self) -> str:
        return f"{self.quarry}:{self.level}"

    def __repr__(self) -> str:
        return f"Slot.parse({str(self)!r})"


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
            _whole({"max_moves": self.max_moves}, "max_moves", least=0)
        _whole({"best": self.best}, "best", least=0)
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
        _whole({"reactions": reactions}, "reactions", least=0)
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
        given = {name: wish for name, wish in options.items() if wish is not None}
        for name, read in _READERS.items():
            if name in given:
                given[name] = read(given[name])
        if given.get("reactions") == ALL_LOOKS:
            given["reactions"] = position.counts()[Tile.UNSEEN]
        stakes = {name: given.pop(name) for name in _STAKES if name in given}
        if stakes:
            given["stakes"] = _stakes(stakes, valued="values" in given)
        made: dict[str, Any] = given
        if isinstance(card, Sequence) and not isinstance(card, str):
            made["hand"] = hand = _hand(card)
            return cls(position, hand[0].shape, **made)
        return cls(position, _shape(card), **made)

    @classmethod
    def from_dict(
        cls, data: object, deck: Iterable[Card] | None = None, *, box: bool = True
    ) -> Problem:
        """Make a problem from the data of a JSON object; `deck` has the cards that `card` may name.

        Raises ProblemError, or the error of the board, card, shape, quarry or position at fault.
        `box=False` allows more tiles of a group than the box has.
        """
        if isinstance(data, str):
            raise ProblemError("problem.json_text")
        if not isinstance(data, Mapping):
            raise ProblemError("problem.object")
        if data.keys() >= {"status", "bound"}:
            raise ProblemError("problem.answer")
        unknown = sorted(str(key)[:20] for key in data if key not in _KEYS)
        if unknown:
            raise ProblemError("problem.keys", found=unknown, known=sorted(_KEYS))
        given = {**_DEFAULTS, **data}
        if "board" not in data:
            raise ProblemError("problem.board")
        position = Position.parse(_text(given, "board"))
        position.check(box=box)
        worths: dict[str, Any] = {name: data[name] for name in _WORTHS if name in data}
        if "values" in worths:
            worths["values"] = Values.parse(worths["values"])
        if "holding" in worths:
            worths["holding"] = _text(data, "holding")
        for name, worth in worths.items():
            if worth is None:
                raise ProblemError("problem.null", name=name)
        return cls.of(
            position,
            _card_or_shape(data, deck),
            **worths,
            powers=_texts(given, "powers"),
            may_spend=_texts(given, "may_spend"),
            money=_whole(given, "money", least=0),
            max_moves=None if given["max_moves"] is None else _whole(given, "max_moves", least=0),
            wanted=_texts(given, "wanted"),
            variant=_text(given, "variant"),
            reactions=_looks(given),
            best=0 if given["best"] is None else _whole(given, "best", least=1),
            frontier=_truth(given, "frontier"),
        )

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
_DEFAULTS: Mapping[str, object] = {
    **{name: [] for name in ("powers", "may_spend", "wanted")},
    **dict.fromkeys(("max_moves", "reactions", "best")),
    "money": DEFAULT_MONEY,
    "frontier": False,
    "variant": Variant.STANDARD.value,
}
_STAKES = ("holding", "others", "rounds_left", "players")
_WORTHS = ("values", *_STAKES, "unseen")
"""The keys about the worth of tiles; those left out count as absent."""
_KEYS = frozenset({"board", "card", "shape", "hand", "id", *_DEFAULTS, *_WORTHS})


def _shape(given: CardLike) -> Shape:
    if isinstance(given, str) and given.isascii() and given.isdigit():
        raise ProblemError("problem.card_text", found=given[:20])
    return shape_of("card", given)


def _hand(given: Sequence[object]) -> tuple[Card, ...]:
    """The cards of a hand, given themselves or by number."""
    if not 1 <= len(given) <= CARD_COUNT:
        raise ProblemError("problem.hand", found=beginning([*given]), most=CARD_COUNT)
    cards = several("hand", given, Card, int)
    return tuple(card(one) if isinstance(one, int) else one for one in cards)


def _card_or_shape(
    data: Mapping[str, object], deck: Iterable[Card] | None
) -> CardLike | list[Card | int]:
    if sum(key in data for key in ("card", "shape", "hand")) != 1:
        raise ProblemError("problem.card_or_shape")
    if "shape" in data:
        return _text(data, "shape")
    if "card" in data:
        return card(_whole(data, "card", least=1), deck)
    numbers = data["hand"]
    if not isinstance(numbers, (list, tuple)):
        raise ProblemError("problem.hand", found=beginning(numbers), most=CARD_COUNT)
    return [card(_whole({"hand": one}, "hand", least=1), deck) for one in numbers]


def check_options(given: Iterable[str], known: Iterable[str]) -> None:
    """Raise ArgumentError for an unknown option, with the known ones."""
    names = [*known]
    for name in given:
        if name not in names:
            near = get_close_matches(name, names, n=1)
            key = "problem.wish_near" if near else "problem.wish"
            raise ArgumentError(key, found=name, near=near, known=names)


def several(name: str, given: object, *kinds: type) -> list[Any]:
    """One thing, or all of several; raises ArgumentError for another kind of thing."""
    expect(name, given, *kinds, Iterable)
    many: Any = [given] if isinstance(given, (*kinds, str)) else given
    all_given = [*many]
    for one in all_given:
        expect(name, one, *kinds)
    return all_given


def powers_named(name: str, given: object) -> frozenset[Power]:
    """Powers given as such or by name, one or several."""
    given_powers = several(name, given, str, Power)
    return frozenset(_power(one) if isinstance(one, str) else one for one in given_powers)


def _wanted(given: object) -> tuple[Slot, ...]:
    slots = several("wanted", given, str, Slot)
    return tuple(sorted({Slot.parse(one) if isinstance(one, str) else one for one in slots}))


def _values(given: object) -> Values:
    return given if isinstance(given, Values) else Values.parse(given)


def _stakes(given: dict[str, Any], *, valued: bool) -> Stakes:
    """The options that go with a holding, and only with one; not with values."""
    if "holding" not in given:
        raise ProblemError("problem.without_holding", found=list(given))
    if valued:
        raise ProblemError("problem.values_and_holding")
    return Stakes.of(**given)


def _unseen(given: object) -> tuple[tuple[Tile, int], ...]:
    if not isinstance(given, Mapping):
        raise ProblemError("problem.unseen_table")
    for letter, count in given.items():
        if letter not in _LETTERS:
            raise ProblemError("problem.unseen_letter", found=beginning(letter))
        if type(count) is not int or count < 0:
            raise ProblemError("problem.unseen_count", name=letter, found=beginning(count))
    return tuple((Tile(letter), count) for letter, count in given.items())


_LETTERS = frozenset(tile.letter for tile in Tile if tile is not Tile.UNSEEN)


def _power(name: str) -> Power:
    try:
        return Power(name)
    except ValueError:
        raise ProblemError(
            "problem.power", found=name[:20], expected=[power.value for power in Power]
        ) from None


def _variant(given: object) -> Variant:
    expect("variant", given, str, Variant)
    try:
        return Variant(given)
    except ValueError:
        names = [variant.value for variant in Variant]
        raise ProblemError("problem.variant", found=str(given)[:20], expected=names) from None


def _text(data: Mapping[str, object], key: str) -> str:
    value = data[key]
    if not isinstance(value, str):
        raise ProblemError("problem.text", name=key)
    return value


def _texts(data: Mapping[str, object], key: str) -> list[str]:
    value = data[key]
    if not isinstance(value, (list, tuple)) or not all(isinstance(item, str) for item in value):
        raise ProblemError("problem.texts", name=key)
    return list(value)


def _whole(data: Mapping[str, object], key: str, *, least: int) -> int:
    value = data[key]
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise ProblemError("problem.whole", name=key, found=beginning(value), least=least)
    return value


def _looks(data: Mapping[str, object]) -> int | str | None:
    """The number of looks; "all" for as many as help."""
    given = data["reactions"]
    return given if given is None or given == ALL_LOOKS else _whole(data, "reactions", least=0)


def _truth(data: Mapping[str, object], key: str) -> bool:
    value = data[key]
    if not isinstance(value, bool):
        raise ProblemError("problem.truth", name=key)
    return value


def _index(given: object) -> object:
    """Convert any kind of whole number, NumPy's too, to Python's; others are judged later."""
    return index(given) if isinstance(given, SupportsIndex) else given


_READERS: Mapping[str, Callable[[object], object]] = {  # options given in several ways
    "money": _index,
    "max_moves": _index,
    "reactions": _index,
    "best": _index,
    "powers": partial(powers_named, "powers"),
    "may_spend": partial(powers_named, "may_spend"),
    "values": _values,
    "wanted": _wanted,
    "variant": _variant,
    "unseen": _unseen,
}
