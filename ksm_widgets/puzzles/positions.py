"""Where puzzles come from: moments of whole games by players who choose well, all from a seed."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from ksm_widgets.puzzles.ladder import proven
from ksm_widgets.rules.chance import below, chosen, shuffled
from ksm_widgets.rules.covering import covered
from ksm_widgets.rules.game import Game, Setting
from ksm_widgets.rules.powers import Power
from ksm_widgets.rules.turns import Turn
from ksm_widgets.solver import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ksm_widgets.rules.deck import Card
    from ksm_widgets.rules.payment import Holding
    from ksm_widgets.rules.position import Position

__all__ = ["Moment", "moments"]

_CONSIDERED = 3
"""Cards of the hand that a player looks at before choosing one."""
_TABLES = (2, 2, 3, 4)


@dataclass(frozen=True, slots=True)
class Moment:
    """A turn about to be played: the mine, what has been seen of it, who plays and with what."""

    position: Position
    seen: Position
    """The same mine as at the table: `?` for what nobody has seen."""
    card: Card
    hand: tuple[Card, ...]
    """The cards the player has left, without the one that is played."""
    holding: Holding


def moments(rng: Random) -> Iterator[Moment]:
    """Every turn of a whole game, from a source of chance: the same for the same seed."""
    game = Game.begin(Setting(chosen(rng, _TABLES), below(rng, 2**31)))
    while not game.over:
        for player in range(len(game.players)):
            game = game.choose(player, _card(rng, game, player))
        while game.current is not None:
            player = game.current
            who = game.players[player]
            assert who.chosen is not None, "a player whose turn it is has a card"
            seen = covered(game.position, game.covering)
            yield Moment(game.position, seen, who.chosen, who.hand, who.holding)
            game = game.play(player, _turn(game, player, who.chosen))


def _card(rng: Random, game: Game, player: int) -> Card:
    """A player lays down the card that nets most now, of a few of the hand."""
    who = game.players[player]
    considered = shuffled(rng, who.hand)[:_CONSIDERED]
    if len(considered) == 1:
        return considered[0]
    return max(considered, key=lambda card: (_net(game, player, card), -card.number))


def _net(game: Game, player: int, card: Card) -> float:
    answer = proven(_problem(game, player, card), _WORK)
    return 0 if answer is None or answer.net is None else float(answer.net)


def _turn(game: Game, player: int, card: Card) -> Turn:
    """The best turn with the card, or with one of the objects held if that gains more by it."""
    best, most = Turn(), 0.0
    held = {Power.of(tile) for tile in game.players[player].holding.tiles if tile in _POWERS}
    for power in (None, *(power for power in Power if power in held)):
        answer = proven(_problem(game, player, card, power), _WORK)
        if answer is None or answer.plan is None or answer.plan.dig is None:
            continue
        gain = float(answer.plan.net) - (_WORTH_KEEPING if power else 0)
        if gain > most:
            best, most = answer.plan.turn, gain
    return best


_WORK = 5_000
"""A player thinks for so many aims and boards, and else lets it be."""
_WORTH_KEEPING = 2.0
_POWERS = frozenset(power.tile for power in Power)


def _problem(game: Game, player: int, card: Card, power: Power | None = None) -> Problem:
    spent = frozenset() if power is None else frozenset({power})
    money = game.players[player].holding.money
    return Problem(game.position, card.shape, spent, money)
