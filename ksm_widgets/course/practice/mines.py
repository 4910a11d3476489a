"""The mine: quarries and their names, tiles, heights, and what has been seen (R1-R3, R33)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.course.kinds import Choose, Mark, Option, terms
from ksm_widgets.course.material import (
    card_of,
    filled,
    mine,
    names,
    to_count,
    to_mark,
    tops,
    treasures_of,
    uneven,
    until,
)
from ksm_widgets.mine.table import MineTable
from ksm_widgets.rules.chance import below, chosen, shuffled
from ksm_widgets.rules.deck import placements
from ksm_widgets.rules.given import only_tops_seen, uncovered_by
from ksm_widgets.rules.position import legal_moves, moved, takings
from ksm_widgets.rules.quarries import FULL_HEIGHT, QUARRIES, ROWS, SIDE, Move, Quarry
from ksm_widgets.rules.tiles import GROUP_COUNTS, Group, Power, Tile
from ksm_widgets.tasks.task import AnyTask, worded
from ksm_widgets.telling.phrases import Phrase, plain
from ksm_widgets.telling.plans import move_told, tile_term
from ksm_widgets.words import Term

if TYPE_CHECKING:
    from random import Random

    from ksm_widgets.rules.edition_rules import Edition
    from ksm_widgets.rules.position import Position


_GROUPS = (Group.TREASURE, Group.CURSE, Group.PARCHMENT, Group.MAGIC)


def quarry_named(rng: Random, edition: Edition, level: int) -> AnyTask:
    """Find a quarry: by its name, by steps from another, as seen from the opposite side (R1)."""
    wanted = until(lambda: _off_diagonal(rng))
    start = until(lambda: _apart(rng, wanted))
    params: dict[str, object] = {
        **_steps(start, wanted),
        "player": chosen(rng, names(rng, 1)),
        "column": SIDE - wanted.column,
        "row": SIDE - wanted.row,
    }
    words = ("lesson_mine.quarry", "practice.steps", "practice.opposite")[level - 1]

    def why(marked: Quarry) -> Phrase:
        if level > 1:
            return Phrase(f"{words}_wrong", {**params, "marked": marked}, "R1", (marked,))
        swapped = (marked.row, marked.column) == (wanted.column, wanted.row)
        from_behind = (SIDE - 1 - marked.row, marked.column) == (wanted.row, wanted.column)
        key = "swapped" if swapped else "from_behind" if from_behind else "elsewhere"
        return Phrase(f"lesson_mine.quarry_{key}", {"marked": marked}, "R1", (marked,))

    return Mark(
        **worded(words, **params),
        rules=("R1",),
        table=MineTable(uneven(rng)),
        right_ones=frozenset([wanted]),
        why_not=why,
    )


def _steps(start: Quarry, end: Quarry) -> dict[str, object]:
    """The way from a quarry to another, in words."""
    across, away = end.column - start.column, end.row - start.row
    return {
        "quarry": end,
        "start": start,
        "across": Phrase(f"practice.{'right' if across > 0 else 'left'}", {"count": abs(across)}),
        "along": Phrase(f"practice.{'away' if away > 0 else 'near'}", {"count": abs(away)}),
    }


def arrived(rng: Random, edition: Edition) -> AnyTask:
    """The name of the quarry where steps from the marked one lead (R1)."""

    def draw() -> tuple[Quarry, Quarry, list[Quarry]] | None:
        end = until(lambda: _off_diagonal(rng))
        start = until(lambda: _apart(rng, end))
        back, other = 2 * start.row - end.row, 2 * start.column - end.column
        slips = {(end.column, end.row), (back, end.column), (end.row, other), (back, other)}
        inside = sorted(slip for slip in slips if {*slip} <= set(range(SIDE)))
        named = [QUARRIES[SIDE * row + column] for row, column in inside]
        return (start, end, named) if len(named) > 1 and end not in named else None

    start, end, slips = until(draw)
    told = {**_steps(start, end), "column": end.column + 1, "row": end.row + 1}

    def option(quarry: Quarry) -> Option:
        why = Phrase("practice.arrived_why", told, "R1", (end,))
        return Option(str(quarry), plain(str(quarry)), quarry == end, why)

    return Choose(
        **worded("practice.arrived", **told),
        rules=("R1",),
        table=MineTable(uneven(rng), marked=(start,)),
        options=tuple(map(option, shuffled(rng, [end, *slips]))),
    )


def touching(rng: Random, edition: Edition) -> AnyTask:
    """The quarries that touch another one, by their names alone (R1)."""
    here = chosen(rng, QUARRIES)
    apart = {each: (abs(each.column - here.column), abs(each.row - here.row)) for each in QUARRIES}
    near, far = ([each for each in QUARRIES if max(apart[each]) == steps] for steps in (1, 2))
    right = 1 + below(rng, 3)
    asked = [*shuffled(rng, near)[:right], *shuffled(rng, far)[: 5 - right]]

    def option(quarry: Quarry) -> Option:
        columns, rows = apart[quarry]
        told = {"quarry": here, "other": quarry, "columns": columns, "rows": rows}
        why = Phrase("practice.touching_why", told, "R1")
        return Option(str(quarry), plain(str(quarry)), quarry in near, why)

    return Choose(
        **worded("practice.touching", quarry=here),
        rules=("R1",),
        several=True,
        options=tuple(map(option, shuffled(rng, asked))),
    )


def halfway(rng: Random, edition: Edition) -> AnyTask:
    """Find the quarry in the middle between two others (R1)."""
    middle, start, end = until(lambda: _in_line(rng))
    told: dict[str, object] = {"start": start, "end": end}

    def why(marked: Quarry) -> Phrase:
        return Phrase("practice.halfway_wrong", {**told, "marked": marked}, "R1", (marked,))

    return Mark(
        **worded("practice.halfway", **told),
        rules=("R1",),
        table=MineTable(uneven(rng)),
        right_ones=frozenset([middle]),
        why_not=why,
    )


def _in_line(rng: Random) -> tuple[Quarry, Quarry, Quarry] | None:
    """A quarry, and two that are equally far from it on opposite sides."""
    middle, across, away = chosen(rng, QUARRIES), 1 + below(rng, 2), chosen(rng, (-2, -1, 1, 2))
    columns = (middle.column - across, middle.column + across)
    rows = (middle.row - away, middle.row + away)
    if not {*columns, *rows} <= set(range(SIDE)):
        return None
    start, end = (QUARRIES[SIDE * row + column] for row, column in zip(rows, columns, strict=True))
    return middle, start, end


def _off_diagonal(rng: Random) -> Quarry | None:
    quarry = chosen(rng, QUARRIES)
    return quarry if quarry.row != quarry.column and quarry.row + quarry.column != 5 else None


def _apart(rng: Random, other: Quarry) -> Quarry | None:
    quarry = chosen(rng, QUARRIES)
    return quarry if quarry.row != other.row and quarry.column != other.column else None


def kinds_of_tiles(rng: Random, edition: Edition, level: int) -> AnyTask:
    """Mark tiles: of a group, of a kind, or by what they cost and bring (R2)."""
    heights = ((0, 0, 1, 2, 3), (1, 2, 3, 4), (1, 2, 3, 4))[level - 1]
    cost, worth = 2 + below(rng, 2), 3 + below(rng, 3)

    def draw() -> tuple[Position, Tile, frozenset[Quarry]] | None:
        position = uneven(rng, *heights)
        kind = chosen(rng, [tile for quarry in QUARRIES if (tile := position.top(quarry))])

        def fits(tile: Tile, _: int) -> bool:
            if level == 1:
                return tile.group is kind.group
            return tile is kind if level == 2 else tile.curse >= cost or tile.treasure >= worth

        found = tops(position, fits)
        return (position, kind, found) if level > 1 or 2 <= len(found) <= 8 else None

    position, kind, found = until(draw)
    words = ("lesson_mine.group", "practice.kind", "practice.value")[level - 1]
    return to_mark(
        words,
        position,
        found,
        ("R2",),
        wrong="lesson_mine.group_wrong" if level == 1 else "mine_feedback.is_tile",
        group=Term(f"group.{kind.group.value}"),
        tile=tile_term(kind),
        cost=cost,
        worth=worth,
    )


def fives(rng: Random, edition: Edition) -> AnyTask:
    """Mark every treasure of 5: the first task of the course (R2)."""

    def draw() -> tuple[Position, frozenset[Quarry]] | None:
        position = mine(rng)
        found = tops(position, lambda tile, _: tile is Tile.TREASURE_5)
        return (position, found) if found else None

    return to_mark("lesson_start.mark", *until(draw), ("R2",))


def row_worth(rng: Random, edition: Edition) -> AnyTask:
    """The worth of all treasures on top in a row (R2)."""

    def draw() -> tuple[Position, tuple[Quarry, ...], list[int]] | None:
        position, here = uneven(rng, 1, 2, 3, 4), chosen(rng, QUARRIES)
        row = tuple(quarry for quarry in QUARRIES if quarry.row == here.row)
        found = treasures_of(takings(position, row))
        return (position, row, found) if len(found) > 1 and sum(found) > len(found) else None

    position, row, found = until(draw)
    table, told = MineTable(position, marked=row), {"row": ROWS[row[0].row]}
    words, mistakes = "practice.row_worth", {len(found): "count"}
    return to_count(words, "coins", sum(found), ("R2",), mistakes, table, terms(found), **told)


def best_row(rng: Random, edition: Edition) -> AnyTask:
    """The row whose treasures on top are worth the most together (R2)."""

    def draw() -> tuple[Position, dict[int, list[int]]] | None:
        position = uneven(rng, 1, 2, 3, 4)
        found = {
            row: treasures_of(takings(position, [q for q in QUARRIES if q.row == row]))
            for row in shuffled(rng, range(SIDE))[:4]
        }
        first, second, *_ = sorted(map(sum, found.values()), reverse=True)
        most = max(found.values(), key=len)
        # Neither a look at the numbers of treasures nor a glance will do.
        close = second < first <= second + 3 and sum(most) < first
        return (position, found) if close and all(found.values()) else None

    position, found = until(draw)

    def option(row: int) -> Option:
        told = {"row": ROWS[row], "worked": terms(found[row]), "sum": sum(found[row])}
        why = Phrase("practice.best_row_why", told, "R2")
        return Option(ROWS[row], plain(ROWS[row]), sum(found[row]) == best, why)

    best = max(map(sum, found.values()))
    return Choose(
        **worded("practice.best_row"),
        rules=("R2",),
        table=MineTable(position),
        options=tuple(map(option, sorted(found))),
    )


def in_the_box(rng: Random, edition: Edition) -> AnyTask:
    """The number of tiles of a group that are left when some have been dug (R2)."""
    group, dug = chosen(rng, _GROUPS), 3 + below(rng, 12)
    left = GROUP_COUNTS[group] - dug
    mistakes: dict[int, str | Phrase] = {
        GROUP_COUNTS[other] - dug: Phrase(
            "lesson_mine.box_other", {"group": Term(f"group.{other.value}")}, "R2"
        )
        for other in _GROUPS
    }
    mistakes |= {dug: "dug", GROUP_COUNTS[group]: "all"}
    named = Term(f"group.{group.value}")
    words, taken_off = "lesson_mine.box", f"{GROUP_COUNTS[group]} − {dug}"
    return to_count(words, "count", left, ("R2",), mistakes, sum=taken_off, group=named, dug=dug)


def on_level(rng: Random, edition: Edition) -> AnyTask:
    """Mark the tiles on a level (R3, R9)."""

    def draw() -> tuple[Position, int, frozenset[Quarry]] | None:
        position, level = mine(rng), 1 + below(rng, 4)
        found = tops(position, lambda _, height: height == level)
        return (position, level, found) if 2 <= len(found) <= 9 else None

    position, level, found = until(draw)
    words = "lesson_mine.level"
    return to_mark(words, position, found, ("R3", "R9"), f"{words}_wrong", level=level)


def hidden_at_first(rng: Random, edition: Edition) -> AnyTask:
    """The number of tiles that nobody can see in a mine just filled (R3)."""
    seen = len(QUARRIES)
    hidden = (FULL_HEIGHT - 1) * seen
    mistakes = {hidden + seen: "all", seen: "tops"}
    table = MineTable(filled(rng))
    words, worked = "lesson_mine.hidden", f"{seen} × {FULL_HEIGHT - 1}"
    return to_count(words, "count", hidden, ("R3",), mistakes, table, worked)


def hidden_now(rng: Random, edition: Edition) -> AnyTask:
    """The number of tiles that nobody can see in the middle of a game (R3)."""
    position = uneven(rng, 0, 1, 2, 3, 4)
    there, seen = sum(map(len, position.stacks)), sum(map(bool, position.stacks))
    table, worked = MineTable(position), f"{there} − {seen}"
    mistakes = {there: "all", seen: "tops", there - len(QUARRIES): "empty"}
    words = "practice.hidden_now"
    return to_count(words, "count", there - seen, ("R3",), mistakes, table, worked)


def lowered(rng: Random, edition: Edition) -> AnyTask:
    """Mark the stacks that are so much lower than at the start (R3)."""
    lost = 1 + below(rng, 3)

    def draw() -> tuple[Position, frozenset[Quarry]] | None:
        position = uneven(rng, 0, 1, 2, 3, 4)
        found = frozenset(q for q in QUARRIES if position.height(q) == FULL_HEIGHT - lost)
        return (position, found) if 2 <= len(found) <= 9 else None

    words = "practice.lowered"
    return to_mark(words, *until(draw), ("R3",), f"{words}_wrong", lost=lost)


def heights(rng: Random, edition: Edition, level: int) -> AnyTask:
    """Count tiles: on a quarry, in a row, or those that have left the mine (R3)."""
    position = uneven(rng, *((1, 2, 3, 4) if level == 1 else (0, 1, 2, 3, 4)))
    quarry = chosen(rng, QUARRIES)
    row = tuple(other for other in QUARRIES if other.row == quarry.row)
    there = sum(map(len, position.stacks))
    marked: tuple[Quarry, ...] = ((quarry,), row, ())[level - 1]
    count = sum(position.height(each) for each in marked)
    mistakes = {sum(position.height(each) > 0 for each in row): "tops"} if level == 2 else {}
    if level == 3:
        count = FULL_HEIGHT * len(QUARRIES) - there
        mistakes = {there: "there", count + len(QUARRIES): "covered"}
    words = f"practice.height_{('one', 'row', 'gone')[level - 1]}"
    told = {"quarry": quarry, "row": ROWS[quarry.row]}
    table = MineTable(position, marked=marked)
    worked = ("", terms(map(position.height, row)), f"{len(QUARRIES)} × {FULL_HEIGHT} − {there}")
    return to_count(words, "count", count, ("R3",), mistakes, table, worked[level - 1], **told)


def known(rng: Random, edition: Edition, level: int) -> AnyTask:
    """Mark what a dig uncovers, or where a covered tile is known after moves (R33)."""
    if level == 1:
        return uncovered(rng, edition)
    return seen_before(rng, moves=level)


def uncovered(rng: Random, edition: Edition, level: int = 1) -> AnyTask:
    """Mark where a dig uncovers what nobody has seen (R33); it has one level only."""
    drawn = card_of(rng, 4, 5, 6)

    def draw() -> tuple[Position, tuple[Quarry, ...], frozenset[Quarry]] | None:
        position, place = uneven(rng, 1, 2, 2, 3), chosen(rng, placements(drawn.shape))
        found = frozenset(quarry for quarry in place if position.height(quarry) > 1)
        return (position, place, found) if 0 < len(found) < len(place) else None

    position, place, found = until(draw)

    def why(quarry: Quarry) -> Phrase:
        key = "floor" if quarry in place else "untouched"
        return Phrase(f"practice.light_{key}", {"quarry": quarry}, "R33")

    return Mark(
        **worded("practice.light"),
        rules=("R33", "R22"),
        table=MineTable(position, drawn, frozenset([Power.CARPET]), marked=place),
        right_ones=found,
        why_not=why,
    )


def seen_before(rng: Random, moves: int) -> AnyTask:
    """Mark where a covered tile is known, after moves that everybody saw (R33)."""

    def draw() -> tuple[Position, tuple[Move, ...], Position] | None:
        position = after = uneven(rng, 1, 2, 3, 4)
        way: tuple[Move, ...] = ()
        for _ in range(moves):
            move = chosen(rng, legal_moves(after))
            after, way = moved(after, move), (*way, move)
        return (position, way, after) if _known(position, way) else None

    position, way, after = until(draw)

    def why(quarry: Quarry) -> Phrase:
        bared = 0 < after.height(quarry) < position.height(quarry)
        key = "bared" if bared else "top"
        return Phrase(f"practice.known_{key}", {"quarry": quarry}, "R33")

    return Mark(
        **worded("practice.known", moves=[move_told(move) for move in way]),
        rules=("R33", "R12"),
        table=MineTable(position),
        right_ones=_known(position, way),
        why_not=why,
    )


def _known(position: Position, moves: tuple[Move, ...]) -> frozenset[Quarry]:
    """Quarries where a tile below the topmost has been seen, if at first only the topmost had."""
    ways = [moved(position, moves[: made + 1]) for made in range(len(moves))]
    unseen = uncovered_by(only_tops_seen(position), ways)
    return frozenset(
        quarry for quarry in QUARRIES if ways[-1].height(quarry) - unseen[quarry.index] >= 2
    )
