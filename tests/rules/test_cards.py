"""The cards the project ships: what is known of them, and that they are good to play with (R5)."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from ksm_widgets.rules import (
    CARD_COUNT,
    QUARRIES,
    Card,
    Power,
    Shape,
    cards,
    cards_text,
    load_cards,
)
from ksm_widgets.rules.deck import around, connected_sets, placements


def _sizes() -> list[int]:
    return [card.shape.size for card in cards()]


def test_what_is_known() -> None:
    assert [card.number for card in cards()] == list(range(1, CARD_COUNT + 1))
    sizes = _sizes()
    assert (sizes[0], sizes[14], sizes[31]) == (3, 5, 6)
    assert all(size <= larger for size, larger in pairwise(sizes))
    assert set(sizes) == {3, 4, 5, 6}


def test_all_cards_differ_and_fit() -> None:
    shapes = [card.shape for card in cards()]
    assert len(set(shapes)) == CARD_COUNT
    assert all(len(placements(shape)) >= 4 for shape in shapes)


def test_the_reconstruction_has_easy_and_awkward_shapes() -> None:
    connected = [card for card in cards() if _connected(card.shape, corners=False)]
    by_corners = [
        card for card in cards() if _connected(card.shape, corners=True) and card not in connected
    ]
    assert len(connected) >= 8
    assert len(by_corners) >= 5
    # The mirror is of use for most cards, and none of these turns into another card by chance only.
    turnable = [card for card in cards() if len({card.shape.turned(q) for q in range(4)}) > 1]
    assert len(turnable) >= 24


def _connected(shape: Shape, *, corners: bool) -> bool:
    left = set(shape.cells)
    queue = [left.pop()]
    for row, column in queue:
        near = {
            (r, c)
            for r, c in left
            if abs(r - row) <= 1 and abs(c - column) <= 1 and (corners or r == row or c == column)
        }
        left -= near
        queue += sorted(near)
    return not left


def test_a_file_replaces_the_cards(tmp_path: Path) -> None:
    deck = (Card(3, Shape.parse("##/.#")), Card(9, Shape.parse("#")))
    path = tmp_path / "ours.csv"
    path.write_text("# measured\n\n" + cards_text(tuple(reversed(deck))), encoding="utf-8")
    assert load_cards(path) == deck


def test_a_file_of_a_spreadsheet_has_a_mark_in_front(tmp_path: Path) -> None:
    deck = (Card(3, Shape.parse("##/.#")),)
    path = tmp_path / "ours.csv"
    path.write_text(cards_text(deck), encoding="utf-8-sig")
    assert path.read_bytes().startswith(b"\xef\xbb\xbf")
    assert load_cards(path) == deck


def test_how_many_connected_sets_there_are() -> None:
    assert [len(connected_sets(size)) for size in range(1, 6)] == [36, 110, 420, 1747, 7484]


def test_the_seal_keeps_the_place_of_a_card_that_does_not_hang_together() -> None:
    """R23 as settled: the seal adds places and never forbids one."""
    apart = Shape.parse("#.#")
    assert set(placements(apart)) <= set(placements(apart, frozenset({Power.SEAL})))
    assert len(placements(apart, frozenset({Power.SEAL}))) == 110 + 24


@pytest.mark.parametrize("one", cards(), ids=lambda one: str(one.number))
def test_a_shape_around_a_quarry_covers_it_wherever_it_can(one: Card) -> None:
    fits = {quarry for each in placements(one.shape) for quarry in each}
    reached = {quarry: around(one.shape, quarry) for quarry in QUARRIES}
    assert {quarry for quarry, each in reached.items() if quarry in each} == fits
    # Nor is any placement out of reach.
    assert set(map(frozenset, reached.values())) == set(map(frozenset, placements(one.shape)))
