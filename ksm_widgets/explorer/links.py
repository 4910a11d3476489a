"""A situation as a link's query string and back, and the examples, which are such links."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation
from functools import cache
from importlib.resources import files
from tomllib import loads
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl

from ksm_widgets.explorer.situation import MOST_COLLECTED, Other, Screen, Situation
from ksm_widgets.mine.links import MISSING, held_parts, question_link
from ksm_widgets.rules.deck import CARD_COUNT, Card, Shape, card
from ksm_widgets.rules.errors import TextError
from ksm_widgets.rules.position import Position
from ksm_widgets.rules.quarries import Variant
from ksm_widgets.rules.tiles import Tile, tile_counts
from ksm_widgets.rules.values import Values, in_coins
from ksm_widgets.solver.problem import MOST_MONEY, Problem

if TYPE_CHECKING:
    from collections.abc import Mapping


_LONGEST = 4000
LONGEST_PROBLEM = 10_000
"""Bytes of a dig problem in JSON that is pasted in place of a link."""
_VALUES = ("parchment", "magic", "curse", "unseen")
_STAKES = ("holding", "others", "rounds_left", "players")
_KEYS = (
    *("board", "card", "shape", "hand", "shapes", "powers", "money", "variant", "gone"),
    *(*_VALUES, *_STAKES),
)
_NEVER = "never"
"""The worth of an unseen tile where none may be dug."""
_MAX_DIGITS = 20


@cache
def _standard() -> Situation:
    return Situation()


class LinkError(TextError):
    """A link is not one of `link_of`; the sentence names the part."""


def link_of(situation: Situation) -> str:
    """The query string of a situation, without the parts that have their standard values.

    >>> link_of(Situation())
    'board=-,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,-&card=1'
    """
    parts: dict[str, str] = {}
    for name in _VALUES:
        worth = getattr(situation.values, name)
        if worth != getattr(_standard().values, name):
            parts[name] = f"{in_coins(worth):f}"
    if not situation.digs_unseen:
        parts["unseen"] = _NEVER
    if situation.screen.used:
        screen = situation.screen
        others = screen.others if screen.last else None
        parts |= held_parts(
            screen.tiles, others, screen.rounds_left, screen.players, gone=screen.gone
        )
    return question_link(
        situation.position,
        situation.card,
        hand=[card(number, situation.deck) for number in situation.hand],
        powers=situation.powers,
        money=situation.money,
        variant=situation.variant,
        more=parts,
    )


def situation_of(query: str) -> Situation:
    """Parse a query string; a part left out has its standard value.

    Raises LinkError, or the error of the board, card, shape or value. A mine with faults is
    accepted: it can be edited.
    """
    query = query.strip().removeprefix("?")
    if len(query) > _LONGEST:
        raise LinkError("link.long", found=len(query), most=_LONGEST)
    parts: dict[str, str] = {}
    for name, text in parse_qsl(query, keep_blank_values=True):
        if name in parts:
            raise LinkError("link.twice", found=name[:20])
        if name not in _KEYS:
            raise LinkError("link.unknown", found=name[:20])
        parts[name] = text
    problem = _problem(parts)
    situation = Situation(
        position=Position.parse(parts.get("board", Position().text)),
        powers=problem.powers,
        money=min(problem.money, MOST_MONEY),
        values=_values(parts),
        variant=problem.variant,
        screen=_screen(parts, problem),
        digs_unseen=parts.get("unseen") != _NEVER,
    )
    number = _whole(parts, "card", situation.number)
    for own in _shapes(parts):
        situation = situation.with_card(own)
    if "shape" in parts:
        situation = situation.with_card(Card(number, problem.shape))
    hand = _hand(parts, situation.deck)
    if hand and "card" not in parts:
        number = hand[0]  # None is chosen yet: the first one is there to try.
    return replace(situation, number=number, hand=hand)


def _hand(parts: Mapping[str, str], deck: tuple[Card, ...]) -> tuple[int, ...]:
    """Parse the numbers of the hand, each a card of the deck; raises CardError if it has none."""
    texts = [text for text in parts.get("hand", "").split(",") if text]
    numbers = {_whole({"hand": text}, "hand", 0) for text in texts}
    return tuple(sorted(card(number, deck).number for number in numbers))


def _shapes(parts: Mapping[str, str]) -> tuple[Card, ...]:
    """Parse the cards of the hand that are not the built-in ones: `3:##.#,9:###`."""
    numbers = {str(number): number for number in range(1, CARD_COUNT + 1)}
    own: list[Card] = []
    for text in filter(None, parts.get("shapes", "").split(",")):
        written, colon, shape = text.partition(":")
        number = numbers.pop(written, None)
        if number is None or not colon:
            raise LinkError("link.shapes", found=text[:_MAX_DIGITS])
        own.append(Card(number, Shape.parse(shape)))
    return tuple(own)


def _gone(parts: Mapping[str, str]) -> tuple[Tile, ...]:
    """Parse the tiles that have left the mine; the box has each of them so often at most."""
    letters = Counter(parts.get("gone", ""))
    left = {tile.letter: (tile, count) for tile, count in tile_counts().items()}
    for letter, count in letters.items():
        if count > left.get(letter, (None, 0))[1]:
            raise LinkError("link.gone", found=letter)
    return tuple(tile for letter, count in letters.items() for tile in [left[letter][0]] * count)


def _values(parts: Mapping[str, str]) -> Values:
    """Parse the values; beside a screen, for which no problem has any, they are those of later."""
    return Values.parse(
        {
            "?" if name == "unseen" else name: _number(parts, name)
            for name in _VALUES
            if name in parts and parts[name] != _NEVER
        }
    )


def _problem(parts: Mapping[str, str]) -> Problem:
    """Parse all parts but the board and the values as a dig problem, with its checks."""
    data: dict[str, object] = {
        "board": Position().text,
        "money": _whole(parts, "money", _standard().money),
        "powers": [name for name in parts.get("powers", "").split(",") if name],
        "variant": parts.get("variant", Variant.STANDARD.value),
        **_stakes(parts),
    }
    if "shape" in parts:
        data["shape"] = str(Shape.parse(parts["shape"]))
        if not 1 <= _whole(parts, "card", 1) <= len(_standard().deck):
            raise LinkError("link.number", name="card", found=parts["card"][:20])
    else:
        data["card"] = _whole(parts, "card", _standard().number)
    return Problem.from_dict(data, _standard().deck)


def _screen(parts: Mapping[str, str], problem: Problem) -> Screen:
    """The screen of a link; its problem has the stakes."""
    if problem.stakes is None:
        return Screen()
    screen = replace(Screen.of(problem.stakes), gone=_gone(parts))
    if "others" not in parts:
        return screen
    others = tuple(map(_other, parts["others"].split(",")))
    return replace(screen, last=True, players=len(others) + 1, others=others)


def _stakes(parts: Mapping[str, str]) -> dict[str, object]:
    """The stakes of a dig problem: what the player holds and how near the end is."""
    data: dict[str, object] = {name: parts[name] for name in ("holding",) if name in parts}
    for name in ("rounds_left", "players"):
        if name in parts:
            data[name] = _whole(parts, name, 0)
    if "others" in parts:
        data["others"] = [_other(text).collected for text in parts["others"].split(",")]
    return data


def _other(text: str) -> Other:
    """Parse another player's collection, curse points and objects: `7:2`, or `7:?`.

    `7:2:1` is that of a player who still digs.
    """
    curses, colon, rest = text.partition(":")
    magic, *more = rest.split(":")
    if not colon or more not in ([], ["1"]):
        raise LinkError("link.other", found=text[:_MAX_DIGITS])
    sizes = {"curses": curses, "magic": magic}
    return Other(
        **{
            name: None if size == MISSING else min(_whole(sizes, name, 0), MOST_COLLECTED)
            for name, size in sizes.items()
        },
        to_dig=bool(more),
    )


def _whole(parts: Mapping[str, str], name: str, default: int) -> int:
    text = parts.get(name)
    if text is None:
        return default
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise LinkError("link.number", name=name, found=text[:20])
    return int(text)


def _number(parts: Mapping[str, str], name: str) -> Decimal:
    text = parts[name]
    try:
        if len(text) <= _MAX_DIGITS:
            return Decimal(text)
    except InvalidOperation:
        pass
    raise LinkError("link.amount", name=name, found=text[:_MAX_DIGITS])


@dataclass(frozen=True, slots=True)
class Example:
    """An example position; the catalogue has its name and idea under `example.`."""

    key: str
    link: str

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Example:
        """Make an example from its table in the file."""
        return cls(data["key"], f"board={'/'.join(data['board'])}&card={data['card']}")

    @property
    def situation(self) -> Situation:
        """The situation of the example."""
        return situation_of(self.link)


_FILE = files("ksm_widgets.explorer") / "examples.toml"
EXAMPLES = tuple(map(Example.from_dict, loads(_FILE.read_text(encoding="utf-8"))["example"]))
"""All of them, in the order in which the explorer offers them."""


def example(key: str) -> Example:
    """The example of a key; raises KeyError if there is none."""
    return {found.key: found for found in EXAMPLES}[key]
