"""Which card to lay down, asked on a game's page: weighed meanwhile, told, stopped, put away."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from threading import Event
from typing import TYPE_CHECKING, Any

import pytest

from ksm_widgets.analysis.card_table import Answer, CardTable, Mixture, card_table
from ksm_widgets.analysis.figures import Figure
from ksm_widgets.analysis.weighing import WeighedOption
from ksm_widgets.coach import cards as choosing
from ksm_widgets.coach.cards import card_reasons, card_tables
from ksm_widgets.coach.view import coach
from ksm_widgets.game.match import Match, Phase
from ksm_widgets.game.seats import Seat
from ksm_widgets.progress.progress import Progress
from ksm_widgets.rules import View, view
from ksm_widgets.widgets import GameTable
from tests.coach.test_coach import bit_by_bit
from tests.game.at_table import act, html, phase, words
from tests.game.people import random_match, until

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


FIRST, CLOSER = 4, 64


pytestmark = pytest.mark.usefixtures("interpreted")


def made_up(view: View, games: int) -> CardTable:
    """A table in which a higher card is always better, and two answers where two play.

    The lowest card is not looked at closely.
    """
    cards = sorted(view.hand, key=lambda card: -card.number)
    *closer, last = (
        WeighedOption(card, Figure(9.5 - at, 1.3), Figure(float(at), 1.0), Figure(0.0, 0.1), games)
        for at, card in enumerate(cards)
    )
    options = (*closer, replace(last, loss=Figure(last.loss.mean, 99.0), closely=False))
    if len(view.cards_left) > 2:
        return CardTable(view.player, games, 9.5, options)
    other = 1 - view.player
    answers = tuple(
        Answer(other, card, chance) for card, chance in ((view.deck[0], 0.75), (None, 0.25))
    )
    row = (Figure(-1.5, 0.5), Figure(2.5, 0.5))
    return CardTable(view.player, games, 9.5, options, answers, (row,) * min(2, len(cards)))


def tables(view: View, *, since: int, pulse: Callable[[], object]) -> Iterator[CardTable]:
    """Weighs by few games, then by more."""
    for games in (FIRST, CLOSER):
        if games > since:
            pulse()
            yield made_up(view, games)


@pytest.fixture(autouse=True)
def weighed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coach, "card_tables", tables)


def seated(match: Match) -> Any:
    table: Any = GameTable(language="en", progress=Progress())
    table.set_page(table.page.sitting(match))
    return table


@pytest.fixture
def game() -> Iterator[Any]:
    table = seated(Match.begin([Seat("Anna"), Seat("Bo", "cautious")], seed=5))
    yield table
    table.close()


def test_the_cards_are_weighed_and_told_best_first(game: Any) -> None:
    seen = game.page.seen
    assert words(game, "coach") == ""
    act(game, "cards")
    table = game.page.cards.table
    assert table == made_up(seen, CLOSER)
    assert not game.page.cards.running
    said = words(game, "coach")
    for phrase in card_reasons(table):
        assert phrase.say("en") in said
    assert f"comes from {CLOSER} games" in said
    assert "The same games by the card that Bo chose in them, with its share" in said
    assert "In 75% of these games Bo chose one of the cards listed." in said
    best, next_best, third, fourth, *_, worst = (str(one.choice.number) for one in table.cards)
    found = re.findall("<t[dh][^>]*>(.*?)</t[dh]>", html(game, "coach"), re.S)
    found = [cell.replace("<small>", " ") for cell in found]
    cells = [unescape(re.sub("(?s)<svg.*?</svg>|<[^>]*>", "", cell)) for cell in found]
    cells = [" ".join(cell.replace("\N{NO-BREAK SPACE}", " ").split()) for cell in cells]
    assert cells[3:15] == [
        *[best, "9.5 ± 1.3", "–"],
        *[next_best, "8.5 ± 1.3", "1 ± 1 about as good"],
        *[third, "7.5 ± 1.3", "2 ± 1 can't tell"],
        *[fourth, "6.5 ± 1.3", "3 ± 1"],
    ]
    last = 4 + 3 * len(table.cards)
    ahead, loss = f"{10.5 - len(table.cards):.1f}".replace("-", "−"), len(table.cards) - 1
    assert cells[last - 4 : last] == [
        "Not checked closely",
        worst,
        f"{ahead} ± 1.3",
        f"{loss} ± 99",
    ]
    card = table.answers[0].card
    assert card is not None
    of_answers = cells[last:]
    assert of_answers == [
        *["reply", best, next_best],
        *[f"{card.number} 75%", "−1.5 ± 0.5", "−1.5 ± 0.5"],
        *["others 25%", "2.5 ± 0.5", "2.5 ± 0.5"],
        *["all 100%", "9.5 ± 1.3", "8.5 ± 1.3"],
    ]
    # It is one's own choice all the same, and the table goes with it.
    act(game, "card", worst)
    assert words(game, "coach") == said
    act(game, "choose")
    assert game.page.cards is None
    assert words(game, "coach") == ""
    act(game, "skip")
    assert phase(game) is Phase.DIG
    act(game, "cards")  # No control sends that here.
    assert game.page.cards is None


@pytest.mark.parametrize("count", [1, 2, 3])
def test_only_words_of_the_table_are_explained(
    game: Any, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def few(view: View, *, since: int, pulse: Callable[[], object]) -> Iterator[CardTable]:
        found = made_up(view, CLOSER)
        yield replace(found, cards=found.cards[:count])

    monkeypatch.setattr(coach, "card_tables", few)
    act(game, "cards")
    said = words(game, "coach")
    met = ["About as good:" in said, "Can't tell:" in said, "Not checked closely:" in said]
    assert met == [count > 1, count > 2, False]
    assert "Ahead: the points" in said


def test_figures_from_few_games_are_called_early(
    game: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From a handful of games a card was told as good as another, or better."""

    def first(view: View, *, since: int, pulse: Callable[[], object]) -> Iterator[CardTable]:
        yield replace(made_up(view, FIRST), early=True)

    monkeypatch.setattr(coach, "card_tables", first)
    act(game, "cards")
    found = game.page.cards.table
    number, second = (one.choice.number for one in found.cards[:2])
    said = f"After {FIRST} games with each card, card {number} is ahead. That is only a first"
    shown = words(game, "coach")
    assert said in shown
    assert "Ahead so far" in shown
    for late in ("Loss", "About as good", "about as good", "t tell", "checked closely", "came out"):
        assert late not in shown
    # No more games are to come here, and that is said.
    assert not game.page.cards.running
    assert "these are all for now. In the app and in JupyterLab the solver" in shown
    # So are those of a table that few games were played for, though no more are to come.
    few, level = (replace(found, early=False), replace(found.cards[1], ahead=found.cards[0].ahead))
    assert [one.key for one in card_reasons(few)] == ["card_table.early"]
    few = replace(few, cards=(found.cards[0], level, *found.cards[2:]))
    (phrase,) = card_reasons(few)
    assert f"cards {number}, {second} are level." in phrase.say("en")
    assert f"liegen die Karten {number}, {second} gleichauf." in phrase.say("de")


@pytest.mark.parametrize(
    "chances",
    [(0.244, 0.164, 0.116, 0.116, 0.106, 0.254), (0.38, 0.246, 0.374), (0.335, 0.335, 0.33)],
)
def test_the_shares_that_are_shown_add_up(chances: tuple[float, ...]) -> None:
    known = view(random_match(2, 1).game, 0)
    cards = [*known.deck[: len(chances) - 1], None]
    answers = tuple(Answer(1, card, one) for card, one in zip(cards, chances, strict=True))
    for rest in (answers, (*answers[:-1], replace(answers[-1], card=known.deck[-1]))):
        table = replace(made_up(known, CLOSER), answers=rest)
        shown = choosing.shares(table)
        assert sum(shown) == 100
        assert all(abs(share - 100 * one) < 2 for share, one in zip(shown, chances, strict=True))
        listed = sum(share for share, one in zip(shown, rest, strict=True) if one.card)
        assert f"In {listed}% of" in choosing.answers_told(table, "Bo")[0].say("en")


def test_the_next_card_named_is_the_one_that_lost_least() -> None:
    """It was the next row's, although one that was only glanced at lost less."""
    known = view(random_match(3, 1).game, 0)
    table = made_up(known, CLOSER)
    best, second, third = (
        replace(one, ahead=Figure(-loss, 1.0), loss=Figure(loss, 1.0), closely=at < 2)
        for at, (one, loss) in enumerate(zip(table.cards, (0.0, 12.0, 9.5), strict=False))
    )
    said = card_reasons(replace(table, cards=(best, second, third)))
    number = third.choice.number
    assert f"Next comes card {number}, 9.5 ± 1 points behind." in [one.say("en") for one in said]
    assert f"Danach kommt Karte {number}, 9,5 ± 1 Punkte dahinter." in [
        one.say("de") for one in said
    ]


def test_of_cards_that_are_level_none_came_out_best() -> None:
    known = view(random_match(3, 1).game, 0)
    table = made_up(known, CLOSER)
    level = tuple(
        replace(one, ahead=Figure(2.2, 1.0), loss=Figure(0.0, 1.0), closely=True)
        for one in table.cards
    )
    first, *_ = card_reasons(replace(table, cards=level))
    number = level[0].choice.number
    assert first.say("en").startswith(f"No card came out better than card {number}: expect")
    assert first.say("de").startswith(f"Keine Karte hat besser abgeschnitten als Karte {number}:")


def test_the_shares_of_a_mix_add_up() -> None:
    known = view(random_match(2, 1).game, 0)
    third = Mixture(tuple((one, 1 / 3) for one in known.hand[:3]), 1.0, Figure(9.0, 1.0))
    said = card_reasons(replace(made_up(known, CLOSER), mix=third))[-1]
    for language, sign in (("en", "%"), ("de", " %")):
        shares = re.findall(rf"(\d+){sign}", said.say(language))
        assert [int(share) for share in shares] == [34, 33, 33]


def test_it_is_put_away(game: Any) -> None:
    act(game, "cards")
    act(game, "cards-away")
    assert words(game, "coach") == ""
    act(game, "language", "de")
    act(game, "cards")
    assert "Karte" in words(game, "coach")
    act(game, "leave")
    assert game.page.cards is None


def slowly(go_on: Event) -> Callable[..., Iterator[CardTable]]:
    """Weighs as ever, but waits after the first table."""

    def wait(view: View, *, since: int, pulse: Callable[[], object]) -> Iterator[CardTable]:
        for table in tables(view, since=since, pulse=pulse):
            yield table
            assert go_on.wait(60)

    return wait


def test_it_can_be_stopped_while_the_page_answers(
    game: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on = Event()
    monkeypatch.setattr(coach, "card_tables", slowly(go_on))
    game.act("cards", "")
    assert game.page.cards.running
    assert "<progress" in html(game, "coach")
    game.act("look", "dark")
    game.act("cards-stop", "")
    go_on.set()
    game.wait()
    assert not game.page.cards.running
    assert game.page.cards.table.games == FIRST


def test_who_stops_it_before_there_is_anything_sees_nothing(
    game: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on = Event()

    def nothing_yet(view: View, *, since: int, pulse: Callable[[], object]) -> Iterator[CardTable]:
        assert since == 0
        assert go_on.wait(60)
        yield from tables(view, since=since, pulse=pulse)

    monkeypatch.setattr(coach, "card_tables", nothing_yet)
    game.act("cards", "")
    game.act("cards-stop", "")
    go_on.set()
    game.wait()
    assert not game.page.trouble
    assert game.page.cards is None


def test_who_chooses_meanwhile_hears_no_more_of_it(
    game: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on = Event()
    monkeypatch.setattr(coach, "card_tables", slowly(go_on))
    game.act("cards", "")
    weighing = game._runs["cards"].latest
    game.act("card", str(game.page.seen.hand[0].number))
    game.act("choose", "")
    go_on.set()
    weighing.join()
    game.wait()
    assert game.page.cards is None
    assert not game.page.trouble


def test_what_goes_wrong_is_shown(game: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> Iterator[CardTable]:
        raise RuntimeError("<i>no lamp</i>")

    monkeypatch.setattr(coach, "card_tables", broken)
    game.act("cards", "")
    game.wait()
    assert "&lt;i&gt;no lamp" in html(game, "said")
    assert game.page.cards is None


def test_it_is_nobody_elses_business() -> None:
    """Of several people only who has the screen sees it, and only before the cards are revealed."""
    match = Match.begin([Seat("Anna"), Seat("Bo"), Seat("Cid", "cautious")], seed=5)
    table = seated(until(match, lambda one: one.phase is Phase.CHOOSE))
    act(table, "cards")
    assert table.page.cards.table.player == table.page.seen.player
    assert not table.page.cards.table.answers
    act(table, "card", str(table.page.seen.hand[0].number))
    act(table, "choose")
    assert phase(table) is Phase.HAND_OVER
    assert words(table, "coach") == ""
    act(table, "cards")  # No control sends that here.
    assert table.page.cards is None
    table.close()


def test_the_coach_takes_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coach, "reviews", bit_by_bit)
    match = Match.begin([Seat("Anna"), *(Seat(name, "cautious") for name in "BCDE")], seed=3)
    table = seated(until(match, lambda one: one.game.round == 2 and one.phase is Phase.CHOOSE))
    act(table, "cards")
    act(table, "coach")
    assert "Which card?" not in words(table, "coach")
    act(table, "coach-try")
    assert phase(table) is Phase.CHOOSE
    assert "Which card?" not in words(table, "turn")
    before = table.page
    act(table, "cards")  # No control sends that here.
    assert table.page.cards == before.cards
    act(table, "coach-end")
    assert "Which card?" in words(table, "coach")
    table.close()


# The tables themselves.


@pytest.fixture(scope="module")
def seen() -> View:
    """What somebody knows who has two cards left, of five at the table."""
    match = until(random_match(5, 2), lambda one: one.game.round == 4 and not one.game.waiting)
    return view(match.game, 0)


@pytest.fixture
def few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choosing, "_GAMES", (2, 3, 5))
    monkeypatch.setattr(choosing, "_INTERPRETED", 3)


@pytest.mark.long
@pytest.mark.usefixtures("few_games")
def test_the_figures_get_closer_as_far_as_somebody_waits_for_it(seen: View) -> None:
    found = list(card_tables(seen))
    first, last = (card_table(seen, games=games) for games in (2, 3))
    assert card_reasons(found[0])[0].key == "card_table.early"
    assert found == [replace(first, early=True), last]
    assert list(card_tables(seen, since=2)) == found[1:]
    assert list(card_tables(seen, since=3)) == []


@pytest.mark.long
@pytest.mark.usefixtures("few_games")
def test_it_ends_wherever_the_pulse_has_it_end(seen: View) -> None:
    class Enough(Exception):
        pass

    made: list[int] = []
    pulses: list[None] = []
    for _ in card_tables(seen, pulse=lambda: pulses.append(None)):
        made.append(len(pulses))
    left = iter([None] * made[0])

    def pulse() -> None:
        if next(left, Enough) is Enough:
            raise Enough

    found: list[CardTable] = []
    with pytest.raises(Enough):
        found.extend(card_tables(seen, pulse=pulse))
    assert len(found) == 1
