"""Real endings: a game played on from a view by players who plan every turn (R6-R31).

They tell more truly than games in haste (`rollouts`) what a choice is worth, but each takes a
hundred times as long. Tiles and cards that the player of the view does not know are dealt anew in
every ending; two choices are compared with the same deals.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

from ksm_widgets.analysis.knowledge import cards_held, purses, without_needless
from ksm_widgets.analysis.planning import Planner, Worths
from ksm_widgets.analysis.playing import play_on
from ksm_widgets.rules import Card, Game, Setting, Tile, Turn, view
from ksm_widgets.rules.chance import shuffled
from ksm_widgets.rules.game import Begun, Player
from ksm_widgets.rules.payment import Holding
from ksm_widgets.rules.position import Position

if TYPE_CHECKING:
    from ksm_widgets.rules import View


ENDING_PLAYER = Planner(Worths.HOLDING, most_spent=1, looks=True, effort=1_000)
"""The bot that plays on for everybody: like the bot `watchful`, but in a third of the time."""
LAST_PLAYER = Planner(Worths.HOLDING, looks=True)
"""The same in the last round, where nothing makes up for a plan that was missed: `watchful`."""


class RememberingPlanner:
    """A planner that remembers its turns: views that look the same are planned once."""

    looks = True

    def __init__(self, planner: Planner = ENDING_PLAYER) -> None:
        self._planner = planner
        self._turns: dict[object, Turn] = {}

    def card(self, seen: View) -> Card:
        """The card that brings most now."""
        return seen.hand[0] if len(seen.hand) == 1 else self._planner.card(seen)

    def turn(self, seen: View) -> Turn:
        """The turn that brings most."""
        key = (
            seen.player,
            seen.position,
            seen.begun,
            seen.holding,
            len(seen.records),
            seen.records[-len(seen.cards_left) :],
            tuple(sorted((tile.letter, number) for tile, number in seen.unseen.items())),
            seen.revealed,
        )
        if key not in self._turns:
            self._turns[key] = self._planner.turn(seen)
        return self._turns[key]

    def rest(self, seen: View, planned: Turn) -> Turn:
        """The rest of a turn that was `planned` before a tile was uncovered, or a better one.

        The planner may have missed in little time what a longer look found. Objects that bring
        nothing, now that the tile is known, are kept.
        """
        planned = without_needless(seen, planned)
        other, gain = self.turn(seen), self._planner.gain(seen, planned)
        brought = self._planner.gain(seen, other)
        return planned if gain is not None and (brought is None or gain >= brought) else other


def round_played(
    seen: View, option: Card | Turn, seed: int, number: int, bot: RememberingPlanner
) -> Game:
    """The game at the end of this round, if this is chosen and the bot plays on for all.

    What is unknown is dealt by the seed and the number: the same for all options. A turn is played
    until a tile is uncovered; then the bot plays the rest of it, or a better turn if it finds one.
    """
    game = dealt(seen, Random(f"ending {seed} {number}"))
    game = _with_option(game, seen.player, option, bot)
    bots = [bot] * len(game.players)
    while game.waiting:
        game = play_on(game, bots)
    return game


def ending(
    seen: View, option: Card | Turn, seed: int, number: int, bot: RememberingPlanner
) -> tuple[int, ...]:
    """Everyone's points at the end, if this is chosen and the bot plays on for all."""
    game = round_played(seen, option, seed, number, bot)
    bots = [bot] * len(game.players)
    while not game.over:
        game = play_on(game, bots)
    return tuple(score.total for score in game.scores)


def dealt(seen: View, rng: Random) -> Game:
    """A game that this could be the view of: unknown tiles and cards are drawn.

    Others who have chosen a card that is still face down have it in their hands again.
    """
    tiles = iter(shuffled(rng, tuple(seen.unseen.elements())))
    stacks = tuple(
        tuple(next(tiles) if tile is Tile.UNSEEN else tile for tile in stack)
        for stack in seen.position.stacks
    )
    own = [card for card in (*seen.hand, seen.chosen) if card is not None]
    known = {record.card for record in seen.records} | {*own, *seen.revealed}
    spare = iter(shuffled(rng, tuple(card for card in seen.deck if card not in known)))
    players = []
    for seat, purse in enumerate(purses(seen)):
        if seat == seen.player:
            hand, holding = seen.hand, seen.holding
            if not seen.waiting:
                hand = tuple({card.number: card for card in own}.values())
        else:
            hand = tuple(next(spare) for _ in range(cards_held(seen, seat)))
            holding = Holding(purse.money, purse.tiles)
        hand = tuple(sorted(hand, key=lambda card: card.number))
        players.append(Player(hand, holding, seen.revealed[seat]))
    setting = Setting(len(players), rng.getrandbits(32), seen.edition, seen.variant, seen.deck)
    covering = tuple(stack.count(Tile.UNSEEN) for stack in seen.position.stacks)
    position = Position(stacks)
    begun = tuple(Begun(move, position, covering) for move in seen.begun)
    return Game(
        setting,
        position,
        covering,
        tuple(players),
        seen.bank,
        waiting=seen.waiting,
        begun=begun,
        records=seen.records,
    )


def _with_option(game: Game, player: int, option: Card | Turn, bot: RememberingPlanner) -> Game:
    """The game after a choice; if it is a card, after everybody has chosen one."""
    if isinstance(option, Card):
        cards = [bot.card(view(game, seat)) for seat in range(len(game.players)) if seat != player]
        cards.insert(player, option)
        for seat, card in enumerate(cards):
            game = game.choose(seat, card)
        return game
    made = 0
    while made < len(option.moves):
        covering = game.covering
        game, made = game.move(player, option.moves[made]), made + 1
        if game.covering != covering:
            rest = replace(option, moves=option.moves[made:])
            option, made = bot.rest(view(game, player), rest), 0
    return game.play(player, replace(option, moves=()))
