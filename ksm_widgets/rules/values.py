"""The worth of tiles besides money, to a player who says so (R28, R29)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Context, Decimal, Inexact
from fractions import Fraction

from ksm_widgets.rules.arguments import beginning, expect
from ksm_widgets.rules.errors import ValuesError
from ksm_widgets.rules.json_text import json_number
from ksm_widgets.rules.tiles import KEPT_LETTERS, Group, Tile

_THOUSAND = 1000
_THOUSANDTH = Decimal("0.001")
_MOST_WORTH = 10**9


@dataclass(frozen=True, slots=True)
class Values:
    """The worth of tiles to a player, in thousandths of a coin; `Values.parse` takes coins.

    Whole numbers, besides money; raises ArgumentError for others. `curse` is per curse point and
    before its cost. `single` overrides the group for one kind of tile, per tile. `unseen` is the
    worth of a `?` if it may be dug, or None if it must not be.

    >>> import ksm_widgets as ksm
    >>> values = ksm.Values.parse({"parchment": 3, "y": 1.5})
    >>> values.of(ksm.Tile.ALPHA), values.of(ksm.Tile.SCORPION), values.of(ksm.Tile.MASK)
    (3000, 1500, 500)
    >>> values.to_dict()
    {'parchment': 3, 'y': 1.5}
    """

    parchment: int = 2500
    magic: int = 2000
    curse: int = 500
    unseen: int | None = None
    single: tuple[tuple[Tile, int], ...] = ()

    def __post_init__(self) -> None:
        for name in ("parchment", "magic", "curse"):
            expect(name, getattr(self, name), int)
        if self.unseen is not None:
            expect("unseen", self.unseen, int)
        expect("single", self.single, tuple)
        for _, worth in self.single:
            expect("single", worth, int)

    @classmethod
    def parse(cls, table: object) -> Values:
        """Read the `values` of a problem; raises ValuesError for a bad key or number."""
        if not isinstance(table, Mapping):
            raise ValuesError("values.table")
        groups: dict[str, int] = {}
        single: dict[Tile, int] = {}
        for key, value in table.items():
            if key == "?":
                groups["unseen"] = _thousandths(key, value, negative=True)
            elif key in ("parchment", "magic", "curse"):
                groups[key] = _thousandths(key, value)
            elif key in KEPT_LETTERS:
                single[Tile(key)] = _thousandths(key, value)
            else:
                raise ValuesError("values.key", found=str(key)[:20])
        ordered = tuple(sorted(single.items(), key=lambda item: item[0].letter))
        return cls(**groups, single=ordered)

    def to_dict(self) -> dict[str, int | float]:
        """The values that differ from the usual ones, in coins, as `parse` reads them."""
        usual, data = Values(), {"parchment": self.parchment, "magic": self.magic}
        data["curse"] = self.curse
        changed = {name: worth for name, worth in data.items() if worth != getattr(usual, name)}
        changed |= {} if self.unseen is None else {"?": self.unseen}
        changed |= {tile.letter: worth for tile, worth in self.single}
        # The thread's context would round long Decimals.
        return {name: json_number(Fraction(worth, _THOUSAND)) for name, worth in changed.items()}

    def of(self, tile: Tile) -> int | None:
        """The worth of a tile in thousandths, before a curse's cost; None if it is never dug."""
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


def in_coins(thousandths: int) -> Decimal:
    """Thousandths of a coin in coins."""
    return Decimal(thousandths) / _THOUSAND


def _thousandths(key: str, value: object, *, negative: bool = False) -> int:
    if isinstance(value, bool) or not isinstance(value, (int, float, Decimal)):
        raise ValuesError("values.number", name=key, found=beginning(value))
    number = Decimal(str(value)) if isinstance(value, float) else Decimal(value)
    # Not abs(number), which is arithmetic and may overflow.
    least = -_MOST_WORTH if negative else 0
    if not (number.is_finite() and least <= number <= _MOST_WORTH):
        raise ValuesError("values.number", name=key, found=beginning(value))
    try:
        # With the thread's context long numbers would be rounded and pass.
        scaled = number.quantize(_THOUSANDTH, context=Context(traps=[Inexact]))
    except Inexact:
        raise ValuesError("values.decimals", name=key, found=beginning(value)) from None
    return int(scaled.scaleb(3))


USUAL_VALUES = Values()
"""A quarter of a parchment set; a chance of a bonus for a magic object or a curse (R28, R29)."""
