"""Asking in the midst of a turn: what is made is paid for, the answer is the whole turn."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from ksm_widgets.explorer.plans import (
    ask_anew,
    back_before_loss,
    next_hint,
    show_answer,
    show_verdict,
    step_to,
    take_over,
)
from ksm_widgets.explorer.playing import point, weighed
from ksm_widgets.explorer.session import Mode, Session, State, Tool
from ksm_widgets.explorer.situation import Query, Situation
from ksm_widgets.rules import (
    Account,
    Balance,
    Move,
    Position,
    Quarry,
    Stage,
    Turn,
    moved,
)
from ksm_widgets.solver import (
    Difference,
    Plan,
    Reason,
    Status,
    judge,
    rest_of,
    solve,
    whole_turn,
)
from ksm_widgets.telling.hints import HintLevel
from ksm_widgets.telling.phrases import Reader
from ksm_widgets.telling.plans import difference_phrase, verdict_phrases
from ksm_widgets.words import LANGUAGES, coins
from tests.mines import CURSED, FAR

DIG = tuple(Quarry.parse(name) for name in ("a1", "b1", "c1"))


def moves(text: str) -> tuple[Move, ...]:
    return tuple(Move.parse(move) for move in text.split())


def playing(board: str = CURSED, made: str = "", money: int = 10) -> Session:
    situation = Situation(position=Position.parse(board), number=1, money=money)
    return Session(state=State(situation=situation, mode=Mode.PLAY, moves=moves(made)))


def asked(session: Session, *, hide: bool = False) -> Session:
    answer = solve(session.question.problem(frontier=not hide))
    return show_answer(session, session.question, answer, hide=hide)


def moving(session: Session, made: str) -> Session:
    state = session.state
    return session.step(replace(state, moves=(*state.moves, *moves(made)), watching=False))


def told(session: Session) -> str:
    return session.notice.text(Reader("en")) if session.notice is not None else ""


def test_the_way_on_begins_with_the_moves_made_and_pays_for_them() -> None:
    session = asked(playing(made="a1-a2"))
    plan = session.state.plan
    assert plan is not None
    assert plan.turn.moves[:1] == moves("a1-a2")
    assert plan.net == Decimal(9)
    assert plan.played.account.due == 3
    assert "the whole turn nets 9; moves in all: 3, already made: 1" in told(session)
    # The board stays as it is: the plan begins where the player stands.
    assert session.position == playing(made="a1-a2").position
    assert step_to(session, 0).position == playing().position
    over = take_over(step_to(session, 2))
    assert over.state.moves == plan.turn.moves[:2]


def test_a_query_is_about_the_rest_of_the_turn_and_tells_the_whole_of_it() -> None:
    situation, made = playing().situation, moves("a1-a2")
    query = Query(situation, made)
    assert query.problem(best=2) == rest_of(situation.problem(best=2), made)
    plan = solve(query.problem()).plan
    assert plan is not None
    whole = query.whole(plan)
    assert whole == whole_turn(situation.problem(), made, plan)
    assert whole.turn == query.turn(plan)
    assert Query(situation).whole(plan) == plan


def test_the_search_can_begin_with_the_turn_instead() -> None:
    session = ask_anew(playing(made="a1-a2"), True)
    assert session.question == Query(session.situation)
    shown = asked(session)
    assert shown.state.plan is not None
    assert shown.state.plan.net == Decimal(11)
    assert shown.position == session.situation.position
    assert ask_anew(session, False).question.made == moves("a1-a2")


def test_after_the_dig_the_whole_turn_is_asked_for() -> None:
    session = playing(made="c1-d1")
    session = session.step(replace(session.state, dig=DIG))
    assert session.question.made == ()
    assert "the turn is over" in told(next_hint(session))


def test_moves_that_only_treasures_can_pay_are_gone_on_from() -> None:
    session = asked(playing(made="c1-d1 a1-a2 a2-a1", money=1))
    assert session.state.plan is not None
    assert session.state.plan.net == Decimal(9)
    assert session.state.plan.played.account.left == 1 + 12 - 3
    poor = playing(f"{FAR}-,-,-,-,-,-/a,b,cz,-,-,-", "c1-d1", money=0)
    answer = solve(poor.question.problem(best=3, frontier=True))
    assert (answer.status, answer.plan) == (Status.INFEASIBLE, None)
    assert "take some back" in told(show_answer(poor, poor.question, answer))
    none = show_answer(poor, poor.question, answer, hide=True)
    assert "take some back" in told(next_hint(none))


def test_stopping_is_best_where_nothing_is_worth_its_cost_any_more() -> None:
    session = asked(playing(f"{FAR}-,-,-,-,-,-/z,z,z,-,-,1", "f1-f2"))
    assert session.state.plan is not None
    assert session.state.plan.net == Decimal(-1)
    assert "From here no dig is worth its cost" in told(session)


def test_in_the_covered_view_what_the_moves_have_laid_bare_is_known() -> None:
    session = replace(playing(f"{FAR}-,-,-,-,-,-/5,4,12z,-,-,-", "c1-d1"), covered=True)
    question = session.question
    assert question.situation.position.text.endswith("5,4,?2z,-,-,-")
    assert moved(question.situation.position, question.made) == session.seen_position
    assert question.problem().position == session.seen_position


def test_a_hint_goes_on_with_who_follows_it_and_begins_anew_with_who_does_not() -> None:
    mine = f"{FAR}-,-,-,-,-,-/5,4z,3z,-,-,-"
    session = next_hint(asked(playing(mine), hide=True))
    for _ in range(3):
        session = next_hint(session)
    shown = session.state.shown
    assert session.state.hint_level is HintLevel.MOVE
    assert shown is not None
    assert shown.hidden
    plan = shown.plans[0]
    assert len(plan.turn.moves) == 2
    followed = moving(session, str(plan.turn.moves[0]))
    assert followed.follows_plan
    again = next_hint(followed)
    assert again.state.hint_level is HintLevel.MOVE
    assert told(again).startswith("Next: the mummy")
    last = next_hint(moving(again, str(plan.turn.moves[1])))
    assert told(last).startswith("Next: The dig on")
    assert next_hint(again).state.hint_level is HintLevel.ALL

    strayed = moving(session, "a1-a2")
    assert not strayed.follows_plan
    anew = next_hint(asked(strayed, hide=True))
    assert anew.state.hint_level is HintLevel.IDEA
    assert anew.state.shown is not None
    assert anew.state.shown.begun == 1


def verdict(session: Session, dig: bool = False) -> tuple[str, Session]:
    problem = session.situation.problem()
    turn = replace(session.state.attempt.turn, dig=DIG if dig else None)
    after = show_verdict(session, judge(problem, turn, solve))
    return told(after), after


def test_a_verdict_before_anything_is_played_is_kind() -> None:
    said, _ = verdict(playing())
    assert "Nothing is lost yet: you can net 11 here (1 move)" in said
    said, _ = verdict(playing(f"{FAR}-,-,-,-,-,-/z,z,z,-,-,-"))
    assert "do nothing" in said


def test_a_verdict_on_the_way_says_what_is_still_within_reach() -> None:
    said, _ = verdict(playing(made="c1-d1"))
    assert said.startswith("So far so good: the best, 11")
    assert "Now you only need to dig" in said
    said, _ = verdict(playing(f"{FAR}-,-,-,-,-,-/5,4z,3z,-,-,-", "b1-b2"))
    assert "To go: 1 move, then the dig" in said
    said, _ = verdict(playing(made="c1-d1 a1-a2 a2-a1"))
    assert "From here the turn can net 9, 2 less than the 11" in said
    assert "move 2: the treasure of 5 on a1" in said
    assert "idea" in said
    said, _ = verdict(playing(f"{FAR}-,-,-,-,-,-/a,b,cz,-,-,-", "c1-d1 d1-e1", money=1))
    assert "No dig from here can pay" in said
    assert "move 2" in said


def test_a_turn_is_taken_back_to_before_the_first_loss() -> None:
    _, judged = verdict(playing(made="c1-d1 a1-a2 a2-a1"))
    assert judged.loss == 1
    back = back_before_loss(judged)
    assert back.state.moves == moves("c1-d1")
    assert "Nothing was lost up to here" in told(back)
    assert (back.loss, back_before_loss(back)) == (None, back)
    assert back.undo().state == judged.state
    _, fine = verdict(playing(made="c1-d1"))
    assert fine.loss is None
    # A loss at the dig itself: the moves stay, the dig is taken back.
    board = playing(f"{FAR}1,1,1,-,-,-/5,4,3,-,-,-")
    dug = board.step(replace(board.state, dig=tuple(map(Quarry.parse, ("a2", "b2", "c2")))))
    judged = show_verdict(dug, judge(dug.situation.problem(), dug.state.attempt.turn, solve))
    assert judged.loss == 0
    assert back_before_loss(judged).state.dig is None


def test_a_verdict_says_what_the_difference_is_made_of() -> None:
    board = f"{FAR}a,b,c,-,-,-/5,4,z,-,-,-"
    situation = Situation(position=Position.parse(board), number=1)
    problem = situation.problem()
    found = judge(problem, Turn((), DIG), solve)
    assert found is not None
    said = " ".join(phrase.say("en") for phrase in verdict_phrases(found))
    assert "What it misses" in said
    assert "3 on curses" in said
    assert "In its favour: 2 on moves, 1.5 for curse points" in said
    assert "another dig was better" in said


@pytest.mark.parametrize("reason", Reason)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_difference_is_told_without_its_sign(reason: Reason, language: str) -> None:
    less, more = (difference_phrase(Difference(reason, Decimal(sign))) for sign in ("2.5", "-2.5"))
    # What is spent here is kept there.
    assert (less.say(language) == more.say(language)) == (reason is not Reason.SPENT)
    for told in (less, more):
        assert told.say(language).startswith(coins(Decimal("2.5"), language))


def test_a_verdict_in_the_covered_view_says_that_it_knows_more() -> None:
    said, _ = verdict(replace(playing(made="c1-d1"), covered=True))
    assert "knows every tile" in said
    assert "knows every tile" not in verdict(playing(made="c1-d1"))[0]


def test_the_balance_is_what_the_solver_reckons() -> None:
    for seed in range(4):
        situation = Situation(position=Position.random(seed, Stage.MIDDLE), number=7)
        session = asked(Session(state=State(situation=situation)))
        plan: Plan | None = session.state.plan
        assert plan is not None
        whole = step_to(session, 99)
        assert weighed(whole).balance.net == plan.net
        assert weighed(take_over(whole)).balance.net == plan.net
        assert weighed(step_to(session, 1)).balance.net == (-1 if plan.turn.moves else plan.net)


def test_a_turn_has_its_dig_only_once_it_is_done_or_would_be_where_one_points() -> None:
    start, moved_away = playing(), playing(made="c1-d1")
    assert weighed(start).balance == Balance(Account(0, 0, 0, 10))
    assert weighed(moved_away).balance == Balance(Account(1, 0, 0, 10))
    dug = moved_away.step(replace(moved_away.state, dig=DIG))
    assert weighed(dug).balance == Balance(Account(1, 0, 12, 10), dug=True)
    pointing = point(replace(moved_away, tool=Tool.DIG), DIG[1])
    assert weighed(pointing).balance == weighed(dug).balance
    solved = asked(start)
    for step, reckoned in enumerate(
        (weighed(start).balance, weighed(moved_away).balance, weighed(dug).balance)
    ):
        assert weighed(step_to(solved, step)).balance == reckoned
