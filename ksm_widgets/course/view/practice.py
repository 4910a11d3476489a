"""Endless practice as a widget: rules to pick, and one new task after the other."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from ksm_widgets.page.html import Markup, button, element, fault, group, joined, note, row
from ksm_widgets.page.state import among
from ksm_widgets.progress.progress import timestamp
from ksm_widgets.tasks.exercise import LEVELS
from ksm_widgets.tasks.view.page import ExercisePage
from ksm_widgets.tasks.view.parts import answer, asked
from ksm_widgets.tasks.view.task import NUMBERS, TASK, Exercising
from ksm_widgets.telling.rulebook import title_of, titled

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from ksm_widgets.course.drill import Drill
    from ksm_widgets.page.html import Child
    from ksm_widgets.progress.progress import Progress
    from ksm_widgets.tasks.task import AnyAnswering, Feedback
    from ksm_widgets.telling.phrases import Reader


_MIXED = "mixed"


@dataclass(frozen=True, slots=True)
class Known:
    """A learner's command of a rule: `new`, `missed`, `known` or `due`, and its next level."""

    rule: str
    how: str
    level: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PracticePage(ExercisePage):
    """Rules to practise, how well each is known, which one is picked, and the rule asked last.

    `most` is the highest level of that one.
    """

    rules: tuple[Known, ...] = ()
    due: tuple[str, ...] = ()
    missed: tuple[str, ...] = ()
    picked: str | None = None
    last: str | None = None
    most: int = LEVELS

    def looking_at(self, drill: Drill) -> PracticePage:
        """The page with what is known by now."""
        schedule = drill.schedule()
        due = schedule.due(timestamp(), drill.rules)

        def known(rule: str) -> Known:
            standing = schedule.standing(rule)
            how = "new" if standing is None else "missed" if standing.missed else "known"
            if how == "known" and rule in due:
                how = "due"
            return Known(rule, how, drill.level(rule, schedule))

        return replace(
            self,
            rules=tuple(map(known, drill.rules)),
            due=tuple(due),
            missed=tuple(schedule.missed(drill.rules)),
            picked=drill.picked,
            last=drill.last,
            most=LEVELS if drill.last is None else len(drill.fitting(drill.last)),
        )


def head(page: PracticePage) -> Child:
    """The rules to pick, what is due, and which rule is asked about."""
    text = page.text
    later = [rule for rule in page.missed if rule not in page.due]
    told = [
        text(f"practice_view.{key}", rules=_in_order(page, rules))
        for key, rules in (("due", page.due), ("missed", later))
        if rules
    ]
    under: Child = None
    if page.exercise is None:
        under = row(button(text("practice_view.begin"), "begin", class_="ksm-main"))
    elif page.last is not None:
        level = int(page.exercise.name.rpartition(".")[2])
        title = title_of(page.last, page.reader)
        words = text(
            "practice_view.asked", rule=page.last, title=title, level=level, most=page.most
        )
        under = element("h3", words)
    return (
        element("h2", text("practice_view.title")),
        note(text("practice_view.intro")),
        element("p.ksm-note", " ".join(told) or text("practice_view.at_rest"), role="status"),
        group(text("practice_view.which"), _rules(page), class_="ksm-rules"),
        fault(page) if page.answering is None else None,
        under,
    )


def _in_order(page: PracticePage, rules: Collection[str]) -> list[str]:
    """Rules with their titles, in the order of the rulebook."""
    return [titled(each.rule, page.reader) for each in page.rules if each.rule in rules]


def _rules(page: PracticePage) -> list[Markup]:
    """A button for all rules mixed, and one for each rule with how well it is known."""
    mixed = page.exercise is not None and page.picked is None
    buttons = [button(page.text("practice_view.mixed"), "rule", _MIXED, pressed=mixed)]
    for each in page.rules:
        how = page.text(f"practice_view.state_{each.how}", level=each.level)
        label = joined(f"{titled(each.rule, page.reader)} ", element("small", how))
        buttons.append(button(label, "rule", each.rule, pressed=page.picked == each.rule))
    return buttons


class PracticeView(Exercising[PracticePage]):
    """Practise some rules, mixed or one of them; `on_checked` is called after each answer."""

    panels = MappingProxyType({"answer": answer, "asked": asked, "head": head})
    layout = ("practice", ("beside", "head"), TASK)

    def __init__(
        self,
        drill: Drill,
        reader: Reader,
        progress: Progress,
        *,
        on_checked: Callable[[], None] | None = None,
    ) -> None:
        self._drill, self._on_checked = drill, on_checked
        page = PracticePage(language=reader.language, reader=reader, number=next(NUMBERS))
        super().__init__(page.looking_at(drill), progress)

    @property
    def effects(self) -> Mapping[str, Callable[[str], None]]:
        """The effects of controls beyond the page's state, by the name of their act."""
        return {**super().effects, "begin": lambda _: self.new(), "rule": self._pick}

    def _pick(self, value: str) -> None:
        rule = among((_MIXED, *self._drill.rules), value)
        self._drill.picked = None if rule == _MIXED else rule
        self.new()

    def new(self) -> None:
        """Ask the next task in place of the one before."""
        page = self.page.asking(*self._drill.next_exercise(timestamp()))
        self.set_page(page.looking_at(self._drill))

    def checked(self, state: AnyAnswering, said: Feedback) -> None:
        """Record and show an answer, and what is known by now."""
        super().checked(state, said)
        self.refresh()
        if self._on_checked is not None:
            self._on_checked()

    def refresh(self) -> None:
        """Show what is known by now."""
        self.set_page(self.page.looking_at(self._drill))

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """The widget, with only its title as text: a learner's reviews are private."""
        return self.in_words(self.page.text("practice_view.title"), **kwargs)
