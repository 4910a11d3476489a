"""Tiles dug: treasures, curses, parchments, their worth to each player, magic objects (R16-R19)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ksm_widgets.course.kinds import Choose, Numbers, Option, PlaceCard, terms, worded_field
from ksm_widgets.course.material import (
    card_of,
    coin_worth,
    count_of,
    curses_of,
    dug_at_hand,
    mine,
    to_count,
    treasures_of,
    uneven,
    until,
)
from ksm_widgets.mine.table import MineTable
from ksm_widgets.rules.chance import below, chosen, shuffled
from ksm_widgets.rules.position import legal_digs, takings
from ksm_widgets.rules.scoring import PARCHMENT_SET, curse_points, parchment_sets
from ksm_widgets.rules.stakes import Collected, Stakes
from ksm_widgets.rules.tiles import Group, Power, Tile
from ksm_widgets.tasks.task import AnyTask, worded
from ksm_widgets.telling.phrases import Phrase
from ksm_widgets.telling.plans import tile_term

if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from random import Random

    from ksm_widgets.rules.deck import Placement
    from ksm_widgets.rules.edition_rules import Edition

    Worth = Callable[[tuple[Tile, ...]], int]


RULE_OF_POWER = {
    Power.MIRROR: "R21",
    Power.CARPET: "R22",
    Power.SEAL: "R23",
    Power.AMULET: "R24",
}
PARCHMENTS = (Tile.ALPHA, Tile.BETA, Tile.GAMMA, Tile.DELTA)
_CURSES = (Tile.MASK, Tile.SCORPION, Tile.MUMMY)
_FAR_AHEAD = Collected(99, 99)
"""A player beside whom nobody gets a bonus (R30)."""


def money_left(rng: Random, edition: Edition, level: int) -> AnyTask:
    """The money left after a dig: with treasures, with curses too, with moves too (R16)."""
    money, moves = 6 + below(rng, 6), 1 + below(rng, 4) if level == 3 else 0
    table, tiles = dug_at_hand(
        rng,
        lambda found: (
            count_of(found, Group.TREASURE) >= 1
            and (count_of(found, Group.CURSE) >= 1) == (level > 1)
            # Else the question would have the answer in it.
            and coin_worth(found) != moves
        ),
        *((3, 4), (3, 4), (4, 5))[level - 1],
    )
    treasures, curses = sum(tile.treasure for tile in tiles), curse_points(tiles)
    left = money + treasures - curses - moves
    worked = terms([money, treasures_of(tiles)], [curses_of(tiles), [moves] if moves else []])
    mistakes: dict[int, tuple[str, str]] = {}
    if curses:
        mistakes[left + curses] = ("no_curse", "R17")
    if moves:
        mistakes[left + moves] = ("no_moves", "R14")
    mistakes |= {left - treasures: ("no_treasure", "R16"), left - money: ("no_money", "R16")}
    return Numbers(
        **worded(f"lesson_tiles.left{'_moved' if moves else ''}", money=money, moves=moves),
        rules=("R16", "R17") if curses else ("R16",),
        table=table,
        fields=(worded_field("money", "lesson_tiles.left_", left, "R16", mistakes, worked),),
    )


def curses_dug(rng: Random, edition: Edition, level: int) -> AnyTask:
    """The cost of a dig's curses, and the sum of the collection (R17)."""
    sizes = ((3, 4), (4, 5), (4, 5))[level - 1]
    fewest = min(level, 2)
    table, tiles = dug_at_hand(rng, lambda found: count_of(found, Group.CURSE) >= fewest, *sizes)
    costs, mistakes = curse_points(tiles), {count_of(tiles, Group.CURSE): "count"}
    if level < 3:
        words = "lesson_tiles.curses"
        return to_count(words, "coins", costs, ("R17",), mistakes, table, terms(curses_of(tiles)))
    held = tuple(chosen(rng, _CURSES) for _ in range(2 + below(rng, 4)))
    points = costs + curse_points(held)
    together = [curses_of(held), curses_of(tiles)]
    return Numbers(
        **worded("practice.curses_kept", held=[*map(tile_term, held)]),
        rules=("R17", "R29"),
        table=table,
        fields=(
            worded_field(
                "coins", "lesson_tiles.curses_", costs, "R17", mistakes, terms(curses_of(tiles))
            ),
            worded_field("points", "practice.curses_kept_", points, "R17", sum=terms(together)),
        ),
    )


def sets_held(rng: Random, edition: Edition) -> AnyTask:
    """The worth of the parchments behind the screen (R18)."""

    def draw() -> list[Tile] | None:
        held = [tile for tile in PARCHMENTS for _ in range(1 + below(rng, 4))]
        return held if parchment_sets(held) != len(held) // 4 else None

    return _sets("lesson_tiles.sets", until(draw))


def sets_made(rng: Random, edition: Edition, level: int) -> AnyTask:
    """The worth of the parchments of a dig, added to those behind the screen (R18)."""
    sizes = ((3, 4), (4, 5), (4, 5))[level - 1]
    table, tiles = dug_at_hand(rng, lambda found: count_of(found, Group.PARCHMENT) >= 1, *sizes)
    held = [chosen(rng, PARCHMENTS) for _ in range((5, 8, 11)[level - 1] + below(rng, 3))]
    return _sets("practice.sets", held, table, tiles)


def _sets(
    words: str, held: list[Tile], table: MineTable | None = None, dug: tuple[Tile, ...] = ()
) -> AnyTask:
    together = (*held, *(tile for tile in dug if tile in PARCHMENTS))
    sets = parchment_sets(together)
    points, worked = PARCHMENT_SET * sets, f"{sets} × {PARCHMENT_SET}"
    mistakes = {PARCHMENT_SET * (len(together) // 4): "any_four", len(together): "single"}
    if dug:
        mistakes[PARCHMENT_SET * parchment_sets(held)] = "before"
    return Numbers(
        **worded(words, held=_symbols(held)),
        rules=("R18",),
        table=table,
        fields=(worded_field("points", "lesson_tiles.sets_", points, "R18", mistakes, worked),),
    )


def _symbols(held: Collection[Tile]) -> list[Phrase]:
    return [Phrase(f"symbol.{tile.letter}") for tile in held]


def set_completed(rng: Random, edition: Edition) -> AnyTask:
    """Dig the parchment that is missing (R18, R8)."""

    def draw() -> tuple[MineTable, Tile] | None:
        table, missing = MineTable(mine(rng), card_of(rng, 3, 4)), chosen(rng, PARCHMENTS)
        digs = legal_digs(table.position, table.shape)
        completing = [dig for dig in digs if missing in takings(table.position, dig)]
        return (table, missing) if 0 < len(completing) < len(digs) else None

    table, missing = until(draw)
    return PlaceCard(
        **worded("lesson_tiles.missing", missing=tile_term(missing)),
        rules=("R18", "R8"),
        table=table,
        worth=lambda tiles: PARCHMENT_SET if missing in tiles else 0,
        less=Phrase("lesson_tiles.missing_without", {"missing": tile_term(missing)}, "R18"),
    )


def worth_to_two(rng: Random, edition: Edition) -> AnyTask:
    """The worth of a dig to a player who lacks one of its symbols, and to one who has it (R18)."""

    def draw() -> tuple[MineTable, tuple[Tile, ...], list[Tile], list[Tile]] | None:
        lacking = chosen(rng, PARCHMENTS)
        table, tiles = dug_at_hand(
            rng, lambda found: lacking in found and count_of(found, Group.TREASURE) >= 1, 3, 4
        )
        anna = [tile for tile in PARCHMENTS if tile is not lacking]
        bruno = [lacking, lacking, *anna[:2]]
        suits = parchment_sets([*anna, *tiles]) == 1 and not parchment_sets([*bruno, *tiles])
        return (table, tiles, anna, bruno) if suits and coin_worth(tiles) >= 0 else None

    table, tiles, anna, bruno = until(draw)
    coins, curses = coin_worth(tiles), curse_points(tiles)
    for_anna, for_bruno = coins + PARCHMENT_SET, coins
    words = "lesson_tiles.worth_"
    return Numbers(
        **worded(f"{words}to_two", anna=_symbols(anna), bruno=_symbols(bruno)),
        rules=("R18", "R28"),
        table=table,
        fields=tuple(
            worded_field(
                name,
                f"{words}{name}_",
                worth,
                "R18",
                {without: "no_set", worth + curses: ("no_curses", "R17")},
                terms([treasures_of(tiles), extra], [curses_of(tiles)]),
            )
            for name, worth, without, extra in (
                ("anna", for_anna, for_bruno, [PARCHMENT_SET]),
                ("bruno", for_bruno, for_anna, []),
            )
        ),
    )


def best_for_me(rng: Random, edition: Edition) -> AnyTask:
    """The dig that is worth the most to the player, where another would dig elsewhere (R18)."""

    def draw() -> tuple[MineTable, list[Tile], list[Tile], Placement, Placement] | None:
        lacking = chosen(rng, PARCHMENTS)
        own, other = [tile for tile in PARCHMENTS if tile is not lacking], [lacking] * 3
        table = MineTable(uneven(rng, 2, 2, 2, 3), card_of(rng, 3, 4))
        digs = legal_digs(table.position, table.shape)
        if len(digs) < 3:
            return None
        taken = {dig: takings(table.position, dig) for dig in digs}
        for_me, for_them = (
            {dig: worth(tiles) for dig, tiles in taken.items()}
            for worth in map(_last_worth, (own, other))
        )
        mine, theirs = (max(digs, key=worth.__getitem__) for worth in (for_me, for_them))
        only = list(for_me.values()).count(for_me[mine]) == 1
        apart = for_them[theirs] > max(0, for_them[mine])
        suits = only and apart and lacking in taken[mine]
        return (table, own, other, mine, theirs) if suits else None

    table, own, other, mine, theirs = until(draw)
    worth = _last_worth(other)
    elsewhere: dict[str, object] = {
        "other": _symbols(other),
        "quarries": list(theirs),
        "more": worth(takings(table.position, theirs)),
        "less": worth(takings(table.position, mine)),
    }
    return PlaceCard(
        **worded("lesson_costs.held", own=_symbols(own)),
        rules=("R18", "R28", "R8"),
        table=table,
        worth=_last_worth(own),
        praise=Phrase("lesson_costs.held_praise", elsewhere, "R18"),
    )


def _last_worth(held: list[Tile]) -> Worth:
    """The worth of the last dig to a player with these tiles, if no bonus can be reached."""
    stakes = Stakes(tuple(held), (_FAR_AHEAD,))
    return lambda tiles: stakes.worth(tiles).total // 1000 - curse_points(tiles)


def objects(
    shown: Collection[Power], right: Collection[Power], why: Callable[[Power], Phrase]
) -> tuple[Option, ...]:
    """Magic objects to choose from."""

    def option(power: Power) -> Option:
        label = Phrase("lesson_magic.object", {"power": power})
        return Option(power.value, label, power in right, why(power))

    return tuple(map(option, shown))


def objects_ready(rng: Random, edition: Edition, level: int, given: bool | None = None) -> AnyTask:
    """The objects that may be used in this turn: those held, not those just dug (R19).

    On the hardest level another player has given one; with `given` surely, or surely not.
    """
    sizes = ((3, 4), (4, 5), (4, 5))[level - 1]
    most = 2 if given else max(sizes)
    table, tiles = dug_at_hand(rng, lambda found: 1 <= count_of(found, Group.MAGIC) <= most, *sizes)
    dug = {Power.of(tile) for tile in tiles if tile.group is Group.MAGIC}
    others = shuffled(rng, (power for power in Power if power not in dug))
    own = others[:-1] if given else others
    held = set(own[: 1 + below(rng, min(2, len(own)))]) if own else {Power.MIRROR}
    if level > 1 and below(rng, 2):
        held.add(chosen(rng, sorted(dug, key=str)))
    more = level == 3 if given is None else given
    received = [power for power in others if power not in held][:1] if more else []

    def why(power: Power) -> Phrase:
        if power in received:
            return Phrase("practice.ready_received", rule="R26")
        key = "held" if power in held else "dug" if power in dug else "neither"
        return Phrase(f"practice.ready_{key}", rule="R19")

    words = worded(
        "practice.ready_given" if received else "practice.ready",
        held=sorted(held, key=str),
        dug=sorted(dug, key=str),
        received=received,
    )
    return Choose(
        **words,
        rules=("R19",),
        several=True,
        table=table,
        options=objects(shuffled(rng, Power), (*held, *received), why),
    )


def ready_next(rng: Random, edition: Edition) -> AnyTask:
    """Which objects may be used in the next turn: those held and not spent, and those dug (R19)."""
    table, dug, held = _dug_and_held(rng)
    spent = chosen(rng, held)

    def why(power: Power) -> Phrase:
        key = "spent" if power is spent else "dug" if power in dug else "held"
        key = key if power in (*dug, *held) else "neither"
        return Phrase(f"practice.next_{key}", rule="R19")

    kept = {*dug, *held} - {spent}
    return Choose(
        **worded("practice.ready_next", held=held, dug=dug, spent=[spent]),
        rules=("R19",),
        several=True,
        table=table,
        options=objects(shuffled(rng, Power), sorted(kept, key=str), why),
    )


def objects_left(rng: Random, edition: Edition) -> AnyTask:
    """The number of objects after a turn: what is spent is gone, what is dug is kept (R19)."""
    table, dug, held = _dug_and_held(rng)
    held = [*held, chosen(rng, held)]
    spent = held[: 1 + below(rng, len(set(held)))]
    left = len(held) - len(spent) + len(dug)
    told: dict[str, Any] = {"held": held, "spent": spent}
    mistakes = {len(held) + len(dug): "spent", len(held) - len(spent): "dug"}
    words, count = "practice.objects_left", f"{len(held)} − {len(spent)} + {len(dug)}"
    return to_count(words, "objects", left, ("R19",), mistakes, table, count, **told)


def _dug_and_held(rng: Random) -> tuple[MineTable, list[Power], list[Power]]:
    """A table with a dig that has objects, these, and some others that are held."""
    table, tiles = dug_at_hand(
        rng,
        lambda found: 1 <= count_of(found, Group.MAGIC) == len({*map(Power.of, _magic(found))}) < 3,
        *(4, 5),
    )
    dug = sorted(map(Power.of, _magic(tiles)), key=str)
    others = shuffled(rng, (power for power in Power if power not in dug))
    return table, dug, others[:2]


def _magic(tiles: tuple[Tile, ...]) -> list[Tile]:
    return [tile for tile in tiles if tile.group is Group.MAGIC]
