"""The options of one choice, weighed by playing on from each with the same luck (`rollouts`).

Whatever judges a choice asks here, so that hints, the table of cards, the coach and a second
attempt agree: all options are weighed with a `GLANCE`, and the best few with a
`LONG_LOOK`. Which is best, and by how much, is found in two halves of the games: one half picks,
the other measures. So no option looks better than it is only because it was picked.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations
from math import hypot, sqrt
from typing import TYPE_CHECKING, Generic, TypeVar

from ksm_widgets.analysis.effort import (
    THOROUGH,
    as_quick_as_needed,
    safe_plans,
    thought_over,
)
from ksm_widgets.analysis.knowledge import card_to_play, dearest_unseen, powers_held, stakes
from ksm_widgets.analysis.rollouts import MOST_STEPS, margins, played_on, table_of
from ksm_widgets.rules import CARDS_EACH, Card, Tile, Turn, moved
from ksm_widgets.solver import Problem
from ksm_widgets.solver.engine import engine

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ksm_widgets.analysis.effort import Thought
    from ksm_widgets.analysis.rollouts import RolloutTable
    from ksm_widgets.rules import Move, Power, View


C_co = TypeVar("C_co", bound=Card | Turn, covariant=True)
"""A choice: a card or a turn."""

FEW = 4
"""Options that are weighed with more games."""
GLANCE = 32
"""Games played on from every option of a choice at first."""
LONG_LOOK = 192
"""Games played on from the best few."""
HASTE = 4.0
"""Points by which a difference found in haste is off, as a standard error.

Measured against players who plan every turn (`benchmarks.endings`): it does not shrink with more
games, and evens out only over many choices.
"""
_LEAST = 0.5
"""Points that a difference counts for at least."""
_FEWEST = 3
"""Games that say nothing about their error."""
_DIGS = 3
"""Digs without an object that are considered."""
_AT_ONCE = 32
"""Games that the compiled kernel plays in less than a tenth of a second."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A mean and its standard error, which is NaN if there is only one sample."""

    mean: float
    error: float

    def is_clear(self, games: int) -> bool:
        """Whether a difference found in so many games is beyond its error: half a point at least.

        With few games the error itself is uncertain, so it counts more, as in Student's t.
        """
        if games <= _FEWEST:
            return False
        unsure = sqrt((games - 1) / (games - _FEWEST))
        return self.mean > max(_LEAST, 2 * unsure * self.error)


@dataclass(frozen=True, slots=True)
class WeighedOption(Generic[C_co]):
    """A card or a turn that could be chosen, and what it is worth.

    `ahead` is the lead over the others' mean expected with it, `loss` how much less that is than
    with the best option, over `games` with the same luck; its error allows for haste. `others` is
    how much higher the others' mean ends than with the first option weighed.
    """

    choice: C_co
    ahead: Figure
    loss: Figure
    others: Figure
    games: int

    @property
    def is_worse(self) -> bool:
        """Whether it is worse than the best one beyond the error."""
        return self.loss.is_clear(self.games)


AnyOption = WeighedOption[Card | Turn]


class Weighing:
    """The options of a view, each with the games played on from it.

    `first` is an option that is always weighed, as the first one; with `only`, nothing else is
    weighed besides these. `thought` limits the search for options.
    """

    def __init__(
        self,
        view: View,
        seed: int,
        first: Card | Turn | None = None,
        *,
        only: Sequence[Card | Turn] = (),
        thought: Thought = THOROUGH,
    ) -> None:
        self._player = view.player
        # After the last dig of a game, nobody plays in haste.
        last = view.waiting == (view.player,) and view.round == CARDS_EACH[len(view.cards_left)]
        self._haste = 0.0 if last else HASTE
        self._seed = luck_of(view, seed)
        if not view.waiting:
            cards = _cards(view, first, thought)
            self._options = [one for one in cards if not only or one[0] in (first, *only)]
        else:
            turns = [first, *only] if only else _turns(view, first, thought)
            self._options = _with_tables(view, turns)
        self._points: list[list[tuple[int, ...]]] = [[] for _ in self._options]
        self._few = [*range(len(self._options))]

    @property
    def games(self) -> int:
        """The number of games played on from each option."""
        return len(self._points[0])

    def play(self, games: int, pulse: Callable[[], object] = lambda: None) -> None:
        """Play on from each option up to so many games; `pulse` is called meanwhile.

        It is called about every tenth of a second.
        """
        for _ in self.playing(games):
            pulse()

    def playing(self, games: int) -> Iterator[None]:
        """Play on from each option up to so many games, a tenth of a second at a time."""
        for at in self._few:
            table = self._options[at][1]
            yield from playing_more(self._points[at], table, games, seed=self._seed)

    def judging(self, glance: int = GLANCE, look: int = LONG_LOOK) -> Iterator[None]:
        """Weigh all options with a glance, and the best few with a longer look.

        It goes on for a tenth of a second at a time.
        """
        yield from self.playing(min(glance, look))
        if look > glance:
            self.keep(FEW)
            yield from self.playing(look)

    def keep(self, few: int) -> None:
        """Play on only from the first option and the best of the others from now on."""
        rows = self.leads()
        ranked = sorted(range(1, len(rows)), key=lambda at: -_mean(rows[at]))
        self._few = sorted([0, *ranked[:few]])

    def cost(self) -> tuple[Figure, float]:
        """The cost of the first option against the best, and the lead expected with the best.

        Its error is that of luck alone.
        """
        rows = self.leads()
        cost = _loss(rows[0], [rows[at] for at in self._few])
        return cost, _mean(rows[0]) + cost.mean

    def verdict(self) -> Figure:
        """The cost of the first option, with an error that allows for haste."""
        return allowing_for_haste(self.cost()[0], self._haste)

    def options(self) -> tuple[AnyOption, ...]:
        """All options with the figures so far, the first one first."""
        rows = self.leads()
        few = [rows[at] for at in self._few]
        others = [
            less([game[self._player] for game in points], row)
            for points, row in zip(self._points, rows, strict=True)
        ]
        return tuple(
            WeighedOption(
                what,
                figure(row),
                allowing_for_haste(_loss(row, few), self._haste),
                figure(less(theirs, others[0])),
                len(row),
            )
            for (what, _), row, theirs in zip(self._options, rows, others, strict=True)
        )

    def ranked(self) -> tuple[AnyOption, ...]:
        """All options with the figures so far, the best first, those only seen at a glance last."""
        return tuple(sorted(self.options(), key=lambda one: (-one.games, -one.ahead.mean)))

    def leads(self) -> list[list[float]]:
        """The player's lead in each game, for each option."""
        return [margins(points, self._player) for points in self._points]


def best_option(
    view: View,
    *,
    glance: int = GLANCE,
    look: int = LONG_LOOK,
    seed: int = 0,
    pulse: Callable[[], object] = lambda: None,
) -> AnyOption:
    """The card or the turn with the highest lead; of equals the lowest card.

    `pulse` is called about every tenth of a second. With the same seed, a review of this choice
    finds nothing that is clearly better.
    """
    weighing = Weighing(view, seed, thought=as_quick_as_needed(pulse))
    for _ in weighing.judging(glance, look):
        pulse()
    return weighing.ranked()[0]


def luck_of(view: View, seed: int) -> int:
    """The seed of the games played on from a view: the same for all its options."""
    return 1_000_003 * seed + 101 * len(view.records) + len(view.begun)


def playing_more(
    played: list[tuple[int, ...]], table: RolloutTable, games: int, *, seed: int
) -> Iterator[None]:
    """Play on from a table until there are so many results, a tenth of a second at a time."""
    while (left := games - len(played)) > 0:
        more = min(left, _AT_ONCE if engine().compiled else 1)
        played.extend(played_on(table, more, seed=seed, first=len(played)))
        yield


def plans_with(view: View, card: Card, thought: Thought = THOROUGH) -> tuple[Turn, ...]:
    """The turn considered when a card is chosen: the best dig in the mine as it is, if any."""
    plan = thought_over(option_problem(view, card), thought).plan
    return () if plan is None or _long(plan.turn) else (plan.turn,)


def _cards(
    view: View, first: Card | Turn | None, thought: Thought
) -> list[tuple[Card | Turn, RolloutTable]]:
    """Every card of the hand, each with the best dig in the mine as it is."""
    options: list[tuple[Card | Turn, RolloutTable]] = []
    for card in sorted(view.hand, key=lambda card: (card != first, card.number)):
        plans = plans_with(view, card, thought)
        options.append((card, table_of(view, chosen={view.player: card}, plans=plans)))
    return options


def _turns(view: View, first: Card | Turn | None, thought: Thought) -> list[Turn]:
    """Doing nothing, the best digs without objects, and the best dig with each set of objects."""
    turns = [first] if isinstance(first, Turn) else []
    if len(view.begun) <= view.holding.money:
        turns.append(Turn())
    held = powers_held(view)
    for size in range(len(held) + 1):
        for spent in combinations(held, size):
            problem = option_problem(view, card_to_play(view), frozenset(spent))
            most = _DIGS if size == 0 else 1
            plans = safe_plans(replace(problem, best=most), dearest_unseen(view), thought)
            turns += [plan.turn for plan in plans]
    return [turn for turn in dict.fromkeys(turns) if turn == first or not _long(turn)]


def _with_tables(
    view: View, given: Sequence[Card | Turn | None]
) -> list[tuple[Card | Turn, RolloutTable]]:
    """Each turn with a table: it is played until a tile is uncovered, and then reconsidered."""
    different: dict[object, Turn] = {}
    for one in given:
        if isinstance(one, Turn):
            different.setdefault(turn_key(view, one), one)
    turns = [*different.values()]
    return [
        (turn, table_of(view, plans=[turn, *(one for one in turns if one is not turn)], bound=True))
        for turn in turns
    ]


def _long(turn: Turn) -> bool:
    return len(turn.moves) > MOST_STEPS


def to_a_look(view: View, moves: Sequence[Move]) -> Sequence[Move]:
    """The moves up to the first that uncovers an unseen tile; none if none does."""
    position = view.position
    for number, move in enumerate(moves, start=1):
        position = moved(position, move, view.variant)
        if position.top(move.source) is Tile.UNSEEN:
            return moves[:number]
    return ()


def turn_key(view: View, turn: Turn) -> object:
    """A key that is equal for turns that come to the same.

    The order of moves does not matter, and after one that uncovers an unseen tile, the rest of the
    turn does not count: it will be decided then.
    """
    made = to_a_look(view, turn.moves)
    if made:
        return len(made), moved(view.position, made, view.variant)
    after = moved(view.position, turn.moves, view.variant)
    return len(turn.moves), after, frozenset(turn.dig or ()), turn.powers


def option_problem(view: View, card: Card, powers: frozenset[Power] = frozenset()) -> Problem:
    """The dig problem of the player of a view, for the rest of this turn."""
    return Problem(
        view.position,
        card.shape,
        powers,
        money=view.holding.money - len(view.begun),
        variant=view.variant,
        unseen=tuple(view.unseen.items()),
        stakes=stakes(view),
    )


def _loss(row: Sequence[float], rows: Sequence[Sequence[float]]) -> Figure:
    """The loss of a row against the best: picked in one half of the games, measured in the other,
    and vice versa.
    """
    picked = [max(rows, key=lambda one: _mean(one[half::2])) for half in (0, 1)]
    apart = [less(best, row) for best in picked]
    mean = (_mean(apart[0][1::2]) + _mean(apart[1][0::2])) / 2
    return Figure(mean, max(map(_error, apart)))


def allowing_for_haste(loss: Figure, haste: float = HASTE) -> Figure:
    """A difference with an error that allows for haste; equal options have no error."""
    same = not (loss.mean or loss.error)
    return loss if same else Figure(loss.mean, hypot(loss.error, haste))


def figure(row: Sequence[float]) -> Figure:
    """The mean of at least two games, and its standard error."""
    return Figure(_mean(row), _error(row))


def less(row: Sequence[float], other: Sequence[float]) -> list[float]:
    """The differences of two rows, game by game, for the games that both have."""
    return [one - theirs for one, theirs in zip(row, other, strict=False)]


def _mean(row: Sequence[float]) -> float:
    return sum(row) / len(row)


def _error(row: Sequence[float]) -> float:
    """The standard error of the mean."""
    mean = _mean(row)
    return sqrt(sum((one - mean) ** 2 for one in row) / (len(row) - 1) / len(row))
