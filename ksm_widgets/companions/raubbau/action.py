"""The action phase of Raubbau: digs, blasts and cave-ins, step by step (B20-B36).

A card that nobody has named (`Face.UNSEEN`) counts as harmless when it is taken or drawn, so that a
position as one seat sees it can be played on too: up to a dig for which the next tunnel would have
to be known. No act is legal there.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, permutations
from typing import TYPE_CHECKING

from ksm_widgets.companions.position import ActRefused
from ksm_widgets.companions.raubbau.box import SIDES, Face
from ksm_widgets.companions.raubbau.cards import FACE_DOWN, Treasure, Tunnel
from ksm_widgets.companions.raubbau.deeds import Deed, Draw, Go, Lay, Put, Stand, Take
from ksm_widgets.companions.raubbau.places import OPPOSITE, Field
from ksm_widgets.companions.raubbau.plans import Blast, Dig, Plan, Reached
from ksm_widgets.companions.raubbau.position import Phase, Position, Step, StepKind
from ksm_widgets.companions.raubbau.scoring import finished

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable


def set_going(position: Position) -> Position:
    """The position in which the next seat acts, or the one after the round (B20, B38-B41)."""
    for seat in position.planned:
        if seat not in position.acted:
            return replace(position, turn=seat, step=None)
    waited = not position.acted and position.rounds_left is None
    if position.rounds_left == 0 or not position.tunnels or not position.inside or waited:
        return finished(position)
    left = position.rounds_left
    following = replace(
        position,
        phase=Phase.PLAN,
        start=position.following(position.start),
        acted=(),
        step=None,
        rounds_left=None if left is None else left - 1,
    )
    return replace(following, turn=following.inside[0])


def legal_deeds(position: Position) -> tuple[Deed, ...]:
    """Every step that the seat whose action it is may take now."""
    step, seat = position.step, position.turn
    if step is None:
        return () if _needs_tunnel(position) else (Go(),)
    plan = position.acting_plan
    stacks = [at for at, stack in enumerate(position.stacks, start=1) if stack]
    match step.kind:
        case StepKind.ROTATE:
            return tuple(
                Lay(ends, unlooked)
                for ends in step.tunnel.rotations()
                if plan.way in ends
                for unlooked in _subsets(to_look_at(position, plan.field, ends, seat))
            )
        case StepKind.DRAW:
            return tuple(map(Draw, stacks))
        case StepKind.LAY:
            ends = open_ends(position, plan.field)
            return tuple(map(Put, permutations(ends, len(step.cards))))
        case StepKind.STAND:
            return tuple(map(Stand, standings(position, seat)))
        case StepKind.ROW:
            rest = [field for field in plan.fields() if field not in step.done]
            taking = tuple(Take(field) for field in rest if field in position.mine)
            return taking or tuple(Draw(stack, field) for field in rest for stack in stacks)


def _needs_tunnel(position: Position) -> bool:
    """Whether a plan cannot be carried out because nobody has named the next tunnel (B22)."""
    plan = position.acting_plan
    wakes = position.face(plan.field) is Face.DRAGON
    return position.tunnels[-1:] == (None,) and not (isinstance(plan, Blast) or wakes)


def _subsets(fields: tuple[Field, ...]) -> list[frozenset[Field]]:
    counts = range(len(fields) + 1)
    return [frozenset(chosen) for count in counts for chosen in combinations(fields, count)]


def to_look_at(position: Position, field: Field, ends: Tunnel, seat: int) -> tuple[Field, ...]:
    """The treasures at these ends that a seat does not know yet (B24)."""
    return tuple(
        end
        for end in map(field.next, ends)
        if position.has_face_down_treasure(end) and not position.knows(seat, end)
    )


def open_ends(position: Position, field: Field, ends: str | None = None) -> tuple[Field, ...]:
    """The empty fields at the ends of the tunnel on a field, or of one with these ends (B6)."""
    tunnel = position.tunnel(field) if ends is None else ends
    return tuple(end for side in tunnel if (end := field.next(side)) not in position.mine)


def standings(position: Position, seat: int) -> tuple[Field, ...]:
    """The treasures at a seat's new tunnel that its meeple may go to (B27)."""
    here = position.target(seat)
    assert here is not None
    tunnel = position.mine.get(here)
    ends = map(here.next, tunnel if isinstance(tunnel, Tunnel) else ())
    return unbarred(position, seat, filter(position.has_face_down_treasure, ends))


def unbarred(position: Position, seat: int, fields: Iterable[Field]) -> tuple[Field, ...]:
    """Those of some fields that no other meeple and no blast to come bars to a meeple (B27)."""
    rows = {
        field
        for plan in position.later_plans(seat).values()
        if isinstance(plan, Blast)
        for field in plan.fields()
    }
    return tuple(field for field in fields if field not in rows and position.is_vacant(field, seat))


def deed_done(position: Position, deed: Deed) -> Position:
    """The position after a step of an action; raises ActRefused for one that is not legal."""
    if deed not in legal_deeds(position):
        raise _refusal(position.step, deed)
    seat, plan, step = position.turn, position.acting_plan, position.step
    match deed:
        case Go():
            return _begun(position, seat, plan)
        case Lay():
            return _tunnel_laid(position, seat, deed)
        case Draw(stack, field):
            card, position = position.without_top(stack)
            if field is not None:
                return _blasted(position, seat, field, card)
            return _gathered(position, seat, card)
        case Put(fields):
            assert step is not None
            return _cards_laid(position, seat, dict(zip(fields, step.cards, strict=True)))
        case Stand(field):
            side = next(side for side in SIDES if plan.field.next(side) == field)
            return _acted(position.with_plan(seat, Dig(field, OPPOSITE[side])), seat)
        case Take(field):
            return _blasted(position, seat, field, position.treasure(field))


_RULES = {
    StepKind.ROTATE: "B22",
    StepKind.DRAW: "B23",
    StepKind.LAY: "B26",
    StepKind.STAND: "B27",
    StepKind.ROW: "B29",
}


def _refusal(step: Step | None, deed: Deed) -> ActRefused:
    if step is None and isinstance(deed, Go):
        return ActRefused("raubbau_refused.unseen_tunnel", "B22")
    fields = (deed.field,) if isinstance(deed, (Stand, Take)) else ()
    rule = _RULES[step.kind] if step else "B20"
    return ActRefused(f"raubbau_refused.deed_{rule}", rule, fields)


def _begun(position: Position, seat: int, plan: Dig | Blast) -> Position:
    """The position after the treasure planned was taken, and for a dig a tunnel drawn (B21-B28)."""
    field = plan.field
    if isinstance(plan, Blast):
        ready = replace(position, step=Step(StepKind.ROW))
        return _blasted(ready, seat, field, position.treasure(field))
    if position.face(field) is Face.DRAGON:
        return _woken(position, seat, field, position.treasure(field))
    position = position.with_taken(seat, field)
    if not position.tunnels:
        return _acted(position.with_plan(seat, None), seat)
    tunnel = position.tunnels[-1]
    assert tunnel is not None
    return replace(position, tunnels=position.tunnels[:-1], step=Step(StepKind.ROTATE, tunnel))


def _tunnel_laid(position: Position, seat: int, lay: Lay) -> Position:
    """The position with a tunnel laid, and the treasures at its ends looked at (B22-B24)."""
    field = position.acting_plan.field
    seen = {*to_look_at(position, field, lay.ends, seat)} - lay.unlooked
    looked = {end: position.treasure(end).known_to(seat) for end in seen}
    position = position.with_mine({field: lay.ends, **looked})
    if position.stacked and open_ends(position, field):
        return replace(position, step=Step(StepKind.DRAW))
    return _to_stand(position, seat)


def _gathered(position: Position, seat: int, card: Treasure) -> Position:
    """The position with one card more for the open ends; all are laid together (B23-B26)."""
    step, field = position.step, position.acting_plan.field
    assert step is not None
    cards = (*step.cards, card)
    if position.stacked and len(cards) < len(open_ends(position, field)):
        return replace(position, step=replace(step, cards=cards))
    known = tuple(one.known_to(seat) for one in cards)
    return replace(position, step=Step(StepKind.LAY, cards=known))


def _cards_laid(position: Position, seat: int, cards: dict[Field, Treasure]) -> Position:
    """The position with cards laid at a new tunnel; cave-ins bring it down (B26, B31)."""
    caves = [field for field, card in cards.items() if card.face is Face.CAVE_IN]
    open_caves = {field: cards[field].known_to(*position.seats) for field in caves}
    position = position.with_mine({**cards, **open_caves})
    if caves:
        position = fallen(position, caves)
    return _to_stand(position, seat)


def _to_stand(position: Position, seat: int) -> Position:
    """The position in which a digger chooses where to stand; if nowhere, it is the entry (B27)."""
    if position.plan(seat) is not None and standings(position, seat):
        return replace(position, step=Step(StepKind.STAND))
    return _acted(position.with_plan(seat, None), seat)


def fallen(position: Position, caves: Collection[Field], ways: Iterable[Field] = ()) -> Position:
    """The position after cave-ins on these fields: what falls, and whose plan is lost (B32-B36).

    `ways` are tunnels that fall with all joined to them, besides those with an end on a cave-in.
    """
    hit = [cave.next(side) for cave in caves for side in position.ways(cave)]
    down = position.system([*hit, *ways])

    def is_lost(plan: Plan | None) -> bool:
        if not isinstance(plan, Reached):
            return False
        # A digger whose tunnel has been laid is still on its field.
        falls = plan.origin in down or plan.field in down
        return falls or not {*plan.fields()}.isdisjoint(caves)

    plans = tuple(None if is_lost(plan) else plan for plan in position.plans)
    return replace(position.with_mine(dict.fromkeys(down, FACE_DOWN)), plans=plans)


def _blasted(position: Position, seat: int, field: Field, card: Treasure) -> Position:
    """The position after a card of a blast was taken or drawn (B28, B29)."""
    step = position.step
    assert step is not None
    if card.face is Face.DRAGON:
        return _woken(position, seat, field, card)
    if card.face is Face.CAVE_IN:
        position = position.with_mine({field: card.known_to(*position.seats)})
        position = fallen(position, [field], [position.acting_plan.origin])
        return _acted(position.with_plan(seat, None), seat)
    position = position.with_card(seat, card)
    position = position.with_mine({field: FACE_DOWN if position.tunnels else None})
    position = replace(
        position,
        tunnels=position.tunnels[:-1],
        step=replace(step, done=(*step.done, field)),
    )
    if legal_deeds(position):
        return position
    return _acted(position.with_plan(seat, None), seat)


def _woken(position: Position, seat: int, field: Field, card: Treasure) -> Position:
    """The position after a dragon was woken; its card stays where it woke (B37)."""
    position = position.with_mine({field: card.known_to(*position.seats)})
    return finished(replace(position, waker=seat))


def _acted(position: Position, seat: int) -> Position:
    """The position in which the next seat acts, as the action of this one is over."""
    return set_going(position.with_acted(seat))
