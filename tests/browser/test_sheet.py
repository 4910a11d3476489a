"""Sheets of puzzles as a browser prints them: nothing is cut, and every board can be read."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from ksm_widgets.puzzles import Question
from ksm_widgets.puzzles.pack import shipped_pack
from ksm_widgets.solving.sheets import Paper, sheet
from ksm_widgets.telling.phrases import Reader

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from ksm_widgets.puzzles import Puzzle

MILLIMETRE = 96 / 25.4
PAGE = {Paper.A4: (186, 277), Paper.LETTER: (192, 259)}
"""Width and height within the margins, in millimetres."""
LEAST_BOARD, LEAST_CARD = 55, 13
WIDE = "*{letter-spacing:.12em}"
"""As if the letters were of a much wider font."""

MEASURE = """() => {
  const box = (one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    return { left, top, right, bottom };
  };
  const within = (inner, outer) => inner.left >= outer.left - 1 && inner.right <= outer.right + 1
    && inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
  const apart = (one, other) => one.right <= other.left + 1 || other.right <= one.left + 1
    || one.bottom <= other.top + 1 || other.bottom <= one.top + 1;
  const lines = (p) => {
    const range = document.createRange();
    range.selectNodeContents(p);
    return [...range.getClientRects()];
  };
  const faults = [];
  for (const article of document.querySelectorAll("td > article")) {
    const number = article.querySelector("h2").textContent;
    const pictures = [...article.querySelectorAll("svg")].map(box);
    const words = [...article.querySelectorAll("p")].flatMap(lines);
    const all = [...pictures, ...words];
    const field = box(article);
    for (const [at, one] of all.entries()) {
      if (!within(one, field)) faults.push(`${number}: outside`);
      if (at < pictures.length && !all.slice(at + 1).every((other) => apart(one, other)))
        faults.push(`${number}: overlap`);
    }
    for (let one of article.querySelectorAll("*"))
      if (getComputedStyle(one).overflow !== "visible" && one.localName !== "svg")
        faults.push(`${number}: may be cut`);
  }
  const sizes = (names, one, other) =>
    [...document.querySelectorAll(names)].map(box).map((at) => at[one] - at[other]);
  const widths = (names) => sizes(names, "right", "left");
  const rows = sizes("tr", "bottom", "top");
  return { faults, boards: widths("td .board svg"), cards: widths("td .card svg"), rows };
}"""


def of_every_kind() -> list[Puzzle]:
    """For each question puzzles with the most cards, objects and powers, and some others."""
    chosen: list[Puzzle] = []
    for question in Question:
        those = [puzzle for puzzle in shipped_pack() if puzzle.question is question]
        those.sort(key=lambda one: -len((*one.hand, *one.held, *one.problem.powers)))
        chosen += those[:6] + those[-4:]
    return chosen


@pytest.mark.parametrize("wide", ["", WIDE], ids=["usual", "wide"])
@pytest.mark.parametrize("language", ["en", "de"])
def test_no_picture_is_cut_and_every_board_is_large_enough(
    page: Page, language: str, wide: str
) -> None:
    puzzles = of_every_kind()
    assert {len(puzzle.hand) for puzzle in puzzles} >= {0, 4}
    page.emulate_media(media="print")
    for paper, (width, height) in PAGE.items():
        wide_px, high_px = round(width * MILLIMETRE), round(height * MILLIMETRE)
        page.set_viewport_size({"width": wide_px, "height": high_px})
        page.set_content(sheet(puzzles, Reader(language), title="T" * 200, paper=paper))
        if wide:
            page.add_style_tag(content=wide)
        found = page.evaluate(MEASURE)
        assert found["faults"] == []
        assert len(found["boards"]) == len(puzzles)
        assert min(found["boards"]) >= LEAST_BOARD * MILLIMETRE
        assert min(found["cards"]) >= LEAST_CARD * MILLIMETRE
        # Two rows fit below the head of a page, at least with the font of this machine.
        head, intro, *rows = found["rows"]
        most = height * MILLIMETRE - head
        assert max(rows) <= (most if wide else most / 2)
        assert intro + rows[0] <= most
