"""The beginnings and ends of Raubbau's matches, and of its games (B1-B7, B37-B46)."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from ksm_widgets.companions.raubbau.box import Face, Points, the_box
from ksm_widgets.companions.raubbau.cards import Treasure, Tunnel
from ksm_widgets.companions.raubbau.companion import COMPANION
from ksm_widgets.companions.raubbau.deeds import Draw, Go
from ksm_widgets.companions.raubbau.naming import gain_phrase
from ksm_widgets.companions.raubbau.places import Field
from ksm_widgets.companions.raubbau.position import Phase
from ksm_widgets.companions.raubbau.record import Game
from ksm_widgets.companions.raubbau.rules import (
    apply,
    legal,
    match_after,
    new_game,
    new_match,
    next_match,
)
from ksm_widgets.companions.raubbau.scoring import Gain, points_after, winners
from ksm_widgets.companions.raubbau.text import position_text, read_position
from ksm_widgets.rules.errors import RuleError
from tests.companions.raubbau_positions import EXAMPLE_1, table
from tests.companions.shared import InText

_GAME = InText(COMPANION)
played, names, refused = _GAME.played, _GAME.names, _GAME.refused


# Set-up (B1-B7).


@pytest.mark.parametrize(("players", "tunnels"), [(3, 17), (4, 22), (5, 27)])
def test_a_match_is_set_up(players: int, tunnels: int) -> None:
    position = new_game(1, players)
    assert len(position.tunnels) == tunnels
    assert [len(stack) for stack in position.stacks] == [16, 16, 16]
    assert position.drift == (3,) * players
    assert (position.start, position.turn) == (1, 1)
    assert dict(position.mine) == {Field(0, 0): Tunnel("nesw")}
    assert sum(card.face is Face.GEM for card in position.treasures()) == 18


def test_stacks_are_as_even_as_they_can_be() -> None:
    kept = [[Treasure("r", Face.SPIDER)], [Treasure("g", Face.SULPHUR)], []]
    position = new_match(Random(1), 3, kept=kept)
    assert [len(stack) for stack in position.stacks] == [16, 15, 15]


# Ends (B37-B46).


@pytest.mark.parametrize(
    ("match", "points", "gems", "waker", "after"),
    [
        (1, (0, 0, 0), {1: 2, 2: 1, 3: 0}, None, (3, 0, 0)),
        (1, (0, 0, 0), {1: 0, 2: 0, 3: 0}, None, (1, 1, 1)),
        (3, (0, 1, 0), {2: 0}, 1, (-1, 5, -1)),
        (2, (3, 0, 2), {2: 1, 3: 1}, 1, (1, 1, 3)),
        (2, (-1, 0, 2), {}, 1, (-1, -1, 1)),
    ],
)
def test_points(
    match: int,
    points: tuple[int, ...],
    gems: dict[int, int],
    waker: int | None,
    after: tuple[int, ...],
) -> None:
    assert points_after(the_box(), match, points, gems, waker) == after


def test_a_gain_is_told_with_the_points_of_the_box() -> None:
    points = Points(most=5, most_last=6, tied=2, inside=-1, awakened=-3, floor=-4)
    told = {gain: gain_phrase(gain, points).say("en") for gain in Gain}
    assert told[Gain.MOST].endswith("5 points, in the last match 6.")
    assert told[Gain.TIED].endswith("2 points each.")
    assert told[Gain.WAKER].endswith("3 points less, but never below −4.")
    assert told[Gain.CAUGHT].endswith("1 point less, but never below −4.")


def test_the_round_after_the_first_left_is_the_last() -> None:
    position = table("-,-,-/-,E,-", more="out 3 | rounds_left 0")
    bound = played(position, "leave", "leave", "pass", "pass")
    assert (bound.phase, bound.points) == (Phase.MATCH_OVER, (1, 1, 1))
    last = played(position, "dig n1 s", "dig e1 w", "pass", "pass")
    while last.phase is Phase.ACT:
        last = apply(last, legal(last)[0])
    assert last.phase is Phase.MATCH_OVER


def test_who_left_keeps_materials_and_spiders() -> None:
    position = table("-,vD/-,ns/-,E", front="rG1 gS1 ; rU2 ; gP3")
    bound = played(position, "leave", "dig n2 s", "leave", "pass", "pass", "pass")
    over = played(bound, "go")
    assert over.waker == 2
    following = next_match(over, Random(1))
    assert [[str(card) for card in front] for front in following.fronts] == [
        ["gS123+"],
        [],
        ["gP123+"],
    ]
    assert (following.match, following.drift, following.start) == (2, (3, 3, 3), 2)
    assert sum(1 for _ in following.treasures()) == 48
    with pytest.raises(RuleError):
        match_after(following, 1)
    assert refused(over, "pass") == "B44"


def test_leaders_draw_until_one_has_no_dragon() -> None:
    start = replace(table("v?/ns/E", tops=["gD", "rG"]), match=3, points=(0, 0, 0))
    drawing = played(start, "leave", "leave", "leave", "pass", "pass", "pass")
    assert (drawing.phase, drawing.leaders, drawing.turn) == (Phase.DRAW, (2, 3, 1), 2)
    assert names(drawing) == ["draw 1", "draw 2", "draw 3", "take n2"]
    assert refused(drawing, "pass") == "B46"
    assert winners(drawing) == ()
    one_out = played(drawing, "draw 1")
    assert one_out.leaders == (3, 1)
    named = replace(one_out, stacks=tuple((Treasure("r", Face.DRAGON),) for _ in range(3)))
    over = played(named, "take n2", "draw 1")
    assert (over.phase, winners(over), names(over)) == (Phase.END, (3,), [])


def test_four_points_end_the_game_from_the_second_match() -> None:
    start = replace(table("-,-/-,E", front="rG1 ; - ; -"), match=2, points=(1, 0, 0))
    over = played(start, "leave", "leave", "leave", "pass", "pass", "pass")
    assert (over.phase, winners(over), over.points) == (Phase.END, (1,), (4, 0, 0))
    first = replace(start, match=1)
    assert played(first, *["leave"] * 3, *["pass"] * 3).phase is Phase.MATCH_OVER


def test_a_position_is_read_back_from_its_text() -> None:
    position = read_position(EXAMPLE_1)
    assert read_position(position_text(position)) == position
    assert isinstance(Game.read_act("go"), Go)
    assert Game.read_act("draw 2 n1") == Draw(2, Field(-1, 0))
