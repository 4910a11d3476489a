"""Lessons 4 and 5: the dig, and moving tiles before it (R8-R15)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.rules.chance import below, chosen, shuffled
from ksm_widgets.rules.deck import card
from ksm_widgets.rules.digs import dig_fault, legal_digs, takings
from ksm_widgets.rules.moves import Move, Variant, legal_moves, targets
from ksm_widgets.rules.position import Position
from ksm_widgets.rules.quarries import QUARRIES, Quarry
from ksm_widgets.rules.shapes import placements
from ksm_widgets.rules.stages import Stage
from ksm_widgets.rules.tiles import Tile
from ksm_widgets.rules.turns import Turn
from ksm_widgets.solver import solve
from ksm_widgets.solver.origins import slots_dug
from ksm_widgets.solver.problem import Slot, Values
from ksm_widgets.tutor.course.drawing import card_of, coin_worth, filled, mine, uneven, until
from ksm_widgets.tutor.course.lesson import Differs, Exercise, Lesson
from ksm_widgets.tutor.course.practice.digs import empty_quarries, left_out, worth_digging
from ksm_widgets.tutor.course.practice.mines import seen_before
from ksm_widgets.tutor.course.practice.moves import price, reach, straight_way, targets_of
from ksm_widgets.tutor.phrases import Phrase
from ksm_widgets.tutor.tasks.kinds import (
    Choose,
    Numbers,
    PlaceCard,
    PlayTurn,
    Shift,
    asked_field,
    options,
)
from ksm_widgets.tutor.tasks.mine.table import MineTable
from ksm_widgets.tutor.tasks.task import AnyTask, asked

if TYPE_CHECKING:
    from random import Random

    from ksm_widgets.rules.deck import Card
    from ksm_widgets.rules.errors import DigError
    from ksm_widgets.rules.rulebooks import Edition
    from ksm_widgets.solver.answer import Plan

__all__ = ["LESSONS", "MONEY"]

MONEY = 10
"""What a player has in hand in tasks that are paid."""

LEVELS = Position.parse(
    "b,a5,aCyz,2124,1335,d/M,3,b,Scy,2c22,12A1/1ba,3x,53M,Axzc,4,dc54/"
    "d,adb4,xcM,Scz,5dx,S2/c,z,A4,z12,4zM,bd/b,13,1xy,3,d,S"
)
"""Built for the rulebooks' pictures of tiles on four levels and of digs, which are not at hand."""

UPHILL = Position.parse(
    "1,2,x2,3,a,4/b,1d,3x,2,1,y/2,41,2,-,3,c1/1,13y,b4a,3yx1,2,4/3,y,1z2a,5x,x,2/2,x,1b,b,3,1"
)
"""Built for the rulebooks' picture of the tile in the middle: same level, lower, empty, higher."""


# 4 The dig


def _digs(rng: Random, least: int, most: int) -> tuple[Position, Card]:
    def draw() -> tuple[Position, Card] | None:
        position, drawn = mine(rng), card_of(rng, 3, 4)
        return (
            (position, drawn) if least <= len(legal_digs(position, drawn.shape)) <= most else None
        )

    return until(draw)


def _where(rng: Random, edition: Edition) -> AnyTask:
    return PlaceCard(
        **asked("lesson_dig.where"),
        rules=("R8", "R9"),
        table=MineTable(*_digs(rng, 1, 8)),
    )


def _levels(rng: Random, edition: Edition) -> AnyTask:
    return PlaceCard(
        **asked("lesson_dig.levels"),
        rules=("R9",),
        table=MineTable(LEVELS, card(3)),
        worth=coin_worth,
    )


def _best(rng: Random, edition: Edition) -> AnyTask:
    def draw() -> MineTable | None:
        table = MineTable(*_digs(rng, 3, 12))
        worths = {
            coin_worth(takings(table.position, dig))
            for dig in legal_digs(table.position, table.shape)
        }
        return table if len(worths) >= 3 and max(worths) > 0 else None

    return PlaceCard(
        **asked("lesson_dig.best"), rules=("R8", "R9"), table=until(draw), worth=coin_worth
    )


_WHY = {"levels": "R9", "empty": "R10", "shape": "R7", "none": "R8"}


def _why(rng: Random, edition: Edition) -> AnyTask:
    wanted = chosen(rng, tuple(_WHY))

    def draw() -> MineTable | None:
        position, drawn = mine(rng, Stage.LATE), card_of(rng, 3, 4)
        places = placements(drawn.shape)
        if wanted == "shape":
            shifted = ({*place[1:], chosen(rng, place[0].neighbours)} for place in places)
            places = tuple(tuple(sorted(p)) for p in shifted if len(p) == drawn.shape.size)
        fitting = [p for p in places if _kind(dig_fault(position, p, drawn.shape)) == wanted]
        return MineTable(position, drawn, marked=chosen(rng, fitting)) if fitting else None

    table = until(draw)

    def why(name: str) -> Phrase:
        key = f"lesson_dig.{_remark(name, wanted)}"
        return Phrase(key, rule=_WHY[wanted], places=table.marked)

    return Choose(
        **asked("lesson_dig.why"),
        rules=(_WHY[wanted], *(rule for rule in _WHY.values() if rule != _WHY[wanted])),
        table=table,
        options=options("lesson_dig.why_", _WHY, wanted, why=why),
    )


def _remark(chosen_one: str, wanted: str) -> str:
    """What is said to an answer: why it is right, or what to look at again."""
    match chosen_one, wanted:
        case _ if chosen_one == wanted:
            return f"why_is_{wanted}"
        case (("levels" | "empty"), "shape"):
            return "why_shape_first"
        case "levels", "empty":
            return "why_empty_first"
        case _:
            return f"why_not_{chosen_one}"


def _kind(fault: DigError | None) -> str:
    """Which of the four answers to "can this be dug?" is right."""
    if fault is None:
        return "none"
    return {"R9": "levels", "R10": "empty"}.get(fault.rule, "shape")


def _empty(rng: Random, edition: Edition) -> AnyTask:
    return empty_quarries(rng, edition, 1)


_CHOICES = {
    "all": ("R8", "take_all", ("take_all", "leave", "return")),
    "optional": ("R11", "no_dig", ("no_dig", "must", "redraw")),
}


def _choice(which: str, rng: Random) -> AnyTask:
    rule, right, names = _CHOICES[which]
    return Choose(
        **asked(f"lesson_dig.{which}", 1),
        rules=(rule,),
        options=options("lesson_dig.", shuffled(rng, names), right, rule),
    )


def _all(rng: Random, edition: Edition) -> AnyTask:
    return _choice("all", rng)


def _optional(rng: Random, edition: Edition) -> AnyTask:
    return _choice("optional", rng)


# 5 Moving


def _picture(rng: Random, edition: Edition) -> AnyTask:
    return targets_of(UPHILL, Quarry.parse("c3"), words="lesson_moving.picture")


def _where_to(rng: Random, edition: Edition) -> AnyTask:
    def draw() -> tuple[Position, Quarry] | None:
        position, quarry = mine(rng), chosen(rng, QUARRIES)
        enough = 2 <= len(targets(position, quarry)) < len(quarry.neighbours)
        return (position, quarry) if enough else None

    position, quarry = until(draw)
    return targets_of(position, quarry)


def _beginner(rng: Random, edition: Edition) -> AnyTask:
    def draw() -> tuple[Position, Quarry] | None:
        position, quarry = mine(rng, Stage.EARLY), chosen(rng, QUARRIES)
        standard = targets(position, quarry)
        beginner = targets(position, quarry, Variant.BEGINNER)
        wanted = len(standard) < len(beginner) < len(quarry.neighbours)
        return (position, quarry) if wanted else None

    position, quarry = until(draw)
    return targets_of(position, quarry, Variant.BEGINNER, "lesson_moving.beginner")


def _bare(rng: Random, edition: Edition) -> AnyTask:
    def covered_fives(position: Position) -> list[Quarry]:
        return [
            quarry
            for quarry in QUARRIES
            if position.stack(quarry)[-2:-1] == (Tile.TREASURE_5,) and targets(position, quarry)
        ]

    def draw() -> tuple[Position, Move] | None:
        position = mine(rng)
        fives = covered_fives(position)
        if not 1 <= len(fives) <= 3:
            return None
        return position, Move(fives[0], targets(position, fives[0])[0])

    position, move = until(draw)

    def missing(turn: Turn, after: Position) -> Phrase | None:
        bared = {
            quarry for quarry in QUARRIES if 0 < after.height(quarry) < position.height(quarry)
        }
        if any(after.top(quarry) is Tile.TREASURE_5 for quarry in bared):
            return None
        last = turn.moves[-1].source
        return Phrase("lesson_moving.bare_other", {"quarry": last}, "R12", (last,))

    return Shift(
        **asked("lesson_moving.bare"),
        rules=("R12",),
        table=MineTable(position, open=True),
        missing=missing,
        way=Turn((move,)),
    )


def _bring(rng: Random, edition: Edition) -> AnyTask:
    def draw() -> tuple[Position, tuple[Move, ...]] | None:
        position, source, target = mine(rng), chosen(rng, QUARRIES), chosen(rng, QUARRIES)
        if not 2 <= source.distance(target) <= 3 or position.height(source) < 2:
            return None
        way = straight_way(position, source, target)
        return (position, way) if way else None

    position, way = until(draw)
    source, target = way[0].source, way[-1].target
    carried = Slot(source, position.height(source))

    def missing(turn: Turn, after: Position) -> Phrase | None:
        if after.height(target) and carried in slots_dug(position, Turn(turn.moves, (target,))):
            return None
        params = {"source": source, "target": target}
        return Phrase("lesson_moving.bring_elsewhere", params, "R12", (target,))

    return Shift(
        **asked("lesson_moving.bring", source=source, target=target, count=len(way)),
        rules=("R13", "R14"),
        table=MineTable(position, marked=(source, target)),
        missing=missing,
        way=Turn(way),
    )


def _cost(rng: Random, edition: Edition) -> AnyTask:
    return price(rng, edition, 1)


def _fresh(rng: Random, edition: Edition) -> AnyTask:
    return Numbers(
        **asked("lesson_moving.fresh"),
        rules=("R13",),
        table=MineTable(filled(rng)),
        fields=(asked_field("tiles", "lesson_moving.fresh_", 0, "R13", {len(QUARRIES): "tops"}),),
    )


def _known(rng: Random, edition: Edition) -> AnyTask:
    return seen_before(rng, moves=1 + below(rng, 2))


def _fill(rng: Random, edition: Edition) -> AnyTask:
    """A dig on the floor that one empty quarry is in the way of, and a tile next to it."""

    def draw() -> tuple[MineTable, Move] | None:
        position, drawn = uneven(rng, 0, 1, 1, 1, 2), card_of(rng, 3, 4)
        for place in shuffled(rng, placements(drawn.shape)):
            (lowest, *others) = sorted(place, key=position.height)
            found = [
                move
                for move in legal_moves(position)
                if move.target == lowest and move.source not in place
            ]
            on_floor = all(position.height(quarry) == 1 for quarry in others)
            if not position.height(lowest) and on_floor and found:
                return MineTable(position, drawn, marked=place), found[0]
        return None

    table, move = until(draw)

    def missing(turn: Turn, after: Position) -> Phrase | None:
        fault = dig_fault(after, table.marked, table.shape)
        return None if fault is None else Phrase.why(fault)

    return Shift(
        **asked("lesson_moving.fill"),
        rules=("R10", "R13"),
        table=table,
        missing=missing,
        way=Turn((move,)),
    )


def _one(rng: Random, edition: Edition) -> AnyTask:
    """A dig that wants just one move: the step between laying a card and a whole turn."""

    def draw() -> tuple[MineTable, Slot, Plan] | None:
        position, drawn = uneven(rng, 1, 2, 2, 3), card_of(rng, 3)
        if legal_digs(position, drawn.shape):
            return None
        quarry = chosen(rng, QUARRIES)
        slot = Slot(quarry, position.height(quarry))
        table = MineTable(position, drawn, money=MONEY, marked=(quarry,))
        plan = solve(table.problem(Values(), (slot,))).plan
        return (table, slot, plan) if plan is not None and len(plan.turn.moves) == 1 else None

    table, slot, plan = until(draw)
    assert plan.dig is not None, "the wanted tile is dug"
    return PlayTurn(
        question=Phrase("lesson_moving.one", {"quarry": slot.quarry}),
        hints=(
            Phrase("lesson_moving.one_hint1"),
            Phrase("lesson_moving.one_hint2", {"dig": list(plan.dig)}, places=plan.dig),
        ),
        rules=("R12", "R13", "R9"),
        table=table,
        wanted=(slot,),
    )


LESSONS = (
    Lesson(
        4,
        "dig",
        (
            "text1",
            Exercise("dig.where", ("R8", "R9"), _where),
            Exercise("dig.levels", ("R9",), _levels, fixed=True),
            "text2",
            Exercise("dig.empty", ("R10",), _empty),
            Exercise("dig.why", ("R9", "R10", "R7", "R8"), _why),
            "text3",
            Exercise("dig.all", ("R8",), _all, then=left_out),
            Exercise("dig.optional", ("R11",), _optional, then=worth_digging),
            Exercise("dig.best", ("R8", "R9"), _best),
            "text4",
        ),
    ),
    Lesson(
        5,
        "moving",
        (
            "text1",
            Exercise("moving.picture", ("R13", "R12"), _picture, fixed=True),
            Exercise("moving.targets", ("R13", "R12"), _where_to),
            Exercise("moving.fresh", ("R13",), _fresh, then=reach),
            "text2",
            Exercise("moving.bare", ("R12",), _bare),
            Exercise("moving.known", ("R33", "R12"), _known),
            Exercise("moving.bring", ("R13", "R14"), _bring),
            "text3",
            Exercise("moving.cost", ("R14",), _cost),
            "text4",
            Exercise("moving.fill", ("R10", "R13"), _fill),
            Exercise("moving.one", ("R12", "R13", "R9"), _one),
            "text5",
            Differs("variant", ("R15",)),
            Exercise("moving.beginner", ("R15",), _beginner),
            "text6",
        ),
    ),
)
