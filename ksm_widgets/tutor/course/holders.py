"""Tasks on what the same dig is worth to players who hold different things (R18, R28)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.rules.chance import chosen
from ksm_widgets.rules.digs import legal_digs, takings
from ksm_widgets.rules.scoring import PARCHMENT_SET, curse_points, parchment_sets
from ksm_widgets.rules.stakes import Collected, Stakes
from ksm_widgets.rules.tiles import Group
from ksm_widgets.tutor.course.drawing import card_of, count_of, uneven, until
from ksm_widgets.tutor.course.practice.tiles import PARCHMENTS, dug_at_hand
from ksm_widgets.tutor.phrases import Phrase
from ksm_widgets.tutor.tasks.kinds import Numbers, PlaceCard, asked_field
from ksm_widgets.tutor.tasks.mine.table import MineTable
from ksm_widgets.tutor.tasks.task import AnyTask, asked

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from ksm_widgets.rules.rulebooks import Edition
    from ksm_widgets.rules.shapes import Placement
    from ksm_widgets.rules.tiles import Tile

__all__ = ["best_for_me", "worth_to_two"]

_FAR_AHEAD = Collected(99, 99)
"""What another player has who leaves no bonus to anybody else (R30)."""


def worth_to_two(rng: Random, edition: Edition) -> AnyTask:
    """What a marked dig is worth to one who lacks just a symbol in it, and to one who has it."""

    def draw() -> tuple[MineTable, tuple[Tile, ...], list[Tile], list[Tile]] | None:
        lacking = chosen(rng, PARCHMENTS)
        table, tiles = dug_at_hand(
            rng,
            lambda found: lacking in found and count_of(found, Group.TREASURE) >= 1,
            *(3, 4),
        )
        anna = [tile for tile in PARCHMENTS if tile is not lacking]
        bruno = [lacking, lacking, *anna[:2]]
        suits = parchment_sets([*anna, *tiles]) == 1 and not parchment_sets([*bruno, *tiles])
        return (table, tiles, anna, bruno) if suits and _coins(tiles) >= 0 else None

    table, tiles, anna, bruno = until(draw)
    coins, curses = _coins(tiles), curse_points(tiles)
    return Numbers(
        **asked("lesson_tiles.worth_to_two", anna=_symbols(anna), bruno=_symbols(bruno)),
        rules=("R18", "R28"),
        table=table,
        fields=(
            asked_field(
                "anna",
                "lesson_tiles.worth_anna_",
                coins + PARCHMENT_SET,
                "R18",
                {coins: "no_set", coins + curses + PARCHMENT_SET: ("no_curses", "R17")},
            ),
            asked_field(
                "bruno",
                "lesson_tiles.worth_bruno_",
                coins,
                "R18",
                {coins + PARCHMENT_SET: "no_set", coins + curses: ("no_curses", "R17")},
            ),
        ),
    )


def best_for_me(rng: Random, edition: Edition) -> AnyTask:
    """The dig that is worth the most to who lacks a symbol, where another would dig elsewhere."""

    def draw() -> tuple[MineTable, list[Tile], list[Tile], Placement, Placement] | None:
        lacking = chosen(rng, PARCHMENTS)
        own = [tile for tile in PARCHMENTS if tile is not lacking]
        other = [lacking] * 3
        table = MineTable(uneven(rng, 2, 2, 2, 3), card_of(rng, 3, 4))
        digs = legal_digs(table.position, table.shape)
        taken = {dig: takings(table.position, dig) for dig in digs}
        if len(digs) < 3:
            return None
        for_me, for_them = (
            {dig: worth(tiles) for dig, tiles in taken.items()}
            for worth in map(_worth, (own, other))
        )
        mine, theirs = (max(digs, key=worth.__getitem__) for worth in (for_me, for_them))
        only = list(for_me.values()).count(for_me[mine]) == 1
        apart = for_them[theirs] > max(0, for_them[mine])
        return (
            (table, own, other, mine, theirs) if only and apart and lacking in taken[mine] else None
        )

    table, own, other, mine, theirs = until(draw)
    worth = _worth(other)
    elsewhere: dict[str, object] = {
        "other": _symbols(other),
        "quarries": list(theirs),
        "more": worth(takings(table.position, theirs)),
        "less": worth(takings(table.position, mine)),
    }
    return PlaceCard(
        **asked("lesson_costs.held", own=_symbols(own)),
        rules=("R18", "R28", "R8"),
        table=table,
        worth=_worth(own),
        praise=Phrase("lesson_costs.held_praise", elsewhere, "R18"),
    )


def _worth(held: list[Tile]) -> Callable[[tuple[Tile, ...]], int]:
    """What a last dig is worth to who holds these tiles, its curses paid, no bonus to be had."""
    stakes = Stakes(tuple(held), (_FAR_AHEAD,))
    return lambda tiles: stakes.worth(tiles).total // 1000 - curse_points(tiles)


def _coins(tiles: tuple[Tile, ...]) -> int:
    return sum(tile.treasure - tile.curse for tile in tiles)


def _symbols(tiles: list[Tile]) -> list[Phrase]:
    return [Phrase(f"symbol.{tile.letter}") for tile in tiles]
