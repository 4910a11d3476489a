"""Which card: exact where no luck is left, by what is known, mixed where one would be guessed."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from ksm_widgets.analysis.card_table import (
    CardTable,
    _mixture,
    _sorted_out,
    card_table,
    equilibrium,
)
from ksm_widgets.analysis.figures import Figure
from ksm_widgets.analysis.review import moments
from ksm_widgets.analysis.rollouts import cards_laid, table_of
from ksm_widgets.analysis.weighing import HASTE, luck_of
from ksm_widgets.players import get_bot, play_on, played
from ksm_widgets.rules import CARDS_EACH, Card, Game, Setting, cards, only_tops_seen, view
from tests.rules.tables import mine, otherwise

CARDS = {card.number: card for card in cards()}


def choosing(players: int, number: int) -> Game:
    """A game by chance, as the cards of a round are to be laid down."""
    game = Game.begin(Setting(players, 5))
    while game.round < number or game.waiting:
        game = play_on(game, [get_bot("random")] * players)
    return game


def table_at(row: str, own: tuple[int, ...], **options: Any) -> CardTable:
    """The table of who has these last cards, in a mine of one near row; nobody dug before."""
    game = Game.begin(Setting(2, 5))
    while game.round <= CARDS_EACH[2] - len(own):
        for player in (0, 1):
            game = game.choose(player, game.players[player].hand[0].number)
        for player in game.waiting:
            game = game.play(player, "-")
    # All cards but one's own may be answers.
    records = tuple(replace(record, card=CARDS[own[0]]) for record in game.records)
    position = mine(row)
    first = replace(game.players[0], hand=tuple(CARDS[number] for number in own))
    game = replace(
        game,
        position=position,
        covering=only_tops_seen(position),
        players=(first, game.players[1]),
        records=records,
    )
    return card_table(view(game, 0), **{"games": 4, **options})


@pytest.mark.long
@pytest.mark.parametrize(("own", "first"), [(1, 12), (8, 13)])
def test_in_the_last_round_a_cell_is_the_difference_of_the_scores(own: int, first: int) -> None:
    """A row of four is dug by 1 (three of it) or 8 (all four), whichever is revealed lower."""
    table = table_at("5,4,3,1,-,-", (own,), games=128, most=(2, 40))
    (row,) = table.cells
    ahead = {one.card: cell for one, cell in zip(table.answers, row, strict=True)}
    exact = [cell for card, cell in ahead.items() if card and card.number > 8]
    assert exact
    assert {(cell.mean, cell.error) for cell in exact} == {(first, HASTE)}
    # Who holds 1 digs before 8, and leaves a single tile.
    assert (ahead[None].mean < first) is (own == 8)
    assert table.mix is None


@pytest.mark.long
def test_the_card_that_digs_before_others_can_comes_first() -> None:
    """With 1 one has three treasures for sure; who keeps it finds what the other has left."""
    table = table_at("4,4,4,-,-,-/5,5,5,-,-,-", (30, 1))
    assert [option.choice for option in table.cards] == [CARDS[1], CARDS[30]]
    assert table.best == CARDS[1]
    assert table.cards[0].loss.mean == 0
    assert table.cards[1].loss.mean > 5


@pytest.mark.long
def test_equal_views_give_equal_tables() -> None:
    for players, number in ((2, 10), (3, 6)):
        game = choosing(players, number)
        same = otherwise(game, 1, Random(3))
        one, other = (card_table(view(now, 1), games=3, most=(2, 2)) for now in (game, same))
        assert one == other
        assert sorted(option.choice.number for option in one.cards) == sorted(
            card.number for card in game.players[1].hand
        )
        assert one.games == 3
        # So few games are not told apart.
        assert not one.cells + one.answers


def reconciles(table: CardTable) -> None:
    """A row's mean over its answers is the lead of its card, which is within the row."""
    assert sum(one.chance for one in table.answers) == pytest.approx(1)
    for card, row in zip(table.rows, table.cells, strict=True):
        (ahead,) = (one.ahead.mean for one in table.cards if one.choice == card)
        means = [cell.mean for cell in row]
        weighted = zip(means, table.answers, strict=True)
        assert sum(mean * one.chance for mean, one in weighted) == pytest.approx(ahead)
        assert min(means) - 1e-9 <= ahead <= max(means) + 1e-9


@pytest.mark.long
@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize("number", [2, 5, 9])
def test_a_card_s_lead_is_the_mean_of_its_row(number: int) -> None:
    game = choosing(2, number)
    seen = view(game, 0)
    known = {*seen.hand, *(record.card for record in seen.records)}
    table = card_table(seen, games=64)
    assert len(table.cells) > 1
    reconciles(table)
    *listed, rest = table.answers
    assert not known & {one.card for one in listed}
    assert rest.card is None
    # The most frequent answer comes first.
    assert [one.chance for one in listed] == sorted((one.chance for one in listed), reverse=True)
    # One of several laid down already, or still in hand: it is the same card that is awaited.
    after = view(game.choose(1, game.players[1].hand[0].number), 0)
    assert card_table(after, games=64).answers == table.answers


@pytest.mark.parametrize(
    ("laid", "most", "shares"),
    [
        ([1] * 6 + [2] * 4, 5, [(1, 0.6), (2, 0.4)]),
        ([1] * 6 + [2] * 4, 1, [(1, 0.6), (None, 0.4)]),
        ([1] * 8 + [2] * 4 + [3] * 3 + [4], 5, [(1, 0.5), (2, 0.25), (None, 0.25)]),
        # A single game has no error: the rarest that is listed joins it.
        ([1] * 12 + [2] * 7 + [3], 5, [(1, 0.6), (None, 0.4)]),
        ([1, 2, 3, 4], 5, []),
        # What is one of sixteen or less is rare.
        ([1] * 90 + [2] * 6 + [3] * 4, 5, [(1, 0.9), (None, 0.1)]),
    ],
)
def test_rare_answers_are_put_together(
    laid: list[int], most: int, shares: list[tuple[int | None, float]]
) -> None:
    answers, groups = _sorted_out([CARDS[number] for number in laid], 1, most)
    assert [(one.card and one.card.number, one.chance) for one in answers] == shares
    assert sorted(at for group in groups for at in group) == [*range(len(laid) if shares else 0)]


@pytest.mark.slow
@pytest.mark.usefixtures("compiled")
def test_computer_players_choose_one_of_those_listed_as_often_as_is_told() -> None:
    """About six times out of ten: games let everybody choose the best dig of the moment."""
    met = choices = 0
    for seed in range(4):
        for level in ("greedy", "cautious", "steady"):
            game = played(Setting(2, seed=seed), [get_bot(level)] * 2)
            laid = {
                one.round: one.choice for one in moments(game, 1) if isinstance(one.choice, Card)
            }
            for one in moments(game, 0):
                if isinstance(one.choice, Card):
                    drawn = cards_laid(table_of(one.view), 192, seed=luck_of(one.view, 0))
                    answers, _ = _sorted_out([one.view.deck[each[1]] for each in drawn], 1, 5)
                    met += laid[one.round] in [answer.card for answer in answers]
                    choices += 1
    assert 0.55 < met / choices < 0.65


@pytest.mark.parametrize(
    ("matrix", "shares", "gains"),
    [
        ([[1, -1], [-1, 1]], [0.5, 0.5], 0),
        ([[3, -1], [-1, 1]], [1 / 3, 2 / 3], 1 / 3),
        ([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], [1 / 3, 1 / 3, 1 / 3], 0),
        ([[1, 2, 1], [4, 3, 5], [0, 2, 4]], [0, 1, 0], 3),
        ([[7]], [1], 7),
        ([[0], [2]], [0, 1], 2),
    ],
)
def test_games_whose_mix_is_known(
    matrix: list[list[float]], shares: list[float], gains: float
) -> None:
    mix = equilibrium(matrix)
    assert mix.shares == pytest.approx(shares, abs=0.01)
    assert sum(mix.shares) == pytest.approx(1)
    assert mix.gains == pytest.approx(gains, abs=0.02)
    against = [
        sum(share * row[column] for share, row in zip(mix.shares, matrix, strict=True))
        for column in range(len(matrix[0]))
    ]
    assert mix.gains == min(against) == against[mix.worst]


def test_a_mix_is_told_only_where_it_gains_more_than_the_error() -> None:
    rows = [CARDS[1], CARDS[2]]

    def met(noise: float) -> list[list[list[float]]]:
        pennies = ((30, -10), (-10, 10))
        return [[[cell + noise, cell - noise] * 8 for cell in row] for row in pennies]

    def mixture(noise: float, luck: float) -> object:
        games = met(noise)
        games[0] = [[one + luck * (-1) ** at for at, one in enumerate(cell)] for cell in games[0]]
        means = [[Figure(sum(cell) / 16, 0) for cell in row] for row in games]
        return _mixture(rows, games, means)

    # Luck that is common to all cells is none of the error.
    found = _mixture(
        rows, met(9), [[Figure(30, 0), Figure(-10, 0)], [Figure(-10, 0), Figure(10, 0)]]
    )
    assert found is not None
    assert [card for card, _ in found.shares] == [CARDS[2], CARDS[1]]
    assert sum(share for _, share in found.shares) == pytest.approx(1)
    assert found.gain.mean == pytest.approx(40 / 3, abs=0.2)
    assert mixture(9, 0.5) is not None
    assert mixture(0, 50) is None
