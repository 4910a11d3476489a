"""Practice for the mine, the cards and what is known (R1-R7, R33)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.rules.chance import below, chosen, shuffled
from ksm_widgets.rules.covering import only_tops_seen, uncovered_by
from ksm_widgets.rules.deck import CARD_COUNT, cards
from ksm_widgets.rules.moves import Move, legal_moves, moved
from ksm_widgets.rules.players import CARDS_EACH, COINS_EACH
from ksm_widgets.rules.powers import Power
from ksm_widgets.rules.quarries import QUARRIES, ROWS, SIDE, Quarry
from ksm_widgets.rules.shapes import Shape, placements
from ksm_widgets.tutor.course.drawing import card_of, flat, names, tops, uneven, until
from ksm_widgets.tutor.phrases import Phrase, a_tile, move_told
from ksm_widgets.tutor.tasks.kinds import (
    Choose,
    Mark,
    Numbers,
    Option,
    Order,
    PlaceCard,
    asked_field,
    options,
)
from ksm_widgets.tutor.tasks.mine.table import MineTable
from ksm_widgets.tutor.tasks.task import AnyTask, asked
from ksm_widgets.words import Term

if TYPE_CHECKING:
    from random import Random

    from ksm_widgets.rules.position import Position
    from ksm_widgets.rules.rulebooks import Edition
    from ksm_widgets.rules.tiles import Tile

__all__ = [
    "brought_to_light",
    "card_held",
    "card_size",
    "dealing",
    "heights",
    "in_the_corner",
    "kinds_of_tiles",
    "known",
    "laying",
    "order_of_turns",
    "quarry_named",
    "seen_before",
]


def lies(position: Position, quarry: Quarry, rule: str) -> Phrase:
    """What lies on top of a quarry, or that it is empty."""
    tile = position.top(quarry)
    if tile is None:
        return Phrase("feedback.is_empty", {"quarry": quarry}, rule)
    return Phrase("feedback.is_tile", {"quarry": quarry, "tile": a_tile(tile)}, rule)


def quarry_named(rng: Random, edition: Edition, level: int) -> AnyTask:
    """Find a quarry: by its name, by steps from another, as one who sits opposite sees it (R1)."""
    position = uneven(rng)
    wanted = until(lambda: _off_diagonal(rng))
    start = until(lambda: _apart(rng, wanted))
    across, away = wanted.column - start.column, wanted.row - start.row
    params: dict[str, object] = {
        "quarry": wanted,
        "start": start,
        "across": Phrase(f"practice.{'right' if across > 0 else 'left'}", {"count": abs(across)}),
        "along": Phrase(f"practice.{'away' if away > 0 else 'near'}", {"count": abs(away)}),
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
        **asked(words, **params),
        rules=("R1",),
        table=MineTable(position),
        right_ones=frozenset([wanted]),
        why_not=why,
    )


def _off_diagonal(rng: Random) -> Quarry | None:
    quarry = chosen(rng, QUARRIES)
    return quarry if quarry.row != quarry.column and quarry.row + quarry.column != 5 else None


def _apart(rng: Random, other: Quarry) -> Quarry | None:
    quarry = chosen(rng, QUARRIES)
    return quarry if quarry.row != other.row and quarry.column != other.column else None


def kinds_of_tiles(rng: Random, edition: Edition, level: int) -> AnyTask:
    """Mark tiles: of a group, of a kind, or by what they cost and bring (R2)."""
    position, cost, worth = uneven(rng), 2 + below(rng, 2), 3 + below(rng, 3)
    there = [tile for quarry in QUARRIES if (tile := position.top(quarry)) is not None]
    kind = chosen(rng, there)
    group = kind.group

    def fits(tile: Tile, _: int) -> bool:
        if level == 1:
            return tile.group is group
        return tile is kind if level == 2 else tile.curse >= cost or tile.treasure >= worth

    found = tops(position, fits)
    words = ("lesson_mine.group", "practice.kind", "practice.value")[level - 1]
    said = {
        "group": Term(f"group.{group.value}"),
        "tile": edition.tile_term(kind),
        "cost": cost,
        "worth": worth,
    }
    return Mark(
        **asked(words, **said),
        rules=("R2",),
        table=MineTable(position),
        right_ones=found,
        why_not=lambda quarry: lies(position, quarry, "R2"),
    )


def heights(rng: Random, edition: Edition, level: int) -> AnyTask:
    """Count tiles: on a quarry, in a row, or those that have left the mine (R3)."""
    position = uneven(rng, *((1, 2, 3, 4) if level == 1 else (0, 1, 2, 3, 4)))
    quarry = chosen(rng, QUARRIES)
    row = tuple(other for other in QUARRIES if other.row == quarry.row)
    there = sum(map(len, position.stacks))
    marked: tuple[Quarry, ...] = ((quarry,), row, ())[level - 1]
    count = there if level == 3 else sum(position.height(each) for each in marked)
    words = ("one", "row", "gone")[level - 1]
    told = {"quarry": quarry, "row": ROWS[quarry.row]}
    mistakes = {sum(position.height(each) > 0 for each in row): "tops"} if level == 2 else {}
    if level == 3:
        mistakes = {there: "there", 4 * len(QUARRIES) - there + len(QUARRIES): "covered"}
        count = 4 * len(QUARRIES) - there
    return Numbers(
        **asked(f"practice.height_{words}", **told),
        rules=("R3",),
        table=MineTable(position, marked=marked),
        fields=(
            asked_field("count", f"practice.height_{words}_", count, "R3", dict(mistakes), **told),
        ),
    )


def dealing(rng: Random, edition: Edition, level: int) -> AnyTask:
    """From the cards played so far: those still in hand, those in the box, the coins (R4)."""
    players = 2 + below(rng, 4)
    least = -(-6 // players)
    rounds = least + below(rng, CARDS_EACH[players] - least)
    played = shuffled(rng, range(1, CARD_COUNT + 1))[: players * rounds]
    rows = [played[start : start + players] for start in range(0, len(played), players)]
    values = {
        "left": CARDS_EACH[players] - rounds,
        "box": CARD_COUNT - players * CARDS_EACH[players],
        "coins": COINS_EACH[players],
    }
    mistakes = {"left": {CARDS_EACH[players]: "dealt"}, "box": {CARD_COUNT - len(played): "hands"}}
    told = "; ".join(", ".join(map(str, row)) for row in rows)
    return Numbers(
        **asked("practice.dealing", players=players, rounds=rounds, played=told),
        rules=("R4",),
        fields=tuple(
            asked_field(
                name, f"practice.dealing_{name}_", value, "R4", dict(mistakes.get(name, {}))
            )
            for name, value in list(values.items())[:level]
        ),
    )


def card_size(rng: Random, edition: Edition, level: int) -> AnyTask:
    """How many quarries a card has, or must have, or lacks as it was laid (R5)."""
    drawn = card_of(rng, 3, 4, 5, 6)
    size, position = drawn.shape.size, uneven(rng)
    if level == 1:
        return Numbers(
            **asked("lesson_card.size", number=drawn.number),
            rules=("R5",),
            table=MineTable(position, drawn),
            fields=(
                asked_field("size", "lesson_card.size_", size, "R5", {drawn.number: "number"}),
            ),
        )
    if level == 2:
        other = chosen(rng, [each for each in cards() if each.number != drawn.number])
        higher = other.number > drawn.number
        told = {"number": drawn.number, "other": other.number}
        words = f"practice.size_{'least' if higher else 'most'}"
        return Numbers(
            **asked(words, **told),
            rules=("R5",),
            table=MineTable(position, drawn),
            fields=(
                asked_field("size", f"{words}_", size, "R5", {other.number: "number"}, **told),
            ),
        )
    lacking = 1 + below(rng, size - 2)
    laid = shuffled(rng, chosen(rng, placements(drawn.shape)))[lacking:]
    return Numbers(
        **asked("practice.size_lacks", number=drawn.number),
        rules=("R5",),
        table=MineTable(position, drawn, marked=tuple(sorted(laid))),
        fields=(asked_field("size", "practice.size_lacks_", lacking, "R5", {size: "whole"}),),
    )


def order_of_turns(rng: Random, edition: Edition, level: int) -> AnyTask:
    """Who digs when: put players in order, or find the one at a place (R6)."""
    players = names(rng, 3 + min(level, 2))
    numbers = sorted(shuffled(rng, range(1, CARD_COUNT + 1))[: len(players)])
    pairs = list(zip(players, numbers, strict=True))
    revealed = shuffled(rng, pairs)
    labels = {
        player: Phrase("lesson_round.turns_label", {"player": player, "number": number})
        for player, number in pairs
    }
    if level < 3:
        return Order(
            **asked("lesson_round.turns"),
            rules=("R6",),
            options=tuple(
                Option(
                    player,
                    labels[player],
                    True,
                    Phrase("lesson_round.turns_why", {"player": player, "number": number}, "R6"),
                )
                for player, number in pairs
            ),
            shown=tuple(player for player, _ in revealed),
        )
    place = 1 + below(rng, 3)

    def why(player: str) -> Phrase:
        before = players.index(player)
        return Phrase("practice.place_why", {"player": player, "count": before}, "R6")

    return Choose(
        **asked("practice.place", before=place),
        rules=("R6",),
        options=tuple(
            Option(player, labels[player], players.index(player) == place, why(player))
            for player, _ in revealed
        ),
    )


def laying(rng: Random, edition: Edition, level: int) -> AnyTask:
    """Lay a card: over a quarry, into a corner, or see how it was laid (R7)."""
    return (laid_over, in_the_corner, card_held)[level - 1](rng)


def laid_over(rng: Random) -> AnyTask:
    """Lay the card over a quarry, in a mine that is equally high everywhere (R7)."""

    def draw() -> tuple[MineTable, Quarry] | None:
        drawn = card_of(rng, 3, 4, 5)
        place = chosen(rng, placements(drawn.shape))
        turned = placements(drawn.shape, frozenset([Power.MIRROR]))
        if len(turned) < 4 * len(placements(drawn.shape)):
            return None
        return MineTable(flat(rng, 2), drawn, marked=(place[0],)), place[0]

    table, quarry = until(draw)
    return PlaceCard(
        **asked("lesson_card.lay", quarry=quarry),
        rules=("R7",),
        table=table,
        singly=True,
        takes=frozenset([quarry]),
    )


def in_the_corner(rng: Random) -> AnyTask:
    """Lay the card so that it covers a corner (R7)."""

    def draw() -> tuple[MineTable, Quarry] | None:
        drawn, corner = card_of(rng, 4, 5), chosen(rng, (QUARRIES[5], QUARRIES[30], QUARRIES[35]))
        fits = [place for place in placements(drawn.shape) if corner in place]
        if not fits:
            return None
        return MineTable(flat(rng, 3), drawn, marked=(corner,)), corner

    table, corner = until(draw)
    return PlaceCard(
        **asked("lesson_card.edge", quarry=corner),
        rules=("R7",),
        table=table,
        singly=True,
        takes=frozenset([corner]),
    )


def card_held(rng: Random) -> AnyTask:
    """Tell whether a card was laid as it is held, turned, or flipped (R7)."""

    def draw() -> tuple[MineTable, str, tuple[Quarry, ...]] | None:
        drawn = card_of(rng, 3, 4, 5)
        shape = drawn.shape
        flipped = Shape(tuple((row, -column) for row, column in shape.cells))
        turns = {shape.turned(quarters) for quarters in range(4)}
        if flipped in turns or len(turns) < 4:
            return None
        kind = chosen(rng, ("held", "turned", "flipped"))
        laid = {"held": shape, "turned": shape.turned(1 + below(rng, 3)), "flipped": flipped}[kind]
        place = chosen(rng, placements(laid))
        return MineTable(flat(rng, 2), drawn, marked=place), kind, place

    table, kind, place = until(draw)

    def why(name: str) -> Phrase:
        return Phrase(f"lesson_card.{_remark(name, kind)}", rule="R7", places=place)

    return Choose(
        **asked("lesson_card.held"),
        rules=("R7",),
        table=table,
        options=options("lesson_card.held_", ("held", "turned", "flipped"), kind, why=why),
    )


def _remark(chosen_one: str, kind: str) -> str:
    """What is said to an answer: why it is right, or what to look at again."""
    if chosen_one == kind:
        return f"held_is_{kind}"
    return f"held_not_{chosen_one}" + (f"_but_{kind}" if chosen_one == "turned" else "")


def known(rng: Random, edition: Edition, level: int) -> AnyTask:
    """Mark what a dig brings to light, or where a covered tile is known after moves (R33)."""
    return brought_to_light(rng) if level == 1 else seen_before(rng, moves=level)


def brought_to_light(rng: Random) -> AnyTask:
    """Mark where a dig brings to light what nobody has seen (R33)."""
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
        **asked("practice.light"),
        rules=("R33", "R22"),
        table=MineTable(position, drawn, frozenset([Power.CARPET]), marked=place),
        right_ones=found,
        why_not=why,
    )


def seen_before(rng: Random, moves: int) -> AnyTask:
    """Mark where a covered tile is known, after some moves before everybody's eyes (R33)."""

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
        **asked("practice.known", moves=[move_told(move) for move in way]),
        rules=("R33", "R12"),
        table=MineTable(position),
        right_ones=_known(position, way),
        why_not=why,
    )


def _known(position: Position, moves: tuple[Move, ...]) -> frozenset[Quarry]:
    """Where a tile below the topmost has been seen, if at first just the topmost had."""
    ways = [moved(position, moves[: made + 1]) for made in range(len(moves))]
    unseen = uncovered_by(only_tops_seen(position), ways)
    return frozenset(
        quarry for quarry in QUARRIES if ways[-1].height(quarry) - unseen[quarry.index] >= 2
    )
