"""Tasks that are answered with a set of quarries: by marking them, or by laying the card."""

from __future__ import annotations

from collections.abc import Collection, Set
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Self

from ksm_widgets.rules.arguments import expect
from ksm_widgets.rules.digs import dig_fault, legal_digs, takings
from ksm_widgets.rules.powers import Power
from ksm_widgets.rules.quarries import Quarry
from ksm_widgets.tutor.phrases import Phrase
from ksm_widgets.tutor.tasks.form import Form
from ksm_widgets.tutor.tasks.mine.seat import Hand, MineSeat
from ksm_widgets.tutor.tasks.mine.task import MineTask
from ksm_widgets.tutor.tasks.said import TaskError, expect_callable, expect_each
from ksm_widgets.tutor.tasks.task import Answering, Feedback

if TYPE_CHECKING:
    from collections.abc import Callable

    from ksm_widgets.rules.shapes import Placement
    from ksm_widgets.rules.tiles import Tile

__all__ = ["LAY_HOW", "Mark", "Marking", "PlaceCard"]

LAY_HOW = Phrase("lesson_view.lay_how")


@dataclass(frozen=True, kw_only=True)
class Mark(MineTask[Collection[Quarry]]):
    """Mark all the right quarries; with `one`, any one of them.

    `why_not` says of a quarry wrongly marked why it does not belong.
    """

    right_ones: frozenset[Quarry]
    why_not: Callable[[Quarry], Phrase] = field(
        default=lambda quarry: Phrase("feedback.not_this_one", {"quarry": quarry})
    )
    one: bool = False

    def __post_init__(self) -> None:
        """Refuse what is no quarry, and a task of which nothing is right."""
        super().__post_init__()
        expect_each("right_ones", self.right_ones, Set, Quarry)
        expect_callable("why_not", self.why_not)
        if not self.right_ones:
            raise TaskError("task.nothing_right")

    def solution(self) -> Collection[Quarry]:
        """All the right quarries, or one of them."""
        return frozenset([min(self.right_ones)]) if self.one else self.right_ones

    def check(self, answer: Collection[Quarry]) -> Feedback:
        """Right if nothing is missing and nothing too much; a mistake is named with its rule."""
        marked = frozenset(answer)
        if not marked:
            return self.unanswered("feedback.nothing_marked")
        extra = sorted(marked - self.right_ones)
        if extra:
            return self.wrong(*(_at(self.why_not(quarry), quarry) for quarry in extra[:3]))
        if self.one and len(marked) > 1:
            return self.wrong(Phrase("feedback.only_one"))
        missing = 0 if self.one else len(self.right_ones - marked)
        if missing:
            key = "feedback.one_missing" if missing == 1 else "feedback.some_missing"
            return self.wrong(Phrase(key, {"count": missing}))
        return self.right()

    def begun(self) -> Marking:
        """Nothing marked yet."""
        return Marking(task=self, seat=self.table.seat((Hand.MARK,)))


def _at(sentence: Phrase, quarry: Quarry) -> Phrase:
    expect("why_not", sentence, Phrase)
    return replace(sentence, places=sentence.places or (quarry,))


@dataclass(frozen=True, kw_only=True)
class PlaceCard(MineTask[Collection[Quarry]]):
    """Put the card where it can be dug: every legal dig counts that takes all of `takes`.

    With `worth` the dig must also be one worth the most; it says what tiles are worth. `singly`
    has quarries marked one by one, to learn how a card is held.
    """

    singly: bool = False
    takes: frozenset[Quarry] = frozenset()
    worth: Callable[[tuple[Tile, ...]], int] | None = None

    def __post_init__(self) -> None:
        """Refuse a table without a card, and a task that no legal dig answers."""
        super().__post_init__()
        expect_each("takes", self.takes, Set, Quarry)
        if self.worth is not None:
            expect_callable("worth", self.worth)
        if not self._digs():
            raise TaskError("task.nothing_right")

    @property
    def laid(self) -> bool:
        """Whether the card is laid down as a whole; with the seal it has no shape to lay (R23)."""
        return not self.singly and Power.SEAL not in self.table.powers

    def solutions(self) -> tuple[Placement, ...]:
        """Every dig that is right."""
        digs = self._digs()
        if self.worth is None:
            return digs
        worths = {dig: self.worth(takings(self.table.position, dig)) for dig in digs}
        return tuple(dig for dig in digs if worths[dig] == max(worths.values()))

    def _digs(self) -> tuple[Placement, ...]:
        """Every legal dig that takes what is to be taken."""
        legal = legal_digs(self.table.position, self.table.shape, self.table.powers)
        return tuple(dig for dig in legal if self.takes <= set(dig))

    def solution(self) -> Collection[Quarry]:
        """One dig that is right."""
        return frozenset(self.solutions()[0])

    def check(self, answer: Collection[Quarry]) -> Feedback:
        """Right if the rules allow the dig and it is one of those asked for."""
        marked = tuple(sorted(set(answer)))
        if not marked:
            return self.unanswered(f"feedback.nothing_{'laid' if self.laid else 'marked'}")
        fault = dig_fault(self.table.position, marked, self.table.shape, self.table.powers)
        if fault is not None:
            return self.wrong(Phrase.why(fault))
        left = sorted(self.takes - set(marked))
        if left:
            params = {"quarries": [str(quarry) for quarry in left]}
            return self.wrong(Phrase("feedback.not_taken", params, None, tuple(left)))
        if self.worth is not None and marked not in self.solutions():
            worths: dict[str, object] = {
                "worth": self.worth(takings(self.table.position, marked)),
                "best": self.worth(takings(self.table.position, self.solutions()[0])),
            }
            return self.wrong(Phrase("feedback.dig_worth", worths))
        return self.right()

    def begun(self) -> Marking:
        """The card not laid yet."""
        return Marking(task=self, seat=self.table.seat((Hand.LAY if self.laid else Hand.MARK,)))


@dataclass(frozen=True, kw_only=True)
class Marking(Answering[Collection[Quarry]]):
    """Quarries being marked, or the card being laid on them."""

    seat: MineSeat

    @property
    def answer(self) -> Collection[Quarry]:
        """The quarries marked."""
        return frozenset(self.seat.marked)

    def form(self) -> Form:
        """All is done on the board."""
        how = (LAY_HOW,) if self.seat.hand is Hand.LAY else ()
        return Form(how=how, undo=Phrase("lesson_view.clear"), turns=self.seat.may_turn)

    def answered(self, answer: Collection[Quarry]) -> Self:
        """With these quarries marked."""
        seat = replace(self.seat, marked=tuple(sorted(answer)))
        return replace(self, seat=seat, feedback=None)
