"""Additions of another feature to the page of a game: controls, and something to show."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from ksm_widgets.game.match import Phase
    from ksm_widgets.rules.quarries import Quarry
    from ksm_widgets.rules.views import View


class PagePlace(Enum):
    """A place on the page where another feature can add controls of its own."""

    START = "start"
    """Before a game, above the seats."""
    SEATS = "seats"
    """Beside the seats, before a game."""
    GAMES = "games"
    TURN = "turn"
    """Below the controls of the player's turn."""
    CHOICE = "choice"
    """Beside the cards to choose from."""
    LEAVING = "leaving"
    """Beside the ways to leave a game."""
    END = "end"
    """Below the final score."""


class Showing(Protocol):
    """Something that has the board in place of the match."""

    @property
    def phase(self) -> Phase | None:
        """The thing it asks of the player: to choose a card or to dig; None if it only shows."""

    @property
    def view(self) -> View | None:
        """The mine and the seats as it shows them."""

    @property
    def asked(self) -> View | None:
        """The view at the choice it is about, before a turn that it shows."""

    @property
    def dig(self) -> tuple[Quarry, ...]:
        """The dig it shows."""

    @property
    def can_take_back(self) -> bool:
        """Whether the last move tried can be taken back."""
