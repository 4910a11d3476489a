"""A dig of Raubbau, as far as it matters to those who act later (B21-B36)."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, NamedTuple, Protocol

from ksm_widgets.companions.raubbau.action import fallen, open_ends, to_look_at
from ksm_widgets.companions.raubbau.box import Face
from ksm_widgets.companions.raubbau.cards import Tunnel
from ksm_widgets.companions.raubbau.places import Field
from ksm_widgets.companions.raubbau.plans import Blast, Plan
from ksm_widgets.companions.raubbau.position import Position
from ksm_widgets.companions.raubbau.search.chances import next_tunnels
from ksm_widgets.companions.raubbau.search.later import awaited, dug, matters_later, stopped
from ksm_widgets.companions.raubbau.search.stacks import cave_in_range
from ksm_widgets.companions.raubbau.search.worth import Worth

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from fractions import Fraction

    from ksm_widgets.companions.raubbau.search.unseen import Unseen

_PlansLeft = tuple[Plan | None, ...]
"""The plans of all seats that a cave-in leaves."""


class _Laying(NamedTuple):
    """A way to lay the tunnel: its open ends, and the plans left by a cave-in on one of them."""

    position: Position
    ends: tuple[Field, ...]
    effects: frozenset[_PlansLeft]


class _Walk(Protocol):
    """The walk that a dig is a step of, and that goes on after it."""

    detailed: ClassVar[bool]
    me: int

    def worth(self, position: Position) -> Worth: ...

    def unseen(self, position: Position) -> dict[str, Unseen]: ...

    def named(
        self, position: Position, fields: Sequence[Field]
    ) -> Iterator[tuple[Position, Fraction]]: ...


class Digging:
    """A dig of the seat whose action it is, by what a cave-in does to those who act later."""

    def __init__(self, walk: _Walk, position: Position) -> None:
        self.walk = walk
        self.position = position
        self.seat = position.turn
        self.own = self.seat == walk.me
        self.later = position.later_plans(self.seat)
        self.dug = dug(position)
        self.cards = walk.unseen(position)
        self._worths: dict[object, Worth] = {}
        """The worths found, by what a cave-in does."""
        self._ended: dict[_PlansLeft, Worth] = {}
        """The worths found, by the plans that are left."""

    def only_cave_ins_matter(self) -> bool:
        """Whether the chance of a cave-in says it all, by the number of cards drawn and the stacks.

        More matters if a digger may choose whom a cave-in hits, or what lies where others dig.
        """
        if any(isinstance(plan, Blast) for plan in self.later.values()):
            return False
        return not any(
            len(laying.effects) > 1 or awaited(laying.position) or self._reaches_further(laying)
            for _, layings in self._layings
            for laying in layings
        )

    def _reaches_further(self, laying: _Laying) -> bool:
        """Whether the tunnel joins arms, so that what the others draw matters to one another."""
        return any(matters_later(laying.position, other) for other in self.later)

    @cached_property
    def _layings(self) -> list[tuple[Fraction, list[_Laying]]]:
        """The ways to lay each kind of tunnel that may be drawn, with its chance."""
        way = self.position.acting_plan.way
        return [
            (chance, [self._laying(ends) for ends in tunnel.rotations() if way in ends])
            for tunnel, chance in next_tunnels(self.position)
        ]

    def _laying(self, tunnel: Tunnel) -> _Laying:
        field = self.position.acting_plan.field
        laid = self.position.with_mine({field: tunnel})
        ends = open_ends(laid, field)
        return _Laying(laid, ends, frozenset(fallen(laid, [end]).plans for end in ends))

    def worth(self) -> Worth:
        """The worth of the dig, by no more than the chance of a cave-in."""
        return Worth.mean(
            (chance, Worth.of_choice(self._options(layings), own=self.own))
            for chance, layings in self._layings
        )

    def _options(self, layings: list[_Laying]) -> Iterator[Worth]:
        """The worth of each way to lay a tunnel, and of each effect that a cave-in may have."""
        for laying in layings:
            looks = self._looks(laying.position)
            for plans in laying.effects or {self.position.plans}:
                yield self._worth(laying.position, len(laying.ends), plans, looks)

    def _looks(self, laid: Position) -> tuple[Field, ...]:
        """The unseen cards that I look at, and may choose by."""
        if not (self.own and self.walk.detailed):
            return ()
        field = laid.acting_plan.field
        ends = to_look_at(laid, field, laid.tunnel(field), self.seat)
        return tuple(end for end in ends if laid.treasure(end).face is Face.UNSEEN)

    def _worth(
        self, laid: Position, count: int, plans: _PlansLeft, looks: tuple[Field, ...]
    ) -> Worth:
        """The worth if so many cards are drawn, and a cave-in leaves these plans."""
        key = (count, plans, looks)
        if key not in self._worths:
            chances = cave_in_range(laid, self.cards, count)
            parts = []
            for named, chance in self.walk.named(self.dug, looks):
                fell = self._after(named, plans)
                stood = self._after(named, self.position.plans)
                parts.append((chance, _with_cave_in(chances, fell, stood, own=self.own)))
            self._worths[key] = Worth.mean(parts)
        return self._worths[key]

    def _after(self, named: Position, plans: _PlansLeft) -> Worth:
        if named is not self.dug:
            return self.walk.worth(stopped(replace(named, plans=plans)))
        if plans not in self._ended:
            self._ended[plans] = self.walk.worth(stopped(replace(named, plans=plans)))
        return self._ended[plans]


def _with_cave_in(
    chances: tuple[Fraction, Fraction], fell: Worth, stood: Worth, *, own: bool
) -> Worth:
    """The worth when a cave-in has a chance between these two, as its digger chooses."""
    worths = [Worth.mean([(chance, fell), (1 - chance, stood)]) for chance in chances]
    return Worth.of_choice(worths, own=own)
