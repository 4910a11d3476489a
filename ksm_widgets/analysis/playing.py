"""Bots, and a game played on by them step by step (R6, R8-R20, R33)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from ksm_widgets.rules import view

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ksm_widgets.rules import Card, Game, Turn, View


class Bot(Protocol):
    """A player that decides from a view alone: equal views give equal choices.

    It remembers nothing between choices and never sees a Game, so it cannot use what R33 hides.

    >>> import ksm_widgets as ksm
    >>> game = ksm.new_game(2, seed=7)
    >>> bot: ksm.Bot = ksm.get_bot("steady")
    >>> bot.card(ksm.view(game, player=0)) in game.players[0].hand
    True
    """

    @property
    def looks(self) -> bool:
        """Whether the bot plans again when a move has uncovered a tile that nobody had seen."""
        ...

    def card(self, view: View) -> Card:
        """The card to choose, one of the hand (R6)."""
        ...

    def turn(self, view: View) -> Turn:
        """The turn with the card revealed, affordable whatever it uncovers.

        If moves have been made, it is the rest of the turn.
        """
        ...


def play_on(game: Game, bots: Sequence[Bot]) -> Game:
    """The game after everybody has chosen a card, or after the next turn or a part of it (R6).

    It must not be over, and either all or none have chosen a card so far.

    >>> import ksm_widgets as ksm
    >>> game = ksm.new_game(2, seed=7)
    >>> while not game.over:
    ...     game = ksm.play_on(game, [ksm.get_bot("random"), ksm.get_bot("random")])
    >>> len(game.records)
    24
    """
    player = game.current
    if player is not None:
        return _dug(game, player, bots[player])
    # All choose at the same time: no bot sees whether another has chosen yet.
    cards = [bot.card(view(game, seat)) for seat, bot in enumerate(bots)]
    for seat, card in enumerate(cards):
        game = game.choose(seat, card)
    return game


def _dug(game: Game, player: int, bot: Bot) -> Game:
    """The game after a player's turn, or after a move of it after which the bot plans again."""
    turn = bot.turn(view(game, player))
    if bot.looks:
        for made, move in enumerate(turn.moves, start=1):
            seen = game.covering
            game = game.move(player, move)
            if game.covering != seen and made < len(turn.moves) + (turn.dig is not None):
                return game
        turn = replace(turn, moves=())
    return game.play(player, turn)
