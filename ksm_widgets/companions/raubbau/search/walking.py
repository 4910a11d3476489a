"""The worth of a Raubbau position once plans are binding, exactly (B20-B42).

The rules play the action phase on; before each step the cards that it shows are named, each way
with its chance. Cards that turn out to be neither dragon nor cave-in stay unseen; the gems among
them are counted at the end, all together. An action that cannot change what happens later is cut
short. What others choose, by what `me` sees, is theirs: a worth is an interval from the worst to
the best of their choices.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar, TypeVar

from ksm_widgets.companions.pulse import Pulse, no_pulse
from ksm_widgets.companions.raubbau.action import legal_deeds, set_going
from ksm_widgets.companions.raubbau.box import Face
from ksm_widgets.companions.raubbau.cards import Treasure
from ksm_widgets.companions.raubbau.deeds import Draw, Go, Lay, Put, Take
from ksm_widgets.companions.raubbau.places import Field
from ksm_widgets.companions.raubbau.planning import move_made, with_binding_plans
from ksm_widgets.companions.raubbau.plans import Blast
from ksm_widgets.companions.raubbau.position import Phase, Position, StepKind
from ksm_widgets.companions.raubbau.rules import apply
from ksm_widgets.companions.raubbau.search.chances import (
    ONE,
    dragons_named,
    faces_drawn,
    next_tunnels,
)
from ksm_widgets.companions.raubbau.search.digging import Digging
from ksm_widgets.companions.raubbau.search.later import awaited, dug, matters_later, stopped
from ksm_widgets.companions.raubbau.search.unseen import sets_below, unseen_cards
from ksm_widgets.companions.raubbau.search.worth import Worth
from ksm_widgets.rules.errors import KsmError

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

    from ksm_widgets.companions.raubbau.plans import Move
    from ksm_widgets.companions.raubbau.rules import Act
    from ksm_widgets.companions.raubbau.search.settling import Settling
    from ksm_widgets.companions.raubbau.search.unseen import Unseen

_Act = TypeVar("_Act", bound="Act")

LIMIT = 80
"""Steps of a walk that is exact; most take about ten."""

_MOST_DRAWN = 3
"""The most cards that an action draws from the stacks: one for each new end of a crossing."""


class TooLong(KsmError):
    """A walk with more to look at than the limit allows."""


def binding_after(position: Position, move: Move) -> Position:
    """The position when plans are binding after this move, nobody else changing anything."""
    position = replace(position, lap=1, passed=0)
    after = move_made(position, move)
    return set_going(after if after.phase is Phase.ACT else with_binding_plans(after))


@dataclass
class Walk:
    """A walk through what may happen, for one seat.

    `settling` has the worth of a match that is over, `onward` that of a position whose action phase
    is over although the match is not. `safe` are fields whose card is no dragon. `acting` is the
    worth when the seat's own action begins, if that is not to be looked at. `pulse` is called at
    every step, and may raise to stop.

    Other walks may say otherwise what a dig is worth, which unseen back comes next, and which draws
    differ: `dig_worth`, `next_back`, `differing_draws`.
    """

    detailed: ClassVar[bool] = True
    """Whether cards are named in full where somebody chooses by what they are."""

    me: int
    settling: Settling
    onward: Callable[[Position], Worth]
    safe: Collection[Field] = ()
    acting: Worth | None = None
    limit: int = LIMIT
    pulse: Pulse = no_pulse
    steps: int = field(default=0, init=False)

    def worth(self, position: Position) -> Worth:
        """The worth of a position in the action phase, or after it; raises TooLong."""
        self.pulse()
        self.steps += 1
        if self.steps > self.limit:
            raise TooLong("raubbau_ask.too_long", most=self.limit)
        if position.phase is Phase.PLAN:
            return self.onward(position)
        if position.phase is not Phase.ACT:
            return self.settling.worth(position, self.unseen(position), position.waker)
        step = position.step
        if step is None:
            return self._begun(position)
        match step.kind:
            case StepKind.ROTATE:
                return self._chosen(position, self._looked, _lays(position))
            case StepKind.DRAW:
                return self._before_draw(position)
            case StepKind.ROW:
                return self._blasting(position)
            case StepKind.LAY:
                return self._chosen(position, self._done, _puts(position))
            case StepKind.STAND:
                return self.worth(stopped(position))

    def unseen(self, position: Position) -> dict[str, Unseen]:
        """The unseen cards of a position on the walk."""
        return unseen_cards(position, self.safe)

    def named(
        self, position: Position, fields: Sequence[Field]
    ) -> Iterator[tuple[Position, Fraction]]:
        """The position with the cards on these fields named, each way with its chance."""
        if not fields:
            yield position, ONE
            return
        card = position.treasure(fields[0])
        unseen = self.unseen(position)[card.set]
        for face, chance in unseen.faces_in_mine(safe=fields[0] in self.safe).items():
            if chance:
                named = position.with_mine({fields[0]: replace(card, face=face)})
                for found, more in self.named(named, fields[1:]):
                    yield found, chance * more

    def _chosen(
        self, position: Position, worth: Callable[[Position, _Act], Worth], acts: Iterable[_Act]
    ) -> Worth:
        """The worth when the seat whose action it is chooses among acts of this worth each."""
        worths = [worth(position, act) for act in acts]
        return Worth.of_choice(worths, own=position.turn == self.me)

    def _done(self, position: Position, act: Act) -> Worth:
        return self.worth(apply(position, act))

    def _is_detailed(self, position: Position) -> bool:
        """Whether cards are named in full: I shall know them, and choose by what they are."""
        return self.detailed and position.turn == self.me

    # A plan.

    def _begun(self, position: Position) -> Worth:
        """The worth when a seat begins to carry out its plan."""
        seat, plan = position.turn, position.acting_plan
        if seat == self.me and self.acting is not None:
            return self.acting
        matters = isinstance(plan, Blast) or bool(
            position.tunnels and matters_later(position, seat)
        )
        go_on = self._carried_out if matters else self._cut_short
        detailed = matters and self._is_detailed(position)
        return self._uncovered(position, plan.field, go_on, detailed=detailed)

    def _cut_short(self, position: Position) -> Worth:
        """The worth of a dig that matters to nobody later, but for a dragon."""
        if _wakes(position):
            return self._done(position, Go())
        return self.worth(stopped(dug(position)))

    def _carried_out(self, position: Position) -> Worth:
        """The worth of a plan whose first card is named, or need not be."""
        if _wakes(position) or isinstance(position.acting_plan, Blast):
            return self._done(position, Go())
        return self.dig_worth(position)

    def dig_worth(self, position: Position) -> Worth:
        """The worth of a dig, by no more than the chance of a cave-in where that says it all."""
        digging = Digging(self, position)
        if digging.only_cave_ins_matter():
            return digging.worth()
        return Worth.mean(
            (chance, self._done(named, Go())) for named, chance in _with_next_tunnel(position)
        )

    def _uncovered(
        self,
        position: Position,
        field: Field,
        go_on: Callable[[Position], Worth],
        *,
        detailed: bool,
    ) -> Worth:
        """The worth of taking what is on a field: a dragon wakes, or it goes on.

        If that is `detailed` it is named, too, whether the card is a gem.
        """
        card = position.mine.get(field)
        if not isinstance(card, Treasure) or card.face is not Face.UNSEEN:
            return go_on(position)
        if detailed:
            named = self.named(position, [field])
            return Worth.mean((chance, go_on(found)) for found, chance in named)
        if field in self.safe:
            return go_on(position)
        chance = self.unseen(position)[card.set].dragon()
        found = position.with_mine({field: replace(card, face=Face.DRAGON)})
        parts = [(chance, found), (ONE - chance, position)]
        return Worth.mean((one, go_on(after)) for one, after in parts if one)

    def _looked(self, position: Position, act: Act) -> Worth:
        """The worth of laying a tunnel: what its ends show may change where cave-ins go."""
        after = apply(position, act)
        fields = [
            field
            for field, card in after.unseen_in_mine()
            if position.turn == self.me and card != position.mine.get(field)
        ]
        return Worth.mean(
            (chance, self.worth(named)) for named, chance in self.named(after, fields)
        )

    # Cards from the stacks.

    def _blasting(self, position: Position) -> Worth:
        """The worth when a blast goes on: all treasures of its row come, in whatever order."""
        act = legal_deeds(position)[0]
        if not isinstance(act, Take):
            return self._before_draw(position)
        return self._uncovered(
            position, act.field, lambda found: self._done(found, act), detailed=self.detailed
        )

    def _before_draw(self, position: Position) -> Worth:
        """The worth when a seat draws; an unseen back on top of a stack is named first."""
        number = self.next_back(position)
        if number is None:
            return self._chosen(position, self._after_draw, self.differing_draws(position))
        return Worth.mean(
            (chance, self.worth(_with_top(position, number, Treasure(name))))
            for name, chance in sets_below(position, self.unseen(position)).items()
        )

    def next_back(self, position: Position) -> int | None:
        """The first stack with an unseen back on top."""
        stacks = enumerate(position.stacks, start=1)
        return next((number for number, stack in stacks if stack and not stack[-1].set), None)

    def differing_draws(self, position: Position) -> Sequence[Draw]:
        """The draws that differ, from stacks whose backs are seen."""
        seat = position.turn
        matters = matters_later(position, seat)
        most = _MOST_DRAWN * (1 + len(position.later_plans(seat)))
        differing: dict[object, Draw] = {}
        for act in legal_deeds(position):
            assert isinstance(act, Draw)
            stack = position.stack(act.stack)
            if stack[-1].set:
                # Stacks with the same back on top are alike if neither can run out.
                field = act.field if matters else None
                key = (stack[-1].set, stack[-1].face, min(len(stack), most), field)
                differing.setdefault(key, act)
        return tuple(differing.values())

    def _after_draw(self, position: Position, act: Draw) -> Worth:
        """The worth of drawing a card, by what it may be."""
        if act.field is not None:
            return self._after_draw_for_row(position, act)
        after = apply(position, act)
        step = after.step
        if step is None or step.kind is not StepKind.LAY:
            return self.worth(after)
        detailed = self._is_detailed(position)
        found = faces_drawn(step.cards, self.unseen(after), detailed=detailed)
        return Worth.mean(
            (chance, self.worth(replace(after, step=replace(step, cards=cards))))
            for cards, chance in found
        )

    def _after_draw_for_row(self, position: Position, act: Draw) -> Worth:
        """The worth of drawing a card for a field of a blast, which shows it at once."""
        cards, detailed = self.unseen(position), self._is_detailed(position)
        found = faces_drawn((position.top(act.stack),), cards, detailed=detailed)
        if not detailed:
            found = dragons_named(found, cards)
        return Worth.mean(
            (chance, self._done(_with_top(position, act.stack, card), act))
            for (card,), chance in found
        )


def _wakes(position: Position) -> bool:
    """Whether the plan that is next takes a dragon."""
    return position.face(position.acting_plan.field) is Face.DRAGON


def _with_next_tunnel(position: Position) -> list[tuple[Position, Fraction]]:
    """The position with each kind of tunnel that may be the next, and its chance."""
    return [
        (replace(position, tunnels=(*position.tunnels[:-1], tunnel)), chance)
        for tunnel, chance in next_tunnels(position)
    ]


def _with_top(position: Position, number: int, card: Treasure) -> Position:
    """The position with the top card of a stack named."""
    return position.with_stack(number, (*position.stack(number)[:-1], card))


def _lays(position: Position) -> list[Lay]:
    """Every way to lay the tunnel drawn; what one looks at doesn't matter here."""
    return [act for act in legal_deeds(position) if isinstance(act, Lay) and not act.unlooked]


def _puts(position: Position) -> list[Put]:
    """The ways to put down the cards drawn that differ for those who act later."""
    planned = awaited(position)
    differing: dict[object, Put] = {}
    for act in legal_deeds(position):
        assert isinstance(act, Put)
        pairs = zip(act.fields, position.cards_drawn, strict=True)
        key = frozenset(
            (field, card.set, card.face)
            for field, card in pairs
            if field in planned or card.face is Face.CAVE_IN
        )
        differing.setdefault(key, act)
    return list(differing.values())
