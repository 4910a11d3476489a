"""Tasks that are answered by marking places on the board of any game."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Set
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, ClassVar, Generic, Protocol, Self, TypeVar

from ksm_widgets.rules.arguments import expect
from ksm_widgets.tasks.arguments import TaskError, expect_callable, expect_each
from ksm_widgets.tasks.task import Answering, Feedback, Form, Task, TaskSeat
from ksm_widgets.telling.phrases import Phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

P = TypeVar("P", bound=Hashable)
"""A place of a game, such as a quarry."""
_MOST_TOLD = 3


class MarkingSeat(TaskSeat, Protocol):
    """A seat at which places are marked."""

    @property
    def marked(self) -> Collection[Any]:
        """The places marked."""

    def with_marked(self, places: Collection[Any]) -> Self:
        """The seat with these places marked, and nothing in hand."""


@dataclass(frozen=True, kw_only=True)
class MarkPlaces(Task[Collection[P]], Generic[P]):
    """Mark all the right places; with `one`, any one of them.

    `why_not` says of a place wrongly marked why it does not belong. `kind` is what places are. The
    seat at the table is a `MarkingSeat`. The catalogues' table `words` has what is said.
    """

    words: ClassVar[str] = "feedback"
    clear: ClassVar[Phrase] = Phrase("task_view.clear")
    kind: ClassVar[type] = object

    right_ones: frozenset[P]
    why_not: Callable[[P], Phrase] = field(default=lambda place: Phrase("feedback.not_this_one"))
    one: bool = False

    def __post_init__(self) -> None:
        """Refuse anything but places, and a task without a right answer."""
        super().__post_init__()
        expect_each("right_ones", self.right_ones, Set, self.kind)
        expect_callable("why_not", self.why_not)
        if not self.right_ones:
            raise TaskError("task.nothing_right")

    def solution(self) -> Collection[P]:
        """All the right places, or one of them."""
        return frozenset(_in_order(self.right_ones)[:1]) if self.one else self.right_ones

    def check(self, answer: Collection[P]) -> Feedback:
        """Feedback to the marked places: wrong ones with their reasons, then missing ones."""
        marked = frozenset(answer)
        if not marked:
            return self.unanswered(f"{self.words}.nothing_marked")
        extra = _in_order(marked - self.right_ones)
        if extra:
            return self.wrong(*_each_once(_at(self.why_not(place), place) for place in extra))
        if self.one and len(marked) > 1:
            return self.wrong(Phrase(f"{self.words}.only_one"))
        missing = 0 if self.one else len(self.right_ones - marked)
        if missing:
            number = "one" if missing == 1 else "some"
            return self.incomplete(f"{self.words}.{number}_missing", missing)
        return self.right()

    def begun(self) -> Marking[P]:
        """Nothing marked yet."""
        seat = self.seat()
        if seat is None:
            raise TaskError("task.no_table")
        return Marking(task=self, seat=seat)  # type: ignore[arg-type] # its table has such seats


def _in_order(places: Collection[P]) -> list[P]:
    """Places in their own order or, where they have none or are of several kinds, by their text."""
    try:
        return sorted(places)  # type: ignore[type-var] # tried, as few places have no order
    except TypeError:
        return sorted(places, key=str)


def _each_once(sentences: Iterable[Phrase]) -> list[Phrase]:
    """The first few sentences; one that is about several places is said once."""
    found: list[Phrase] = []
    for sentence in sentences:
        for at, said in enumerate(found):
            if (said.key, said.params) == (sentence.key, sentence.params):
                found[at] = replace(said, places=(*said.places, *sentence.places))
                break
        else:
            found.append(sentence)
    return found[:_MOST_TOLD]


def _at(sentence: Phrase, place: Hashable) -> Phrase:
    expect("why_not", sentence, Phrase)
    return replace(sentence, places=sentence.places or (place,))


@dataclass(frozen=True, kw_only=True)
class Marking(Answering[Collection[P]], Generic[P]):
    """Places being marked."""

    task: MarkPlaces[P]
    seat: MarkingSeat

    @property
    def answer(self) -> Collection[P]:
        """The places marked."""
        return frozenset(self.seat.marked)

    def form(self) -> Form:
        """No more than a way to clear the board."""
        return Form(undo=self.task.clear)

    def answered(self, answer: Collection[P]) -> Self:
        """The same with these places marked."""
        return replace(self, seat=self.seat.with_marked(_in_order(answer)), feedback=None)
