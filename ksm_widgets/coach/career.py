"""A person's statistics over all their games: points, opponents, cards, objects, mistakes, rating.

They are made of the rows that games leave behind (`game.results`), and of those that the coach
leaves after the review of a whole game.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING, Self

from ksm_widgets.analysis.figures import Figure, sampled
from ksm_widgets.coach.patterns import Cost, Habit, costs, patterns, sure_habits
from ksm_widgets.coach.telling import Size, size_of
from ksm_widgets.game.results import PARTS, Dig, GameResult
from ksm_widgets.game.seats import LEVELS, PERSON
from ksm_widgets.players.bots import RATINGS
from ksm_widgets.players.rating import Meeting, rating
from ksm_widgets.progress.rows import Lookback
from ksm_widgets.rules.tiles import Power

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from ksm_widgets.analysis.review import Review
    from ksm_widgets.coach.patterns import Pattern
    from ksm_widgets.progress.progress import Progress

FEWEST_TOLD = 5
"""Games from which means say something; before, they are too few to tell."""
_DIGITS = 1000
_FLAWED = (Size.SLIP, Size.MISTAKE, Size.COSTLY)
_MOST = 10_000_000


@dataclass(frozen=True, slots=True)
class Look:
    """The coach's figures on a game: the cost of each habit, and of each size of mistake."""

    habits: Mapping[Habit, Cost]
    sizes: Mapping[Size, Cost]

    @classmethod
    def of(cls, review: Review) -> Self:
        """The figures of a whole review."""
        sizes = {
            size: Cost.of(one for one in review.findings if size_of(one) is size)
            for size in _FLAWED
        }
        return cls(costs(review), sizes)

    @property
    def text(self) -> str:
        """The figures as a row keeps them, in thousandths of a point."""
        return " ".join(
            f"{kind.value}:{round(_DIGITS * one.points)}:{round(_DIGITS * one.error)}:{one.choices}"
            for kind, one in (*self.habits.items(), *self.sizes.items())
        )

    @classmethod
    def of_text(cls, text: str) -> Self | None:
        """Read what a row keeps; None for anything else. A kind that it lacks cost nothing."""
        found: dict[str, Cost] = {}
        try:
            for word in text.split():
                kind, *numbers = word.split(":")
                points, error, choices = (int(number[:9]) for number in numbers)
                if abs(points) > _MOST or not 0 <= error <= _MOST or not 0 <= choices <= _MOST:
                    return None
                found[kind] = Cost(points / _DIGITS, error / _DIGITS, choices)
        except ValueError:
            return None
        none = Cost(0.0, 0.0, 0)
        return cls(
            {habit: found.get(habit.value, none) for habit in Habit},
            {size: found.get(size.value, none) for size in _FLAWED},
        )


def lookback(begun: int, review: Review, at: int) -> Lookback:
    """The row of a review that is whole."""
    games = min((one.games for one in review.findings), default=0)
    return Lookback(begun, review.player, games, len(review.findings), at, Look.of(review).text)


@dataclass(frozen=True, slots=True)
class Opponents:
    """The games against a level of bot, or against people: how many were won, and the lead."""

    level: str
    games: int
    won: int
    lead: Figure


@dataclass(frozen=True, slots=True)
class CardUse:
    """The number of times a card was played and dug with.

    `means` are tiles, treasure and price of a dig with it; nothing says them where none was dug.
    """

    card: int
    played: int
    dug: int
    means: tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Career:
    """The games of one person, the oldest first.

    `names` are all people that games are known of, the one with the most games first. Games that
    somebody gave up are only counted. `looks` are the coach's figures, one for each of the games
    that he has reviewed.
    """

    name: str
    names: tuple[str, ...]
    games: tuple[GameResult, ...]
    given_up: int
    looks: tuple[Look, ...]

    @classmethod
    def of(cls, progress: Progress, name: str | None = None) -> Self:
        """The games of the person with this name, by default of the one with the most."""
        known = _each_once(GameResult.of_row(row) for row in progress.finished())
        often = Counter(one.name for one in known)
        names = tuple(sorted(often, key=lambda one: (-often[one], one)))
        if name not in names:
            name = names[0] if names else ""
        own = [one for one in known if one.name == name]
        games = tuple(one for one in own if one.whole)
        closest: dict[tuple[int, int], Lookback] = {}
        for row in progress.lookbacks():
            key = row.begun, row.seat
            if key not in closest or row.games >= closest[key].games:
                closest[key] = row
        rows = (closest.get((one.begun, one.seat)) for one in games)
        looks = (Look.of_text(row.costs) for row in rows if row is not None)
        found = tuple(one for one in looks if one is not None)
        return cls(name, names, games, len(own) - len(games), found)

    @property
    def early(self) -> bool:
        """Whether there are too few games to tell much."""
        return len(self.games) < FEWEST_TOLD

    @property
    def won(self) -> int:
        """The number of games won, or shared."""
        return sum(one.won for one in self.games)

    @property
    def points(self) -> Figure:
        """One's own points a game."""
        return sampled([[float(one.own)] for one in self.games])

    @property
    def rating(self) -> Figure | None:
        """The rating against bots; None for too few games."""
        return rating([Meeting.of(one.own, one.others) for one in self.games])

    @property
    def rated(self) -> int:
        """The number of games that a rating is made of: those against bots."""
        return sum(bool(Meeting.of(one.own, one.others).against) for one in self.games)

    @property
    def equal(self) -> str | None:
        """The bot to choose that plays about as well; None for too few games."""
        own = self.rating
        if own is None:
            return None
        return min(LEVELS, key=lambda level: abs(RATINGS[level] - own.mean))

    @property
    def parts(self) -> tuple[tuple[str, float], ...]:
        """The points a game by what they are for, in the order of PARTS."""
        if not self.games:
            return ()
        return tuple(
            (part, fmean(one.parts[at] for one in self.games)) for at, part in enumerate(PARTS)
        )

    @property
    def opponents(self) -> tuple[Opponents, ...]:
        """The games against each level, those met most often first."""
        leads: dict[str, list[list[float]]] = defaultdict(list)
        won: Counter[str] = Counter()
        for one in self.games:
            for level in dict.fromkeys(level for level, _ in one.others):
                best = max(points for other, points in one.others if other == level)
                leads[level].append([float(one.own - best)])
                won[level] += one.own >= best
        rows = (Opponents(one, len(all_), won[one], sampled(all_)) for one, all_ in leads.items())
        return tuple(sorted(rows, key=lambda one: (one.level == PERSON, -one.games)))

    @property
    def cards(self) -> tuple[CardUse, ...]:
        """Each card that was played, in the order of their numbers."""
        digs: dict[int, list[Dig]] = defaultdict(list)
        for game in self.games:
            for dig in game.digs:
                digs[dig.card].append(dig)
        return tuple(_use(card, digs[card]) for card in sorted(digs))

    @property
    def objects(self) -> tuple[tuple[Power, float, float], ...]:
        """The number of each object dug and spent per game."""
        if not self.games:
            return ()
        dug, spent = (
            [fmean(one.objects[at][which] for one in self.games) for at in range(len(Power))]
            for which in (0, 1)
        )
        return tuple(zip(Power, dug, spent, strict=True))

    @property
    def patterns(self) -> tuple[Pattern, ...]:
        """The cost of each habit; nothing for too few games that the coach has reviewed."""
        return patterns([one.habits for one in self.looks])

    @property
    def habits(self) -> tuple[Pattern, ...]:
        """The habits that cost something beyond the error, the dearest first."""
        return sure_habits(self.patterns)

    @property
    def mistakes(self) -> tuple[tuple[Size, float, float], ...]:
        """The number of mistakes of each size a game, and what they cost together."""
        if not self.looks:
            return ()
        return tuple(
            (
                size,
                fmean(one.sizes[size].choices for one in self.looks),
                fmean(one.sizes[size].points for one in self.looks),
            )
            for size in _FLAWED
        )


def _each_once(found: Iterable[GameResult | None]) -> tuple[GameResult, ...]:
    """Games that make sense; one that was read in again from its record counts once."""
    games: dict[object, GameResult] = {}
    for one in found:
        if one is not None:
            games.setdefault((one.seat, one.name, one.levels, one.points, one.digs), one)
    return tuple(games.values())


def _use(card: int, digs: Sequence[Dig]) -> CardUse:
    done = [dig for dig in digs if dig.tiles] or [Dig(card, 0, 0, 0)]
    tiles, treasure, paid = (
        fmean(getattr(dig, what) for dig in done) for what in ("tiles", "treasure", "paid")
    )
    dug = sum(dig.tiles > 0 for dig in digs)
    return CardUse(card, len(digs), dug, (tiles, treasure, paid))
