"""What repeats itself over several games is said only where figures bear it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from ksm_widgets.analysis.review import Review
from ksm_widgets.coach.patterns import FEWEST, Habit, costs, patterns, patterns_told
from tests.coach.findings import card, finding, of_costs, seen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ksm_widgets.analysis.review import Finding
    from ksm_widgets.coach.patterns import Pattern

ONE = card(4, "#")
LOOKS = seen("?1,2,4", ONE, unseen="51", held="MS")


def of(*games: Sequence[Finding]) -> dict[Habit, Pattern]:
    found = patterns([costs(Review(0, tuple(game), 0.0)) for game in games])
    return {one.habit: one for one in found}


def told(*games: Sequence[Finding]) -> list[str]:
    said = patterns_told([costs(Review(0, tuple(game), 0.0)) for game in games])
    return [phrase.key.removeprefix("coach_patterns.") for phrase in said]


def test_with_fewer_than_three_games_it_is_too_early() -> None:
    few = [costs(of_costs(9.0))] * (FEWEST - 1)
    assert patterns(few) == ()
    (said,) = patterns_told(few)
    assert said.say("en").startswith("Too early to see habits: 2 of the 3 games")
    assert "early" not in patterns_told([*few, costs(of_costs(9.0))])[0].key.replace(
        "early_and", ""
    )


@pytest.mark.parametrize(
    ("made", "best", "habits"),
    [
        ("dig c1", "dig c1 with mirror", {Habit.OBJECTS_KEPT}),
        ("dig c1 with seal", "dig c1", {Habit.OBJECTS_SPENT}),
        ("dig c1 with seal", "dig c1 with mirror", {Habit.OBJECTS_KEPT, Habit.OBJECTS_SPENT}),
        ("moves b1-c1 dig c1", "dig c1", {Habit.TOO_DEAR}),
        ("dig c1", "-", {Habit.TOO_DEAR}),
        ("-", "dig c1", {Habit.TOO_TIMID}),
        ("moves a1-b1 dig b1", "dig c1", {Habit.TOO_DEAR}),
        ("dig c1", "moves a1-b1 dig c1", {Habit.TOO_TIMID, Habit.NO_LOOK}),
        ("moves a1-b1 dig c1", "moves a1-b1 dig b1", set()),
        ("dig a1", "dig c1", set()),
    ],
)
def test_which_habits_a_turn_shows(made: str, best: str, habits: set[Habit]) -> None:
    known = replace(LOOKS, position=LOOKS.position.with_stack("b1", "2"))
    if made.startswith("moves b1-c1"):
        known = replace(LOOKS, position=LOOKS.position.with_stack("b1", "22"))
    found = of(*[[finding(known, made, best, cost=3.0)]] * 3)
    of_all = {Habit.CARDS, Habit.TURNS, Habit.EARLY, Habit.LATE}
    assert {habit for habit, one in found.items() if one.choices} - of_all == habits
    assert found[Habit.TURNS].choices == 3
    assert found[Habit.CARDS].choices == 0
    for habit in habits:
        assert found[habit].cost.mean == 3.0


def test_who_did_the_best_shows_no_habit() -> None:
    found = of(*[[finding(LOOKS, "dig c1", "dig c1", cost=0.0)]] * 3)
    assert not any(
        one.choices for habit, one in found.items() if habit not in (Habit.TURNS, Habit.LATE)
    )


def test_cards_and_turns_early_and_late_are_everything() -> None:
    early = replace(LOOKS, round=6)  # of 12
    late = replace(LOOKS, round=7)
    game = [
        *of_costs(1.0, 2.0).findings,
        finding(early, "-", "dig c1", cost=4.0),
        finding(late, "-", "dig c1", cost=8.0),
    ]
    found = of(game, game, game)
    costs = {habit: one.cost.mean for habit, one in found.items()}
    assert (costs[Habit.CARDS], costs[Habit.TURNS]) == (3.0, 12.0)
    assert (costs[Habit.EARLY], costs[Habit.LATE]) == (7.0, 8.0)
    assert costs[Habit.TOO_TIMID] == 12.0


def test_the_error_is_that_between_games_or_of_the_figures() -> None:
    alike = [[finding(LOOKS, "-", "dig c1", cost=3.0, error=1.2)] * 2] * 3
    assert of(*alike)[Habit.TOO_TIMID].cost.error == pytest.approx((6 * 1.44) ** 0.5 / 3)
    apart = [[finding(LOOKS, "-", "dig c1", cost=cost, error=0.1)] for cost in (0.0, 3.0, 9.0)]
    of_three = (((0 - 4) ** 2 + (3 - 4) ** 2 + (9 - 4) ** 2) / 2 / 3) ** 0.5
    assert of(*apart)[Habit.TOO_TIMID].cost.error == pytest.approx(of_three)


def test_only_what_is_beyond_the_error_is_called_a_habit() -> None:
    sure = [[finding(LOOKS, "-", "dig c1", cost=cost)] for cost in (3.0, 3.2, 2.8)]
    assert told(*sure) == ["cards_and_turns", "early_and_late", "too_timid"]
    now_and_then = [[finding(LOOKS, "-", "dig c1", cost=cost)] for cost in (0.0, 0.0, 9.0)]
    assert told(*now_and_then)[2:] == ["none"]
    little = [[finding(LOOKS, "-", "dig c1", cost=0.4, error=0.01)]] * 3
    assert told(*little)[2:] == ["none"]


def test_the_dearest_habit_is_told_first() -> None:
    games = [
        [
            finding(LOOKS, "-", "dig c1", cost=3.0),
            finding(LOOKS, "dig c1 with seal", "dig c1", cost=7.0),
        ]
    ] * 3
    assert told(*games)[2:] == ["objects_spent", "too_timid"]
    said = patterns_told([costs(Review(0, tuple(game), 0.0)) for game in games])
    assert "7 ± 0.3 points a game, in 3 choices" in said[2].say("en")
