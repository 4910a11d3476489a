"""For teachers: a position made a puzzle, sheets to print, the results of a class."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import replace

import pytest

from ksm_widgets.progress.progress import Progress, ProgressTextError
from ksm_widgets.progress.rows import Attempted
from ksm_widgets.puzzles import Pack, Puzzle, Question
from ksm_widgets.puzzles.authoring import make_puzzle
from ksm_widgets.puzzles.judging import Unfair
from ksm_widgets.puzzles.playing import theme_name
from ksm_widgets.rules import KsmError, Position
from ksm_widgets.solver import Problem
from ksm_widgets.solving.record import Tried
from ksm_widgets.solving.teaching import Paper, attempts_of, results_of, sheet
from ksm_widgets.telling.phrases import Reader
from tests.puzzles import samples

EMPTY = "-,-,-,-,-,-/" * 5


def problem(near: str, **more: object) -> Problem:
    return Problem.from_dict({"board": EMPTY + near, "shape": "###", **more}, box=False)


def test_a_position_becomes_a_puzzle_that_is_proven_graded_and_fair() -> None:
    made = make_puzzle(problem("5,4,3z,-,-,-"))
    assert made.fair
    assert made.puzzle is not None
    assert made.puzzle.id == samples.puzzle("dig").id
    assert made.puzzle.solution.net == 11
    assert made.puzzle.themes
    wanted = make_puzzle(problem("5,4,3z,-,-,-", wanted=["c1:1"]))
    assert wanted.puzzle is not None
    assert wanted.puzzle.question is Question.WANTED
    known = make_puzzle(problem("5,4,3z,?,-,-"))
    assert known.puzzle is not None
    assert known.puzzle.question is Question.KNOWN


@pytest.mark.parametrize(
    ("near", "more", "reason"),
    [
        ("5,4,3,5,4,3", {}, Unfair.SEVERAL),
        ("5,4,3z,-,-,1", {}, Unfair.IDLE),
        ("5,4,3z,-,-,-", {"powers": ["mirror"]}, Unfair.NEEDLESS),
        ("-,-,-,-,-,-", {}, Unfair.NO_TEMPTATION),
    ],
)
def test_what_is_unfair_about_a_position_is_said_and_it_is_a_puzzle_all_the_same(
    near: str, more: dict[str, object], reason: Unfair
) -> None:
    made = make_puzzle(problem(near, **more))
    assert not made.fair
    assert reason in [complaint.reason for complaint in made.complaints]
    assert all(complaint.sentence("de") for complaint in made.complaints)
    assert made.puzzle is not None


def test_what_no_puzzle_may_hold_is_refused() -> None:
    with pytest.raises(KsmError):
        make_puzzle(problem("5,4,3z,-,-,-", money=5000))
    with pytest.raises(KsmError):
        make_puzzle(problem("5,4,3z,?,-,-", wanted=["c1:1"]))
    assert make_puzzle(problem("-,-,-,-,-,3", wanted=["f1:1"])).puzzle is None


@pytest.mark.parametrize(
    ("asked", "missing"),
    [
        (problem("5,4,3,5,4,3"), " and nets 12. Change a tile"),
        (problem("5,4,3z,-,-,-", powers=["mirror"]), "Not needed: mirror."),
        (problem("5,4,3z,-,-,-", money=3), "Money is 3, but with 10 the answer is the same"),
        (
            problem("2,1,3z,-,-,-", values={"d": 10}),
            "The standard tile values give the same answer",
        ),
        (problem("5,4,3,-,-,-", wanted=["a1:1", "b1:1"]), "is dug anyway"),
        (problem("-,-,-,-,-,3", wanted=["f1:1"]), "No moves lead to a dig like that."),
        (problem("z,z,z,-,-,-", money=0, wanted=["a1:1"]), "Money is 0, which is not enough"),
    ],
)  # fmt: skip
def test_what_a_position_lacks_for_a_fair_puzzle_is_said(asked: Problem, missing: str) -> None:
    made = make_puzzle(asked)
    assert missing in " ".join(one.sentence() for one in made.complaints)
    assert all("{" not in one.sentence("de") for one in made.complaints)


def test_tiles_that_make_no_difference_are_removed_and_the_puzzle_is_fair() -> None:
    mine = problem("5,4,3z,-,-,1")
    unfair = make_puzzle(mine)
    assert [str(quarry) for quarry in unfair.idle] == ["f1"]
    made = make_puzzle(mine, clear=True)
    assert made.fair
    assert made.puzzle is not None
    assert unfair.puzzle is not None
    assert made.puzzle.problem.position == Position.near("5,4,3z,-,-,-")
    assert made.puzzle.solution == unfair.puzzle.solution
    assert made.puzzle.grade == unfair.puzzle.grade


def plain(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<style.*?</style>|<[^>]*>", " ", html, flags=re.S))


ANSWERS = {
    "en": ("Objects to spend, or none:", "Card:", "Yes or no:"),
    "de": ("Objekte einsetzen, oder keines:", "Karte:", "Ja oder nein:"),
}


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("paper", Paper)
def test_a_sheet_holds_every_question_and_no_answer(language: str, paper: Paper) -> None:
    puzzles = [samples.puzzle(name) for name in samples.ALL]
    page = sheet(puzzles, Reader(language), paper=paper)
    assert f"size: {paper.value};" in page
    assert page.count("<article>") == len(puzzles)
    words = plain(page)
    for theme in puzzles[0].themes:
        assert theme_name(theme, language) not in words
    assert "c1-d1" not in page
    for own, there in zip(("magic", "card", "payable"), ANSWERS[language], strict=True):
        alone = plain(sheet([samples.puzzle(own)], Reader(language), paper=paper))
        assert there in alone
        assert Reader(language).text("puzzle_sheet.answer") not in alone
    told = sheet(puzzles, Reader(language), paper=paper, solutions=True)
    assert told.count("<article>") == 2 * len(puzzles)
    assert theme_name(puzzles[0].themes[0], language) in plain(told)
    assert told.startswith(page.partition("</body>")[0])
    falls_short = {"en": "1 less than the best", "de": "1 weniger als das Beste"}[language]
    assert falls_short in plain(told)
    assert falls_short not in words


def test_a_sheet_says_what_a_turn_is_and_what_objects_do() -> None:
    words = plain(sheet([samples.puzzle("magic")], Reader()))
    assert "each step costs a coin" in words
    assert "touch at a corner" in words
    for object_ in ("mirror", "carpet", "seal", "amulet"):
        assert object_ in words
    assert "The amulet: the curses you dig cost nothing" in words


def test_what_holds_for_all_puzzles_is_said_once_and_a_title_is_only_shown() -> None:
    puzzles = [samples.puzzle("dig")] * 3
    page = sheet(puzzles, Reader(), title="<script>alert(1)</script>")
    assert page.count("The small tiles below a stack") == 1
    assert page.count("Name:") == 1
    assert page.count("<article>") == 3
    assert "<script" not in page
    assert "&lt;script&gt;" in page


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


def test_a_puzzle_by_hand_goes_into_a_pack_and_out_again() -> None:
    made = make_puzzle(problem("5,4,3z,-,-,-")).puzzle
    assert made is not None
    assert Puzzle.from_dict(made.to_dict()) == made
