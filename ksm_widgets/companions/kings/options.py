"""The options that an answer about Kings under Mountains compares, and why each is so."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from ksm_widgets.companions.answering import OptionT_co
from ksm_widgets.companions.kings.search.chances import Chance
from ksm_widgets.companions.kings.search.fewest import Fewest
from ksm_widgets.companions.kings.search.openings import Opening
from ksm_widgets.companions.kings.search.sure import SurePlan

if TYPE_CHECKING:
    from ksm_widgets.companions.kings.box import Mine
    from ksm_widgets.companions.kings.places import Numbered
    from ksm_widgets.companions.kings.rules import Act
    from ksm_widgets.telling.phrases import Phrase

ResultT = TypeVar("ResultT", Fewest, Chance)


@dataclass(frozen=True, slots=True)
class MineFinding(Generic[ResultT]):
    """A mine on the table, the number of plays until it is finished, and what is found about it."""

    place: Numbered
    mine: Mine
    missing: int
    result: ResultT

    @property
    def acts(self) -> tuple[Act, ...]:
        """The acts that were found."""
        return self.result.acts


Option = SurePlan | MineFinding[Fewest] | MineFinding[Chance] | Opening
"""An option of any question: a plan for some turns, a finding about a mine, or a play."""


@dataclass(frozen=True, slots=True)
class Reasoned(Generic[OptionT_co]):
    """An option of an answer, and why it is so."""

    option: OptionT_co
    why: tuple[Phrase, ...]
