"""Practice for paying, a turn one cannot pay, and a dig found wrong (R25-R27)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ksm_widgets.rules.chance import below, chosen, shuffled
from ksm_widgets.rules.digs import dig_fault
from ksm_widgets.rules.moves import Move, legal_moves, moved
from ksm_widgets.rules.powers import Power
from ksm_widgets.rules.rulebooks import Sharing
from ksm_widgets.rules.scoring import curse_points
from ksm_widgets.rules.shapes import placements
from ksm_widgets.rules.tiles import Group
from ksm_widgets.rules.turns import account
from ksm_widgets.rules.unaffordable import tiles_to_add
from ksm_widgets.tutor.course.drawing import card_of, count_of, names, uneven, until
from ksm_widgets.tutor.course.practice.tiles import dug_at_hand
from ksm_widgets.tutor.phrases import Phrase, move_told
from ksm_widgets.tutor.tasks.kinds import Choose, Field, Numbers, asked_field, options
from ksm_widgets.tutor.tasks.mine.table import MineTable
from ksm_widgets.tutor.tasks.task import AnyTask, asked

if TYPE_CHECKING:
    from random import Random

    from ksm_widgets.rules.rulebooks import Edition
    from ksm_widgets.rules.tiles import Tile

__all__ = ["change", "failed", "found_wrong", "paid_for", "payment"]

_FIVE = 5
_PLENTY = 9
"""Enough earlier tiles for any number of opponents."""


def payment(rng: Random, edition: Edition, level: int) -> AnyTask:
    """How many moves can be paid, what a turn costs and leaves, what change there is (R25)."""
    if level == 3:
        return change(rng)

    def fits(found: tuple[Tile, ...]) -> bool:
        treasures, curses = sum(tile.treasure for tile in found), curse_points(found)
        return treasures > 0 and curses > 0 and treasures != curses

    table, tiles = dug_at_hand(rng, fits, 3, 4, 5)
    if level == 2:
        money = 10
        return paid_for(replace(table, money=money), 2 + below(rng, 3), "lesson_turn.account")
    treasures, curses = sum(tile.treasure for tile in tiles), curse_points(tiles)
    money = max(2, curses - treasures + 1) + below(rng, 5)
    left = money + treasures - curses
    return Numbers(
        **asked("lesson_paying.most", money=money),
        rules=("R25",),
        table=table,
        fields=(
            asked_field(
                "moves",
                "lesson_paying.most_",
                left,
                "R25",
                {money: "money", money + treasures: "no_curse", money - curses: "no_treasure"},
            ),
        ),
    )


def paid_for(table: MineTable, moves: int, words: str) -> AnyTask:
    """What is to be paid for the marked dig after so many moves, and what money is left (R25).

    The table's money is told in the question, not beside the board.
    """
    tiles = tuple(table.position.stack(quarry)[-1] for quarry in table.marked)
    money = table.coins
    reckoned = account(moves, tiles, frozenset(), money)
    return Numbers(
        **asked(words, moves=moves, money=money),
        rules=("R25", "R14", "R17"),
        table=replace(table, money=None),
        fields=(
            asked_field(
                "due",
                "lesson_turn.due_",
                reckoned.due,
                "R25",
                {moves: ("no_curse", "R17"), reckoned.curses: ("no_moves", "R14")},
            ),
            asked_field(
                "left",
                "lesson_turn.left_",
                reckoned.left,
                "R25",
                {money - reckoned.due: ("no_treasure", "R16")},
            ),
        ),
    )


def change(rng: Random) -> AnyTask:
    """Pay with treasures of 5, and get change though the bank has too few coins (R25)."""

    def draw() -> tuple[MineTable, int, int] | None:
        table, tiles = dug_at_hand(rng, lambda found: count_of(found, Group.CURSE) > 0, 3, 4, 5)
        moves = 1 + below(rng, 6)
        due = moves + curse_points(tiles)
        return (table, moves, due) if due % _FIVE else None

    table, moves, due = until(draw)
    back = -due % _FIVE
    bank = below(rng, back + 2)
    told = {"moves": moves, "bank": bank, "due": due}
    return Numbers(
        **asked("practice.change", **told),
        rules=("R25",),
        table=table,
        fields=(
            asked_field("back", "practice.change_back_", back, "R25", {0: "lost"}),
            asked_field(
                "supplied",
                "practice.change_supplied_",
                max(0, back - bank),
                "R25",
                {0: "none"} if back > bank else {back: "bank"},
            ),
        ),
    )


def failed(rng: Random, edition: Edition, level: int) -> AnyTask:
    """What becomes of a turn one cannot pay: with a dig, without one, with little to give (R26)."""
    opponents = 2 + below(rng, 3)
    moves: list[Move] = []
    if level == 1:
        table, tiles = dug_at_hand(rng, lambda found: True, 3, 4, 5)
        held = _PLENTY
    else:
        tiles, position = (), uneven(rng, 1, 2, 2, 3)
        table, held = MineTable(position), _PLENTY if level == 2 else below(rng, opponents)
        for _ in range(2 + below(rng, 3)):
            moves.append(chosen(rng, legal_moves(moved(position, moves))))
    dug = len(tiles)
    added = tiles_to_add(dug, opponents, held)
    evenly = edition.shares is Sharing.EVENLY
    each = max(1, (dug + added) // opponents) if evenly else 1
    values = {
        "each": each,
        "spare": max(0, dug + added - each * opponents),
        "added": added,
        "none": max(0, opponents - dug - added),
    }
    shown = (("each", "spare", "added"), ("added", "each"), ("added", "none"))[level - 1]
    way = edition.shares.value
    words = (f"lesson_paying.broke_{way}", "practice.undug", "practice.too_few")[level - 1]
    told = {
        "dug": dug,
        "opponents": opponents,
        "held": held,
        "moves": [move_told(move) for move in moves],
    }
    return Numbers(
        **asked(words, **told),
        rules=("R26",),
        table=table,
        fields=tuple(
            Field(
                name,
                Phrase(f"lesson_paying.broke_{name}"),
                values[name],
                Phrase(f"lesson_paying.broke_{name}_{way}", rule="R26"),
            )
            for name in shown
        ),
    )


_ANSWERS = ("fine", "again", "stands")
"""What holds of a dig that was shown: nothing is wrong; dig elsewhere; it stands though wrong."""


def found_wrong(rng: Random, edition: Edition, level: int) -> AnyTask:
    """Whether a dig is wrong, and whether that was seen in time (R27)."""
    players = names(rng, 2)
    right = chosen(rng, _ANSWERS)
    late = right == "stands" or (right == "fine" and below(rng, 2) == 0)
    powers = (frozenset(), frozenset(), frozenset([Power.CARPET]))[level - 1]

    def draw() -> MineTable | None:
        position = uneven(rng, *((1, 2, 2, 3), (0, 1, 2, 2, 2), (0, 1, 2, 3))[level - 1])
        drawn = card_of(rng, *((3,), (3, 4), (4, 5))[level - 1])
        place = chosen(rng, placements(drawn.shape))
        if right != "fine" and level > 1 and below(rng, 2):
            other = chosen(rng, placements(drawn.shape.turned(1)))
            place = other if other not in placements(drawn.shape) else place
        wrong = dig_fault(position, place, drawn.shape, powers) is not None
        if wrong is (right == "fine"):
            return None
        return MineTable(position, drawn, powers, marked=place)

    table = until(draw)
    wrong = dig_fault(table.position, table.marked, table.shape, table.powers)

    def why(name: str) -> Phrase:
        if wrong is not None and name == "fine":
            return Phrase.why(wrong)
        if name == right:
            key = f"is_{right}"
        else:
            key = "no_fault" if wrong is None else "too_late" if late else "in_time"
        return Phrase(f"practice.wrong_{key}", rule="R27", places=table.marked)

    digger, other = players
    return Choose(
        **asked(f"practice.wrong_{'late' if late else 'now'}", player=digger, other=other),
        rules=("R27", "R9"),
        table=table,
        options=options("practice.wrong_", shuffled(rng, _ANSWERS), right, why=why),
    )
