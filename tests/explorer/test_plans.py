"""Plans step by step, hints, ideas, verdicts: what is told, and that it is true."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from ksm_widgets.explorer.editing import load
from ksm_widgets.explorer.plan_words import answer_phrase, plan_phrase
from ksm_widgets.explorer.plans import (
    back_to_own,
    choose_plan,
    hand_notice,
    next_hint,
    show_answer,
    show_verdict,
    step_to,
    take_over,
)
from ksm_widgets.explorer.record import record_of
from ksm_widgets.explorer.session import Mode, Session, State
from ksm_widgets.explorer.situation import Query, Situation
from ksm_widgets.rules import Move, Position, Power, Quarry, Turn
from ksm_widgets.solver import (
    Answer,
    Idea,
    Plan,
    Problem,
    Status,
    judge,
    solve,
)
from ksm_widgets.solver.answer import plan_of
from ksm_widgets.telling.hints import HintLevel, hint, hint_area, hint_marks
from ksm_widgets.telling.phrases import Phrase, Reader
from ksm_widgets.telling.plans import idea_phrase, step_phrases, verdict_phrases
from ksm_widgets.words import LANGUAGES, coins


def situation(near: str, *, number: int = 1, powers: str = "", money: int = 10) -> Situation:
    """A mine with only the two rows at the entrance filled, and card 1: three side by side."""
    return Situation(
        position=Position.near(near),
        number=number,
        powers=frozenset(Power(name) for name in powers.split()),
        money=money,
    )


def best(asked: Situation) -> tuple[Problem, Plan]:
    problem = asked.problem()
    plan = solve(problem).plan
    assert plan is not None
    return problem, plan


def said(plan: Plan, language: str = "en") -> list[str]:
    return [phrase.say(language) for phrase in step_phrases(plan)]


def test_each_step_says_what_moves_and_what_lies_bare() -> None:
    asked = situation("5,4,3z,-,-,-")
    _, plan = best(asked)
    assert len(plan.turn.moves) == 1
    told = said(plan)
    assert told[0].startswith("The mummy on c1 moves to ")
    assert told[0].endswith(", down to level 1; a treasure of 3 is uncovered on c1.")
    assert told[1] == ("The dig on a1, b1, c1 takes treasures of 5, 4 and 3.")


def test_what_is_covered_and_what_is_emptied_is_told() -> None:
    asked = situation("5z,1,2,-,-,-")
    plan = plan_of(asked.problem(), Turn((Move.parse("a1-b1"),)))
    (english,), (german,) = said(plan), said(plan, "de")
    assert english == (
        "The mummy on a1 moves to b1, staying on level 2; a treasure of 5 is uncovered on a1, "
        "the treasure of 1 on b1 is covered."
    )
    assert german.endswith(
        "auf a1 wird ein Schatz im Wert von 5 freigelegt, "
        "der Schatz im Wert von 1 auf b1 wird zugedeckt."
    )
    (told,) = said(plan_of(asked.problem(), Turn((Move.parse("b1-b2"),))))
    assert told.endswith("level 1; b1 is left empty.")


@pytest.mark.parametrize(("powers", "told"), [("", "3"), ("amulet", "nothing")])
def test_curses_in_a_dig_are_told_with_their_cost(powers: str, told: str) -> None:
    for mine, one in (("5,4,z,-,-,-", True), ("5,x,y,-,-,-", False)):
        asked = situation(mine, powers=powers)
        dig = tuple(Quarry.parse(name) for name in ("a1", "b1", "c1"))
        plan = plan_of(asked.problem(), Turn((), dig, asked.powers))
        curses = "its curse costs" if one else "its curses cost"
        assert f"{curses} {told}." in said(plan)[-1]


def test_hints_tell_more_and_more() -> None:
    problem, plan = best(situation("5,4,3z,-,-,-"))
    told = [hint(problem, plan, hint_level).say("en") for hint_level in HintLevel if hint_level]
    assert told[0] == idea_phrase(Idea.CLEAR_CURSE).say("en")
    assert told[1] == "Look near the entrance, on the left."
    assert told[2] == "The dig takes treasures of 5, 4 and 3."
    assert told[3].startswith("Next: the mummy on c1 moves to")
    assert told[4] == "Make 1 move, then dig a1, b1, c1."
    assert hint_marks(plan, HintLevel.IDEA) == ()
    assert set(plan.dig or ()) < set(hint_area(plan))
    assert set(hint_marks(plan, HintLevel.MOVE)) == {
        plan.turn.moves[0].source,
        plan.turn.moves[0].target,
    }
    after = hint(problem, plan, HintLevel.MOVE, plan.turn.moves).say("en")
    assert after.startswith("Next: The dig on")
    assert hint_marks(plan, HintLevel.MOVE, plan.turn.moves) == plan.dig


def test_the_tile_to_carry_into_the_dig_is_named_with_its_quarry() -> None:
    problem, plan = best(situation("5,5,-,4,-,-"))
    told = hint(problem, plan, HintLevel.IDEA)
    assert told.say("en").startswith("Bring the treasure of 4 from d1 to the dig:")
    assert told.say("de").startswith("Der Schatz im Wert von 4 von d1 gehört mit zur Ausgrabung:")


def test_a_verdict_names_the_first_coin_lost() -> None:
    asked = situation("5,4,3z,-,-,-")
    problem, plan = best(asked)
    wasted = Turn((Move.parse("a1-a2"), Move.parse("a2-a1"), *plan.turn.moves), plan.dig)
    verdict = judge(problem, wasted, solve)
    assert verdict is not None
    told = [phrase.say("en") for phrase in verdict_phrases(verdict)]
    assert told[1] == "Your turn nets 9; at its start, 11 was possible."
    assert told[3].startswith("You lost the first coin with move 1: the treasure of 5 on a1")
    for language in LANGUAGES:
        assert all(phrase.say(language) for phrase in verdict_phrases(verdict))


def test_a_verdict_on_the_dig_itself() -> None:
    asked = situation("1,1,1,-,-,-/5,4,3,-,-,-")
    problem = asked.problem()
    dig = tuple(Quarry.parse(name) for name in ("a2", "b2", "c2"))
    verdict = judge(problem, Turn((), dig), solve)
    assert verdict is not None
    assert "another dig was better" in verdict_phrases(verdict)[3].say("en")


def test_a_stopped_search_is_not_called_proven() -> None:
    problem, plan = best(situation("5,4,3,-,-,-"))
    stopped = Answer(problem, Status.FEASIBLE, plan, Decimal(20))
    verdict = judge(problem, plan.turn, lambda _: stopped)
    assert verdict is not None
    assert "stopped early" in verdict_phrases(verdict)[-1].say("en")


def test_a_hand_s_stopped_search_is_not_called_proven() -> None:
    asked = situation("5,4,3,-,-,-")
    _, plan = best(asked)
    stopped = Answer(asked.problem(), Status.FEASIBLE, replace(plan, card=1), Decimal(20))
    told = hand_notice(Query(asked), stopped).text(Reader("en"))
    assert told.startswith("Card 1 gains the most: 12. The search was stopped early")
    nothing = Answer(asked.problem(), Status.UNKNOWN, None, None)
    assert "before it found a plan" in hand_notice(Query(asked), nothing).text(Reader("en"))


def test_no_dig_so_far_is_not_called_the_best_there_is() -> None:
    asked = situation("5,4,3,-,-,-")
    nothing = plan_of(asked.problem(), Turn())
    for status, told in (
        (Status.FEASIBLE, "No plan nets more than 12"),
        (Status.OPTIMAL, "best not to dig"),
    ):
        session = load(Session(), asked)
        answer = Answer(asked.problem(), status, nothing, Decimal(12))
        session = show_answer(session, Query(asked), answer)
        assert session.state.shown is not None
        assert told in answer_phrase(session.state.shown).say("en")


def test_a_verdict_speaks_of_hints_only_while_there_are_some() -> None:
    asked = situation("5,4,3z,-,-,-")
    verdict = judge(asked.problem(), Turn(), solve)
    session = Session(state=State(situation=asked, mode=Mode.PLAY))
    session = show_answer(session, Query(asked), solve(asked.problem()), hide=True)
    for hint_level in range(6):
        told = show_verdict(session, verdict).notice
        assert told is not None
        assert ("ask for a hint" in told.text(Reader("en"))) == (hint_level < 5)
        assert ("Tipp" in told.text(Reader("de"))) == (hint_level < 5)
        session = next_hint(session)


@pytest.mark.parametrize(
    ("amount", "language", "text"),
    [
        ("10", "en", "10"), ("2.500", "en", "2.5"), ("0", "de", "0"), ("0.0", "en", "0"),
        ("-3.1", "en", "−3.1"), ("2.5", "de", "2,5"), ("-0.125", "de", "−0,125"),
        ("1E+1", "de", "10"),
    ],
)  # fmt: skip
def test_coins_are_written_short_and_as_the_language_does(
    amount: str, language: str, text: str
) -> None:
    assert coins(Decimal(amount), language) == text


def solved(near: str = "5,4,3z,-,-,-") -> Session:
    asked = situation(near)
    session = Session(state=State(situation=asked))
    return show_answer(session, Query(asked), solve(asked.problem(best=3, frontier=True)))


def test_a_plan_is_walked_through_and_taken_over() -> None:
    session = solved()
    assert session.mode is Mode.PLAY
    plan = session.state.plan
    assert plan is not None
    assert [step_to(session, step).position for step in range(3)] == list(plan.positions)
    assert step_to(session, 99).position == plan.positions[-1]
    over = take_over(step_to(session, 1))
    assert over.state.plan is None
    assert over.state.moves == plan.turn.moves
    assert over.position == plan.positions[1]
    whole = take_over(step_to(session, 2))
    assert whole.state.dig == plan.dig


def test_undo_takes_back_the_solve_itself() -> None:
    session = solved()
    assert session.undo().state.shown is None
    assert session.undo().redo().state == session.state


def test_another_plan_can_be_chosen() -> None:
    session = solved("1,1,1,-,-,-/5,4,3,-,-,-")
    shown = session.state.shown
    assert shown is not None
    assert len(shown.plans) > 1
    other = choose_plan(session, 1)
    assert other.state.plan == shown.plans[1]
    assert choose_plan(session, 99) == session
    assert plan_phrase(shown.plans[1]).say("en").startswith("Net ")
    assert other.notice is not None
    told = other.notice.text(Reader("en"))
    assert told == "This plan nets 9; moves: 3, then the dig on b1, c1, d1."


def test_a_plan_without_a_dig_is_told_in_a_sentence_too() -> None:
    session = choose_plan(solved("z,z,z,-,-,-"), 0)
    assert session.notice is not None
    assert session.notice.text(Reader("en")) == "In this plan you don't dig; it nets 0."


def test_an_answer_to_another_mine_is_dropped() -> None:
    session = Session()
    asked = situation("5,4,3,-,-,-")
    dropped = show_answer(session, Query(asked), solve(asked.problem()))
    assert dropped.state == session.state
    assert dropped.notice is not None
    assert "discarded" in dropped.notice.text(Reader("en"))


def test_hints_leave_the_board_as_it_is() -> None:
    asked = situation("5,4,3z,-,-,-")
    session = Session(state=State(situation=asked))
    hidden = show_answer(session, Query(asked), solve(asked.problem()), hide=True)
    assert hidden.state.plan is None
    hinted = [hidden := next_hint(hidden) for _ in range(6)]
    assert [session.state.hint_level for session in hinted] == [1, 2, 3, 4, 5, 5]


def test_the_covered_view_hides_what_nobody_has_seen() -> None:
    asked = situation("5,4,3z,-,-,-")
    session = Session(state=State(situation=asked, mode=Mode.PLAY), covered=True)
    assert session.seen_position.text.endswith("5,4,?z,-,-,-")
    assert session.question.situation.position.holds_unseen
    moved = replace(session, state=replace(session.state, moves=(Move.parse("c1-d1"),)))
    assert moved.seen_position.text.endswith("5,4,3,z,-,-")
    answer = solve(session.question.problem())
    shown = show_answer(session, session.question, answer)
    assert shown.state.shown is not None


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_record_holds_position_plan_and_account(language: str) -> None:
    none = Phrase.of("plan.none").say(language)
    session = step_to(solved(), 2)
    record = record_of(session, language)
    assert "5,4,3z,-,-,-" in record
    assert none not in record
    plan = session.state.plan
    assert plan is not None
    assert plan_phrase(plan).say(language) in record
    for number, told in enumerate(said(plan, language), start=1):
        assert f"{number}. {told}" in record
    own = record_of(take_over(step_to(solved(), 1)), language)
    assert "1. " in own
    assert "2. " not in own
    assert none not in own
    beside = record_of(back_to_own(solved()), language)
    assert plan_phrase(plan).say(language) in beside
    empty = record_of(solved().undo(), language)
    assert "5,4,3z,-,-,-" in empty
    assert none in empty
    assert "1. " not in empty
