"""The pages as they are built: without a warning, twice, with all that is to be found there."""

from __future__ import annotations

import re
from functools import cache
from html import unescape
from pathlib import Path
from urllib.parse import unquote, urlparse

import pytest

import ksm_widgets as ksm
from tests.docs.building import PROJECT, build

pytestmark = pytest.mark.slow

TUTORIAL = ("docs/tutorial.html", "docs/de/erste-schritte.html")
COMMANDS = ("ksm", "ksm-solve", "ksm-puzzles-make", "ksm-puzzles-play", "ksm-app")


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("pages")
    done = build(target)
    assert (done.returncode, done.stderr) == (0, "")
    return target


@cache
def _ids(page: Path) -> frozenset[str]:
    return frozenset(re.findall(r'\sid="(.+?)"', page.read_text(encoding="utf-8")))


def _all(pages: Path) -> list[Path]:
    return sorted(page for page in pages.rglob("*.html") if "_static" not in page.parts)


def _read(pages: Path) -> dict[Path, str]:
    """Every page, but for the digests by which browsers tell one style sheet from another."""
    return {
        page: re.sub(r"\.css\?v=\w+", ".css", page.read_text(encoding="utf-8"))
        for page in _all(pages)
    }


def test_a_second_time_nothing_is_new(pages: Path) -> None:
    before = _read(pages)
    done = build(pages)
    assert (done.returncode, done.stderr) == (0, "")
    assert _read(pages) == before


def test_the_front_leads_to_the_first_page(pages: Path) -> None:
    front = (pages / "index.html").read_text(encoding="utf-8")
    (led,) = re.findall(r"url=(.+?)\"", front)
    first = (pages / led).read_text(encoding="utf-8")
    for name in TUTORIAL:
        assert f'href="{name.removeprefix("docs/")}"' in first


def test_everything_of_the_front_door_has_its_place(pages: Path) -> None:
    there = _ids(pages / "docs/reference.html")
    assert {f"ksm_widgets.{name}" for name in dir(ksm) if not name.startswith("__")} <= there


def test_every_command_has_its_place(pages: Path) -> None:
    assert set(COMMANDS) <= _ids(pages / "docs/command-line.html")
    said = (pages / "docs/command-line.html").read_text(encoding="utf-8")
    assert "--time-limit" in said


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_rule_has_its_place_and_its_language(pages: Path, language: str) -> None:
    page = pages / "notebooks" / language / "rules.html"
    assert {f"R{number}" for number in range(1, 34)} <= _ids(page)
    assert f'<html lang="{language}"' in re.sub(
        r'<html class="\S+" ', "<html ", page.read_text(encoding="utf-8")
    )


def test_a_lesson_is_there_to_be_read(pages: Path) -> None:
    lesson = (pages / "notebooks/en/05-moving.html").read_text(encoding="utf-8")
    assert "Mark every quarry" in lesson
    assert "course.task" not in lesson
    assert "Run All Cells" not in lesson


def test_the_solvers_pictures_are_drawn(pages: Path) -> None:
    """Each of them, with its text for who cannot see it."""
    written = (PROJECT / "docs/how-the-solver-works.md").read_text(encoding="utf-8")
    texts = re.findall(r"^```text\n((?:any )?level .*?)```", written, re.S | re.M)
    built = (pages / "docs/how-the-solver-works.html").read_text(encoding="utf-8")
    shown = [unescape(label) for label in re.findall(r'role="img" aria-label="(.*?)"', built, re.S)]
    assert [label.rstrip("\n") for label in shown] == [text.rstrip("\n") for text in texts]
    drawn = re.findall(r'<figure class="ksm-stacks">(.*?)</figure>', built, re.S)
    for text, picture in zip(texts, drawn, strict=True):
        tiles = "".join(text.splitlines()[1:-1])
        assert picture.count('class="chosen"') == len(re.findall("[A-Z]", tiles))
        assert picture.count('class="other"') == tiles.count("o")


def test_links_within_lead_somewhere(pages: Path) -> None:
    for page in _all(pages):
        for link in re.findall(r'\shref="(.*?)"', page.read_text(encoding="utf-8")):
            told = urlparse(unescape(link))
            if told.scheme or told.netloc:
                continue
            target = (page.parent / unquote(told.path)).resolve() if told.path else page
            assert target.exists(), f"{page.relative_to(pages)} links to {link}"
            if told.fragment and target.suffix == ".html":
                there = _ids(target) | {""}
                assert unquote(told.fragment) in there, f"{page.relative_to(pages)}: {link}"


def test_nothing_is_fetched_from_elsewhere(pages: Path) -> None:
    for page in _all(pages):
        text = page.read_text(encoding="utf-8")
        assert not re.findall(r'<(?:script|img|iframe)[^>]*\ssrc="(?:https?:)?//', text), page
        assert not re.findall(r'<link[^>]*stylesheet[^>]*href="(?:https?:)?//', text), page
