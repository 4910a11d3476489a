"""Tasks about blasts in Raubbau: planned, and carried out (B15, B28-B30)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ksm_widgets.companions.raubbau.box import Face
from ksm_widgets.companions.raubbau.cards import FACE_DOWN
from ksm_widgets.companions.raubbau.deeds import Draw, Go, Take
from ksm_widgets.companions.raubbau.naming import side_phrase
from ksm_widgets.companions.raubbau.places import OPPOSITE, Field
from ksm_widgets.companions.raubbau.planning import plan_fault, with_binding_plans
from ksm_widgets.companions.raubbau.plans import Blast, Dig
from ksm_widgets.companions.raubbau.position import Phase, Position
from ksm_widgets.companions.raubbau.practice.positions import (
    ALL,
    armed,
    fault_of,
    fields_shown,
    position_where,
    small,
    tunnels_used,
)
from ksm_widgets.companions.raubbau.practice.table import because, table
from ksm_widgets.companions.raubbau.rules import apply, legal
from ksm_widgets.rules.chance import chosen, some_of
from ksm_widgets.tasks.choose import Choose
from ksm_widgets.tasks.mark import MarkPlaces
from ksm_widgets.tasks.numbers import Numbers
from ksm_widgets.telling.phrases import Phrase

if TYPE_CHECKING:
    from collections.abc import Iterable
    from random import Random

    from ksm_widgets.companions.tasks import Topic


def _blasts(position: Position, fields: Iterable[Field]) -> list[Blast]:
    """The blasts of these fields that the seat whose turn it is may plan."""
    plans = (Blast(field, way) for field in fields for way in position.ways(field))
    return [plan for plan in plans if plan_fault(position, position.turn, plan) is None]


def _whole_blasts(position: Position, fields: Iterable[Field]) -> list[Blast]:
    """The blasts of these fields whose whole row is on the board."""
    shown = set(fields_shown(position))
    return [plan for plan in _blasts(position, fields) if shown.issuperset(plan.fields())]


# Planned.


def the_row(rng: Random, topic: Topic) -> MarkPlaces[Field]:
    """The three fields of a blast (B15)."""

    def whole(position: Position) -> list[Blast]:
        return _whole_blasts(position, fields_shown(position))

    position = armed(position_where(rng, lambda one: small(one) and bool(whole(armed(one)))))
    blast = chosen(rng, whole(position))
    right = frozenset(blast.fields())

    def why_not(field: Field) -> Phrase:
        along = field in (blast.origin, blast.field.next(OPPOSITE[blast.way]))
        return because("row_along" if along else "row_not", "B15", place=str(field))

    side = side_phrase(blast.way)
    return MarkPlaces(
        **topic.ask("row", place=str(blast.field), way=side),
        table=table(position, blast.field, markable=True),
        right_ones=right,
        why_not=why_not,
    )


def where_to_blast(rng: Random, topic: Topic) -> MarkPlaces[Field]:
    """The treasures that a player may blast (B15)."""

    def fits(one: Position) -> bool:
        if not small(one, 3, 9):
            return False
        position = armed(one)
        blasted = {blast.field for blast in _blasts(position, fields_shown(position))}
        diggable = [
            field
            for field in fields_shown(position)
            if field not in blasted and not fault_of(position, field) and field in position.mine
        ]
        return 1 <= len(blasted) <= 5 and len(diggable) >= 2

    position = armed(position_where(rng, fits))

    def why_not(field: Field) -> Phrase:
        fault = fault_of(position, field, Blast)
        assert fault is not None
        return Phrase.why(fault)

    return MarkPlaces(
        **topic.ask("blast", 3, seat=position.turn),
        table=table(position, markable=True),
        right_ones=frozenset(blast.field for blast in _blasts(position, fields_shown(position))),
        why_not=why_not,
    )


# Carried out.


def blast_next(rng: Random, *, beside: bool = False, short: bool = False) -> tuple[Position, Blast]:
    """A player whose blast is next, all of whose row is on the board.

    With `beside`, there is a treasure beside the field; with `short`, not a tunnel for each field.
    """

    def plans(one: Position) -> list[Blast]:
        ready = armed(one)
        return [
            plan
            for plan in _whole_blasts(ready, ready.mine)
            if not beside or any(field in one.mine for field in plan.fields()[1:])
        ]

    def fits(one: Position) -> bool:
        if one.phase is not Phase.PLAN:
            return False
        fitting = 1 <= len(one.tunnels) <= 2 if short else 3 <= tunnels_used(one) <= 11
        return fitting and bool(plans(one))

    position = (
        position_where(rng, fits, players=(3, 3), most=ALL) if short else position_where(rng, fits)
    )
    plan, seat = chosen(rng, plans(position)), position.turn
    position = with_binding_plans(armed(position).with_plan(seat, plan))
    earlier = position.planned[: position.planned.index(seat)]
    return replace(position, turn=seat, acted=earlier), plan


def _harmless(position: Position, plan: Blast) -> Position:
    """The same with gems wherever a blast may look, so that it is not broken off."""
    row = {
        field: replace(position.treasure(field), face=Face.GEM)
        for field in plan.fields()
        if field in position.mine
    }
    stacks = tuple(
        tuple(replace(card, face=Face.GEM) for card in stack) for stack in position.stacks
    )
    return replace(position.with_mine(dict(row)), stacks=stacks)


def _blasted(position: Position) -> Position:
    """The position after the blast of the seat whose turn it is."""
    after = apply(position, Go())
    while after.phase is Phase.ACT and after.turn == position.turn and after.step is not None:
        after = apply(after, next(a for a in legal(after) if isinstance(a, (Take, Draw))))
    return after


def blast_counts(rng: Random, topic: Topic) -> Numbers:
    """The cards that a blast takes, draws and uses (B28, B29)."""
    position, plan = blast_next(rng, beside=rng.random() < 0.6, short=rng.random() < 0.3)
    seat, before = position.turn, _harmless(position, plan)
    after = _blasted(before)
    took = len(after.front(seat)) - len(before.front(seat))
    drawn = before.stacked - after.stacked
    tunnels = len(before.tunnels) - len(after.tunnels)
    return Numbers(
        **topic.ask("blasting", seat=seat, left=len(before.tunnels), place=str(plan.field)),
        table=table(position, *plan.fields()),
        fields=(
            topic.field("mine", "blast_mine", took - drawn, "B28", {took: "all"}),
            topic.field("drawn", "blast_drawn", drawn, "B29", {0: "none", 3: "all"}),
            topic.field("tunnels", "blast_tunnels", tunnels, "B29", {1: "one"}),
        ),
    )


def after_a_blast(rng: Random, topic: Topic) -> Choose:
    """The places of things after a blast (B30)."""
    position, plan = blast_next(rng)
    seat = position.turn
    after = _blasted(_harmless(position, plan))
    there = plan.field
    digs = {each for each in (there, *plan.fields()) if after.mine.get(each) is not None}
    facts = {
        "entry": after.plan(seat) is None and seat not in after.out,
        "left": seat in after.out,
        "stays": after.plan(seat) is not None,
        "dug": any(plan_fault(after, seat, Dig(field, plan.way)) is None for field in digs),
        "closed": all(after.mine[field] == FACE_DOWN for field in digs),
    }
    names = some_of(rng, facts, 4)
    return Choose(
        **topic.ask("after", 1, place=str(there), seat=seat),
        table=table(position, *plan.fields()),
        options=topic.options(
            "after",
            names,
            [name for name in names if facts[name]],
            why=lambda name: because(f"after_{name}_why", "B30"),
        ),
        several=True,
    )
