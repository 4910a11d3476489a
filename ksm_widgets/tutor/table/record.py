"""The record of a match as text: who sat there, then the playthrough, which reads back.

    seat 1 person Anna
    seat 2 steady Berta
    conceded 1
    game players 2 seed 7 edition en variant standard
      board 4x2a,…

The line `conceded` stands only where somebody gave up. A playthrough without seats will do as well:
then people sit there who have no names. The record of a game that is not over tells what nobody may
see yet, seed, hands and mine: it is for keeping, and for looking at afterwards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.rules.errors import KsmError, PlaythroughTextError
from ksm_widgets.rules.playthrough import playthrough_text, replayed
from ksm_widgets.tutor.table.match import Match
from ksm_widgets.tutor.table.seats import Seat
from ksm_widgets.words import sentence

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["match_text", "read_match"]

_PERSON = "person"
_HEAD = ("seat", "conceded")
_MOST_HEAD = 6
"""Lines before the game: five seats and who gave up."""


def match_text(match: Match, *, standings: bool = True) -> str:
    """Write a match down; without `standings` only what was done, which is enough to go on from."""
    head = "".join(f"{line}\n" for line in _head(match))
    return head + playthrough_text(match.game, standings=standings)


def read_match(text: str, *, language: str = "en", standings: bool = True, begun: int = 0) -> Match:
    """The match of a text, with all its steps; `language` is for the names of who has none.

    Raises PlaythroughTextError with the line that is at fault.
    """
    head, rest = _parted(text)
    seats: list[Seat] = []
    conceded = None
    for number, line in enumerate(head, start=1):
        try:
            match line.split(" ", 3):
                case ["seat", at, level, name] if at == str(len(seats) + 1) and conceded is None:
                    seats.append(Seat(name, None if level == _PERSON else level))
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
        yield f"seat {number} {seat.level or _PERSON} {seat.name}"
    if match.conceded is not None:
        yield f"conceded {match.conceded + 1}"


def _numbers(seats: list[Seat]) -> list[str]:
    """The numbers of the seats, as they are written."""
    return [str(number) for number in range(1, len(seats) + 1)]


def _parted(text: str) -> tuple[list[str], str]:
    """The lines about the seats, and all that follows them."""
    head: list[str] = []
    while len(head) <= _MOST_HEAD and text.startswith(_HEAD):
        line, _, text = text.partition("\n")
        head.append(line.removesuffix("\r"))
    return head, text


def _refused(line: int, error: KsmError, language: str) -> PlaythroughTextError:
    return PlaythroughTextError("playthrough.refused", line=line, reason=error.sentence(language))
