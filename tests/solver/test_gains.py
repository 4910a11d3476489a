"""What a dig brings to who holds something: every amount and every place is true."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ksm_widgets.rules import (
    CURSE_BONUS,
    MAGIC_BONUS,
    Holding,
    Place,
    Position,
    Power,
    Tile,
    bonuses,
    final_scores,
    magic_objects,
    place,
)
from ksm_widgets.solver import (
    Gain,
    Idea,
    Problem,
    Purpose,
    gains_of,
    ideas_of,
    idle_parchments,
    solve,
    unseen_worth,
)

if TYPE_CHECKING:
    from collections.abc import Callable

LETTERS = "xyzabcdMCSA"
screens = st.text(alphabet=LETTERS, max_size=14)
digs = st.lists(st.sampled_from([*Tile]), min_size=1, max_size=6)
ends = st.fixed_dictionaries(
    {"others": st.lists(screens, min_size=1, max_size=4)}
) | st.fixed_dictionaries({"rounds_left": st.integers(0, 8), "players": st.integers(2, 5)})
BY_PLACE: dict[Place, Callable[[int, int, int], int]] = {
    Place.FIRST: lambda first, second, _: first,
    Place.TIED_FIRST: lambda first, second, tied: (first + second) // tied,
    Place.SECOND: lambda first, second, _: second,
    Place.TIED_SECOND: lambda first, second, tied: second // tied,
    Place.NONE: lambda first, second, _: 0,
}


def problem_of(holding: str, end: dict[str, Any], powers: list[Power]) -> Problem:
    held = holding + "".join(power.tile.letter for power in powers)
    return Problem.of(Position(), 1, holding=held, powers=powers, unseen={"5": 3, "y": 2}, **end)


@given(screens, ends, st.lists(st.sampled_from(Power), unique=True, max_size=2), digs)
def test_the_amounts_are_all_that_the_dig_is_worth_besides_treasures(
    holding: str, end: dict[str, Any], powers: list[Power], taken: list[Tile]
) -> None:
    problem = problem_of(holding, end, powers)
    assert problem.stakes is not None
    known = [tile for tile in taken if tile is not Tile.UNSEEN]
    worth = problem.stakes.worth(known, len(powers))
    mean = unseen_worth(problem).total * (len(taken) - len(known))
    told = sum(gain.amount for gain in gains_of(problem, taken))
    assert told == Decimal(worth.total - worth.treasures + mean) / 1000
    assert gains_of(problem, ()) == ()


@given(screens, st.lists(screens, min_size=1, max_size=4), digs)
def test_on_the_last_dig_the_final_scores_say_the_same(
    holding: str, others: list[str], taken: list[Tile]
) -> None:
    known = [tile for tile in taken if tile is not Tile.UNSEEN]
    problem = problem_of(holding, {"others": others}, [])

    def scores(tiles: tuple[Tile, ...]) -> tuple[int, int, int]:
        screens = [tiles, *(tuple(map(Tile, other)) for other in others)]
        mine = final_scores([Holding(0, screen) for screen in screens])[0]
        return mine.parchments, mine.curses, mine.magic

    before = scores(tuple(map(Tile, holding)))
    after = scores((*map(Tile, holding), *known))
    told = {gain.purpose: gain.amount for gain in gains_of(problem, known)}
    for purpose, was, now in zip(list(Purpose), before, after, strict=False):
        assert told.get(purpose, 0) == now - was


@given(st.integers(0, 12), st.lists(st.integers(0, 12), max_size=4))
def test_a_place_is_what_the_bonus_is_paid_for(own: int, others: list[int]) -> None:
    tied = 1 + others.count(own)
    for bonus in (CURSE_BONUS, MAGIC_BONUS):
        paid = BY_PLACE[place(own, others)](*bonus, tied)
        assert paid == bonuses([own, *others], bonus)[0]


@given(screens, ends, digs)
def test_an_idle_parchment_makes_hardly_a_difference(
    holding: str, end: dict[str, Any], taken: list[Tile]
) -> None:
    stakes = problem_of(holding, end, []).stakes
    assert stakes is not None
    idle = {one.tile: one for one in idle_parchments(stakes, taken)}
    whole = stakes.worth(taken).sets
    for tile in "abcd":
        kind = Tile(tile)
        count = idle[kind].count if kind in idle else 0
        for fewer in range(1, taken.count(kind) + 1):
            rest = list(taken)
            for _ in range(fewer):
                rest.remove(kind)
            assert (whole - stakes.worth(rest).sets < 500) is (fewer <= count)
        if count:
            assert idle[kind].held == holding.count(tile) + taken.count(kind)


def test_the_fourth_symbol_and_the_fifth_of_a_kind() -> None:
    last = Problem.of(Position(), 1, holding="aaaabc", others=["zz"])
    assert last.stakes is not None
    (gain,) = gains_of(last, [Tile.ALPHA, Tile.DELTA])
    assert gain == Gain(Purpose.SETS, Decimal(10), 1)
    (idle,) = idle_parchments(last.stakes, [Tile.ALPHA, Tile.DELTA])
    assert (idle.tile, idle.count, idle.held, idle.amount) == (Tile.ALPHA, 1, 5, Decimal(0))
    later = Problem.of(Position(), 1, holding="abc", rounds_left=1, players=2)
    assert later.stakes is not None
    (little,) = idle_parchments(later.stakes, [Tile.ALPHA])
    assert little.held == 2
    assert 0 < little.amount < Decimal("0.5")


def test_without_a_holding_nothing_is_explained() -> None:
    assert gains_of(Problem.of(Position(), 1), [Tile.DELTA]) == ()


@pytest.mark.parametrize(
    ("near", "stakes", "ideas", "others"),
    [
        ("d,1", {"holding": "abc", "others": ["zz"]}, {Idea.COMPLETE}, {Idea.BONUS}),
        ("z,5", {"holding": "", "others": ["xx"]}, {Idea.BONUS}, {Idea.COMPLETE}),
        ("z,5", {"holding": "zzzz", "others": ["xx"]}, set(), {Idea.BONUS, Idea.COMPLETE}),
        ("d,5", {"holding": "abc", "rounds_left": 2, "players": 2}, {Idea.COMPLETE}, {Idea.BONUS}),
        ("d,5", {}, set(), {Idea.BONUS, Idea.COMPLETE}),
    ],
)
def test_what_is_held_is_an_idea_of_its_own(
    near: str, stakes: dict[str, Any], ideas: set[Idea], others: set[Idea]
) -> None:
    problem = Problem.of(Position.near(near), "##", **stakes)
    plan = solve(problem).plan
    assert plan is not None
    found = set(ideas_of(problem, plan))
    assert ideas <= found
    assert not others & found


@given(screens, st.lists(screens, min_size=1, max_size=4), digs)
def test_an_object_spent_no_longer_counts(
    holding: str, others: list[str], taken: list[Tile]
) -> None:
    """The size and the place told are those after the dig, and they pay what is gained."""
    problem = problem_of(holding, {"others": others}, [Power.SEAL, Power.MIRROR])
    kept = [*map(Tile, holding), *taken]
    theirs = [magic_objects(map(Tile, other)) for other in others]
    gain = next(gain for gain in gains_of(problem, taken) if gain.purpose is Purpose.MAGIC)
    assert gain.size == magic_objects(kept)
    assert gain.place is not None
    paid = BY_PLACE[gain.place](*MAGIC_BONUS, 1 + theirs.count(gain.size))
    before = magic_objects(map(Tile, holding)) + 2
    assert gain.amount == paid - bonuses([before, *theirs], MAGIC_BONUS)[0]
