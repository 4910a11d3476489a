"""What lies behind the player's screen, and how near the end of the game is (R28-R33).

By these tiles are worth to a player what they change, rather than the usual.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ksm_widgets.rules.players import CARDS_EACH
from ksm_widgets.rules.stakes import Collected, Stakes
from ksm_widgets.rules.tiles import GROUP_COUNTS, Group, Tile

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ksm_widgets.rules.position import Position

__all__ = ["KEPT", "MOST_COLLECTED", "Screen"]

KEPT: tuple[Tile, ...] = tuple(
    tile for tile in Tile if tile.group in (Group.PARCHMENT, Group.CURSE, Group.MAGIC)
)
"""The tiles that are kept behind the screen beside money."""
MOST_COLLECTED = 99
"""The most points or objects that can be entered for another player."""


@dataclass(frozen=True, slots=True)
class Screen:
    """The tiles a player keeps beside money, and what is known of how the game ends.

    `used` is whether tiles are worth what they change by this, or the usual. On the `last` dig of
    the game `others` are the other players' collections; before, so many rounds follow this one.
    `tiles` are in the order of Tile; there are as many others as players, less one.
    """

    used: bool = False
    tiles: tuple[Tile, ...] = ()
    players: int = 3
    rounds_left: int = 4
    last: bool = False
    others: tuple[Collected, ...] = ()

    def __post_init__(self) -> None:
        """Put the tiles in order; no more rounds and others than the players can have (R4)."""
        held = Counter(self.tiles)
        object.__setattr__(self, "tiles", tuple(tile for tile in KEPT for _ in range(held[tile])))
        others = (*self.others, *[Collected()] * self.players)[: self.players - 1]
        object.__setattr__(self, "others", others)
        object.__setattr__(self, "rounds_left", min(self.rounds_left, self.most_rounds_left))

    @classmethod
    def of(cls, stakes: Stakes) -> Screen:
        """A screen by whose tiles worth is reckoned, as a problem tells of it."""
        if stakes.others is not None:
            players = len(stakes.others) + 1
            return cls(True, stakes.holding, players, last=True, others=stakes.others)
        assert stakes.players is not None
        assert stakes.rounds_left is not None
        return cls(True, stakes.holding, stakes.players, stakes.rounds_left)

    @property
    def most_rounds_left(self) -> int:
        """How many rounds can follow this one at most, with so many players (R4)."""
        return CARDS_EACH[self.players] - 1

    @property
    def stakes(self) -> Stakes | None:
        """What is at stake for this player; None while tiles are worth the usual."""
        if not self.used:
            return None
        if self.last:
            return Stakes(self.tiles, self.others)
        return Stakes(self.tiles, None, self.rounds_left, self.players)

    @property
    def seen(self) -> tuple[tuple[Tile, ...], tuple[Collected, ...]]:
        """The tiles known to lie behind screens, so that they cannot lie unseen in the mine."""
        if not self.used:
            return (), ()
        return self.tiles, self.others if self.last else ()

    def room_for(self, tile: Tile) -> bool:
        """Whether the box holds another tile of this group (R2)."""
        held = sum(other.group is tile.group for other in self.tiles)
        return tile in KEPT and held < GROUP_COUNTS[tile.group]

    def surplus(self, position: Position) -> tuple[Group, ...]:
        """The groups of which mine and screens together hold more than the box (R2)."""
        tiles, others = self.seen
        counts = position.counts() + Counter(tiles)
        of_group = Counter[Group]()
        for tile, count in counts.items():
            of_group[tile.group] += count
        of_group[Group.MAGIC] += sum(other.magic for other in others)
        return tuple(group for group, most in GROUP_COUNTS.items() if of_group[group] > most)

    def with_tiles(self, tiles: Iterable[Tile]) -> Screen:
        """With more tiles; those that are not kept there, such as treasures, are passed over."""
        return replace(self, tiles=(*self.tiles, *tiles))

    def without(self, tiles: Iterable[Tile]) -> Screen:
        """With these tiles gone, as far as they are there."""
        left = Counter(self.tiles) - Counter(tiles)
        return replace(self, tiles=tuple(left.elements()))

    def holding_all(self, tiles: Iterable[Tile]) -> Screen:
        """With at least one of each of these tiles."""
        return self.with_tiles(tile for tile in tiles if tile not in self.tiles)

    def after_turn(self, taken: Iterable[Tile], spent: Iterable[Tile]) -> Screen:
        """After a turn that took and spent these tiles: a round less is still to come."""
        after = self.without(spent).with_tiles(taken)
        return replace(after, rounds_left=max(0, self.rounds_left - 1))
