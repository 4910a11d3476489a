"""A dig problem: a position, a card, the powers spent, and what tiles are worth to the player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Context, Decimal, Inexact
from typing import TYPE_CHECKING

from ksm_widgets.rules.errors import TextError
from ksm_widgets.rules.moves import Variant
from ksm_widgets.rules.position import Position
from ksm_widgets.rules.powers import Power
from ksm_widgets.rules.quarries import Quarry
from ksm_widgets.rules.shapes import Shape
from ksm_widgets.rules.tiles import Group, Tile

if TYPE_CHECKING:
    from ksm_widgets.rules.deck import Card

__all__ = ["DEFAULT_MONEY", "Problem", "ProblemError", "Slot", "Values", "problem_from_json"]

DEFAULT_MONEY = 10
"""Coins at the start of the game (R4)."""
_THOUSAND = 1000
_THOUSANDTH = Decimal("0.001")
_MOST_WORTH = 10**9


class ProblemError(TextError):
    """A dig problem's data is not what the format says; the sentence names the key."""


@dataclass(frozen=True, slots=True, order=True)
class Slot:
    """A place for one tile: a quarry and a level, 1 the floor; written `c3:2`."""

    quarry: Quarry
    level: int

    @classmethod
    def parse(cls, text: str) -> Slot:
        """Read a slot like `c3:2`; raises ProblemError for anything else."""
        quarry, colon, level = text.partition(":")
        if not (colon and len(level) == 1 and level in "1234"):
            raise ProblemError("problem.slot", found=text[:20])
        return cls(Quarry.parse(quarry), int(level))

    def __str__(self) -> str:
        return f"{self.quarry}:{self.level}"


@dataclass(frozen=True, slots=True)
class Values:
    """What tiles are worth to this player besides money, in thousandths of a coin.

    `curse` is per curse point and before its cost. `single` overrides the group for single kinds
    of tile, per tile. `unseen` is what a `?` counts if it may be dug, None if it must not.

    >>> Values.parse({"parchment": 2.5, "y": 1}).of(Tile.SCORPION)
    1000
    """

    parchment: int = 2500
    magic: int = 2000
    curse: int = 500
    unseen: int | None = None
    single: tuple[tuple[Tile, int], ...] = ()

    @classmethod
    def parse(cls, table: object) -> Values:
        """Read the `values` of a problem; raises ProblemError for a bad key or number."""
        if not isinstance(table, Mapping):
            raise ProblemError("problem.values")
        groups: dict[str, int] = {}
        single: dict[Tile, int] = {}
        for key, value in table.items():
            if key == "?":
                groups["unseen"] = _thousandths(key, value, negative=True)
            elif key in ("parchment", "magic", "curse"):
                groups[key] = _thousandths(key, value)
            elif key in _LETTERS_WITH_A_WORTH:
                single[Tile(key)] = _thousandths(key, value)
            else:
                raise ProblemError("problem.values_key", found=str(key)[:20])
        ordered = tuple(sorted(single.items(), key=lambda item: item[0].letter))
        return cls(**groups, single=ordered)

    def of(self, tile: Tile) -> int | None:
        """What a tile counts in thousandths, before a curse's cost; None if it is never dug."""
        for kind, worth in self.single:
            if kind is tile:
                return worth
        match tile.group:
            case Group.TREASURE:
                return tile.points * _THOUSAND
            case Group.CURSE:
                return tile.points * self.curse
            case Group.PARCHMENT:
                return self.parchment
            case Group.MAGIC:
                return self.magic
            case Group.UNSEEN:
                return self.unseen


_LETTERS_WITH_A_WORTH = frozenset("xyzabcdMCSA")


def _beginning(value: object) -> str:
    """The beginning of what was found instead, for a sentence; whole numbers may be too long."""
    try:
        return str(value)[:20]
    except ValueError:
        return "…"


def _thousandths(key: str, value: object, *, negative: bool = False) -> int:
    if isinstance(value, bool) or not isinstance(value, (int, float, Decimal)):
        raise ProblemError("problem.number", name=key, found=_beginning(value))
    number = Decimal(str(value)) if isinstance(value, float) else Decimal(value)
    # Compared as it stands: to take its absolute value would be to reckon, and may overflow.
    least = -_MOST_WORTH if negative else 0
    if not (number.is_finite() and least <= number <= _MOST_WORTH):
        raise ProblemError("problem.number", name=key, found=_beginning(value))
    try:
        # A context of its own: rounding to the thread's would make long numbers pass.
        scaled = number.quantize(_THOUSANDTH, context=Context(traps=[Inexact]))
    except Inexact:
        raise ProblemError("problem.decimals", name=key, found=_beginning(value)) from None
    return int(scaled.scaleb(3))


@dataclass(frozen=True, slots=True)
class Problem:
    """Which moves and which dig are best here? Everything the answer depends on.

    `money` counts coins and treasures held (R25); below zero, when moves are owed for already,
    doing nothing is no plan. `max_moves` is None for no limit. `wanted` are tiles the dig must
    take, by where they lie now. `best` asks for the k best digs, `frontier` for the best net with
    at most m moves.
    """

    position: Position
    shape: Shape
    powers: frozenset[Power] = frozenset()
    money: int = DEFAULT_MONEY
    values: Values = field(default_factory=Values)
    max_moves: int | None = None
    wanted: tuple[Slot, ...] = ()
    variant: Variant = Variant.STANDARD
    best: int = 0
    frontier: bool = False

    def __post_init__(self) -> None:
        """Refuse what no answer can be given to: a faulty stack, a wanted slot without a tile."""
        self.position.check(box=False)
        for slot in self.wanted:
            if slot.level > self.position.height(slot.quarry):
                raise ProblemError("problem.wanted_empty", slot=str(slot))


_DEFAULTS: Mapping[str, object] = {
    "powers": [],
    "money": DEFAULT_MONEY,
    "values": {},
    "max_moves": None,
    "wanted": [],
    "best": None,
    "frontier": False,
    "variant": Variant.STANDARD.value,
}
_KEYS = frozenset({"board", "card", "shape", "id", *_DEFAULTS})


def problem_from_json(data: object, deck: Sequence[Card], *, box: bool = True) -> Problem:
    """Make a problem of the data of a JSON object, with the cards of `deck` for `card`.

    Raises ProblemError, or the error of the board, shape, quarry or position at fault. `box=False`
    allows more tiles of a group than the box holds.
    """
    if not isinstance(data, Mapping):
        raise ProblemError("problem.object")
    unknown = sorted(str(key)[:20] for key in data if key not in _KEYS)
    if unknown:
        raise ProblemError("problem.keys", found=unknown)
    given = {**_DEFAULTS, **data}
    if "board" not in data:
        raise ProblemError("problem.board")
    position = Position.parse(_text(given, "board"))
    position.check(box=box)
    return Problem(
        position=position,
        shape=_shape(data, deck),
        powers=frozenset(_power(name) for name in _texts(given, "powers")),
        money=_whole(given, "money", least=0),
        values=Values.parse(given["values"]),
        max_moves=None if given["max_moves"] is None else _whole(given, "max_moves", least=0),
        wanted=tuple(sorted({Slot.parse(text) for text in _texts(given, "wanted")})),
        variant=_variant(_text(given, "variant")),
        best=0 if given["best"] is None else _whole(given, "best", least=1),
        frontier=_truth(given, "frontier"),
    )


def _shape(data: Mapping[str, object], deck: Sequence[Card]) -> Shape:
    if ("card" in data) == ("shape" in data):
        raise ProblemError("problem.card_or_shape")
    if "shape" in data:
        return Shape.parse(_text(data, "shape"))
    number = _whole(data, "card", least=1)
    for card in deck:
        if card.number == number:
            return card.shape
    raise ProblemError("problem.no_card", number=number)


def _power(name: str) -> Power:
    try:
        return Power(name)
    except ValueError:
        raise ProblemError(
            "problem.power", found=name[:20], expected=[power.value for power in Power]
        ) from None


def _variant(name: str) -> Variant:
    try:
        return Variant(name)
    except ValueError:
        raise ProblemError(
            "problem.variant", found=name[:20], expected=[variant.value for variant in Variant]
        ) from None


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
        raise ProblemError("problem.whole", name=key, found=_beginning(value), least=least)
    return value


def _truth(data: Mapping[str, object], key: str) -> bool:
    value = data[key]
    if not isinstance(value, bool):
        raise ProblemError("problem.truth", name=key)
    return value
