"""Asking the solver: a problem as it stands, or a mine, a card and whatever else is wished for."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Unpack, overload

from ksm_widgets.rules.arguments import expect, found
from ksm_widgets.rules.errors import ArgumentError
from ksm_widgets.rules.position import Position
from ksm_widgets.solver.problem import CardLike, Problem, Wishes, check_wishes
from ksm_widgets.solver.proving import prove

if TYPE_CHECKING:
    from ksm_widgets.solver.answer import Answer, Standing

__all__ = ["problem_asked", "solve"]


@overload
def solve(
    problem: Problem,
    *,
    time_limit: float | None = None,
    cancelled: Callable[[], bool] | None = None,
    progress: Callable[[Standing], None] | None = None,
) -> Answer: ...


@overload
def solve(
    problem: Position,
    card: CardLike,
    *,
    time_limit: float | None = None,
    cancelled: Callable[[], bool] | None = None,
    progress: Callable[[Standing], None] | None = None,
    **wishes: Unpack[Wishes],
) -> Answer: ...


def solve(
    problem: Problem | Position,
    card: Any = None,
    *,
    time_limit: float | None = None,
    cancelled: Callable[[], bool] | None = None,
    progress: Callable[[Standing], None] | None = None,
    **wishes: Unpack[Wishes],
) -> Answer:
    """Find the best plan, proven; with a time limit (seconds) the best so far and a true bound.

    Either of a Problem, or of a position and a card (or its number, a shape, a shape's text) with
    any of these, as `Problem.of` takes them:

    - `powers`: the magic objects spent, by name; all that are given are spent, of use or not.
    - `money`: coins and treasures held, 10 if nothing is said.
    - `values`: what tiles are worth, in coins: parchment 2.5, magic 2, curse 0.5 a point, or by
      letter; with "?" an unseen tile may be dug and counts that much.
    - `holding`: instead, the tiles kept so far ("aabM"): a dig is worth what it changes, with
      `others` on the last dig of the game, or with `rounds_left` and `players` before.
    - `unseen`: what the `?` can be, as a count by letter; then a `?` counts their mean.
    - `max_moves`: at most so many moves; no limit if nothing is said.
    - `wanted`: tiles the dig must take, as quarry:level ("c3:2"); then the fewest moves come
      first and the net second, and there is no frontier beyond them.
    - `variant`: "standard" or "beginner" (R15).
    - `best`: the k best digs as well, in the answer's `best`.
    - `frontier`: with True the best net with at most 0, 1, 2, … moves as well.

    `cancelled` is asked, and `progress` told, about every hundredth of a second. The answer is
    OPTIMAL only if everything the problem asks for is proven, `best` and `frontier` included.
    Every plan is replayed through the rules before it is returned.

    Raises ArgumentError for what is no problem, and whatever `Problem.of` raises.

    >>> import ksm_widgets as ksm
    >>> mine = ksm.Position.near("5,4,3z")
    >>> ksm.solve(mine, "###", powers="carpet", money=10).plan.net
    Decimal('11')
    >>> ksm.solve(mine, 15, powers=["carpet", "amulet"], max_moves=0).plan.turn
    Turn.parse('-')
    >>> ksm.solve(ksm.Problem.of(mine, "##")).status
    <Status.OPTIMAL: 'optimal'>
    """
    problem = problem_asked(problem, card, wishes, time_limit, cancelled, progress)
    if problem.reactions is not None:
        raise ArgumentError("problem.ask_covered")
    return prove(problem, time_limit=time_limit, cancelled=cancelled, progress=progress)


def problem_asked(
    problem: Problem | Position,
    card: Any,
    wishes: Wishes,
    time_limit: float | None,
    cancelled: Callable[[], bool] | None,
    progress: Callable[[Standing], None] | None,
) -> Problem:
    """The problem that a solver is asked, once everything it was given is checked."""
    if time_limit is not None:
        expect("time_limit", time_limit, int, float)
        if not time_limit >= 0:
            raise ArgumentError("problem.least", name="time_limit", found=time_limit, least=0)
    for name, told in (("cancelled", cancelled), ("progress", progress)):
        if told is not None and not callable(told):
            raise ArgumentError("argument.kind", name=name, found=found(told), expected="Callable")
    if not isinstance(problem, Problem):
        expect("problem", problem, Problem, Position)
        check_wishes(wishes, [*Wishes.__annotations__, "time_limit", "cancelled", "progress"])
        return Problem.of(problem, card, **wishes)
    if card is not None or wishes:
        beside = [*([] if card is None else ["card"]), *wishes]
        raise ArgumentError("problem.beside", found=beside)
    return problem
