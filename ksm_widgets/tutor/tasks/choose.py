"""Tasks that are answered by choosing among options."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

from ksm_widgets.rules.arguments import expect
from ksm_widgets.tutor.phrases import Phrase
from ksm_widgets.tutor.tasks.form import Form, Pick
from ksm_widgets.tutor.tasks.said import TaskError, expect_each, expect_names
from ksm_widgets.tutor.tasks.task import Answering, Feedback, Task

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Choose", "Choosing", "Option", "options"]


@dataclass(frozen=True, slots=True)
class Option:
    """Something to choose: its label, whether it is right, and why it is not (or why it is)."""

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
    """Options from a catalogue: each stands under `key` and its name, its reason under `_why`.

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
    """Names; a text is a collection of texts too, but here it is one name."""
    return frozenset([chosen] if isinstance(chosen, str) else chosen)


@dataclass(frozen=True, kw_only=True)
class Choose(Task[Collection[str]]):
    """Choose the one right option or, with `several`, all that are right; by their names."""

    options: tuple[Option, ...]
    several: bool = False

    def __post_init__(self) -> None:
        """Refuse options that cannot be told apart, and those of which none is right."""
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
        """Right if just what is right is chosen; for a wrong choice its own sentence is said."""
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
            return self.wrong(Phrase(key, {"count": missing}))
        if self.praise is None and not self.several:
            return replace(self.right(), remarks=(self.about(chosen[0].why),))
        return self.right()

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
        """The options, as they stand in the task."""
        picks = (
            Pick(option.name, option.label, chosen=option.name in self.chosen)
            for option in self.task.options
        )
        how = (Phrase("lesson_view.several"),) if self.task.several else ()
        return Form(how=how, picks=tuple(picks))

    def answered(self, answer: Collection[str]) -> Self:
        """With these options chosen."""
        return replace(self, chosen=tuple(sorted(answer)), feedback=None)

    def acted(self, name: str, value: str) -> Self:
        """`choose`: an option is chosen, or let go; of one right one only the last counts."""
        if name != "choose":
            return super().acted(name, value)
        if value not in {option.name for option in self.task.options}:
            return self
        others = tuple(chosen for chosen in self.chosen if chosen != value)
        if value in self.chosen:
            return replace(self, chosen=others, feedback=None)
        return replace(
            self, chosen=(*others, value) if self.task.several else (value,), feedback=None
        )
