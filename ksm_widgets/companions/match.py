"""A game on one device: people who pass it around, and a simple bot for the other seats."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, Self

from ksm_widgets.telling.phrases import Phrase

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping

    from ksm_widgets.companions.replaying import Recorded

_HEAD = re.compile(r"people ([1-9])")
_MOST_TOLD = 40


@dataclass(frozen=True, slots=True)
class Match(ABC):
    """A game under way: seats up to `people` are people, the others are played by the program.

    `viewer` is the seat whose view is shown, None until the device has been passed on. `told` is
    what has happened since that seat acted last. `at` is the act up to which the game is replayed,
    None if it isn't. `place` is the one whose acts are shown, None for all.

    A game says in a subclass which games it has, what is legal, what its player chooses, and its
    words.
    """

    games: ClassVar[type[Recorded[Any, Any]]]

    game: Any
    people: int
    viewer: int | None = 1
    told: tuple[Phrase, ...] = ()
    at: int | None = None
    place: Hashable | None = None

    # What a game says.

    @staticmethod
    @abstractmethod
    def chosen(position: Any, seat: int, /) -> Any:
        """The act that the simple player chooses for a seat."""

    @staticmethod
    @abstractmethod
    def legal(view: Any, /) -> tuple[Any, ...]:
        """Every act of the seat whose turn it is."""

    @staticmethod
    @abstractmethod
    def phrase(view: Any, act: Any, /) -> Phrase:
        """An act in words."""

    @staticmethod
    @abstractmethod
    def places(view: Any, act: Any, /) -> tuple[Any, ...]:
        """The places whose touch means an act."""

    @staticmethod
    @abstractmethod
    def score(position: Any, seat: int, /) -> int:
        """The points of a seat."""

    @staticmethod
    @abstractmethod
    def winners(position: Any, /) -> tuple[int, ...]:
        """The winners of the game, several if they share it."""

    @staticmethod
    def plain(act: Any) -> bool:
        """Whether an act has its button at the foot, whatever else there is to do."""
        return False

    def at_foot(self, act: Any) -> bool:
        """Whether an act has that button now."""
        return self.plain(act)

    @property
    def pause(self) -> Any:
        """The position to look at before the game goes on; None if nothing is to be looked at."""
        return None

    @property
    def moment(self) -> Mapping[str, object]:
        """What the sentence about whose turn it is says besides."""
        return {}

    @staticmethod
    def common(position: Any) -> Any:
        """The position as far as all know it."""
        return replace(position.seen(0), me=None)

    # What all games share.

    @classmethod
    def points(cls, position: Any) -> list[Phrase]:
        """The points of each seat."""
        return [
            Phrase("shelf_play.points_of", {"seat": seat, "points": cls.score(position, seat)})
            for seat in position.seats
        ]

    @classmethod
    def won(cls, position: Any) -> Phrase:
        """The winner of the game, or those who share it."""
        seats = [*cls.winners(position)]
        return Phrase(f"shelf_play.{'won' if len(seats) == 1 else 'shared'}", {"seats": seats})

    @classmethod
    def ended(cls, before: Any, after: Any) -> tuple[Phrase, ...]:
        """The sentences about an end that an act has brought about."""
        if not after.is_over:
            return ()
        position = after.position
        told = Phrase("shelf_play.ended", {"points": cls.points(position)})
        return told, cls.won(position)

    @classmethod
    def begin(cls, players: int, people: int, seed: int) -> Self:
        """A new game, played on to the first act of a person."""
        return cls(cls.games.begin(players, seed), min(people, players))._to_person()

    @classmethod
    def recorded(cls, game: Any, people: int) -> Self:
        """A game that was recorded, to be played on."""
        return cls(game, people)

    @property
    def actor(self) -> int | None:
        """The seat that acts; None once the game is over."""
        turn: int = self.game.position.turn
        return None if self.game.is_over else turn

    @property
    def waits(self) -> bool:
        """Whether the device must be passed on first."""
        passing = self.actor is not None and self.viewer != self.actor
        return passing and self.pause is None

    @property
    def view(self) -> Any:
        """The position as it may be shown: after the end, all of it."""
        position = self.game.position
        if self.pause is not None and self.at is None:
            return replace(self.pause, me=None)
        if self.at is not None:
            game = self.game
            position = _replayed(type(self), game.seed, position.players, game.acts[: self.at])
            position = position.position
        if self.game.is_over:
            return replace(position, me=None)
        if self.viewer is None or self.waits:
            return self.common(position)
        return position.seen(self.viewer)

    @property
    def acts(self) -> tuple[Any, ...]:
        """The acts open to the viewer now; none while the game is replayed."""
        if self.waits or self.actor is None or self.at is not None:
            return ()
        return self.legal(self.view)

    def after(self, act: Any) -> Self:
        """The game after an act of a person, played on to the next act of one.

        Raises as `apply` does.
        """
        game = self.game.after(act)
        told: tuple[Phrase, ...] = ()
        if self.people > 1 and self.actor is not None:
            # Who has the device next was not looking.
            told = (*self.told, self._done(act))
        told = (*told[-_MOST_TOLD:], *self.ended(self.game, game))
        return replace(self, game=game, told=told, place=None, at=None)._to_person()

    def _to_person(self) -> Self:
        match = self
        while match.pause is None and match.actor is not None and match.actor > match.people:
            act = self.chosen(match.game.position, match.actor)
            game = match.game.after(act)
            told = (*match.told, match._done(act), *self.ended(match.game, game))
            match = replace(match, game=game, told=told[-_MOST_TOLD:])
        if match.people == 1:
            return replace(match, viewer=1)
        return match

    def _done(self, act: Any) -> Phrase:
        """An act in words, by what everybody sees."""
        phrase = self.phrase(self.common(self.game.position), act)
        return Phrase("shelf_play.did", {"seat": self.actor, "act": phrase})

    def touched(self, place: Hashable) -> Self:
        """The game after a touch: a place's only act is done, of several one is to be chosen."""
        acts = [act for act in self.acts if place in self.places(self.view, act)]
        if len(acts) == 1:
            return self.after(acts[0])
        return replace(self, place=place if acts and self.place != place else None)

    @property
    def open_places(self) -> tuple[Any, ...]:
        """The places whose touch does something now."""
        found = [place for act in self.acts for place in self.places(self.view, act)]
        return tuple(dict.fromkeys(found))

    def passed_on(self) -> Self:
        """The game with the device in the hands of who acts."""
        return replace(self, viewer=self.actor)

    def text(self) -> str:
        """The game as text: who plays, and the record."""
        return f"people {self.people}\n{self.game.text()}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a game as text; a record alone is of one person.

        Raises RecordError with the line that cannot be read or is refused.
        """
        head, _, rest = text.lstrip().partition("\n")
        found = _HEAD.fullmatch(head.strip())
        people, record = (int(found[1]), rest) if found else (1, text)
        game = cls.games.parse(record.strip())
        match = cls.recorded(game, min(people, game.position.players))
        return replace(match, viewer=match.actor if people == 1 else None)._to_person()


@lru_cache(maxsize=64)
def _replayed(kind: type[Match], seed: int, players: int, acts: tuple[Any, ...]) -> Any:
    """The game after some of its acts."""
    game = kind.games.begin(players, seed)
    for act in acts:
        game = game.after(act)
    return game
