"""The ways to rotate the tunnel just drawn: what each risks, shows and promises (B22-B27)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from ksm_widgets.companions.answering import Answer, NoAnswer, Status
from ksm_widgets.companions.pulse import Pulse, no_pulse
from ksm_widgets.companions.raubbau.action import (
    fallen,
    open_ends,
    standings,
    to_look_at,
    unbarred,
)
from ksm_widgets.companions.raubbau.box import Face
from ksm_widgets.companions.raubbau.cards import Tunnel
from ksm_widgets.companions.raubbau.checking import faults_of, round_faults
from ksm_widgets.companions.raubbau.deeds import Lay
from ksm_widgets.companions.raubbau.drawn_tunnel import with_drawn_tunnel
from ksm_widgets.companions.raubbau.places import Field
from ksm_widgets.companions.raubbau.plans import Dig
from ksm_widgets.companions.raubbau.position import Phase, Position
from ksm_widgets.companions.raubbau.rules import legal
from ksm_widgets.companions.raubbau.search.stacks import safest_draws
from ksm_widgets.companions.raubbau.search.unseen import unseen_cards
from ksm_widgets.rules.errors import FaultyPosition
from ksm_widgets.telling.phrases import Phrase

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ksm_widgets.rules.errors import RuleError


@dataclass(frozen=True, slots=True)
class Rotation:
    """A way to lay a tunnel: how many cards it draws, what it shows, risks and promises.

    `cave_in` is the chance of a cave-in, `hit` the others who would lose their plans then,
    wherever it is laid; `stands` the number of treasures that the meeple could go to if there is
    none; `gems` the mean number of gems laid. Chance and mean are those for the tops drawn that
    make a cave-in least likely.
    """

    act: Lay
    draws: int
    looks: tuple[Field, ...]
    cave_in: Fraction
    hit: tuple[int, ...]
    stands: int
    gems: Fraction


def asked_with_tunnel(position: Position, tunnel: Tunnel) -> Position:
    """The position in which the seat whose turn it is has just drawn a tunnel (B22).

    Raises NoAnswer, or FaultyPosition with all that is not possible.
    """
    there = position.tunnel_drawn
    if there is not None:
        if tunnel.kind != there.kind:
            raise NoAnswer("raubbau_ask.other_tunnel", "B22", found=tunnel, ends=there)
        _refuse(faults_of(position))
        return position
    seat = position.turn
    plan = position.plan(seat)
    # Drawing a tunnel puts the round in order: what is wrong in it would not be found afterwards.
    _refuse(round_faults(position))
    drawn = with_drawn_tunnel(position, tunnel)
    if (
        drawn is None
        or position.phase not in (Phase.PLAN, Phase.ACT)
        or position.step is not None
        or not isinstance(plan, Dig)
        or plan.way not in position.ways(plan.field)
    ):
        raise NoAnswer("raubbau_ask.no_spot", "B22", seat=seat)
    if position.face(plan.field) is Face.DRAGON:
        field = plan.field
        raise NoAnswer("raubbau_ask.awake", "B21", (field,), seat=seat, place=str(field))
    _refuse(faults_of(drawn))
    return drawn


def _refuse(faults: Iterable[RuleError]) -> None:
    """Raise FaultyPosition if there are faults."""
    found = [*faults]
    if found:
        raise FaultyPosition(found)


def ask_rotate(position: Position, *, pulse: Pulse = no_pulse) -> Answer[Rotation]:
    """The ways to lay the tunnel just drawn; what is better in nothing is left out (B22-B27).

    `pulse` is called before each, and may raise to stop. Raises NoAnswer if there is no tunnel to
    lay.
    """
    if position.tunnel_drawn is None:
        raise NoAnswer("raubbau_ask.no_tunnel", "B22")
    rotations = []
    for act in legal(position):
        if isinstance(act, Lay) and not act.unlooked:
            pulse()
            rotations.append(_rotation(position, act))
    options = tuple(
        rotation
        for rotation in rotations
        if not any(other is not rotation and _dominates(other, rotation) for other in rotations)
    )
    return Answer(Status.OPTIMAL, options, (), (Phrase("raubbau_ask.equally_turn"),))


def _rotation(position: Position, act: Lay) -> Rotation:
    seat = position.turn
    field = position.acting_plan.field
    laid = position.with_mine({field: act.ends})
    ends = open_ends(laid, field)
    draws = min(len(ends), laid.stacked)
    cave_in, gems = _safest(position, draws)
    hit = _hit(laid, ends) if draws else ()
    looks = to_look_at(position, field, act.ends, seat)
    stands = len(standings(laid, seat)) + min(draws, len(unbarred(laid, seat, ends)))
    return Rotation(act, draws, looks, cave_in, hit, stands, gems)


def _hit(laid: Position, ends: Iterable[Field]) -> tuple[int, ...]:
    """The others who lose their plans by a cave-in on whichever of these ends it is laid (B32-B36).

    A cave-in also brings down other tunnels that lead to its field.
    """
    falls = [fallen(laid, [end]) for end in ends]
    return tuple(
        seat
        for seat in laid.planned
        if seat != laid.turn and all(after.plan(seat) is None for after in falls)
    )


def _safest(position: Position, draws: int) -> tuple[Fraction, Fraction]:
    """The chance of a cave-in and the mean number of gems, drawing where the first is least."""
    cards = unseen_cards(position)
    gems = {name: unseen.faces_in_stacks()[Face.GEM] for name, unseen in cards.items()}
    return safest_draws(position, cards, draws, gems)


def _dominates(one: Rotation, other: Rotation) -> bool:
    """Whether a way to lay a tunnel is at least as good in everything, and better in something.

    Of two that are alike in everything, the first in the alphabet is kept.
    """

    def goods(rotation: Rotation) -> list[Fraction]:
        looks, hit = len(rotation.looks), len(rotation.hit)
        return [rotation.gems, -rotation.cave_in, *map(Fraction, (looks, rotation.stands, -hit))]

    these, those = goods(one), goods(other)
    as_good = all(a >= b for a, b in zip(these, those, strict=True))
    return as_good and (these != those or one.act.ends < other.act.ends)
