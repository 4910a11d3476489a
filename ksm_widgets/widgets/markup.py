"""HTML as values: everything put into an element is escaped unless it is markup already."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

from ksm_widgets.draw import paint_svg

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ksm_widgets.draw import Scene

__all__ = ["Child", "Markup", "element", "joined", "legible", "picture"]

_VOID = frozenset({"input", "br", "hr"})
_HALVES = re.compile("[\ud800-\udfff]")


class Markup(str):
    """Text that is HTML already, made here or by the SVG painter, which escapes by itself."""

    __slots__ = ()


Child = Markup | str | None


def legible(text: str) -> str:
    """Text as it can be sent to a page: half a character, as a script may paste it, becomes `�`.

    Jupyter cannot send it as it is, and what had gone wrong could not be told for the same reason.
    """
    return _HALVES.sub("\ufffd", text)


def _escaped(text: str) -> str:
    return html.escape(legible(text))


def element(tag: str, *children: Child, **attributes: str | int | bool | None) -> Markup:
    """An element with attributes and children, all escaped.

    An underscore at an attribute's end is left off (`class_`), others become hyphens; True gives
    the bare attribute, False and None leave it out.

    >>> element("p", "1 < 2", class_="sum")
    '<p class="sum">1 &lt; 2</p>'
    """
    named = "".join(_attribute(name, value) for name, value in attributes.items())
    if tag in _VOID:
        return Markup(f"<{tag}{named}>")
    return Markup(f"<{tag}{named}>{joined(children)}</{tag}>")


def _attribute(name: str, value: str | int | bool | None) -> str:
    name = name.rstrip("_").replace("_", "-")
    if value is None or value is False:
        return ""
    if value is True:
        return f" {name}"
    return f' {name}="{_escaped(str(value))}"'


def joined(children: Iterable[Child]) -> Markup:
    """Children one after the other; plain text is escaped, None is nothing."""
    return Markup(
        "".join(
            child if isinstance(child, Markup) else _escaped(child)
            for child in children
            if child is not None
        )
    )


def picture(scene: Scene, *, decorative: bool = True) -> Markup:
    """A scene as inline SVG; a decorative one stands beside its words and is not read out."""
    svg = Markup(paint_svg(scene))
    if decorative:
        return element("span", svg, class_="ksm-picture", aria_hidden="true")
    return element("span", svg, class_="ksm-picture")
