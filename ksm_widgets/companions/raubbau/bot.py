"""A simple bot for Raubbau: it sees what its seat may, and weighs one card ahead."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from ksm_widgets.companions.raubbau.action import open_ends
from ksm_widgets.companions.raubbau.box import Face
from ksm_widgets.companions.raubbau.cards import Treasure
from ksm_widgets.companions.raubbau.deeds import Draw, Lay, Stand, Take
from ksm_widgets.companions.raubbau.places import Field
from ksm_widgets.companions.raubbau.planning import kept_plan
from ksm_widgets.companions.raubbau.plans import Blast, Dig, Leave, Pass, Plan, Scare
from ksm_widgets.companions.raubbau.position import Position
from ksm_widgets.companions.raubbau.rules import legal
from ksm_widgets.companions.raubbau.scoring import gems_of
from ksm_widgets.companions.raubbau.search.unseen import HARMLESS, unseen_cards

if TYPE_CHECKING:
    from ksm_widgets.companions.raubbau.rules import Act

_DRAGON = Fraction(-3)
"""The worth of a dragon, against a gem that is worth 1."""
_PLANNED = Fraction(1, 2)
"""The part of a card's worth that a plan to take it has: much may happen before."""
_ENOUGH = Fraction(3, 10)
"""The worth of each gem of its own that the player leaves with."""
_STAYING = Fraction(1, 2)
"""The worth of staying, which leaving gives up."""
_RIVAL = Fraction(1, 10)
"""The deduction for each card that a rival has beyond two for each own gem."""
_USEFUL = Fraction(1, 5)
"""The worth of a material or a spider."""
_BARE = Fraction(1, 10)
"""The worth of a dig without a treasure."""
_SPIDER = Fraction(1, 4)
"""The worth of the spider, which is lost when it is spent."""
_CHANGE = Fraction(1, 10)
"""The least gain for which a plan is changed: else planning would not end."""


def choose(position: Position, seat: int) -> Act:
    """The act that the bot chooses for a seat, by what that seat sees.

    What is legal is asked of the table: a seat sees no next tunnel, and could not carry out a dig.
    """
    view = position.seen(seat)
    return max(legal(position), key=lambda act: _worth(view, seat, act))


def _worth(view: Position, seat: int, act: Act) -> Fraction:
    match act:
        case Pass():
            return _plan_worth(view, seat, kept_plan(view, seat)) + _CHANGE
        case Dig() | Blast() | Leave():
            return _plan_worth(view, seat, act)
        case Scare(victim):
            return _plan_worth(view, seat, view.plan(victim)) - _SPIDER
        case Lay(ends, unlooked):
            return Fraction(len(open_ends(view, view.acting_plan.field, ends)) - len(unlooked))
        case Draw(stack):
            return -unseen_cards(view)[view.top(stack).set].cave_in()
        case Stand(field) | Take(field):
            return _card(view, field)
    return Fraction(0)


def _plan_worth(view: Position, seat: int, plan: Plan | None) -> Fraction:
    if plan is None:
        return Fraction(0)
    if isinstance(plan, Leave):
        gems = gems_of(view.front(seat))
        rivals = max(len(view.front(other)) for other in view.seats if other != seat)
        return _ENOUGH * gems - _STAYING - _RIVAL * max(0, rivals - 2 * gems)
    return _PLANNED * sum((_card(view, field) for field in plan.fields()), Fraction(0))


def _card(view: Position, field: Field) -> Fraction:
    """The worth of taking the treasure on a field, by its odds."""
    card = view.mine.get(field)
    if not isinstance(card, Treasure):
        return _BARE
    if card.face is not Face.UNSEEN:
        known = {Face.GEM: Fraction(1), Face.DRAGON: _DRAGON}
        return known.get(card.face, _USEFUL)
    unseen = unseen_cards(view)[card.set]
    faces = unseen.faces_in_mine()
    return faces[Face.DRAGON] * _DRAGON + faces[Face.GEM] + faces[HARMLESS] * _USEFUL
