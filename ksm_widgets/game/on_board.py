"""The owner of the board on a game's page: the match, notes, a step of a replay, or a feature."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from ksm_widgets.rules.given import covered

if TYPE_CHECKING:
    from ksm_widgets.game.match import Match, Phase
    from ksm_widgets.game.steps import Step
    from ksm_widgets.rules.position import Position
    from ksm_widgets.rules.quarries import Quarry
    from ksm_widgets.rules.views import View
    from ksm_widgets.telling.phrases import Reader, Tone


class OnBoard(Protocol):
    """The owner of the board, from which everything else on the page follows."""

    @property
    def phase(self) -> Phase | None:
        """The step that it waits for; None if it only shows something."""

    @property
    def view(self) -> View | None:
        """The mine and the seats as one player sees them; None while nobody's view is shown."""

    @property
    def mine(self) -> Position:
        """The mine as everybody knows it, or knew it then (R33)."""

    @property
    def round(self) -> int | None:
        """The round that is shown; None before the first one."""

    @property
    def can_take_back(self) -> bool:
        """Whether there is an act to take back."""

    @property
    def board_help(self) -> str:
        """The key of the help on the board's keys."""


class Showing(OnBoard, Protocol):
    """Something of another feature that has the board in place of the match."""

    @property
    def asked(self) -> View | None:
        """The view at the choice it is about, before a turn that it shows."""

    @property
    def dig(self) -> tuple[Quarry, ...]:
        """The dig it shows."""

    @property
    def tone(self) -> Tone:
        """The tone in which it is said what is shown."""

    def said(self, reader: Reader) -> tuple[str, ...]:
        """The sentences about it."""


@dataclass(frozen=True, slots=True)
class Replay:
    """A step of a match that is over, by its number: nobody acts, and nobody's view is shown."""

    match: Match
    at: int

    phase = None
    view = None
    can_take_back = False
    board_help = "at_table.board_help"

    @property
    def step(self) -> Step:
        """The step."""
        return self.match.steps[self.at]

    @property
    def mine(self) -> Position:
        """The mine as everybody knew it then (R33)."""
        return covered(self.step.game.position, self.step.game.covering)

    @property
    def round(self) -> int:
        """The round of the step."""
        return self.step.game.round
