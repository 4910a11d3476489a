"""Tasks that are answered by choosing options, or by putting them in order."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

from ksm_widgets.rules.arguments import expect
from ksm_widgets.tasks.arguments import TaskError, expect_each, expect_names
from ksm_widgets.tasks.task import Answering, Feedback, Form, Pick, Task
from ksm_widgets.telling.phrases import Phrase

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True, slots=True)
class Option:
    """An option: its label, whether it is right, and why (or why not)."""

    name: str
    label: Phrase
    right: bool
    why: Phrase

    def __post_init__(self) -> None:
        expect("name", self.name, str)
        expect("label", self.label, Phrase)
        expect("right", self.right, bool)
        expect("why", self.why, Phrase)


def options(
    key: str,
    names: Collection[str],
    right: str | Collection[str],
    rule: str | None = None,
    why: Callable[[str], Phrase] | None = None,
) -> tuple[Option, ...]:
    """Options with words from the catalogue, under `key` and the name, and the same with `_why`.

    `right` is the name of the right one, or the names of all; `why` gives other reasons.

    >>> [(option.right, option.why.key) for option in options("lesson_dig.", ["no_dig"], "no_dig")]
    [(True, 'lesson_dig.no_dig_why')]
    """
    rights = _names(right)
    return tuple(
        Option(
            name,
            Phrase(f"{key}{name}"),
            name in rights,
            Phrase(f"{key}{name}_why", rule=rule) if why is None else why(name),
        )
        for name in names
    )


def _names(chosen: str | Collection[str]) -> frozenset[str]:
    """A set of names; a single text is one name."""
    return frozenset([chosen] if isinstance(chosen, str) else chosen)


def _switched(chosen: tuple[str, ...], name: str) -> tuple[str, ...]:
    """The names chosen without this one if it is among them, else with it at the end."""
    return tuple(one for one in chosen if one != name) if name in chosen else (*chosen, name)


@dataclass(frozen=True, kw_only=True)
class Choose(Task[Collection[str]]):
    """Choose the right option or, with `several`, all that are right."""

    options: tuple[Option, ...]
    several: bool = False

    def __post_init__(self) -> None:
        """Refuse options with the same name, and options of which none is right."""
        super().__post_init__()
        expect_each("options", self.options, tuple, Option)
        expect_names(option.name for option in self.options)
        if not any(option.right for option in self.options):
            raise TaskError("task.nothing_right")

    def solution(self) -> Collection[str]:
        """The names of the right options, or of one of them."""
        names = [option.name for option in self.options if option.right]
        return frozenset(names if self.several else names[:1])

    def check(self, answer: Collection[str]) -> Feedback:
        """Feedback to the chosen names; a wrong option is told why it is wrong."""
        names = _names(answer)
        chosen = [option for option in self.options if option.name in names]
        if not chosen:
            return self.unanswered("feedback.nothing_chosen")
        wrong = [option for option in chosen if not option.right]
        if wrong:
            return self.wrong(*(option.why for option in wrong[:2]))
        if not self.several and len(chosen) > 1:
            return self.wrong(Phrase("feedback.only_one_choice"))
        missing = sum(option.right for option in self.options) - len(chosen)
        if self.several and missing:
            key = "feedback.one_choice_missing" if missing == 1 else "feedback.choices_missing"
            return self.incomplete(key, missing)
        if self.praise is None and not self.several:
            why = chosen[0].why
            # A reason that is also told after a wrong choice does not say that this one was right.
            alike = any(option.why == why for option in self.options if not option.right)
            praise = (Phrase("feedback.right"),) if alike else ()
            return replace(self.right(), remarks=(*praise, self.about(why)))
        return self.right()

    def earned(self, stars: int, missed: int, hints: int) -> int:
        """The stars of a right choice: none after a wrong one, or it could be found by trying."""
        return 0 if missed else super().earned(stars, missed, hints)

    def begun(self) -> Choosing:
        """Nothing chosen yet."""
        return Choosing(task=self, seat=self.seat())


@dataclass(frozen=True, kw_only=True)
class Choosing(Answering[Collection[str]]):
    """Options being chosen; `chosen` are their names."""

    task: Choose
    chosen: tuple[str, ...] = ()

    @property
    def answer(self) -> Collection[str]:
        """The names chosen."""
        return frozenset(self.chosen)

    def form(self) -> Form:
        """The options in the order of the task."""
        picks = (
            Pick(option.name, option.label, chosen=option.name in self.chosen)
            for option in self.task.options
        )
        key = f"task_view.{'several' if self.task.several else 'single'}"
        return Form(how=(Phrase(key),), stakes=Phrase(f"{key}_stakes"), picks=tuple(picks))

    def answered(self, answer: Collection[str]) -> Self:
        """The same with these options chosen."""
        return replace(self, chosen=tuple(sorted(answer)), feedback=None)

    def acted(self, name: str, value: str) -> Self:
        """`choose`: choose an option or drop it; with one right option the last choice counts."""
        if name != "choose":
            return super().acted(name, value)
        if value not in {option.name for option in self.task.options}:
            return self
        chosen = _switched(self.chosen, value)
        return replace(self, chosen=chosen if self.task.several else chosen[-1:], feedback=None)


@dataclass(frozen=True, kw_only=True)
class Order(Task[Sequence[str]]):
    """Put the options in order: `options` are in the right one, `shown` in that on the page.

    An option's `why` says why it comes where it does.
    """

    options: tuple[Option, ...]
    shown: tuple[str, ...]

    def __post_init__(self) -> None:
        """Refuse options with the same name, and other names in `shown`."""
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
        """Feedback to the names in order; it is about the first that is wrong."""
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
        """The options as shown, each with its place."""
        labels = {option.name: option.label for option in self.task.options}
        places = {name: place for place, name in enumerate(self.chosen, start=1)}
        picks = (
            Pick(name, labels[name], name in places, places.get(name, 0))
            for name in self.task.shown
        )
        return Form(how=(Phrase("task_view.order"),), picks=tuple(picks))

    def answered(self, answer: Sequence[str]) -> Self:
        """The same with these options first, in this order."""
        return replace(self, chosen=tuple(answer), feedback=None)

    def acted(self, name: str, value: str) -> Self:
        """`choose`: put an option next, or take it out again."""
        if name != "choose":
            return super().acted(name, value)
        if value not in self.task.shown:
            return self
        return replace(self, chosen=_switched(self.chosen, value), feedback=None)
