"""Good plans early: a scout goes ahead of the search for the best.

Best-first search finds its first plan last, right before the proof. So a scout seeks good plans, in
two ways. It looks at every board within one move and two before the search goes on, and within
three beside it: no plan as short is missed. And it **dives**: it searches as if each move cost
several coins. The more a move costs, the fewer aims promise more than they keep, and the sooner one
is carried out. Its plan is rarely the best, but at twice the price of a move hardly ever much
worse. Where money is short, a dive needs prices as the search does. All this proves nothing, but
with a good plan known the proof is shorter, too.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

from ksm_widgets.solver.answer import better, plan_of
from ksm_widgets.solver.engine import timed
from ksm_widgets.solver.prices import fair_prices
from ksm_widgets.solver.state import FREE, SearchState

if TYPE_CHECKING:
    from ksm_widgets.solver.answer import Plan
    from ksm_widgets.solver.engine import Engine
    from ksm_widgets.solver.problem import Problem
    from ksm_widgets.solver.state import Prices


_FIRST_MOVES = 2
"""Boards within so many moves are looked at before anything that takes long."""
_MOST_MOVES = 3
"""Boards within more moves are too many to look at."""
_STEEPNESS = (16, 10, 6, 4, 3)
"""The cost of a move in each dive, in halves of a coin."""
_PATIENCE = 2000
"""The work after which a dive asks for prices."""
_NO_LIMIT = 10**15
"""More than any score."""


class Scout:
    """The best plan known of a problem without wanted tiles, and two ways to find a better one.

    How far it goes depends on the work it is given, never on a clock.
    """

    def __init__(self, problem: Problem, stopped: Callable[[], bool]) -> None:
        self.best: Plan | None = None
        if problem.best or problem.frontier:
            problem = replace(problem, best=0, frontier=False)
        self._problem = problem
        self._stopped = stopped
        self._engine: Engine | None = None
        self._ways: list[Generator[bool]] = []
        self._prices, self._asked = FREE, False
        self._left = 0
        self._within = 0
        """Every board within so many moves has been looked at."""
        self.saw_all = False
        """Whether there are no others."""

    def look(self, engine: Engine, known: Plan | None, over: Callable[[], bool]) -> None:
        """Look at every board within the first few moves, unless it is `over` after some slice.

        Only what is better than a plan known is of use.
        """
        self.best = better(self.best, known)
        self._began(engine)
        boards = self._ways[0]
        self._left = _NO_LIMIT
        while self._within < _FIRST_MOVES and next(boards, None) is not None and not over():
            pass

    def search(self, engine: Engine, work: int, prices: Prices) -> None:
        """Go on for about so much work, half of it each way; dives are under these prices.

        If these are free, a dive that refuses aims for lack of money asks for prices of its own.
        """
        self._began(engine)
        if prices != FREE:
            self._prices, self._asked = prices, True
        share = work // max(1, len(self._ways))
        for way in [*self._ways]:
            self._left = share
            while self._left > 0 and not self._stopped():
                if next(way, None) is None:
                    self._ways.remove(way)
                    break

    def _began(self, engine: Engine) -> None:
        """Begin both ways, or again if there is another engine now."""
        if engine is not self._engine:
            self.close()
            self._engine = engine
            self._ways = [self._boards(engine), self._dives(engine)]

    def close(self) -> None:
        """Give back the memory of searches under way."""
        for way in self._ways:
            way.close()

    def _boards(self, engine: Engine) -> Generator[bool]:
        """Look at every board within a move, then two, then three."""
        with closing(SearchState(self._problem, engine, 1)) as state:
            if self.best is not None:
                state.match(self.best)
            for moves in range(self._within + 1, min(_MOST_MOVES, max(1, state.most_moves)) + 1):
                state.every_board(_NO_LIMIT, moves)
                yield from self._searched(state)
                self._within = moves
                self.saw_all = moves >= state.most_moves

    def _dives(self, engine: Engine) -> Generator[bool]:
        """Search with moves that cost much, then less and less."""
        for halves in _STEEPNESS:
            prices = None
            while prices != self._prices:
                prices = self._prices
                with closing(SearchState(self._problem, engine, 1, prices, steepness=halves)) as it:
                    for _ in self._searched(it):
                        yield True
                        if not self._asked and it.refused and it.work >= _PATIENCE:
                            self._asked = True
                            self._prices = fair_prices(self._problem, engine, self._stopped)
                        if prices != self._prices:
                            break

    def _searched(self, state: SearchState) -> Generator[bool]:
        """Search to the end, with a stop after each slice."""
        ended, known = False, state.found
        while not ended:
            before = state.work
            with timed(state.engine):
                ended = state.run(before + self._left) or state.given_up
            if state.found != known:
                known = state.found
                self.best = better(self.best, plan_of(self._problem, known[0]))
            self._left -= state.work - before
            yield True
