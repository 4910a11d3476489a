"""Tasks about cave-ins in Raubbau: what falls, and who is hit (B31-B36)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from ksm_widgets.companions.raubbau.action import fallen, open_ends
from ksm_widgets.companions.raubbau.box import Face
from ksm_widgets.companions.raubbau.cards import Treasure, Tunnel
from ksm_widgets.companions.raubbau.deeds import Draw, Go, Take
from ksm_widgets.companions.raubbau.naming import side_phrase
from ksm_widgets.companions.raubbau.places import ENTRY, Field
from ksm_widgets.companions.raubbau.plans import Blast, Reached
from ksm_widgets.companions.raubbau.position import Phase, Position, StepKind
from ksm_widgets.companions.raubbau.practice.blasting import blast_next
from ksm_widgets.companions.raubbau.practice.positions import (
    acting,
    in_stacks,
    position_where,
    with_card_drawn,
)
from ksm_widgets.companions.raubbau.practice.table import because, table
from ksm_widgets.companions.raubbau.rules import apply, legal
from ksm_widgets.companions.tasks import player_option
from ksm_widgets.course.material import until
from ksm_widgets.rules.chance import chosen
from ksm_widgets.tasks.choose import Choose
from ksm_widgets.tasks.mark import MarkPlaces
from ksm_widgets.telling.phrases import Phrase

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from ksm_widgets.companions.tasks import Topic


class _CaveIn(NamedTuple):
    """A field where the cave-in in hand may go, and the mine before and after the fall."""

    field: Field
    before: Position
    after: Position

    @property
    def down(self) -> frozenset[Field]:
        """The tunnels that fall."""
        return _falling(self.before, self.after)

    @property
    def struck(self) -> list[int]:
        """The seats that lose their way, or their field."""
        return [seat for seat in self.before.planned if self.after.plan(seat) is None]


def _caves(position: Position) -> list[_CaveIn]:
    """Each way to lay the cave-in in hand."""
    here = position.acting_plan.field
    card = next(card for card in position.cards_drawn if card.face is Face.CAVE_IN)
    made = []
    for field in open_ends(position, here):
        laid = replace(position.with_mine({field: card}), step=None)
        made.append(_CaveIn(field, laid, fallen(laid, [field])))
    return made


def _falling(before: Position, after: Position) -> frozenset[Field]:
    return frozenset(field for field in before.mine if before.mine[field] != after.mine[field])


def _up(position: Position) -> list[Field]:
    """The tunnels that are face up, but for the entry."""
    return [field for field in position.mine if position.is_open(field) and field != ENTRY]


def _caved(rng: Random, fits: Callable[[Position], bool]) -> Position:
    """A position in which a cave-in is to be laid that fits."""

    def with_cave(one: Position) -> Position | None:
        return with_card_drawn(one, Face.CAVE_IN) if acting(one, StepKind.LAY, 4, 14) else None

    def wanted(one: Position) -> bool:
        caved = with_cave(one)
        return caved is not None and fits(caved)

    position = with_cave(position_where(rng, wanted, players=(3, 5)))
    assert position is not None
    return position


def what_falls(rng: Random, topic: Topic) -> MarkPlaces[Field]:
    """The tunnels that a cave-in brings down (B32)."""

    def fitting(one: Position) -> list[_CaveIn]:
        return [each for each in _caves(one) if 2 <= len(each.down) < len(_up(each.before))]

    position = _caved(rng, lambda one: bool(fitting(one)))
    cave_in = chosen(rng, fitting(position))
    return MarkPlaces(
        **topic.ask("falls", 3, place=str(cave_in.field)),
        table=table(position, cave_in.field, markable=True),
        right_ones=cave_in.down,
        why_not=lambda field: _stands(position, field),
    )


def _stands(position: Position, field: Field) -> Phrase:
    """The reason why something does not fall."""
    thing = position.mine.get(field)
    if field == ENTRY:
        return because("falls_entry", "B32")
    if isinstance(thing, Tunnel):
        return because(
            "falls_apart" if position.is_open(field) else "falls_down", "B32", place=str(field)
        )
    key = "falls_treasure" if isinstance(thing, Treasure) else "falls_empty"
    return because(key, "B32", place=str(field))


def who_is_hit(rng: Random, topic: Topic) -> Choose:
    """The players whose meeples go to the entry (B34, B36)."""

    def fitting(one: Position) -> list[_CaveIn]:
        return [each for each in _caves(one) if 2 <= len(each.struck) < len(one.planned)]

    position = _caved(rng, lambda one: bool(fitting(one)))
    cave_in = chosen(rng, fitting(position))
    field, before, struck = cave_in.field, cave_in.before, cave_in.struck

    def why(seat: int) -> Phrase:
        if seat == position.turn:
            return because("hit_self", "B36", seat=seat)
        return because("hit_not" if seat not in struck else "hit_why", "B34", seat=seat)

    return Choose(
        **topic.ask("hit", seat=position.turn, place=str(field)),
        table=table(position, field),
        options=tuple(
            player_option(seat, why(seat), right=seat in struck) for seat in before.planned
        ),
        several=True,
    )


def who_is_skipped(rng: Random, topic: Topic) -> Choose:
    """Whether players who are hit still act (B35)."""

    def one_of(one: Position, each: _CaveIn) -> list[int]:
        return [seat for seat in each.struck if seat != one.turn]

    def fitting(one: Position) -> list[_CaveIn]:
        return [each for each in _caves(one) if one_of(one, each)]

    position = _caved(rng, lambda one: bool(fitting(one)))
    cave_in = chosen(rng, fitting(position))
    field, before = cave_in.field, cave_in.before
    seat = chosen(rng, one_of(position, cave_in))
    has_acted = seat in position.acted
    plan = before.plan(seat)
    assert isinstance(plan, Reached)
    drift = before.knows(seat, plan.field)
    right = "acted" if has_acted else "lost" if drift else "skipped"
    names = ("acted", "skipped", "lost", "later")
    rule = "B34" if has_acted else "B35"
    key = "skip_acted" if has_acted else "skip_drift" if drift else "skip"
    return Choose(
        **topic.ask(key, seat=seat, digger=position.turn, place=str(field)),
        table=table(position, field),
        options=topic.options(
            "skip_as", names, right, why=lambda _: because(f"skip_{right}_why", rule)
        ),
    )


def _on_top(position: Position, face: Face) -> tuple[Position, int] | None:
    """The position with a card of this face on top of its stack, and which; None if there is none.

    It changes places with the top card.
    """
    found = in_stacks(position, face)
    if found is None:
        return None
    number, depth = found
    stack = [*position.stack(number)]
    stack[depth - 1], stack[-1] = stack[-1], stack[depth - 1]
    return position.with_stack(number, stack), number


def blast_falls(rng: Random, topic: Topic) -> MarkPlaces[Field]:
    """The tunnels that a cave-in in a blast brings down (B33)."""

    def make() -> tuple[Position, Position, Field, Blast] | None:
        position, plan = blast_next(rng)
        bare = [field for field in plan.fields() if field not in position.mine]
        caved = _on_top(position, Face.CAVE_IN)
        if not bare or caved is None:
            return None
        field, (before, stack) = chosen(rng, bare), caved
        before = apply(before, Go())
        while before.step is not None and isinstance(act := legal(before)[0], Take):
            before = apply(before, act)
        if before.phase is not Phase.ACT or before.step is None:  # A dragon has been woken.
            return None
        after = apply(before, Draw(stack, field))
        if not 1 <= len(_falling(before, after)) < len(_up(before)):
            return None
        return before, after, field, plan

    before, after, field, plan = until(make)
    return MarkPlaces(
        **topic.ask(
            "blast_falls",
            place=str(plan.field),
            spot=str(field),
            way=side_phrase(plan.way),
        ),
        table=table(before, field, markable=True),
        right_ones=_falling(before, after),
        why_not=lambda marked: _stands(before, marked),
    )
