"""Lessons 0 to 3: how to answer, the mine, a round, and reading a card (R1-R7, R33)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.rules.chance import below, chosen, shuffled
from ksm_widgets.rules.moves import Move, targets
from ksm_widgets.rules.players import CARDS_EACH, COINS_EACH
from ksm_widgets.rules.position import Position
from ksm_widgets.rules.quarries import QUARRIES, Quarry
from ksm_widgets.rules.tiles import GROUP_COUNTS, Group, Tile
from ksm_widgets.rules.turns import Turn
from ksm_widgets.tutor.course.drawing import (
    card_of,
    filled,
    flat,
    mine,
    names,
    tops,
    until,
)
from ksm_widgets.tutor.course.lesson import Differs, Exercise, Lesson
from ksm_widgets.tutor.course.practice.mines import (
    brought_to_light,
    card_held,
    dealing,
    heights,
    in_the_corner,
    kinds_of_tiles,
    laid_over,
    quarry_named,
)
from ksm_widgets.tutor.phrases import Phrase, a_tile
from ksm_widgets.tutor.tasks.kinds import (
    Choose,
    Field,
    Mark,
    Numbers,
    Option,
    Order,
    Shift,
    asked_field,
    options,
)
from ksm_widgets.tutor.tasks.mine.table import MineTable
from ksm_widgets.tutor.tasks.task import AnyTask, asked
from ksm_widgets.words import Term

if TYPE_CHECKING:
    from random import Random

    from ksm_widgets.rules.rulebooks import Edition

__all__ = ["LESSONS"]

_GROUPS = (Group.TREASURE, Group.CURSE, Group.PARCHMENT, Group.MAGIC)


# 0 Start here: one task of each sort, to learn how answers are given.


def _start_mark(rng: Random, edition: Edition) -> AnyTask:
    position = mine(rng)
    fives = tops(position, lambda tile, level: tile is Tile.TREASURE_5)
    if not fives:
        position = position.with_stack(QUARRIES[14], (Tile.TREASURE_5,))
        fives = frozenset([QUARRIES[14]])
    return Mark(
        **asked("lesson_start.mark"),
        rules=("R2",),
        table=MineTable(position),
        right_ones=fives,
        why_not=lambda q: _no_five(position, q),
    )


def _no_five(position: Position, quarry: Quarry) -> Phrase:
    tile = position.top(quarry)
    if tile is None:
        return Phrase("feedback.is_empty", {"quarry": quarry})
    return Phrase("feedback.is_tile", {"quarry": quarry, "tile": a_tile(tile)})


def _start_move(rng: Random, edition: Edition) -> AnyTask:
    position = mine(rng)
    source = until(lambda: _with_targets(rng, position))

    def missing(turn: Turn, after: Position) -> Phrase | None:
        if turn.moves[0].source != source:
            return Phrase("lesson_start.move_other", {"quarry": source}, "R12", (source,))
        return None

    return Shift(
        **asked("lesson_start.move", quarry=source),
        rules=("R12",),
        table=MineTable(position, marked=(source,)),
        missing=missing,
        way=Turn((Move(source, targets(position, source)[0]),)),
    )


def _with_targets(rng: Random, position: Position) -> Quarry | None:
    quarry = chosen(rng, QUARRIES)
    return quarry if len(targets(position, quarry)) >= 4 else None


def _start_number(rng: Random, edition: Edition) -> AnyTask:
    position = mine(rng)
    quarry = until(lambda: _of_height(rng, position, 2, 4))
    height = position.height(quarry)
    return Numbers(
        **asked("lesson_start.number", quarry=quarry),
        rules=("R3",),
        table=MineTable(position, marked=(quarry,)),
        fields=(
            Field(
                "height",
                Phrase("lesson_start.number_label"),
                height,
                Phrase("lesson_mine.level_why", {"quarry": quarry}, "R3", (quarry,)),
            ),
        ),
    )


def _of_height(rng: Random, position: Position, low: int, high: int) -> Quarry | None:
    quarry = chosen(rng, QUARRIES)
    return quarry if low <= position.height(quarry) <= high else None


def _start_choose(rng: Random, edition: Edition) -> AnyTask:
    return Choose(
        **asked("lesson_start.choose"),
        rules=("R1",),
        options=options("lesson_start.choose_", ("top", "bottom", "left"), "bottom"),
        table=MineTable(Position()),
    )


# 1 The mine


def _quarry(rng: Random, edition: Edition) -> AnyTask:
    position = mine(rng)
    asked_for = until(lambda: _off_diagonal(rng))

    def why(marked: Quarry) -> Phrase:
        swapped = (marked.row, marked.column) == (asked_for.column, asked_for.row)
        from_behind = (5 - marked.row, marked.column) == (asked_for.row, asked_for.column)
        key = "swapped" if swapped else "from_behind" if from_behind else "elsewhere"
        params = {"marked": marked, "quarry": asked_for}
        return Phrase(f"lesson_mine.quarry_{key}", params, "R1", (marked,))

    return Mark(
        **asked("lesson_mine.quarry", quarry=asked_for),
        rules=("R1",),
        table=MineTable(position),
        right_ones=frozenset([asked_for]),
        why_not=why,
    )


def _off_diagonal(rng: Random) -> Quarry | None:
    quarry = chosen(rng, QUARRIES)
    return quarry if quarry.row != quarry.column and quarry.row + quarry.column != 5 else None


def _group(rng: Random, edition: Edition) -> AnyTask:
    def draw() -> tuple[Position, Group] | None:
        position, group = mine(rng), chosen(rng, _GROUPS)
        found = tops(position, lambda tile, level: tile.group is group)
        return (position, group) if 2 <= len(found) <= 8 else None

    position, group = until(draw)

    def why(quarry: Quarry) -> Phrase:
        tile = position.top(quarry)
        if tile is None:
            return Phrase("feedback.is_empty", {"quarry": quarry}, "R2")
        params = {
            "quarry": quarry,
            "tile": a_tile(tile),
            "group": Term(f"group.{tile.group.value}"),
        }
        return Phrase("lesson_mine.group_wrong", params, "R2")

    return Mark(
        **asked("lesson_mine.group", group=Term(f"group.{group.value}")),
        rules=("R2",),
        table=MineTable(position),
        right_ones=tops(position, lambda tile, level: tile.group is group),
        why_not=why,
    )


def _box(rng: Random, edition: Edition) -> AnyTask:
    group = chosen(rng, _GROUPS)
    others = [other for other in _GROUPS if other is not group]
    return Numbers(
        **asked("lesson_mine.box", group=Term(f"group.{group.value}")),
        rules=("R2",),
        fields=(
            Field(
                "count",
                Phrase("lesson_mine.box_label"),
                GROUP_COUNTS[group],
                Phrase("lesson_mine.box_why", rule="R2"),
                {
                    GROUP_COUNTS[other]: Phrase(
                        "lesson_mine.box_other", {"group": Term(f"group.{other.value}")}, "R2"
                    )
                    for other in others
                },
            ),
        ),
    )


def _hidden(rng: Random, edition: Edition) -> AnyTask:
    return Numbers(
        **asked("lesson_mine.hidden"),
        rules=("R3",),
        table=MineTable(filled(rng)),
        fields=(asked_field("count", "lesson_mine.hidden_", 108, "R3", {144: "all", 36: "tops"}),),
    )


def _level(rng: Random, edition: Edition) -> AnyTask:
    def draw() -> tuple[Position, int] | None:
        position, level = mine(rng), 1 + below(rng, 4)
        found = tops(position, lambda tile, height: height == level)
        return (position, level) if 2 <= len(found) <= 9 else None

    position, level = until(draw)

    def why(quarry: Quarry) -> Phrase:
        params = {"quarry": quarry, "height": position.height(quarry), "level": level}
        key = "feedback.is_empty" if not position.height(quarry) else "lesson_mine.level_wrong"
        return Phrase(key, params, "R9")

    return Mark(
        **asked("lesson_mine.level", level=level),
        rules=("R3", "R9"),
        table=MineTable(position),
        right_ones=tops(position, lambda tile, height: height == level),
        why_not=why,
    )


# 2 A round


def _dealt(rng: Random, edition: Edition) -> AnyTask:
    players = 2 + below(rng, 4)
    return Numbers(
        **asked("lesson_round.dealt", players=players),
        rules=("R4",),
        fields=(
            Field(
                "cards",
                Phrase("lesson_round.dealt_cards"),
                CARDS_EACH[players],
                Phrase("lesson_round.dealt_cards_why", rule="R4"),
            ),
            Field(
                "coins",
                Phrase("lesson_round.dealt_coins"),
                COINS_EACH[players],
                Phrase("lesson_round.dealt_coins_why", rule="R4"),
            ),
        ),
    )


def _left_over(rng: Random, edition: Edition) -> AnyTask:
    players = 2 + below(rng, 4)
    out = 32 - players * CARDS_EACH[players]
    dealt = {"players": players, "each": CARDS_EACH[players]}
    return Numbers(
        **asked("lesson_round.left_over", **dealt),
        rules=("R4",),
        fields=(
            asked_field(
                "cards",
                "lesson_round.left_over_",
                out,
                "R4",
                {32 - CARDS_EACH[players]: "one"},
                **dealt,
            ),
        ),
    )


def _turns(rng: Random, edition: Edition) -> AnyTask:
    players = names(rng, 4)
    numbers = sorted(shuffled(rng, range(1, 33))[:4])
    revealed = shuffled(rng, zip(players, numbers, strict=True))
    return Order(
        **asked("lesson_round.turns"),
        rules=("R6",),
        options=tuple(
            Option(
                player,
                Phrase("lesson_round.turns_label", {"player": player, "number": number}),
                True,
                Phrase("lesson_round.turns_why", {"player": player, "number": number}, "R6"),
            )
            for player, number in zip(players, numbers, strict=True)
        ),
        shown=tuple(player for player, _ in revealed),
    )


_SECRET = ("coins", "dug", "tops", "hands", "undealt")


def _secret(rng: Random, edition: Edition) -> AnyTask:
    return Choose(
        **asked("lesson_round.secret"),
        rules=("R33",),
        options=options("lesson_round.secret_", shuffled(rng, _SECRET), ("dug", "tops"), "R33"),
        several=True,
    )


def _seen(rng: Random, edition: Edition, level: int) -> AnyTask:
    """What goes on asking what is hidden, before moves have been told of."""
    return brought_to_light(rng)


# 3 Reading a card


def _size(rng: Random, edition: Edition) -> AnyTask:
    drawn = card_of(rng, 3, 4, 5, 6)
    size = drawn.shape.size
    return Numbers(
        **asked("lesson_card.size", number=drawn.number),
        rules=("R5",),
        table=MineTable(flat(rng, 2), drawn),
        fields=(asked_field("size", "lesson_card.size_", size, "R5", {drawn.number: "number"}),),
    )


def _lay(rng: Random, edition: Edition) -> AnyTask:
    return laid_over(rng)


def _edge(rng: Random, edition: Edition) -> AnyTask:
    return in_the_corner(rng)


def _held(rng: Random, edition: Edition) -> AnyTask:
    return card_held(rng)


LESSONS = (
    Lesson(
        0,
        "start",
        (
            "text1",
            "text2",
            Exercise("start.mark", ("R2",), _start_mark),
            Exercise("start.number", ("R3",), _start_number),
            Exercise("start.choose", ("R1",), _start_choose, then=quarry_named),
            "text3",
            Exercise("start.move", ("R12",), _start_move),
            "text4",
        ),
    ),
    Lesson(
        1,
        "mine",
        (
            "text1",
            Exercise("mine.quarry", ("R1",), _quarry),
            "text2",
            Exercise("mine.group", ("R2",), _group),
            Exercise("mine.box", ("R2",), _box, then=kinds_of_tiles),
            "text3",
            Differs("backs", ("R3",)),
            Exercise("mine.level", ("R3", "R9"), _level),
            Exercise("mine.hidden", ("R3",), _hidden, then=heights),
            "text4",
        ),
    ),
    Lesson(
        2,
        "round",
        (
            "text1",
            Exercise("round.dealt", ("R4",), _dealt, then=dealing),
            Exercise("round.left_over", ("R4",), _left_over, then=dealing),
            "text2",
            Exercise("round.turns", ("R6",), _turns),
            "text3",
            Exercise("round.secret", ("R33",), _secret, then=_seen),
            "text4",
        ),
    ),
    Lesson(
        3,
        "card",
        (
            "text1",
            Exercise("card.size", ("R5",), _size),
            "text2",
            Exercise("card.lay", ("R7",), _lay),
            Exercise("card.edge", ("R7",), _edge),
            Exercise("card.held", ("R7",), _held),
            "text3",
        ),
    ),
)
