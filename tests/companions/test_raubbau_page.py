"""The page of Raubbau: set up by touch, keys and text, asked, and brought back."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from ksm_widgets.companions.drafting import ERASE
from ksm_widgets.companions.raubbau.acts import act_text
from ksm_widgets.companions.raubbau.bot import choose
from ksm_widgets.companions.raubbau.box import Face
from ksm_widgets.companions.raubbau.cards import Treasure
from ksm_widgets.companions.raubbau.editing import EXAMPLES, Draft
from ksm_widgets.companions.raubbau.match import RaubbauMatch
from ksm_widgets.companions.raubbau.naming import card_phrase
from ksm_widgets.companions.raubbau.places import GONE, STAIRS, TUNNELS, Area, Beside, Field
from ksm_widgets.companions.raubbau.plans import Dig
from ksm_widgets.companions.raubbau.position import StepKind
from ksm_widgets.companions.raubbau.practice.table import RaubbauTable
from ksm_widgets.companions.raubbau.scene import RaubbauPicture
from ksm_widgets.companions.raubbau.setting_up import asked_by, blank
from ksm_widgets.companions.raubbau.telling import place_told
from ksm_widgets.companions.raubbau.text import read_position
from ksm_widgets.companions.shelf import companion
from ksm_widgets.draw import LIGHT
from ksm_widgets.draw.themes import THEMES
from ksm_widgets.telling.phrases import Notice, Reader
from ksm_widgets.widgets import shelf_game
from ksm_widgets.words import LANGUAGES
from tests.companions.raubbau_positions import EXAMPLE_1, EXAMPLE_2
from tests.companions.shared import do, touch
from tests.page.kernelless import click, frame, html, key, words

GAME = "raubbau"


def test_what_is_put_down_comes_from_the_stacks() -> None:
    before = blank(4)
    draft = Draft(before, tool="t").touched(Field(0, 1))[0]
    assert len(draft.position.tunnels) == len(before.tunnels) - 1
    draft = replace(draft, tool="card").touched(Field(0, 2))[0].touched(Beside(Area.SEAT, 2))[0]
    assert sum(map(len, draft.position.stacks)) == 46
    # Where the numbers don't add up they are the reader's: no number changes by itself.
    odd = Draft(replace(before, tunnels=before.tunnels[3:]), tool="card").touched(Field(0, 1))[0]
    assert len(odd.position.tunnels) == len(before.tunnels) - 3
    assert odd.position.stacked == before.stacked - 1


def test_what_another_seat_knows_is_not_seen_by_the_next_one_that_asks() -> None:
    draft = Draft.to_begin("last", 3)
    shown = replace(draft, position=asked_by(draft.position, 3))
    assert shown.position == shown.position.seen(3)
    assert "front r? g? v? ; r? g? v? ; g? v?" in shown.text
    # The other way round, I know a card that I put in front of somebody.
    put = replace(draft, face=Face.GEM).touched(Beside(Area.SEAT, 2))[0]
    assert "; r? g? v? rG1 ;" in put.text
    assert put.faults == ()
    gem = Treasure("r", Face.GEM, (4,))
    four = replace(blank(4), me=4).with_mine({Field(-1, 0): gem})
    fewer = Draft(four).with_players(3).position
    assert fewer == fewer.seen(3)


def test_a_stack_is_not_erased() -> None:
    _, notice = Draft(blank(3), tool=ERASE).touched(Beside(Area.STACK, 1))
    assert notice == Notice.of("raubbau_edit.stack_stays")


def test_a_tunnel_laid_later_is_the_way_of_a_meeple() -> None:
    draft = Draft(blank(3), tool="meeple1").touched(Field(-2, 0))[0]
    assert draft.position.plan(1) == Dig(Field(-2, 0), "")
    draft = replace(draft, tool="straight").touched(Field(-1, 0))[0]
    assert draft.position.plan(1) == Dig(Field(-2, 0), "s")
    assert draft.parsed(draft.text).plans == draft.position.plans


def test_numbers_that_do_not_add_up_are_filled_up(page: Any) -> None:
    touch(page, "tool=t", "n4e1", "tunnels=6", "stack=1,8")
    assert "9 tunnel cards are left" in words(page, "said")
    page.act("fill", "")
    assert "tunnel cards are left" not in words(page, "said")


def test_keys_do_what_touches_do(page: Any) -> None:
    page.act("clear", "")
    for name in ("ArrowRight", "l", "Enter", "ArrowUp", "v", "G", "Enter", "1", "Enter"):
        key(page, name)
    key(page, "*")  # A letter only takes a tool in hand.
    assert "vG1@1*" not in page.page.draft.text
    key(page, "Enter")
    assert "vG1@1*" in page.page.draft.text
    key(page, "Delete")
    key(page, "Enter")
    assert "vG1" not in page.page.draft.text
    assert "empty" in page._board._frame.said
    key(page, "z", command=True)
    assert "vG1@1*" in page.page.draft.text
    for _ in range(5):
        key(page, "ArrowDown")
    assert page.page.cursor.place == Beside(Area.STACK, 3)
    assert "Stack 3" in page.page.board.label


def test_another_back_is_a_card_not_known_yet(page: Any) -> None:
    touch(page, "clear=", "set=g", "face=G", "n1", "set=v", "e1")
    assert "gG1" in page.page.draft.text
    assert "v?" in page.page.draft.text
    assert "unknown violet card" in words(page, "said")


def test_somebody_else_may_be_to_plan_and_a_small_mine_stays_in_place(page: Any) -> None:
    touch(page, "clear=", "start=2", "turn=2")
    assert "start 2 | turn 2 | me 1" in page.page.draft.text.replace("\n", " ")
    before = page.page.picture.boxes()
    touch(page, "tool=straight", "n1", "set=r", "n2")
    assert page.page.picture.boxes() == before
    assert page.page.draft.faults == ()


def test_a_position_that_breaks_rules_is_taken_over_and_says_so(page: Any) -> None:
    frame(page, {"paste": EXAMPLE_1.replace("tunnels 14", "tunnels 3")})
    assert "3 tunnel cards are left" in words(page, "said")


@pytest.mark.parametrize("language", LANGUAGES)
def test_leave_or_once_more_is_answered_with_reasons(page: Any, language: str) -> None:
    page.act("language", language)
    touch(page, "example=last", "question=leave", "ask=")
    page.wait()
    told = words(page, "plans")
    for figure in ("178003/113256", "48944/42471", "27631/25168"):
        assert figure in told
    assert ("Best: leave the mine" if language == "en" else "die Mine verlassen") in words(
        page, "said"
    )
    assert "2 of the 13" in told or "2 der 13" in told
    page.act("row", "1")
    assert page.page.marks.chosen == (Field(-1, -2),)
    told = words(page, "plans")
    assert ("2 of the 12" if language == "en" else "von den 12 Karten") in told
    assert "1/6 (17%)" in told.replace(" %", "%")
    # Another position, or another question, and the answer goes.
    page.act("points", "1,1")
    assert page.page.looked is None


def test_a_plan_that_is_not_certainly_the_best_is_not_called_so(page: Any) -> None:
    unsure = EXAMPLE_2.replace("rounds_left 0", "rounds_left 1").replace("rG gG vU", "rG gU vU")
    frame(page, {"paste": unsure})
    touch(page, "question=leave", "ask=")
    page.wait()
    assert "No plan is best for certain" in words(page, "said")
    assert "0.24 – 0.42 points: dig on n1w2" in words(page, "said")
    assert "ksm-tone-good" not in html(page, "said")
    touch(page, "example=last", "ask=")
    page.wait()
    assert "ksm-tone-good" in html(page, "said")


def test_odds_and_turns_are_compared(page: Any) -> None:
    touch(page, "example=early", "ask=")
    page.wait()
    found = page.page.looked.found
    assert len(found.rows) == words(page, "plans").count("Dig on") + 2
    for row in range(len(found.rows)):
        page.act("row", str(row))
        assert found.reasons(row) or row
    # Where no plan wakes a dragon, the gem decides, and is named.
    gem = EXAMPLE_1.replace("drift 3 3 3", "drift 3 0 3")
    frame(page, {"paste": gem})
    page.act("ask", "")
    page.wait()
    assert "no other such plan is likelier to have a gem on its spot (100%)" in words(page, "said")
    assert "Gem on the spot" in words(page, "plans")
    touch(page, "example=turn", "question=turn", "ask=")
    page.wait()
    assert "2 ways to lay the tunnel: none of them is worse" in words(page, "said")
    assert "23/442" in words(page, "plans")
    touch(page, "example=last", "ask=")
    page.wait()
    assert "No tunnel is waiting" in words(page, "said")


@pytest.mark.parametrize("text", [EXAMPLES["early"], EXAMPLE_2.replace("v?3,#", "v?3@1,#")])
def test_a_tunnel_drawn_on_the_page_is_the_one_that_is_asked_about(page: Any, text: str) -> None:
    frame(page, {"paste": text})
    before = page.page.position
    touch(page, "drawn=t", "question=turn", "ask=")
    page.wait()
    after = page.page.position
    assert page.page.draft.faults == ()
    # The treasure has been taken, and who comes earlier has acted.
    assert (after.stacks, after.acted) == (before.stacks, (3,))
    asked = {"question": "turn", "position": text, "tunnel": "nes"}
    plans = companion(GAME).ask(asked, "en")["plans"]
    assert [
        (f"lay {row.act.ends}", str(row.cave_in), str(row.gems))
        for row in page.page.looked.found.rows
    ] == [(plan["plan"][0], plan["cave_in"], plan["gems"]) for plan in plans]
    # Another one instead changes nothing else.
    touch(page, "drawn=bend")
    assert replace(page.page.position, step=after.step) == after
    # Whoever looks, it is still the one who drew it that lays it.
    drawn = page.page.position
    touch(page, "me=2")
    assert page.page.position == drawn.seen(2)
    assert page.page.position.turn == 1
    touch(page, "undo=", "drawn=")
    assert page.page.position == replace(before, acted=())


def test_a_question_is_stopped(page: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def unending(_: object, __: object, pulse: Any, ___: object) -> None:
        while True:
            pulse()

    monkeypatch.setattr(type(page.page), "find", staticmethod(unending))
    page.act("ask", "")
    page.act("stop", "")
    page.wait()
    assert "Stopped" in words(page, "said")
    assert page.page.running is None


def test_the_page_comes_back_even_with_faults(page: Any) -> None:
    touch(page, "tool=t", "n4e1", "tool=meeple1", "n3e2", "question=leave")
    assert page.page.draft.faults
    kept = page.page.kept
    again: Any = shelf_game("raubbau")
    again.restored(kept)
    assert again.page.position == page.page.position
    assert again.page.query == page.page.query
    again.close()


def test_no_control_s_value_breaks_the_page(page: Any) -> None:
    numbers = ("points", "drift", "stack", "tunnels", "players", "me", "row", "match", "rounds")
    for act in ("tool", "set", "face", *numbers, "drawn", "question", "aim"):
        for value in ("x", "-1,2", "count", "9,1", "1,", "9" * 50, "é"):
            page.act(act, value)
    assert page.page.trouble == ""
    page.act("fill", "")
    assert page.page.draft.faults == ()


def test_nothing_is_left_of_seats_that_are_gone(page: Any) -> None:
    five = (
        "match 1 | players 5 | start 3 | turn 1 | me 1 | passed 4 | out - | points 0 0 0 0 0\n"
        "drift 3 3 3 3 3 | tunnels 20 | stacks r12 g12 v13\n"
        "front rP+ ; gU45 ; g? ; - ; - | gone rS gS | step draw rG45 | mine E"
    )
    page.act("paste", five)
    for players in (3, 5):
        page.act("players", str(players))
        draft = page.page.draft
        assert f"players {players}" in draft.text
        assert draft.parsed(draft.text) == draft.position


@pytest.mark.parametrize("players", [3, 4, 5])
def test_everything_has_a_place_and_words(players: int) -> None:
    position = blank(players)
    for theme in THEMES.values():
        scene = RaubbauPicture(position, theme, room=1).scene()
        assert {STAIRS, GONE, TUNNELS, Beside(Area.STACK, 3), Beside(Area.SEAT, players)} < {
            area.target for area in scene.hits
        }
    for place in RaubbauPicture(position).places:
        for language in LANGUAGES:
            assert place_told(position, place, language)


def test_a_task_marks_fields_at_the_mine() -> None:
    table = RaubbauTable(read_position(EXAMPLE_2), markable=True)
    reader = Reader("en")
    seat = table.seat().released(Field(-1, -2)).released(Field(1, 0)).released(Field(1, 0))
    assert seat.marked == (Field(-1, -2),)
    walked = seat.keyed("ArrowUp")
    assert "mine entry" in walked.read_out(seat, reader)
    shown = walked.board(reader, LIGHT, wrong=(Field(-1, -2),), hinted=(Field(1, 0),))
    assert shown.picture.marks.wrong == (Field(-1, -2),)  # type: ignore[attr-defined]
    assert "violet" in shown.names["n1w2"]
    assert seat.cleared().marked == ()
    assert "\nPlayer 2: 3 points" in table.text(reader)


# A game.


def until(page: Any, seed: int, wanted: Any) -> None:
    """Play a game of one person by the page, until it is as wanted."""
    page.act("mode", "play")
    page.act("begin", str(seed))
    for _ in range(300):
        match = page.page.match
        if wanted(match):
            return
        do(page, match.open_acts.index(choose(match.game.position, match.actor)))
        assert page.page.trouble == ""
    raise AssertionError("that never comes")


@pytest.mark.long
def test_the_end_of_a_match_is_shown_before_the_next_one_begins(page: Any) -> None:
    until(page, 7, lambda match: match.pause is not None)
    match = page.page.match
    assert "all cards are shown" in words(page, "said")
    told = words(page, "plans")
    assert "3 points, in the last match 4" in told
    assert "0 → 3" in told
    assert 'tabindex="0" role="region" aria-label="The end of match 1"' in html(page, "plans")
    assert {card.face for card in match.view.treasures()}.isdisjoint({Face.UNSEEN})
    assert "Next match" in words(page, "turn")
    # It is still to be looked at when the page comes back, and nothing can be asked about it.
    again = type(match).parse(match.text())
    assert (again.game, again.pause) == (match.game, match.pause)
    page.act("study", "")
    assert page.page.mode.value == "play"
    shown = f"{page.page.match.stage},0"
    for _ in range(2):  # The second of two quick taps does nothing.
        page.act("do", shown)
    assert page.page.match.pause is None
    assert "Match 2 of 3, round 1. Player 1 plans." in words(page, "said")
    assert "0 → 3" not in words(page, "plans")
    do(page, 0)
    assert type(match).parse(page.page.match.text()).pause is None


@pytest.mark.long
def test_the_round_is_told_and_what_was_dug(page: Any) -> None:
    until(page, 7, lambda match: match.game.round == 2)
    assert "Match 1 of 3, round 2. Player 1 plans." in words(page, "said")
    until(page, 7, lambda match: "dug" in {phrase.key.split(".")[1] for phrase in match.news})
    card = page.page.match.view.front(1)[-1]
    assert card.face is not Face.UNSEEN
    assert f"you have: {card_phrase(card).say('en').lower()}." in words(page, "said").lower()
    until(page, 7, lambda match: match.game.position.rounds_left == 0)
    assert "the last one, as somebody has left" in words(page, "said")


@pytest.mark.parametrize(("face", "foot"), [("D", False), ("G", True)])
def test_the_main_button_digs_no_dragon_that_one_knows(page: Any, face: str, foot: bool) -> None:
    until(
        page, 7, lambda match: match.view.step is not None and match.view.step.kind is StepKind.DRAW
    )
    # Every field around the new tunnel is on the board before anything lies there.
    plan = page.page.match.view.plan(1)
    around = {plan.field.next(side) for side in "nesw"}
    assert around <= set(page.page.picture.boxes())
    match = page.page.match
    position = read_position(EXAMPLE_1.replace("rG1@1", f"r{face}1@1"))
    page.set_page(page.page.with_match(replace(match, game=replace(match.game, position=position))))
    assert ("Pass, keeping the plan" in words(page, "turn")) == foot
    assert "Pass, keeping the plan" in words(page, "hand")


def test_nobody_sees_what_is_not_theirs(page: Any) -> None:
    page.act("mode", "play")
    page.act("people", "2")
    page.act("begin", "3")
    before = page.page.match
    assert before.viewer == before.actor == 1
    do(page, 0)
    waiting = page.page.match
    assert waiting.waits
    assert waiting.open_acts == ()
    assert waiting.view.me is None
    assert {card.face for card in waiting.view.treasures()} == {Face.UNSEEN}
    assert set(waiting.view.tunnels) == {None}
    assert "Pass the device to player 2" in words(page, "said")
    do(page, 0)  # No control sends that now.
    assert page.page.match == waiting
    page.act("ready", "")
    assert page.page.match.view == page.page.match.game.position.seen(2)
    page.act("study", "")
    assert page.page.mode.value == "set"
    assert page.page.draft.faults == ()
    page.act("ask", "")
    page.wait()
    assert page.page.looked is not None


def test_a_touch_plays_and_a_bad_record_is_told(page: Any) -> None:
    page.act("mode", "play")
    page.act("resume", "")
    page.act("begin", "3")
    acts = page.page.match.open_acts
    click(page, "stairs")
    assert page.page.match.game.acts[0] == next(act for act in acts if act_text(act) == "leave")
    for text in ("", "people 9", "people 1\nraubbau players 3 seed 1\nfly"):
        page.act("record", text)
        assert "ksm-tone-warning" in html(page, "said")
    assert "Line 3:" in words(page, "said")


def test_every_end_of_a_match_is_among_the_events() -> None:
    match = RaubbauMatch.begin(3, 1, 7)
    while match.actor is not None:
        match = match.after(match.open_acts[0])
    assert [seat for seat, _ in match.events][-1] is None
