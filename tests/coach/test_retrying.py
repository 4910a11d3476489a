"""Mistakes are asked again: what is right, what is told, and when the answer is shown."""

from __future__ import annotations

from dataclasses import replace
from statistics import fmean
from typing import TYPE_CHECKING

import pytest

from ksm_widgets.analysis.figures import Figure
from ksm_widgets.analysis.knowledge import option_problem
from ksm_widgets.analysis.rollouts import margins, played_on, table_of
from ksm_widgets.coach.retrying import Retry
from ksm_widgets.coach.telling import told
from ksm_widgets.rules import (
    CARDS_EACH,
    DigError,
    GameError,
    Turn,
    Unaffordable,
    cards,
    new_game,
    view,
)
from ksm_widgets.solver import solve
from tests.coach.findings import card, choice, finding, seen

if TYPE_CHECKING:
    from ksm_widgets.analysis.review import Finding

LINE, ONE, TWO = card(1, "###"), card(4, "#"), card(6, "##")
SHOWN = "coaching.better"


def keys(retry: Retry) -> list[str]:
    return [phrase.key for phrase in retry.told()]


def turns(*more: str) -> Finding:
    """A mistake in the last dig of a game, `dig b1` for `dig a1`; others cost 0.3, 0.6, 0.9."""
    known = seen("5,3,4,4,3,3", ONE)
    others = [choice(Turn.parse(one), -0.3 * number) for number, one in enumerate(more, start=1)]
    return finding(known, "dig b1", "dig a1", more=others)


def test_the_question_is_asked_without_the_answer() -> None:
    retry = Retry.of(turns())
    assert retry.asks().say("en") == "Round 12, card 4: what do you do?"
    assert not retry.wants_card
    assert retry.told() == ()
    assert not retry.over
    hand = [LINE, TWO]
    of_card = Retry.of(finding(seen("5,4,3", hand=hand, round_=3), LINE, TWO))
    assert of_card.asks().say("en") == "Round 3: which card do you choose?"
    assert of_card.wants_card


def test_the_best_is_right_and_only_then_shown() -> None:
    retry = Retry.of(turns())
    wrong = retry.answer(Turn.parse("dig b1"))
    assert not wrong.solved
    assert keys(wrong) == ["coach_retry.made"]
    right = wrong.answer(Turn.parse("dig a1"))
    assert right.solved
    assert right.over
    assert keys(right)[0] == "coach_retry.right"
    assert "coaching.done_then" in keys(right)
    assert SHOWN not in keys(right)  # It was just named.
    assert len(right.answers) == 2


def test_what_is_no_mistake_any_more_is_right_as_it_was_done() -> None:
    """Another kernel has another luck: what it had cost may be within the error by now."""
    found = replace(turns(), difference=Figure(0.4, 0.3))
    retry = Retry.of(found).answer(Turn.parse("dig b1"))
    assert retry.solved
    assert keys(retry)[0] == "coach_retry.right"


def test_it_may_be_asked_before_it_has_been_looked_into() -> None:
    found = turns()
    retry = Retry(found.moment)
    assert retry.asks() == Retry.of(found).asks()
    assert not retry.over
    assert retry.told() == ()


def test_every_answer_within_its_error_is_right() -> None:
    found = turns("dig c1", "dig d1", "dig e1")
    for option in found.options[:-1]:
        retry = Retry.of(found).answer(option.choice)
        assert retry.solved, option.choice
    dear = replace(found.options[-2], loss=Figure(3.0, 3.1))
    unsure = replace(found, options=(*found.options[:-2], dear, found.options[-1]))
    assert Retry.of(unsure).answer(dear.choice).solved
    clear = replace(dear, loss=Figure(3.0, 0.5))
    sure = replace(found, options=(*found.options[:-2], clear, found.options[-1]))
    assert not Retry.of(sure).answer(dear.choice).solved


@pytest.mark.parametrize(
    ("language", "better", "equal"),
    [
        ("en", "etter:", "About as good as your answer: dig a1 right away."),
        ("de", "esser:", "Etwa ebenso gut wie deine Antwort: sofort auf a1 graben."),
    ],
)
def test_beside_a_right_answer_nothing_is_called_better(
    language: str, better: str, equal: str
) -> None:
    found = turns("dig c1")
    right = Retry.of(found).answer(Turn.parse("dig c1"))
    said = [phrase.say(language) for phrase in right.told()]
    assert equal in said
    assert not [one for one in said if better in one]
    assert right.equal == right.answers[0].option
    # Reasons are for the answer, right after it, and don't add up the cost of the best option.
    assert right.told()[1].key == "coaching.gains_last"
    assert not [one.key for one in right.told() if "split" in one.key]
    # The best one found is called that, and what nobody answered is, too.
    best, shown = Retry.of(found).answer(Turn.parse("dig a1")), Retry.of(found).give_up()
    assert best.equal is shown.equal is None
    assert not any(better in phrase.say(language) for phrase in best.told())
    assert any(better in phrase.say(language) for phrase in shown.told())


def test_what_came_out_no_better_than_the_mistake_is_not_right_either() -> None:
    """It was called right, and in the table it stood below what had cost points."""
    found = turns("dig c1")
    cost = found.cost.mean
    for loss, right in ((cost - 0.1, True), (cost, False), (cost + 2.0, False)):
        unsure = replace(found.options[1], loss=Figure(loss, 3.0))
        options = (found.options[0], unsure, found.made)
        retry = Retry.of(replace(found, options=options)).answer(unsure.choice)
        assert retry.solved is right
    first, *_ = retry.told()
    assert first.say("en").startswith("That came out no better than your choice then: dig c1")
    assert first.say("de").startswith("Das hat nicht besser abgeschnitten als deine Wahl damals:")


def test_what_was_done_is_not_right_however_unsure_its_figure() -> None:
    found = turns()
    made = replace(found.made, loss=Figure(4.0, 9.0))
    unsure = replace(found, options=(found.options[0], made), made=made)
    assert not Retry.of(unsure).answer(Turn.parse("dig b1")).solved


def test_the_order_of_moves_makes_no_other_answer() -> None:
    known = seen("51,1,-,-,41,1", ONE)
    best = "moves a1-b1 e1-f1 dig a1"
    found = finding(known, "dig b1", best)
    again = Retry.of(found).answer(Turn.parse("moves e1-f1 a1-b1 dig a1"))
    # It is told as it was given, with the figures of the one that was listed.
    given = Turn.parse("moves e1-f1 a1-b1 dig a1")
    assert again.answers[0].option == replace(found.options[0], choice=given)


def test_an_answer_is_named_as_far_as_it_was_judged() -> None:
    known = seen("?1,3,4", ONE, unseen="5z")
    found = finding(known, "dig b1", "moves a1-a2 dig a1")
    right = Retry.of(found).answer(Turn.parse("moves a1-a2"))
    said = [phrase.say("en") for phrase in right.told()]
    assert said[0] == "Right: a1→a2, then see what is on a1. Nothing is clearly better."
    # What was really played is named beside it.
    assert "Your choice then: dig b1 right away." in said


def test_a_choice_that_was_only_glanced_at_is_looked_at_before_it_is_judged() -> None:
    found = turns("dig c1")
    glanced = replace(found.options[1], loss=Figure(9.0, 0.1), closely=False)
    unsure = replace(found, options=(found.options[0], glanced, found.options[2]))
    answered = Retry.of(unsure).answer(Turn.parse("dig c1"))
    option = answered.answers[0].option
    assert (option.loss, option.closely) == (Figure(1.0, 0.0), True)
    # From now on it has this figure wherever the choice is shown.
    assert answered.finding == replace(unsure, options=(found.options[0], option, found.made))


def test_a_turn_that_was_made_is_named_up_to_its_first_look() -> None:
    """What was done after it is a choice of its own."""
    found = finding(seen("?1,3,4", ONE, unseen="5z"), "moves a1-a2", "dig c1")
    done, *_ = told(found)
    assert done.say("en") == "Your choice: a1→a2, then see what is on a1."


def test_who_gives_up_is_shown_the_answer() -> None:
    retry = Retry.of(turns())
    assert SHOWN in keys(retry.give_up())
    found = turns("dig c1")
    best, close, made = found.options
    clear = replace(close, loss=Figure(3.0, 0.5))
    weak = Retry.of(replace(found, options=(best, clear, made))).answer(Turn.parse("dig c1"))
    assert keys(weak) == ["coach_retry.weak"]
    assert SHOWN in keys(weak.give_up())
    assert not weak.give_up().solved


def test_an_answer_nobody_thought_of_is_played_on_beside_the_best() -> None:
    found = turns()
    retry = Retry.of(found).answer(Turn.parse("dig c1"))
    option = retry.answers[0].option
    # On the last dig no luck is left: points say it.
    assert (option.ahead, option.loss) == (Figure(14.0 - 10, 0.0), Figure(1.0, 0.0))
    assert not retry.solved
    assert retry.told()[0].say("en") == (
        "Better than your choice then, but not the best yet: dig c1 right away. "
        "This costs about one point."
    )
    known = seen("5,3,5", ONE)
    as_good = Retry.of(finding(known, "dig b1", "dig a1")).answer(Turn.parse("dig c1"))
    assert as_good.solved
    assert as_good.answers[0].option.loss.mean == 0


def test_a_card_nobody_weighed_is_played_on_as_well() -> None:
    known = view(new_game(5, seed=3), 0)
    # Two rounds are left, which are soon played.
    hand = known.hand[:2]
    known = replace(known, hand=hand, round=CARDS_EACH[5] - 1, cards_left=(2,) * 5)
    best, made = hand
    third = next(one for one in cards() if one not in hand)
    known = replace(known, hand=(*hand, third), cards_left=(3, 2, 2, 2, 2))
    retry = Retry.of(finding(known, made, best, games=4)).answer(third)
    option = retry.answers[0].option
    assert option.choice == third
    ahead = []
    for one in (third, best, made):
        plan = solve(option_problem(known, one)).plan
        assert plan is not None
        table = table_of(known, chosen={0: one}, plans=[plan.turn])
        ahead.append(margins(played_on(table, 4), 0))
    # The best is picked in one half of the games and measured in the other.
    gaps = []
    for half in (0, 1):
        best_then = max(ahead, key=lambda row: fmean(row[half::2]))
        gaps.append(fmean(best_then[1 - half :: 2]) - fmean(ahead[0][1 - half :: 2]))
    assert option.loss.mean == fmean(gaps)
    assert option.ahead.mean == fmean(ahead[0]) or option.loss.mean < 0


@pytest.mark.parametrize(
    ("turn", "error"),
    [("dig a1 b1", DigError), ("dig a6", DigError), ("moves a1-b1 dig b1", Exception)],
)
def test_what_the_rules_forbid_is_refused(turn: str, error: type[Exception]) -> None:
    retry = Retry.of(turns())
    with pytest.raises(error):
        retry.answer(Turn.parse(turn))


def test_what_money_does_not_pay_is_refused() -> None:
    retry = Retry.of(finding(seen("z,5,4", ONE, coins=1), "dig c1", "dig b1"))
    with pytest.raises(Unaffordable):
        retry.answer(Turn.parse("dig a1"))


def test_a_card_is_no_answer_to_a_turn_nor_one_that_is_not_there() -> None:
    with pytest.raises(TypeError, match="a Turn was asked for"):
        Retry.of(turns()).answer(ONE)
    of_card = Retry.of(finding(seen("5,4,3", hand=[LINE, TWO]), LINE, TWO))
    with pytest.raises(TypeError, match="a Card was asked for"):
        of_card.answer(Turn())
    with pytest.raises(GameError):
        of_card.answer(ONE)
