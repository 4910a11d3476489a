"""Moves and digs counted: the rules against the naive oracle and against the numbers kept."""

from __future__ import annotations

import pytest

from ksm_widgets.rules import (
    Position,
    Power,
    Shape,
    Variant,
    legal_digs,
    legal_moves,
    moved,
)
from tests.rules import oracle
from tests.rules.perft import FILES, Count, counts_in

COUNTS = [count for path in FILES for count in counts_in(path)]


def _by_rules(count: Count, position: Position, depth: int) -> int:
    if depth == 0:
        if count.dig is None:
            return 1
        shape, powers = count.dig
        return len(legal_digs(position, Shape.parse(shape), frozenset(map(Power, powers))))
    variant = Variant.BEGINNER if count.beginner else Variant.STANDARD
    if count.dig is None and depth == 1:
        return len(legal_moves(position, variant))
    return sum(
        _by_rules(count, moved(position, move, variant), depth - 1)
        for move in legal_moves(position, variant)
    )


def _where_it_differs(count: Count) -> str:
    """The counts per first move, so that a failure arrives bisected."""
    theirs = oracle.per_move(
        oracle.mine_of(count.board),
        count.beginner,
        count.depth,
        None if count.dig is None else (count.dig[0], set(count.dig[1])),
    )
    position = Position.parse(count.board)
    variant = Variant.BEGINNER if count.beginner else Variant.STANDARD
    ours = {
        str(move): _by_rules(count, moved(position, move, variant), count.depth - 1)
        for move in legal_moves(position, variant)
    }
    return "\n".join(
        f"{move}: rules {ours.get(move)}, oracle {theirs.get(move)}"
        for move in sorted(ours.keys() | theirs.keys())
        if ours.get(move) != theirs.get(move)
    )


@pytest.mark.parametrize("count", COUNTS, ids=str)
def test_rules_count_as_kept(count: Count) -> None:
    found = _by_rules(count, Position.parse(count.board), count.depth)
    assert found == count.number, _where_it_differs(count)


@pytest.mark.long
@pytest.mark.parametrize("count", COUNTS, ids=str)
def test_oracle_counts_as_kept(count: Count) -> None:
    """A number that someone typed over is found out, and so is an oracle that changed."""
    assert count.by_oracle() == count.number


def test_oracle_and_rules_name_the_same_moves_and_digs() -> None:
    """Not the same number only: the same ones, on a mine with empty and with full quarries."""
    board = next(count.board for count in COUNTS if count.mine == "late")
    position, mine = Position.parse(board), oracle.mine_of(board)
    assert {str(move) for move in legal_moves(position)} == {
        f"{oracle.name(here)}-{oracle.name(there)}" for here, there in oracle.moves(mine, False)
    }
    for powers in (set(), {"mirror"}, {"seal"}, {"carpet", "mirror"}):
        ours = legal_digs(position, Shape.parse("#./##"), frozenset(map(Power, powers)))
        assert {frozenset(map(str, dig)) for dig in ours} == {
            frozenset(map(oracle.name, dig)) for dig in oracle.digs(mine, "#./##", powers)
        }
