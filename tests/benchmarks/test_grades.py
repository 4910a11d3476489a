"""The notebook about grades shows what its data say, and those are of the shipped puzzles."""

from __future__ import annotations

import json
from importlib import import_module
from itertools import pairwise
from random import Random
from statistics import fmean, median
from typing import Any

import pytest

from benchmarks.grades import (
    NOTEBOOK,
    at_equal_moves,
    by_grade,
    chosen,
    ladder_table,
    likely_range,
    measured,
    measures_table,
    rank_correlation,
    read,
)


def _cells() -> list[dict[str, Any]]:
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    return [cell for cell in cells if cell["cell_type"] == "code"]


def _said(cell: dict[str, Any]) -> str:
    return "".join("".join(output.get("text", ())) for output in cell["outputs"])


def _pictures(cell: dict[str, Any]) -> int:
    return sum("image/png" in output.get("data", {}) for output in cell["outputs"])


def test_the_data_are_of_the_shipped_puzzles() -> None:
    noted = [(one.puzzle, one.grade) for one in read()]
    assert noted == [(puzzle.id, puzzle.grade) for puzzle in chosen()]
    assert len(noted) >= 200


def test_fewer_people_solve_a_higher_grade_and_greed_loses_more() -> None:
    grades = by_grade(read())
    solved = [median(one.solved for one in those) for those in grades]
    greed = [fmean(one.greed for one in those) for those in grades]
    assert all(higher < lower for lower, higher in pairwise(solved)), solved
    assert greed == sorted(greed), greed
    assert greed[0] < greed[2] < greed[-1]


@pytest.mark.slow
def test_a_sample_measured_again_gives_the_same() -> None:
    noted = {one.puzzle: one for one in read()}
    for puzzle in Random(5).sample(chosen(), 8):
        assert measured(puzzle) == noted[puzzle.id]


@pytest.mark.long
def test_the_tables_shown_are_those_of_the_data() -> None:
    said = [_said(cell).strip() for cell in _cells()]
    assert ladder_table(read()) in said
    assert measures_table(read()) in said
    assert sum(map(_pictures, _cells())) == 2


@pytest.mark.slow
def test_the_notebook_runs_and_shows_the_same() -> None:
    nbformat = import_module("nbformat")
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    stored = _cells()
    client = import_module("nbclient").NotebookClient
    client(notebook, resources={"metadata": {"path": NOTEBOOK.parent.parent}}).execute()
    ran = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert list(map(_said, ran)) == list(map(_said, stored))
    assert list(map(_pictures, ran)) == list(map(_pictures, stored))


def test_rank_correlation_knows_rising_falling_and_strangers() -> None:
    rising = [(float(number), float(number**3)) for number in range(9)]
    assert rank_correlation(rising) == 1.0
    assert rank_correlation([(one, -other) for one, other in rising]) == -1.0
    assert rank_correlation([(one, 4.0) for one, _ in rising]) == 0.0
    low, high = likely_range([(1.0, 1.0), (1.0, 2.0), (2.0, 1.0), (2.0, 2.0)] * 10)
    assert low < 0 < high


def test_what_moves_alone_explain_is_gone_at_equal_moves() -> None:
    every = read()
    assert rank_correlation(at_equal_moves(every, lambda one: one.moves)) == 0.0
