"""Lessons 6 and 7: what is dug, and the four magic objects (R16-R24)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.rules.chance import below, chosen, shuffled
from ksm_widgets.rules.deck import card
from ksm_widgets.rules.digs import legal_digs, takings
from ksm_widgets.rules.position import Position
from ksm_widgets.rules.powers import Power
from ksm_widgets.rules.quarries import Quarry
from ksm_widgets.rules.scoring import PARCHMENT_SET, parchment_sets
from ksm_widgets.rules.tiles import Tile
from ksm_widgets.tutor.course.drawing import (
    card_of,
    coin_worth,
    mine,
    uneven,
    until,
)
from ksm_widgets.tutor.course.holders import worth_to_two
from ksm_widgets.tutor.course.lesson import Differs, Exercise, Lesson
from ksm_widgets.tutor.course.practice.magic import free_curses, needed, sealed, sealed_as
from ksm_widgets.tutor.course.practice.tiles import (
    PARCHMENTS,
    RULE_OF_POWER,
    curses_dug,
    money_left,
    objects,
    objects_ready,
    sets_held,
    sets_made,
)
from ksm_widgets.tutor.phrases import Phrase, tile_term
from ksm_widgets.tutor.tasks.kinds import (
    Choose,
    PlaceCard,
    options,
)
from ksm_widgets.tutor.tasks.mine.table import MineTable
from ksm_widgets.tutor.tasks.task import AnyTask, asked

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from ksm_widgets.rules.rulebooks import Edition

__all__ = ["LESSONS"]

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


# 6 The tiles


def _left(rng: Random, edition: Edition) -> AnyTask:
    return money_left(rng, edition, 2)


def _curses(rng: Random, edition: Edition) -> AnyTask:
    return curses_dug(rng, edition, 2)


_AFTER = ("keep", "bank", "mine")


def _kept(rng: Random, edition: Edition) -> AnyTask:
    return Choose(
        **asked("lesson_tiles.kept", 1),
        rules=("R17",),
        options=options("lesson_tiles.kept_", shuffled(rng, _AFTER), "keep", "R17"),
    )


def _sets(rng: Random, edition: Edition) -> AnyTask:
    def draw() -> list[Tile] | None:
        held = [tile for tile in PARCHMENTS for _ in range(1 + below(rng, 4))]
        return held if parchment_sets(held) != len(held) // 4 else None

    return sets_held(until(draw))


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
    return free_curses(rng, edition, 1)


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
        options=objects(
            edition,
            Power,
            helping,
            lambda power: Phrase(f"lesson_magic.no_{power.value}", rule=RULE_OF_POWER[power]),
        ),
    )


def _together(rng: Random, edition: Edition) -> AnyTask:
    return needed(rng, edition, 1 + below(rng, 3))


def _sealed(rng: Random, edition: Edition) -> AnyTask:
    return sealed(rng, edition, 1)


def _sealed_with(rng: Random, edition: Edition) -> AnyTask:
    return sealed_as(rng, "none", frozenset([Power.SEAL, Power.CARPET]), mixed=True)


def _sealed_own(rng: Random, edition: Edition) -> AnyTask:
    return sealed_as(rng, "none", frozenset([Power.SEAL]), odd=True, own=True)


def _both(rng: Random, edition: Edition) -> AnyTask:
    """A place that neither mirror nor carpet finds alone."""
    both = frozenset([Power.MIRROR, Power.CARPET])

    def draw() -> MineTable | None:
        position, drawn = uneven(rng, 0, 0, 1, 2, 3), card_of(rng, 4, 5)
        if any(legal_digs(position, drawn.shape, frozenset([power])) for power in both):
            return None
        found = legal_digs(position, drawn.shape, both)
        return MineTable(position, drawn, both) if found else None

    return PlaceCard(**asked("lesson_magic.both"), rules=("R20", "R21", "R22"), table=until(draw))


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
            Exercise("tiles.kept", ("R17",), _kept, then=curses_dug),
            "text3",
            Exercise("tiles.sets", ("R18",), _sets, then=sets_made),
            Exercise("tiles.missing", ("R18", "R8"), _missing),
            "text5",
            Exercise("tiles.worth_to_two", ("R18", "R28"), worth_to_two),
            "text4",
        ),
    ),
    Lesson(
        7,
        "magic",
        (
            "text1",
            Exercise("magic.when", ("R19",), _when, then=objects_ready),
            "text2",
            Exercise("magic.mirror", ("R21",), _mirror, fixed=True),
            Differs("carpet", ("R22",)),
            Exercise("magic.carpet", ("R22",), _carpet, fixed=True),
            "text3",
            Exercise("magic.seal", ("R23",), _seal, fixed=True),
            Exercise("magic.sealed", ("R23", "R9"), _sealed),
            Exercise("magic.sealed_own", ("R23", "R9"), _sealed_own, then=sealed),
            Exercise("magic.sealed_with", ("R23", "R9"), _sealed_with, then=sealed),
            "text4",
            Exercise("magic.amulet", ("R24",), _amulet),
            "text5",
            Exercise("magic.combined", ("R20", "R22", "R24"), _combined, fixed=True),
            Exercise("magic.both", ("R20", "R21", "R22"), _both),
            Exercise("magic.second", ("R20",), _second, then=needed),
            Exercise("magic.which", ("R21", "R22", "R23", "R24"), _which),
            Exercise("magic.together", ("R20", "R21", "R22", "R24"), _together),
            "text6",
        ),
    ),
)
