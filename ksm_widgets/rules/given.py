"""The tiles that people have seen, and the known start of a game on a real board (R3, R4, R33).

Tiles deep in the mine and others' cards, which nobody has seen, are filled in at random, so that
such a game is like any other; nothing that is shown depends on them.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ksm_widgets.rules.chance import shuffled
from ksm_widgets.rules.dealing import deal_out
from ksm_widgets.rules.deck import card
from ksm_widgets.rules.errors import GameError
from ksm_widgets.rules.position import Position
from ksm_widgets.rules.quarries import FULL_HEIGHT, QUARRIES, SIDE
from ksm_widgets.rules.tiles import GROUP_COUNTS, Tile

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from random import Random

    from ksm_widgets.rules.deck import Card
    from ksm_widgets.rules.quarries import Quarry


Covering = tuple[int, ...]
"""How many tiles at the bottom of each quarry nobody has seen, in the order of QUARRIES."""


def only_tops_seen(position: Position) -> Covering:
    """The covering when play begins on a position: only the topmost tiles have been seen (R33)."""
    return tuple(max(0, len(stack) - 1) for stack in position.stacks)


def uncovered_by(covering: Covering, positions: Iterable[Position]) -> Covering:
    """The covering after play has gone through these positions in turn."""
    for position in positions:
        covering = tuple(map(min, covering, only_tops_seen(position)))
    return covering


def covered(position: Position, covering: Covering | None = None) -> Position:
    """The position as a player knows it: `?` for every tile nobody has seen.

    Without a covering only the topmost tiles are known.

    >>> from ksm_widgets.rules import Position, covered
    >>> covered(Position.near("13x5,a2")) == Position.near("???5,?2")
    True
    """
    if covering is None:
        covering = only_tops_seen(position)
    return Position(
        tuple(
            (Tile.UNSEEN,) * unseen + stack[unseen:]
            for unseen, stack in zip(covering, position.stacks, strict=True)
        )
    )


@dataclass(frozen=True, slots=True)
class Given:
    """The known start of a game on a real board: the full mine and the cards dealt.

    `mine` has `?` for every tile that nobody has seen until now; `hands` has, for each player, the
    numbers of the cards that are known to have been dealt to them.

    Raises FaultyPosition if the box does not have these tiles, and GameError if the mine is not
    full, hides a topmost tile, or if a card is in two hands.
    """

    mine: Position
    hands: tuple[tuple[int, ...], ...] = ()

    def __post_init__(self) -> None:
        known = [tuple(sorted(hand)) for hand in self.hands]
        while known and not known[-1]:
            known.pop()
        object.__setattr__(self, "hands", tuple(known))
        self.mine.check()
        low = [quarry for quarry in QUARRIES if self.mine.height(quarry) != FULL_HEIGHT]
        if low:
            raise GameError("game.not_full", "R3", low, places=low, most=FULL_HEIGHT)
        hidden = [quarry for quarry in QUARRIES if self.mine.top(quarry) is Tile.UNSEEN]
        if hidden:
            raise GameError("game.top_unknown", "R3", hidden, places=hidden)
        for number, hands in Counter(number for hand in self.hands for number in hand).items():
            if hands > 1:
                raise GameError("game.card_twice", "R4", number=number)

    @classmethod
    def beginning(cls, tops: str) -> Given:
        """A start of which only the topmost tiles are known: 36 letters, from a6 to f1.

        Spaces do not matter. Raises GameError for another number of letters, and as Given and
        Position.parse do.

        >>> given = Given.beginning("1 2 3 4 5 x " * 6)
        >>> given.mine.stack("a6") == (Tile.UNSEEN,) * 3 + (Tile.TREASURE_1,)
        True
        """
        letters = "".join(tops.split())
        if len(letters) != len(QUARRIES):
            raise GameError("game.tops", "R3", found=len(letters), expected=len(QUARRIES))
        stacks = [Tile.UNSEEN.letter * (FULL_HEIGHT - 1) + letter for letter in letters]
        rows = [stacks[at : at + SIDE] for at in range(0, len(stacks), SIDE)]
        return cls(Position.parse("/".join(map(",".join, rows))))

    def filled(self, rng: Random, box: Mapping[Tile, int]) -> Position:
        """The mine with a random tile for every `?`, from those left in the box (R2).

        If the mine has more of a kind than the box is assumed to have, there are fewer of the
        others of its group.
        """
        hidden = iter(shuffled(rng, _left_in_the_box(self.mine, box)))
        return Position(
            tuple(
                tuple(next(hidden) if tile is Tile.UNSEEN else tile for tile in stack)
                for stack in self.mine.stacks
            )
        )

    def dealt(
        self, rng: Random, deck: Sequence[Card], players: int
    ) -> tuple[tuple[Card, ...], ...]:
        """Everybody's hand: the cards that are known, and random ones up to the number dealt (R4).

        Raises CardError for a card that does not exist, and GameError for more hands than players
        or more cards than are dealt to one.
        """
        if len(self.hands) > players:
            raise GameError("game.hands", "R4", found=len(self.hands), most=players)
        known = [[card(number, deck) for number in hand] for hand in self.hands]
        return deal_out(rng, deck, players, known)

    def named(self, quarry: Quarry, level: int, tile: Tile) -> Given:
        """The same start with one more tile known; raises FaultyPosition if the box has too few."""
        stack = list(self.mine.stack(quarry))
        stack[level - 1] = tile
        return Given(self.mine.with_stack(quarry, stack), self.hands)

    def holding(self, player: int, number: int, players: int) -> Given:
        """The same start with one more card known to be a player's; raises as Given does."""
        hands = [*self.hands, *[()] * (players - len(self.hands))]
        if number not in hands[player]:
            hands[player] = (*hands[player], number)
        return Given(self.mine, tuple(hands))


def _left_in_the_box(mine: Position, box: Mapping[Tile, int]) -> list[Tile]:
    """The tiles of the box that are not known to be in the mine, in the order of Tile."""
    known = mine.counts()
    left = {tile: max(0, box[tile] - known[tile]) for tile in box}
    for group in GROUP_COUNTS:
        kinds = [tile for tile in box if tile.group is group]
        excess = sum(left[tile] + known[tile] - box[tile] for tile in kinds)
        for _ in range(excess):
            left[max(kinds, key=left.__getitem__)] -= 1
    return [tile for tile in Tile for _ in range(left.get(tile, 0))]
