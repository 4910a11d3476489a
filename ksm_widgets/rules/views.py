"""Views of a game: only what one player may know (R33).

A view has copies of what is known and no reference to the game, so nothing can leak from it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ksm_widgets.rules.given import covered
from ksm_widgets.rules.payment import Settlement
from ksm_widgets.rules.tiles import Tile

if TYPE_CHECKING:
    from ksm_widgets.rules.deck import Card
    from ksm_widgets.rules.edition_rules import Edition
    from ksm_widgets.rules.game import Game, TurnRecord
    from ksm_widgets.rules.payment import Bank, Holding
    from ksm_widgets.rules.position import Position
    from ksm_widgets.rules.quarries import Move, Variant


@dataclass(frozen=True, slots=True)
class View:
    """The game as one player knows it.

    `unseen` counts the tiles nobody has seen by kind, to work out what a `?` may be; it is empty
    in an open view. `cards_left` is the size of everyone's hand, `revealed` the card each player
    still has to dig with (None before the reveal and after the dig), `chosen` the player's own
    card while it is face down, `has_chosen` who has chosen one, `begun` the moves of the current
    turn so far, and `deck` all cards there are.

    >>> import ksm_widgets as ksm
    >>> seen = ksm.view(ksm.new_game(3, seed=7), player=1)
    >>> isinstance(seen, ksm.View), len(seen.hand), sum(seen.unseen.values())
    (True, 8, 108)
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
    """The view of a player, counted from 0 (R33).

    As on a real board only tiles that have been seen are known, to a player who forgets nothing;
    with `open_mine` all of the mine is known, as in a puzzle. Hands, holdings and the cards not
    dealt stay hidden either way.

    >>> import ksm_widgets as ksm
    >>> game = ksm.new_game(2, seed=7)
    >>> seen = ksm.view(game, player=0)
    >>> seen.hand == game.players[0].hand, seen.position["a1"]
    (True, (Tile('?'), Tile('?'), Tile('?'), Tile('z')))
    """
    setting, own = game.setting, game.players[player]
    position = game.position if open_mine else covered(game.position, game.covering)
    # Counted in the order of Tile: the order on the board would reveal where they are.
    everything, known = game.position.counts(), position.counts()
    unseen = +Counter({tile: everything[tile] - known[tile] for tile in Tile})
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
    """Every turn so far, as a spectator sees it."""
    if game.setting.edition.shares_shown:
        return game.records
    return tuple(
        record
        if record.settlement is None
        else replace(record, settlement=Settlement((), ((),) * len(record.settlement.shares), ()))
        for record in game.records
    )


def _known(game: Game, record: TurnRecord, player: int) -> TurnRecord:
    """A turn as a player saw it: of tiles shared out face down only the player's own share."""
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
