"""The planning phase of Raubbau, rule by rule, each with what it forbids (B8-B19)."""

from __future__ import annotations

from dataclasses import replace
from importlib.resources import files

import pytest

from ksm_widgets.companions import raubbau
from ksm_widgets.companions.raubbau.bot import choose
from ksm_widgets.companions.raubbau.box import Box
from ksm_widgets.companions.raubbau.companion import COMPANION
from ksm_widgets.companions.raubbau.places import Field
from ksm_widgets.companions.raubbau.planning import blast_cards
from ksm_widgets.companions.raubbau.plans import Dig
from ksm_widgets.companions.raubbau.position import Phase
from ksm_widgets.companions.raubbau.rules import (
    new_game,
)
from ksm_widgets.companions.raubbau.text import read_position
from ksm_widgets.rules.errors import RuleError
from tests.companions.raubbau_positions import EXAMPLE_1, table
from tests.companions.shared import InText

_GAME = InText(COMPANION)
BOX = (files(raubbau) / "raubbau.toml").read_text(encoding="utf-8")
played, names, refused = _GAME.played, _GAME.names, _GAME.refused


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
    assert after.phase is Phase.MATCH_OVER
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


def test_a_blast_of_two_of_a_kind_takes_those_that_all_know_first() -> None:
    box = Box.parse(BOX.replace('"U P"', '"same"'))
    hidden, open_ones = "rU1 gU1", "rP+ gP+"
    for front, spent in [
        (f"{hidden} {open_ones}", (2, 3)),
        (f"{open_ones} {hidden}", (0, 1)),
        (f"rU+ gU1 {open_ones}", (2, 3)),
    ]:
        position = replace(table("-,r?,-/-,ns,-/-,E,-", front=f"{front} ; - ; -"), box=box)
        assert blast_cards(position, 1) == spent


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


def test_the_bot_rates_an_unknown_card_no_higher_than_what_it_can_be() -> None:
    text = BOX.replace("gem = [6", "gem = [16")
    for other in ("dragon = [2", "cave_in = [1", "sulphur = [3", "saltpeter = [3", "spider = [1"):
        text = text.replace(f"\n{other}", f"\n{other[:-1]}0")
    position = replace(table("rG1,-/E,r?"), box=Box.parse(text))
    assert choose(position, 1) == Dig(Field(-1, 0), "s")
