"""A game of Kings under Mountains on one device: people who pass it around, and simple bots."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

from ksm_widgets.companions.kings.naming import unit_phrase
from ksm_widgets.companions.kings.player import choose
from ksm_widgets.companions.kings.position import (
    DrawRefused,
    Phase,
    Place,
    PlayRefused,
    Position,
)
from ksm_widgets.companions.kings.record import Game
from ksm_widgets.companions.kings.rules import Act, legal, play_fault
from ksm_widgets.companions.kings.scoring import score, winners
from ksm_widgets.companions.kings.telling import act_phrase, did_phrase, touch_places
from ksm_widgets.companions.match import Match
from ksm_widgets.telling.phrases import Phrase

if TYPE_CHECKING:
    from collections.abc import Hashable

    from ksm_widgets.rules.errors import RuleError


_REFUSED = {
    "draw": PlayRefused("kings_refused.draw_first", "K6"),
    "play": DrawRefused("kings_refused.play_first", "K6"),
}


@dataclass(frozen=True, slots=True)
class KingsMatch(Match[Position, Act]):
    """A game of Kings under Mountains under way."""

    games = Game
    chosen = staticmethod(choose)
    legal = staticmethod(legal)
    phrase = staticmethod(act_phrase)
    places = staticmethod(touch_places)
    score = staticmethod(score)
    winners = staticmethod(winners)

    game: Game

    @staticmethod
    def common(position: Position) -> Position:
        """The position as far as all know it: every hand as others see it."""
        hands = position.seen(1).hands[1:]
        first = position.seen(2).hands[:1]
        return replace(position.seen(1), me=None, hands=(*first, *hands), shown=position.shown)

    def did(self, act: Act) -> Phrase:
        """An act in words, by what everybody sees."""
        did = did_phrase(self.common(self.game.position), act)
        return Phrase("kings_did.by", {"seat": self.actor, "did": did})

    def refusal(self, place: Hashable) -> RuleError | None:
        """The rule that forbids to play a card there, or to draw now."""
        view, seat = self.view, self.actor
        if seat is None or not self.acts or place in (*self.fitting_places, self.place):
            return None
        touched = {one.where: one for one in (self.place, place) if isinstance(one, Place)}
        card, site = touched.get("hand"), touched.get("centre") or touched.get("own")
        if view.phase is Phase.DRAW:
            return _REFUSED["draw"] if place in (card, site) else None
        if "deck" in touched or "camp" in touched:
            return _REFUSED["play"]
        if card is None:
            return None
        unit = view.hand(seat)[card.number - 1]
        if site is not None:
            return play_fault(view, unit, site)
        if place == card and place not in self.open_places:
            return PlayRefused("kings_refused.nowhere", "K8", unit=unit_phrase(unit))
        return None

    def touched(self, place: Hashable) -> Self:
        """The game after a touch: a card, then its mine, or the reverse; a pile needs one touch."""
        both = [
            act
            for act in self.acts
            if self.place != place and {place, self.place} <= {*self.places(self.view, act)}
        ]
        if both:
            return self.after(both[0])
        alone = [act for act in self.acts if self.places(self.view, act) == (place,)]
        if alone:
            return self.after(alone[0])
        useful = place in self.open_places and place != self.place
        return replace(self, place=place if useful else None)
