"""Saved matches: the last twenty, in the user's progress, and the start page that lists them.

A match is saved after every act, completely or not at all, so an interrupted one can always be
resumed.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Self

from ksm_widgets.game.notes import Tops
from ksm_widgets.game.record import match_text, read_match
from ksm_widgets.game.results import results
from ksm_widgets.progress.progress import timestamp
from ksm_widgets.progress.rows import is_moment, key_of
from ksm_widgets.rules.deck import OWN_CARDS, deck_with, own_cards_from
from ksm_widgets.rules.errors import KsmError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ksm_widgets.game.match import Match
    from ksm_widgets.game.seats import Seating
    from ksm_widgets.progress.progress import Progress
    from ksm_widgets.rules.deck import Card


_LAID_OUT, _SEATING, _QUICK = "laid_out", "seating", "quick"
SAVED = "match"
"""The name under which games are saved that belong to no lesson."""
_LONGEST_HEAD = 80
_DAY = 86_400_000
"""Milliseconds."""
PLACES = 20
"""Saved matches; a new one replaces the one that was played longest ago and has no name."""
LONGEST_TITLE = 40
"""Characters of a match's name."""
LONGEST_SOUGHT = 60
"""Characters of the words by which matches are looked for."""


@dataclass(frozen=True, slots=True)
class SavedMatch:
    """A saved match, and when it was saved, in milliseconds since 1970."""

    match: Match
    saved: int


@dataclass(frozen=True, slots=True)
class SavedMatches:
    """The saved matches of a user, each known by when it began.

    `clock` returns milliseconds since 1970. They are saved under `name`, in so many `places`. How
    they end is kept for good, unless they are under another name, such as those of a lesson.
    """

    progress: Progress
    clock: Callable[[], int] = field(default=timestamp)
    name: str = SAVED
    places: int = PLACES

    def keep(self, match: Match) -> None:
        """Save a match, in place of its last version."""
        heads = [self._head(place) for place in range(self.places)]
        own = [place for place, (begun, _, _) in enumerate(heads) if begun == match.begun]

        def age(place: int) -> tuple[bool, int, bool]:
            # An empty place first, then one that cannot be read.
            _, saved, title = heads[place]
            return title != "", saved, self._text(place) != ""

        place = own[0] if own else min(range(self.places), key=age)
        title = heads[place][2] if own else match.title
        head = f"{match.begun} {self.clock()} {title}".rstrip()
        text = match_text(match, standings=False)
        self.progress.set(f"{self.name}.{place}", f"{head}\n{text}")
        if not match.noted:  # Notes can be corrected as long as they are open.
            self.count([match])

    def rename(self, begun: int, title: str) -> None:
        """Give a name to the match that began then, if it is saved; the empty text takes it away.

        What cannot be printed, or is too long, is left out.
        """
        shown = "".join(one for one in title if one.isprintable())[:LONGEST_TITLE].strip()
        for place in range(self.places):
            (found, saved, _), (_, _, text) = self._head(place), self._text(place).partition("\n")
            if found == begun:
                head = f"{begun} {saved} {shown}".rstrip()
                self.progress.set(f"{self.name}.{place}", f"{head}\n{text}")

    def count(self, matches: Iterable[Match]) -> None:
        """Keep the results of the matches that are over; what is known already stays."""
        rows = [row for match in matches for row in results(match, self.clock())]
        if not rows or self.name != SAVED:
            return
        known = {key_of(one) for one in self.progress.finished()}
        new = [row for row in rows if key_of(row) not in known]
        if new:
            self.progress.keep(*new)

    def forget(self, begun: int) -> None:
        """Delete the match that began then, if it is saved."""
        for place in range(self.places):
            if self._head(place)[0] == begun:
                self.progress.set(f"{self.name}.{place}", "")

    def matches(self, language: str = "en") -> tuple[SavedMatch, ...]:
        """All readable matches, the one saved last first; `language` as for `read_match`."""
        found = [self._at(place, language) for place in range(self.places)]
        kept = [one for one in found if one is not None]
        return tuple(sorted(kept, key=lambda one: -one.saved))

    @property
    def filled(self) -> int:
        """The number of places in use; of another version, or edited by hand, some are no match."""
        return sum(self._text(place) != "" for place in range(self.places))

    def under_way(self, language: str = "en", *, noted: bool = False) -> Match | None:
        """The last match to resume, played here or `noted`; None if there is none."""
        return under_way((kept.match for kept in self.matches(language)), noted=noted)

    def match(self, begun: int, language: str = "en") -> Match | None:
        """The match that began then; None if it is not saved any more, or not readable."""
        place = next((one for one in range(self.places) if self._head(one)[0] == begun), None)
        kept = None if place is None else self._at(place, language)
        return None if kept is None else kept.match

    @property
    def laid_out(self) -> str:
        """The topmost tiles entered of a mine, before its game is noted."""
        return self.progress.setting(_LAID_OUT) or ""

    def keep_laid_out(self, tops: str) -> None:
        """Save the topmost tiles entered so far."""
        self.progress.set(_LAID_OUT, tops)

    @property
    def deck(self) -> tuple[Card, ...]:
        """The cards to play with: the built-in ones, and those of the user's own game."""
        return deck_with(own_cards_from(self.progress.setting(OWN_CARDS)))

    @property
    def seating(self) -> str:
        """The text of the last `Seating`."""
        return self.progress.setting(_SEATING) or ""

    def keep_seating(self, seating: str) -> None:
        """Save the text of a `Seating`."""
        self.progress.set(_SEATING, seating)

    @property
    def quick(self) -> bool:
        """Whether the user has the others' turns advance faster."""
        return bool(self.progress.setting(_QUICK))

    def keep_quick(self, *, quick: bool) -> None:
        """Save how fast the others' turns advance."""
        self.progress.set(_QUICK, "on" if quick else "")

    def _at(self, place: int, language: str) -> SavedMatch | None:
        begun, saved, title = self._head(place)
        if begun < 0:
            return None
        _, _, text = self._text(place).partition("\n")
        try:
            match = _read(text, language, begun)
        except KsmError:  # of another version, or edited by hand
            return None
        return SavedMatch(replace(match, title=title), saved)

    def _head(self, place: int) -> tuple[int, int, str]:
        """The times when the match in a place began and was saved, and its name; -1 without one.

        Clocks differ a little, but nothing was saved days from now: that counts as the oldest.
        """
        words = self._text(place).partition("\n")[0][:_LONGEST_HEAD].split(" ", 2)
        if len(words) >= 2 and all(word.isascii() and word.isdigit() for word in words[:2]):
            begun, saved = map(int, words[:2])
            if is_moment(begun) and is_moment(saved):
                title = "".join(words[2:]).strip()[:LONGEST_TITLE]
                return begun, saved if saved <= self.clock() + _DAY else 0, title
        return -1, -1, ""

    def _text(self, place: int) -> str:
        return self.progress.setting(f"{self.name}.{place}") or ""


@lru_cache(maxsize=3 * PLACES)
def _read(text: str, language: str, begun: int) -> Match:
    """Read a saved match: all are listed again whenever one changes, and to replay one takes long.

    Raises as `read_match` does.
    """
    return read_match(text, language=language, standings=False, begun=begun)


@dataclass(frozen=True, slots=True)
class Start:
    """The start page's contents: the table being set up, and the saved matches.

    `shelved` are the saved matches, the latest first; unless they are `lasting` they last as long
    as the program. `left_out` counts those that cannot be read, `laid_out` the tiles entered of a
    mine whose game will be noted. `deck` are the cards of the next game. A match is known by when
    it began: `doomed` is the one to delete once the user confirms, `naming` the one being renamed.
    `sought` are the words searched for.
    """

    seating: Seating
    shelved: tuple[Match, ...] = ()
    left_out: int = 0
    laid_out: int = 0
    lasting: bool = True
    deck: tuple[Card, ...] = ()
    doomed: int | None = None
    naming: int | None = None
    sought: str = ""

    @classmethod
    def of(cls, saves: SavedMatches, seating: Seating, language: str) -> Self:
        """The games saved by now; `language` as for `read_match`."""
        shelved = tuple(kept.match for kept in saves.matches(language))
        laid_out = Tops.of(saves.laid_out).count
        left_out, lasting = saves.filled - len(shelved), saves.progress.lasting
        return cls(seating, shelved, left_out, laid_out, lasting, saves.deck)

    def under_way(self, *, noted: bool = False) -> Match | None:
        """The latest match that can be resumed, played here or `noted`; None if there is none."""
        return under_way(self.shelved, noted=noted)

    def saved(self, begun: str) -> Match | None:
        """The saved match that began then, in ms since 1970; None if there is none."""
        return next((match for match in self.shelved if str(match.begun) == begun), None)


def under_way(matches: Iterable[Match], *, noted: bool) -> Match | None:
    """The first match to resume, played here or `noted`; None if there is none."""
    return next((match for match in matches if not match.over and match.noted == noted), None)
