"""A position of Raubbau as a value, for the whole table or as one seat knows it (B3-B9).

One type serves both: a card nobody has named is `Face.UNSEEN`, a card below the top of a stack may
have no set, a tunnel in the stack may have no ends. `seen` makes what a seat may know.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from types import MappingProxyType
from typing import TYPE_CHECKING, Self

from ksm_widgets.companions.position import TablePosition
from ksm_widgets.companions.raubbau.box import SIDES, Box, Face, the_box
from ksm_widgets.companions.raubbau.cards import FACE_DOWN, Thing, Treasure, Tunnel, stack_of
from ksm_widgets.companions.raubbau.places import ENTRY, OPPOSITE
from ksm_widgets.companions.raubbau.plans import Leave, Reached
from ksm_widgets.companions.tuples import with_item

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from ksm_widgets.companions.raubbau.places import Field
    from ksm_widgets.companions.raubbau.plans import Blast, Dig, Plan


class Phase(Enum):
    """The phase of a match (B8): then it is over, perhaps with a draw for the game (B46)."""

    PLAN = "plan"
    ACT = "act"
    MATCH_OVER = "over"
    DRAW = "draw"
    END = "end"


class StepKind(Enum):
    """The next step of the seat whose action it is (B21-B30)."""

    ROTATE = "turn"
    DRAW = "draw"
    LAY = "lay"
    STAND = "stand"
    ROW = "row"


@dataclass(frozen=True, slots=True)
class Step:
    """An action half done: the tunnel to rotate, the cards drawn to lay, the fields blasted."""

    kind: StepKind
    tunnel: Tunnel = FACE_DOWN
    cards: tuple[Treasure, ...] = ()
    done: tuple[Field, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Position(TablePosition):
    """A position; seats are counted from 1, stacks and tunnels end with their topmost card.

    Tuples of seats have one item per seat, in order.
    """

    box: Box = field(default_factory=the_box)
    match: int = 1
    players: int
    start: int
    turn: int
    me: int | None = None
    """The seat that sees it so, None for the whole table."""
    phase: Phase = Phase.PLAN
    lap: int = 1
    """The lap of turns in planning; after the last of the box, no plan is changed (B18)."""
    passed: int = 0
    """The passes one after the other; plans are binding once all inside have passed (B10)."""
    out: tuple[int, ...] = ()
    """The seats that have left the mine (B17)."""
    acted: tuple[int, ...] = ()
    """The seats whose action of this round is over (B20)."""
    rounds_left: int | None = None
    """The rounds after this one; None until somebody has left (B38)."""
    points: tuple[int, ...]
    drift: tuple[int, ...]
    """The drift sets left to each seat; one is spent to dig a card that the seat knows (B14)."""
    tunnels: tuple[Tunnel | None, ...]
    """The tunnel cards that are left; None for one that is not known."""
    stacks: tuple[tuple[Treasure, ...], ...]
    fronts: tuple[tuple[Treasure, ...], ...]
    """The cards in front of each seat."""
    gone: tuple[Treasure, ...] = ()
    """The treasures put aside for the rest of the match: spent, or drawn to break a tie."""
    mine: Mapping[Field, Thing] = field(hash=False)
    plans: tuple[Plan | None, ...]
    step: Step | None = None
    """The action half done of the seat whose turn it is."""
    waker: int | None = None
    """The seat that has woken the dragon, which ends the match (B37)."""
    leaders: tuple[int, ...] = ()
    """The seats that still lead after the last match, in the order in which they draw (B46)."""

    @classmethod
    def of_mine(cls, mine: dict[Field, Thing], players: int) -> Self:
        """A position of which only the mine is known."""
        return cls(
            players=players,
            start=1,
            turn=1,
            points=(0,) * players,
            drift=(0,) * players,
            tunnels=(),
            stacks=(),
            fronts=((),) * players,
            mine=MappingProxyType(mine),
            plans=(None,) * players,
        )

    def order(self, first: int | None = None) -> tuple[int, ...]:
        """The seats clockwise from the start player, or from another."""
        start = self.start if first is None else first
        return tuple((start - 1 + at) % self.players + 1 for at in range(self.players))

    @property
    def inside(self) -> tuple[int, ...]:
        """The seats still inside, clockwise from the start player."""
        return tuple(seat for seat in self.order() if seat not in self.out)

    def plan(self, seat: int) -> Plan | None:
        """A seat's plan; its meeple stands there."""
        return self.plans[seat - 1]

    @property
    def planned(self) -> tuple[int, ...]:
        """The seats inside that have a plan, in the order in which they act (B20)."""
        return tuple(seat for seat in self.inside if self.plan(seat) is not None)

    def target(self, seat: int) -> Field | None:
        """The field of a seat's plan; None if it has none, or leaves."""
        plan = self.plan(seat)
        return plan.field if isinstance(plan, Reached) else None

    def leaves(self, seat: int) -> bool:
        """Whether a seat's plan is to go."""
        return isinstance(self.plan(seat), Leave)

    def later_plans(self, seat: int) -> dict[int, Dig | Blast]:
        """The plans of those who act after a seat, in their order."""
        order = self.order()
        later = order[order.index(seat) + 1 :]
        plans = {other: self.plan(other) for other in self.inside if other in later}
        return {other: plan for other, plan in plans.items() if isinstance(plan, Reached)}

    @property
    def tunnels_laid(self) -> list[Tunnel]:
        """The tunnel cards in the mine besides the entry, face up or down."""
        mine = self.mine.items()
        return [thing for field, thing in mine if isinstance(thing, Tunnel) and field != ENTRY]

    @property
    def tunnel_drawn(self) -> Tunnel | None:
        """The tunnel that has been drawn and is to be laid (B22)."""
        step = self.step
        return step.tunnel if step is not None and step.kind is StepKind.ROTATE else None

    @property
    def tunnels_due(self) -> int:
        """The number of tunnel cards that must be left, by those laid and drawn (B4)."""
        drawn = self.tunnel_drawn is not None
        return self.box.tunnels_for(self.players) - len(self.tunnels_laid) - drawn

    @property
    def stacked(self) -> int:
        """The number of cards in the stacks."""
        return sum(map(len, self.stacks))

    @property
    def cards_drawn(self) -> tuple[Treasure, ...]:
        """The treasures that have been drawn and are to be laid (B23)."""
        return () if self.step is None else self.step.cards

    @property
    def acting_plan(self) -> Dig | Blast:
        """The plan of the seat whose action it is."""
        plan = self.plan(self.turn)
        assert isinstance(plan, Reached)
        return plan

    def treasure(self, field: Field) -> Treasure:
        """The treasure on a field that has one."""
        card = self.mine[field]
        assert isinstance(card, Treasure)
        return card

    def tunnel(self, field: Field) -> Tunnel:
        """The tunnel on a field that has one; the entry is one."""
        tunnel = self.mine[field]
        assert isinstance(tunnel, Tunnel)
        return tunnel

    def is_open(self, field: Field) -> bool:
        """Whether there is a tunnel on a field that is face up; the entry is one."""
        thing = self.mine.get(field)
        return isinstance(thing, Tunnel) and thing != FACE_DOWN

    def face(self, field: Field) -> Face | None:
        """The face of the treasure on a field; None if there is no treasure."""
        thing = self.mine.get(field)
        return thing.face if isinstance(thing, Treasure) else None

    def has_face_down_treasure(self, field: Field) -> bool:
        """Whether there is a treasure on a field that is no cave-in, so that it lies face down."""
        return self.face(field) not in (None, Face.CAVE_IN)

    def front(self, seat: int) -> tuple[Treasure, ...]:
        """The cards in front of a seat."""
        return self.fronts[seat - 1]

    def stack(self, number: int) -> tuple[Treasure, ...]:
        """The cards of a stack; stacks are counted from 1."""
        return self.stacks[number - 1]

    def top(self, number: int) -> Treasure:
        """The top card of a stack that has one."""
        return self.stack(number)[-1]

    def points_of(self, seat: int) -> int:
        """A seat's points."""
        return self.points[seat - 1]

    def drift_of(self, seat: int) -> int:
        """The drift sets left to a seat."""
        return self.drift[seat - 1]

    def with_acted(self, seat: int) -> Position:
        """The same after the action of a seat, of which nothing is left to do."""
        return replace(self, acted=(*self.acted, seat), step=None)

    def with_points(self, seat: int, points: int) -> Position:
        """The same with other points of a seat."""
        return replace(self, points=with_item(self.points, seat, points))

    def with_drift(self, seat: int, sets: int) -> Position:
        """The same with other drift sets left to a seat."""
        return replace(self, drift=with_item(self.drift, seat, sets))

    def with_plan(self, seat: int, plan: Plan | None) -> Position:
        """The same with another plan of a seat."""
        return replace(self, plans=with_item(self.plans, seat, plan))

    def with_front(self, seat: int, cards: Iterable[Treasure]) -> Position:
        """The same with other cards in front of a seat."""
        return replace(self, fronts=with_item(self.fronts, seat, tuple(cards)))

    def with_card(self, seat: int, card: Treasure) -> Position:
        """The same with one card more in front of a seat, which knows it."""
        return self.with_front(seat, (*self.front(seat), card.known_to(seat)))

    def with_taken(self, seat: int, field: Field) -> Position:
        """The same after a seat has taken the treasure on a field, if there is one."""
        card = self.mine.get(field)
        if not isinstance(card, Treasure):
            return self
        return self.with_mine({field: None}).with_card(seat, card)

    def with_stack(self, number: int, cards: Iterable[Treasure]) -> Position:
        """The same with other cards in a stack."""
        return replace(self, stacks=with_item(self.stacks, number, tuple(cards)))

    def without_top(self, number: int) -> tuple[Treasure, Position]:
        """The top card of a stack, and the position without it."""
        *rest, card = self.stack(number)
        return card, self.with_stack(number, rest)

    def with_mine(self, things: Mapping[Field, Thing | None]) -> Position:
        """The same with these things on these fields; None empties one."""
        mine = {**self.mine, **things}
        left = {field: thing for field, thing in mine.items() if thing is not None}
        return replace(self, mine=MappingProxyType(left))

    def ways(self, field: Field) -> tuple[str, ...]:
        """The sides of a field on which a face-up tunnel has an end that points to it (B6, B7).

        A tunnel that loses its way to the entry falls, so all that are face up have one.
        """
        found = ((side, self.mine.get(field.next(side))) for side in SIDES)
        return tuple(
            side for side, thing in found if isinstance(thing, Tunnel) and OPPOSITE[side] in thing
        )

    def joined_to(self, field: Field) -> list[Field]:
        """The neighbours whose ends meet those of the tunnel on a field; the entry may be one."""
        tunnel = self.tunnel(field)
        return [field.next(side) for side in self.ways(field) if side in tunnel]

    def system(self, fields: Iterable[Field]) -> frozenset[Field]:
        """The tunnels among these fields, with all joined to them without passing the entry (B32).

        The entry is not among them.
        """
        found: set[Field] = set()
        waiting = list(fields)
        while waiting:
            field = waiting.pop()
            if field not in found and field != ENTRY and self.is_open(field):
                found.add(field)
                waiting.extend(self.joined_to(field))
        return frozenset(found)

    def is_vacant(self, field: Field, seat: int) -> bool:
        """Whether no other inside player's meeple is on a field (B13)."""
        return all(self.target(other) != field for other in self.seats if other != seat)

    def knows(self, seat: int, field: Field) -> bool:
        """Whether a seat knows the treasure on a field (B14)."""
        thing = self.mine.get(field)
        return isinstance(thing, Treasure) and seat in thing.known

    def treasures(self) -> Iterator[Treasure]:
        """All treasure cards, wherever they are; those below a stack's top may have no set."""
        yield from (thing for thing in self.mine.values() if isinstance(thing, Treasure))
        for cards in (*self.stacks, *self.fronts, self.gone):
            yield from cards
        yield from self.cards_drawn

    def unseen_in_mine(self) -> Iterator[tuple[Field, Treasure]]:
        """The treasures in the mine whose face is not seen, each with its field."""
        yield from (
            (field, thing)
            for field, thing in self.mine.items()
            if isinstance(thing, Treasure) and thing.face is Face.UNSEEN
        )

    def seen(self, seat: int) -> Position:
        """The position as a seat may know it: its own view again gives the same."""

        def shown(card: Treasure) -> Treasure:
            known = seat in card.known or card.kept or card.face is Face.CAVE_IN
            return card if known else replace(card, face=Face.UNSEEN)

        def from_above(stack: tuple[Treasure, ...]) -> tuple[Treasure, ...]:
            return stack_of(stack[-1].set, len(stack)) if stack else ()

        step = self.step
        if step is not None:
            # A cave-in that was drawn is not open before it is laid, and nothing drawn was kept.
            cards = tuple(
                card if seat in card.known else replace(card, face=Face.UNSEEN)
                for card in step.cards
            )
            step = replace(step, cards=cards)
        return replace(
            self,
            me=seat,
            tunnels=(None,) * len(self.tunnels),
            stacks=tuple(map(from_above, self.stacks)),
            fronts=tuple(tuple(map(shown, front)) for front in self.fronts),
            mine=MappingProxyType(
                {
                    field: thing if isinstance(thing, Tunnel) else shown(thing)
                    for field, thing in self.mine.items()
                }
            ),
            step=step,
        )
