"""The exercises of lessons and of endless practice: for every rule, tasks at three levels.

At the hardest one several forms take turns, where a rule has them.

The answers are checked against the rules themselves, never against a list made by hand.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ksm_widgets.course.practice import cards, digs, ending, magic, mines, moves, paying, tiles
from ksm_widgets.course.practice.forms import FORMS
from ksm_widgets.tasks.exercise import LEVELS, Exercise

if TYPE_CHECKING:
    from ksm_widgets.course.material import Generator

_GENERATORS: dict[str, Generator] = {
    "R1": mines.quarry_named,
    "R2": mines.kinds_of_tiles,
    "R3": mines.heights,
    "R4": cards.dealing,
    "R5": cards.card_size,
    "R6": cards.order_of_turns,
    "R7": cards.laying,
    "R8": digs.left_out,
    "R9": digs.one_level,
    "R10": digs.empty_quarries,
    "R11": digs.worth_digging,
    "R12": moves.uncovering,
    "R13": moves.reach,
    "R14": moves.price,
    "R15": moves.beginners_targets,
    "R16": tiles.money_left,
    "R17": tiles.curses_dug,
    "R18": tiles.sets_made,
    "R19": tiles.objects_ready,
    "R20": magic.needed,
    "R21": magic.turned,
    "R22": magic.uneven_digs,
    "R23": magic.sealed,
    "R24": magic.free_curses,
    "R25": paying.payment,
    "R26": paying.failed,
    "R27": paying.found_wrong,
    "R28": ending.winner,
    "R29": ending.both_bonuses,
    "R30": ending.at_least_half,
    "R31": ending.ties,
    "R32": ending.counted_up,
    "R33": mines.known,
}
_NEEDS = {("R33", 2): ("R12",), ("R33", 3): ("R12",)}
"""Other rules that the tasks of a level need, where a later lesson may teach them."""

PRACTICE: dict[str, tuple[Exercise, ...]] = {
    rule: tuple(
        Exercise(
            f"practice.{rule}.{level}",
            (rule, *_NEEDS.get((rule, level), ())),
            partial(generator, level=level),
            forms=FORMS.get(rule, ()) if level == LEVELS else (),
        )
        for level in range(1, LEVELS + 1)
    )
    for rule, generator in _GENERATORS.items()
}
"""The exercises of every rule, the easiest first."""
