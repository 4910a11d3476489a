"""The choices somebody had in a game: each card, each turn and each part of one (R6, R33).

A turn is chosen anew whenever a tile has shown that nobody had seen. What could have been known is
the view of that moment; nothing else is kept, so nobody is judged by what came out later.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ksm_widgets.rules import Game, view

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ksm_widgets.rules import Card, Turn, View

__all__ = ["Moment", "moments"]


@dataclass(frozen=True, slots=True)
class Moment:
    """One choice: what was known, and what was done.

    `card` is the card laid down, or else `turn` the rest of the turn as it went from there on;
    `record` counts the turns that had ended before, `made` the moves of this one.
    """

    player: int
    round: int
    record: int
    made: int
    view: View
    card: Card | None = None
    turn: Turn | None = None


def moments(game: Game, player: int) -> tuple[Moment, ...]:
    """All choices of a player in a game so far, in order.

    >>> from ksm_widgets.players import mind, played
    >>> from ksm_widgets.rules import Setting
    >>> game = played(Setting(5, seed=7), [mind("random")] * 5)
    >>> [moment.round for moment in moments(game, 2) if moment.card]
    [1, 2, 3, 4, 5]
    """
    return tuple(_moments(game, player))


def _moments(game: Game, player: int) -> Iterator[Moment]:
    setting = game.setting
    now = Game.begin(setting)
    for start in range(0, len(game.records) + 1, setting.players):
        in_round = game.records[start : start + setting.players]
        cards = {at: one.chosen for at, one in enumerate(game.players)}
        cards |= {record.player: record.card for record in in_round}
        own = cards[player]
        if own is None or now.over:
            return
        yield Moment(player, now.round, start, 0, view(now, player), card=own)
        for seat, card in cards.items():
            if card is None:
                return
            now = now.choose(seat, card)
        for record in in_round:
            if record.player == player:
                yield from _parts(now, record.turn, player)
            now = now.play(record.player, record.turn, *setting.as_settled(record))


def _parts(game: Game, turn: Turn, player: int) -> Iterator[Moment]:
    """The choices of a whole turn: at its beginning, and after each move that lays a tile bare."""
    moves = turn.moves
    record = len(game.records)
    yield Moment(player, game.round, record, 0, view(game, player), turn=turn)
    for made, move in enumerate(moves, start=1):
        seen = game.covering
        game = game.move(player, move)
        rest = replace(turn, moves=moves[made:])
        if game.covering != seen and (rest.moves or rest.dig is not None):
            yield Moment(player, game.round, record, made, view(game, player), turn=rest)
