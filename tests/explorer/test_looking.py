"""Plans with a look in a sitting: the way to it, what is asked there, and what comes next."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest

from ksm_widgets.explorer.editing import load, switch_mode
from ksm_widgets.explorer.entering import ask_about, name_tile
from ksm_widgets.explorer.plans import (
    advised,
    choose_plan,
    foreseen,
    sees,
    show_policy,
    step_to,
    take_over,
)
from ksm_widgets.explorer.playing import key, move, press, release
from ksm_widgets.explorer.record import record_of
from ksm_widgets.explorer.session import Mode, Session
from ksm_widgets.explorer.situation import Query, Situation
from ksm_widgets.explorer.view.marks import marks_of
from ksm_widgets.rules import Card, Move, Position, Quarry, Shape, Tile
from ksm_widgets.solver import Policy, Status, solve, solve_covered
from ksm_widgets.solver.problem_reading import Slot
from ksm_widgets.telling.phrases import Reader
from ksm_widgets.words import LANGUAGES
from tests.mines import fives_and_masks


@pytest.fixture(autouse=True)
def small_box(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ksm_widgets.explorer.situation.unseen_tiles", fives_and_masks)


B1, C1, F1 = (Quarry.parse(name) for name in ("b1", "c1", "f1"))
TABLE = "-,?5,-,3,-,?1"
"""The 5 comes down to the 3; what it lay on shows then, and is dug in place of the 3 if better."""
KNOWN = "-,55,-,3,-,11"
"""The same with every tile known."""


def sitting(near: str, *, covered: bool = False) -> Session:
    """A turn with a card of two quarries, side by side."""
    situation = Situation(position=Position.near(near)).with_card(Card(1, Shape.parse("##")))
    return replace(switch_mode(load(Session(), situation), Mode.PLAY), covered=covered)


@cache
def sought(question: Query, looks: int = 1) -> Policy:
    return solve_covered(question.problem(reactions=looks))


def advice(session: Session, looks: int = 1) -> Session:
    return show_policy(session, session.question, sought(session.question, looks))


def said(session: Session, language: str = "en") -> str:
    assert session.notice is not None
    return session.notice.text(Reader(language))


def test_the_look_stands_against_the_dig_without_it() -> None:
    session = advice(sitting(TABLE))
    assert advised(session)
    told = said(session)
    assert told.startswith("Look first: net 7.9 on average. Dig without looking: net 7.")
    assert "Proven: no plan with one look nets more." in told
    assert "net 7,9" in said(session, "de").replace("netto", "net")
    shown = session.state.shown
    assert shown is not None
    way, fixed = shown.plans
    assert (way.moves, way.dig, shown.look) == ((Move.parse("b1-c1"),), None, B1)
    assert fixed == solve(session.question.problem()).plan
    assert session.undo().state.shown is None


def test_where_the_way_ends_the_tile_is_asked_for() -> None:
    session = advice(sitting(TABLE))
    assert session.state.look_due is None
    assert session.unseen_tile is None
    session = step_to(session, 1)
    assert session.state.look_due == B1
    assert session.hand.cursor == B1
    assert said(session).endswith("Choose b1 and say which tile is uncovered there.")
    assert session.unseen_tile == Slot.parse("b1:1")
    assert key(session, "PageDown").state.look_due == B1
    named = key(session, "5")
    assert named.position == Position.near("-,5,5,3,-,?1")
    assert named.state.moves == (Move.parse("b1-c1"),)


def test_a_tile_that_lies_bare_already_is_looked_at_first() -> None:
    session = advice(sitting("?,2,-,3"))
    assert session.state.shown is not None
    assert session.state.shown.look == Quarry.parse("a1")
    assert said(session).endswith("Choose a1 and say which tile is uncovered there.")
    assert session.unseen_tile == Slot.parse("a1:1")


def test_the_other_plan_digs_without_a_look() -> None:
    session = choose_plan(advice(sitting(TABLE)), 1)
    assert said(session) == "This plan nets 7; moves: 1, then the dig on c1, d1."
    session = step_to(session, 1)
    assert session.state.look_due is None
    assert "say which tile" not in said(session)
    back = choose_plan(session, 0)
    assert said(back) == "This plan looks at b1; moves until then: 1."


def test_who_makes_the_moves_alone_stands_at_the_look_too() -> None:
    session = advice(sitting(TABLE))
    session = replace(session, state=replace(session.state, watching=False))
    session = move(session, Move(B1, C1))
    assert session.state.look_due == B1
    assert session.unseen_tile == Slot.parse("b1:1")
    session = move(session, Move(C1, Quarry.parse("c2")))
    assert session.state.look_due is None


# The covered view.


def test_the_covered_view_shows_a_tile_to_who_has_made_the_move() -> None:
    session = step_to(advice(sitting(KNOWN, covered=True)), 1)
    assert session.position.top(B1) is Tile.UNSEEN
    assert said(session).endswith("Choose b1 to see which tile is uncovered there.")
    assert marks_of(session).area == (B1,)
    # The board knows it: there is nothing to name.
    assert session.unseen_tile is None
    assert session.unseen_on(B1) == ()
    assert ask_about(session, B1).asked is None
    assert sees(session)
    assert not session.looked
    for gone_on in (
        take_over(session),
        key(session, "PageDown"),
        key(session, "Enter"),
        touched(session, B1),
    ):
        assert gone_on.looked
        assert not sees(gone_on)
        assert gone_on.seen_position.top(B1) is Tile.TREASURE_5
        assert gone_on.question.situation.position == Position.near("-,55,-,3,-,?1")


def touched(session: Session, quarry: Quarry) -> Session:
    return release(press(session, quarry), quarry)


def test_before_the_look_nothing_has_shown() -> None:
    session = advice(sitting(KNOWN, covered=True))
    for early in (session, take_over(session), choose_plan(session, 1)):
        assert not sees(early)
        assert not early.looked


# What is next.


@pytest.mark.long
def test_what_the_tree_knows_of_the_tile_named_needs_no_search() -> None:
    before = step_to(advice(sitting(TABLE), looks=2), 1)
    for tile, near, dig in (("5", "-,5,5,3,-,?1", "b1 c1"), ("x", "-,x,5,3,-,?1", "c1 d1")):
        named = name_tile(before, Tile(tile))
        assert named.position == Position.near(near)
        policy = foreseen(before, named)
        assert policy is not None
        assert policy.problem == named.question.problem(reactions=1)
        after = show_policy(named, named.question, policy)
        assert said(after).startswith("Stop and dig now: net ")
        plan = after.state.plan
        assert plan is not None
        assert " ".join(map(str, plan.dig or ())) == dig
        assert plan.moves == (Move.parse("b1-c1"),)
        # The money spent on the move counts: the same as if it were sought anew.
        assert policy.net == sought(named.question).net


@pytest.mark.long
def test_in_the_covered_view_the_tree_is_asked_for_what_has_shown() -> None:
    before = step_to(advice(sitting(KNOWN, covered=True), looks=2), 1)
    after = take_over(before)
    policy = foreseen(before, after)
    assert policy is not None
    assert policy.problem == after.question.problem(reactions=policy.problem.reactions)
    assert policy.net == 10


def test_the_whole_turn_is_told_with_the_moves_made() -> None:
    """A look from the board as it stands nets what it nets for the rest, less the move made."""
    session = sitting("-,-,-,-,-,1/-,?5,-,3,-,-")
    made = move(session, Move(Quarry.parse("f2"), Quarry.parse("f1")))
    after = advice(made)
    assert said(after).startswith("Look again: net 6.9 on average. Dig without looking: net 6.")
    assert sought(made.question).net == sought(session.question).net
    shown = after.state.shown
    assert shown is not None
    assert shown.begun == shown.step == 1
    assert shown.plans[0].moves == (Move.parse("f2-f1"), Move.parse("b1-c1"))
    assert step_to(after, 2).state.look_due is not None


def test_what_the_tree_does_not_know_is_found_anew() -> None:
    before = step_to(advice(sitting(TABLE), looks=2), 1)
    elsewhere = name_tile(ask_about(before, F1), Tile.ALPHA)
    assert foreseen(before, elsewhere) is None
    last = step_to(advice(sitting(TABLE), looks=1), 1)
    assert foreseen(last, name_tile(last, Tile.TREASURE_5)) is None
    further = move(take_over(before), Move(C1, Quarry.parse("c2")))
    assert foreseen(before, name_tile(ask_about(further, B1), Tile.TREASURE_5)) is None
    known = sought(last.question, 2)
    doubtful = {
        tile: replace(one, status=Status.FEASIBLE, problem=replace(one.problem, reactions=1))
        for tile, one in known.then.items()
    }
    stopped = replace(known, status=Status.FEASIBLE, then=doubtful)
    unsure = show_policy(sitting(TABLE), last.question, stopped)
    assert foreseen(unsure, name_tile(step_to(unsure, 1), Tile.TREASURE_5)) is None
    assert foreseen(sitting(TABLE), before) is None


def test_an_answer_to_another_question_is_dropped() -> None:
    session = sitting(TABLE)
    policy = sought(session.question)
    moved = move(session, Move(B1, C1))
    assert said(show_policy(moved, session.question, policy)).startswith("The position changed")


def test_nothing_found_is_told_so() -> None:
    session = sitting(TABLE)
    problem = session.question.problem(reactions=1)
    none = Policy(problem, Status.UNKNOWN, None, Fraction(9))
    assert said(show_policy(session, session.question, none)) == (
        "The search was stopped before it found a plan."
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_record_tells_of_the_look(language: str) -> None:
    record = record_of(step_to(advice(sitting(TABLE)), 1), language)
    wanted = {"en": "Net 7.9 · moves 1 · look at b1", "de": "auf b1 nachsehen"}
    assert wanted[language] in record
    assert "1. " in record
    assert "2. " not in record
