"""The pages before they are built: links lead somewhere, examples run, words are as on screen."""

from __future__ import annotations

import os
import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest
from myst_parser.slugs import github_slugify

import ksm_widgets as ksm
from ksm_widgets.solver import solve_covered
from ksm_widgets.words import catalogue
from tests.docs.building import PROJECT

DOCS = PROJECT / "docs"
PAGES = sorted(
    page
    for pattern in ("*.md", "benchmarks/*.md", "docs/**/*.md", "notebooks/**/*.md")
    for page in PROJECT.glob(pattern)
)
LINK = re.compile(r"\]\((?!https?:)([^)\s]*)\)")


def _name(path: Path) -> str:
    return str(path.relative_to(PROJECT))


def _text(path: Path) -> str:
    """A page without its blocks of code, in which nothing is a link."""
    return re.sub(r"^```.*?^```", "", path.read_text(encoding="utf-8"), flags=re.DOTALL | re.M)


def _anchors(path: Path) -> set[str]:
    text = _text(path)
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {*map(github_slugify, headings), *re.findall(r'<a id="(.+?)">', text)}


@pytest.mark.parametrize("source", PAGES, ids=_name)
def test_every_link_leads_somewhere(source: Path) -> None:
    for link in LINK.findall(_text(source)):
        path, _, anchor = link.partition("#")
        target = source.parent / path if path else source
        assert target.exists(), f"{_name(source)} links to {link}"
        if anchor:
            assert anchor in _anchors(target), f"{_name(source)} links to {link}"


EXAMPLES = [
    page
    for page in sorted(DOCS.glob("*.md"))
    if "```python" in page.read_text(encoding="utf-8")
    if page.stem != "writing-tasks"  # has tests of its own
]


@pytest.mark.parametrize("source", EXAMPLES, ids=_name)
def test_the_examples_run_and_print_what_is_said(source: Path, tmp_path: Path) -> None:
    text = source.read_text(encoding="utf-8")
    examples = re.findall(r"```python\n(.*?)```(?:\n\nprints\n\n```text\n(.*?)```)?", text, re.S)
    for code, printed in examples:
        done = subprocess.run(
            [sys.executable, "-c", code],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(PROJECT), "PYTHONIOENCODING": "utf-8"},
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        assert done.stderr == ""
        assert not printed or done.stdout == printed


def test_the_pictures_are_as_the_code_draws_them() -> None:
    drawn = runpy.run_path(str(DOCS / "drawing.py"))["pictures"]()
    kept = {path.name: path.read_text(encoding="utf-8") for path in DOCS.glob("pictures/*.svg")}
    assert drawn == kept


@pytest.mark.parametrize(("name", "language"), [("tutorial", "en"), ("de/erste-schritte", "de")])
def test_what_a_beginner_is_told_to_touch_is_called_so(name: str, language: str) -> None:
    told = re.findall(r"\*\*(.+?)\*\*", (DOCS / f"{name}.md").read_text(encoding="utf-8"))
    assert len(told) > 20
    assert set(told) <= set(catalogue(language).values())


def test_every_word_of_a_player_is_told_in_german() -> None:
    glossary = (DOCS / "glossary.md").read_text(encoding="utf-8").partition("## The solver")[0]
    words = re.findall(r"^\| .+ \| (.+) \| `", glossary, re.MULTILINE)
    german = re.findall(r"^\| (.+?) \|", (DOCS / "de/woerter.md").read_text("utf-8"), re.M)
    assert len(words) > 40
    assert {word.lower() for word in words} <= {word.lower() for word in german}


def test_every_key_of_an_answer_is_told() -> None:
    section = (DOCS / "formats.md").read_text(encoding="utf-8").partition("## An answer")[2]
    section = section.partition("\n## ")[0]
    told = {
        key
        for cell in re.findall(r"^\| (`.+?`) \|", section, re.MULTILINE)
        for key in re.findall("`(.+?)`", cell)
    }
    mine = ksm.Position.near("5,4,3z")
    answer = ksm.solve(
        mine,
        [1, 2],
        may_spend="carpet",
        holding="abC",
        rounds_left=1,
        players=2,
        best=2,
        frontier=True,
    )
    reacting = ksm.Problem.of(ksm.Position.near("?1,2"), "#", unseen={"5": 1}, reactions=1)
    assert told == {*answer.to_dict(), *solve_covered(reacting).to_dict(), "id"}
