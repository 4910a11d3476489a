"""The figures of a choice: honest errors, one threshold, and what is as good as the best."""

from __future__ import annotations

import pytest

from ksm_widgets.analysis.figures import Figure, allowing_for_haste, loss_of
from ksm_widgets.analysis.weighing import WeighedOption
from ksm_widgets.rules import cards

LUCK = [12.0, -9.0, 4.0, -7.0, 15.0, -3.0, 8.0, -20.0]
"""The leads of one option: luck spreads them by some twelve points."""


def test_nothing_lost_is_not_certain_where_luck_could_deny_it() -> None:
    close = [one + 1.0 * (-1) ** at for at, one in enumerate(LUCK)]
    better = [one + 3.0 for one in LUCK]
    same = loss_of(LUCK, [LUCK, list(LUCK)])
    assert same.mean == 0
    assert same.error > 1, "in the next game the two may differ, though they never did"
    alone = loss_of(better, [better, close, LUCK])
    assert alone.mean == 0
    assert alone.error > 0
    # Less certain is it beside a rival that is sometimes far ahead.
    wild = [
        one - 1 + (8 if at in (0, 3) else -8 if at in (1, 2) else 0)
        for at, one in enumerate(better)
    ]
    beside = loss_of(better, [better, wild])
    assert beside.mean == 0
    assert beside.error > alone.error


def test_without_luck_a_figure_is_exact() -> None:
    assert loss_of([5.0] * 4, [[5.0] * 4, [3.0] * 4]) == Figure(0, 0)
    assert loss_of([3.0] * 4, [[5.0] * 4, [3.0] * 4]) == Figure(2, 0)


def test_the_best_is_picked_by_one_half_and_measured_by_the_other() -> None:
    flattered = [4.0, 0.0] * 4
    unlucky = [0.0, 4.0] * 4
    assert loss_of([2.0] * 8, [flattered, unlucky]).mean == -2


@pytest.mark.parametrize(
    ("loss", "closely", "as_good", "worse"),
    [
        (Figure(3.0, 1.0), True, False, True),
        (Figure(3.0, 2.0), True, True, False),
        (Figure(0.4, 0.0), True, True, False),
        (Figure(3.0, 2.0), False, False, False),
    ],
)
def test_what_is_within_the_error_is_as_good(
    loss: Figure, closely: bool, as_good: bool, worse: bool
) -> None:
    figure = Figure(0.0, 1.0)
    one = WeighedOption(cards()[0], figure, loss, figure, 100, closely)
    assert (one.as_good, one.is_worse) == (as_good, worse)


def test_haste_makes_the_error_larger_and_leaves_the_mean() -> None:
    assert allowing_for_haste(Figure(2.0, 3.0), 4.0) == Figure(2.0, 5.0)
