"""The figures of a choice: honest errors, one threshold, and what is as good as the best."""

from __future__ import annotations

from random import Random

import pytest

from ksm_widgets.analysis.figures import Figure, allowing_for_haste, figure, loss_of
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
        (Figure(2.0, 2.0), True, True, False),
        (Figure(-1.0, 2.0), True, True, False),
        (Figure(0.4, 0.0), True, True, False),
        # Between as good and clearly worse, nobody can tell.
        (Figure(3.0, 2.0), True, False, False),
        # Nor where the error is large, nor of what was only glanced at.
        (Figure(0.0, 5.1), True, False, False),
        (Figure(2.0, 2.0), False, False, False),
    ],
)
def test_what_is_within_the_error_is_as_good(
    loss: Figure, closely: bool, as_good: bool, worse: bool
) -> None:
    other = Figure(0.0, 1.0)
    one = WeighedOption(cards()[0], other, loss, other, 100, closely)
    assert (one.as_good, one.is_worse) == (as_good, worse)
    assert one.is_open is not (as_good or worse)


@pytest.mark.parametrize("games", [2, 3, 4, 6, 8, 12, 32])
def test_a_figure_is_within_its_errors_as_often_as_is_told(games: int) -> None:
    """Two times out of three within one, 95 times of 100 within two: however few the games."""
    rng, tries = Random(f"coverage {games}"), 3000
    within = [0, 0]
    for _ in range(tries):
        found = figure([rng.gauss(1.5, 8.0) for _ in range(games)])
        for errors in (1, 2):
            within[errors - 1] += abs(found.mean - 1.5) <= errors * found.error
    one, two = (number / tries for number in within)
    assert one > 0.66
    assert two == pytest.approx(0.95, abs=0.012)


def test_the_better_of_two_options_is_told_as_worse_hardly_ever() -> None:
    """From as few deals as a round is planned with."""
    rng, wrong = Random("two options"), 0
    for _ in range(2000):
        luck = [rng.gauss(0, 10) for _ in range(6)]
        rows = [[one + rng.gauss(lead, 4) for one in luck] for lead in (0.6, 0.0)]
        wrong += loss_of(rows[0], rows).is_clear
    assert wrong / 2000 < 0.025


def test_haste_makes_the_error_larger_and_leaves_the_mean() -> None:
    assert allowing_for_haste(Figure(2.0, 3.0), 4.0) == Figure(2.0, 5.0)
