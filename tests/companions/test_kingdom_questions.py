"""The questions of Kingdom of Solomon: the worked examples, and what is refused."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from ksm_widgets.companions.answering import NoAnswer
from ksm_widgets.companions.companion import QuestionTextError
from ksm_widgets.companions.kingdom.acts import Copy, Pass, Put, Use, act_text
from ksm_widgets.companions.kingdom.answering import ask
from ksm_widgets.companions.kingdom.box import the_box
from ksm_widgets.companions.kingdom.companion import COMPANION
from ksm_widgets.companions.kingdom.links import Query, Question
from ksm_widgets.companions.kingdom.places import Action
from ksm_widgets.companions.kingdom.position import Pawn, Phase, Position, standing
from ksm_widgets.companions.kingdom.questions.block import ask_block
from ksm_widgets.companions.kingdom.questions.pawns import ask_pawns
from ksm_widgets.companions.kingdom.questions.planning import after, alone
from ksm_widgets.companions.kingdom.questions.round import ask_round
from ksm_widgets.companions.kingdom.rules import apply
from ksm_widgets.companions.kingdom.scoring import score
from ksm_widgets.companions.kingdom.text import read_position
from ksm_widgets.companions.kingdom.worths import Worths, number_phrase
from ksm_widgets.telling.phrases import Reader
from ksm_widgets.words import LANGUAGES, sentence
from tests.companions.kingdom_oracle import rest_of_round
from tests.companions.kingdom_positions import EXAMPLE_1, EXAMPLE_2, table
from tests.companions.shared import changed

PLAN = ["sell s", "sell w", "sell w", "buy f", "pass", "build 1 Aram with f", "block points s"]


def asked(question: str, text: str, language: str = "en", **more: Any) -> Any:
    data = {"question": question, "position": text, **more}
    return COMPANION.ask(data, language)


@pytest.mark.parametrize("keep", [0, 1, 2])
def test_example_1_is_worth_25_and_23_without_the_card(keep: int) -> None:
    answer = asked("round", EXAMPLE_1, keep=keep)
    assert (answer["status"], answer["value"], answer["plan"]) == ("optimal", 25, PLAN)
    without = asked("round", EXAMPLE_1.replace("fortune f", "fortune -"), keep=keep)
    assert without["value"] == 23
    assert without["plan"][3:7] == ["buy f", "buy f", "pass", "build 1 Aram"]


@pytest.mark.parametrize("question", [Question.ROUND, Question.BLOCK])
def test_where_who_passes_may_come_back_a_plan_is_still_of_one_seat(question: Question) -> None:
    box = replace(the_box(), pass_is_final=False)
    found = ask(replace(table(), box=box), Query(question))
    if question is Question.ROUND:
        assert [*map(act_text, found.acts(0))] == PLAN
    for row, option in enumerate(found.rows):
        end = found.after(row, len(option.acts))
        assert end.turn == 1
        assert end.goods[1] == found.position.goods[1]
        assert all(found.places(row, step) for step, act in enumerate(option.acts) if act != Pass())


@pytest.mark.parametrize("question", [Question.ROUND, Question.BLOCK])
def test_whoever_has_left_the_market_has_a_plan_that_builds_at_once(question: Question) -> None:
    position = table(("pawns -", "pawns - | turn 2 | done 1"))
    found = ask(position, Query(question))
    acts = found.acts(0)
    assert acts
    assert Pass() not in acts
    assert found.after(0, len(acts)).phase is Phase.BUILD


def test_other_cards_are_compared_and_reasons_add_up() -> None:
    answer = ask_round(table(("fortune f", "fortune -")))
    values = {option.name: option.value for option in answer.options}
    assert values == {"1": 23, "4": 22, "11": 20, "12": 20, "none": 19}
    why = answer.options[0].why
    parts = [
        (-1 if one.key.endswith("buy") else 1) * int(str(one.params["points"]))
        for one in why
        if "points" in one.params
    ]
    assert sum(parts) == 23
    # The site counts nothing, so it is told apart why it is this one.
    [site] = [one.params["site"] for one in why if one.key == "kingdom_ask.site"]
    assert f" {site}" in " ".join(map(act_text, answer.options[0].acts))
    *firsts, favour = answer.reasons
    assert favour.key == "kingdom_ask.favour"
    lost = [(one.key, one.params["lost"]) for one in firsts]
    one_point = number_phrase(1)
    keys = "first_sale", "first_sale", "first_purchase"
    assert lost == [(f"kingdom_ask.{key}", one_point) for key in keys]


LAST_BLOCK = (
    (
        "goods ssswwwwf ; ccf | fortune f ; 2 | tokens 0 1",
        "goods gf ; - | fortune - ; 2 | tokens 1 1",
    ),
    ("market g0 c1 s2 w1 f3", "market g0 c0 s0 w0 f0"),
    ("temple 2", "temple 9"),
)


@pytest.mark.parametrize("ask", [ask_round, ask_block])
def test_a_plan_that_ends_the_game_counts_the_favour(ask: Any) -> None:
    """The last block as a token, which brings the favour: 20 points, for 7 and two cubes."""
    position = table(("phase market", "phase build"), *LAST_BLOCK)
    answer = ask(position)
    here = alone(position, 1)
    for act in answer.options[0].acts:
        here = after(here, act, 1)
    assert (here.ending, here.favour) == (True, 1)
    assert answer.value == score(here, 1) - score(position, 1) == 18
    assert "kingdom_ask.ends" in [one.key for one in answer.assuming]
    assert not any(one.key.startswith("kingdom_ask.favour") for one in answer.reasons)
    if ask is ask_block:
        assert [one.value for one in answer.options] == [18, 5]
        [reason] = answer.reasons
        assert reason.key == "kingdom_ask.tokens_last_one"
        assert reason.params["more"] == number_phrase(13)


TWO_BLOCKS = (
    "players 2 | me 1 | order 1 2 | phase build | score 20 20 | goods ggss ; - | fortune - ; - | "
    "tokens 0 0 | cards - | own - ; - | temple 8 | sites -"
)
"""Both blocks that are left can be paid for, and the last one ends the game."""


@pytest.mark.parametrize(
    ("change", "values", "told"),
    [
        (
            ("", ""),
            {0: 11, 1: 24, 2: 16},
            "With a token your final score is 13 higher than without.",
        ),
        (
            ("0 0", "0 1 | favour 2"),
            {0: 11, 1: 4, 2: 16},
            "With 2 tokens your final score is 5 higher than with none.",
        ),
        (
            ("0 0", "1 0 | favour 1"),
            {0: 11, 1: 4, 2: -4},
            "Taking points makes your final score 7 higher than taking a token.",
        ),
    ],
)
def test_tokens_are_compared_with_none_and_none_with_the_best_number(
    change: tuple[str, str], values: dict[int, int], told: str
) -> None:
    answer = ask_block(read_position(TWO_BLOCKS.replace(*change)))
    assert {int(option.name): option.value for option in answer.options} == values
    assert Reader("en").say(answer.reasons[0]) == told


def test_parts_of_a_point_are_told_as_decimals() -> None:
    answer = ask_round(table(), Worths(keep=Fraction(7, 3)))
    told = " ".join(map(Reader("en").say, (*answer.options[0].why, *answer.reasons)))
    assert "What is left over counts 4.7," in told
    assert "brings 0.3 less." in told


def test_what_is_best_after_the_others_is_told_as_a_decimal() -> None:
    left = "pawns Edom:1 Trader:2 Prophet:4 Judah:3 Tribute:2*4 | left 4 0 4 4"
    [contested] = ask_pawns(table((EXAMPLE_2.splitlines()[-1], left), text=EXAMPLE_2)).reasons
    assert Reader("en").say(contested).endswith("your best is 47.5.")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("question", [Question.ROUND, Question.BLOCK])
def test_where_the_favour_is_left_out_the_answer_says_so(question: Question, language: str) -> None:
    def told(position: Position) -> tuple[str, list[str]]:
        found = ask(position, Query(question))
        reasons = [one.key for one in found.answer.reasons]
        favour = [key for key in reasons if key.startswith("kingdom_ask.favour")]
        return found.headline.say(language), favour

    left_out = sentence(f"kingdom_page.found_{question}_bare", language, value="§").split("§")[0]
    sold = table(*LAST_BLOCK)  # Both cubes are sold for more than the block brings.
    headline, favour = told(sold)
    assert headline.startswith(left_out)
    assert favour == ["kingdom_ask.favour_ends_one"]
    sooner = table(*LAST_BLOCK[:2], ("temple 2", "temple 7"), ("goods gf", "goods cf"))
    assert told(sooner)[1] == ["kingdom_ask.favour_one"]
    for change in (("favour 2", "favour 1"), ("goods gf", "goods ff")):
        headline, favour = told(table(*LAST_BLOCK, change))
        assert not headline.startswith(left_out)
        assert favour == []


def test_the_last_round_counts_the_score() -> None:
    last = table(("temple 2", "temple 10"), ("fortune f", "fortune -"))
    answer = ask_round(last)
    seat, here = 1, alone(last, 1)
    for act in answer.options[0].acts:
        here = after(here, act, seat)
    assert answer.value == score(here, seat) - score(last, seat)
    favour = table(
        ("own 7 10", "own 7 10 2 5 6"), ("Tob:1", "Tob:1 Aram:1 Asher:1 Dan:1"), ("0 1 |", "1 1 |")
    )
    assert favour.ending
    assert any("token" in act_text(act) for act in ask_round(favour).options[0].acts)
    assert [one.key for one in ask_block(favour).reasons] == ["kingdom_ask.tokens_last_one"]
    mine = replace(favour, favour=1)
    assert [one.key for one in ask_block(mine).reasons] == ["kingdom_ask.points_last_one"]


def test_where_points_are_short_dear_plans_are_out() -> None:
    poor = table(("score 20", "score 0"), ("ssswwwwf", "wwwf"), ("fortune f", "fortune p2"))
    answer = ask_round(poor)
    here = alone(poor, 1)
    for act in answer.options[0].acts:
        here = after(here, act, 1)
    assert answer.value == rest_of_round(poor, Worths())


def test_token_or_points_has_its_price() -> None:
    answer = ask_block(table())
    assert [one.key for one in answer.reasons] == ["kingdom_ask.price", "kingdom_ask.favour"]
    assert answer.reasons[0].params["price"] == number_phrase(5)
    for token, tokens in ((4, 0), (5.5, 2)):
        plan = asked("round", EXAMPLE_1, token=token)["plan"]
        assert sum("token" in act for act in plan) == tokens
    dear = ask_block(table(), Worths(token=50))
    assert [one.key for one in dear.reasons] == ["kingdom_ask.all_tokens", "kingdom_ask.favour"]
    nothing = table(("ssswwwwf", "-"), ("fortune f", "fortune -"), ("score 20", "score 0"))
    assert [one.key for one in ask_block(nothing).reasons] == ["kingdom_ask.no_block"]


def test_roads_and_cards_may_have_a_worth() -> None:
    roads = asked(
        "round",
        changed(EXAMPLE_1, ("Judah:2", "Aram:1"), ("; 3 |", "; - |"), ("own 7 10", "own 3 7 10")),
        road=9,
    )
    assert any(act.startswith("road") for act in roads["plan"])
    assert asked("round", EXAMPLE_1, card=3)["value"] == 28
    assert asked("round", EXAMPLE_1, keep=0.5)["value"] == 25


@pytest.mark.long
def test_example_2_places_its_pawns() -> None:
    answer = ask_pawns(read_position(EXAMPLE_2))
    assert answer.value == 57
    assert [act_text(act) for act in answer.options[0].acts][-1] == "put Tribute"
    urgency = {option.name: option.urgency for option in answer.options[1:]}
    assert {urgency["Aram"], urgency["Bashan"], urgency["6"]} == {2}
    assert urgency["Tribute"] == Fraction(38121, 4060)
    assert [one.key for one in answer.reasons] == ["kingdom_ask.contested"]


def test_goods_that_a_pawn_brings_are_counted() -> None:
    position = replace(read_position(EXAMPLE_2), left=(1, 1, 1, 1))
    wood = {name: land._replace(goods=(0, 0, 0, 2, 0)) for name, land in position.box.lands.items()}
    answer = ask_pawns(replace(position, box=replace(position.box, lands=wood)))
    told = " ".join(map(Reader("en").say, answer.options[0].why))
    assert re.search("[246] wood", told)
    assert "wood, wood" not in told


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_advice_which_place_to_take_first_names_the_bonus_place_as_its_exception(
    language: str,
) -> None:
    """Tribute is missed most in the example, and comes last all the same."""
    bonus = {"en": "bonus place", "de": "Bonusort"}[language]
    for key in ("what_pawns", "found_pawns"):
        *_, advice = sentence(f"kingdom_page.{key}", language, value="57").split(". ")
        assert bonus in advice


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("question", "text"), [("round", EXAMPLE_1), ("block", EXAMPLE_1)])
def test_answers_are_plain_data_in_each_language(question: str, text: str, language: str) -> None:
    answer = asked(question, text, language)
    assert {"status", "value", "plan", "plans", "assuming", "seconds"} <= answer.keys()
    assert all({"plan", "value", "why"} <= plan.keys() for plan in answer["plans"])
    assert "{" not in str([answer["reasons"], answer["assuming"]])
    assert sentence("shelf.assumed", language) in answer["assuming"]


@pytest.mark.parametrize(
    ("question", "change"),
    [
        ("round", ("me 1", "me -")),
        ("pawns", ("score 20", "score 21")),
        ("block", ("temple 2", "temple 10")),
        ("round", ("phase market", "phase build | done 1")),
    ],
)
def test_what_cannot_be_asked_is_refused(question: str, change: tuple[str, str]) -> None:
    text = changed(EXAMPLE_1, change).replace("fortune f ;", "fortune - ;")
    with pytest.raises(NoAnswer) as caught:
        asked(question, text)
    assert caught.value.sentence("de")


def test_a_seat_without_a_place_or_a_round_cannot_ask() -> None:
    position = replace(table(), phase=Phase.DISCARD)
    with pytest.raises(NoAnswer):
        ask_round(position)
    full = replace(read_position(EXAMPLE_2), left=(0, 0, 0, 0))
    with pytest.raises(NoAnswer):
        ask_pawns(full)


@pytest.mark.parametrize(("language", "there"), [("en", "already"), ("de", "schon")])
def test_a_pawn_that_is_there_already_is_told_as_such(language: str, there: str) -> None:
    position = read_position(EXAMPLE_2)
    told = [Reader(language).say(one) for one in ask_pawns(position).options[0].why]
    assert [line.split()[0] for line in told if there in line] == ["Judah"]


@pytest.mark.parametrize("ask", [ask_round, ask_block])
def test_while_pawns_are_placed_a_question_about_building_names_the_phase(ask: Any) -> None:
    with pytest.raises(NoAnswer) as caught:
        ask(read_position(EXAMPLE_2))
    assert "“Place”" in caught.value.sentence("en")
    assert "„Markt“" in caught.value.sentence("de")


@pytest.mark.parametrize("ask", [ask_round, ask_block])
def test_own_pawns_are_resolved_before_the_rest_of_the_round_is_asked_about(ask: Any) -> None:
    position = table(("phase market", "phase resolve"), ("pawns -", "pawns Dan:1 Edom:2"))
    with pytest.raises(NoAnswer) as caught:
        ask(position)
    assert caught.value.places == ("Dan",)
    assert "resolve your pawns first" in caught.value.sentence("en")
    assert "zuerst auf" in caught.value.sentence("de")
    assert ask(replace(position, pawns=position.pawns[1:])).value > 0


def test_the_artisan_repeats_what_makes_the_plan_as_good_as_told() -> None:
    position = table(
        ("phase market", "phase place"),
        ("goods ssswwwwf ; ccf", "goods wwf ; -"),
        ("cards 1 4 11 12", "cards 1"),
        ("fortune f ; 2", "fortune - ; 2"),
        ("pawns -", "pawns Artisan:1 Bashan:1 Jezreel:1 Tob:1 Altar:2*6 | left 2 0"),
    )
    best = ask_pawns(position).options[0]
    spots = [act.spot for act in best.acts if isinstance(act, Put)]
    repeated: Any
    [repeated] = [one.params["places"] for one in best.why if one.key == "kingdom_ask.repeats"]
    pawns = tuple(Pawn(spot, 1) for spot in (*spots, "Bashan", "Jezreel", "Tob", Action.ARTISAN))
    here = replace(
        position,
        phase=Phase.RESOLVE,
        left=(0, 0),
        pawns=pawns,
        stood=standing(position.box, pawns),
    )
    for pawn in pawns:
        here = apply(
            here, Use(pawn.spot, Copy(tuple(repeated)) if pawn.spot is Action.ARTISAN else None)
        )
    assert ask_round(here).value == best.value


def test_the_others_too_count_the_last_round() -> None:
    """The temple is complete: a player would rather have Aram's cubes than the Artisan."""
    goods = "w ; - ; gs ; ff", "ssssww ; gggcc ; gs ; ffff"
    position = read_position(changed(EXAMPLE_2, goods, ("temple 4", "temple 10")))
    assert position.ending
    contested = ask_pawns(position).reasons[0]
    assert contested.key == "kingdom_ask.contested"
    assert contested.params["places"] == ["Moab", "Aram", "Ammon"]


@pytest.mark.parametrize(
    "more", [{"keep": -1}, {"keep": True}, {"token": "5"}, {"road": 101}, {"gold": 1}]
)
def test_keys_are_checked(more: dict[str, Any]) -> None:
    with pytest.raises(QuestionTextError):
        asked("round", EXAMPLE_1, **more)


@pytest.mark.parametrize("worth", [1 / 3, 0.0001, 5e-324, float("nan"), float("inf")])
@pytest.mark.parametrize("key", ["keep", "token", "road", "card"])
def test_worths_have_at_most_three_decimals(key: str, worth: float) -> None:
    wrong: dict[str, Any] = {key: worth}
    with pytest.raises(QuestionTextError, match=f"'{key}'.* from 0 to 100 .*three decimals"):
        asked("pawns", EXAMPLE_2, **wrong)


def test_worths_may_have_three_decimals() -> None:
    assert asked("round", EXAMPLE_1, keep=4.125)["value"] == "359/8"
