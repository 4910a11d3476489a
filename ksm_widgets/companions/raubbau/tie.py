"""The draw that breaks a tie, if several lead after the last match (B46)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ksm_widgets.companions.position import ActRefused
from ksm_widgets.companions.raubbau.box import Face
from ksm_widgets.companions.raubbau.cards import Treasure
from ksm_widgets.companions.raubbau.deeds import Draw, Take
from ksm_widgets.companions.raubbau.position import Phase, Position

if TYPE_CHECKING:
    from ksm_widgets.companions.raubbau.deeds import Deed
    from ksm_widgets.companions.raubbau.plans import Move


def draw_or_end(position: Position, seat: int) -> Position:
    """The position in which a leader draws; the game is over if it leads alone, or has no card."""
    drawing = replace(position, phase=Phase.DRAW, turn=seat)
    if len(position.leaders) > 1 and legal_draws(drawing):
        return drawing
    return replace(drawing, phase=Phase.END)


def legal_draws(position: Position) -> tuple[Draw | Take, ...]:
    """Every card that the leader in turn may draw: from a stack, or unknown in the mine."""
    stacks = (Draw(at) for at, stack in enumerate(position.stacks, start=1) if stack)
    takes = (
        Take(field)
        for field, thing in sorted(position.mine.items(), key=lambda item: item[0])
        if isinstance(thing, Treasure) and position.turn not in thing.known
    )
    return (*stacks, *takes)


def draw_made(position: Position, act: Move | Deed) -> Position:
    """The position after a leader has drawn; raises ActRefused for what is not legal."""
    if act not in legal_draws(position):
        raise ActRefused("raubbau_refused.drawing", "B46")
    if isinstance(act, Draw):
        return after_card(*position.without_top(act.stack))
    assert isinstance(act, Take)
    return after_card(position.treasure(act.field), position.with_mine({act.field: None}))


def after_card(card: Treasure, position: Position) -> Position:
    """The position after a leader has drawn this card: a dragon puts that leader out."""
    seat, leaders = position.turn, position.leaders
    following = leaders[(leaders.index(seat) + 1) % len(leaders)]
    gone = (*position.gone, card.known_to(*position.seats))
    if card.face is Face.DRAGON:
        leaders = tuple(other for other in leaders if other != seat)
    return draw_or_end(replace(position, gone=gone, leaders=leaders), following)
