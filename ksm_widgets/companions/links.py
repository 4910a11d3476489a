"""Links that open a position of a game with a question, whatever the game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar
from urllib.parse import parse_qsl, urlencode

from ksm_widgets.companions.items import MAX_TEXT
from ksm_widgets.companions.position import PositionT, Replaceable
from ksm_widgets.rules.arguments import beginning
from ksm_widgets.rules.errors import TextError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

MAX_LINK = 3 * MAX_TEXT
"""Characters of a link: in one, many of a position's have three, such as `%7C`."""


class LinkError(TextError):
    """A link that opens nothing here; the sentence names the key."""


def is_link(text: str) -> bool:
    """Whether a text is meant as a link, and not as a position."""
    return has_position(text) or text.removeprefix("?").startswith("game=")


def has_position(link: str) -> bool:
    """Whether a link opens a position; one without only names its game."""
    return "position=" in link


def game_of(link: str) -> str:
    """The name of the game in a link; empty if it names none."""
    return _items(link[:MAX_LINK]).get("game", "")


def _items(link: str) -> dict[str, str]:
    """The items of a link, by key."""
    return dict(parse_qsl(link.removeprefix("?")))


class ShelfQuery(Replaceable, ABC, Generic[PositionT]):
    """A question and what else is asked with it, a frozen dataclass.

    Each game has its own in `links.py`, which says its name, its questions and what is in a link.
    """

    __slots__ = ()
    name: ClassVar[str]
    questions: ClassVar[tuple[str, ...]]
    earlier: ClassVar[Mapping[str, str]] = MappingProxyType({})
    """Questions by the names that they had in earlier links."""

    # What a game must say.

    if TYPE_CHECKING:  # `@dataclass` would take a property here for the field's default.

        @property
        def question(self) -> str:
            """The name of the question."""

    @abstractmethod
    def link(self, position: PositionT) -> str:
        """The query string that opens a position with this question."""

    @classmethod
    @abstractmethod
    def parse(cls, link: str) -> tuple[PositionT, Self]:
        """The position and the question of a link; raises LinkError or FaultyPosition."""

    # What all games share.

    def query_string(self, position: str, **keys: str | None) -> str:
        """The query string for a position's text, without the keys that are None."""
        text = position.replace("\n", " | ")
        items = {"game": self.name, "question": self.question, **keys, "position": text}
        given = {key: value for key, value in items.items() if value is not None}
        return urlencode(given, safe=",/@;!*:")

    @classmethod
    def read_query(cls, link: str, **choices: Sequence[str]) -> tuple[str, dict[str, str]]:
        """The position's text in a link, and its keys, each one of its choices; raises LinkError.

        The first choice is the default; one that is empty has no word.
        """
        if len(link) > MAX_LINK:
            raise LinkError("shelf_link.long", most=MAX_LINK)
        items = _items(link)
        if items.get("game", cls.name) != cls.name:
            raise LinkError("shelf_link.game", found=beginning(items["game"]))
        if "position" not in items:
            raise LinkError("shelf_link.position")
        choices = {"question": (*cls.questions, *cls.earlier), **choices}
        found = {key: items.get(key, allowed[0]) for key, allowed in choices.items()}
        for key, allowed in choices.items():
            if found[key] not in allowed:
                expected = [one for one in allowed if one]
                raise LinkError("shelf_link.key", name=key, expected=expected)
        found["question"] = cls.earlier.get(found["question"], found["question"])
        return items["position"], found


QueryT = TypeVar("QueryT", bound=ShelfQuery[Any])
