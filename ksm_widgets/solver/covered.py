"""The best plan that reacts to what shows: a tree of looks, with its expectation and a proof.

In a real game a plan is not a line but a tree: some moves, a look at the tile they uncover, and
then whatever is best now that it is known. The tile is drawn without replacement from the tiles
nobody has seen. A look costs nothing but the moves that lead to it, so boards are taken up in the
order of what they may come to: no plan nets more than the best one for which every `?` is the best
tile that it can be. Whatever cannot beat the best tree found that way is never opened.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from heapq import heappop, heappush
from itertools import chain, count
from math import ceil
from typing import TYPE_CHECKING, Any, Unpack, overload

from ksm_widgets.rules.deck import CardLike
from ksm_widgets.rules.errors import ArgumentError, RuleError
from ksm_widgets.rules.position import Position
from ksm_widgets.rules.quarries import QUARRIES
from ksm_widgets.rules.tiles import Power, Tile
from ksm_widgets.rules.values import Values, in_coins
from ksm_widgets.solver.answer import SearchProgress, Status, plan_of
from ksm_widgets.solver.boards import Board, Look, afterwards, mean_after, outcomes, steps
from ksm_widgets.solver.ceiling_search import Watch
from ksm_widgets.solver.ceilings import ceiling_of
from ksm_widgets.solver.hand import choose
from ksm_widgets.solver.luck import choices_of, luck, richest
from ksm_widgets.solver.peeking import Peeking
from ksm_widgets.solver.policy import Policy
from ksm_widgets.solver.problem import Problem, ProblemOptions, worth_apart
from ksm_widgets.solver.search import search
from ksm_widgets.solver.solving import problem_asked

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from ksm_widgets.rules.quarries import Quarry
    from ksm_widgets.rules.turns import Turn
    from ksm_widgets.solver.answer import Answer, Plan
    from ksm_widgets.solver.state import Only


_FIRST = 8
"""Digs of fixed plans to follow first: where they uncover a tile, look at it."""


@overload
def solve_covered(
    problem: Problem,
    *,
    time_limit: float | None = None,
    cancelled: Callable[[], bool] | None = None,
    progress: Callable[[SearchProgress], None] | None = None,
) -> Policy: ...


@overload
def solve_covered(
    problem: Position | str,
    card: CardLike,
    *,
    time_limit: float | None = None,
    cancelled: Callable[[], bool] | None = None,
    progress: Callable[[SearchProgress], None] | None = None,
    **options: Unpack[ProblemOptions],
) -> Policy: ...


def solve_covered(
    problem: Problem | Position | str,
    card: Any = None,
    *,
    time_limit: float | None = None,
    cancelled: Callable[[], bool] | None = None,
    progress: Callable[[SearchProgress], None] | None = None,
    **options: Unpack[ProblemOptions],
) -> Policy:
    """Find the best plan that reacts to what shows; stopped early, the best so far and a bound.

    It takes a Problem, or a position and a card with the options of `solve`, except `wanted`,
    `best` and `frontier`. `unseen` (what the `?` can be) and `reactions` (how often the plan looks
    at most) are required. A look is at a topmost tile that nobody has seen. Where no look is left a
    `?` counts as the mean of what it can be, and is moved and dug as it is, as in `solve`. A tree
    can be paid for however its looks turn out (R25). `cancelled` is called about every hundredth of
    a second, `progress` whenever a board has been looked at.

    Raises ArgumentError for a problem without `reactions`, and whatever `solve` raises.

    >>> import ksm_widgets as ksm
    >>> mine = ksm.Position.near("?1,2")
    >>> tree = ksm.solve_covered(mine, "#", unseen={"5": 1, "z": 1}, reactions=1)
    >>> print(tree.net, len(tree.moves), tree.look)
    5/2 1 a1
    >>> [(tile.letter, policy.plan.net) for tile, policy in tree.then.items()]
    [('5', Decimal('5')), ('z', Decimal('2'))]
    """
    problem = problem_asked(problem, card, options, time_limit, cancelled, progress)
    if problem.reactions is None:
        raise ArgumentError("problem.no_reactions")
    watch = Watch(time_limit, cancelled, None)
    found = _Seeker(problem, watch, progress).sought(problem, first=True)
    return replace(found, seconds=watch.statistics().seconds)


class _Queue:
    """Boards and looks that may come to more than the best tree found, most promising first."""

    def __init__(self, best: Policy) -> None:
        self.best = best
        self._heap: list[tuple[Fraction, int, Board | Look]] = []
        self._number = count()

    @property
    def most(self) -> list[Fraction]:
        """The most that any entry may come to, if there is one."""
        return [-most for most, _, _ in self._heap[:1]]

    @property
    def promises_more(self) -> bool:
        """Whether any entry may come to more than the best found."""
        return any(_more(most, self.best.net) for most in self.most)

    def push(self, entry: Board | Look, most: Fraction | None) -> None:
        """Queue an entry if it may come to more than the best found."""
        if most is not None and _more(most, self.best.net):
            heappush(self._heap, (-most, next(self._number), entry))

    def pop(self) -> tuple[Fraction, Board | Look]:
        """Take the first entry and the most that it may come to."""
        most, _, entry = heappop(self._heap)
        return -most, entry


class _Seeker:
    """A search for the best tree; results for a board with the same tiles left are kept."""

    def __init__(
        self, problem: Problem, watch: Watch, progress: Callable[[SearchProgress], None] | None
    ) -> None:
        self._watch = watch
        self._progress = progress
        self._known: dict[tuple[object, ...], Policy] = {}
        self._limits: dict[tuple[object, ...], Fraction | None] = {}

    def solved(self, problem: Problem, turns: Sequence[Turn] = ()) -> Policy:
        """The best tree from a board, from memory if possible; `turns` may be good ones."""
        key = (*_what_counts(problem), problem.reactions)
        found = self._known.get(key)
        if found is None:
            found = self.sought(problem, turns)
            if found.status in (Status.OPTIMAL, Status.INFEASIBLE):
                self._known[key] = found
        return found

    def sought(
        self, problem: Problem, turns: Sequence[Turn] = (), *, first: bool = False
    ) -> Policy:
        """The best tree from a board; with `first`, fixed plans say where to look first."""
        fixed = self._fixed(problem, turns)
        if not problem.reactions or not problem.position.counts()[Tile.UNSEEN]:
            return fixed
        queue = _Queue(self._gone_by_plans(problem, fixed) if first else fixed)
        peeking = Peeking(problem, fixed, self._search) if first else None
        start = Board(problem.position, ())
        queue.push(start, self._most(problem, start))
        for quarry in QUARRIES:
            # The bound of the start holds for these, too.
            if problem.position.top(quarry) is Tile.UNSEEN and not self._watch.ended():
                look = Look(problem.position, (), quarry)
                queue.push(look, self._most(problem, look))
        limits = [fixed.bound]
        fewest = {problem.position: 0}
        if peeking is not None:
            self._peek(problem, fixed, peeking, queue)
        while queue.promises_more and not (self._watch.ended() or _proven(queue.best, peeking)):
            if peeking is not None:
                self._tell(_closed(queue.best, [*limits, *queue.most], peeking))
            most, entry = queue.pop()
            if isinstance(entry, Board):
                self._step_on(problem, entry, most, queue, fewest)
            elif entry.most is None:
                self._bound_outcomes(problem, entry, most, queue)
            else:
                tree, bound = self._looked(problem, entry, queue.best.net)
                if tree is not None and _more(tree.net, queue.best.net):
                    queue.best = tree
                limits.append(bound)
        return replace(_closed(queue.best, [*limits, *queue.most], peeking), fixed=fixed.plan)

    def _peek(self, problem: Problem, fixed: Policy, peeking: Peeking, queue: _Queue) -> None:
        """Bound the plans by what knowing a hidden tile is worth, and look where that is most.

        More looks never bring less than one: so what one brings is looked for in turns with that.
        """
        once = replace(problem, reactions=1)
        alone = [Peeking(once, fixed, self._search)] if problem != once else []
        left = [*alone, peeking]
        tried: dict[tuple[Position, Quarry], int] = {}
        while left and not (self._watch.ended() or _proven(queue.best, peeking)):
            for way in chain.from_iterable(
                one.step(self._watch.ended, queue.best.net) for one in left
            ):
                key, made = (way.position, way.quarry), len(way.moves)
                if tried.get(key, made + 1) <= made or self._watch.ended():
                    continue
                tried[key] = made
                look = Look(way.position, way.moves, way.quarry, way.most)
                tree, _ = self._looked(once, look, queue.best.net, way.turns)
                if tree is not None and _more(tree.net, queue.best.net):
                    queue.best = replace(tree, problem=problem)
            left = [one for one in left if not (one.settled or _proven(queue.best, one))]
            self._tell(_closed(queue.best, [*queue.most], peeking))

    def _step_on(
        self,
        problem: Problem,
        board: Board,
        most: Fraction,
        queue: _Queue,
        fewest: dict[Position, int],
    ) -> None:
        """Queue the boards one move on, and the looks at what these moves uncover.

        `fewest` are the numbers of moves to the boards queued so far. A tile that shows may be left
        alone even with a look for each: a `?` is never too dear, and the mean it counts is rounded.
        """
        for after, shown in steps(problem, board):
            if self._watch.ended():
                queue.push(board, most)
                break
            if shown is not None:
                queue.push(shown, self._most(problem, shown))
            known = fewest.get(after.position)
            far = known is not None and known <= len(after.moves)
            # What a board brings without a further move is known from the fixed plans.
            last = len(after.moves) == problem.max_moves
            if not (far or last):
                fewest[after.position] = len(after.moves)
                queue.push(after, self._most(problem, after))

    def _bound_outcomes(self, problem: Problem, look: Look, most: Fraction, queue: _Queue) -> None:
        """Queue a look again, with the bound of each tile that may show."""
        bounds = {}
        for tile, left in outcomes(problem, look):
            if self._watch.ended():
                queue.push(look, most)
                return
            bounds[tile] = self._most(left, Board(left.position, ()))
        queue.push(replace(look, most=bounds), mean_after(problem, look, bounds))

    def _tell(self, found: Policy) -> None:
        """Report progress; figures to the thousandth, the bound rounded up."""
        if self._progress is not None and found.bound is not None:
            net = None if found.net is None else in_coins(round(1000 * found.net))
            bound = in_coins(ceil(1000 * found.bound))
            self._progress(SearchProgress(net, bound, self._watch.statistics()))

    def _fixed(self, problem: Problem, turns: Sequence[Turn]) -> Policy:
        """The best plan that looks at nothing."""
        unlooking = replace(problem, reactions=None)
        known = []
        for turn in () if problem.chooses else turns:
            with suppress(RuleError):  # It cannot be paid with what the tile turns out to be.
                plan = plan_of(unlooking, turn)
                # A search begins with what it is given, and takes doing nothing for no better.
                if plan.net > 0 or problem.money < 0:
                    known.append(plan)
        answer = self._search(unlooking, known=known)
        bound = None if answer.bound is None else Fraction(answer.bound)
        if answer.plan is None:
            return Policy(problem, answer.status, None, bound)
        net, plan = Fraction(answer.plan.net), answer.plan
        return Policy(problem, answer.status, net, bound, plan, plan.moves, fixed=plan)

    def _gone_by_plans(self, problem: Problem, best: Policy) -> Policy:
        """The best of some fixed plans with a look at the first tile that they uncover."""
        plans: Iterable[Plan] = [best.plan] if best.plan is not None else []
        if problem.stakes is None:  # With stakes several digs take long to prove.
            plans = self._search(replace(problem, reactions=None, best=_FIRST)).best
        once = replace(problem, reactions=1)
        tried: set[tuple[Position, Quarry]] = set()
        for plan in plans:
            for made, (move, after) in enumerate(
                zip(plan.moves, plan.positions[1:], strict=False), start=1
            ):
                if after.top(move.source) is not Tile.UNSEEN:
                    continue
                if (after, move.source) not in tried and not self._watch.ended():
                    tried.add((after, move.source))
                    entry = Look(after, plan.moves[:made], move.source)
                    rest = replace(plan.turn, moves=plan.moves[made:])
                    tree, _ = self._looked(once, entry, None, [rest])
                    if tree is not None and _more(tree.net, best.net):
                        best = replace(tree, problem=problem)
                break
        return best

    def _looked(
        self,
        problem: Problem,
        look: Look,
        least: Fraction | None,
        turns: Sequence[Turn] = (),
    ) -> tuple[Policy | None, Fraction | None]:
        """The tree of a look, and its bound; neither if that does not exceed `least`.

        There is no tree if one outcome cannot be paid, or the time is up. `turns` may be good ones
        after the look: to know them makes the proof shorter.
        """
        then: dict[Tile, Policy] = {}
        nets: dict[Tile, Fraction | None] = {}
        bounds: dict[Tile, Fraction | None] = dict(look.most or {})
        for tile, left in outcomes(problem, look):
            if self._watch.ended():
                return None, None if look.most is None else mean_after(problem, look, bounds)
            then[tile] = policy = self.solved(left, turns)
            nets[tile], bounds[tile] = policy.net, policy.bound
            if policy.bound is None:
                return None, None
            if len(bounds) == len(dict(problem.unseen or ())):
                bound = mean_after(problem, look, bounds)
                if bound is None or not _more(bound, least):
                    return None, None
        bound, net = mean_after(problem, look, bounds), mean_after(problem, look, nets)
        if net is None:
            return None, bound
        tree = Policy(
            problem, Status.FEASIBLE, net, bound, moves=look.moves, look=look.quarry, then=then
        )
        return tree, bound

    def _most(self, problem: Problem, entry: Board | Look) -> Fraction | None:
        """A bound on every tree that begins with these moves; None if none can be paid."""
        here = afterwards(problem, entry)
        key = (*_what_counts(here), here.reactions)
        if key not in self._limits:
            if here.reactions and here.position.counts()[Tile.UNSEEN]:
                self._limits[key] = self._lower(self._lucky(here), here)
            else:
                self._limits[key] = self.solved(here).bound
        most = self._limits[key]
        return None if most is None else most - len(entry.moves)

    def _lower(self, most: Fraction | None, problem: Problem) -> Fraction | None:
        """The lower of a bound and that of the best tiles, if the former leaves any hope."""
        best = None if most is None else self._relaxed(problem)
        return None if most is None or best is None else min(most, best)

    def _lucky(self, problem: Problem) -> Fraction | None:
        """The best fixed plan, paid with all that may show as well, plus the luck of looks."""
        looks = problem.reactions or 0
        more = richest(problem) * min(looks, problem.shape.size)
        paid = replace(problem, reactions=None, money=problem.money + more)
        bound = self._search(paid).bound
        return None if bound is None else Fraction(bound) + luck(problem, looks)

    def _relaxed(self, problem: Problem) -> Fraction | None:
        """A bound as if every `?` were the best tile it can be, and brought the most money too.

        It is the highest of those for each choice of objects.
        """
        found = [
            (self._relaxed_to(one), worth_apart(problem, one.powers - problem.powers))
            for one in choices_of(problem)
        ]
        bounds = [bound - Fraction(kept) for bound, kept in found if bound is not None]
        if not bounds:
            return None
        return max(bounds) if problem.money < 0 else max(Fraction(0), *bounds)

    def _relaxed_to(self, problem: Problem) -> Fraction | None:
        """That bound for a problem without a choice of objects."""
        counts = problem.position.counts()
        hidden = counts.pop(Tile.UNSEEN, 0)
        unseen = dict(problem.unseen or ())
        counts.update(unseen)
        ceiling = ceiling_of(replace(problem, unseen=None), counts)
        single: dict[Tile, int] = {
            tile: ceiling.of(tile) or 0 for tile in Tile if tile is not Tile.UNSEEN
        }
        free = Power.AMULET in problem.powers
        nets = (single[tile] - (0 if free else 1000 * tile.curse) for tile in unseen)
        answer = self._search(
            Problem(
                problem.position,
                problem.shape,
                problem.powers,
                money=problem.money + richest(problem) * min(hidden, problem.shape.size),
                values=Values(unseen=max(nets, default=0), single=tuple(single.items())),
                max_moves=problem.max_moves,
                variant=problem.variant,
            )
        )
        if answer.bound is None:
            return None
        near = Fraction(answer.bound) + Fraction(ceiling.base, 1000)
        # Nearer or farther, each tile that can show does so but once.
        anywhere = Fraction(ceiling.most(problem, counts), 1000)
        return max(Fraction(0), min(near, anywhere))

    def _search(
        self, problem: Problem, only: Only | None = None, known: Sequence[Plan] = ()
    ) -> Answer:
        if problem.chooses:
            return choose(problem, self._watch)
        return search(problem, self._watch, known, only=only)


def _what_counts(problem: Problem) -> tuple[object, ...]:
    """All in which the problems of one tree differ, except the looks that are left."""
    return problem.position, problem.unseen, problem.money, problem.max_moves


def _more(one: Fraction | None, other: Fraction | None) -> bool:
    """Whether one is more than the other; None is less than anything."""
    return one is not None and (other is None or one > other)


def _closed(best: Policy, limits: list[Fraction | None], peeking: Peeking | None = None) -> Policy:
    """The best tree, with the bound on all that is left."""
    bound = max((one for one in [*limits, best.net] if one is not None), default=None)
    if peeking is not None and peeking.begun and bound is not None:
        known = peeking.bound
        bound = best.net if known is None else min(bound, known)
    if best.net is None:
        status = Status.INFEASIBLE if bound is None else Status.UNKNOWN
    else:
        bound = best.net if bound is None else max(bound, best.net)
        status = Status.OPTIMAL if bound == best.net else Status.FEASIBLE
    return replace(best, status=status, bound=bound)


def _proven(best: Policy, peeking: Peeking | None) -> bool:
    """Whether no hidden tile is worth more to know than the best tree brings."""
    return peeking is not None and peeking.begun and not _more(peeking.bound, best.net)
