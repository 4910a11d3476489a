"""A position of Raubbau being set up by touch: tools, what they do, and what follows from it.

A draft may break every rule; its faults are listed together. As long as the numbers of cards add
up they are kept so: what is put on the table comes from the stacks.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from string import digits
from typing import TYPE_CHECKING

from ksm_widgets.companions.drafting import Drafted
from ksm_widgets.companions.raubbau.box import FEWEST_PLAYERS, KINDS, MOST_PLAYERS, Face, the_box
from ksm_widgets.companions.raubbau.checking import faults_of
from ksm_widgets.companions.raubbau.places import GONE, STAIRS, TUNNELS, Beside
from ksm_widgets.companions.raubbau.position import (
    ENTRY,
    FACE_DOWN,
    OPPOSITE,
    Blast,
    Dig,
    Field,
    Leave,
    Phase,
    Position,
    Step,
    StepKind,
    Treasure,
    Tunnel,
)
from ksm_widgets.companions.raubbau.record import Game
from ksm_widgets.companions.raubbau.text import position_text, read_draft
from ksm_widgets.companions.tuples import resized, with_item
from ksm_widgets.telling.phrases import Notice

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ksm_widgets.companions.raubbau.places import Place

EXAMPLES = {
    "early": (
        "match 1 | players 3 | start 3 | turn 1 | me 1 | out - | points 0 0 0 | drift 3 2 2 | "
        "tunnels 11\nstacks r7 g14 g16 | front vP3 ; g? ; g? | gone -\n"
        "mine -,-,vD1,-,-/-,r?2,ns,es,vP1@1/g?2,nesw,E,nesw,r?3/-,ne,r?2@2w,nes,g?3@3/-,-,-,v?3,-"
    ),
    "last": (
        "match 2 | players 3 | start 3 | turn 1 | me 1 | out 2 | points 0 3 0 | drift 1 0 2 | "
        "tunnels 4 | rounds_left 0\n"
        "stacks r12 g12 v13 | gone - | front rG gG vU ; r? g? v? ; g? v?\n"
        "mine #,#,!r,-/#,#,#,-/-,#,#,r?2@3s/v?3,#,#,ns/ne,ew,E,nw"
    ),
    "turn": (
        "match 2 | players 3 | start 3 | turn 1 | me 1 | phase act | out 2 | acted 3 | "
        "points 0 3 0 | drift 1 0 2 | tunnels 3 | rounds_left 0\n"
        "stacks r12 g12 v13 | gone - | step turn nes | front rG gG vU vG ; r? g? v? ; g? v?\n"
        "mine #,#,!r,-/#,#,#,-/-,#,#,r?2@3s/-@1,#,#,ns/ne,ew,E,nw"
    ),
}
"""Positions to begin with, by name."""
TUNNEL_TOOLS = tuple(KINDS)
DOWN, CARD, BLAST, ERASE = "down", "card", "blast", "erase"
MEEPLE, KNOWS = "meeple", "knows"
"""A player's meeple, and that a player knows a card: followed by the number of the seat."""
TOOLS = (
    *TUNNEL_TOOLS,
    *(DOWN, CARD, BLAST, ERASE),
    *(f"{kind}{seat}" for kind in (MEEPLE, KNOWS) for seat in range(1, MOST_PLAYERS + 1)),
)
"""The tools by name."""


def blank(players: int) -> Position:
    """The mine before anybody has dug, as seat 1 sees it."""
    box = the_box()
    sizes = [(box.treasures + box.stacks - 1 - at) // box.stacks for at in range(box.stacks)]
    nobody = (None,) * players
    return replace(
        Position.of_mine({ENTRY: Tunnel(box.entry)}, players),
        me=1,
        drift=(box.drift_sets,) * players,
        tunnels=(None,) * box.tunnels_for(players),
        stacks=tuple(_stack(box.sets[at % len(box.sets)], size) for at, size in enumerate(sizes)),
        plans=nobody,
    )


def _stack(name: str, size: int) -> tuple[Treasure, ...]:
    return (*(Treasure("") for _ in range(size - 1)), Treasure(name)) if size else ()


# What numbers follow from.


def _laid(position: Position) -> int:
    """The number of tunnel cards that are on the table."""
    drawn = position.step is not None and position.step.kind is StepKind.TURN
    return len(position.laid) + drawn


def _tunnels_due(position: Position) -> int:
    return max(0, position.box.tunnels_for(position.players) - _laid(position))


def _stacked(position: Position) -> int:
    return sum(map(len, position.stacks))


def _stacks_due(position: Position) -> int:
    rest = sum(1 for _ in position.treasures()) - _stacked(position)
    return max(0, position.box.treasures - rest)


def balanced(before: Position, after: Position) -> Position:
    """The position with as many cards left as there must be, if there were so many before."""
    if len(before.tunnels) == _tunnels_due(before) and len(after.tunnels) == len(before.tunnels):
        after = replace(after, tunnels=(None,) * _tunnels_due(after))
    sizes = tuple(map(len, before.stacks)), tuple(map(len, after.stacks))
    if _stacked(before) == _stacks_due(before) and sizes[0] == sizes[1]:
        after = filled_up(after)
    return after


def filled_up(position: Position) -> Position:
    """The position with as many cards in the stacks as there must be, taken from the highest."""
    stacks = list(position.stacks)
    due = _stacks_due(position)
    while sum(map(len, stacks)) != due:
        sizes = list(map(len, stacks))
        if sum(sizes) > due:
            at = sizes.index(max(sizes))
            stacks[at] = stacks[at][1:]
        else:
            at = sizes.index(min(sizes))
            stacks[at] = (
                (Treasure(""), *stacks[at]) if stacks[at] else _stack(position.box.sets[0], 1)
            )
    tunnels = (None,) * _tunnels_due(position)
    return replace(position, stacks=tuple(stacks), tunnels=tunnels)


# Tools on a field.

_Done = tuple[Position, Notice | None]


def _on_field(draft: Draft, place: Field) -> _Done:
    if place == ENTRY and draft.kind != MEEPLE:
        return draft.position, Notice.of("raubbau_edit.entry")
    return _nobody(draft) or _USES[draft.kind](draft, place)


def _nobody(draft: Draft) -> _Done | None:
    """A notice if the tool is of a seat that nobody has."""
    if draft.seat <= draft.position.players:
        return None
    return draft.position, Notice.of("raubbau_edit.nobody", seat=draft.seat)


def _put_tunnel(draft: Draft, place: Field) -> _Done:
    position = draft.position
    return position.with_mine({place: _turned(position, place, draft.kind)}), None


def _turned(position: Position, place: Field, kind: str) -> Tunnel:
    """A tunnel of a kind laid on a field, joined as well as can be; one there is turned on."""
    turns = Tunnel(KINDS[kind]).turns()
    there = position.mine.get(place)
    if there in turns:
        return turns[(turns.index(there) + 1) % len(turns)]

    def fits(turn: Tunnel) -> tuple[int, int]:
        joined = walled = 0
        for side, other in OPPOSITE.items():
            beside = position.mine.get(place.next(side))
            if isinstance(beside, Tunnel) and beside:
                joined += side in turn and other in beside
                walled += (side in turn) != (other in beside)
        return joined, -walled

    return max(turns, key=fits)


def _put_face_down(draft: Draft, place: Field) -> _Done:
    return draft.position.with_mine({place: FACE_DOWN}), None


def _put_card(draft: Draft, place: Field) -> _Done:
    return draft.position.with_mine({place: _card_here(draft, place)}), None


def _card_here(draft: Draft, place: Field) -> Treasure:
    """The card in hand as it is on a field: those who knew one with the same back still do."""
    position = draft.position
    card = Treasure(draft.set, draft.face)
    if draft.face is Face.CAVE_IN:
        return card.known_to(*position.seats)
    there = position.mine.get(place)
    known = {*there.known} if isinstance(there, Treasure) and there.set == draft.set else set()
    if isinstance(there, Treasure) and there.face is Face.CAVE_IN:
        known = set()
    if position.me is not None:
        known -= {position.me}
        if draft.face is not Face.UNSEEN:
            known.add(position.me)
    return card.known_to(*known)


def _put_blast(draft: Draft, place: Field) -> _Done:
    """Have the meeple on a field blast; one that does already digs."""
    position = draft.position
    for seat in position.seats:
        plan = position.plan(seat)
        if isinstance(plan, (Dig, Blast)) and plan.field == place:
            other = Dig if isinstance(plan, Blast) else Blast
            return position.with_plan(seat, other(place, plan.way)), None
    return position, Notice.of("raubbau_edit.no_meeple")


def _erase(draft: Draft, place: Field) -> _Done:
    return _vacated(draft.position, place).with_mine({place: None}), None


def _put_meeple(draft: Draft, place: Field) -> _Done:
    """Put a meeple on a field; where it is already, take the next of the ways there."""
    position, seat = draft.position, draft.seat
    if place == ENTRY:
        return _inside(position, seat).with_plan(seat, None), None
    if isinstance(position.mine.get(place), Tunnel):
        return position, Notice.of("raubbau_edit.meeple_tunnel")
    ways = position.ways(place)
    plan = position.plan(seat)
    if isinstance(plan, (Dig, Blast)) and plan.field == place:
        at = ways.index(plan.way) + 1 if plan.way in ways else 0
        way = ways[at % len(ways)] if ways else ""
        return position.with_plan(seat, replace(plan, way=way)), None
    return _inside(_vacated(position, place), seat).with_plan(
        seat, Dig(place, "".join(ways[:1]))
    ), None


def _vacated(position: Position, place: Field) -> Position:
    """The position without a meeple on a field."""
    for seat in position.seats:
        if position.target(seat) == place:
            position = position.with_plan(seat, None)
    return position


def _inside(position: Position, seat: int) -> Position:
    """The position with a seat that has not left."""
    out = tuple(other for other in position.out if other != seat)
    return replace(position, out=out, rounds_left=position.rounds_left if out else None)


def _toggle_known(draft: Draft, place: Field) -> _Done:
    """Let a seat know the card on a field; one that does already no longer knows it."""
    card = draft.position.mine.get(place)
    if not isinstance(card, Treasure) or card.face is Face.CAVE_IN:
        return draft.position, Notice.of("raubbau_edit.no_card")
    known = {*card.known} ^ {draft.seat}
    return draft.position.with_mine({place: replace(card, known=tuple(sorted(known)))}), None


_USES: Mapping[str, Callable[[Draft, Field], _Done]] = {
    **dict.fromkeys(TUNNEL_TOOLS, _put_tunnel),
    DOWN: _put_face_down,
    CARD: _put_card,
    BLAST: _put_blast,
    ERASE: _erase,
    MEEPLE: _put_meeple,
    KNOWS: _toggle_known,
}


# Tools beside the mine.


def _beside(draft: Draft, place: Beside) -> _Done:
    if place == TUNNELS:
        return draft.position, Notice.of("raubbau_edit.tunnels")
    if place == STAIRS:
        return _on_stairs(draft)
    if draft.kind not in (CARD, ERASE):
        return draft.position, Notice.of("raubbau_edit.cards_only")
    if place == GONE:
        return _on_gone(draft)
    on_it = _on_stack if place.kind == "stack" else _on_front
    return on_it(draft, place.number)


def _on_stairs(draft: Draft) -> _Done:
    if draft.kind != MEEPLE:
        return draft.position, Notice.of("raubbau_edit.stairs")
    return _nobody(draft) or (_to_stairs(draft.position, draft.seat), None)


def _on_stack(draft: Draft, number: int) -> _Done:
    position, at = draft.position, number - 1
    if draft.kind == CARD and draft.face is Face.UNSEEN:
        return with_stack(position, at, draft.set, max(1, len(position.stacks[at]))), None
    return position, Notice.of("raubbau_edit.stack")


def _on_gone(draft: Draft) -> _Done:
    """Add the card in hand to those that are out of the match, or take the last one back."""
    position = draft.position
    if draft.kind == ERASE:
        return replace(position, gone=position.gone[:-1]), None
    if draft.face is Face.UNSEEN:
        return position, Notice.of("raubbau_edit.gone")
    card = Treasure(draft.set, draft.face).known_to(*position.seats)
    return replace(position, gone=(*position.gone, card)), None


def _on_front(draft: Draft, seat: int) -> _Done:
    """Add the card in hand to those in front of a player, or take the last one away."""
    position, front = draft.position, draft.position.front(seat)
    if draft.kind == ERASE:
        return position.with_front(seat, front[:-1]), None
    if draft.face in (Face.CAVE_IN, Face.DRAGON):
        return position, Notice.of("raubbau_edit.front")
    card = Treasure(draft.set, draft.face).known_to(seat)
    return position.with_front(seat, (*front, card)), None


def _to_stairs(position: Position, seat: int) -> Position:
    """Put a meeple on the stairs; one that is there already has left."""
    if not position.leaves(seat):
        return _inside(position, seat).with_plan(seat, Leave())
    out = tuple(sorted({*position.out, seat}))
    left = 0 if position.rounds_left is None else position.rounds_left
    return replace(position.with_plan(seat, None), out=out, rounds_left=left)


def with_stack(position: Position, at: int, name: str, size: int) -> Position:
    """The position with this top and this number of cards in a stack."""
    return replace(position, stacks=with_item(position.stacks, at + 1, _stack(name, size)))


# Numbers and choices beside the board.


def with_players(position: Position, players: int) -> Position:
    """The position for so many players: seats that are new have nothing, others go."""
    players = max(FEWEST_PLAYERS, min(players, MOST_PLAYERS))
    mine = {
        place: replace(thing, known=tuple(seat for seat in thing.known if seat <= players))
        if isinstance(thing, Treasure)
        else thing
        for place, thing in position.mine.items()
    }
    for place, thing in mine.items():
        if isinstance(thing, Treasure) and thing.face is Face.CAVE_IN:
            mine[place] = thing.known_to(*range(1, players + 1))
    out = tuple(seat for seat in position.out if seat <= players)
    return replace(
        position,
        players=players,
        start=min(position.start, players),
        turn=min(position.turn, players),
        me=None if position.me is None else min(position.me, players),
        out=out,
        rounds_left=position.rounds_left if out else None,
        acted=tuple(seat for seat in position.acted if seat <= players),
        leaders=(),
        awakened=None,
        points=resized(position.points, players, 0),
        drift=resized(position.drift, players, position.box.drift_sets),
        fronts=resized(position.fronts, players, ()),
        plans=resized(position.plans, players, None),
    ).with_mine(mine)


def with_me(position: Position, seat: int) -> Position:
    """The position as another seat asks; it is then that seat's turn."""
    return replace(position, me=seat, turn=seat, acted=())


def with_start(position: Position, seat: int) -> Position:
    """The position with another start player."""
    return replace(position, start=seat)


def with_turn(position: Position, seat: int) -> Position:
    """The position when it is another seat's turn."""
    return replace(position, turn=seat)


def with_match(position: Position, match: int) -> Position:
    """The position in another match."""
    return replace(position, match=max(1, min(match, position.box.matches)))


def with_rounds(position: Position, left: int) -> Position:
    """The position with this many rounds left; -1 as long as nobody has left."""
    return replace(position, rounds_left=None if left < 0 else min(left, 1))


def with_more(position: Position, name: str, at: int, more: int) -> Position:
    """The position with more points, drift sets, cards in a stack, or tunnel cards.

    `at` is the index of the seat or the stack.
    """
    if name == "stack":
        stack = position.stacks[at]
        top = stack[-1].set if stack else position.box.sets[0]
        size = max(0, min(len(stack) + more, position.box.treasures))
        return with_stack(position, at, top, size)
    if name == "tunnels":
        count = max(0, min(len(position.tunnels) + more, 99))
        return replace(position, tunnels=(None,) * count)
    if name == "points":
        return replace(position, points=_more(position.points, at, more, -9, 99))
    most = position.box.drift_sets
    return replace(position, drift=_more(position.drift, at, more, 0, most))


def _more(numbers: tuple[int, ...], at: int, more: int, least: int, most: int) -> tuple[int, ...]:
    return with_item(numbers, at + 1, max(least, min(numbers[at] + more, most)))


def with_drawn(position: Position, kind: str) -> _Done:
    """The position in which I have drawn a tunnel of a kind, to be laid; without one, planning."""
    if not kind:
        return replace(position, phase=Phase.PLAN, step=None, acted=()), None
    me = position.me
    plan = None if me is None else position.plan(me)
    if me is None or not isinstance(plan, (Dig, Blast)):
        return position, Notice.of("raubbau_edit.drawn")
    step = Step(StepKind.TURN, Tunnel(KINDS[kind]))
    position = replace(position.with_mine({plan.field: None}), phase=Phase.ACT, step=step, turn=me)
    return position.with_plan(me, Dig(plan.field, plan.way)), None


@dataclass(frozen=True, slots=True)
class Draft(Drafted[Position]):
    """A position being set up, with the tool in hand and what can be undone."""

    examples = EXAMPLES
    tools = TOOLS
    sizes = Game.sizes
    written = staticmethod(position_text)
    parsed = staticmethod(read_draft)
    checked = staticmethod(faults_of)
    blank = staticmethod(blank)
    with_players = staticmethod(with_players)
    with_me = staticmethod(with_me)
    balanced = staticmethod(balanced)

    tool: str = CARD
    set: str = field(default_factory=lambda: the_box().sets[0])
    face: Face = Face.UNSEEN

    @property
    def kind(self) -> str:
        """The tool without the number of its seat."""
        return self.tool.rstrip(digits)

    @property
    def seat(self) -> int:
        """The seat that the tool is of; 0 if of none."""
        return int(self.tool.removeprefix(self.kind) or 0)

    def touched(self, place: Place) -> Draft:
        """Use the tool on a place."""
        if isinstance(place, Field):
            position, notice = _on_field(self, place)
        else:
            position, notice = _beside(self, place)
        return self.put(position, notice)
