"""The state of a search: a problem laid out for the kernel, and the digs found so far."""

from __future__ import annotations

from bisect import bisect_left
from copy import copy
from dataclasses import dataclass
from decimal import Decimal
from operator import add
from typing import TYPE_CHECKING

from ksm_widgets.rules.deck import placements
from ksm_widgets.rules.quarries import QUARRIES, Move, Variant
from ksm_widgets.rules.tiles import Power
from ksm_widgets.rules.turns import Turn
from ksm_widgets.solver.cache import (
    flat_places,
    give_back,
    laid_out,
    mine_of,
    overcount_table,
    seen_boards,
)
from ksm_widgets.solver.ceilings import ceiling_of, changes_by_one
from ksm_widgets.solver.kernel import layout as at
from ksm_widgets.solver.kernel.every import LISTS, NOTES
from ksm_widgets.solver.kernel.search import AIM_WORK, DIGS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ksm_widgets.rules.tiles import Tile
    from ksm_widgets.solver.answer import Plan
    from ksm_widgets.solver.ceilings import Ceiling
    from ksm_widgets.solver.engine import Engine
    from ksm_widgets.solver.kernel.layout import Ints
    from ksm_widgets.solver.problem import Problem
    from ksm_widgets.solver.problem_reading import Slot


TIE = 4096
"""A score is thousandths of net times this, less the moves: so fewest moves break ties."""
_PLENTY = 10**6
_WORST = -(10**11)
"""Thousandths that no dig falls below, but by missing the level of a search."""
_IN_ORDER = 0.6
"""The share of boards left with each further move, as commuting moves come in one order."""
_FIRST = 8
"""So many times shorter is the first slice than later ones."""
_AIMS = 1024
_MOST_AIMS = 1 << 19
"""The most aims to keep, about: 75 MB compiled, three times as much interpreted."""
_DEPTH = 24
_FEES = (0.8, 50)
"""Further prices of a coin, in moves, for bounds that compare prices: about a fair one, and one
that is more than anything else is worth."""


@dataclass(frozen=True, slots=True)
class Prices:
    """The prices charged in bounds in addition to what is paid, in units of score, 0 or more.

    `toll` for each move; `fee` for each coin paid, and credited for each coin gained.
    """

    toll: int = 0
    fee: int = 0


FREE = Prices()


@dataclass(frozen=True, slots=True)
class Only:
    """The only digs to look for: those that net more than so much.

    With a `slot`, only those that take its tile, or if it is not `taken`, those that don't.
    """

    above: Decimal
    slot: Slot | None = None
    taken: bool = True


class SearchState:
    """The state of a search under some prices and a ceiling, in the kernel's sequences.

    `prices` are charged in the bounds of tiles that are not chosen yet, and refunded for as many
    moves and as much money as are allowed. So no bound of a plan within the limits is lower than
    its score, while those of plans beyond them are: with the right prices they hardly get in the
    way. In a `trial` the search is for the best plan under these prices, whether it is within the
    limits or not. `every_board` looks at all boards instead, where that is known to be the shorter
    way. `ceiling` is by default that of the problem. With `steepness` a search is for the plan that
    is best if each move costs so many halves of a coin; scores are by that cost then. `only` says
    which digs are of use, if not all are.
    """

    def __init__(
        self,
        problem: Problem,
        engine: Engine,
        keep: int,
        prices: Prices = FREE,
        ceiling: Ceiling | None = None,
        only: Only | None = None,
        *,
        trial: bool = False,
        steepness: int = 2,
    ) -> None:
        self.problem = problem
        self.only = only
        self.ceiling = ceiling_of(problem) if ceiling is None else ceiling
        self.engine = engine
        self.placements = placements(problem.shape, problem.powers)
        self.keep = min(keep, len(self.placements))
        self.prices = prices
        self.trial = trial
        self.tried = False
        self.lost = at.NEVER
        """No aim given up for want of room scores more than this."""
        self.given_up = False
        """Whether there is nothing left to look at but what was lost."""
        self.slice = engine.slice // _FIRST
        self.best: dict[int, tuple[int, Turn]] = {}
        self.mine = mine_of(engine, problem.position)
        self.scale = 1 if problem.wanted else TIE
        self.seen = seen_boards(engine)
        self.m = self._memory(self.seen.memory)
        self._lay_out()
        self.m[at.P_STEP] += (steepness - 2) * self.step // 2
        self.m[at.P_ROUND] = self.seen.round
        self.places = engine.copy(flat_places(engine, problem.shape, problem.powers))
        self.aims = engine.zeros(at.AIM * _AIMS)
        self.heap = engine.zeros(2 * _AIMS)
        self.path = engine.zeros(at.PATH * _DEPTH)
        self.usual = self.dear = engine.zeros(0)

    def compare_prices(self) -> None:
        """From now on bound what cannot be paid under two higher fees as well."""
        self.usual, self.dear = (self._under(round(moves * self.step)) for moves in _FEES)

    def _under(self, fee: int) -> Ints:
        """A memory with the problem under another fee."""
        other = copy(self)
        other.prices = Prices(self.prices.toll, fee)
        other.m = other._memory(self.engine.zeros(0))
        other._lay_out()
        return other.m

    def _lay_out(self) -> None:
        """Write the problem into the kernel's memory."""
        free = Power.AMULET in self.problem.powers
        kinds = self.mine.counts
        curse = {tile: 0 if free else tile.curse for tile in kinds}
        pay = {tile: tile.treasure - curse[tile] for tile in kinds}
        worth = {tile: self.ceiling.of(tile) for tile in kinds}
        net = {tile: own - 1000 * curse[tile] for tile, own in worth.items() if own is not None}
        self._set_scale(net, pay)
        self._lay_out_limits()
        self._lay_out_tiles(net, pay)
        if self.ceiling.parts:
            self._lay_out_parts()
            self._lay_out_needs()

    def _set_scale(self, net: Mapping[Tile, int], pay: Mapping[Tile, int]) -> None:
        """Find out what a move is worth, how many can be paid, and the least score of use."""
        problem, base, size = self.problem, self.ceiling.base, self.problem.shape.size
        least, most = min(net.values(), default=0), max(net.values(), default=0)
        self.least_worth = base + size * least + self.ceiling.most_above
        # With wanted tiles the fewest moves come first, then the highest net.
        spread = 1001 + base + size * most - self.least_worth
        self.step = spread if problem.wanted else 1000 * TIE + 1
        limit = _PLENTY if problem.max_moves is None else problem.max_moves
        payable = min(problem.money, _PLENTY) + self._most_paid(pay)
        self.most_moves = max(0, min(payable, limit, _PLENTY))
        self.floor = self._least_score()
        # The kernel knows nothing of the objects spent, which every dig loses alike.
        self.base = base * self.scale
        self.refund = self._returned + self.base

    def _most_paid(self, pay: Mapping[Tile, int]) -> int:
        """The most that a dig adds to the money: what is wanted, and the dearest besides."""
        wanted = [self.mine.tiles[t] for t in self._wanted]
        left = max(0, self.problem.shape.size - len(wanted))
        most = sum(pay[tile] for tile in wanted)
        for tile, count in sorted(self.mine.counts.items(), key=lambda it: -pay[it[0]]):
            number = min(left, count - wanted.count(tile))
            most += number * pay[tile]
            left -= number
        return most

    @property
    def _wanted(self) -> list[int]:
        """The numbers of the wanted tiles."""
        slots = self.problem.wanted
        if self.only is not None and self.only.slot is not None and self.only.taken:
            slots = (self.only.slot,)
        return [self._tile_in(slot) for slot in slots]

    def _tile_in(self, slot: Slot) -> int:
        return self.mine.on[at.slot(slot.quarry.index, slot.level)]

    @property
    def _returned(self) -> int:
        """The prices of as many moves and as much money as are allowed."""
        problem, prices = self.problem, self.prices
        return prices.toll * (problem.max_moves or 0) + prices.fee * problem.money

    def _lay_out_limits(self) -> None:
        """Write the card, the powers, prices and limits, and that nothing is found yet."""
        problem, prices, m = self.problem, self.prices, self.m
        size, places = problem.shape.size, len(self.placements)
        m[at.P_SIZE] = size
        m[at.P_PLACES] = places
        m[at.P_DONE] = size * places
        m[at.P_ROUGH] = (size + 1) * places
        m[at.P_CARPET] = int(Power.CARPET in problem.powers)
        m[at.P_UPHILL] = int(problem.variant is Variant.BEGINNER)
        m[at.P_STEP] = self.step + prices.toll + prices.fee
        m[at.P_MONEY] = m[at.P_MAX_MOVES] = _PLENTY
        if not self.trial:
            # In a trial tolls and fees are part of what a plan scores, and nothing is too dear.
            m[at.P_TOLL] = prices.toll + prices.fee
            m[at.P_FEE] = prices.fee
            m[at.P_REFUND] = self._returned
            m[at.P_MONEY] = min(problem.money, _PLENTY)
            if problem.max_moves is not None:
                m[at.P_MAX_MOVES] = min(problem.max_moves, _PLENTY)
        m[at.P_LEAST] = self.floor - self.refund
        if problem.variant is Variant.STANDARD:
            m[at.P_FROZEN] = min(self.mine.heights)
        m[at.P_FREE] = m[at.P_FOUND_MOVES] = m[at.P_AIM] = m[at.P_INCUMBENT_PLACE] = -1
        m[at.P_INCUMBENT] = at.NEVER

    def _lay_out_tiles(self, net: Mapping[Tile, int], pay: Mapping[Tile, int]) -> None:
        """Write what each tile scores and pays, in which order they come, and those wanted."""
        mine, m = self.mine, self.m
        score = {tile: own * self.scale + self.prices.fee * pay[tile] for tile, own in net.items()}
        scores = [score.get(tile, at.NEVER) for tile in mine.tiles]
        if self.only is not None and self.only.slot is not None and not self.only.taken:
            scores[self._tile_in(self.only.slot)] = at.NEVER
        diggable = (t for t, own in enumerate(scores) if own > at.NEVER)
        order = sorted(diggable, key=scores.__getitem__, reverse=True)
        wanted = self._wanted
        too_many = len(wanted) > self.problem.shape.size
        self.hopeless = too_many or any(scores[t] == at.NEVER for t in wanted)
        m[at.P_WANTED] = len(wanted)
        m[at.P_ORDER] = len(order)
        none = [0] * (at.SLOTS - len(scores))
        # These rows are one behind the other: written together, they are written once.
        pays = [pay[tile] for tile in mine.tiles]
        rest = [0] * (at.SLOTS - len(order))
        self._write(at.WORTH, [*scores, *none, *pays, *none, *order, *rest, *wanted])
        for t in wanted:
            m[at.IS_WANTED + t] = 1

    def _memory(self, room: Ints) -> Ints:
        """A memory with the mine and the tables of overcounts; in this room, if that is enough."""
        tables = [overcount_table(self.engine, part, self.scale) for part in self.ceiling.parts]
        return laid_out(self.engine, self.mine, tables, room)

    def _lay_out_parts(self) -> None:
        """Write how tiles count together: their codes, and where the tables begin."""
        codes = {
            tile: ten * at.CODES**place
            for place, part in enumerate(self.ceiling.parts)
            for tile, ten in part.digits.items()
        }
        self._write(at.CODE, [codes.get(tile, 0) for tile in self.mine.tiles])
        table = at.MEMORY
        rows = (
            (at.P_PARCHMENTS, at.P_PARCHMENT_CODES),
            (at.P_CURSES, at.P_CURSE_CODES),
            (at.P_MAGIC, at.P_MAGIC_CODES),
        )
        for (start, codes_of), part in zip(rows, self.ceiling.parts, strict=True):
            self.m[start] = table
            self.m[codes_of] = part.codes
            table += (part.size + 1) * part.codes

    def _lay_out_needs(self) -> None:
        """Write which kinds of tiles are needed, and the tiles of each kind."""
        m = self.m
        ceiling = self.ceiling
        kind = 0
        listed: list[int] = []
        kinds, needed = [0] * len(self.mine.tiles), [0] * len(self.mine.tiles)
        for t in self._wanted:
            needed[t] = 1
        for need in ceiling.needs:
            # Curses of different points are of different kinds.
            for points in sorted({tile.curse for tile in need.kinds}):
                kind += 1
                m[at.KIND_AT + kind] = len(listed)
                if points:
                    m[at.P_POINTS] = need.number
                    m[at.P_LEAST_POINTS] = need.least * self.scale
                    m[at.POINTS + kind] = points
                else:
                    m[at.NEED + kind] = need.number
                    m[at.EXTRA + kind] = need.extra * self.scale
                for t, tile in enumerate(self.mine.tiles):
                    if tile in need.kinds and tile.curse == points:
                        if points:
                            m[at.WORTH_OF + kind] = (ceiling.of(tile) or 0) * self.scale
                        kinds[t], needed[t] = kind, 1
                        listed.append(t)
        m[at.P_KINDS] = kind
        m[at.KIND_AT + kind + 1] = len(listed)
        if kind:
            for row, values in ((at.KIND, kinds), (at.IS_WANTED, needed), (at.OF_KIND, listed)):
                self._write(row, values)

    def _write(self, start: int, values: list[int]) -> None:
        self.m[start : start + len(values)] = self.engine.ints(values)

    def _least_score(self) -> int:
        """A score that every plan of use exceeds.

        That of doing nothing; if that is no plan, as tiles are wanted or moves are owed for, that
        of the worst dig after the most moves within limit and money.
        """
        problem = self.problem
        if self.only is not None:
            return max(0, int(self.only.above * 1000)) * TIE
        if not problem.wanted and problem.money >= 0:
            return 0
        least = max(self.least_worth, _WORST) * self.scale
        # Below NEVER it could not be distinguished from no plan at all.
        return max(at.NEVER, least - self.step * self.most_moves - 1)

    def run(self, pause: int = _PLENTY * _PLENTY) -> bool:
        """Let the kernel work for a slice; True if no dig is left that could be of use.

        The slice ends early if `work` comes to `pause` in it.
        """
        budget = self.slice
        if (self.m[at.P_LOOKED] or self.m[at.P_EVERY]) and pause > self.work:
            budget = min(budget, pause - self.work)
        result = self.engine.search(
            self.m,
            self.usual,
            self.dear,
            self.places,
            self.aims,
            self.heap,
            self.seen.table,
            self.path,
            budget,
        )
        self.slice = min(2 * self.slice, self.engine.slice)
        if result == at.HEAP_FULL:
            room = len(self.heap) // 2
            if room + self.m[at.P_NEED] > _MOST_AIMS and self.m[at.P_HEAP] > room // 2:
                self._make_room()
            else:
                more = max(min(room, _MOST_AIMS - room), int(self.m[at.P_NEED]))
                self.heap = self.engine.longer(self.heap, 2 * more)
                self.aims = self.engine.longer(self.aims, at.AIM * more)
        elif result == at.TOO_DEEP:
            self.path = self.engine.longer(self.path, len(self.path))
        elif result == at.LOOKED and self.m[at.P_INCUMBENT_PLACE] >= 0 and not self.trial:
            score = int(self.m[at.P_INCUMBENT]) + self.base
            self._keep(int(self.m[at.P_INCUMBENT_PLACE]), score, ())
        elif result == at.SOLVED and self.trial:
            self.tried = True
        elif result == at.SOLVED:
            codes = [
                int(self.path[depth * at.PATH + at.PATH_MOVE])
                for depth in range(self.m[at.P_DEPTH])
            ]
            moves = tuple(
                Move(QUARRIES[at.source_of(code)], QUARRIES[at.target_of(code)]) for code in codes
            )
            score = int(self.m[at.P_FOUND_SCORE]) + self.base
            self._keep(int(self.m[at.P_FOUND_PLACE]), score, moves)
        if self.bound <= self.m[at.P_LEAST] + self.refund:
            return True
        self.given_up = result == at.EXHAUSTED and self.lost > self.m[at.P_LEAST]
        return result == at.EXHAUSTED and not self.given_up

    def _make_room(self) -> None:
        """Drop half of the aims, the heap's last, and remember the best of their bounds.

        The rest is still a heap. Nothing found is lost, but perhaps the proof.
        """
        first, end = int(self.m[at.P_HEAP]), int(self.m[at.P_HEAP])
        first //= 2
        self.lost = max(self.lost, int(max(self.heap[2 * first : 2 * end : 2])))
        given_up = self.heap[2 * first + 1 : 2 * end : 2]
        self.m[at.P_FREE] = self.engine.linked(self.aims, given_up, int(self.m[at.P_FREE]))
        self.m[at.P_HEAP] = first

    def offer(self, plan: Plan) -> None:
        """Add a plan known already, so that only better ones are sought."""
        if plan.dig is not None:
            place = bisect_left(self.placements, plan.dig)
            self._keep(place, self._score(plan), plan.turn.moves)

    def match(self, plan: Plan) -> None:
        """Seek one dig only that is at least as good as this one; which of equals is left open."""
        if self.keep == 1 and plan.dig is not None:
            self.m[at.P_LEAST] = max(int(self.m[at.P_LEAST]), self._score(plan) - self.refund - 1)

    def _score(self, plan: Plan) -> int:
        moves = len(plan.turn.moves)
        worth = int(plan.net * 1000) + 1000 * moves
        return worth * self.scale - self.step * moves

    def _keep(self, place: int, score: int, moves: tuple[Move, ...]) -> None:
        """Keep a plan if it is its placement's best; with enough kept, only better ones count."""
        known = self.best.get(place)
        if score > self.floor and (known is None or score > known[0]):
            self.best[place] = (score, Turn(moves, self.placements[place], self.problem.powers))
        if len(self.best) >= self.keep:
            scores = sorted((score for score, _ in self.best.values()), reverse=True)
            self.m[at.P_LEAST] = max(int(self.m[at.P_LEAST]), scores[self.keep - 1] - self.refund)

    @property
    def found(self) -> list[Turn]:
        """The digs found, best first, as many as were asked for."""
        ranked = sorted(self.best.items(), key=lambda item: (-item[1][0], item[0]))
        return [turn for _, (_, turn) in ranked[: self.keep]]

    @property
    def bound(self) -> int:
        """A bound on the score of every dig not yet found."""
        return max(int(self.engine.best_bound(self.m, self.heap)), self.lost) + self.refund

    def work_of_all_boards(self) -> int:
        """Estimate the work it is to look at every board."""
        legal = self.mine.steps[self.problem.variant is Variant.BEGINNER]
        places = len(self.placements)
        touched = 2 + 2 * places * self.problem.shape.size / len(QUARRIES)
        digs, boards = float(places), legal / _IN_ORDER
        for _ in range(self.most_moves):
            # Most moves uncover a few others, and come in one order only.
            boards *= _IN_ORDER
            digs += boards * touched
            boards *= legal
            if digs > _PLENTY * _PLENTY:
                break
        return int(digs / DIGS)

    def every_board(self, bound: int, moves: int = _PLENTY) -> None:
        """From now on look at every board within so many moves, again if those within fewer were.

        `bound` is known to hold for all of them.
        """
        if not self.m[at.P_EVERY]:
            more = LISTS + (self.problem.shape.size + 1 + NOTES) * len(self.placements)
            self.places = self.engine.longer(self.places, more)
            self._lay_out_changes()
            self.m[at.P_EVERY] = 1
        self.m[at.P_DEPTH] = 0
        self.m[at.P_UNDUG] = 1
        self.m[at.P_LIMIT] = min(self.most_moves, moves)
        self.m[at.P_BELOW] = bound - self.refund

    def _lay_out_changes(self) -> None:
        """Write the least and the most that a tile adds to any dig that can take it."""
        changes = {
            tile: (least * self.scale, most * self.scale)
            for part in self.ceiling.parts
            for tile, (least, most) in changes_by_one(part).items()
        }
        for row, which in ((at.LEAST_ADDED, 0), (at.MOST_ADDED, 1)):
            worths = [int(self.m[at.WORTH + t]) for t in range(len(self.mine.tiles))]
            found = [changes.get(tile, (0, 0))[which] for tile in self.mine.tiles]
            self._write(row, [*map(add, worths, found)])

    @property
    def refused(self) -> bool:
        """Whether any aim failed only for lack of money or moves."""
        return bool(self.m[at.P_REFUSED])

    @property
    def work(self) -> int:
        """The boards and aims looked at, as slices count them; on every board, the digs tried."""
        if self.m[at.P_EVERY]:
            return int(self.m[at.P_DUG]) // DIGS
        return self.board_count + AIM_WORK * self.aim_count

    @property
    def aim_count(self) -> int:
        """The number of aims taken up."""
        return int(self.m[at.P_AIMS])

    @property
    def board_count(self) -> int:
        """The number of boards visited."""
        return int(self.m[at.P_BOARDS])

    def close(self) -> None:
        """Pass the table of boards seen and the memory on; the state is not used any more."""
        self.seen.round = int(self.m[at.P_ROUND])
        if len(self.m) >= len(self.seen.memory):
            self.seen.memory = self.m
        give_back(self.engine, self.seen)
