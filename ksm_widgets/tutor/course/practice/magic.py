"""Practice for what magic objects do, alone and together (R20-R24)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ksm_widgets.rules.chance import below, chosen, shuffled
from ksm_widgets.rules.deck import Card
from ksm_widgets.rules.digs import dig_fault, legal_digs, takings
from ksm_widgets.rules.powers import ALL_POWER_SETS, Power
from ksm_widgets.rules.quarries import QUARRIES, Quarry
from ksm_widgets.rules.scoring import curse_points
from ksm_widgets.rules.shapes import Shape, connected_sets, placements
from ksm_widgets.rules.tiles import Group
from ksm_widgets.rules.turns import Turn, account, turn_fault
from ksm_widgets.tutor.course.drawing import card_of, coin_worth, count_of, uneven, until
from ksm_widgets.tutor.course.practice.tiles import RULE_OF_POWER, dug_at_hand, objects
from ksm_widgets.tutor.phrases import Phrase
from ksm_widgets.tutor.tasks.kinds import Choose, Field, Numbers, PlaceCard, asked_field, options
from ksm_widgets.tutor.tasks.mine.table import MineTable
from ksm_widgets.tutor.tasks.task import AnyTask, asked

if TYPE_CHECKING:
    from random import Random

    from ksm_widgets.rules.rulebooks import Edition

__all__ = ["SEAL_FAULTS", "free_curses", "needed", "sealed", "sealed_as", "turned", "uneven_digs"]

_HELD = frozenset([Power.MIRROR, Power.CARPET, Power.AMULET])


def needed(rng: Random, edition: Edition, level: int) -> AnyTask:
    """Which objects a dig needs, and no more than these: one, two or three (R20)."""
    sets = [powers for powers in ALL_POWER_SETS if powers <= _HELD and len(powers) == level]
    wanted = chosen(rng, sets)

    def draw() -> MineTable | None:
        position, drawn = uneven(rng, 1, 2, 2, 3), card_of(rng, 3, 4)
        tables = [
            MineTable(position, drawn, marked=place, money=1)
            for place in placements(drawn.shape, frozenset([Power.MIRROR]))
        ]
        fitting = [table for table in tables if _fewest(table) == wanted]
        return chosen(rng, fitting) if fitting else None

    return Choose(
        **asked("lesson_magic.together"),
        rules=("R20", "R21", "R22", "R24"),
        table=until(draw),
        several=True,
        options=objects(
            edition,
            (power for power in Power if power in _HELD),
            wanted,
            lambda power: Phrase(f"lesson_magic.needless_{power.value}", rule=RULE_OF_POWER[power]),
        ),
    )


def _fewest(table: MineTable) -> frozenset[Power] | None:
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


def turned(rng: Random, edition: Edition, level: int) -> AnyTask:
    """Dig with the mirror where the card as it is held finds no place (R21)."""
    return _helped(rng, Power.MIRROR, level, (1, 2, 2, 3))


def uneven_digs(rng: Random, edition: Edition, level: int) -> AnyTask:
    """Dig on different levels with the carpet or the axe (R22)."""
    return _helped(rng, Power.CARPET, level, (0, 0, 1, 2, 3, 4))


def _helped(rng: Random, power: Power, level: int, heights: tuple[int, ...]) -> AnyTask:
    sizes, fewest, most = (((3, 4), 3, 40), ((4, 5), 1, 2), ((4, 5), 3, 12))[level - 1]
    spent = frozenset([power])

    def draw() -> MineTable | None:
        position, drawn = uneven(rng, *heights), card_of(rng, *sizes)
        digs = legal_digs(position, drawn.shape, spent)
        if legal_digs(position, drawn.shape) or not fewest <= len(digs) <= most:
            return None
        worths = {coin_worth(takings(position, dig)) for dig in digs}
        if level == 3 and len(worths) < 3:
            return None
        return MineTable(position, drawn, spent)

    words = f"practice.{power.value}{'_best' if level == 3 else ''}"
    return PlaceCard(
        **asked(words),
        rules=(RULE_OF_POWER[power],),
        table=until(draw),
        worth=coin_worth if level == 3 else None,
    )


SEAL_FAULTS = ("none", "number", "apart", "levels")
"""What may be wrong with a dig under the seal, and that nothing is (R23)."""
_APART = tuple(map(Shape.parse, ("#.#/#..", "#..#/.#..", "##.#", "##.##")))
"""Shapes that do not hang together: no card of ours has one, a card of the real game may."""


def sealed(rng: Random, edition: Edition, level: int) -> AnyTask:
    """See whether a dig is allowed with the seal, with other objects, for an odd card (R23)."""
    powers = {Power.SEAL}
    if level == 2:
        powers.add(chosen(rng, (Power.CARPET, Power.MIRROR)))
    own = level == 3 and below(rng, 2) == 0
    wanted = "none" if own else chosen(rng, SEAL_FAULTS)
    if Power.CARPET in powers and wanted == "levels":
        wanted = "none"
    return sealed_as(rng, wanted, frozenset(powers), odd=level == 3, own=own)


def sealed_as(
    rng: Random,
    wanted: str,
    powers: frozenset[Power],
    *,
    odd: bool = False,
    own: bool = False,
    mixed: bool = False,
) -> AnyTask:
    """A dig with the seal that is wrong in just this way, or allowed.

    With `odd` the card's shape does not hang together, with `own` the dig is that very shape; with
    `mixed` its levels differ.
    """

    def draw() -> MineTable | None:
        position, drawn = uneven(rng, 0, 1, 2, 2, 3), card_of(rng, 3, 4)
        if odd:
            drawn = Card(drawn.number, chosen(rng, _APART))
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
        # One fault at a time: whatever is asked, all else is in order.
        if 0 in levels or (wanted in ("number", "apart") and len(levels) > 1):
            return None
        if mixed and len(levels) == 1:
            return None
        table = MineTable(position, drawn, powers, marked=place)
        return table if _seal_fault(table, place) == wanted else None

    table = until(draw)
    rule = {"none": "R23", "number": "R8", "apart": "R23", "levels": "R9"}[wanted]

    def why(name: str) -> Phrase:
        right = f"practice.seal_is_{'own' if own else name}"
        key = right if name == wanted else f"practice.seal_not_{name}"
        return Phrase(key, rule=rule, places=table.marked)

    return Choose(
        **asked("practice.seal"),
        rules=("R23", "R9"),
        table=table,
        options=options("practice.seal_", SEAL_FAULTS, wanted, why=why),
    )


def _seal_fault(table: MineTable, place: tuple[Quarry, ...]) -> str:
    """Which of the answers about a dig with the seal is right."""
    fault = dig_fault(table.position, place, table.shape, table.powers)
    if fault is None:
        return "none"
    return {"R8": "number", "R9": "levels", "R23": "apart"}.get(fault.rule, "other")


def free_curses(rng: Random, edition: Edition, level: int) -> AnyTask:
    """What a dig with the amulet costs, what is kept, what money is left (R24)."""
    table, tiles = dug_at_hand(
        rng, lambda found: count_of(found, Group.CURSE) >= 2, *((4,), (4, 5), (5,))[level - 1]
    )
    moves = 0 if level == 1 else 1 + below(rng, 4)
    money = moves + 2 + below(rng, 6)
    amulet = frozenset([Power.AMULET])
    paid = account(moves, tiles, amulet, money)
    points = curse_points(tiles)
    words = "lesson_magic.amulet" if level == 1 else "practice.amulet"
    coins = Field(
        "coins",
        Phrase("lesson_magic.amulet_coins" if level == 1 else "lesson_turn.due_label"),
        paid.due,
        Phrase(
            "lesson_magic.amulet_coins_why" if level == 1 else "practice.amulet_due", rule="R24"
        ),
        {points + moves: Phrase("lesson_magic.amulet_coins_why", rule="R24")},
    )
    kept = Field(
        "points",
        Phrase("lesson_magic.amulet_points"),
        points,
        Phrase("lesson_magic.amulet_points_why", rule="R24"),
        {0: Phrase("lesson_magic.amulet_kept", rule="R24")},
    )
    left = asked_field("left", "lesson_turn.left_", paid.left, "R25")
    return Numbers(
        **asked(words, moves=moves, money=money),
        rules=("R24",) if level == 1 else ("R24", "R14"),
        table=replace(table, powers=amulet),
        fields=(coins, kept, left)[: max(2, level)],
    )
