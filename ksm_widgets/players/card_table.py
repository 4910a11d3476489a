"""Which card to lay down: what each comes to, over all answers and against the likely ones (R6).

What is known is a view; from there games are played on with the same luck for every card
(`weighing`). Where two play there is a table besides, of one's own cards against those the other
may lay down: what the one ends above the other, the other ends below.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ksm_widgets.players.answers import Answer, likely_answers
from ksm_widgets.players.effort import as_quick_as_needed
from ksm_widgets.players.mixing import Mix, equilibrium
from ksm_widgets.players.outlook import Outlook
from ksm_widgets.players.rollouts import margins, table_of
from ksm_widgets.players.tally import Figure
from ksm_widgets.players.weighing import (
    Option,
    Weighing,
    figure,
    less,
    luck_of,
    plans_with,
    play_more,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ksm_widgets.rules import Card, View

__all__ = ["GAMES", "MOST", "CardTable", "Mixture", "card_table"]

GAMES = 64
"""Games by which every card is weighed, and every card against every answer."""
MOST = (6, 6)
"""Own cards and answers in the table."""
_SURE = 2
"""Standard errors by which a mix must gain before it is worth a word."""


@dataclass(frozen=True, slots=True)
class Mixture:
    """How often to lay down each card, where no single one is best against all answers.

    Shares are 1 in all, the most frequent card first. `least` is what they come to on average
    whatever the other lays down, and `gain` by how much more that is than the best single card
    makes sure of.
    """

    shares: tuple[tuple[Card, float], ...]
    least: float
    gain: Figure


@dataclass(frozen=True, slots=True)
class CardTable:
    """The cards of a hand, best first, each with the points one is expected to end above the rest.

    Above the others' mean, that is, over all that they may lay down. `answers` are the cards that
    the only other player is likely to lay down, that with which he gains most first; there are
    none where more than two play. `cells` has a row for each of the first few cards and a column
    for each answer. `mix` is None where one card does as well by itself as far as is known.
    """

    player: int
    games: int
    cards: tuple[Option, ...]
    answers: tuple[Answer, ...] = ()
    cells: tuple[tuple[Figure, ...], ...] = ()
    mix: Mixture | None = None

    @property
    def best(self) -> Card:
        """The card with which most is expected."""
        return _card(self.cards[0])

    @property
    def rows(self) -> tuple[Card, ...]:
        """The cards that the table's rows are about."""
        return tuple(_card(option) for option in self.cards[: len(self.cells)])


def card_table(
    view: View,
    *,
    games: int = GAMES,
    most: tuple[int, int] = MOST,
    seed: int = 0,
    pulse: Callable[[], object] = lambda: None,
) -> CardTable:
    """What each card of the hand comes to, as its player sees it; one that may still be laid down.

    `games`, two at least, are played on for each card and for each cell; `most` says how many of
    the own cards and of the answers the table has. `pulse` is called every tenth of a second or
    so. Equal views give equal tables.

    >>> from ksm_widgets.players import mind, play_on
    >>> from ksm_widgets.rules import Game, Setting, view
    >>> game = Game.begin(Setting(5, seed=7))
    >>> told = card_table(view(game, 2), games=2)
    >>> len(told.cards), told.best in game.players[2].hand
    (5, True)
    """
    assert not view.waiting, "cards are weighed before they are revealed"
    thought = as_quick_as_needed(pulse)
    weighing = Weighing(view, seed, thought=thought)
    weighing.play(games, pulse)
    cards = tuple(sorted(weighing.options(), key=lambda one: (-one.ahead.mean, _card(one).number)))
    others = [player for player in range(len(view.cards_left)) if player != view.player]
    if len(others) > 1:
        return CardTable(view.player, games, cards)
    (other,) = others
    answers = likely_answers(Outlook(view), other, most[1], pulse=pulse)
    rows = [_card(option) for option in cards[: most[0]]]
    met: list[list[list[float]]] = []
    for card in rows:
        plans = plans_with(view, card, thought)
        met.append([])
        for answer in answers:
            table = table_of(view, chosen={view.player: card, other: answer.card}, plans=plans)
            points: list[tuple[int, ...]] = []
            play_more(points, table, games, seed=luck_of(view, seed), pulse=pulse)
            met[-1].append(margins(points, view.player))
    cells = tuple(tuple(map(figure, row)) for row in met)
    return CardTable(view.player, games, cards, answers, cells, _mixture(rows, met, cells))


def _mixture(
    rows: Sequence[Card],
    met: Sequence[Sequence[Sequence[float]]],
    cells: Sequence[Sequence[Figure]],
) -> Mixture | None:
    """The mix that makes sure of most, where that is surely more than with any one card."""
    means = [[cell.mean for cell in row] for row in cells]
    mix = equilibrium(means)
    alone = max(range(len(rows)), key=lambda at: min(means[at]))
    worst = min(range(len(means[alone])), key=means[alone].__getitem__)
    gain = figure(less(_mixed(mix, met), met[alone][worst]))
    if gain.mean <= _SURE * gain.error:
        return None
    shares = [(card, share) for card, share in zip(rows, mix.shares, strict=True) if share]
    return Mixture(tuple(sorted(shares, key=lambda one: -one[1])), mix.gains, gain)


def _mixed(mix: Mix, met: Sequence[Sequence[Sequence[float]]]) -> list[float]:
    """What a mix comes to, game by game, against the answer that is worst for it."""
    columns = [row[mix.worst] for row in met]
    return [
        sum(share * one for share, one in zip(mix.shares, game, strict=True))
        for game in zip(*columns, strict=True)
    ]


def _card(option: Option) -> Card:
    assert option.card is not None, "before the reveal it is cards that are weighed"
    return option.card
