"""Laying a problem out for the kernel: positions and tiles become flat integers and back."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from ksm_widgets.rules.moves import Move, Variant
from ksm_widgets.rules.powers import Power
from ksm_widgets.rules.quarries import QUARRIES
from ksm_widgets.rules.shapes import Shape, placements
from ksm_widgets.rules.turns import Turn
from ksm_widgets.solver.kernel import constants as c
from ksm_widgets.solver.kernel.work import Work

if TYPE_CHECKING:
    from ksm_widgets.solver.engine import Engine
    from ksm_widgets.solver.kernel.work import Ints
    from ksm_widgets.solver.problem import Problem

__all__ = ["Desk", "TIE"]

TIE = 4096
"""A score is thousandths of net times this, less the moves: among equals the fewest moves win."""
_PLENTY = 10**6
_SEEN = 1 << 16
_DEPTH = 64
_HEAP = 1 << 13


class Desk:
    """A problem on the kernel's desk: the arrays, and what the kernel found in them as turns."""

    def __init__(self, problem: Problem, engine: Engine, keep: int) -> None:
        self.problem = problem
        self.engine = engine
        self.places = placements(problem.shape, problem.powers)
        self.keep = min(keep, len(self.places))
        tiles = [
            (quarry.index, level, tile)
            for quarry in QUARRIES
            for level, tile in enumerate(problem.position.stack(quarry), start=1)
        ]
        worths = [problem.values.of(tile) for _, _, tile in tiles]
        free = Power.AMULET in problem.powers
        curses = [0 if free else tile.curse for _, _, tile in tiles]
        net = [
            None if worth is None else worth - 1000 * curse
            for worth, curse in zip(worths, curses, strict=True)
        ]
        known = [worth for worth in net if worth is not None]
        self.lowest_worth = problem.shape.size * min(known, default=0)
        if problem.wanted:
            # Fewest moves first, then the highest net.
            scale = 1
            self.step = (
                1000 + problem.shape.size * (max(known, default=0) - min(known, default=0)) + 1
            )
        else:
            scale = TIE
            self.step = 1000 * TIE + 1
        slots = {(quarry, level): t for t, (quarry, level, _) in enumerate(tiles)}
        self.wanted = [slots[slot.quarry.index, slot.level] for slot in problem.wanted]
        scores = [c.NEVER if worth is None else worth * scale for worth in net]
        order = sorted(
            (t for t in range(len(tiles)) if net[t] is not None), key=lambda t: -scores[t]
        )
        ints = engine.ints
        par = [0] * c.PAR_SIZE
        par[c.P_SIZE] = problem.shape.size
        par[c.P_PLACES] = len(self.places)
        par[c.P_TILES] = len(tiles)
        par[c.P_CARPET] = int(Power.CARPET in problem.powers)
        par[c.P_UPHILL] = int(problem.variant is Variant.BEGINNER)
        par[c.P_STEP] = self.step
        par[c.P_MONEY] = min(problem.money, _PLENTY)
        par[c.P_MAX_MOVES] = (
            _PLENTY if problem.max_moves is None else min(problem.max_moves, _PLENTY)
        )
        par[c.P_WANTED] = len(self.wanted)
        par[c.P_ORDER] = len(order)
        par[c.P_KEEP] = self.keep
        par[c.P_FLOOR] = -(1 << 59) if problem.wanted else 0
        par[c.P_PLAN] = -1
        par[c.P_INCUMBENT] = c.NEVER
        par[c.P_INCUMBENT_PLACE] = -1

        def empty(size: int, value: int = 0) -> Ints:
            return ints([value] * size)

        at = [-1] * 144
        for t, (quarry, level, _) in enumerate(tiles):
            at[quarry * 4 + level - 1] = t
        dist, near, nb = _geometry(engine)
        seen = _seen_tables(engine)
        par[c.P_ROUND] = seen.round
        self.seen = seen
        self.work = Work(
            par=ints(par),
            dist=dist,
            near=near,
            nb=nb,
            h0=ints([problem.position.height(quarry) for quarry in QUARRIES]),
            at=ints(at),
            tq=ints([quarry for quarry, _, _ in tiles] or [0]),
            tl=ints([level for _, level, _ in tiles] or [0]),
            worth=ints(scores or [0]),
            pay=ints([tile.treasure - curses[t] for t, (_, _, tile) in enumerate(tiles)] or [0]),
            order=ints(order or [0]),
            places=_flat_places(
                engine, problem.shape, Power.MIRROR in problem.powers, Power.SEAL in problem.powers
            ),
            wanted=ints(self.wanted or [0]),
            done=empty(len(self.places)),
            u1=empty(180),
            u2=empty(180),
            rough=empty(5 * len(self.places)),
            inp=empty(36),
            mark=empty(len(tiles) or 1),
            v1=empty(6),
            v2=empty(6),
            vt=empty(6),
            g1=empty(6),
            heap_key=empty(_HEAP),
            heap_plan=empty(_HEAP),
            plan_place=empty(_HEAP),
            plan_level=empty(_HEAP),
            plan_stage=empty(_HEAP),
            plan_moves=empty(_HEAP),
            plan_tile=empty(6 * _HEAP),
            free=empty(_HEAP),
            h=empty(36),
            e=empty(36),
            cap=empty(36),
            ch=empty(144),
            cq=empty(6),
            cl=empty(6),
            target=empty(6),
            key=empty(3),
            path=empty(_DEPTH),
            fan=empty(_DEPTH * c.FAN),
            fan_size=empty(_DEPTH),
            fan_next=empty(_DEPTH),
            seen0=seen.seen0,
            seen1=seen.seen1,
            seen2=seen.seen2,
            seen_left=seen.left,
            seen_round=seen.rounds,
            found_score=empty(self.keep),
            found_place=empty(self.keep),
            found_level=empty(self.keep),
            found_moves=empty(self.keep),
            found_path=empty(self.keep * _DEPTH),
        )

    def run(self) -> int:
        """Let the kernel work for one slice, making room where it asks for it."""
        result = self.engine.search(self.work, self.engine.slice)
        if result == c.HEAP_FULL:
            self._more_plans()
            return c.RUNNING
        if result == c.TOO_DEEP:
            self._more_depth()
            return c.RUNNING
        return int(result)

    def _longer(self, ints: Ints, size: int) -> Ints:
        return self.engine.ints([*ints, *([0] * (size - len(ints)))])

    def _more_plans(self) -> None:
        w = self.work
        size = 2 * len(w.heap_key) + w.par[c.P_NEED]
        self.work = w._replace(
            plan_tile=self._longer(w.plan_tile, 6 * size),
            **{
                name: self._longer(getattr(w, name), size)
                for name in (
                    "heap_key",
                    "heap_plan",
                    "plan_place",
                    "plan_level",
                    "plan_stage",
                    "plan_moves",
                    "free",
                )
            },
        )

    def _more_depth(self) -> None:
        w = self.work
        old = len(w.path)
        size = 2 * old
        found_path = [0] * (self.keep * size)
        for k in range(w.par[c.P_FOUND]):
            found_path[k * size : k * size + old] = list(w.found_path[k * old : (k + 1) * old])
        self.work = w._replace(
            path=self._longer(w.path, size),
            fan=self._longer(w.fan, size * c.FAN),
            fan_size=self._longer(w.fan_size, size),
            fan_next=self._longer(w.fan_next, size),
            found_path=self.engine.ints(found_path),
        )

    @property
    def bound(self) -> int:
        """No dig not yet found scores more than this."""
        return int(self.engine.best_bound(self.work))

    @property
    def plans(self) -> int:
        """How many plans were taken up."""
        return int(self.work.par[c.P_PLANS])

    @property
    def boards(self) -> int:
        """How many boards were visited."""
        return int(self.work.par[c.P_BOARDS])

    def incumbent(self) -> Turn | None:
        """The best dig without a move, if one is of use."""
        place = self.work.par[c.P_INCUMBENT_PLACE]
        if place < 0:
            return None
        return Turn((), self.places[place], self.problem.powers)

    def found(self) -> list[Turn]:
        """The digs found, best first."""
        w = self.work
        room = len(w.path)
        turns = []
        for k in range(w.par[c.P_FOUND]):
            codes = w.found_path[k * room : k * room + w.found_moves[k]]
            moves = tuple(Move(QUARRIES[code // 36], QUARRIES[code % 36]) for code in codes)
            turns.append(Turn(moves, self.places[w.found_place[k]], self.problem.powers))
        return turns

    def close(self) -> None:
        """Give the tables of boards seen back for the next problem."""
        self.seen.round = int(self.work.par[c.P_ROUND])
        _SEEN_FREE.setdefault(self.engine.compiled, []).append(self.seen)


class _Seen:
    """The tables of boards seen, kept from problem to problem; rounds tell old entries apart."""

    def __init__(self, engine: Engine) -> None:
        def empty() -> Ints:
            return engine.ints([0] * _SEEN)

        self.round = 0
        self.seen0, self.seen1, self.seen2 = empty(), empty(), empty()
        self.left, self.rounds = empty(), empty()


_SEEN_FREE: dict[bool, list[_Seen]] = {}


def _seen_tables(engine: Engine) -> _Seen:
    free = _SEEN_FREE.get(engine.compiled)
    try:
        if free:
            return free.pop()
    except IndexError:  # another thread was quicker
        pass
    return _Seen(engine)


@cache
def _geometry(engine: Engine) -> tuple[Ints, Ints, Ints]:
    dist = [one.distance(other) for one in QUARRIES for other in QUARRIES]
    near: list[int] = []
    nb: list[int] = []
    for quarry in QUARRIES:
        near += [other.index for other in sorted(QUARRIES, key=quarry.distance)]
        beside = [other.index for other in quarry.neighbours]
        nb += beside + [-1] * (8 - len(beside))
    return engine.ints(dist), engine.ints(near), engine.ints(nb)


@cache
def _flat_places(engine: Engine, shape: Shape, mirror: bool, seal: bool) -> Ints:
    powers = frozenset(power for power, on in ((Power.MIRROR, mirror), (Power.SEAL, seal)) if on)
    return engine.ints(
        [quarry.index for placement in placements(shape, powers) for quarry in placement]
    )
