"""Making packs: the same puzzles for the same seed, whoever works and however often stopped.

Each game's haul is one line of a journal beside the pack, `<pack>.part`, written as soon as it is
there. The puzzles are taken from the hauls in the order of the games, twins left out, until there
are enough. Whoever is killed finds the journal on the next start and goes on; the pack itself is
written once, whole.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, Any

from ksm_widgets.puzzles.fairness import Unfair
from ksm_widgets.puzzles.finding import Haul, mined_line
from ksm_widgets.puzzles.pack import Pack, write_pack
from ksm_widgets.puzzles.twins import twin_key
from ksm_widgets.puzzles.wishes import Wish
from ksm_widgets.rules.arguments import reason_of
from ksm_widgets.rules.errors import KsmError, TextError
from ksm_widgets.solver.json_lines import lines_of, parsed, written

if TYPE_CHECKING:
    from pathlib import Path
    from typing import BinaryIO

    from ksm_widgets.puzzles.puzzle import Puzzle
    from ksm_widgets.workers import Workers

__all__ = ["Harvest", "MakingError", "Recipe", "make"]

MAKER = 1
"""Another number for a way of making that gives other puzzles for the same seed."""
_LONGEST_LINE = 1_000_000
_BARREN = 1_000
"""After so many games without a new puzzle what is wished for is not to be had."""


class MakingError(TextError):
    """A pack cannot be made: something is in its place, or what is wished for is not to be had."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """All that puzzles depend on but for their number."""

    seed: int
    wish: Wish = field(default_factory=Wish)

    def to_dict(self) -> dict[str, object]:
        """The recipe as JSON data."""
        return {"maker": MAKER, "seed": self.seed, "wish": self.wish.to_dict()}

    @property
    def work(self) -> Callable[[int], str]:
        """What a worker does for a game."""
        return partial(mined_line, self.seed, wish=self.wish.to_dict())


@dataclass(slots=True)
class Harvest:
    """The puzzles so far, of the games played so far; `fell` counts what was not kept, and why."""

    wanted: int
    puzzles: list[Puzzle] = field(default_factory=list)
    games: int = 0
    fell: Counter[str] = field(default_factory=Counter)
    _waiting: dict[int, Haul] = field(default_factory=dict)
    _known: set[str] = field(default_factory=set)
    _barren: int = 0

    @property
    def enough(self) -> bool:
        """Whether there are as many as were wanted."""
        return len(self.puzzles) >= self.wanted

    def bring_in(self, haul: Haul) -> None:
        """Take a game's haul in as soon as all games before it are there."""
        self._waiting[haul.game] = haul
        while not self.enough and self.games in self._waiting:
            self._take(self._waiting.pop(self.games))

    def _take(self, haul: Haul) -> None:
        self.games += 1
        self.fell += haul.fell
        before = len(self.puzzles)
        for puzzle in haul.puzzles:
            key = twin_key(puzzle)
            if key in self._known:
                self.fell[Unfair.REPEAT.value] += 1
            elif not self.enough:
                self._known.add(key)
                self.puzzles.append(puzzle)
        self._barren = 0 if len(self.puzzles) > before else self._barren + 1
        if self._barren >= _BARREN:
            raise MakingError("making.barren", games=_BARREN, found=len(self.puzzles))

    def has(self, game: int) -> bool:
        """Whether a game's haul is there already."""
        return game < self.games or game in self._waiting


def make(
    recipe: Recipe,
    wanted: int,
    out: Path,
    workers: Workers,
    texts: Mapping[str, str] | None = None,
    progress: Callable[[Harvest], None] | None = None,
    known: Iterable[Puzzle] = (),
) -> Harvest:
    """Make a pack of so many puzzles; what a run that was stopped has left is used.

    `texts` are title, author and licence; twins of `known` puzzles are left out. `progress` is told
    after each game. Raises MakingError, PackError if the pack cannot be written, and whatever the
    workers raise.
    """
    journal = out.with_name(f"{out.name}.part")
    if out.exists() and not journal.exists():
        raise MakingError("making.exists", file=str(out))
    harvest = Harvest(wanted, _known=set(map(twin_key, known)))
    try:
        with _opened(journal, recipe, harvest) as file:
            if progress is not None:
                progress(harvest)
            missing = (game for game in count() if not harvest.has(game))
            results = workers.results(missing, recipe.work) if not harvest.enough else iter(())
            for line in results:
                file.write(f"{line}\n".encode())
                file.flush()
                os.fsync(file.fileno())
                harvest.bring_in(Haul.from_dict(_mapping(parsed(line.encode(), _LONGEST_LINE))))
                if progress is not None:
                    progress(harvest)
                if harvest.enough:
                    _close(results)
                    break
    except OSError as error:
        raise MakingError(
            "making.unwritable", file=str(journal), reason=reason_of(error)
        ) from error
    write_pack(Pack(tuple(harvest.puzzles), **(texts or {})), out)
    journal.unlink()
    return harvest


def _close(results: Iterator[str]) -> None:
    """Let the workers go before the pack is written."""
    close = getattr(results, "close", None)
    if close is not None:
        close()


def _opened(journal: Path, recipe: Recipe, harvest: Harvest) -> BinaryIO:
    """The journal, open at its end; what stands in it is brought in.

    A last line that was not written to its end is cut off. Raises MakingError for a journal of
    another recipe or something else of that name.
    """
    head = written({"recipe": recipe.to_dict()})
    file: BinaryIO = journal.open("a+b")
    file.seek(0)
    whole = 0
    for number, line in lines_of(file, _LONGEST_LINE):
        if line is not None and not line.endswith(b"\n"):
            break
        try:
            if number == 1:
                if line is None or line.decode().strip() != head:
                    raise MakingError("making.other", file=str(journal))
            else:
                harvest.bring_in(Haul.from_dict(_mapping(parsed(line, _LONGEST_LINE))))
        except (KeyError, TypeError, AttributeError, UnicodeDecodeError, KsmError) as error:
            file.close()
            if isinstance(error, MakingError):
                raise
            raise MakingError("making.damaged", file=str(journal), line=number) from error
        whole = file.tell()
    file.truncate(whole)
    if whole == 0:
        file.write(f"{head}\n".encode())
    file.seek(0, os.SEEK_END)
    return file


def _mapping(data: object) -> Mapping[str, Any]:
    if not isinstance(data, Mapping):
        raise TypeError(data)
    return data
