"""`ksm arena`: players meet in many games, and a table says who plays better."""

from __future__ import annotations

import json
from contextlib import ExitStack
from math import isnan
from time import perf_counter
from typing import TYPE_CHECKING

from ksm_widgets.cli.bar import Bar
from ksm_widgets.cli.out_of_reach import unwritable
from ksm_widgets.cli.streams import complain, put_line
from ksm_widgets.players.arena import fixtures, result_of
from ksm_widgets.players.ladder import MINDS
from ksm_widgets.players.logbook import Logbook
from ksm_widgets.players.tally import tally
from ksm_widgets.rules import CARDS_EACH, TextError
from ksm_widgets.words import sentence
from ksm_widgets.workers import WorkersError, hired

if TYPE_CHECKING:
    from pathlib import Path

    from ksm_widgets.players.arena import Fixture, Result
    from ksm_widgets.players.tally import Figure, Tally
    from ksm_widgets.workers import Workers

__all__ = ["arena"]


def arena(
    players: str,
    *,
    games: int,
    seed: int,
    as_json: bool,
    logbook: Path | None,
    processes: int | None,
    scheduler: str | None,
    language: str,
) -> int:
    """Let players meet, and print the table or one JSON object; returns the exit status.

    `players` are their names with commas. With a logbook, results are kept as they come, and games
    already in it are not played again. They are played by so many processes, or by the cluster of
    a scheduler. Status 2: a name nobody knows, a logbook that is of no use, workers that fail.
    """
    start = perf_counter()
    names = tuple(name.strip() for name in players.split(","))
    try:
        _check(names)
        with ExitStack() as stack:
            book = None
            if logbook is not None:
                book = stack.enter_context(Logbook(logbook, names, seed))
            wanted = fixtures(names, games, seed)
            results = _played(wanted, book, hired(processes, scheduler), language)
    except (TextError, WorkersError) as error:
        complain(error.sentence(language))
        return 2
    except OSError as error:
        return unwritable(logbook, error, language)
    seconds = perf_counter() - start
    told = tally(results)
    if as_json:
        put_line(json.dumps(_data(told, seed, seconds), allow_nan=False))
    else:
        mines = len({one.fixture.seed for one in results})
        for line in _table(told, mines, language):
            put_line(line)
    return 0


def _check(names: tuple[str, ...]) -> None:
    if len(names) not in CARDS_EACH:
        raise TextError("arena.few", found=len(names))
    for name in names:
        if name not in MINDS:
            raise TextError("arena.unknown", found=name[:20], known=[*MINDS])


def _played(
    wanted: tuple[Fixture, ...], book: Logbook | None, workers: Workers, language: str
) -> list[Result]:
    """The results of all games wanted: those in the logbook, and the others as they are played."""
    known = {} if book is None else book.results
    results = [known[game] for game in wanted if game in known]
    left = [game for game in wanted if game not in known]
    bar = Bar(len(results), len(wanted), "arena.left", language)
    for result in workers.results(left, result_of) if left else ():
        if book is not None:
            book.add(result)
        results.append(result)
        bar.show(len(results))
    bar.clear()
    # In the order of the fixtures, whichever was over first: the same games, the same table.
    return sorted(results, key=lambda one: one.fixture)


def _data(told: Tally, seed: int, seconds: float) -> dict[str, object]:
    """The tally as one JSON object; where one mine leaves errors open they are null."""
    return {
        "players": [line.name for line in told.lines],
        "games": told.games,
        "seed": seed,
        "mean_points": [_number(line.points.mean) for line in told.lines],
        "difference": _number(told.difference.mean),
        "standard_error": _number(told.difference.error),
        "wins": [_number(line.wins.mean) for line in told.lines],
        "rating": [_number(line.rating.mean) for line in told.lines],
        "rating_error": [_number(line.rating.error) for line in told.lines],
        "seconds": round(seconds, 3),
    }


def _number(value: float) -> float | None:
    return None if isnan(value) else round(value, 4)


def _table(told: Tally, mines: int, language: str) -> list[str]:
    """The table in aligned columns, and below it what it says about the first two."""

    def say(key: str, **words: object) -> str:
        return sentence(f"arena.{key}", language, **words)

    mark = sentence("number.mark", language)

    def figure(value: Figure, digits: int, factor: int = 1) -> str:
        mean = f"{value.mean * factor:.{digits}f}"
        error = "" if isnan(value.error) else f" ± {value.error * factor:.{digits}f}"
        return f"{mean}{error}".replace(".", mark)

    rows = [[say(f"head_{name}") for name in ("player", "points", "wins", "rating")]]
    rows += [
        [
            line.name,
            figure(line.points, 1),
            f"{figure(line.wins, 0, 100)} %",
            figure(line.rating, 0),
        ]
        for line in told.lines
    ]
    wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join([row[0].ljust(wide[0]), *map(str.rjust, row[1:], wide[1:])]) for row in rows]
    lines += ["", say("games", games=told.games, mines=mines)]
    if isnan(told.difference.error):
        return [*lines, say("one_mine")]
    first, second = (line.name for line in told.lines[:2])
    mean, error = (
        f"{value:.1f}".replace(".", mark).replace("-", "−")
        for value in (told.difference.mean, told.difference.error)
    )
    return [*lines, say("difference", first=first, second=second, difference=mean, error=error)]
