"""The cost of each choice in a game, in points at the end: the coach's figures (R6-R31).

The worth of a choice is the lead over the others' mean expected after it. It is found by playing on
from there (`rollouts`), always from what was known then (`moments`). Its cost is how much less that
is than with the best choice found. The best is picked in one half of the games and measured in the
other, and vice versa: so luck in the sample makes no choice look better than it is, and a player
who does what the coach does loses nothing on average.

Between choices there is luck: the tiles uncovered and the others' turns. All luck and all costs of
a game together are the lead at its end.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import sqrt
from typing import TYPE_CHECKING

from ksm_widgets.analysis.effort import THOROUGH, as_quick_as_needed
from ksm_widgets.analysis.figures import Figure
from ksm_widgets.analysis.rollouts import margins
from ksm_widgets.analysis.weighing import GLANCE, LONG_LOOK, LUCK, AnyOption, Weighing
from ksm_widgets.rules import Game, view

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ksm_widgets.analysis.effort import Thought
    from ksm_widgets.rules import Card, Turn, View


@dataclass(frozen=True, slots=True)
class Moment:
    """A player's choice in a game: what was known, and what was done.

    `choice` is the card chosen, or the rest of the turn as it was played; `record` counts the turns
    that had ended before, `made` the moves of this one.
    """

    player: int
    round: int
    record: int
    made: int
    view: View
    choice: Card | Turn


def moments(game: Game, player: int) -> tuple[Moment, ...]:
    """All choices of a player in a game so far, in order.

    >>> from ksm_widgets.players import get_bot, played
    >>> from ksm_widgets.rules import Card, Setting
    >>> game = played(Setting(5, seed=7), [get_bot("random")] * 5)
    >>> [moment.round for moment in moments(game, 2) if isinstance(moment.choice, Card)]
    [1, 2, 3, 4, 5]
    """
    return tuple(_moments(game, player))


def _moments(game: Game, player: int) -> Iterator[Moment]:
    now = Game.begin(game.setting)
    for cards, turns in game.rounds():
        own = cards[player]
        if own is None:
            return
        yield Moment(player, now.round, len(now.records), 0, view(now, player), own)
        for seat, card in enumerate(cards):
            if card is None:
                return
            now = now.choose(seat, card)
        for record in turns:
            if record.player == player:
                yield from _parts(now, record.turn, player)
            now = now.again(record)


def _parts(game: Game, turn: Turn, player: int) -> Iterator[Moment]:
    """The choices of a whole turn: at its start, and after each move that uncovers a tile.

    Ending the turn there is a choice, too, unless the moves can only be paid by a dig.
    """
    moves = turn.moves
    record = len(game.records)
    yield Moment(player, game.round, record, 0, view(game, player), turn)
    for made, move in enumerate(moves, start=1):
        seen = game.covering
        game = game.move(player, move)
        rest = replace(turn, moves=moves[made:])
        ends = made <= game.players[player].holding.money
        if game.covering != seen and (rest.moves or rest.dig is not None or ends):
            yield Moment(player, game.round, record, made, view(game, player), rest)


@dataclass(frozen=True, slots=True)
class Finding:
    """The cost of a choice.

    `options` are those weighed, the best first; `made` is the one that was played. `difference` is
    the lead expected with the best one less that with the one made; by chance it can be below 0.
    `chance` is the part of its error that is luck, and not haste. `best` is the lead expected with
    the best choice, and `games` the number of games these figures come from, after a `glance` of
    fewer. `early` figures are those of a glance, or are replaced by better ones soon: where turns
    are long, they may be far off.
    """

    moment: Moment
    options: tuple[AnyOption, ...]
    made: AnyOption
    difference: Figure
    chance: float
    best: float
    games: int
    early: bool = False
    glance: int = GLANCE

    @property
    def cost(self) -> Figure:
        """The points lost, as told of this choice: nobody does better than the best one."""
        return replace(self.difference, mean=max(0.0, self.difference.mean))

    @property
    def flawed(self) -> bool:
        """Whether, looked into in depth, another was better by more than the error."""
        return self.cost.is_clear and not self.early

    @property
    def suspected(self) -> bool:
        """Whether another was better by more than the error at a glance, which is not enough."""
        return self.cost.is_clear and self.early


@dataclass(frozen=True, slots=True)
class Review:
    """The review of one player's game: a finding for each choice in order, and the lead at the end.

    `ended` is None while the game goes on.
    """

    player: int
    findings: tuple[Finding, ...]
    ended: float | None

    @property
    def lost(self) -> Figure:
        """The cost of all choices together; where the best one was made, haste is not in its error.

        A choice that came out ahead of the best counts as a gain: chance evens out among many, and
        without that, the small differences that are chance would add up to dozens of points.
        """
        errors = [
            one.chance if one.made == one.options[0] else one.cost.error for one in self.findings
        ]
        return Figure(
            sum(one.difference.mean for one in self.findings),
            sqrt(sum(error**2 for error in errors)),
        )

    @property
    def luck(self) -> tuple[float, ...]:
        """The luck between each choice and the next: the tiles uncovered and the others' turns.

        The last is the luck until the end; a game that still goes on has none after the last
        choice.
        """
        before = [one.best - one.difference.mean for one in self.findings]
        return tuple(then - now for now, then in zip(before, self.later, strict=False))

    @property
    def later(self) -> tuple[float, ...]:
        """The lead with the best choice at each choice but the first, and that at the end."""
        best = tuple(one.best for one in self.findings[1:])
        return best if self.ended is None else (*best, self.ended)


def review(
    game: Game, player: int, *, glance: int = GLANCE, look: int = LONG_LOOK
) -> Iterator[Review]:
    """Review a player's choices: yields reviews, each with one more choice or more precise figures.

    First every choice is weighed with `glance` games, then with `look` games, the likely costliest
    first. The last review is complete.

    >>> from ksm_widgets.players import get_bot, played
    >>> from ksm_widgets.rules import Card, Setting
    >>> game = played(Setting(5, seed=7), [get_bot("level0")] * 5)
    >>> *_, last = review(game, 2, look=8)
    >>> sum(isinstance(one.moment.choice, Card) for one in last.findings)
    5
    >>> last.ended == sum(last.luck) - last.lost.mean + last.findings[0].best
    True
    """
    latest = None
    for found in reviewing(game, player, glance=glance, look=look):
        if found is not latest and found.findings:
            yield found
        latest = found


def reviewing(
    game: Game,
    player: int,
    *,
    glance: int = GLANCE,
    look: int = LONG_LOOK,
    thought: Thought = THOROUGH,
) -> Iterator[Review]:
    """Review a player's choices in steps of about a tenth of a second, to stop at any of them.

    Yields the latest review after each step, the same object until there is a new one, and an
    empty one at first. Every option is weighed with `glance` games at first, the best few with
    `look` games; `thought` limits the search for options, and its pulse is called meanwhile.
    """
    ended = None
    if game.over:
        totals = tuple(score.total for score in game.scores)
        (ended,) = margins([totals], player)
    found: list[Finding] = []
    weighings: list[Weighing] = []
    latest = Review(player, (), None)
    for moment in moments(game, player):
        weighing = Weighing(moment.view, LUCK, moment.choice, thought=thought)
        for _ in weighing.playing(min(glance, look)):
            yield latest
        weighings.append(weighing)
        found.append(_finding(moment, weighing, glance, look))
        latest = Review(player, tuple(found), None)
        yield latest
    latest = Review(player, tuple(found), ended)
    yield latest
    # The costliest first: they are what people ask about.
    order = sorted(range(len(found)), key=lambda at: -found[at].cost.mean)
    for at in order:
        if look <= glance:
            return
        for _ in weighings[at].looking(look):
            yield latest
        found[at] = _finding(found[at].moment, weighings[at], glance, look)
        latest = Review(player, tuple(found), ended)
        yield latest


def look_at(
    moment: Moment,
    *,
    glance: int = GLANCE,
    look: int = LONG_LOOK,
    pulse: Callable[[], object] = lambda: None,
) -> Finding:
    """Review one choice alone, with the same finding as in a review of the whole game.

    `pulse` is called about every tenth of a second.
    """
    thought = as_quick_as_needed(pulse)
    weighing = Weighing(moment.view, LUCK, moment.choice, thought=thought)
    for _ in weighing.judging(glance, look):
        pulse()
    return _finding(moment, weighing, glance, look)


def _finding(moment: Moment, weighing: Weighing, glance: int, look: int) -> Finding:
    """The finding on a choice so far."""
    cost, best = weighing.cost()
    told, made = weighing.verdict(), weighing.options()[0]
    return Finding(
        moment,
        weighing.ranked(),
        made,
        told,
        cost.error,
        best,
        weighing.games,
        weighing.early and look > glance,
        glance,
    )
