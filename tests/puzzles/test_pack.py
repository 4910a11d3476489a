"""Packs: there and back, faults named by line, and hostile ones harmless."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ksm_widgets.puzzles import Pack, PackError, Puzzle, PuzzleError, read_pack, write_pack
from ksm_widgets.puzzles.pack import (
    MAX_LINE,
    MAX_PUZZLES,
    opened_pack,
    parse_pack,
    puzzles_in,
    read_puzzle,
)
from ksm_widgets.rules import KsmError
from ksm_widgets.solver.search import search
from tests.puzzles import samples

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ksm_widgets.solver import Answer, Problem

HEAD = {"pack": 1, "title": "Few", "author": "nobody", "licence": "CC0-1.0"}


def test_a_pack_is_read_as_it_was_written(tmp_path: Path) -> None:
    pack = Pack(tuple(map(samples.puzzle, samples.ALL)), "Few", "nobody", "CC0-1.0")
    file = tmp_path / "few.jsonl"
    write_pack(pack, file)
    assert read_pack(file) == pack
    assert [path.name for path in tmp_path.iterdir()] == ["few.jsonl"]
    assert len(pack) == len(samples.ALL)
    assert list(pack) == list(pack.puzzles)
    assert pack.find(samples.puzzle("card").id) == samples.puzzle("card")
    assert pack.find("no such") is None


def test_a_fault_is_told_with_file_and_line() -> None:
    bad = samples.dig() | {"grade": 9}
    with pytest.raises(PackError) as raised:
        parse_pack(samples.pack_bytes(samples.card(), b"\n", bad), "mine.jsonl")
    assert str(raised.value).startswith("mine.jsonl, line 4: 'grade'")
    assert "Zeile 4" in raised.value.sentence("de")


EXPECTED: dict[str, Any] = {
    "puzzle": 1,
    "question": "dig",
    "grade": 1,
    "problem": {
        "board": "/".join(["-,-,-,-,-,-"] * 5 + ["5,d,c,1,-,-"]),
        "shape": "##",
        "holding": "abc",
        "rounds_left": 2,
        "players": 3,
    },
    "answer": {"net": 7.125, "turn": "dig c1 d1"},
}
"""A puzzle of a time when tiles were expected to bring something else."""


def test_what_is_expected_otherwise_now_is_proven_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    def lines(*puzzles: object) -> Sequence[object]:
        text = "\n".join(json.dumps(one) for one in ({"pack": 1, "title": "x"}, *puzzles))
        return [found for _, found in puzzles_in(BytesIO(text.encode()))][1:]

    (puzzle,) = lines(EXPECTED)
    assert isinstance(puzzle, Puzzle)
    assert str(puzzle.solution.turn) == "dig a1 b1"
    assert puzzle == Puzzle.from_dict(puzzle.to_dict())
    # With fixed values nothing may have changed.
    fixed = EXPECTED | {"problem": {"board": EXPECTED["problem"]["board"], "shape": "##"}}
    assert isinstance(lines(fixed)[0], PuzzleError)
    monkeypatch.setattr("ksm_widgets.puzzles.pack._MOST_PROOFS", 1)
    other = EXPECTED | {"problem": EXPECTED["problem"] | {"money": 9}}
    assert [type(found) for found in lines(EXPECTED, other)] == [Puzzle, PuzzleError]


MADE_TO_LAST = {
    "puzzle": 1,
    "question": "dig",
    "problem": {
        "board": "ac,yyx,2y,532,yd33,CAxx/y,2,1,5d5a,5bS,zx/1,z2z,1,2Mbx,a53,5c/41,-,-,M451,4y,dxC/"
        "2d2A,z,-,dyzy,d4,yx/43x1,x53,acM,Axy1,z54a,3bzx",
        "money": 5,
        "holding": "abcyM",
        "rounds_left": 3,
        "players": 4,
        "shape": "#####",
    },
    "answer": {"net": 1, "turn": "-", "lead": 1},
    "grade": 1,
    "themes": [],
}
"""Its five best digs take 32,000 aims and 90,000 boards."""


def test_a_line_made_to_last_is_refused_after_little_work(monkeypatch: pytest.MonkeyPatch) -> None:
    work = []

    def counted(problem: Problem, watch: Any, others: Any = ()) -> Answer:
        answer = search(problem, watch, others=others)
        work.append(watch.aims + watch.boards)
        return answer

    monkeypatch.setattr("ksm_widgets.puzzles.proof.search", counted)
    with pytest.raises(PuzzleError):
        read_puzzle(MADE_TO_LAST)
    assert work
    assert sum(work) < 10_000


def test_lines_after_a_fault_are_read_all_the_same() -> None:
    lines = samples.pack_bytes(b"nonsense\n", samples.dig())
    found = [(line, type(one)) for line, one in puzzles_in(BytesIO(lines))]
    assert [line for line, _ in found] == [1, 2, 3]
    assert [kind for _, kind in found][::2] == [Pack, Puzzle]
    assert issubclass(found[1][1], KsmError)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "has no puzzles"),
        (b"\n\n", "has no puzzles"),
        (b"{}\n", "line 1: The first line"),
        (samples.line(samples.dig()), "line 1: The first line"),
        (samples.line(HEAD | {"pack": 2}), "version 1"),
        (samples.line(HEAD | {"price": 2}), "Unknown keys: price"),
        (samples.line(HEAD | {"title": "x" * 201}), "'title'"),
        (samples.line(HEAD | {"title": "\u202e\x1b[2J"}), "'title'"),
        (samples.line(HEAD | {"author": 7}), "'author'"),
        (samples.pack_bytes(b"\xff\xfe\n"), "line 2: This is not readable JSON"),
        (samples.pack_bytes(b"[" * (MAX_LINE - 1) + b"\n"), "line 2: This is not readable JSON"),
        (samples.pack_bytes(b'{"puzzle": 1e999999999999999999999}\n'), "line 2: 'puzzle'"),
        (samples.pack_bytes(b'{"puzzle": 1, "puzzle": 1}\n'), "occurs twice"),
        (samples.pack_bytes(b" " * (MAX_LINE + 1) + b"{}\n"), "line 2: The line is longer"),
        (
            samples.pack_bytes(samples.dig(), samples.dig()),
            "line 3: this puzzle is in the pack twice",
        ),
    ],
)
def test_hostile_packs_are_refused(content: bytes, told: str) -> None:
    with pytest.raises(PackError, match=told):
        parse_pack(content)


def test_no_line_is_held_that_is_too_long() -> None:
    class Endless:
        """A line that never ends, of which nobody may ask for much at once."""

        left = 300

        def readline(self, most: int) -> bytes:
            assert most <= MAX_LINE + 1
            self.left -= 1
            return b"x" * most if self.left > 0 else b""

    with pytest.raises(PackError, match="longer than"):
        parse_pack(Endless())  # type: ignore[arg-type]


def test_a_pack_without_end_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    assert MAX_PUZZLES >= 100_000
    monkeypatch.setattr("ksm_widgets.puzzles.pack.MAX_PUZZLES", 1)
    with pytest.raises(PackError, match="more than 1 puzzles"):
        parse_pack(samples.pack_bytes(samples.dig(), samples.card()))


@pytest.mark.parametrize("name", ["there is none", "nul\0byte", "."])
def test_a_file_that_cannot_be_read(name: str, tmp_path: Path) -> None:
    with pytest.raises(PackError, match="cannot be read"):
        read_pack(tmp_path / name)


def test_an_error_while_a_pack_is_open_is_no_error_of_the_file(tmp_path: Path) -> None:
    file = tmp_path / "pack"
    file.write_bytes(samples.pack_bytes(samples.dig()))
    for kind in (BrokenPipeError, ValueError):
        with pytest.raises(kind, match="of the caller") as raised, opened_pack(file):
            raise kind("of the caller")
        assert type(raised.value) is kind


def test_a_file_that_is_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "large"
    file.write_bytes(samples.pack_bytes(samples.dig()))
    monkeypatch.setattr("ksm_widgets.puzzles.pack.MAX_BYTES", 100)
    with pytest.raises(PackError, match="larger than 100 bytes"):
        read_pack(file)


def test_in_a_file_of_too_many_puzzles_none_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "many"
    file.write_bytes(samples.pack_bytes(samples.dig(), samples.card()))
    monkeypatch.setattr("ksm_widgets.puzzles.pack.MAX_PUZZLES", 2)
    assert len(read_pack(file)) == 2
    monkeypatch.setattr("ksm_widgets.puzzles.pack.MAX_PUZZLES", 1)
    monkeypatch.setattr("ksm_widgets.puzzles.pack.read_puzzle", None)
    with pytest.raises(PackError, match="more than 1 puzzles"):
        read_pack(file)


def test_what_could_not_be_read_is_not_written(tmp_path: Path) -> None:
    with pytest.raises(PackError, match="'author' must be"):
        write_pack(Pack((), author="\x1b[2J"), tmp_path / "pack")
    assert not list(tmp_path.iterdir())


def test_a_pack_that_cannot_be_written_leaves_the_old_one(tmp_path: Path) -> None:
    with pytest.raises(PackError, match="cannot be written"):
        write_pack(Pack(()), tmp_path / "nowhere" / "pack")


LETTERS = st.text(max_size=12)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | LETTERS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(LETTERS, inner, max_size=3),
    max_leaves=8,
)


@given(st.sampled_from(sorted(samples.ALL)), st.data())
def test_whatever_stands_in_a_puzzle_it_is_read_or_refused(name: str, data: st.DataObject) -> None:
    """Any value in the place of any other, however deep: a puzzle or a KsmError, nothing else."""
    puzzle = samples.ALL[name]()
    inner = puzzle
    while True:
        key = data.draw(st.sampled_from(sorted(inner)))
        if not isinstance(inner[key], dict) or data.draw(st.booleans()):
            break
        inner = inner[key]
    inner[key] = data.draw(JSON)
    content = samples.pack_bytes(json.dumps(puzzle).encode() + b"\n")
    for _, found in puzzles_in(BytesIO(content)):
        assert isinstance(found, Pack | Puzzle) or found.sentence()
