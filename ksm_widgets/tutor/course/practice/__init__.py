"""Practice without end: a generator for every rule, at rising difficulty, its answers proven.

PRACTICE["R13"][0].task(seed=1, edition=edition("en")) is an easy task about R13; no seed's task is
another's. What an answer is checked with is the rules themselves, never a list made by hand.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ksm_widgets.tutor.course.lesson import LEVELS, Exercise
from ksm_widgets.tutor.course.practice import digs, ending, magic, mines, moves, paying, tiles

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from ksm_widgets.rules.rulebooks import Edition
    from ksm_widgets.tutor.tasks.task import AnyTask

    Generator = Callable[[Random, Edition, int], AnyTask]

__all__ = ["GENERATORS", "PRACTICE"]

GENERATORS: dict[str, Generator] = {
    "R1": mines.quarry_named,
    "R2": mines.kinds_of_tiles,
    "R3": mines.heights,
    "R4": mines.dealing,
    "R5": mines.card_size,
    "R6": mines.order_of_turns,
    "R7": mines.laying,
    "R8": digs.left_out,
    "R9": digs.one_level,
    "R10": digs.empty_quarries,
    "R11": digs.worth_digging,
    "R12": moves.laid_bare,
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
"""For every rule what draws a task about it, of a level."""

_NEEDS = {("R33", 2): ("R12",), ("R33", 3): ("R12",)}
"""What a rule's tasks of a level are about as well, where a lesson may teach that later."""


def _drawn(generator: Generator, level: int, rng: Random, edition: Edition) -> AnyTask:
    return generator(rng, edition, level)


PRACTICE: dict[str, tuple[Exercise, ...]] = {
    rule: tuple(
        Exercise(
            f"practice.{rule}.{level}",
            (rule, *_NEEDS.get((rule, level), ())),
            partial(_drawn, generator, level),
        )
        for level in range(1, LEVELS + 1)
    )
    for rule, generator in GENERATORS.items()
}
"""For every rule its exercises, the easiest first."""
