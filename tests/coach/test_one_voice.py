"""Hint, table of cards, coach and second attempt: whoever is asked, the answer is the same."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from ksm_widgets.analysis.card_table import card_table
from ksm_widgets.analysis.knowledge import powers_held
from ksm_widgets.analysis.review import look_at, moments
from ksm_widgets.analysis.weighing import LONG_LOOK, Weighing, best_options, turn_key
from ksm_widgets.coach.cards import card_reasons
from ksm_widgets.coach.reasons import dig_with, reasons
from ksm_widgets.coach.retrying import Retry
from ksm_widgets.coach.telling import verdict
from ksm_widgets.explorer.links import situation_of
from ksm_widgets.game.advice import advice, ahead_told
from ksm_widgets.game.asking import moment_link
from ksm_widgets.players import get_bot, played
from ksm_widgets.rules import CARDS_EACH, Card, Game, Setting, Turn
from ksm_widgets.solver import solve
from ksm_widgets.telling.hints import HintLevel
from tests.coach.findings import finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ksm_widgets.analysis.review import Moment


pytestmark = pytest.mark.usefixtures("compiled")

LOOK = 16
"""Games from which all judge here: few, so that luck is large and contradictions would show."""


def late_choices(seed: int) -> Iterator[Moment]:
    """The choices of the last two rounds of a game, by people who overlook a lot."""
    players = 2 + seed % 4
    game: Game = played(Setting(players, seed=seed), [get_bot("level0")] * players)
    for seat in range(players):
        for moment in moments(game, seat):
            if moment.round >= CARDS_EACH[players] - 1:
                yield moment


@pytest.fixture
def glanced(monkeypatch: pytest.MonkeyPatch) -> None:
    """All glance with half of the games: the best few get a closer look."""
    for function in (best_options, look_at, Weighing.judging):
        defaults = function.__kwdefaults__ or {}
        if "glance" in defaults:
            monkeypatch.setitem(defaults, "glance", LOOK // 2)
    monkeypatch.setattr(Weighing.judging, "__defaults__", (LOOK // 2, LONG_LOOK))


def agrees(moment: Moment) -> None:
    """Whoever is asked, the best choice is the same, and so is its figure."""
    options = best_options(moment.view, look=LOOK)
    best = options[0]
    followed = look_at(replace(moment, choice=best.choice), look=LOOK)
    assert not followed.flawed, "a hint that is followed is no mistake"
    found = look_at(moment, look=LOOK)
    assert found.options[0].ahead.mean == pytest.approx(found.best)
    assert Retry.of(found).answer(found.options[0].choice).solved
    # What was done is no mistake exactly if it is right in a second attempt, too.
    assert Retry.of(found).answer(moment.choice).solved is not found.flawed
    clearly = {phrase.key for phrase in verdict(found)} & {"coaching.better"}
    assert bool(clearly) is found.flawed
    # Nothing that is shown as good as the best is wrong in a second attempt, nor the reverse.
    for one in found.options:
        if one is not found.made:
            assert Retry.of(found).answer(one.choice).solved is not one.is_worse
    hint = advice(moment.view, look=LOOK)
    said = [phrase for phrase in hint.told(HintLevel.ALL) if phrase.key.endswith("expect")]
    assert [phrase.params["ahead"] for phrase in said] == [ahead_told(best.ahead)]
    if isinstance(moment.choice, Card):
        assert isinstance(best.choice, Card)
        table = card_table(moment.view, games=LOOK, most=(2, 2))
        assert table.best == best.choice == found.options[0].choice
        assert hint.card == best.choice.number
        worse = {one.choice for one in table.cards if one.is_worse}
        assert best.choice not in worse
        assert found.flawed is (moment.choice in worse)
        reasons = card_reasons(table)
        assert reasons[0].params["number"] == table.best.number
        # The hint and the table name the same cards as equally good.
        named = [phrase for phrase in reasons if phrase.key.startswith("match_advice.as_good")]
        assert named == [
            phrase for phrase in hint.told(HintLevel.ALL) if phrase.key.startswith(_AS_GOOD)
        ]


_AS_GOOD = "match_advice.as_good"


@pytest.mark.usefixtures("glanced")
@pytest.mark.parametrize("kind", [Card, pytest.param(Turn, marks=pytest.mark.long)])
def test_whoever_is_asked_says_the_same(kind: type) -> None:
    agrees(next(one for one in late_choices(7) if isinstance(one.choice, kind)))


@pytest.mark.slow
@pytest.mark.usefixtures("glanced")
def test_whoever_is_asked_says_the_same_on_fifty_positions() -> None:
    asked = [moment for seed in range(5, 12) for moment in late_choices(seed)]
    assert len(asked) > 50
    for moment in asked[:: len(asked) // 50]:
        agrees(moment)


@pytest.mark.long
def test_two_turns_that_come_to_the_same_are_weighed_once() -> None:
    for moment in late_choices(2):
        if isinstance(moment.choice, Turn):
            found = look_at(moment, look=LOOK)
            turns = [one.choice for one in found.options if isinstance(one.choice, Turn)]
            assert len({turn_key(moment.view, turn) for turn in turns}) == len(turns)


def test_the_coach_and_the_explorer_say_one_figure_but_for_objects() -> None:
    """A card's best dig nets the same in both; the explorer can also spend what is held."""
    game = played(Setting(3, seed=0), [get_bot("greedy")] * 3)
    keeps = spends = 0
    for one in moments(game, 0):
        if not isinstance(one.choice, Card) or one.round < 6:
            continue
        link = moment_link(one.view, one.choice)
        assert link is not None
        plan = solve(situation_of(link).problem()).plan
        assert plan is not None
        own = dig_with(one.view, one.choice).net
        held = bool(powers_held(one.view))
        assert plan.net == own or (held and plan.net > own)
        said = [each.key for each in reasons(finding(one.view, one.choice, one.choice))]
        assert said[0] == ("coaching.digs_unspent" if held else "coaching.digs")
        keeps, spends = keeps + (not held), spends + held
    assert keeps
    assert spends
