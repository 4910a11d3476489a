"""Positions as text: items `key value`, one per line or joined by ` | `, read with all faults."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ksm_widgets.rules.errors import KsmError, TextError, beginning

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

MAX_TEXT = 10_000


class PositionTextError(TextError):
    """An item of a position that cannot be read; the sentence names it."""


@dataclass
class Items:
    """A text being read: its items, what is wrong with it, and the keys that could not be read."""

    faults: list[KsmError] = field(default_factory=list)
    unread: set[str] = field(default_factory=set)
    items: dict[str, str] = field(default_factory=dict)

    def read(self, text: str, keys: Collection[str], needed: Iterable[str]) -> bool:
        """Take a text apart into its items; False if it is too long to be read at all."""
        if len(text) > MAX_TEXT:
            self.faults.append(PositionTextError("shelf_text.long", most=MAX_TEXT))
            return False
        for item in re.split(r"[|\n]", text):
            key, _, value = item.strip().partition(" ")
            if key in self.items:
                self.wrong("shelf_text.twice", key)
            elif key in keys:
                self.items[key] = value.strip()
            elif key:
                self.faults.append(PositionTextError("shelf_text.unknown", found=key[:20]))
        for key in sorted({*needed} - self.items.keys()):
            self.wrong("shelf_text.missing", key)
        return True

    def wrong(self, why: str, item: str, **params: object) -> None:
        """Note that an item cannot be read: checks that need it are left out."""
        self.unread.add(item)
        self.faults.append(PositionTextError(why, item=item, **params))

    def number(
        self, key: str, least: int, most: int, default: int | None, *, again: bool = False
    ) -> int | None:
        """The number of an item; `again` if its fault is noted already."""
        text = self.items.get(key)
        if text is None or (text == "-" and default is None):
            return default
        if re.fullmatch("-?[0-9]{1,3}", text) and least <= int(text) <= most:
            return int(text)
        if not again:
            found = beginning(text)
            self.wrong("shelf_text.number", key, found=found, least=least, most=most)
        return default

    def word(self, key: str, kind: Any, default: Any) -> Any:
        """The member of an enum that an item names."""
        text = self.items.get(key)
        words = [member.value for member in kind]
        if text is None or text in words:
            return default if text is None else kind(text)
        self.wrong("shelf_text.word", key, found=beginning(text), expected=words)
        return default


def joined(items: Iterable[object]) -> str:
    """Items with blanks between them, `-` for none."""
    return " ".join(map(str, items)) or "-"


def lines_text(*lines: Mapping[str, object]) -> str:
    """Items in text, one line for each mapping; those that are None are left out."""
    return "\n".join(
        " | ".join(f"{key} {value}" for key, value in line.items() if value is not None)
        for line in lines
    )
