"""The choice of a card and of magic objects: which to play, and which to spend."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import TYPE_CHECKING, TypedDict, Unpack, overload

from ksm_widgets.rules.arguments import expect, expect_language
from ksm_widgets.rules.deck import Card, Shape, card
from ksm_widgets.rules.edition_rules import edition
from ksm_widgets.rules.errors import ArgumentError
from ksm_widgets.rules.position import Position
from ksm_widgets.rules.tiles import Power, power_sets
from ksm_widgets.rules.turns import Turn
from ksm_widgets.solver.answer import Answer, Plan, SearchProgress, Status, plan_of
from ksm_widgets.solver.ceiling_search import Watch
from ksm_widgets.solver.problem import Problem, worth_apart
from ksm_widgets.solver.problem_reading import check_options, powers_named, several
from ksm_widgets.solver.search import search_all, unsearched
from ksm_widgets.words import sentence

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ksm_widgets.rules.quarries import Quarry, Variant
    from ksm_widgets.rules.tiles import Tile
    from ksm_widgets.rules.values import Values


_Key = tuple[tuple[object, bool, int], bool, bool]
_Order = Callable[["Plan"], tuple[Decimal | int, ...]]
_SETTLED = (Status.OPTIMAL, Status.INFEASIBLE)
_ONE_QUARRY = Shape.parse("#")
"""The shape of a problem whose cards are still to be tried."""

Cards = Card | int | Iterable[Card | int]
Powers = str | Power | Iterable[str | Power]


class HandOptions(TypedDict, total=False):
    """The options for a whole hand, besides position, cards and objects."""

    money: int
    values: Values | Mapping[str, object]
    holding: str | Iterable[Tile]
    others: Iterable[object]
    rounds_left: int
    players: int
    unseen: Mapping[str, int]
    max_moves: int | None
    variant: str | Variant


@dataclass(frozen=True, slots=True, repr=False)
class HandPlan:
    """One way to play a card now: the powers spent, the answer, and their worth if kept.

    >>> import ksm_widgets as ksm
    >>> hand = ksm.solve_hand(ksm.Position.near("5,4,3z"), [1, 15], "carpet")
    >>> hand[0].card.number, hand[0].powers, hand[0].gain
    (1, frozenset(), Decimal('11'))
    >>> print(hand[0])
    Card 1: gain 11
    >>> print(hand[1])
    Card 1 with the carpet: gain 9 (net 11 − 2 for the carpet)
    """

    card: Card
    powers: frozenset[Power]
    answer: Answer
    kept: Decimal

    @property
    def gain(self) -> Decimal:
        """The net less the worth of the objects spent, in coins."""
        return (Decimal(0) if self.answer.plan is None else self.answer.plan.net) - self.kept

    def in_words(self, language: str = "en") -> str:
        """One line: card and objects, the gain, and how that comes about."""
        expect_language(language)
        spent = [power for power in Power if power in self.powers]
        return sentence(
            "hand.option_spending" if spent else "hand.option",
            language,
            number=self.card.number,
            powers=[edition(language).power_term(power) for power in spent],
            gain=self.gain,
            net=self.gain + self.kept,
            kept=self.kept,
        )

    def __str__(self) -> str:
        return self.in_words()

    def __repr__(self) -> str:
        return f"<HandPlan {self}>"


@overload
def solve_hand(
    problem: Problem,
    cards: Cards,
    held: Powers = (),
    *,
    time_limit: float | None = None,
    cancelled: Callable[[], bool] | None = None,
    progress: Callable[[SearchProgress], None] | None = None,
) -> tuple[HandPlan, ...]: ...


@overload
def solve_hand(
    problem: Position | str,
    cards: Cards,
    held: Powers = (),
    *,
    time_limit: float | None = None,
    cancelled: Callable[[], bool] | None = None,
    progress: Callable[[SearchProgress], None] | None = None,
    **options: Unpack[HandOptions],
) -> tuple[HandPlan, ...]: ...


def solve_hand(
    problem: Problem | Position | str,
    cards: Cards,
    held: Powers = (),
    *,
    time_limit: float | None = None,
    cancelled: Callable[[], bool] | None = None,
    progress: Callable[[SearchProgress], None] | None = None,
    **options: Unpack[HandOptions],
) -> tuple[HandPlan, ...]:
    """Solve every card with every set of the held objects, best gain first.

    It takes a Problem, whose own shape, powers, wanted tiles, `best` and `frontier` do not matter,
    or a position with any of `money`, `values`, `holding` and what goes with it, `unseen`,
    `max_moves`, `variant`, as in `solve`. Cards are given themselves or by number, objects by the
    names of their powers, one or several.

    A spent object costs what the values say it is worth; with a holding the net includes that, and
    only what is held can be spent. Ties: fewer objects, then the lower card. Whatever cards and
    sets have in common is searched once, and more powers must beat what fewer reach. Stopped early,
    the choices not begun yet get what is known without a search: the best with fewer powers, or
    doing nothing.

    Raises as `solve` does.

    >>> import ksm_widgets as ksm
    >>> for plan in ksm.solve_hand(ksm.Position.near("5,4,3z"), [1, 15], "mirror", money=3):
    ...     print(plan)
    Card 1: gain 11
    Card 1 with the mirror: gain 9 (net 11 − 2 for the mirror)
    Card 15: gain 0
    Card 15 with the mirror: gain −2 (net 0 − 2 for the mirror)
    """
    if isinstance(problem, (Position, str)):
        check_options(options, HandOptions.__annotations__)
        problem = Problem.of(problem, _ONE_QUARRY, **options)
    elif options:
        expect("problem", problem, Problem, Position, str)
        raise ArgumentError("problem.beside", found=[*options])
    expect("problem", problem, Problem, Position, str)
    hand = [
        card(one) if isinstance(one, int) else one for one in several("cards", cards, Card, int)
    ]
    base = replace(problem, powers=frozenset(), best=0, frontier=False, wanted=())
    watch = Watch(time_limit, cancelled, progress)
    found = _options(base, hand, powers_named("held", held), watch)
    plans = [HandPlan(one, answer.problem.powers, answer, kept) for one, answer, kept in found]
    return tuple(sorted(plans, key=lambda one: (-one.gain, len(one.powers), one.card.number)))


def choose(problem: Problem, watch: Watch) -> Answer:
    """Search every card of the hand with every choice of objects, and combine the answers.

    The plan is the best of all choices; so are the best digs and the frontier, if asked for. An
    object spent by choice costs what the values say it is worth.
    """
    hand = problem.hand or (Card(1, problem.shape),)
    answers: dict[Card, list[Answer]] = {one: [] for one in hand}
    overall = _Overall(problem, hand, watch)
    for one, answer, kept in _options(problem, hand, problem.may_spend, watch, overall.begin):
        answers[one].append(_less(answer, kept, one.number if problem.hand else None))
        overall.end(one, answers[one][-1])
    whole = _with_sets(problem, [answer for each in answers.values() for answer in each])
    if not problem.hand:
        return whole
    cards = [_with_sets(replace(problem, hand=(one,)), each) for one, each in answers.items()]
    return replace(whole, cards=_best_first(problem, cards))


class _Overall:
    """The progress of a choice, told while each of its searches goes on.

    The bound is that of all choices, those not begun included. With wanted tiles, whose bound is
    about moves, each search tells its own.
    """

    def __init__(self, problem: Problem, hand: Iterable[Card], watch: Watch) -> None:
        self._progress, self._frontier = watch.progress, problem.frontier
        self._net: Decimal | None = None if problem.money < 0 else Decimal(0)
        self._bounds: dict[tuple[Card, frozenset[Power]], Decimal] = {}
        self._now: tuple[tuple[Card, frozenset[Power]], Decimal] | None = None
        if self._progress is None or problem.wanted:
            return
        watch.progress = self._told
        base = replace(problem, may_spend=frozenset(), hand=())
        for played in hand:
            for chosen in power_sets(problem.may_spend):
                here = replace(base, shape=played.shape, powers=problem.powers | chosen)
                most = unsearched(here, None).bound
                assert most is not None
                self._bounds[played, here.powers] = most - worth_apart(problem, chosen)

    def begin(self, played: Card, powers: frozenset[Power], kept: Decimal) -> None:
        """The search for a choice begins."""
        self._now = (played, powers), kept

    def end(self, played: Card, answer: Answer) -> None:
        """A choice has its answer, the worth of its objects taken off."""
        choice = played, answer.problem.powers
        if choice in self._bounds and answer.bound is not None:
            self._bounds[choice] = min(self._bounds[choice], answer.bound)
            self._found(answer.net)

    def _found(self, net: Decimal | None) -> None:
        if net is not None:
            self._net = net if self._net is None else max(self._net, net)

    def _told(self, progress: SearchProgress) -> None:
        assert self._now is not None
        assert self._progress is not None
        choice, kept = self._now
        self._found(None if progress.net is None else progress.net - kept)
        if not self._frontier:  # Its searches with few moves have lower bounds of their own.
            self._bounds[choice] = min(self._bounds[choice], progress.bound - kept)
        bound = max(self._bounds.values())
        if self._net is not None:
            bound = max(bound, self._net)
        self._progress(SearchProgress(self._net, bound, progress.statistics))


def _with_sets(problem: Problem, answers: list[Answer]) -> Answer:
    """The answer to a problem from those for all of its choices, with its `sets`."""
    whole = _combined(problem, answers)
    if not problem.may_spend:
        return whole
    sets: dict[frozenset[Power], list[Answer]] = {}
    for answer in answers:
        sets.setdefault(answer.problem.powers, []).append(answer)
    each = [
        _combined(replace(problem, powers=powers, may_spend=frozenset()), alike)
        for powers, alike in sets.items()
    ]
    return replace(whole, sets=_best_first(problem, each))


def _best_first(problem: Problem, answers: list[Answer]) -> tuple[Answer, ...]:
    order = _order(problem)
    return tuple(
        sorted(
            answers, key=lambda answer: (answer.plan is None, answer.plan and order(answer.plan))
        )
    )


def _combined(problem: Problem, answers: list[Answer]) -> Answer:
    """The answer to a problem from the answers for all of its choices."""
    order = _order(problem)
    plan = min((one.plan for one in answers if one.plan is not None), key=order, default=None)
    proven = all(one.status in _SETTLED for one in answers)
    if plan is None:
        status = Status.INFEASIBLE if proven else Status.UNKNOWN
    else:
        status = Status.OPTIMAL if proven else Status.FEASIBLE
    limits = [one.bound for one in answers if one.bound is not None]
    bound = min(limits, default=None) if problem.wanted else max(limits, default=None)
    best: dict[frozenset[Quarry], Plan] = {}
    for dug in sorted((dug for one in answers for dug in one.best), key=order):
        best.setdefault(frozenset(dug.dig or ()), dug)
    lines = [one.frontier for one in answers if one.frontier]
    return Answer(
        problem,
        status,
        plan,
        bound,
        tuple(best.values())[: problem.best],
        _lowest(lines, order),
    )


def _lowest(lines: list[tuple[Plan, ...]], order: _Order) -> tuple[Plan, ...]:
    """The best plan of all frontiers with at most 0, 1, 2, … moves, up to the first as good as any.

    Each frontier goes on with its last plan.
    """
    most = max(map(len, lines), default=0)
    plans = [min((line[min(i, len(line) - 1)] for line in lines), key=order) for i in range(most)]
    while len(plans) > 1 and plans[-1].net == plans[-2].net:
        plans.pop()
    return tuple(plans)


def _order(problem: Problem) -> _Order:
    """The order of plans, best first: the highest net, the fewest objects, moves, the lowest card.

    With wanted tiles the fewest moves come first.
    """

    def order(plan: Plan) -> tuple[Decimal | int, ...]:
        moves = len(plan.turn.moves)
        rest = (-plan.net, len(plan.turn.powers), moves, plan.card or 0)
        return (moves, *rest) if problem.wanted else rest

    return order


def _options(
    problem: Problem,
    hand: Iterable[Card],
    objects: frozenset[Power],
    watch: Watch,
    begin: Callable[[Card, frozenset[Power], Decimal], None] | None = None,
) -> Iterator[tuple[Card, Answer, Decimal]]:
    """Each card with each set of objects besides the powers spent: the answer, the objects' worth.

    Whatever cards and sets have in common is searched once, and more objects must beat what fewer
    reach. `begin` is told of each search before it begins.
    """
    sets = [problem.powers | chosen for chosen in power_sets(objects)]
    base = replace(problem, may_spend=frozenset(), hand=())
    order = _order(problem)
    shared: dict[_Key, Answer] = {}
    for played in hand:
        plans: dict[frozenset[Power], Plan] = {}
        for powers in sets:
            here = replace(base, shape=played.shape, powers=powers)
            kept = worth_apart(here, powers - problem.powers)
            if begin is not None:
                begin(played, powers, kept)
            key = _key(here)
            answer = shared.get(key)
            if answer is None:
                less = [plan for spent, plan in plans.items() if spent < powers]
                best = min(less, key=order, default=None)
                if best is not None and here.stakes is not None:
                    best = _with_powers(here, best)  # with more objects spent it nets less
                    if best.net < 0 and _may_pass(here):
                        best = None
                if watch.ended():
                    answer = unsearched(here, best)
                else:
                    answer = search_all(here, watch, [] if best is None else [best])
                    shared[key] = answer
            answer = _as_played(here, answer)
            if answer.plan is not None:
                plans[powers] = answer.plan
            yield played, answer, kept


def _less(answer: Answer, kept: Decimal, number: int | None) -> Answer:
    """An answer with its card, and with the worth of the objects spent by choice taken off."""

    def less(plan: Plan) -> Plan:
        cost = Decimal(0) if plan.dig is None else kept
        return replace(plan, net=plan.net - cost, card=number, kept=cost)

    problem, bound = answer.problem, answer.bound
    plan = None if answer.plan is None else less(answer.plan)
    # Doing nothing spends nothing.
    if plan is not None and plan.net < 0 and _may_pass(problem):
        plan = replace(plan_of(problem, Turn()), card=number)
    if bound is not None and not problem.wanted:
        bound = max(bound - kept, Decimal(0)) if _may_pass(problem) else bound - kept
    return replace(
        answer,
        plan=plan,
        bound=bound,
        best=tuple(map(less, answer.best)),
        frontier=tuple(map(less, answer.frontier)),
    )


def _may_pass(problem: Problem) -> bool:
    """Whether doing nothing is a plan, which nets nothing."""
    return problem.money >= 0 and not problem.wanted


def _key(problem: Problem) -> _Key:
    """All that a problem on one position depends on: two with the same key have the same answer."""
    shape, powers = problem.shape, problem.powers
    carpet, amulet = Power.CARPET in powers, Power.AMULET in powers
    seal = Power.SEAL in powers
    where: object = shape
    if seal and shape.connected:
        where = shape.size
    elif Power.MIRROR in powers:
        where = frozenset(shape.turned(quarters) for quarters in range(4))
    spent = 0 if problem.stakes is None else len(powers)
    return (where, seal, spent), carpet, amulet


def _as_played(problem: Problem, answer: Answer) -> Answer:
    """An answer found for another card or fewer powers, as the answer to this problem."""

    def played(plan: Plan) -> Plan:
        return _with_powers(problem, plan)

    return replace(
        answer,
        problem=problem,
        plan=None if answer.plan is None else played(answer.plan),
        best=tuple(map(played, answer.best)),
        frontier=tuple(map(played, answer.frontier)),
    )


def _with_powers(problem: Problem, plan: Plan) -> Plan:
    """A plan found with fewer powers, as a plan of this problem."""
    turn = replace(plan.turn, powers=problem.powers)
    return plan if turn.dig is None or turn == plan.turn else plan_of(problem, turn)
