"""A game on one device: people who pass it around, and simple bots."""

from __future__ import annotations

import re
from abc import abstractmethod
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar

from ksm_widgets.companions.narrating import NarratedGame
from ksm_widgets.companions.position import ActT, AnyPlace, PositionT

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ksm_widgets.companions.replaying import ShelfRecord
    from ksm_widgets.rules.errors import RuleError
    from ksm_widgets.telling.phrases import Phrase

_HEAD = re.compile(r"people ([1-9])")


@dataclass(frozen=True, slots=True)
class Match(NarratedGame[PositionT, ActT]):
    """A game under way: seats up to `people` are people, the others are simple bots.

    `viewer` is the seat whose view is shown, None until the device has been passed on. `at` is the
    act up to which the game is replayed, None if it isn't. `place` is the one whose acts are shown,
    None for all.

    A game says in a subclass its `game_type`, what is legal, what its bot chooses, what a touch
    means, and what is told (`NarratedGame`). Its acts may be more than those of the game's record.
    """

    game_type: ClassVar[type[ShelfRecord[Any, Any]]]

    people: int
    viewer: int | None = 1
    at: int | None = None
    place: AnyPlace | None = None

    # What a game must say.

    @staticmethod
    @abstractmethod
    def legal(view: PositionT, /) -> tuple[ActT, ...]:
        """Every act of the seat whose turn it is."""

    @staticmethod
    @abstractmethod
    def places(view: PositionT, act: ActT, /) -> tuple[AnyPlace, ...]:
        """The places whose touch means an act."""

    @staticmethod
    @abstractmethod
    def chosen(position: PositionT, seat: int, /) -> ActT:
        """The act that the simple bot chooses for a seat."""

    # What a game may say of a moment in it.

    @property
    def stage(self) -> int:
        """A number that changes whenever the game moves on, by an act or otherwise."""
        return len(self.game.acts)

    @property
    def moment(self) -> Mapping[str, object]:
        """Further parameters of the sentence that says whose turn it is."""
        return {}

    def at_foot(self, act: ActT) -> bool:
        """Whether an act has its button at the foot now, whatever else there is to do."""
        return False

    @property
    def pause(self) -> PositionT | None:
        """The position to look at before the game goes on; None if nothing is to be looked at."""
        return None

    def resumed(self) -> Self:
        """The game after it was read from its record, to be played on."""
        return self

    # What a game may say of touches and buttons.

    def touched(self, place: AnyPlace) -> Self:
        """The game after a touch: a place's only act is done, of several one is to be chosen."""
        view = self.view
        acts = [act for act in self.open_acts if place in self.places(view, act)]
        if len(acts) == 1:
            return self.after(acts[0])
        return replace(self, place=place if acts and self.place != place else None)

    def unchosen(self) -> Self:
        """The game with no place chosen."""
        return replace(self, place=None)

    def decided(self, act: ActT) -> Self:
        """The game after the act of a button; a game may ask once more before it does some acts."""
        return self.after(act)

    @property
    def open_places(self) -> tuple[AnyPlace, ...]:
        """The places whose touch does something now."""
        view = self.view
        found = [place for act in self.open_acts for place in self.places(view, act)]
        return tuple(dict.fromkeys(found))

    @property
    def fitting_places(self) -> tuple[AnyPlace, ...]:
        """The places whose touch does something, with the one that was touched before."""
        if self.place is None:
            return self.open_places
        view = self.view
        reached = [self.places(view, act) for act in self.open_acts]
        found = [place for places in reached if self.place in places for place in places]
        return tuple(dict.fromkeys(found))

    def after(self, act: ActT) -> Self:
        """The game after an act of a person, played on to the next act of one.

        Raises as `apply` does.
        """
        return replace(self.acted(act).unchosen(), at=None).to_person()

    def refusal(self, place: AnyPlace) -> RuleError | None:
        """The rule that forbids what a touch seems to mean, where a game says one."""
        return None

    def remark(self, place: AnyPlace | None) -> Phrase | None:
        """The remark on a touch that hasn't moved the game on, if there is one.

        The same after a button, with no place.
        """
        return None

    # What all games share: a game begins, is played, is written and read again.

    @classmethod
    def begin(cls, players: int, people: int, seed: int) -> Self:
        """A new game, played on to the first act of a person."""
        return cls(cls.game_type.begin(players, seed), min(people, players)).to_person()

    def to_person(self) -> Self:
        """The game played on to the next act of a person."""
        match = self
        while match.pause is None and match.actor is not None and match.actor > match.people:
            match = match.acted(self.chosen(match.game.position, match.actor))
        if match.people == 1:
            return replace(match, viewer=1)
        return match

    @property
    def waits(self) -> bool:
        """Whether the device must be passed on first."""
        passing = self.actor is not None and self.viewer != self.actor
        return passing and self.pause is None

    def passed_on(self) -> Self:
        """The game with the device in the hands of the player who acts."""
        return replace(self, viewer=self.actor)

    @property
    def view(self) -> PositionT:
        """The position as it may be shown: after the end, all of it."""
        position = self.game.position
        if self.pause is not None and self.at is None:
            return replace(self.pause, me=None)
        if self.at is not None:
            position = _replayed(self.game, self.at)
        if self.game.is_over:
            return replace(position, me=None)
        if self.viewer is None or self.waits:
            return self.common(position)
        return position.seen(self.viewer)

    @property
    def open_acts(self) -> tuple[ActT, ...]:
        """The acts open to the viewer now; none while the game is replayed."""
        if self.waits or self.actor is None or self.at is not None:
            return ()
        return self.legal(self.view)

    @property
    def news(self) -> tuple[Phrase, ...]:
        """The last turn of each other player, and ends since the first of these."""
        return self.news_for(self.actor if self.waits else self.viewer)

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
        record = record.lstrip()
        above = text.removesuffix(record).count("\n")
        game = cls.game_type.parse(record, above=above)
        match = cls._followed(game, min(people, game.position.players)).resumed()
        return replace(match, viewer=None).to_person()

    @classmethod
    def _followed(cls, game: ShelfRecord[PositionT, Any], people: int) -> Self:
        """A game with everything that has happened in it."""
        match = cls(cls.game_type.begin(game.position.players, game.seed), people)
        for act in game.acts:
            match = match.acted(act)
        return match


AnyMatch = Match[Any, Any]
MatchT = TypeVar("MatchT", bound=AnyMatch)


@lru_cache(maxsize=64)  # A page asks for the same one many times, while it is shown.
def _replayed(game: ShelfRecord[PositionT, Any], count: int) -> PositionT:
    """The position of a game after some of its acts."""
    return game.up_to(count).position
