"""Practice for digs: all of the shape, one level, no empty quarry, or none at all (R8-R11)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.rules.chance import below, chosen, shuffled
from ksm_widgets.rules.digs import legal_digs, takings
from ksm_widgets.rules.position import Position
from ksm_widgets.rules.powers import Power
from ksm_widgets.rules.quarries import QUARRIES
from ksm_widgets.rules.shapes import placements
from ksm_widgets.tutor.course.drawing import card_of, coin_worth, uneven, until
from ksm_widgets.tutor.phrases import Phrase
from ksm_widgets.tutor.tasks.kinds import Mark, Numbers, PlaceCard, asked_field
from ksm_widgets.tutor.tasks.mine.table import MineTable
from ksm_widgets.tutor.tasks.task import AnyTask, asked

if TYPE_CHECKING:
    from random import Random

    from ksm_widgets.rules.quarries import Quarry
    from ksm_widgets.rules.rulebooks import Edition

__all__ = ["empty_quarries", "left_out", "one_level", "worth_digging"]


def left_out(rng: Random, edition: Edition, level: int) -> AnyTask:
    """Find what a dig left out: one tile, or two, of one only legal dig (R8)."""
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
        **asked("practice.left_out", count=lacking),
        rules=("R8", "R9"),
        table=table,
        right_ones=missing,
        why_not=lambda quarry: Phrase("practice.left_out_wrong", {"quarry": quarry}, "R8"),
    )


def one_level(rng: Random, edition: Edition, level: int) -> AnyTask:
    """Lay the card where all is on one level: the harder, the fewer such places (R9)."""
    sizes, fewest, most = (((3,), 4, 12), ((3, 4), 2, 3), ((4, 5), 1, 1))[level - 1]

    def draw() -> MineTable | None:
        position, drawn = uneven(rng, 1, 2, 2, 3, 4), card_of(rng, *sizes)
        found = len(legal_digs(position, drawn.shape))
        return MineTable(position, drawn) if fewest <= found <= most else None

    return PlaceCard(**asked("lesson_dig.where"), rules=("R9", "R8"), table=until(draw))


def empty_quarries(rng: Random, edition: Edition, level: int) -> AnyTask:
    """Find the empty quarries, those under a card, or a place without any (R10)."""

    def anywhere() -> tuple[MineTable, frozenset[Quarry]] | None:
        position = uneven(rng, 0, 1, 1, 2, 2, 3)
        found = frozenset(quarry for quarry in QUARRIES if not position.height(quarry))
        return (MineTable(position), found) if found else None

    def under() -> tuple[MineTable, frozenset[Quarry]] | None:
        position, drawn = uneven(rng, 0, 1, 1, 2), card_of(rng, 4, 5, 6)
        place = chosen(rng, placements(drawn.shape))
        found = frozenset(quarry for quarry in place if not position.height(quarry))
        return (MineTable(position, drawn, marked=place), found) if found else None

    def rare() -> MineTable | None:
        position, drawn = uneven(rng, 0, 0, 1, 2, 3), card_of(rng, 4, 5)
        digs = legal_digs(position, drawn.shape, frozenset([Power.CARPET]))
        table = MineTable(position, drawn, frozenset([Power.CARPET]))
        return table if 1 <= len(digs) <= 2 else None

    if level < 3:
        words, draw = (("lesson_dig.empty", anywhere), ("practice.spoilt", under))[level - 1]
        return _empty(words, *until(draw))
    return PlaceCard(**asked("practice.around_empty"), rules=("R10", "R22"), table=until(rare))


def _empty(words: str, table: MineTable, empty: frozenset[Quarry]) -> AnyTask:
    return Mark(
        **asked(words),
        rules=("R10",),
        table=table,
        right_ones=empty,
        why_not=lambda quarry: Phrase("lesson_dig.empty_wrong", {"quarry": quarry}, "R10"),
    )


def worth_digging(rng: Random, edition: Edition, level: int) -> AnyTask:
    """What a turn without a move brings at best, when nobody has to dig (R11)."""
    fewest, most = ((1, 1), (2, 2), (3, 5))[level - 1]
    better_not = below(rng, 2) == 0

    def draw() -> tuple[MineTable, int] | None:
        position, drawn = uneven(rng, 1, 2, 2, 3, 4), card_of(rng, 3, 4)
        position = _cursed(position) if better_not else position
        worths = [coin_worth(takings(position, d)) for d in legal_digs(position, drawn.shape)]
        if not fewest <= len(worths) <= most or (max(worths) < 0) is not better_not:
            return None
        return MineTable(position, drawn), max(worths)

    table, best = until(draw)
    return Numbers(
        **asked("practice.worth_digging"),
        rules=("R11", "R8"),
        table=table,
        fields=(
            asked_field("coins", "practice.worth_digging_", max(0, best), "R11", {best: "must"}),
        ),
    )


def _cursed(position: Position) -> Position:
    """The same tiles, curses on top wherever a stack has one."""
    stacks = (tuple(sorted(stack, key=lambda tile: tile.curse)) for stack in position.stacks)
    return Position(tuple(stacks))
