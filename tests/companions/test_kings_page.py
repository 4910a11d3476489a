"""The page of Kings under Mountains: set up, asked, played, brought back."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from ksm_widgets.companions.answering import Answer, Status
from ksm_widgets.companions.drafting import ERASE
from ksm_widgets.companions.kings import pieces
from ksm_widgets.companions.kings.acts import act_text
from ksm_widgets.companions.kings.answering import FoundOpenings, FoundPlans, ask
from ksm_widgets.companions.kings.bot import choose
from ksm_widgets.companions.kings.box import the_box
from ksm_widgets.companions.kings.cards import UNSEEN, Race, Unit
from ksm_widgets.companions.kings.checking import faults_of
from ksm_widgets.companions.kings.editing import Draft
from ksm_widgets.companions.kings.links import Query, Question
from ksm_widgets.companions.kings.match import KingsMatch
from ksm_widgets.companions.kings.places import DECK, DISCARD, Numbered, Pile, Row
from ksm_widgets.companions.kings.position import Phase, Site
from ksm_widgets.companions.kings.record import Game
from ksm_widgets.companions.kings.rules import Draw, Play, apply, new_game, play_fault
from ksm_widgets.companions.kings.scene import KingsPicture
from ksm_widgets.companions.kings.search.sure import SurePlan
from ksm_widgets.companions.kings.setting_up import balanced, blank, filled_up
from ksm_widgets.companions.kings.text import position_text, read_draft, read_position
from ksm_widgets.companions.kings.view import controls
from ksm_widgets.companions.position import ActRefused
from ksm_widgets.draw import DARK, LIGHT
from ksm_widgets.draw.shapes import Placed, Rect
from ksm_widgets.page.state import ForgedValue
from ksm_widgets.telling.phrases import Notice
from ksm_widgets.words import LANGUAGES
from tests.companions.kings_positions import EXAMPLE_1, EXAMPLE_2, mine_acts
from tests.companions.shared import touch
from tests.page.kernelless import frame, html, key, words

GAME = "kings"


def test_a_mine_has_the_value_that_is_chosen(page: Any) -> None:
    touch(page, "clear=", *mine_acts(2, 2), "value=3", "value=-1", "centre 1")
    assert "centre 2.2.5 ;" in page.page.draft.text
    touch(page, "value=-99", "centre 2")
    assert "2.2.0 ;" in page.page.draft.text


def test_what_is_put_down_comes_from_the_deck() -> None:
    draft = Draft(blank(3), tool="unit", unit=Unit(Race.GOBLINS, 4))
    cards = len(draft.position.deck)
    put = draft.touched(DISCARD)[0].touched(Pile(Race.DWARFS))[0]
    assert len(put.position.deck) == cards - 2
    assert put.position.pile(Race.GOBLINS) == (Unit(Race.GOBLINS, 4),)
    # Where the numbers don't add up they are the reader's.
    odd = read_position(EXAMPLE_1)
    assert filled_up(odd) == balanced(odd, odd) == odd


def test_the_notice_on_erasing_says_what_is_there() -> None:
    full = Draft.of_example("plan").changed(tool=ERASE)
    empty = replace(full, position=replace(blank(2), deck=()))
    nothing = Notice.of("kings_edit.erase")
    assert full.touched(DECK)[1] == Notice.of("kings_edit.deck")
    for place in (DECK, DISCARD, Pile(Race.ORCS), Numbered(Row.CENTRE, 1), Numbered(Row.SEAT, 2)):
        assert empty.touched(place)[1] == nothing
    assert full.touched(DISCARD)[1] is None


def test_an_unseen_unit_has_the_colours_of_the_theme() -> None:
    position = read_position(EXAMPLE_1)
    position = position.with_hand(1, (UNSEEN, *position.hand(1)[1:]))
    for theme in (LIGHT, DARK):
        items = KingsPicture(position, theme).scene().items
        sprites = [item.sprite for item in items if isinstance(item, Placed)]
        unseen = pieces.unit(UNSEEN, theme)
        assert unseen in sprites
        assert theme.unseen.face in [getattr(shape, "fill", None) for shape in unseen.shapes]


def test_a_mine_of_another_seat_that_breaks_a_rule_is_pointed_out_in_its_box() -> None:
    text = EXAMPLE_1.replace("own 1.2.2:G3 ; -", "own 1.2.2:G3 ; 1.3.3:G5,T3")
    (fault,) = [one for one in faults_of(read_draft(text)) if one.key == "kings_fault.chain"]
    assert fault.places == (Numbered(Row.SEAT, 2),)
    assert fault.sentence("en").startswith("own mine 1 of player 2: giant 3 can't be on goblin 5.")


def test_with_fewer_players_the_phase_is_that_of_the_seat_in_turn() -> None:
    text = EXAMPLE_2.replace("me 2 | turn 2", "me 2 | turn 3").replace("others 6 6", "others 6 5")
    position = read_draft(text)
    assert (position.phase, faults_of(position)[0].key) == (Phase.DRAW, "kings_fault.cards")
    fewer = Draft(position).with_players(2).position
    assert (fewer.turn, fewer.phase) == (2, Phase.PLAY)


def test_keys_do_what_touches_do(page: Any) -> None:
    page.act("clear", "")
    for name in ("ArrowDown", "ArrowRight", "o", "7", "Enter", "ArrowRight", "m", "Enter"):
        key(page, name)
    assert "camp O7" in page.page.draft.text
    assert "A mine goes into the centre" in words(page, "said")
    key(page, "z", command=True)
    assert "camp -" in page.page.draft.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_four_questions_are_answered_with_reasons(page: Any, language: str) -> None:
    page.act("language", language)
    last = {"en": "defence 3, size 4, value 6", "de": "Abwehr 3, Größe 4, Wert 6"}[language]
    figures = {
        "sure": ("+4", "+5", "+7", "Goblin 6"),
        "fewest": (last,),
        "chance": ("100%", last),
        "opens": ("76%", "&gt; 99%", "81%", last),
    }
    for question, expected in figures.items():
        touch(page, f"question={question}", "ask=")
        page.wait()
        if question == "opens":
            page.act("row", str(len(page.page.looked.found.rows) - 1))
            assert 'title="2672849/2677656"' in html(page, "plans")
        told = words(page, "plans").replace(" %", "%")
        assert all(figure in told for figure in expected), question
    page.act("question", "sure")
    page.act("ask", "")
    page.wait()
    assert [one.change for one in page.page.looked.found.rows] == [4, 4, 5, 7]
    assert page.page.looked.row == 3


def test_plays_that_open_the_same_share_a_row() -> None:
    position = read_position(EXAMPLE_1)
    found = ask(position, Query(Question.OPENS))
    assert isinstance(found, FoundOpenings)
    groups = [[act_text(one.play) for one in group] for group in found.groups]
    assert ["play D5 centre 3", "play G6 centre 3", "play T5 centre 3"] in groups
    assert ["play O7 centre 3"] in groups
    assert len(groups) == len(found.rows) < len(found.answer.options)
    assert found.headline.key == "kings_page.found_opens"
    row = next(at for at, one in enumerate(found.rows) if one.owner == 2)
    assert found.reasons(row)[0].params["seat"] == 2


def test_plays_that_all_open_the_same_are_said_to(page: Any) -> None:
    """The question chosen by touch is the one that the answer is about, not only its name."""
    touch(page, "question=opens")
    frame(page, {"paste": position_text(Game.begin(2, 0).position.seen(1))})
    touch(page, "ask=")
    page.wait()
    assert "the next player is equally likely to find a mine" in words(page, "said")


def test_each_row_says_why_it_is_so_itself() -> None:
    """Plans that gain nothing are equal, whatever their numbers of turns."""
    position = Game.begin(2, 4).position.seen(1)
    found = ask(position, Query(Question.SURE))
    assert len({row.acts for row in found.rows}) == 1
    told = [found.reasons(row)[0] for row in range(4)]
    assert [one.key for one in told[:2]] == ["kings_ask.no_change_one", "kings_ask.no_change"]
    assert [one.params.get("turns") for one in told[1:]] == [2, 3, 4]


@pytest.mark.parametrize("question", ["sure", "fewest", "chance", "opens"])
def test_who_can_play_nothing_is_told_so(page: Any, question: str) -> None:
    frame(page, {"paste": EXAMPLE_2})
    touch(page, f"question={question}", "ask=")
    page.wait()
    assert words(page, "plans").count("None of your units can be played now") == 1
    assert ("below" in words(page, "said")) is (question != "opens")


def test_a_plan_with_acts_is_looked_at_even_if_it_costs_something() -> None:
    plans = (SurePlan(1, 0, 0, (), ()), SurePlan(2, -2, 2, (Draw(DECK),), ()))
    answer = Answer(Status.OPTIMAL, plans, (), ())
    found = FoundPlans(read_position(EXAMPLE_1), Query(Question.SURE), answer)
    assert found.first_row == 1


def test_a_plan_is_stepped_through_on_the_table(page: Any) -> None:
    touch(page, "question=sure", "ask=")
    page.wait()
    touch(page, "row=2", "step=1")
    assert page.page.marks.chosen == (Pile(Race.DWARFS),)
    touch(page, "step=5")
    seen = page.page.shown
    assert [str(mine) for mine in seen.done[0]] == ["1.1.1", "1.2.2"]
    assert page.page.position == read_position(EXAMPLE_1)
    touch(page, "row=0")
    assert page.page.shown.own == page.page.position.own


def test_of_equal_plans_the_one_pressed_is_looked_at(page: Any) -> None:
    touch(page, "question=sure", "ask=")
    page.wait()
    first, second = page.page.looked.found.rows[:2]
    assert first.acts == second.acts
    for row in ("1", "0"):
        page.act("row", row)
        assert page.page.looked.row == int(row)
    with pytest.raises(ForgedValue):
        controls.ACTS["row"](page.page, "4")
    with pytest.raises(ForgedValue):
        controls.ACTS["row"](replace(page.page, looked=None), "0")


def test_a_touch_plays_the_card_that_is_touched(page: Any) -> None:
    touch(page, "mode=play", "begin=4")
    match = page.page.match
    play = next(act for act in match.open_acts if act_text(act).startswith("play"))
    touch(page, *map(str, match.places(match.view, play)))
    assert page.page.match.game.acts[0] == play
    assert page.page.match.view.phase is Phase.DRAW


def test_an_earlier_name_of_a_question_still_opens() -> None:
    position = read_position(EXAMPLE_1)
    earlier = Query(Question.OPENS).link(position).replace("question=opens", "question=open")
    assert "question=open&" in earlier
    assert Query.parse(earlier) == (position, Query(Question.OPENS))


def test_only_what_the_chosen_card_can_do_is_outlined() -> None:
    match = KingsMatch.begin(2, 1, 5)
    card = next(place for place in match.open_places if str(place).startswith("hand"))
    chosen = match.touched(card)
    assert chosen.place == card
    plays = [act for act in match.open_acts if card in match.places(match.view, act)]
    reached = {act.place for act in plays if isinstance(act, Play)}
    assert len(reached) == len(plays)
    assert {one for one in chosen.fitting_places if not str(one).startswith("hand")} == reached
    assert {*chosen.fitting_places} < {*match.open_places}


def test_two_equal_cards_do_not_play_each_other() -> None:
    position = Game.begin(2, 5).position
    first, _, *others = position.known_hand(1)
    hands = ((first, first, *others), position.hand(2))
    match = KingsMatch(Game(5, replace(position, hands=hands)), 1)
    one, equal = Numbered(Row.HAND, 1), Numbered(Row.HAND, 2)
    chosen = match.touched(one)
    assert equal not in chosen.fitting_places
    again = chosen.touched(equal)
    assert (again.game, again.place) == (match.game, equal)
    played = again.touched(Numbered(Row.CENTRE, 3))
    assert played.game.acts == (Play(first, Numbered(Row.CENTRE, 3)),)


def test_a_touch_that_is_refused_says_why(page: Any) -> None:
    match = KingsMatch.begin(2, 1, 5)
    for _ in range(4):
        match = match.after(match.open_acts[0])
    touch(page, f"record={match.text()}", "deck")
    assert "Play a unit before you draw" in words(page, "said")
    view, seat = match.view, 1
    card, site = next(
        (Numbered(Row.HAND, at), Numbered(Row.CENTRE, number))
        for at, unit in enumerate(view.hand(seat), start=1)
        for number in range(1, 5)
        if isinstance(play_fault(view, unit, Numbered(Row.CENTRE, number)), ActRefused)
        if Numbered(Row.HAND, at) in match.open_places
    )
    touch(page, str(card), str(site))
    assert "only a stronger unit can" in words(page, "said")
    assert page.page.playing.place == card
    plays = (act for act in match.open_acts if isinstance(act, Play))
    play = next(act for act in plays if card in match.places(view, act))
    touch(page, str(play.place))
    assert page.page.playing.view.phase is Phase.DRAW
    touch(page, "hand 1")
    assert "now draw a card" in words(page, "said")


def test_a_card_that_fits_nowhere_says_so_also_after_another_card() -> None:
    position = read_position(EXAMPLE_1)
    nines = tuple(Site(site.mine, (Unit(Race.GIANTS, 9),)) for _, site in position.centre_sites())
    hand = (Unit(Race.DWARFS, 0), Unit(Race.GOBLINS, 5))
    position = replace(position, centre=nines, own=((), ())).with_hand(1, hand)
    match = KingsMatch(Game(5, position), 1)
    zero, five = Numbered(Row.HAND, 1), Numbered(Row.HAND, 2)
    assert zero in match.open_places
    for before in (match, match.touched(zero)):
        refused = before.refusal(five)
        assert isinstance(refused, ActRefused)
        assert (refused.key, refused.rule) == ("kings_refused.nowhere", "K8")


def test_a_touch_of_an_empty_pile_says_that_nothing_is_there() -> None:
    match = KingsMatch.begin(2, 2, 5)
    match = match.after(match.open_acts[0]).passed_on()
    race = next(race for race in Race if not match.view.pile(race))
    refused = match.refusal(Pile(race))
    assert isinstance(refused, ActRefused)
    assert (refused.key, refused.rule) == ("kings_refused.empty", "K16")


def test_all_that_has_happened_is_told(page: Any) -> None:
    match = KingsMatch.begin(2, 1, 5)
    for _ in range(6):
        match = match.after(match.open_acts[0])
    told = [one.say("en") for _, one in match.events]
    assert len(told) == len(match.game.acts)
    assert told[0].startswith("Player 1 plays ")
    assert told[1].startswith("Player 1 draws ")
    assert KingsMatch.parse(match.text()).events == match.events


def test_the_bot_begins_no_mine_that_it_cannot_finish() -> None:
    position = replace(read_position(EXAMPLE_1), own=((), ()))
    assert apply(position, choose(position, 1)).own[0]
    late = replace(position, deck=position.deck[-2:])
    assert apply(late, choose(late, 1)).own[0] == ()


def test_the_frame_holds_all_mines_of_a_larger_centre() -> None:
    box = replace(the_box(), centre=6)
    picture = KingsPicture(new_game(1, 2, box))
    boxes = picture.boxes()
    frame = next(item for item in picture.painted(boxes) if isinstance(item, Rect))
    for number in range(1, 7):
        _, y, _, high = boxes[Numbered(Row.CENTRE, number)]
        assert frame.y < y < y + high < frame.y + frame.height


def test_before_a_game_the_table_set_up_is_only_looked_at(page: Any) -> None:
    before = page.page.draft.text
    touch(page, "mode=play", "centre 1")
    assert page.page.draft.text == before
    assert "starts from the beginning" in words(page, "said")
