"""Magic objects in the explorer: those ticked may be spent, and are only where it pays."""

from __future__ import annotations

import json
from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING

import pytest

from ksm_widgets.explorer.links import example, link_of, situation_of
from ksm_widgets.explorer.situation import Attempt, Situation
from ksm_widgets.rules import Card, Position, Power, Quarry, Shape, Values
from ksm_widgets.solver import Answer, Problem, Status, solve
from ksm_widgets.solving.links import problem_of
from ksm_widgets.widgets import Explorer
from tests.page.kernelless import click, html, words

if TYPE_CHECKING:
    from ksm_widgets.explorer.session import ShownPlans

CARPET, MIRROR, AMULET = Power.CARPET, Power.MIRROR, Power.AMULET
STEP = Position.near("5,45,-,-,-,-")
"""The carpet takes both fives where they are, for 10; without it, a move makes it 5 + 4 - 1."""


def quarries(names: str) -> tuple[Quarry, ...]:
    return tuple(map(Quarry.parse, names.split()))


def sitting(*powers: Power, position: Position = STEP, worth: int = 1) -> Explorer:
    """An explorer with these objects ticked, each worth so many coins."""
    situation = Situation(position, powers=frozenset(powers), values=Values.parse({"magic": worth}))
    return Explorer(situation.with_card(Card(1, Shape.parse("##"))), language="en")


def asked(explorer: Explorer, what: str = "plan") -> ShownPlans:
    """Press a button that asks the solver, and wait for the answer."""
    explorer.act("solve", what)
    explorer.wait()
    shown = explorer.session.state.shown
    assert shown is not None
    return shown


def test_solve_says_what_to_spend_and_what_to_keep() -> None:
    explorer = Explorer(example("carpet").situation, language="en")
    for power in (CARPET, MIRROR):
        explorer.act("power", power.value)
    shown = asked(explorer)
    line = "Spend the carpet, keep the mirror: net 13."
    assert words(explorer, "said").startswith(line)
    assert line in words(explorer, "plans")
    assert "Proven" in words(explorer, "plans")
    assert explorer.page.announcement.startswith(line)
    assert shown.plan is not None
    assert shown.plan.turn.powers == {CARPET}
    explorer.act("step", "2")
    account = html(explorer, "under")
    assert "treasures 9 + other tiles 7 − 1 to pay − 2 for objects spent = 13" in account
    assert "Spent: the carpet. Worth if kept: 2" in words(explorer, "under")
    explorer.act("language", "de")
    assert "Beil einsetzen, Spiegel behalten: netto 13." in words(explorer, "plans")
    assert "− 2 für eingesetzte Objekte = 13" in html(explorer, "under")


@pytest.mark.long
def test_an_object_that_does_not_pay_is_kept() -> None:
    explorer = sitting(AMULET, MIRROR)
    asked(explorer)
    assert words(explorer, "said").startswith("Keep the mirror and the amulet: net 8.")
    for worth, line in ((1, "Spend the carpet: net 9."), (3, "Keep the carpet: net 8.")):
        explorer = sitting(CARPET, worth=worth)
        asked(explorer)
        assert words(explorer, "said").startswith(line)


@pytest.mark.long
def test_what_each_set_brings_can_be_shown_on_the_board() -> None:
    explorer = Explorer(
        replace(example("carpet").situation, powers=frozenset({CARPET, MIRROR})), language="en"
    )
    shown = asked(explorer)
    nets = {shown.plans[place].turn.powers: shown.plans[place].net for place in shown.choices}
    assert len(nets) == 4
    for powers, net in nets.items():
        problem = replace(shown.answer.problem, powers=powers, may_spend=frozenset())
        assert solve(problem).net == net + 2 * len(powers)
    told = words(explorer, "plans")
    assert "What each choice gains Spend the carpet net 13" in told
    assert "Spend nothing net 12" in told
    assert "Spend the mirror and the carpet net " in told
    nothing = next(place for place in shown.choices if not shown.plans[place].turn.powers)
    explorer.act("plan", str(nothing))
    assert "Keep the mirror and the carpet: net 12." in words(explorer, "said")
    assert explorer.session.state.plan == shown.plans[nothing]
    # Without an object there is nothing to choose.
    plain = sitting()
    asked(plain)
    assert "What each choice gains" not in words(plain, "plans")


def test_the_best_digs_say_what_each_of_them_spends() -> None:
    explorer = sitting(CARPET, position=Position.near("5,45,4,-,-,-"))
    shown = asked(explorer, "best")
    assert shown.listed == 5
    assert {plan.turn.powers for plan in shown.plans[:5]} == {frozenset(), frozenset({CARPET})}
    assert " · spend the carpet · a1, b1" in words(explorer, "plans")


def test_an_own_dig_spends_only_what_it_needs() -> None:
    explorer = sitting(CARPET, AMULET, MIRROR, worth=4)
    explorer.act("mode", "play")
    explorer.act("tool", "dig")
    click(explorer, "a1")
    attempt = explorer.session.state.attempt
    assert attempt.turn.dig == quarries("a1 b1")
    assert attempt.spent == attempt.turn.powers == {CARPET}
    assert "Net: 6. Spent: the carpet. Worth if kept: 4" in words(explorer, "said")
    explorer.act("judge", "")
    explorer.wait()
    assert "2 short of the best" in words(explorer, "said")
    assert "What it misses: 4 for objects spent" in words(explorer, "said")
    explorer.act("keep", "")
    assert explorer.session.situation.powers == {AMULET, MIRROR}


@pytest.mark.parametrize(
    ("near", "money", "spent"),
    [("5,1,-,-,-,-", 10, ""), ("5,z,-,-,-,-", 10, "amulet"), ("1,x,-,-,-,-", 0, ""),
     ("x,x,-,-,-,-", 0, "amulet"), ("5,1z,-,-,-,-", 10, "carpet amulet"),
     ("5,1x,-,-,-,-", 10, "carpet")],
)  # fmt: skip
def test_the_amulet_is_spent_for_curses_that_cost_more(near: str, money: int, spent: str) -> None:
    situation = Situation(
        Position.near(near), powers=frozenset({CARPET, AMULET, MIRROR}), money=money
    ).with_card(Card(1, Shape.parse("##")))
    attempt = Attempt(situation).digging(quarries("a1 b1"))
    assert attempt.spent == frozenset(map(Power, spent.split()))
    assert attempt.account.affordable


def test_hints_are_about_the_same_choice() -> None:
    explorer = sitting(CARPET, AMULET)
    explorer.act("mode", "play")
    for _ in range(3):
        explorer.act("hint", "")
        explorer.wait()
    assert "Spend the carpet, keep the amulet: net 9." in words(explorer, "said")


def test_a_search_in_the_middle_of_a_turn_counts_the_objects_once() -> None:
    explorer = sitting(CARPET, position=Position.near("5,45,-,3,-,-"))
    explorer.act("mode", "play")
    click(explorer, "d1", "e1")
    shown = asked(explorer)
    plan = shown.plans[0]
    assert (plan.net, plan.kept) == (Decimal(8), Decimal(1))
    assert plan.turn.powers == {CARPET}
    assert words(explorer, "said").startswith("Spend the carpet: net 8. Best from here")


def test_with_a_holding_the_loss_is_counted_once_and_told() -> None:
    explorer = sitting(CARPET)
    for act, value in (("screen", "on"), ("players", "2"), ("last", "on")):
        explorer.act(act, value)
    for theirs in ("0,curses,0", "0,magic,2"):
        explorer.act("other", theirs)
    shown = asked(explorer)
    assert shown.plan is not None
    # It comes second with the carpet, which is more than a coin for a move.
    assert shown.plan.turn.powers == frozenset()
    (spending,) = (plan for plan in shown.plans if plan.turn.powers)
    place = shown.plans.index(spending)
    explorer.act("plan", str(place))
    explorer.act("step", str(len(spending.moves) + 1))
    assert not spending.moves
    assert spending.kept == 0
    assert f"Worth if kept: {10 - spending.net}, already" in words(explorer, "under")
    assert f"= {spending.net}".replace("-", "−") in html(explorer, "under")


@pytest.mark.long
def test_looks_choose_among_the_objects_and_say_so() -> None:
    explorer = sitting(CARPET, MIRROR, position=Position.near("-,?5,3,-,-,-"))
    problem = explorer.session.question.problem(reactions=1)
    assert problem.may_spend == {CARPET, MIRROR}
    assert not problem.powers
    shown = asked(explorer, "look")
    assert shown.policy is not None
    fixed = shown.policy.fixed
    assert fixed is not None
    assert fixed.turn.powers == {CARPET}
    assert fixed.kept == 1
    assert shown.policy.look is None
    assert "Spend the carpet, keep the mirror" in words(explorer, "said")
    assert "Spend the carpet, keep the mirror" in words(explorer, "plans")


def test_a_tick_in_a_link_or_a_pasted_problem_is_an_object_held() -> None:
    link = f"board={STEP.text}&card=1&powers=mirror,carpet"
    situation = situation_of(link)
    assert situation.powers == {MIRROR, CARPET}
    assert situation.problem().may_spend == {MIRROR, CARPET}
    assert link_of(situation) == link
    explorer = sitting()
    for text in ({"powers": ["seal"]}, {"may_spend": ["seal"]}):
        explorer.act("paste", json.dumps({"board": STEP.text, "shape": "##", **text}))
        assert explorer.session.situation.powers == {Power.SEAL}
    # A position to make puzzles of spends its objects, as it always did.
    problem, _ = problem_of(link)
    assert problem.powers == {MIRROR, CARPET}
    assert not problem.may_spend


def test_a_stopped_search_does_not_call_its_choice_the_best() -> None:
    mine = example("carpet").situation.position

    def hurried(problem: Problem, **_: object) -> Answer:
        return replace(solve(problem), status=Status.FEASIBLE)

    situation = Situation(mine, powers=frozenset({CARPET, MIRROR}), number=15)
    explorer = Explorer(situation, language="en", solver=hurried)
    answer = asked(explorer).answer
    assert answer.status is Status.FEASIBLE
    assert len(answer.sets) == 4
    assert "some of these may gain more" in words(explorer, "plans")
    assert "Proven" not in words(explorer, "plans")
