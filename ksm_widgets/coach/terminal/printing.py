"""Output that the coach's commands share: an error for a missing seat, and figures as JSON."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING

from ksm_widgets.terminal.streams import print_error
from ksm_widgets.words import sentence

if TYPE_CHECKING:
    from ksm_widgets.analysis.figures import Figure
    from ksm_widgets.game.match import Match


NO_SUCH = 2
"""The exit status for a seat or a choice that does not exist."""


def no_seat(match: Match, player: int, language: str) -> bool:
    """Whether a player, counted from 1, has no seat; if so, prints that."""
    seats = len(match.seats)
    if player > seats:
        print_error(sentence("cli_coach.no_seat", language, found=player, seats=seats))
    return player > seats


def figure_data(figure: Figure, digits: int) -> dict[str, float | None]:
    """A figure for JSON, rounded; an error that is not known is null."""
    error = None if isnan(figure.error) else round(figure.error, digits)
    return {"mean": round(figure.mean, digits), "error": error}
