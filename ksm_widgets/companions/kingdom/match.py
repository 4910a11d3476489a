"""A game of Kingdom of Solomon on one device: people who pass it on, and the simple player."""

from __future__ import annotations

from typing import Any

from ksm_widgets.companions.kingdom.acts import Pass
from ksm_widgets.companions.kingdom.player import choose
from ksm_widgets.companions.kingdom.record import Game
from ksm_widgets.companions.kingdom.rules import legal
from ksm_widgets.companions.kingdom.scoring import score, winners
from ksm_widgets.companions.kingdom.telling import act_phrase, touch_places
from ksm_widgets.companions.match import Match


class KingdomMatch(Match):
    """A game of Kingdom of Solomon under way."""

    __slots__ = ()
    games = Game
    chosen = staticmethod(choose)
    legal = staticmethod(legal)
    phrase = staticmethod(act_phrase)
    places = staticmethod(touch_places)
    score = staticmethod(score)
    winners = staticmethod(winners)

    @staticmethod
    def plain(act: Any) -> bool:
        """To pass is at the foot, whatever else there is to do."""
        return isinstance(act, Pass)
