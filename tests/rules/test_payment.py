"""Paying with coins and treasures, change, and a bank that may lack it (R25)."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from ksm_widgets.rules import Bank, Holding, Tile, Unaffordable, paid
from tests.strategies import holdings


def purse(coins: int, letters: str = "") -> Holding:
    return Holding(coins, tuple(map(Tile, letters)))


def chest(coins: int, letters: str = "", supplied: int = 0) -> Bank:
    return Bank(coins, tuple(map(Tile, letters)), supplied)


@pytest.mark.parametrize(
    ("before", "due", "bank", "after", "bank_after"),
    [
        # Coins as far as they go.
        (purse(10, "5x"), 4, chest(0), purse(6, "5x"), chest(4)),
        (purse(4, "5"), 4, chest(0), purse(0, "5"), chest(4)),
        (purse(3, "a"), 0, chest(7), purse(3, "a"), chest(7)),
        # Then treasures that fit, as few as may be.
        (purse(1, "1235"), 4, chest(0), purse(0, "125"), chest(1, "3")),
        (purse(0, "112"), 2, chest(0), purse(0, "11"), chest(0, "2")),
        # Then those with the least change, which comes in coins.
        (purse(0, "45M"), 3, chest(5), purse(1, "5M"), chest(4, "4")),
        (purse(2, "5"), 3, chest(0), purse(4), chest(0, "5", 2)),
        # Change in smaller tiles where coins lack, and supplied coins where both lack.
        (purse(0, "5"), 1, chest(1, "23"), purse(1, "3"), chest(0, "25")),
        (purse(0, "5"), 1, chest(0, "3"), purse(1, "3"), chest(0, "5", 1)),
        (purse(0, "5"), 1, chest(0), purse(4), chest(0, "5", 4)),
    ],
    ids=str,
)
def test_paying(before: Holding, due: int, bank: Bank, after: Holding, bank_after: Bank) -> None:
    assert paid(before, due, bank) == (after, bank_after)


def test_too_little_money_pays_nothing() -> None:
    with pytest.raises(Unaffordable) as caught:
        paid(purse(2, "3xM"), 6, chest(9))
    assert (caught.value.rule, caught.value.params) == ("R25", {"due": 6, "money": 5})


@pytest.mark.long
@given(holdings(), st.integers(0, 60), holdings())
def test_paying_conserves_worth_and_tiles(before: Holding, due: int, beside: Holding) -> None:
    assume(due <= before.money)
    beside_mine = tuple(tile for tile in beside.tiles if tile.treasure)
    bank = Bank(beside.coins, beside_mine)
    after, bank_after = paid(before, due, bank)
    assert after.money == before.money - due
    assert after.coins >= 0
    assert bank_after.coins >= 0
    assert after.coins + bank_after.coins == before.coins + bank.coins + bank_after.supplied
    assert sorted(map(str, (*after.tiles, *bank_after.tiles))) == sorted(
        map(str, (*before.tiles, *beside_mine))
    )
    assert [t for t in after.tiles if not t.treasure] == [t for t in before.tiles if not t.treasure]


def test_only_what_is_held_can_go() -> None:
    with pytest.raises(ValueError, match="not there"):
        purse(0, "xy").without([Tile.MUMMY])
    assert purse(0, "xyx").without([Tile.MASK]) == purse(0, "xy")
    assert purse(1, "x").with_tiles([Tile.TREASURE_2]) == purse(1, "2x")
