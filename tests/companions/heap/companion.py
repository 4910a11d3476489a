"""A heap of stones: each takes one, two or three in turn, and who takes the last one wins."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ksm_widgets.companions.answering import Answer, Status
from ksm_widgets.companions.companion import Companion, QuestionTextError
from ksm_widgets.companions.plain_data import answer_data, further_keys, option_data

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Box:
    """Everything of the game is known, so there are no sources to tell."""

    most: int = 3

    @property
    def sources(self) -> Mapping[str, object]:
        """How each line of the data is known."""
        return {}


@dataclass(frozen=True, slots=True)
class Heap:
    """The stones that are left."""

    stones: int


def parse(text: str) -> Heap:
    """Read a position, such as `heap 7`; raises QuestionTextError."""
    match text.split():
        case ["heap", count] if count.isdecimal() and len(count) < 4:
            return Heap(int(count))
    raise QuestionTextError("shelf.key", name="position", expected="heap 7")


def legal(heap: Heap) -> tuple[int, ...]:
    """The numbers of stones that may be taken."""
    return tuple(range(1, min(Box().most, heap.stones) + 1))


def take(heap: Heap, stones: int) -> Heap:
    """The position after an act."""
    return replace(heap, stones=heap.stones - stones)


def which(heap: Heap, wanted: Mapping[str, object], language: str) -> dict[str, Any]:
    """The question `which`: how many to take so that one wins, the best first."""
    further_keys(wanted)  # Any further key is refused.
    best = heap.stones % (Box().most + 1)
    worths = sorted(((stones == best, stones) for stones in legal(heap)), reverse=True)
    plans = [option_data([f"take {stones}"], int(wins), [], language) for wins, stones in worths]
    return answer_data(Answer(Status.OPTIMAL, legal(heap), (), ()), plans, language)


COMPANION = Companion(
    name="heap",
    prefix="N",
    box=Box,
    parse=parse,
    text=lambda heap: f"heap {heap.stones}",
    legal=legal,
    apply=take,
    parse_act=lambda text: int(text.removeprefix("take ")),
    act_text=lambda stones: f"take {stones}",
    questions={"which": which},
)
