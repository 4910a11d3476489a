"""A position of Kings under Mountains being set up by touch, with what can be undone.

A draft may break every rule; its faults are listed together. As long as the numbers of cards add
up they are kept so: what is put on the table comes from the deck.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ksm_widgets.companions.drafting import ShelfDraft, Used
from ksm_widgets.companions.kings.cards import Mine, Race, Unit
from ksm_widgets.companions.kings.checking import faults_of
from ksm_widgets.companions.kings.position import Position
from ksm_widgets.companions.kings.setting_up import (
    asked_by,
    balanced,
    blank,
    filled_up,
    for_players,
    phased,
)
from ksm_widgets.companions.kings.text import position_text, read_draft
from ksm_widgets.companions.kings.tools import UNIT, USES
from ksm_widgets.telling.phrases import Notice

if TYPE_CHECKING:
    from ksm_widgets.companions.kings.places import Place

EXAMPLES = {
    "plan": (
        "kings D1 O2 | me 1 | turn 1 | deck 52 | next 2.2.3\n"
        "centre 2.3.5!:O2 ; 1.1.1 ; 3.4.6:G0,T4 ; 2.2.3:D9\n"
        "camp D3,D8 O1 T9 | hand D2 D5 O7 G0 G6 T5\n"
        "own 1.2.2:G3 ; - | done - ; 1.1.1 | discard T2 | others 6"
    ),
    "stuck": (
        "kings D1 O2 G3 | me 2 | turn 2 | deck 47 | next 1.3.3\n"
        "centre 3.1.3:T4,O9 ; 2.4.5:G9 ; 3.3.5:D1,D9 ; 3.2.4:G9\n"
        "camp D0,D7 G2 | hand O1 O3 T5 G6 D8 T9\n"
        "own - ; 2.2.3:D9 ; - | done - ; - ; - | discard - | others 6 6"
    ),
}
"""Positions to begin with, by name."""
_FIRST_UNIT, _FIRST_MINE = Unit(Race.DWARFS, 1), Mine(1, 1, False, 1, 1)


@dataclass(frozen=True, slots=True)
class Draft(ShelfDraft[Position]):
    """A position being set up, with the tool in hand and what can be undone."""

    examples = EXAMPLES
    tools = USES.keys()
    written = staticmethod(position_text)
    parsed = staticmethod(read_draft)
    checked = staticmethod(faults_of)
    blank = staticmethod(blank)
    for_players = staticmethod(for_players)
    asked_by = staticmethod(asked_by)
    filled_up = staticmethod(filled_up)
    balanced = staticmethod(balanced)

    tool: str = UNIT
    unit: Unit = _FIRST_UNIT
    mine: Mine = _FIRST_MINE

    def with_race(self, race: Race) -> Draft:
        """The draft with a unit of another race in hand."""
        return self.changed(tool=UNIT, unit=self.unit._replace(race=race))

    def with_strength(self, strength: int) -> Draft:
        """The draft with a unit of another strength in hand."""
        return self.changed(tool=UNIT, unit=self.unit._replace(strength=strength))

    def used(self, place: Place) -> Used[Position]:
        """The position after the tool in hand was used on a place."""
        after = USES[self.tool](self, place)
        return phased(after) if isinstance(after, Position) else after

    def useless(self, place: Place) -> Notice:
        """The notice that the tool in hand has no use on a place."""
        return Notice.of(f"kings_edit.{self.tool}")
