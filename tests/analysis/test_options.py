"""The turns that are weighed: none spends an object that brings it nothing."""

from __future__ import annotations

import pytest

from ksm_widgets.analysis.effort import THOROUGH
from ksm_widgets.analysis.endings import LAST_PLAYER, RememberingPlanner
from ksm_widgets.analysis.knowledge import without_needless
from ksm_widgets.analysis.options import options_of
from ksm_widgets.rules import Power, Turn
from tests.coach.findings import card, seen

TWO = card(1, "##")


@pytest.mark.parametrize(
    ("row", "turn", "kept"),
    [
        ("4,5", "dig a1 b1 with amulet", "dig a1 b1"),
        ("4,x", "dig a1 b1 with amulet", "dig a1 b1 with amulet"),
        ("4,?", "dig a1 b1 with amulet", "dig a1 b1 with amulet"),
        ("4,5", "dig a1 b1 with carpet seal", "dig a1 b1"),
        ("4,15", "dig a1 b1 with amulet carpet", "dig a1 b1 with carpet"),
        ("4,1,5/4", "dig a1 a2 with mirror seal", "dig a1 a2 with seal"),
        ("4,1,5", "-", "-"),
    ],
)
def test_no_object_is_spent_without_need(row: str, turn: str, kept: str) -> None:
    known = seen(row, TWO, held="AMCS", unseen="5z")
    assert without_needless(known, Turn.parse(turn)) == Turn.parse(kept)


def test_the_turns_listed_spend_only_what_they_need() -> None:
    """Beside each dig the same one with an amulet for nothing was weighed, too."""
    known = seen("5,4", TWO, held="A", theirs="M" * 6)
    listed, _ = options_of(known, None, (), THOROUGH)
    turns = [one.played for one in listed]
    assert Turn.parse("dig a1 b1") in turns
    for turn in turns:
        assert isinstance(turn, Turn)
        assert turn == without_needless(known, turn)
    # What a player did is weighed as it was done.
    spent = Turn.parse("dig a1 b1 with amulet")
    _, given = options_of(known, spent, (), THOROUGH)
    assert given is not None
    assert given.played == spent


def test_what_a_look_makes_useless_is_kept_as_the_game_goes_on() -> None:
    bot = RememberingPlanner(LAST_PLAYER)
    planned = Turn.parse("dig a1 b1 with amulet")
    theirs = "z" * 12 + "M" * 6
    assert bot.rest(seen("5,4", TWO, held="A", theirs=theirs), planned).powers == frozenset()
    cursed = seen("z,5", TWO, held="A", theirs=theirs)
    assert bot.rest(cursed, planned).powers == {Power.AMULET}
