"""The small steps of which a whole game consists, each with how things stand afterwards."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from ksm_widgets.rules.game import Game

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ksm_widgets.rules import Move, Tile, Turn

__all__ = ["Kind", "Step", "Steps", "chosen", "conceded", "dealt", "moved", "played", "retold"]


class Kind(Enum):
    """What happens in a step."""

    DEALT = "dealt"
    """The mine is filled, cards and coins are dealt (R3, R4)."""
    CHOSEN = "chosen"
    """Somebody has laid a card face down (R6)."""
    REVEALED = "revealed"
    """All cards of the round lie open (R6)."""
    MOVED = "moved"
    """A tile has moved (R12)."""
    DUG = "dug"
    """The dig, or that there is none (R8, R11)."""
    PAID = "paid"
    """The turn is paid (R25); there is no such step where nothing is due."""
    SHARED_OUT = "shared_out"
    """The turn cannot be paid, and tiles go to the others (R26)."""
    OVER = "over"
    """The last card has been used (R28)."""
    CONCEDED = "conceded"
    """Somebody gives up, and with that the game ends."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step: what happened, who did it, and the game afterwards.

    `seat` is None where it concerns everybody. What was dug, paid and shared out stands in the last
    record of the game. The game knows everything: what is painted or told of it goes through
    `Match.view`, `Match.mine` and `telling.told`, which do not.
    """

    kind: Kind
    game: Game
    seat: int | None = None
    move: Move | None = None


Steps = tuple[Step, ...]


def dealt(game: Game) -> Steps:
    """The first step of a game that has just begun."""
    return (Step(Kind.DEALT, game),)


def chosen(steps: Steps, seat: int, number: int) -> Steps:
    """A card is laid down, and with the last one all are revealed; raises as Game.choose does."""
    game = steps[-1].game.choose(seat, number)
    steps = (*steps, Step(Kind.CHOSEN, game, seat))
    return (*steps, Step(Kind.REVEALED, game)) if game.waiting else steps


def moved(steps: Steps, seat: int, move: Move) -> Steps:
    """A tile moves; raises as Game.move does."""
    return (*steps, Step(Kind.MOVED, steps[-1].game.move(seat, move), seat, move))


def played(
    steps: Steps,
    seat: int,
    turn: Turn,
    added: Sequence[Tile] | None = None,
    shares: Sequence[Sequence[Tile]] | None = None,
) -> Steps:
    """The rest of a turn, tile by tile, to its end; raises as Game.play does.

    `added` and `shares` are for one that cannot be paid, as there (R26).
    """
    game = steps[-1].game.play(seat, turn, added, shares)
    for move in turn.moves:
        steps = moved(steps, seat, move)
    steps = (*steps, Step(Kind.DUG, game, seat))
    record = game.records[-1]
    if record.settlement is not None:
        steps = (*steps, Step(Kind.SHARED_OUT, game, seat))
    elif record.due:
        steps = (*steps, Step(Kind.PAID, game, seat))
    return (*steps, Step(Kind.OVER, game)) if game.over else steps


def conceded(steps: Steps, seat: int) -> Steps:
    """Somebody gives up."""
    return (*steps, Step(Kind.CONCEDED, steps[-1].game, seat))


def retold(game: Game, order: Sequence[int]) -> Steps:
    """All steps of a game up to where it stands; cards are laid down in the order given."""
    setting = game.setting
    steps = dealt(Game.begin(setting))
    for at in range(0, len(game.records) + 1, setting.players):
        in_round = game.records[at : at + setting.players]
        cards = [player.chosen for player in game.players]
        for record in in_round:
            cards[record.player] = record.card
        for seat in order:
            card = cards[seat]
            if card is not None:
                steps = chosen(steps, seat, card.number)
        for record in in_round:
            steps = played(steps, record.player, record.turn, *setting.as_settled(record))
    for begun in game.begun:
        steps = moved(steps, game.waiting[0], begun.move)
    return steps
