"""The simple bot for Kingdom of Solomon."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ksm_widgets.companions.kingdom.acts import Buy, Sell, act_text
from ksm_widgets.companions.kingdom.bot import choose
from ksm_widgets.companions.kingdom.companion import COMPANION
from ksm_widgets.companions.kingdom.goods import GOODS
from ksm_widgets.companions.kingdom.position import Phase
from ksm_widgets.companions.kingdom.record import Game
from tests.companions.kingdom_positions import resolving
from tests.companions.shared import InText

played = InText(COMPANION).played


@pytest.mark.parametrize(
    ("pawns", "held", "stood", "act"),
    [
        ("Minister:2 Thief:2", "w ; f ; c ; gww", "", "use Thief 4 g"),
        ("Minister:2 Trader:2", "- ; wc ; - ; -", "", "use Trader w g"),
        ("Minister:2 Trader:2", "- ; g ; - ; -", "", "use Minister"),
        ("Minister:2 Artisan:2", "- ; - ; - ; -", " | stood Tob:2 Gilead:2", "use Artisan Gilead"),
    ],
)
def test_the_simple_player_takes_what_is_worth_most(
    pawns: str, held: str, stood: str, act: str
) -> None:
    position = resolving(f"{pawns} Judah:3{stood}", ("goods w ; - ; gs ; ff", f"goods {held}"))
    assert act_text(choose(position, 2)) == act


def test_the_simple_player_gives_away_what_is_worth_least() -> None:
    own = ("own 2 ; 8 ; 6 11 ;", "own 2 ; 8 ; 11 12 13 ;"), ("Aram:3 Bashan", "Aram:3 Tob:3 Bashan")
    many = ("goods w ; - ; gs ; ff", "goods gwwwww ; - ; gs ; ff")
    taxed = played(replace(resolving("13:3 Judah:3", *own, many), turn=3), "use 13")
    assert act_text(choose(taxed, 1)) == "give w"


@pytest.mark.parametrize("seed", range(4))
def test_no_cube_is_sold_and_bought_back_for_ever(seed: int) -> None:
    """In a market among simple bots each place is only filled or only emptied."""
    game = Game.begin(3, seed)
    traded: dict[tuple[str, int], type[Sell | Buy]] = {}
    trades = 0
    while not game.is_over:
        position = game.position
        act = choose(position, position.turn)
        if position.phase is not Phase.MARKET:
            traded.clear()
        elif isinstance(act, Sell | Buy):
            level = position.market[GOODS.index(act.good)] - isinstance(act, Buy)
            assert traded.setdefault((act.good, level), type(act)) is type(act)
            trades += 1
        game = game.after(act)
    assert trades
