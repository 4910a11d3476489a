"""A game of Raubbau on one device: people who pass it on, and the simple honest player."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Self

from ksm_widgets.companions.raubbau.player import choose
from ksm_widgets.companions.raubbau.record import Game
from ksm_widgets.companions.raubbau.rules import legal
from ksm_widgets.companions.raubbau.scoring import winners
from ksm_widgets.companions.raubbau.telling import act_phrase
from ksm_widgets.telling.phrases import Phrase

if TYPE_CHECKING:
    from ksm_widgets.companions.raubbau.position import Field, Position
    from ksm_widgets.companions.raubbau.rules import Act

_HEAD = re.compile(r"people ([1-5])")
_MOST_TOLD = 40


@dataclass(frozen=True, slots=True)
class Match:
    """A game under way: seats up to `people` are people, the others are played by the program.

    `viewer` is the seat whose view is shown, None until the device has been passed on. `told` is
    what has happened since that seat acted last. `at` is the act up to which the game is replayed,
    None if it isn't. `place` is the one whose acts are shown, None for all.
    """

    game: Game
    people: int
    viewer: int | None = 1
    told: tuple[Phrase, ...] = ()
    at: int | None = None
    place: Field | str | None = None

    @classmethod
    def begin(cls, players: int, people: int, seed: int) -> Self:
        """A new game, played on to the first act of a person."""
        return cls(Game.begin(players, seed), min(people, players))._to_person()

    @property
    def actor(self) -> int | None:
        """The seat that acts; None once the game is over."""
        return None if self.game.is_over else self.game.position.turn

    @property
    def waits(self) -> bool:
        """Whether the device must be passed on first."""
        return self.actor is not None and self.viewer != self.actor

    @property
    def view(self) -> Position:
        """The position as it may be shown: after the end, all of it."""
        game = self.game if self.at is None else replayed(self.game, self.at)
        position = game.position
        if self.game.is_over:
            return replace(position, me=None)
        if self.viewer is None or self.waits:
            # Nobody's view: what is known to all.
            return replace(position.seen(0), me=None)
        return position.seen(self.viewer)

    @property
    def acts(self) -> tuple[Act, ...]:
        """What the viewer may do now: nothing while the game is replayed."""
        if self.waits or self.actor is None or self.at is not None:
            return ()
        return legal(self.view)

    def after(self, act: Act) -> Match:
        """The game after an act of a person, played on to the next act of one.

        Raises as `apply` does.
        """
        game = self.game.after(act)
        told: tuple[Phrase, ...] = ()
        if self.people > 1 and self.actor is not None:
            # Who has the device next was not looking.
            told = (*self.told, _done(self.game.position.seen(0), self.actor, act))
        told = _told(self.game, game, told[-_MOST_TOLD:])
        return replace(self, game=game, told=told, place=None, at=None)._to_person()

    def _to_person(self) -> Self:
        match = self
        while match.actor is not None and match.actor > match.people:
            act = choose(match.game.position, match.actor)
            phrase = _done(match.game.position.seen(0), match.actor, act)
            game = match.game.after(act)
            told = _told(match.game, game, (*match.told, phrase))
            match = replace(match, game=game, told=told[-_MOST_TOLD:])
        if match.people == 1:
            return replace(match, viewer=1)
        return match

    def passed_on(self) -> Match:
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
        game = Game.parse(record.strip())
        match = cls(game, min(people, game.position.players))
        return replace(match, viewer=match.actor if people == 1 else None)._to_person()


def _done(view: Position, seat: int, act: Act) -> Phrase:
    """An act in words, by what everybody sees."""
    return Phrase("raubbau_play.did", {"seat": seat, "act": act_phrase(view, act)})


def _told(before: Game, after: Game, told: tuple[Phrase, ...]) -> tuple[Phrase, ...]:
    """What is told after an act: of a match that it ended, too."""
    for ended in after.ended[len(before.ended) :]:
        told = (*told, *end_phrases(ended))
    if after.is_over:
        told = (*told, *end_phrases(after.position), winner(after.position))
    return told


def end_phrases(position: Position) -> list[Phrase]:
    """How a match ended, and the points after it."""
    told = []
    if position.awakened is not None:
        told.append(Phrase("raubbau_play.awakened", {"seat": position.awakened}))
    points = [
        Phrase("raubbau_play.points_of", {"seat": seat, "points": position.points[seat - 1]})
        for seat in position.seats
    ]
    told.append(Phrase("raubbau_play.ended", {"match": position.match, "points": points}))
    return told


def winner(position: Position) -> Phrase:
    """Who has won the game."""
    seats = list(winners(position))
    key = "raubbau_play.won" if len(seats) == 1 else "raubbau_play.shared"
    return Phrase(key, {"seats": seats})


@lru_cache(maxsize=64)
def _prefix(seed: int, players: int, acts: tuple[Act, ...]) -> Game:
    game = Game.begin(players, seed)
    for act in acts:
        game = game.after(act)
    return game


def replayed(game: Game, count: int) -> Game:
    """The game after so many of its acts."""
    return _prefix(game.seed, game.position.players, game.acts[:count])
