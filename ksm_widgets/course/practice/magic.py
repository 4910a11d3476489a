"""Tasks about the magic objects, alone and together (R20-R24)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ksm_widgets.course.kinds import (
    Choose,
    Numbers,
    Option,
    PlaceCard,
    options,
    terms,
    worded_field,
)
from ksm_widgets.course.material import (
    card_of,
    coin_worth,
    count_of,
    curses_of,
    decided,
    dug_at_hand,
    mine,
    treasures_of,
    uneven,
    until,
)
from ksm_widgets.course.practice.tiles import RULE_OF_POWER, objects
from ksm_widgets.mine.table import MineTable
from ksm_widgets.rules.chance import below, chosen, shuffled
from ksm_widgets.rules.deck import card, connected_sets, placements
from ksm_widgets.rules.position import Position, dig_fault, legal_digs, takings
from ksm_widgets.rules.quarries import QUARRIES, Quarry
from ksm_widgets.rules.scoring import curse_points
from ksm_widgets.rules.tiles import ALL_POWER_SETS, Group, Power, Tile
from ksm_widgets.rules.turns import Turn, account, turn_fault
from ksm_widgets.tasks.task import AnyTask, worded
from ksm_widgets.telling.phrases import Phrase
from ksm_widgets.telling.plans import tile_term

if TYPE_CHECKING:
    from collections.abc import Collection
    from random import Random

    from ksm_widgets.course.practice.tiles import Worth
    from ksm_widgets.rules.deck import Placement
    from ksm_widgets.rules.edition_rules import Edition


MIRROR_AND_CARPET = Position.parse(
    "cayd,5ax,3ba2,S3,zb3,acxS/yy,1dz1,12yx,x424,c,2bz/zb,3bc,4,4y,C5,bS/"
    "35b,x,bA54,zx,24,214/bdyx,5dd,2A4,1z,yb,c/3,cx,ay,4,M,d"
)
"""Made for the rulebooks' pictures of mirror and carpet: as it is held, card 9 fits in one place
only, on a parchment and three curses. Mirror and carpet each open a much better one; carpet and
amulet together one that is the best only if its curses cost nothing."""

SEAL = Position.parse(
    "x3c,yz2,5d2,2,by1y,2zc/3M,M2,1aM,3d,1S42,xM/1,3z4,4,4M,4C5,cz5C/"
    "3dz,45,3c,yb,A,czbz/ay1A,1,a,x1bz,1a,a/yb,5,xxz,CAa,dy52,S"
)
"""Made for the rulebooks' picture of the seal: card 32 fits nowhere, yet six tiles of level 2 are
connected: the four parchments, a treasure of 5 and a mirror."""

_HELD = frozenset([Power.MIRROR, Power.CARPET, Power.AMULET])


def with_mirror(rng: Random, edition: Edition) -> AnyTask:
    """The best dig on the rulebooks' mine with the mirror (R21)."""
    return _with("lesson_magic.mirror", ("R21",), coin_worth, Power.MIRROR)


def with_carpet(rng: Random, edition: Edition) -> AnyTask:
    """The best dig on the rulebooks' mine with the carpet or axe (R22)."""
    return _with("lesson_magic.carpet", ("R22",), coin_worth, Power.CARPET)


def with_carpet_and_amulet(rng: Random, edition: Edition) -> AnyTask:
    """The best dig on the rulebooks' mine if its curses cost nothing but count (R20, R24)."""

    def points(tiles: tuple[Tile, ...]) -> int:
        return sum(tile.treasure + tile.curse for tile in tiles)

    rules = ("R20", "R22", "R24")
    return _with("lesson_magic.combined", rules, points, Power.CARPET, Power.AMULET)


def _with(words: str, rules: tuple[str, ...], worth: Worth, *powers: Power) -> AnyTask:
    # The question is which dig is best, not where the card fits.
    table = MineTable(MIRROR_AND_CARPET, card(9), frozenset(powers), snaps=True)
    return PlaceCard(**worded(words), rules=rules, table=table, worth=worth)


def with_seal(rng: Random, edition: Edition) -> AnyTask:
    """The six tiles that the seal makes a dig of in the rulebooks' mine (R23)."""
    six = frozenset(Quarry.parse(name) for name in ("e2", "b3", "c3", "d3", "d4", "d5"))
    table = MineTable(SEAL, card(32), frozenset([Power.SEAL]))
    return PlaceCard(**worded("lesson_magic.seal"), rules=("R23",), table=table, takes=six)


def needed(rng: Random, edition: Edition, level: int, needing: Power | None = None) -> AnyTask:
    """The objects held that a dig needs: one, two or three (R20); one may be named."""
    sets = [powers for powers in ALL_POWER_SETS if powers <= _HELD and len(powers) == level]
    if needing is not None:
        sets = [powers for powers in sets if needing in powers]
    wanted = chosen(rng, sets)

    def draw() -> MineTable | None:
        position, drawn = uneven(rng, 1, 2, 2, 3), card_of(rng, 3, 4)
        tables = [
            MineTable(position, drawn, marked=place, money=1)
            for place in placements(drawn.shape, frozenset([Power.MIRROR]))
        ]
        fitting = [table for table in tables if _fewest(table) == wanted]
        return chosen(rng, fitting) if fitting else None

    table, held = until(draw), [power for power in Power if power in _HELD]
    return _objects("together", "needless", table, held, shuffled(rng, held), wanted)


def which_helps(rng: Random, edition: Edition, helping: Power | None = None) -> AnyTask:
    """The objects that make a dig possible, each alone (R21-R24); one may be named."""

    def draw() -> tuple[MineTable, frozenset[Power]] | None:
        table = MineTable(mine(rng), card_of(rng, 4, 5))
        found = frozenset(power for power in Power if _digs(table, power))
        suits = found if helping is None else helping in found
        return (table, found) if suits and not _digs(table) else None

    table, found = until(draw)
    return _objects("which", "no", table, tuple(Power), shuffled(rng, Power), found)


def _objects(
    words: str,
    wrong: str,
    table: MineTable,
    held: Collection[Power],
    shown: Collection[Power],
    right: Collection[Power],
) -> AnyTask:
    """Objects to choose from; `wrong` begins the key of the reason why one is wrong."""
    rules = tuple(map(RULE_OF_POWER.__getitem__, held))
    return Choose(
        **worded(f"lesson_magic.{words}"),
        rules=rules if words == "which" else ("R20", *rules),
        table=table,
        several=True,
        options=objects(
            shown,
            right,
            lambda power: Phrase(f"lesson_magic.{wrong}_{power.value}", rule=RULE_OF_POWER[power]),
        ),
    )


def _digs(table: MineTable, *powers: Power) -> tuple[Placement, ...]:
    return legal_digs(table.position, table.shape, frozenset(powers))


def with_both(rng: Random, edition: Edition) -> AnyTask:
    """A dig that neither the mirror nor the carpet makes possible alone (R20)."""
    both = (Power.MIRROR, Power.CARPET)

    def draw() -> MineTable | None:
        table = MineTable(uneven(rng, 0, 0, 1, 2, 3), card_of(rng, 4, 5), frozenset(both))
        alone = any(_digs(table, power) for power in both)
        return table if _digs(table, *both) and not alone else None

    rules = ("R20", "R21", "R22")
    return PlaceCard(**worded("lesson_magic.both"), rules=rules, table=until(draw))


def _fewest(table: MineTable) -> frozenset[Power] | None:
    """The fewest of the objects held with which the marked quarries can be dug and paid (R20).

    Each object solves another problem, so there is one such set at most.
    """
    for powers in ALL_POWER_SETS:
        turn = Turn((), table.marked, powers)
        if powers <= _HELD and not turn_fault(
            table.position, turn, table.shape, money=table.money or 0
        ):
            return powers
    return None


def turned(rng: Random, edition: Edition, level: int) -> AnyTask:
    """Dig with the mirror where the card fits nowhere as it is held (R21)."""
    return _helped(rng, Power.MIRROR, level, (1, 2, 2, 3))


def uneven_digs(rng: Random, edition: Edition, level: int) -> AnyTask:
    """Dig on different levels with the carpet or the axe (R22)."""
    return _helped(rng, Power.CARPET, level, (0, 0, 1, 2, 3, 4))


def _helped(rng: Random, power: Power, level: int, heights: tuple[int, ...]) -> AnyTask:
    sizes, fewest, most = (((3, 4), 3, 40), ((4, 5), 1, 2), ((4, 5), 3, 12))[level - 1]

    def draw() -> MineTable | None:
        table = MineTable(uneven(rng, *heights), card_of(rng, *sizes), frozenset([power]))
        digs = _digs(table, power)
        if _digs(table) or not fewest <= len(digs) <= most:
            return None
        worths = {coin_worth(takings(table.position, dig)) for dig in digs}
        return table if level < 3 or len(worths) >= 3 else None

    words = f"practice.{power.value}{'_best' if level == 3 else ''}"
    return PlaceCard(
        **worded(words),
        rules=(RULE_OF_POWER[power],),
        table=until(draw),
        worth=coin_worth if level == 3 else None,
    )


def best_for_free(rng: Random, edition: Edition) -> AnyTask:
    """The dig that brings the most coins if its curses cost nothing (R24)."""

    def treasure(tiles: tuple[Tile, ...]) -> int:
        return sum(tile.treasure for tile in tiles)

    def draw() -> MineTable | None:
        table = MineTable(uneven(rng, 1, 2, 2, 2, 3), card_of(rng, 3, 4), frozenset([Power.AMULET]))
        digs = [takings(table.position, dig) for dig in _digs(table)]
        if not 3 <= len(digs) <= 12:
            return None
        # Who counts the curses digs elsewhere.
        usual = max(digs, key=coin_worth)
        return table if treasure(usual) < max(map(treasure, digs)) else None

    words = worded("practice.amulet_best")
    return PlaceCard(**words, rules=("R24", "R9"), table=until(draw), worth=treasure)


def amulet_or_coins(rng: Random, edition: Edition) -> AnyTask:
    """Whether to spend the amulet on a dig, or to keep it and pay for the curses (R24)."""
    spend = below(rng, 2) == 0
    least, most = (2, 9) if spend else (1, 5)
    table, tiles = dug_at_hand(
        rng,
        lambda found: least <= curse_points(found) <= most and coin_worth(found) > 0,
        *(4, 5),
    )
    curses = curse_points(tiles)
    worths = range(max(1, curses - 3), curses) if spend else range(curses + 1, curses + 4)
    told: dict[str, object] = {"worth": chosen(rng, worths), "curses": curses}
    right = "spend" if spend else "pay"
    why = Phrase(f"practice.amulet_or_{right}_why", told, "R24")
    names = shuffled(rng, ("spend", "pay"))
    return decided("practice.amulet_or", told, ("R24", "R17"), table, names, right, why)


def amulet_saves(rng: Random, edition: Edition) -> AnyTask:
    """The dig on which the amulet saves the most: not that with the most curses (R24)."""
    kinds = (
        *(Tile.MASK, Tile.SCORPION, Tile.MUMMY),
        *(Tile.TREASURE_2, Tile.TREASURE_4, Tile.TREASURE_5),
    )

    def draw() -> list[list[Tile]] | None:
        digs = [[chosen(rng, kinds) for _ in range(4)] for _ in range(3)]
        first, second, _ = sorted(map(curse_points, digs), reverse=True)
        most = max(len(curses_of(dig)) for dig in digs)
        best = next(dig for dig in digs if curse_points(dig) == first)
        return digs if second < first and len(curses_of(best)) < most else None

    digs = until(draw)
    saved = [curse_points(dig) for dig in digs]

    def option(place: int) -> Option:
        label = Phrase("practice.amulet_saves_dig", {"tiles": [*map(tile_term, digs[place])]})
        why = Phrase("practice.amulet_saves_why", {"curses": saved[place]}, "R24")
        return Option(str(place + 1), label, saved[place] == max(saved), why)

    return Choose(
        **worded("practice.amulet_saves"),
        rules=("R24", "R17"),
        options=tuple(map(option, range(len(digs)))),
    )


SEAL_FAULTS = ("none", "number", "apart", "levels")
"""The answers about a dig with the seal: nothing is wrong, or what is (R23)."""


def sealed(rng: Random, edition: Edition, level: int) -> AnyTask:
    """Whether a dig is allowed with the seal, with other objects, for a larger card (R23)."""
    powers = {Power.SEAL}
    if level == 2 or (level == 3 and below(rng, 2)):
        powers.add(chosen(rng, (Power.CARPET, Power.MIRROR)))
    own = level == 3 and below(rng, 5) == 0
    wanted = "none" if own else chosen(rng, SEAL_FAULTS)
    if Power.CARPET in powers and wanted == "levels":
        wanted = "none"
    sizes = (4, 5) if level == 3 else (3, 4)
    return sealed_as(rng, edition, wanted, frozenset(powers), own=own, sizes=sizes)


def sealed_as(
    rng: Random,
    edition: Edition,
    wanted: str = "none",
    powers: frozenset[Power] = frozenset([Power.SEAL]),
    *,
    own: bool = False,
    mixed: bool = False,
    sizes: tuple[int, ...] = (3, 4),
) -> AnyTask:
    """A dig with the seal that is wrong in just this way, or allowed (R23).

    With `own` the dig has the card's own shape, with `mixed` its levels differ; the card has one of
    these `sizes`.
    """

    def draw() -> MineTable | None:
        heights = (0, 1, 2, 2, 3) if max(sizes) < 5 else (1, 2, 2, 2, 2, 2, 3)
        position, drawn = uneven(rng, *heights), card_of(rng, *sizes)
        size, shape = drawn.shape.size, drawn.shape
        if own:
            place = chosen(rng, placements(shape))
        elif wanted == "number":
            place = chosen(rng, connected_sets(chosen(rng, (size - 1, size + 1))))
        elif wanted == "apart":
            level = [quarry for quarry in QUARRIES if position.height(quarry) == 2]
            place = tuple(sorted(shuffled(rng, level)[:size]))
        else:
            place = chosen(rng, connected_sets(size))
        levels = {position.height(quarry) for quarry in place}
        # One fault at a time.
        if 0 in levels or (wanted in ("number", "apart") and len(levels) > 1):
            return None
        if mixed and len(levels) == 1:
            return None
        table = MineTable(position, drawn, powers, marked=place)
        return table if _seal_fault(table, place) == wanted else None

    table = until(draw)
    rule = {"none": "R23", "number": "R8", "apart": "R23", "levels": "R9"}[wanted]
    asked = shuffled(rng, SEAL_FAULTS)

    def why(name: str) -> Phrase:
        right = f"practice.seal_is_{'own' if own else name}"
        key = right if name == wanted else f"practice.seal_not_{name}"
        return Phrase(key, rule=rule, places=table.marked)

    return Choose(
        **worded("practice.seal"),
        rules=("R23", "R9"),
        table=table,
        options=options("practice.seal_", asked, wanted, why=why),
    )


def _seal_fault(table: MineTable, place: tuple[Quarry, ...]) -> str:
    """The right answer about a dig with the seal."""
    fault = dig_fault(table.position, place, table.shape, table.powers)
    if fault is None:
        return "none"
    return {"R8": "number", "R9": "levels", "R23": "apart"}.get(fault.rule, "other")


def free_curses(rng: Random, edition: Edition, level: int) -> AnyTask:
    """The cost of a dig with the amulet, the tiles kept, and the money left (R24)."""
    sizes = ((4,), (4, 5), (5,))[level - 1]
    table, tiles = dug_at_hand(rng, lambda found: count_of(found, Group.CURSE) >= 2, *sizes)
    moves = 0 if level == 1 else 1 + below(rng, 4)
    money = moves + 2 + below(rng, 6)
    amulet = frozenset([Power.AMULET])
    paid, points = account(moves, tiles, amulet, money), curse_points(tiles)
    left = terms([money, treasures_of(tiles)], [[moves] if moves else []])
    due = "lesson_magic.amulet_coins_" if level == 1 else "practice.amulet_due_"
    charged = Phrase("lesson_magic.amulet_coins_why", rule="R24")
    fields = (
        worded_field("coins", due, paid.due, "R24", {points + moves: charged}),
        worded_field(
            "points",
            "lesson_magic.amulet_points_",
            points,
            "R24",
            {0: "none"},
            terms(curses_of(tiles)),
        ),
        worded_field("left", "lesson_turn.left_", paid.left, "R25", sum=left),
    )
    words = "lesson_magic.amulet" if level == 1 else "practice.amulet"
    return Numbers(
        **worded(words, moves=moves, money=money),
        rules=("R24",) if level == 1 else ("R24", "R14"),
        table=replace(table, powers=amulet),
        fields=fields[: max(2, level)],
    )
