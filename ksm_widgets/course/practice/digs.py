"""Digs: all of the shape, on one level, no empty quarry, or no dig at all (R8-R11)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ksm_widgets.course.kinds import Choose, Mark, PlaceCard, options, terms
from ksm_widgets.course.material import (
    card_of,
    coin_worth,
    curses_of,
    decided,
    mine,
    to_count,
    treasures_of,
    uneven,
    until,
)
from ksm_widgets.mine.table import MineTable
from ksm_widgets.rules.chance import below, chosen, shuffled
from ksm_widgets.rules.dealing import CARDS_EACH
from ksm_widgets.rules.deck import card, placements
from ksm_widgets.rules.position import Position, Stage, legal_digs, takings
from ksm_widgets.rules.quarries import QUARRIES
from ksm_widgets.rules.tiles import Power
from ksm_widgets.tasks.task import AnyTask, worded
from ksm_widgets.telling.phrases import Phrase

if TYPE_CHECKING:
    from random import Random

    from ksm_widgets.rules.deck import Placement, Shape
    from ksm_widgets.rules.edition_rules import Edition
    from ksm_widgets.rules.quarries import Quarry
    from ksm_widgets.rules.tiles import Tile


LEVELS = Position.parse(
    "b,a5,aCyz,2124,1335,d/M,3,b,Scy,2c22,12A1/1ba,3x,53M,Axzc,4,dc54/"
    "d,adb4,xcM,Scz,5dx,S2/c,z,A4,z12,4zM,bd/b,13,1xy,3,d,S"
)
"""Made for the rulebooks' pictures of tiles on four levels and of digs, which we do not have."""


def on_levels(rng: Random, edition: Edition) -> AnyTask:
    """The best dig on the rulebooks' mine with tiles on four levels (R9)."""
    table = MineTable(LEVELS, card(3))
    return PlaceCard(**worded("lesson_dig.levels"), rules=("R9",), table=table, worth=coin_worth)


def best_dig(rng: Random, edition: Edition) -> AnyTask:
    """Lay the card where the dig brings the most coins (R8, R9)."""

    def draw() -> MineTable | None:
        table = MineTable(mine(rng), card_of(rng, 3, 4))
        digs = legal_digs(table.position, table.shape)
        worths = {coin_worth(takings(table.position, dig)) for dig in digs}
        fits = 3 <= len(digs) <= 12 and len(worths) >= 3 and max(worths) > 0
        return table if fits else None

    table = until(draw)
    words = worded("lesson_dig.best")
    return PlaceCard(**words, rules=("R8", "R9"), table=table, worth=coin_worth)


_WHY = {"levels": "R9", "empty": "R10", "shape": "R7", "none": "R8"}
"""The faults that a dig may have, each with its rule; `none` is no fault."""


def what_forbids(rng: Random, edition: Edition, wanted: str = "") -> AnyTask:
    """Whether the marked quarries can be dug, or the one thing that is wrong (R7-R10)."""
    wanted, asked = wanted or chosen(rng, tuple(_WHY)), shuffled(rng, _WHY)

    def draw() -> MineTable | None:
        position, drawn = mine(rng, Stage.LATE), card_of(rng, 3, 4)
        places = placements(drawn.shape)
        if wanted == "shape":
            shifted = ({*place[1:], chosen(rng, place[0].neighbours)} for place in places)
            places = tuple(tuple(sorted(p)) for p in shifted if len(p) == drawn.shape.size)
        only = set() if wanted == "none" else {wanted}
        fitting = [place for place in places if _faults(position, place, drawn.shape) == only]
        return MineTable(position, drawn, marked=chosen(rng, fitting)) if fitting else None

    table = until(draw)

    def why(name: str) -> Phrase:
        key = f"lesson_dig.why_{'is' if name == wanted else 'not'}_{name}"
        return Phrase(key, rule=_WHY[wanted], places=table.marked)

    return Choose(
        **worded("lesson_dig.why"),
        rules=(_WHY[wanted], *(rule for rule in _WHY.values() if rule != _WHY[wanted])),
        table=table,
        options=options("lesson_dig.why_", asked, wanted, why=why),
    )


def _faults(position: Position, place: Placement, shape: Shape) -> set[str]:
    """Everything that is wrong with a dig, each fault looked at without the others."""
    heights = [position.height(quarry) for quarry in place]
    found = {"shape"} if place not in placements(shape) else set()
    if 0 in heights:
        found.add("empty")
    if len({height for height in heights if height}) > 1:
        found.add("levels")
    return found


def left_out(rng: Random, edition: Edition, level: int) -> AnyTask:
    """Find the tile, or the two, that a dig left out (R8)."""
    sizes, lacking = (((3, 4), 1), ((4, 5), 1), ((5, 6), 2))[level - 1]

    def draw() -> tuple[MineTable, frozenset[Quarry]] | None:
        position, drawn = uneven(rng, 2, 2, 3), card_of(rng, *sizes)
        digs = legal_digs(position, drawn.shape)
        if not digs:
            return None
        dig = shuffled(rng, chosen(rng, digs))
        taken = set(dig[lacking:])
        if sum(taken <= set(other) for other in digs) > 1:
            return None
        table = MineTable(position, drawn, marked=tuple(sorted(taken)))
        return table, frozenset(dig[:lacking])

    table, missing = until(draw)
    return Mark(
        **worded("practice.left_out", count=lacking),
        rules=("R8", "R9"),
        table=table,
        right_ones=missing,
        why_not=lambda quarry: Phrase("practice.left_out_wrong", {"quarry": quarry}, "R8"),
    )


def taking(rng: Random, edition: Edition) -> AnyTask:
    """Lay the card so that a given tile is taken, with all the others (R8)."""

    def draw() -> MineTable | None:
        position, drawn = uneven(rng, 1, 2, 2, 3), card_of(rng, 4, 5)
        digs = legal_digs(position, drawn.shape)
        if not 2 <= len(digs) <= 8:
            return None
        quarry = chosen(rng, chosen(rng, digs))
        if all(quarry in dig for dig in digs):
            return None
        return MineTable(position, drawn, marked=(quarry,))

    table = until(draw)
    return PlaceCard(
        **worded("practice.taking", quarry=table.marked[0]),
        rules=("R8", "R9"),
        table=table,
        takes=frozenset(table.marked),
    )


def emptied(rng: Random, edition: Edition) -> AnyTask:
    """Mark the quarries that a dig leaves empty (R10)."""

    def draw() -> tuple[MineTable, frozenset[Quarry]] | None:
        position, drawn = uneven(rng, 1, 1, 2, 2, 3), card_of(rng, 4, 5)
        place = chosen(rng, placements(drawn.shape))
        found = frozenset(quarry for quarry in place if position.height(quarry) == 1)
        table = MineTable(position, drawn, frozenset([Power.CARPET]), marked=place)
        return (table, found) if 0 < len(found) < len(place) else None

    table, found = until(draw)

    def why(quarry: Quarry) -> Phrase:
        key = "deeper" if quarry in table.marked else "untouched"
        return Phrase(f"practice.emptied_{key}", {"quarry": quarry}, "R10")

    return Mark(
        **worded("practice.emptied"),
        rules=("R10", "R22"),
        table=table,
        right_ones=found,
        why_not=why,
    )


def one_level(rng: Random, edition: Edition, level: int) -> AnyTask:
    """Lay the card on one level; a harder mine has fewer such places (R9)."""
    sizes, fewest, most = (((3,), 4, 12), ((3, 4), 2, 3), ((4, 5), 1, 1))[level - 1]

    def draw() -> MineTable | None:
        position, drawn = uneven(rng, 1, 2, 2, 3, 4), card_of(rng, *sizes)
        found = len(legal_digs(position, drawn.shape))
        return MineTable(position, drawn) if fewest <= found <= most else None

    return PlaceCard(**worded("lesson_dig.where"), rules=("R9", "R8"), table=until(draw))


def empty_quarries(rng: Random, edition: Edition, level: int) -> AnyTask:
    """Find the empty quarries, those under a card, or a place without any (R10)."""
    if level == 3:
        return _around_empty(rng)

    def draw() -> tuple[MineTable, frozenset[Quarry]] | None:
        position = uneven(rng, *((0, 1, 1, 2, 2, 3) if level == 1 else (0, 1, 1, 2)))
        table, under = MineTable(position), QUARRIES
        if level == 2:
            drawn = card_of(rng, 4, 5, 6)
            under = chosen(rng, placements(drawn.shape))
            table = MineTable(position, drawn, marked=under)
        found = frozenset(quarry for quarry in under if not position.height(quarry))
        return (table, found) if found else None

    table, empty = until(draw)
    return Mark(
        **worded("lesson_dig.empty" if level == 1 else "practice.spoilt"),
        rules=("R10",),
        table=table,
        right_ones=empty,
        why_not=lambda quarry: Phrase("lesson_dig.empty_wrong", {"quarry": quarry}, "R10"),
    )


def _around_empty(rng: Random) -> AnyTask:
    def draw() -> MineTable | None:
        position, drawn = uneven(rng, 0, 0, 1, 2, 3), card_of(rng, 4, 5)
        table = MineTable(position, drawn, frozenset([Power.CARPET]))
        digs = legal_digs(position, drawn.shape, table.powers)
        return table if 1 <= len(digs) <= 2 else None

    words = worded("practice.around_empty")
    return PlaceCard(**words, rules=("R10", "R22"), table=until(draw))


def worth_digging(rng: Random, edition: Edition, level: int) -> AnyTask:
    """The most that a turn without a move can bring, as nobody has to dig (R11)."""
    fewest, most = ((1, 1), (2, 2), (3, 5))[level - 1]
    better_not = below(rng, 2) == 0

    def draw() -> tuple[MineTable, tuple[Tile, ...]] | None:
        position, drawn = uneven(rng, 1, 2, 2, 3, 4), card_of(rng, 3, 4)
        position = _cursed(position) if better_not else position
        digs = [takings(position, dig) for dig in legal_digs(position, drawn.shape)]
        if not fewest <= len(digs) <= most:
            return None
        best = max(digs, key=coin_worth)
        return (MineTable(position, drawn), best) if (coin_worth(best) < 0) is better_not else None

    table, tiles = until(draw)
    best = coin_worth(tiles)
    words, mistakes = "practice.worth_digging", {best: "must"}
    worked = "" if best < 0 else terms(treasures_of(tiles), curses_of(tiles))
    return to_count(words, "coins", max(0, best), ("R11", "R8"), mistakes, table, worked)


def dig_or_leave(rng: Random, edition: Edition) -> AnyTask:
    """Whether to take the only dig that there is (R11)."""
    leave = below(rng, 2) == 0

    def draw() -> tuple[MineTable, int] | None:
        position, drawn = uneven(rng, 1, 2, 2, 3, 4), card_of(rng, 3, 4)
        digs = legal_digs(position, drawn.shape)
        if len(digs) != 1:
            return None
        tiles = takings(position, digs[0])
        worth = coin_worth(tiles)
        if not worth or (worth < 0) is not leave or not curses_of(tiles):
            return None
        return MineTable(position, drawn, marked=digs[0]), worth

    table, worth = until(draw)
    right = "leave" if leave else "dig"
    told: dict[str, object] = {"worth": abs(worth)}
    why = Phrase(f"practice.dig_or_{right}_why", told, "R11")
    names = shuffled(rng, ("dig", "leave"))
    return decided("practice.dig_or", told, ("R11", "R8"), table, names, right, why)


def cards_without_digs(rng: Random, edition: Edition) -> AnyTask:
    """The cards left to who did not dig in some rounds: every card played is used up (R11)."""
    players = 2 + below(rng, 4)
    each = CARDS_EACH[players]
    rounds = 2 + below(rng, each - 2)
    undug = 1 + below(rng, rounds - 1)
    told: dict[str, Any] = {"players": players, "rounds": rounds, "undug": undug}
    words, left = "practice.undug_cards", each - rounds
    mistakes = {left + undug: "kept"}
    return to_count(words, "cards", left, ("R11", "R4"), mistakes, sum=f"{each} − {rounds}", **told)


def _cursed(position: Position) -> Position:
    """The same mine with curses on top of each stack that has any."""
    stacks = (tuple(sorted(stack, key=lambda tile: tile.curse)) for stack in position.stacks)
    return Position(tuple(stacks))
