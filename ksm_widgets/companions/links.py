"""Links that open a position of a game with a question, whatever the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeVar
from urllib.parse import parse_qsl, urlencode

from ksm_widgets.companions.items import MAX_TEXT
from ksm_widgets.rules.arguments import beginning
from ksm_widgets.rules.errors import TextError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from dataclasses import Field
    from typing import Any, ClassVar

MAX_LINK = 3 * MAX_TEXT
"""Characters of a link that are looked at."""


class Asked(Protocol):
    """A question with its options, a frozen dataclass; each game has its own in `links.py`."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    @property
    def question(self) -> str:
        """The name of the question."""


Q = TypeVar("Q", bound=Asked)


class LinkError(TextError):
    """A link that opens nothing here; the sentence names the key."""


def query_string(game: str, position: str, **keys: str | None) -> str:
    """The query string that opens a position of a game, without the keys that are None."""
    text = position.replace("\n", " | ")
    items = {"game": game, **keys, "position": text}
    given = {key: value for key, value in items.items() if value is not None}
    return urlencode(given, safe=",/@;!*:")


def read_query(
    game: str, link: str, choices: Mapping[str, Sequence[str]]
) -> tuple[str, dict[str, str]]:
    """The position's text in a link, and its keys, each one of its choices; raises LinkError.

    The first choice is the default; one that is empty has no word.
    """
    if len(link) > MAX_LINK:
        raise LinkError("shelf_link.long", most=MAX_LINK)
    items = dict(parse_qsl(link.removeprefix("?")))
    if items.get("game", game) != game:
        raise LinkError("shelf_link.game", found=beginning(items["game"]))
    if "position" not in items:
        raise LinkError("shelf_link.position")
    found = {key: items.get(key, allowed[0]) for key, allowed in choices.items()}
    for key, allowed in choices.items():
        if found[key] not in allowed:
            raise LinkError("shelf_link.key", name=key, expected=[one for one in allowed if one])
    return items["position"], found
