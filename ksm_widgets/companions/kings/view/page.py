"""The page of Kings under Mountains as a value: the table, the question, what was found."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from ksm_widgets.companions.cursor import Cursor
from ksm_widgets.companions.drafting import ERASE
from ksm_widgets.companions.kings.answering import Found, ask
from ksm_widgets.companions.kings.box import FEWEST_PLAYERS
from ksm_widgets.companions.kings.cards import RACES, STRONGEST, Race
from ksm_widgets.companions.kings.editing import Draft
from ksm_widgets.companions.kings.links import Query
from ksm_widgets.companions.kings.match import KingsMatch
from ksm_widgets.companions.kings.naming import mine_phrase, unit_phrase
from ksm_widgets.companions.kings.places import Numbered, Place, Row
from ksm_widgets.companions.kings.position import Position
from ksm_widgets.companions.kings.scene import KingsPicture
from ksm_widgets.companions.kings.telling import place_told
from ksm_widgets.companions.kings.tools import MINE, UNIT
from ksm_widgets.companions.view.page import ShelfPage
from ksm_widgets.telling.phrases import Phrase

_FIRST: Cursor[Place] = Cursor(Numbered(Row.CENTRE, 1))


@dataclass(frozen=True, slots=True)
class Page(ShelfPage[Position, Query, Found, KingsMatch]):
    """A table being set up, what is asked, and what was found."""

    match_type: ClassVar = KingsMatch
    tool_keys: ClassVar = {"m": MINE}
    find = staticmethod(ask)
    place_told = staticmethod(place_told)

    draft: Draft = field(default_factory=lambda: Draft.to_begin("plan", FEWEST_PLAYERS))
    cursor: Cursor[Place] = _FIRST
    query: Query = field(default_factory=Query)

    @property
    def picture(self) -> KingsPicture:
        """The board's picture, with room for more while a position is set up."""
        return KingsPicture(
            self.shown, self.theme, self.marks, room=self.setting_up, language=self.language
        )

    @property
    def tool_help(self) -> tuple[Phrase, ...]:
        """How to use the tool in hand."""
        draft = self.draft
        if draft.tool == ERASE:
            return (Phrase("kings_tool.help_erase"),)
        thing = unit_phrase(draft.unit) if draft.tool == UNIT else mine_phrase(draft.mine)
        selected = Phrase("kings_tool.selected", {"thing": thing})
        return selected, Phrase(f"kings_tool.more_{draft.tool}")

    def with_key(self, key: str) -> Draft | None:
        """The draft with a unit of a key's race or strength in hand; None for any other key."""
        draft = self.draft
        if key.upper() in RACES:
            return draft.with_race(Race(key.upper()))
        if len(key) == 1 and key in "0123456789"[: STRONGEST + 1]:
            return draft.with_strength(int(key))
        return None
