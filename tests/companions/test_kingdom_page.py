"""The page of Kingdom of Solomon: set up, asked, played, brought back."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from ksm_widgets.companions.kingdom import pieces
from ksm_widgets.companions.kingdom.acts import Buy, Copy, Pass, Put, Sell, Use, act_text
from ksm_widgets.companions.kingdom.box import FILES, the_box
from ksm_widgets.companions.kingdom.editing import Draft
from ksm_widgets.companions.kingdom.goods import GOODS
from ksm_widgets.companions.kingdom.links import Query, Question
from ksm_widgets.companions.kingdom.match import KingdomMatch
from ksm_widgets.companions.kingdom.naming import building_phrase
from ksm_widgets.companions.kingdom.places import (
    TEMPLE,
    Action,
    Bonus,
    OwnCard,
    Place,
    SeatBoard,
    Shown,
    Stall,
)
from ksm_widgets.companions.kingdom.player import choose
from ksm_widgets.companions.kingdom.position import Phase, Position
from ksm_widgets.companions.kingdom.record import Game
from ksm_widgets.companions.kingdom.rules import apply, legal
from ksm_widgets.companions.kingdom.scene import KingdomPicture
from ksm_widgets.companions.kingdom.setting_up import blank, with_phase
from ksm_widgets.companions.kingdom.telling import act_phrase, place_told
from ksm_widgets.companions.kingdom.text import position_text, read_position
from ksm_widgets.companions.links import LinkError
from ksm_widgets.draw.shapes import Placed, Text
from ksm_widgets.telling.phrases import Reader
from ksm_widgets.widgets import shelf_game
from ksm_widgets.words import LANGUAGES, sentence
from tests.companions.kingdom_positions import EXAMPLE_1, table
from tests.companions.shared import touch
from tests.page.kernelless import click, frame, html, key, words

GAME = "kingdom"


ALL_CUBES = [pieces.cube(good) for good in "gcswf"]


def test_everything_can_be_taken_away_again() -> None:
    draft = replace(Draft.of_example("place"), tool="erase")
    places: list[Place] = ["Edom", "Aram", Stall("s"), TEMPLE, Shown(5), OwnCard(6)]
    for place in (*places, *[SeatBoard(3)] * 6):
        after = draft.touched(place)
        assert after.position != draft.position, place
        draft = after
    assert draft.position.tokens[2] == 0
    assert draft.touched("Lebanon").position == draft.position


def test_each_tool_says_where_it_is_of_use(page: Any) -> None:
    useless = {
        "building": "Lebanon",
        "pawn": "market s",
        "road": "temple",
        "cube": "Lebanon",
        "token": "Lebanon",
        "card": "Lebanon",
        "fortune": "Lebanon",
    }
    for tool, place in useless.items():
        before = page.page.position
        touch(page, f"tool={tool}", place)
        assert page.page.position == before
        assert page.page.notice is not None
    assert {*useless, "erase"} == {*Draft.tools}


def test_pawns_are_set_up_while_they_are_placed(page: Any) -> None:
    touch(page, "phase=place", "tool=pawn", "seat=1", "tool=pawn", "Moab", "Altar")
    position = page.page.position
    assert [str(pawn) for pawn in position.pawns] == ["Moab:1", "Altar:1*5"]
    assert position.left == (0, 6)
    assert with_phase(position, Phase.MARKET).pawns == ()


def test_pawns_set_up_while_they_are_resolved_can_be_copied(page: Any) -> None:
    touch(page, "players=2", "phase=place", "tool=pawn", "Tob", "Artisan", "phase=resolve")
    assert page.page.position.stood == (("Tob", 1),)
    assert "stood" not in page.page.draft.text
    touch(page, "tool=pawn", "Edom")
    assert Use(Action.ARTISAN, Copy(("Edom",))) in legal(page.page.position)


def test_while_pawns_are_set_up_somebody_who_has_any_is_in_turn(page: Any) -> None:
    touch(page, "players=2", "phase=place", "tool=pawn", "Altar")
    assert page.page.position.left == (0, 6)
    assert page.page.position.turn == 2
    assert page.page.draft.faults == ()


@pytest.mark.parametrize("to_two", ["players=2", "undo=", f"paste={EXAMPLE_1}"])
def test_a_tool_puts_down_nothing_of_a_player_who_is_gone(page: Any, to_two: str) -> None:
    touch(page, "players=2", "players=4", "seat=4", to_two, "phase=place", "tool=pawn", "Altar")
    touch(page, "Edom")
    assert [str(pawn) for pawn in page.page.position.pawns] == ["Altar:2*6", "Edom:2"]
    assert page.page.draft.seat == 2


def test_keys_do_what_touches_do(page: Any) -> None:
    page.act("clear", "")
    for name in ("b", "2", "ArrowDown", "Enter"):
        key(page, name)
    assert [*page.page.position.sites] == [("Jezreel", 2)]
    key(page, "z", command=True)
    assert page.page.position.sites == ()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_questions_are_answered_with_reasons(page: Any, language: str) -> None:
    page.act("language", language)
    granary = {"en": "Granary", "de": "Kornspeicher"}[language]
    figures = {"round": ("+25", granary, "+23"), "block": ("+25", "+20", "−2")}
    for question, expected in figures.items():
        touch(page, f"question={question}", "ask=")
        page.wait()
        told = words(page, "plans")
        assert all(figure in told for figure in expected), question
    touch(page, "keep=1", "token=8", "question=round", "ask=")
    page.wait()
    assert page.page.looked.found.query == Query(Question.ROUND, 1, 8)


def test_a_plan_is_stepped_through_on_the_map(page: Any) -> None:
    touch(page, "question=round", "ask=")
    page.wait()
    assert page.page.marks.chosen == (Stall("s"),)
    touch(page, "step=7")
    seen = page.page.seen
    assert (seen.scores[0], seen.temple, seen.owner("Aram")) == (45, 3, 1)
    assert page.page.position == read_position(EXAMPLE_1)
    touch(page, "row=1")
    assert page.page.seen == page.page.position


def test_pawns_are_placed_on_the_map(page: Any) -> None:
    small = table(
        ("phase market", "phase place"),
        ("pawns -", "pawns Thief:1 Prophet:1 Trader:1 Altar:2*6 | left 3 0"),
    )
    frame(page, {"paste": position_text(small)})
    touch(page, "question=pawns", "ask=")
    page.wait()
    rows = page.page.looked.found.rows
    assert rows[0].name == "all"
    assert all(row.urgency >= 0 for row in rows[1:])
    touch(page, "step=3")
    assert len(page.page.seen.pawns) == 7


def test_a_touch_places_a_pawn(page: Any) -> None:
    touch(page, "mode=play", "begin=4")
    first = page.page.match.acts[0]
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
    assert Reader("en").say(match.events[-1].told).endswith(f": {gains}")


def test_to_build_nothing_more_is_asked_twice(page: Any) -> None:
    playing_at(page, BUILD)
    done = str(page.page.match.acts.index(Pass()))
    page.act("do", done)
    assert acts_done(page) == []
    assert "again" in words(page, "said")
    page.act("do", done)
    assert acts_done(page) == ["pass"]


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
    assert shown < len(page.page.match.acts) / 3
    page.act("touch", "card 4")
    assert page.page.match.place == Shown(4)
    page.act("touch", "nowhere")  # A forged one changes nothing.
    assert page.page.match.place == Shown(4)
    page.act("mode", "set")
    page.act("touch", "card 4")
    playing_at(page, with_phase(BUILD, Phase.PLACE))
    assert "Prophet" in words(page, "hand")


def test_the_end_shows_how_points_add_up() -> None:
    over = replace(BUILD, phase=Phase.END)
    said = Reader("en").say(KingdomMatch.points_told(over))
    assert "player 1 20 + 12 = 32" in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_discards_is_told_how_many_cards_the_box_lets_them_keep(
    page: Any, language: str
) -> None:
    page.act("language", language)
    many = table(("fortune f", "fortune f f f w w w p3 p4"))
    playing_at(page, replace(many, phase=Phase.DISCARD, turn=1, box=replace(the_box(), hand=7)))
    assert " 7" in words(page, "said")


def test_to_pass_is_always_at_the_foot() -> None:
    match = KingdomMatch(Game(1, BUILD), 2)
    assert match.at_foot(Pass())
    assert not match.at_foot(Put("Tob"))


def test_a_link_that_keeps_more_cards_than_there_may_be_is_refused() -> None:
    with pytest.raises(LinkError):
        Query.parse("position=players&keep=7")


@pytest.mark.parametrize("language", LANGUAGES)
def test_whose_turn_it_is_is_told_with_round_and_phase(language: str) -> None:
    page: Any = shelf_game("kingdom", language=language)
    page.act("mode", "play")
    page.act("begin", "4")
    turn = {"en": "Your turn, player 1: ", "de": "Du bist dran, Spieler 1: "}[language]
    met = []
    while page.page.match.round < 3 and page.page.match.actor is not None:
        phase = page.page.match.view.phase
        if phase not in met:
            met.append(phase)
            name = Reader(language).text(f"kingdom_page.phase_{phase.value}")
            said = words(page, "said")
            assert turn in said
            assert f"{page.page.match.round}" in said.split(turn)[0]
            assert name in said.split(turn)[0]
            assert said.strip().endswith(".")
        page.act("do", str(len(page.page.match.acts) - 1))
    assert {Phase.PLACE, Phase.RESOLVE, Phase.MARKET, Phase.BUILD} <= {*met}
    begun = [event.told for event in page.page.match.events if "begins" in event.told.key]
    assert [one.params["round"] for one in begun] == [2, 3]
    assert all(page.page.reader.say(one) in words(page, "side") for one in begun)
    page.close()


def test_an_example_comes_with_a_question_about_its_phase(page: Any) -> None:
    for example, before, after in (
        ("place", "round", "pawns"),
        ("trade", "pawns", "round"),
        ("trade", "block", "block"),
    ):
        page.act("question", before)
        page.act("example", example)
        assert page.page.query.question == after


@pytest.mark.parametrize(("goods", "shown"), [("cccsssswwwff", 12), ("ccsssswwwwwff", 4)])
def test_cubes_that_would_hide_each_other_are_counted(goods: str, shown: int) -> None:
    lot = table(("goods ssswwwwf ; ccf", f"goods {goods} ; -"))
    none = table(("goods ssswwwwf ; ccf", "goods - ; -"))

    def cubes(position: Position) -> int:
        items = KingdomPicture(position).scene().items
        return sum(isinstance(item, Placed) and item.sprite in ALL_CUBES for item in items)

    assert cubes(lot) - cubes(none) == shown


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("own", [(1,), (11, 12, 13), (3, 8, 9, 10, 11, 12, 20)])
def test_own_building_cards_have_their_names_on_them(own: tuple[int, ...], language: str) -> None:
    picture = KingdomPicture(replace(table(), own=(own, ())), language=language)
    texts = [item for item in picture.scene().items if isinstance(item, Text)]
    for card in own:
        x, y, wide, high = picture.boxes()[OwnCard(card)]
        inside = [one for one in texts if x <= one.x <= x + wide and y <= one.y <= y + high]
        assert all(len(one.text) * 0.6 * one.size <= wide for one in inside)
        name = sentence(
            "kingdom_told.name", language, name=building_phrase(the_box().buildings[card])
        )
        shown = " ".join(one.text for one in inside)
        assert shown.startswith(name if len(own) < 4 else name[:3]), shown


@pytest.mark.parametrize("hand", ["f", "f ww a p3", "f g c s w p2 p3 p4 p5 ww"])
def test_fortune_cards_hide_nothing_and_stay_on_the_board(hand: str) -> None:
    position = table(("fortune f", f"fortune {hand}"))
    picture = KingdomPicture(position)
    cards = [pieces.fortune(card) for card in hand.split()]
    placed = [
        item for item in picture.scene().items if isinstance(item, Placed) and item.sprite in cards
    ]
    assert len(placed) == len(cards)
    # A card is drawn from 10 to 90.
    sides = [(item.x + 10 * item.scale, item.x + 90 * item.scale) for item in placed]
    assert all(right <= left for (_, right), (left, _) in pairwise(sides))
    x, _, wide, _ = picture.boxes()[SeatBoard(1)]
    assert sides[-1][1] <= x + wide - 5
    assert sides[0][0] >= x + wide / 2  # The other half is for the cubes.


def test_another_map_is_painted_in_rows() -> None:
    land = "place,goods,site,neighbours,goods_source,site_source\nUr,w,yes,Tob,known,known\n"
    box = FILES.read(f"{land}Tob,f,no,Ur,known,known\n")
    scene = KingdomPicture(replace(blank(2), box=box)).scene()
    assert {"Ur", "Tob"} <= {hit.target for hit in scene.hits}
    assert the_box() != box


@pytest.mark.parametrize("language", LANGUAGES)
def test_effects_are_told_as_the_box_has_them(language: str) -> None:
    box = replace(the_box(), minister=7, ark=4, altar=8, master_artisan=1, master_trader=3)
    box = replace(box, tax=9, display=5)
    position = replace(table(("cards 1 4 11 12", "cards 1 11 12 13")), box=box)
    words: dict[Place, str] = {Action.MINISTER: "7", Bonus.ARK: "4", Bonus.ALTAR: "8"}
    words |= {Shown(11): "3", Shown(13): "9"}
    for place, number in words.items():
        assert number in place_told(position, place, language), place
    assert "2" not in place_told(position, Shown(12), language).partition(";")[2]
    painted = " ".join(
        item.text
        for item in KingdomPicture(position, language=language).scene().items
        if isinstance(item, Text)
    )
    assert "8 ×" in painted
    useless = replace(Draft(position), tool="card").touched("Lebanon")
    assert useless.notice is not None
    assert "5" in useless.notice.text(Reader(language))


def test_every_act_has_its_words() -> None:
    match = KingdomMatch.begin(4, 4, 3)
    readers = [Reader(language) for language in LANGUAGES]
    told: set[str] = set()
    for _ in range(260):
        position = match.game.position
        if match.game.is_over:
            break
        for act in legal(position)[:40]:
            phrase = act_phrase(position, act)
            told.update(reader.say(phrase) for reader in readers)
        match = replace(match, game=match.game.after(choose(position, position.turn)))
    assert len(told) > 120
    assert not any("{" in one or "kingdom" in one for one in told)


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
        page.act("do", "0")
    assert page.page.match.actor == 1
    page.act("study", "")
    page.wait()
    assert page.page.playing is not None
    assert "None of the questions fits" in words(page, "said")
    assert "resolve your pawns first" in words(page, "said")


@pytest.mark.parametrize("seed", range(4))
def test_no_cube_is_sold_and_bought_back_for_ever(seed: int) -> None:
    """In a market among simple players each place is only filled or only emptied."""
    game = Game.begin(3, seed)
    traded: dict[tuple[str, int], type[Sell | Buy]] = {}
    trades = 0
    while not game.is_over:
        position = game.position
        act = choose(position, position.turn)
        if position.phase is not Phase.MARKET:
            traded.clear()
        elif isinstance(act, Sell | Buy):
            level = position.market[GOODS.index(act.good)] - isinstance(act, Buy)
            assert traded.setdefault((act.good, level), type(act)) is type(act)
            trades += 1
        game = game.after(act)
    assert trades
