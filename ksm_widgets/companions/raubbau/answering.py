"""Answers to a question about a position: what was found, the figures of each plan, and why."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from ksm_widgets.companions.answering import ShelfFound, Status
from ksm_widgets.companions.pulse import PartDone, Pulse, no_pulse, untold
from ksm_widgets.companions.raubbau.ask_rotate import Rotation, ask_rotate
from ksm_widgets.companions.raubbau.box import Face
from ksm_widgets.companions.raubbau.figures import amount, exactly
from ksm_widgets.companions.raubbau.links import Query, Question
from ksm_widgets.companions.raubbau.naming import card_phrase, ends_phrases, face_word, term_of_set
from ksm_widgets.companions.raubbau.plans import Leave, Pass
from ksm_widgets.companions.raubbau.position import Position
from ksm_widgets.companions.raubbau.questions import (
    ROUGHLY,
    Aim,
    LeaveAnswer,
    PlansAnswer,
    ask_leave,
    ask_odds,
)
from ksm_widgets.companions.raubbau.scoring import gems_of
from ksm_widgets.companions.raubbau.search.last_round import Model
from ksm_widgets.companions.raubbau.search.odds import Odds
from ksm_widgets.companions.raubbau.search.unseen import unseen_cards
from ksm_widgets.companions.raubbau.search.weighing import Option
from ksm_widgets.companions.raubbau.search.worth import Worth
from ksm_widgets.companions.raubbau.telling import act_phrase, act_places
from ksm_widgets.companions.telling import counted_phrase, percent
from ksm_widgets.telling.phrases import Phrase, Tone
from ksm_widgets.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from fractions import Fraction

    from ksm_widgets.companions.raubbau.places import Field
    from ksm_widgets.companions.raubbau.rules import Act


_Row = TypeVar("_Row", Odds, Option)


@dataclass(frozen=True, slots=True)
class _Compared(ShelfFound[Position, Query, _Row, "Act"]):
    """The plans compared for a query, row by row, and the position that was asked about."""

    answer: PlansAnswer[_Row]

    @property
    def unseen(self) -> tuple[Phrase, ...]:
        """The unseen cards of each set that can be dug."""
        return self.answer.reasons

    @property
    def tone(self) -> Tone:
        """The tone of the answer: good only if the first plan is certainly the best."""
        sure = len(self.rows) == 1 or self.answer.status is Status.OPTIMAL
        return Tone.GOOD if sure else Tone.INFO

    @property
    def asked(self) -> Position:
        """The position as if it were the turn of the seat that asks."""
        return self.position.for_asker

    def acts(self, row: int) -> tuple[Act, ...]:
        """The only act of a row."""
        return (self.rows[row].act,)

    def places(self, row: int, step: int) -> tuple[Field, ...]:
        """The fields of a row, to point them out."""
        return act_places(self.asked, self.rows[row].act)

    @property
    @abstractmethod
    def values_assume(self) -> tuple[Phrase, ...]:
        """The assumptions behind figures of which each is told as one value, as in plain data."""

    @abstractmethod
    def odds(self, row: int) -> Odds:
        """The odds of a row."""

    def reasons(self, row: int) -> tuple[Phrase, ...]:
        """The reasons for the odds of a row."""
        return tuple(self._why(row))

    def _why(self, row: int) -> Iterator[Phrase]:
        odds, places = self.odds(row), self.places(row, 0)
        plan = self.asked.plan(self.asked.turn)
        stays_out = isinstance(odds.act, Pass) and isinstance(plan, Leave)
        if isinstance(odds.act, Leave) or stays_out:
            yield Phrase("raubbau_why.leaving")
        elif odds.faces and places:
            yield from self._card(places[0], odds.faces)
            if len(places) > 1:
                yield Phrase("raubbau_why.blast")
        elif places:
            yield Phrase("raubbau_why.bare", {"place": str(places[0])})
        parts = {"before": odds.before, "skipped": odds.skipped, "after": odds.after}
        if not odds.faces and not places:
            parts = {"others": odds.others}
        for name, worth in parts.items():
            if worth.high:
                yield Phrase(f"raubbau_why.{name}", {"chance": exactly(worth)})

    def _card(self, field: Field, faces: Mapping[Face, Fraction]) -> Iterator[Phrase]:
        """The chances of the faces of a card, and where they come from."""
        position = self.position
        card = position.treasure(field)
        if card.face is not Face.UNSEEN:
            yield Phrase("raubbau_why.known", {"card": card_phrase(card), "place": str(field)})
            if card.face is Face.DRAGON:
                yield Phrase("raubbau_why.sure_dragon")
            return
        parts = [
            Phrase(
                "raubbau_why.face", {"face": face_word(face), "chance": exactly(Worth.sure(chance))}
            )
            for face, chance in faces.items()
        ]
        named = term_of_set(card.set)
        yield Phrase("raubbau_why.faces", {"place": str(field), "set": named, "faces": parts})
        if field in self.answer.safe:
            yield Phrase("raubbau_why.trusted")
            return
        unseen = unseen_cards(position, self.answer.safe)[card.set]
        params = {"count": unseen.dragons, "total": unseen.not_cave_ins, "set": named}
        yield Phrase(counted("raubbau_why.dragons", unseen.dragons), params)


@dataclass(frozen=True, slots=True)
class FoundOdds(_Compared[Odds]):
    """The odds of every plan."""

    @property
    def headline(self) -> Phrase:
        """A plan that wakes no dragon, in a sentence: leaving is one."""
        best = self.rows[0]
        params: dict[str, object] = {"plan": act_phrase(self.asked, best.act)}
        assert not best.wakes.high, "who leaves, or keeps to it, wakes no dragon"
        if not best.gem:
            return Phrase("raubbau_page.odds_none", params)
        return Phrase("raubbau_page.odds_gem", {**params, "chance": percent(best.gem)})

    @property
    def values_assume(self) -> tuple[Phrase, ...]:
        """The assumptions, and that a value is the worst one, if some chance varies."""
        chances = (chance for odds in self.rows for chance in odds.chances.values())
        return (*self.assuming, *_worst_of(chances))

    def odds(self, row: int) -> Odds:
        """The odds of a row."""
        return self.rows[row]


@dataclass(frozen=True, slots=True)
class FoundWorths(_Compared[Option]):
    """The worth of every plan, and its odds."""

    answer: LeaveAnswer
    by_act: Mapping[Act, Odds]

    @property
    def counted_as(self) -> str:
        """The name of what is counted: points, winning, or before the last match the lead."""
        last = self.position.match == self.position.box.matches
        return "lead" if self.answer.aim is Aim.WIN and not last else str(self.answer.aim)

    @property
    def headline(self) -> Phrase:
        """The best plan in a sentence, and how much better it is than the next one."""
        best, *others = self.rows
        aim, counted_as = self.answer.aim, self.counted_as
        params: dict[str, object] = {
            "plan": act_phrase(self.asked, best.act),
            "worth": amount(best.worth, aim),
        }
        if not others:
            return Phrase(f"raubbau_page.only_{counted_as}", params)
        rivals = [option for option in others if option.worth.high > best.worth.low]
        second = (*rivals, *others)[0]
        sure = "sure" if self.tone is Tone.GOOD else "maybe" if rivals else "rough"
        params["other"] = act_phrase(self.asked, second.act)
        params["less"] = amount(second.worth, aim)
        return Phrase(f"raubbau_page.best_{counted_as}_{sure}", params)

    @property
    def model(self) -> Model:
        """The model by which plans are ranked: the one that was asked for, or the first."""
        return self.query.model or Model.LEAVE

    @property
    def ranking(self) -> list[int]:
        """The rows under that model, the best first."""
        worths = [option.worths[self.model] for option in self.rows]
        ranks = [(worth.low, worth.high) for worth in worths]
        return sorted(range(len(ranks)), key=ranks.__getitem__, reverse=True)

    @property
    def assuming(self) -> tuple[Phrase, ...]:
        """The assumptions behind the figures, odds among them."""
        told = self.answer.assuming
        roughly = any(odds.roughly for odds in self.by_act.values())
        return (*told, ROUGHLY) if roughly and ROUGHLY not in told else told

    @property
    def values_assume(self) -> tuple[Phrase, ...]:
        """The assumptions, by which model a value is, and that it is the worst one if it varies."""
        by_model = (Phrase("raubbau_ask.by_model"),) if len(self.answer.models) > 1 else ()
        worths = (option.worths[self.model] for option in self.rows)
        return (*self.assuming, *by_model, *_worst_of(worths))

    def odds(self, row: int) -> Odds:
        """The odds of a row."""
        return self.by_act[self.rows[row].act]

    def reasons(self, row: int) -> tuple[Phrase, ...]:
        """The reasons for the odds of a row, the gems in front of me, and others' cards."""
        position = self.asked
        gems = gems_of(position.front(position.turn))
        told = [*self._why(row), counted_phrase("raubbau_why.gems", gems)]
        for seat in position.seats:
            cards = sum(not card.kept for card in position.front(seat))
            if seat != position.turn and cards:
                params = {"seat": seat, "count": cards}
                told.append(Phrase(counted("raubbau_why.cards", cards), params))
        return tuple(told)


@dataclass(frozen=True, slots=True)
class FoundRotations(ShelfFound[Position, Query, Rotation, "Act"]):
    """The ways to rotate a tunnel."""

    @property
    def headline(self) -> Phrase:
        """The number of ways."""
        count = len(self.rows)
        return counted_phrase("raubbau_page.turned", count)

    def reasons(self, row: int) -> tuple[Phrase, ...]:
        """The reasons for the figures of a row."""
        rotation = self.rows[row]
        told = [
            Phrase("raubbau_why.lay", {"ends": ends_phrases(rotation.act.ends)}),
            counted_phrase("raubbau_why.draws", rotation.draws),
        ]
        if rotation.looks:
            told.append(Phrase("raubbau_why.looks", {"places": list(map(str, rotation.looks))}))
        if rotation.hit:
            told.append(Phrase("raubbau_why.hit", {"seats": list(rotation.hit)}))
        return tuple(told)

    def acts(self, row: int) -> tuple[Act, ...]:
        """The only act of a row."""
        return (self.rows[row].act,)

    def places(self, row: int, step: int) -> tuple[Field, ...]:
        """The field of the tunnel, to point it out."""
        return (self.position.acting_plan.field,)


def _worst_of(worths: Iterable[Worth]) -> tuple[Phrase, ...]:
    """The sentence that a value is the worst one, if some worth varies."""
    return (Phrase("raubbau_ask.worst"),) if any(worth.varies for worth in worths) else ()


Found = FoundOdds | FoundWorths | FoundRotations


def ask(
    position: Position,
    query: Query,
    pulse: Pulse = no_pulse,
    part_done: PartDone = untold,
) -> Found:
    """Answer a query; `pulse` is called now and then and may raise to stop, raises NoAnswer.

    `part_done` gets the number of the parts that are done, of two.
    """
    if query.question is Question.ROTATE:
        return FoundRotations(position, query, ask_rotate(position, pulse=pulse))
    all_odds = ask_odds(position, trusting=query.trusting, pulse=pulse)
    if query.question is Question.ODDS:
        return FoundOdds(position, query, all_odds)
    part_done(1)
    models = (*Model,) if query.model is None else (query.model,)
    answer = ask_leave(position, aim=query.aim, trusting=query.trusting, models=models, pulse=pulse)
    part_done(2)
    return FoundWorths(position, query, answer, {odds.act: odds for odds in all_odds.options})
