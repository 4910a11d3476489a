"""The options of one choice, weighed by playing on from each with the same luck.

Whatever judges a choice asks here, so that hints, the table of cards, the coach and a second
attempt agree: all options there are (`options`) are weighed with a `GLANCE` of games in haste
(`rollouts`), and the best few with a `LONG_LOOK`: for turns everybody plans the rest of the round
then (`endings`), and only what comes after it is played in haste. Which is best, and by how much,
is found in two halves of the games: one half picks, the other measures. So no option looks better
than it is only because it was picked.

The figures of an option are the same whoever asks and whatever was played: what is weighed besides,
like a turn nobody listed, is compared with the others, and changes nothing about them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import hypot
from typing import TYPE_CHECKING, Generic, TypeVar

from ksm_widgets.analysis.effort import THOROUGH, as_quick_as_needed
from ksm_widgets.analysis.endings import (
    ENDING_PLAYER,
    LAST_PLAYER,
    RememberingPlanner,
    round_played,
)
from ksm_widgets.analysis.figures import (
    Figure,
    allowing_for_haste,
    best_of,
    error_of,
    figure,
    less,
    loss_of,
    mean_of,
)
from ksm_widgets.analysis.knowledge import foreseen
from ksm_widgets.analysis.options import options_of, to_a_look, too_long
from ksm_widgets.analysis.rollouts import margins, played_on, table_of
from ksm_widgets.rules import CARDS_EACH, Card, Turn
from ksm_widgets.rules.views import view as view_of
from ksm_widgets.solver.engine import engine

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ksm_widgets.analysis.effort import Thought
    from ksm_widgets.analysis.options import Points
    from ksm_widgets.analysis.rollouts import RolloutTable
    from ksm_widgets.rules import Game, View


C_co = TypeVar("C_co", bound=Card | Turn, covariant=True)
"""A choice: a card or a turn."""

FEW = 4
"""Cards that are weighed with more games."""
FEW_TURNS = 3
"""Turns for which the rest of the round is planned."""
GLANCE = 32
"""Games played on in haste from every option of a choice at first."""
LONG_LOOK = 192
"""Games played on in haste from the best few."""
HASTE = 4.0
"""Points by which a difference found in haste is off, as a standard error.

Measured against players who plan every turn (`benchmarks.endings`): it does not shrink with more
games, and evens out only over many choices.
"""
PLANNED_HASTE = 2.0
"""The same if the rest of the round is planned: in the last round, or with several others.

Before the last round of two players it is as large as in haste: most of a difference shows in the
rounds to come, which are played in haste.
"""
DEALS = 12
"""Deals of what is unknown with which the rest of a round is planned for each of the best few.

Fewer if more than one other has still to dig in it.
"""
LUCK = 0
"""The seed of all games by which something is told: figures are the same every time."""
_DUEL = 2
"""Players of a game between two."""
_AT_ONCE = 32
"""Games that the compiled kernel plays in less than a tenth of a second."""


@dataclass(frozen=True, slots=True)
class WeighedOption(Generic[C_co]):
    """A card or a turn that could be chosen, and what it is worth.

    `ahead` is the lead over the others' mean expected with it, never more than with the best;
    `loss` is how much less that is than with the best option, over `games` with the same luck; both
    errors allow for haste. `others` is how much higher the others' mean ends than with the first
    option weighed. Only those that did well at a glance are weighed `closely`, and the choice that
    was made.
    """

    choice: C_co
    ahead: Figure
    loss: Figure
    others: Figure
    games: int
    closely: bool = True

    @property
    def is_worse(self) -> bool:
        """Whether it is worse than the best one beyond the error."""
        return self.loss.is_clear

    @property
    def as_good(self) -> bool:
        """Whether it was weighed closely, and is known to be hardly worse than the best one."""
        return self.closely and self.loss.is_small

    @property
    def is_open(self) -> bool:
        """Whether nobody can tell: it may be as good as the best one, or clearly worse."""
        return not (self.is_worse or self.as_good)


AnyOption = WeighedOption[Card | Turn]


class Weighing:
    """The options of a view, each with the games played on from it.

    `first` is a choice that is always weighed, as the first one: what a player did or plans. With
    `only`, nothing else is weighed besides these. `thought` limits the search for options.
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
        self._view = view
        self._player = view.player
        players = len(view.cards_left)
        last_round = view.round == CARDS_EACH[players]
        last_dig = last_round and view.waiting == (view.player,)
        self._planned_haste = PLANNED_HASTE if last_round or players > _DUEL else HASTE
        if last_dig:  # All that is left of the game is planned.
            self._planned_haste = 0.0
        self._bot = RememberingPlanner(LAST_PLAYER if last_round else ENDING_PLAYER)
        self._seed = luck_of(view, seed)
        options, given = options_of(view, first, only, thought)
        others = [one for one in options if one is not given]
        self._options = others if given is None else [given, *others]
        self._has_first = given is not None
        # A choice that is not among those listed is compared with them, if there are any.
        unlisted = given is not None and given not in options
        self._listed = range(1 if unlisted and options else 0, len(self._options))
        self._certain = [
            at
            for at, one in enumerate(self._options)
            if last_dig and isinstance(one.played, Turn) and not to_a_look(view, one.played.moves)
        ]
        self._few = [*range(len(self._options))]
        self._best = [*self._listed]
        self._looked = 0
        self._kept = False

    @property
    def games(self) -> int:
        """The number of games that the figures of the best few come from."""
        return self._looked or max(len(one.hasty) for one in self._options)

    @property
    def planned(self) -> bool:
        """Whether the rest of the round was planned for the best few."""
        return self._looked > 0

    @property
    def haste(self) -> float:
        """Points by which haste may put off the cost of the first option."""
        return self._haste_of([0, *self._best])

    @property
    def early(self) -> bool:
        """Whether a closer look at the best few is still to come."""
        return not self._kept

    def play(self, games: int, pulse: Callable[[], object] = lambda: None) -> None:
        """Play on in haste from each option up to so many games; `pulse` is called meanwhile.

        It is called about every tenth of a second.
        """
        for _ in self.playing(games):
            pulse()

    def playing(self, games: int) -> Iterator[None]:
        """Play on in haste from each option up to so many games, a tenth of a second at a time."""
        for at in self._few:
            one = self._options[at]
            yield from playing_more(one.hasty, one.table, games, seed=self._seed)

    def judging(self, glance: int = GLANCE, look: int = LONG_LOOK) -> Iterator[None]:
        """Weigh all options with a glance, and the best few with a longer look.

        It goes on for a tenth of a second at a time.
        """
        yield from self.playing(min(glance, look))
        if look > glance:
            yield from self.looking(look)

    def looking(self, look: int = LONG_LOOK) -> Iterator[None]:
        """Weigh the best few with a longer look: of turns, the rest of the round is planned."""
        planned = self._view.waiting and engine().compiled
        self.keep(FEW_TURNS if planned else FEW)
        if not planned:
            yield from self.playing(look)
            return
        # With many others to follow each deal takes longer.
        others = max(0, len(self._view.waiting) - 2)
        deals = min(DEALS - 2 * others, look // 2 * 2)
        found: list[Points] = [[] for _ in self._few]
        for number in range(deals):
            games = look // deals + (number < look % deals)
            for at, points in zip(self._few, found, strict=True):
                option = self._options[at].played
                game = round_played(self._view, option, self._seed, number, self._bot)
                points.append(_mean_points(game, self._player, games, number))
                yield
        for at, points in zip(self._few, found, strict=True):
            self._options[at].planned = points
        self._looked = look
        for at in self._few[int(self._has_first) :]:
            one = self._options[at]
            assert isinstance(one.played, Turn), "the rest of the round is planned for turns"
            one.choice = self.with_rest(one.played)
            yield

    def with_rest(self, turn: Turn) -> Turn:
        """The turn with the rest that is best after its first look, as far as known before it."""
        made = tuple(to_a_look(self._view, turn.moves))
        if not made:
            return turn
        rest = replace(turn, moves=turn.moves[len(made) :])
        best = self._bot.rest(foreseen(self._view, made), rest)
        whole = replace(best, moves=(*made, *best.moves))
        # A dig that no move leads to would leave the look without a reason.
        touched = {at for move in whole.moves for at in (move.source, move.target)}
        return turn if touched.isdisjoint(whole.dig or ()) or too_long(whole) else whole

    def keep(self, few: int) -> None:
        """Play on only from the best of those listed and the first option from now on."""
        self._kept = True
        rows = self._hasty_leads()
        places = [one.place for one in self._options]
        ranked = sorted(self._listed, key=lambda at: (-mean_of(rows[at]), places[at]))
        self._best = ranked[:few]
        first = [0] if self._has_first else []
        # Where nothing is left to chance, a close look costs nothing.
        self._few = sorted({*self._best, *first, *self._certain})

    def _haste_of(self, options: Sequence[int]) -> float:
        """Points by which haste may put off a figure for these options."""
        if all(self._options[at].planned for at in options):
            return self._planned_haste
        return HASTE if set(options).difference(self._certain) else 0.0

    def cost(self) -> tuple[Figure, float]:
        """The cost of the first option against the best, and the lead expected with the best.

        Its error is that of luck alone.
        """
        return loss_of(self.leads()[0], self._best_leads()), self.best_lead()

    def best_lead(self) -> float:
        """The lead expected with the best option."""
        return best_of(self._best_leads())

    def verdict(self) -> Figure:
        """The cost of the first option, with an error that allows for haste."""
        return allowing_for_haste(self.cost()[0], self.haste)

    def options(self) -> tuple[AnyOption, ...]:
        """All options with the figures so far, the first one first."""
        return tuple(self._weighed(at) for at in range(len(self._options)))

    def _weighed(self, at: int) -> AnyOption:
        """An option with its figures: those seen at a glance are compared by a glance."""
        one, first = self._options[at], self._options[0]
        planned = bool(one.planned)
        rows = self.leads() if planned else self._hasty_leads()
        loss = loss_of(rows[at], [rows[other] for other in self._best])
        both = bool(one.planned and first.planned)
        theirs = [self._others(each.planned if both else each.hasty) for each in (one, first)]
        others = less(*theirs)
        error = error_of(rows[at])
        if self.planned and not planned:  # The best one's lead is that of other games.
            error = hypot(error, max(error_of(one) for one in self._best_leads()))
        ahead = Figure(self.best_lead() - max(0.0, loss.mean), error)
        return WeighedOption(
            one.choice,
            allowing_for_haste(ahead, self._haste_of([at])),
            allowing_for_haste(loss, self._haste_of([at, *self._best])),
            figure(others),
            self._looked if planned else len(one.hasty),
            at in self._few,
        )

    def ranked(self) -> tuple[AnyOption, ...]:
        """All options with the figures so far, the best first, those only seen at a glance last.

        The best is that with the largest lead as it is told, to a tenth; of turns with the same
        lead, that with the fewest moves.
        """
        rows, options = self.leads(), self.options()

        def key(at: int) -> tuple[float, ...]:
            choice, lead = options[at].choice, round(options[at].ahead.mean, 1)
            last = (-mean_of(rows[at]), self._options[at].place)
            if isinstance(choice, Card):
                return at not in self._few, -lead, *last
            return at not in self._few, -lead, len(choice.moves), len(choice.powers), *last

        return tuple(options[at] for at in sorted(range(len(rows)), key=key))

    def leads(self) -> list[list[float]]:
        """The player's lead in each game, for each option; only those seen closely are alike."""
        return [margins(one.planned or one.hasty, self._player) for one in self._options]

    def _best_leads(self) -> list[list[float]]:
        rows = self.leads()
        return [rows[at] for at in self._best]

    def _hasty_leads(self) -> list[list[float]]:
        return [margins(one.hasty, self._player) for one in self._options]

    def _others(self, points: Points) -> list[float]:
        """The mean of the others in each game."""
        leads = margins(points, self._player)
        return [game[self._player] - lead for game, lead in zip(points, leads, strict=True)]


def best_options(
    view: View,
    plan: Turn | None = None,
    *,
    glance: int = GLANCE,
    look: int = LONG_LOOK,
    seed: int = LUCK,
    pulse: Callable[[], object] = lambda: None,
) -> tuple[AnyOption, ...]:
    """The cards or turns to choose from, that with the highest lead first; of equals the lowest.

    A `plan` is weighed with them, and the first if its loss may be luck; after its first look it
    may go on in a better way. `pulse` is called about every tenth of a second. With the same seed,
    a review of this choice finds nothing that is clearly better.
    """
    weighing = Weighing(view, seed, plan, thought=as_quick_as_needed(pulse))
    for _ in weighing.judging(glance, look):
        pulse()
    ranked, own = weighing.ranked(), weighing.options()[0]
    if plan is None or not own.loss.is_within:
        return ranked
    return (replace(own, choice=weighing.with_rest(plan)), *(one for one in ranked if one != own))


def best_option(
    view: View, *, glance: int = GLANCE, look: int = LONG_LOOK, seed: int = LUCK
) -> AnyOption:
    """The best of them."""
    return best_options(view, glance=glance, look=look, seed=seed)[0]


def _mean_points(game: Game, player: int, games: int, number: int) -> tuple[float, ...]:
    """Everyone's points at the end, on average over so many games in haste if it is not over."""
    if game.over:
        return tuple(float(score.total) for score in game.scores)
    points = played_on(table_of(view_of(game, player)), games, seed=number + 1)
    return tuple(mean_of(one) for one in zip(*points, strict=True))


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
