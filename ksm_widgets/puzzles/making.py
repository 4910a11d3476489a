"""Making packs: the same seed gives the same puzzles, however many workers and interruptions.

Every game's puzzles are a line of a journal beside the pack, `<pack>.part`, written as soon as they
are found. The pack takes them in the order of the games, without twins, until there are enough. A
run that was killed is resumed from its journal; the pack itself is written once, at the end.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import sha256
from itertools import count
from typing import TYPE_CHECKING

from ksm_widgets.puzzles.finding import GamePuzzles, game_line
from ksm_widgets.puzzles.judging import Unfair
from ksm_widgets.puzzles.pack import titled, write_pack
from ksm_widgets.puzzles.puzzle import Question, carry_out
from ksm_widgets.puzzles.questions import Filter
from ksm_widgets.rules.arguments import reason_of
from ksm_widgets.rules.deck import Shape
from ksm_widgets.rules.errors import KsmError, TextError
from ksm_widgets.rules.quarries import SIDE
from ksm_widgets.rules.tiles import Group, Power
from ksm_widgets.solver.json_lines import lines_of, parsed, written

if TYPE_CHECKING:
    from pathlib import Path
    from typing import BinaryIO

    from ksm_widgets.puzzles.puzzle import Puzzle
    from ksm_widgets.rules.tiles import Tile
    from ksm_widgets.solver import Problem
    from ksm_widgets.workers import Workers

    Symmetry = Callable[[int, int, int], tuple[int, int]]


MAKER = 4
"""The version of the method; to be raised if the same seed gives other puzzles."""
_LONGEST_LINE = 1_000_000
_MOST_EMPTY = 1_000
"""Give up after so many games in a row without a new puzzle."""


class MakingError(TextError):
    """A pack cannot be made: a file is in its place, or there are not enough such puzzles."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """Everything that puzzles depend on, except their number."""

    seed: int
    wanted: Filter = field(default_factory=Filter)

    def to_dict(self) -> dict[str, object]:
        """The recipe as JSON data."""
        return {"maker": MAKER, "seed": self.seed, "wish": self.wanted.to_dict()}

    @property
    def work(self) -> Callable[[int], str]:
        """The work of a worker, given the number of a game."""
        return partial(game_line, self.seed, wanted=self.wanted.to_dict())


@dataclass(slots=True)
class Batch:
    """The puzzles so far, of the first `games` games; `rejected` counts reasons.

    Twins of `known` puzzles are left out.
    """

    size: int
    known: set[str] = field(default_factory=set)
    puzzles: list[Puzzle] = field(default_factory=list)
    games: int = 0
    rejected: Counter[str] = field(default_factory=Counter)
    _waiting: dict[int, GamePuzzles] = field(default_factory=dict)
    _empty: int = 0

    @property
    def complete(self) -> bool:
        """Whether there are as many puzzles as wanted."""
        return len(self.puzzles) >= self.size

    def add(self, found: GamePuzzles) -> None:
        """Add a game's puzzles, once those of all games before it have been added."""
        self._waiting[found.game] = found
        while not self.complete and self.games in self._waiting:
            self._take(self._waiting.pop(self.games))

    def _take(self, found: GamePuzzles) -> None:
        self.games += 1
        self.rejected += found.rejected
        before = len(self.puzzles)
        for puzzle in found.puzzles:
            key = twin_key(puzzle)
            if key in self.known:
                self.rejected[Unfair.REPEAT.value] += 1
            elif not self.complete:
                self.known.add(key)
                self.puzzles.append(puzzle)
        self._empty = 0 if len(self.puzzles) > before else self._empty + 1
        if self._empty >= _MOST_EMPTY:
            raise MakingError("making.barren", games=_MOST_EMPTY, found=len(self.puzzles))

    def has(self, game: int) -> bool:
        """Whether a game has been played already."""
        return game < self.games or game in self._waiting


def make(
    recipe: Recipe,
    size: int,
    out: Path,
    workers: Workers,
    texts: Mapping[str, str] | None = None,
    progress: Callable[[Batch], None] | None = None,
    known: Iterable[Puzzle] = (),
) -> Batch:
    """Make a pack of so many puzzles, or finish one that was begun.

    `texts` are title, author and licence; twins of `known` puzzles are left out. `progress` is
    called after each game. Raises MakingError, also where no puzzle can be like that, PackError if
    the pack cannot be written or have these texts, and whatever the workers raise.
    """
    head = titled(texts or {})
    if not recipe.wanted.possible:
        raise MakingError("making.impossible")
    journal = out.with_name(f"{out.name}.part")
    if out.exists() and not journal.exists():
        raise MakingError("making.exists", file=str(out))
    batch = Batch(size, set(map(twin_key, known)))
    try:
        with _opened(journal, recipe, batch) as file:
            if progress is not None:
                progress(batch)
            missing = (game for game in count() if not batch.has(game))
            results = workers.results(missing, recipe.work) if not batch.complete else iter(())
            for line in results:
                file.write(f"{line}\n".encode())
                file.flush()
                os.fsync(file.fileno())
                batch.add(_game(line.encode()))
                if progress is not None:
                    progress(batch)
                if batch.complete:
                    _close(results)
                    break
    except OSError as error:
        reason = reason_of(error)
        raise MakingError("making.unwritable", file=str(journal), reason=reason) from error
    write_pack(replace(head, puzzles=tuple(batch.puzzles)), out)
    journal.unlink(missing_ok=True)  # Another run of the same command may have been first.
    return batch


def _close(results: Iterator[str]) -> None:
    """Stop the workers before the pack is written."""
    close = getattr(results, "close", None)
    if close is not None:
        close()


def _game(line: bytes | None) -> GamePuzzles:
    data = parsed(line, _LONGEST_LINE)
    if not isinstance(data, Mapping):
        raise TypeError(data)
    return GamePuzzles.from_dict(data)


def _opened(journal: Path, recipe: Recipe, batch: Batch) -> BinaryIO:
    """Open the journal at its end and add its games to the batch.

    A last line that was not finished is cut off. Raises MakingError for a journal of another
    recipe or another file of that name.
    """
    head = written({"recipe": recipe.to_dict()})
    file: BinaryIO = journal.open("a+b")
    file.seek(0)
    whole = 0
    for number, line in lines_of(file, _LONGEST_LINE):
        try:
            if line is not None and not line.endswith(b"\n"):
                # If the file is not a journal, all of it would be cut off.
                if not (whole or head.encode().startswith(line)):
                    raise MakingError("making.other", file=str(journal))
                break
            if number > 1:
                batch.add(_game(line))
            elif line is None or line.decode().strip() != head:
                raise MakingError("making.other", file=str(journal))
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


_SYMMETRIES: tuple[Symmetry, ...] = (
    lambda row, column, last: (row, column),
    lambda row, column, last: (column, last - row),
    lambda row, column, last: (last - row, last - column),
    lambda row, column, last: (last - column, row),
    lambda row, column, last: (row, last - column),
    lambda row, column, last: (column, row),
    lambda row, column, last: (last - row, column),
    lambda row, column, last: (last - column, last - row),
)
"""The symmetries of a square: where a row and a column go."""


def twin_key(puzzle: Puzzle) -> str:
    """A key that is equal for twins: puzzles that ask the same in another guise.

    Turned or mirrored together with its card a mine asks the same; so does one with other symbols
    or other magic objects, unless they differ in worth.
    """
    problem = puzzle.problem
    if puzzle.question is Question.PAYABLE:
        turn = puzzle.solution.turn
        played = carry_out(problem, turn)
        taken = "".join(sorted(tile.letter for tile in played.taken if tile.treasure or tile.curse))
        text = f"{len(turn.moves)} {taken} {problem.money} {_names(problem.powers)}"
    else:
        text = min(_seen(puzzle, symmetry) for symmetry in _SYMMETRIES)
        worths = sorted(problem.values.to_dict().items())
        text += f" {problem.money} {_names(problem.powers)} {worths}"
        text += f" {_names(frozenset(puzzle.held))} {problem.variant.value} {problem.max_moves}"
    return sha256(f"{puzzle.question.value} {text}".encode()).hexdigest()[:20]


def _names(powers: frozenset[Power]) -> str:
    return ",".join(power.value for power in Power if power in powers)


def _seen(puzzle: Puzzle, symmetry: Symmetry) -> str:
    """Mine, cards and wanted tiles after a symmetry."""
    problem, last = puzzle.problem, SIDE - 1
    rows = [["-"] * SIDE for _ in range(SIDE)]
    for index, stack in enumerate(problem.position.stacks):
        row, column = symmetry(*divmod(index, SIDE), last)
        rows[row][column] = "".join(_letter(tile, problem) for tile in stack) or "-"
    wanted = sorted(
        (*symmetry(slot.quarry.row, slot.quarry.column, last), slot.level)
        for slot in problem.wanted
    )
    shapes = [card.shape for card in puzzle.hand] or [problem.shape]
    powers = problem.powers | set(puzzle.held)
    turned = sorted(_shape(shape, symmetry, powers) for shape in shapes)
    return f"{rows} {wanted} {turned}"


def _shape(shape: Shape, symmetry: Symmetry, powers: frozenset[Power]) -> str:
    """A shape after a symmetry; if it may be turned anyway, one way represents all."""
    seen = Shape(tuple(symmetry(row, column, SIDE - 1) for row, column in shape.cells))
    if powers == {Power.SEAL} and shape.connected:
        return str(shape.size)
    if powers == {Power.MIRROR}:
        return min(str(seen.turned(quarters)) for quarters in range(4))
    return str(seen)


def _letter(tile: Tile, problem: Problem) -> str:
    """One letter for all tiles of a group that are worth the same."""
    if tile.group in (Group.PARCHMENT, Group.MAGIC):
        return f"{tile.group.value[0]}{problem.values.of(tile)}"
    return tile.letter
