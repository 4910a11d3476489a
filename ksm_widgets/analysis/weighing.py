"""The options of one choice, weighed by playing on from each with the same luck (`rollouts`).

Which is best, and by how much, is found in two halves of the games: one half picks, the other
measures. So no option looks better than it is only because it was picked.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations
from math import sqrt
from typing import TYPE_CHECKING

from ksm_widgets.analysis.effort import THOROUGH, safe_plans, thought_over
from ksm_widgets.analysis.knowledge import card_to_play, dearest_unseen, powers_held, stakes
from ksm_widgets.analysis.rollouts import MOST_STEPS, margins, played_on, table_of
from ksm_widgets.rules import Card, Turn
from ksm_widgets.solver import Problem
from ksm_widgets.solver.engine import engine

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ksm_widgets.analysis.effort import Thought
    from ksm_widgets.analysis.rollouts import RolloutTable
    from ksm_widgets.rules import Power, View


FEW = 4
"""Options that are weighed with more games."""
_DIGS = 3
"""Digs without an object that are considered."""
_AT_ONCE = 32
"""Games that the compiled kernel plays in less than a tenth of a second."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A mean and its standard error, which is NaN if there is only one sample."""

    mean: float
    error: float


@dataclass(frozen=True, slots=True)
class Option:
    """A card or a turn that could be chosen.

    `ahead` is the lead over the others' mean expected with it, `loss` how much less that is than
    with the best option, over games with the same luck. `others` is how much higher the others'
    mean ends than with the first option weighed.
    """

    card: Card | None
    turn: Turn | None
    ahead: Figure
    loss: Figure
    others: Figure


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
        self._seed = luck_of(view, seed)
        if not view.waiting:
            cards = _cards(view, first, thought)
            self._options = [one for one in cards if not only or one[0] in (first, *only)]
        else:
            turns = [first, *only] if only else _turns(view, first, thought)
            self._options = _with_tables(view, turns)
        self._points: list[list[tuple[int, ...]]] = [[] for _ in self._options]

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
        for (_, table), points in zip(self._options, self._points, strict=True):
            yield from _playing_more(points, table, games, seed=self._seed)

    def keep(self, few: int) -> None:
        """Keep only the first option and the best of the others."""
        rows = self._margins()
        ranked = sorted(range(1, len(rows)), key=lambda at: -_mean(rows[at]))
        kept = [0, *ranked[:few]]
        self._options = [self._options[at] for at in kept]
        self._points = [self._points[at] for at in kept]

    def cost(self) -> tuple[Figure, float]:
        """The cost of the first option against the best, and the lead expected with the best."""
        rows = self._margins()
        halves = [[row[half::2] for row in rows] for half in (0, 1)]
        picked = [max(range(len(rows)), key=[*map(_mean, half)].__getitem__) for half in halves]
        best = sum(_mean(halves[1 - at][picked[at]]) for at in (0, 1)) / 2
        own = sum(_mean(half[0]) for half in halves) / 2
        error = max(_error(less(rows[one], rows[0])) for one in picked)
        return Figure(best - own, error), best

    def options(self) -> tuple[Option, ...]:
        """All options with the figures so far, the first one first."""
        rows = self._margins()
        top = max(rows, key=_mean)
        others = [
            less([game[self._player] for game in points], row)
            for points, row in zip(self._points, rows, strict=True)
        ]
        return tuple(
            Option(
                what if isinstance(what, Card) else None,
                what if isinstance(what, Turn) else None,
                figure(row),
                figure(less(top, row)),
                figure(less(theirs, others[0])),
            )
            for (what, _), row, theirs in zip(self._options, rows, others, strict=True)
        )

    def _margins(self) -> list[list[float]]:
        """The player's lead in each game, for each option."""
        return [margins(points, self._player) for points in self._points]


def best_card(view: View, *, glance: int, look: int, seed: int = 0) -> Card:
    """The card with the highest lead, from `glance` games for each and `look` for the best few.

    Of equals it is the lowest.
    """
    weighing = Weighing(view, seed)
    weighing.play(glance)
    weighing.keep(FEW)
    weighing.play(look)
    best = max(weighing.options(), key=lambda option: option.ahead.mean).card
    assert best is not None, "before the reveal it is cards that are weighed"
    return best


def luck_of(view: View, seed: int) -> int:
    """The seed of the games played on from a view: the same for all its options."""
    return 1_000_003 * seed + 101 * len(view.records) + len(view.begun)


def play_more(
    played: list[tuple[int, ...]],
    table: RolloutTable,
    games: int,
    *,
    seed: int,
    pulse: Callable[[], object],
) -> None:
    """Play on from a table until there are so many results."""
    for _ in _playing_more(played, table, games, seed=seed):
        pulse()


def _playing_more(
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
    turns = [one for one in dict.fromkeys(given) if isinstance(one, Turn)]
    return [
        (turn, table_of(view, plans=[turn, *(one for one in turns if one != turn)], bound=True))
        for turn in turns
    ]


def _long(turn: Turn) -> bool:
    return len(turn.moves) > MOST_STEPS


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


def figure(row: Sequence[float]) -> Figure:
    """The mean of at least two games, and its standard error."""
    return Figure(_mean(row), _error(row))


def less(row: Sequence[float], other: Sequence[float]) -> list[float]:
    """The differences of two rows, game by game."""
    return [one - theirs for one, theirs in zip(row, other, strict=True)]


def _mean(row: Sequence[float]) -> float:
    return sum(row) / len(row)


def _error(row: Sequence[float]) -> float:
    """The standard error of the mean."""
    mean = _mean(row)
    return sqrt(sum((one - mean) ** 2 for one in row) / (len(row) - 1) / len(row))
