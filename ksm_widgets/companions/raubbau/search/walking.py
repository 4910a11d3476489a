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
from typing import TYPE_CHECKING

from ksm_widgets.companions.raubbau.action import Draw, Go, Lay, Put, Take, legal_deeds
from ksm_widgets.companions.raubbau.box import Face
from ksm_widgets.companions.raubbau.cards import Treasure
from ksm_widgets.companions.raubbau.places import Field
from ksm_widgets.companions.raubbau.plans import Blast
from ksm_widgets.companions.raubbau.position import Phase, Position, StepKind
from ksm_widgets.companions.raubbau.rules import apply
from ksm_widgets.companions.raubbau.scoring import gems_of
from ksm_widgets.companions.raubbau.search.chances import (
    ONE,
    Worth,
    dragons_named,
    faces_drawn,
    next_tunnels,
)
from ksm_widgets.companions.raubbau.search.digging import (
    Digging,
    awaited,
    dug,
    matters_later,
    stopped,
)
from ksm_widgets.companions.raubbau.search.unseen import (
    Unseen,
    gem_counts,
    sets_below,
    unseen_cards,
)
from ksm_widgets.rules.errors import KsmError

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

    from ksm_widgets.companions.raubbau.rules import Act

LIMIT = 80
"""Steps of a walk that is exact; most take some ten."""


class TooLong(KsmError):
    """A walk with more to look at than the limit allows."""


@dataclass
class Walk:
    """A walk through what may happen, for one seat.

    `value` gives the worth of the end of a match, from the gems of those that left and who woke a
    dragon; `onward` that of a position whose action phase is over although the match is not.
    `safe` are fields whose card is no dragon. `acting` is the worth when the seat's own action
    begins, if that is not to be looked at. Walks with one `value` may share their `settlements`.
    A `rough` walk leaves out which cards a digger lays on a field that somebody else has planned,
    and what is on the stacks after a dig. `pulse` is called at every step, and may raise to stop.
    """

    me: int
    value: Callable[[Mapping[int, int], int | None], Fraction | int]
    onward: Callable[[Position], Worth] | None = None
    safe: Collection[Field] = ()
    acting: Worth | None = None
    settlements: dict[object, Fraction] = field(default_factory=dict)
    rough: bool = False
    limit: int = LIMIT
    pulse: Callable[[], None] = lambda: None
    steps: int = field(default=0, init=False)

    def worth(self, position: Position) -> Worth:
        """The worth of a position in the action phase, or after it; raises TooLong."""
        self.pulse()
        self.steps += 1
        if self.steps > self.limit:
            raise TooLong("raubbau_ask.too_long", most=self.limit)
        if position.phase is Phase.PLAN:
            assert self.onward is not None
            return self.onward(position)
        if position.phase is not Phase.ACT:
            return Worth.sure(self.settled(position, self.unseen(position), position.awakened))
        step = position.step
        if step is None:
            return self._begun(position)
        match step.kind:
            case StepKind.TURN:
                worths = [self._looked(position, act) for act in _lays(position)]
                return Worth.of_choice(worths, own=position.turn == self.me)
            case StepKind.DRAW | StepKind.ROW:
                return self._drawing(position)
            case StepKind.LAY:
                worths = [self.worth(apply(position, act)) for act in _puts(position)]
                return Worth.of_choice(worths, own=position.turn == self.me)
        return self.worth(stopped(position))

    def unseen(self, position: Position) -> dict[str, Unseen]:
        """The unseen cards of a position on the walk."""
        return unseen_cards(position, self.safe)

    def settled(
        self, position: Position, cards: Mapping[str, Unseen], awakened: int | None
    ) -> Fraction:
        """The mean worth of a match that is over, by all the gems that there may be."""
        left = position.out if awakened is not None else tuple(position.seats)
        known = tuple(gems_of(position.front(seat)) for seat in left)
        slots = tuple(
            (unseen.gems, unseen.others, tuple(unseen.fronts[seat - 1] for seat in left))
            for unseen in cards.values()
        )
        key = slots, known, left, awakened
        if key not in self.settlements:
            ways: dict[Fraction | int, int] = {}
            for gems, count in gem_counts(slots, known):
                value = self.value(dict(zip(left, gems, strict=True)), awakened)
                ways[value] = ways.get(value, 0) + count
            mean = sum((value * count for value, count in ways.items()), Fraction(0))
            self.settlements[key] = Fraction(mean) / sum(ways.values())
        return self.settlements[key]

    def _looked(self, position: Position, act: Act) -> Worth:
        """The worth of laying a tunnel: what its ends show may change where cave-ins go."""
        after = apply(position, act)
        places = [
            place
            for place, thing in after.mine.items()
            if position.turn == self.me
            and isinstance(thing, Treasure)
            and thing.face is Face.UNSEEN
            and thing != position.mine.get(place)
        ]
        return Worth.mean(
            (chance, self.worth(named)) for named, chance in self.named(after, places)
        )

    def named(
        self, position: Position, places: Sequence[Field]
    ) -> Iterator[tuple[Position, Fraction]]:
        """The position with the cards on these fields named, each way with its chance."""
        if not places:
            yield position, ONE
            return
        card = position.treasure(places[0])
        unseen = self.unseen(position)[card.set]
        dragon = Fraction(0) if places[0] in self.safe else unseen.dragon()
        gem = (ONE - dragon) * unseen.gem() if dragon < 1 else Fraction(0)
        chances = {Face.DRAGON: dragon, Face.GEM: gem, Face.SULPHUR: ONE - dragon - gem}
        for face, chance in chances.items():
            if chance:
                named = position.with_mine({places[0]: replace(card, face=face)})
                for found, more in self.named(named, places[1:]):
                    yield found, chance * more

    def _begun(self, position: Position) -> Worth:
        """The worth when a seat begins to carry out its plan."""
        seat = position.turn
        if seat == self.me and self.acting is not None:
            return self.acting
        place = position.acting_plan.field
        blasts = isinstance(position.acting_plan, Blast)
        matters = blasts or (position.tunnels and matters_later(position, seat))

        def go_on(found: Position) -> Worth:
            card = found.mine.get(place)
            if isinstance(card, Treasure) and card.face is Face.DRAGON:
                return self.worth(apply(found, Go()))
            if not matters:
                return self.worth(stopped(dug(found)))
            worth = None if blasts else Digging(self, found).worth()
            if worth is not None:
                return worth
            return Worth.mean(
                (chance, self.worth(apply(named, Go())))
                for named, chance in ([(found, ONE)] if blasts else _with_tunnel(found))
            )

        whole = bool(matters) and seat == self.me and not self.rough
        return self._uncovered(position, place, go_on, whole=whole)

    def _uncovered(
        self, position: Position, place: Field, go_on: Callable[[Position], Worth], *, whole: bool
    ) -> Worth:
        """The worth of taking what is on a field: a dragon wakes, or it goes on.

        With `whole` it is named whether the card is a gem, for the seat will know and choose.
        """
        card = position.mine.get(place)
        if not isinstance(card, Treasure) or card.face is not Face.UNSEEN:
            return go_on(position)
        if whole:
            named = self.named(position, [place])
            return Worth.mean((chance, go_on(found)) for found, chance in named)
        if place in self.safe:
            return go_on(position)
        chance = self.unseen(position)[card.set].dragon()
        found = position.with_mine({place: replace(card, face=Face.DRAGON)})
        parts = [(chance, found), (ONE - chance, position)]
        return Worth.mean((one, go_on(after)) for one, after in parts if one)

    def _drawing(self, position: Position) -> Worth:
        """The worth when a seat draws, or takes a treasure of its row."""
        acts = legal_deeds(position)
        first = acts[0]
        if isinstance(first, Take):  # All treasures of the row come, in whatever order.
            return self._uncovered(
                position,
                first.field,
                lambda found: self.worth(apply(found, first)),
                whole=not self.rough,
            )
        draws = [act for act in acts if isinstance(act, Draw)]
        if self.rough:
            known = [act for act in draws if position.stacks[act.stack - 1][-1].set]
            draws = known or draws
        for at, stack in enumerate(position.stacks):
            if stack and not stack[-1].set and not (self.rough and known):
                return Worth.mean(
                    (chance, self.worth(_with_top(position, at, Treasure(name))))
                    for name, chance in sets_below(position, self.unseen(position)).items()
                )
        matters = matters_later(position, position.turn)
        chosen: dict[object, Draw] = {}
        for act in draws:
            stack = position.stacks[act.stack - 1]
            # Stacks with the same back on top are alike, but one that it empties.
            alike = (stack[-1].set, stack[-1].face, len(stack) == 1, act.field if matters else None)
            chosen.setdefault(alike, act)
        if self.rough:
            chosen = self._extremes(position, chosen)
        worths = [self._drawn(position, act) for act in chosen.values()]
        return Worth.of_choice(worths, own=position.turn == self.me)

    def _extremes(self, position: Position, acts: Mapping[object, Draw]) -> dict[object, Draw]:
        """The safest draw, and for others the most dangerous one too."""
        cards = self.unseen(position)

        def danger(act: Draw) -> Fraction:
            unseen = cards[position.stacks[act.stack - 1][-1].set]
            cave_in = unseen.cave_in()
            return cave_in + (ONE - cave_in) * unseen.dragon() if cave_in < 1 else cave_in

        known = sorted(acts.items(), key=lambda item: danger(item[1]))
        return dict(known[:1] if position.turn == self.me else (known[0], known[-1]))

    def _drawn(self, position: Position, act: Draw) -> Worth:
        """The worth of drawing a card, by what it may be."""
        if act.field is None:
            after = apply(position, act)
            step = after.step
            if step is None or step.kind is not StepKind.LAY:
                return self.worth(after)
            detailed = position.turn == self.me and not self.rough
            found = faces_drawn(step.cards, self.unseen(after), detailed=detailed)
            return Worth.mean(
                (chance, self.worth(replace(after, step=replace(step, cards=cards))))
                for cards, chance in found
            )
        at = act.stack - 1
        detailed = position.turn == self.me and not self.rough
        found = faces_drawn(position.stacks[at][-1:], self.unseen(position), detailed=detailed)
        if not detailed:
            found = dragons_named(found, self.unseen(position))
        return Worth.mean(
            (chance, self.worth(apply(_with_top(position, at, card), act)))
            for (card,), chance in found
        )


def _with_tunnel(position: Position) -> list[tuple[Position, Fraction]]:
    """The position with each kind of tunnel that may be the next, and its chance."""
    return [
        (replace(position, tunnels=(*position.tunnels[:-1], tunnel)), chance)
        for tunnel, chance in next_tunnels(position)
    ]


def _with_top(position: Position, at: int, card: Treasure) -> Position:
    """The position with the top card of a stack named."""
    stacks = list(position.stacks)
    stacks[at] = (*stacks[at][:-1], card)
    return replace(position, stacks=tuple(stacks))


def _lays(position: Position) -> list[Act]:
    """Every way to lay the tunnel drawn; what one looks at doesn't matter here."""
    return [act for act in legal_deeds(position) if isinstance(act, Lay) and not act.unlooked]


def _puts(position: Position) -> list[Act]:
    """The ways to put down the cards drawn that differ for those who act later."""
    assert position.step is not None
    spots = awaited(position)
    differing: dict[object, Act] = {}
    for act in legal_deeds(position):
        assert isinstance(act, Put)
        pairs = zip(act.fields, position.step.cards, strict=True)
        key = frozenset(
            (place, card.set, card.face)
            for place, card in pairs
            if place in spots or card.face is Face.CAVE_IN
        )
        differing.setdefault(key, act)
    return list(differing.values())
