"""What the player holds: entered, kept from turn to turn, and reckoned with everywhere alike."""

from __future__ import annotations

import json
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from ksm_widgets.explorer.editing import choose_card, dig_unseen, keep, paste, toggle_power
from ksm_widgets.explorer.entering import (
    hold_tile,
    put_back,
    set_last,
    set_other,
    set_players,
    set_rest_empty,
    set_rounds_left,
    use_screen,
)
from ksm_widgets.explorer.links import LONGEST_PROBLEM, link_of
from ksm_widgets.explorer.plans import next_hint, show_answer, step_to, take_over
from ksm_widgets.explorer.playing import dig, point, press, release, weighed
from ksm_widgets.explorer.record import record_of
from ksm_widgets.explorer.session import Mode, Session, State, Tool
from ksm_widgets.explorer.situation import Other, Screen, Situation
from ksm_widgets.explorer.view import holding as panels
from ksm_widgets.explorer.view.acts import ACTS
from ksm_widgets.explorer.view.page import Page
from ksm_widgets.page.html import joined
from ksm_widgets.rules import (
    Collected,
    Group,
    KsmError,
    Move,
    Position,
    Power,
    Quarry,
    Stage,
    Stakes,
    Tile,
    Turn,
    cards,
)
from ksm_widgets.rules.tiles import KEPT
from ksm_widgets.solver import Problem, judge, solve, unseen_tiles
from ksm_widgets.solver.answer import plan_of
from ksm_widgets.telling.hints import HintLevel
from ksm_widgets.telling.phrases import Reader
from ksm_widgets.telling.plans import gain_phrases, unseen_phrase, verdict_phrases
from ksm_widgets.words import LANGUAGES

MINE = Position.near("5,4,2,d,d,-/z,2,1,3,d,-")
LAST = Screen(
    used=True, tiles=tuple(map(Tile, "abcM")), last=True, players=2, others=(Other(0, 0),)
)


def tiles(letters: str) -> tuple[Tile, ...]:
    return tuple(map(Tile, letters))


def quarries(names: str) -> tuple[Quarry, ...]:
    return tuple(map(Quarry.parse, names.split()))


def sitting(screen: Screen, near: str = "5,4,d,-,-,-", *, powers: str = "") -> Session:
    """A sitting with card 1, three side by side."""
    situation = Situation(
        position=Position.near(near),
        powers=frozenset(map(Power, powers.split())),
        screen=screen,
    )
    return Session(state=State(situation=situation, mode=Mode.PLAY))


def told(session: Session, language: str = "en") -> str:
    return session.notice.text(Reader(language)) if session.notice is not None else ""


def solved(session: Session) -> Session:
    return show_answer(session, session.question, solve(session.question.problem(frontier=True)))


def test_tiles_are_held_and_put_back() -> None:
    session = use_screen(Session(), True)
    for letter in "aaM":
        session = hold_tile(session, Tile(letter))
    assert session.situation.screen.tiles == tiles("aaM")
    assert "parchment α is now behind your screen. You hold 2 of this kind" in told(
        hold_tile(put_back(session, Tile.ALPHA), Tile.ALPHA)
    )
    less = put_back(session, Tile.ALPHA)
    assert less.situation.screen.tiles == tiles("aM")
    assert put_back(less, Tile.DELTA) == less
    assert session.undo().situation.screen.tiles == tiles("aa")
    # Only what is kept beside money, and no more of a group than the box has.
    assert hold_tile(session, Tile.TREASURE_5).situation == session.situation
    for _ in range(40):
        session = hold_tile(session, Tile.SEAL)
    assert sum(tile.group is Group.MAGIC for tile in session.situation.screen.tiles) == 17
    assert "no more of this kind" in told(session)


def test_how_near_the_end_is() -> None:
    session = use_screen(Session(), True)
    assert session.situation.screen.stakes == Screen(used=True).stakes
    session = set_rounds_left(set_players(session, 2), 11)
    assert session.situation.screen.rounds_left == 11
    # Five players have five cards each: four rounds can follow.
    session = set_players(session, 5)
    assert session.situation.screen.rounds_left == 4
    assert set_players(session, 9).situation.screen.players == 5
    assert set_rounds_left(session, -3).situation.screen.rounds_left == 0
    session = set_other(set_last(session, True), 3, curses=7)
    session = set_rest_empty(set_other(session, 3, magic=200))
    stakes = session.situation.screen.stakes
    assert stakes is not None
    assert stakes.others == (*[Collected()] * 3, Collected(7, 99))
    with pytest.raises(IndexError):
        set_other(session, 4, curses=1)
    assert use_screen(session, False).situation.screen.stakes is None
    # What was entered is still there when it is wanted again.
    assert use_screen(use_screen(session, False), True).situation == session.situation


def test_what_the_others_have_is_not_taken_for_nothing() -> None:
    """Empty is not zero: who has entered nothing would win every bonus with a single mask."""
    session = sitting(Screen(used=True, players=3), "xM5,-,-,-,-,-")
    session = set_last(session, True)
    assert session.situation.screen.guesses
    stakes = session.situation.screen.stakes
    assert stakes is not None
    # A single mask and a single mirror are not worth a bonus; the end expected is.
    assert stakes.worth(tiles("xM")).total < 4000
    assert stakes == Stakes(session.situation.screen.tiles, None, 0, 3)
    assumed = "The others' tiles aren't all entered"
    assert assumed in told(solved(session))
    assert "Proven" in told(solved(session))
    assert assumed in record_of(session, "en")
    # One number is not all of them, and says nothing about the rest.
    partly = set_other(session, 0, curses=3)
    assert partly.situation.screen.others == (Other(3, None), Other())
    assert partly.situation.screen.stakes == stakes
    known = set_rest_empty(partly)
    assert known.situation.screen.others == (Other(3, 0), Other(0, 0))
    assert not known.situation.screen.guesses
    assert assumed not in told(solved(known))
    assert known.situation.screen.stakes == Stakes((), (Collected(3), Collected()))


def test_the_page_shows_what_is_missing_about_the_others() -> None:
    page = Page(session=set_last(use_screen(Session(), True), True))
    html = str(joined(panels.holding(page)))
    assert html.count(">?</output>") == 4
    assert "not entered yet" in html
    entered = ACTS["others-none"](ACTS["other"](page, "1,magic,2"), "")
    assert [one.collected for one in entered.session.situation.screen.others] == [
        Collected(),
        Collected(0, 2),
    ]
    assert "not entered" not in str(joined(panels.holding(entered)))


def test_what_is_spent_is_held() -> None:
    session = toggle_power(use_screen(Session(), True), Power.SEAL)
    assert session.situation.screen.tiles == (Tile.SEAL,)
    assert "you can only spend what you hold" in told(session)
    assert session.situation.problem().may_spend == {Power.SEAL}
    gone = put_back(session, Tile.SEAL)
    assert gone.situation.powers == frozenset()
    two = put_back(hold_tile(session, Tile.SEAL), Tile.SEAL)
    assert two.situation.powers == {Power.SEAL}
    # With the usual worth nobody asks; then it is taken to be held.
    before = toggle_power(Session(), Power.MIRROR)
    assert before.situation.screen == Screen()
    assert use_screen(before, True).situation.screen.tiles == (Tile.MIRROR,)


def test_the_account_the_plan_and_the_frontier_reckon_with_it() -> None:
    session = solved(sitting(LAST))
    shown = session.state.shown
    assert shown is not None
    assert shown.plan is not None
    assert shown.plan.net == 9 + 10
    assert weighed(step_to(session, 99)).balance == shown.plan.balance
    assert weighed(step_to(session, 99)).balance.others == 10
    assert weighed(step_to(session, 0)).balance.net == 0
    own = dig(sitting(LAST), quarries("a1 b1 c1"))
    assert weighed(own).balance.net == 19
    assert "Net: 19. Completes a set: 10." in told(own)
    pointing = point(replace(sitting(LAST), tool=Tool.DIG), Quarry.parse("b1"))
    assert weighed(pointing).balance.net == 19
    # The same dig for one who has deltas enough.
    rich = sitting(replace(LAST, tiles=tiles("ddd")))
    assert weighed(dig(rich, quarries("a1 b1 c1"))).balance.net == 9
    assert "The fourth δ is worth nothing." in told(dig(rich, quarries("a1 b1 c1")))


def test_what_was_dug_joins_what_is_held_and_what_was_spent_leaves() -> None:
    screen = Screen(used=True, tiles=tiles("abcM"), rounds_left=2)
    # The card is upright for this row, and a set is worth more than the mirror.
    upright = next(card.number for card in cards() if str(card.shape) == "#/#/#")
    session = choose_card(sitting(screen, "5,z,d,-,-,-", powers="mirror"), upright)
    over = take_over(step_to(solved(session), 99))
    assert over.state.dig is not None
    kept = keep(over)
    held = kept.situation.screen
    assert held.tiles == tiles("zabcd")
    assert held.rounds_left == 1
    assert kept.situation.powers == frozenset()
    assert kept.situation.money == 10 + 5 - 3
    assert (
        "Now also behind your screen: a mummy and a parchment δ. Rounds left after this one: 1."
        in (told(kept))
    )
    assert kept.undo().situation == over.situation
    # The same straight from the plan on the board.
    assert keep(step_to(solved(session), 99)).situation == kept.situation


def test_a_turn_that_is_not_over_leaves_what_is_held() -> None:
    screen = Screen(used=True, tiles=tiles("abcM"), rounds_left=2)
    session = sitting(screen, "5,4,dz,-,-,-", powers="mirror")
    moved = session.step(replace(session.state, moves=(Move.parse("c1-d1"),)))
    kept = keep(moved)
    assert kept.situation.screen == screen
    assert kept.situation.powers == {Power.MIRROR}
    assert kept.situation.money == 9
    # By the usual worth nothing is kept count of.
    usual = keep(dig(sitting(Screen()), quarries("a1 b1 c1")))
    assert usual.situation.screen == Screen()


def test_hints_and_verdict_are_about_this_player_s_worth() -> None:
    session = sitting(LAST, "5,4,2,d,-,-")
    answer = solve(session.question.problem())
    hinted = show_answer(session, session.question, answer, hide=True)
    first = next_hint(hinted)
    assert told(first).startswith("You can complete a set here")
    third = next_hint(next_hint(first))
    assert third.state.hint_level is HintLevel.TILES
    assert "Completes a set: 10." in told(third)
    problem = session.situation.problem()
    verdict = judge(problem, Turn((), quarries("a1 b1 c1")))
    assert verdict is not None
    assert verdict.lost == Decimal((5 + 4 + 10 - 2) - (5 + 4 + 2))
    said = " ".join(phrase.say("en") for phrase in verdict_phrases(verdict))
    assert "What it misses: 10 in parchments" in said
    assert "In its favour: 2 on moves, 2 in treasures" in said
    usual = judge(replace(problem, stakes=None), Turn((), quarries("a1 b1 c1")))
    assert usual is not None
    assert usual.lost == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_about_gains_can_be_said(language: str) -> None:
    ends: list[dict[str, Any]] = [
        {"others": ["xyz", "MM"]},
        {"others": ["zzz", "zzz"]},
        {"rounds_left": 3, "players": 4},
    ]
    for end in ends:
        for holding in ("", "abc", "zz", "MMC", "aaaaaaaaaabcMyzz"):
            problem = Problem.of(
                MINE, 1, holding=f"{holding}M", powers="mirror", unseen={"d": 2, "5": 1}, **end
            )
            for taken in ("d", "dd", "ddd", "aad", "z", "zzz", "M", "MSA", "abcdabcd", "??", "5"):
                for phrase in gain_phrases(problem, tiles(taken)):
                    said = phrase.say(language)
                    assert "{" not in said
                    assert said.endswith(".")


def test_an_unseen_tile_counts_the_mean_of_the_box_less_what_is_seen() -> None:
    near = "5,4,?d,-,-,-"
    usual = sitting(Screen(), near).situation.problem()
    assert usual.unseen == unseen_tiles(usual.position)
    assert sitting(Screen()).situation.problem().unseen is None
    held = replace(LAST, others=(Other(6, 2),))
    mine = sitting(held, near).situation.problem()
    assert mine.unseen == unseen_tiles(mine.position, held.tiles, [Collected(6, 2)])
    phrase = unseen_phrase(mine)
    assert phrase is not None
    assert "Based on the tiles you can see" in phrase.say("en")
    assert "Based on the tiles you can see" in told(solved(sitting(held, near)))
    assert unseen_phrase(sitting(LAST).situation.problem()) is None
    # Never, or at a worth of one's own where tiles are worth the usual.
    never = dig_unseen(sitting(held, near), False)
    assert never.situation.problem().unseen is None
    own = dig_unseen(sitting(Screen(), near), True, 1500).situation.problem()
    assert (own.values.unseen, own.unseen) == (1500, None)
    assert dig_unseen(sitting(held, near), True, 1500).situation.problem().unseen is not None


def test_who_still_digs_is_kept_and_named() -> None:
    others = (Other(3, 1, to_dig=True), Other(0, 0))
    session = sitting(replace(LAST, players=3, others=others))
    assert "Still to dig: player 2." in str(joined(panels.holding(Page(session))))
    entered = set_rest_empty(set_other(session, 0, curses=5))
    assert entered.situation.screen.others == (Other(5, 1, to_dig=True), Other(0, 0))
    record = record_of(session, "en")
    assert "Last dig of the player; the others" in record
    assert "3 and 1 (still to dig), 0 and 0" in record
    # The bonus is no longer told as won, but as expected.
    stakes = session.situation.screen.stakes
    assert stakes is not None
    assert not stakes.settled
    said = [phrase.key for phrase in gain_phrases(session.situation.problem(), tiles("z"))]
    assert said == ["gain.curses_expected"]


def test_the_covered_view_plans_for_what_nobody_has_seen() -> None:
    mine = Position.random(3, Stage.MIDDLE)
    situation = Situation(position=mine, screen=Screen(used=True, tiles=tiles("abcMyz")))
    session = replace(Session(state=State(situation=situation)), covered=True)
    shown = solved(choose_card(session, 7))
    assert shown.question.problem().unseen is not None
    assert "the average of all other tiles in the box" in told(shown)
    plan = shown.state.plan
    assert plan is not None
    problem = shown.question.problem()
    assert plan.balance == plan_of(problem, plan.turn).balance
    assert weighed(step_to(shown, 99)).balance == plan.balance


def test_more_than_the_box_holds_is_noticed() -> None:
    session = sitting(replace(LAST, tiles=(Tile.ALPHA,) * 38))
    assert session.situation.screen.surplus(session.position) == (Group.PARCHMENT,)
    assert sitting(LAST).situation.screen.surplus(session.position) == ()
    others = replace(LAST, others=(Other(0, 17),))
    assert others.surplus(Position()) == (Group.MAGIC,)
    assert replace(others, used=False).surplus(Position()) == ()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_record_tells_what_is_held_and_what_that_brings(language: str) -> None:
    record = record_of(dig(sitting(LAST), quarries("a1 b1 c1")), language)
    assert "&holding=Mabc" not in record  # as the link writes it, in the order of Tile
    assert f"?{link_of(sitting(LAST).situation)}" in record
    assert "holding=abcM&others=0:0" in record
    set_told = {"en": "Completes a set: 10.", "de": "Vervollständigt einen Satz: 10."}
    assert set_told[language] in record
    before = record_of(sitting(Screen(used=True, tiles=tiles("a"))), language)
    assert set_told[language] not in before
    data = next(line for line in record.splitlines() if line.startswith("{"))
    assert Problem.from_dict(json.loads(data)) == sitting(LAST).situation.problem()


def test_a_link_or_a_problem_is_pasted() -> None:
    session = sitting(LAST)
    asked = session.situation
    for text in (f"?{link_of(asked)}", f"http://localhost/voila/?{link_of(asked)}"):
        pasted = paste(Session(), text)
        assert pasted.situation == asked
        assert pasted.undo().situation == Situation()
    data = json.dumps(asked.problem().to_dict())
    assert paste(Session(), data).situation == asked
    longest = data + " " * (LONGEST_PROBLEM - len(data))
    assert paste(Session(), longest).situation == asked
    with pytest.raises(KsmError, match="at most 10000"):
        paste(session, f"{longest} ")
    for wrong in ('{"board": "x"}', "{]", "?board=", f"{{{'[' * 100_000}", "?board=x&holding=9"):
        with pytest.raises(KsmError, match=r"\w"):
            paste(session, wrong)
    assert session.situation == asked


def test_kept_tiles_are_all_but_treasures() -> None:
    assert len(KEPT) == 11
    here = Quarry.parse("b1")
    dug = release(press(replace(sitting(LAST), tool=Tool.DIG), here), here)
    assert dug.state.dig is not None
    assert dug.situation.screen == LAST
