"""Counts of moves and digs kept as plain text, for `test_perft`.

Each block of a file is a mine and what can be done in it:

    mine     a name
    board    the board in one line
    variant  standard or beginner
    moves 2            3412   sequences of two moves
    digs 1 ##/.# seal    97   digs of that shape after each single move, with the powers named

`python -m tests.rules.perft` reckons all numbers anew with the naive oracle.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tests.rules import oracle

__all__ = ["FILES", "Count", "counts_in"]

FILES = sorted((Path(__file__).parent / "perft_files").glob("*.txt"))


@dataclass(frozen=True)
class Count:
    """One line of a file that holds a number."""

    mine: str
    board: str
    beginner: bool
    depth: int
    dig: tuple[str, frozenset[str]] | None
    number: int

    def __str__(self) -> str:
        what = "moves" if self.dig is None else f"digs of {self.dig[0]} {sorted(self.dig[1])}"
        return f"{self.mine}: {what} at {self.depth}"

    def by_oracle(self) -> int:
        """What the naive oracle counts."""
        mine = oracle.mine_of(self.board)
        if self.dig is None:
            return oracle.perft(mine, self.beginner, self.depth)
        return oracle.total_digs(mine, self.beginner, self.depth, self.dig[0], set(self.dig[1]))


def counts_in(path: Path) -> list[Count]:
    """All the counts of a file."""
    found: list[Count] = []
    said: dict[str, str] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        match line.split():
            case ["mine" | "board" | "variant" as key, value]:
                said[key] = value
            case ["moves", depth, number]:
                found.append(_count(said, depth, None, number))
            case ["digs", depth, shape, *powers, number]:
                found.append(_count(said, depth, (shape, frozenset(powers)), number))
            case []:
                pass
            case _:
                raise ValueError(f"{path.name}: {line}")
    return found


def _count(
    said: dict[str, str], depth: str, dig: tuple[str, frozenset[str]] | None, number: str
) -> Count:
    return Count(
        said["mine"], said["board"], said["variant"] == "beginner", int(depth), dig, int(number)
    )


def _reckon_anew(path: Path) -> None:
    counts = iter(counts_in(path))
    lines = [
        " ".join([*line.split()[:-1], str(next(counts).by_oracle())])
        if line.startswith(("moves", "digs"))
        else line
        for line in path.read_text(encoding="utf-8").splitlines()
    ]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    for file in FILES:
        _reckon_anew(file)
