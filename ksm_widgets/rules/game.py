"""A whole game for two to five players, from dealing to the final score (R3-R31).

A game is a value: choosing a card or playing a turn makes a new one, or raises an error and leaves
the old one as it was. Everything random comes from the setting's seed, so the same choices and
turns always make the same game.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random
from typing import TYPE_CHECKING

from ksm_widgets.rules.arguments import expect, one_of, read
from ksm_widgets.rules.chance import any_seed
from ksm_widgets.rules.dealing import CARDS_EACH, COINS_EACH, COINS_IN_BOX, deal_out
from ksm_widgets.rules.deck import Card, card, cards
from ksm_widgets.rules.edition_rules import Edition, edition
from ksm_widgets.rules.errors import CardError, GameError, PowerError, RuleError
from ksm_widgets.rules.given import Covering, Given, only_tops_seen, uncovered_by
from ksm_widgets.rules.payment import (
    Bank,
    Holding,
    Settlement,
    as_shared,
    paid,
    settled,
    tiles_to_add,
)
from ksm_widgets.rules.position import Position, moved
from ksm_widgets.rules.quarries import Move, Variant
from ksm_widgets.rules.scoring import Score, final_scores, winners
from ksm_widgets.rules.tiles import Power, Tile, tile_counts
from ksm_widgets.rules.turns import Account, Played, Turn, carried_out
from ksm_widgets.words import sentence

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence


@dataclass(frozen=True, slots=True)
class Setting:
    """The settings of a game; together with the players' choices they decide everything.

    Raises GameError for too few or too many players, or too few cards (R4), and ArgumentError for
    a wrong variant.
    """

    players: int
    seed: int
    edition: Edition = field(default_factory=lambda: edition("en"))
    variant: Variant = Variant.STANDARD
    deck: tuple[Card, ...] = field(default_factory=cards)
    counts: Mapping[Tile, int] = field(default_factory=tile_counts, hash=False)
    given: Given | None = None
    """The known start of a game on a real board; None if the seed fills the mine and deals."""

    def __post_init__(self) -> None:
        expect("variant", self.variant, Variant)
        if self.players not in CARDS_EACH:
            fewest, most = min(CARDS_EACH), max(CARDS_EACH)
            raise GameError("game.players", "R4", found=self.players, fewest=fewest, most=most)
        needed = self.players * CARDS_EACH[self.players]
        if len(self.deck) < needed:
            raise GameError("game.cards", "R4", found=len(self.deck), expected=needed)

    def chance(self, purpose: str) -> Random:
        """The random numbers for one purpose: the same for the same seed and purpose."""
        return Random(f"{self.seed} {purpose}")

    def as_settled(
        self, record: TurnRecord
    ) -> tuple[tuple[Tile, ...] | None, tuple[tuple[Tile, ...], ...] | None]:
        """The arguments of `Game.play` that settle a turn as in this record (R26).

        The tiles added and, for a game on a real board, everyone's share.
        """
        if self.given is None or record.settlement is None:
            return record.chosen, None
        return record.settlement.added, record.settlement.shares


@dataclass(frozen=True, slots=True)
class Player:
    """A player: the hand, sorted by number, the card chosen for this round, the holding."""

    hand: tuple[Card, ...]
    holding: Holding
    chosen: Card | None = None


@dataclass(frozen=True, slots=True)
class TurnRecord:
    """One turn as it was played: the player, the card, the turn, the tiles dug and the cost.

    `chosen` are the tiles the player chose to add if the turn could not be paid; `settlement` says
    where tiles went in that case, and is None for a turn that was paid (R26).
    """

    player: int
    card: Card
    turn: Turn
    taken: tuple[Tile, ...]
    due: int
    chosen: tuple[Tile, ...] | None = None
    settlement: Settlement | None = None


@dataclass(frozen=True, slots=True)
class Begun:
    """A move of the current turn, and the mine before it."""

    move: Move
    position: Position
    covering: Covering


@dataclass(frozen=True, slots=True)
class Game:
    """A game at some moment, with all that is hidden; a View has only what one player knows.

    Players are counted from 0. `discarded` has magic objects spent and spare tiles (R19, R26),
    `waiting` the players who still have to dig this round, the next one first, `begun` the moves
    that this one has made already, and `records` every turn so far.

    >>> import ksm_widgets as ksm
    >>> game = ksm.new_game(2, seed=7)
    >>> for player in (0, 1):
    ...     game = game.choose(player, game.players[player].hand[0].number)
    >>> game.round, len(game.waiting), game.over
    (1, 2, False)
    >>> game = game.play(game.current, "-")
    >>> len(game.records), len(game.waiting)
    (1, 1)
    """

    setting: Setting
    position: Position
    covering: Covering
    players: tuple[Player, ...]
    bank: Bank
    discarded: tuple[Tile, ...] = ()
    waiting: tuple[int, ...] = ()
    begun: tuple[Begun, ...] = ()
    records: tuple[TurnRecord, ...] = ()

    @classmethod
    def begin(cls, setting: Setting) -> Game:
        """Fill the mine and deal coins and cards (R3, R4); raises as Given does."""
        given = setting.given
        if given is None:
            position = Position.set_up(setting.chance("mine"), setting.counts)
            hands = deal_out(setting.chance("deal"), setting.deck, setting.players)
        else:
            position = given.filled(setting.chance("mine"), setting.counts)
            hands = given.dealt(setting.chance("deal"), setting.deck, setting.players)
        coins = COINS_EACH[setting.players]
        players = tuple(Player(hand, Holding(coins)) for hand in hands)
        bank = Bank(COINS_IN_BOX - coins * setting.players)
        return cls(setting, position, only_tops_seen(position), players, bank)

    @property
    def round(self) -> int:
        """The current round, counted from 1; the last one when the game is over."""
        rounds = CARDS_EACH[self.setting.players]
        return min(len(self.records) // self.setting.players + 1, rounds)

    @property
    def over(self) -> bool:
        """Whether the last card has been used (R28)."""
        return len(self.records) == self.setting.players * CARDS_EACH[self.setting.players]

    @property
    def current(self) -> int | None:
        """The player whose turn it is to dig; None while cards are chosen and after the end."""
        return self.waiting[0] if self.waiting else None

    def __str__(self) -> str:
        """The round, whose turn it is and the coins in a line, and the board as people read it."""
        coins = [player.holding.coins for player in self.players]
        if self.over:
            line = sentence("game_told.over", coins=coins)
        elif self.current is None:
            line = sentence("game_told.choosing", round=self.round, coins=coins)
        else:
            player = self.current + 1
            line = sentence("game_told.digging", round=self.round, player=player, coins=coins)
        return f"{line}\n{self.position}"

    @property
    def scores(self) -> tuple[Score, ...]:
        """Everyone's score if the game ended now (R28)."""
        return final_scores([player.holding for player in self.players])

    @property
    def winners(self) -> tuple[int, ...]:
        """The players with the most points, several if they tie; nobody before the end (R28)."""
        return winners(self.scores) if self.over else ()

    def rounds(self) -> Iterator[tuple[tuple[Card | None, ...], tuple[TurnRecord, ...]]]:
        """Every round so far: each player's card, None if none is chosen yet, and the turns."""
        for start in range(0, len(self.records) + 1, self.setting.players):
            turns = self.records[start : start + self.setting.players]
            used = {record.player: record.card for record in turns}
            cards = (used.get(at, player.chosen) for at, player in enumerate(self.players))
            yield tuple(cards), turns

    def choose(self, player: int, number: int | Card) -> Game:
        """The game after a player has chosen a card; the last choice reveals all cards (R6).

        Raises GameError after the end, during digging, for a player who has already chosen or
        does not play, and for a card that is not in the hand.
        """
        self._check_player(player)
        if isinstance(number, Card):
            number = number.number
        if self.waiting:
            raise GameError("game.digging", "R6", player=self.waiting[0] + 1)
        who = self.players[player]
        if who.chosen is not None:
            raise GameError("game.chosen", "R6", player=player + 1)
        try:
            chosen = card(number, who.hand)
        except CardError:
            raise GameError("game.card", "R6", player=player + 1, number=number) from None
        hand = tuple(other for other in who.hand if other is not chosen)
        game = self._with_player(player, replace(who, hand=hand, chosen=chosen))
        order = sorted(
            (other.chosen.number, index)
            for index, other in enumerate(game.players)
            if other.chosen is not None
        )
        if len(order) < len(game.players):
            return game
        return replace(game, waiting=tuple(index for _, index in order))

    def fault(self, player: int, turn: Turn | str) -> RuleError | None:
        """The reason why a turn is not allowed now, or None; an unaffordable one is (R26)."""
        try:
            self._carried_out(player, turn)
        except RuleError as fault:
            return fault
        return None

    def affordable(self, player: int, turn: Turn | str) -> bool:
        """Whether the turn can be paid for (R25); raises as `play` does if it may not be played."""
        return self.account(player, turn).affordable

    def account(self, player: int, turn: Turn | str) -> Account:
        """The account of a turn, with the moves made already (R25).

        Raises as `play` does if it may not be played.
        """
        return self._carried_out(player, turn).account

    def tiles_to_add(self, player: int, turn: Turn | str) -> int:
        """Count the tiles the player must add if this turn cannot be paid for; else 0 (R26).

        Raises as `play` does if the turn may not be played.
        """
        turn = read("turn", turn, Turn)
        played = self._carried_out(player, turn)
        if played.account.affordable:
            return 0
        held = len(self.players[player].holding.tiles) - len(turn.powers)
        return tiles_to_add(len(played.taken), len(self.players) - 1, held)

    def move(self, player: int, move: Move | str) -> Game:
        """The game after one move of the current player, who sees the tile it uncovers.

        `play` ends the turn with its other moves, the dig and the powers. A move that has uncovered
        a tile cannot be taken back and is paid for whatever follows (R14); if the turn cannot be
        paid in the end, R26 applies. Raises as `play` does.

        >>> import ksm_widgets as ksm
        >>> game = ksm.new_game(2, seed=7)
        >>> for player in (0, 1):
        ...     game = game.choose(player, game.players[player].hand[0].number)
        >>> dig = ksm.legal_digs(game.position, game.players[game.current].chosen)[0]
        >>> game = game.play(game.current, ksm.Turn(dig=dig))
        >>> game = game.move(game.current, ksm.legal_moves(game.position)[0])
        >>> len(game.begun), game.play(game.current, "-").records[-1].due
        (1, 1)
        """
        self._check_turn(player)
        step = read("move", move, Move)
        position = moved(self.position, step, self.setting.variant)
        return replace(
            self,
            position=position,
            covering=uncovered_by(self.covering, [position]),
            begun=(*self.begun, Begun(step, self.position, self.covering)),
        )

    def take_back(self, player: int) -> Game:
        """The game without the last move of the current turn.

        Raises GameError if no move was made, or if it has uncovered a tile (R33).
        """
        self._check_turn(player)
        if not self.begun:
            raise GameError("game.nothing_begun", "R12")
        *earlier, last = self.begun
        if last.covering != self.covering:
            raise GameError("game.has_shown", "R33", move=last.move)
        return replace(self, position=last.position, begun=tuple(earlier))

    def play(
        self,
        player: int,
        turn: Turn | str,
        chosen: Sequence[Tile] | None = None,
        shares: Sequence[Sequence[Tile]] | None = None,
    ) -> Game:
        """The game after the current player's whole turn: powers, moves, dig, payment or R26.

        After `move` this is the rest of the turn; the record has all of it.

        `chosen` are the earlier tiles to add if the player can't pay and too few were dug (see
        `tiles_to_add`); by default those of R26: the cheapest, or random ones. On a real board
        (Given) `shares` are what each opponent got, and `chosen` all tiles that were added.

        Raises GameError out of turn or for a choice that the player may not make, PowerError for
        a magic object not held before this turn (R19), and MoveError and DigError by the rules. A
        turn that cannot be paid for is settled, not refused.
        """
        turn = read("turn", turn, Turn)
        played = self._carried_out(player, turn)
        spent = [power.tile for power in Power if power in turn.powers]
        who = self.players[player]
        kept = who.holding.without(spent)
        game = replace(
            self,
            position=played.position,
            covering=uncovered_by(self.covering, played.positions),
            discarded=(*self.discarded, *spent),
            waiting=self.waiting[1:],
            begun=(),
        )
        picked = tuple(chosen) if chosen else None
        if shares is not None and self.setting.given is None:
            raise GameError("game.no_shares", "R26")
        assert who.chosen is not None, "a player whose turn it is has a card"
        whole = replace(turn, moves=(*(begun.move for begun in self.begun), *turn.moves))
        record = TurnRecord(player, who.chosen, whole, played.taken, played.account.due, picked)
        if played.account.affordable:
            if picked or shares is not None:
                raise GameError("game.wrong_choice", "R26", found=len(picked or ()), expected=0)
            holding, bank = paid(kept.with_tiles(played.taken), played.account.due, self.bank)
            game = replace(game._with_holding(player, holding), bank=bank)
        else:
            rules, others = self.setting.edition, len(self.players) - 1
            if shares is None:
                rng = self.setting.chance(f"turn {len(self.records)}")
                settlement = settled(rng, rules, played.taken, others, kept.tiles, picked)
                added, shares = settlement.added, settlement.shares
            else:
                added = picked or ()
            if self.setting.given is not None:
                settlement = as_shared(rules, played.taken, kept.tiles, added, shares, others)
                record = replace(record, chosen=tuple(added) or None)
            game = game._shared_out(player, kept.without(settlement.added), settlement)
            record = replace(record, settlement=settlement)
        used = replace(game.players[player], chosen=None)
        return replace(game._with_player(player, used), records=(*self.records, record))

    def again(self, record: TurnRecord) -> Game:
        """The game after the same turn as in another game's record; raises as `play` does."""
        return self.play(record.player, record.turn, *self.setting.as_settled(record))

    def opponents(self, player: int) -> tuple[int, ...]:
        """The other players in order, the next one first; shares are in this order."""
        count = len(self.players)
        return tuple((player + step) % count for step in range(1, count))

    def _shared_out(self, player: int, kept: Holding, settlement: Settlement) -> Game:
        game = replace(
            self._with_holding(player, kept), discarded=(*self.discarded, *settlement.spare)
        )
        for opponent, share in zip(self.opponents(player), settlement.shares, strict=True):
            game = game._with_holding(opponent, game.players[opponent].holding.with_tiles(share))
        return game

    def _carried_out(self, player: int, turn: Turn | str) -> Played:
        """The turn as it would be played, affordable or not; raises if it may not be played now."""
        turn = read("turn", turn, Turn)
        self._check_turn(player)
        who = self.players[player]
        for power in Power:
            if power in turn.powers and power.tile not in who.holding.tiles:
                raise PowerError(
                    "illegal.power_not_held",
                    "R19",
                    power=self.setting.edition.power_term(power),
                )
        assert who.chosen is not None, "a player whose turn it is has a card"
        played = carried_out(
            self.position,
            turn,
            who.chosen.shape,
            money=who.holding.money,
            variant=self.setting.variant,
        )
        moves = len(self.begun) + played.account.moves
        return replace(played, account=replace(played.account, moves=moves))

    def _check_turn(self, player: int) -> None:
        self._check_player(player)
        if not self.waiting:
            raise GameError("game.choosing", "R6")
        if self.waiting[0] != player:
            raise GameError("game.out_of_turn", "R6", player=self.waiting[0] + 1)

    def _check_player(self, player: int) -> None:
        if self.over:
            raise GameError("game.over", "R28")
        if not 0 <= player < len(self.players):
            raise GameError("game.no_player", "R4", player=player + 1, most=len(self.players))

    def _with_player(self, player: int, changed: Player) -> Game:
        return replace(self, players=(*self.players[:player], changed, *self.players[player + 1 :]))

    def _with_holding(self, player: int, holding: Holding) -> Game:
        return self._with_player(player, replace(self.players[player], holding=holding))


def new_game(
    players: int,
    seed: int | None = None,
    edition_name: str = "en",
    variant: Variant | str = Variant.STANDARD,
) -> Game:
    """A new game with the built-in box; raises as Setting and edition do.

    The same seed always gives the same mine and cards; without one, every game is another, and
    `game.setting.seed` has the seed. `variant` is a Variant or its value, "standard" or "beginner".

    >>> import ksm_widgets as ksm
    >>> game = ksm.new_game(3, edition_name="de")
    >>> [len(player.hand) for player in game.players], game.players[0].holding.coins
    ([8, 8, 8], 10)
    >>> game == ksm.new_game(3, game.setting.seed, "de")
    True
    """
    if seed is None:
        seed = any_seed()
    chosen = one_of("variant", variant, Variant)
    return Game.begin(Setting(players, seed, edition(edition_name), chosen))
