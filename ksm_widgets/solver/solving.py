"""The question to the solver: a problem, or a mine, a card and any options."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Unpack, overload

from ksm_widgets.rules.arguments import expect, found
from ksm_widgets.rules.deck import CardLike
from ksm_widgets.rules.errors import ArgumentError
from ksm_widgets.rules.position import Position
from ksm_widgets.solver.ceiling_search import Watch
from ksm_widgets.solver.hand import choose
from ksm_widgets.solver.problem import Problem, ProblemOptions
from ksm_widgets.solver.problem_reading import check_options
from ksm_widgets.solver.search import search_all

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ksm_widgets.rules.deck import Card
    from ksm_widgets.solver.answer import Answer, SearchProgress


@overload
def solve(
    problem: Problem,
    *,
    time_limit: float | None = None,
    cancelled: Callable[[], bool] | None = None,
    progress: Callable[[SearchProgress], None] | None = None,
) -> Answer: ...


@overload
def solve(
    problem: Position | str,
    card: CardLike | Sequence[Card | int],
    *,
    time_limit: float | None = None,
    cancelled: Callable[[], bool] | None = None,
    progress: Callable[[SearchProgress], None] | None = None,
    **options: Unpack[ProblemOptions],
) -> Answer: ...


def solve(
    problem: Problem | Position | str,
    card: Any = None,
    *,
    time_limit: float | None = None,
    cancelled: Callable[[], bool] | None = None,
    progress: Callable[[SearchProgress], None] | None = None,
    **options: Unpack[ProblemOptions],
) -> Answer:
    """Find the best plan, proven; with a time limit (seconds) the best so far and a true bound.

    It takes a Problem, or a position (or a board's text) and a card (or its number, a shape, a
    shape's text; or several cards, of which the answer plays one) with any of these options:

    - `powers`: the magic objects spent, by name; all that are given are spent, useful or not.
    - `may_spend`: objects of which the answer spends those that bring more than they are worth.
    - `money`: coins and treasures held, by default 10.
    - `values`: the worth of tiles in coins: by default parchment 2.5, magic 2, curse 0.5 a point;
      or by letter; with "?" an unseen tile may be dug and is worth that much.
    - `holding`: instead, the tiles kept so far ("aabM"): the worth of a dig is the change it makes,
      with `others` on the last dig of the game, or with `rounds_left` and `players` before that.
    - `unseen`: what the `?` can be, as a count by letter; then a `?` counts as their mean.
    - `max_moves`: the most moves allowed; by default there is no limit.
    - `wanted`: tiles the dig must take, as quarry:level ("c3:2"); then the fewest moves come first
      and the net second, and there is no frontier beyond them.
    - `variant`: "standard" or "beginner" (R15).
    - `best`: the k best digs as well, in the answer's `best`.
    - `frontier`: with True the best net with at most 0, 1, 2, … moves as well.

    `cancelled` and `progress` are called about every hundredth of a second. The answer is OPTIMAL
    only if everything the problem asks for is proven, `best` and `frontier` included. Every plan is
    replayed through the rules before it is returned.

    Raises ArgumentError for arguments that make no problem, and whatever `Problem.of` raises.

    >>> import ksm_widgets as ksm
    >>> mine = ksm.Position.near("5,4,3z")
    >>> ksm.solve(mine, "###", powers="carpet", money=10).plan.net
    Decimal('11')
    >>> ksm.solve(mine.text, 15, powers=["carpet", "amulet"], max_moves=0)
    <Answer optimal: -, net 0>
    >>> ksm.solve(ksm.Problem.of(mine, "##")).status
    <Status.OPTIMAL: 'optimal'>
    """
    problem = problem_asked(problem, card, options, time_limit, cancelled, progress)
    if problem.reactions is not None:
        raise ArgumentError("problem.ask_covered")
    watch = Watch(time_limit, cancelled, progress)
    answer = choose(problem, watch) if problem.chooses else search_all(problem, watch)
    return replace(answer, statistics=watch.statistics())


def problem_asked(
    problem: Problem | Position | str,
    card: Any,
    options: ProblemOptions,
    time_limit: float | None,
    cancelled: Callable[[], bool] | None,
    progress: Callable[[SearchProgress], None] | None,
) -> Problem:
    """Check all that a solver was given, and return the problem."""
    if time_limit is not None:
        expect("time_limit", time_limit, int, float)
        if not time_limit >= 0:
            raise ArgumentError("problem.least", name="time_limit", found=time_limit, least=0)
    for name, told in (("cancelled", cancelled), ("progress", progress)):
        if told is not None and not callable(told):
            raise ArgumentError("argument.kind", name=name, found=found(told), expected="Callable")
    if not isinstance(problem, Problem):
        expect("problem", problem, Problem, Position, str)
        check_options(
            options, [*ProblemOptions.__annotations__, "time_limit", "cancelled", "progress"]
        )
        return Problem.of(problem, card, **options)
    if card is not None or options:
        beside = [*([] if card is None else ["card"]), *options]
        raise ArgumentError("problem.beside", found=beside)
    return problem
