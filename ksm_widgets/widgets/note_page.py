"""A game noted from a table of people's own, as its page has it: what is noted, what is asked."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TYPE_CHECKING, Self

from ksm_widgets.rules.tiles import Tile
from ksm_widgets.tutor.table.match import Phase
from ksm_widgets.tutor.table.tops import Tops
from ksm_widgets.tutor.touch import Touch, tile_of_key

if TYPE_CHECKING:
    from ksm_widgets.rules.position import Position
    from ksm_widgets.rules.quarries import Quarry
    from ksm_widgets.tutor.table.match import Adding, Match
    from ksm_widgets.tutor.table.noting import Noting
    from ksm_widgets.tutor.table.sharing_out import SharingOut

__all__ = ["Asked", "Notes"]


class Asked(Enum):
    """What whoever notes is asked for."""

    TOPS = "tops"
    """The topmost tiles, before the first round (R3)."""
    TILE = "tile"
    """A tile that has shown."""
    CARDS = "cards"
    """The cards that were revealed (R6)."""
    TURN = "turn"
    """What the one who digs does."""
    ADDED = "added"
    """The earlier tiles that went with a turn that could not be paid (R26)."""
    SHARED = "shared"
    """Who got which tile of such a turn."""
    OVER = "over"
    """Nothing any more: the last card has been used."""


@dataclass(frozen=True, slots=True)
class Notes:
    """What is noted so far: the topmost tiles at first, then with `noting` the game.

    `cards` are those told of this round, in the order of the seats; `adding` and `sharing` are a
    turn that could not be paid, until it is told in full. `begun` is when the game began, in
    milliseconds since 1970.
    """

    begun: int
    tops: Tops = field(default_factory=Tops)
    noting: Noting | None = None
    cards: tuple[int, ...] = ()
    adding: Adding | None = None
    sharing: SharingOut | None = None

    @property
    def asked(self) -> Asked:
        """What is asked for now."""
        noting = self.noting
        if noting is None:
            return Asked.TOPS
        if noting.asked:
            return Asked.TILE
        if self.adding is not None:
            return Asked.ADDED
        if self.sharing is not None:
            return Asked.SHARED
        if noting.game.over:
            return Asked.OVER
        return Asked.CARDS if noting.actor is None else Asked.TURN

    @property
    def match(self) -> Match | None:
        """The game as a match in which whoever digs has the screen; None before it begins."""
        if self.noting is None:
            return None
        acts = self.asked in (Asked.TURN, Asked.ADDED)
        return replace(
            self.noting.match,
            eyes=self.noting.actor if acts else None,
            looked=True,
            adding=self.adding,
            begun=self.begun,
        )

    @property
    def phase(self) -> Phase:
        """What the hand on the mine goes by: nothing is secret, but only a turn is played."""
        phases = {Asked.TURN: Phase.DIG, Asked.ADDED: Phase.ADD}
        return phases.get(self.asked, Phase.HAND_OVER)

    @property
    def mine(self) -> Position:
        """The mine as far as it is told."""
        return self.tops.mine if self.noting is None else self.noting.mine

    @property
    def place(self) -> Quarry | None:
        """The quarry whose topmost tile is asked for; None if none is."""
        if self.noting is None:
            return self.tops.at
        return self.noting.asked[0].quarry if self.noting.asked else None

    @property
    def can_take_back(self) -> bool:
        """Whether something is noted that can be taken back."""
        return self.noting is not None or bool(self.tops.count)

    @property
    def blank(self) -> bool:
        """Whether nothing is noted yet but how the mine lay."""
        game = None if self.noting is None else self.noting.game
        return game is not None and not (self.cards or game.records or game.waiting)

    def act_of(self, key: str) -> tuple[str, str] | None:
        """What a key means while notes are taken, as an act and its value; None if nothing."""
        if key == "Backspace":
            return "back", ""
        if self.asked not in (Asked.TOPS, Asked.TILE):
            return None
        tile = tile_of_key(key)
        if tile is not None and tile is not Tile.UNSEEN:
            return "note-tile", tile.letter
        walked = None if self.noting is not None else Touch(cursor=self.tops.at).walked(key)
        return None if walked is None else ("note-at", str(walked.cursor))

    def noted(self, noting: Noting) -> Self:
        """A note more, or fewer; nothing else is half told then."""
        return replace(self, noting=noting, cards=(), adding=None, sharing=None)
