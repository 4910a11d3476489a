"""Games played on in the kernel are those that players in haste would play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from random import Random

import pytest

from ksm_widgets.analysis.knowledge import card_to_play
from ksm_widgets.analysis.rollouts import MOST_STEPS, margins, played_on, table_of
from ksm_widgets.players import get_bot, play_on
from ksm_widgets.rules import (
    QUARRIES,
    Card,
    Game,
    Move,
    Power,
    Setting,
    Tile,
    Turn,
    Variant,
    View,
    view,
)
from ksm_widgets.solver.engine import compiled_engine, interpreted_engine
from ksm_widgets.solver.kernel import hasty, rollout
from ksm_widgets.solver.kernel import table as at
from tests.rules.tables import otherwise

KINDS = tuple(Tile)
OBJECTS = tuple(sorted(Power, key=lambda power: KINDS.index(power.tile)))


def plan_at(numbers: Sequence[int], start: int) -> Turn:
    """The turn that is written in the kernel's numbers from there."""
    steps = [QUARRIES[q] for q in numbers[start + at.A_STEP : start + at.PLAN]]
    size = numbers[start + at.A_SIZE]
    spent = numbers[start + at.A_SPENT]
    return Turn(
        tuple(Move(*steps[2 * i : 2 * i + 2]) for i in range(numbers[start + at.A_MOVES])),
        tuple(sorted(QUARRIES[q] for q in numbers[start + at.A_QUARRY :][:size])) or None,
        frozenset(power for place, power in enumerate(OBJECTS) if spent >> place & 1),
    )


@dataclass(frozen=True, slots=True)
class Hasty:
    """The bot that plays for everybody in the games that the kernel plays on."""

    looks: bool = True

    def card(self, view: View) -> Card:
        """The card that gains most in the mine as it is now; of equals the lowest."""
        table = table_of(view)
        numbers = list(table.numbers)
        hand = at.G_HAND + view.player * at.MOST_CARDS
        place = hasty.hasty_card(list(table.constants), numbers, view.player, hand, at.MOST_CARDS)
        return view.deck[numbers[hand + place]]

    def turn(self, view: View) -> Turn:
        """The turn that gains most, planned quickly."""
        table = table_of(view)
        numbers = list(table.numbers)
        card = view.deck.index(card_to_play(view))
        hasty.hasty_plan(list(table.constants), numbers, view.player, card)
        return plan_at(numbers, at.A_BEST)


@cache
def begun(players: int, seed: int, steps: int, variant: Variant = Variant.STANDARD) -> Game:
    """A game after so many choices, turns and parts of turns, up to where cards are chosen."""
    names = ["level1", "random", "level0", "random", "level1"]
    game = Game.begin(Setting(players, seed, variant=variant))
    for done in range(10 * steps):
        if game.over or (done >= steps and not game.waiting):
            break
        game = play_on(game, [get_bot(name) for name in names[:players]])
    return game


def open_table(game: Game) -> list[int]:
    """The table of the first player with nothing hidden: all hands, all tiles."""
    numbers = list(table_of(view(game, 0)).numbers)
    for player, one in enumerate(game.players):
        row = at.G_HAND + player * at.MOST_CARDS
        hand = [game.setting.deck.index(card) for card in one.hand]
        numbers[row : row + len(hand)] = hand
        numbers[at.G_NEEDS + player] = 0
    for q, quarry in enumerate(QUARRIES):
        for low, tile in enumerate(game.position.stack(quarry)):
            numbers[at.G_TILE + 4 * q + low] = KINDS.index(tile)
    return numbers


@pytest.mark.long
@pytest.mark.parametrize(
    ("players", "seed", "steps", "variant"),
    [
        (2, 1, 20, Variant.STANDARD),
        (2, 2, 28, Variant.BEGINNER),
        (3, 3, 20, Variant.STANDARD),
        (3, 4, 12, Variant.BEGINNER),
        (4, 5, 18, Variant.STANDARD),
        (5, 6, 0, Variant.STANDARD),
        (5, 7, 12, Variant.BEGINNER),
    ],
)
def test_they_are_the_games_of_players_in_haste(
    players: int, seed: int, steps: int, variant: Variant
) -> None:
    game = begun(players, seed, steps, variant)
    numbers = open_table(game)
    constants = list(table_of(view(game, 0)).constants)
    rollout.play_out(constants, numbers)
    while not game.over:
        game = play_on(game, [Hasty()] * players)
    ours = [rollout.points_of(constants, numbers, player) for player in range(players)]
    assert ours == [score.total for score in game.scores]


@pytest.mark.long
@pytest.mark.parametrize(("players", "steps"), [(2, 30), (4, 10), (5, 0)])
def test_what_nobody_has_seen_is_dealt_out_and_nothing_else(players: int, steps: int) -> None:
    game = begun(players, 11, steps)
    table = table_of(view(game, 1))
    before = list(table.numbers)
    after = [*before[: at.G_SEED], 17, *before[at.G_SEED + 1 :]]
    rollout.deal_unknown(list(table.constants), after)
    lie: Counter[Tile] = Counter()
    for q, quarry in enumerate(QUARRIES):
        seen = game.position.stack(quarry)[game.covering[q] :]
        stack = [KINDS[after[at.G_TILE + 4 * q + low]] for low in range(after[at.G_HEIGHT + q])]
        assert tuple(stack[game.covering[q] :]) == seen
        lie.update(stack)
    assert lie == game.position.counts()
    held = [
        card
        for player in range(players)
        for card in after[at.G_HAND + 12 * player : at.G_HAND + 12 * player + 12]
        if card >= 0
    ]
    assert len(held) == len(set(held)) == sum(len(one.hand) for one in game.players)
    assert not set(held) & {game.setting.deck.index(record.card) for record in game.records}


def test_who_sees_the_same_weighs_the_same() -> None:
    game = begun(3, 12, 10)
    for player in range(3):
        assert table_of(view(game, player)) == table_of(
            view(otherwise(game, player, Random(player)), player)
        )


def test_games_are_dealt_by_their_number_and_the_seed() -> None:
    table = table_of(view(begun(5, 13, 8), 2))
    games = played_on(table, 5, seed=4)
    assert games == played_on(table, 3, seed=4) + played_on(table, 2, seed=4, first=3)
    assert games != played_on(table, 5, seed=5)
    assert len(set(games)) > 1


@pytest.mark.long
def test_a_bound_plan_is_done_and_another_is_not_forced_on_anybody() -> None:
    game = begun(2, 14, 24)
    for player in (0, 1):
        game = game.choose(player, game.players[player].hand[0].number)
    while game.begun or len(game.waiting) > 1:
        game = game.play(game.waiting[0], "-")
    player = game.waiting[0]
    seen = view(game, player)
    free, bound = (table_of(seen, plans=[Turn()], bound=bound) for bound in (False, True))
    means = [
        sum(margins(played_on(table, 24), player)) / 24 for table in (table_of(seen), free, bound)
    ]
    assert means[0] == means[1]
    assert means[2] < means[0]


def test_a_turn_longer_than_there_is_room_for_leaves_the_next_plan_alone() -> None:
    there = (Move.parse("a1-a2"), Move.parse("a2-a1"))
    dig = tuple(QUARRIES[:3])
    long, short = Turn(there * MOST_STEPS, dig), Turn(there, dig)
    numbers = table_of(view(begun(2, 14, 0), 0), plans=[long, short]).numbers
    assert plan_at(numbers, at.G_BOOK) == Turn((there * MOST_STEPS)[:MOST_STEPS])
    assert plan_at(numbers, at.G_BOOK + at.PLAN) == short


@pytest.mark.slow
def test_the_compiled_kernel_plays_the_same_games() -> None:
    used, plain = compiled_engine(), interpreted_engine()
    for players, steps in ((2, 20), (5, 4)):
        table = table_of(view(begun(players, 15, steps), 0))
        points = []
        for one in (used, plain):
            out = one.zeros(12 * players)
            room = one.zeros(len(table.numbers))
            constants, numbers = map(one.ints, map(list, (table.constants, table.numbers)))
            one.play_on(constants, numbers, room, out, 3, 0, 12)
            points.append([int(number) for number in out])
        assert points[0] == points[1]
