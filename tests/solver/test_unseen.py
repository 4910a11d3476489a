"""What the `?` can be: the box less what is seen, and what one of them counts then."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ksm_widgets.rules import Collected, Group, Position, Tile, tile_counts
from ksm_widgets.solver import Problem, unseen_tiles, unseen_worth
from tests import strategies

PLAIN = {"parchment": 0, "magic": 0, "curse": 0}


def total(counts: tuple[tuple[Tile, int], ...], group: Group) -> int:
    return sum(count for tile, count in counts if tile.group is group)


@pytest.mark.parametrize(("powers", "mean"), [((), 681), ("amulet", 1146)])
def test_an_unseen_tile_counts_the_mean_of_the_tiles_left(
    powers: str | tuple[()], mean: int
) -> None:
    """165 coins in treasures, 67 points in curses, over 144 tiles (R2)."""
    counts = letters(unseen_tiles(Position()))
    problem = Problem.of(Position(), 1, powers=powers, values=PLAIN, unseen=counts)
    assert unseen_worth(problem).total == mean


def letters(counts: tuple[tuple[Tile, int], ...]) -> dict[str, int]:
    return {tile.letter: count for tile, count in counts}


def test_what_lies_open_and_what_is_held_is_seen() -> None:
    mine = Position.near("5?,a,3z")
    held = (Tile.ALPHA, Tile.MIRROR, Tile.MIRROR)
    counts = dict(unseen_tiles(mine, held))
    assert (counts[Tile.TREASURE_5], counts[Tile.ALPHA], counts[Tile.MIRROR]) == (10, 8, 3)
    assert counts[Tile.CARPET] == tile_counts()[Tile.CARPET]
    assert sum(counts.values()) == 144 - 4 - 3
    assert mine.holds_unseen
    assert not Position.near("5,a,3z").holds_unseen


def test_of_what_others_hold_the_number_and_the_points_are_gone() -> None:
    counts = unseen_tiles(Position(), (), [Collected(7, 2), Collected(0, 3)])
    assert total(counts, Group.MAGIC) == 17 - 5
    assert sum(tile.curse * count for tile, count in counts) == 67 - 7
    assert total(counts, Group.PARCHMENT) == 38
    # More than there are: then none is left.
    most = unseen_tiles(Position(), (), [Collected(1000, 1000)])
    assert total(most, Group.MAGIC) == total(most, Group.CURSE) == 0


@pytest.mark.long
@given(
    strategies.positions(unseen=True),
    st.lists(strategies.tiles, max_size=60),
    st.lists(st.builds(Collected, st.integers(0, 90), st.integers(0, 20)), max_size=4),
)
def test_there_are_always_enough_for_a_problem(
    mine: Position, held: list[Tile], others: list[Collected]
) -> None:
    if mine.faults():
        return
    counts = unseen_tiles(mine, held, others)
    least = mine.counts()[Tile.UNSEEN]
    assert all(count > 0 for _, count in counts)
    assert sum(count for _, count in counts) >= least
    Problem.of(mine, 1, unseen=letters(counts))


def test_held_tiles_are_passed_over_where_too_few_would_be_left() -> None:
    covered = Position(((Tile.UNSEEN,) * 4,) * 36)
    assert unseen_tiles(covered, (Tile.ALPHA,)) == tuple(tile_counts().items())


def test_the_mean_is_that_of_a_draw() -> None:
    mine = Position.near("5,?")
    counts = unseen_tiles(mine)
    problem = Problem.of(mine, 1, holding="abc", others=["x"], unseen=letters(counts))
    assert problem.stakes is not None
    drawn = Counter(dict(counts))
    worth = sum(
        (problem.stakes.worth((tile,)).total - 1000 * tile.curse) * count
        for tile, count in drawn.items()
    )
    assert unseen_worth(problem).total == round(Fraction(worth, drawn.total()))
