"""What a person at the table does in a game that is played here: a card, a turn, a hint."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ksm_widgets.rules.errors import Unaffordable
from ksm_widgets.rules.turns import Turn
from ksm_widgets.tutor.coach.hints import Rung
from ksm_widgets.tutor.phrases import Notice
from ksm_widgets.tutor.table.advice import Advice, advice
from ksm_widgets.tutor.table.match import Phase

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ksm_widgets.tutor.table.match import Match
    from ksm_widgets.widgets.table_others import OthersTurns
    from ksm_widgets.widgets.table_page import PlayedTable

__all__ = ["OwnActs"]


class OwnActs:
    """Who carries out what the person at the screen has decided; `acts` are the controls' acts."""

    def __init__(self, table: PlayedTable, others: OthersTurns) -> None:
        self._table, self._others = table, others

    @property
    def acts(self) -> Mapping[str, Callable[[str], None]]:
        """What the controls do, by the name of their act."""
        return {
            "choose": lambda _: self._choose(),
            "dig": lambda _: self._end_turn(self._table.page.laid_turn),
            "no-dig": lambda _: self._end_turn(Turn()),
            "back": lambda _: self._take_back(),
            "hint": lambda _: self._ask_hint(),
            "sit": lambda _: self._table.arrive(self._match.sit_down()),
            "add": lambda _: self._table.arrive(self._match.add(self._table.page.adding)),
            "sure": self._sure,
        }

    @property
    def _match(self) -> Match:
        """The match at the table; KeyError without one."""
        match = self._table.page.match
        if match is None:
            raise KeyError("match")
        return match

    def _choose(self) -> None:
        card = self._table.page.hand.thought_of
        if card is not None:
            self._table.arrive(self._match.choose(card.number))

    def _end_turn(self, turn: Turn) -> None:
        """End the turn; one that cannot be paid only if it is meant so (R26)."""
        try:
            after = self._match.play(turn)
        except Unaffordable:
            self._table.become(self._table.page.in_doubt(turn))
        else:
            self._table.arrive(after)

    def _sure(self, what: str) -> None:
        page = self._table.page
        self._table.become(replace(page, asks=""))
        if page.asks != what or page.seen is None:
            return
        if what == "concede":
            self._table.arrive(self._match.concede())
        elif what == "broke":
            self._table.arrive(self._match.play(page.hand.turn(page.seen), unpaid=True))

    def _take_back(self) -> None:
        match = self._match.take_back()
        self._others.halt()
        hand = replace(self._table.page.hand, picked=None, marked=(), notice=None)
        self._table.arrive(match, since=len(match.steps), hand=hand)

    def _ask_hint(self) -> None:
        """What a steady player would do, thought out while the page answers."""
        match, page = self._match, self._table.page
        seen = page.seen
        if seen is None or page.phase not in (Phase.CHOOSE, Phase.DIG):
            return
        rung = Rung(min(page.rung + 1, Rung.ALL))

        def done(found: Advice) -> None:
            page = replace(self._table.page, thinking=False)
            if page.match is match:
                page = replace(page, told=Notice(found.phrases, quarries=found.places), rung=rung)
            self._table.become(page)

        self._others.think(lambda _: advice(seen, rung), done)
