"""What a mind does in a game that goes on step by step, the same as it would in one go."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from ksm_widgets.rules import Turn, view

if TYPE_CHECKING:
    from ksm_widgets.players.minds import Mind
    from ksm_widgets.rules import Game

__all__ = ["card_of", "rest_of_turn"]


def card_of(game: Game, seat: int, mind: Mind) -> int:
    """The number of the card that a mind lays down; it does not see who has chosen already (R6)."""
    return mind.card(view(_with_cards_in_hand(game), seat)).number


def rest_of_turn(game: Game, mind: Mind) -> Turn:
    """What the mind whose turn it is still does: the rest of the turn of which moves are made.

    Nothing need be remembered for it. The mind is asked as things stood when it thought last; if it
    would have made other moves there, as in a game that somebody wrote down, it thinks anew.
    """
    player = game.waiting[0]
    made = game.begun[_thought_last(game, mind) :]
    if made:
        asked = len(game.begun) - len(made)
        before = replace(
            game, position=made[0].position, covering=made[0].covering, begun=game.begun[:asked]
        )
        turn = mind.turn(view(before, player))
        moves = tuple(begun.move for begun in made)
        if turn.moves[: len(moves)] == moves:
            return replace(turn, moves=turn.moves[len(moves) :])
        if len(game.begun) > game.players[player].holding.money:
            # No mind makes moves that it cannot pay for; none knows how to go on from there.
            return Turn()
    return mind.turn(view(game, player))


def _thought_last(game: Game, mind: Mind) -> int:
    """After how many moves of the turn the mind was asked last."""
    coverings = [*(begun.covering for begun in game.begun), game.covering]
    showing = [
        number for number, (before, after) in enumerate(pairwise(coverings), 1) if before != after
    ]
    return showing[-1] if showing and mind.looks else 0


def _with_cards_in_hand(game: Game) -> Game:
    """The game before anybody has laid down a card in this round."""
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
