"""Reading a problem: from options, given in several ways, or from a JSON object."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import partial
from operator import index
from typing import Any, SupportsIndex

from ksm_widgets.rules.arguments import beginning, expect
from ksm_widgets.rules.deck import CARD_COUNT, Card, CardLike, Shape, card, shape_of
from ksm_widgets.rules.errors import ArgumentError, TextError
from ksm_widgets.rules.position import Position
from ksm_widgets.rules.quarries import Quarry, Variant
from ksm_widgets.rules.stakes import Stakes
from ksm_widgets.rules.tiles import Power, Tile
from ksm_widgets.rules.values import Values

ALL_LOOKS = "all"  # as `reactions`: as many looks as there are tiles to see


def read_options(options: Mapping[str, object], position: Position) -> dict[str, Any]:
    """The fields of a Problem by the options given for it; raises as `Problem.of` does."""
    given = {name: wish for name, wish in options.items() if wish is not None}
    for name, read in _READERS.items():
        if name in given:
            given[name] = read(given[name])
    if given.get("reactions") == ALL_LOOKS:
        given["reactions"] = position.counts()[Tile.UNSEEN]
    stakes = {name: given.pop(name) for name in _STAKES if name in given}
    if stakes:
        given["stakes"] = _stakes(stakes, valued="values" in given)
    return given


def read_object(
    data: object, deck: Iterable[Card] | None, *, box: bool
) -> tuple[Position, CardLike | list[Card | int], dict[str, Any]]:
    """The position, card and options of a JSON object; raises as `Problem.from_dict` does."""
    if isinstance(data, str):
        raise ProblemError("problem.json_text")
    if not isinstance(data, Mapping):
        raise ProblemError("problem.object")
    if data.keys() >= {"status", "bound"}:
        raise ProblemError("problem.answer")
    unknown = sorted(str(key)[:20] for key in data if key not in _KEYS)
    if unknown:
        raise ProblemError("problem.keys", found=unknown, known=sorted(_KEYS))
    given = {**_DEFAULTS, **data}
    if "board" not in data:
        raise ProblemError("problem.board")
    position = Position.parse(_text(given, "board"))
    position.check(box=box)
    worths: dict[str, Any] = {name: data[name] for name in _WORTHS if name in data}
    if "values" in worths:
        worths["values"] = Values.parse(worths["values"])
    if "holding" in worths:
        worths["holding"] = _text(data, "holding")
    for name, worth in worths.items():
        if worth is None:
            raise ProblemError("problem.null", name=name)
    held = _card_or_shape(data, deck)
    options = dict(
        **worths,
        powers=_texts(given, "powers"),
        may_spend=_texts(given, "may_spend"),
        max_moves=None if given["max_moves"] is None else whole(given, "max_moves", least=0),
        wanted=_texts(given, "wanted"),
        variant=_text(given, "variant"),
        reactions=_looks(given),
        best=0 if given["best"] is None else whole(given, "best", least=1),
        frontier=_truth(given, "frontier"),
    )
    if "money" in data:
        options["money"] = whole(data, "money", least=0)
    return position, held, options


_DEFAULTS: Mapping[str, object] = {
    **{name: [] for name in ("powers", "may_spend", "wanted")},
    **dict.fromkeys(("max_moves", "reactions", "best")),
    "frontier": False,
    "variant": Variant.STANDARD.value,
}
_STAKES = ("holding", "others", "rounds_left", "players")
_WORTHS = ("values", *_STAKES, "unseen")
"""The keys about the worth of tiles; those left out count as absent."""
_KEYS = frozenset({"board", "card", "shape", "hand", "id", "money", *_DEFAULTS, *_WORTHS})


def dug_with(given: CardLike) -> Shape:
    """The shape of a card, which may also be given by number, or a shape; raises ProblemError."""
    if isinstance(given, str) and given.isascii() and given.isdigit():
        raise ProblemError("problem.card_text", found=given[:20])
    return shape_of("card", given)


def hand_of(given: Sequence[object]) -> tuple[Card, ...]:
    """The cards of a hand, given themselves or by number."""
    if not 1 <= len(given) <= CARD_COUNT:
        raise ProblemError("problem.hand", found=beginning([*given]), most=CARD_COUNT)
    cards = several("hand", given, Card, int)
    return tuple(card(one) if isinstance(one, int) else one for one in cards)


def _card_or_shape(
    data: Mapping[str, object], deck: Iterable[Card] | None
) -> CardLike | list[Card | int]:
    if sum(key in data for key in ("card", "shape", "hand")) != 1:
        raise ProblemError("problem.card_or_shape")
    if "shape" in data:
        return _text(data, "shape")
    if "card" in data:
        return card(whole(data, "card", least=1), deck)
    numbers = data["hand"]
    if not isinstance(numbers, (list, tuple)):
        raise ProblemError("problem.hand", found=beginning(numbers), most=CARD_COUNT)
    return [card(whole({"hand": one}, "hand", least=1), deck) for one in numbers]


def check_options(given: Iterable[str], known: Iterable[str]) -> None:
    """Raise ArgumentError for an unknown option, with the known ones."""
    names = [*known]
    for name in given:
        if name not in names:
            near = get_close_matches(name, names, n=1)
            key = "problem.wish_near" if near else "problem.wish"
            raise ArgumentError(key, found=name, near=near, known=names)


def several(name: str, given: object, *kinds: type) -> list[Any]:
    """One thing, or all of several; raises ArgumentError for another kind of thing."""
    expect(name, given, *kinds, Iterable)
    many: Any = [given] if isinstance(given, (*kinds, str)) else given
    all_given = [*many]
    for one in all_given:
        expect(name, one, *kinds)
    return all_given


def powers_named(name: str, given: object) -> frozenset[Power]:
    """Powers given as such or by name, one or several."""
    given_powers = several(name, given, str, Power)
    return frozenset(_power(one) if isinstance(one, str) else one for one in given_powers)


def _wanted(given: object) -> tuple[Slot, ...]:
    slots = several("wanted", given, str, Slot)
    return tuple(sorted({Slot.parse(one) if isinstance(one, str) else one for one in slots}))


def _values(given: object) -> Values:
    return given if isinstance(given, Values) else Values.parse(given)


def _stakes(given: dict[str, Any], *, valued: bool) -> Stakes:
    """The options that go with a holding, and only with one; not with values."""
    if "holding" not in given:
        raise ProblemError("problem.without_holding", found=list(given))
    if valued:
        raise ProblemError("problem.values_and_holding")
    return Stakes.of(**given)


def _unseen(given: object) -> tuple[tuple[Tile, int], ...]:
    if not isinstance(given, Mapping):
        raise ProblemError("problem.unseen_table")
    for letter, count in given.items():
        if letter not in _LETTERS:
            raise ProblemError("problem.unseen_letter", found=beginning(letter))
        if type(count) is not int or count < 0:
            raise ProblemError("problem.unseen_count", name=letter, found=beginning(count))
    return tuple((Tile(letter), count) for letter, count in given.items())


_LETTERS = frozenset(tile.letter for tile in Tile if tile is not Tile.UNSEEN)


def _power(name: str) -> Power:
    try:
        return Power(name)
    except ValueError:
        raise ProblemError(
            "problem.power", found=name[:20], expected=[power.value for power in Power]
        ) from None


def _variant(given: object) -> Variant:
    expect("variant", given, str, Variant)
    try:
        return Variant(given)
    except ValueError:
        names = [variant.value for variant in Variant]
        raise ProblemError("problem.variant", found=str(given)[:20], expected=names) from None


def _text(data: Mapping[str, object], key: str) -> str:
    value = data[key]
    if not isinstance(value, str):
        raise ProblemError("problem.text", name=key)
    return value


def _texts(data: Mapping[str, object], key: str) -> list[str]:
    value = data[key]
    if not isinstance(value, (list, tuple)) or not all(isinstance(item, str) for item in value):
        raise ProblemError("problem.texts", name=key)
    return list(value)


def whole(data: Mapping[str, object], key: str, *, least: int) -> int:
    """The whole number under a key; raises ProblemError for anything else, or one below `least`."""
    value = data[key]
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise ProblemError("problem.whole", name=key, found=beginning(value), least=least)
    return value


def _looks(data: Mapping[str, object]) -> int | str | None:
    """The number of looks; "all" for as many as help."""
    given = data["reactions"]
    return given if given is None or given == ALL_LOOKS else whole(data, "reactions", least=0)


def _truth(data: Mapping[str, object], key: str) -> bool:
    value = data[key]
    if not isinstance(value, bool):
        raise ProblemError("problem.truth", name=key)
    return value


def _index(given: object) -> object:
    """Convert any kind of whole number, NumPy's too, to Python's; others are judged later."""
    return index(given) if isinstance(given, SupportsIndex) else given


_READERS: Mapping[str, Callable[[object], object]] = {  # options given in several ways
    "money": _index,
    "max_moves": _index,
    "reactions": _index,
    "best": _index,
    "powers": partial(powers_named, "powers"),
    "may_spend": partial(powers_named, "may_spend"),
    "values": _values,
    "wanted": _wanted,
    "variant": _variant,
    "unseen": _unseen,
}


class ProblemError(TextError):
    """A dig problem's data does not have the right format; the sentence names the key."""


@dataclass(frozen=True, slots=True, order=True)
class Slot:
    """A place for one tile: a quarry and a level, 1 the floor; written `c3:2`.

    >>> import ksm_widgets as ksm
    >>> ksm.Slot.parse("c3:2"), ksm.Slot.parse("c3:2").level
    (Slot.parse('c3:2'), 2)
    """

    quarry: Quarry
    level: int

    def __post_init__(self) -> None:
        expect("quarry", self.quarry, Quarry)
        expect("level", self.level, int)

    @classmethod
    def parse(cls, text: str) -> Slot:
        """Parse a slot like `c3:2`; raises ProblemError for anything else."""
        expect("text", text, str)
        quarry, colon, level = text.partition(":")
        if not (colon and len(level) == 1 and level in "1234"):
            raise ProblemError("problem.slot", found=text[:20])
        return cls(Quarry.parse(quarry), int(level))

    def __str__(self) -> str:
        return f"{self.quarry}:{self.level}"

    def __repr__(self) -> str:
        return f"Slot.parse({str(self)!r})"
