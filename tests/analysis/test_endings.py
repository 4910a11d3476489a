"""Games that a view could be of, and what is played on from them: nothing unknown leaks in."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import pytest

from ksm_widgets.analysis.endings import RememberingPlanner, dealt, ending, round_played
from ksm_widgets.analysis.planning import Planner, Worths
from ksm_widgets.analysis.review import moments
from ksm_widgets.players import get_bot, played
from ksm_widgets.rules import CARDS_EACH, Card, Move, Setting, Turn, view
from tests.rules.tables import mine, table

if TYPE_CHECKING:
    from ksm_widgets.analysis.review import Moment
    from ksm_widgets.rules import View


@pytest.fixture(scope="module")
def choices() -> list[Moment]:
    """All choices of somebody in a game of people who do anything."""
    return [*moments(played(Setting(3, seed=5), [get_bot("random")] * 3), 1)]


def test_a_game_dealt_looks_just_as_its_view(choices: list[Moment]) -> None:
    for number, moment in enumerate(choices):
        game = dealt(moment.view, Random(number))
        assert view(game, moment.player) == moment.view
        # All cards and tiles are somewhere, once.
        hands = [card for player in game.players for card in player.hand]
        assert len({*hands}) == len(hands)
        assert not {*hands} & {record.card for record in game.records}


def test_equal_deals_are_the_same_for_all_options(choices: list[Moment]) -> None:
    last = [one for one in choices if isinstance(one.choice, Turn)][-1]
    one, other = (dealt(last.view, Random("same")) for _ in range(2))
    assert one == other
    assert dealt(choices[0].view, Random("one")) != dealt(choices[0].view, Random("other"))


def test_the_round_is_played_to_its_end_and_the_game_to_its_own(choices: list[Moment]) -> None:
    bot = RememberingPlanner()
    for moment in choices[::5]:
        game = round_played(moment.view, moment.choice, 0, 1, bot)
        assert not game.waiting
        assert len(game.records) == 3 * moment.round
        if isinstance(moment.choice, Card):
            own = game.records[3 * (moment.round - 1) :]
            assert moment.choice in {record.card for record in own if record.player == 1}
    end = next(one for one in choices if one.round == CARDS_EACH[3])
    points = ending(end.view, end.choice, 0, 1, bot)
    game = round_played(end.view, end.choice, 0, 1, bot)
    assert points == tuple(score.total for score in game.scores)


def test_what_looks_the_same_is_planned_once(choices: list[Moment]) -> None:
    asked: list[View] = []

    class Counting(Planner):
        def turn(self, view: View) -> Turn:
            asked.append(view)
            return Turn()

    bot = RememberingPlanner(Counting(Worths.USUAL))
    seen = next(one.view for one in choices if isinstance(one.choice, Turn))
    bot.turn(seen)
    bot.turn(replace(seen))
    assert len(asked) == 1
    bot.turn(replace(seen, begun=(), waiting=seen.waiting, player=2))
    assert len(asked) == 2


def test_a_plan_goes_on_after_a_look_unless_there_is_a_better_one() -> None:
    """A bot in a hurry did not find the plan again, and gave it up."""
    game = table(mine("a5,4,3z,1,1,1"), "###", (9, ""), (9, ""))
    game = game.move(0, Move.parse("c1-c2"))
    seen = view(game, 0)
    bot = RememberingPlanner(Planner(Worths.USUAL, max_moves=0))
    for text, kept in (
        ("moves a1-a2 dig a1 b1 c1", True),
        ("dig a1 b1 c1", False),  # two levels
        ("-", False),  # it sees a dig
    ):
        planned = Turn.parse(text)
        assert (bot.rest(seen, planned) == planned) is kept
