"""The record of a match as text, to keep and to replay.

The seats come first, and who gave up; below them is the record of the game:

    seat 1 person Anna
    seat 2 cautious Carlo
    game players 2 seed 7 edition en variant standard
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.game.match import Match
from ksm_widgets.game.seats import PERSON, Seat
from ksm_widgets.rules.errors import KsmError, PlaythroughTextError
from ksm_widgets.rules.playthrough import playthrough_text, replayed
from ksm_widgets.words import sentence

if TYPE_CHECKING:
    from collections.abc import Iterator


_HEAD = ("seat", "conceded")
_MOST_HEAD = 6
"""Lines about seats: five seats and who gave up."""


def match_text(match: Match, *, standings: bool = True) -> str:
    """The record of a match; without `standings`, only what is needed to resume it."""
    head = "".join(f"{line}\n" for line in _head(match))
    return head + playthrough_text(match.game, standings=standings)


def read_match(text: str, *, language: str = "en", standings: bool = True, begun: int = 0) -> Match:
    """Read the record of a match; `language` is for the names of players without one.

    Raises PlaythroughTextError with the number of the bad line.
    """
    head, rest = _split(text)
    seats: list[Seat] = []
    conceded = None
    for number, line in enumerate(head, start=1):
        try:
            match line.split(" ", 3):
                case ["seat", at, level, name] if at == str(len(seats) + 1) and conceded is None:
                    seats.append(Seat(name, None if level == PERSON else level))
                case ["conceded", at] if at in _numbers(seats) and conceded is None:
                    conceded = int(at) - 1
                case _:
                    raise PlaythroughTextError("match.head", line=number, found=line[:60])
        except PlaythroughTextError:
            raise
        except KsmError as error:
            raise _refused(number, error, language) from error
    game = replayed(rest, standings=standings, first=len(head) + 1)
    if not seats:
        seats = [
            Seat(sentence("match.player", language, number=number))
            for number in range(1, len(game.players) + 1)
        ]
    try:
        return Match.of(seats, game, conceded=conceded, begun=begun)
    except KsmError as error:
        raise _refused(len(head), error, language) from error


def _head(match: Match) -> Iterator[str]:
    for number, seat in enumerate(match.seats, start=1):
        yield f"seat {number} {seat.level or PERSON} {seat.name}"
    if match.conceded is not None:
        yield f"conceded {match.conceded + 1}"


def _numbers(seats: list[Seat]) -> list[str]:
    """The numbers of the seats, as text."""
    return [str(number) for number in range(1, len(seats) + 1)]


def _split(text: str) -> tuple[list[str], str]:
    """The lines about the seats, and the rest of a record."""
    head: list[str] = []
    while len(head) <= _MOST_HEAD and text.startswith(_HEAD):
        line, _, text = text.partition("\n")
        head.append(line.removesuffix("\r"))
    return head, text


def _refused(line: int, error: KsmError, language: str) -> PlaythroughTextError:
    return PlaythroughTextError("playthrough.refused", line=line, reason=error.sentence(language))
