"""Whole turns, and what moves, digs and objects are worth: lessons 10 and 11 (R6-R29 together)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ksm_widgets.course.kinds import Order, PlayTurn, options, terms
from ksm_widgets.course.material import (
    card_of,
    curses_of,
    decided,
    disordered,
    mine,
    to_count,
    treasures_of,
    until,
)
from ksm_widgets.course.practice.moves import MONEY
from ksm_widgets.course.practice.paying import paid_for
from ksm_widgets.mine.table import MineTable
from ksm_widgets.rules.chance import below, chosen, shuffled
from ksm_widgets.rules.deck import card
from ksm_widgets.rules.position import Position, legal_digs, legal_moves, moved, takings
from ksm_widgets.rules.quarries import QUARRIES, Move, Quarry
from ksm_widgets.rules.tiles import Group, Power
from ksm_widgets.rules.values import Values
from ksm_widgets.solver import solve
from ksm_widgets.solver.problem_reading import Slot
from ksm_widgets.tasks.task import AnyTask, worded
from ksm_widgets.telling.phrases import Phrase
from ksm_widgets.telling.plans import move_told, tile_term

if TYPE_CHECKING:
    from random import Random

    from ksm_widgets.rules.edition_rules import Edition
    from ksm_widgets.rules.tiles import Tile
    from ksm_widgets.solver.answer import Plan


WORTH = Values(parchment=2000, magic=2000, curse=0)
"""The course's values: parchments and magic objects 2 each, curses nothing but their cost."""
_SLACK = 2
"""Coins that a first whole turn may lose against the best."""

CARD_15 = Position.parse(
    "Sz,1x43,xx,bz2c,x,Sd4a/4cy,y41,dzCd,2b,cbza,351/z5,1b,a54,xd,CSx,d/"
    "4aM,z2,a41a,3yx1,yy,d/bxx3,MC5,d5c,43,bx,C44/2za,3,52,21xy,S,3x"
)
"""Made for the rulebooks' example with card 15, whose pictures we do not have: parchments β and δ
are wanted; one move uncovers a treasure of 5, two more a scorpion; 3 + 2 = 5 to pay."""
_WANTED = (Slot.parse("b4:2"), Slot.parse("d4:2"))
_WAY = (Move.parse("c4-d5"), Move.parse("d3-c2"), Move.parse("d3-d2"))


_STEPS = {"choose": "R6", "reveal": "R6", "move": "R14", "dig": "R8", "pay": "R25"}
"""The steps of a round in order, and the rule of each."""


def steps(rng: Random, edition: Edition) -> AnyTask:
    """Put the steps of a round in order (R6)."""
    return Order(
        **worded("lesson_turn.steps"),
        rules=("R6", "R8", "R14", "R25"),
        options=options(
            "lesson_turn.step_",
            _STEPS,
            _STEPS,
            why=lambda step: Phrase(f"lesson_turn.step_{step}_why", rule=_STEPS[step]),
        ),
        shown=tuple(disordered(rng, _STEPS)),
    )


def rulebooks_turn(rng: Random, edition: Edition) -> AnyTask:
    """The rulebooks' example of a turn with card 15 (R13, R9, R14)."""
    quarries = tuple(slot.quarry for slot in _WANTED)
    return PlayTurn(
        **worded("lesson_turn.example", 3),
        rules=("R13", "R9", "R14"),
        table=MineTable(CARD_15, card(15), money=MONEY, marked=quarries, open=True),
        wanted=_WANTED,
        values=WORTH,
    )


def rulebooks_price(rng: Random, edition: Edition) -> AnyTask:
    """The cost of the rulebooks' turn (R25)."""
    dig = tuple(sorted(Quarry.parse(name) for name in ("b4", "c4", "d4", "b3", "d3")))
    table = MineTable(moved(CARD_15, _WAY), card(15), marked=dig)
    return paid_for(table, MONEY, len(_WAY), "lesson_turn.example_cost")


def whole_turn(rng: Random, edition: Edition) -> AnyTask:
    """A first whole turn, up to two coins short of the best (R8-R25)."""
    table, plan = _turn(rng, (3, 4), moves=(1, 2, 3), least_net=5, slack=_SLACK)
    rules = ("R8", "R9", "R13", "R14", "R25")
    return _played("lesson_turn.whole", rules, table, plan, slack=_SLACK)


def best_turn(rng: Random, edition: Edition) -> AnyTask:
    """The best turn, up to one coin short (R14)."""
    table, plan = _turn(rng, (3,), moves=(1, 2), least_net=6, slack=1)
    return _played("lesson_costs.best", ("R14", "R13", "R16"), table, plan, slack=1)


def cheapest_turn(rng: Random, edition: Edition) -> AnyTask:
    """Dig a certain tile with as few moves as possible (R14)."""

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
    tile = table.position.stack(slot.quarry)[-1]
    told: dict[str, object] = {"tile": tile_term(tile), "quarry": slot.quarry}
    rules = ("R14", "R13", "R9")
    idea = "lesson_costs.cheapest_idea"
    return _played(
        "lesson_costs.cheapest", rules, table, plan, wanted=(slot,), told=told, idea=idea
    )


def _plan(table: MineTable, wanted: tuple[Slot, ...] = ()) -> Plan | None:
    """The best turn on a table; None if the wanted tiles cannot be dug."""
    return solve(table.problem(WORTH, wanted)).plan


def _turn(
    rng: Random, sizes: tuple[int, ...], moves: tuple[int, ...], least_net: int, slack: int
) -> tuple[MineTable, Plan]:
    """A mine whose best turn has one of these numbers of moves and is worth playing.

    Without a move more than the slack is lost.
    """

    def draw() -> tuple[MineTable, Plan] | None:
        table = MineTable(mine(rng), card_of(rng, *sizes), money=MONEY, open=True)
        plan = _plan(table)
        if plan is None or plan.dig is None or plan.net < least_net:
            return None
        digs = legal_digs(table.position, table.shape)
        still = max((_worth(takings(table.position, dig)) for dig in digs), default=0)
        suits = still < plan.net - slack and len(plan.turn.moves) in moves
        return (table, plan) if suits else None

    return until(draw)


def _worth(tiles: tuple[Tile, ...]) -> int:
    """The net of a dig without its moves, by the course's values."""
    return sum((WORTH.of(tile) or 0) // 1000 - tile.curse for tile in tiles)


def _played(
    words: str,
    rules: tuple[str, ...],
    table: MineTable,
    plan: Plan,
    *,
    slack: int = 0,
    wanted: tuple[Slot, ...] = (),
    told: dict[str, object] | None = None,
    idea: str = "lesson_turn.hint_idea",
) -> AnyTask:
    """A turn to play, with hints from its plan: the idea, the level, the place, the moves."""
    assert plan.dig is not None, "a turn without a dig needs no hints"
    moves = [move_told(move) for move in plan.turn.moves]
    level = plan.positions[-2].height(plan.dig[0])
    hints = (
        Phrase(idea, {**(told or {}), "count": len(moves)}),
        Phrase("lesson_turn.hint_level", {"level": level}),
        Phrase("lesson_turn.hint_place", {"dig": list(plan.dig)}, places=plan.dig),
        Phrase("lesson_turn.hint_moves", {"moves": moves}),
    )
    return PlayTurn(
        question=Phrase(words, told or {}),
        hints=hints,
        rules=rules,
        table=table,
        values=WORTH,
        slack=slack,
        wanted=wanted,
    )


def net_worth(rng: Random, edition: Edition) -> AnyTask:
    """The net of a turn, moves and curses taken off (R14)."""
    table, moves = _ready(rng)
    taken = takings(table.position, table.marked)
    curses = sum(tile.curse for tile in taken)
    others = sum(tile.group in (Group.PARCHMENT, Group.MAGIC) for tile in taken)
    worth = WORTH.parchment // 1000
    net = _worth(taken) - moves
    mistakes = {
        net + moves: ("no_moves", "R14"),
        net + curses: ("no_curses", "R17"),
        net - worth * others: ("treasures_only", "R18"),
    }
    rules = ("R14", "R16", "R17")
    extras = f" + {others} × {worth}" if others else ""
    worked = terms([treasures_of(taken)]) + extras + terms([], [curses_of(taken), moves])[1:]
    return to_count("lesson_costs.net", "net", net, rules, mistakes, table, worked, moves=moves)


def does_it_pay(rng: Random, edition: Edition) -> AnyTask:
    """Whether moves pay: what the marked tiles then net, against a dig without a move (R14)."""

    def draw() -> tuple[MineTable, int, int, int] | None:
        table, moves = _ready(rng)
        gross = _worth(takings(table.position, table.marked))
        still = gross - moves - chosen(rng, (-2, -1, 1, 2))
        return (table, moves, gross, still) if still >= 0 else None

    table, moves, gross, still = until(draw)
    net = gross - moves
    told = {"still": still, "gross": gross, "moves": moves, "net": net}
    why = Phrase(f"lesson_costs.pays_{'well' if net > still else 'badly'}", told, "R14")
    right = "move" if net > still else "stay"
    names = shuffled(rng, ("move", "stay"))
    return decided("lesson_costs.pays", told, ("R14",), table, names, right, why)


def _ready(rng: Random) -> tuple[MineTable, int]:
    """A mine after some moves, ready for a marked dig with treasures and curses."""

    def draw() -> tuple[MineTable, int] | None:
        position, drawn, moves = mine(rng), card_of(rng, 4, 5), 2 + below(rng, 2)
        for _ in range(moves):
            position = moved(position, chosen(rng, legal_moves(position)))
        digs = [
            dig
            for dig in legal_digs(position, drawn.shape)
            if {Group.TREASURE, Group.CURSE} <= {tile.group for tile in takings(position, dig)}
        ]
        return (MineTable(position, drawn, marked=chosen(rng, digs)), moves) if digs else None

    return until(draw)


_MOST_KEPT = 9
"""The most that an object kept for the bonus is said to be worth."""


def use_or_keep(rng: Random, edition: Edition) -> AnyTask:
    """Whether to use a magic object or to keep it for the bonus (R19, R29)."""
    power = chosen(rng, (Power.MIRROR, Power.CARPET))
    spend = below(rng, 2) == 0

    def draw() -> tuple[MineTable, int, int] | None:
        table = MineTable(mine(rng), card_of(rng, 4, 5))
        worths = {
            dig: _worth(takings(table.position, dig))
            for dig in legal_digs(table.position, table.shape, frozenset([power]))
        }
        still = legal_digs(table.position, table.shape)
        without = max((worths[dig] for dig in still), default=0)
        if not worths or without < 0 or max(worths.values()) <= without:
            return None
        best = max(worths, key=worths.__getitem__)
        gain = worths[best] - without
        # What an object is worth at the end is hardly ever more than that.
        if gain < 2 if spend else gain > _MOST_KEPT - 1:
            return None
        return replace(table, marked=best), without, worths[best]

    table, without, having = until(draw)
    gain = having - without
    worths = range(max(1, gain - 4), gain) if spend else range(gain + 1, _MOST_KEPT + 1)
    worth = chosen(rng, worths)
    told: dict[str, object] = {
        "power": power,
        "without": without,
        "having": having,
        "worth": worth,
        "gain": gain,
    }
    why = Phrase(f"lesson_costs.keep_{'gain' if spend else 'loss'}", told, "R19")
    right = "spend" if spend else "hold"
    names = shuffled(rng, ("spend", "hold"))
    return decided("lesson_costs.keep", told, ("R19", "R29"), table, names, right, why)
