"""Facts a player can work out from a view: rounds to come, collections, stakes, the dig problem."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ksm_widgets.rules import (
    CARDS_EACH,
    COINS_EACH,
    Collected,
    Group,
    Power,
    Stakes,
    Tile,
    moved,
)
from ksm_widgets.rules.position import dig_fault, takings
from ksm_widgets.solver import Problem

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ksm_widgets.rules import Card, Move, Turn, View


@dataclass(frozen=True, slots=True)
class Purse:
    """A player's money, and the tiles that count besides it (R25, R28)."""

    money: int
    tiles: tuple[Tile, ...]

    @property
    def powers(self) -> tuple[Power, ...]:
        """The powers of the magic objects among the tiles (R19)."""
        return tuple(power for power in Power if power.tile in self.tiles)


def kept(tiles: Iterable[Tile]) -> tuple[Tile, ...]:
    """The tiles that count at the end besides money."""
    return tuple(tile for tile in tiles if tile.group is not Group.TREASURE)


def powers_held(view: View) -> tuple[Power, ...]:
    """The powers of the magic objects behind the player's screen (R19)."""
    return tuple(power for power in Power if power.tile in view.holding.tiles)


def card_to_play(view: View, player: int | None = None) -> Card:
    """The card a player, by default that of the view, has to dig with; it must be revealed."""
    card = view.revealed[view.player if player is None else player]
    assert card is not None, "there is no card to dig with before all are revealed"
    return card


def cards_held(view: View, player: int) -> int:
    """Count the cards a player can choose from in this round, or could.

    A player who has chosen a card that is still face down had one more.
    """
    return view.cards_left[player] + (view.has_chosen[player] and not view.waiting)


def foreseen(view: View, moves: Sequence[Move]) -> View:
    """The view of this player after some moves, as far as it is known before them."""
    position = moved(view.position, moves, view.variant)
    return replace(view, position=position, begun=(*view.begun, *moves))


def dearest_unseen(view: View) -> int:
    """The most that a tile nobody has seen may cost when dug, in coins (R17)."""
    return max((tile.curse for tile in view.unseen), default=0)


def stakes(view: View, kind: type[Stakes] = Stakes) -> Stakes:
    """The stakes of this player: the tiles held, and the end of the game as far as known.

    In the last round what everybody dug before has been seen: only what those may add who have
    still to dig is an expectation, and for the player who digs last of all nothing is uncertain.
    Before that round, the end is an expectation (`rules.prospects`). `kind` is the class of stakes
    to make.
    """
    players = len(view.cards_left)
    held = kept(view.holding.tiles)
    rounds_left = CARDS_EACH[players] - view.round
    if rounds_left == 0:
        # Before the cards are revealed nobody knows who digs first.
        others = tuple(
            replace(one, to_dig=not view.waiting or player in view.waiting)
            for player, one in enumerate(collected(view))
            if player != view.player
        )
        return kind(held, others=others)
    return kind(held, rounds_left=rounds_left, players=players)


def collected(view: View) -> tuple[Collected, ...]:
    """Everyone's collections for the bonuses, by the digs that were seen.

    Of tiles shared out face down only the player's own share is known (R26), so the others may have
    a little more.
    """
    return tuple(
        Collected(
            sum(tile.curse * max(0, number) for tile, number in tiles.items()),
            sum(max(0, number) for tile, number in tiles.items() if tile.group is Group.MAGIC),
        )
        for tiles in _kept_by_record(view)
    )


def purses(view: View) -> tuple[Purse, ...]:
    """Everyone's money and tiles behind the screen, by the digs and payments that were seen (R33).

    The player's own are known; if tiles were shared out face down, others may have a little more
    (R26).
    """
    players = len(view.cards_left)
    money = [COINS_EACH[players]] * players
    for record in view.records:
        if record.settlement is None:
            money[record.player] += sum(tile.treasure for tile in record.taken) - record.due
            continue
        money[record.player] -= sum(tile.treasure for tile in record.settlement.added)
        for step, share in enumerate(record.settlement.shares, start=1):
            opponent = (record.player + step) % players
            money[opponent] += sum(tile.treasure for tile in share)
    found = [
        Purse(max(0, coins), kept(tile for tile in Tile for _ in range(tiles[tile])))
        for coins, tiles in zip(money, _kept_by_record(view), strict=True)
    ]
    found[view.player] = Purse(view.holding.money, kept(view.holding.tiles))
    return tuple(found)


def _kept_by_record(view: View) -> tuple[Counter[Tile], ...]:
    """Everyone's tiles by the record; a count below 0 is of tiles received face down and lost."""
    players = len(view.cards_left)
    holdings: tuple[Counter[Tile], ...] = tuple(Counter() for _ in range(players))
    for record in view.records:
        own = holdings[record.player]
        own.subtract(power.tile for power in record.turn.powers)
        if record.settlement is None:
            own.update(record.taken)
            continue
        own.subtract(record.settlement.added)
        for step, share in enumerate(record.settlement.shares, start=1):
            holdings[(record.player + step) % players].update(share)
    return holdings


def option_problem(view: View, card: Card, powers: frozenset[Power] = frozenset()) -> Problem:
    """The dig problem of the player of a view, for the rest of this turn."""
    return Problem(
        view.position,
        card.shape,
        powers,
        money=view.holding.money - len(view.begun),
        variant=view.variant,
        unseen=tuple(view.unseen.items()),
        stakes=stakes(view),
    )


def without_needless(view: View, turn: Turn) -> Turn:
    """A legal turn without the objects that bring it nothing, as far as known in this view (R20).

    The dig is allowed without them, and no tile that it takes is a curse or may be one.
    """
    if not turn.powers or turn.dig is None:
        return turn
    position, shape = moved(view.position, turn.moves, view.variant), card_to_play(view).shape
    taken = takings(position, turn.dig)
    cursed = any(tile.curse for tile in taken)
    cursed = cursed or (Tile.UNSEEN in taken and dearest_unseen(view) > 0)
    powers = turn.powers
    for power in (one for one in Power if one in turn.powers):
        fewer = powers - {power}
        needed = cursed if power is Power.AMULET else dig_fault(position, turn.dig, shape, fewer)
        if not needed:
            powers = fewer
    return replace(turn, powers=powers)
