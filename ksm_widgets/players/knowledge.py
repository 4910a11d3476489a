"""What a player can work out from what he sees: rounds to come, collections, what is at stake."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ksm_widgets.rules import CARDS_EACH, COINS_EACH, Collected, Group, Power, Stakes, Tile

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ksm_widgets.rules import Card, View

__all__ = [
    "Purse",
    "card_to_play",
    "cards_held",
    "collected",
    "dearest_unseen",
    "kept",
    "powers_held",
    "purses",
    "stakes",
]


@dataclass(frozen=True, slots=True)
class Purse:
    """What a player has: money to pay with, and the tiles that count besides (R25, R28)."""

    money: int
    tiles: tuple[Tile, ...]

    @property
    def powers(self) -> tuple[Power, ...]:
        """The powers of the magic objects among the tiles (R19)."""
        return tuple(power for power in Power if power.tile in self.tiles)


def kept(tiles: Iterable[Tile]) -> tuple[Tile, ...]:
    """Those tiles that count at the end besides money."""
    return tuple(tile for tile in tiles if tile.group is not Group.TREASURE)


def powers_held(view: View) -> tuple[Power, ...]:
    """The powers of the magic objects behind one's screen (R19)."""
    return tuple(power for power in Power if power.tile in view.holding.tiles)


def card_to_play(view: View) -> Card:
    """The card this player has to dig with; it must be revealed."""
    card = view.revealed[view.player]
    assert card is not None, "there is no card to dig with before all are revealed"
    return card


def cards_held(view: View, player: int) -> int:
    """How many cards a player could have laid down in this round, or still can.

    Who has laid one down that is not known has one more to choose from.
    """
    return view.cards_left[player] + (view.has_chosen[player] and not view.waiting)


def dearest_unseen(view: View) -> int:
    """The most coins that a tile nobody has seen may cost when dug (R17)."""
    return max((tile.curse for tile in view.unseen), default=0)


def stakes(view: View, kind: type[Stakes] = Stakes) -> Stakes:
    """What this player holds, and how the game ends as far as he knows.

    Who digs last of all knows it: he has seen what everybody dug. Before, what is expected must
    do (`rules.prospects`). `kind` is what the player makes of it.
    """
    players = len(view.cards_left)
    held = kept(view.holding.tiles)
    rounds_left = CARDS_EACH[players] - view.round
    if rounds_left == 0 and view.waiting == (view.player,):
        everyone = collected(view)
        others = tuple(one for player, one in enumerate(everyone) if player != view.player)
        return kind(held, others=others)
    return kind(held, rounds_left=rounds_left, players=players)


def collected(view: View) -> tuple[Collected, ...]:
    """What everyone has collected that the bonuses ask for, by all that was seen to be dug.

    What was shared out face down is known only as far as one's own part goes (R26), so of the
    others this may be a little less than they have.
    """
    return tuple(
        Collected(
            sum(tile.curse * max(0, number) for tile, number in tiles.items()),
            sum(max(0, number) for tile, number in tiles.items() if tile.group is Group.MAGIC),
        )
        for tiles in _kept_by_record(view)
    )


def purses(view: View) -> tuple[Purse, ...]:
    """What everyone has behind the screen, by all that was seen to be dug and paid (R33).

    One's own is known; of the others' it may be a little less where tiles were shared out face
    down (R26).
    """
    players = len(view.cards_left)
    money = [COINS_EACH[players]] * players
    for record in view.records:
        if record.settlement is None:
            money[record.player] += sum(tile.treasure for tile in record.taken) - record.due
            continue
        money[record.player] -= sum(tile.treasure for tile in record.settlement.added)
        for step, share in enumerate(record.settlement.shares, start=1):
            opponent = (record.player + step) % players
            money[opponent] += sum(tile.treasure for tile in share)
    found = [
        Purse(max(0, coins), kept(tile for tile in Tile for _ in range(tiles[tile])))
        for coins, tiles in zip(money, _kept_by_record(view), strict=True)
    ]
    found[view.player] = Purse(view.holding.money, kept(view.holding.tiles))
    return tuple(found)


def _kept_by_record(view: View) -> tuple[Counter[Tile], ...]:
    """Everyone's tiles by the record; a number below 0 is of tiles got face down and given away."""
    players = len(view.cards_left)
    holdings: tuple[Counter[Tile], ...] = tuple(Counter() for _ in range(players))
    for record in view.records:
        own = holdings[record.player]
        own.subtract(power.tile for power in record.turn.powers)
        if record.settlement is None:
            own.update(record.taken)
            continue
        own.subtract(record.settlement.added)
        for step, share in enumerate(record.settlement.shares, start=1):
            holdings[(record.player + step) % players].update(share)
    return holdings
