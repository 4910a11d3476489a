"""The page of Kingdom of Solomon: set up, asked about, painted, told in words."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

from ksm_widgets.companions.kingdom import pieces
from ksm_widgets.companions.kingdom.acts import Copy, Use
from ksm_widgets.companions.kingdom.bot import choose
from ksm_widgets.companions.kingdom.box import FILES, the_box
from ksm_widgets.companions.kingdom.editing import Draft
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
from ksm_widgets.companions.kingdom.position import Phase, Position
from ksm_widgets.companions.kingdom.rules import legal
from ksm_widgets.companions.kingdom.scene import KingdomPicture
from ksm_widgets.companions.kingdom.setting_up import blank, with_phase
from ksm_widgets.companions.kingdom.telling import act_phrase, place_told
from ksm_widgets.companions.kingdom.text import position_text, read_position
from ksm_widgets.companions.links import LinkError
from ksm_widgets.draw.shapes import Placed, Text
from ksm_widgets.telling.phrases import Reader
from ksm_widgets.words import LANGUAGES, sentence
from tests.companions.kingdom_positions import EXAMPLE_1, table
from tests.companions.shared import touch
from tests.page.kernelless import frame, key, words

GAME = "kingdom"


ALL_CUBES = [pieces.cube(good) for good in "gcswf"]


def test_everything_can_be_taken_away_again() -> None:
    draft = replace(Draft.of_example("place"), tool="erase")
    places: list[Place] = ["Edom", "Aram", Stall("s"), TEMPLE, Shown(5), OwnCard(6)]
    for place in (*places, *[SeatBoard(3)] * 6):
        after = draft.touched(place)[0]
        assert after.position != draft.position, place
        draft = after
    assert draft.position.tokens[2] == 0
    assert draft.touched("Lebanon")[0].position == draft.position


def test_of_equal_fortune_cards_the_last_is_taken_away() -> None:
    position = table(("fortune f", "fortune f w f"))
    after = replace(Draft(position), tool="erase").touched(SeatBoard(1))[0].position
    assert after.hand(1) == ("f", "w")


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


@pytest.mark.parametrize("then", ["tool=cube", "good=c", "example=place", "undo=", "redo="])
def test_a_road_begins_anew_after_anything_else_was_done(page: Any, then: str) -> None:
    touch(page, "tool=cube", "seat 1", "seat 1", "undo=", "tool=road", "Tob")
    assert page.page.draft.begun == ("Tob",)
    touch(page, then)
    assert page.page.draft.begun == ()


def test_a_market_with_more_cubes_than_spaces_is_shown_with_its_fault(page: Any) -> None:
    text = re.sub(r"(market .*?f)\d", r"\g<1>5", page.page.draft.text)
    touch(page, f"paste={text}")
    assert page.page.draft.text == text
    assert page.page.draft.faults
    assert "food" in page.page.board.names["market f"]


def test_a_pawn_put_again_on_a_bonus_place_changes_nothing(page: Any) -> None:
    touch(page, "players=2", "phase=place", "tool=pawn", "seat=1", "Moab", "Altar")
    position = page.page.position
    touch(page, "Altar")
    assert page.page.position == position
    touch(page, "seat=2", "Altar")
    assert [str(pawn) for pawn in page.page.position.pawns] == ["Moab:1", "Altar:2*6"]
    assert page.page.position.left == (5, 0)


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


def test_nothing_stays_of_players_who_are_gone() -> None:
    draft = Draft.of_example("place").changed(tool="pawn", seat=1).touched(Bonus.TRIBUTE)[0]
    assert not draft.faults
    few = draft.with_players(2)
    assert not few.faults
    assert (few.position.sites, few.position.roads) == ((("Samaria", 1), ("Dan", 2)), ())
    assert [*map(str, few.position.pawns)] == ["Edom:1", "Trader:2"]


@pytest.mark.parametrize(("tokens", "favour"), [((1, 0, 2), 1), ((1, 1, 2), None)])
def test_the_favour_of_a_player_who_is_gone_goes_to_who_has_most_tokens(
    tokens: tuple[int, ...], favour: int | None
) -> None:
    draft = Draft.of_example("place")
    three = replace(draft.with_players(3).position, tokens=tokens, favour=3)
    two = draft.with_position(three).with_players(2)
    assert (two.position.favour, two.faults) == (favour, ())


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
    seen = page.page.shown
    assert (seen.scores[0], seen.temple, seen.owner("Aram")) == (45, 3, 1)
    assert page.page.position == read_position(EXAMPLE_1)
    touch(page, "row=1")
    assert page.page.shown == page.page.position


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
    assert len(page.page.shown.pawns) == 7


@pytest.mark.parametrize(
    ("key", "query"),
    [
        ("keep=7", Query(keep=7)),
        ("keep=1/2", Query(keep=Fraction(1, 2))),
        ("token=3", Query(token=3)),
        ("road=1", Query(road=1)),
        ("card=2", Query(card=2)),
    ],
)
def test_a_link_has_only_worths_that_pages_count_with(key: str, query: Query) -> None:
    with pytest.raises(LinkError):
        Query.parse(f"position=players&{key}")
    with pytest.raises(LinkError):
        query.link(table())


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
    _, remark = replace(Draft(position), tool="card").touched("Lebanon")
    assert remark is not None
    assert "5" in remark.text(Reader(language))


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
