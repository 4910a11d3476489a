"""Tasks that are answered by putting things in order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

from ksm_widgets.tutor.tasks.choose import Option
from ksm_widgets.tutor.tasks.form import Form, Pick
from ksm_widgets.tutor.tasks.said import TaskError, expect_each, expect_names
from ksm_widgets.tutor.tasks.task import Answering, Feedback, Task

__all__ = ["Order", "Ordering"]


@dataclass(frozen=True, kw_only=True)
class Order(Task[Sequence[str]]):
    """Put the options in order; `options` stand in the right one, `shown` as they are shown.

    An option's `why` says why it comes where it does.
    """

    options: tuple[Option, ...]
    shown: tuple[str, ...]

    def __post_init__(self) -> None:
        """Refuse options that cannot be told apart, and to show others than these."""
        super().__post_init__()
        expect_each("options", self.options, tuple, Option)
        expect_each("shown", self.shown, tuple, str)
        names = [option.name for option in self.options]
        expect_names(names)
        if sorted(self.shown) != sorted(names):
            raise TaskError("task.shown", found=list(self.shown), expected=names)

    def solution(self) -> Sequence[str]:
        """The names in the right order."""
        return tuple(option.name for option in self.options)

    def check(self, answer: Sequence[str]) -> Feedback:
        """Right if all stand in order; else the first place that is wrong is named."""
        if not answer:
            return self.unanswered("feedback.nothing_chosen")
        for option, name in zip(self.options, answer, strict=False):
            if option.name != name:
                return self.wrong(option.why)
        if len(answer) != len(self.options):
            return self.unanswered("feedback.order_unfinished")
        return self.right()

    def begun(self) -> Ordering:
        """Nothing put in order yet."""
        return Ordering(task=self, seat=self.seat())


@dataclass(frozen=True, kw_only=True)
class Ordering(Answering[Sequence[str]]):
    """Options being put in order; `chosen` are the names of the first so far."""

    task: Order
    chosen: tuple[str, ...] = ()

    @property
    def answer(self) -> Sequence[str]:
        """The names in order."""
        return self.chosen

    def form(self) -> Form:
        """The options as they are shown, each with its place."""
        labels = {option.name: option.label for option in self.task.options}
        places = {name: place for place, name in enumerate(self.chosen, start=1)}
        picks = (
            Pick(name, labels[name], name in places, places.get(name, 0))
            for name in self.task.shown
        )
        return Form(picks=tuple(picks))

    def answered(self, answer: Sequence[str]) -> Self:
        """With these options first, in this order."""
        return replace(self, chosen=tuple(answer), feedback=None)

    def acted(self, name: str, value: str) -> Self:
        """`choose`: an option comes next, or is taken out again."""
        if name != "choose":
            return super().acted(name, value)
        if value not in self.task.shown:
            return self
        others = tuple(chosen for chosen in self.chosen if chosen != value)
        chosen = others if value in self.chosen else (*others, value)
        return replace(self, chosen=chosen, feedback=None)
