"""The page of Kingdom of Solomon as a value: the table, the question, what was found."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from ksm_widgets.companions.cursor import Cursor
from ksm_widgets.companions.drafting import ERASE
from ksm_widgets.companions.kingdom.answering import Found, ask
from ksm_widgets.companions.kingdom.box import FEWEST_PLAYERS
from ksm_widgets.companions.kingdom.editing import Draft
from ksm_widgets.companions.kingdom.goods import GOODS
from ksm_widgets.companions.kingdom.links import Query, Question
from ksm_widgets.companions.kingdom.match import KingdomMatch
from ksm_widgets.companions.kingdom.naming import card_phrase, fortune_phrase, good_phrase
from ksm_widgets.companions.kingdom.places import Place
from ksm_widgets.companions.kingdom.position import Phase, Position
from ksm_widgets.companions.kingdom.scene import KingdomPicture
from ksm_widgets.companions.kingdom.telling import place_told
from ksm_widgets.companions.kingdom.tools import BUILDING, CUBE, PAWN, ROAD, TOKEN
from ksm_widgets.companions.view.page import ShelfPage
from ksm_widgets.telling.phrases import Phrase

_FIRST: Cursor[Place] = Cursor("Lebanon")


@dataclass(frozen=True, slots=True)
class Page(ShelfPage[Position, Query, Found, KingdomMatch]):
    """A table being set up, what is asked, and what was found."""

    match_type: ClassVar = KingdomMatch
    tool_keys: ClassVar = {"b": BUILDING, "p": PAWN, "r": ROAD, "t": TOKEN}
    find = staticmethod(ask)
    place_told = staticmethod(place_told)

    draft: Draft = field(default_factory=lambda: Draft.to_begin("trade", FEWEST_PLAYERS))
    cursor: Cursor[Place] = _FIRST
    query: Query = field(default_factory=Query)

    @property
    def picture(self) -> KingdomPicture:
        """The board's picture."""
        return KingdomPicture(self.shown, self.theme, self.marks, self.language)

    def fitting(self) -> tuple[Question, ...]:
        """While pawns are placed, the question about them comes first."""
        placing = self.position.phase is Phase.PLACE
        return tuple(sorted(Question, key=lambda one: (one is Question.PAWNS) != placing))

    @property
    def tool_help(self) -> tuple[Phrase, ...]:
        """How to use the tool in hand."""
        draft = self.draft
        if draft.tool == ERASE:
            return (Phrase("kingdom_tool.help_erase"),)
        params = {
            "seat": draft.seat,
            "good": good_phrase(draft.good),
            "card": card_phrase(draft.position, draft.card),
            "fortune": fortune_phrase(draft.fortune),
        }
        selected = Phrase(f"kingdom_tool.help_{draft.tool}", params)
        return selected, Phrase(f"kingdom_tool.more_{draft.tool}")

    def with_key(self, key: str) -> Draft | None:
        """The draft with a key's good in hand, or for its seat; None for any other key."""
        draft = self.draft
        if len(key) == 1 and key in GOODS:
            return draft.changed(tool=CUBE, good=key)
        if len(key) == 1 and key in "1234"[: draft.position.players]:
            return draft.changed(seat=int(key))
        return None
