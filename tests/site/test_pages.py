"""The site's own pages: complete in every language, escaped, and with addresses that lead on."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from ksm_widgets.companions.shelf import GAMES
from ksm_widgets.course.lessons import CURRICULUM, LESSONS
from ksm_widgets.mine.rulebook import RULES
from ksm_widgets.site import pages
from ksm_widgets.site.doors import DOORS
from ksm_widgets.site.visitors import Kept
from ksm_widgets.telling.phrases import Reader
from ksm_widgets.words import LANGUAGES

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
BASE = "/below/"
EXPLORER, RULES_PAGE = "explorer.ipynb", "{language}/rules.md"


class _Parts(HTMLParser):
    """The addresses, anchors and text of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.names: list[str] = []
        self.attributes: list[dict[str, str | None]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.attributes.append({"": tag, **found})
        self.addresses += [text for name, text in attrs if name in ("href", "src") and text]
        self.names += [text for name, text in attrs if name == "id" and text]


def _files(parts: _Parts) -> list[Path]:
    """The files below the site that a page leads to."""
    found = [
        re.split("[?#]", address.removeprefix(BASE))[0]
        for address in parts.addresses
        if address.startswith(BASE)
    ]
    return [NOTEBOOKS / path for path in found if path]


@pytest.mark.parametrize("language", LANGUAGES)
def test_home_leads_to_every_lesson_and_door(language: str) -> None:
    parts = _Parts(pages.home_page(Reader(language), BASE))
    for lesson in LESSONS:
        assert f"{BASE}{language}/{lesson.file}" in parts.addresses
    for door in DOORS:
        assert door.url(BASE, language) in parts.addresses
    for game in GAMES:
        assert f"{BASE}{game}.ipynb" in parts.addresses
        assert f"{BASE}{language}/{game}-rules.md" in parts.addresses
    assert {at.partition("#")[2] for at in parts.addresses if "#" in at} <= {*parts.names}
    files = _files(parts)
    assert len(files) > len(LESSONS)
    assert [file for file in files if not file.is_file()] == []


@pytest.mark.parametrize(
    ("file", "current"), [(LESSONS[0].file, "page"), (LESSONS[3].file, "true"), ("rules.md", "")]
)
def test_a_lesson_is_part_of_the_course_among_the_links(file: str, current: str) -> None:
    links = pages.page_frame(Reader("en"), BASE, f"en/{file}")["links"]
    assert isinstance(links, list)
    assert links[0]["here"] == current
    assert [link["here"] for link in links].count("page") == (current != "true")


@pytest.mark.parametrize("name", GAMES)
def test_another_game_is_one_of_more_games_among_the_links(name: str) -> None:
    links = pages.page_frame(Reader("en"), BASE, f"{name}.ipynb")["links"]
    assert isinstance(links, list)
    assert [link["words"] for link in links if link["here"]] == ["More games"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_page_has_every_rule_under_its_number(language: str) -> None:
    parts = _Parts(pages.rules_page(RULES_PAGE, Reader(language), BASE))
    assert [name for name in parts.names if name in RULES] == list(RULES)
    pictures = [address for address in parts.addresses if address.endswith(".svg")]
    assert len(pictures) == len(RULES)
    assert all((NOTEBOOKS / language / picture).is_file() for picture in pictures)


@pytest.mark.parametrize("look", ["auto", "light", "dark", "contrast"])
def test_a_page_has_its_look_from_its_first_byte(look: str) -> None:
    page = pages.home_page(Reader("en"), BASE, look=look)
    assert f'data-look="{look}"' in page.partition("<head>")[0]
    assert "http://" not in page.replace("http://www.w3.org", "")
    assert "https://" not in page


def test_languages_lead_to_the_same_page() -> None:
    parts = _Parts(pages.rules_page(RULES_PAGE, Reader("en"), BASE))
    assert f"{BASE}de/rules.md?language=de" in parts.addresses
    assert f"{BASE}?language=de" in _Parts(pages.home_page(Reader("en"), BASE)).addresses


def test_a_notebook_that_changes_language_by_itself_gets_no_links_for_it() -> None:
    around = pages.notebook_frame(pages.page_frame(Reader("de"), BASE, EXPLORER))
    addresses = _Parts(around["links"]).addresses
    assert f"{BASE}{EXPLORER}" in addresses
    assert not [address for address in addresses if "language" in address]


def test_links_in_another_language_wait_hidden_until_the_page_changes_its_own() -> None:
    shown, other = (pages.page_frame(Reader(each), BASE, EXPLORER) for each in ("de", "en"))
    parts = _Parts(pages.notebook_frame(shown, other)["links"])
    bars = [each for each in parts.attributes if each[""] == "nav"]
    assert [(each["lang"], "hidden" in each) for each in bars] == [("de", False), ("en", True)]
    assert {f"{BASE}de/00-start.ipynb", f"{BASE}en/00-start.ipynb"} <= set(parts.addresses)


def test_a_stranger_is_told_nothing_but_what_is_missing() -> None:
    page = pages.notice_page("refused", Reader("en"), BASE)
    assert "key" in page
    assert _Parts(page).addresses == ["data:,"]


def test_what_a_page_is_given_is_escaped() -> None:
    page = pages.home_page(Reader("en"), '/"><b>/\ud800')
    assert "<b>/" not in page
    assert page.encode()


def test_the_lessons_of_the_short_way_are_marked() -> None:
    page = pages.home_page(Reader("en"), BASE)
    marked = re.findall(r'href="[^"]*/en/\d\d-(\w+)\.ipynb" class="ksm-short"', page)
    assert marked == list(CURRICULUM.path)


def test_home_knows_what_makes_a_lesson_done() -> None:
    parts = _Parts(pages.home_page(Reader("de"), BASE))
    links = {each.get("href"): each for each in parts.attributes if "data-tasks" in each}
    for lesson in LESSONS:
        link = links[f"{BASE}de/{lesson.file}"]
        assert link["data-tasks"] == " ".join(lesson.tasks)
        assert link["data-further"] == " ".join(lesson.further)
        assert ("data-passed" in link) == lesson.tests
    assert any("raubbau" in (each["data-tasks"] or "") for each in links.values())


def test_answers_are_data_on_home_and_cannot_end_it() -> None:
    without, given = (
        pages.home_page(Reader("en"), BASE, kept=kept)
        for kept in (None, Kept([("</script><b>", 0, "", 0, True)]))
    )
    assert 'id="ksm-answers"' not in without
    assert 'id="ksm-answers"' in given
    assert "<b>" not in given.partition('id="ksm-answers"')[2].partition("</script>")[0]
    assert given.count("</script>") == without.count("</script>") + 1
