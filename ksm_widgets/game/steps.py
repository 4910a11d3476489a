"""The small steps a game consists of, each with the game after it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from ksm_widgets.rules.game import Game

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ksm_widgets.rules import Move, Tile, Turn


class Kind(Enum):
    """The event of a step."""

    DEALT = "dealt"
    """The mine is filled, cards and coins are dealt (R3, R4)."""
    CHOSEN = "chosen"
    """Somebody lays a card face down (R6)."""
    REVEALED = "revealed"
    """All cards of the round are turned over (R6)."""
    MOVED = "moved"
    """A tile is moved (R12)."""
    DUG = "dug"
    """The dig, or none (R8, R11)."""
    PAID = "paid"
    """The turn is paid (R25); a free turn has no such step."""
    SHARED_OUT = "shared_out"
    """The turn cannot be paid, and tiles go to the others (R26)."""
    OVER = "over"
    """The last card has been played (R28)."""
    CONCEDED = "conceded"
    """Somebody gives up, which ends the game."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step: what happened, who did it, and the game afterwards.

    `seat` is None where it concerns everybody. What was dug, paid and shared out is in the game's
    last record. The game knows everything; `Match.view`, `Match.mine` and `telling.told` leave out
    what is secret.
    """

    kind: Kind
    game: Game
    seat: int | None = None
    move: Move | None = None


Steps = tuple[Step, ...]


def choose(steps: Steps, seat: int, number: int) -> Steps:
    """Lay down a card; after the last one, reveal them all. Raises as Game.choose does."""
    game = steps[-1].game.choose(seat, number)
    steps = (*steps, Step(Kind.CHOSEN, game, seat))
    return (*steps, Step(Kind.REVEALED, game)) if game.waiting else steps


def move(steps: Steps, seat: int, made: Move) -> Steps:
    """Move a tile; raises as Game.move does."""
    return (*steps, Step(Kind.MOVED, steps[-1].game.move(seat, made), seat, made))


def play(
    steps: Steps,
    seat: int,
    turn: Turn,
    added: Sequence[Tile] | None = None,
    shares: Sequence[Sequence[Tile]] | None = None,
) -> Steps:
    """Play the rest of a turn to its end, tile by tile; raises as Game.play does.

    `added` and `shares` are for a turn that cannot be paid, as in Game.play (R26).
    """
    game = steps[-1].game.play(seat, turn, added, shares)
    for made in turn.moves:
        steps = move(steps, seat, made)
    steps = (*steps, Step(Kind.DUG, game, seat))
    record = game.records[-1]
    if record.settlement is not None:
        steps = (*steps, Step(Kind.SHARED_OUT, game, seat))
    elif record.due:
        steps = (*steps, Step(Kind.PAID, game, seat))
    return (*steps, Step(Kind.OVER, game)) if game.over else steps


def replay(game: Game, order: Sequence[int]) -> Steps:
    """All steps of a game so far, as if the seats had laid down their cards in this order."""
    setting = game.setting
    steps: Steps = (Step(Kind.DEALT, Game.begin(setting)),)
    for cards, turns in game.rounds():
        for seat in order:
            card = cards[seat]
            if card is not None:
                steps = choose(steps, seat, card.number)
        for record in turns:
            steps = play(steps, record.player, record.turn, *setting.as_settled(record))
    for begun in game.begun:
        steps = move(steps, game.waiting[0], begun.move)
    return steps
