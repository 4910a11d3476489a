"""The few kinds of controls the page is made of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.tutor.coach.hints import Rung
from ksm_widgets.widgets.markup import Child, Markup, element, joined
from ksm_widgets.words import sentence

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = [
    "button",
    "choice",
    "file_button",
    "folded",
    "group",
    "lamps",
    "languages",
    "note",
    "number_field",
    "section",
    "signed",
]

_NAMES = {"en": "English", "de": "Deutsch"}


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

    `label` is read out in place of the words. A disabled one keeps its place for the keyboard.
    `from_` names the field whose text is sent, `copy` one whose text goes to the clipboard.
    """
    return element(
        "button",
        words,
        type="button",
        class_=f"ksm-button {class_}".strip(),
        data_act=act,
        data_value=value,
        data_from=from_,
        data_copy=copy,
        aria_label=label,
        title=label,
        aria_pressed=None if pressed is None else "true" if pressed else "false",
        aria_disabled="true" if disabled else None,
    )


def file_button(words: str, act: str, kinds: str) -> Markup:
    """A button that sends its act with a file that is chosen; `kinds` as a browser has them."""
    return element(
        "label",
        words,
        element("input", type="file", accept=kinds, data_act=act),
        class_="ksm-button ksm-file",
    )


def group(label: str, *children: Child, class_: str = "") -> Markup:
    """Buttons that belong together: one Tab stop, arrow keys between them."""
    return element(
        "div",
        *children,
        class_=f"ksm-group {class_}".strip(),
        role="group",
        aria_label=label,
        data_roving=True,
    )


def choice(
    label: str, act: str, options: Iterable[tuple[str, str]], chosen: str, *, id_: str
) -> Markup:
    """A field to choose one of several in, with its label; options are (value, words)."""
    return element(
        "span",
        element("label", label, for_=id_, class_="ksm-label"),
        element(
            "select",
            *(
                element("option", words, value=value, selected=value == chosen)
                for value, words in options
            ),
            id=id_,
            data_act=act,
            class_="ksm-field",
        ),
        class_="ksm-choice",
    )


def lamps(reached: Rung) -> Markup:
    """The ladder of hints: a lamp a rung, lit up to the one reached."""
    return element(
        "span",
        *(
            element("i", class_="ksm-lamp" + (" ksm-lit" if rung <= reached else ""))
            for rung in Rung
            if rung
        ),
        class_="ksm-lamps",
        aria_hidden="true",
    )


def languages(chosen: str) -> Markup:
    """The field to choose the language in; each is named in its own words."""
    return choice(
        sentence("explorer.language", chosen), "language", _NAMES.items(), chosen, id_="ksm-lang"
    )


def number_field(
    label: str, act: str, value: str, *, id_: str, step: str = "1", least: str | None = "0"
) -> Markup:
    """A field for a number, with its label."""
    return element(
        "span",
        element("label", label, for_=id_, class_="ksm-label"),
        element(
            "input",
            type="number",
            id=id_,
            name=id_,
            value=value,
            step=step,
            min=least,
            data_act=act,
            class_="ksm-field ksm-number",
        ),
        class_="ksm-choice",
    )


def section(title: str, *children: Child, class_: str = "") -> Markup:
    """A part of a panel under a small heading."""
    return element(
        "section", element("h3", title), *children, class_=f"ksm-section {class_}".strip()
    )


def folded(title: str, *children: Child, id_: str, open_: bool = False) -> Markup:
    """Something that is folded away until it is wanted."""
    return element(
        "details",
        element("summary", title),
        element("div", joined(children), class_="ksm-folded"),
        id=id_,
        open=open_,
    )


def note(text: str) -> Markup:
    """A sentence on why or how."""
    return element("p", text, class_="ksm-note")


def signed(sign: str, words: str) -> Markup:
    """Words that a narrow page shows as a sign; they are read out all the same."""
    drawn = element("span", sign, class_="ksm-sign", aria_hidden="true")
    return joined([drawn, element("span", words, class_="ksm-signed")])
