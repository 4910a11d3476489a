"""A game of Raubbau on one device: people who pass it around, and simple bots."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

from ksm_widgets.companions.match import Match
from ksm_widgets.companions.raubbau.bot import choose
from ksm_widgets.companions.raubbau.box import Face
from ksm_widgets.companions.raubbau.deeds import Go
from ksm_widgets.companions.raubbau.naming import card_phrase
from ksm_widgets.companions.raubbau.plans import Pass
from ksm_widgets.companions.raubbau.position import Phase, Position
from ksm_widgets.companions.raubbau.record import Game
from ksm_widgets.companions.raubbau.rules import Act, apply, legal
from ksm_widgets.companions.raubbau.scoring import winners
from ksm_widgets.companions.raubbau.telling import act_phrase, touch_places
from ksm_widgets.telling.phrases import Phrase

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ksm_widgets.companions.raubbau.places import Place


@dataclass(frozen=True, slots=True)
class GoOn:
    """The end of a match has been looked at: on to the next. No act of the game."""


Choice = Act | GoOn


@dataclass(frozen=True, slots=True)
class RaubbauMatch(Match[Position, Choice]):
    """A game of Raubbau under way; `looked` ends of its matches have been looked at."""

    game_type = Game
    chosen = staticmethod(choose)
    score = staticmethod(Position.points_of)
    winners = staticmethod(winners)

    game: Game
    looked: int = 0

    @staticmethod
    def legal(view: Position) -> tuple[Choice, ...]:
        """Every act of the seat whose turn it is; after a match, to go on."""
        if view.phase is Phase.MATCH_OVER:
            return (GoOn(),)
        # A plan may be carried out although its tunnel is not seen: it is turned over then.
        return legal(view) or ((Go(),) if view.phase is Phase.ACT else ())

    @staticmethod
    def phrase(view: Position, act: Choice) -> Phrase:
        """An act in words."""
        return Phrase("raubbau_play.next") if isinstance(act, GoOn) else act_phrase(view, act)

    @staticmethod
    def places(view: Position, act: Choice) -> tuple[Place, ...]:
        """The places whose touch means an act."""
        return () if isinstance(act, GoOn) else touch_places(view, act)

    def at_foot(self, act: Choice) -> bool:
        """Keeping one's plan, or waiting, is at the foot, unless one knows that it is a dragon."""
        view = self.view
        field = view.target(view.turn)
        dragon = field is not None and view.face(field) is Face.DRAGON
        return isinstance(act, Pass) and not dragon

    @property
    def results(self) -> tuple[Position, ...]:
        """The positions at the ends of all matches so far."""
        last = (self.game.position,) if self.game.is_over else ()
        return (*self.game.ended, *last)

    @property
    def pause(self) -> Position | None:
        """The end of a match that has not been looked at yet, if another one follows."""
        ended = self.game.ended
        return ended[-1] if len(ended) > self.looked and not self.game.is_over else None

    @property
    def stage(self) -> int:
        """The acts done, and the ends of matches that have been looked at."""
        return len(self.game.acts) + self.looked

    @property
    def moment(self) -> Mapping[str, object]:
        """The match and the round, and whether it is the last."""
        position = self.game.position
        key = {None: "when", 0: "when_last"}.get(position.rounds_left, "when_one")
        params = {
            "match": position.match,
            "matches": position.box.matches,
            "round": self.game.round,
        }
        return {"when": Phrase(f"raubbau_play.{key}", params)}

    def after(self, act: Choice) -> Self:
        """The game after an act, or after the end of a match."""
        if isinstance(act, GoOn):
            viewer = 1 if self.people == 1 else None
            return replace(self, looked=len(self.game.ended), viewer=viewer).to_person()
        return super(RaubbauMatch, self).after(act)

    def noted(self, act: Choice) -> tuple[Phrase, ...]:
        """The cards dug, if there is one person only: of several, the next one would read it."""
        before, seat = self.game.position, self.game.position.turn
        if (self.people, seat) != (1, 1) or isinstance(act, GoOn):
            return ()
        front = apply(before, act).front(seat)
        cards = [card_phrase(card) for card in front[len(before.front(seat)) :]]
        return (Phrase("raubbau_play.dug", {"cards": cards}),) if cards else ()

    def resumed(self) -> Self:
        """The game from its record; an end of a match is shown if nobody has acted since."""
        position, ended = self.game.position, len(self.game.ended)
        begun = len(position.mine) > 1 or any(position.plans)
        return replace(self, looked=ended - (ended > 0 and not begun))

    def end_sentences(self, before: Self) -> tuple[Phrase, ...]:
        """The ends of matches: who woke the dragon, and the points if another match follows."""
        ends = self.results[len(before.results) :]
        return tuple(phrase for end in ends for phrase in self._match_told(end))

    def _match_told(self, end: Position) -> Iterator[Phrase]:
        if end.waker is not None:
            yield Phrase("raubbau_play.awakened", {"seat": end.waker})
        if not self.game.is_over:
            yield self.points_sentence(end)

    @classmethod
    def points_sentence(cls, position: Position) -> Phrase:
        """The end of a match, and the points of all after it."""
        params = {"match": position.match, "points": cls.points(position)}
        return Phrase("raubbau_play.ended", params)
