"""The mine at the start and later on, always the same for a seed (R2, R3)."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from ksm_widgets.rules import (
    GROUP_COUNTS,
    Position,
    Stage,
    Tile,
    legal_moves,
    tile_counts,
)
from ksm_widgets.rules.chance import below, shuffled


def test_every_quarry_starts_four_high_with_the_whole_box() -> None:
    position = Position.set_up(Random(1))
    assert [len(stack) for stack in position.stacks] == [4] * 36
    assert position.counts() == tile_counts()
    assert legal_moves(position) == ()
    assert Position.set_up(Random(1)) == position != Position.set_up(Random(2))


def test_another_box_may_be_used() -> None:
    counts = dict.fromkeys(tile_counts(), 0) | {Tile.MASK: 100, Tile.AMULET: 44}
    assert Position.set_up(Random(1), counts).counts() == Counter({Tile.MASK: 100, Tile.AMULET: 44})


def test_the_box_holds_what_both_rulebooks_count() -> None:
    groups: Counter[str] = Counter()
    for tile, count in tile_counts().items():
        groups[tile.group.value] += count
    assert groups == {"treasure": 55, "curse": 34, "parchment": 38, "magic": 17}
    assert sum(GROUP_COUNTS.values()) == 144
    assert tile_counts()[Tile.MIRROR] == 5


@pytest.mark.long
@pytest.mark.parametrize(
    ("stage", "fewest", "most"),
    [(Stage.EARLY, 3, 5), (Stage.MIDDLE, 9, 13), (Stage.LATE, 17, 21)],
)
def test_a_random_position_suits_its_stage(stage: Stage, fewest: int, most: int) -> None:
    """Digs take three to six tiles each; the mine gets uneven, and bare in places in the end."""
    for seed in range(20):
        position = Position.random(seed, stage)
        position.check()
        assert position.warnings() == ()
        dug = 144 - sum(position.counts().values())
        assert 3 * fewest <= dug <= 6 * most
        heights = Counter(len(stack) for stack in position.stacks)
        assert len(heights) > 1
        if stage is Stage.LATE:
            assert heights[0] > 0


def test_a_random_position_is_the_seed_s() -> None:
    positions = {
        Position.random(seed, stage).text for seed in (-1, 0, 1, 10**30) for stage in Stage
    }
    assert len(positions) == 12
    assert Position.random(7, Stage.LATE) == Position.random(7, Stage.LATE)


LATE_1 = "/".join(
    [
        "M54,3C24,5,c3,Sa,ax4a",
        "1dz,a,zbyy,-,x3aA,yxC",
        "-,-,1,-,241,2xCz",
        "-,-,-,xz,bc,z",
        "21zb,ddc1,-,5,y,13b",
        "dx,b,zd,z,1y,xbMx",
    ]
)


def test_positions_stay_the_same_for_good() -> None:
    """Links and lessons name seeds: what these make must not change, with no Python version."""
    assert Position.random(1, Stage.LATE) == Position.parse(LATE_1)


def test_chance_is_fair_enough() -> None:
    rng = Random(1)
    numbers = Counter(below(rng, 4) for _ in range(4000))
    assert sorted(numbers) == [0, 1, 2, 3]
    assert min(numbers.values()) > 800
    orders = Counter(tuple(shuffled(rng, "abc")) for _ in range(6000))
    assert len(orders) == 6
    assert min(orders.values()) > 800
