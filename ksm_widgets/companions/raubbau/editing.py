"""A position of Raubbau being set up by touch, with what can be undone.

A draft may break every rule; its faults are listed together. `tools` has what a touch does. As long
as the numbers of cards add up, `setting_up` keeps them so: what is put down comes from the stacks.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ksm_widgets.companions.drafting import ShelfDraft, Used
from ksm_widgets.companions.raubbau.box import Face, the_box
from ksm_widgets.companions.raubbau.cards import Treasure
from ksm_widgets.companions.raubbau.checking import faults_of
from ksm_widgets.companions.raubbau.position import Position
from ksm_widgets.companions.raubbau.setting_up import (
    asked_by,
    balanced,
    blank,
    filled_up,
    for_players,
)
from ksm_widgets.companions.raubbau.text import position_text, read_draft
from ksm_widgets.companions.raubbau.tools import CARD, TOOLS, USELESS, USES
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


@dataclass(frozen=True, slots=True)
class Draft(ShelfDraft[Position]):
    """A position being set up, with the tool in hand and what can be undone."""

    examples = EXAMPLES
    tools = TOOLS.keys()
    written = staticmethod(position_text)
    parsed = staticmethod(read_draft)
    checked = staticmethod(faults_of)
    blank = staticmethod(blank)
    for_players = staticmethod(for_players)
    asked_by = staticmethod(asked_by)
    filled_up = staticmethod(filled_up)
    balanced = staticmethod(balanced)

    tool: str = CARD
    set: str = field(default_factory=lambda: the_box().sets[0])
    face: Face = Face.UNSEEN

    @property
    def kind(self) -> str:
        """The kind of the tool in hand."""
        return TOOLS[self.tool].kind

    @property
    def seat(self) -> int:
        """The seat that the tool in hand is of; 0 if of none."""
        return TOOLS[self.tool].seat

    @property
    def card(self) -> Treasure:
        """The card in hand, which is put down with CARD."""
        return Treasure(self.set, self.face)

    def with_set(self, name: str) -> Draft:
        """The draft with a card of a set in hand: its face is not known yet."""
        return self.changed(tool=CARD, set=name, face=Face.UNSEEN)

    def with_face(self, face: Face) -> Draft:
        """The draft with a card of the same set in hand, with this face."""
        return self.changed(tool=CARD, face=face)

    def used(self, place: Place) -> Used[Position]:
        """The position after the tool in hand was used on a place."""
        return USES[self.kind](self, place)

    def useless(self, place: Place) -> Notice:
        """The notice that the tool in hand has no use on a place."""
        return Notice.of(USELESS.get(place, "raubbau_edit.cards_only"))
