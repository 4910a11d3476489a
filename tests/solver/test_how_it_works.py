"""The page on how the solver works: the search it tells is the one that runs, its names exist."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from ksm_widgets.rules import QUARRIES, Position, Shape
from ksm_widgets.solver import Problem
from ksm_widgets.solver.engine import interpreted_engine
from ksm_widgets.solver.kernel import aims as heap
from ksm_widgets.solver.kernel import bound, search
from ksm_widgets.solver.kernel import layout as at
from ksm_widgets.solver.state import TIE, SearchState

if TYPE_CHECKING:
    from ksm_widgets.solver.kernel.layout import Ints

PAGE = (Path(__file__).parents[2] / "docs" / "how-the-solver-works.md").read_text(encoding="utf-8")
KERNEL = Path(search.__file__).parent
MINE, LINES = re.findall(r"(?:^    .*\n)+", PAGE.partition("### A search")[2], re.MULTILINE)
FILES = re.findall(r"^\| (`.+?`) \|.*\| (`.+`) \|$", PAGE, re.MULTILINE)


def test_the_search_that_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    near, names = MINE.splitlines()
    stacks = dict(zip(names.split(), near.split()[1:], strict=True))
    row = ",".join(stacks.get(column, "-") for column in "abcdef")
    mine = Position.parse("-,-,-,-,-,-/" * 5 + row)
    state = SearchState(Problem(mine, Shape.parse("##")), interpreted_engine(), 1)
    letters = [tile.letter for quarry in QUARRIES for tile in mine.stack(quarry)]
    told: list[str] = []

    def coins(score: int) -> str:
        return f"{-(-score // TIE) / 1000:g}"

    def aim_bound(m: Ints, places: Ints, aims: Ints, aim: int, enough: int) -> int:
        most = bounded(m, places, aims, aim, enough)
        place = state.placements[aims[aim + at.AIM_PLACE]]
        tiles = [letters[aims[aim + at.AIM_TILE + i]] for i in range(len(place))]
        told.append(
            f"{' '.join(map(str, place))} · level {aims[aim + at.AIM_LEVEL]} · "
            f"takes {' '.join(tiles)} · promises {coins(most)}"
        )
        return most

    def count_moves(m: Ints, places: Ints, aims: Ints, aim: int) -> int:
        score = counted_moves(m, places, aims, aim)
        told[-1] += f" · counted {coins(score)}"
        return score

    def push(m: Ints, queue: Ints, most: int, aim: int) -> None:
        told[-1] += " · goes back"
        pushed(m, queue, most, aim)

    bounded, counted_moves, pushed = bound.aim_bound, search.count_moves, heap.push
    for name, spy in (("aim_bound", aim_bound), ("count_moves", count_moves), ("push", push)):
        monkeypatch.setattr(search, name, spy)
    while not state.run():
        pass
    (turn,) = state.found
    told[-1] += f" · carried out in {len(turn.moves)} moves, {state.board_count} boards"
    state.close()
    assert told == [line.strip() for line in LINES.splitlines()]
    assert state.aim_count == len(told)


def test_every_file_of_the_kernel_has_its_line() -> None:
    named = {name for files, _ in FILES for name in re.findall("`(.+?)`", files)}
    assert named == {path.name for path in KERNEL.glob("*.py")} - {"__init__.py"}


@pytest.mark.parametrize(("files", "functions"), FILES)
def test_what_to_begin_with_stands_in_its_file(files: str, functions: str) -> None:
    there: dict[str, Any] = {}
    for name in re.findall(r"`(\w+)\.py`", files):
        there |= vars(import_module(f"ksm_widgets.solver.kernel.{name}"))
    for name in re.findall("`(.+?)`", functions):
        assert there[name].__module__.split(".")[-1] in files


def test_every_name_of_the_kernel_that_is_told_exists() -> None:
    engineer = PAGE.partition("## For the engineer")[2]
    there = set(vars(at))
    for path in KERNEL.glob("*.py"):
        there |= set(vars(import_module(f"ksm_widgets.solver.kernel.{path.stem}")))
    calls = re.findall(r"`(\w+)\(", engineer)
    words = re.findall(r"`([a-z]+_\w+|P_\w+)`", engineer)
    rows = re.findall(r"`\w+\[(?:aim \+ )?([A-Z]\w*)", engineer)
    assert len(calls) > 3
    assert len(words) > 10
    assert len(rows) > 3
    assert {*calls, *words, *rows} <= there
