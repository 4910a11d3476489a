"""The page of Raubbau as a value: the table, the question, what was found."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from ksm_widgets.companions.cursor import Cursor
from ksm_widgets.companions.raubbau.answering import Found, ask
from ksm_widgets.companions.raubbau.box import FEWEST_PLAYERS, MOST_PLAYERS
from ksm_widgets.companions.raubbau.editing import Draft
from ksm_widgets.companions.raubbau.links import Query
from ksm_widgets.companions.raubbau.match import RaubbauMatch
from ksm_widgets.companions.raubbau.naming import card_phrase
from ksm_widgets.companions.raubbau.places import ENTRY, Place
from ksm_widgets.companions.raubbau.position import Position
from ksm_widgets.companions.raubbau.scene import RaubbauPicture
from ksm_widgets.companions.raubbau.telling import place_told
from ksm_widgets.companions.raubbau.tools import (
    BLAST,
    CARD,
    DOWN,
    FACE_KEYS,
    MEEPLE,
    TUNNEL_TOOLS,
    Tool,
)
from ksm_widgets.companions.view.page import ShelfPage
from ksm_widgets.telling.phrases import Phrase

_FIRST: Cursor[Place] = Cursor(ENTRY)
_TOLD_MORE = (CARD, "tunnel", MEEPLE)
"""The tools of which there is more to say than a sentence."""
_FACES = {key: face for face, key in FACE_KEYS.items()}
SETTING_ROOM = 3
"""Fields shown to each side of the entry while a mine is set up, so that a small one stays put."""


@dataclass(frozen=True, slots=True)
class Page(ShelfPage[Position, Query, Found, RaubbauMatch]):
    """A table being set up, what is asked, and what was found."""

    match_type: ClassVar = RaubbauMatch
    tool_keys: ClassVar = {
        "i": "straight", "l": "bend", "t": "t", "x": "cross",
        "#": DOWN, "*": BLAST,
        **{str(seat): str(Tool(MEEPLE, seat)) for seat in range(1, MOST_PLAYERS + 1)},
    }  # fmt: skip
    find = staticmethod(ask)
    place_told = staticmethod(place_told)

    draft: Draft = field(default_factory=lambda: Draft.to_begin("last", FEWEST_PLAYERS))
    cursor: Cursor[Place] = _FIRST
    query: Query = field(default_factory=Query)

    @property
    def picture(self) -> RaubbauPicture:
        """The board's picture, with room to build on while a position is set up."""
        room = SETTING_ROOM if self.setting_up else 0
        return RaubbauPicture(self.shown, self.theme, self.marks, room=room)

    @property
    def tool_help(self) -> tuple[Phrase, ...]:
        """How to use the tool in hand."""
        draft = self.draft
        kind = "tunnel" if draft.kind in TUNNEL_TOOLS else draft.kind
        params = {"card": card_phrase(draft.card), "seat": draft.seat}
        usage = Phrase(f"raubbau_tool.help_{kind}", params)
        return (usage, Phrase(f"raubbau_tool.more_{kind}")) if kind in _TOLD_MORE else (usage,)

    def with_key(self, key: str) -> Draft | None:
        """The draft with a card of a key's set or face in hand; None for any other key."""
        if key in self.position.box.sets:
            return self.draft.with_set(key)
        return self.draft.with_face(_FACES[key]) if key in _FACES else None
