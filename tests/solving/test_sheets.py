"""Sheets of puzzles to print."""

from __future__ import annotations

import re

import pytest

from ksm_widgets.puzzles.playing import theme_name
from ksm_widgets.solving.sheets import Paper, sheet
from ksm_widgets.telling.phrases import Reader
from tests.puzzles import samples


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
