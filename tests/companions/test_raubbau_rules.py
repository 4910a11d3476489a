"""The rules of Raubbau, one by one, each with what it forbids."""

from __future__ import annotations

from dataclasses import replace
from importlib.resources import files
from random import Random

import pytest

from ksm_widgets.companions import raubbau
from ksm_widgets.companions.raubbau.box import Box, Face, the_box
from ksm_widgets.companions.raubbau.cards import Treasure, Tunnel
from ksm_widgets.companions.raubbau.deeds import Draw, Go
from ksm_widgets.companions.raubbau.game import COMPANION
from ksm_widgets.companions.raubbau.places import Field
from ksm_widgets.companions.raubbau.plans import Dig
from ksm_widgets.companions.raubbau.position import Phase, Position, Step, StepKind
from ksm_widgets.companions.raubbau.record import Game
from ksm_widgets.companions.raubbau.rules import (
    apply,
    legal,
    match_after,
    new_game,
    new_match,
    next_match,
)
from ksm_widgets.companions.raubbau.scoring import points_after, winners
from ksm_widgets.companions.raubbau.text import position_text, read_position
from ksm_widgets.rules.errors import RuleError
from tests.companions.raubbau_positions import EXAMPLE_1, table
from tests.companions.shared import InText

_GAME = InText(COMPANION)
BOX = (files(raubbau) / "raubbau.toml").read_text(encoding="utf-8")
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


# Planning (B8-B19).


def test_passing_keeps_the_dig_where_the_meeple_stands() -> None:
    position = read_position(EXAMPLE_1)
    assert names(position) == ["pass", "dig s1 n", "leave"]


def test_without_a_plan_nobody_may_pass() -> None:
    assert refused(new_game(1, 3), "pass") == "B11"
    assert names(new_game(1, 3)) == ["dig n1 s", "dig w1 e", "dig e1 w", "dig s1 n", "leave"]


def test_who_can_neither_dig_nor_blast_may_wait() -> None:
    closed = table("-,#,-/#,E,#/-,#,-")
    assert names(closed) == ["pass", "leave"]
    after = played(closed, "pass", "pass", "pass")
    # A round in which all waited ends the match quietly (B39a).
    assert after.phase is Phase.OVER
    assert after.points == (1, 1, 1)


def test_a_field_must_be_reached() -> None:
    assert refused(new_game(1, 3), "dig n2 s") == "B12"
    assert refused(table("rG1,-/ns,-/E,-"), "dig n2 n") == "B12"
    # An end that is not at the entry can't be dug when nothing is on it.
    assert refused(table("ns/E"), "dig n2 s") == "B12"


def test_another_meeple_blocks_a_field_and_ones_own_does_not() -> None:
    position = table("v?3,sw/-,E/-,-@2")
    assert refused(position, "dig s1 n") == "B13"
    assert "dig n1w1 e" in names(position)
    assert "pass" in names(table("v?3@1,sw/-,E"))


def test_a_known_card_needs_a_drift_set() -> None:
    assert refused(table("rG1/ns/E", drift="0 3 3"), "dig n2 s") == "B14"
    standing = table("rG1@1/ns/E", drift="0 3 3")
    assert "pass" not in names(standing)


def test_a_cave_in_closes_its_field() -> None:
    assert refused(table("!r/ns/E"), "dig n2 s") == "B31"


def test_a_blast_takes_a_row_of_three() -> None:
    cards = "rU1 gP1 ; - ; -"
    position = table("-,r?,-/-,ns,-/-,E,-", front=cards)
    assert "blast n2 s" in names(position)
    assert refused(table("-,r?,-/-,ns,-/-,E,-"), "blast n2 s") == "B15"
    assert refused(table("-,r?,#/-,ns,-/-,E,-", front=cards), "blast n2 s") == "B15"
    assert refused(table("-,r?,!g/-,ns,-/-,E,-", front=cards), "blast n2 s") == "B15"
    assert refused(table("r?@2,r?,-/nes,nsw,-/-,E,-", front=cards), "blast n2 s") == "B15"
    assert refused(table("-,-/ns,-/E,-", front=cards), "blast e1 w") == "B15"


def test_the_cards_for_a_blast_are_those_of_the_box() -> None:
    for cost, cards, other in [("U P", "rU1 gP1", "rU1 gU1"), ("same", "rU1 gU1", "rU1 gP1")]:
        box = Box.parse(BOX.replace('"U P"', f'"{cost}"'))
        mine = "-,r?,-/-,ns,-/-,E,-"
        right, wrong = (
            replace(table(mine, front=f"{front} ; - ; -"), box=box) for front in (cards, other)
        )
        assert "blast n2 s" in names(right)
        with pytest.raises(RuleError) as caught:
            played(wrong, "blast n2 s")
        assert ("two sulphur or two saltpeter" in str(caught.value)) == (cost == "same")


def test_nobody_digs_in_a_planned_row() -> None:
    position = table("r?,r?@2*,-/nes,nsw,-/-,E,-", front="- ; rU gP ; -")
    assert refused(position, "dig n2w1 s") == "B15"


def test_a_plan_that_is_made_again_is_refused() -> None:
    position = played(new_game(1, 3), "dig n1 s", "dig e1 w", "dig w1 e")
    assert refused(position, "dig n1 s") == "B10"


def test_plans_are_binding_when_all_have_passed_one_after_the_other() -> None:
    position = played(new_game(1, 3), "dig n1 s", "dig e1 w", "dig w1 e", "pass", "pass")
    assert position.phase is Phase.PLAN
    changed = played(position, "dig s1 n", "pass", "pass")
    assert changed.phase is Phase.PLAN
    assert played(changed, "pass").phase is Phase.ACT
    assert played(position, "pass").phase is Phase.ACT
    # A text may say that all of them have passed before.
    assert played(replace(position, passed=3), "pass").phase is Phase.ACT


def test_after_five_laps_only_those_without_a_plan_may_choose() -> None:
    position = played(new_game(1, 3), "dig n1 s", "dig e1 w", "dig w1 e")
    late = replace(position, lap=6)
    assert names(late) == ["pass"]
    assert refused(late, "dig s1 n") == "B18"


def test_a_spider_takes_a_dig_and_its_victim_plans_anew() -> None:
    position = table("-,-@2,-/-,E,-/-,-@3,-", front="rS1 ; - ; -")
    assert {"spider 2 s", "spider 3 n"} <= set(names(position))
    after = played(position, "spider 2 s")
    assert (after.plan(1), after.plan(2)) == (Dig(Field(-1, 0), "s"), None)
    assert [str(card) for card in after.gone] == ["rS123"]
    assert (after.turn, refused(after, "pass")) == (2, "B11")
    assert refused(table("-,-@2,-/-,E,-", front="- ; - ; rS3"), "spider 2 s") == "B16"
    assert refused(table("-,-/-,E", front="rS1 ; - ; -", more="leaving 2"), "spider 2 s") == "B16"
    taken = table("rG12@2/ns/E", front="rS1 ; - ; -", drift="0 3 3")
    assert refused(taken, "spider 2 s") == "B14"


def test_binding_lays_drift_sets_and_puts_materials_aside() -> None:
    position = table("rG1/ns/E")
    bound = played(position, "dig n2 s", "leave", "leave", "pass", "pass", "pass")
    assert bound.drift == (2, 3, 3)
    assert bound.out == (2, 3)
    assert bound.rounds_left == 1


def test_acts_of_the_other_phase_are_refused() -> None:
    position = new_game(1, 3)
    assert refused(position, "go") == "B8"
    acting = played(position, "dig n1 s", "leave", "leave", "pass", "pass", "pass")
    assert refused(acting, "pass") == "B8"


# Action (B20-B30).


def _digging(mine: str, plan: str = "n2 s", **given: object) -> Position:
    """Seat 1 about to dig, while the others leave."""
    position = table(mine, **given)  # type: ignore[arg-type]
    return played(position, f"dig {plan}", "leave", "leave", "pass", "pass", "pass")


def test_a_dig_takes_the_treasure_and_lays_a_tunnel() -> None:
    position = _digging("-,rG2,-/-,ns,-/-,E,-", tunnels=["nes"], tops=["gG", "vD"])
    dug = played(position, "go")
    assert [str(card) for card in dug.front(1)] == ["rG12"]
    assert names(dug) == ["lay nes", "lay esw", "lay nsw"]
    assert refused(dug, "lay new") == "B22"
    laid = played(dug, "lay esw")
    assert names(laid) == ["draw 1", "draw 2", "draw 3"]
    # Faces are looked at only when all are drawn (B23).
    assert played(laid, "draw 1").step == Step(StepKind.DRAW, cards=(Treasure("g", Face.GEM),))
    drawn = played(laid, "draw 1", "draw 2")
    assert drawn.step is not None
    assert [str(card) for card in drawn.step.cards] == ["gG1", "vD1"]
    assert refused(drawn, "put n2e1") == "B26"
    put = played(drawn, "put n2e1 n2w1")
    assert str(put.mine[Field(-2, 1)]) == "gG1"
    assert names(put) == ["stand n2e1", "stand n2w1"]
    assert refused(put, "stand n2") == "B27"
    stood = played(put, "stand n2e1")
    assert stood.plan(1) == Dig(Field(-2, 1), "w")
    assert (stood.phase, stood.rounds_left, stood.start) == (Phase.PLAN, 0, 2)


def test_what_a_seat_sees_can_be_played_on() -> None:
    # The next tunnel is not seen: a dig stops there. A known dragon and a blast need none.
    digging = _digging("-,rG2,-/-,ns,-/-,E,-", tunnels=["nes"]).seen(1)
    assert names(digging) == []
    assert refused(digging, "go") == "B22"
    dragon = _digging("-,rD12,-/-,ns,-/-,E,-").seen(1)
    assert played(dragon, *names(dragon)).waker == 1
    blast = table("-,rG,-/-,ns,-/-,E,-", front="rU1 gP1 ; - ; -")
    bound = played(blast, "blast n2 s", "leave", "leave", "pass", "pass", "pass").seen(1)
    while bound.phase is Phase.ACT:
        bound = played(bound, names(bound)[0])
    assert bound.phase is Phase.PLAN


def test_one_may_look_at_the_cards_a_tunnel_points_to() -> None:
    position = _digging("-,rG,gU2/-,ns,-/-,E,-", tunnels=["es"])
    laid = played(position, "go")
    assert names(laid) == ["lay es", "lay es not n2e1", "lay sw"]
    assert str(played(laid, "lay es").mine[Field(-2, 1)]) == "gU12"
    assert str(played(laid, "lay es not n2e1").mine[Field(-2, 1)]) == "gU2"


def test_cards_that_one_does_not_look_at_may_be_named_in_any_order() -> None:
    dug = played(_digging("vS2,rG,gU2/-,ns,-/-,E,-", tunnels=["nesw"]), "go")
    assert names(dug)[-1] == "lay nesw not n2w1 n2e1"
    laid = played(dug, "lay nesw not n2e1 n2w1")
    assert laid == played(dug, "lay nesw not n2w1 n2e1")
    assert [str(laid.mine[Field(-2, east)]) for east in (-1, 1)] == ["vS2", "gU2"]


def test_a_meeple_goes_to_no_card_that_somebody_else_is_about_to_take() -> None:
    planned = table("rG,g?@2/ns,ns/E,nw", tunnels=["es"])
    blasted = table("rG,g?,v?@2*/ns,-,ns/E,ew,nw", front="- ; rU gP ; -", tunnels=["es"])
    free = table("rG,g?/ns,ns/E,nw", tunnels=["es"])
    for position, spots in ((planned, []), (blasted, []), (free, ["stand n2e1"])):
        second = "pass" if position.plan(2) else "leave"
        bound = played(position, "dig n2 s", second, "leave", "pass", "pass", "pass")
        laid = played(bound, "go", "lay es")
        assert [act for act in names(laid) if act.startswith("stand")] == spots


def test_with_all_ends_closed_nothing_is_drawn() -> None:
    position = _digging("#,rG,#/-,ns,-/-,E,-", tunnels=["esw"])
    after = played(position, "go", "lay esw")
    assert after.plan(1) is None
    assert sum(map(len, after.stacks)) == sum(map(len, position.stacks))


def test_stacks_that_run_out_leave_ends_empty() -> None:
    position = _digging("-,rG,-/-,ns,-/-,E,-", tunnels=["nesw"])
    one = Treasure("g", Face.GEM)
    short = replace(position, stacks=((), (one,), ()))
    laid = played(short, "go", "lay nesw")
    assert names(laid) == ["draw 2"]
    drawn = played(laid, "draw 2")
    assert names(drawn) == ["put n3", "put n2e1", "put n2w1"]


def test_without_tunnels_a_digger_gets_his_card_and_the_match_ends() -> None:
    position = _digging("-,rG,-/-,ns,-/-,E,-")
    after = played(replace(position, tunnels=()), "go")
    assert (after.phase, after.points) == (Phase.OVER, (3, 0, 0))


def test_a_dragon_ends_the_match_for_those_inside() -> None:
    position = table("vD2@2,-/ns,-/E,-", tunnels=["sw"])
    bound = played(position, "dig e1 w", "pass", "leave", "pass", "pass", "pass")
    ended = bound
    while ended.phase is Phase.ACT:
        ended = apply(ended, legal(ended)[0])
    assert (ended.waker, ended.points) == (2, (-1, -1, 3))


def test_a_blast_takes_three_cards_and_three_tunnels() -> None:
    position = table("-,rG,-/-,ns,-/-,E,-", front="rU1 gP1 ; - ; -", tops=["gG", "gS", "vU"])
    bound = played(position, "blast n2 s", "leave", "leave", "pass", "pass", "pass")
    assert [card.face for card in bound.gone] == [Face.SULPHUR, Face.SALTPETER]
    first = played(bound, "go")
    assert first.mine[Field(-2, 0)] == ""
    assert "draw 1 n2e1" in names(first)
    after = played(first, "draw 1 n2e1", "draw 2 n2w1")
    assert [str(card) for card in after.front(1)] == ["rG1", "gG1", "gS1"]
    assert len(after.tunnels) == len(bound.tunnels) - 3
    assert (after.plan(1), 1 in after.out) == (None, False)


def test_a_blast_takes_the_treasures_of_its_row_first() -> None:
    position = table("g?,rG,v?/-,ns,-/-,E,-", front="rU1 gP1 ; - ; -")
    bound = played(position, "blast n2 s", "leave", "leave", "pass", "pass", "pass", "go")
    assert names(bound) == ["take n2e1", "take n2w1"]
    assert refused(bound, "draw 1 n2e1") == "B29"
    assert len(played(bound, "take n2w1", "take n2e1").front(1)) == 3


# Cave-in (B31-B36).


def test_a_cave_in_brings_down_what_is_joined_to_it() -> None:
    position = table(
        "-,rG,-/r?@2,nsw,-/-,E,v?3@3",
        tunnels=["es"],
        tops=["gC"],
    )
    bound = played(position, "dig n2 s", "pass", "pass", "pass")
    fallen = played(bound, "go", "lay es", "draw 1", "put n2e1")
    assert str(fallen.mine[Field(-2, 1)]) == "gC123"
    assert fallen.mine[Field(-1, 0)] == fallen.mine[Field(-2, 0)] == ""
    assert fallen.mine[Field(0, 0)] == "nesw"
    # The digger keeps his card; 2 loses way and action, 3 at the entry doesn't.
    assert [str(card) for card in fallen.front(1)] == ["rG1"]
    assert (fallen.plan(1), fallen.plan(2), fallen.turn) == (None, None, 3)


def test_tunnels_hang_together_where_the_ends_of_both_meet() -> None:
    position = table("nes,ns/E,nw")  # n1 opens to n1e1, which is closed to it.
    assert position.system([Field(-1, 0)]) == {Field(-1, 0)}
    assert position.system([Field(-1, 1)]) == {Field(-1, 1), Field(0, 1)}
    assert position.system([Field(0, 0)]) == set()


def test_a_cave_in_on_a_planned_field_skips_its_digger() -> None:
    # 1 digs at n1e1 from a tunnel whose end points at 2's empty field at the entry.
    side = table("-,nes,r?/-,E,-@2", tunnels=["sw"], tops=["gC"])
    bound = played(side, "dig n1e1 w", "pass", "leave", "pass", "pass", "pass")
    after = played(bound, "go", "lay sw", "draw 1", "put e1")
    assert (after.plan(2), after.phase) == (None, Phase.PLAN)


def test_a_cave_in_ends_a_blast_and_brings_down_its_way() -> None:
    position = table("-,rG,-/-,ns,-/-,E,-", front="rU1 gP1 ; - ; -", tops=["gC"])
    bound = played(position, "blast n2 s", "leave", "leave", "pass", "pass", "pass")
    after = played(bound, "go", "draw 1 n2e1")
    assert [str(card) for card in after.front(1)] == ["rG1"]
    assert after.mine[Field(-1, 0)] == ""
    assert str(after.mine[Field(-2, 1)]) == "gC123"


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


def test_the_round_after_the_first_left_is_the_last() -> None:
    position = table("-,-,-/-,E,-", more="out 3 | rounds_left 0")
    bound = played(position, "leave", "leave", "pass", "pass")
    assert (bound.phase, bound.points) == (Phase.OVER, (1, 1, 1))
    last = played(position, "dig n1 s", "dig e1 w", "pass", "pass")
    while last.phase is Phase.ACT:
        last = apply(last, legal(last)[0])
    assert last.phase is Phase.OVER


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
    assert played(first, *["leave"] * 3, *["pass"] * 3).phase is Phase.OVER


def test_a_position_is_read_back_from_its_text() -> None:
    position = read_position(EXAMPLE_1)
    assert read_position(position_text(position)) == position
    assert isinstance(Game.read_act("go"), Go)
    assert Game.read_act("draw 2 n1") == Draw(2, Field(-1, 0))
