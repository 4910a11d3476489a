"""`ksm arena`: bots meet in many games, and a table says which plays better."""

from __future__ import annotations

import json
from contextlib import ExitStack
from math import isnan
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from ksm_widgets.cli.commands import option_help
from ksm_widgets.players.arena import fixtures, result_of
from ksm_widgets.players.arena import tally as tally_of
from ksm_widgets.players.bots import BOTS
from ksm_widgets.players.logbook import Logbook
from ksm_widgets.rules import CARDS_EACH, TextError
from ksm_widgets.terminal.bar import Bar
from ksm_widgets.terminal.command import Command, whole_number
from ksm_widgets.terminal.streams import FileError, aligned, print_error, put_line
from ksm_widgets.words import rounded, sentence
from ksm_widgets.workers import WorkersError, get_workers

if TYPE_CHECKING:
    import argparse

    from ksm_widgets.analysis.figures import Figure
    from ksm_widgets.players.arena import Fixture, Result, Tally
    from ksm_widgets.workers import Workers


_GAMES = 40


def _add_options(parser: argparse.ArgumentParser, language: str) -> None:
    text = option_help(language)
    parser.add_argument("--players", required=True, metavar="NAMES", help=text("players"))
    games = whole_number(language, 1)
    parser.add_argument("--games", type=games, metavar="N", help=text("games"), default=_GAMES)
    number = whole_number(language)
    parser.add_argument("--seed", type=number, metavar="N", help=text("seed"), default=1)
    parser.add_argument("--json", action="store_true", help=sentence("terminal.as_json", language))
    parser.add_argument("--logbook", type=Path, metavar="FILE", help=text("logbook"))
    who = parser.add_mutually_exclusive_group()
    who.add_argument(
        "--processes", type=whole_number(language, 1), metavar="N", help=text("processes")
    )
    cluster = sentence("workers.scheduler", language)
    who.add_argument("--scheduler", metavar="ADDRESS", help=cluster)


def _run(args: argparse.Namespace, language: str) -> int:
    """Let bots meet, and print the table or one JSON object; returns the exit status.

    With a logbook, results are saved as they come, and games already in it are not played again.
    Status 2: an unknown name, a logbook that cannot be used, workers that fail.
    """
    start = perf_counter()
    names = tuple(name.strip() for name in args.players.split(","))
    try:
        _check(names)
        with ExitStack() as stack:
            book = None
            if args.logbook is not None:
                book = stack.enter_context(Logbook(args.logbook, names, args.seed))
            games = fixtures(names, args.games, args.seed)
            workers = get_workers(args.processes, args.scheduler)
            results = _played(games, book, workers, language)
    except (TextError, WorkersError) as error:
        print_error(error.sentence(language))
        return 2
    except OSError as error:
        if args.logbook is None:
            raise
        raise FileError.unwritable(args.logbook, error) from error
    seconds = perf_counter() - start
    summary = tally_of(results)
    if args.json:
        put_line(json.dumps(_data(summary, args.seed, seconds), allow_nan=False))
    else:
        mines = len({one.fixture.seed for one in results})
        for line in _table(summary, mines, language):
            put_line(line)
    return 0


def _check(names: tuple[str, ...]) -> None:
    if len(names) not in CARDS_EACH:
        raise TextError("arena.few", found=len(names))
    for name in names:
        if name not in BOTS:
            raise TextError("arena.unknown", found=name[:20], known=[*BOTS])


def _played(
    games: tuple[Fixture, ...], book: Logbook | None, workers: Workers, language: str
) -> list[Result]:
    """The results of all games: those in the logbook, and the others as they are played."""
    known = {} if book is None else book.results
    results = [known[game] for game in games if game in known]
    left = [game for game in games if game not in known]
    bar = Bar(len(results), len(games), "arena.left", language)
    for result in workers.results(left, result_of) if left else ():
        if book is not None:
            book.add(result)
        results.append(result)
        bar.show(len(results))
    bar.clear()
    # In the order of the fixtures, whichever ended first: the same games give the same table.
    return sorted(results, key=lambda one: one.fixture)


def _data(tally: Tally, seed: int, seconds: float) -> dict[str, object]:
    """The tally as a JSON object; errors that are not known are null."""
    return {
        "players": [line.name for line in tally.lines],
        "games": tally.games,
        "seed": seed,
        "mean_points": [_number(line.points.mean) for line in tally.lines],
        "difference": _number(tally.difference.mean),
        "standard_error": _number(tally.difference.error),
        "wins": [_number(line.wins.mean) for line in tally.lines],
        "rating": [_number(line.rating.mean) for line in tally.lines],
        "rating_error": [_number(line.rating.error) for line in tally.lines],
        "seconds": round(seconds, 3),
    }


def _number(value: float) -> float | None:
    return None if isnan(value) else round(value, 4)


def _table(tally: Tally, mines: int, language: str) -> list[str]:
    """The table, and below it the difference of the first two players."""

    def say(key: str, **words: object) -> str:
        return sentence(f"arena.{key}", language, **words)

    def figure(value: Figure, digits: int, factor: int = 1) -> str:
        mean, error = (rounded(one * factor, digits, language) for one in (value.mean, value.error))
        return mean if isnan(value.error) else f"{mean} ± {error}"

    rows = [[say(f"head_{name}") for name in ("player", "points", "wins", "rating")]]
    rows += [
        [
            line.name,
            figure(line.points, 1),
            sentence("number.percent", language, share=figure(line.wins, 0, 100)),
            figure(line.rating, 0),
        ]
        for line in tally.lines
    ]
    lines = aligned(rows)
    lines += ["", say("games", games=tally.games, mines=mines)]
    if mines == 1:
        return [*lines, say("one_mine")]
    if any(isnan(each.error) for one in tally.lines for each in (one.points, one.wins, one.rating)):
        lines.append(say("alike"))
    if isnan(tally.difference.error):
        return lines
    first, second = (line.name for line in tally.lines[:2])
    mean, error = (
        rounded(one, 1, language) for one in (tally.difference.mean, tally.difference.error)
    )
    return [*lines, say("difference", first=first, second=second, difference=mean, error=error)]


COMMANDS = {"arena": Command(_add_options, _run, epilog="bot.levels")}
