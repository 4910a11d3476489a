"""A game of Kingdom of Solomon on the page: what touches and buttons do, and what is told."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from ksm_widgets.companions.kingdom.acts import Pass, Put, Score, Use, act_text
from ksm_widgets.companions.kingdom.bot import choose
from ksm_widgets.companions.kingdom.box import the_box
from ksm_widgets.companions.kingdom.match import KingdomMatch
from ksm_widgets.companions.kingdom.places import Action, OwnCard, SeatBoard, Shown, Stall
from ksm_widgets.companions.kingdom.position import Phase, Position
from ksm_widgets.companions.kingdom.record import Game
from ksm_widgets.companions.kingdom.rules import apply
from ksm_widgets.companions.kingdom.setting_up import with_phase
from ksm_widgets.telling.phrases import Reader
from ksm_widgets.widgets import shelf_game
from ksm_widgets.words import LANGUAGES
from tests.companions.kingdom_positions import EXAMPLE_2, table
from tests.companions.shared import do, touch
from tests.page.kernelless import click, html, words

GAME = "kingdom"


def test_a_touch_places_a_pawn(page: Any) -> None:
    touch(page, "mode=play", "begin=4")
    first = page.page.match.open_acts[0]
    assert isinstance(first, Put)
    click(page, str(first.spot))
    assert page.page.match.game.acts[0] == first or page.page.match.game.acts[1] == first


def playing_at(page: Any, position: Position) -> None:
    """Show a game of two people that has come to a position of whose turn it is."""
    match = KingdomMatch(Game(1, position), 2, viewer=position.turn)
    page.set_page(page.page.with_match(match))


def acts_done(page: Any) -> list[str]:
    """The acts of the game on the page, as text."""
    return [act_text(act) for act in page.page.match.game.acts]


BUILD = table(
    ("phase market", "phase build"),
    ("goods ssswwwwf ; ccf", "goods ssssswwwwwff ; -"),
    ("market g0 c1 s2 w1 f3", "market g0 c0 s0 w0 f0"),
)


RESOLVE = table(
    ("phase market", "phase resolve"), ("pawns -", "pawns Artisan:1 Aram:1 Gilead:1 Thief:1")
)


TAXING = table(
    ("phase market", "phase resolve"),
    ("ccf |", "wwwccf |"),
    ("cards 1 4 11 12", "cards 1 4 12"),
    ("own 7 10 ", "own 7 13 "),
    ("pawns -", "pawns 13:1 Tob:1 Edom:2"),
)


def test_two_places_in_a_row_mean_one_act(page: Any) -> None:
    playing_at(page, BUILD)
    click(page, "Samaria")
    assert acts_done(page) == []
    assert "Buy" in words(page, "hand")
    touch(page, "all=", "card 4")
    told = words(page, "said")
    assert "a pawn here gets 2 wood" in told
    assert "Choose a site" in told
    assert "Samaria" in page.page.marks.allowed
    assert Stall("s") not in page.page.marks.allowed
    click(page, "Samaria")
    assert acts_done(page) == ["build 4 Samaria"]
    playing_at(page, RESOLVE)
    click(page, "Artisan")
    assert "what the pawn should get" in words(page, "said")
    assert {*page.page.marks.allowed} == {"Aram", "Gilead"}
    click(page, "Aram")
    assert acts_done(page) == ["use Artisan Aram"]
    click(page, "Thief")
    assert page.page.marks.allowed == (SeatBoard(2),)
    click(page, "seat 2")
    assert page.page.match.place == (Action.THIEF, SeatBoard(2))
    assert words(page, "hand").count("take") == 2


def test_two_places_mean_an_act_that_has_the_second_one_twice(page: Any) -> None:
    position = table(
        ("phase market", "phase resolve"),
        ("goods ssswwwwf ; ccf", "goods g ; cccccccsssssssswwwwwwwwwww"),
        ("market g0 c1 s2 w1 f3", "market g0 c1 s2 w1 f0"),
        ("cards 1 4 11 12", "cards 1 4"),
        ("own 7 10 ", "own 11 12 "),
        ("pawns -", "pawns 11:1"),
    )
    assert position.stock == (5, 0, 0, 0, 14)
    playing_at(page, position)
    touch(page, "11", "market f")
    assert acts_done(page) == ["use 11 g ff"]


def test_a_good_at_the_market_is_chosen_before_it_is_traded(page: Any) -> None:
    playing_at(page, table(("ccf |", "gccf |")))
    click(page, "market g")
    assert acts_done(page) == []
    assert "Sell gold for 6" in words(page, "hand")
    assert "“What you can do”" in words(page, "said")


def test_a_good_is_sold_or_bought_by_a_button_of_its_own(page: Any) -> None:
    playing_at(page, table(("ccf |", "wccf |")))
    shown = words(page, "hand")
    assert "Sell wood for" in shown
    assert "Buy wood for" in shown
    assert "market" not in shown.lower()


@pytest.mark.parametrize(
    ("act", "gains"),
    [
        ("use Aram", "1 copper, 1 food"),
        ("use Artisan Gilead", "1 wood, 1 food"),
        ("use Minister", "3 points"),
        ("use Prophet", "1 fortune card"),
    ],
)
def test_what_a_pawn_has_brought_is_told(page: Any, act: str, gains: str) -> None:
    pawns = "pawns Artisan:1 Aram:1 Gilead:1 Minister:1 Prophet:1"
    playing_at(page, table(("phase market", "phase resolve"), ("pawns -", pawns)))
    match = page.page.match.after(Game.read_act(act))
    assert Reader("en").say(match.events[-1].sentence).endswith(f": {gains}.")


def test_to_build_nothing_more_is_asked_twice(page: Any) -> None:
    playing_at(page, BUILD)
    done = page.page.match.open_acts.index(Pass())
    do(page, done)
    assert acts_done(page) == []
    assert "again" in words(page, "said")
    assert "Samaria" in page.page.marks.allowed  # What can still be built is shown meanwhile.
    click(page, "card 4")
    do(page, done)
    assert acts_done(page) == []
    do(page, done)
    assert acts_done(page) == ["pass"]


def test_a_second_tap_is_no_answer_to_the_question_it_raised(page: Any) -> None:
    playing_at(page, BUILD)
    match = page.page.match
    for _ in range(2):
        page.act("do", f"{match.stage},{match.open_acts.index(Pass())}")
    assert page.page.match.asks_again
    assert acts_done(page) == []


@pytest.mark.long
def test_what_was_built_can_be_taken_back_until_its_player_is_done(page: Any) -> None:
    match = KingdomMatch.begin(2, 2, 5)
    while not match.can_take_back:
        match = match.passed_on()
        match = match.after(choose(match.game.position, match.game.position.turn))
    page.set_page(page.page.with_match(match))
    before = acts_done(page)
    assert "Undo the last build" in words(page, "hand")
    page.act("back", "")
    assert acts_done(page) == before[:-1]
    assert page.page.match.game.position.turn == match.game.position.turn
    while page.page.match.can_take_back:
        page.act("back", "")
    page.act("back", "")  # Nothing is left to take back: a forged one.
    assert page.page.match.game.position.phase is Phase.BUILD


def test_a_touch_that_does_nothing_says_why(page: Any) -> None:
    place = table(
        ("phase market", "phase place"),
        ("pawns -", "pawns Thief:2 Aram:2 | left 6 4"),
    )
    useless = {
        place: {
            "Thief": "There is a pawn",
            "Judah": "building on Judah",
            "market s": "No pawn can go there",
        },
        RESOLVE: {"Tob": "no pawn there"},
        apply(TAXING, Use(OwnCard(13))): {"Tob": "You owe the Tax Collector a cube"},
        table(): {"Tob": "Nothing can be traded"},
        BUILD: {"Ophir": "Nothing can be built"},
    }
    for position, reasons in useless.items():
        playing_at(page, position)
        for spot, reason in reasons.items():
            click(page, spot)
            assert reason in words(page, "said"), spot
            assert acts_done(page) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_few_buttons_stand_for_many_acts(page: Any, language: str) -> None:
    page.act("language", language)
    playing_at(page, BUILD)
    shown = html(page, "hand").count("<button")
    assert shown < len(page.page.match.open_acts) / 3
    page.act("touch", "card 4")
    assert page.page.match.place == Shown(4)
    page.act("touch", "nowhere")  # A forged one changes nothing.
    assert page.page.match.place == Shown(4)
    page.act("mode", "set")
    page.act("touch", "card 4")
    playing_at(page, with_phase(BUILD, Phase.PLACE))
    assert "Prophet" in words(page, "hand")


def test_points_are_played_by_a_button_while_pawns_are_placed(page: Any) -> None:
    playing_at(page, table(("phase place", "phase place | turn 3"), text=EXAMPLE_2))
    score = page.page.match.open_acts.index(Score("p3"))
    assert f'data-act="do" data-value="{page.page.match.stage},{score}"' in html(page, "hand")
    do(page, score)
    assert acts_done(page)[0] == "play p3"


def test_the_end_shows_how_points_add_up() -> None:
    over = replace(BUILD, phase=Phase.END)
    said = Reader("en").say(KingdomMatch.points_sentence(over))
    assert "player 1 20 + 12 = 32" in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_discards_is_told_how_many_cards_the_box_lets_them_keep(
    page: Any, language: str
) -> None:
    page.act("language", language)
    many = table(("fortune f", "fortune f f f w w w p3 p4"))
    playing_at(
        page, replace(many, phase=Phase.DISCARD, turn=1, box=replace(the_box(), hand_limit=7))
    )
    assert " 7" in words(page, "said")


def test_to_pass_is_always_at_the_foot() -> None:
    match = KingdomMatch(Game(1, BUILD), 2)
    assert match.at_foot(Pass())
    assert not match.at_foot(Put("Tob"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_whose_turn_it_is_is_told_with_round_and_phase(language: str) -> None:
    page: Any = shelf_game("kingdom", language=language)
    page.act("mode", "play")
    page.act("begin", "4")
    turn = {"en": "Your turn, player 1: ", "de": "Du bist dran, Spieler 1: "}[language]
    met = []
    while page.page.match.round_number < 3 and page.page.match.actor is not None:
        phase = page.page.match.view.phase
        if phase not in met:
            met.append(phase)
            name = Reader(language).text(f"kingdom_page.phase_{phase.value}")
            said = words(page, "said")
            assert turn in said
            assert f"{page.page.match.round_number}" in said.split(turn)[0]
            assert name in said.split(turn)[0]
            assert said.strip().endswith(".")
        do(page, len(page.page.match.open_acts) - 1)
    assert {Phase.PLACE, Phase.RESOLVE, Phase.MARKET, Phase.BUILD} <= {*met}
    begun = [event.sentence for event in page.page.match.events if "begins" in event.sentence.key]
    assert [one.params["round"] for one in begun] == [2, 3]
    assert all(page.page.reader.say(one) in words(page, "side") for one in begun)
    page.close()


def test_while_pawns_are_placed_they_are_asked_about(page: Any) -> None:
    page.act("mode", "play")
    page.act("begin", "4")
    page.act("study", "")
    page.wait()
    assert page.page.query.question == "pawns"


def test_while_own_pawns_are_to_be_resolved_the_game_goes_on_and_says_why(page: Any) -> None:
    page.act("mode", "play")
    page.act("begin", "4")
    while page.page.match.view.phase is not Phase.RESOLVE:
        do(page, 0)
    assert page.page.match.actor == 1
    page.act("study", "")
    page.wait()
    assert page.page.playing is not None
    assert "None of the questions fits" in words(page, "said")
    assert "resolve your pawns first" in words(page, "said")
