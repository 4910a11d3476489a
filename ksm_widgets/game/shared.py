"""A match on several devices: one owner, and for each seat only what it may see.

Each seat has a key, the spectators have one, and so has the host, who opened the table. Anyone
with a key may use it on any device; a key that nobody knows cannot be guessed.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field, replace
from hmac import compare_digest
from secrets import token_urlsafe
from typing import TYPE_CHECKING, Self

from ksm_widgets.game.match import OTHERS, Match, MatchError
from ksm_widgets.game.record import match_text, read_match
from ksm_widgets.game.seats import Seat
from ksm_widgets.progress.rows import is_moment
from ksm_widgets.rules.json_text import read_json

if TYPE_CHECKING:
    from collections.abc import Callable

_VERSION = 1
KEY = re.compile("[A-Za-z0-9_-]{22}")
"""Every key of a table, as it is in addresses."""


def _keys(count: int) -> tuple[str, ...]:
    return tuple(token_urlsafe(16) for _ in range(count))


@dataclass(slots=True)
class SharedMatch:
    """The match of a table, and its keys: of the seats in order, the spectators, the host.

    `moment` counts its changes; `changed` is called after each. Only what has been `commit`ted
    happens, one act after the other. `hints` is whether players may ask for hints. `owner` names
    who opened the table, empty if that is not known; `saved` is whether the finished match is among
    the owner's games. `mark` tells tables that were opened under one key of the app from others,
    empty for those of earlier versions.
    """

    match: Match
    seats: tuple[str, ...]
    looking: str
    host: str
    hints: bool = False
    owner: str = ""
    saved: bool = False
    mark: str = ""
    moment: int = 0
    changed: Callable[[], None] = field(default=lambda: None)

    @classmethod
    def of(cls, match: Match, *, hints: bool = False, owner: str = "", mark: str = "") -> Self:
        """Share a match under new keys."""
        *seats, looking, host = _keys(len(match.seats) + 2)
        match = replace(match, eyes=None)
        return cls(match, tuple(seats), looking, host, hints, owner, mark=mark)

    def is_host(self, key: str) -> bool:
        """Whether this is the host's key."""
        return compare_digest(key.encode(), self.host.encode())

    def opens(self, key: str) -> bool:
        """Whether this is the key of a person's seat, or the spectators'."""
        return self.seat_of(key) is not None or compare_digest(key.encode(), self.looking.encode())

    def seat_of(self, key: str) -> int | None:
        """The person's seat with this key; None for any other."""
        return self._seat_with(key, person=True)

    def lent(self, key: str) -> int | None:
        """The seat with this key on which a bot plays; None for any other key."""
        return self._seat_with(key, person=False)

    def _seat_with(self, key: str, *, person: bool) -> int | None:
        found = None
        for seat, other in enumerate(self.seats):
            if compare_digest(key.encode(), other.encode()):
                found = seat
        return None if found is None or self.match.seats[found].person is not person else found

    def seen_from(self, seat: int | None) -> Match:
        """The match as the device of a seat shows it; None is a spectator's, with no hand."""
        return replace(self.match, eyes=seat)

    def commit(self, seat: int, after: Match) -> None:
        """Take an act of a seat, given the match after it; MatchError if it is not its turn."""
        if self.seen_from(seat).actor != seat and not _taken_back(self.match, after, seat):
            raise MatchError("match.not_now")
        self._set_match(after)

    def stepped(self, before: Match, after: Match) -> None:
        """Take a step of a bot, unless the match has changed since `before`."""
        if self.match is before:
            self._set_match(after)

    def hand_over(self, seat: int, level: str) -> None:
        """Hand a person's seat to a bot of this level; MatchError at the end."""
        self._reseat(seat, level)

    def hand_back(self, seat: int) -> None:
        """Hand a bot's seat to a person, who opens it with its key; MatchError at the end."""
        self._reseat(seat, None)

    def _reseat(self, seat: int, level: str | None) -> None:
        if self.match.over or self.match.seats[seat].person is (level is None):
            raise MatchError("match.not_now")
        seats = list(self.match.seats)
        seats[seat] = Seat(seats[seat].name, level)
        self._set_match(replace(self.match, seats=tuple(seats), adding=None, plan=None))

    def _set_match(self, match: Match) -> None:
        self.match, self.moment = replace(match, eyes=None), self.moment + 1
        self.changed()

    @property
    def bot_acts(self) -> bool:
        """Whether the next step is a bot's, or that all have seen the cards."""
        return self.match.phase in OTHERS

    def to_text(self) -> str:
        """The table as text, which `from_text` reads; it holds all secrets."""
        return json.dumps(
            {
                "table": _VERSION,
                "begun": self.match.begun,
                "seats": self.seats,
                "looking": self.looking,
                "host": self.host,
                "hints": self.hints,
                "owner": self.owner,
                "saved": self.saved,
                "mark": self.mark,
                "match": match_text(self.match, standings=False),
            }
        )

    @classmethod
    def from_text(cls, text: str) -> Self | None:
        """Read a table that was kept; None for anything else."""
        try:
            data = read_json(text)
            begun = int(data["begun"])
            match = read_match(str(data["match"]), standings=False, begun=begun)
            *seats, looking, host = map(str, (*data["seats"], data["looking"], data["host"]))
            if data["table"] != _VERSION or len(seats) != len(match.seats):
                return None
            if not is_moment(begun) or not all(map(KEY.fullmatch, (*seats, looking, host))):
                return None
            return cls(
                replace(match, eyes=None),
                tuple(seats),
                looking,
                host,
                hints=data.get("hints") is True,
                owner=str(data.get("owner", "")),
                saved=data.get("saved") is True,
                mark=str(data.get("mark", "")),
            )
        except (ValueError, ArithmeticError, KeyError, TypeError, RecursionError):
            return None


def _taken_back(before: Match, after: Match, seat: int) -> bool:
    """Whether the act took back the card that this seat laid down last."""
    return len(after.steps) < len(before.steps) and before.steps[-1].seat == seat
