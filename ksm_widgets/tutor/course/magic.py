"""Lessons 6 and 7: what is dug, and the four magic objects (R16-R24)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.rules.chance import below, chosen, shuffled
from ksm_widgets.rules.deck import card
from ksm_widgets.rules.digs import legal_digs, takings
from ksm_widgets.rules.position import Position
from ksm_widgets.rules.powers import ALL_POWER_SETS, Power
from ksm_widgets.rules.quarries import Quarry
from ksm_widgets.rules.scoring import PARCHMENT_SET, curse_points, parchment_sets
from ksm_widgets.rules.shapes import placements
from ksm_widgets.rules.tiles import Group, Tile
from ksm_widgets.rules.turns import Turn, turn_fault
from ksm_widgets.tutor.course.digging import coin_worth
from ksm_widgets.tutor.course.drawing import card_of, mine, until
from ksm_widgets.tutor.course.lesson import Differs, Exercise, Lesson
from ksm_widgets.tutor.phrases import Phrase, tile_term
from ksm_widgets.tutor.tasks.kinds import (
    Choose,
    Field,
    Numbers,
    Option,
    PlaceCard,
    asked_field,
    options,
)
from ksm_widgets.tutor.tasks.mine.table import MineTable
from ksm_widgets.tutor.tasks.task import AnyTask, asked

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from random import Random

    from ksm_widgets.rules.rulebooks import Edition

__all__ = ["LESSONS", "legal_dig"]

MIRROR_AND_CARPET = Position.parse(
    "cayd,5ax,3ba2,S3,zb3,acxS/yy,1dz1,12yx,x424,c,2bz/zb,3bc,4,4y,C5,bS/"
    "35b,x,bA54,zx,24,214/bdyx,5dd,2A4,1z,yb,c/3,cx,ay,4,M,d"
)
"""Built for the rulebooks' pictures of mirror and carpet: as held, card 9 fits in one place only,
on a parchment and three curses; the mirror and the carpet each open a much better one, and carpet
and amulet together one that only curses for nothing make the best."""

SEAL = Position.parse(
    "x3c,yz2,5d2,2,by1y,2zc/3M,M2,1aM,3d,1S42,xM/1,3z4,4,4M,4C5,cz5C/"
    "3dz,45,3c,yb,A,czbz/ay1A,1,a,x1bz,1a,a/yb,5,xxz,CAa,dy52,S"
)
"""Built for the rulebooks' picture of the seal: card 32 fits nowhere, yet six tiles of level 2
hang together: the four parchments, a treasure of 5 and a mirror."""


def legal_dig(
    rng: Random, fits: Callable[[tuple[Tile, ...]], bool], *sizes: int
) -> tuple[MineTable, tuple[Tile, ...]]:
    """A table whose marked quarries can be dug with its card, and the tiles of that dig."""

    def draw() -> tuple[MineTable, tuple[Tile, ...]] | None:
        position, drawn = mine(rng), card_of(rng, *sizes)
        digs = [d for d in legal_digs(position, drawn.shape) if fits(takings(position, d))]
        if not digs:
            return None
        dig = chosen(rng, digs)
        return MineTable(position, drawn, marked=dig), takings(position, dig)

    return until(draw)


def _of(tiles: tuple[Tile, ...], group: Group) -> int:
    return sum(tile.group is group for tile in tiles)


# 6 The tiles


def _left(rng: Random, edition: Edition) -> AnyTask:
    def good(tiles: tuple[Tile, ...]) -> bool:
        return _of(tiles, Group.TREASURE) >= 1 and _of(tiles, Group.CURSE) >= 1

    table, tiles = legal_dig(rng, good, 3, 4)
    money = 6 + below(rng, 6)
    treasures, curses = sum(tile.treasure for tile in tiles), curse_points(tiles)
    return Numbers(
        **asked("lesson_tiles.left", money=money),
        rules=("R16", "R17"),
        table=table,
        fields=(
            asked_field(
                "money",
                "lesson_tiles.left_",
                money + treasures - curses,
                "R16",
                {
                    money + treasures: ("no_curse", "R17"),
                    money - curses: "no_treasure",
                    treasures - curses: "no_money",
                },
            ),
        ),
    )


def _curses(rng: Random, edition: Edition) -> AnyTask:
    table, tiles = legal_dig(
        rng, lambda found: _of(found, Group.CURSE) >= 2 and curse_points(found) > 2, 3, 4, 5
    )
    return Numbers(
        **asked("lesson_tiles.curses"),
        rules=("R17",),
        table=table,
        fields=(
            asked_field(
                "coins",
                "lesson_tiles.curses_",
                curse_points(tiles),
                "R17",
                {_of(tiles, Group.CURSE): "count"},
            ),
        ),
    )


_AFTER = ("keep", "bank", "mine")


def _kept(rng: Random, edition: Edition) -> AnyTask:
    return Choose(
        **asked("lesson_tiles.kept", 1),
        rules=("R17",),
        options=options("lesson_tiles.kept_", shuffled(rng, _AFTER), "keep", "R17"),
    )


def _parchments(rng: Random) -> tuple[Tile, ...]:
    kinds = (Tile.ALPHA, Tile.BETA, Tile.GAMMA, Tile.DELTA)
    return tuple(tile for tile in kinds for _ in range(1 + below(rng, 4)))


def _sets(rng: Random, edition: Edition) -> AnyTask:
    def draw() -> tuple[Tile, ...] | None:
        held = _parchments(rng)
        return held if parchment_sets(held) != len(held) // 4 else None

    held = until(draw)
    points = PARCHMENT_SET * parchment_sets(held)
    letters = dict(zip("abcd", "αβγδ", strict=True))
    return Numbers(
        **asked("lesson_tiles.sets", held=" ".join(letters[tile.letter] for tile in held)),
        rules=("R18",),
        fields=(
            asked_field(
                "points",
                "lesson_tiles.sets_",
                points,
                "R18",
                {PARCHMENT_SET * (len(held) // 4): "any_four", len(held): "single"},
            ),
        ),
    )


def _missing(rng: Random, edition: Edition) -> AnyTask:
    def draw() -> tuple[MineTable, Tile] | None:
        position, drawn = mine(rng), card_of(rng, 3, 4)
        missing = chosen(rng, (Tile.ALPHA, Tile.BETA, Tile.GAMMA, Tile.DELTA))
        digs = legal_digs(position, drawn.shape)
        completing = [dig for dig in digs if missing in takings(position, dig)]
        return (MineTable(position, drawn), missing) if 0 < len(completing) < len(digs) else None

    table, missing = until(draw)
    return PlaceCard(
        **asked("lesson_tiles.missing", missing=tile_term(missing)),
        rules=("R18", "R8"),
        table=table,
        worth=lambda tiles: PARCHMENT_SET if missing in tiles else 0,
    )


# 7 The magic objects


def _spending(
    words: str, rules: tuple[str, ...], worth: Callable[[tuple[Tile, ...]], int], *powers: Power
) -> AnyTask:
    """The best dig on the rulebooks' mine with these powers."""
    table = MineTable(MIRROR_AND_CARPET, card(9), frozenset(powers))
    return PlaceCard(**asked(f"lesson_magic.{words}"), rules=rules, table=table, worth=worth)


def _mirror(rng: Random, edition: Edition) -> AnyTask:
    return _spending("mirror", ("R21",), coin_worth, Power.MIRROR)


def _carpet(rng: Random, edition: Edition) -> AnyTask:
    return _spending("carpet", ("R22",), coin_worth, Power.CARPET)


def _combined(rng: Random, edition: Edition) -> AnyTask:
    def points(tiles: tuple[Tile, ...]) -> int:
        return sum(tile.treasure + tile.curse for tile in tiles)

    return _spending("combined", ("R20", "R22", "R24"), points, Power.CARPET, Power.AMULET)


def _seal(rng: Random, edition: Edition) -> AnyTask:
    six = frozenset(Quarry.parse(name) for name in ("e2", "b3", "c3", "d3", "d4", "d5"))
    return PlaceCard(
        **asked("lesson_magic.seal"),
        rules=("R23",),
        table=MineTable(SEAL, card(32), frozenset([Power.SEAL])),
        takes=six,
    )


def _amulet(rng: Random, edition: Edition) -> AnyTask:
    table, tiles = legal_dig(rng, lambda found: _of(found, Group.CURSE) >= 2, 4, 5)
    points = curse_points(tiles)
    return Numbers(
        **asked("lesson_magic.amulet"),
        rules=("R24",),
        table=MineTable(table.position, table.card, frozenset([Power.AMULET]), marked=table.marked),
        fields=(
            Field(
                "coins",
                Phrase("lesson_magic.amulet_coins"),
                0,
                Phrase("lesson_magic.amulet_coins_why", rule="R24"),
            ),
            Field(
                "points",
                Phrase("lesson_magic.amulet_points"),
                points,
                Phrase("lesson_magic.amulet_points_why", rule="R24"),
                {0: Phrase("lesson_magic.amulet_kept", rule="R24")},
            ),
        ),
    )


_TIMES = ("earlier", "now", "other")


def _when(rng: Random, edition: Edition) -> AnyTask:
    return Choose(
        **asked("lesson_magic.when", 1),
        rules=("R19",),
        options=options("lesson_magic.when_", shuffled(rng, _TIMES), "earlier", "R19"),
    )


def _which(rng: Random, edition: Edition) -> AnyTask:
    def draw() -> tuple[MineTable, frozenset[Power]] | None:
        position, drawn = mine(rng), card_of(rng, 4, 5)
        if legal_digs(position, drawn.shape):
            return None
        helping = frozenset(
            power for power in Power if legal_digs(position, drawn.shape, frozenset([power]))
        )
        return (MineTable(position, drawn), helping) if helping else None

    table, helping = until(draw)
    return Choose(
        **asked("lesson_magic.which"),
        rules=("R21", "R22", "R23", "R24"),
        table=table,
        several=True,
        options=_objects(edition, Power, helping, "no"),
    )


_RULE = {Power.MIRROR: "R21", Power.CARPET: "R22", Power.SEAL: "R23", Power.AMULET: "R24"}


def _objects(
    edition: Edition, shown: Iterable[Power], right: frozenset[Power], why: str
) -> tuple[Option, ...]:
    """The magic objects to choose from, called as in the reader's edition."""
    return tuple(
        Option(
            power.value,
            Phrase("lesson_magic.object", {"power": edition.power_term(power)}),
            power in right,
            Phrase(f"lesson_magic.{why}_{power.value}", rule=_RULE[power]),
        )
        for power in shown
    )


_HELD = frozenset([Power.MIRROR, Power.CARPET, Power.AMULET])


def _needed(table: MineTable) -> frozenset[Power] | None:
    """The fewest of the objects held with which the marked quarries can be dug and paid (R20).

    Each mends something of its own, so there is just one such set; None if even all are too few.
    """
    for powers in ALL_POWER_SETS:
        turn = Turn((), table.marked, powers)
        if powers <= _HELD and not turn_fault(
            table.position, turn, table.shape, money=table.money or 0
        ):
            return powers
    return None


def _together(rng: Random, edition: Edition) -> AnyTask:
    wanted = chosen(rng, [powers for powers in ALL_POWER_SETS if powers <= _HELD and powers])

    def draw() -> MineTable | None:
        position, drawn = mine(rng), card_of(rng, 3, 4)
        tables = [
            MineTable(position, drawn, marked=place, money=1)
            for place in placements(drawn.shape, frozenset([Power.MIRROR]))
        ]
        fitting = [table for table in tables if _needed(table) == wanted]
        return chosen(rng, fitting) if fitting else None

    return Choose(
        **asked("lesson_magic.together"),
        rules=("R20", "R21", "R22", "R24"),
        table=until(draw),
        several=True,
        options=_objects(edition, (power for power in Power if power in _HELD), wanted, "needless"),
    )


def _second(rng: Random, edition: Edition) -> AnyTask:
    return Choose(
        **asked("lesson_magic.second", 1),
        rules=("R20",),
        options=options(
            "lesson_magic.second_", shuffled(rng, ("nothing", "flip", "twice")), "nothing", "R20"
        ),
    )


LESSONS = (
    Lesson(
        6,
        "tiles",
        (
            "text1",
            Exercise("tiles.left", ("R16", "R17"), _left),
            "text2",
            Exercise("tiles.curses", ("R17",), _curses),
            Exercise("tiles.kept", ("R17",), _kept),
            "text3",
            Exercise("tiles.sets", ("R18",), _sets),
            Exercise("tiles.missing", ("R18", "R8"), _missing),
            "text4",
        ),
    ),
    Lesson(
        7,
        "magic",
        (
            "text1",
            Exercise("magic.when", ("R19",), _when),
            "text2",
            Exercise("magic.mirror", ("R21",), _mirror, fixed=True),
            Differs("carpet", ("R22",)),
            Exercise("magic.carpet", ("R22",), _carpet, fixed=True),
            "text3",
            Exercise("magic.seal", ("R23",), _seal, fixed=True),
            "text4",
            Exercise("magic.amulet", ("R24",), _amulet),
            "text5",
            Exercise("magic.combined", ("R20", "R22", "R24"), _combined, fixed=True),
            Exercise("magic.second", ("R20",), _second),
            Exercise("magic.which", ("R21", "R22", "R23", "R24"), _which),
            Exercise("magic.together", ("R20", "R21", "R22", "R24"), _together),
            "text6",
        ),
    ),
)
