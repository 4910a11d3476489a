"""A dig of Raubbau, as far as it matters to those who act later (B21-B36)."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from ksm_widgets.companions.raubbau.action import fallen, open_ends, set_going, to_look_at
from ksm_widgets.companions.raubbau.box import SIDES, Face
from ksm_widgets.companions.raubbau.cards import Treasure, Tunnel
from ksm_widgets.companions.raubbau.places import Field
from ksm_widgets.companions.raubbau.plans import Blast, Plan, Reached
from ksm_widgets.companions.raubbau.position import Position
from ksm_widgets.companions.raubbau.search.chances import (
    Worth,
    cave_in_range,
    next_tunnels,
    with_cave_in,
)

if TYPE_CHECKING:
    from ksm_widgets.companions.raubbau.search.unseen import Unseen
    from ksm_widgets.companions.raubbau.search.walking import Walk

_Plans = tuple[Plan | None, ...]


@dataclass
class Digging:
    """A dig of a seat in which only a cave-in may matter to those who act `later`.

    What was found is kept: `worths` by what a cave-in does, `ended` by the plans that are left.
    The rest follows: whose dig it is, the plans of `later` seats, the position when it is `dug` and
    no tunnel laid yet, the unseen `cards`.
    """

    walk: Walk
    position: Position
    worths: dict[object, Worth] = field(default_factory=dict)
    ended: dict[object, Worth] = field(default_factory=dict)
    seat: int = field(init=False)
    own: bool = field(init=False)
    later: dict[int, Plan] = field(init=False)
    dug: Position = field(init=False)
    cards: dict[str, Unseen] = field(init=False)

    def __post_init__(self) -> None:
        self.seat = self.position.turn
        self.own = self.seat == self.walk.me
        self.later = self.position.later_plans(self.seat)
        self.dug = dug(self.position)
        self.cards = self.walk.unseen(self.position)

    def worth(self) -> Worth | None:
        """The worth of the dig; None if more matters than the chance of a cave-in.

        That chance then says it all: by the number of cards drawn and the stacks.
        """
        if not self.walk.rough and any(isinstance(plan, Blast) for plan in self.later.values()):
            return None
        parts = []
        for tunnel, chance in next_tunnels(self.position):
            options = self._by_rotation(tunnel)
            if options is None:
                return None
            parts.append((chance, Worth.of_choice(options, own=self.own)))
        return Worth.mean(parts)

    def _by_rotation(self, tunnel: Tunnel) -> list[Worth] | None:
        """The worth of each way to rotate a tunnel; None if more than a cave-in matters."""
        position, rough = self.position, self.walk.rough
        plan = position.acting_plan
        place = plan.field
        options = []
        for ends in tunnel.rotations():
            if plan.way not in ends:
                continue
            laid = position.with_mine({place: ends})
            # The tunnel may join two arms: then the others' cave-ins reach further, too.
            rest = replace(laid, acted=(*laid.acted, self.seat))
            if not rough and any(matters_later(rest, other) for other in self.later):
                return None
            spots = open_ends(laid, place)
            effects = {fallen(laid, [spot]).plans for spot in spots}
            if not rough and (len(effects) > 1 or awaited(laid)):
                return None
            looks = () if rough or not self.own else to_look_at(laid, place, ends, self.seat)
            unseen = tuple(spot for spot in looks if laid.treasure(spot).face is Face.UNSEEN)
            options += [
                self._worth(laid, len(spots), effect, unseen)
                for effect in effects or {position.plans}
            ]
        return options

    def _worth(self, laid: Position, count: int, effect: _Plans, looks: tuple[Field, ...]) -> Worth:
        """The worth if so many cards are drawn, and a cave-in leaves such plans."""
        key = (count, effect, looks)
        if key not in self.worths:
            chances = cave_in_range(laid, self.cards, count)
            parts = []
            for named, chance in self.walk.named(self.dug, looks):
                fallen_in = self._after(named, effect)
                spared = self._after(named, self.position.plans)
                parts.append((chance, with_cave_in(chances, fallen_in, spared, own=self.own)))
            self.worths[key] = Worth.mean(parts)
        return self.worths[key]

    def _after(self, named: Position, plans: _Plans) -> Worth:
        if named is not self.dug:
            return self.walk.worth(stopped(replace(named, plans=plans)))
        if plans not in self.ended:
            self.ended[plans] = self.walk.worth(stopped(replace(named, plans=plans)))
        return self.ended[plans]


def matters_later(position: Position, seat: int) -> bool:
    """Whether it can matter to those who act later which cards a seat draws, and where they go.

    They may lose their way, get a card on their field, or draw from the same stacks themselves.
    """
    later, plan = position.later_plans(seat), position.plan(seat)
    if not later or not isinstance(plan, Reached):
        return False
    empty = {spot for side in SIDES if (spot := plan.field.next(side)) not in position.mine}
    ends = [spot.next(way) for spot in (*plan.fields(), *empty) for way in position.ways(spot)]
    falling = position.system([plan.origin, *ends])
    if any(
        isinstance(other, Blast) or other.origin in falling or not empty.isdisjoint(other.fields())
        for other in later.values()
    ):
        return True
    rest = replace(position, acted=(*position.acted, seat))
    return any(matters_later(rest, other) for other in later)


def stopped(position: Position) -> Position:
    """The position after an action whose rest doesn't matter."""
    seat = position.turn
    acted = (*position.acted, seat)
    return set_going(replace(position.with_plan(seat, None), acted=acted, step=None))


def dug(position: Position) -> Position:
    """The position after a seat took the treasure of its dig, and a tunnel."""
    place = position.acting_plan.field
    card = position.mine.get(place)
    position = replace(position, tunnels=position.tunnels[:-1])
    if not isinstance(card, Treasure):
        return position
    front = (*position.front(position.turn), card)
    return position.with_mine({place: None}).with_front(position.turn, front)


def awaited(position: Position) -> set[Field]:
    """The open ends of the new tunnel on which somebody will dig or blast later."""
    place = position.acting_plan.field
    later = position.later_plans(position.turn).values()
    fields = {spot for plan in later for spot in plan.fields()}
    return fields.intersection(open_ends(position, place))
