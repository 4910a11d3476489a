"""The action phase of Raubbau, and its cave-ins, rule by rule (B20-B36)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ksm_widgets.companions.raubbau.box import Face
from ksm_widgets.companions.raubbau.cards import Treasure
from ksm_widgets.companions.raubbau.companion import COMPANION
from ksm_widgets.companions.raubbau.places import Field
from ksm_widgets.companions.raubbau.plans import Dig
from ksm_widgets.companions.raubbau.position import Phase, Position, Step, StepKind
from ksm_widgets.companions.raubbau.rules import (
    apply,
    legal,
)
from tests.companions.raubbau_positions import table
from tests.companions.shared import InText

if TYPE_CHECKING:
    from collections.abc import Sequence

_GAME = InText(COMPANION)
played, names, refused = _GAME.played, _GAME.names, _GAME.refused


# Digs and blasts (B20-B30).


def _digging(
    mine: str, plan: str = "n2 s", *, tunnels: Sequence[str] = (), tops: Sequence[str] = ()
) -> Position:
    """Seat 1 about to dig, while the others leave."""
    position = table(mine, tunnels=tunnels, tops=tops)
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
    for position, stands in ((planned, []), (blasted, []), (free, ["stand n2e1"])):
        second = "pass" if position.plan(2) else "leave"
        bound = played(position, "dig n2 s", second, "leave", "pass", "pass", "pass")
        laid = played(bound, "go", "lay es")
        assert [act for act in names(laid) if act.startswith("stand")] == stands


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
    assert (after.phase, after.points) == (Phase.MATCH_OVER, (3, 0, 0))


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


# Cave-ins (B31-B36).


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
