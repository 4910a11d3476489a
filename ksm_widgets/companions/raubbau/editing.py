"""A position of Raubbau being set up by touch, with what can be undone.

A draft may break every rule; its faults are listed together. `tools` has what a touch does. As long
as the numbers of cards add up, `counting` keeps them so: what is put down comes from the stacks.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from ksm_widgets.companions.drafting import Drafted
from ksm_widgets.companions.raubbau.box import FEWEST_PLAYERS, KINDS, MOST_PLAYERS, Face, the_box
from ksm_widgets.companions.raubbau.cards import Treasure, Tunnel, even_sizes, stack_of
from ksm_widgets.companions.raubbau.checking import faults_of
from ksm_widgets.companions.raubbau.counting import (
    balanced,
    filled_up,
)
from ksm_widgets.companions.raubbau.drawn_tunnel import with_drawn_tunnel
from ksm_widgets.companions.raubbau.places import ENTRY
from ksm_widgets.companions.raubbau.position import Phase, Position
from ksm_widgets.companions.raubbau.record import Game
from ksm_widgets.companions.raubbau.text import position_text, read_draft
from ksm_widgets.companions.raubbau.tools import CARD, TOOLS, Hand, used
from ksm_widgets.companions.tuples import resized
from ksm_widgets.telling.phrases import Notice

if TYPE_CHECKING:
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


def blank(players: int) -> Position:
    """The mine before anybody has dug, as seat 1 sees it."""
    box = the_box()
    sizes = even_sizes(box.treasures, box.stacks)
    return replace(
        Position.of_mine({ENTRY: Tunnel(box.entry)}, players),
        me=1,
        drift=(box.drift_sets,) * players,
        tunnels=(None,) * box.tunnels_for(players),
        stacks=tuple(stack_of(box.sets[at % len(box.sets)], size) for at, size in enumerate(sizes)),
    )


def with_players(position: Position, players: int) -> Position:
    """The position for so many players: seats that are new have nothing, others go."""
    players = max(FEWEST_PLAYERS, min(players, MOST_PLAYERS))
    seats, step = range(1, players + 1), position.step

    def known(card: Treasure) -> Treasure:
        """A card as these seats know it: some cards all of them do."""
        told = replace(card, known=tuple(seat for seat in card.known if seat in seats))
        return told.known_to(*seats) if card.kept or card.face is Face.CAVE_IN else told

    mine = {
        place: known(thing) if isinstance(thing, Treasure) else thing
        for place, thing in position.mine.items()
    }
    out = tuple(seat for seat in position.out if seat <= players)
    return replace(
        position,
        players=players,
        start=min(position.start, players),
        turn=min(position.turn, players),
        me=None if position.me is None else min(position.me, players),
        passed=min(position.passed, players),
        out=out,
        rounds_left=position.rounds_left if out else None,
        acted=tuple(seat for seat in position.acted if seat <= players),
        leaders=(),
        waker=None,
        points=resized(position.points, players, 0),
        drift=resized(position.drift, players, position.box.drift_sets),
        fronts=tuple(tuple(map(known, front)) for front in resized(position.fronts, players, ())),
        gone=tuple(known(card).known_to(*seats) for card in position.gone),
        step=None if step is None else replace(step, cards=tuple(map(known, step.cards))),
        plans=resized(position.plans, players, None),
    ).with_mine(mine)


def with_me(position: Position, seat: int) -> Position:
    """The position as another seat asks; it is then that seat's turn."""
    return replace(position, me=seat, turn=seat, acted=())


def with_my_tunnel(position: Position, kind: str) -> Position | Notice:
    """The position in which I have drawn a tunnel of a kind, to be laid; without one, planning."""
    if not kind:
        return replace(position, phase=Phase.PLAN, step=None, acted=())
    tunnel = Tunnel(KINDS[kind])
    me = position.me
    if me is None:
        return Notice.of("raubbau_edit.drawn")
    drawn = with_drawn_tunnel(replace(position, turn=me), tunnel)
    return Notice.of("raubbau_edit.drawn") if drawn is None else drawn


@dataclass(frozen=True, slots=True)
class Draft(Drafted[Position]):
    """A position being set up, with the tool in hand and what can be undone."""

    examples = EXAMPLES
    tools = TOOLS.keys()
    sizes = Game.sizes
    written = staticmethod(position_text)
    parsed = staticmethod(read_draft)
    checked = staticmethod(faults_of)
    blank = staticmethod(blank)
    with_players = staticmethod(with_players)
    with_me = staticmethod(with_me)
    filled_up = staticmethod(filled_up)
    balanced = staticmethod(balanced)

    tool: str = CARD
    set: str = field(default_factory=lambda: the_box().sets[0])
    face: Face = Face.UNSEEN

    @property
    def hand(self) -> Hand:
        """The tool in hand with its card."""
        return Hand(TOOLS[self.tool], Treasure(self.set, self.face))

    def used(self, place: Place) -> Position | Notice:
        """The position after the tool in hand was used on a place, or why it has no use there."""
        return used(self.position, self.hand, place)
