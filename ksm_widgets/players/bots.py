"""The bots by name, from one that only knows the rules to one that plays well; and bots in a game.

Most of them ask the solver, and differ in the values they give tiles and in how far they look. A
bot plays a turn the same in steps as in one go, and sees no more than R33 allows.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING

from ksm_widgets.analysis.knowledge import card_to_play, dearest_unseen
from ksm_widgets.analysis.outlook import Outlook
from ksm_widgets.analysis.planning import Planner, Worths
from ksm_widgets.analysis.playing import play_on
from ksm_widgets.analysis.weighing import best_option
from ksm_widgets.rules import (
    ArgumentError,
    Card,
    Game,
    Group,
    Turn,
    legal_digs,
    legal_moves,
    moved,
    takings,
    view,
)
from ksm_widgets.rules.arguments import found
from ksm_widgets.rules.chance import below, chosen
from ksm_widgets.solver.engine import engine

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ksm_widgets.analysis.playing import Bot
    from ksm_widgets.rules import Position, Quarry, Setting, View


_WAYS = 6
"""Digs that are weighed against what they leave to the others."""
_GLANCE, _LOOK = 24, 128
"""Games played on from each card, and from the best few: four times as many are hardly better."""
_LUCK = 1
"""Another seed than the coach's, who would otherwise find its own luck in this bot's choices."""
_FOR_ITSELF = Planner(Worths.HOLDING, looks=True)
"""The bot that considers only its own gain in the mine as it is."""


@dataclass(frozen=True, slots=True)
class Contender:
    """The strong bot: it plays for its lead, so it also considers what it leaves to the others.

    With two players, values follow from what both have collected so far (`Rivalry`). It plans
    again when a tile has been uncovered. `denial` is the share of the other's best gain that counts
    as its own loss; not all of it does, since tiles that are left can still be dug later.
    """

    denial: float = 0.7
    looks: bool = True

    def card(self, view: View) -> Card:
        """The card that does best in games played on from it (R6).

        Others' hands are unknown: everybody may have any card not seen (R33). If the kernel is not
        compiled, so many games take too long, and it is the card that would gain most now.
        """
        if engine().compiled:
            best = best_option(view, glance=_GLANCE, look=_LOOK, seed=_LUCK).choice
            assert isinstance(best, Card), "before the reveal it is cards that are weighed"
            return best
        return _FOR_ITSELF.card(view)

    def turn(self, view: View) -> Turn:
        """The turn that gains most, less a part of what it leaves to a player who digs later.

        With more than two players, keeping something from one of them costs only this bot and
        helps the others as much: then it is simply the turn that gains most.
        """
        if len(view.cards_left) > 2:
            return _FOR_ITSELF.turn(view)
        outlook = Outlook(view)
        card = card_to_play(view)
        later = view.waiting[1:]
        ways = outlook.ways(view.position, view.player, card, most=_WAYS if later else 1, objects=4)

        def rest(after: Position) -> float:
            return sum(outlook.gain(after, other, card_to_play(view, other), 1) for other in later)

        if len(view.begun) <= view.holding.money:
            ways = (outlook.nothing(view.position), *ways)
        best = max(ways, key=lambda way: way.gain - self.denial * rest(way.after))
        return best.turn


_MOST_MOVES = 3


@dataclass(frozen=True, slots=True)
class Chance:
    """A bot that plays at random, within the rules and its money; the view itself is the seed."""

    looks: bool = False

    def card(self, view: View) -> Card:
        """Any card of the hand."""
        return chosen(_rng(view), view.hand)

    def turn(self, view: View) -> Turn:
        """A few moves and a dig, if there is an affordable one; no objects are spent."""
        rng = _rng(view)
        position, moves = view.position, []
        for _ in range(min(below(rng, _MOST_MOVES + 1), view.holding.money)):
            reach = legal_moves(position, view.variant)
            if not reach:
                break
            moves.append(chosen(rng, reach))
            position = moved(position, moves[-1], view.variant)
        left = view.holding.money - len(moves)
        digs = [
            dig
            for dig in legal_digs(position, card_to_play(view))
            if left + _least_gain(view, position, dig) >= 0
        ]
        return Turn(tuple(moves), chosen(rng, digs) if digs else None)


def _least_gain(view: View, position: Position, dig: tuple[Quarry, ...]) -> int:
    """The least that a dig can gain in coins, less its cost: an unseen tile may be a curse."""
    dearest = dearest_unseen(view)
    return sum(
        -dearest if tile.group is Group.UNSEEN else tile.treasure - tile.curse
        for tile in takings(position, dig)
    )


def _rng(view: View) -> Random:
    return Random(f"{view.player} {len(view.records)} {view.waiting} {view.position.text}")


_RATED: dict[str, tuple[int, Bot]] = {
    "random": (50, Chance()),
    "cautious": (610, Planner(Worths.USUAL, max_moves=0, most_spent=0)),
    "level0": (850, Planner(Worths.HOLDING, max_moves=0)),
    "thrifty": (920, Planner(Worths.HOLDING, max_moves=1, most_spent=0)),
    "solitary": (1020, Planner(Worths.NO_BONUSES, max_moves=1)),
    "level1": (1120, Planner(Worths.HOLDING, max_moves=1)),
    "careless": (1140, Planner(Worths.NO_SETS, max_moves=2, most_spent=0)),
    "greedy": (1390, Planner(Worths.USUAL)),
    "level2": (1410, Planner(Worths.HOLDING, max_moves=2)),
    "level3": (1500, Planner(Worths.HOLDING, max_moves=3)),
    "steady": (1500, Planner(Worths.HOLDING)),
    "watchful": (1500, Planner(Worths.HOLDING, looks=True)),
    "strong": (1720, Contender()),
}
BOTS: Mapping[str, Bot] = MappingProxyType({name: bot for name, (_, bot) in _RATED.items()})
"""The bots by name, the weaker first, as measured (docs/players.md).

`level2` is `steady` seeing only two moves ahead. Those below it see no more, and some ignore
something: `thrifty` the magic objects, `solitary` the others' collections, `careless` sets and
objects.
"""
RATINGS: Mapping[str, int] = MappingProxyType({name: rated for name, (rated, _) in _RATED.items()})
"""The bots' ratings in games of two, accurate to some 40 points; `steady` has 1500.

`random` has never won a game, so its rating is only known to be low.
"""


def get_bot(name: str) -> Bot:
    """The bot of that name, a key of BOTS; raises ArgumentError if there is none.

    >>> import ksm_widgets as ksm
    >>> list(ksm.BOTS)[:2], ksm.get_bot("level2").max_moves
    (['random', 'cautious'], 2)
    """
    if name not in BOTS:
        raise ArgumentError("argument.choice", name="player", found=found(name), expected=[*BOTS])
    return BOTS[name]


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
