"""Measure how long answers about the games on the shelf take: `python -m benchmarks.shelf`.

The positions are from games of random players, from seeds. Only Kingdom of Solomon is measured so
far; of each question the CPU time is noted, and how many answers are proven.
"""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import TYPE_CHECKING

from benchmarks.sections import put_section, table
from ksm_widgets.companions.kingdom.position import Phase, Position
from ksm_widgets.companions.kingdom.questions import ask_block, ask_pawns, ask_round
from ksm_widgets.companions.kingdom.rules import apply, legal, new_game

if TYPE_CHECKING:
    from collections.abc import Callable

    from ksm_widgets.companions.kingdom.questions import Answer

_RESULTS = Path(__file__).parent / "RESULTS.md"
_GOALS = {"round": "10 / 100", "block": "–", "pawns": "100 / 500"}


def _position(seed: int, phase: Phase) -> Position:
    """A position of a random game in a phase, as the seat in turn sees it."""
    rng = Random(seed)
    position = new_game(seed, rng.choice((2, 3, 4)))
    rounds, wanted = 0, rng.randrange(2, 9)
    while position.phase is not Phase.END and (rounds < wanted or position.phase is not phase):
        before = position.phase
        position = apply(position, rng.choice(legal(position)))
        rounds += before is not Phase.PLACE and position.phase is Phase.PLACE
    if position.phase is Phase.END:
        return _position(seed + 100_000, phase)
    return position.seen(position.turn)


def _measured(
    name: str, ask: Callable[[Position], Answer], phase: Phase, count: int
) -> tuple[str, ...]:
    """A row of the table."""
    times, proven = [], 0
    for seed in range(count):
        position = _position(seed, phase)
        start = process_time()
        answer = ask(position)
        times.append(1000 * (process_time() - start))
        proven += answer.status == "optimal"
    figures = f"{median(times):.1f} ms", f"{max(times):.0f} ms"
    return f"`{name}`", str(count), str(proven), _GOALS[name] + " ms", *figures


def main() -> None:
    """Measure, and write the part of RESULTS.md."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=60, help="positions for each question")
    count = parser.parse_args().count
    rows = [
        _measured("round", ask_round, Phase.MARKET, count),
        _measured("block", ask_block, Phase.MARKET, count),
        _measured("pawns", ask_pawns, Phase.PLACE, count),
    ]
    head = ("Kingdom of Solomon", "positions", "proven", "goal: median / worst", "median", "worst")
    put_section(_RESULTS, "The shelf", table(head, rows))


if __name__ == "__main__":
    main()
