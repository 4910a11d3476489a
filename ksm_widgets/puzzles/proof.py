"""Proving a puzzle: its answer, the next best answers, and what weaker solvers find.

Each solver of a ladder sees more moves ahead than the one below; all know the rules and what tiles
are worth. What the weaker ones dig instead is a puzzle's temptation.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from decimal import Decimal
from enum import Enum
from typing import TYPE_CHECKING

from ksm_widgets.puzzles.puzzle import Question, Solution, carry_out
from ksm_widgets.rules.errors import RuleError
from ksm_widgets.rules.tiles import Group, Tile
from ksm_widgets.solver import Status, rest_of, turn_after
from ksm_widgets.solver.answer import plan_of
from ksm_widgets.solver.ceiling_search import Watch
from ksm_widgets.solver.search import search

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ksm_widgets.puzzles.puzzle import Puzzle
    from ksm_widgets.solver import Answer, Plan, Problem
    from ksm_widgets.solver.engine import Engine


WORK = 120_000
"""The most aims and boards of a search: a puzzle that takes more is no fun. Boards are looked at by
the thousand where that is shorter than aiming."""


def solve_within(problem: Problem, work: int = WORK, others: Sequence[Plan] = ()) -> Answer | None:
    """The proven answer, or None if the search takes more aims and boards than `work`.

    The clock plays no part, so any machine comes to the same result, compiled or not. `others` are
    promising plans; they save work where the number of moves is limited.
    """
    counter = _WorkLimit(work)
    answer = search(problem, counter, others=others)
    if counter.aims + counter.boards > work:
        return None
    return answer if answer.status in (Status.OPTIMAL, Status.INFEASIBLE) else None


class _WorkLimit(Watch):
    """A limit on the work of a search instead of its time."""

    def __init__(self, most: int) -> None:
        super().__init__(None, None, None)
        self.most = most
        self._engine = super().engine()

    def engine(self) -> Engine:
        """The same from beginning to end: work that begins again would count twice."""
        return self._engine

    def ended(self) -> bool:
        """Whether the search has used up its work."""
        self.stopped = self.aims + self.boards > self.most
        return self.stopped


class Rung(Enum):
    """A solver of the ladder, the weakest first; the value is its place."""

    STILL = 0
    """Digs without a move."""
    NEAREST = 1
    """Makes one step with one tile, if that helps, and digs."""
    GREEDY = 2
    """Makes one step after another, each the best on its own."""
    LOOKS_ONE_AHEAD = 3
    """Like GREEDY, but considers two moves at a time."""
    LOOKS_TWO_AHEAD = 4
    """Like GREEDY, but considers three moves at a time."""
    EXACT = 5
    """Considers everything."""

    @property
    def reach(self) -> int:
        """The number of moves it considers at a time."""
        return _REACH[self]


_REACH = {
    Rung.STILL: 0,
    Rung.NEAREST: 1,
    Rung.GREEDY: 1,
    Rung.LOOKS_ONE_AHEAD: 2,
    Rung.LOOKS_TWO_AHEAD: 3,
    Rung.EXACT: 10**6,
}


def climb(
    problem: Problem, best: Plan, like: Mapping[Rung, Plan] | None = None
) -> Mapping[Rung, Plan] | None:
    """The plan of each solver, given the best plan; None if one of them has too much work.

    With `like`, None also if one of them nets something else than there. The problem must have no
    wanted tiles.

    >>> from ksm_widgets.rules import Position, Shape
    >>> from ksm_widgets.solver import Problem, solve
    >>> problem = Problem(Position.near("5,4,3z/-,-,-"), Shape.parse("###"))
    >>> [str(plan.net) for plan in climb(problem, solve(problem).plan).values()]
    ['0', '11', '11', '11', '11', '11']
    """
    found: dict[Rung, Plan] = {}
    for rung in Rung:
        plan = _plan_of(rung, problem, best, found)
        if plan is None or (like is not None and plan.net != like[rung].net):
            return None
        found[rung] = plan
    return found


def _plan_of(rung: Rung, problem: Problem, best: Plan, lower: Mapping[Rung, Plan]) -> Plan | None:
    """The plan of a solver that makes the moves it considers and considers again.

    A solver that sees as far as the best plan finds it. GREEDY starts like NEAREST.
    """
    if rung.reach >= len(best.moves):
        return best
    made = lower[Rung.NEAREST].moves if rung is Rung.GREEDY else ()
    others: Sequence[Plan] = () if made else (best,)
    while True:
        rest = replace(rest_of(problem, made), max_moves=rung.reach)
        answer = solve_within(rest, others=others)
        if answer is None or answer.plan is None:
            return None
        plan = answer.plan
        if not plan.moves or rung is Rung.NEAREST:
            return plan_of(problem, turn_after(made, plan.turn))
        made, others = made + plan.moves, ()


def as_solved(puzzle: Puzzle, found: Proof) -> Proof:
    """The proof with the turn of the puzzle's own solution, if that is as good in as few moves.

    There may be several ways to the same dig, and where a choice is asked for, several digs: which
    one a search comes upon is chance.
    """
    plan, turn, right = found.plan, puzzle.solution.turn, found.solution.right
    if plan is None or len(turn.moves) != len(plan.moves) or not (right or turn.dig == plan.dig):
        return found
    choice = right[0] if right else ""
    try:
        own = plan_of(puzzle.problem_for(choice or None), replace(turn, powers=plan.turn.powers))
    except RuleError:
        return found
    if own.net != plan.net:
        return found
    solution = replace(found.solution, turn=own.turn)
    return replace(found, solution=solution, plans={**found.plans, choice: own})


_DIGS = 5
"""The best dig and four rivals."""
_BAD_DIGS = 6
"""The rivals of not digging: some take the same tiles elsewhere."""
_LIFT = 2000
"""Thousandths added to the worth of every tile but treasures to find the least bad of bad digs."""


@dataclass(frozen=True, slots=True)
class Proof:
    """The proven answer of a puzzle, and how it compares with others.

    `plans` has the best plan for each choice, or for "" if the puzzle offers none; it is empty for
    Question.PAYABLE. `rivals` are the next best digs of a puzzle without choices. `margin` is by
    how many coins (moves for Question.WANTED) the answer beats the next best, None without a rival.
    `rungs` has the plan of each solver of the ladder, for each choice.
    """

    solution: Solution
    plans: Mapping[str, Plan]
    rivals: tuple[Plan, ...]
    margin: Decimal | None
    rungs: Mapping[str, Mapping[Rung, Plan]] = field(default_factory=dict)

    @property
    def plan(self) -> Plan | None:
        """The plan of the answer; None for Question.PAYABLE."""
        choices = self.solution.right or ("",)
        return self.plans.get(choices[0])

    def same_answer(self, other: Proof) -> bool:
        """Whether answer and margin are the same."""
        return (
            self.solution.net == other.solution.net
            and self.solution.gains == other.solution.gains
            and self.solution.turn.dig == other.solution.turn.dig
            and len(self.solution.turn.moves) == len(other.solution.turn.moves)
            and self.margin == other.margin
        )


def prove(puzzle: Puzzle, like: Proof | None = None, work: int = WORK) -> Proof | None:
    """Prove the answer of a puzzle, whatever solution it has; None if that takes too much work.

    None also if there is no answer, and with `like` if anything differs from it.
    """
    found = prove_answer(puzzle, _DIGS if like is None else 2, work)
    if found is None or (like is not None and not like.same_answer(found)):
        return None
    return with_ladder(puzzle, found, like)


def prove_answer(puzzle: Puzzle, digs: int = _DIGS, work: int = WORK) -> Proof | None:
    """Like prove, but without the ladder; so many best digs are found, each search with a limit."""
    match puzzle.question:
        case Question.PAYABLE:
            return _payable(puzzle)
        case Question.WANTED:
            return _wanted(puzzle.problem, work)
        case Question.MAGIC | Question.CARD:
            return _choice(puzzle, work)
        case _:
            return _dig(puzzle.problem, digs, work)


def with_ladder(puzzle: Puzzle, found: Proof, like: Proof | None = None) -> Proof | None:
    """The proof with the plans of the ladder, for questions about the best net."""
    if puzzle.question in (Question.PAYABLE, Question.WANTED):
        return found
    rungs = {}
    for choice, plan in found.plans.items():
        known = None if like is None else like.rungs[choice]
        climbed = climb(puzzle.problem_for(choice or None), plan, known)
        if climbed is None:
            return None
        rungs[choice] = climbed
    return replace(found, rungs=rungs)


def _dig(problem: Problem, digs: int, work: int) -> Proof | None:
    """The best dig and its rivals; not digging is a rival too."""
    answer = solve_within(replace(problem, best=digs), work)
    if answer is None or answer.plan is None:
        return None
    best = answer.plan
    if best.dig is None:
        rivals = _bad_digs(problem, work)
    else:
        rivals = tuple(plan for plan in answer.best if plan.dig != best.dig)
    if rivals is None:
        return None
    nets = [plan.net for plan in rivals]
    if best.dig is not None:
        nets.append(Decimal(0))
    margin = best.net - max(nets) if nets else None
    return Proof(Solution(best.net, best.turn, lead=margin), {"": best}, rivals, margin)


def _bad_digs(problem: Problem, work: int) -> tuple[Plan, ...] | None:
    """Digs that lose least, where no dig is worth its cost; empty if all lose much.

    The search values every tile but treasures higher, so that some digs look worth their cost.
    """
    values = problem.values
    lifted = tuple(
        (tile, worth + _LIFT)
        for tile in Tile
        if tile.group is not Group.UNSEEN and (worth := values.of(tile)) is not None
    )
    easier = replace(problem, values=replace(values, single=lifted))
    # Several may take too much work; and of one dig the list has one way, though another for other
    # tiles may lose less.
    answer = solve_within(easier, work)
    more = solve_within(replace(easier, best=_BAD_DIGS), work)
    if answer is None or answer.plan is None:
        return None
    found = dict.fromkeys(one.turn for one in (answer.plan, *(more.best if more else ())))
    plans = (plan_of(problem, turn) for turn in found if turn.dig is not None)
    return tuple(sorted(plans, key=lambda plan: -plan.net))


def _wanted(problem: Problem, work: int) -> Proof | None:
    """The fewest moves, and how many more the next best dig takes."""
    answer = solve_within(replace(problem, best=2), work)
    if answer is None or answer.plan is None:
        return None
    best = answer.plan
    rivals = tuple(plan for plan in answer.best if plan.dig != best.dig)
    margin = Decimal(len(rivals[0].moves) - len(best.moves)) if rivals else None
    return Proof(Solution(best.net, best.turn, lead=margin), {"": best}, rivals, margin)


def _choice(puzzle: Puzzle, work: int) -> Proof | None:
    """The gain of each choice, and by how much the best gains more than the next best."""
    plans: dict[str, Plan] = {}
    for choice in puzzle.choices:
        answer = solve_within(puzzle.problem_for(choice), work)
        if answer is None or answer.plan is None:
            return None
        plans[choice] = answer.plan
    gains = tuple(
        (choice, plan.net - puzzle.kept(puzzle.problem_for(choice).powers))
        for choice, plan in plans.items()
    )
    ordered = sorted((gain for _, gain in gains), reverse=True)
    right = max(gains, key=lambda one: one[1])[0]
    solution = Solution(ordered[0], plans[right].turn, gains)
    return Proof(solution, plans, (), ordered[0] - ordered[1])


def _payable(puzzle: Puzzle) -> Proof | None:
    """The money left after the turn, negative if it cannot be paid; None for an illegal turn."""
    turn = puzzle.solution.turn
    try:
        left = Decimal(carry_out(puzzle.problem, turn).account.left)
    except RuleError:
        return None
    return Proof(Solution(left, turn), {}, (), None)
