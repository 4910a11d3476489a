"""A game of Kings under Mountains on one device: people who pass it around, and simple bots."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self, TypeGuard

from ksm_widgets.companions.kings.bot import choose
from ksm_widgets.companions.kings.naming import unit_phrase
from ksm_widgets.companions.kings.places import DECK, Numbered, Pile, Row
from ksm_widgets.companions.kings.position import Phase, Position
from ksm_widgets.companions.kings.record import Game
from ksm_widgets.companions.kings.rules import (
    Act,
    Draw,
    Play,
    act_fault,
    legal,
    phase_fault,
    play_fault,
)
from ksm_widgets.companions.kings.scoring import score, winners
from ksm_widgets.companions.kings.telling import act_phrase, did_phrase
from ksm_widgets.companions.match import Match
from ksm_widgets.companions.position import ActRefused
from ksm_widgets.telling.phrases import Phrase

if TYPE_CHECKING:
    from ksm_widgets.companions.kings.places import Place
    from ksm_widgets.companions.position import AnyPlace
    from ksm_widgets.rules.errors import RuleError

_MINES = (Row.CENTRE, Row.OWN)
"""The rows that cards are played on."""


@dataclass(frozen=True, slots=True)
class KingsMatch(Match[Position, Act]):
    """A game of Kings under Mountains under way."""

    game_type = Game
    chosen = staticmethod(choose)
    legal = staticmethod(legal)
    phrase = staticmethod(act_phrase)
    score = staticmethod(score)
    winners = staticmethod(winners)

    game: Game

    @staticmethod
    def places(view: Position, act: Act) -> tuple[Place, ...]:
        """The places whose touch means an act: of a play the card, then the mine."""
        match act:
            case Play(unit, place):
                cards = [card for card, held in view.held(view.turn) if held == unit]
                return (*cards, place)
            case Draw(place):
                return (place,)
        return ()

    def did(self, act: Act) -> Phrase:
        """An act in words, by what everybody sees."""
        did = did_phrase(self.common(self.game.position), act)
        return Phrase("kings_did.by", {"seat": self.actor, "did": did})

    def refusal(self, place: AnyPlace) -> RuleError | None:
        """The rule that forbids playing a card there, or drawing now."""
        if not self.open_acts or place in (*self.fitting_places, self.place):
            return None
        if place is DECK or isinstance(place, Pile):
            return act_fault(self.view, Draw(place))
        if _in_row(place, Row.HAND):
            return self._play_refusal(place, self.place)
        if _in_row(place, *_MINES):
            return self._play_refusal(self.place, place)
        return None

    def _play_refusal(self, card: AnyPlace | None, site: AnyPlace | None) -> RuleError | None:
        """The rule that forbids a card on a mine; without a mine, on all of them."""
        view = self.view
        if view.phase is Phase.DRAW:
            return phase_fault(view, Phase.PLAY)
        if not _in_row(card, Row.HAND):
            return None
        unit = view.hand(view.turn)[card.number - 1]
        if _in_row(site, *_MINES):
            return play_fault(view, unit, site)
        if card in self.open_places:
            return None
        return ActRefused("kings_refused.nowhere", "K8", unit=unit_phrase(unit))

    @property
    def fitting_places(self) -> tuple[AnyPlace, ...]:
        """The places whose touch does something; after a card in hand no other card does."""
        fitting = super(KingsMatch, self).fitting_places
        if not _in_row(self.place, Row.HAND):
            return fitting
        return tuple(place for place in fitting if not _in_row(place, Row.HAND))

    def touched(self, place: AnyPlace) -> Self:
        """The game after a touch: a card, then its mine, or the reverse; a pile needs one touch."""
        both = [
            act
            for act in self.open_acts
            if place != self.place and {place, self.place} <= {*self.places(self.view, act)}
        ]
        if both and place in self.fitting_places:
            return self.after(both[0])
        alone = [act for act in self.open_acts if self.places(self.view, act) == (place,)]
        if alone:
            return self.after(alone[0])
        useful = place in self.open_places and place != self.place
        return replace(self, place=place if useful else None)


def _in_row(place: AnyPlace | None, *rows: Row) -> TypeGuard[Numbered]:
    """Whether a place that was touched is one of some rows."""
    return isinstance(place, Numbered) and place.row in rows
