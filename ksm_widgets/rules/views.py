"""What a player may know: a view of the game without anything that is hidden (R33).

A view holds copies of what is known and no way back to the game, so nothing can leak from it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ksm_widgets.rules.covering import covered
from ksm_widgets.rules.tiles import Tile
from ksm_widgets.rules.unaffordable import Settlement

if TYPE_CHECKING:
    from ksm_widgets.rules.deck import Card
    from ksm_widgets.rules.game import Game, TurnRecord
    from ksm_widgets.rules.moves import Move, Variant
    from ksm_widgets.rules.payment import Bank, Holding
    from ksm_widgets.rules.position import Position
    from ksm_widgets.rules.rulebooks import Edition

__all__ = ["View", "onlooker_records", "view"]


@dataclass(frozen=True, slots=True)
class View:
    """The game as one player knows it.

    `unseen` counts the tiles nobody has seen, kind by kind, for whoever reckons what a `?` may
    be; it is empty in an open view. `cards_left` is the size of everyone's hand, `revealed` the
    card each player has still to dig with (None before the reveal and after the dig), `chosen`
    one's own card while it still lies face down, `has_chosen` who has laid one down, `begun`
    the moves of the turn under way, and `deck` all cards there are, whoever has them.
    """

    player: int
    edition: Edition
    variant: Variant
    round: int
    position: Position
    unseen: Counter[Tile]
    hand: tuple[Card, ...]
    chosen: Card | None
    holding: Holding
    bank: Bank
    cards_left: tuple[int, ...]
    has_chosen: tuple[bool, ...]
    revealed: tuple[Card | None, ...]
    waiting: tuple[int, ...]
    begun: tuple[Move, ...]
    records: tuple[TurnRecord, ...]
    deck: tuple[Card, ...]


def view(game: Game, player: int, *, open_mine: bool = False) -> View:
    """What a player, counted from 0, may know of the game (R33).

    As at the table only the tiles that were seen are known, by one who forgets nothing; with
    `open_mine` the whole mine lies open, as in a puzzle. Hands, holdings and the cards not dealt
    stay hidden either way.
    """
    setting, own = game.setting, game.players[player]
    position = game.position if open_mine else covered(game.position, game.covering)
    # Counted in the order of Tile: the order in which tiles lie would tell where they lie.
    lying, known = game.position.counts(), position.counts()
    unseen = +Counter({tile: lying[tile] - known[tile] for tile in Tile})
    return View(
        player=player,
        edition=setting.edition,
        variant=setting.variant,
        round=game.round,
        position=position,
        unseen=unseen,
        hand=own.hand,
        chosen=own.chosen,
        holding=own.holding,
        bank=game.bank,
        cards_left=tuple(len(other.hand) for other in game.players),
        has_chosen=tuple(other.chosen is not None for other in game.players),
        revealed=tuple(other.chosen if game.waiting else None for other in game.players),
        waiting=game.waiting,
        begun=tuple(begun.move for begun in game.begun),
        records=tuple(_known(game, record, player) for record in game.records),
        deck=setting.deck,
    )


def onlooker_records(game: Game) -> tuple[TurnRecord, ...]:
    """Every turn so far as somebody saw it who looks on and plays no seat."""
    if game.setting.edition.shares_shown:
        return game.records
    return tuple(
        record
        if record.settlement is None
        else replace(record, settlement=Settlement((), ((),) * len(record.settlement.shares), ()))
        for record in game.records
    )


def _known(game: Game, record: TurnRecord, player: int) -> TurnRecord:
    """A turn as a player saw it: where tiles were shared out face down, only one's own part."""
    settlement = record.settlement
    if settlement is None or game.setting.edition.shares_shown:
        return record
    if record.player == player:
        known = replace(settlement, shares=((),) * len(settlement.shares), spare=())
    else:
        own = game.opponents(record.player).index(player)
        known = Settlement(
            added=(),
            shares=tuple(
                share if opponent == own else () for opponent, share in enumerate(settlement.shares)
            ),
            spare=(),
        )
    return replace(record, settlement=known)
