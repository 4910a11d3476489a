"""A game of Raubbau on one device: people who pass it around, and simple bots."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.companions.match import Match
from ksm_widgets.companions.raubbau.planning import Pass
from ksm_widgets.companions.raubbau.player import choose
from ksm_widgets.companions.raubbau.record import Game
from ksm_widgets.companions.raubbau.rules import legal
from ksm_widgets.companions.raubbau.scoring import winners
from ksm_widgets.companions.raubbau.telling import act_phrase, touch_places
from ksm_widgets.telling.phrases import Phrase

if TYPE_CHECKING:
    from ksm_widgets.companions.raubbau.position import Position
    from ksm_widgets.companions.raubbau.rules import Act


class RaubbauMatch(Match):
    """A game of Raubbau under way."""

    __slots__ = ()
    games = Game
    chosen = staticmethod(choose)
    legal = staticmethod(legal)
    phrase = staticmethod(act_phrase)
    places = staticmethod(touch_places)
    score = staticmethod(lambda position, seat: position.points[seat - 1])
    winners = staticmethod(winners)

    @staticmethod
    def plain(act: Act) -> bool:
        """Keeping one's plan, or waiting, is at the foot."""
        return isinstance(act, Pass)

    @classmethod
    def ended(cls, before: Game, after: Game) -> tuple[Phrase, ...]:
        """The end of matches in words, and the winner of the game."""
        ends = after.ended[len(before.ended) :]
        if not after.is_over:
            return tuple(phrase for end in ends for phrase in cls._match_ended(end))
        return (*cls._match_ended(after.position), cls.won(after.position))

    @classmethod
    def _match_ended(cls, position: Position) -> list[Phrase]:
        """The end of a match in words, and the points after it."""
        params = {"match": position.match, "points": cls.points(position)}
        ended = Phrase("raubbau_play.ended", params)
        if position.awakened is None:
            return [ended]
        return [Phrase("raubbau_play.awakened", {"seat": position.awakened}), ended]
