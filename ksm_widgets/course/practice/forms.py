"""The hardest level of a rule's practice: kinds of situation that take turns.

A form is another situation, not the same one with other numbers. None needs what a later lesson
than the rule's own teaches.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from ksm_widgets.course.practice import (
    cards,
    digs,
    ending,
    known,
    magic,
    mines,
    moves,
    paying,
    races,
    tiles,
)
from ksm_widgets.rules.tiles import Power

if TYPE_CHECKING:
    from random import Random

    from ksm_widgets.course.material import Draw, Generator
    from ksm_widgets.rules.edition_rules import Edition
    from ksm_widgets.tasks.task import AnyTask


def about(rule: str, draw: Draw) -> Draw:
    """The same task with another rule as its main one."""
    return partial(_about, rule, draw)


def _about(rule: str, draw: Draw, rng: Random, edition: Edition) -> AnyTask:
    task = draw(rng, edition)
    return replace(task, rules=tuple(dict.fromkeys((rule, *task.rules))))


def _sealed(wanted: str, *more: Power, own: bool = False, mixed: bool = False) -> Draw:
    powers = frozenset([Power.SEAL, *more])
    return partial(
        magic.sealed_as, wanted=wanted, powers=powers, own=own, mixed=mixed, sizes=(4, 5)
    )


def _found(right: str, *, late: bool = False) -> Draw:
    return partial(paying.found_wrong, level=3, right=right, late=late)


def _bonuses(rule: str, curses: str, other: str) -> Draw:
    return partial(ending.bonuses_in, rule=rule, curses=curses, magic=other, count=5)


def _bonus(*cases: str, words: str, players: int, magic: bool = False) -> Draw:
    return partial(ending.one_bonus, cases=cases, words=words, players=players, magic=magic)


def _needing(rule: str, dug: Generator, power: Power) -> tuple[Draw, ...]:
    return (
        partial(dug, level=3),
        about(rule, partial(magic.which_helps, helping=power)),
        partial(dug, level=2),
        about(rule, partial(magic.needed, level=2, needing=power)),
        about(rule, magic.with_both),
    )


FORMS: dict[str, tuple[Draw, ...]] = {
    "R1": (
        partial(mines.quarry_named, level=3),
        mines.arrived,
        partial(mines.quarry_named, level=2),
        mines.touching,
        mines.halfway,
    ),
    "R2": (
        partial(mines.kinds_of_tiles, level=3),
        mines.row_worth,
        partial(mines.kinds_of_tiles, level=2),
        mines.in_the_box,
        mines.best_row,
    ),
    "R3": (
        partial(mines.heights, level=3),
        partial(mines.heights, level=2),
        mines.lowered,
        mines.on_level,
        mines.hidden_now,
    ),
    "R4": (
        partial(cards.dealing, level=3),
        cards.others_hold,
        cards.how_many_play,
        cards.not_seen,
        cards.left_over,
    ),
    "R5": (
        partial(cards.card_size, level=3),
        cards.between,
        cards.least_size,
        cards.size_range,
        cards.most_size,
    ),
    "R6": (
        partial(cards.order_of_turns, level=3),
        cards.to_go_first,
        cards.before_you,
        races.low_or_high,
        partial(cards.order_of_turns, level=2),
    ),
    "R7": (
        partial(cards.laying, level=3),
        cards.over_two,
        partial(cards.laying, level=2),
        cards.places_for,
        cards.ways_over,
    ),
    "R8": (
        partial(digs.left_out, level=3),
        digs.taking,
        digs.best_dig,
        partial(digs.left_out, level=2),
        known.ALL,
    ),
    "R9": (
        partial(digs.one_level, level=3),
        about("R9", partial(digs.what_forbids, wanted="levels")),
        about("R9", digs.best_dig),
        about("R9", mines.on_level),
        about("R9", partial(digs.what_forbids, wanted="none")),
    ),
    "R10": (
        partial(digs.empty_quarries, level=3),
        digs.emptied,
        partial(digs.empty_quarries, level=2),
        about("R10", partial(digs.what_forbids, wanted="empty")),
        about("R10", partial(digs.what_forbids, wanted="none")),
    ),
    "R11": (
        partial(digs.worth_digging, level=3),
        digs.cards_without_digs,
        digs.dig_or_leave,
        known.OPTIONAL,
        known.NOWHERE,
    ),
    "R12": (
        partial(moves.uncovering, level=3),
        partial(moves.uncovering, level=2),
        moves.five_uncovered,
        moves.one_move_and_dig,
        about("R12", moves.brought_there),
    ),
    "R13": (
        partial(moves.reach, level=3),
        moves.brought_there,
        about("R13", moves.gap_filled),
        about("R13", moves.one_move_and_dig),
        moves.into,
    ),
    "R14": (
        partial(moves.price, level=3),
        moves.within,
        about("R14", moves.brought_there),
        about("R14", moves.gap_filled),
        about("R14", moves.one_move_and_dig),
    ),
    "R15": (
        partial(moves.beginners_targets, level=3),
        moves.beginners_only,
        moves.beginners_into,
        moves.beginners_full,
        partial(moves.beginners_targets, level=2),
    ),
    "R16": (
        partial(tiles.money_left, level=3),
        about("R16", mines.row_worth),
        about("R16", digs.best_dig),
        partial(tiles.money_left, level=2),
        about("R16", partial(digs.worth_digging, level=3)),
    ),
    "R17": (
        partial(tiles.curses_dug, level=3),
        about("R17", partial(tiles.money_left, level=3)),
        partial(tiles.curses_dug, level=2),
        known.KEPT,
        about("R17", partial(tiles.money_left, level=2)),
    ),
    "R18": (
        partial(tiles.sets_made, level=3),
        tiles.sets_held,
        tiles.set_completed,
        tiles.worth_to_two,
        tiles.best_for_me,
    ),
    "R19": (
        partial(tiles.objects_ready, level=3, given=True),
        tiles.ready_next,
        tiles.objects_left,
        partial(tiles.objects_ready, level=3, given=False),
        known.WHEN,
    ),
    "R20": (
        partial(magic.needed, level=3),
        magic.with_both,
        partial(magic.needed, level=2),
        known.IDLE,
        known.SECOND,
    ),
    "R21": _needing("R21", magic.turned, Power.MIRROR),
    "R22": _needing("R22", magic.uneven_digs, Power.CARPET),
    "R23": (
        _sealed("none", Power.CARPET, mixed=True),
        _sealed("number"),
        _sealed("apart", Power.MIRROR),
        _sealed("levels", Power.MIRROR),
        _sealed("none", own=True),
        _sealed("apart"),
    ),
    "R24": (
        partial(magic.free_curses, level=3),
        magic.best_for_free,
        magic.amulet_or_coins,
        magic.amulet_saves,
        about("R24", partial(magic.needed, level=2, needing=Power.AMULET)),
    ),
    "R25": (
        partial(paying.payment, level=3),
        paying.can_pay,
        paying.fewest_treasures,
        about("R25", partial(tiles.money_left, level=3)),
        partial(paying.payment, level=2),
    ),
    "R26": (
        partial(paying.failed, level=3),
        paying.which_fail,
        known.AFTERMATH,
        partial(paying.failed, level=2),
        known.RECEIVED,
    ),
    "R27": (
        _found("fine", late=True),
        _found("again"),
        _found("stands", late=True),
        _found("fine"),
        known.LATE,
    ),
    "R28": (
        ending.shared_win,
        about("R28", tiles.best_for_me),
        about("R28", partial(ending.counted_up, level=2)),
        about("R28", tiles.worth_to_two),
        ending.behind,
    ),
    "R29": (
        _bonuses("R29", "just", "just"),
        partial(ending.from_tiles, magic=False),
        about("R29", partial(ending.counted_up, level=3, cases=("clear", "just"))),
        partial(ending.from_tiles, magic=True),
        about("R29", _bonus("clear", words="bonus", players=5, magic=True)),
    ),
    "R30": (
        _bonuses("R30", "low", "just"),
        _bonuses("R30", "just", "half"),
        ending.least_second,
        _bonuses("R30", "half", "half"),
        about("R30", _bonus("half", words="bonus", players=5)),
    ),
    "R31": (
        _bonuses("R31", "three", "seconds"),
        _bonuses("R31", "first", "low"),
        _bonuses("R31", "second", "alone"),
        _bonuses("R31", "low", "three"),
        _bonuses("R31", "seconds", "first"),
    ),
    "R32": tuple(
        partial(ending.counted_up, level=3, cases=cases)
        for cases in (
            ("first", "second"),
            ("three", "half"),
            ("low", "alone"),
            ("just", "first"),
            ("second", "half"),
        )
    ),
    "R33": (
        partial(mines.known, level=3),
        mines.uncovered,
        partial(mines.known, level=4),
        known.SECRET,
        partial(mines.known, level=2),
    ),
}
"""The forms at the top of each rule that has several."""
