"""Advice during a game: what a steady player would do in this seat, by no more than its view."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ksm_widgets.players import mind
from ksm_widgets.rules.digs import takings
from ksm_widgets.tutor.coach.steps import move_phrase
from ksm_widgets.tutor.phrases import Phrase, a_tile

if TYPE_CHECKING:
    from ksm_widgets.rules.quarries import Quarry
    from ksm_widgets.rules.views import View

__all__ = ["Advice", "advice"]

_ADVISER = "steady"


@dataclass(frozen=True, slots=True)
class Advice:
    """A sentence, and the quarries it speaks of."""

    told: Phrase
    places: tuple[Quarry, ...] = ()


def advice(seen: View) -> Advice:
    """The card a steady player would lay down, or the next step of the turn they would play.

    They judge by the tiles that can be seen, and by what this player holds (R33).
    """
    adviser = mind(_ADVISER)
    if not seen.waiting:
        return Advice(Phrase.of("advice.card", number=adviser.card(seen).number))
    turn = adviser.turn(seen)
    if turn.moves:
        step = turn.moves[0]
        told = Phrase.of("advice.move", step=move_phrase(seen.position, step))
        return Advice(told, (step.source, step.target))
    if turn.dig is None:
        return Advice(Phrase.of("advice.no_dig"))
    tiles = [a_tile(tile) for tile in takings(seen.position, turn.dig)]
    key = "advice.dig_with" if turn.powers else "advice.dig"
    told = Phrase.of(key, quarries=list(turn.dig), tiles=tiles, powers=sorted(turn.powers, key=str))
    return Advice(told, turn.dig)
