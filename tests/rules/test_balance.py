"""What a turn nets, and that a turn without its dig is not taken for one with an empty dig."""

from __future__ import annotations

from decimal import Decimal

import pytest

from ksm_widgets.rules import Balance, Power, Tile, account

WORTH = {Tile.ALPHA: 2500, Tile.MUMMY: 1500, Tile.UNSEEN: None}


@pytest.mark.parametrize(
    ("taken", "powers", "others", "net"),
    [
        ("", "", "0", "-2"),
        ("5", "", "0", "3"),
        ("5a", "", "2.5", "5.5"),
        ("5z", "", "1.5", "1.5"),
        ("5z", "amulet", "1.5", "4.5"),
        ("4?", "", "0", "2"),
    ],
)
def test_the_net_is_all_that_is_dug_at_its_worth_less_what_is_paid(
    taken: str, powers: str, others: str, net: str
) -> None:
    tiles = tuple(map(Tile, taken))
    reckoned = account(2, tiles, frozenset(map(Power, powers.split())), 10)
    balance = Balance.of(reckoned, tiles, WORTH.get)
    assert balance.others == Decimal(others)
    assert balance.net == Decimal(net)


def test_without_a_tile_nothing_is_dug_yet_though_the_net_may_be_nothing_too() -> None:
    nothing = Balance.of(account(0, (), frozenset(), 10), (), WORTH.get)
    evened = Balance.of(account(1, (Tile.TREASURE_1,), frozenset(), 10), (Tile("1"),), WORTH.get)
    assert nothing.net == evened.net == 0
    assert not nothing.dug
    assert evened.dug
