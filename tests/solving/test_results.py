"""The results of a class as a table."""

from __future__ import annotations

import csv
import io
from dataclasses import replace

import pytest

from ksm_widgets.progress.progress import Progress, ProgressTextError
from ksm_widgets.progress.rows import Attempted
from ksm_widgets.puzzles import Pack
from ksm_widgets.solving.record import Tried
from ksm_widgets.solving.results import attempts_of, results_of
from tests.puzzles import samples


def exported(*tried: Tried) -> tuple[Attempted, ...]:
    progress = Progress()
    for one in tried:
        progress.record(one.attempted("en"))
    text = progress.text()
    progress.close()
    return attempts_of(text)


def at(name: str, when: int, *, right: bool, stars: int, again: int = 0) -> Tried:
    return Tried.at_puzzle(samples.puzzle(name), when, right=right, stars=stars, again=again)


def test_the_results_of_a_class_are_a_row_for_each_and_a_column_for_each_puzzle() -> None:
    anna = exported(
        at("dig", 1, right=False, stars=2),
        at("dig", 2, right=True, stars=3, again=1),
        at("wanted", 3, right=True, stars=3),
        at("known", 4, right=True, stars=3),
    )
    pack = Pack((samples.puzzle("dig"), samples.puzzle("wanted"), samples.puzzle("card")))
    wanted = pack.puzzles[1].id
    hints = [{wanted: 1}, {wanted: 2}]
    table = results_of([("anna", anna), ("=bruno", exported())], pack, helped=hints)
    assert table.head[:3] == ("pupil", "solved", "tried")
    assert table.head[7:] == tuple(
        f"{number}: {what}" for what in ("stars", "tries", "hints") for number in (1, 2, 3)
    )
    assert table.rows[0][:5] == ("anna", "2", "2", "1", "0")
    # Two puzzles say nothing of a theme; three do.
    assert table.rows[0][6] == ""
    third = replace(at("dig", 5, right=False, stars=0), puzzle="0123456789")
    two = replace(third, puzzle="123456789a")
    more = exported(at("dig", 1, right=False, stars=2), third, two)
    assert results_of([("anna", more)]).rows[0][6] == "Clear the way"
    assert table.rows[0][7:] == ("2", "3", "–", "2", "1", "–", "0", "0", "–")
    assert table.rows[1][1:5] == ("0", "0", "0", "0")
    # A hint before the first try counts already; after a puzzle is over none does.
    assert table.rows[1][7:] == ("–", "–", "–", "–", "–", "–", "–", "2", "–")
    read = list(csv.reader(io.StringIO(table.csv())))
    assert read[1] == list(table.rows[0])
    assert read[2][0] == "'=bruno"
    # One puzzle says little of a rating, and nobody is weakest where nothing was missed.
    assert table.rows[0][5] == ""
    clean = results_of([("cleo", exported(at("dig", 1, right=True, stars=3)))])
    assert clean.rows[0][1:7] == ("1", "1", "1", "0", "", "")
    everything = results_of([("anna", anna)], language="de")
    assert everything.rows[0][1] == "3"
    assert len(everything.head) == 7


def test_copying_an_answer_that_was_shown_counts_for_nothing() -> None:
    puzzle = samples.puzzle("dig")
    peeked = exported(
        at("dig", 1, right=False, stars=2),
        Tried.at_puzzle(puzzle, 2, right=False, hints=1, again=1, shown=True),
        at("dig", 3, right=True, stars=3),
    )
    table = results_of([("anna", peeked)], Pack((puzzle,)))
    assert table.rows[0][1:5] == ("0", "1", "0", "1")
    assert table.rows[0][7:] == ("0", "1", "answer shown")


def test_a_file_that_is_no_progress_is_refused() -> None:
    with pytest.raises(ProgressTextError):
        attempts_of("{}")
