"""Tasks on the same dig for players who hold different things: what is asked and said is true."""

from __future__ import annotations

from typing import Any

import pytest

from ksm_widgets.course.kinds import Numbers, PlaceCard
from ksm_widgets.course.lessons import CURRICULUM
from ksm_widgets.rules import Holding, Tile, edition, final_scores, legal_digs, takings
from ksm_widgets.words import LANGUAGES

SEEDS = range(8)
AHEAD = (Tile.MUMMY,) * 60 + (Tile.SEAL,) * 60
"""What another player has who leaves no bonus to anybody."""


def held(told: Any) -> tuple[Tile, ...]:
    """The parchments a sentence names."""
    return tuple(Tile(phrase.key.removeprefix("symbol.")) for phrase in told)


def grown(screen: tuple[Tile, ...], taken: tuple[Tile, ...]) -> int:
    """By how much a dig makes the final score grow, its curses paid, no bonus to be had."""
    before, after = (
        final_scores([Holding(100, tiles), Holding(0, AHEAD)])[0].total
        for tiles in (screen, (*screen, *taken))
    )
    return after - before - sum(tile.curse for tile in taken)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_marked_dig_is_worth_ten_more_to_who_lacks_a_symbol(seed: int) -> None:
    task: Any = CURRICULUM.exercises["tiles.worth_to_two"].task(seed, edition("en"))
    assert isinstance(task, Numbers)
    table: Any = task.table
    question: Any = task.question
    taken = takings(table.position, table.marked)
    anna, bruno = (held(question.params[name]) for name in ("anna", "bruno"))
    right = {"anna": grown(anna, taken), "bruno": grown(bruno, taken)}
    assert right["anna"] == right["bruno"] + 10
    assert task.check(right).right
    alike = task.check({"anna": right["bruno"], "bruno": right["bruno"]})
    assert not alike.right
    assert "it completes her set" in alike.remarks[0].say("en")
    both = task.check({"anna": right["anna"], "bruno": right["anna"]})
    assert not both.right
    assert "still lacks another one" in both.remarks[0].say("en")


@pytest.mark.parametrize("seed", SEEDS)
def test_where_to_dig_depends_on_who_digs(seed: int) -> None:
    task: Any = CURRICULUM.exercises["costs.held"].task(seed, edition("en"))
    assert isinstance(task, PlaceCard)
    digs = legal_digs(task.table.position, task.table.shape)
    question: Any = task.question
    own, praise = held(question.params["own"]), task.praise
    assert praise is not None
    told: Any = praise.params
    other = held(told["other"])
    taken = {dig: takings(task.table.position, dig) for dig in digs}
    (mine,) = task.solutions()
    assert all(grown(own, taken[dig]) < grown(own, taken[mine]) for dig in digs if dig != mine)
    theirs = tuple(told["quarries"])
    assert grown(other, taken[theirs]) == max(grown(other, taken[dig]) for dig in digs)
    assert told["more"] == grown(other, taken[theirs])
    assert told["less"] == grown(other, taken[mine])
    assert told["more"] > told["less"]
    assert task.check(mine).right
    assert not task.check(theirs).right
    for language in LANGUAGES:
        assert str(theirs[0]) in praise.say(language)
