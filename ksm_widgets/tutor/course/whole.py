"""Lessons 10 and 11: one whole turn, and thinking in costs (R6-R29 together)."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING

from ksm_widgets.rules.chance import below, chosen, shuffled
from ksm_widgets.rules.deck import card
from ksm_widgets.rules.digs import legal_digs, takings
from ksm_widgets.rules.moves import Move, legal_moves, moved
from ksm_widgets.rules.position import Position
from ksm_widgets.rules.powers import Power
from ksm_widgets.rules.quarries import QUARRIES, Quarry
from ksm_widgets.rules.tiles import Group
from ksm_widgets.solver import solve
from ksm_widgets.solver.problem import Problem, Slot, Values
from ksm_widgets.tutor.course.digging import MONEY
from ksm_widgets.tutor.course.drawing import card_of, mine, until
from ksm_widgets.tutor.course.holders import best_for_me
from ksm_widgets.tutor.course.lesson import Exercise, Lesson
from ksm_widgets.tutor.course.practice.mines import order_of_turns
from ksm_widgets.tutor.course.practice.paying import paid_for
from ksm_widgets.tutor.phrases import Phrase, move_told, tile_term
from ksm_widgets.tutor.tasks.kinds import Choose, Numbers, Order, PlayTurn, asked_field, options
from ksm_widgets.tutor.tasks.mine.table import MineTable
from ksm_widgets.tutor.tasks.task import AnyTask, asked

if TYPE_CHECKING:
    from random import Random

    from ksm_widgets.rules.rulebooks import Edition
    from ksm_widgets.rules.tiles import Tile
    from ksm_widgets.solver.answer import Plan

__all__ = ["LESSONS"]

WORTH = Values(parchment=2000, magic=2000, curse=0)
"""What the course counts: a parchment and a magic object 2 each, a curse nothing but its cost."""
_SLACK = 2
"""Coins that may be lost against the best in a first whole turn."""

CARD_15 = Position.parse(
    "Sz,1x43,xx,bz2c,x,Sd4a/4cy,y41,dzCd,2b,cbza,351/z5,1b,a54,xd,CSx,d/"
    "4aM,z2,a41a,3yx1,yy,d/bxx3,MC5,d5c,43,bx,C44/2za,3,52,21xy,S,3x"
)
"""Built for the rulebooks' example with card 15, whose pictures are not at hand: parchments β and
δ are wanted; one move lays a treasure of 5 bare, two more a scorpion; 3 + 2 = 5 to pay."""
_WANTED = (Slot.parse("b4:2"), Slot.parse("d4:2"))


def _plan(table: MineTable, wanted: tuple[Slot, ...] = ()) -> Plan | None:
    """The best turn on a table; None if the wanted tiles cannot be dug."""
    return solve(
        Problem(
            position=table.position,
            shape=table.shape,
            powers=table.powers,
            money=MONEY,
            values=WORTH,
            wanted=wanted,
        )
    ).plan


def _worth(tiles: tuple[Tile, ...]) -> int:
    """What a dig nets without its moves, by what the course counts."""
    others = sum(tile.group in (Group.PARCHMENT, Group.MAGIC) for tile in tiles)
    return sum(tile.treasure - tile.curse for tile in tiles) + 2 * others


def _ladder(plan: Plan) -> tuple[Phrase, ...]:
    """Hints to a turn: the idea, the level, the place, the first move."""
    assert plan.dig is not None, "a turn without a dig needs no hints"
    before = plan.positions[-2]
    idea = Phrase("lesson_turn.hint_idea", {"count": len(plan.turn.moves)})
    level = Phrase("lesson_turn.hint_level", {"level": before.height(plan.dig[0])})
    place = Phrase("lesson_turn.hint_place", {"dig": list(plan.dig)}, places=plan.dig)
    moves = Phrase(
        "lesson_turn.hint_moves", {"moves": [move_told(move) for move in plan.turn.moves]}
    )
    return (idea, level, place, moves) if plan.turn.moves else (idea, level, place)


# 10 One whole turn


_STEPS = {"choose": "R6", "reveal": "R6", "move": "R14", "dig": "R8", "pay": "R25"}
"""The steps of a turn in their order, and the rule of each."""


def _steps(rng: Random, edition: Edition) -> AnyTask:
    return Order(
        **asked("lesson_turn.steps"),
        rules=("R6", "R8", "R14", "R25"),
        options=options(
            "lesson_turn.step_",
            _STEPS,
            _STEPS,
            why=lambda step: Phrase(f"lesson_turn.step_{step}_why", rule=_STEPS[step]),
        ),
        shown=tuple(shuffled(rng, _STEPS)),
    )


def _example(rng: Random, edition: Edition) -> AnyTask:
    return PlayTurn(
        **asked("lesson_turn.example", 3),
        rules=("R13", "R9", "R14"),
        table=MineTable(
            CARD_15, card(15), money=MONEY, marked=tuple(slot.quarry for slot in _WANTED), open=True
        ),
        wanted=_WANTED,
        values=WORTH,
    )


def _example_cost(rng: Random, edition: Edition) -> AnyTask:
    way = (Move.parse("c4-d5"), Move.parse("d3-c2"), Move.parse("d3-d2"))
    dig = tuple(sorted(Quarry.parse(name) for name in ("b4", "c4", "d4", "b3", "d3")))
    table = MineTable(moved(CARD_15, way), card(15), money=MONEY, marked=dig)
    return paid_for(table, len(way), "lesson_turn.example_cost")


def _drawn_turn(
    rng: Random, sizes: tuple[int, ...], fewest: int, most: int, least_net: int, slack: int
) -> tuple[MineTable, Plan]:
    """A mine with a best turn of so many moves that is worth playing.

    Without a move more than the slack is lost, so that nobody gets by without one.
    """

    def draw() -> tuple[MineTable, Plan] | None:
        table = MineTable(mine(rng), card_of(rng, *sizes), money=MONEY, open=True)
        plan = _plan(table)
        if plan is None or plan.dig is None or plan.net < least_net:
            return None
        still = (
            _worth(takings(table.position, d)) for d in legal_digs(table.position, table.shape)
        )
        if max(still, default=0) >= plan.net - slack:
            return None
        return (table, plan) if fewest <= len(plan.turn.moves) <= most else None

    return until(draw)


def _ready(rng: Random) -> tuple[MineTable, int]:
    """A mine after some moves, ready for a marked dig that has treasures and curses."""

    def draw() -> tuple[MineTable, int] | None:
        position, drawn, moves = mine(rng), card_of(rng, 4, 5), 2 + below(rng, 2)
        for _ in range(moves):
            position = moved(position, chosen(rng, legal_moves(position)))
        digs = [
            dig
            for dig in legal_digs(position, drawn.shape)
            if {Group.TREASURE, Group.CURSE} <= {tile.group for tile in takings(position, dig)}
        ]
        return (
            (MineTable(position, drawn, money=MONEY, marked=chosen(rng, digs)), moves)
            if digs
            else None
        )

    return until(draw)


def _account(rng: Random, edition: Edition) -> AnyTask:
    return paid_for(*_ready(rng), "lesson_turn.account")


def _whole(rng: Random, edition: Edition) -> AnyTask:
    table, plan = _drawn_turn(rng, (3, 4), 1, 3, 5, _SLACK)
    return PlayTurn(
        question=Phrase("lesson_turn.whole"),
        hints=_ladder(plan),
        rules=("R8", "R9", "R13", "R14", "R25"),
        table=table,
        values=WORTH,
        slack=_SLACK,
    )


# 11 Thinking in costs


def _net(rng: Random, edition: Edition) -> AnyTask:
    table, moves = _ready(rng)
    table = replace(table, money=None)
    taken = takings(table.position, table.marked)
    curses = sum(tile.curse for tile in taken)
    others = sum(tile.group in (Group.PARCHMENT, Group.MAGIC) for tile in taken)
    net = _worth(taken) - moves
    return Numbers(
        **asked("lesson_costs.net", moves=moves),
        rules=("R14", "R16", "R17"),
        table=table,
        fields=(
            asked_field(
                "net",
                "lesson_costs.net_",
                net,
                "R14",
                {
                    net + moves: "no_moves",
                    net + curses: ("no_curses", "R17"),
                    net - 2 * others: ("treasures_only", "R18"),
                },
            ),
        ),
    )


def _cheapest(rng: Random, edition: Edition) -> AnyTask:
    def draw() -> tuple[MineTable, Slot, Plan] | None:
        position, quarry = mine(rng), chosen(rng, QUARRIES)
        top = position.top(quarry)
        if top is None or (top.points < 4 and top.group is not Group.PARCHMENT) or top.curse:
            return None
        slot = Slot(quarry, position.height(quarry))
        table = MineTable(position, card_of(rng, 3, 4), money=MONEY, marked=(quarry,), open=True)
        plan = _plan(table, (slot,))
        return (table, slot, plan) if plan and 1 <= len(plan.turn.moves) <= 2 else None

    table, slot, plan = until(draw)
    tile = table.position.top(slot.quarry)
    assert tile is not None, "the wanted tile is on top"
    return PlayTurn(
        question=Phrase("lesson_costs.cheapest", {"tile": tile_term(tile), "quarry": slot.quarry}),
        hints=_ladder(plan),
        rules=("R14", "R13", "R9"),
        table=table,
        wanted=(slot,),
        values=WORTH,
    )


def _best(rng: Random, edition: Edition) -> AnyTask:
    table, plan = _drawn_turn(rng, (3,), 1, 2, 6, 1)
    return PlayTurn(
        question=Phrase("lesson_costs.best"),
        hints=_ladder(plan),
        rules=("R14", "R13", "R16"),
        table=table,
        values=WORTH,
        slack=1,
    )


def _pays(rng: Random, edition: Edition) -> AnyTask:
    """Whether moves pay: what the marked tiles then net, against a dig without a move."""

    def draw() -> tuple[MineTable, int, int, int] | None:
        table, moves = _ready(rng)
        gross = _worth(takings(table.position, table.marked))
        over = chosen(rng, (-2, -1, 1, 2))
        still = gross - moves - over
        return (replace(table, money=None), moves, gross, still) if still >= 0 else None

    table, moves, gross, still = until(draw)
    pays = gross - moves > still
    params = {"still": still, "gross": gross, "moves": moves, "net": gross - moves}
    return Choose(
        **asked("lesson_costs.pays", **params),
        rules=("R14",),
        table=table,
        options=options(
            "lesson_costs.pays_",
            ("move", "stay"),
            "move" if pays else "stay",
            why=lambda _: Phrase(f"lesson_costs.pays_{'well' if pays else 'badly'}", params, "R14"),
        ),
    )


def _keep(rng: Random, edition: Edition) -> AnyTask:
    power = chosen(rng, (Power.MIRROR, Power.CARPET))

    def draw() -> tuple[MineTable, Decimal, Decimal] | None:
        position, drawn = mine(rng), card_of(rng, 4, 5)
        without = _plan(MineTable(position, drawn))
        spent = MineTable(position, drawn, frozenset([power]), open=True)
        having = _plan(spent)
        if without is None or having is None or having.net <= without.net:
            return None
        return replace(spent, powers=frozenset()), without.net, having.net

    table, without, having = until(draw)
    gain = int(having - without)
    worth = chosen(rng, [worth for worth in range(1, 7) if worth != gain])
    params: dict[str, object] = {
        "power": edition.power_term(power),
        "without": int(without),
        "having": int(having),
        "worth": worth,
        "gain": gain,
    }
    spend = gain > worth
    return Choose(
        **asked("lesson_costs.keep", **params),
        rules=("R19", "R29"),
        table=table,
        options=options(
            "lesson_costs.keep_",
            ("spend", "hold"),
            "spend" if spend else "hold",
            why=lambda _: Phrase(f"lesson_costs.keep_{'gain' if spend else 'loss'}", params, "R19"),
        ),
    )


LESSONS = (
    Lesson(
        10,
        "turn",
        (
            "text1",
            Exercise("turn.steps", ("R6", "R8", "R14", "R25"), _steps, then=order_of_turns),
            "text2",
            Exercise("turn.example", ("R13", "R9", "R14"), _example, fixed=True),
            Exercise("turn.example_cost", ("R25", "R14", "R17"), _example_cost, fixed=True),
            "text3",
            Exercise("turn.account", ("R25", "R14", "R17"), _account),
            "text4",
            Exercise("turn.whole", ("R8", "R9", "R13", "R14", "R25"), _whole),
            "text5",
        ),
    ),
    Lesson(
        11,
        "costs",
        (
            "text1",
            Exercise("costs.net", ("R14", "R16", "R17"), _net),
            "text2",
            Exercise("costs.pays", ("R14",), _pays),
            Exercise("costs.cheapest", ("R14", "R13", "R9"), _cheapest),
            "text3",
            Exercise("costs.best", ("R14", "R13", "R16"), _best),
            "text4",
            Exercise("costs.keep", ("R19", "R29"), _keep),
            "text6",
            Exercise("costs.held", ("R18", "R28", "R8"), best_for_me),
            "text5",
        ),
    ),
)
