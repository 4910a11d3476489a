"""HTML as values: elements, and the controls that pages are made of.

Everything put into an element is escaped unless it is markup already.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from html import escape as escape_all
from typing import TYPE_CHECKING, TypeAlias

from ksm_widgets.draw import paint_svg
from ksm_widgets.draw.themes import LOOKS, THEMES
from ksm_widgets.telling.phrases import Tone
from ksm_widgets.words import LANGUAGE_NAMES, sentence

if TYPE_CHECKING:
    from collections.abc import Callable

    from ksm_widgets.draw import HitArea, Scene
    from ksm_widgets.page.state import PageState


class Markup(str):
    """Text that is HTML already, made here or by the SVG painter, which escapes on its own."""

    __slots__ = ()


Child: TypeAlias = "str | Iterable[Child] | None"
"""The contents of an element: text, markup, several of these, or None for nothing."""

_VOID = frozenset({"input", "br", "hr"})
_HALVES = re.compile("[\ud800-\udfff]")
_SPECIAL = re.compile("[&<>\"'\ud800-\udfff]")


def legible(text: str) -> str:
    """Text that can be sent to a page: half a character, as a script may paste it, becomes `�`.

    Jupyter cannot send it as it is, nor the error message that would quote it.
    """
    return text if text.isascii() else _HALVES.sub("\ufffd", text)


def _escaped(text: str) -> str:
    # Most texts have nothing to escape, and this is what a page spends most time on.
    return escape_all(legible(text)) if _SPECIAL.search(text) else text


def element(tag: str, *children: Child, **attributes: str | int | bool | None) -> Markup:
    """An element with attributes and children, all escaped; a tag may name classes after dots.

    An underscore at an attribute's end is left off (`for_`), others become hyphens; True gives
    the bare attribute, False and None leave it out.

    >>> element("p.sum.small", "1 < 2", [" or ", element("b", "more")], title="why")
    '<p class="sum small" title="why">1 &lt; 2 or <b>more</b></p>'
    """
    name, start = _start(tag, attributes.pop("class_", None))
    for attribute, value in attributes.items():
        if value is None or value is False:
            continue
        start += f" {_attribute(attribute)}"
        if value is not True:
            start += f'="{_escaped(str(value))}"'
    if name in _VOID:
        return Markup(f"{start}>")
    return Markup(f"{start}>{''.join(map(_inner, children))}</{name}>")


@cache
def _attribute(name: str) -> str:
    return name.rstrip("_").replace("_", "-")


@cache
def _tag(tag: str) -> tuple[str, str]:
    """The name of a tag with classes, and these as an attribute has them."""
    name, _, classes = tag.partition(".")
    return name, classes.replace(".", " ")


def _start(tag: str, more: str | int | bool | None) -> tuple[str, str]:
    name, classes = _tag(tag)
    if more:
        classes = _escaped(f"{classes} {more}".strip())
    return name, f'<{name} class="{classes}"' if classes else f"<{name}"


def _inner(child: Child) -> str:
    if isinstance(child, Markup):
        return child
    if isinstance(child, str):
        return _escaped(child)
    return "" if child is None else "".join(map(_inner, child))


def joined(*children: Child) -> Markup:
    """Children one after the other; plain text is escaped, None is nothing."""
    return Markup("".join(map(_inner, children)))


def picture(scene: Scene, *, decorative: bool = True) -> Markup:
    """A scene as inline SVG; a decorative one goes with words, so it has none of its own."""
    hidden = "true" if decorative else None
    if decorative:  # A browser would show the title of what is under the pointer.
        scene = replace(scene, title="", description="")
    return element("span.ksm-picture", Markup(paint_svg(scene)), aria_hidden=hidden)


def button(
    words: Child,
    act: str,
    value: str | int | None = None,
    *,
    pressed: bool | None = None,
    disabled: bool = False,
    label: str | None = None,
    class_: str = "",
    from_: str | None = None,
    copy: str | None = None,
) -> Markup:
    """A button that sends its act; `pressed` makes it a switch.

    `label` is read out in place of the words. A disabled one stays in the tab order.
    `from_` names the field whose text is sent, `copy` one whose text goes to the clipboard.
    """
    return element(
        "button.ksm-button",
        words,
        type="button",
        class_=class_,
        data_act=act,
        data_value=value,
        data_from=from_,
        data_copy=copy,
        aria_label=label,
        title=label,
        aria_pressed=None if pressed is None else "true" if pressed else "false",
        aria_disabled="true" if disabled else None,
    )


def point_button(
    area: HitArea, scene: Scene, act: str, value: int, words: str, *, pressed: bool
) -> Markup:
    """A button over a point of a chart, as wide as the area that belongs to it."""
    return element(
        "button.ksm-point",
        type="button",
        data_act=act,
        data_value=value,
        aria_label=words,
        aria_pressed="true" if pressed else "false",
        title=words,
        style=f"left:{area.x / scene.width:.2%};width:{area.width / scene.width:.2%}",
    )


def file_button(words: str, act: str, kinds: str) -> Markup:
    """A button that sends its act with the file chosen; `kinds` as in a file field's `accept`."""
    field = element("input", type="file", accept=kinds, data_act=act)
    return element("label.ksm-button.ksm-file", words, field)


def row(*children: Child) -> Markup:
    """Controls side by side."""
    return element("div.ksm-group", children)


def group(label: str, *children: Child, class_: str = "") -> Markup:
    """Buttons that belong together: one Tab stop, arrow keys between them."""
    return element(
        "div.ksm-group", children, class_=class_, role="group", aria_label=label, data_roving=True
    )


def segments(
    label: str,
    act: str,
    options: Iterable[tuple[str | int, str]],
    chosen: str | int,
    *,
    class_: str = "",
) -> Markup:
    """Buttons of which one is pressed; options are (value, words)."""
    buttons = (
        button(words, act, value, pressed=value == chosen, class_=class_)
        for value, words in options
    )
    return group(label, buttons, class_="ksm-segments")


def choice(
    label: str, act: str, options: Iterable[tuple[str, str]], chosen: str, *, id_: str
) -> Markup:
    """A field to choose one of several in, with its label; options are (value, words)."""
    listed = (
        element("option", words, value=value, selected=value == chosen) for value, words in options
    )
    return element(
        "span.ksm-choice",
        element("label.ksm-label", label, for_=id_),
        element("select.ksm-field", listed, id=id_, data_act=act),
    )


def number_field(
    label: str,
    act: str,
    value: str,
    *,
    id_: str,
    step: str = "1",
    least: str | None = "0",
    whole: bool = True,
    enter: str | None = None,
) -> Markup:
    """A field for a number, with its label; one that needn't be `whole` may be a fraction.

    Once all such fields are filled in, the Enter key does what the button of the act `enter` does.
    """
    return element(
        "span.ksm-choice",
        element("label.ksm-label", label, for_=id_),
        element(
            "input.ksm-field.ksm-number",
            type="number" if whole else "text",
            id=id_,
            name=id_,
            value=value,
            step=step if whole else None,
            min=least if whole else None,
            placeholder=None if whole else "a/b",
            autocomplete=None if whole else "off",
            data_act=act,
            data_enter=enter,
        ),
    )


def tick(words: str, act: str, value: str | None = None, *, on: bool) -> Markup:
    """A box to tick, with its words; `value` is sent, by default whether it is on."""
    box = element("input", type="checkbox", checked=on, data_act=act, data_value=value)
    return element("label.ksm-tick", box, words)


def section(title: str, *children: Child, class_: str = "") -> Markup:
    """A part of a panel under a small heading."""
    return element("section.ksm-section", element("h2", title), children, class_=class_)


def folded(title: str, *children: Child, id_: str, open_: bool = False) -> Markup:
    """Something folded away under its title."""
    return element(
        "details",
        element("summary", title),
        element("div.ksm-folded", children),
        id=id_,
        open=open_,
    )


def note(text: str) -> Markup:
    """A sentence on why or how."""
    return element("p.ksm-note", text)


def bar(percent: int) -> Markup:
    """A bar that is filled as far as something has come."""
    return element("span.ksm-bar", element("i", style=f"width:{percent}%"))


def signed(sign: str, words: str) -> Markup:
    """Words that a narrow page shows as a sign; they are read out all the same."""
    drawn = element("span.ksm-sign", sign, aria_hidden="true")
    return joined(drawn, element("span.ksm-signed", words))


def languages(chosen: str) -> Markup:
    """The field to choose the language in; each is named in its own words."""
    label = sentence("page.language", chosen)
    return choice(label, "language", LANGUAGE_NAMES.items(), chosen, id_="ksm-lang")


def settings(page: PageState, *more: Child) -> Markup:
    """The fields for colours and language, after `more`."""
    looks = [(look, page.text(f"page.{look}")) for look in LOOKS]
    colours = choice(page.text("page.theme"), "look", looks, page.look, id_="ksm-look")
    return element("div.ksm-group.ksm-settings", more, colours, languages(page.language))


def told(sentences: Sequence[str], tone: Tone = Tone.INFO, rule: str | None = None) -> Markup:
    """A notice: what is told now, and the rule that it is about."""
    words = (element("span", sentence, " ") for sentence in sentences)
    # More than two sentences, such as a verdict, go one below the other.
    lines = " ksm-lines" if len(sentences) > 2 else ""
    number = None if rule is None else element("span.ksm-rule", rule)
    return element("p.ksm-notice", words, number, class_=f"ksm-tone-{tone.value}{lines}")


@cache
def theme_colours() -> Markup:
    """The colours of all themes, for the style sheets."""
    css = "".join(f".ksm-theme-{theme.name}{{{theme.css}}}" for theme in THEMES.values())
    return element("style", Markup(css))


def fault(page: PageState) -> Markup | None:
    """An unexpected error, if there was one."""
    if not page.trouble:
        return None
    title = element("b", page.text("page.fault_title"), ": ")
    words = page.text("page.fault_what", error=page.trouble)
    return element("p.ksm-notice.ksm-tone-warning", title, words, role="alert")


# Going through a turn on the board, step by step.


def walk_list(steps: Iterable[tuple[str, str]], here: int | None, act: str = "step") -> Markup:
    """The steps, each a button that shows the board after it; `here` is the one on the board.

    Each comes with its words and what is said at its end; the first is the start, number 0.
    """
    return element(
        "ol.ksm-walk",
        (
            _step(number, words, end, number == here, act)
            for number, (words, end) in enumerate(steps)
        ),
        start=0,
    )


def _step(number: int, words: str, end: str, here: bool, act: str) -> Child:
    return element(
        "li",
        element(
            "button.ksm-step",
            element("span", words),
            element("span.ksm-cost", end) if end else None,
            type="button",
            data_act=act,
            data_value=number,
            aria_current="step" if here else None,
        ),
    )


def walk_buttons(
    text: Callable[..., str], at: int, last: int, act: str = "step", onward: Child = None
) -> tuple[Markup, Markup, Child, Markup]:
    """The buttons to the start, back, on, and to the end; `onward` takes the place of the third."""
    # A step further, not to a step: two quick presses go two steps.
    by = f"{act}-by"
    following = button(text("walk.next"), by, 1, disabled=at == last)
    return (
        button(text("walk.first"), act, 0, disabled=at == 0, class_="ksm-small"),
        button(text("walk.back"), by, -1, disabled=at == 0),
        following if onward is None else onward,
        button(text("walk.last"), act, last, disabled=at == last, class_="ksm-small"),
    )
