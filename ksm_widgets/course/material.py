"""The material of tasks, drawn at random: mines, cards, digs, players, and whole simple questions.

All chance comes from the generator given, so that a seed always draws the same task.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeVar

from ksm_widgets.mine.table import MineTable
from ksm_widgets.mine.tasks import Mark
from ksm_widgets.rules.chance import below, chosen, shuffled
from ksm_widgets.rules.deck import Card, cards
from ksm_widgets.rules.position import Position, Stage, legal_digs, takings
from ksm_widgets.rules.quarries import FULL_HEIGHT, QUARRIES, Quarry
from ksm_widgets.rules.tile_words import a_tile
from ksm_widgets.rules.turns import account
from ksm_widgets.tasks.choose import Choose, options
from ksm_widgets.tasks.numbers import Numbers, worded_field
from ksm_widgets.tasks.task import worded
from ksm_widgets.telling.phrases import Phrase
from ksm_widgets.words import Term

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from random import Random

    from ksm_widgets.rules.edition_rules import Edition
    from ksm_widgets.rules.tiles import Group, Tile
    from ksm_widgets.tasks.numbers import Mistakes
    from ksm_widgets.tasks.task import AnyTask

    Draw = Callable[[Random, Edition], AnyTask]

    class Generator(Protocol):
        """A function that draws tasks of a level."""

        def __call__(self, rng: Random, edition: Edition, level: int) -> AnyTask:
            """A task."""


PLAYERS = ("Anna", "Bruno", "Carlo", "Davide")
"""The players of the rulebooks' examples."""
_FIVE = (*PLAYERS, "Elena")
_MOST_TRIES = 4000

T = TypeVar("T")


def until(make: Callable[[], T | None]) -> T:
    """The first thing made that is not None; RuntimeError if there is none."""
    for _ in range(_MOST_TRIES):
        made = make()
        if made is not None:
            return made
    raise RuntimeError("nothing that suits could be drawn")


def disordered(rng: Random, things: Iterable[T]) -> list[T]:
    """Different things in an order that is not their own."""
    own = list(things)
    return until(lambda: None if (mixed := shuffled(rng, own)) == own else mixed)


def mine(rng: Random, stage: Stage = Stage.MIDDLE) -> Position:
    """A mine as it may look early, midway or late in a game."""
    return Position.random(below(rng, 10**9), stage)


def filled(rng: Random) -> Position:
    """A mine just filled (R3)."""
    return Position.set_up(rng)


def flat(rng: Random, level: int) -> Position:
    """A mine with the same number of tiles on every quarry."""
    return uneven(rng, level)


def uneven(rng: Random, *heights: int) -> Position:
    """A mine whose stacks have one of these heights each; one given twice is twice as frequent.

    It is drawn much faster than `mine`.
    """
    likely = heights or tuple(range(1, FULL_HEIGHT + 1))
    full = Position.set_up(rng).stacks
    return Position(tuple(stack[: chosen(rng, likely)] for stack in full))


def card_of(rng: Random, *sizes: int) -> Card:
    """A card with one of these numbers of quarries."""
    return chosen(rng, [card for card in cards() if card.shape.size in sizes])


def tops(position: Position, fits: Callable[[Tile, int], bool]) -> frozenset[Quarry]:
    """The quarries whose topmost tile and its level fit."""
    return frozenset(
        quarry
        for quarry in QUARRIES
        if (tile := position.top(quarry)) is not None and fits(tile, position.height(quarry))
    )


def names(rng: Random, count: int) -> list[str]:
    """The given number of players, in random order."""
    return shuffled(rng, _FIVE)[:count]


def coin_worth(tiles: tuple[Tile, ...]) -> int:
    """The coins that a dig brings: treasures less curses (R16, R17)."""
    return account(0, tiles, frozenset(), 0).left


def treasures_of(tiles: Iterable[Tile]) -> list[int]:
    """The values of the treasures among tiles."""
    return [tile.treasure for tile in tiles if tile.treasure]


def curses_of(tiles: Iterable[Tile]) -> list[int]:
    """The values of the curses among tiles."""
    return [tile.curse for tile in tiles if tile.curse]


def count_of(tiles: tuple[Tile, ...], group: Group) -> int:
    """Count the tiles of a group."""
    return sum(tile.group is group for tile in tiles)


def dug_at_hand(
    rng: Random, fits: Callable[[tuple[Tile, ...]], bool], *sizes: int
) -> tuple[MineTable, tuple[Tile, ...]]:
    """A table whose marked quarries can be dug with its card, and the tiles of that dig."""

    def draw() -> tuple[MineTable, tuple[Tile, ...]] | None:
        position, drawn = uneven(rng, 2, 2, 2, 3), card_of(rng, *sizes)
        digs = [dig for dig in legal_digs(position, drawn.shape) if fits(takings(position, dig))]
        if not digs:
            return None
        dig = chosen(rng, digs)
        return MineTable(position, drawn, marked=dig), takings(position, dig)

    return until(draw)


def recalled(
    key: str,
    names: str,
    right: str,
    rule: str,
    hints: int = 2,
    table: MineTable | None = None,
) -> Draw:
    """A function to draw a question from memory; its options are shuffled words of the catalogue.

    `names` and `right` are those of all options and of the right ones.
    """
    rights = right.split()

    def draw(rng: Random, edition: Edition) -> AnyTask:
        return Choose(
            **worded(key, hints),
            rules=(rule,),
            table=table,
            several=len(rights) > 1,
            options=options(f"{key}_", shuffled(rng, names.split()), rights, rule),
        )

    return draw


def to_mark(
    words: str,
    position: Position,
    right: frozenset[Quarry],
    rules: tuple[str, ...],
    wrong: str = "mine_feedback.is_tile",
    **told: object,
) -> AnyTask:
    """Quarries to mark; about a wrong one it says that it is empty, or which tile is on top."""

    def why(quarry: Quarry) -> Phrase:
        tile, height = position.top(quarry), position.height(quarry)
        if tile is None:
            return Phrase("mine_feedback.is_empty", {"quarry": quarry}, rules[-1])
        there = {
            "quarry": quarry,
            "tile": a_tile(tile),
            "group": Term(f"group.{tile.group.value}"),
            "height": height,
        }
        return Phrase(wrong, {**told, **there}, rules[-1])

    return Mark(
        **worded(words, **told),
        rules=rules,
        table=MineTable(position),
        right_ones=right,
        why_not=why,
    )


def to_count(
    words: str,
    name: str,
    value: int,
    rules: tuple[str, ...],
    mistakes: Mistakes | None = None,
    table: MineTable | None = None,
    sum: str = "",
    **told: object,
) -> AnyTask:
    """One number to fill in; `name` is the field's."""
    field = worded_field(name, f"{words}_", value, rules[0], mistakes, sum, **told)
    return Numbers(**worded(words, **told), rules=rules, table=table, fields=(field,))


def decided(
    words: str,
    told: Mapping[str, object],
    rules: tuple[str, ...],
    table: MineTable | None,
    names: Sequence[str],
    right: str,
    why: Phrase,
) -> AnyTask:
    """A decision between two things, with one reason for either answer."""
    return Choose(
        **worded(words, **told),
        rules=rules,
        table=table,
        options=options(f"{words}_", names, right, why=lambda _: why),
    )
