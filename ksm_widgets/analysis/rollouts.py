"""Rollouts: playing on from a view to the end, many times (R6-R31).

Everybody plays quickly from there on (`solver.kernel.hasty`); tiles and cards that the player of
the view does not know are dealt again in every game. Two choices are compared with the same deals,
so that luck is the same for both.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import TYPE_CHECKING

from ksm_widgets.analysis.knowledge import cards_held, purses
from ksm_widgets.rules import (
    CARDS_EACH,
    CURSE_BONUS,
    MAGIC_BONUS,
    PARCHMENT_SET,
    QUARRIES,
    Power,
    Tile,
    Turn,
    Variant,
)
from ksm_widgets.rules.deck import placements
from ksm_widgets.rules.prospects import expected_bonus, expected_sets
from ksm_widgets.solver.engine import engine, timed
from ksm_widgets.solver.kernel import table as at
from ksm_widgets.solver.kernel.layout import LEVELS, MOST_NEIGHBOURS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ksm_widgets.rules import Card, View
    from ksm_widgets.rules.scoring import BonusKind
    from ksm_widgets.solver.engine import Engine


MOST_STEPS = at.MOST_STEPS
"""The most moves of a plan; hardly anybody has the money for as many."""
_KINDS = tuple(Tile)
_OBJECTS = tuple(sorted(Power, key=lambda power: _KINDS.index(power.tile)))


@dataclass(frozen=True, slots=True)
class RolloutTable:
    """A view as integers for the kernel: constants of the game, and its state."""

    constants: tuple[int, ...]
    numbers: tuple[int, ...]
    players: int


def table_of(
    view: View,
    *,
    chosen: Mapping[int, Card] | None = None,
    plans: Sequence[Turn] = (),
    bound: bool = False,
) -> RolloutTable:
    """The table of a view; unknown cards may be any of those not seen (R33).

    `chosen` are the cards chosen in this round by those who have still to dig, besides those
    revealed. `plans` are turns that the player of the view considers next; with `bound` the first
    of them is played until a tile is uncovered.
    """
    deck = view.deck
    places = {card.number: place for place, card in enumerate(deck)}
    players = len(view.cards_left)
    constants = _constants(deck, view.variant, players)
    numbers = [0] * (at.G_SPARES + len(deck))
    hidden = _lay_mine(numbers, view)
    numbers[at.G_HIDDEN] = hidden
    numbers[at.G_ROUNDS] = CARDS_EACH[players] - view.round
    for player, purse in enumerate(purses(view)):
        begun = len(view.begun) if player == view.player else 0
        numbers[at.G_MONEY + player] = purse.money - begun
        for tile in purse.tiles:
            numbers[at.G_KEPT + player * at.KINDS + _KINDS.index(tile)] += 1
    _lay_cards(numbers, view, places, dict(chosen or {}))
    numbers[at.G_BOOKED] = view.player if plans else -1
    numbers[at.G_BOUND] = int(bound)
    numbers[at.G_PLANS] = min(len(plans), at.MOST_PLANS)
    for number, turn in enumerate(plans[: at.MOST_PLANS]):
        _lay_plan(numbers, at.G_BOOK + number * at.PLAN, turn)
    return RolloutTable(constants, tuple(numbers), players)


def played_on(
    table: RolloutTable, games: int, *, seed: int = 0, first: int = 0
) -> list[tuple[int, ...]]:
    """Everyone's points at the end of so many games, each dealt by its number and the seed.

    Numbers start at `first`.
    """
    used = engine()
    return _run(used, used.play_on, table, games, seed, first)


def cards_laid(table: RolloutTable, games: int, *, seed: int = 0) -> list[tuple[int, ...]]:
    """The cards laid down in these games by their places in the deck, as long as none is revealed.

    Another player's card is the same whatever the player of the view chooses.
    """
    used = engine()
    return _run(used, used.open_with, table, games, seed, 0)


def _run(
    used: Engine, entry: Callable[..., int], table: RolloutTable, games: int, seed: int, first: int
) -> list[tuple[int, ...]]:
    """A number for each player from each game."""
    c, t = used.ints(list(table.constants)), used.ints(list(table.numbers))
    g, out = used.zeros(len(table.numbers)), used.zeros(games * table.players)
    with timed(used):
        entry(c, t, g, out, seed, first, games)
    found = [int(one) for one in out]
    return [tuple(found[i : i + table.players]) for i in range(0, len(found), table.players)]


def margins(points: Sequence[tuple[float, ...]], player: int) -> list[float]:
    """A player's lead over the mean of the others, in each game."""
    return [own - (sum(game) - own) / (len(game) - 1) for game in points for own in (game[player],)]


def _lay_mine(numbers: list[int], view: View) -> int:
    """Fill in the mine and the tiles nobody has seen; returns the number of those."""
    for q, quarry in enumerate(QUARRIES):
        stack = view.position.stack(quarry)
        numbers[at.G_HEIGHT + q] = len(stack)
        numbers[at.G_COVER + q] = stack.count(Tile.UNSEEN)
        for low, tile in enumerate(stack):
            numbers[at.G_TILE + q * LEVELS + low] = _KINDS.index(tile)
    for tile, number in view.unseen.items():
        numbers[at.G_LEFT + _KINDS.index(tile)] = number
    return sum(view.unseen.values())


def _lay_cards(
    numbers: list[int],
    view: View,
    places: Mapping[int, int],
    chosen: dict[int, Card],
) -> None:
    """Fill in everyone's known cards, and the other cards there are."""
    players = len(view.cards_left)
    if view.chosen is not None:
        chosen[view.player] = view.chosen
    chosen |= {player: card for player, card in enumerate(view.revealed) if card is not None}
    numbers[at.G_OPENING] = int(not view.waiting)
    seen = {record.card.number for record in view.records}
    for player in range(players):
        hand = list(view.hand) if player == view.player else []
        laid = chosen.get(player)
        if laid in hand:
            hand.remove(laid)
        size = cards_held(view, player) - (laid is not None and not view.waiting)
        cards = [places[card.number] for card in hand]
        numbers[at.G_NEEDS + player] = size - len(cards)
        row = at.G_HAND + player * at.MOST_CARDS
        numbers[row : row + at.MOST_CARDS] = [*cards, *[-1] * (at.MOST_CARDS - len(cards))]
        numbers[at.G_CHOSEN + player] = -1 if laid is None else places[laid.number]
        seen |= {card.number for card in hand}
        if laid is not None:
            seen.add(laid.number)
    for player in range(players, at.MOST_PLAYERS):
        numbers[at.G_CHOSEN + player] = -1
    spare = [place for number, place in places.items() if number not in seen]
    numbers[at.G_SPARE] = len(spare)
    numbers[at.G_SPARES : at.G_SPARES + len(spare)] = spare


def _lay_plan(numbers: list[int], start: int, turn: Turn) -> None:
    """Fill in a turn; if it is too long, only its first moves and no dig."""
    numbers[start + at.A_SPENT] = sum(
        1 << place for place, power in enumerate(_OBJECTS) if power in turn.powers
    )
    moves = turn.moves[:MOST_STEPS]
    numbers[start + at.A_MOVES] = len(moves)
    for i, move in enumerate(moves):
        step = start + at.A_STEP + 2 * i
        numbers[step : step + 2] = move.source.index, move.target.index
    dig = turn.dig if moves == turn.moves else None
    quarries = [quarry.index for quarry in dig or ()]
    numbers[start + at.A_SIZE] = len(quarries)
    numbers[start + at.A_QUARRY : start + at.A_QUARRY + len(quarries)] = quarries


assert (max(CARDS_EACH), max(CARDS_EACH.values())) == (at.MOST_PLAYERS, at.MOST_CARDS)


@cache
def _constants(deck: tuple[Card, ...], variant: Variant, players: int) -> tuple[int, ...]:
    numbers = [0] * (at.C_CARDS + at.CARD * len(deck))
    numbers[at.C_DECK] = len(deck)
    numbers[at.C_UPHILL] = int(variant is Variant.BEGINNER)
    numbers[at.C_PLAYERS] = players
    for kind, tile in enumerate(_KINDS):
        numbers[at.C_TREASURE + kind] = tile.treasure
        numbers[at.C_CURSE + kind] = tile.curse
    numbers[at.C_DEAREST] = max(tile.curse for tile in _KINDS)
    numbers[at.C_SET] = PARCHMENT_SET
    numbers[at.C_CURSE_BONUS : at.C_CURSE_BONUS + 2] = CURSE_BONUS
    numbers[at.C_MAGIC_BONUS : at.C_MAGIC_BONUS + 2] = MAGIC_BONUS
    for q, quarry in enumerate(QUARRIES):
        near = [other.index for other in quarry.neighbours]
        first = at.C_NEIGHBOUR + MOST_NEIGHBOURS * q
        numbers[first : first + MOST_NEIGHBOURS] = [
            *near,
            *[-1] * (MOST_NEIGHBOURS - len(near)),
        ]
    rounds = CARDS_EACH[players]
    numbers[at.C_SETS] = len(numbers)
    for left in range(rounds):
        numbers += [
            expected_sets((0, *ahead), left, players)
            for ahead in product(range(at.AHEAD), repeat=3)
        ]
    bonuses: tuple[tuple[int, BonusKind, int], ...] = (
        (at.C_CURSES, "curses", at.C_POINTS_ROW),
        (at.C_MAGIC, "magic", at.C_OBJECTS_ROW),
    )
    for start, which, sizes in bonuses:
        numbers[start] = len(numbers)
        for left in range(rounds):
            numbers += [expected_bonus(which, size, left, players) for size in range(sizes)]
    for k, card in enumerate(deck):
        row = at.C_CARDS + at.CARD * k
        plain = placements(card.shape)
        turned = placements(card.shape, frozenset({Power.MIRROR}))
        first = len(numbers)
        middle = first + card.shape.size * len(plain)
        end = middle + card.shape.size * len(turned)
        numbers[row : row + at.CARD] = card.number, card.shape.size, first, middle, end
        numbers += [quarry.index for one in (*plain, *turned) for quarry in one]
    return tuple(numbers)
