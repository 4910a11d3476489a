"""The pages the site makes without a kernel: home, rules, and notices such as a missing key."""

from __future__ import annotations

from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import mistune
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from ksm_widgets.draw import THEMES, paint_svg
from ksm_widgets.draw.themes import AUTO
from ksm_widgets.page.html import legible
from ksm_widgets.site.doors import DOORS, RULEBOOKS
from ksm_widgets.telling.phrases import Reader
from ksm_widgets.words import LANGUAGE_NAMES, LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ksm_widgets.site.visitors import Kept
    from ksm_widgets.telling.doors import Door
    from ksm_widgets.telling.rulebook import Rule

TEMPLATES = Path(__file__).parent / "templates"
_MARKDOWN = mistune.create_markdown(escape=True)


@cache
def environment(*folders: Path) -> Environment:
    """Return the environment of our templates, and before them of those in other folders.

    What they are given is escaped unless it is Markup; `colours` has each theme's as CSS.
    """
    found = Environment(
        loader=FileSystemLoader([*folders, TEMPLATES]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.globals["colours"] = {name: Markup(theme.css) for name, theme in THEMES.items()}
    return found


def render(template: str, frame: dict[str, object], **more: object) -> str:
    """Return a page of a template, with what every page has around it.

    It can be sent whatever it quotes: a file may hold half a character.
    """
    return legible(environment().get_template(template).render(frame, **more))


@cache
def _style_sheet() -> str:
    return (TEMPLATES / "site.css").read_text(encoding="utf-8")


def page_frame(
    reader: Reader, base: str, path: str, *, look: str = AUTO, elsewhere: str | None = None
) -> dict[str, object]:
    """Return what every page has around it: language, colours and the links at the top.

    `base` is the site's address and `path` the page's own, below it. `elsewhere` is the path of the
    same page in another language, with `{language}` in it; None for a page that switches languages
    by itself.
    """
    language = reader.language
    return {
        "language": language,
        "look": look,
        "base": base,
        "title": reader.text("site.title"),
        "home": {"words": reader.text("site.home"), "at": base, "here": not path},
        "links": [
            {
                "words": reader.text(f"{door.words}.name"),
                "at": door.url(base, language),
                "here": "page" if door.page(language) == path else _within(door, reader, path),
            }
            for door in DOORS
        ],
        "navigation": reader.text("site.navigation"),
        "languages": [
            {
                "name": other,
                "words": LANGUAGE_NAMES[other],
                "at": f"{base}{elsewhere.format(language=other)}?language={other}",
                "here": other == language,
            }
            for other in LANGUAGES
            if elsewhere is not None
        ],
        "css": Markup(_style_sheet()),
    }


def _within(door: Door, reader: Reader, path: str) -> str:
    """Whether the page is another one behind a door, as `aria-current` says so."""
    lessons = () if door.lessons is None else door.lessons(reader)
    games = () if door.games is None else door.games(reader)
    paths = {lesson.path for lesson in lessons} | {game.path for game in games}
    return "true" if path in paths else ""


def notebook_frame(shown: dict[str, object], *others: dict[str, object]) -> dict[str, str]:
    """Return the site's colours and links as HTML, for the page of a notebook.

    A page that switches languages by itself has the frames of the `others` too: their links stay
    hidden until the page switches.
    """
    links = [render("nav.html", frame, hidden=frame is not shown) for frame in (shown, *others)]
    return {"styles": render("look.html", shown), "links": "\n".join(links)}


_HOME_WORDS = ("welcome", "what", "begin", "foot", "lesson_done", "lesson_begun", "open", "rules")


def home_page(
    reader: Reader,
    base: str,
    *,
    look: str = AUTO,
    tables: str = "",
    teacher: str = "",
    kept: Kept | None = None,
) -> str:
    """Return the home page: the doors, and the lessons behind them.

    Lessons that are done or begun are marked by what was `kept`, or by what the browser has kept;
    the big button leads to the one to continue with. `tables` is the path of the page where people
    with devices of their own sit down, `teacher` that of the teacher of a class, if there is one.
    """
    text, language = reader.text, reader.language
    doors = [
        {
            "name": door.name,
            "title": text(f"{door.words}.name"),
            "words": text(f"{door.words}.what"),
            "at": door.url(base, language),
            "picture": Markup(paint_svg(door.picture(reader))),
        }
        for door in DOORS
    ]
    lists = [
        {
            "name": door.part,
            "title": text(f"{door.words}.lessons"),
            "words": text(f"{door.words}.lessons_what"),
            "lessons": list(door.lessons(reader)),
            "games": [
                {"game": game, "picture": Markup(paint_svg(game.picture()))}
                for game in (() if door.games is None else door.games(reader))
            ],
        }
        for door in DOORS
        if door.lessons is not None
    ]
    return render(
        "home.html",
        page_frame(reader, base, "", look=look, elsewhere=""),
        doors=doors,
        lists=lists,
        ways=[
            {"at": base + path, "words": text(f"site.{words}")}
            for path, words in ((tables, "table_home"), (teacher, "class_home"))
            if path
        ],
        words={name: text(f"home.{name}") for name in _HOME_WORDS}
        | {"go_on": text("home.go_on", number="{number}")},
        kept=None if kept is None else asdict(kept),
    )


def rules_page(path: str, reader: Reader, base: str, *, look: str = AUTO) -> str:
    """Return the page of the rulebook whose door has this path; a rule's id is its anchor."""
    text, words = reader.text, RULEBOOKS[path].words
    here = path.format(language=reader.language)
    return render(
        "rules.html",
        page_frame(reader, base, here, look=look, elsewhere=path),
        heading=text(f"{words}.title"),
        intro=Markup(_MARKDOWN(text(f"{words}.intro"))),
        chapters=rule_chapters(path, reader),
    )


def rule_chapters(path: str, reader: Reader) -> list[dict[str, object]]:
    """Return the chapters of the rulebook whose door has this path, for its template."""
    rulebook = RULEBOOKS[path]
    return [
        {
            "title": reader.text(f"{rulebook.words}.{chapter}"),
            "rules": [
                {
                    "number": rule.number,
                    "title": reader.say(rule.title),
                    "text": reader.say(rule.text),
                }
                | _pictured(rule, reader)
                for rule in rules
            ],
        }
        for chapter, rules in rulebook.chapters.items()
    ]


def _pictured(rule: Rule, reader: Reader) -> dict[str, str]:
    """Return the picture of a rule with what it shows; both are empty if it has none."""
    if rule.picture is None:
        return {"picture": "", "shows": ""}
    shows = reader.text(f"rule_picture.{rule.number}")
    return {"picture": f"pictures/{rule.number}.svg", "shows": shows}


def notice_page(
    name: str,
    reader: Reader,
    base: str,
    *,
    look: str = AUTO,
    ways: Sequence[tuple[str, str]] = (),
) -> str:
    """Return a page with one notice: `refused`, `missing`, `failed`, of a class or a table.

    It has no links but `ways`, each an address and its words: strangers see it too.
    """
    return render(
        "notice.html",
        page_frame(reader, base, "", look=look),
        heading=reader.text(f"site.{name}"),
        words=reader.text(f"site.{name}_what"),
        ways=ways,
    )


def missing_page(reader: Reader, base: str, *, look: str = AUTO) -> str:
    """Return the page of every address that has none; it leads home."""
    home = (base, reader.text("site.missing_home"))
    return notice_page("missing", reader, base, look=look, ways=[home])
