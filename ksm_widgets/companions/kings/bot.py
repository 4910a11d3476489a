"""A simple bot for Kings under Mountains: it sees what its seat may, one turn ahead."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from ksm_widgets.companions.kings.places import Pile, Row
from ksm_widgets.companions.kings.rules import Draw, Play, forbidden, legal, owner_of

if TYPE_CHECKING:
    from ksm_widgets.companions.kings.cards import Mine, Unit
    from ksm_widgets.companions.kings.position import Position, Site
    from ksm_widgets.companions.kings.rules import Act

_NOTHING = Fraction(0)
_STEP = Fraction(1, 8)
"""The cost of a strength skipped on a mine: there is less room for the units after it."""
_UNIT = Fraction(3, 2)
"""The cost of each unit that a mine needs besides the first."""
_OTHERS = Fraction(1, 2)
"""The weight of what somebody else gains, or may gain."""
_DECK = Fraction(1, 2)
"""The worth of a card from the deck, against a unit that fits a mine of worth 1."""


def choose(position: Position, seat: int) -> Act:
    """The act that the bot chooses for a seat, by what that seat sees."""
    view = position.seen(seat)
    return max(legal(view), key=lambda act: _worth(view, seat, act))


def _worth(view: Position, seat: int, act: Act) -> Fraction:
    """The worth of an act to a seat, in points."""
    match act:
        case Play(unit, place):
            site = view.known_site(place, seat)
            own = place.row is Row.OWN
            return _on_own(site, unit) if own else _on_centre(view, seat, site, unit)
        case Draw(Pile(race)):
            unit = view.pile(race)[-1]
            return max(
                (_wanted(view, seat, site, unit) for site in view.own_of(seat)), default=_NOTHING
            )
        case Draw():
            return _DECK
    return _NOTHING


def _on_own(site: Site, unit: Unit) -> Fraction:
    """The worth of a play on an own mine: all that its finish changes, or a share of its value."""
    if site.to_finish == 1:
        return Fraction(site.mine.value + site.mine.penalty)
    return _share(site, unit)


def _share(site: Site, unit: Unit) -> Fraction:
    """One missing unit's share of the value of an own mine, less for strengths skipped."""
    return Fraction(site.mine.value, site.to_finish) - _STEP * _skipped(site, unit)


def _skipped(site: Site, unit: Unit) -> int:
    """The steps from the topmost strength up to a unit's.

    A 0 on a 9 steps down: it makes room again, which is worth something.
    """
    return unit.strength - (site.units[-1].strength if site.units else 0)


def _on_centre(view: Position, seat: int, site: Site, unit: Unit) -> Fraction:
    """The worth of a play in the centre, by strengths skipped, or by who gets the mine."""
    if site.to_capture > 1:
        return -_STEP * _skipped(site, unit) * _OTHERS
    owner = owner_of(view, unit, seat)
    worth = _prospect(view, owner, site.mine)
    return worth if owner == seat else -worth * _OTHERS


def _prospect(view: Position, seat: int, mine: Mine) -> Fraction:
    """The worth of a mine just captured: each unit that it still needs makes it less likely.

    It costs its penalty if the turns left are too few for it, after what is begun.
    """
    begun = sum(site.to_finish for site in view.own_of(seat))
    if begun + mine.crew > _likely_turns(view):
        return Fraction(-mine.penalty)
    return mine.value - _UNIT * (mine.crew - 1)


def _likely_turns(view: Position) -> int:
    """The likely turns after this one: a round takes about a card and a half for each player."""
    return 2 * len(view.deck) // (3 * view.players)


def _wanted(view: Position, seat: int, site: Site, unit: Unit) -> Fraction:
    """The worth of a unit to draw, for an own mine."""
    if forbidden(Row.OWN, site, unit, view.race(seat)) is not None:
        return _NOTHING
    return _share(site, unit)
