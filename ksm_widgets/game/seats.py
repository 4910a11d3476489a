"""The seats at a table: who plays there, and what everybody knows of them."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

from ksm_widgets.analysis.knowledge import collected
from ksm_widgets.players import BOTS, Bot, get_bot
from ksm_widgets.rules.dealing import CARDS_EACH
from ksm_widgets.rules.edition_rules import edition
from ksm_widgets.rules.errors import GameError, KsmError
from ksm_widgets.rules.game import Setting
from ksm_widgets.rules.quarries import Variant
from ksm_widgets.rules.views import onlooker_records, view
from ksm_widgets.words import sentence

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ksm_widgets.rules import Card, Collected, Game, View


LONGEST_NAME = 24
"""Characters of a name."""
PERSON = "person"
"""The level of a person, where text needs one."""
LEVELS = tuple(name for name in BOTS if name != "level0")
"""The bots to choose from, weakest first; `seating.<level>` describes each."""
FEWEST, MOST = min(CARDS_EACH), max(CARDS_EACH)
"""Seats at a table."""
_FIRST_LEVEL = "level1"
"""The opponent at a new table: weak enough for a beginner to beat."""


class SeatError(KsmError):
    """These players cannot sit at a table: a bad name, a name twice, too few or too many."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A person or a bot on a seat.

    `level` is the bot's name in `players.BOTS`, None for a person. Raises SeatError for a name
    that is empty, too long or not printable, ArgumentError for an unknown level.

    >>> Seat("Anna").person, Seat("Berta", "steady").person
    (True, False)
    """

    name: str
    level: str | None = None

    def __post_init__(self) -> None:
        name = self.name
        if not name.strip() or name != name.strip() or not name.isprintable():
            raise SeatError("seat.name", found=name[:LONGEST_NAME])
        if len(name) > LONGEST_NAME:
            raise SeatError("seat.long", found=name[:LONGEST_NAME], most=LONGEST_NAME)
        if self.level is not None:
            get_bot(self.level)

    @property
    def person(self) -> bool:
        """Whether a person sits here."""
        return self.level is None

    @property
    def bot(self) -> Bot:
        """The bot on this seat; there must be one."""
        assert self.level is not None, "a person thinks for themselves"
        return get_bot(self.level)


def check_seats(seats: Sequence[Seat], players: int) -> None:
    """Raise SeatError unless there are this many seats, each with a name of its own."""
    if len(seats) != players:
        raise SeatError("seat.count", found=len(seats), expected=players)
    names = [seat.name.casefold() for seat in seats]
    for seat in seats:
        if names.count(seat.name.casefold()) > 1:
            raise SeatError("seat.twice", name=seat.name)


@contextmanager
def calling_by_name(seats: Sequence[Seat]) -> Iterator[None]:
    """Have an error about a player's cards say their name; the rules only know numbers."""
    try:
        yield
    except GameError as error:
        known = {"game.card": "seat.card", "game.hand_full": "seat.hand_full"}
        if error.key not in known:
            raise
        who = seats[int(str(error.params["player"])) - 1].name
        raise GameError(known[error.key], error.rule, **{**error.params, "who": who}) from error


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """The public part of a seat.

    `card` is its open card, until it is dug with; `has_chosen` says whether a card is on the table
    at all. `place` is its place among the digs left in this round: 0 digs now, None has dug.
    `collected` is what it was seen to collect for the bonuses.
    """

    seat: Seat
    cards_left: int
    has_chosen: bool
    card: Card | None
    place: int | None
    collected: Collected


def seat_infos(seen: View, seats: Sequence[Seat]) -> tuple[SeatInfo, ...]:
    """The public part of each seat, as a view shows it."""
    of_all = collected(seen)
    return tuple(
        SeatInfo(
            seat,
            seen.cards_left[at],
            seen.has_chosen[at],
            seen.revealed[at] if at in seen.waiting else None,
            seen.waiting.index(at) if at in seen.waiting else None,
            of_all[at],
        )
        for at, seat in enumerate(seats)
    )


def public_infos(game: Game, seats: Sequence[Seat]) -> tuple[SeatInfo, ...]:
    """The public part of each seat of a game."""
    return seat_infos(replace(view(game, 0), records=onlooker_records(game)), seats)


@dataclass(frozen=True, slots=True)
class Seating:
    """The table for the next game, while it is being set up: a name and a level for each seat.

    Names are checked when the game begins.
    """

    sitters: tuple[tuple[str, str | None], ...]
    edition: str
    variant: Variant = Variant.STANDARD

    @classmethod
    def first(cls, language: str) -> Self:
        """One person against one bot."""
        one, other, *_ = _names(language)
        return cls(((one, None), (other, _FIRST_LEVEL)), language)

    @classmethod
    def of_lines(
        cls, lines: Iterable[tuple[str, str]], edition: str, variant: Variant, language: str
    ) -> Self:
        """The table of a form's lines, a name and a level each; other levels are people.

        Nobody sits on a line without a name, but a bot, which gets a name that is free.
        """
        asked = list(lines)
        taken = {name.casefold() for name, _ in asked}
        free = (name for name in _names(language) if name.casefold() not in taken)
        sitters = tuple(
            (name or next(free), level if level in LEVELS else None)
            for name, level in asked
            if name or level in LEVELS
        )
        return cls(sitters, edition, variant)

    def named(self, seat: int, name: str) -> Self:
        """With another name on a seat."""
        return self._with(seat, (name, self.sitters[seat][1]))

    def levelled(self, seat: int, level: str | None) -> Self:
        """With a bot of this level on a seat, or with None a person."""
        return self._with(seat, (self.sitters[seat][0], level))

    def one_more(self, language: str) -> Self:
        """With another bot, under a name that is free; unchanged if the table is full."""
        taken = {name for name, _ in self.sitters}
        free = [name for name in _names(language) if name not in taken]
        if not free or len(self.sitters) == MOST:
            return self
        return replace(self, sitters=(*self.sitters, (free[0], _FIRST_LEVEL)))

    def without(self, seat: int) -> Self:
        """Without a seat; unchanged if too few would be left."""
        if len(self.sitters) == FEWEST:
            return self
        return replace(self, sitters=(*self.sitters[:seat], *self.sitters[seat + 1 :]))

    def seats(self, *, noted: bool = False) -> list[Seat]:
        """The seats, at a `noted` table all of people; raises SeatError for a bad name."""
        seats = [Seat(name, None if noted else level) for name, level in self.sitters]
        check_seats(seats, len(seats))
        return seats

    @property
    def text(self) -> str:
        """The text to save: edition and variant, then a line for each seat."""
        sitters = (f"{level or PERSON} {name}" for name, level in self.sitters)
        return "\n".join([f"{self.edition} {self.variant.value}", *sitters])

    @classmethod
    def of(cls, text: str) -> Self | None:
        """Read a saved text; None for anything else."""
        head, *lines = text.split("\n")
        try:
            named, variant = head.split(" ")
            seats = [line.split(" ", 1) for line in lines]
            sitters = [Seat(name, None if level == PERSON else level) for level, name in seats]
            Setting(len(sitters), 0, edition(named), Variant(variant))
        except ValueError:
            return None
        return cls(tuple((seat.name, seat.level) for seat in sitters), named, Variant(variant))

    def _with(self, seat: int, sitter: tuple[str, str | None]) -> Self:
        sitters = (*self.sitters[:seat], sitter, *self.sitters[seat + 1 :])
        return replace(self, sitters=sitters)


def _names(language: str) -> list[str]:
    return sentence("seating.names", language).split(", ")
