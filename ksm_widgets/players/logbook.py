"""The logbook of an arena: a file of results, to which each is added as soon as its game is over.

The first line has the players and the seed, so an interrupted arena can continue; a last line that
is incomplete, as after a crash, is ignored. Each other line is a result.
"""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Self

from ksm_widgets.players.arena import Fixture, Result
from ksm_widgets.rules import TextError

if TYPE_CHECKING:
    from pathlib import Path
    from types import TracebackType
    from typing import BinaryIO


_LONGEST = 1000
"""Bytes; no line of a logbook has as many."""
_MOST_POINTS = 1000


class LogbookError(TextError):
    """A logbook cannot be read, belongs to another arena, or has a line that is not a result."""


class Logbook:
    """A file of results, opened to add to it; use it in a `with`.

    Raises LogbookError for anything but a logbook of these players and this seed, and OSError if
    the file cannot be opened.
    """

    def __init__(self, file: Path, players: tuple[str, ...], seed: int) -> None:
        self._name = str(file)
        self._players = players
        self.results: dict[Fixture, Result] = {}
        """The known results by fixture."""
        self._file: BinaryIO = file.open("a+b")
        try:
            self._read({"players": list(players), "seed": seed})
        except BaseException:
            self._file.close()
            raise

    def add(self, result: Result) -> None:
        """Write a result to the file."""
        self.results[result.fixture] = result
        game = result.fixture
        self._write(
            {
                "seed": game.seed,
                "turned": game.turned,
                "points": list(result.points),
                "seconds": round(result.seconds, 3),
            }
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()

    def _read(self, heading: dict[str, object]) -> None:
        self._file.seek(0)
        number = whole = 0
        while line := self._file.readline(_LONGEST):
            number += 1
            if not line.endswith(b"\n"):
                if len(line) == _LONGEST:
                    raise LogbookError("arena.line", file=self._name, line=number)
                # If the file is not a logbook, all of it would be cut off.
                if not (whole or _line(heading).startswith(line)):
                    raise LogbookError("arena.another", file=self._name, **heading)
                break
            whole = self._file.tell()
            data = self._parsed(line, number)
            if number == 1:
                if data != heading:
                    raise LogbookError("arena.another", file=self._name, **heading)
            else:
                result = self._result(data, number)
                self.results[result.fixture] = result
        self._file.truncate(whole)
        if not whole:
            self._write(heading)

    def _write(self, data: dict[str, object]) -> None:
        self._file.write(_line(data))
        self._file.flush()
        os.fsync(self._file.fileno())

    def _parsed(self, line: bytes, number: int) -> object:
        try:
            return json.loads(line)
        except (ValueError, RecursionError) as error:
            raise LogbookError("arena.line", file=self._name, line=number) from error

    def _result(self, data: object, number: int) -> Result:
        """The result on a line; every number is checked."""
        match data:
            case {
                "seed": int(seed),
                "turned": int(turned),
                "points": [*points],
                "seconds": int() | float() as seconds,
                **others,
            } if not others:
                count = len(self._players)
                plain = [one for one in points if type(one) is int and abs(one) <= _MOST_POINTS]
                if len(plain) == len(points) == count and 0 <= turned < count and seconds >= 0:
                    return Result(Fixture(self._players, seed, turned), tuple(plain), seconds)
        raise LogbookError("arena.line", file=self._name, line=number)


def _line(data: dict[str, object]) -> bytes:
    return json.dumps(data).encode() + b"\n"
