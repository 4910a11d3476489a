"""The checks of a Raubbau position: everything that box or rules do not allow, together."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import TYPE_CHECKING

from ksm_widgets.companions.items import Checks
from ksm_widgets.companions.raubbau.action import legal_deeds, open_ends
from ksm_widgets.companions.raubbau.box import DANGERS, KEPT, KINDS, Face
from ksm_widgets.companions.raubbau.cards import Treasure
from ksm_widgets.companions.raubbau.places import ENTRY
from ksm_widgets.companions.raubbau.planning import target_fault
from ksm_widgets.companions.raubbau.plans import Blast, Reached
from ksm_widgets.companions.raubbau.position import Phase, Position, Step, StepKind
from ksm_widgets.rules.errors import PositionFault, RuleError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from ksm_widgets.companions.raubbau.box import Box


def _seats(position: Position) -> Iterator[RuleError]:
    for seat in position.seats:
        if seat in position.out and (position.plan(seat) is not None or seat in position.acted):
            yield PositionFault("raubbau_fault.out", "B17", seat=seat)
    going = position.phase in (Phase.PLAN, Phase.ACT)
    if going and position.turn in position.out:
        yield PositionFault("raubbau_fault.turn", "B10", seat=position.turn)
    if going and (position.rounds_left is None) != (not position.out):
        yield PositionFault("raubbau_fault.rounds_left", "B38")


def round_faults(position: Position) -> Iterator[RuleError]:
    """The faults of a phase with what has happened in it: passes, actions, who draws."""
    if position.acted and position.phase is not Phase.ACT:
        yield PositionFault("raubbau_fault.acted", "B8")
    inside = len(position.inside)
    if position.phase is Phase.PLAN and 0 < inside <= position.passed:
        yield PositionFault("raubbau_fault.passed", "B10", inside=inside)
    if position.phase is Phase.ACT:
        for seat in filter(position.leaves, position.inside):
            yield PositionFault("raubbau_fault.leaving", "B17", seat=seat)
        if position.turn in position.acted:
            yield PositionFault("raubbau_fault.acted_twice", "B20", seat=position.turn)
    if position.phase is Phase.DRAW and position.turn not in position.leaders:
        yield PositionFault("raubbau_fault.leaders", "B46", seat=position.turn)


def _step(position: Position) -> Iterator[RuleError]:
    """The faults of the action half done, or of one for which there is no plan."""
    step = position.step
    if position.phase is Phase.ACT and position.target(position.turn) is None:
        yield PositionFault("raubbau_fault.no_plan", "B20", seat=position.turn)
    elif step is not None and not _fits(position, step):
        yield PositionFault("raubbau_fault.step", "B20", seat=position.turn)


def _fits(position: Position, step: Step) -> bool:
    """Whether a step is one of the action planned, and can be taken."""
    plan = position.plan(position.turn)
    if position.phase is not Phase.ACT or not isinstance(plan, Reached):
        return False
    field = plan.field
    match step.kind:
        case StepKind.ROTATE:
            fits = field not in position.mine
        case StepKind.ROW:
            once = len({*step.done}) == len(step.done)
            fits = isinstance(plan, Blast) and once and {*step.done} <= {*plan.fields()}
        case StepKind.DRAW:
            fits = position.is_open(field) and len(step.cards) < len(open_ends(position, field))
        case StepKind.LAY:
            drawn = len(step.cards)
            # Fewer cards than open ends are drawn only if no more are left.
            fits = position.is_open(field) and 0 < drawn == min(
                len(open_ends(position, field)), drawn + position.stacked
            )
        case StepKind.STAND:
            fits = position.is_open(field)
    return fits and plan.way in position.ways(field) and bool(legal_deeds(position))


def _tunnels(position: Position) -> Iterator[RuleError]:
    joined = {ENTRY, *position.system(position.joined_to(ENTRY))}
    for field in sorted(position.mine):
        if position.is_open(field) and field not in joined:
            yield PositionFault("raubbau_fault.joined", "B7", (field,), place=str(field))
    drawn = position.tunnel_drawn
    seen = [*position.tunnels_laid, *(() if drawn is None else (drawn,))]
    counts = Counter(tunnel.kind for tunnel in seen)
    for kind, ends in KINDS.items():
        found, most = counts[kind], position.box.tunnels[kind]
        if found > most:
            yield PositionFault("raubbau_fault.kind", "B2", found=found, most=most, ends=ends)


def _tunnel_count(position: Position) -> Iterator[RuleError]:
    laid, found, left = len(position.tunnels_laid), len(position.tunnels), position.tunnels_due
    if found != left:
        yield PositionFault("raubbau_fault.tunnels", "B4", found=found, laid=laid, left=left)


def _cards(position: Position) -> Iterator[RuleError]:
    box, cards = position.box, list(position.treasures())
    if len(cards) != box.treasures:
        found = position.stacked
        rest = box.treasures - len(cards) + found
        yield PositionFault("raubbau_fault.stacks", "B3", found=found, rest=rest)
    for name in box.sets:
        counts = Counter(card.face for card in cards if card.set == name)
        yield from _too_many(box, name, counts) or _unseen(position, name, counts)


def _too_many(box: Box, name: str, counts: Mapping[Face, int]) -> list[RuleError]:
    """The faces of a set of which there are more cards than in the box."""
    return [
        PositionFault(
            "raubbau_fault.face", "B3", card=f"{name}{face.value}", found=counts[face], most=most
        )
        for face, most in box.faces.items()
        if counts[face] > most
    ]


def _unseen(position: Position, name: str, counts: Mapping[Face, int]) -> Iterator[RuleError]:
    """The faults of the unseen cards of a set: too many for where they lie."""
    box = position.box
    in_stacks = _count_unseen(chain(*position.stacks, position.cards_drawn), name)
    in_front = _count_unseen(chain(*position.fronts), name)
    closed = counts[Face.UNSEEN] - in_stacks
    unseen = box.set_size - sum(counts[face] for face in box.faces)
    # Cave-ins can only be in the stacks, and dragons not in front of anybody.
    most = unseen - box.faces[Face.CAVE_IN] + counts[Face.CAVE_IN]
    if counts[Face.UNSEEN] > unseen or closed > most:
        yield PositionFault("raubbau_fault.set", "B3", set=name, found=closed, most=most)
        return
    most -= box.faces[Face.DRAGON] - counts[Face.DRAGON]
    if in_front > most:
        yield PositionFault("raubbau_fault.fronts", "B37", set=name, found=in_front, most=most)


def _count_unseen(cards: Iterable[Treasure], name: str) -> int:
    """The number of cards of a set among these whose face is not seen."""
    return sum(card.set == name and card.face is Face.UNSEEN for card in cards)


def _fronts(position: Position) -> Iterator[RuleError]:
    """The cards that nobody can have in front, whoever knows them."""
    for card in chain(*position.fronts):
        if card.face in DANGERS:
            yield PositionFault("raubbau_fault.front", "B37", card=str(card))
        elif card.kept and card.face not in KEPT:
            name = f"{card.set}{card.face.value}+"
            yield PositionFault("raubbau_fault.kept", "B45", card=name)


def _known(position: Position) -> Iterator[RuleError]:
    """The cards that `me` knows without a face, and those in the mine with one that it doesn't.

    In front of others, reading a position makes a face one that `me` knows.
    """
    me = position.me
    if me is None:
        return
    # The card just taken may be left open: any treasure can be thought of as taken.
    taken = position.tunnel_drawn is not None and position.turn == me
    if sum(card.face is Face.UNSEEN for card in position.front(me)) > taken:
        yield PositionFault("raubbau_fault.own", "B21", seat=me)
    others = (card for seat in position.seats if seat != me for card in position.front(seat))
    for card in others:
        if card.face is Face.UNSEEN and me in card.known and not card.kept:
            yield PositionFault("raubbau_fault.shown", "B14", card=str(card), seat=me)
    for field, thing in position.mine.items():
        if isinstance(thing, Treasure) and (me in thing.known) == (thing.face is Face.UNSEEN):
            key = "unknown" if thing.face is Face.UNSEEN else "known"
            yield PositionFault(f"raubbau_fault.{key}", "B14", (field,), place=str(field), seat=me)


def _plans(position: Position) -> Iterator[RuleError]:
    for seat in position.inside:
        plan = position.plan(seat)
        if plan is None or (seat == position.turn and position.step is not None):
            continue
        # A meeple may stand where its seat has no drift set to dig. And once plans are binding,
        # drift sets and the cards for a blast have been spent. So what a plan costs is not asked.
        fault = target_fault(position, seat, plan)
        if fault is not None:
            yield fault


faults_of = Checks(
    (
        ("out leaving acted rounds_left phase turn mine", _seats),
        ("acted leaders leaving out passed phase turn mine", round_faults),
        ("leaving out phase stacks step turn mine", _step),
        ("mine step", _tunnels),
        ("mine step tunnels", _tunnel_count),
        ("mine step stacks front gone", _cards),
        ("front", _fronts),
        ("mine front me", _known),
        ("mine out step turn", _plans),
    ),
    always="players",
).faults_of
"""All faults of a position."""
