"""Plans that answer a question of Kingdom of Solomon, and all of them as its answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ksm_widgets.companions.answering import Answer

if TYPE_CHECKING:
    from ksm_widgets.companions.kingdom.acts import Act
    from ksm_widgets.companions.kingdom.places import Spot
    from ksm_widgets.companions.kingdom.worths import Number
    from ksm_widgets.telling.phrases import Phrase


@dataclass(frozen=True, slots=True)
class CardPlan:
    """A plan with a building card, or with none."""

    card: int | None

    def __str__(self) -> str:
        return "none" if self.card is None else str(self.card)


@dataclass(frozen=True, slots=True)
class TokenPlan:
    """A plan with a number of tokens."""

    count: int

    def __str__(self) -> str:
        return str(self.count)


@dataclass(frozen=True, slots=True)
class SpotPlan:
    """A plan for the pawn on a spot, or for all pawns."""

    spot: Spot | None

    def __str__(self) -> str:
        return "all" if self.spot is None else str(self.spot)


@dataclass(frozen=True, slots=True)
class Option:
    """A plan: its worth, its acts, and why, in parts that add up.

    Of a spot, `urgency` is what is lost if it is taken.
    """

    about: CardPlan | TokenPlan | SpotPlan
    value: Number
    acts: tuple[Act, ...]
    why: tuple[Phrase, ...] = ()
    urgency: Number | None = None

    @property
    def name(self) -> str:
        """The subject of the plan, in text."""
        return str(self.about)


@dataclass(frozen=True, slots=True)
class BoundedAnswer(Answer[Option]):
    """An answer; if it is not proven, no plan is worth more than `bound`.

    `bare` if the favour, which a token could bring, is left out of the figures.
    """

    bound: float | None = None
    bare: bool = False

    @property
    def value(self) -> Number:
        """The worth of the best plan."""
        return self.options[0].value
