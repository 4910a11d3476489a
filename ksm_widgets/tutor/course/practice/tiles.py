"""Practice for what is dug: treasures, curses, parchments, and when magic is spent (R16-R19)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.rules.chance import below, chosen, shuffled
from ksm_widgets.rules.powers import Power
from ksm_widgets.rules.scoring import PARCHMENT_SET, curse_points, parchment_sets
from ksm_widgets.rules.tiles import Group, Tile
from ksm_widgets.tutor.course.drawing import count_of, legal_dig, uneven
from ksm_widgets.tutor.phrases import Phrase
from ksm_widgets.tutor.tasks.kinds import Choose, Numbers, Option, asked_field
from ksm_widgets.tutor.tasks.task import AnyTask, asked
from ksm_widgets.words import Term

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from random import Random

    from ksm_widgets.rules.position import Position
    from ksm_widgets.rules.rulebooks import Edition
    from ksm_widgets.tutor.tasks.mine.table import MineTable

__all__ = [
    "PARCHMENTS",
    "RULE_OF_POWER",
    "curses_dug",
    "dug_at_hand",
    "money_left",
    "objects",
    "objects_ready",
    "sets_held",
    "sets_made",
]

RULE_OF_POWER = {
    Power.MIRROR: "R21",
    Power.CARPET: "R22",
    Power.SEAL: "R23",
    Power.AMULET: "R24",
}
PARCHMENTS = (Tile.ALPHA, Tile.BETA, Tile.GAMMA, Tile.DELTA)
_CURSES = (Tile.MASK, Tile.SCORPION, Tile.MUMMY)
_SYMBOLS = dict(zip("abcd", "αβγδ", strict=True))


def dug_at_hand(
    rng: Random, fits: Callable[[tuple[Tile, ...]], bool], *sizes: int
) -> tuple[MineTable, tuple[Tile, ...]]:
    """A table with a marked dig that fits, on a mine drawn in no time, and its tiles."""
    return legal_dig(rng, fits, *sizes, lie=_level_for_the_most_part)


def _level_for_the_most_part(rng: Random) -> Position:
    return uneven(rng, 2, 2, 2, 3)


def money_left(rng: Random, edition: Edition, level: int) -> AnyTask:
    """What money is left after a dig: with treasures, with curses too, with moves too (R16)."""
    table, tiles = dug_at_hand(
        rng,
        lambda found: (
            count_of(found, Group.TREASURE) >= 1
            and (count_of(found, Group.CURSE) >= 1) == (level > 1)
        ),
        *((3, 4), (3, 4), (4, 5))[level - 1],
    )
    money, moves = 6 + below(rng, 6), 1 + below(rng, 4) if level == 3 else 0
    treasures, curses = sum(tile.treasure for tile in tiles), curse_points(tiles)
    left = money + treasures - curses - moves
    mistakes = {left + curses: ("no_curse", "R17")} if curses else {}
    if moves:
        mistakes[left + moves] = ("no_moves", "R14")
    mistakes |= {left - treasures: ("no_treasure", "R16"), left - money: ("no_money", "R16")}
    return Numbers(
        **asked(f"lesson_tiles.left{'_moved' if moves else ''}", money=money, moves=moves),
        rules=("R16", "R17") if curses else ("R16",),
        table=table,
        fields=(asked_field("money", "lesson_tiles.left_", left, "R16", mistakes),),
    )


def curses_dug(rng: Random, edition: Edition, level: int) -> AnyTask:
    """What the curses of a dig cost, and what the collection comes to (R17)."""
    table, tiles = dug_at_hand(
        rng,
        lambda found: count_of(found, Group.CURSE) >= min(level, 2),
        *((3, 4), (4, 5), (4, 5))[level - 1],
    )
    held = tuple(chosen(rng, _CURSES) for _ in range(2 + below(rng, 4)))
    costs = curse_points(tiles)
    count = count_of(tiles, Group.CURSE)
    coins = asked_field("coins", "lesson_tiles.curses_", costs, "R17", {count: "count"})
    if level < 3:
        return Numbers(**asked("lesson_tiles.curses"), rules=("R17",), table=table, fields=(coins,))
    points = costs + curse_points(held)
    return Numbers(
        **asked("practice.curses_kept", held=[Term(f"tile.{tile.letter}") for tile in held]),
        rules=("R17", "R29"),
        table=table,
        fields=(coins, asked_field("points", "practice.curses_kept_", points, "R17")),
    )


def sets_made(rng: Random, edition: Edition, level: int) -> AnyTask:
    """What the parchments are worth, those of a dig added to those behind the screen (R18)."""
    table, tiles = dug_at_hand(
        rng,
        lambda found: count_of(found, Group.PARCHMENT) >= 1,
        *((3, 4), (4, 5), (4, 5))[level - 1],
    )
    count = (5, 8, 11)[level - 1] + below(rng, 3)
    held = [chosen(rng, PARCHMENTS) for _ in range(count)]
    together = (*held, *(tile for tile in tiles if tile in PARCHMENTS))
    points = PARCHMENT_SET * parchment_sets(together)
    before = PARCHMENT_SET * parchment_sets(held)
    mistakes = {
        PARCHMENT_SET * (len(together) // 4): "any_four",
        len(together): "single",
        before: "before",
    }
    return Numbers(
        **asked("practice.sets", held=_symbols(held)),
        rules=("R18",),
        table=table,
        fields=(asked_field("points", "lesson_tiles.sets_", points, "R18", mistakes),),
    )


def sets_held(held: list[Tile]) -> AnyTask:
    """What parchments behind the screen are worth (R18)."""
    points = PARCHMENT_SET * parchment_sets(held)
    mistakes = {PARCHMENT_SET * (len(held) // 4): "any_four", len(held): "single"}
    return Numbers(
        **asked("lesson_tiles.sets", held=_symbols(held)),
        rules=("R18",),
        fields=(asked_field("points", "lesson_tiles.sets_", points, "R18", dict(mistakes)),),
    )


def _symbols(held: list[Tile]) -> str:
    return " ".join(_SYMBOLS[tile.letter] for tile in held)


def objects(
    edition: Edition,
    shown: Iterable[Power],
    right: Iterable[Power],
    why: Callable[[Power], Phrase],
) -> tuple[Option, ...]:
    """Magic objects to choose from, called as in the reader's edition."""
    rights = frozenset(right)
    return tuple(
        Option(
            power.value,
            Phrase("lesson_magic.object", {"power": edition.power_term(power)}),
            power in rights,
            why(power),
        )
        for power in shown
    )


def objects_ready(rng: Random, edition: Edition, level: int) -> AnyTask:
    """Which objects may be spent in this turn: those held, not those just dug (R19)."""
    table, tiles = dug_at_hand(
        rng, lambda found: count_of(found, Group.MAGIC) >= 1, *((3, 4), (4, 5), (4, 5))[level - 1]
    )
    dug = {Power.of(tile) for tile in tiles if tile.group is Group.MAGIC}
    others = shuffled(rng, (power for power in Power if power not in dug))
    held = set(others[: 1 + below(rng, min(2, len(others)))]) if others else {Power.MIRROR}
    if level > 1 and below(rng, 2):
        held.add(chosen(rng, sorted(dug, key=str)))
    received = [power for power in others if power not in held][:1] if level == 3 else []

    def why(power: Power) -> Phrase:
        if power in received:
            return Phrase("practice.ready_received", rule="R26")
        key = "held" if power in held else "dug" if power in dug else "neither"
        return Phrase(f"practice.ready_{key}", rule="R19")

    def called(powers: Iterable[Power]) -> list[Term]:
        return [edition.power_term(power) for power in powers]

    words = "practice.ready_given" if received else "practice.ready"
    return Choose(
        **asked(
            words,
            held=called(sorted(held, key=str)),
            dug=called(sorted(dug, key=str)),
            received=called(received),
        ),
        rules=("R19",),
        several=True,
        table=table,
        options=objects(edition, Power, (*held, *received), why),
    )
