"""A table at which players meet: a whole game, each of them shown no more than R33 allows."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ksm_widgets.rules import Game, view

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ksm_widgets.players.minds import Mind
    from ksm_widgets.rules import Setting

__all__ = ["play_on", "played"]


def played(setting: Setting, minds: Sequence[Mind]) -> Game:
    """A whole game, with one mind for each seat; raises as Game does for what breaks the rules.

    >>> from ksm_widgets.players import mind, played
    >>> from ksm_widgets.rules import Setting
    >>> game = played(Setting(2, seed=7), [mind("random"), mind("random")])
    >>> game.over, len(game.records)
    (True, 24)
    """
    game = Game.begin(setting)
    while not game.over:
        game = play_on(game, minds)
    return game


def play_on(game: Game, minds: Sequence[Mind]) -> Game:
    """The game after all have laid down a card, or after the next turn or a part of it (R6).

    It must not be over, and cards are laid down by all or by none so far.
    """
    player = game.current
    if player is not None:
        return _dug(game, player, minds[player])
    # All choose at once: nobody sees whether another has chosen yet.
    cards = [mind.card(view(game, seat)) for seat, mind in enumerate(minds)]
    for seat, card in enumerate(cards):
        game = game.choose(seat, card)
    return game


def _dug(game: Game, player: int, mind: Mind) -> Game:
    """The game after a player's turn, or after a move of it that makes him think again."""
    turn = mind.turn(view(game, player))
    if mind.looks:
        for made, move in enumerate(turn.moves, start=1):
            seen = game.covering
            game = game.move(player, move)
            if game.covering != seen and made < len(turn.moves) + (turn.dig is not None):
                return game
        turn = replace(turn, moves=())
    return game.play(player, turn)
