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

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING

from ksm_widgets.players.effort import THOROUGH, as_quick_as_needed
from ksm_widgets.players.moments import moments
from ksm_widgets.players.rollouts import margins
from ksm_widgets.players.tally import Figure
from ksm_widgets.players.weighing import FEW, Option, Weighing, option_problem

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ksm_widgets.players.effort import Thought
    from ksm_widgets.players.moments import Moment
    from ksm_widgets.rules import Game

__all__ = [
    "GLANCE",
    "LONG_LOOK",
    "Finding",
    "Option",
    "Review",
    "look_at",
    "option_problem",
    "review",
    "reviewing",
]

GLANCE = 32
"""Games by which every option of a choice is weighed at first."""
LONG_LOOK = 192
"""Games by which the best few are."""


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
        """Whether the choice was worse than another beyond the error of the figures.

        Of few games the error itself is not sure: by so much as Student has it, it counts more.
        """
        if self.games <= 3:
            return False
        unsure = sqrt((self.games - 1) / (self.games - 3))
        return self.cost.mean > max(0.5, 2 * unsure * self.cost.error)


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


def review(game: Game, player: int, *, look: int = LONG_LOOK, seed: int = 0) -> Iterator[Review]:
    """Review a player's choices: again and again, each time with one choice more, or seen closer.

    First all are glanced at, then looked at longer, those first that may have cost most. The last
    review is the whole of it.

    >>> from ksm_widgets.players import mind, played
    >>> from ksm_widgets.rules import Setting
    >>> game = played(Setting(5, seed=7), [mind("level0")] * 5)
    >>> *_, last = review(game, 2, look=8)
    >>> len([one for one in last.findings if one.moment.card]), last.ended == sum(last.luck) - (
    ...     last.lost.mean) + last.findings[0].best
    (5, True)
    """
    latest = None
    for found in reviewing(game, player, look=look, seed=seed):
        if found is not latest and found.findings:
            yield found
        latest = found


def reviewing(
    game: Game,
    player: int,
    *,
    glance: int = GLANCE,
    look: int = LONG_LOOK,
    seed: int = 0,
    thought: Thought = THOROUGH,
) -> Iterator[Review]:
    """Review a player's choices a tenth of a second or so at a time: it may be stopped anywhere.

    Meanwhile the latest review comes again and again, the very same, empty at first. By `glance`
    games every option is weighed at first, by `look` games the best few; `thought` is how options
    are thought of, and its pulse is called while they are.
    """
    ended = None
    if game.over:
        totals = tuple(score.total for score in game.scores)
        (ended,) = margins([totals], player)
    found: list[Finding] = []
    weighings: list[Weighing] = []
    latest = Review(player, (), None)
    for moment in moments(game, player):
        weighing = Weighing(moment.view, seed, moment.card or moment.turn, thought=thought)
        for _ in weighing.playing(min(glance, look)):
            yield latest
        weighings.append(weighing)
        found.append(_finding(moment, weighing))
        latest = Review(player, tuple(found), None)
        yield latest
    latest = Review(player, tuple(found), ended)
    yield latest
    # The dearest first: they are what is asked about.
    order = sorted(range(len(found)), key=lambda at: -found[at].cost.mean)
    for at in order:
        if look <= glance:
            return
        weighings[at].keep(FEW)
        for _ in weighings[at].playing(look):
            yield latest
        found[at] = _finding(found[at].moment, weighings[at])
        latest = Review(player, tuple(found), ended)
        yield latest


def look_at(
    moment: Moment,
    *,
    glance: int = GLANCE,
    look: int = LONG_LOOK,
    seed: int = 0,
    pulse: Callable[[], object] = lambda: None,
) -> Finding:
    """Look at one choice alone; what is found is what a review of the whole game finds.

    `pulse` is called every tenth of a second or so.
    """
    first = moment.card or moment.turn
    weighing = Weighing(moment.view, seed, first, thought=as_quick_as_needed(pulse))
    weighing.play(min(glance, look), pulse)
    if look > glance:
        weighing.keep(FEW)
        weighing.play(look, pulse)
    return _finding(moment, weighing)


def _finding(moment: Moment, weighing: Weighing) -> Finding:
    """What is known of a choice by now; what was done stands first."""
    cost, best = weighing.cost()
    options = weighing.options()
    ranked = tuple(sorted(options, key=lambda one: -one.ahead.mean))
    return Finding(moment, ranked, options[0], cost, best, weighing.games)
