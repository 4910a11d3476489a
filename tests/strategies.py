"""Hypothesis strategies for the things of the game: every new property draws from here."""

from __future__ import annotations

import json
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st

from ksm_widgets.companions.shelf import companion, part_of
from ksm_widgets.rules import (
    ALL_POWER_SETS,
    FULL_HEIGHT,
    MAX_SIZE,
    QUARRIES,
    SIDE,
    Card,
    Holding,
    Move,
    Position,
    Setting,
    Shape,
    Stage,
    Tile,
    Variant,
    edition,
    editions,
)

if TYPE_CHECKING:
    from ksm_widgets.companions.replaying import ShelfRecord

__all__ = [
    "CELLS",
    "KNOWN_TILES",
    "board_texts",
    "card_files",
    "coverings",
    "holdings",
    "known_ways",
    "moves",
    "positions",
    "power_sets",
    "problem_lines",
    "quarries",
    "settings_of_games",
    "shapes",
    "shelf_games",
    "small_mines",
    "stage_positions",
    "tiles",
    "variants",
]

KNOWN_TILES = tuple(tile for tile in Tile if tile is not Tile.UNSEEN)
CELLS = tuple((row, column) for row in range(SIDE) for column in range(SIDE))

quarries = st.sampled_from(QUARRIES)
tiles = st.sampled_from(KNOWN_TILES)
power_sets = st.sampled_from(ALL_POWER_SETS)
variants = st.sampled_from(Variant)


def moves() -> st.SearchStrategy[Move]:
    """Moves as one may wish for them, most of them illegal somewhere."""
    near = quarries.flatmap(
        lambda source: st.builds(Move, st.just(source), st.sampled_from(source.neighbours))
    )
    return near | st.builds(Move, quarries, quarries)


def shapes(most: int = MAX_SIZE) -> st.SearchStrategy[Shape]:
    """Shapes of one to `most` quarries, connected or not."""
    return st.sets(st.sampled_from(CELLS), min_size=1, max_size=most).map(
        lambda cells: Shape(tuple(sorted(cells)))
    )


def positions(*, unseen: bool = False, highest: int = FULL_HEIGHT) -> st.SearchStrategy[Position]:
    """Positions of any tiles at all; `unseen` puts `?` among them."""
    kind = st.sampled_from(Tile) if unseen else tiles
    stack = st.lists(kind, max_size=highest).map(tuple)
    full = st.lists(stack, min_size=len(QUARRIES), max_size=len(QUARRIES))
    return full.map(lambda stacks: Position(tuple(stacks)))


def stage_positions() -> st.SearchStrategy[Position]:
    """Positions as they come about in a game."""
    return st.builds(_of_a_game, st.integers(0, 20), st.sampled_from(Stage))


@cache
def _of_a_game(seed: int, stage: Stage) -> Position:
    return Position.random(seed, stage)


def coverings(position: Position) -> st.SearchStrategy[tuple[int, ...]]:
    """What may be unseen of a position: some of the lowest tiles, never a topmost one."""
    return st.tuples(*(st.integers(0, max(0, len(stack) - 1)) for stack in position.stacks))


def board_texts() -> st.SearchStrategy[str]:
    """Texts that look like boards, good ones and bad ones."""
    field = st.text(alphabet="12345xyzabcdMCSA?-,/ é", max_size=6)
    row = st.lists(field, min_size=5, max_size=7).map(",".join)
    return st.lists(row, min_size=5, max_size=7).map("/".join)


def card_files() -> st.SearchStrategy[tuple[Card, ...]]:
    """Sets of cards as a card file may hold them, by number."""
    return st.dictionaries(st.integers(1, 32), shapes(), min_size=1, max_size=32).map(
        lambda found: tuple(Card(number, found[number]) for number in sorted(found))
    )


def holdings() -> st.SearchStrategy[Holding]:
    """What a player may hold behind the screen."""
    return st.builds(Holding, st.integers(0, 20), st.lists(tiles, max_size=20).map(tuple))


def settings_of_games() -> st.SearchStrategy[Setting]:
    """Settings of games for any number of players, in both editions and variants."""
    return st.builds(
        Setting,
        st.integers(2, 5),
        st.integers(0, 10**6),
        st.sampled_from(sorted(editions())).map(edition),
        variants,
    )


_KEYS = [
    *("board", "card", "shape", "powers", "money", "values", "max_moves"),
    *("wanted", "best", "frontier", "variant", "id", "unknown"),
]
_ASTRAY = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from([10**4000, "mirror", "a1:1", "f6:1", ["mirror"], ["a1:1"], {"?": -3}, [[]]])
)
_SPLINTERS = ("1e99999999999999999999", "9" * 5000, "NaN", "\\ud800", "\0", '"', "{", "[", ",", "é")


@st.composite
def problem_lines(draw: st.DrawFn) -> bytes:
    """Lines that the command line may be given: problems with keys astray, cut, with splinters."""
    board = "/".join(["-,-,-,-,-,-"] * 5 + ["5,5,5,-,y,a"])
    problem = {
        "board": board,
        "shape": "###",
        **draw(st.dictionaries(st.sampled_from(_KEYS), _ASTRAY, max_size=3)),
    }
    text = json.dumps(problem, ensure_ascii=draw(st.booleans()))
    for _ in range(draw(st.integers(0, 2))):
        place, cut = draw(st.integers(0, len(text))), draw(st.integers(0, 9))
        text = text[:place] + draw(st.sampled_from(_SPLINTERS)) + text[place + cut :]
    return text.encode(errors="surrogatepass")


@st.composite
def small_mines(draw: st.DrawFn) -> Position:
    """Mines in which little can be done: some stacks in an empty mine, or a pit in a full one.

    In the first a tile has plenty of room, in the second hardly any.
    """
    row, column = draw(st.integers(0, SIDE - 3)), draw(st.integers(0, SIDE - 3))
    most = draw(st.integers(1, FULL_HEIGHT))
    around = draw(st.sampled_from([0, 0, most, FULL_HEIGHT]))
    kinds = draw(st.lists(tiles, min_size=1, max_size=4))
    stacks = []
    for quarry in QUARRIES:
        inside = row <= quarry.row < row + 3 and column <= quarry.column < column + 3
        height = draw(st.integers(0, most)) if inside else around
        stacks.append(tuple(kinds[(quarry.index + level) % len(kinds)] for level in range(height)))
    return Position(tuple(stacks))


@st.composite
def known_ways(draw: st.DrawFn, most: int = 6) -> tuple[Position, Variant, tuple[Move, ...]]:
    """A small mine, a variant, up to `most` moves that are legal one after the other."""
    start = draw(small_mines())
    variant = draw(variants)
    heights = [len(stack) for stack in start.stacks]
    way: list[Move] = []
    for _ in range(draw(st.integers(0, most))):
        legal = [
            Move(quarry, other)
            for quarry in QUARRIES
            for other in quarry.neighbours
            if heights[quarry.index]
            and heights[other.index]
            < (FULL_HEIGHT if variant is Variant.BEGINNER else heights[quarry.index])
            and (not way or Move(other, quarry) != way[-1])
        ]
        if not legal:
            break
        move = draw(st.sampled_from(legal))
        heights[move.source.index] -= 1
        heights[move.target.index] += 1
        way.append(move)
    return start, variant, tuple(way)


def _played(
    name: str, game: ShelfRecord[Any, Any], rng: Random, most: int
) -> ShelfRecord[Any, Any]:
    """A game of the shelf after acts at random, so many or up to its end."""
    for _ in range(most):
        if game.is_over:
            break
        game = game.after(rng.choice(companion(name).legal(game.position)))
    return game


@cache
def _length(name: str) -> int:
    """The acts of a game of the shelf, about."""
    games: type[ShelfRecord[Any, Any]] = part_of(name, "record").Game
    return len(_played(name, games.begin(games.sizes[-1], 0), Random(0), 10_000).acts)


@st.composite
def shelf_games(draw: st.DrawFn, name: str) -> ShelfRecord[Any, Any]:
    """Games of the shelf under way, at any moment."""
    games: type[ShelfRecord[Any, Any]] = part_of(name, "record").Game
    game = games.begin(draw(st.sampled_from(games.sizes)), draw(st.integers(0, 10**6)))
    rng = draw(st.randoms(use_true_random=False))
    return _played(name, game, rng, draw(st.integers(0, _length(name))))
