"""Answers to a question about a table: the plans, step by step, and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ksm_widgets.companions.answering import ShelfFound, Status
from ksm_widgets.companions.kingdom.links import Query, Question
from ksm_widgets.companions.kingdom.questions.block import ask_block
from ksm_widgets.companions.kingdom.questions.options import BoundedAnswer, Option
from ksm_widgets.companions.kingdom.questions.pawns import ask_pawns
from ksm_widgets.companions.kingdom.questions.planning import after, alone
from ksm_widgets.companions.kingdom.questions.round import ask_round
from ksm_widgets.companions.kingdom.touching import touch_places
from ksm_widgets.companions.kingdom.worths import number_phrase
from ksm_widgets.companions.pulse import PartDone, Pulse, no_pulse, untold
from ksm_widgets.telling.phrases import Phrase

if TYPE_CHECKING:
    from ksm_widgets.companions.kingdom.acts import Act
    from ksm_widgets.companions.kingdom.places import Place
    from ksm_widgets.companions.kingdom.position import Position


@dataclass(frozen=True, slots=True)
class Found(ShelfFound["Position", Query, Option, "Act"]):
    """The answer to a query, and the position that was asked about."""

    answer: BoundedAnswer

    @property
    def headline(self) -> Phrase:
        """The answer in a sentence."""
        how = "" if self.answer.status is Status.OPTIMAL else "_maybe"
        if self.answer.bare:
            how = "_bare"
        value = number_phrase(self.answer.value)
        return Phrase(f"kingdom_page.found_{self.query.question}{how}", {"value": value})

    def reasons(self, row: int) -> tuple[Phrase, ...]:
        """The parts of a plan's worth, and what is said about all of them."""
        return (*self.rows[row].why, *self.answer.reasons)

    def acts(self, row: int) -> tuple[Act, ...]:
        """The acts of a plan, which can be stepped through."""
        return self.rows[row].acts

    def after(self, row: int, step: int) -> Position:
        """The position after the first `step` acts of a plan, if nobody else acts."""
        if not step:
            return self.position
        seat = self.position.asker
        position = alone(self.position, seat)
        for act in self.acts(row)[:step]:
            position = after(position, act, seat)
        return position

    def places(self, row: int, step: int) -> tuple[Place, ...]:
        """The places of the next act of a plan."""
        position = alone(self.position, self.position.asker)
        acts = self.acts(row)[step : step + 1]
        return tuple(place for act in acts for place in touch_places(position, act))


_ASKED = {Question.ROUND: ask_round, Question.PAWNS: ask_pawns, Question.BLOCK: ask_block}


def ask(
    position: Position,
    query: Query,
    pulse: Pulse = no_pulse,
    part_done: PartDone = untold,
) -> Found:
    """Answer a query; `pulse` is called now and then and may raise to stop, raises NoAnswer.

    There is only one part, so `part_done` is not called.
    """
    return Found(position, query, _ASKED[query.question](position, query.worths, pulse=pulse))
