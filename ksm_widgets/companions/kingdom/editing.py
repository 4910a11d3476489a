"""A position of Kingdom of Solomon being set up by touch, with its tool in hand.

A draft may break every rule; its faults are listed together.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Self

from ksm_widgets.companions.drafting import ShelfDraft
from ksm_widgets.companions.kingdom.checking import faults_of
from ksm_widgets.companions.kingdom.position import Position
from ksm_widgets.companions.kingdom.setting_up import asked_by, balanced, blank, for_players
from ksm_widgets.companions.kingdom.text import position_text, read_draft
from ksm_widgets.companions.kingdom.tools import CUBE, ROAD, USES
from ksm_widgets.telling.phrases import Notice

if TYPE_CHECKING:
    from ksm_widgets.companions.kingdom.places import LandName, Place

EXAMPLES = {
    "trade": (
        "players 2 | me 1 | order 1 2 | phase market | score 20 14\n"
        "goods ssswwwwf ; ccf | fortune f ; 2 | tokens 0 1 | favour 2\n"
        "market g0 c1 s2 w1 f3 | cards 1 4 11 12 | own 7 10 ; 3 | temple 2\n"
        "sites Bashan:1 Tob:1 Judah:2 | roads Bashan-Tob | pawns -"
    ),
    "place": (
        "players 4 | me 3 | order 2 3 1 4 | phase place | score 31 28 35 12\n"
        "goods w ; - ; gs ; ff | fortune 0 ; 1 ; ap3 ; 2 | tokens 2 0 2 0 | favour 1\n"
        "market g1 c0 s4 w2 f2 | cards 5 9 17 18 | own 2 ; 8 ; 6 11 ; - | temple 4\n"
        "sites Samaria:1 Dan:2 Aram:3 Bashan:3 | roads Aram-Bashan\n"
        "pawns Edom:1 Trader:2 Prophet:4 Judah:3 | left 4 4 4 4"
    ),
}
"""Positions to begin with, by name."""


@dataclass(frozen=True, slots=True)
class Draft(ShelfDraft[Position]):
    """A position being set up, with the tool in hand and what can be undone.

    `seat`, `good`, `card` and `fortune` are what a tool puts down, `end` is where a road begins.
    """

    examples = EXAMPLES
    tools = USES.keys()
    written = staticmethod(position_text)
    parsed = staticmethod(read_draft)
    checked = staticmethod(faults_of)
    balanced = staticmethod(balanced)
    blank = staticmethod(blank)
    for_players = staticmethod(for_players)
    asked_by = staticmethod(asked_by)

    tool: str = CUBE
    seat: int = 1
    good: str = "s"
    card: int = 1
    fortune: str = "f"
    end: LandName | None = None

    def __post_init__(self) -> None:
        """Put down nothing of a player whom the table no longer has."""
        if self.seat > self.position.players:
            object.__setattr__(self, "seat", self.position.players)

    @property
    def begun(self) -> tuple[LandName, ...]:
        """The end at which a road begins."""
        return () if self.end is None else (self.end,)

    def changed(self, **changes: Any) -> Self:
        """The draft with another position or tool; no road begins anywhere then."""
        return super(Draft, self).changed(end=None, **changes)

    def used(self, place: Place) -> Position | None:
        """The position after the tool in hand was used on a place."""
        return USES[self.tool](self, place)

    def useless(self, place: Place) -> Notice:
        """The notice that the tool in hand has no use on a place."""
        return Notice.of(f"kingdom_edit.{self.tool}", count=self.position.box.display)

    def touched(self, place: Place) -> tuple[Self, Notice | None]:
        """The draft after a touch; the first of two for a road only says where it begins."""
        if self.tool == ROAD and isinstance(place, str) and self.end is None:
            return replace(self, end=place), Notice.of("kingdom_edit.road_end", place=place)
        draft, notice = super(Draft, self).touched(place)
        return replace(draft, end=None), notice
