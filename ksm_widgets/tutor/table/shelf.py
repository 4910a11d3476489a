"""Where matches are kept, after every act: with the progress of the course, twenty at most.

Each is written at once or not at all, so that a match that is broken off, however it be, goes on
where it stood. What is kept is what players did; the rest is played over.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ksm_widgets.rules.errors import KsmError
from ksm_widgets.tutor.course.progress import timestamp
from ksm_widgets.tutor.table.record import match_text, read_match

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ksm_widgets.tutor.course.progress import Progress
    from ksm_widgets.tutor.table.match import Match

__all__ = ["PLACES", "Kept", "Shelf", "under_way"]

_LAID_OUT, _SEATING = "laid_out", "seating"
PLACES = 20
"""Matches that are kept; a new one takes the place of the one that was played longest ago."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A match as it was kept, and when, in milliseconds since 1970."""

    match: Match
    saved: int


@dataclass(frozen=True, slots=True)
class Shelf:
    """The matches of whoever's progress this is; they are told apart by when they began.

    `clock` gives milliseconds since 1970.
    """

    progress: Progress
    clock: Callable[[], int] = field(default=timestamp)

    def keep(self, match: Match) -> None:
        """Keep a match as it stands now, in the place of what was kept of it before."""
        heads = [self._head(place) for place in range(PLACES)]
        own = [place for place, (begun, _) in enumerate(heads) if begun == match.begun]
        oldest = min(range(PLACES), key=lambda place: heads[place][1])
        text = match_text(match, standings=False)
        place = own[0] if own else oldest
        self.progress.set(f"match.{place}", f"{match.begun} {self.clock()}\n{text}")

    def matches(self, language: str = "en") -> tuple[Kept, ...]:
        """All matches that can be read, the one kept last first; `language` as for `read_match`."""
        found = [self._at(place, language) for place in range(PLACES)]
        kept = [one for one in found if one is not None]
        return tuple(sorted(kept, key=lambda one: -one.saved))

    def under_way(self, language: str = "en", *, noted: bool = False) -> Match | None:
        """The match played last that is not over, to be gone on with; None if there is none.

        With `noted` it is one that is noted while people play it at a table of their own.
        """
        return under_way((kept.match for kept in self.matches(language)), noted=noted)

    def match(self, begun: int, language: str = "en") -> Match | None:
        """The match that began then; None if it is not kept any more, or cannot be read."""
        place = next((one for one in range(PLACES) if self._head(one)[0] == begun), None)
        kept = None if place is None else self._at(place, language)
        return None if kept is None else kept.match

    @property
    def laid_out(self) -> str:
        """The topmost tiles of a mine that were told so far, before its game is noted."""
        return self.progress.setting(_LAID_OUT) or ""

    def keep_laid_out(self, tops: str) -> None:
        """Keep the topmost tiles told so far."""
        self.progress.set(_LAID_OUT, tops)

    @property
    def seating(self) -> str:
        """Who was settled to sit at the table last, as whoever settles it writes that down."""
        return self.progress.setting(_SEATING) or ""

    def keep_seating(self, seating: str) -> None:
        """Keep who is settled to sit at the table."""
        self.progress.set(_SEATING, seating)

    def _at(self, place: int, language: str) -> Kept | None:
        begun, saved = self._head(place)
        if begun < 0:
            return None
        _, _, text = (self.progress.setting(f"match.{place}") or "").partition("\n")
        try:
            match = read_match(text, language=language, standings=False, begun=begun)
        except KsmError:  # of another version, or somebody has been at the file
            return None
        return Kept(match, saved)

    def _head(self, place: int) -> tuple[int, int]:
        """When the match in a place began and when it was kept; -1 where there is none."""
        kept = self.progress.setting(f"match.{place}") or ""
        words = kept.partition("\n")[0][:60].split()
        if len(words) == 2 and all(word.isascii() and word.isdigit() for word in words):
            return int(words[0]), int(words[1])
        return -1, -1


def under_way(matches: Iterable[Match], *, noted: bool) -> Match | None:
    """The first that can be gone on with, played or else `noted`; None if there is none."""
    return next((match for match in matches if not match.over and match.noted == noted), None)
