"""Hint, table of cards, coach and second attempt: whoever is asked, the answer is the same."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from ksm_widgets.analysis.card_table import card_table
from ksm_widgets.analysis.review import look_at, moments
from ksm_widgets.analysis.weighing import best_option, turn_key
from ksm_widgets.coach.cards import card_reasons
from ksm_widgets.coach.retrying import Retry
from ksm_widgets.coach.telling import verdict
from ksm_widgets.game.advice import advice
from ksm_widgets.players import get_bot, played
from ksm_widgets.rules import CARDS_EACH, Card, Game, Setting, Turn

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ksm_widgets.analysis.review import Finding, Moment
    from ksm_widgets.analysis.weighing import AnyOption


pytestmark = [pytest.mark.long, pytest.mark.usefixtures("compiled")]

LOOK = 8
"""Games from which all judge here: few, so that luck is large and contradictions would show."""


def late_choices(seed: int) -> Iterator[Moment]:
    """The choices of the last two rounds of a game, by people who overlook a lot."""
    players = 2 + seed % 4
    game: Game = played(Setting(players, seed=seed), [get_bot("level0")] * players)
    for seat in range(players):
        for moment in moments(game, seat):
            if moment.round >= CARDS_EACH[players] - 1:
                yield moment


def as_played(moment: Moment, best: AnyOption) -> Moment:
    """The moment of somebody who did what he was told."""
    return replace(moment, choice=best.choice)


def agrees(moment: Moment) -> None:
    best = best_option(moment.view, look=LOOK)
    told = look_at(as_played(moment, best), look=LOOK)
    assert not told.flawed, "a hint that is followed is no mistake"
    found: Finding = look_at(moment, look=LOOK)
    assert Retry.of(found).answer(best.choice).solved or found.made.choice == best.choice
    # What was done is no mistake exactly if it is right in a second attempt, too.
    assert Retry.of(found).answer(moment.choice).solved is not found.flawed
    clearly = {phrase.key for phrase in verdict(found)} & {"coaching.better"}
    assert bool(clearly) is found.flawed
    if isinstance(moment.choice, Card):
        table = card_table(moment.view, games=LOOK, most=(2, 2))
        assert table.best == best.choice
        worse = {one.choice for one in table.cards if one.is_worse}
        assert best.choice not in worse
        assert found.flawed is (moment.choice in worse)
        assert card_reasons(table)[0].params["number"] == table.best.number


def test_whoever_is_asked_says_the_same_on_fifty_positions() -> None:
    asked = [moment for seed in range(5, 12) for moment in late_choices(seed)]
    assert len(asked) > 50
    for moment in asked[:: len(asked) // 50]:
        agrees(moment)


def test_two_turns_that_come_to_the_same_are_weighed_once() -> None:
    for moment in late_choices(2):
        if isinstance(moment.choice, Turn):
            found = look_at(moment, look=LOOK)
            turns = [one.choice for one in found.options if isinstance(one.choice, Turn)]
            assert len({turn_key(moment.view, turn) for turn in turns}) == len(turns)


def test_a_hint_that_is_followed_is_no_mistake() -> None:
    for moment in [*late_choices(1), *late_choices(3)]:
        hint = advice(moment.view)
        if isinstance(moment.choice, Card):
            card = next(one for one in moment.view.hand if one.number == hint.card)
            followed = replace(moment, choice=card)
        else:
            assert hint.plan is not None
            followed = replace(moment, choice=hint.plan.turn)
        assert not look_at(followed).flawed
