"""What tiles change for a player who holds something: against the final score, and the model."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ksm_widgets.rules import (
    CARDS_EACH,
    ArgumentError,
    Collected,
    Holding,
    Stakes,
    StakesError,
    Tile,
    Worth,
    curse_points,
    final_scores,
    magic_objects,
)
from ksm_widgets.rules.prospects import MOST_ROUNDS_LEFT, expected_sets
from tests.oracle.ending import Ending, mean_part_after_a_dig

if TYPE_CHECKING:
    from ksm_widgets.rules.scoring import BonusKind

KEPT = st.lists(st.sampled_from([Tile(letter) for letter in "xyzabcdMCSA"]), max_size=12)
DUG = st.lists(st.sampled_from([Tile(letter) for letter in "15xyzabcdMCSA"]), max_size=6)


@settings(deadline=None)
@given(KEPT, st.lists(KEPT, min_size=1, max_size=4), DUG, st.integers(0, 4))
def test_on_the_last_dig_it_is_the_change_of_the_final_score(
    held: list[Tile], others: list[list[Tile]], dug: list[Tile], spent: int
) -> None:
    stakes = Stakes.of(held, others=["".join(map(str, other)) for other in others])
    objects = [tile for tile in held if magic_objects([tile])][:spent]
    kept = list(held)
    for tile in objects:
        kept.remove(tile)
    theirs = [Holding(0, tuple(other)) for other in others]
    before = final_scores([Holding(0, tuple(held)), *theirs])[0]
    after = final_scores([Holding(0, (*kept, *dug)), *theirs])[0]
    worth = stakes.worth(dug, len(objects))
    assert worth.treasures == 1000 * (after.treasures - before.treasures)
    assert worth.sets == 1000 * (after.parchments - before.parchments)
    assert worth.curses == 1000 * (after.curses - before.curses)
    assert worth.magic == 1000 * (after.magic - before.magic)
    assert worth.total == 1000 * (after.total - before.total)


@pytest.mark.parametrize(
    ("mine", "others", "curse"),
    [
        (0, [0], 24),  # an empty collection gets nothing, one point all
        (0, [2], 12),  # half of the largest is enough for the second
        (0, [3], 0),  # less is not
        (4, [5], 6),  # from the second to a share of both: 18
        (5, [5], 6),  # from that to the first
        (4, [5, 5], 12),  # three share both
        (4, [5, 5, 5], 9),
        (4, [6, 5], 6),  # two share the second
        (4, [6, 5, 5], 4),
        (4, [6, 4, 4], 8),  # from a third of the second to all of it
    ],
)
def test_one_curse_point_more_at_every_border(mine: int, others: list[int], curse: int) -> None:
    stakes = Stakes.of("x" * mine, others=[{"curses": size, "magic": 0} for size in others])
    assert stakes.worth([Tile.MASK]) == Worth(curses=1000 * curse)


def test_objects_spent_are_gone_and_objects_dug_count() -> None:
    stakes = Stakes.of("MC", others=["S"])
    assert stakes.worth([], spent=1).magic == -4000  # a tie: 12 for each
    assert stakes.worth([], spent=2).magic == -16000
    assert stakes.worth([Tile.SEAL], spent=1).magic == 0


@pytest.mark.parametrize("players", CARDS_EACH)
def test_before_the_last_dig_a_fourth_symbol_is_dear_and_a_fifth_of_a_kind_cheap(
    players: int,
) -> None:
    def alone(held: str, letter: str, left: int) -> int:
        return Stakes.of(held, rounds_left=left, players=players).worth([Tile(letter)]).sets

    for left in (1, 2, 4):
        assert alone("abc", "d", left) > alone("abc", "a", left)
        assert alone("abc", "d", left) > 2000
        assert alone("aaaa", "a", left) < 50
        assert alone("aaaa", "b", left) > alone("aaaa", "a", left)
        worths = [alone("aaaabbc", letter, left) for letter in "dcba"]
        assert worths == sorted(worths, reverse=True)
    # The nearer the end, the more hangs on the symbol that lacks, and the less on any other.
    lacking = [alone("abc", "d", left) for left in (2, 1, 0)]
    others = [alone("abc", "a", left) for left in (2, 1, 0)]
    assert lacking == sorted(lacking)
    assert others == sorted(others, reverse=True)
    assert (lacking[-1], others[-1]) == (10_000, 0)


@pytest.mark.parametrize("players", CARDS_EACH)
def test_a_bonus_is_expected_of_who_has_more_than_most(players: int) -> None:
    """The last curse point is dear where it decides, and cheap for who has none or plenty."""

    def one_more(points: int) -> int:
        stakes = Stakes.of("x" * points, rounds_left=1, players=players)
        return stakes.worth([Tile.MASK]).curses

    dearest = max(range(40), key=one_more)
    assert 3 < dearest < 30
    assert one_more(dearest) > 1000
    assert one_more(dearest) > 3 * one_more(0)
    assert one_more(dearest) > 3 * one_more(dearest + 20)


@pytest.mark.long
@pytest.mark.parametrize("players", CARDS_EACH)
def test_the_model_agrees_with_a_second_reckoning(players: int) -> None:
    for left in (0, 1, 4, MOST_ROUNDS_LEFT):
        stakes = Stakes((), rounds_left=left, players=players)
        ending = Ending(stakes)
        for symbols in ((0, 0, 0, 0), (1, 0, 2, 1), (3, 3, 1, 2)):
            assert abs(stakes.of_sets(symbols) - ending.sets(symbols)) <= 1
        for size in (0, 1, 3, 8):
            assert abs(stakes.of_bonus("curses", size) - ending.curses(size)) <= 1
            assert abs(stakes.of_bonus("magic", size) - ending.magic(size)) <= 1


@settings(deadline=None)
@given(st.lists(st.integers(0, 5), min_size=4, max_size=4), st.integers(0, MOST_ROUNDS_LEFT))
def test_more_is_never_expected_to_bring_less(counts: list[int], left: int) -> None:
    before = expected_sets(tuple(counts), left, 3)
    for kind in range(4):
        more = [count + (place == kind) for place, count in enumerate(counts)]
        assert before <= expected_sets(tuple(more), left, 3) <= before + 10_000
    if left == 0:
        assert before == 10_000 * min(counts)


def test_what_is_made_by_hand_is_checked_as_well() -> None:
    with pytest.raises(StakesError):
        Stakes((Tile.UNSEEN,), others=(Collected(),))
    with pytest.raises(StakesError):
        Collected(-1, 0)
    with pytest.raises(ArgumentError):
        Stakes("ab", others=(Collected(),))  # type: ignore[arg-type]
    with pytest.raises(StakesError) as caught:
        Stakes.of([3], rounds_left=1, players=2)
    assert caught.value.key == "stakes.text"
    assert curse_points(Stakes.of(iter("zzx"), others=["x"]).holding) == 7


@pytest.mark.parametrize("kind", ["curses", "magic"])
@pytest.mark.parametrize("theirs", [0, 4, 9])
def test_while_the_other_still_digs_a_bonus_is_the_mean_over_what_is_added(
    kind: BonusKind, theirs: int
) -> None:
    """The model counts few, equally likely digs; the mean of all is within a point of it."""
    stakes = Stakes((), (Collected(theirs, theirs, to_dig=True),))
    for size in range(14):
        exact = mean_part_after_a_dig(kind, size, theirs)
        assert stakes.of_bonus(kind, size) / 1000 == pytest.approx(exact, abs=1)


def test_those_who_have_dug_count_as_they_are_beside_those_who_have_not() -> None:
    settled = Stakes((), (Collected(9, 0), Collected(5, 0)))
    open_ = Stakes((), (Collected(9, 0), Collected(5, 0, to_dig=True)))
    assert settled.of_bonus("curses", 6) == 12000
    # The one who still digs may get past 6, or not: somewhere between no bonus and the second one.
    assert 0 < open_.of_bonus("curses", 6) < 12000
    assert open_.of_bonus("curses", 0) == 0


def test_who_still_digs_is_written_and_read() -> None:
    stakes = Stakes.of("ab", [{"curses": 3, "magic": 1, "to_dig": True}, "x"])
    assert stakes.others == (Collected(3, 1, to_dig=True), Collected(1, 0))
    assert Stakes.of("ab", stakes.to_dict()["others"]) == stakes
    for wrong in (1, "yes", None):
        with pytest.raises(StakesError):
            Stakes.of("ab", [{"curses": 3, "magic": 1, "to_dig": wrong}])
