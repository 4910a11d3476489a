"""A moment of a game as a link: the explorer asks the question that the player had, and no more."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from ksm_widgets.analysis.knowledge import powers_held, stakes
from ksm_widgets.explorer.links import LinkError, situation_of
from ksm_widgets.game.asking import moment_link, step_view
from ksm_widgets.game.match import Match, Phase
from ksm_widgets.game.steps import Kind
from ksm_widgets.progress.progress import Progress
from ksm_widgets.rules import Card, Position, View, card, cards
from ksm_widgets.rules.deck import deck_with, own_cards
from ksm_widgets.rules.game import Game, Setting
from ksm_widgets.rules.views import view
from ksm_widgets.widgets import GameTable
from tests.game.at_table import act, begun, html, phase
from tests.game.people import ANNA, CARLO, acted
from tests.rules.tables import played_at_random


@pytest.fixture(scope="module")
def games() -> list[Game]:
    return [*played_at_random(3, 2, "de"), *played_at_random(5, 2, "en")]


def views(games: list[Game]) -> list[View]:
    return [view(game, seat) for game in games for seat in range(len(game.players))]


def test_the_explorer_asks_what_the_player_had_to_decide(games: list[Game]) -> None:
    revealed = last = 0
    for seen in views(games):
        link = moment_link(seen)
        if link is None:
            assert not any((seen.hand, seen.chosen, seen.revealed[seen.player]))
            continue
        asked = situation_of(link)
        own = seen.revealed[seen.player]
        assert asked.position == seen.position
        assert asked.money == seen.holding.money - len(seen.begun)
        assert asked.powers == set(powers_held(seen))
        assert asked.screen.stakes == stakes(seen)
        if seen.position.holds_unseen:
            assert Counter(dict(asked.unseen or ())) == seen.unseen
        if own is None:
            assert set(asked.hand) >= {card.number for card in seen.hand}
            assert asked.number in asked.hand
            # A card that nobody has chosen is not asked about as if it was.
            assert ("&card=" in link) is (seen.chosen is not None)
        else:
            revealed += 1
            last += asked.screen.last
            assert asked.card == own
            assert asked.hand == ()
    assert revealed > 10
    assert last


def test_a_hand_of_one_s_own_game_brings_its_shapes() -> None:
    own = [Card(one.number, one.shape.turned()) for one in cards()]
    seen = view(Game.begin(Setting(2, seed=1, deck=deck_with(own))), 0)
    link = moment_link(seen)
    assert link is not None
    asked = situation_of(link)
    assert {card(number, asked.deck) for number in asked.hand} == set(seen.hand)
    assert {one.number for one in own_cards(asked.deck)} <= set(asked.hand)


def otherwise_hidden(game: Game, seat: int, rng: Random) -> Game:
    """The game with other tiles where nobody has seen them, and the others' hands swapped."""
    covered_text, own = view(game, seat).position.text, Counter(game.position.text)
    hidden = list((own - Counter(covered_text)).elements())
    rng.shuffle(hidden)
    text = "".join(hidden.pop() if letter == "?" else letter for letter in covered_text)
    others = [at for at in range(len(game.players)) if at != seat]
    hands = [game.players[at].hand for at in others]
    players = list(game.players)
    for at, hand in zip(others, [*hands[1:], hands[0]], strict=True):
        players[at] = replace(players[at], hand=hand)
    return replace(game, position=Position.parse(text), players=tuple(players))


def test_nothing_hidden_is_in_the_link(games: list[Game]) -> None:
    """Games that differ only in what this player cannot see have the same link."""
    rng, told = Random(1), 0
    for game in games:
        for seat in range(len(game.players)):
            other = otherwise_hidden(game, seat, rng)
            assert moment_link(view(other, seat)) == moment_link(view(game, seat))
            told += other.position != game.position
    assert told > 20


def test_a_replay_asks_as_the_seat_that_was_to_act() -> None:
    match, rng = Match.begin([ANNA, CARLO], seed=3), Random(5)
    while not match.over:
        at_hand = step_view(match, len(match.steps) - 1)
        assert at_hand is not None
        assert at_hand.player == 0
        match = acted(match, rng)
    actors = set()
    for at, step in enumerate(match.steps):
        seen = step_view(match, at)
        assert seen is not None
        if step.kind is Kind.REVEALED or step.kind is Kind.MOVED:
            assert seen.player == step.game.current
            actors.add(seen.player)
    assert actors == {0, 1}


@pytest.mark.usefixtures("interpreted")
def test_a_page_links_to_the_explorer_beside_it_or_has_the_question_to_copy(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("QUERY_STRING", "")
    table = GameTable(language="en", progress=Progress(), seed=7)
    begun(table)
    seen = table.page.seen
    assert seen is not None
    assert phase(table) is Phase.CHOOSE
    assert "Open in the explorer" not in html(table, "turn")
    table.at_address("https://mine.example/ksm/play.ipynb")
    assert 'href="https://mine.example/ksm/explorer.ipynb?board=' in html(table, "turn")
    tried = seen.hand[3]
    act(table, "card", str(tried.number))
    assert f"&amp;card={tried.number}&amp;hand=" in html(table, "turn")
    table.close()


@pytest.mark.parametrize("part", ["gone=?", "gone=" + "M" * 40, "hand=77", "hand=x", "gone=q"])
def test_a_forged_part_is_named(part: str) -> None:
    link = moment_link(view(Game.begin(Setting(2, seed=1)), 0))
    assert link is not None
    link = "&".join(one for one in link.split("&") if not one.startswith("hand="))
    with pytest.raises(ValueError, match=r"'gone'|card|'hand'") as error:
        situation_of(f"{link}&{part}")
    assert isinstance(error.value, LinkError) or part == "hand=77"
