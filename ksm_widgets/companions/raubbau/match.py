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


class MineMatch(Match):
    """A game of Raubbau under way."""

    __slots__ = ()
    dealt = staticmethod(lambda seed, players: Game.begin(players, seed))
    read = staticmethod(Game.parse)
    chosen = staticmethod(choose)
    legal = staticmethod(legal)
    phrase = staticmethod(act_phrase)
    places = staticmethod(touch_places)

    @staticmethod
    def plain(act: Act) -> bool:
        """Keeping one's plan, or waiting, is at the foot."""
        return isinstance(act, Pass)

    @staticmethod
    def ended(before: Game, after: Game) -> tuple[Phrase, ...]:
        """The end of matches in words, and the winner of the game."""
        told: tuple[Phrase, ...] = ()
        for ended in after.ended[len(before.ended) :]:
            told = (*told, *end_phrases(ended))
        if after.is_over:
            told = (*told, *end_phrases(after.position), winner(after.position))
        return told


def end_phrases(position: Position) -> list[Phrase]:
    """The end of a match in words, and the points after it."""
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
    """The winner of the game."""
    seats = list(winners(position))
    key = "shelf_play.won" if len(seats) == 1 else "shelf_play.shared"
    return Phrase(key, {"seats": seats})
