"""A pack: a file of puzzles, one JSON line each, below a line with its title.

    {"pack": 1, "title": "A thousand", "author": "…", "licence": "CC0-1.0"}
    {"puzzle": 1, …}

Packs from strangers are safe to read: every line is limited in length, checked, and replayed by the
rules, and each fault is reported with its line. The built-in packs are here too.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cache, partial
from hashlib import sha256
from importlib.resources import files
from io import BytesIO
from itertools import islice
from pathlib import Path
from tomllib import loads
from typing import TYPE_CHECKING, Any

from ksm_widgets._files import write_whole
from ksm_widgets.puzzles.puzzle import Puzzle
from ksm_widgets.puzzles.puzzle_reading import PuzzleError
from ksm_widgets.rules.arguments import beginning, reason_of
from ksm_widgets.rules.errors import KsmError, TextError
from ksm_widgets.solver.json_lines import lines_of, parsed, written

if TYPE_CHECKING:
    from typing import BinaryIO


VERSION = 1
MAX_LINE = 8_000
"""Bytes; a puzzle has some hundreds."""
MAX_BYTES = 100_000_000
MAX_PUZZLES = 200_000
_LONGEST_TEXT = 200
_MOST_PROOFS = 100
"""Answers of a pack that are proven anew."""
_PROOF_WORK = 4_000
"""Aims and boards of such a proof, a second at most: what a stranger sends may be made to last."""
_TEXTS = ("title", "author", "licence")


class PackError(TextError):
    """A file is no valid pack; the sentence names the file and the line."""


@dataclass(frozen=True, slots=True)
class Pack:
    """Puzzles with a title, an author and a licence, as plain text.

    Those `retired` are offered no more, but they can be found: links and players' progress know
    them. `since` and `until` have the first day of a puzzle, by its id, and the one after its last,
    if it was not always there.

    >>> import ksm_widgets as ksm
    >>> pack = ksm.shipped_pack("lessons")
    >>> len(pack), pack.find(pack.puzzles[7].id) == pack.puzzles[7]
    (98, True)
    """

    puzzles: tuple[Puzzle, ...]
    title: str = ""
    author: str = ""
    licence: str = ""
    retired: tuple[Puzzle, ...] = ()
    since: Mapping[str, date] = field(default_factory=dict)
    until: Mapping[str, date] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.puzzles)

    def __iter__(self) -> Iterator[Puzzle]:
        return iter(self.puzzles)

    @property
    def mark(self) -> str:
        """A mark by which it is told from other packs: that of its puzzles, in their order."""
        return sha256(" ".join(puzzle.id for puzzle in self).encode()).hexdigest()

    def find(self, name: str) -> Puzzle | None:
        """The puzzle with this id, retired or not; None if there is none."""
        there = (*self.puzzles, *self.retired)
        return next((puzzle for puzzle in there if puzzle.id == name), None)

    def on(self, day: date) -> tuple[Puzzle, ...]:
        """The puzzles that were offered on a day."""
        return tuple(
            puzzle
            for puzzle in (*self.puzzles, *self.retired)
            if self.since.get(puzzle.id, day) <= day < self.until.get(puzzle.id, date.max)
        )


def read_puzzle(data: object, *, may_prove: Callable[[], bool] = lambda: True) -> Puzzle:
    """Make a puzzle from the data of its line, as `Puzzle.from_dict` does, or prove it anew.

    The points expected with rounds still to play are a model (`rules.prospects`), which may have
    been measured better since the puzzle was written: then its answer is what is best now. Before
    such a proof `may_prove` is asked.
    """
    try:
        return Puzzle.from_dict(data)
    except PuzzleError as error:
        if error.key != "puzzle.net":
            raise
        puzzle = Puzzle.from_dict(data, replay=False)
        stakes = puzzle.problem.stakes
        if stakes is None or stakes.rounds_left is None or not may_prove():
            raise
        from ksm_widgets.puzzles.proof import as_solved, prove_answer  # noqa: PLC0415 it brings the solver

        proof = prove_answer(puzzle, digs=2, work=_PROOF_WORK)
        if proof is None:
            raise
        return replace(puzzle, solution=as_solved(puzzle, proof).solution)


def puzzles_in(
    source: BinaryIO, *, replay: bool = True
) -> Iterator[tuple[int, Puzzle | Pack | KsmError]]:
    """Line numbers with what is on them: the head as a pack without puzzles, then puzzles.

    A faulty line gives its error, and reading goes on. Raises OSError if the source cannot be read.
    Without `replay` answers are not played: for packs whose answers a test has proven.
    """
    proofs = iter(range(_MOST_PROOFS))
    read = (
        partial(read_puzzle, may_prove=lambda: next(proofs, None) is not None)
        if replay
        else partial(Puzzle.from_dict, replay=False)
    )
    head_seen = False
    for at, (number, line) in enumerate(lines_of(source, MAX_LINE)):
        if at > MAX_PUZZLES:
            yield number, PackError("pack.many", most=MAX_PUZZLES)
            return
        try:
            data = parsed(line, MAX_LINE)
            if head_seen:
                yield number, read(data)
            else:
                head_seen = True
                yield number, _head(data)
        except KsmError as error:
            yield number, error


def parse_pack(source: BinaryIO | bytes, name: str = "pack", *, replay: bool = True) -> Pack:
    """Parse a pack; raises PackError with the line of the first fault. See `puzzles_in`."""
    head: Pack | None = None
    puzzles: dict[str, Puzzle] = {}
    opened = BytesIO(source) if isinstance(source, bytes) else source
    for line, found in puzzles_in(opened, replay=replay):
        match found:
            case Pack():
                head = found
            case Puzzle():
                if found.id in puzzles:
                    raise PackError("pack.twice", file=name, line=line)
                puzzles[found.id] = found
            case _:
                raise PackError("pack.line", file=name, line=line, reason=found) from found
    if head is None:
        raise PackError("pack.empty", file=name)
    return Pack(tuple(puzzles.values()), head.title, head.author, head.licence)


@contextmanager
def opened_pack(path: Path | str) -> Iterator[BinaryIO]:
    """Open a pack's file; raises PackError if it cannot be read or is too large.

    To prove answers takes a minute where there are very many, so lines are counted before.
    """
    with ExitStack() as stack:
        try:
            opened = stack.enter_context(Path(path).open("rb"))
            if os.fstat(opened.fileno()).st_size > MAX_BYTES:
                raise PackError("pack.large", file=str(path), most=MAX_BYTES)
            if opened.seekable():
                if any(True for _ in islice(lines_of(opened, MAX_LINE), MAX_PUZZLES + 1, None)):
                    raise PackError("pack.many", most=MAX_PUZZLES)
                opened.seek(0)
        except PackError:
            raise
        except (OSError, ValueError) as error:  # ValueError: a zero byte in the name
            raise PackError("pack.unreadable", file=str(path), reason=reason_of(error)) from error
        yield opened  # Outside the try: an error of the caller is no error of the file.


def read_pack(path: Path | str) -> Pack:
    """Read a pack's file; raises PackError.

    >>> import ksm_widgets as ksm
    >>> ksm.read_pack("missing.jsonl")
    Traceback (most recent call last):
    ...
    ksm_widgets.puzzles.pack.PackError: missing.jsonl cannot be read: No such file or directory
    """
    with opened_pack(path) as opened:
        return parse_pack(opened, Path(path).name)


def line_of(puzzle: Puzzle) -> str:
    """The line of a puzzle in a pack."""
    return written(puzzle.to_dict())


def pack_text(pack: Pack) -> str:
    """The text of a pack's file, the inverse of parse_pack; raises PackError as that does."""
    texts = {name: getattr(pack, name) for name in _TEXTS}
    titled(texts)
    head = {"pack": VERSION} | texts
    return "".join(f"{line}\n" for line in [written(head), *map(line_of, pack.puzzles)])


def write_pack(pack: Pack, path: Path | str) -> None:
    """Write a pack's file, whole or not at all; raises PackError."""
    try:
        write_whole(Path(path), pack_text(pack).encode())
    except (OSError, ValueError) as error:
        raise PackError("pack.unwritable", file=str(path), reason=reason_of(error)) from error


def _head(data: object) -> Pack:
    """The pack of the first line, still without puzzles."""
    if not isinstance(data, Mapping) or "pack" not in data:
        raise PackError("pack.no_head")
    if data["pack"] != VERSION:
        raise PackError("pack.version", found=beginning(data["pack"]), known=VERSION)
    unknown = sorted(str(key)[:20] for key in data if key not in ("pack", *_TEXTS))
    if unknown:
        raise PackError("pack.keys", found=unknown, known=["pack", *_TEXTS])
    return titled({name: data.get(name, "") for name in _TEXTS})


def titled(texts: Mapping[str, Any]) -> Pack:
    """A pack without puzzles of its title, author and licence.

    Raises PackError for what no pack's file may have there.
    """
    for name, text in texts.items():
        if not isinstance(text, str) or len(text) > _LONGEST_TEXT or not text.isprintable():
            raise PackError("pack.text", name=name, most=_LONGEST_TEXT)
    return Pack((), **texts)


PACKS = ("puzzles", "lessons")
"""A thousand puzzles, two hundred of each grade, and a hundred for the lessons."""
_DATA = files("ksm_widgets.puzzles") / "data"


@cache
def shipped_pack(name: str = PACKS[0]) -> Pack:
    """A built-in pack; raises KeyError for an unknown name.

    >>> len(shipped_pack("puzzles"))
    1000
    """
    if name not in PACKS:
        raise KeyError(name)
    file = f"{name}.jsonl"
    every = parse_pack((_DATA / file).read_bytes(), file, replay=False)
    told = recipes()
    until = {name: group["on"] for group in told["retired"] for name in group["ids"]}
    begun = {recipe["seed"]: recipe["since"] for recipe in told["recipes"] if "since" in recipe}
    return replace(
        every,
        puzzles=tuple(one for one in every if one.id not in until),
        retired=tuple(one for one in every if one.id in until),
        since={one.id: begun[seed] for one in every if (seed := seed_of(one)) in begun},
        until=until,
    )


def title_of(pack: Pack) -> str:
    """The title a teacher has given a pack; empty for that of the built-in puzzles.

    That one is English; their readers have one in their own language instead.
    """
    return "" if pack.title == shipped_pack().title else pack.title


def seed_of(puzzle: Puzzle) -> int:
    """The seed of a built-in puzzle's recipe."""
    return int(puzzle.source.split()[1])


def recipes() -> dict[str, Any]:
    """The recipes of the built-in packs, as data."""
    return loads((_DATA / "recipes.toml").read_text(encoding="utf-8"))
