"""The opening of a lesson: its first output, which shows rules in place and one step at a time."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import traitlets

from ksm_widgets.draw import DARK, LIGHT
from ksm_widgets.page.html import element, picture
from ksm_widgets.page.page import without_kernel
from ksm_widgets.page.part import Part
from ksm_widgets.tasks.view.parts import page_colours
from ksm_widgets.tasks.view.task import LessonPanel
from ksm_widgets.telling.rulebook import find_rule

if TYPE_CHECKING:
    from ksm_widgets.draw import Theme
    from ksm_widgets.page.html import Markup
    from ksm_widgets.telling.phrases import Reader
    from ksm_widgets.telling.rulebook import Rule

_HERE = Path(__file__).parent
_LONGEST = 10
"""The longest number of a rule."""


class Opening(Part):
    """The first output of a lesson.

    It keeps the page scrolled to the top, opens the rules that the lesson links to where they are,
    and on a phone shows one task at a time.
    """

    scripts = (_HERE / "opening.js",)
    styles = (*LessonPanel.styles, _HERE / "opening.css")
    text = traitlets.Unicode("").tag(sync=True)
    words = traitlets.Dict().tag(sync=True)

    def __init__(self, reader: Reader, follows: str = "") -> None:
        self._reader = reader
        words = {name: reader.text(f"lesson_view.{name}") for name in ("back", "next", "steps")}
        text = reader.text(follows, edition=reader.edition.title) if follows else ""
        super().__init__(text=text, words=words)
        self.on_msg(self._receive)

    def _receive(self, _widget: object, content: Any, _buffers: object) -> None:
        """Answer the page's question for a rule; what makes no sense is dropped."""
        match content:
            case {"rule": str(number), "dark": bool(dark)} if len(number) <= _LONGEST:
                rule = find_rule(number)
                if rule is not None:
                    html = _told(rule, self._reader, DARK if dark else LIGHT)
                    self.send({"rule": number, "html": html})

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """The widget, with its words as text."""
        return without_kernel(super()._repr_mimebundle_(**kwargs), self.text)


def _told(rule: Rule, reader: Reader, theme: Theme) -> Markup:
    """A rule in words and with its picture, and a button to close it."""
    title = reader.text("task_view.rule_card", rule=rule.number, title=reader.say(rule.title))
    close = element(
        "button.ksm-button.ksm-main",
        reader.text("lesson_view.close"),
        type="button",
        data_close="",
        autofocus=True,
    )
    shown = None
    if rule.picture is not None:
        drawn = picture(rule.drawn(reader, theme), decorative=False)
        shown = element("div.ksm-rule-picture", drawn)
    told = element("p", reader.say(rule.text))
    inside = element("div.ksm-panel", element("h2", title), told, shown, close)
    return element("div", page_colours(), inside)
