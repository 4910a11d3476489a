"""The state of a page, as a value, and the next one after a control or a touch on its board.

A feature's page is a frozen subclass of `PageState`; its widget is a `BoardPage`. The values of
controls, which come from outside, are checked here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation
from enum import Enum
from typing import TYPE_CHECKING, Any, Self, TypeVar

from ksm_widgets.draw.themes import AUTO, THEMES
from ksm_widgets.rules.errors import KsmError
from ksm_widgets.telling.phrases import Notice, Reader
from ksm_widgets.words import LANGUAGES, sentence

if TYPE_CHECKING:
    from ksm_widgets.draw import Theme
    from ksm_widgets.draw.showing import BoardView


@dataclass(frozen=True, slots=True, kw_only=True)
class PageState:
    """The facts that every page knows: language, colours, its own address, and an unexpected error.

    `look` is the theme chosen, `around` that of the page around. `shared` is the address by which
    others reach the page, empty if that is its own. `trouble` is the error's text.
    A feature adds its own fields, and overrides what its board shows and what a touch does.
    """

    language: str = LANGUAGES[0]
    look: str = AUTO
    around: str = "light"
    address: str = ""
    shared: str = ""
    trouble: str = ""

    @property
    def theme(self) -> Theme:
        """The theme that is seen."""
        return THEMES[self.around if self.look == AUTO else self.look]

    @property
    def address_to_give(self) -> str:
        """The address of the page for others; empty if it does not know its own."""
        return self.shared or self.address

    @property
    def edition(self) -> str:
        """The edition whose pictures and names are used (R22): by default the language's own."""
        return self.language

    def text(self, key: str, **params: object) -> str:
        """A sentence of the catalogue in the page's language."""
        return sentence(key, self.language, **params)

    def telling(self, notice: Notice | None) -> Self:
        """The page with something to tell, by default like an error."""
        return self if notice is None else self.failed(notice.text(Reader(self.language)))

    def failed(self, error: str) -> Self:
        """The page after an unexpected error, with nothing running any more."""
        return replace(self, trouble=error)

    # What it shows.

    @property
    def board(self) -> BoardView | None:
        """The board; None if there is none now."""
        return None

    @property
    def announcement(self) -> str:
        """The text that is read out when it changes."""
        return ""

    @property
    def link(self) -> str:
        """The query string that opens this page again; empty for a page without one."""
        return ""

    @property
    def kept(self) -> str:
        """The text that brings this page back after its program has ended: by default its link."""
        return self.link

    @property
    def classes(self) -> frozenset[str]:
        """Names for the style sheet."""
        return frozenset({f"ksm-theme-{self.theme.name}"})

    # What a touch on the board makes of it. A place is whatever the scene's hit areas name.

    def pressed(self, place: Any) -> Self:
        """The button or a finger went down."""
        return self

    def released(self, place: Any | None) -> Self:
        """The button or finger was lifted at a place, or beside all of them."""
        return self

    def pointed(self, place: Any | None) -> Self:
        """The pointer came to another place, or left the board."""
        return self

    def keyed(self, key: str) -> Self:
        """A key was pressed."""
        return self

    def unfocused(self) -> Self:
        """The board lost the keyboard's focus."""
        return self

    def shortcut(self, key: str, *, command: bool, shift: bool) -> tuple[str, str] | None:
        """The act and value that a key stands for, with Ctrl or Cmd or without."""
        return None

    def read_out(self, before: Self) -> str:
        """The text that is read out after a key; `before` is the page before it."""
        return ""


S = TypeVar("S", bound=PageState)
T = TypeVar("T")
E = TypeVar("E", bound=Enum)

Act = Callable[[S, str], S]
"""The effect of a control: from page and value to the next page."""


class ForgedValue(ValueError):
    """A value that no control of the page sends."""


def refused(page: S, error: KsmError | ForgedValue) -> S:
    """The page after an act that raised: what the game does not allow is told.

    No control sends a forged value, so there is nobody to tell.
    """
    return page if isinstance(error, ForgedValue) else page.telling(Notice.refusal(error))


_WHOLE = re.compile(r"-?[0-9]+")
_LONGEST = 20
"""Characters of a number that are read: no field takes more digits."""


def number(text: str) -> int:
    """Parse a whole number, as a number field writes it; raises ForgedValue."""
    digits = text.strip()
    if not _WHOLE.fullmatch(digits):
        raise ForgedValue(text[:_LONGEST])
    return int(digits[:_LONGEST])


def whole(text: str, least: int, most: int) -> int:
    """Parse a whole number, and take the nearest one allowed; raises ForgedValue."""
    return max(least, min(number(text), most))


def decimal(text: str) -> Decimal:
    """Parse a number with a point or a comma; raises ForgedValue, also for one out of bounds."""
    try:
        found = Decimal(text.replace(",", ".")[:_LONGEST])
    except InvalidOperation:
        raise ForgedValue(text[:_LONGEST]) from None
    if not found.is_finite() or abs(found.adjusted()) > _LONGEST:
        raise ForgedValue(text[:_LONGEST])
    return found


def member(kind: type[E], text: str) -> E:
    """Parse the value of an enum's member; raises ForgedValue."""
    try:
        return kind(text)
    except ValueError:
        raise ForgedValue(text[:_LONGEST]) from None


def among(allowed: Collection[str], text: str) -> str:
    """Parse one of these, which may be members of an enum of texts; raises ForgedValue."""
    for one in allowed:
        if one == text:
            return one
    raise ForgedValue(text[:_LONGEST])


def item(items: Sequence[T], text: str) -> T:
    """Parse an item's index; raises ForgedValue."""
    index = number(text)
    if not 0 <= index < len(items):
        raise ForgedValue(text[:_LONGEST])
    return items[index]
