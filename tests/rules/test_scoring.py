"""The end of the game: both rulebooks' score tables, sets, bonuses and every tie (R28-R32)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ksm_widgets.rules import (
    CURSE_BONUS,
    MAGIC_BONUS,
    Bonus,
    Holding,
    Tile,
    bonuses,
    final_scores,
    parchment_sets,
    winners,
)


def holding(coins: int, letters: str) -> Holding:
    return Holding(coins, tuple(map(Tile, letters)))


# What the players of the English score table hold: the parchments as it tells them (Anna four of
# one kind and three of another, Bruno two of each, Davide one set and many to no use), curses of
# 16 in different numbers of tiles for Carlo and Davide, magic objects 2 and 5.
ENGLISH = {
    "Anna": holding(3, "5555551" + "aaaabbbccdd" + "zz" + "MS"),
    "Bruno": holding(9, "5555555" + "1" + "aabbccdd" + "zy" + "MMCSA"),
    "Carlo": holding(2, "53" + "aab" + "zzzzzx" + "A"),
    "Davide": holding(5, "555" + "aaabbbcd" + "yyyyyyyy"),
}
GERMAN = {
    "Anna": holding(5, "5555551" + "aaaabbbccdd" + "zz" + "MS"),
    "Bruno": holding(6, "55551" + "aabbccdd" + "zy" + "MMCSA"),
    "Carlo": holding(3, "55553" + "abd" + "zzzzzx"),
    "David": holding(5, "555" + "aaabbbcd" + "yyyyyyyy"),
}
# magic, curses, coins, treasures, parchments, total
ENGLISH_TABLE = {
    "Anna": (0, 0, 3, 31, 20, 54),
    "Bruno": (16, 0, 9, 36, 20, 81),
    "Carlo": (0, 18, 2, 8, 0, 28),
    "Davide": (0, 18, 5, 15, 10, 48),
}
GERMAN_TABLE = {
    "Anna": (0, 0, 5, 31, 20, 56),
    "Bruno": (16, 0, 6, 21, 20, 63),
    "Carlo": (0, 18, 3, 23, 0, 44),
    "David": (0, 18, 5, 15, 10, 48),
}


@pytest.mark.parametrize(
    ("holdings", "table"),
    [(ENGLISH, ENGLISH_TABLE), (GERMAN, GERMAN_TABLE)],
    ids=["english", "german"],
)
def test_score_table_of_the_rulebook(
    holdings: dict[str, Holding], table: dict[str, tuple[int, ...]]
) -> None:
    scores = final_scores(list(holdings.values()))
    found = {
        name: (
            score.magic,
            score.curses,
            score.coins,
            score.treasures,
            score.parchments,
            score.total,
        )
        for name, score in zip(holdings, scores, strict=True)
    }
    assert found == table
    assert [list(holdings)[winner] for winner in winners(scores)] == ["Bruno"]


def test_a_second_of_13_is_too_little_beside_29() -> None:
    assert bonuses([29, 13], CURSE_BONUS) == (24, 0)
    assert bonuses([29, 14], CURSE_BONUS) == (24, 0)
    assert bonuses([29, 15], CURSE_BONUS) == (24, 12)


@pytest.mark.parametrize(
    ("collections", "curses", "magic"),
    [
        # One first and one second, just half, just less than half.
        ((4, 2), (24, 12), (16, 8)),
        ((4, 1), (24, 0), (16, 0)),
        ((5, 2), (24, 0), (16, 0)),
        ((5, 3), (24, 12), (16, 8)),
        ((4, 3, 2, 1), (24, 12, 0, 0), (16, 8, 0, 0)),
        ((1, 2, 3, 4, 5), (0, 0, 0, 12, 24), (0, 0, 0, 8, 16)),
        # Tied firsts share both bonuses, rounded down, and leave no second.
        ((3, 3), (18, 18), (12, 12)),
        ((3, 3, 2), (18, 18, 0), (12, 12, 0)),
        ((2, 3, 2, 3, 2), (0, 18, 0, 18, 0), (0, 12, 0, 12, 0)),
        ((3, 3, 3), (12, 12, 12), (8, 8, 8)),
        ((3, 3, 3, 2), (12, 12, 12, 0), (8, 8, 8, 0)),
        ((1, 1, 1, 1), (9, 9, 9, 9), (6, 6, 6, 6)),
        ((1, 1, 1, 1, 0), (9, 9, 9, 9, 0), (6, 6, 6, 6, 0)),
        ((7, 7, 7, 7, 7), (7, 7, 7, 7, 7), (4, 4, 4, 4, 4)),
        # Tied seconds share the second bonus, rounded down, if they reach half.
        ((4, 2, 2), (24, 6, 6), (16, 4, 4)),
        ((4, 3, 3, 2), (24, 6, 6, 0), (16, 4, 4, 0)),
        ((2, 4, 2, 2), (4, 24, 4, 4), (2, 16, 2, 2)),
        ((2, 2, 4, 2, 2), (3, 3, 24, 3, 3), (2, 2, 16, 2, 2)),
        ((5, 2, 2), (24, 0, 0), (16, 0, 0)),
        # An empty collection never gets anything.
        ((0, 0), (0, 0), (0, 0)),
        ((1, 0), (24, 0), (16, 0)),
        ((0, 1, 0, 0, 0), (0, 24, 0, 0, 0), (0, 16, 0, 0, 0)),
        ((0, 1, 1), (0, 18, 18), (0, 12, 12)),
    ],
    ids=str,
)
def test_bonuses_in_every_split(
    collections: tuple[int, ...], curses: tuple[int, ...], magic: tuple[int, ...]
) -> None:
    assert bonuses(collections, CURSE_BONUS) == curses
    assert bonuses(collections, MAGIC_BONUS) == magic


def _by_ranks(collections: list[int], bonus: Bonus) -> list[int]:
    """The bonuses told another way: the two parts go to ranks, and who shares a rank shares."""
    shares = [0] * len(collections)
    ranked = sorted({size for size in collections if size > 0}, reverse=True)
    parts = list(bonus)
    for size in ranked:
        tied = [player for player, other in enumerate(collections) if other == size]
        places, parts = parts[: len(tied)], parts[len(tied) :]
        if len(parts) == 0 and len(places) == 1:
            if size * 2 < ranked[0]:
                places = []
        elif size != ranked[0] and size * 2 < ranked[0]:
            places = []
        for player in tied:
            shares[player] = sum(places) // len(tied)
    return shares


@given(
    st.lists(st.integers(0, 9), min_size=2, max_size=5), st.sampled_from([CURSE_BONUS, MAGIC_BONUS])
)
def test_bonuses_against_another_telling(collections: list[int], bonus: Bonus) -> None:
    assert list(bonuses(collections, bonus)) == _by_ranks(collections, bonus)


@pytest.mark.parametrize(
    ("letters", "sets"), [("", 0), ("abc", 0), ("abcd", 1), ("aaaabbbccdd", 2), ("1xMabcdabcd", 2)]
)
def test_parchments_count_in_complete_sets_only(letters: str, sets: int) -> None:
    assert parchment_sets(map(Tile, letters)) == sets


def test_a_tie_is_shared() -> None:
    scores = final_scores([holding(7, ""), holding(2, "5"), holding(6, "")])
    assert winners(scores) == (0, 1)
