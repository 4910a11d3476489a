"""Who got what of a turn that could not be paid: asked tile by tile, as R26 has it."""

from __future__ import annotations

from random import Random

import pytest

from ksm_widgets.rules import Game, Tile, Turn
from ksm_widgets.rules.quarries import QUARRIES
from ksm_widgets.tutor.table.sharing_out import SharingOut
from ksm_widgets.tutor.table.tops import Tops
from tests.rules.tables import mine, table

ROW = "x,x,x,x,x,-"


def poor(dug: int, edition: str, players: int = 3) -> tuple[Game, Turn]:
    """The first player has no coin, and digs so many curses of 1."""
    game = table(mine("-,-,-,-,-,-", ROW), "#" * dug, *[(0, "")] * players, edition_name=edition)
    return game, Turn(dig=QUARRIES[:dug])


def asked(sharing: SharingOut, *seats: int | None) -> SharingOut:
    for seat in seats:
        assert sharing.tile is Tile.MASK
        sharing = sharing.went(seat)
    return sharing


def test_each_gets_one_in_the_english_edition_and_the_rest_is_not_asked_about() -> None:
    sharing = SharingOut.of(*poor(4, "en"), ())
    assert (sharing.open, sharing.spare) == ((1, 2), True)
    told = asked(sharing, None, 2)
    assert (told.open, told.spare) == ((1,), True)
    with pytest.raises(ValueError, match="2"):
        told.went(2)
    whole = asked(told, 1)
    assert whole.tile is None
    assert whole.shares == ((Tile.MASK,), (Tile.MASK,))
    assert whole.back() == told


def test_as_many_as_go_round_in_the_german_edition() -> None:
    whole = asked(SharingOut.of(*poor(5, "de"), ()), 1, 2, None, 2, 1)
    assert whole.tile is None
    assert [len(share) for share in whole.shares] == [2, 2]


@pytest.mark.parametrize("edition", ["en", "de"])
def test_nothing_goes_back_into_the_box_while_somebody_would_lack_a_tile(edition: str) -> None:
    sharing = SharingOut.of(*poor(1, edition), ())
    assert not sharing.spare
    with pytest.raises(ValueError, match="None"):
        sharing.went(None)
    assert asked(sharing, 2).shares == ((), (Tile.MASK,))


@pytest.mark.parametrize("text", ["", "x" * 35, "x" * 37, "x" * 35 + "q", "ä" * 36, "\n" * 36])
def test_what_is_no_mine_laid_out_counts_for_nothing(text: str) -> None:
    assert Tops.of(text) == Tops()


def test_tops_read_back() -> None:
    tops = Tops().named(Tile.ALPHA).named(Tile.MUMMY)
    assert Tops.of(tops.text) == tops
    assert tops.back().back() == Tops()


def test_what_nobody_saw_goes_by_chance_and_what_was_told_stays() -> None:
    sharing = asked(SharingOut.of(*poor(5, "de"), ()), 2, None)
    for seed in range(20):
        whole = sharing.by_chance(Random(seed))
        assert whole.got[:2] == (2, None)
        assert (whole.tile, [len(share) for share in whole.shares]) == (None, [2, 2])
    lone = SharingOut.of(*poor(1, "de"), ())
    assert {lone.by_chance(Random(seed)).got for seed in range(20)} == {(1,), (2,)}
