"""The result of a game for one of its people: a row of their statistics.

A saved game makes room for another in time; its row stays. It has what was done and what that came
to, and nothing else: no mine, no hands.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from ksm_widgets.game.seats import MOST, PERSON
from ksm_widgets.players import BOTS
from ksm_widgets.progress.rows import Finished
from ksm_widgets.rules.tiles import Power, Tile

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ksm_widgets.game.match import Match
    from ksm_widgets.rules.game import TurnRecord

PARTS = ("coins", "treasures", "parchments", "curses", "magic")
"""The sources of points, in the order of `Score`."""
_MOST_POINTS = 1000
_FIRST_OBJECTS = 4
"""The magic objects there were when the first rows were kept; of later ones these say nothing."""


@dataclass(frozen=True, slots=True)
class Dig:
    """A card as it was played: the tiles it brought, their treasure, and what was paid for it.

    A turn without a dig brings no tile, and one that could not be paid brings and pays nothing.
    """

    card: int
    tiles: int
    treasure: int
    paid: int

    @classmethod
    def of(cls, record: TurnRecord) -> Self:
        """The dig of a turn."""
        if record.settlement is not None:
            return cls(record.card.number, 0, 0, 0)
        treasure = sum(tile.treasure for tile in record.taken)
        return cls(record.card.number, len(record.taken), treasure, record.due)


@dataclass(frozen=True, slots=True)
class GameResult:
    """A game as the person on `seat` played it; seats are counted from 0.

    `levels` are the bots' names, PERSON for people; `parts` what one's own points are for, as in
    PARTS; `objects` how many of each Power were dug, and how many spent. `gave_up` is the seat
    that ended the game early: its points say little then.
    """

    begun: int
    seat: int
    name: str
    levels: tuple[str, ...]
    points: tuple[int, ...]
    parts: tuple[int, ...]
    digs: tuple[Dig, ...]
    objects: tuple[tuple[int, int], ...]
    gave_up: int | None = None

    @property
    def own(self) -> int:
        """One's own points."""
        return self.points[self.seat]

    @property
    def others(self) -> tuple[tuple[str, int], ...]:
        """The level and the points of everybody else."""
        both = zip(self.levels, self.points, strict=True)
        return tuple(one for seat, one in enumerate(both) if seat != self.seat)

    @property
    def best_other(self) -> int:
        """The most points of another player."""
        return max(points for _, points in self.others)

    @property
    def whole(self) -> bool:
        """Whether it was played to its end."""
        return self.gave_up is None

    @property
    def won(self) -> bool:
        """Whether nobody had more points at its end."""
        return self.whole and self.own == max(self.points)

    @classmethod
    def of(cls, match: Match, seat: int) -> Self:
        """The result of a match that is over; MatchError before."""
        scores = match.scores
        own = [record for record in match.game.records if record.player == seat]
        score = scores[seat]
        return cls(
            match.begun,
            seat,
            match.seats[seat].name,
            tuple(one.level or PERSON for one in match.seats),
            tuple(one.total for one in scores),
            tuple(getattr(score, part) for part in PARTS),
            tuple(map(Dig.of, own)),
            tuple(_dug_and_spent(own, power) for power in Power),
            match.conceded,
        )

    def row(self, at: int) -> Finished:
        """The row to keep, of a game that ended `at` (ms since 1970)."""
        return Finished(
            self.begun,
            self.seat,
            at,
            self.name,
            " ".join(self.levels),
            " ".join(map(str, self.points)),
            " ".join(map(str, self.parts)),
            " ".join(f"{one.card}:{one.tiles}:{one.treasure}:{one.paid}" for one in self.digs),
            " ".join(f"{dug}:{spent}" for dug, spent in self.objects),
            0 if self.gave_up is None else self.gave_up + 1,
        )

    @classmethod
    def of_row(cls, row: Finished) -> Self | None:
        """Read a row; None for one that makes no sense."""
        try:
            objects = tuple(_pair(one) for one in row.objects.split())
            unknown = ((0, 0),) * (len(Power) - max(len(objects), _FIRST_OBJECTS))
            found = cls(
                row.begun,
                row.seat,
                row.name,
                tuple(row.levels.split()),
                tuple(_numbers(row.points.split(), -_MOST_POINTS)),
                tuple(_numbers(row.parts.split(), -_MOST_POINTS)),
                tuple(Dig(*_numbers(one.split(":"))) for one in row.digs.split()),
                objects + unknown,
                row.gave_up - 1 if row.gave_up else None,
            )
        except (ValueError, TypeError):
            return None
        return found if found._fits else None

    @property
    def _fits(self) -> bool:
        seats = len(self.levels)
        return (
            self.seat < seats <= MOST
            and (self.gave_up is None or self.gave_up < seats)
            and len(self.points) == seats > 1
            and len(self.parts) == len(PARTS)
            and len(self.objects) == len(Power)
            and all(level in BOTS or level == PERSON for level in self.levels)
        )


def _dug_and_spent(records: Sequence[TurnRecord], power: Power) -> tuple[int, int]:
    taken: list[Tile] = []
    for record in records:
        taken += record.taken if record.settlement is None else ()
    return taken.count(power.tile), sum(power in record.turn.powers for record in records)


def _numbers(words: Sequence[str], least: int = 0) -> Iterator[int]:
    """Whole numbers; ValueError for one that no game has."""
    for word in words:
        number = int(word[:6])
        if not least <= number <= _MOST_POINTS:
            raise ValueError(word)
        yield number


def _pair(text: str) -> tuple[int, int]:
    dug, spent = _numbers(text.split(":"))
    return dug, spent


def results(match: Match, at: int) -> tuple[Finished, ...]:
    """The rows of a match that is over, one for each person; none while it goes on.

    Nor is there one of a match that has no beginning: it is only looked at.
    """
    if not match.over or not match.begun:
        return ()
    return tuple(GameResult.of(match, seat).row(at) for seat in match.persons)
