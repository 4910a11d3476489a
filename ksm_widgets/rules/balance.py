"""What a turn gains: its account, and what the tiles dug are worth to the player (R14-R19)."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

from ksm_widgets.rules.tiles import Group

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ksm_widgets.rules.tiles import Tile
    from ksm_widgets.rules.turns import Account

__all__ = ["Balance"]


@dataclass(frozen=True, slots=True)
class Balance:
    """The account of a turn, and what it brings besides money: `others`, in coins.

    Money left is what there is to pay with after the turn (R25); the net is what the turn gains,
    with each tile dug reckoned at what it is worth to the player. `dug` is whether it has its dig.
    """

    account: Account
    others: Decimal = Decimal(0)
    dug: bool = False

    @classmethod
    def of(
        cls, account: Account, taken: Iterable[Tile], worth: Callable[[Tile], int | None]
    ) -> Balance:
        """The balance of a turn that digs these tiles; none of them is a turn not dug yet.

        `worth` says what a tile counts in thousandths of a coin, None being nothing; treasures
        are money and stand in the account.
        """
        tiles = tuple(taken)
        others = sum(worth(tile) or 0 for tile in tiles if tile.group is not Group.TREASURE)
        return cls(account, Decimal(others) / 1000, dug=bool(tiles))

    @property
    def net(self) -> Decimal:
        """What the turn gains: all that is dug at its worth, less what is paid."""
        return self.account.treasures + self.others - self.account.due
