"""Let players meet and write who plays better: `python -m benchmarks.games`.

Each meeting has a logbook, so that a run that was stopped goes on where it was.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Callable
from dataclasses import dataclass
from math import isnan
from pathlib import Path
from time import perf_counter, process_time
from typing import TypeVar

from benchmarks.sections import put_section, table
from ksm_widgets.players import Mind, mind, played
from ksm_widgets.players.arena import Fixture, Result, fixtures, in_processes, result_of
from ksm_widgets.players.logbook import Logbook
from ksm_widgets.players.tally import Figure, Tally, tally
from ksm_widgets.rules import Card, Setting, Turn, View

T = TypeVar("T")

_HERE = Path(__file__).parent
_SEED = 7


@dataclass(frozen=True, slots=True)
class Meeting:
    """Who meets in how many games, and why that is asked."""

    why: str
    players: tuple[str, ...]
    games: int


MEETINGS = (
    Meeting("worth from what one holds, against fixed values", ("steady", "greedy"), 400),
    Meeting("weighing the round and looking again, against neither", ("strong", "steady"), 400),
    Meeting("the same against fixed values", ("strong", "greedy"), 400),
    Meeting("one against three", ("steady", "greedy", "greedy", "greedy"), 100),
    Meeting("the ladder", ("steady", "level3", "level2", "level1", "level0"), 100),
    Meeting("its foot", ("greedy", "cautious", "random"), 60),
)


def main() -> int:
    """Play all meetings; the tables are written after each, so that little is lost."""
    parser = ArgumentParser(prog="python -m benchmarks.games", description=__doc__)
    parser.add_argument("--thin", type=int, default=1, help="only every n-th part of the games")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--logbooks", type=Path, default=Path("build") / "arena", help="a folder")
    parser.add_argument("--no-games", action="store_true", help="only write what was played so far")
    parser.add_argument("--to", type=Path, default=_HERE / "RESULTS.md", help="the file to write")
    given = parser.parse_args()
    given.logbooks.mkdir(parents=True, exist_ok=True)
    parts = [
        "Every mine is played once from each seat; errors are standard errors over mines. The "
        f"mines are those of `ksm arena --seed {_SEED}`.",
        "**How long a choice takes**, of a card or a turn, in two games of two players",
        table(
            ["CPU time", "choices", "median", "99 %", "worst"],
            [_choices(name) for name in ("greedy", "steady", "strong")],
        ),
    ]
    for meeting in MEETINGS:
        games = max(len(meeting.players), meeting.games // given.thin)
        results = _played(meeting, games, given.logbooks, 0 if given.no_games else given.processes)
        if not results:
            continue
        parts.append(f"**{meeting.why[0].upper()}{meeting.why[1:]}**")
        parts.append(_table(tally(results)))
        put_section(given.to, "Whole games", "\n\n".join(parts))
    return 0


def _played(meeting: Meeting, games: int, folder: Path, processes: int) -> list[Result]:
    start = perf_counter()
    names = meeting.players
    with Logbook(folder / f"{'-'.join(names)}.jsonl", names, _SEED) as book:
        wanted = fixtures(names, games, _SEED)
        left: list[Fixture] = [game for game in wanted if game not in book.results]
        if not processes:
            left = []
        for number, result in enumerate(in_processes(result_of, left, processes), start=1):
            book.add(result)
            seconds = perf_counter() - start
            print(f"[{seconds:5.0f} s] {' '.join(names)}: {number} of {len(left)}", file=sys.stderr)
        return [book.results[game] for game in wanted if game in book.results]


class _Timed:
    """A player whose choices are timed."""

    def __init__(self, mind: Mind) -> None:
        self._mind = mind
        self.looks = mind.looks
        self.seconds: list[float] = []

    def card(self, seen: View) -> Card:
        return self._after(self._mind.card, seen)

    def turn(self, seen: View) -> Turn:
        return self._after(self._mind.turn, seen)

    def _after(self, choice: Callable[[View], T], seen: View) -> T:
        start = process_time()
        made = choice(seen)
        self.seconds.append(process_time() - start)
        return made


def _choices(name: str) -> list[str]:
    """How long a player takes to choose, once the solver has been warmed up by a game."""
    played(Setting(2, _SEED - 1), [mind(name)] * 2)
    timed = _Timed(mind(name))
    for seed in (_SEED, _SEED + 1):
        played(Setting(2, seed), [timed, timed])
    taken = sorted(timed.seconds)
    marks = (taken[len(taken) // 2], taken[len(taken) * 99 // 100], taken[-1])
    return [name, str(len(taken)), *(f"{1000 * mark:.0f} ms" for mark in marks)]


def _table(told: Tally) -> str:
    rows = [
        [line.name, _figure(line.points, 1), _figure(line.wins, 2), _figure(line.rating, 0)]
        for line in told.lines
    ]
    first, second = (line.name for line in told.lines[:2])
    return (
        table([f"{told.games} games", "points", "wins", "Elo rating"], rows)
        + f"\n\n`{first}` gets {_figure(told.difference, 1)} points a game more than `{second}`."
    )


def _figure(value: Figure, digits: int) -> str:
    error = "" if isnan(value.error) else f" ± {value.error:.{digits}f}"
    return f"{value.mean:.{digits}f}{error}"


if __name__ == "__main__":
    sys.exit(main())
