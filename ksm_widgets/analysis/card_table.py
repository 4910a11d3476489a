"""The choice of a card: the lead expected with each, over all answers and against likely ones (R6).

From a view, games are played on with the same luck for every card (`weighing`). With two players
the same games are also told apart by the card that the other laid down in them. One's lead is the
other's loss, so a mix of cards may be best.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from ksm_widgets.analysis.effort import as_quick_as_needed
from ksm_widgets.analysis.figures import Figure, allowing_for_haste, figure, less, mean_of
from ksm_widgets.analysis.rollouts import cards_laid, table_of
from ksm_widgets.analysis.weighing import (
    HASTE,
    LONG_LOOK,
    WeighedOption,
    Weighing,
    luck_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ksm_widgets.rules import Card, View


_ROUNDS = 3000
_NEVER = 0.005
"""Options with a smaller share are left out."""


@dataclass(frozen=True, slots=True)
class Mix:
    """The share of each row, 1 in all, and the gain that this mix guarantees.

    `worst` is the column against which it gains no more than that.
    """

    shares: tuple[float, ...]
    gains: float
    worst: int


def equilibrium(matrix: Sequence[Sequence[float]]) -> Mix:
    """The mix of rows that guarantees most against an opponent who knows it.

    Both sides learn by regret matching, which converges; the gain is exact for the shares returned,
    so it is never too high.

    >>> [round(share, 2) for share in equilibrium([[1, -1], [-1, 1]]).shares]
    [0.5, 0.5]
    """
    rows, columns = range(len(matrix)), range(len(matrix[0]))
    regrets, others_regrets = [0.0] * len(matrix), [0.0] * len(matrix[0])
    sums = [0.0] * len(matrix)
    for turn in range(1, _ROUNDS + 1):
        mine = _shares(regrets)
        losses = [sum(mine[i] * matrix[i][j] for i in rows) for j in columns]
        theirs = _shares(others_regrets)
        lost = sum(theirs[j] * losses[j] for j in columns)
        others_regrets = [max(0.0, others_regrets[j] + lost - losses[j]) for j in columns]
        # The other side has learned from this round already, which makes both settle quickly.
        theirs = _shares(others_regrets)
        gains = [sum(theirs[j] * matrix[i][j] for j in columns) for i in rows]
        mean = sum(mine[i] * gains[i] for i in rows)
        regrets = [max(0.0, regrets[i] + gains[i] - mean) for i in rows]
        sums = [sums[i] + turn * mine[i] for i in rows]
    whole = sum(sums)
    shares = _shares([one if one > _NEVER * whole else 0.0 for one in sums])
    against = [sum(shares[i] * matrix[i][j] for i in rows) for j in columns]
    worst = min(columns, key=against.__getitem__)
    return Mix(tuple(shares), against[worst], worst)


def _shares(weights: Sequence[float]) -> list[float]:
    """Weights as shares of 1; equal shares if there is no weight."""
    whole = sum(weights)
    return [one / whole for one in weights] if whole else [1 / len(weights)] * len(weights)


_FEWEST_MET = 4
"""The fewest games from which a figure against one answer is told."""
_RARE = 16
"""An answer in less than one of so many games is counted among the other ones."""
MOST = (4, 5)
"""The player's cards and the answers in the table."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A card that another player laid down in a share of the games; None for all other cards."""

    player: int
    card: Card | None
    chance: float


@dataclass(frozen=True, slots=True)
class Mixture:
    """The share of each card, if no single one is best against all answers.

    Shares are 1 in all, the most frequent card first. `least` is the lead they guarantee on
    average, and `gain` how much more that is than the best single card guarantees.
    """

    shares: tuple[tuple[Card, float], ...]
    least: float
    gain: Figure


@dataclass(frozen=True, slots=True)
class CardTable:
    """The cards of a hand, best first, each with the lead expected at the end.

    That is the lead over the mean of the others, over all cards they may choose; the best few are
    weighed by so many `games`. `lead` is the lead expected with the best card, measured in other
    games than those that picked it.

    `answers` are the cards that the only other player laid down in these games, the most frequent
    first, and last all others together; their chances are 1 in all. There are none with more than
    two players, nor from too few games. `cells` has a row for each of the first few cards and a
    column for each answer: over a row's chances their mean is the lead of its card. `mix` is None
    if one card alone does as well, as far as is known. `early` says that a table from more games
    follows.
    """

    player: int
    games: int
    lead: float
    cards: tuple[WeighedOption[Card], ...]
    answers: tuple[Answer, ...] = ()
    cells: tuple[tuple[Figure, ...], ...] = ()
    mix: Mixture | None = None
    early: bool = False

    @property
    def best(self) -> Card:
        """The card with the highest lead expected."""
        return self.cards[0].choice

    @property
    def rows(self) -> tuple[Card, ...]:
        """The cards of the table's rows."""
        closely = [option.choice for option in self.cards if option.closely]
        return tuple(closely[: len(self.cells)])


def card_table(
    view: View,
    *,
    games: int = LONG_LOOK,
    most: tuple[int, int] = MOST,
    seed: int = 0,
    pulse: Callable[[], object] = lambda: None,
) -> CardTable:
    """The lead expected with each card of the hand, from a view before the cards are revealed.

    At least two `games` are played on, so many from each of the best few cards; `most` is the
    number of own cards and of answers in the table. `pulse` is called about every tenth of a
    second. Equal views give equal tables.

    >>> from ksm_widgets.players import get_bot, play_on
    >>> from ksm_widgets.rules import Game, Setting, view
    >>> game = Game.begin(Setting(5, seed=7))
    >>> told = card_table(view(game, 2), games=2)
    >>> len(told.cards), told.best in game.players[2].hand
    (5, True)
    """
    assert not view.waiting, "cards are weighed before they are revealed"
    thought = as_quick_as_needed(pulse)
    weighing = Weighing(view, seed, thought=thought)
    for _ in weighing.judging(look=games):
        pulse()
    # Before the reveal it is only cards that are weighed.
    cards = cast("tuple[WeighedOption[Card], ...]", weighing.ranked())
    lead = weighing.best_lead()
    others = [player for player in range(len(view.cards_left)) if player != view.player]
    if len(others) > 1:
        return CardTable(view.player, games, lead, cards)
    (other,) = others
    leads = dict(zip((one.choice for one in weighing.options()), weighing.leads(), strict=True))
    rows = [option for option in cards if option.closely][: most[0]]
    played = len(leads[rows[0].choice])
    laid = cards_laid(table_of(view), played, seed=luck_of(view, seed))
    answers, groups = _sorted_out([view.deck[game[other]] for game in laid], other, most[1])
    if not answers:
        return CardTable(view.player, games, lead, cards)
    met = [_met(option, leads[option.choice], groups) for option in rows]
    cells = tuple(tuple(allowing_for_haste(figure(cell), HASTE) for cell in row) for row in met)
    mix = _mixture([option.choice for option in rows], met, cells)
    return CardTable(view.player, games, lead, cards, answers, cells, mix)


def _sorted_out(
    laid: Sequence[Card], other: int, most: int
) -> tuple[tuple[Answer, ...], list[list[int]]]:
    """The answers in so many games, and the games with each: few ones are put together."""
    fewest = max(_FEWEST_MET, len(laid) / _RARE)
    common = sorted(Counter(laid).items(), key=lambda one: (-one[1], one[0].number))
    listed = [card for card, times in common if times >= fewest][:most]
    while listed and 0 < sum(card not in listed for card in laid) < _FEWEST_MET:
        listed.pop()
    if not listed:
        return (), []
    groups = [[at for at, card in enumerate(laid) if card == one] for one in listed]
    rest = [at for at, card in enumerate(laid) if card not in listed]
    named: list[Card | None] = [*listed, *([None] if rest else [])]
    groups += [rest] if rest else []
    return tuple(
        Answer(other, card, len(group) / len(laid))
        for card, group in zip(named, groups, strict=True)
    ), groups


def _met(
    option: WeighedOption[Card], leads: Sequence[float], groups: Sequence[Sequence[int]]
) -> list[list[float]]:
    """The leads with a card against each answer.

    The card's own lead is corrected for the luck of having been picked; the same amount is taken
    off every game here.
    """
    luck = mean_of(leads) - option.ahead.mean
    return [[leads[at] - luck for at in group] for group in groups]


def _mixture(
    rows: Sequence[Card],
    met: Sequence[Sequence[Sequence[float]]],
    cells: Sequence[Sequence[Figure]],
) -> Mixture | None:
    """The mix that guarantees most, if that is certainly more than with any one card."""
    means = [[cell.mean for cell in row] for row in cells]
    mix = equilibrium(means)
    alone = max(range(len(rows)), key=lambda at: min(means[at]))
    worst = min(range(len(means[alone])), key=means[alone].__getitem__)
    gain = allowing_for_haste(figure(less(_mixed(mix, met), met[alone][worst])), HASTE)
    if not gain.is_clear:
        return None
    shares = [(card, share) for card, share in zip(rows, mix.shares, strict=True) if share]
    return Mixture(tuple(sorted(shares, key=lambda one: -one[1])), mix.gains, gain)


def _mixed(mix: Mix, met: Sequence[Sequence[Sequence[float]]]) -> list[float]:
    """The lead with a mix in each game, against the answer that is worst for it."""
    columns = [row[mix.worst] for row in met]
    return [
        sum(share * one for share, one in zip(mix.shares, game, strict=True))
        for game in zip(*columns, strict=True)
    ]
