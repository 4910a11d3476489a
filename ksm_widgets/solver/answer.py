"""The answer to a dig problem: a plan, its status and bound, and the work it took."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum
from itertools import pairwise
from typing import TYPE_CHECKING

from ksm_widgets.pictures import Pictured
from ksm_widgets.rules.arguments import expect_language
from ksm_widgets.rules.edition_rules import edition
from ksm_widgets.rules.json_text import json_number
from ksm_widgets.rules.scoring import PARCHMENT_SET
from ksm_widgets.rules.tile_words import listed_tiles
from ksm_widgets.rules.tiles import Group, Power, Tile
from ksm_widgets.rules.turns import Balance, Played, Turn, play
from ksm_widgets.rules.values import in_coins
from ksm_widgets.solver.problem import alone, may_dig_unseen, spending, worth_apart, worth_of
from ksm_widgets.words import Term, sentence

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ksm_widgets.rules.deck import Shape
    from ksm_widgets.rules.position import Position
    from ksm_widgets.rules.quarries import Move, Quarry
    from ksm_widgets.rules.stakes import Worth
    from ksm_widgets.rules.turns import Account
    from ksm_widgets.solver.problem import Problem


class Status(Enum):
    """The certainty of an answer.

    >>> import ksm_widgets as ksm
    >>> mine = ksm.Position.near("5,4,3z")
    >>> ksm.solve(mine, "###").status, ksm.solve(mine, "###", wanted="c1:1", max_moves=0).status
    (<Status.OPTIMAL: 'optimal'>, <Status.INFEASIBLE: 'infeasible'>)
    """

    OPTIMAL = "optimal"
    """Proven, in net and in number of moves."""
    FEASIBLE = "feasible"
    """Stopped early: a legal plan, and a bound on every plan."""
    INFEASIBLE = "infeasible"
    """Proven that no dig takes the wanted tiles, or none can be paid, within money and moves."""
    UNKNOWN = "unknown"
    """Stopped before any dig that takes the wanted tiles was found."""


@dataclass(frozen=True, slots=True)
class PlanStep:
    """One step of a plan: a move, or the dig that ends it, with the mine before and after.

    `due` is the cost of the plan in coins up to this step, included.
    """

    before: Position
    after: Position
    due: int
    move: Move | None = None
    dig: tuple[Quarry, ...] | None = None

    def __str__(self) -> str:
        return str(self.move) if self.dig is None else f"dig {' '.join(map(str, self.dig))}"

    def __repr__(self) -> str:
        return f"<Step {self}, {self.due} due>"


@dataclass(frozen=True, slots=True, repr=False)
class Plan(Pictured):
    """A turn worth playing: its moves and dig, the tiles it takes and what it nets, in coins.

    `net` = worth of the tiles dug - curses paid - moves, exact to the thousandth. Iterating over a
    plan gives its steps; printed, it shows its moves, its dig and its account. `worth` is by how
    much the dig changes sets and bonuses, if the problem says what the player holds. `card` is the
    number of the card, if the answer chose it; `kept` what the objects that it chose to spend would
    be worth kept, which is taken off the net.

    >>> import ksm_widgets as ksm
    >>> plan = ksm.solve(ksm.Position.near("5,4,3z"), "###").plan
    >>> plan
    <Plan moves c1-d1 dig a1 b1 c1: net 11>
    >>> plan.net, plan.moves, plan.dig == ksm.QUARRIES[:3]
    (Decimal('11'), (Move.parse('c1-d1'),), True)
    >>> for step in plan:
    ...     print(step, step.due)
    c1-d1 1
    dig a1 b1 c1 1
    """

    turn: Turn
    played: Played
    net: Decimal
    worth: Worth | None = None
    card: int | None = None
    kept: Decimal = Decimal(0)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves that come before the dig."""
        return self.turn.moves

    @property
    def dig(self) -> tuple[Quarry, ...] | None:
        """The quarries dug, or None for doing nothing."""
        return self.turn.dig

    @property
    def taken(self) -> tuple[Tile, ...]:
        """The tiles dug, in the order of the dig's quarries."""
        return self.played.taken

    @property
    def balance(self) -> Balance:
        """The account of the whole turn, and its net."""
        account = self.played.account
        others = self.net + self.kept - account.treasures + account.due
        return Balance(account, others, dug=self.dig is not None, kept=self.kept)

    @property
    def expected(self) -> bool:
        """Whether the net is an expectation, because an unseen tile is dug."""
        return any(tile.group is Group.UNSEEN for tile in self.played.taken)

    @property
    def positions(self) -> tuple[Position, ...]:
        """The start, the position after each move, and the one after the dig."""
        return self.played.positions

    @property
    def steps(self) -> tuple[PlanStep, ...]:
        """Every move and then the dig; empty for a plan that does nothing."""
        ways = tuple(pairwise(self.positions))
        moves = zip(self.turn.moves, ways, strict=False)
        steps = [
            PlanStep(*way, due=due, move=move) for due, (move, way) in enumerate(moves, start=1)
        ]
        if self.dig is not None:
            steps.append(PlanStep(*ways[-1], due=self.played.account.due, dig=self.dig))
        return tuple(steps)

    def __iter__(self) -> Iterator[PlanStep]:
        return iter(self.steps)

    def in_words(self, language: str = "en") -> str:
        """The plan in a few lines: net, moves, dig, account."""
        expect_language(language)
        return "\n".join([sentence("told.net", language, net=self.net), *self._lines(language)])

    def _lines(self, language: str) -> Iterator[str]:
        yield sentence("told.moves", language, moves=self.turn.moves or Term("told.none"))
        if self.dig is None:
            yield sentence("told.no_dig", language)
        else:
            tiles = listed_tiles(self.taken, Term)
            yield sentence("told.dig", language, quarries=self.dig, tiles=tiles)
        account = self.played.account
        figures = account.figures()
        yield sentence("told.account", language, **figures)
        if self.dig is not None:
            net, others = self.net + self.kept, self.balance.others
            yield sentence("told.reckoned", language, net=net, others=others, **figures)
        if self.kept:
            yield sentence("told.kept", language, gain=self.net, net=net, kept=self.kept)
        if self.worth is not None:
            yield from self._worth_in_words(self.worth, language)
        if self.expected:
            yield sentence("told.expected", language)

    def _worth_in_words(self, worth: Worth, language: str) -> Iterator[str]:
        """The change to sets and bonuses; whole tens for parchments are sets completed."""
        completed, rest = divmod(worth.sets, 1000 * PARCHMENT_SET)
        sets = "sets"
        if completed > 0 and rest == 0:
            sets = "completed" if completed == 1 else "completed_more"
        for name, part in ((sets, worth.sets), ("curses", worth.curses), ("magic", worth.magic)):
            if part:
                amount = in_coins(part)
                yield sentence(f"told.{name}", language, worth=amount, count=completed)

    def __str__(self) -> str:
        return self.in_words()

    def __repr__(self) -> str:
        return f"<Plan {self.turn}: net {self.net}>"

    def to_dict(self) -> dict[str, object]:
        """The plan as the data of a JSON object; the dig's quarries are sorted as text."""
        dug = None
        if self.dig is not None:
            named = zip(map(str, self.dig), (tile.letter for tile in self.taken), strict=True)
            dug = sorted(named)
        return {
            "net": json_number(self.net),
            "moves": [str(move) for move in self.turn.moves],
            "dig": None if dug is None else [quarry for quarry, _ in dug],
            "taken": [] if dug is None else [letter for _, letter in dug],
            "expected": self.expected,
            "move_cost": self.played.account.moves,
            "curse_cost": self.played.account.curses,
            **({} if self.worth is None else {"worth": _worth_in_coins(self.worth)}),
        }


@dataclass(frozen=True, slots=True)
class Statistics:
    """The work of a search: aims taken up, boards visited to carry them out, seconds."""

    aims: int = 0
    boards: int = 0
    seconds: float = 0.0
    compiled: bool = False


@dataclass(frozen=True, slots=True)
class SearchProgress:
    """The progress of a running search: the best net so far, the proven limit, the work done."""

    net: Decimal | None
    bound: Decimal
    statistics: Statistics


@dataclass(frozen=True, slots=True, repr=False)
class Answer(Pictured):
    """The solver's answer to a problem: a plan, its status and a proven bound.

    `plan` is None only for INFEASIBLE and UNKNOWN. `bound` is an upper limit of the net; for a
    problem with wanted tiles, a lower limit of the moves. `best` and `frontier` are plans if the
    problem asks for them; `frontier[m]` is the best with at most m moves. With wanted tiles the
    frontier is empty but for plans without a move: fewest moves come first, and no more are tried.
    `cards` has the answer for each card of a hand, best first. `sets` has one for each set of the
    objects that may be spent, best first: the set is the powers of its problem, and what it is
    worth is taken off the net.

    >>> import ksm_widgets as ksm
    >>> answer = ksm.solve(ksm.Position.near("5,4,3z"), "###", money=2)
    >>> print(answer)
    Best plan: net 11. Proven: nothing beats it.
    Moves: c1-d1
    Dig: a1, b1, c1, which takes treasures of 5, 4 and 3
    Account: moves 1 + curses 0 = 1 to pay; money 2 + treasures dug 12 − 1 = 13 left
    Net: treasures 12 + other tiles 0 − 1 to pay = 11
    >>> answer
    <Answer optimal: moves c1-d1 dig a1 b1 c1, net 11>
    >>> answer.net, answer.moves, answer.dig == ksm.QUARRIES[:3]
    (Decimal('11'), (Move.parse('c1-d1'),), True)
    >>> answer.to_dict()["dig"], answer.to_dict()["bound"]
    (['a1', 'b1', 'c1'], 11)
    >>> none = ksm.solve(ksm.Position.near("5,4,3z"), "##", wanted="c1:1", max_moves=0)
    >>> none, none.net, none.moves, none.dig
    (<Answer infeasible>, None, (), None)
    """

    problem: Problem
    status: Status
    plan: Plan | None
    bound: Decimal | None
    best: tuple[Plan, ...] = ()
    frontier: tuple[Plan, ...] = ()
    cards: tuple[Answer, ...] = ()
    sets: tuple[Answer, ...] = ()
    statistics: Statistics = Statistics()

    @property
    def net(self) -> Decimal | None:
        """The net of the plan, in coins; None without a plan."""
        return None if self.plan is None else self.plan.net

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves of the plan; none without a plan."""
        return () if self.plan is None else self.plan.moves

    @property
    def dig(self) -> tuple[Quarry, ...] | None:
        """The quarries that the plan digs; None if it does nothing, or without a plan."""
        return None if self.plan is None else self.plan.dig

    @property
    def taken(self) -> tuple[Tile, ...]:
        """The tiles that the plan digs, in the order of the dig's quarries."""
        return () if self.plan is None else self.plan.taken

    def in_words(self, language: str = "en") -> str:
        """The answer in a few lines: how certain it is, the moves, the dig, the account."""
        expect_language(language)
        plan, wanted = self.plan, "_wanted" if self.problem.wanted else ""
        if plan is None:
            return sentence(f"outcome.{self.status.value}", language)
        lines = [
            sentence(
                f"outcome.{self.status.value}{wanted}",
                language,
                net=plan.net,
                count=len(plan.turn.moves),
                bound=self.bound,
            ),
            *chosen_in_words(self.problem, plan, language),
            *plan._lines(language),
        ]
        for name, plans in (("best", self.best), ("frontier", self.frontier)):
            if plans:
                nets = [one.net for one in plans]
                lines.append(sentence(f"outcome.{name}", language, nets=nets))
        if wanted and self.problem.frontier:
            lines.append(sentence("outcome.no_frontier", language))
        return "\n".join(lines)

    def __str__(self) -> str:
        return self.in_words()

    def __repr__(self) -> str:
        plan = "" if self.plan is None else f": {self.plan.turn}, net {self.net}"
        return f"<Answer {self.status.value}{plan}>"

    def to_dict(self) -> dict[str, object]:
        """The answer as the data of a JSON object; `id` is for the caller to add."""
        data: dict[str, object] = {
            "status": self.status.value,
            "bound": json_number(self.bound),
            **(_NO_PLAN if self.plan is None else written(self.problem, self.plan)),
            "shape": str(self.shape),
            "after": None if self.plan is None else after(self.problem, self.plan),
            "seconds": round(self.statistics.seconds, 6),
        }
        if self.problem.stakes is not None:
            data.setdefault("worth", None)
        if self.problem.best:
            data["best"] = [written(self.problem, plan) for plan in self.best]
        if self.problem.frontier:
            data["frontier"] = [written(self.problem, plan) for plan in self.frontier]
        if self.problem.hand:
            data["cards"] = [answer._of_card() for answer in self.cards]
        return data

    @property
    def shape(self) -> Shape:
        """The shape of the card that was asked for, or chosen."""
        hand = {card.number: card.shape for card in self.problem.hand}
        number = None if self.plan is None else self.plan.card
        return self.problem.shape if number is None else hand[number]

    def _of_card(self) -> dict[str, object]:
        """The answer for one card of a hand."""
        data = _NO_PLAN if self.plan is None else written(self.problem, self.plan)
        return {
            "card": self.problem.hand[0].number,
            "powers": data.get("powers"),
            "net": data["net"],
            "bound": json_number(self.bound),
            "moves": data["moves"],
            "dig": data["dig"],
        }


def chosen_in_words(problem: Problem, plan: Plan, language: str) -> Iterator[str]:
    """The card and the objects that the answer chose."""
    if plan.card is not None:
        yield sentence("told.card", language, number=plan.card)
    if problem.chooses and (problem.may_spend or problem.powers):
        spent = [power for power in Power if power in plan.turn.powers]
        powers = [edition(language).power_term(power) for power in spent]
        yield sentence("told.spent", language, powers=powers or Term("told.none"))


def written(problem: Problem, plan: Plan) -> dict[str, object]:
    """A plan with the choices made for it, if the problem left any."""
    data = plan.to_dict()
    if not problem.chooses:
        return data
    data["powers"] = [power.value for power in Power if power in plan.turn.powers]
    if problem.hand:
        data["card"] = plan.card
    if problem.may_spend:
        data["spend_cost"] = json_number(spend_cost(problem, plan))
    return data


def after(problem: Problem, plan: Plan) -> dict[str, object]:
    """The money and, with stakes, what is held after a turn; None for what nobody knows."""
    left: dict[str, object] = {"money": plan.played.account.left}
    if problem.stakes is not None:
        held = Counter(problem.stakes.holding)
        held.subtract(power.tile for power in plan.turn.powers)
        held.update(tile for tile in plan.taken if tile.group is not Group.TREASURE)
        letters = "".join(tile.letter * held[tile] for tile in Tile)
        left["holding"] = None if plan.expected else letters
    return left


_NO_PLAN: dict[str, object] = {
    "net": None,
    "moves": None,
    "dig": None,
    "taken": None,
    "expected": False,
    "move_cost": None,
    "curse_cost": None,
}


def spend_cost(problem: Problem, plan: Plan) -> Decimal:
    """The worth, in coins, that the objects a plan spends by choice would have if kept."""
    return worth_kept(problem, plan.taken, plan.turn.powers - problem.powers)


def worth_kept(problem: Problem, taken: tuple[Tile, ...], spent: frozenset[Power]) -> Decimal:
    """The worth, in coins, that the objects spent on a dig of these tiles would have if kept."""
    if not taken:
        return Decimal(0)
    if problem.stakes is None:
        return worth_apart(problem, spent)
    stakes, forced = problem.stakes, len(problem.powers)
    return (stakes.worth(taken, forced) - stakes.worth(taken, forced + len(spent))).coins


def net_of(problem: Problem, played: Played) -> Decimal:
    """The net of a turn under the problem's values or stakes, in coins, exact."""
    return balance_of(problem, played.account, played.taken).net


def balance_of(problem: Problem, account: Account, taken: tuple[Tile, ...]) -> Balance:
    """The balance of a turn that digs these tiles, by the problem's values or stakes.

    An unseen tile counts as much as the problem says, or nothing if it says nothing.
    """
    if problem.stakes is None:
        return Balance.of(account, taken, alone(problem))
    others = worth_of(problem, taken).coins
    return Balance(account, others - account.treasures, dug=bool(taken))


def better(one: Plan | None, other: Plan | None) -> Plan | None:
    """The plan that nets more; among equals, the one with fewer moves."""
    if one is None or other is None:
        return one or other
    return max(one, other, key=lambda plan: (plan.net, -len(plan.turn.moves)))


def plan_of(problem: Problem, turn: Turn) -> Plan:
    """Replay a turn through the rules and value it; raises RuleError if it is illegal.

    If the problem leaves the choice of objects to the answer, the worth of those that the turn
    spends is taken off.
    """
    played = play(
        problem.position,
        turn,
        problem.shape,
        money=problem.money,
        variant=problem.variant,
        unseen=may_dig_unseen(problem),
    )
    own = spending(problem, turn.powers)
    worth = None if own.stakes is None else worth_of(own, played.taken)
    chosen = own.powers - problem.powers
    kept = worth_apart(problem, chosen) if played.taken else Decimal(0)
    return Plan(turn, played, net_of(own, played) - kept, worth, kept=kept)


def _worth_in_coins(worth: Worth) -> dict[str, int | float | None]:
    return {
        name: json_number(in_coins(part))
        for name, part in (
            ("treasures", worth.treasures),
            ("sets", worth.sets),
            ("curses", worth.curses),
            ("magic", worth.magic),
        )
    }
