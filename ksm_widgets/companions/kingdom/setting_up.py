"""Changes to a whole table of Kingdom of Solomon that is being set up: players, phase, numbers."""

from __future__ import annotations

from dataclasses import replace

from ksm_widgets.companions.kingdom.box import the_box
from ksm_widgets.companions.kingdom.goods import NONE
from ksm_widgets.companions.kingdom.implied import turn_of, with_piles
from ksm_widgets.companions.kingdom.places import Bonus
from ksm_widgets.companions.kingdom.position import Phase, Position, empty, favoured, standing
from ksm_widgets.companions.tuples import resized


def blank(players: int) -> Position:
    """A table before anything is on it, as seat 1 sees it."""
    return replace(empty(the_box(), tuple(range(1, players + 1))), me=1, phase=Phase.MARKET)


def for_players(position: Position, players: int) -> Position:
    """The position with another number of players, and nothing of those who are gone."""
    order = (*position.order, *range(position.players + 1, players + 1))
    tokens = resized(position.tokens, players, 0)
    holder = position.favour
    if holder is not None and holder > players:
        holder = None
    sites = tuple(pair for pair in position.sites if pair[1] <= players)
    built = {site for site, _ in sites}
    unused = {*Bonus}.difference(position.box.bonuses(players))
    return phase_restarted(
        replace(
            position,
            order=tuple(seat for seat in order if seat <= players),
            turn=1,
            scores=resized(position.scores, players, position.box.start_score),
            goods=resized(position.goods, players, NONE),
            fortune=resized(position.fortune, players, ()),
            tokens=tokens,
            favour=favoured(tokens, holder),
            own=resized(position.own, players, ()),
            left=resized(position.left, players, 0),
            sites=sites,
            roads=tuple(road for road in position.roads if built.intersection(road)),
            pawns=tuple(
                pawn for pawn in position.pawns if pawn.seat <= players and pawn.spot not in unused
            ),
        )
    )


def with_phase(position: Position, phase: Phase) -> Position:
    """The position in another phase, in which nothing has been done yet but to place pawns."""
    return phase_restarted(replace(position, phase=phase))


def phase_restarted(position: Position) -> Position:
    """The position with nothing done in its phase yet but to place pawns.

    Pawns that are not placed are left, or all are home. Whose turn it is follows anew.
    """
    phase, whole = position.phase, position.box.pawns_of(position.players)
    pawns = position.pawns if phase in (Phase.PLACE, Phase.RESOLVE) else ()
    placed = [sum(pawn.size for pawn in pawns if pawn.seat == seat) for seat in position.seats]
    left = tuple(max(0, whole - count) if phase is Phase.PLACE else 0 for count in placed)
    stood = standing(position.box, pawns) if phase is Phase.RESOLVE else ()
    position = replace(
        position,
        pawns=pawns,
        left=left,
        stood=stood,
        done=(),
        bought=False,
        owing=(),
        collector=None,
    )
    return replace(position, turn=turn_of(position))


def asked_by(position: Position, seat: int) -> Position:
    """The position as another seat sees it: its hand is to be set up, the old one is hidden."""
    hidden = replace(position, me=seat, fortune=position.hands_seen(seat))
    return hidden.with_hand(seat, position.known(seat))


def balanced(_: Position, after: Position) -> Position:
    """The position with as many cards left in its piles as are nowhere else."""
    return with_piles(after)


def with_first(position: Position, seat: int) -> Position:
    """The position with a seat first in the order of play, the others as they were."""
    order = (seat, *position.others(seat))
    return phase_restarted(replace(position, order=order))


def with_temple(position: Position, steps: int) -> Position:
    """The position with this many steps of the temple."""
    return replace(position, temple=max(0, min(len(position.box.steps), steps)))
