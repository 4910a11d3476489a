"""Tables to play at in tests: games brought into a certain state, and whole random games."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

from ksm_widgets.rules import (
    COINS_IN_BOX,
    Bank,
    Card,
    Game,
    Holding,
    Move,
    Player,
    Position,
    Power,
    Setting,
    Shape,
    Tile,
    Turn,
    Variant,
    edition,
    legal_digs,
    moved,
    new_game,
    only_tops_seen,
    targets,
)
from ksm_widgets.rules.quarries import QUARRIES, Quarry

__all__ = [
    "all_tiles",
    "dig",
    "mine",
    "otherwise",
    "played_at_random",
    "random_turn",
    "table",
    "tiles",
    "turn",
]


def tiles(letters: str) -> tuple[Tile, ...]:
    return tuple(map(Tile, letters))


def mine(*near_rows: str) -> Position:
    """A mine with these rows nearest the entrance, the farthest of them first; the rest empty."""
    return Position.near("/".join(near_rows))


def dig(text: str) -> tuple[Quarry, ...]:
    return tuple(map(Quarry.parse, text.split()))


def turn(moves: str = "", places: str | None = None, *powers: Power) -> Turn:
    return Turn(
        tuple(map(Move.parse, moves.split())),
        None if places is None else dig(places),
        frozenset(powers),
    )


def table(
    position: Position,
    shape: str,
    *purses: tuple[int, str],
    edition_name: str = "en",
    variant: Variant = Variant.STANDARD,
    seed: int = 1,
) -> Game:
    """A game in which player 0 is to dig with a card of this shape, and the others after.

    `purses` are everyone's coins and tiles.
    """
    setting = Setting(len(purses), seed, edition(edition_name), variant)
    game = Game.begin(setting)
    return replace(
        game,
        position=position,
        covering=only_tops_seen(position),
        players=tuple(
            Player((), Holding(coins, tiles(letters)), Card(number, Shape.parse(shape)))
            for number, (coins, letters) in enumerate(purses, start=1)
        ),
        bank=Bank(COINS_IN_BOX - sum(coins for coins, _ in purses)),
        waiting=tuple(range(len(purses))),
    )


def random_turn(rng: Random, game: Game, player: int) -> Turn:
    """A legal turn: now and then one with far more moves than anyone can pay."""
    who, variant = game.players[player], game.setting.variant
    assert who.chosen is not None
    position, steps = game.position, []
    for _ in range(rng.choice([0, 1, 2, 40])):
        source = rng.choice(QUARRIES)
        reach = targets(position, source, variant)
        if reach:
            steps.append(Move(source, rng.choice(reach)))
            position = moved(position, steps[-1], variant)
    powers = frozenset(
        power for power in Power if power.tile in who.holding.tiles and rng.random() < 0.5
    )
    digs = legal_digs(position, who.chosen.shape, powers)
    return Turn(tuple(steps), rng.choice(digs) if digs and rng.random() < 0.9 else None, powers)


def played_at_random(
    players: int, seed: int, edition_name: str, variant: Variant = Variant.STANDARD
) -> list[Game]:
    """Every state of a random game, the beginning first."""
    rng = Random(f"{players} {seed} {edition_name}")
    states = [new_game(players, seed, edition_name, variant)]
    while not states[-1].over:
        game = states[-1]
        if game.current is None:
            player = next(i for i, who in enumerate(game.players) if who.chosen is None)
            number = rng.choice(game.players[player].hand).number
            states.append(game.choose(player, number))
        else:
            states.append(game.play(game.current, random_turn(rng, game, game.current)))
    return states


def all_tiles(game: Game) -> Counter[Tile]:
    """Every tile, wherever it lies."""
    found = game.position.counts()
    for player in game.players:
        found.update(player.holding.tiles)
    found.update(game.bank.tiles)
    found.update(game.discarded)
    return found


def otherwise(game: Game, player: int, rng: Random) -> Game:
    """The same game with everything else in what this player cannot know (R33)."""
    hidden = [
        tile
        for unseen, stack in zip(game.covering, game.position.stacks, strict=True)
        for tile in stack[:unseen]
    ]
    rng.shuffle(hidden)
    stacks = [
        (*(hidden.pop() for _ in range(unseen)), *stack[unseen:])
        for unseen, stack in zip(game.covering, game.position.stacks, strict=True)
    ]
    others = Card(99, Shape.parse("#"))
    return replace(
        game,
        setting=replace(game.setting, seed=game.setting.seed + 1),
        position=Position(tuple(stacks)),
        players=tuple(
            who
            if index == player
            else replace(
                who,
                hand=(others,) * len(who.hand),
                holding=Holding(rng.randrange(40), tiles("5zM")),
                chosen=who.chosen if game.waiting or who.chosen is None else others,
            )
            for index, who in enumerate(game.players)
        ),
        discarded=(),
    )
