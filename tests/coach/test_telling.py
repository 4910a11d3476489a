"""What the coach says of a choice and of a game: sizes, sums that add up, turning points."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from ksm_widgets.analysis.figures import Figure
from ksm_widgets.analysis.review import Review, look_at, moments, review
from ksm_widgets.coach.telling import (
    Size,
    Turning,
    adding_up,
    curve,
    heading,
    is_good,
    is_listed,
    mistakes,
    size_of,
    summary,
    told,
    turning_points,
    turning_told,
)
from ksm_widgets.game.telling import outcome
from ksm_widgets.rules import Turn
from ksm_widgets.telling.plans import turn_told
from tests.coach.findings import card, choice, finding, of_costs, seen
from tests.game.people import random_match, until

if TYPE_CHECKING:
    from ksm_widgets.analysis.review import Moment
    from ksm_widgets.game.match import Match
    from ksm_widgets.rules import Game

LINE, ONE = card(1, "###"), card(4, "#")
LANGUAGES = ("en", "de")


@pytest.mark.parametrize(
    ("cost", "error", "size"),
    [
        (0.0, 0.1, Size.GOOD),
        (0.3, 0.1, Size.GOOD),
        (0.5, 0.1, Size.GOOD),
        (0.54, 0.1, Size.GOOD),  # 0.5 is what one reads
        (0.56, 0.1, Size.SLIP),
        (4.0, 2.1, Size.GOOD),  # within the error
        (1.99, 0.5, Size.SLIP),
        (2.0, 0.5, Size.MISTAKE),
        (4.99, 0.5, Size.MISTAKE),
        (5.0, 0.5, Size.COSTLY),
        (30.0, 0.5, Size.COSTLY),
    ],
)
def test_a_mistake_is_as_big_as_what_it_cost(cost: float, error: float, size: Size) -> None:
    known = seen("5,4,3", ONE)
    found = finding(known, "dig b1", "dig a1", cost=cost, error=error)
    assert size_of(found) is size
    keys = [phrase.key for phrase in told(found)]
    key = "not_clear" if size is Size.GOOD and round(cost, 1) > max(0.5, error) else size.value
    assert keys[:2] == ["coaching.done", f"coaching.{key}"]
    assert ("coaching.better" in keys) == (size is not Size.GOOD)


def test_who_spends_for_nothing_is_told_so() -> None:
    known = seen("5,4,3", ONE, held="M")
    found = finding(known, "dig a1 with mirror", "dig a1", cost=0.4)
    assert told(found)[2].say("en") == (
        "The dig didn't need this object, so you could have kept it: mirror."
    )
    assert "needless" not in str(told(finding(known, "dig a1", "dig a1", cost=0.0)))


def test_a_cost_is_told_with_its_error() -> None:
    known = seen("5,4,3", ONE)
    _, size, *_ = told(finding(known, "dig b1", "dig a1", cost=4.14, error=0.77))
    assert size.say("en") == "A mistake: it cost about 4.1 points (probably between 3.3 and 4.9)."
    assert (
        size.say("de")
        == "Ein Fehler: Er kostete etwa 4,1 Punkte (vermutlich zwischen 3,3 und 4,9)."
    )


def test_who_did_the_best_is_told_so() -> None:
    known = seen("5,4,3", ONE)
    said = [phrase.key for phrase in told(finding(known, "dig a1", "dig a1", cost=0.0))]
    assert said == ["coaching.done", "coaching.best"]
    equal = finding(seen("5"), "dig a1", "dig a1", cost=0, more=[choice(Turn(), 0.0)])
    said = [one.key for one in told(equal)]
    assert said == ["coaching.done", "coaching.best_as_good"]


@pytest.mark.parametrize("best", ["dig a1", "dig b1"])
def test_nobody_is_praised_at_a_first_look_or_where_nobody_can_tell(best: str) -> None:
    """What is praised in green at first may turn out to be a costly mistake."""
    found = finding(seen("5,4", ONE), "dig a1", best, cost=0.2 if best == "dig b1" else 0.0)
    assert is_good(found)
    early = replace(found, early=True)
    assert not is_good(early)
    assert told(early)[1].say("en") == "Nothing was clearly better."
    if best == "dig b1":
        unsure = finding(seen("5,4", ONE), "dig a1", best, cost=4.0, error=2.1)
        assert not is_good(unsure)
        assert told(unsure)[1].say("de") == "Nichts war deutlich besser."


def test_what_nobody_can_tell_is_not_told_to_be_as_good() -> None:
    for cost, error, key in (
        (0.9, 1.0, "as_good"),
        (1.5, 1.0, "open"),
        (1.0, 6.0, "open"),
        (0.04, 6.0, "as_good"),  # as hint and table say, however unsure it is
    ):
        found = finding(seen("5,4", ONE), "dig a1", "-", cost=cost, error=error)
        assert [one.key for one in told(found)][-1] == f"coaching.{key}"
    # Of a right answer it is what that may lack that counts.
    answer = choice(Turn.parse("dig b1"), -0.4)
    found = finding(seen("5,4", ONE), "dig a1", "-", cost=4.0)
    assert [one.key for one in told(found, answer=answer, equal=True)][-1].endswith("good_answer")
    unsure = replace(answer, loss=Figure(3.0, 2.0))
    assert [one.key for one in told(found, answer=unsure, equal=True)][-1].endswith("open_answer")
    level = replace(unsure, ahead=Figure(0.04, 6.0))
    said = told(found, answer=level, equal=True)[-1]
    assert said.say("en") == "About as good as your answer: no dig."
    assert said.say("de") == "Etwa ebenso gut wie deine Antwort: nicht graben."


@pytest.mark.parametrize(
    ("turn", "said"),
    [
        ("-", "No dig"),
        ("moves c3-d4", "C3→d4, then no dig"),
        ("dig a1 b1", "dig a1, b1 right away"),
        ("moves c3-d4 d4-e5 dig e5", "C3→d4, d4→e5, then dig e5"),
        ("dig a1 with seal mirror", "dig a1 right away (spending mirror, seal)"),
    ],
)
def test_a_turn_in_a_few_words(turn: str, said: str) -> None:
    assert turn_told(Turn.parse(turn)).say("en").casefold() == said.casefold()


def test_headings_say_which_choice_it_is() -> None:
    known = seen("5,4,3", ONE, round_=5, hand=[LINE, ONE])
    assert heading(finding(known, LINE, ONE)).say("en") == "Round 5, card"
    found = finding(known, "dig b1", "dig a1")
    assert heading(found).say("en") == "Round 5, turn with card 4"
    for made, said in ((1, "after one move"), (2, "after 2 moves")):
        later = replace(found, moment=replace(found.moment, made=made))
        assert heading(later).say("en") == f"Round 5, turn with card 4 {said}"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ended", [None, 16.25, -3.0, 0.0, 33.33])
@pytest.mark.parametrize("costs", [(0.04, 0.04, 0.04), (2.25, 7.75), (-0.75,)])
def test_the_sums_of_a_game_add_up(
    costs: tuple[float, ...], ended: float | None, language: str
) -> None:
    found = of_costs(*costs, ended=ended)
    said = adding_up(found)
    last = said[-1].say(language).replace(",", ".").replace("−", "-").replace(" ", "")
    total, _, end = last.partition("=")
    assert sum(map(float, re.findall(r"[+-]?[\d.]+", total))) == pytest.approx(float(end))
    # What is within the error counts as luck, and so does what may have been gained.
    flawed = [cost for cost in costs if cost > 1]
    expected = 10 - (costs[-1] if flawed else 0) if ended is None else ended
    assert float(end) == pytest.approx(expected, abs=0.0501)
    lost, told_luck = (float(str(said[at].params[key])) for at, key in ((2, "lost"), (1, "luck")))
    assert lost == pytest.approx(sum(flawed), abs=0.11)
    assert told_luck == pytest.approx(abs(expected - 10 + sum(flawed)), abs=0.17)
    # Over many choices, chance counts both ways.
    luck = sum(found.luck)
    whole = 10 - costs[-1] if ended is None else ended
    assert 10 + luck - found.lost.mean == pytest.approx(whole)
    assert found.lost.mean == pytest.approx(sum(costs))
    assert ("end" in said[3].key) == (ended is not None)


def test_of_a_game_without_a_choice_there_is_nothing_to_say() -> None:
    begun = random_match(3, 1)
    assert [one.key for one in summary(Review(0, (), None), begun)] == ["coaching.nothing"]
    assert adding_up(Review(0, (), None)) == ()
    assert curve(Review(0, (), None)) == ()


@pytest.fixture(scope="module")
def match() -> Match:
    """A game of five people who do anything, to its end."""
    return until(random_match(5, 6), lambda match: match.over)


@pytest.mark.parametrize(
    ("costs", "told"),
    [
        ((0.0, 0.2), "In all 2 choices checked, nothing was clearly better."),
        ((0.0,), "Nothing was clearly better than the choice checked."),
        (
            (0.0, 6.4, 0.2),
            "In 2 of the 3 choices checked, nothing was clearly better. "
            "One choice was a mistake. It cost about 6 points: Round 3, card.",
        ),
        (
            (1.1, 0.0, 1.4),
            "In one of the 3 choices checked, nothing was clearly better. 2 choices were "
            "mistakes. The most expensive one cost about one point: Round 3, card.",
        ),
        ((9.0,), "One choice was a mistake. It cost about 9 points: Round 3, card."),
    ],
)
def test_a_game_is_summed_up_in_whole_points(
    costs: tuple[float, ...], told: str, match: Match
) -> None:
    """The result comes first; luck and errors are for those who unfold them."""
    result, *rest = summary(of_costs(*costs, ended=3.0), match)
    assert result == outcome(match, 0)
    assert " ".join(one.say("en") for one in rest) == told
    assert all(one.say("de") for one in rest)
    going_on = random_match(5, 6)
    for best, said in ((13.3, "13 points ahead of"), (10.8, "11 points"), (0.2, "level with")):
        found = of_costs(0.0)
        one = replace(found.findings[0], best=best)
        now, *_ = summary(replace(found, findings=(one,)), going_on)
        before = "After the last choice checked, you could expect to end about"
        assert now.say("en").startswith(f"{before} {said}")
        assert now.say("de").startswith("Nach der letzten geprüften Entscheidung war zu erwarten: ")


def test_what_belongs_to_a_mistake_is_counted_apart(match: Match) -> None:
    """21 good choices and two mistakes of 24 left one out."""
    review = of_costs(9.0, 3.0, ended=3.0)
    first, second = review.findings
    one_turn = replace(review, findings=(first, replace(second, moment=first.moment)))
    told = [one.say("en") for one in summary(one_turn, match)]
    assert told[-2].startswith("One choice was a mistake.")
    assert told[-1] == "One more choice belongs to these mistakes."


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ended", [30.0, -30.0])
def test_the_sum_says_what_luck_is(ended: float, language: str) -> None:
    said = " ".join(one.say(language) for one in adding_up(of_costs(2.0, ended=ended)))
    assert {"en": "what the others did", "de": "was die anderen taten"}[language] in said


def test_the_last_card_of_a_hand_was_no_choice() -> None:
    known = seen("5,4,3", ONE, round_=8, hand=[ONE])
    found = finding(known, ONE, ONE, cost=0.0)
    assert heading(found).say("en") == "Round 8, last card"
    assert [one.say("en") for one in told(found)] == [
        "Your choice: card 4.",
        "It was your last card, so there was nothing to choose.",
    ]


def test_the_chart_goes_down_by_costs_and_on_by_luck() -> None:
    found = of_costs(3.0, 0.3, 6.0, ended=2.0)
    spots = curve(found)
    # What is within the error is no cost.
    assert [spot.before - spot.after for spot in spots] == [3.0, 0.0, 6.0, 0.0]
    assert [spot.flawed for spot in spots] == [True, False, True, False]
    ways = [then.before - now.after for now, then in pairwise(spots)]
    said = adding_up(found)
    sign = -1 if "bad" in said[1].key else 1
    assert sum(ways) == pytest.approx(sign * float(str(said[1].params["luck"])))
    assert [spot.finding for spot in spots] == [0, 1, 2, None]
    assert spots[-1].after == 2.0
    assert len(curve(replace(found, ended=None))) == 3


def test_a_game_turns_where_most_changed() -> None:
    found = of_costs(0.0, 6.0, 0.5, 9.0, ended=-20.0)
    # What costs nothing beyond the error is not held against anybody; luck is what else happened.
    assert turning_points(found, 1) == (Turning(3, 9.0, -21.0),)
    # Where luck came to what a choice had cost, all was as before; so within the error.
    assert [one.cost for one in turning_points(found, 4)] == [9.0]
    luckier = replace(
        found,
        findings=(found.findings[0], *(replace(one, best=30.0) for one in found.findings[1:])),
    )
    first, last = turning_points(luckier, 2)
    assert (first.finding, first.luck) == (0, 20.0)
    assert last.finding == 3
    assert turning_told(luckier, first).say("en") == (
        "Round 3, card: after that, luck and the others' turns brought you 20 points."
    )
    assert turning_told(luckier, last).say("en") == (
        "Round 3, card: the choice cost 9, and after that, luck and the others' turns cost you 41"
        " points."
    )
    assert turning_told(luckier, Turning(3, 9.0, 0.04)).say("en") == (
        "Round 3, card: the choice cost 9."
    )


def test_mistakes_stand_by_what_they_cost() -> None:
    found = of_costs(0.2, 3.0, 8.0, 0.9, ended=1.0)
    assert [one.cost.mean for one in mistakes(found)] == [8.0, 3.0]


def test_of_one_turn_only_the_costliest_choice_is_a_mistake() -> None:
    found = of_costs(3.0, 8.0, 4.0)
    of_one_turn = [
        replace(one, moment=replace(one.moment, record=min(at, 1)))
        for at, one in enumerate(found.findings)
    ]
    review = replace(found, findings=tuple(of_one_turn))
    assert [one.cost.mean for one in mistakes(review)] == [8.0, 3.0]
    # Neither is it one in lists and on the curve.
    assert [is_listed(review, one) for one in review.findings] == [True, True, False]
    assert [spot.flawed for spot in curve(review)] == [True, True, False]


@pytest.mark.usefixtures("compiled")  # Once it is compiled, the judge thinks longer.
def test_everything_found_of_a_real_game_can_be_told(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    def last_ones(game: Game, player: int) -> tuple[Moment, ...]:
        return moments(game, player)[-3:]

    monkeypatch.setattr("ksm_widgets.analysis.review.moments", last_ones)
    *_, found = review(match.game, 2, look=8)
    assert len(found.findings) == 3
    for one in found.findings:
        # However it came out, this is what would be said if it was a mistake.
        said = (*told(one), *told(replace(one, difference=replace(one.cost, mean=9.0, error=1.0))))
        for language in LANGUAGES:
            assert all(phrase.say(language) for phrase in (*said, heading(one)))
        assert one.made.others.mean == 0
        assert look_at(one.moment, look=8) == one
    for language in LANGUAGES:
        assert all(phrase.say(language) for phrase in summary(found, match))
        assert all(phrase.say(language) for phrase in adding_up(found))
        for turning in turning_points(found):
            assert turning_told(found, turning).say(language)
