"""A game of one rule, to show that tasks, lessons, progress and links carry any game.

T1: whoever is to move takes one pebble or two (in the long edition, up to three) from one heap.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Self

from ksm_widgets.course.lesson import Curriculum, Lesson
from ksm_widgets.draw import Circle, HitArea, Scene
from ksm_widgets.draw.showing import BoardView
from ksm_widgets.rules.chance import below, shuffled
from ksm_widgets.rules.errors import RuleError
from ksm_widgets.tasks.choose import Choose, Option
from ksm_widgets.tasks.exercise import LEVELS, Exercise
from ksm_widgets.tasks.mark import MarkPlaces
from ksm_widgets.tasks.numbers import NumberField, Numbers
from ksm_widgets.tasks.task import Answering, BoardSeat, Feedback, Form, Task
from ksm_widgets.telling.phrases import Notice, Phrase, Reader, Tone, plain
from ksm_widgets.telling.rulebook import Rule, Rulebook, register

if TYPE_CHECKING:
    from collections.abc import Collection, Hashable, Mapping
    from random import Random

    from ksm_widgets.draw import Theme


# The game.


@dataclass(frozen=True, slots=True)
class Take:
    """Some pebbles taken from a heap."""

    heap: int
    count: int


def taken(heaps: tuple[int, ...], take: Take, most: int) -> tuple[int, ...]:
    """The heaps after a take; raises RuleError for one that T1 forbids."""
    if not 1 <= take.count <= min(most, heaps[take.heap]):
        raise RuleError("plain.text", "T1", (take.heap,), text=f"Take 1 to {most} pebbles.")
    return tuple(size - take.count if at == take.heap else size for at, size in enumerate(heaps))


# Its terms, one set for each edition.


@dataclass(frozen=True, slots=True)
class ToyEdition:
    """How many pebbles may be taken at most, and what a heap is called."""

    name: str
    most: int
    heap: str

    @property
    def title(self) -> object:
        return plain(f"{self.name} edition")

    @property
    def words(self) -> Mapping[str, object]:
        return {"text": f"one {self.heap}"}  # Where a sentence does not fill it in itself.

    def word(self, value: object, language: str) -> object:
        return f"{self.heap} {value.heap + 1}" if isinstance(value, Take) else value


EDITIONS = {"short": ToyEdition("short", 2, "heap"), "long": ToyEdition("long", 3, "pile")}


def toy_edition(name: str) -> ToyEdition:
    return EDITIONS.get(name, EDITIONS["short"])


def toy_reader(played: str = "short") -> Reader:
    return Reader("en", played, toy_edition)


# Its table and a kind of task that is answered there.


@dataclass(frozen=True, slots=True)
class Heaps:
    """Heaps of pebbles on a table, from which pebbles are taken or which are marked."""

    sizes: tuple[int, ...]
    marks: bool = False

    def scene(self, reader: Reader, theme: Theme) -> Scene:
        return replace(HeapsPicture(self.sizes, theme.ink).scene(), title=self.text(reader))

    def text(self, reader: Reader) -> str:
        return " ".join(map(str, self.sizes))

    def settled(self, reader: Reader) -> tuple[str, ...]:
        return ()

    @property
    def link(self) -> str:
        return ""

    def seat(self) -> Player:
        return Player(self.sizes, marks=self.marks)


@dataclass(frozen=True, slots=True)
class HeapsPicture:
    """How the heaps look; a heap is a place."""

    sizes: tuple[int, ...]
    ink: str
    focus: int | None = None
    wrong: tuple[int, ...] = ()

    def scene(self) -> Scene:
        pebbles = (
            Circle(20 + 30 * at, 20 + 30 * height, 12, self.ink)
            for at, size in enumerate(self.sizes)
            for height in range(size)
        )
        hits = tuple(HitArea(30.0 * at, 0, 30, 200, at) for at in range(len(self.sizes)))
        return Scene(30.0 * len(self.sizes) + 10, 200, tuple(pebbles), hits)

    def motion_to(self, after: HeapsPicture) -> None:
        return None


@dataclass(frozen=True, slots=True)
class Player(BoardSeat):
    """A learner at the heaps: `back` puts all pebbles back, a touch on a heap takes one.

    Where a task has heaps marked, a touch marks one and `back` takes all marks off.
    """

    sizes: tuple[int, ...]
    marks: bool = False
    marked: tuple[int, ...] = ()
    took: Take | None = None
    notice: Notice | None = None
    cursor: int | None = None

    def board(
        self,
        reader: Reader,
        theme: Theme,
        *,
        hinted: Collection[Hashable] = (),
        wrong: Collection[Hashable] = (),
        done: bool = False,
    ) -> BoardView:
        left = tuple(
            size - (self.took.count if self.took is not None and self.took.heap == at else 0)
            for at, size in enumerate(self.sizes)
        )
        mistaken = tuple(at for at in range(len(left)) if at in wrong)
        picture = HeapsPicture(left, theme.ink, self.cursor, mistaken)
        return BoardView(picture, text=str(left), label="heaps", help="")

    def released(self, place: int | None) -> Self:
        if place is not None and self.marks:
            return self.with_marked({*self.marked} ^ {place})
        return self if place is None else self.acted("heap", str(place))

    def with_marked(self, places: Collection[int]) -> Self:
        return replace(self, marked=tuple(places))

    def keyed(self, key: str, *, done: bool = False) -> Self:
        return replace(self, cursor=int(key)) if key.isdigit() else self

    def unfocused(self) -> Self:
        return replace(self, cursor=None)

    def read_out(self, before: Player, reader: Reader) -> str:
        return "" if self.cursor is None else f"heap of {self.sizes[self.cursor]}"

    @property
    def busy(self) -> bool:
        return self.notice is not None

    def aside(self, reader: Reader, theme: Theme) -> Scene | None:
        return None

    def text(self) -> str:
        return f"{self.sizes} {self.took}"

    def acted(self, name: str, value: str) -> Self:
        match name, self.took:
            case "back", _:
                return self.cleared()
            case "heap", None:
                return replace(self, took=Take(int(value), 1), notice=None)
            case "heap", Take(heap, count) if int(value) == heap:
                return replace(self, took=Take(heap, count + 1), notice=None)
            case "heap", Take(heap, _):
                only = plain("From one heap only.", "T1")
                return replace(self, notice=Notice((only,), Tone.WARNING, "T1"))
        return self

    def at_rest(self) -> Self:
        return replace(self, notice=None)

    def cleared(self) -> Self:
        return replace(self, took=None, notice=None, marked=())


@dataclass(frozen=True, kw_only=True)
class PlayTake(Task[Take | None]):
    """Take pebbles so that so many are left."""

    table: Heaps
    most: int
    left: int

    def solution(self) -> Take:
        over = sum(self.table.sizes) - self.left
        return next(Take(at, over) for at, size in enumerate(self.table.sizes) if size >= over)

    def check(self, answer: Take | None) -> Feedback:
        if answer is None:
            return self.unanswered("feedback.nothing_chosen")
        try:
            after = taken(self.table.sizes, answer, self.most)
        except RuleError as error:
            return self.wrong(Phrase.why(error))
        if sum(after) != self.left:
            return self.wrong(replace(plain("Count again."), places=(answer.heap,)))
        return self.right()

    def begun(self) -> Taking:
        return Taking(task=self, seat=self.table.seat())


@dataclass(frozen=True, kw_only=True)
class Taking(Answering[Take | None]):
    seat: Player

    @property
    def answer(self) -> Take | None:
        return self.seat.took

    def form(self) -> Form:
        return Form(undo=plain("Put back"))

    def answered(self, answer: Take | None) -> Self:
        return replace(self, seat=replace(self.seat, took=answer), feedback=None)


# Its lesson.


def heaps(rng: Random) -> tuple[int, ...]:
    return tuple(3 + below(rng, 3) for _ in range(3))


def at_most(rng: Random, edition: ToyEdition) -> Choose:
    """How many pebbles may be taken: it depends on the edition."""
    return Choose(
        question=plain("How many pebbles may you take at most?"),
        rules=("T1",),
        options=tuple(
            Option(str(count), plain(str(count)), count == edition.most, plain("See T1.", "T1"))
            for count in shuffled(rng, range(1, 5))
        ),
    )


def take_some(rng: Random, edition: ToyEdition, level: int = 1) -> PlayTake:
    table = Heaps(heaps(rng))
    left = sum(table.sizes) - min(level, edition.most)
    question = plain(f"Leave {left} pebbles.")
    return PlayTake(question=question, rules=("T1",), table=table, most=edition.most, left=left)


def count_all(rng: Random, edition: ToyEdition) -> Numbers:
    sizes = heaps(rng)
    count = NumberField("count", plain("Pebbles"), sum(sizes), plain("Count each heap.", "T1"))
    question = plain("How many pebbles are there?")
    return Numbers(question=question, rules=("T1",), table=Heaps(sizes), fields=(count,))


def share(rng: Random, edition: ToyEdition) -> Numbers:
    sizes = heaps(rng)
    of_first = Fraction(sizes[0], sum(sizes))
    known = {Fraction(sizes[0], sum(sizes[1:])): plain("Count the first heap, too.", "T1")}
    why = plain("Compare one heap with all.", "T1")
    field = NumberField("share", plain("Share"), of_first, why, known, f"{sizes[0]}/{sum(sizes)}")
    question = plain("Which share of the pebbles is in the first heap?")
    return Numbers(question=question, rules=("T1",), table=Heaps(sizes), fields=(field,))


def large(rng: Random, edition: ToyEdition) -> MarkPlaces[int]:
    sizes = (edition.most + 1, *heaps(rng), edition.most)
    right = frozenset(at for at, size in enumerate(sizes) if size > edition.most)
    return MarkPlaces(
        question=plain("Mark the heaps that nobody can empty now."),
        rules=("T1",),
        table=Heaps(sizes, marks=True),
        right_ones=right,
        why_not=lambda at: plain(f"You may take {sizes[at]}.", "T1"),
    )


def level_of(level: int) -> Any:
    return lambda rng, edition: take_some(rng, edition, level)


RULEBOOK = Rulebook(
    "T",
    {
        "taking": (
            Rule(
                "T1",
                plain("Taking"),
                plain("Take one pebble or two from one heap."),
                lambda reader, theme: Heaps((1, 2)).scene(reader, theme),
            ),
        )
    },
    page="toy.md",
)
register(RULEBOOK)
CURRICULUM = Curriculum(
    lessons=(
        Lesson(
            0,
            "hello",
            (
                Exercise("toy.count", ("T1",), count_all),
                Exercise("toy.share", ("T1",), share),
                Exercise("toy.large", ("T1",), large),
            ),
        ),
        Lesson(
            1,
            "taking",
            (
                Exercise("toy.most", ("T1",), at_most, then=take_some),
                Exercise("toy.take", ("T1",), take_some),
            ),
        ),
    ),
    practice={
        "T1": tuple(
            Exercise(f"toy.T1.{level}", ("T1",), level_of(level)) for level in range(1, LEVELS + 1)
        )
    },
    rulebook=RULEBOOK,
    editions=tuple(EDITIONS),
)
