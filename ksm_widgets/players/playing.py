"""Bots in a game: whole games, and games that go on step by step (R6, R8-R20, R33).

A bot plays the same in steps as in one go, and sees no more than R33 allows.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from ksm_widgets.analysis.playing import play_on
from ksm_widgets.rules import Game, Turn, view

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ksm_widgets.analysis.playing import Bot
    from ksm_widgets.rules import Setting


def card_of(game: Game, seat: int, bot: Bot) -> int:
    """The number of the card a bot chooses; it does not see who has chosen already (R6)."""
    return bot.card(view(_with_cards_in_hand(game), seat)).number


def rest_of_turn(game: Game, bot: Bot) -> Turn:
    """The rest of the current bot's turn, of which some moves may have been made.

    Nothing has to be remembered: the bot plans again from where it planned last. If it would have
    made other moves there, as in a game that somebody recorded, it plans from here.
    """
    player = game.waiting[0]
    made = game.begun[_planned_last(game, bot) :]
    if made:
        asked = len(game.begun) - len(made)
        before = replace(
            game, position=made[0].position, covering=made[0].covering, begun=game.begun[:asked]
        )
        turn = bot.turn(view(before, player))
        moves = tuple(begun.move for begun in made)
        if turn.moves[: len(moves)] == moves:
            return replace(turn, moves=turn.moves[len(moves) :])
        if len(game.begun) > game.players[player].holding.money:
            # No bot makes moves it cannot pay for, and none knows how to continue from there.
            return Turn()
    return bot.turn(view(game, player))


def _planned_last(game: Game, bot: Bot) -> int:
    """The number of moves of the turn after which the bot planned last."""
    coverings = [*(begun.covering for begun in game.begun), game.covering]
    showing = [
        number for number, (before, after) in enumerate(pairwise(coverings), 1) if before != after
    ]
    return showing[-1] if showing and bot.looks else 0


def _with_cards_in_hand(game: Game) -> Game:
    """The game before anybody chose a card in this round."""
    players = tuple(
        player
        if player.chosen is None
        else replace(
            player,
            hand=tuple(sorted((*player.hand, player.chosen), key=lambda card: card.number)),
            chosen=None,
        )
        for player in game.players
    )
    return replace(game, players=players)


def played(setting: Setting, bots: Sequence[Bot]) -> Game:
    """A whole game, with a bot on each seat; raises as Game does if a bot breaks the rules.

    >>> from ksm_widgets.players import get_bot, played
    >>> from ksm_widgets.rules import Setting
    >>> game = played(Setting(2, seed=7), [get_bot("random"), get_bot("random")])
    >>> game.over, len(game.records)
    (True, 24)
    """
    game = Game.begin(setting)
    while not game.over:
        game = play_on(game, bots)
    return game
