"""The tiles behind a player's screen, and the rounds left in the game (R28-R33)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ksm_widgets.rules.payment import CARDS_EACH
from ksm_widgets.rules.stakes import Collected, Stakes
from ksm_widgets.rules.tiles import GROUP_COUNTS, KEPT, Group, Tile

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ksm_widgets.rules.position import Position


MOST_COLLECTED = 99
"""The most points or objects that can be entered for another player."""


@dataclass(frozen=True, slots=True)
class Other:
    """Another player's curse points and magic objects, each None until it is entered.

    `to_dig` is whether this player still digs before the end.
    """

    curses: int | None = None
    magic: int | None = None
    to_dig: bool = False

    @property
    def known(self) -> bool:
        """Whether both have been entered."""
        return self.curses is not None and self.magic is not None

    @property
    def collected(self) -> Collected:
        """The collections as far as they are known."""
        return Collected(self.curses or 0, self.magic or 0, self.to_dig)


@dataclass(frozen=True, slots=True)
class Screen:
    """The tiles a player keeps behind the screen, and how near the end of the game is.

    `used` is whether tiles are worth what they change by these, or their standard values. On the
    `last` dig of the game `others` are the other players' collections; before that, `rounds_left`
    is the number of rounds to come. `tiles` are in the order of Tile; there is one other less than
    players. `gone` are further tiles seen at the table that have left the mine: no `?` is one of
    them, and the collections of others need not be guessed at for that.
    """

    used: bool = False
    tiles: tuple[Tile, ...] = ()
    players: int = 3
    rounds_left: int = 4
    last: bool = False
    others: tuple[Other, ...] = ()
    gone: tuple[Tile, ...] = ()

    def __post_init__(self) -> None:
        """Sort the tiles; limit rounds and others to what the players can have (R4)."""
        held = Counter(self.tiles)
        object.__setattr__(self, "tiles", tuple(tile for tile in KEPT for _ in range(held[tile])))
        others = (*self.others, *[Other()] * self.players)[: self.players - 1]
        object.__setattr__(self, "others", others)
        object.__setattr__(self, "gone", tuple(sorted(self.gone, key=[*Tile].index)))
        object.__setattr__(self, "rounds_left", min(self.rounds_left, self.most_rounds_left))

    @classmethod
    def of(cls, stakes: Stakes) -> Screen:
        """The screen of a problem's stakes, in use."""
        if stakes.others is not None:
            others = tuple(Other(one.curses, one.magic, one.to_dig) for one in stakes.others)
            return cls(True, stakes.holding, len(others) + 1, last=True, others=others)
        assert stakes.players is not None
        assert stakes.rounds_left is not None
        return cls(True, stakes.holding, stakes.players, stakes.rounds_left)

    @property
    def most_rounds_left(self) -> int:
        """The most rounds that can follow this one, with this many players (R4)."""
        return CARDS_EACH[self.players] - 1

    @property
    def guesses(self) -> bool:
        """Whether it is the last dig, and the others' collections are not all entered yet."""
        return self.used and self.last and not all(other.known for other in self.others)

    @property
    def stakes(self) -> Stakes | None:
        """This player's stakes; None while tiles have their standard values.

        As long as some of the others' collections are missing, all are those that players have at
        the end of a game on average: nothing entered does not mean that they have nothing.
        """
        if not self.used:
            return None
        if self.guesses:
            return Stakes(self.tiles, None, 0, self.players)
        if self.last:
            return Stakes(self.tiles, tuple(other.collected for other in self.others))
        return Stakes(self.tiles, None, self.rounds_left, self.players)

    @property
    def seen(self) -> tuple[tuple[Tile, ...], tuple[Collected, ...]]:
        """The tiles known to be behind screens, which cannot be unseen in the mine."""
        if not self.used:
            return (), ()
        if self.gone:
            return (*self.tiles, *self.gone), ()
        return self.tiles, tuple(other.collected for other in self.others) if self.last else ()

    def room_for(self, tile: Tile) -> bool:
        """Whether the box has another tile of this group (R2)."""
        held = sum(other.group is tile.group for other in self.tiles)
        return tile in KEPT and held < GROUP_COUNTS[tile.group]

    def surplus(self, position: Position) -> tuple[Group, ...]:
        """The groups of which mine and screens have more tiles than the box (R2)."""
        tiles, others = self.seen
        counts = position.counts() + Counter(tiles)
        of_group = Counter[Group]()
        for tile, count in counts.items():
            of_group[tile.group] += count
        of_group[Group.MAGIC] += sum(other.magic for other in others)
        return tuple(group for group, most in GROUP_COUNTS.items() if of_group[group] > most)

    def with_tiles(self, tiles: Iterable[Tile]) -> Screen:
        """Add tiles, apart from those that are not kept there, such as treasures."""
        return replace(self, tiles=(*self.tiles, *tiles))

    def without(self, tiles: Iterable[Tile]) -> Screen:
        """Remove tiles, as far as they are there."""
        left = Counter(self.tiles) - Counter(tiles)
        return replace(self, tiles=tuple(left.elements()))

    def holding_all(self, tiles: Iterable[Tile]) -> Screen:
        """Add tiles, as far as they are missing."""
        return self.with_tiles(tile for tile in tiles if tile not in self.tiles)

    def after_turn(self, taken: Iterable[Tile], spent: Iterable[Tile]) -> Screen:
        """The screen after a turn that took and spent these tiles, and with it a round."""
        spent = tuple(spent)
        gone = (*self.gone, *spent) if self.gone else ()
        after = replace(self.without(spent).with_tiles(taken), gone=gone)
        return replace(after, rounds_left=max(0, self.rounds_left - 1))
