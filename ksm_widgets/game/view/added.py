"""The places on a game's page where another feature can add controls."""

from enum import Enum


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
