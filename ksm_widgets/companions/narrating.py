"""A match in words: every act, ends, the points, and who has won."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field, replace
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Self

from ksm_widgets.companions.position import ActT, PositionT
from ksm_widgets.companions.telling import numeral
from ksm_widgets.telling.phrases import Phrase

if TYPE_CHECKING:
    from ksm_widgets.companions.replaying import ShelfRecord


class Event(NamedTuple):
    """Something that has happened, in words, and who did it: None for an end, or a note."""

    seat: int | None
    sentence: Phrase


class Outcome(NamedTuple):
    """The end of a game in words: the points of all, and who has won."""

    points: Phrase
    won: Phrase


@dataclass(frozen=True, slots=True)
class NarratedGame(ABC, Generic[PositionT, ActT]):
    """The part of a `Match` that tells what has happened in it; only `Match` extends it.

    `events` are told in the order in which they happened; `outcome` is there once the game is over.
    """

    game: ShelfRecord[PositionT, Any]
    events: tuple[Event, ...] = field(default=(), kw_only=True)
    outcome: Outcome | None = field(default=None, kw_only=True)

    # What a game must say.

    @staticmethod
    @abstractmethod
    def phrase(view: PositionT, act: ActT, /) -> Phrase:
        """An act in words."""

    @staticmethod
    @abstractmethod
    def score(position: PositionT, seat: int, /) -> int:
        """The points of a seat."""

    @staticmethod
    @abstractmethod
    def winners(position: PositionT, /) -> tuple[int, ...]:
        """The winners of the game, several if they share it."""

    # What a game may say.

    @staticmethod
    def common(position: PositionT) -> PositionT:
        """The position as everybody knows it."""
        return replace(position.seen(0), me=None)

    def did(self, act: ActT) -> Phrase:
        """The sentence about an act, by what everybody sees."""
        phrase = self.phrase(self.common(self.game.position), act)
        return Phrase("shelf_play.did", {"seat": self.actor, "act": phrase})

    def noted(self, act: ActT) -> tuple[Phrase, ...]:
        """The sentences about an act that only the player who does it may read."""
        return ()

    def end_sentences(self, before: Self) -> tuple[Phrase, ...]:
        """The sentences about the end of a part of the game that the last act has brought about."""
        return ()

    @classmethod
    def points(cls, position: PositionT) -> list[Phrase]:
        """The points of each seat."""
        return [
            Phrase(
                "shelf_play.points_of",
                {"seat": seat, "points": numeral(cls.score(position, seat))},
            )
            for seat in position.seats
        ]

    @classmethod
    def points_sentence(cls, position: PositionT) -> Phrase:
        """The sentence about an end, with the points of all."""
        return Phrase("shelf_play.ended", {"points": cls.points(position)})

    # What all games share.

    @property
    def actor(self) -> int | None:
        """The seat that acts; None once the game is over."""
        return None if self.game.is_over else self.game.position.turn

    def acted(self, act: ActT) -> Self:
        """The game after an act, and nothing else; raises as `apply` does."""
        after = replace(self, game=self.game.after(act))
        position = after.game.position
        outcome = None
        if after.game.is_over:
            outcome = Outcome(self.points_sentence(position), self.won(position))
        sentences = (*self.noted(act), *after.end_sentences(self), *(outcome or ()))
        events = (Event(self.actor, self.did(act)), *(Event(None, one) for one in sentences))
        return replace(after, events=(*self.events, *events), outcome=outcome)

    @classmethod
    def won(cls, position: PositionT) -> Phrase:
        """The winner of the game, or those who share it."""
        seats = [*cls.winners(position)]
        return Phrase(f"shelf_play.{'won' if len(seats) == 1 else 'shared'}", {"seats": seats})

    def news_for(self, reader: int | None) -> tuple[Phrase, ...]:
        """The last turn of each seat but the reader's, and ends since the first of these."""
        turns = [(seat, [*turn]) for seat, turn in groupby(self.events, key=attrgetter("seat"))]
        last = {seat: at for at, (seat, _) in enumerate(turns) if seat not in (reader, None)}
        first = min(last.values(), default=len(turns))
        return tuple(
            phrase
            for at, (seat, turn) in enumerate(turns)
            if at >= first and (seat is None or last.get(seat) == at)
            for _, phrase in turn
        )
