"""The topmost tiles of a mine that people have laid out, named one after the other (R3)."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Self

from ksm_widgets.rules.position import Position
from ksm_widgets.rules.quarries import FULL_HEIGHT, QUARRIES
from ksm_widgets.rules.tiles import Tile

if TYPE_CHECKING:
    from ksm_widgets.rules.quarries import Quarry

__all__ = ["Tops"]

_READ = tuple(sorted(QUARRIES, key=lambda quarry: (-quarry.row, quarry.column)))
"""The quarries as one reads them: from a6, row by row, to f1."""
_FACE_DOWN = (Tile.UNSEEN,) * FULL_HEIGHT


@dataclass(frozen=True, slots=True)
class Tops:
    """A full mine of which the topmost tiles are told; `at` is the quarry that is asked about.

    `told` are the quarries in the order in which they were told.

    >>> tops = Tops().named(Tile.MUMMY)
    >>> tops.count, str(tops.at), str(tops.back().at)
    (1, 'b6', 'a6')
    """

    mine: Position = field(default_factory=lambda: Position((_FACE_DOWN,) * len(QUARRIES)))
    at: Quarry = _READ[0]
    told: tuple[Quarry, ...] = ()

    @classmethod
    def of(cls, text: str) -> Self:
        """What was told before, as `text` has it; nothing if it is no such text."""
        letters = {tile.letter: tile for tile in Tile}
        if len(text) != len(_READ) or not letters.keys() >= {*text}:
            return cls()
        tops = cls()
        for quarry, letter in zip(_READ, text, strict=True):
            if letters[letter] is not Tile.UNSEEN:
                tops = replace(tops, at=quarry).named(letters[letter])
        return replace(tops, at=next(iter(tops._left), _READ[-1]))

    @classmethod
    def of_mine(cls, mine: Position) -> Self:
        """All told, as they lie in a full mine."""
        return cls.of(cls(mine).text)

    @property
    def count(self) -> int:
        """How many are told."""
        return len(self.told)

    @property
    def whole(self) -> bool:
        """Whether all are told, so that a game can begin."""
        return self.count == len(_READ)

    @property
    def text(self) -> str:
        """Their letters from a6 to f1, as a game that is noted begins with them."""
        return "".join(self.mine.stack(quarry)[-1].letter for quarry in _READ)

    def named(self, tile: Tile) -> Self:
        """The tile that lies here; the next quarry not told is asked about, if there is one."""
        order = (*(quarry for quarry in self.told if quarry != self.at), self.at)
        told = replace(self, mine=self._with(self.at, tile), told=order)
        here = _READ.index(self.at)
        after = [*_READ[here + 1 :], *_READ[:here]]
        return replace(told, at=next((one for one in after if one in told._left), self.at))

    def back(self) -> Self:
        """The last one told is asked about again; the same if there is none."""
        if not self.told:
            return self
        *told, last = self.told
        return replace(self, mine=self._with(last, Tile.UNSEEN), told=tuple(told), at=last)

    @property
    def _left(self) -> tuple[Quarry, ...]:
        return tuple(one for one in _READ if one not in self.told)

    def _with(self, quarry: Quarry, tile: Tile) -> Position:
        return self.mine.with_stack(quarry, (*_FACE_DOWN[1:], tile))
