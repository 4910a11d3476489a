"""Answers to a question about a table: what was found, row by row, and why."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

from ksm_widgets.companions.answering import Answer, ShelfFound
from ksm_widgets.companions.kings.links import Query, Question
from ksm_widgets.companions.kings.options import Option, Reasoned
from ksm_widgets.companions.kings.position import Phase, Position
from ksm_widgets.companions.kings.questions import (
    ask_chance,
    ask_fewest,
    ask_opens,
    ask_sure,
    ask_sure_by_turns,
)
from ksm_widgets.companions.kings.rules import Act, Draw, Play, apply
from ksm_widgets.companions.kings.search.openings import Opening
from ksm_widgets.companions.kings.search.sure import SurePlan
from ksm_widgets.companions.pulse import PartDone, Pulse, no_pulse, untold
from ksm_widgets.telling.phrases import Phrase, Tone

if TYPE_CHECKING:
    from ksm_widgets.companions.kings.places import Place


@dataclass(frozen=True, slots=True)
class Found(ShelfFound[Position, Query, Reasoned[Option], Act]):
    """The findings for a query, and the position that was asked about.

    `groups` are the options row by row: plays that open the same to the next player share one.
    """

    groups: tuple[tuple[Reasoned[Option], ...], ...]

    @classmethod
    def of(cls, position: Position, query: Query, answer: Answer[Reasoned[Option]]) -> Self:
        """The findings in an answer."""
        rows: dict[object, list[Reasoned[Option]]] = {}
        for at, one in enumerate(answer.options):
            rows.setdefault(_effect(one.option) or at, []).append(one)
        return cls(position, query, answer, tuple(map(tuple, rows.values())))

    @property
    def rows(self) -> tuple[Reasoned[Option], ...]:
        """The options compared, row by row."""
        return tuple(group[0] for group in self.groups)

    @property
    def headline(self) -> Phrase:
        """The finding in a sentence."""
        question = self.query.question
        which = self._openings if question is Question.OPENS else ""
        return Phrase(f"kings_page.found_{question}{which}")

    @property
    def _openings(self) -> str:
        """How the openings are: none, all alike for the next player, or others."""
        options = [row.option for row in self.rows]
        chances = {(one.take, one.push) for one in options if isinstance(one, Opening)}
        return {0: "_none", 1: "_alike"}.get(len(chances), "")

    @property
    def tone(self) -> Tone:
        """The tone of the finding: good if there is something to look at."""
        return Tone.GOOD if self.rows else Tone.INFO

    @property
    def first_row(self) -> int:
        """The row to look at first: of sure plans the best one that has acts."""
        plans = [row.option for row in self.rows]
        ranks = [(bool(one.acts), one.change) for one in plans if isinstance(one, SurePlan)]
        return ranks.index(max(ranks)) if ranks else 0

    def reasons(self, row: int) -> tuple[Phrase, ...]:
        """Why a row is so, in words, and what is said about all of them."""
        return (*self.rows[row].why, *self.answer.reasons)

    def acts(self, row: int) -> tuple[Act, ...]:
        """The acts of a row, which can be stepped through."""
        return self.rows[row].option.acts

    def after(self, row: int, step: int) -> Position:
        """The position after the first `step` acts of a row, if nobody else plays."""
        position, seat = self.position, self.position.asker
        position = replace(position, turn=seat)
        for act in self.acts(row)[:step]:
            position = apply(position, act)
            if isinstance(act, Draw) and position.deck:
                position = replace(position, turn=seat, phase=Phase.PLAY)
        return position

    def places(self, row: int, step: int) -> tuple[Place, ...]:
        """The place of the next act of a row."""
        following = self.acts(row)[step : step + 1]
        return tuple(act.place for act in following if isinstance(act, Play | Draw))


def _effect(option: Option) -> object:
    """The effect of a play now and for the next player; None for any other option."""
    if not isinstance(option, Opening):
        return None
    now = (option.owner, option.mine, option.brought)
    opened = ((one.place, *one.races.values()) for one in option.opened)
    return (*now, option.take, option.push, *opened)


def ask(
    position: Position,
    query: Query,
    pulse: Pulse = no_pulse,
    part_done: PartDone = untold,
) -> Found:
    """Answer a query; raises NoAnswer.

    `pulse` is called now and then and may raise to stop, `part_done` gets the number of the parts
    that are done.
    """
    answer: Answer[Reasoned[Option]]
    match query.question:
        case Question.SURE:
            if query.turns is None:
                answer = ask_sure_by_turns(position, pulse=pulse, part_done=part_done)
            else:
                answer = ask_sure(position, turns=query.turns, pulse=pulse)
        case Question.FEWEST:
            answer = ask_fewest(position, target=query.target, pulse=pulse)
        case Question.CHANCE:
            answer = ask_chance(position, target=query.target, turns=query.turns, pulse=pulse)
        case Question.OPENS:
            answer = ask_opens(position, pulse=pulse)
    return Found.of(position, query, answer)
