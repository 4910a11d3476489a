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

    from ksm_widgets.companions.kings.box import Unit
    from ksm_widgets.rules.errors import RuleError


_REFUSED = {
    "draw": PlayRefused("kings_refused.draw_first", "K6"),
    "play": DrawRefused("kings_refused.play_first", "K6"),
}


def _held(view: Position, seat: int, card: str) -> Unit:
    return view.hand(seat)[int(card.split()[1]) - 1]


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
        kind = str(place).split()[0]
        if view.phase is Phase.DRAW:
            return _REFUSED["draw"] if kind in ("hand", "centre", "own") else None
        if kind in ("deck", "camp"):
            return _REFUSED["play"]
        pair = sorted((str(place), str(self.place)), key=lambda one: not one.startswith("hand"))
        card, site = pair
        if card.startswith("hand") and site.split()[0] in ("centre", "own"):
            return play_fault(view, _held(view, seat, card), Place.parse(site))
        if kind == "hand" and place not in self.open_places:
            unit = unit_phrase(_held(view, seat, str(place)))
            return PlayRefused("kings_refused.nowhere", "K8", unit=unit)
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
