"""The rules of Kingdom of Solomon about set-up and pawns, with what they forbid (S1-S20)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ksm_widgets.companions.kingdom.box import FILES, the_box
from ksm_widgets.companions.kingdom.companion import COMPANION
from ksm_widgets.companions.kingdom.fortune import UNSEEN
from ksm_widgets.companions.kingdom.goods import cubes_text
from ksm_widgets.companions.kingdom.places import Bonus
from ksm_widgets.companions.kingdom.position import Phase
from ksm_widgets.companions.kingdom.rules import new_game
from tests.companions.kingdom_positions import goods_text, place, resolving
from tests.companions.shared import InText

_GAME = InText(COMPANION)
played, names, refused = _GAME.played, _GAME.names, _GAME.refused


# Box and set-up (S1-S7).


@pytest.mark.parametrize(
    ("players", "pawns", "stock"),
    [(2, 6, (6, 8, 10, 12, 14)), (3, 6, (8, 10, 12, 14, 16)), (4, 5, (10, 12, 14, 16, 18))],
)
def test_a_game_is_set_up(players: int, pawns: int, stock: tuple[int, ...]) -> None:
    position = new_game(1, players)
    assert position.stock == stock
    assert position.left == (pawns,) * players
    assert (len(position.display), len(position.deck), len(position.pile)) == (4, 16, 32)
    assert position.scores == (10,) * players
    assert sorted(position.order) == [*position.seats]
    assert (position.phase, position.turn) == (Phase.PLACE, position.order[0])
    assert new_game(1, players) == position != new_game(2, players)


@pytest.mark.parametrize(
    ("players", "bonus"), [(2, {"Altar"}), (3, {"Altar", "Ark"}), (4, {"Altar", "Ark", "Tribute"})]
)
def test_bonus_places_depend_on_the_players(players: int, bonus: set[str]) -> None:
    position = new_game(1, players)
    spots = {name.removeprefix("put ") for name in names(position)}
    assert {"Altar", "Ark", "Tribute"} & spots == bonus
    assert len(spots) == 16 + 5 + len(bonus)


def test_the_buildings_of_our_box_follow_the_rule_that_is_written_down() -> None:
    worth = dict(zip("gcswf", (4, 3, 3, 2, 2), strict=True))
    for card in the_box().buildings.values():
        cost = cubes_text(card.cost)
        assert 14 <= card.points <= 18
        assert card.points == min(18, max(14, 2 + sum(worth[good] for good in cost)))
    assert the_box().fortune.total() == 32
    assert len(the_box().sites) == 11


# Placement (S8-S12).


def test_pawns_are_placed_in_turn() -> None:
    position = place()
    assert position.turn == 2
    order = []
    for spot in ("Ophir", "Moab", "Asher", "Tob", "Gilead"):
        order.append(position.turn)
        position = played(position, f"put {spot}")
    assert order == [2, 3, 1, 4, 2]
    assert position.left == (3, 2, 3, 3)


def test_where_a_pawn_may_not_go() -> None:
    position = replace(place(), turn=3)
    assert refused(position, "put Judah") == "S10"
    assert refused(position, "put Edom") == "S10"
    assert refused(position, "put Dan") == "S10"
    assert refused(position, "put 8") == "S9"
    assert refused(position, "put 5") == "S9"
    assert refused(position, "put 21") == "S9"
    assert refused(position, "put Nineveh") == "S9"
    spots = names(position)
    assert {"put Aram", "put 6", "put 11", "put Minister", "put Tribute"} <= {*spots}
    assert refused(position, "sell w") == "S7"


def test_a_bonus_place_takes_all_that_is_left() -> None:
    position = played(place(), "put Altar")
    assert position.left == (4, 0, 4, 4)
    assert str(position.pawn_at(Bonus.ALTAR)) == "Altar:2*4"
    assert position.turn == 3
    assert refused(position, "put Altar") == "S10"


def test_nobody_places_more_pawns_than_they_have() -> None:
    position = replace(place(), left=(4, 0, 4, 4))
    assert refused(position, "put Tob") == "S8"
    assert names(position) == []


def test_who_has_no_place_keeps_their_pawns() -> None:
    land = "place,goods,site,neighbours,goods_source,site_source\nAram,w,yes,Tob,known,known\n"
    position = new_game(1, 4, FILES.read(f"{land}Tob,f,no,Aram,known,known\n"))
    while position.phase is Phase.PLACE:
        position = played(position, names(position)[0])
    # Two places, five actions, and three bonus places, which come last here.
    assert len(position.pawns) == 10
    assert sum(pawn.size for pawn in position.pawns) == 4 * 5 - 3
    assert not any(position.left)  # There is nothing to place any more.


# Resolution (S13-S20).


def test_a_seat_resolves_all_its_pawns_then_the_next() -> None:
    position = resolving("Asher:2 Tob:2 Judah:3 Edom:1")
    assert position.turn == 2
    assert refused(position, "use Judah") == "S13"
    assert refused(position, "use Moab") == "S13"
    assert refused(position, "use Tob 2 g") == "S14"
    assert refused(resolving("Altar:2"), "use Altar g s") == "S16"
    position = played(position, "use Tob", "use Asher")
    assert (goods_text(position, 2), position.turn, position.pawns[0].spot) == ("wf", 3, "Judah")
    position = played(position, "use Judah", "use Edom")
    assert (position.phase, position.turn, position.pawns) == (Phase.MARKET, 4, ())


def test_each_pawn_brings_the_goods_of_its_region() -> None:
    position = resolving("Aram:3 Bashan:3")
    assert goods_text(played(position, "use Aram"), 3) == "gcssf"
    assert goods_text(played(position, "use Aram", "use Bashan"), 3) == "gccsssff"


def test_a_place_without_site_belongs_to_every_region_but_is_no_bridge() -> None:
    roads = ("roads Aram-Bashan", "roads Aram-Bashan Dan-Judah Judah-Moab")
    sites = ("Dan:2 Aram:3", "Dan:2 Judah:2 Aram:3"), ("own 2 ; 8 ;", "own 2 ; 8 9 ;")
    shown = ("cards 5 9", "cards 5")
    position = resolving("Moab:2 Judah:2 Lebanon:3", roads, *sites, shown)
    after = played(position, "use Moab")
    assert goods_text(after, 2) == "csfff"
    assert goods_text(played(after, "use Judah", "use Lebanon"), 3) == "gsww"


def test_the_stock_gives_what_it_has() -> None:
    position = resolving("Edom:2 Ophir:3", ("goods w ; -", "goods cccccccccccw ; -"))
    assert goods_text(played(position, "use Edom"), 2) == "c"


def test_bonus_places() -> None:
    position = resolving("Tribute:2*3 Ark:3*2 Altar:1")
    position = played(position, "use Tribute")
    assert goods_text(position, 2) == "gcswf"
    position = played(position, "use Ark")
    assert position.fortune[2][2:] == (UNSEEN,) * 3
    after = played(position, "use Altar")
    assert (after.scores[0], after.order) == (31 + 9, (1, 2, 3, 4))


def test_a_changed_order_goes_on_with_who_has_not_resolved() -> None:
    position = resolving("Minister:2 Altar:3 Edom:1 Asher:4 Ophir:4")
    after = played(position, "use Minister", "use Altar")
    assert (after.order, after.turn) == ((3, 2, 1, 4), 1)
    assert after.scores[2] == 35 + 6
    again = resolving("Minister:2 Altar:4 Edom:1 Asher:4 Ophir:3")
    after = played(again, "use Minister", "use Ophir", "use Edom", "use Altar")
    assert (after.order, after.turn) == ((4, 2, 3, 1), 4)
    assert played(after, "use Asher").turn == 1


def test_actions_on_the_board() -> None:
    pawns = "Minister:2 Trader:2 Thief:2 Artisan:2 Judah:2 Prophet:3"
    position = resolving(pawns, ("goods w ; -", "goods w ; sf"))
    assert len(played(replace(position, turn=3), "use Prophet").fortune[2]) == 3
    assert played(position, "use Minister").scores[1] == 28 + 3
    assert goods_text(played(position, "use Trader s g"), 2) == "gf"
    assert goods_text(played(position, "use Trader"), 2) == "sf"
    assert refused(position, "use Trader w g") == "S18"
    after = played(position, "use Thief 3 g")
    assert (goods_text(after, 2), goods_text(after, 3)) == ("gsf", "s")
    assert refused(position, "use Thief 1 g") == "S18"
    # The Artisan counts where a pawn stood when the phase began.
    after = played(position, "use Judah", "use Artisan Judah")
    assert goods_text(after, 2) == "sssfff"
    assert refused(position, "use Artisan Edom") == "S18"


def test_the_artisan_gives_a_place_not_its_region() -> None:
    position = resolving("Aram:3 Artisan:3")
    assert goods_text(played(position, "use Artisan Aram"), 3) == "gcsf"
    alone = resolving("Artisan:3 Minister:3")
    assert goods_text(played(alone, "use Artisan"), 3) == "gs"


def test_building_cards() -> None:
    own = ("own 2 ; 8 ; 6 11 ;", "own 2 ; 8 ; 11 12 13 ;"), ("Aram:3 Bashan", "Aram:3 Tob:3 Bashan")
    many = ("goods w ; - ; gs ; ff", "goods wwwwwf ; f ; gs ; ffwwcc")
    position = resolving("11:3 12:3 13:3 Judah:3", *own, many, ("score 31 28 35", "score 31 28 3"))
    assert position.turn == 3
    after = played(position, "use 11 g sw")
    assert goods_text(after, 3) == "ssw"
    assert refused(position, "use 11 s gw") == "S19"
    assert refused(position, "use 11 s sw") == "S19"
    assert goods_text(played(position, "use 12 Judah Judah"), 3) == "gsssff"
    moved = replace(position, stood=(("Tob", 3), ("Judah", 3)))
    assert goods_text(played(moved, "use 12 Judah Tob"), 3) == "gsswf"
    assert played(moved, "use 12 Judah Tob") == played(moved, "use 12 Tob Judah")
    assert played(position, "use 11 g ws") == played(position, "use 11 g sw")
    taxed = played(position, "use 13")
    assert (taxed.owing, taxed.turn) == ((1, 4), 1)
    assert refused(taxed, "use Judah") == "S19"
    assert refused(taxed, "give g") == "S19"
    assert names(taxed) == ["give w", "give f"]
    paid = played(taxed, "give w", "give f")
    assert (goods_text(paid, 3), paid.turn, paid.owing) == ("gswf", 3, ())
    assert refused(position, "give w") == "S19"
    nobody = resolving("13:3 Judah:3", *own)
    assert played(nobody, "use 13").turn == 3
    plain = resolving("8:2 Judah:3")
    assert goods_text(played(plain, "use 8"), 2) == "ss"


def test_a_thief_who_finds_nothing_goes_home() -> None:
    position = resolving("Thief:2 Judah:3", ("goods w ; - ; gs ; ff", "goods - ; w ; - ; -"))
    assert names(position)[0] == "use Thief"
    assert played(position, "use Thief").turn == 3
