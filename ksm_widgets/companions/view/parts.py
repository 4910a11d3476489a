"""Parts that several panels of a game's page are made of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.page.html import button, element

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ksm_widgets.companions.view.page import AnyPage
    from ksm_widgets.page.html import Child
    from ksm_widgets.telling.phrases import Phrase


def steps(page: AnyPage, act: str, at: int, count: int) -> Iterator[Child]:
    """The buttons that go through the acts of an option or a game; `at` of them are shown."""
    moves = {"first": ("«", 0), "back": ("‹", at - 1), "on": ("›", at + 1), "last": ("»", count)}
    for name, (sign, to) in moves.items():
        goal = max(0, min(to, count))
        label = page.text(f"shelf_page.{name}")
        yield button(sign, act, goal, label=label, disabled=goal == at, class_="ksm-round")


def text_area(name: str, label: str, text: str) -> Child:
    """A field of several lines, with its label."""
    id_ = f"ksm-{name}"
    return (
        element("label.ksm-label", label, for_=id_),
        element("textarea.ksm-field.ksm-text", text, id=id_, name=name, rows=6, spellcheck="false"),
    )


def scrolling(title: str, table: Child) -> Child:
    """A table that scrolls sideways where it is too wide, also by keys."""
    return element("div.ksm-scrolls", table, tabindex=0, role="region", aria_label=title)


def lines_of(page: AnyPage, phrases: Iterable[Phrase]) -> Child:
    """Sentences as a list."""
    return element("ul.ksm-reasons", (element("li", page.reader.say(one)) for one in phrases))
