"""Positions as text: items `key value`, one per line or joined by ` | `, read with all faults."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar, overload

from ksm_widgets.companions.position import PositionT
from ksm_widgets.rules.arguments import beginning, expect
from ksm_widgets.rules.errors import FaultyPosition, KsmError, RuleError, TextError

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping

EnumT = TypeVar("EnumT", bound=Enum)

MAX_TEXT = 10_000
"""Characters of a position: far more than those of any table."""
_NUMBER = re.compile("-?[0-9]{1,3}")


class PositionTextError(TextError):
    """An item of a position that cannot be read; the sentence names it."""


@dataclass
class Items(ABC, Generic[PositionT]):
    """A text being read: its items, what is wrong with it, and the keys that could not be read.

    A game says in a subclass its name, its `keys`, those `needed`, its box and its checks, and
    makes a position of them. `read` and `draft` are what it offers.
    """

    name: ClassVar[str]
    keys: ClassVar[Collection[str]]
    needed: ClassVar[Collection[str]]
    players_key: ClassVar[str] = "players"
    """The item that says how many players there are."""

    box: Any
    faults: list[KsmError] = field(default_factory=list)
    unread: set[str] = field(default_factory=set)
    items: dict[str, str] = field(default_factory=dict)
    players: int = 0

    # What a game must say.

    @staticmethod
    @abstractmethod
    def the_box() -> Any:
        """The box that is used if there is no other."""

    @staticmethod
    @abstractmethod
    def checked(position: PositionT, unread: Collection[str], /) -> Iterable[KsmError]:
        """All faults of a position, without those that need an unread item."""

    @abstractmethod
    def made(self) -> PositionT:
        """The position that the items make, with what can be read of them."""

    # What all games share.

    @classmethod
    def read(cls, text: str, box: Any = None) -> PositionT:
        """Read a position, the inverse of `position_text` for one that a seat sees.

        Raises FaultyPosition with everything that cannot be read or is not possible.
        """
        return cls(box or cls.the_box())._position(text, cls.checked)

    @classmethod
    def draft(cls, text: str, box: Any = None) -> PositionT:
        """Read a position that may break rules; raises FaultyPosition for what cannot be read."""
        return cls(box or cls.the_box())._position(text, lambda _, __: ())

    def _position(
        self, text: str, checked: Callable[[PositionT, Collection[str]], Iterable[KsmError]]
    ) -> PositionT:
        expect("text", text, str)
        self._take_apart(text)
        position = self.made()
        faults = [*self.faults, *checked(position, self.unread)]
        if faults:
            raise FaultyPosition(faults)
        return position

    def _take_apart(self, text: str) -> None:
        """Take a text apart into its items; raises FaultyPosition for one that is too long."""
        if len(text) > MAX_TEXT:
            raise FaultyPosition([PositionTextError("shelf_text.long", most=MAX_TEXT)])
        for item in re.split(r"[|\n]", text):
            key, _, value = item.strip().partition(" ")
            if key in self.items:
                self.wrong("shelf_text.twice", key)
            elif key in self.keys:
                self.items[key] = value.strip()
            elif key:
                self.faults.append(PositionTextError("shelf_text.unknown", found=key[:20]))
        for key in sorted({*self.needed} - self.items.keys()):
            self.wrong("shelf_text.missing", key)

    def wrong(self, why: str, item: str, **params: object) -> None:
        """Note that an item cannot be read: checks that need it are left out."""
        self.unread.add(item)
        self.faults.append(PositionTextError(why, item=item, **params))

    def refuse(self, why: str, item: str, found: object = None, **params: object) -> None:
        """Note with a sentence of the game that an item cannot be read."""
        told = {} if found is None else {"found": beginning(found)}
        self.wrong(f"{self.name}_text.{why}", item, **told, **params)

    def words(self, key: str) -> list[str]:
        """The words of an item; `-` has none, nor has an item that is not there."""
        return words_of(self.items.get(key, "-"))

    def parts(self, key: str) -> list[str]:
        """The parts of an item, with `;` between seats: one for each seat."""
        parts = [part.strip() for part in self.items[key].split(";")] if key in self.items else []
        if key in self.items and len(parts) != self.players and self.players_key not in self.unread:
            found = beginning(self.items[key])
            self.wrong("shelf_text.seats", key, found=found, players=self.players)
        return [*parts, *["-"] * self.players][: self.players]

    def numbers(self, key: str, least: int, most: int, default: int = 0) -> tuple[int, ...]:
        """The numbers of an item, one for each seat."""
        words = self.words(key)
        found = [int(word) for word in words if _NUMBER.fullmatch(word)]
        good = [number for number in found if least <= number <= most]
        whole = len(good) == len(words) == self.players
        if key in self.items and not whole and self.players_key not in self.unread:
            params = {"players": self.players, "least": least, "most": most}
            self.wrong("shelf_text.numbers", key, found=beginning(self.items[key]), **params)
        return tuple(good) if whole else (default,) * self.players

    @overload
    def number(self, key: str, least: int, most: int, default: int) -> int: ...

    @overload
    def number(self, key: str, least: int, most: int, default: None) -> int | None: ...

    def number(self, key: str, least: int, most: int, default: int | None) -> int | None:
        """The number of an item."""
        text = self.items.get(key)
        if text is None or (text == "-" and default is None):
            return default
        if _NUMBER.fullmatch(text) and least <= int(text) <= most:
            return int(text)
        self.wrong("shelf_text.number", key, found=beginning(text), least=least, most=most)
        return default

    def word(self, key: str, kind: type[EnumT], default: EnumT) -> EnumT:
        """The member of an enum that an item names."""
        text = self.items.get(key)
        words = [member.value for member in kind]
        if text is None or text in words:
            return default if text is None else kind(text)
        self.wrong("shelf_text.word", key, found=beginning(text), expected=words)
        return default


@dataclass(frozen=True, slots=True)
class Checks(Generic[PositionT]):
    """The checks of a position, each with the items of its text that it needs.

    `always` is an item that all of them need.
    """

    checks: tuple[tuple[str, Callable[[PositionT], Iterable[RuleError]]], ...]
    always: str = ""

    def faults_of(self, position: PositionT, unread: Collection[str] = ()) -> tuple[RuleError, ...]:
        """All faults that the checks find, without those that need an unread item."""
        return tuple(
            fault
            for needs, check in self.checks
            if not {*needs.split(), self.always} & {*unread}
            for fault in check(position)
        )


def words_of(text: str) -> list[str]:
    """The words of a text, none if it is `-`: the inverse of `joined`."""
    words = text.split()
    return [] if words == ["-"] else words


def joined(words: Iterable[object]) -> str:
    """Words with blanks between them, `-` for none."""
    return " ".join(map(str, words)) or "-"


def parted(parts: Iterable[str]) -> str:
    """Parts with `;` between them, as those of an item with one for each seat."""
    return " ; ".join(parts)


def lines_text(*lines: Mapping[str, object]) -> str:
    """Items in text, one line for each mapping; those that are None are left out."""
    return "\n".join(
        " | ".join(f"{key} {value}" for key, value in line.items() if value is not None)
        for line in lines
    )
