"""Answers to a question about a table: what was found, row by row, and why."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self, TypeVar

from ksm_widgets.companions.answering import Answer, ShelfFound
from ksm_widgets.companions.kings.finding import MineFinding
from ksm_widgets.companions.kings.links import Query, Question
from ksm_widgets.companions.kings.position import Phase, Position
from ksm_widgets.companions.kings.questions import (
    ask_chance,
    ask_fewest,
    ask_opens,
    ask_sure,
    ask_sure_by_turns,
    turns_left,
)
from ksm_widgets.companions.kings.reasons import (
    STUCK,
    chance_reasons,
    fewest_reasons,
    opening_reasons,
    sure_reasons,
)
from ksm_widgets.companions.kings.rules import Draw, Play, apply, is_stuck
from ksm_widgets.companions.kings.search.chances import Chance
from ksm_widgets.companions.kings.search.fewest import Fewest
from ksm_widgets.companions.kings.search.openings import Opening
from ksm_widgets.companions.kings.search.sure import SurePlan
from ksm_widgets.companions.pulse import PartDone, Pulse, no_pulse, untold
from ksm_widgets.telling.phrases import Phrase, Tone

if TYPE_CHECKING:
    from ksm_widgets.companions.kings.places import Place
    from ksm_widgets.companions.kings.rules import Act

_Option = TypeVar("_Option", bound=SurePlan | MineFinding[Fewest] | MineFinding[Chance] | Opening)


@dataclass(frozen=True, slots=True)
class _Compared(ShelfFound[Position, Query, _Option, "Act"]):
    """The options compared for a query, row by row, and the position that was asked about."""

    @property
    def headline(self) -> Phrase:
        """The finding in a sentence."""
        return Phrase(f"kings_page.found_{self.query.question}")

    @property
    def tone(self) -> Tone:
        """The tone of the finding: good if there is something to look at."""
        return Tone.GOOD if self.rows else Tone.INFO

    @abstractmethod
    def _why(self, option: _Option) -> tuple[Phrase, ...]:
        """The reasons for an option where something can be played."""

    def why(self, option: _Option) -> tuple[Phrase, ...]:
        """The reasons for an option; if nothing can be played, there is no other (K17)."""
        return (STUCK,) if is_stuck(self.position.for_asker) else self._why(option)

    def reasons(self, row: int) -> tuple[Phrase, ...]:
        """The reasons for a row, and those for all of them."""
        return (*self.why(self.rows[row]), *self.answer.reasons)

    def acts(self, row: int) -> tuple[Act, ...]:
        """The acts of a row, which can be stepped through."""
        return self.rows[row].acts

    def after(self, row: int, step: int) -> Position:
        """The position after the first `step` acts of a row, if nobody else plays."""
        position, seat = self.position.for_asker, self.position.asker
        for act in self.acts(row)[:step]:
            position = apply(position, act)
            if isinstance(act, Draw) and position.deck:
                position = replace(position, turn=seat, phase=Phase.PLAY)
        return position

    def places(self, row: int, step: int) -> tuple[Place, ...]:
        """The place of the next act of a row."""
        following = self.acts(row)[step : step + 1]
        return tuple(act.place for act in following if isinstance(act, Play | Draw))


@dataclass(frozen=True, slots=True)
class FoundPlans(_Compared[SurePlan]):
    """The sure plan for a number of turns, or for each."""

    @property
    def first_row(self) -> int:
        """The row to look at first: the best plan that has acts."""
        plans = self.rows
        return max(range(len(plans)), key=lambda row: (bool(plans[row].acts), plans[row].change))

    def _why(self, option: SurePlan) -> tuple[Phrase, ...]:
        return sure_reasons(option)


@dataclass(frozen=True, slots=True)
class FoundFewest(_Compared[MineFinding[Fewest]]):
    """The fewest turns for mines."""

    def _why(self, option: MineFinding[Fewest]) -> tuple[Phrase, ...]:
        return fewest_reasons(option, turns_left(self.position))


@dataclass(frozen=True, slots=True)
class FoundChances(_Compared[MineFinding[Chance]]):
    """The chances to finish mines."""

    def _why(self, option: MineFinding[Chance]) -> tuple[Phrase, ...]:
        return chance_reasons(option)


@dataclass(frozen=True, slots=True)
class FoundOpenings(_Compared[Opening]):
    """The openings of each play; `groups` are the plays of each row, which do and open the same."""

    groups: tuple[tuple[Opening, ...], ...]

    @classmethod
    def of(cls, position: Position, query: Query, answer: Answer[Opening]) -> Self:
        """The findings in an answer."""
        groups: dict[object, list[Opening]] = {}
        for one in answer.options:
            effect = (one.owner, one.mine, one.brought, one.take, one.push, one.opened)
            groups.setdefault(effect, []).append(one)
        return cls(position, query, answer, tuple(map(tuple, groups.values())))

    @property
    def rows(self) -> tuple[Opening, ...]:
        """The first play of each row."""
        return tuple(group[0] for group in self.groups)

    @property
    def headline(self) -> Phrase:
        """Whether there is a play, and whether it matters which."""
        chances = {(opening.take, opening.push) for opening in self.rows}
        which = {0: "_none", 1: "_alike"}.get(len(chances), "")
        return Phrase(f"kings_page.found_opens{which}")

    def _why(self, option: Opening) -> tuple[Phrase, ...]:
        return opening_reasons(option, self.position.asker)


Found = FoundPlans | FoundFewest | FoundChances | FoundOpenings


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
    turns, target = query.turns, query.target
    match query.question:
        case Question.SURE:
            if turns is None:
                plans = ask_sure_by_turns(position, pulse=pulse, part_done=part_done)
            else:
                plans = ask_sure(position, turns=turns, pulse=pulse)
            return FoundPlans(position, query, plans)
        case Question.FEWEST:
            fewest = ask_fewest(position, target=target, pulse=pulse)
            return FoundFewest(position, query, fewest)
        case Question.CHANCE:
            chances = ask_chance(position, target=target, turns=turns, pulse=pulse)
            return FoundChances(position, query, chances)
        case Question.OPENS:
            return FoundOpenings.of(position, query, ask_opens(position, pulse=pulse))
