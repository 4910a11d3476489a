"""What it is worth to weigh one's cards by games played on: `python -m benchmarks.cards`.

A bot that lays down the best card of the table, and digs as `steady` does, plays `steady`, which
lays down the card with the highest gain in the mine as it is. Each mine is played once from each
seat.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from dataclasses import dataclass
from math import isnan
from pathlib import Path
from time import perf_counter

from benchmarks.sections import put_section, table
from ksm_widgets.analysis.weighing import best_option
from ksm_widgets.players import Bot, get_bot, played
from ksm_widgets.players.arena import Fixture, Result, tally
from ksm_widgets.rules import Card, Setting, Turn, View
from ksm_widgets.solver.engine import compiled_at_once

_NAMES = ("by the table", "steady")
_SEED = 7_000_000
"""The mines are those of `ksm arena --seed 7`."""


@dataclass(frozen=True, slots=True)
class _ByTable:
    """Lays down the card with which most is expected, looking twice at the best few."""

    glance: int
    look: int
    digs: Bot
    looks: bool = False

    def card(self, view: View) -> Card:
        best = best_option(view, glance=self.glance, look=self.look).choice
        assert isinstance(best, Card), "before the reveal it is cards that are weighed"
        return best

    def turn(self, view: View) -> Turn:
        return self.digs.turn(view)


def main(arguments: list[str] | None = None) -> int:
    """Play the games and write the row."""
    parser = ArgumentParser(prog="python -m benchmarks.cards", description=__doc__)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--look", type=int, default=64, help="games played on from the best cards")
    here = Path(__file__).parent / "RESULTS.md"
    parser.add_argument("--to", type=Path, default=here, help="the file to write")
    given = parser.parse_args(arguments)
    steady = get_bot("steady")
    bots = (_ByTable(max(2, given.look // 4), given.look, steady), steady)
    with compiled_at_once():
        results = [_met(bots, number) for number in range(given.games)]
    told = tally(results)
    line, gain = told.lines[0], told.difference
    error = "" if isnan(gain.error) else f" ± {gain.error:.1f}"
    put_section(
        given.to,
        "Which card?",
        f"{(__doc__ or '').partition('`.')[2].strip()}\n\n"
        + table(
            ["", "games", "points more than `steady`", "wins"],
            [[line.name, str(told.games), f"{gain.mean:.1f}{error}", f"{line.wins.mean:.2f}"]],
        ),
    )
    return 0


def _met(bots: tuple[Bot, Bot], number: int) -> Result:
    """One game: every other one with the seats turned."""
    start = perf_counter()
    fixture = Fixture(_NAMES, _SEED + number // 2, number % 2)
    seats = sorted((0, 1), key=fixture.seat)
    scores = played(Setting(2, fixture.seed), [bots[player] for player in seats]).scores
    points = tuple(scores[fixture.seat(player)].total for player in (0, 1))
    seconds = perf_counter() - start
    print(f"[{seconds:5.0f} s] {number + 1}: {points[0]} : {points[1]}", file=sys.stderr)
    return Result(fixture, points, seconds)


if __name__ == "__main__":
    sys.exit(main())
