"""A game of Kingdom of Solomon on one device: people who pass it on, and the simple player."""

from __future__ import annotations

from typing import Any

from ksm_widgets.companions.kingdom.acts import Pass
from ksm_widgets.companions.kingdom.player import choose
from ksm_widgets.companions.kingdom.record import Game
from ksm_widgets.companions.kingdom.rules import legal
from ksm_widgets.companions.kingdom.scoring import final_score, winners
from ksm_widgets.companions.kingdom.telling import act_phrase, touch_places
from ksm_widgets.companions.match import Match
from ksm_widgets.telling.phrases import Phrase


class KingdomMatch(Match):
    """A game of Kingdom of Solomon under way."""

    __slots__ = ()
    dealt = staticmethod(lambda seed, players: Game.begin(players, seed))
    read = staticmethod(Game.parse)
    chosen = staticmethod(choose)
    legal = staticmethod(legal)
    phrase = staticmethod(act_phrase)
    places = staticmethod(touch_places)

    @staticmethod
    def plain(act: Any) -> bool:
        """To pass is at the foot, whatever else there is to do."""
        return isinstance(act, Pass)

    @staticmethod
    def ended(before: Game, after: Game) -> tuple[Phrase, ...]:
        """The scores, and who has won."""
        if not after.is_over:
            return ()
        position = after.position
        points = [
            Phrase("kingdom_play.points_of", {"seat": seat, "points": final_score(position, seat)})
            for seat in position.seats
        ]
        seats = list(winners(position))
        key = "shelf_play.won" if len(seats) == 1 else "shelf_play.shared"
        return Phrase("kingdom_play.ended", {"points": points}), Phrase(key, {"seats": seats})
