"""The rules of moves and digs a second time, as naively as they can be told.

It shares nothing with the rules but the texts of a position, a shape and a move. A mine is a dict
from (column, row) to the letters lying there; nothing is remembered and nothing is clever.
"""

from __future__ import annotations

from itertools import combinations, product

__all__ = ["Mine", "after", "digs", "mine_of", "moves", "per_move", "perft", "total_digs"]

Place = tuple[int, int]
Mine = dict[Place, str]

EVERYWHERE = [(column, row) for row in range(6) for column in range(6)]


def mine_of(board: str) -> Mine:
    """The mine of a board text: the far row stands first."""
    return {
        (column, 5 - away): "" if field == "-" else field
        for away, row in enumerate(board.split("/"))
        for column, field in enumerate(row.split(","))
    }


def name(place: Place) -> str:
    """The place as it is written, say `c3`."""
    return "abcdef"[place[0]] + "123456"[place[1]]


def moves(mine: Mine, beginner: bool) -> list[tuple[Place, Place]]:
    """Every move: some tile here, a neighbour there, and not uphill or not over four."""
    found = []
    for here, there in product(EVERYWHERE, EVERYWHERE):
        sideways, away = abs(here[0] - there[0]), abs(here[1] - there[1])
        if mine[here] and here != there and sideways <= 1 and away <= 1:
            landing = len(mine[there]) + 1
            if landing <= (4 if beginner else len(mine[here])):
                found.append((here, there))
    return found


def after(mine: Mine, here: Place, there: Place) -> Mine:
    """The mine when the topmost tile has gone from here to there."""
    changed = dict(mine)
    changed[here] = mine[here][:-1]
    changed[there] = mine[there] + mine[here][-1]
    return changed


def digs(mine: Mine, shape: str, powers: set[str]) -> set[frozenset[Place]]:
    """Every set of quarries that may be dug: trying each, and asking each rule in turn."""
    cells = [
        (column, -line)
        for line, row in enumerate(shape.split("/"))
        for column, letter in enumerate(row)
        if letter == "#"
    ]
    ways = [cells]
    if "mirror" in powers:
        for _ in range(3):
            ways.append([(-y, x) for x, y in ways[-1]])
    tried = {
        frozenset((x + right, y + up) for x, y in way)
        for way in ways
        for right in range(-6, 13)
        for up in range(-6, 13)
    }
    if "seal" in powers:
        filled = [place for place in EVERYWHERE if mine[place]]
        tried.update(
            frozenset(some) for some in combinations(filled, len(cells)) if _hang_together(some)
        )
    return {
        places
        for places in tried
        if all(mine.get(place) for place in places)
        and ("carpet" in powers or len({len(mine[place]) for place in places}) == 1)
    }


def _hang_together(places: tuple[Place, ...]) -> bool:
    reached = {places[0]}
    for _ in places:
        reached |= {
            place
            for place in places
            if any(abs(place[0] - x) <= 1 and abs(place[1] - y) <= 1 for x, y in reached)
        }
    return len(reached) == len(places)


def perft(mine: Mine, beginner: bool, depth: int) -> int:
    """How many sequences of so many moves there are."""
    if depth == 0:
        return 1
    return sum(perft(after(mine, *move), beginner, depth - 1) for move in moves(mine, beginner))


def total_digs(mine: Mine, beginner: bool, depth: int, shape: str, powers: set[str]) -> int:
    """How many digs there are after each sequence of so many moves, all together."""
    if depth == 0:
        return len(digs(mine, shape, powers))
    return sum(
        total_digs(after(mine, *move), beginner, depth - 1, shape, powers)
        for move in moves(mine, beginner)
    )


def per_move(
    mine: Mine, beginner: bool, depth: int, dig: tuple[str, set[str]] | None
) -> dict[str, int]:
    """The count of `perft` or `total_digs`, split by the first move."""
    counts = {}
    for here, there in moves(mine, beginner):
        then = after(mine, here, there)
        counts[f"{name(here)}-{name(there)}"] = (
            perft(then, beginner, depth - 1)
            if dig is None
            else total_digs(then, beginner, depth - 1, *dig)
        )
    return counts
