"""The parts of a puzzle from outside: each is checked and limited, or PuzzleError is raised."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from ksm_widgets.rules.arguments import beginning
from ksm_widgets.rules.deck import CARD_COUNT, Card, Shape
from ksm_widgets.rules.errors import TextError
from ksm_widgets.rules.turns import Turn
from ksm_widgets.solver import Problem
from ksm_widgets.solver.problem import MOST_MONEY

if TYPE_CHECKING:
    from enum import Enum
    from typing import TypeVar

    E = TypeVar("E", bound=Enum)

MOST_MOVES = 60
_LONGEST_SOURCE = 80


class PuzzleError(TextError):
    """A puzzle's data breaks the format, or its answer is wrong."""


def read_problem(data: object) -> Problem:
    """The problem of a puzzle, which asks for a single plan."""
    problem = Problem.from_dict(data, box=False)
    if problem.best or problem.frontier:
        raise PuzzleError("puzzle.problem_keys")
    if problem.money > MOST_MONEY:
        raise PuzzleError("puzzle.whole", name="money", least=0, most=MOST_MONEY)
    return problem


def read_turn(text: object, problem: Problem) -> Turn:
    """A turn as text, with no more moves than a puzzle has, its dig in order."""
    if not isinstance(text, str):
        raise PuzzleError("puzzle.text", name="turn")
    turn = Turn.parse(text)
    if len(turn.moves) > MOST_MOVES:
        raise PuzzleError("puzzle.many", name="turn", most=MOST_MOVES)
    if turn.dig is not None and turn.dig != tuple(sorted(set(turn.dig))):
        raise PuzzleError("puzzle.dig_order")
    return turn


def read_card(data: object) -> Card:
    """A card of the hand: its number and its shape."""
    given = read_mapping("hand", data)
    if given.keys() != {"card", "shape"} or not isinstance(given["shape"], str):
        raise PuzzleError("puzzle.hand")
    return Card(read_whole("card", given["card"], 1, CARD_COUNT), Shape.parse(given["shape"]))


def read_source(text: object) -> str:
    """A short text in one line."""
    if not isinstance(text, str) or len(text) > _LONGEST_SOURCE or not text.isprintable():
        raise PuzzleError("puzzle.source", most=_LONGEST_SOURCE)
    return text


def read_member(name: str, value: object, kind: type[E]) -> E:
    """The member of an enumeration with this value."""
    for member in kind:
        if member.value == value:
            return member
    raise PuzzleError(
        "puzzle.member",
        name=name,
        found=beginning(value),
        expected=[member.value for member in kind],
    )


def read_mapping(name: str, value: object) -> Mapping[str, object]:
    """A JSON object."""
    if not isinstance(value, Mapping):
        raise PuzzleError("puzzle.mapping", name=name)
    return value


def read_members(name: str, data: Mapping[Any, object], kind: type[E]) -> tuple[E, ...]:
    """Different members of an enumeration, none if the data have no such key."""
    found = read_list(name, data.get(name, []), len(kind))
    return tuple(read_member(name, one, kind) for one in found)


def read_list(name: str, value: object, most: int) -> list[Any]:
    """A JSON array of at most so many values, all different."""
    if not isinstance(value, list):
        raise PuzzleError("puzzle.list", name=name)
    if len(value) > most or len({repr(one)[:200] for one in value}) != len(value):
        raise PuzzleError("puzzle.many", name=name, most=most)
    return value


def read_whole(name: str, value: object, least: int, most: int) -> int:
    """A whole number in a range."""
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise PuzzleError("puzzle.whole", name=name, least=least, most=most)
    return value


def read_coins(name: str, value: object) -> Decimal:
    """An amount of at most three decimals."""
    if isinstance(value, (int, float, Decimal)) and not isinstance(value, bool):
        coins = Decimal(str(value))
        exponent = coins.as_tuple().exponent
        if isinstance(exponent, int) and exponent >= -3 and abs(coins) <= MOST_MONEY:
            return coins
    raise PuzzleError("puzzle.coins", name=name, found=beginning(value))
