"""The questions of Kings under Mountains: the worked examples, and what is refused."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from ksm_widgets.cli import main
from ksm_widgets.companions.answering import Answer, NoAnswer
from ksm_widgets.companions.companion import QuestionTextError
from ksm_widgets.companions.kings import questions
from ksm_widgets.companions.kings.acts import act_text
from ksm_widgets.companions.kings.answering import ask
from ksm_widgets.companions.kings.cards import UNSEEN, Race
from ksm_widgets.companions.kings.companion import COMPANION
from ksm_widgets.companions.kings.links import Query, Question
from ksm_widgets.companions.kings.places import Numbered, Row
from ksm_widgets.companions.kings.questions import (
    ask_chance,
    ask_fewest,
    ask_opens,
    ask_sure,
)
from ksm_widgets.companions.kings.record import Game
from ksm_widgets.companions.kings.rules import Brought, Draw, Play, legal
from ksm_widgets.companions.kings.search.alone import LONGEST, Alone
from ksm_widgets.companions.kings.search.chances import NO, Chance, Chances
from ksm_widgets.companions.kings.search.fewest import fewest_turns
from ksm_widgets.companions.kings.search.openings import openings
from ksm_widgets.companions.kings.search.sure import SurePlan
from ksm_widgets.companions.kings.setting_up import with_deck
from ksm_widgets.companions.kings.text import position_text, read_position
from ksm_widgets.words import LANGUAGES, sentence
from tests.companions.kings_positions import EXAMPLE_1, EXAMPLE_2

if TYPE_CHECKING:
    from collections.abc import Callable

    from ksm_widgets.companions.kings.finding import MineFinding, ResultT
    from ksm_widgets.companions.kings.position import Position
    from tests.conftest import Output, Typing

OWN = Numbered(Row.OWN, 1)
FIRST = read_position(EXAMPLE_1)
STUCK = read_position(EXAMPLE_2)


def _plan(answer: Answer[SurePlan]) -> SurePlan:
    (plan,) = answer.options
    return plan


def _keys(position: Position, query: Query) -> list[str]:
    """The keys of all reasons."""
    found: Any = ask(position, query)
    whys = (*map(found.why, found.answer.options), found.answer.reasons)
    return [told.key for why in whys for told in why]


def _findings(answer: Answer[MineFinding[ResultT]]) -> dict[str, MineFinding[ResultT]]:
    return {str(one.place): one for one in answer.options}


@pytest.mark.parametrize(("turns", "points"), [(1, 4), (2, 4), (3, 5), (4, 7)])
def test_example_1_has_a_sure_plan(turns: int, points: int) -> None:
    answer = ask_sure(FIRST, turns=turns)
    assert answer.status == "optimal"
    assert _plan(answer).change == points
    assert sum(change.gain for change in _plan(answer).changes) == points
    assert _plan(answer).turns == (turns if points > 4 else 1)


def test_the_first_of_equally_good_plans_is_told() -> None:
    assert [*map(act_text, _plan(ask_sure(FIRST, turns=2)).acts)] == ["play G6 own 1"]


def test_example_1_tells_the_fewest_turns() -> None:
    answer = ask_fewest(FIRST)
    found = {name: finding.result.turns for name, finding in _findings(answer).items()}
    assert found == {"centre 1": 5, "centre 2": 2, "centre 3": 5, "centre 4": 3, "own 1": 1}
    assert [*found] == ["own 1", "centre 2", "centre 4", "centre 1", "centre 3"]
    assert _keys(FIRST, Query(Question.FEWEST)) == [
        "kings_ask.in_time_one",
        *["kings_ask.in_time"] * 4,
        "kings_ask.turns_left",
    ]


def test_what_comes_too_late_counts_against() -> None:
    rest = [
        f"{race}{strength}"
        for race in "DOGT"
        for strength in range(10)
        for _ in range(2 - EXAMPLE_1.count(f"{race}{strength}"))
    ]
    del rest[:18]
    text = EXAMPLE_1.replace("discard T2", " ".join(["discard T2", *rest]))
    deck = 52 - len(rest)
    position = read_position(text.replace("deck 52", f"deck {deck}"))
    keys = _keys(position, Query(Question.FEWEST))
    assert (keys.count("kings_ask.late"), keys.count("kings_ask.in_time")) == (2, 2)


def test_the_turn_that_is_left_after_the_last_new_hand_counts() -> None:
    position = read_position(f"""\
kings D1 O2 | me 1 | turn 1 | phase play | deck 0
centre 1.1.9 ; 1.1.9 ; 1.1.9 ; 1.1.9
camp - | hand O1 | own 1.1.9 ; - | done {"1.1.9 " * 68}; - | discard - | others 6""")
    fewest = ask_fewest(position)
    keys = _keys(position, Query(Question.FEWEST))
    assert {"kings_ask.in_time_one", "kings_ask.turns_left_one"} < {*keys}
    assert _findings(fewest)["own 1"].result.turns == 1
    plan = _plan(ask_sure(position))
    assert (plan.change, [*map(act_text, plan.acts)]) == (18, ["play O1 own 1"])
    chance_now = _findings(ask_chance(position))["own 1"].result
    assert (chance_now.turns, chance_now.chance) == (1, Fraction(1))


def test_example_1_tells_what_a_play_opens() -> None:
    answer = ask_opens(FIRST)
    left = next(one for one in answer.options if one.brought is Brought.FINISHED)
    site = next(one for one in left.opened if str(one.place) == "centre 1")
    assert dict(site.races)[Race.ORCS] == Fraction(2034461, 2677656)
    assert round(site.push, 2) == Fraction(66, 100)
    # Goblins and giants are not in play: whoever plays one gets the mine.
    assert site.take > dict(site.races)[Race.ORCS]


def test_a_known_card_of_a_hand_is_certain() -> None:
    known = read_position(EXAMPLE_1.replace("others 6", "others 6:O8"))
    one = next(one for one in openings(known) if one.brought is Brought.FINISHED)
    assert dict(one.opened[0].races)[Race.ORCS] == 1


def test_the_deck_may_help() -> None:
    # The overseer above 6 is missing; D8 is two draws down, or among the unseen.
    text = EXAMPLE_1.replace("own 1.2.2:G3", "own 1.2.3!:G3,G6").replace("G0 G6", "G0 G5")
    text = text.replace("deck 52", "deck 51")
    (finding,) = _findings(ask_chance(read_position(text), target=OWN, turns=2)).values()
    # G0 captures a mine from D9, which is on top of the Camp then.
    assert finding.result.chance == 1
    assert act_text(finding.result.acts[0]) == "play G0 centre 4"
    text = text.replace("2.2.3:D9", "2.2.3:O9")
    (finding,) = _findings(ask_chance(read_position(text), target=OWN)).values()
    # D7 and D9 twice and D8 once are unseen; D8 comes from the Camp with the second draw.
    assert (finding.result.turns, finding.result.chance) == (2, Fraction(5, 63))
    assert [*map(act_text, finding.result.acts)][1] == "draw deck"
    (later,) = _findings(ask_chance(read_position(text), target=OWN, turns=3)).values()
    assert later.result.chance == 1


def test_a_small_chance_is_not_told_as_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def finishing(self: Chances, slot: int, turns: int) -> Chance:
        return Chance(turns, Fraction(1, 300), ())

    monkeypatch.setattr(Chances, "finishing", finishing)
    found = ask(FIRST, Query(Question.CHANCE, OWN, 2))
    for language, told in (("en", " < 1%"), ("de", " < 1 %")):
        assert told in found.reasons(0)[0].say(language)


def test_who_can_play_nothing_is_told_so() -> None:
    for question in Question:
        assert {*_keys(STUCK, Query(question))} == {"kings_ask.stuck"}
    assert all(finding.result.turns is None for finding in _findings(ask_fewest(STUCK)).values())


@pytest.mark.parametrize("position", [FIRST, STUCK])
@pytest.mark.parametrize("asked", [ask_sure, ask_fewest, ask_chance, ask_opens])
def test_every_question_can_be_stopped(
    asked: Callable[..., Answer[Any]], position: Position
) -> None:
    def stop() -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        asked(position, pulse=stop)


@pytest.mark.parametrize("question", Question)
def test_nobody_is_stuck_who_has_drawn_an_unseen_unit(question: Question) -> None:
    hand = (*STUCK.hand(2)[:-1], UNSEEN)
    position = replace(STUCK, hands=(STUCK.hands[0], hand, STUCK.hands[2]))
    assert "kings_ask.stuck" not in _keys(position, Query(question))


def test_only_a_seat_before_its_play_can_ask() -> None:
    for text in (
        EXAMPLE_1.replace("me 1", "me -")
        .replace("hand D2 D5 O7 G0 G6 T5", "hand -")
        .replace("others 6", "others 6 6"),
        EXAMPLE_1.replace("hand D2 ", "hand ").replace("deck 52", "deck 53"),
    ):
        position = read_position(text)
        with pytest.raises(NoAnswer, match="give them 6 cards"):
            ask_sure(position)
        with pytest.raises(NoAnswer, match="give them 1 card"):
            ask_sure(replace(position, box=replace(position.box, hand=1)))
    with pytest.raises(NoAnswer):
        ask_chance(FIRST, target=Numbered(Row.OWN, 2))


def test_who_asks_while_another_seat_is_about_to_draw_is_told_so() -> None:
    text = EXAMPLE_1.replace("turn 1", "turn 2").replace("others 6", "others 5")
    with pytest.raises(NoAnswer, match="Player 2 is about to draw"):
        ask_sure(read_position(text.replace("deck 52", "deck 53")))


@pytest.mark.parametrize("me", [1, None])
@pytest.mark.parametrize("asked", [ask_sure, ask_fewest, ask_chance, ask_opens])
def test_nothing_can_be_asked_once_the_deck_is_empty(
    asked: Callable[[Position], Answer[Any]], me: int | None
) -> None:
    with pytest.raises(NoAnswer, match="The game is over") as caught:
        asked(replace(with_deck(FIRST, 0), me=me))
    assert caught.value.rule == "K19"


def test_mines_that_the_file_does_not_have_are_named() -> None:
    text = EXAMPLE_1.replace("next 2.2.3", "next 2.2.9")
    keys = {one.key: one.params for one in ask_sure(read_position(text)).assuming}
    assert keys["kings_ask.unlisted"] == {"mines": ["2.2.9"]}


def test_a_search_that_gives_up_says_how_far_it_got(monkeypatch: pytest.MonkeyPatch) -> None:
    # The Camp is soon empty, and hardly a unit fits anywhere meanwhile.
    position = read_position("""\
kings D1 T2 | me 1 | turn 1 | deck 18 | next 3.4.7!
centre 3.4.6:O5,G8 ; 3.2.4:D9 ; 3.1.4!:D4,O6 ; 1.4.4
camp D8
hand D4 D1 D3 D7 T2 T1
own 2.4.5:O4,G7 1.4.4:G0,O3 1.4.4:T4 3.4.6:G6,T9 2.3.4:O4,O6 3.3.6!:T1 ; 2.4.6!:D6,G7 1.3.4!:O7 \
1.2.3!:G8 2.4.5
done 1.1.1 3.1.4! 1.3.3 1.1.1 ; 2.2.3 1.1.1 | discard G3 D2 D5 O0 D7 G1 T3 T6 G4 D6 | \
others 6:T5,G4""")
    alone = Alone(position, 1)
    state = alone.state(LONGEST)
    given_up = fewest_turns(alone, state, 8, limit=0)
    assert (given_up.turns, given_up.at_least, given_up.proven) == (None, 4, False)
    assert 4 < fewest_turns(alone, state, 8, limit=100).at_least < LONGEST
    monkeypatch.setattr(questions, "fewest_turns", partial(fewest_turns, limit=0))
    answer = ask_fewest(position)
    assert answer.status == "feasible"
    assert "kings_ask.at_least" in _keys(position, Query(Question.FEWEST))
    told = COMPANION.ask({"question": "fewest", "position": position_text(position)}, "de")
    assert isinstance(told["plans"], list)
    given = next(one for one in told["plans"] if "at_least" in one)
    assert given["value"] is None
    assert "mindestens" in given["why"]
    alone_told = {"question": "fewest", "target": given["mine"]}
    told = COMPANION.ask({**alone_told, "position": position_text(position)})
    assert (told["status"], told["value"], told["plan"]) == ("unknown", None, [])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("text", [EXAMPLE_1, EXAMPLE_2])
def test_answers_are_plain_data_with_sentences(text: str, language: str) -> None:
    for question in COMPANION.questions:
        data = {"question": question, "position": text}
        answer = json.loads(json.dumps(COMPANION.ask(data, language)))
        nothing = text == EXAMPLE_2 and question in ("fewest", "opens")
        assert answer["status"] == ("infeasible" if nothing else "optimal")
        assert all(answer["reasons"])
        assert all(plan["why"] for plan in answer["plans"])
        assert sentence("shelf.assumed", language) in answer["assuming"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"question": "sure", "turns": 5},
        {"question": "sure", "turns": True},
        {"question": "fewest", "turns": 3},
        {"question": "chance", "target": "own 2"},
        {"question": "chance", "turns": 4},
        {"question": "opens", "seat": 2},
        {"question": "win"},
    ],
)
def test_a_question_with_other_keys_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(QuestionTextError):
        COMPANION.ask({"position": EXAMPLE_1, **wrong})


def test_the_numbers_of_turns_are_listed_once() -> None:
    with pytest.raises(QuestionTextError, match=re.escape("expected: 3, 1, 2, 4.")):
        COMPANION.ask({"question": "sure", "turns": 9, "position": EXAMPLE_1})


def test_the_chance_looks_three_turns_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    def further(place: Numbered, turns: int) -> bool:
        return "kings_ask.no_further" not in _keys(FIRST, Query(Question.CHANCE, place, turns))

    for_many = Numbered(Row.CENTRE, 3)
    assert (further(for_many, 2), further(for_many, 3)) == (True, False)
    monkeypatch.setattr(Chances, "finishing", lambda _, slot, turns: Chance(turns, NO, ()))
    assert (further(OWN, 1), further(OWN, 2), further(OWN, 3)) == (True, True, False)


def test_example_1_is_answered_as_json_lines(typing: Typing, capsys: Output) -> None:
    asked: list[dict[str, object]] = [
        {"question": "sure", "turns": 4},
        {"question": "fewest"},
        {"question": "chance", "target": "centre 4", "turns": 2},
        {"question": "opens"},
        {"question": "fewest", "target": "centre 4"},
    ]
    position = EXAMPLE_1.replace("\n", " | ")
    typing(*(json.dumps({**one, "position": position, "id": at}) for at, one in enumerate(asked)))
    assert main(["ask", "kings", "-"]) == 0
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    for at, answer in enumerate(answers):
        assert (answer["id"], answer["status"]) == (at, "optimal")
        assert answer["seconds"] >= 0
        for one in answer["plans"]:
            assert all(isinstance(Game.read_act(act), Play | Draw) for act in one["plan"])
            assert one["why"].endswith(".")
        if at != 3:
            best = answer["plans"][0]
            assert (answer["value"], answer["plan"]) == (best["value"], best["plan"])
    sure, fewest, chance_of, opens, alone = answers
    assert (sure["value"], len(sure["plan"]), len(sure["plans"])) == (7, 7, 1)
    assert (fewest["value"], fewest["plan"]) == (1, ["play T5 own 1"])
    assert {one["mine"]: one["value"] for one in fewest["plans"]} == {
        "centre 1": 5,
        "centre 2": 2,
        "centre 3": 5,
        "centre 4": 3,
        "own 1": 1,
    }
    assert (chance_of["value"], [one["mine"] for one in chance_of["plans"]]) == ("0", ["centre 4"])
    assert (alone["value"], [one["mine"] for one in alone["plans"]]) == (3, ["centre 4"])
    assert (opens["value"], opens["plan"]) == (None, [])
    plays = [one["plan"] for one in opens["plans"]]
    assert plays == sorted([act_text(act)] for act in legal(FIRST))
    left = opens["plans"][plays.index(["play G6 own 1"])]
    finishing = next(one for one in openings(FIRST) if one.brought is Brought.FINISHED)
    assert left["value"] == str(finishing.take)
    assert left["opened"][0]["races"]["O"] == "2034461/2677656"
    assert "This finishes the mine for you (defence 1, size 2, value 2)." in left["why"]


def test_chances_are_told_best_first() -> None:
    answer = COMPANION.ask({"question": "chance", "position": EXAMPLE_1, "turns": 1})
    assert (answer["value"], answer["plan"]) == ("1", ["play G6 own 1"])
    assert isinstance(answer["plans"], list)
    assert [one["mine"] for one in answer["plans"]][:2] == ["own 1", "centre 1"]
