"""The finding about one mine of Kings under Mountains, whichever question was asked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from ksm_widgets.companions.kings.search.chances import Chance
from ksm_widgets.companions.kings.search.fewest import Fewest

if TYPE_CHECKING:
    from ksm_widgets.companions.kings.cards import Mine
    from ksm_widgets.companions.kings.places import Numbered
    from ksm_widgets.companions.kings.rules import Act

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
