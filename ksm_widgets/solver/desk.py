"""Laying a problem out for the kernel: positions and tiles become flat integers and back."""

from __future__ import annotations

from bisect import bisect_left
from functools import cache
from typing import TYPE_CHECKING

from ksm_widgets.rules.moves import Move, Variant
from ksm_widgets.rules.powers import Power
from ksm_widgets.rules.quarries import QUARRIES
from ksm_widgets.rules.shapes import Shape, placements
from ksm_widgets.rules.turns import Turn
from ksm_widgets.solver.kernel import layout as at
from ksm_widgets.solver.reckoning import ceiling_of

if TYPE_CHECKING:
    from ksm_widgets.rules.tiles import Tile
    from ksm_widgets.solver.answer import Plan
    from ksm_widgets.solver.engine import Engine
    from ksm_widgets.solver.kernel.memory import Ints
    from ksm_widgets.solver.problem import Problem
    from ksm_widgets.solver.reckoning import Ceiling

__all__ = ["TIE", "Desk"]

TIE = 4096
"""A score is thousandths of net times this, less the moves: among equals the fewest moves win."""
_PLENTY = 10**6
_AIMS = 4096
_DEPTH = 24
_BOARDS = 1 << 15


class Desk:
    """A problem on the kernel's desk; the digs found so far are read off it as turns.

    `toll` is charged for each move on top of its coin, in thousandths, and given back for as many
    moves as are allowed. So no plan within the limit scores less than it is worth, and those that
    use few moves more, while plans beyond the limit lose: with the right toll they hardly get in
    the way. Without a limit there is none. `ceiling` is what single tiles count, by default that of
    the problem.
    """

    def __init__(
        self,
        problem: Problem,
        engine: Engine,
        keep: int,
        toll: int = 0,
        ceiling: Ceiling | None = None,
    ) -> None:
        self.problem = problem
        self.ceiling = ceiling_of(problem) if ceiling is None else ceiling
        self.engine = engine
        self.places = placements(problem.shape, problem.powers)
        self.keep = min(keep, len(self.places))
        self.toll = toll * TIE
        self.gift = self.toll * (problem.max_moves or 0)
        self.best: dict[int, tuple[int, Turn]] = {}
        self.m = engine.copy(_geometry(engine))
        self._lay_out()
        self.seen = _seen_tables(engine)
        self.m[at.P_ROUND] = self.seen.round
        shape = problem.shape
        seal, mirror = Power.SEAL in problem.powers, Power.MIRROR in problem.powers
        if seal and shape.connected:
            # Only the size matters then: all such shapes share one long list.
            shape, mirror = Shape(tuple((0, column) for column in range(shape.size))), False
        self.v = engine.copy(_flat_places(engine, shape, mirror, seal))
        self.aims = engine.zeros(at.AIM * _AIMS)
        self.heap = engine.zeros(2 * _AIMS)
        self.fan = engine.zeros(at.FAN * _DEPTH)

    def _lay_out(self) -> None:
        """Write the problem into the kernel's memory."""
        problem = self.problem
        size = problem.shape.size
        tiles = [
            (quarry.index, level, tile)
            for quarry in QUARRIES
            for level, tile in enumerate(problem.position.stack(quarry), start=1)
        ]
        curses = [0 if Power.AMULET in problem.powers else tile.curse for _, _, tile in tiles]
        ceiling = self.ceiling
        worths = [ceiling.of(tile) for _, _, tile in tiles]
        known = [
            worth - 1000 * curse
            for worth, curse in zip(worths, curses, strict=True)
            if worth is not None
        ]
        least, most = min(known, default=0), max(known, default=0)
        self.least_worth = ceiling.base + size * least + ceiling.most_above
        # With wanted tiles the fewest moves come first, then the highest net.
        most_worth = ceiling.base + size * most
        self.step = 1001 + most_worth - self.least_worth if problem.wanted else 1000 * TIE + 1
        self.floor = self._least_score(max((tile.treasure for _, _, tile in tiles), default=0))
        self.scale = 1 if problem.wanted else TIE
        # The kernel knows nothing of the objects spent, which every dig loses alike.
        self.base = ceiling.base * self.scale
        self.gift += self.base
        scores = [
            at.NEVER if worth is None else (worth - 1000 * curse) * self.scale
            for worth, curse in zip(worths, curses, strict=True)
        ]
        order = sorted(
            (t for t, score in enumerate(scores) if score != at.NEVER), key=lambda t: -scores[t]
        )
        slots = {(quarry, level): t for t, (quarry, level, _) in enumerate(tiles)}
        wanted = [slots[slot.quarry.index, slot.level] for slot in problem.wanted]
        self.hopeless = len(wanted) > size or any(scores[t] == at.NEVER for t in wanted)
        m = self.m
        m[at.P_SIZE] = size
        m[at.P_PLACES] = len(self.places)
        m[at.P_DONE] = size * len(self.places)
        m[at.P_ROUGH] = (size + 1) * len(self.places)
        m[at.P_CARPET] = int(Power.CARPET in problem.powers)
        m[at.P_UPHILL] = int(problem.variant is Variant.BEGINNER)
        m[at.P_STEP] = self.step + self.toll
        m[at.P_MONEY] = min(problem.money, _PLENTY)
        m[at.P_MAX_MOVES] = (
            _PLENTY if problem.max_moves is None else min(problem.max_moves, _PLENTY)
        )
        m[at.P_WANTED] = len(wanted)
        m[at.P_ORDER] = len(order)
        m[at.P_LEAST] = self.floor - self.gift
        if problem.variant is Variant.STANDARD:
            m[at.P_FROZEN] = min(len(stack) for stack in problem.position.stacks)
        m[at.P_ONCE] = int(not self.toll)
        m[at.P_FREE] = -1
        m[at.P_AIM] = -1
        m[at.P_INCUMBENT] = at.NEVER
        m[at.P_INCUMBENT_PLACE] = -1
        self._write(at.H0, [len(stack) for stack in problem.position.stacks])
        self._write(at.TQ, [index for index, _, _ in tiles])
        self._write(at.TL, [level for _, level, _ in tiles])
        self._write(at.WORTH, scores)
        self._write(
            at.PAY,
            [tile.treasure - curse for (_, _, tile), curse in zip(tiles, curses, strict=True)],
        )
        self._write(at.ORDER, order)
        self._write(at.WANTED, wanted)
        on = [-1] * 144
        for t, (index, level, _) in enumerate(tiles):
            on[index * 4 + level - 1] = t
        self._write(at.AT, on)
        for t in wanted:
            m[at.IS_WANTED + t] = 1
        if ceiling.parts:
            self._lay_out_parts(ceiling, [tile for _, _, tile in tiles])

    def _lay_out_parts(self, ceiling: Ceiling, tiles: list[Tile]) -> None:
        """Write what tiles are worth together: the codes of tiles, the tables behind the rest."""
        codes = {
            tile: ten << 12 * place
            for place, part in enumerate(ceiling.parts)
            for tile, ten in part.digits.items()
        }
        self._write(at.CODE, [codes.get(tile, 0) for tile in tiles])
        rows = [
            [above * self.scale for part in ceiling.parts for above in part.above[opened]]
            for opened in range(self.problem.shape.size + 1)
        ]
        parchments, curses, _ = (len(part.above[0]) for part in ceiling.parts)
        self.m[at.P_ABOVE_AT] = at.MEMORY
        self.m[at.P_ABOVE_ROW] = len(rows[0])
        self.m[at.P_ABOVE_CURSES] = parchments
        self.m[at.P_ABOVE_MAGIC] = parchments + curses
        self.m = self.engine.longer(self.m, len(rows) * len(rows[0]))
        self._write(at.MEMORY, [above for row in rows for above in row])

    def _write(self, start: int, values: list[int]) -> None:
        self.m[start : start + len(values)] = self.engine.ints(values)

    def _least_score(self, treasure: int) -> int:
        """A score that every plan of use exceeds.

        That of doing nothing, or with wanted tiles of the most moves that the limit and the money
        allow.
        """
        problem = self.problem
        if not problem.wanted:
            return 0
        moves = min(problem.money, _PLENTY) + problem.shape.size * treasure
        if problem.max_moves is not None:
            moves = min(moves, problem.max_moves)
        # Below NEVER nothing could ever be told from no plan at all.
        return max(at.NEVER, self.least_worth - self.step * moves - 1)

    def run(self) -> bool:
        """Let the kernel work for a slice; True when no dig is left that could be of use."""
        result = self.engine.search(
            self.m, self.v, self.aims, self.heap, self.seen.table, self.fan, self.engine.slice
        )
        if result == at.HEAP_FULL:
            more = len(self.heap) // 2 + self.m[at.P_NEED]
            self.heap = self.engine.longer(self.heap, 2 * more)
            self.aims = self.engine.longer(self.aims, at.AIM * more)
        elif result == at.TOO_DEEP:
            self.fan = self.engine.longer(self.fan, len(self.fan))
        elif result == at.LOOKED and self.m[at.P_INCUMBENT_PLACE] >= 0:
            score = int(self.m[at.P_INCUMBENT]) + self.base
            self._keep(int(self.m[at.P_INCUMBENT_PLACE]), score, ())
        elif result == at.SOLVED:
            codes = [
                int(self.fan[depth * at.FAN + at.FAN_MOVE]) for depth in range(self.m[at.P_DEPTH])
            ]
            score = int(self.m[at.P_FOUND_SCORE]) + len(codes) * self.toll + self.base
            moves = tuple(Move(QUARRIES[code // 36], QUARRIES[code % 36]) for code in codes)
            self._keep(int(self.m[at.P_FOUND_PLACE]), score, moves)
        return result == at.EXHAUSTED or self.bound <= self.m[at.P_LEAST] + self.gift

    def offer(self, plan: Plan) -> None:
        """Tell of a plan known already, so that only better ones are sought."""
        if plan.dig is not None:
            moves = len(plan.turn.moves)
            worth = int(plan.net * 1000) + 1000 * moves
            score = worth * self.scale - self.step * moves
            self._keep(bisect_left(self.places, plan.dig), score, plan.turn.moves)

    def _keep(self, place: int, score: int, moves: tuple[Move, ...]) -> None:
        """Keep a plan if it is its placement's best; with enough kept, only better ones count."""
        known = self.best.get(place)
        if score > self.floor and (known is None or score > known[0]):
            self.best[place] = (score, Turn(moves, self.places[place], self.problem.powers))
        if len(self.best) >= self.keep:
            scores = sorted((score for score, _ in self.best.values()), reverse=True)
            self.m[at.P_LEAST] = scores[self.keep - 1] - self.gift

    @property
    def found(self) -> list[Turn]:
        """The digs found, best first, as many as were asked for."""
        ranked = sorted(self.best.items(), key=lambda item: (-item[1][0], item[0]))
        return [turn for _, (_, turn) in ranked[: self.keep]]

    @property
    def bound(self) -> int:
        """No dig not yet found scores more than this."""
        return int(self.engine.best_bound(self.m, self.heap)) + self.gift

    @property
    def aim_count(self) -> int:
        """How many aims were taken up."""
        return int(self.m[at.P_AIMS])

    @property
    def board_count(self) -> int:
        """How many boards were visited."""
        return int(self.m[at.P_BOARDS])

    def close(self) -> None:
        """Give the table of boards seen back for the next problem."""
        self.seen.round = int(self.m[at.P_ROUND])
        _SEEN.setdefault(self.engine.compiled, []).append(self.seen)


class _Seen:
    """The table of boards seen, kept from problem to problem; rounds tell old entries apart."""

    def __init__(self, engine: Engine) -> None:
        self.round = 0
        self.table = engine.zeros(_BOARDS * at.SEEN)


_SEEN: dict[bool, list[_Seen]] = {}


def _seen_tables(engine: Engine) -> _Seen:
    try:
        return _SEEN.setdefault(engine.compiled, []).pop()
    except IndexError:
        return _Seen(engine)


@cache
def _geometry(engine: Engine) -> Ints:
    """An empty memory with the geometry of the mine in it."""
    m = [0] * at.MEMORY
    for quarry in QUARRIES:
        index = quarry.index
        for other in QUARRIES:
            m[at.DIST + index * 36 + other.index] = quarry.distance(other)
        near = sorted(QUARRIES, key=quarry.distance)
        m[at.NEAR + index * 36 : at.NEAR + index * 36 + 36] = [other.index for other in near]
        beside = [other.index for other in quarry.neighbours]
        m[at.NB + index * 8 : at.NB + index * 8 + 8] = beside + [-1] * (8 - len(beside))
    m[at.LIST_SIZE : at.LIST_SIZE + 180] = [-1] * 180
    m[at.OUT : at.LIST_SIZE] = [at.UNKNOWN] * (at.LIST_SIZE - at.OUT)
    return engine.ints(m)


@cache
def _flat_places(engine: Engine, shape: Shape, mirror: bool, seal: bool) -> Ints:
    """The placements as the kernel reads them, with room for what it notes beside them."""
    powers = frozenset(power for power, on in ((Power.MIRROR, mirror), (Power.SEAL, seal)) if on)
    places = placements(shape, powers)
    flat = [quarry.index for placement in places for quarry in placement]
    return engine.ints(flat + [0] * (6 * len(places)))
