"""Hint, table of cards, coach and second attempt: whoever is asked, the answer is the same."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import pytest

from ksm_widgets.analysis import weighing
from ksm_widgets.analysis.card_table import card_table
from ksm_widgets.analysis.knowledge import powers_held
from ksm_widgets.analysis.options import turn_key
from ksm_widgets.analysis.review import look_at, moments
from ksm_widgets.analysis.weighing import LONG_LOOK, Weighing, best_options
from ksm_widgets.coach.cards import card_reasons
from ksm_widgets.coach.reasons import dig_with, reasons
from ksm_widgets.coach.retrying import Retry
from ksm_widgets.coach.telling import verdict
from ksm_widgets.explorer.links import situation_of
from ksm_widgets.game.advice import Advice, advice
from ksm_widgets.game.asking import moment_link
from ksm_widgets.game.standing import ahead_told, is_as_good, tenth
from ksm_widgets.players import get_bot, played
from ksm_widgets.rules import Card, Game, Setting, Turn, view
from ksm_widgets.solver import solve
from ksm_widgets.telling.hints import HintLevel
from ksm_widgets.telling.phrases import Phrase
from tests.coach.findings import finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ksm_widgets.analysis.card_table import CardTable
    from ksm_widgets.analysis.review import Moment
    from ksm_widgets.analysis.weighing import AnyOption
    from ksm_widgets.rules import View


pytestmark = pytest.mark.usefixtures("compiled")

LOOK = 16
"""Games from which all judge here: few, so that luck is large and contradictions would show."""
MORE = 64
"""Games from which tables and hints judge once more, so that something can be told."""


DEALS = 4
"""Deals with which the rest of a round is planned for the best few turns."""


def games(*seeds: int) -> Iterator[tuple[int, Game]]:
    """Games of two to four people who overlook a lot."""
    for seed in seeds:
        players = 2 + seed % 3
        bots = [get_bot(("level0", "greedy", "cautious")[at % 3]) for at in range(players)]
        yield seed, played(Setting(players, seed=seed), bots)


def choices(*seeds: int, each: int) -> list[Moment]:
    """So many choices of each of these games: half of them of cards, half of turns."""
    found = []
    for seed, game in games(*seeds):
        rng = Random(f"choices {seed}")
        own = [one for seat in range(len(game.players)) for one in moments(game, seat)]
        for kind in (Card, Turn):
            found += rng.sample([one for one in own if isinstance(one.choice, kind)], each // 2)
    return found


@pytest.fixture
def glanced(monkeypatch: pytest.MonkeyPatch) -> None:
    """All glance with half of the games: the best few get a closer look."""
    for function in (best_options, look_at):
        monkeypatch.setitem(function.__kwdefaults__ or {}, "glance", LOOK // 2)
    monkeypatch.setattr(Weighing.judging, "__defaults__", (LOOK // 2, LONG_LOOK))
    monkeypatch.setattr(weighing, "DEALS", DEALS)


class Told:
    """The figures told of the options of one choice, by whoever is asked: each has but one."""

    def __init__(self, seen: View) -> None:
        self._seen = seen
        self._figures: dict[object, dict[str, AnyOption]] = {}

    def by(self, who: str, *options: AnyOption) -> None:
        """Somebody tells these figures; a closer look may correct what was only glanced at."""
        for one in options:
            what = one.choice
            key = turn_key(self._seen, what) if isinstance(what, Turn) else what
            before = self._figures.setdefault((key, one.closely), {})
            for other, figure in before.items():
                same = (one.ahead, one.loss) == (figure.ahead, figure.loss)
                assert same, f"{other} and {who} differ about {what}"
            before[who] = one


def agrees(moment: Moment) -> None:
    """Hint, card table, coach and retry say the same of a choice.

    The best of the hint is the first of the table and of the coach, or told as equally good; who
    follows it is charged nothing; an answer in a second attempt is right exactly if the coach
    finds nothing clearly better than it, and it better than a mistake; and every figure told of an
    option is the same.
    """
    seen, told = moment.view, Told(moment.view)
    hint = advice(seen, look=LOOK)
    best = hint.options[0]
    told.by("hint", *hint.options)
    followed = look_at(replace(moment, choice=best.choice), look=LOOK)
    told.by("coach, of the hint", *followed.options, followed.made)
    assert not followed.flawed, "a hint that is followed is no mistake"
    found = look_at(moment, look=LOOK)
    told.by("coach", *found.options, found.made)
    # What was done may have come out ahead of all that is listed, never the hint clearly behind.
    first = found.options[0]
    assert first == found.made or first.choice == best.choice
    assert first.ahead.mean == pytest.approx(found.best, abs=0.05)
    # Of those told as equal the one with the fewest moves is named first.
    for options in (hint.options, found.options):
        lead, turn = tenth(options[0].ahead.mean), options[0].choice
        for one in options:
            if one.closely and isinstance(one.choice, Turn) and isinstance(turn, Turn):
                assert tenth(one.ahead.mean) != lead or len(one.choice.moves) >= len(turn.moves)
    retry = Retry.of(found)
    for option in found.options:
        answered = retry.answer(option.choice)
        told.by("retry", answered.answers[-1].option)
        if option == found.made:
            assert answered.solved is not found.flawed
        elif option.closely:
            no_better = found.flawed and option.loss.mean >= found.cost.mean
            assert answered.solved is not (option.is_worse or no_better)
    assert retry.answer(best.choice).solved
    # A choice that nobody listed is told as if it had been played.
    unlisted = Retry.of(followed).answer(moment.choice)
    told.by("retry, of the choice made", unlisted.answers[-1].option)
    assert unlisted.solved is not found.flawed
    keys = {one.key for one in verdict(found)}
    assert ("coaching.better" in keys) is found.flawed
    cost, error = round(found.cost.mean, 1), round(found.cost.error, 1)
    if first != found.made and not found.flawed:
        same = tenth(first.ahead.mean) == tenth(found.made.ahead.mean)
        small = error <= 5 and cost <= max(0.5, error)
        assert ("coaching.as_good" in keys) is (small or same)
        assert ("coaching.open" in keys) is not (small or same)
    # No verdict below two errors, nor below half a point; the error is never that of luck alone.
    assert found.flawed is (cost > max(0.5, 2 * error))
    assert found.cost.error >= found.chance
    if isinstance(best.choice, Turn):
        saves_moves(best.choice, hint)
    expected = [one for one in hint.told(HintLevel.ALL) if one.key == "match_advice.expect"]
    assert [one.params["ahead"] for one in expected] == [ahead_told(best.ahead)]
    everyone_is_told(hint)
    tells_objects_and_moves(hint)
    if isinstance(moment.choice, Card):
        table = card_table(seen, games=LOOK)
        told.by("table", *table.cards)
        assert table.lead == found.best
        assert table.best == best.choice
        if len(table.cards) > 1:
            # From so few games the table only tells a first impression.
            assert {one.key for one in card_reasons(table)} <= {
                "card_table.early",
                "card_table.early_level",
            }
        tabled(card_table(seen, games=MORE), advice(seen, look=MORE))


@pytest.mark.long
@pytest.mark.usefixtures("glanced")
def test_a_plan_stays_as_long_as_what_it_loses_may_be_luck() -> None:
    kept = set()
    for moment in choices(4, 5, 6, each=8):
        if isinstance(moment.choice, Turn):
            first, *_ = best_options(moment.view, moment.choice, look=LOOK)
            assert isinstance(first.choice, Turn)
            loss = look_at(moment, look=LOOK).made.loss
            stays = turn_key(moment.view, first.choice) == turn_key(moment.view, moment.choice)
            assert stays is (round(loss.mean, 1) <= max(0.5, round(loss.error, 1)))
            kept.add(stays)
    assert kept == {True, False}


def tabled(table: CardTable, hint: Advice) -> None:
    """The table says what the hint says, and its figures are those of the same games."""
    assert table.best == hint.options[0].choice
    assert hint.card == table.best.number
    reasons = card_reasons(table)
    assert reasons[0].params["number"] == table.best.number
    # The hint and the table name the same cards as good, open and unchecked.
    whole = hint.told(HintLevel.ALL)
    for kind in _OTHERS:
        key = f"match_advice.{kind}"
        assert [one for one in reasons if one.key in {key, f"{key}_one"}] == [
            one for one in whole if one.key in {key, f"{key}_one"}
        ]
    # Nor do they differ about the lead, and its error.
    told = [one.params["ahead"] for one in whole if one.key == "match_advice.expect"]
    for one in reasons:
        if "ahead" in one.params and one.key not in (
            "card_table.worst_first",
            "card_table.worst_after",
        ):
            assert [one.params["ahead"]] == told
    # Nobody is called the best beside others that may be as good.
    alone = all(one.is_worse for one in table.cards[1:]) and len(table.cards) > 1
    assert (reasons[0].key == "card_table.best") is alone
    # The lead over all games is the mean of the leads against each answer.
    if table.cells:
        assert sum(one.chance for one in table.answers) == pytest.approx(1)
    leads = {one.choice: one.ahead.mean for one in table.cards}
    for card, row in zip(table.rows, table.cells, strict=True):
        means = [cell.mean for cell in row]
        assert leads[card] == pytest.approx(
            sum(mean * one.chance for mean, one in zip(means, table.answers, strict=True))
        )
        assert min(means) - 1e-9 <= leads[card] <= max(means) + 1e-9


def named(phrase: Phrase, kind: str) -> list[object]:
    """The cards that a sentence of this kind names, or of turns how many there are."""
    keys = {f"match_advice.{turns}{kind}{one}" for turns in ("", "turns_") for one in ("", "_one")}
    if phrase.key not in keys:
        return []
    others = phrase.params.get("others")
    if isinstance(others, Phrase):
        numbers = [value for value in others.params.values() if isinstance(value, str)]
        first = others.params.get("first", [])
        assert isinstance(first, list)
        return [*map(int, (*first, *numbers))]
    count = phrase.params["count"]
    assert isinstance(count, int)
    return [Turn] * count


def is_told_ahead(one: AnyOption, best: AnyOption) -> bool:
    """Whether an option that was checked closely has the larger lead, as it is told."""
    return one.closely and tenth(one.ahead.mean) > tenth(best.ahead.mean)


def everyone_is_told(hint: Advice) -> None:
    """Each option is about as good as the first, open, not checked closely or clearly worse."""
    best, *others = hint.options
    whole = hint.told(HintLevel.ALL)
    named_as = [[x for one in whole for x in named(one, kind)] for kind in _OTHERS]
    better = [x for one in whole for x in named(one, "better")]
    leading = [one for one in others if is_told_ahead(one, best)]
    assert len(better) == len(leading)
    others = [one for one in others if one not in leading]
    ranked = []
    for one in others:
        same = one.closely and tenth(one.ahead.mean) == tenth(best.ahead.mean)
        small = one.closely and one.loss.error <= 5
        small = small and one.loss.mean <= max(0.5, one.loss.error)
        clear = one.loss.mean > max(0.5, 2 * one.loss.error)
        ranked.append(0 if same or small else 2 if not one.closely else 3 if clear else 1)
    assert [ranked.count(kind) for kind in range(3)] == [*map(len, named_as)]
    for one, kind in zip(others, ranked, strict=True):
        if isinstance(one.choice, Card):
            for number, told in enumerate(named_as):
                assert (one.choice.number in told) is (number == kind)


def tells_objects_and_moves(hint: Advice) -> None:
    """An object is named from the second level on, and where none is spent, none is spoken of."""
    plan = hint.plan
    if plan is None or plan.dig is None:
        return
    for level in HintLevel:
        if not level:
            continue
        said = {one.key.removeprefix("match_advice.") for one in hint.told(level)}
        vague = level is HintLevel.IDEA
        with_objects = {"with_object", "with_object_one"} & said
        assert bool(with_objects) is (vague and bool(plan.turn.powers))
        assert ("spend" in said) is (not vague and bool(plan.turn.powers))
        still = {"no_move", "idea.as_it_lies", "hint.all_still"} & said
        assert not (still and (plan.turn.moves or hint.view.begun))
        assert not ("no_more_move" in said and (plan.turn.moves or not hint.view.begun))


def saves_moves(best: Turn, hint: Advice) -> None:
    """A hint with paid moves names a turn that is as good and needs fewer, if there is one."""
    cheaper = [
        one.choice
        for one in hint.options[1:]
        if is_as_good(one, hint.options) and not is_told_ahead(one, hint.options[0])
        if isinstance(one.choice, Turn) and len(one.choice.moves) < len(best.moves)
        if len(one.choice.powers) <= len(best.powers)
    ]
    told = [one for one in hint.told(HintLevel.ALL) if one.key.startswith("match_advice.saves")]
    assert bool(told) is bool(cheaper)
    for one in told:
        if one.key == "match_advice.saves_dig":
            assert all(turn.dig is None for turn in cheaper)
            continue
        least = min(len(turn.moves) for turn in cheaper if turn.dig is not None)
        moves = one.params.get("moves", [])
        assert isinstance(moves, list)
        assert len(moves) == least
        assert one.params.get("more", len(best.moves)) == len(best.moves)
        assert one.params["quarries"] in [list(turn.dig or ()) for turn in cheaper]


_OTHERS = ("as_good", "open", "unchecked")
"""What is said of options that are not clearly worse than the first."""


@pytest.mark.usefixtures("glanced")
@pytest.mark.parametrize("kind", [Card, pytest.param(Turn, marks=pytest.mark.long)])
def test_whoever_is_asked_says_the_same(kind: type) -> None:
    agrees(next(one for one in choices(72, each=2) if isinstance(one.choice, kind)))


@pytest.mark.slow
@pytest.mark.usefixtures("glanced")
@pytest.mark.parametrize("seed", range(60, 73))
def test_whoever_is_asked_says_the_same_on_fifty_positions(seed: int) -> None:
    asked = choices(seed, each=4)
    assert len(asked) == 4
    for moment in asked:
        agrees(moment)


def follows(game: Game) -> tuple[int, int]:
    """Play a turn by asking for a hint before each step; how many looks, and how many new plans.

    The plan stays, or it is told what has changed it; and the coach charges nothing.
    """
    player = game.current
    assert player is not None
    looks, changes, told = 0, 0, None
    while True:
        seen = view(game, player)
        found = advice(seen, look=LOOK, before=told)
        assert found.plan is not None
        if told is not None and told.plan is not None:
            left = replace(told.plan.turn, moves=told.plan.turn.moves[1:])
            assert (found.plan.turn == left) is (found.changed is None)
            if found.changed is not None:
                why = found.told(HintLevel.IDEA)[0].key
                assert why in ("match_advice.new_tile", "match_advice.closer")
                changes += 1
        told = found
        if not found.plan.turn.moves:
            break
        before = game.covering
        game = game.move(player, found.plan.turn.moves[0])
        looks += game.covering != before
    game = game.play(player, found.plan.turn)
    record = len(game.records) - 1
    for moment in moments(game, player):
        if moment.record == record and isinstance(moment.choice, Turn):
            assert not look_at(moment, look=LOOK).flawed
    return looks, changes


def turns_begin(*seeds: int) -> Iterator[Game]:
    """The games before each turn in which something can be uncovered."""
    for _, game in games(*seeds):
        now = Game.begin(game.setting)
        for cards, turns in game.rounds():
            for seat, card in enumerate(cards):
                now = now if card is None else now.choose(seat, card)
            for record in turns:
                if now.round > 2:
                    yield now
                now = now.again(record)


@pytest.mark.long
@pytest.mark.usefixtures("glanced")
def test_a_hint_that_is_followed_stays_or_says_what_has_changed() -> None:
    tried = Random(4).sample([*turns_begin(60, 61, 62)], 2)
    assert sum(follows(game)[0] for game in tried)


@pytest.mark.slow
@pytest.mark.usefixtures("glanced")
def test_many_hints_that_are_followed_stay_or_say_what_has_changed() -> None:
    tried = Random(5).sample([*turns_begin(*range(60, 69))], 25)[12:20]
    looks, changes = (sum(each) for each in zip(*map(follows, tried), strict=True))
    assert looks > changes > 0


@pytest.mark.long
def test_two_turns_that_come_to_the_same_are_weighed_once() -> None:
    for moment in choices(62, each=12)[6:]:
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
