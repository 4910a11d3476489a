"""Who got what of a turn that could not be paid, as people at a table tell it (R26)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

from ksm_widgets.rules.chance import shuffled
from ksm_widgets.rules.rulebooks import Sharing

if TYPE_CHECKING:
    from random import Random

    from ksm_widgets.rules.game import Game
    from ksm_widgets.rules.tiles import Tile
    from ksm_widgets.rules.turns import Turn

__all__ = ["SharingOut"]


@dataclass(frozen=True, slots=True)
class SharingOut:
    """Tiles that go to the others: `pool` are those dug and `added`, `others` the seats in turn.

    `got` tells for the pool's first tiles which seat each went to, None for one put back into the
    box. Nobody gets more than `each`, and no tile is put back while somebody would lack one.
    """

    turn: Turn
    others: tuple[int, ...]
    added: tuple[Tile, ...]
    pool: tuple[Tile, ...]
    each: int
    got: tuple[int | None, ...] = ()

    @classmethod
    def of(cls, game: Game, turn: Turn, added: tuple[Tile, ...]) -> Self:
        """What there is to share out when this turn of the one who digs cannot be paid."""
        assert game.current is not None, "somebody digs"
        players = len(game.players)
        others = tuple((game.current + seat) % players for seat in range(1, players))
        dug = game.play(game.current, turn).records[-1].taken
        pool = (*dug, *added)
        evenly = game.setting.edition.shares is Sharing.EVENLY
        return cls(turn, others, added, pool, max(1, len(pool) // len(others)) if evenly else 1)

    @property
    def tile(self) -> Tile | None:
        """The tile that is asked about; None when nothing is left to be told."""
        told = len(self.got) == len(self.pool) or not self.open
        return None if told else self.pool[len(self.got)]

    @property
    def open(self) -> tuple[int, ...]:
        """The seats that may still get one."""
        return tuple(seat for seat in self.others if self.got.count(seat) < self.each)

    @property
    def spare(self) -> bool:
        """Whether the tile may have gone back into the box."""
        left = len(self.pool) - len(self.got)
        return left > sum(self.each - self.got.count(seat) for seat in self.open)

    def went(self, seat: int | None) -> Self:
        """The tile asked about went to that seat, or back; ValueError where it cannot have."""
        if self.tile is None or not (self.spare if seat is None else seat in self.open):
            raise ValueError(seat)
        return replace(self, got=(*self.got, seat))

    def by_chance(self, rng: Random) -> Self:
        """What is not told yet goes by chance: nobody saw it."""
        left = len(self.pool) - len(self.got)
        takers = [seat for seat in self.open for _ in range(self.each - self.got.count(seat))]
        drawn = [*shuffled(rng, takers)[:left], *[None] * (left - len(takers))]
        return replace(self, got=(*self.got, *shuffled(rng, drawn)))

    def back(self) -> Self:
        """As it was before the last tile."""
        return replace(self, got=self.got[:-1])

    @property
    def shares(self) -> tuple[tuple[Tile, ...], ...]:
        """What each of the others got, the next player first."""
        given = tuple(zip(self.pool, self.got, strict=False))
        return tuple(tuple(tile for tile, at in given if at == seat) for seat in self.others)
