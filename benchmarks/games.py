"""Let players meet and write who plays better: `python -m benchmarks.games`.

Each meeting has a logbook, so that a run that was stopped goes on where it was.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Callable
from dataclasses import dataclass
from math import isnan
from pathlib import Path
from time import perf_counter, process_time
from typing import TypeVar

from benchmarks.sections import put_section, table
from ksm_widgets.analysis.figures import Figure
from ksm_widgets.players import BOTS, Bot, get_bot, played
from ksm_widgets.players.arena import Fixture, Result, Tally, fixtures, result_of, tally
from ksm_widgets.players.logbook import Logbook
from ksm_widgets.rules import Card, Setting, Turn, View
from ksm_widgets.solver.engine import compiled_at_once
from ksm_widgets.workers import get_workers

T = TypeVar("T")

_HERE = Path(__file__).parent
_SEED = 7


@dataclass(frozen=True, slots=True)
class Meeting:
    """Who meets in how many games, why that is wanted to be known, and what is hoped for."""

    why: str
    players: tuple[str, ...]
    games: int
    hoped: str = ""


MEETINGS = (
    Meeting(
        "weighing cards and the round, against doing neither",
        ("strong", "steady"),
        400,
        "25 points",
    ),
    Meeting(
        "weighing cards and the round, against looking again alone",
        ("strong", "watchful"),
        400,
        "15 points",
    ),
    Meeting("looking again, against not looking", ("watchful", "steady"), 400),
    Meeting(
        "weighing cards and the round, against fixed values",
        ("strong", "greedy"),
        400,
        "40 points",
    ),
    Meeting(
        "weighing cards, one against three who do not",
        ("strong", "watchful", "watchful", "watchful"),
        100,
        "0.45 of the wins",
    ),
    Meeting("worth from what it holds, against fixed values", ("steady", "greedy"), 400),
    Meeting("the same, one against three", ("steady", "greedy", "greedy", "greedy"), 100),
    Meeting("the ladder with three players, its head", ("strong", "steady", "level2"), 60),
    Meeting("the ladder with three players, its foot", ("level1", "cautious", "random"), 60),
    Meeting(
        "the ladder with four players, its head", ("strong", "watchful", "steady", "level2"), 60
    ),
    Meeting(
        "the ladder with four players, its foot", ("level2", "level1", "cautious", "random"), 60
    ),
    Meeting(
        "the ladder with five players, its head",
        ("strong", "watchful", "steady", "level2", "level1"),
        60,
    ),
    Meeting(
        "the ladder with five players, its foot",
        ("level2", "level1", "level0", "cautious", "random"),
        60,
    ),
)
LADDER = tuple(name for name in BOTS if name != "steady")
"""They all meet `steady`, on the same mines: by that the ladder is ordered."""
_EACH = 40
"""Games of each of them."""
_TIMED = 4
"""Games in which choices are timed."""


def main(arguments: list[str] | None = None) -> int:
    """Play all meetings; the tables are written after each, so that little is lost."""
    parser = ArgumentParser(prog="python -m benchmarks.games", description=__doc__)
    parser.add_argument("--thin", type=int, default=1, help="only every n-th part of the games")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--logbooks", type=Path, default=Path("build") / "arena", help="a folder")
    parser.add_argument("--no-games", action="store_true", help="only write what was played so far")
    parser.add_argument("--to", type=Path, default=_HERE / "RESULTS.md", help="the file to write")
    given = parser.parse_args(arguments)
    given.logbooks.mkdir(parents=True, exist_ok=True)
    hall = Hall(given.logbooks, given.thin, 0 if given.no_games else given.processes)
    parts = [
        "Every mine is played once from each seat; errors are standard errors over mines. The "
        f"mines are those of `ksm arena --seed {_SEED}`.",
    ]
    times = [(name, hall.times_of(name)) for name in ("greedy", "steady", "watchful", "strong")]
    rows = [_choices(name, taken) for name, taken in times if taken]
    if rows:
        parts.append("**How long a choice takes**, of a card or a turn, in games of two players")
        parts.append(table(["CPU time", "choices", "median", "99 %", "worst"], rows))
    for meeting in MEETINGS:
        told = hall.tally_of(meeting.players, meeting.games)
        if told is None:
            continue
        parts.append(f"**{meeting.why[0].upper()}{meeting.why[1:]}**")
        parts.append(_table(told, meeting.hoped))
        put_section(given.to, "Whole games", "\n\n".join(parts))
    against = [hall.tally_of((name, "steady"), _EACH) for name in LADDER]
    rows = [_rung(told) for told in sorted(filter(None, against), key=_lead)]
    if rows:
        parts.append("**The ladder with two players**: everybody against `steady`")
        parts.append(table(["", "games", "points more than `steady`", "wins"], rows))
        put_section(given.to, "Whole games", "\n\n".join(parts))
    return 0


@dataclass(frozen=True, slots=True)
class Hall:
    """Where meetings are held and their logbooks lie."""

    folder: Path
    thin: int
    processes: int

    def tally_of(self, players: tuple[str, ...], games: int) -> Tally | None:
        """Play what is missing of a meeting, or nothing without a process: what is known then."""
        results = self.results_of(players, max(len(players), games // self.thin))
        return tally(results) if results else None

    def times_of(self, name: str) -> list[float]:
        """Seconds of CPU time that a player took for each choice; measured if that is missing."""
        file = self.folder / f"{name}-times.json"
        if file.exists():
            return [float(one) for one in json.loads(file.read_text(encoding="utf-8"))]
        taken = _timed(name) if self.processes else []
        if taken:
            file.write_text(json.dumps(taken), encoding="utf-8")
        return taken

    def results_of(self, names: tuple[str, ...], games: int) -> list[Result]:
        """The results of so many games; what is missing is played, if there are processes."""
        start = perf_counter()
        with Logbook(self.folder / f"{'-'.join(names)}.jsonl", names, _SEED) as book:
            wanted = fixtures(names, games, _SEED)
            left: list[Fixture] = [game for game in wanted if game not in book.results]
            if not self.processes:
                left = []
            workers = get_workers(self.processes or 1)
            for number, result in enumerate(workers.results(left, result_of), 1):
                book.add(result)
                spent = f"[{perf_counter() - start:5.0f} s]"
                print(f"{spent} {' '.join(names)}: {number} of {len(left)}", file=sys.stderr)
            return [book.results[game] for game in wanted if game in book.results]


class _Timed:
    """A player whose choices are timed."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self.looks = bot.looks
        self.seconds: list[float] = []

    def card(self, seen: View) -> Card:
        return self._after(self._bot.card, seen)

    def turn(self, seen: View) -> Turn:
        return self._after(self._bot.turn, seen)

    def _after(self, choice: Callable[[View], T], seen: View) -> T:
        start = process_time()
        made = choice(seen)
        self.seconds.append(process_time() - start)
        return made


def _timed(name: str) -> list[float]:
    """How long each choice of a player takes, once the solver has been warmed up by a game."""
    timed = _Timed(get_bot(name))
    with compiled_at_once():
        played(Setting(2, _SEED - 1), [get_bot(name)] * 2)
        for seed in range(_SEED, _SEED + _TIMED):
            played(Setting(2, seed), [timed, timed])
    return [round(one, 6) for one in timed.seconds]


def _choices(name: str, seconds: list[float]) -> list[str]:
    """How long a player takes to choose, as a row."""
    taken = sorted(seconds)
    marks = (taken[len(taken) // 2], taken[len(taken) * 99 // 100], taken[-1])
    return [name, str(len(taken)), *(f"{1000 * mark:.0f} ms" for mark in marks)]


def _table(told: Tally, hoped: str) -> str:
    rows = [
        [line.name, _figure(line.points, 1), _figure(line.wins, 2), _figure(line.rating, 0)]
        for line in told.lines
    ]
    first, second = (line.name for line in told.lines[:2])
    return (
        table([f"{told.games} games", "points", "wins", "Elo rating"], rows)
        + f"\n\n`{first}` gets {_figure(told.difference, 1)} points a game more than `{second}`."
        + (f" Goal: at least {hoped}." if hoped else "")
    )


def _rung(told: Tally) -> list[str]:
    """How a player does against `steady`, as a row."""
    line = told.lines[0]
    return [line.name, str(told.games), _figure(told.difference, 1), _figure(line.wins, 2)]


def _lead(told: Tally) -> float:
    return told.difference.mean


def _figure(value: Figure, digits: int) -> str:
    error = "" if isnan(value.error) else f" ± {value.error:.{digits}f}"
    return f"{value.mean:.{digits}f}{error}"


if __name__ == "__main__":
    sys.exit(main())
