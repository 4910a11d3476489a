"""The planning phase of Raubbau: legal moves, and when plans are binding (B8-B19)."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

from ksm_widgets.companions.position import ActRefused
from ksm_widgets.companions.raubbau.box import MATERIALS, Cost, Face
from ksm_widgets.companions.raubbau.cards import Tunnel
from ksm_widgets.companions.raubbau.places import ENTRY, Field
from ksm_widgets.companions.raubbau.plans import Blast, Dig, Leave, Move, Pass, Plan, Reached, Scare
from ksm_widgets.companions.raubbau.position import Phase, Position

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ksm_widgets.companions.raubbau.cards import Treasure


def kept_plan(position: Position, seat: int) -> Plan | None:
    """The plan that a seat may keep: none if it stands where it may not dig (B11, B14)."""
    plan = position.plan(seat)
    if plan is None or plan_fault(position, seat, plan) is None:
        return plan
    return None


def plan_fault(position: Position, seat: int, plan: Plan) -> ActRefused | None:
    """The rule that forbids a seat to dig or blast there, None if it may (B12-B15)."""
    return target_fault(position, seat, plan) or _cost_fault(position, seat, plan)


def target_fault(position: Position, seat: int, plan: Plan) -> ActRefused | None:
    """The rule that forbids a seat a plan, leaving aside what the plan costs (B12-B15)."""
    if isinstance(plan, Leave):
        return None
    return (
        _field_fault(position, plan)
        or _others_fault(position, seat, plan)
        or _neighbour_fault(position, seat, plan)
    )


def _field_fault(position: Position, plan: Dig | Blast) -> ActRefused | None:
    """The rule by which nobody may dig or blast on the field of a plan (B12, B15, B31)."""
    field = plan.field
    thing = position.mine.get(field)
    if plan.way not in position.ways(field) or isinstance(thing, Tunnel):
        key, rule = "raubbau_refused.reach", "B12"
    elif position.face(field) is Face.CAVE_IN:
        key, rule = "raubbau_refused.cave_in", "B31"
    elif thing is None and isinstance(plan, Blast):
        key, rule = "raubbau_refused.blast_empty", "B15"
    elif thing is None and plan.origin != ENTRY:
        key, rule = "raubbau_refused.empty", "B12"
    else:
        return None
    return _refused_at(field, key, rule)


def _refused_at(field: Field, key: str, rule: str) -> ActRefused:
    """The refusal of a plan for what is on a field."""
    return ActRefused(key, rule, (field,), place=str(field))


def _others_fault(position: Position, seat: int, plan: Dig | Blast) -> ActRefused | None:
    """The meeple on the field of a plan, or the blast in whose row it lies (B13, B15)."""
    field = plan.field
    if not position.is_vacant(field, seat):
        return _refused_at(field, "raubbau_refused.taken", "B13")
    rows = [
        other.fields()
        for at, other in enumerate(position.plans, start=1)
        if at != seat and isinstance(other, Blast)
    ]
    if shared := sorted({*plan.fields()}.intersection(chain(*rows))):
        return ActRefused("raubbau_refused.row", "B15", shared, place=str(shared[0]))
    return None


def _neighbour_fault(position: Position, seat: int, plan: Dig | Blast) -> ActRefused | None:
    """The neighbour in the row of a blast that is closed or taken (B15)."""
    for field in plan.fields()[1:]:
        closed = (
            isinstance(position.mine.get(field), Tunnel) or position.face(field) is Face.CAVE_IN
        )
        if closed or not position.is_vacant(field, seat):
            return _refused_at(field, "raubbau_refused.beside", "B15")
    return None


def _cost_fault(position: Position, seat: int, plan: Plan) -> ActRefused | None:
    """The drift set or the cards that a seat lacks for a plan (B14, B15)."""
    if isinstance(plan, Leave):
        return None
    field = plan.field
    if position.knows(seat, field) and not position.drift_of(seat):
        return _refused_at(field, "raubbau_refused.drift", "B14")
    if isinstance(plan, Blast) and blast_cards(position, seat) is None:
        return ActRefused(_NO_MATERIALS[position.box.blast_cost], "B15")
    return None


_NO_MATERIALS = {
    Cost.EACH: "raubbau_refused.materials",
    Cost.SAME: "raubbau_refused.materials_same",
}


def blast_cards(position: Position, seat: int) -> tuple[int, int] | None:
    """The indices of a seat's two cards for a blast, those that all know first.

    Where either kind would do, it is the pair whose second card comes first in that order.
    """
    front = position.front(seat)
    best = _best_known_first(front)
    found = {face: [at for at in best if front[at].face is face] for face in MATERIALS}
    if position.box.blast_cost is Cost.SAME:
        pairs = [(two[0], two[1]) for two in found.values() if len(two) > 1]
        return min(pairs, key=lambda pair: best.index(pair[1]), default=None)
    first, second = found.values()
    return (first[0], second[0]) if first and second else None


def _best_known_first(front: Sequence[Treasure]) -> list[int]:
    """The indices of cards in front of a seat, those that all know first, then by who knows."""
    return sorted(range(len(front)), key=lambda at: (not front[at].kept, -len(front[at].known)))


def _digs_and_blasts(position: Position, seat: int) -> Iterator[Plan]:
    """Every dig and blast that a seat may plan, whatever it plans now."""
    reached: dict[Field, None] = {}
    for field, thing in position.mine.items():
        if isinstance(thing, Tunnel):
            reached.update(dict.fromkeys(field.next(side) for side in thing))
    for field in sorted(reached):
        if isinstance(position.mine.get(field), Tunnel):
            continue
        for way in position.ways(field):
            for plan in (Dig(field, way), Blast(field, way)):
                if plan_fault(position, seat, plan) is None:
                    yield plan


def legal_moves(position: Position) -> tuple[Move, ...]:
    """Every move that the seat whose turn it is may take now; a new plan differs from its own."""
    seat = position.turn
    own = kept_plan(position, seat)
    if _is_late(position) and own is not None:
        return (Pass(),)
    found: list[Move] = []
    plans = list(_digs_and_blasts(position, seat))
    if own is not None or not plans:
        found.append(Pass())
    found += [plan for plan in plans if plan != own]
    if own != Leave():
        found.append(Leave())
    for victim in position.inside:
        plan = position.plan(victim)
        if victim != seat and isinstance(plan, Dig):
            found += [
                scare
                for way in position.ways(plan.field)
                if move_fault(position, scare := Scare(victim, way)) is None
            ]
    return tuple(found)


def _is_late(position: Position) -> bool:
    """Whether nobody may change a plan, or take somebody else's (B18)."""
    return position.lap > position.box.laps


def move_fault(position: Position, move: Move) -> ActRefused | None:
    """The rule that forbids a move, None if it is legal."""
    seat = position.turn
    own = kept_plan(position, seat)
    changes = isinstance(move, Scare) or (own is not None and move != Pass())
    if changes and _is_late(position):
        return ActRefused("raubbau_refused.laps", "B18", laps=position.box.laps)
    if move == own:
        return ActRefused("raubbau_refused.same", "B10")
    match move:
        case Pass():
            if own is None and next(_digs_and_blasts(position, seat), None) is not None:
                return ActRefused("raubbau_refused.no_plan", "B11")
        case Scare(victim, way):
            return _scare_fault(position, victim, way)
        case Dig() | Blast() | Leave():
            return plan_fault(position, seat, move)
    return None


def _scare_fault(position: Position, victim: int, way: str) -> ActRefused | None:
    seat = position.turn
    if _spider(position, seat) is None:
        return ActRefused("raubbau_refused.no_spider", "B16")
    plan = position.plan(victim) if victim in position.inside else None
    if victim == seat or not isinstance(plan, Dig):
        return ActRefused("raubbau_refused.no_digger", "B16", seat=victim)
    return plan_fault(position.with_plan(victim, None), seat, Dig(plan.field, way))


def _spider(position: Position, seat: int) -> int | None:
    """The index of a seat's spider, one that all know first."""
    front = position.front(seat)
    best = _best_known_first(front)
    return next((at for at in best if front[at].face is Face.SPIDER), None)


def move_made(position: Position, move: Move) -> Position:
    """The position after a move; raises ActRefused for one that a rule forbids.

    If plans are binding then, it is still for `action.set_going` to say whose turn it is.
    """
    fault = move_fault(position, move)
    if fault is not None:
        raise fault
    seat = position.turn
    passed = position.passed + 1 if move == Pass() else 0
    position = _moved(position, move)
    inside = position.inside
    if passed >= len(inside):
        return with_binding_plans(position)
    at = inside.index(seat) + 1
    lap = position.lap + (at == len(inside))
    return replace(position, turn=inside[at % len(inside)], lap=lap, passed=passed)


def _moved(position: Position, move: Move) -> Position:
    """The same with the plans after a legal move, and what it shows or spends (B9-B16)."""
    seat = position.turn
    match move:
        case Pass():
            return position.with_plan(seat, kept_plan(position, seat))
        case Dig() | Leave():
            return position.with_plan(seat, move)
        case Blast():
            return _shown(position, seat).with_plan(seat, move)
        case Scare(victim, way):
            plan = position.plan(victim)
            spider = _spider(position, seat)
            assert isinstance(plan, Dig)
            assert spider is not None
            position = _discarded(position, seat, (spider,)).with_plan(victim, None)
            return position.with_plan(seat, Dig(plan.field, way))


def _shown(position: Position, seat: int) -> Position:
    """The same after a seat has shown its cards for a blast to all."""
    cards = list(position.front(seat))
    for at in blast_cards(position, seat) or ():
        cards[at] = cards[at].known_to(*position.seats)
    return position.with_front(seat, cards)


def _discarded(position: Position, seat: int, spent: tuple[int, ...]) -> Position:
    """The same with cards from in front of a seat put aside, face up."""
    front = position.front(seat)
    gone = tuple(replace(front[at].known_to(*position.seats), kept=False) for at in spent)
    kept = (card for at, card in enumerate(front) if at not in spent)
    return replace(position.with_front(seat, kept), gone=(*position.gone, *gone))


def with_binding_plans(position: Position) -> Position:
    """The position when plans are binding: drift sets are laid, cards put aside (B14, B17, B19).

    A player on the stairs has left. The turn stays: `action.set_going` gives it to who acts first.
    """
    for seat in position.inside:
        plan = kept_plan(position, seat)
        position = position.with_plan(seat, plan)
        if isinstance(plan, Reached) and position.knows(seat, plan.field):
            position = position.with_drift(seat, position.drift_of(seat) - 1)
        if isinstance(plan, Blast):
            position = _discarded(position, seat, blast_cards(position, seat) or ())
    return replace(with_leavers_out(position), phase=Phase.ACT, lap=1, passed=0, acted=())


def with_leavers_out(position: Position) -> Position:
    """The same after those on the stairs have left; a first one begins the end (B17, B38)."""
    leaving = [seat for seat in position.inside if position.leaves(seat)]
    if not leaving:
        return position
    for seat in leaving:
        position = position.with_plan(seat, None)
    rounds_left = 1 if position.rounds_left is None else position.rounds_left
    return replace(position, out=tuple(sorted({*position.out, *leaving})), rounds_left=rounds_left)
