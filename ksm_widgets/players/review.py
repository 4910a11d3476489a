"""What each choice in a game cost, in points at the end: the coach's figures (R6-R31).

A choice is worth by how much one is expected to end above the others' mean once it is made; it is
found by playing on from there (`rollouts`), and always from what was known then (`moments`). What
it cost is how much less that is than the best that was found. The best is picked by one half of the
games and weighed by the other, and the other way round: so luck in the sample makes no choice look
better than it is, and somebody who does what the coach does loses nothing on average.

From one choice to the next there is luck: what showed, and what others did. All luck and all costs
of a game together are what somebody was above the others at the end.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations
from math import sqrt
from typing import TYPE_CHECKING

from ksm_widgets.players.effort import thought_over
from ksm_widgets.players.knowledge import card_to_play, powers_held, stakes
from ksm_widgets.players.moments import moments
from ksm_widgets.players.rollouts import margins, played_on, table_of
from ksm_widgets.players.tally import Figure
from ksm_widgets.rules import Card, Turn
from ksm_widgets.solver import Problem

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ksm_widgets.players.moments import Moment
    from ksm_widgets.players.rollouts import Table
    from ksm_widgets.rules import Game, Power, View

__all__ = ["GLANCE", "LONG_LOOK", "Finding", "Option", "Review", "option_problem", "review"]

GLANCE = 32
"""Games by which every option of a choice is weighed at first."""
LONG_LOOK = 192
"""Games by which the best few are."""
_FEW = 4
_DIGS = 3
"""Ways to dig without an object that are thought of."""
_MOST_STEPS = 24
"""Moves; a longer turn than that is not played on as it was."""


@dataclass(frozen=True, slots=True)
class Option:
    """Something that could have been done: lay down a card, or a turn.

    `ahead` is by how many points one is expected to end above the others' mean then, `loss` how
    much less that is than with the best option, over games with the same luck. `others` is how
    much higher than after what was done the others' mean is then.
    """

    card: Card | None
    turn: Turn | None
    ahead: Figure
    loss: Figure
    others: Figure


@dataclass(frozen=True, slots=True)
class Finding:
    """What a choice cost.

    `options` are those weighed, the best first; `made` is the one that was done. `cost` is
    expected points lost, with its error; by chance it can be a little below 0. `best` is what was
    to be expected with the best choice. `games` says by how many games that was found.
    """

    moment: Moment
    options: tuple[Option, ...]
    made: Option
    cost: Figure
    best: float
    games: int

    @property
    def flawed(self) -> bool:
        """Whether the choice was worse than another beyond the error of the figures."""
        return self.cost.mean > max(0.5, 2 * self.cost.error)


@dataclass(frozen=True, slots=True)
class Review:
    """One player's game: a finding for each choice, in order, and how far above it ended.

    `ended` is None while the game goes on.
    """

    player: int
    findings: tuple[Finding, ...]
    ended: float | None

    @property
    def lost(self) -> Figure:
        """What all choices cost together."""
        return Figure(
            sum(one.cost.mean for one in self.findings),
            sqrt(sum(one.cost.error**2 for one in self.findings)),
        )

    @property
    def luck(self) -> tuple[float, ...]:
        """What came between each choice and the next: what showed, and what the others did.

        The last is what came until the end; there is none after the last choice of a game that
        still goes on.
        """
        after = [one.best for one in self.findings[1:]]
        if self.ended is not None:
            after.append(self.ended)
        before = [one.best - one.cost.mean for one in self.findings]
        return tuple(then - now for now, then in zip(before, after, strict=False))


def review(
    game: Game,
    player: int,
    *,
    look: int = LONG_LOOK,
    seed: int = 0,
    cancelled: Callable[[], bool] | None = None,
) -> Iterator[Review]:
    """Review a player's choices: again and again, each time with one choice more, or seen closer.

    First all are glanced at, then those looked at longer that may have cost something. The last
    review is the whole of it; `cancelled` is asked between choices and ends it early.

    >>> from ksm_widgets.players import mind, played
    >>> from ksm_widgets.rules import Setting
    >>> game = played(Setting(5, seed=7), [mind("level0")] * 5)
    >>> *_, last = review(game, 2, look=8)
    >>> len([one for one in last.findings if one.moment.card]), last.ended == sum(last.luck) - (
    ...     last.lost.mean) + last.findings[0].best
    (5, True)
    """
    ended = None
    if game.over:
        totals = tuple(score.total for score in game.scores)
        (ended,) = margins([totals], player)
    found: list[Finding] = []
    weighings: list[_Weighing] = []
    for moment in moments(game, player):
        if cancelled is not None and cancelled():
            return
        weighing = _Weighing(moment, seed)
        weighing.play(min(GLANCE, look))
        weighings.append(weighing)
        found.append(weighing.finding())
        yield Review(player, tuple(found), None)
    yield Review(player, tuple(found), ended)
    # The dearest first: they are what is asked about.
    order = sorted(range(len(found)), key=lambda at: -found[at].cost.mean)
    for at in order:
        if look <= GLANCE or (cancelled is not None and cancelled()):
            return
        weighings[at].keep(_FEW)
        weighings[at].play(look)
        found[at] = weighings[at].finding()
        yield Review(player, tuple(found), ended)


class _Weighing:
    """The options of one choice, each with the games played on from it."""

    def __init__(self, moment: Moment, seed: int) -> None:
        self._moment = moment
        self._seed = 1_000_003 * seed + 101 * moment.record + moment.made
        self._options = _cards(moment) if moment.turn is None else _turns(moment)
        self._margins: list[list[float]] = [[] for _ in self._options]
        self._others: list[list[float]] = [[] for _ in self._options]

    def play(self, games: int) -> None:
        """Play on from each option until so many games have been."""
        rows = zip(self._options, self._margins, self._others, strict=True)
        for (_, table), row, others in rows:
            more = games - len(row)
            if more > 0:
                points = played_on(table, more, seed=self._seed, first=len(row))
                player = self._moment.player
                found = margins(points, player)
                row.extend(found)
                others.extend(game[player] - one for game, one in zip(points, found, strict=True))

    def keep(self, few: int) -> None:
        """Leave all but the best, and what was done, which stands first."""
        ranked = sorted(range(1, len(self._options)), key=lambda at: -_mean(self._margins[at]))
        kept = [0, *ranked[:few]]
        self._options = [self._options[at] for at in kept]
        self._margins = [self._margins[at] for at in kept]
        self._others = [self._others[at] for at in kept]

    def finding(self) -> Finding:
        """What is known by now."""
        rows = self._margins
        games = len(rows[0])
        means = [_mean(row) for row in rows]
        top = max(range(len(rows)), key=means.__getitem__)
        # Each half says which is best, the other what that is worth.
        halves = [[row[half::2] for row in rows] for half in (0, 1)]
        picked = [max(range(len(rows)), key=[*map(_mean, half)].__getitem__) for half in halves]
        weighed = [_mean(halves[1 - at][picked[at]]) for at in (0, 1)]
        own = [_mean(halves[1 - at][0]) for at in (0, 1)]
        best = sum(weighed) / 2
        error = max(
            _error([a - b for a, b in zip(rows[one], rows[0], strict=True)]) for one in picked
        )
        options = tuple(
            Option(
                what if isinstance(what, Card) else None,
                what if isinstance(what, Turn) else None,
                Figure(means[at], _error(rows[at])),
                Figure(means[top] - means[at], _error(_less(rows[top], rows[at]))),
                _figure(_less(self._others[at], self._others[0])),
            )
            for at, (what, _) in enumerate(self._options)
        )
        return Finding(
            self._moment,
            tuple(sorted(options, key=lambda one: -one.ahead.mean)),
            options[0],
            Figure(best - sum(own) / 2, error),
            best,
            games,
        )


def _cards(moment: Moment) -> list[tuple[Card | Turn, Table]]:
    """Every card of the hand, the one laid down first; with each the best dig as the mine lies."""
    view = moment.view
    made = moment.card
    assert made is not None, "a choice without a turn is that of a card"
    options: list[tuple[Card | Turn, Table]] = []
    for card in sorted(view.hand, key=lambda card: (card != made, card.number)):
        plan = thought_over(option_problem(view, card)).plan
        plans = () if plan is None or _long(plan.turn) else (plan.turn,)
        options.append((card, table_of(view, chosen={view.player: card}, plans=plans)))
    return options


def _turns(moment: Moment) -> list[tuple[Card | Turn, Table]]:
    """What was done, doing nothing, and the best digs with no object, and with each choice of one.

    Each is done as far as a tile shows, and thought over then.
    """
    view, made = moment.view, moment.turn
    assert made is not None, "a choice without a card is that of a turn"
    turns = [made]
    if len(view.begun) <= view.holding.money:
        turns.append(Turn())
    held = powers_held(view)
    for size in range(len(held) + 1):
        for spent in combinations(held, size):
            problem = option_problem(view, card_to_play(view), frozenset(spent))
            most = _DIGS if size == 0 else 1
            turns += [plan.turn for plan in thought_over(replace(problem, best=most)).best]
    others = [turn for turn in dict.fromkeys(turns) if turn != made and not _long(turn)]
    return [(turn, table_of(view, plans=[turn, *others], bound=True)) for turn in [made, *others]]


def _long(turn: Turn) -> bool:
    return len(turn.moves) > _MOST_STEPS


def option_problem(view: View, card: Card, powers: frozenset[Power] = frozenset()) -> Problem:
    """The rest of this turn with a card and objects, as the player of a view would have it."""
    return Problem(
        view.position,
        card.shape,
        powers,
        money=view.holding.money - len(view.begun),
        variant=view.variant,
        unseen=tuple(view.unseen.items()),
        stakes=stakes(view),
    )


def _less(row: Sequence[float], other: Sequence[float]) -> list[float]:
    """By how much more the one is than the other, game by game."""
    return [one - theirs for one, theirs in zip(row, other, strict=True)]


def _mean(row: Sequence[float]) -> float:
    return sum(row) / len(row)


def _figure(row: Sequence[float]) -> Figure:
    return Figure(_mean(row), _error(row))


def _error(row: Sequence[float]) -> float:
    """The standard error of the mean."""
    mean = _mean(row)
    return sqrt(sum((one - mean) ** 2 for one in row) / (len(row) - 1) / len(row))
