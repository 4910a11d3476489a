"""The questions of Kingdom of Solomon: the worked examples, what is refused, and the oracle."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from importlib.resources import files
from random import Random
from typing import Any

import pytest

from ksm_widgets.companions import kingdom
from ksm_widgets.companions.answering import NoAnswer
from ksm_widgets.companions.companion import QuestionTextError
from ksm_widgets.companions.kingdom.acts import Act, Copy, Put, Use, act_text
from ksm_widgets.companions.kingdom.answering import ask
from ksm_widgets.companions.kingdom.ask_block import ask_block
from ksm_widgets.companions.kingdom.ask_pawns import ask_pawns
from ksm_widgets.companions.kingdom.ask_round import ask_round
from ksm_widgets.companions.kingdom.box import FILES
from ksm_widgets.companions.kingdom.country import free_spots
from ksm_widgets.companions.kingdom.game import COMPANION
from ksm_widgets.companions.kingdom.links import Query, Question
from ksm_widgets.companions.kingdom.places import Action, CardAction
from ksm_widgets.companions.kingdom.planning import after, alone
from ksm_widgets.companions.kingdom.position import Pawn, Phase, Position, standing
from ksm_widgets.companions.kingdom.rules import apply
from ksm_widgets.companions.kingdom.scoring import score
from ksm_widgets.companions.kingdom.search.pawns.best_spots import best_spots
from ksm_widgets.companions.kingdom.search.pawns.packing import pack
from ksm_widgets.companions.kingdom.search.pawns.sending import Sending
from ksm_widgets.companions.kingdom.search.pawns.swaps import Swaps
from ksm_widgets.companions.kingdom.text import read_position
from ksm_widgets.companions.kingdom.worths import Worths
from ksm_widgets.telling.phrases import Reader
from ksm_widgets.words import LANGUAGES, sentence
from tests.companions.kingdom_oracle import best_pawns, rest_of_round
from tests.companions.kingdom_positions import (
    EXAMPLE_1,
    EXAMPLE_2,
    small_placement,
    small_position,
    table,
)
from tests.companions.shared import changed
from tests.sweeps import swept

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
    keys = {one.key: one.params.get("lost") for one in answer.reasons}
    assert keys.pop("kingdom_ask.favour") is None
    assert keys == {"kingdom_ask.first_sale": "1", "kingdom_ask.first_purchase": "1"}


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
        assert (reason.key, reason.params["more"]) == ("kingdom_ask.token_last", "13")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("question", [Question.ROUND, Question.BLOCK])
def test_where_the_favour_is_left_out_the_answer_says_so(question: Question, language: str) -> None:
    def told(position: Position) -> tuple[str, list[str]]:
        found = ask(position, Query(question))
        reasons = [one.key for one in found.answer.reasons]
        favour = [key for key in reasons if key.startswith("kingdom_ask.favour")]
        return found.headline(language).say(language), favour

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
    assert [one.key for one in ask_block(favour).reasons] == ["kingdom_ask.token_last"]
    mine = replace(favour, favour=1)
    assert [one.key for one in ask_block(mine).reasons] == ["kingdom_ask.points_last"]


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
    assert answer.reasons[0].params["price"] == "5"
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


@pytest.mark.parametrize(
    "more", [{"keep": -1}, {"keep": True}, {"token": "5"}, {"road": 101}, {"gold": 1}]
)
def test_keys_are_checked(more: dict[str, Any]) -> None:
    with pytest.raises(QuestionTextError):
        asked("round", EXAMPLE_1, **more)


# The oracle.


def _worths(rng: Random, position: Position) -> Worths:
    if position.ending:
        return Worths(last=True)
    return Worths(
        keep=rng.choice((0, 0, 1, Fraction(1, 2), 2)),
        token=rng.choice((0, 0, 5, 8)),
        card=rng.choice((0, 0, 2)),
    )


def _ended(position: Position, acts: tuple[Act, ...]) -> bool:
    here = alone(position, position.turn)
    for act in acts:
        here = after(here, act, position.turn)
    return here.ending and not position.ending


def _compare_rounds(seeds: range) -> None:
    for seed in seeds:
        rng = Random(seed)
        position = small_position(rng, 4)
        worths = _worths(rng, position)
        answer = ask_round(position, worths)
        if "kingdom_ask.ends" in [one.key for one in answer.assuming]:
            assert _ended(position, answer.options[0].acts), seed
            worths = Worths(last=True)
        assert answer.value == rest_of_round(position, worths), seed
        seat = position.turn
        for option in answer.options:
            here = alone(position, seat)
            for act in option.acts:
                here = after(here, act, seat)


def _compare_pawns(seeds: range, pawns: int, *, ark: bool = False) -> None:
    for seed in seeds:
        rng = Random(seed)
        position = small_placement(rng, pawns, ark=ark)
        if position.ending:
            continue
        sent = best_spots(Sending(position, position.turn, Worths()))
        assert sent.bound is None
        assert sent.worth == best_pawns(position), seed
        for spot in rng.sample([*sent.without], min(1, len(sent.without))):
            assert sent.without[spot] == best_pawns(position, spot), (seed, spot)


@pytest.mark.long
def test_a_sample_of_rounds_agrees_with_the_oracle() -> None:
    _compare_rounds(range(8))


@pytest.mark.slow
def test_many_rounds_agree_with_the_oracle() -> None:
    _compare_rounds(swept(250))


@pytest.mark.long
@pytest.mark.parametrize("ark", [False, True])
def test_a_sample_of_placements_agrees_with_the_oracle(ark: bool) -> None:
    _compare_pawns(range(8), 1, ark=ark)


def test_a_stolen_cube_counts_although_the_stock_had_no_more() -> None:
    _compare_pawns(range(69, 70), 1)


@pytest.mark.parametrize("seed", range(1, 5))
def test_the_best_without_all_that_others_want_is_found_beside(seed: int) -> None:
    position = small_placement(Random(seed), 2)
    sending = Sending(position, position.turn, Worths())
    wanted = best_spots(sending, only_best=True).spots
    sent = best_spots(sending, wanted=wanted)
    assert sent.uncontested == best_spots(sending, wanted, only_best=True).worth
    assert sent.uncontested <= min(sent.without.values())


@pytest.mark.slow
@pytest.mark.parametrize("ark", [False, True])
def test_many_placements_agree_with_the_oracle(ark: bool) -> None:
    _compare_pawns(range(150), 1, ark=ark)
    _compare_pawns(range(60), 2, ark=ark)


@pytest.mark.parametrize("keep", [0, 1])
@pytest.mark.parametrize("seed", range(3))
def test_goods_and_cards_are_worth_the_best_of_all_that_can_be_built(seed: int, keep: int) -> None:
    """However few of the works are looked at; what is promised before is never too little."""
    rng = Random(seed)
    position = small_placement(rng, 2)
    seat = position.turn
    weighing = Sending(position, seat, Worths(keep=keep)).weighing
    hands = [(one.codes, *more) for one in weighing.draw(3).alike for more in one.hands]
    for codes, hand, ways, _ in rng.sample(hands, 25):
        goods = tuple(rng.randrange(4) for _ in range(5))
        points = position.scores[seat - 1] + hand.points
        worth = weighing.spending.worth(goods, hand, points) * weighing.scale
        assert weighing.worth(goods, hand, ways, 0) == worth, hand
        assert weighing.promised(pack(goods), codes) >= worth, hand


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in (1, 2, 3))]
)
def test_what_thefts_and_trades_make_is_the_same_whatever_was_asked_before(seed: int) -> None:
    """Changes are kept for goods that are alike: a fresh look finds no others."""
    rng = Random(seed)
    position = small_placement(rng, 2)
    sending = Sending(position, position.turn, Worths())
    actions: list[Action | CardAction] = [Action.THIEF, Action.TRADER, CardAction.TRADER]
    for _ in range(150):
        trades = frozenset(rng.sample(actions, rng.choice((1, 2, 3))))
        goods = pack(tuple(rng.randrange(cap + 3) for cap in sending.caps))
        taxed = tuple(rng.choice((0, 0, 1)) for _ in range(5))
        fresh = Swaps(position, position.turn, sending.caps)
        assert sending.swaps.reached(goods, taxed, trades) == fresh.reached(goods, taxed, trades)


def test_only_one_pawn_is_a_guest() -> None:
    """Who has the favour may stand on one place of another (S33), not on two."""
    text = changed(EXAMPLE_2, ("favour 1", "favour 3"), ("tokens 2 0 2 0", "tokens 1 0 2 0"))
    position = read_position(text)
    others = [spot for spot in free_spots(position, 3) if spot not in ("Samaria", "Dan")]
    pawns = (*position.pawns, *(Pawn(spot, 1) for spot in others))
    sent = best_spots(Sending(replace(position, pawns=pawns), 3, Worths(), count=2))
    assert len(sent.spots) == 1


def test_no_more_goods_than_there_are_come_from_a_large_region() -> None:
    """Nine pawns on a region of ten places would bring 270 cubes, which don't fit into a byte."""
    ends = {"Aram": "Tob Asher Edom Gilead Moab", "Tob": "Aram Dan Judah Ammon Ophir"}
    near = {place: end for end, places in ends.items() for place in places.split()} | ends
    lands = (
        f"{place},ccc,{'yes' if place in ends else 'no'},{beside},known,known"
        for place, beside in near.items()
    )
    _, cards, numbers = ((files(kingdom) / name).read_text("utf-8") for name in FILES.names)
    places = "\n".join(["place,goods,site,neighbours,goods_source,site_source", *lands])
    box = FILES.read(places, cards, changed(numbers, ("pawns_2 = [6", "pawns_2 = [9")))
    roads = " ".join(f"{end}-{place}" for end in ends for place in ends[end].split()[1:])
    position = read_position(
        "players 2 | order 1 2 | phase place | score 10 10 | goods - ; - | cards 1 4 | own 7 10 ; -"
        f" | temple 0 | sites Aram:1 Tob:1 | roads Aram-Tob {roads} | left 9 0"
        " | pawns Prophet:2 Trader:2 Artisan:2 Minister:2 Thief:2 Altar:2*4",
        box,
    )
    for count in (4, 9):
        assert best_spots(Sending(position, 1, Worths(keep=1), count=count)).worth == 35


def test_with_as_few_spots_as_pawns_each_is_missed() -> None:
    position = small_placement(Random(3), 8)
    sent = best_spots(Sending(position, position.turn, Worths()))
    assert all(0 <= sent.worth - worth < 100 for worth in sent.without.values())


def test_a_search_that_is_cut_short_says_so() -> None:
    answer = ask_pawns(read_position(EXAMPLE_2), most_looks=0)
    assert answer.status == "feasible"
    assert answer.bound is not None
    assert 0 < answer.value <= 57 <= answer.bound
    assert "kingdom_ask.cut_short" in [one.key for one in answer.assuming]


@pytest.mark.parametrize("seed", range(4))
def test_sets_that_are_put_off_change_nothing(seed: int) -> None:
    """However little they are taken to be worth less than they promise."""
    position = small_placement(Random(seed), 2, ark=True)
    found = []
    for margin in (100, Fraction(3, 10), 0):
        sent = best_spots(Sending(position, position.turn, Worths()), margin=margin)
        found.append((sent.worth, sent.spots, sent.without, sent.bound))
    assert found[0] == found[1] == found[2]


@pytest.mark.long
def test_no_search_cut_short_tells_more_than_it_knows() -> None:
    """A search without a place may find more than the first one found: then that is the best."""
    for seed in (1, 3, 22, 38, 45):
        position = small_placement(Random(seed), 3)
        whole = best_spots(Sending(position, position.turn, Worths())).worth
        for most in (0, 3, 30):
            sent = best_spots(Sending(position, position.turn, Worths()), most_looks=most)
            assert sent.worth <= whole
            assert len(sent.spots) == 3
            assert set(sent.without) == set(sent.spots)
            assert all(worth <= sent.worth for worth in sent.without.values())
