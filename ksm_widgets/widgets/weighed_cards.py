"""Which card to lay down, if somebody asks at the table: all of the hand are weighed meanwhile.

Nobody is shown more than whoever has the screen may know (R33), and it goes with the choice: once
the match comes to another moment, nothing of it is left.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ksm_widgets.tutor.table.choosing import card_tables
from ksm_widgets.tutor.table.match import Phase
from ksm_widgets.widgets.search import CutShort, Searching, heeding

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ksm_widgets.tutor.table.choosing import CardTable
    from ksm_widgets.widgets.table_page import Table

__all__ = ["CardWeigher", "WeighedCards"]


@dataclass(frozen=True, slots=True)
class WeighedCards:
    """What each card comes to as far as is known, None at first; `running` while it is weighed."""

    table: CardTable | None = None
    running: bool = True


class CardWeigher:
    """Who weighs the cards of a hand in the background, again and again by more games."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._searching = Searching(self._gave_up)

    @property
    def acts(self) -> Mapping[str, Callable[[str], None]]:
        """What the controls do, by the name of their act."""
        return {
            "cards": lambda _: self._weigh(),
            "cards-stop": lambda _: self._searching.stop(),
            "cards-away": lambda _: self._put_away(),
        }

    def wait(self, timeout: float | None = None) -> None:
        """Wait until nothing is weighed any more."""
        self._searching.join(timeout)

    def halt(self) -> None:
        """Nothing is weighed any more."""
        self._searching.drop()

    def _weigh(self) -> None:
        page = self._table.page
        seen = page.seen
        if page.phase is not Phase.CHOOSE or page.coach is not None or seen is None:
            raise ValueError("no card is to be chosen")
        latest: CardTable | None = None

        def work(stop: Callable[[], bool], tell: Callable[[CardTable], None]) -> CardTable | None:
            nonlocal latest
            try:
                # Cut short and begun anew, it goes on behind the last whole table.
                since = 0 if latest is None else latest.games
                for latest in card_tables(seen, since=since, pulse=heeding(stop)):
                    tell(latest)
            except CutShort:
                pass
            return latest

        search = self._searching.next(work, done=self._weighed, stands=self._found)
        self._table.become(replace(page, cards=WeighedCards()))
        search.start()

    def _found(self, table: CardTable | None) -> None:
        """There is a table, or one by more games."""
        if table is not None and self._table.page.cards is not None:
            self._table.become(replace(self._table.page, cards=WeighedCards(table)))

    def _weighed(self, table: CardTable | None) -> None:
        """All is weighed, or it was stopped, perhaps before there was anything to show."""
        if self._table.page.cards is not None:
            cards = None if table is None else WeighedCards(table, running=False)
            self._table.become(replace(self._table.page, cards=cards))

    def _put_away(self) -> None:
        self.halt()
        self._table.become(replace(self._table.page, cards=None))

    def _gave_up(self, error: Exception) -> None:
        """Something went wrong in the background: the table shows it."""
        self._table.become(replace(self._table.page, cards=None))
        self._table.failed(error)
