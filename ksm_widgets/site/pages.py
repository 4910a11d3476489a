"""The site's own pages, made without a kernel: home, the rules, and what a stranger is told."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import mistune
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from ksm_widgets.draw import (
    DARK,
    THEMES,
    card_scene,
    frontier_scene,
    paint_svg,
    tile_scene,
)
from ksm_widgets.draw.together import beside
from ksm_widgets.rules.deck import card
from ksm_widgets.rules.tiles import Tile
from ksm_widgets.tutor.course import LESSONS
from ksm_widgets.tutor.course.rules_page import CHAPTERS, rule_text, rule_title
from ksm_widgets.tutor.course.writing import EXPLORER, PLAY, PUZZLES
from ksm_widgets.tutor.reader import Reader
from ksm_widgets.words import LANGUAGES, sentence

if TYPE_CHECKING:
    from collections.abc import Callable

    from ksm_widgets.draw import Scene

__all__ = [
    "DOORS",
    "TEMPLATES",
    "Door",
    "around",
    "home",
    "refused",
    "rules",
    "surround",
]

TEMPLATES = Path(__file__).parent / "templates"

_MARKDOWN = mistune.create_markdown(escape=True)


@dataclass(frozen=True, slots=True)
class Door:
    """Somewhere to go from home: `path` below the site, in which `{language}` is filled in.

    Its words are `home.<name>` and `home.<name>_what` in the catalogues.
    """

    name: str
    path: str
    picture: Callable[[Reader], Scene]

    def at(self, base: str, language: str) -> str:
        """Its address."""
        return base + self.path.format(language=language)


_NETS = tuple(map(Decimal, (3, 7, 11, 16)))
"""A plan that grows with every move, for the explorer's picture."""


def _tiles(letters: str, reader: Reader) -> Scene:
    scenes = (tile_scene(Tile(letter), theme=DARK, edition=reader.played) for letter in letters)
    return beside(*scenes)


DOORS = (
    Door("course", "{language}/00-start.ipynb", lambda reader: _tiles("5xa", reader)),
    Door(
        "play",
        PLAY,
        lambda reader: beside(
            *(card_scene(card(number), theme=DARK, language=reader.language) for number in (3, 20))
        ),
    ),
    Door(
        "puzzles",
        PUZZLES,
        lambda reader: beside(
            _tiles("4z", reader), card_scene(card(8), theme=DARK, language=reader.language)
        ),
    ),
    Door(
        "explorer",
        EXPLORER,
        lambda reader: beside(
            card_scene(card(15), theme=DARK, language=reader.language),
            frontier_scene(_NETS, chosen=3, theme=DARK, language=reader.language),
        ),
    ),
    Door("rules", "{language}/rules.md", lambda reader: _tiles("MCSA", reader)),
)
"""What home leads to, in order; a new place is one more entry, and its words."""


@cache
def _environment() -> Environment:
    """The templates; everything put into them is escaped unless it is markup already."""
    found = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.globals["colours"] = _colours()
    return found


def _colours() -> dict[str, Markup]:
    """Each theme's colours as CSS properties, by the theme's name."""
    return {name: Markup(theme.css) for name, theme in THEMES.items()}


def surround(
    reader: Reader, base: str, path: str, *, look: str = "auto", elsewhere: str | None = None
) -> dict[str, object]:
    """What stands around every page: language, colours, the links at its top.

    `base` is the site's address, `path` the page's own below it, `elsewhere` that of the same page
    in another language, with `{language}` in it, unless the page has a way of its own to change it.
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
                "words": reader.text(f"home.{door.name}"),
                "at": door.at(base, language),
                "here": door.path.format(language=language) == path,
            }
            for door in DOORS
        ],
        "navigation": reader.text("site.navigation"),
        "languages": [
            {
                "name": other,
                "words": sentence("site.this_language", other),
                "at": f"{base}{elsewhere.format(language=other)}?language={other}",
                "here": other == language,
            }
            for other in LANGUAGES
            if elsewhere is not None
        ],
        "css": Markup(_sheet()),
        "colours": _colours(),
    }


@cache
def _sheet() -> str:
    return (TEMPLATES / "site.css").read_text(encoding="utf-8")


def home(reader: Reader, base: str, *, look: str = "auto") -> str:
    """The home page: the doors, and every lesson of the course."""
    language = reader.language
    doors = [
        {
            "name": door.name,
            "title": reader.text(f"home.{door.name}"),
            "words": reader.text(f"home.{door.name}_what"),
            "at": door.at(base, language),
            "picture": Markup(paint_svg(door.picture(reader))),
        }
        for door in DOORS
    ]
    lessons = [
        {
            "number": lesson.number,
            "title": reader.text(f"prose_{lesson.name}.title"),
            "at": f"{base}{language}/{lesson.file}",
        }
        for lesson in LESSONS
    ]
    words = {
        name: reader.text(f"home.{name}")
        for name in ("welcome", "what", "lessons", "lessons_what", "foot")
    }
    return (
        _environment()
        .get_template("home.html")
        .render(
            surround(reader, base, "", look=look, elsewhere=""),
            doors=doors,
            lessons=lessons,
            words=words,
        )
    )


def rules(reader: Reader, base: str, *, look: str = "auto") -> str:
    """The rules page: rules by chapter, with pictures; each rule has its number for an anchor."""
    chapters = [
        {
            "title": reader.text(f"rule_page.{chapter}"),
            "rules": [
                {
                    "number": rule,
                    "title": rule_title(rule, reader),
                    "text": rule_text(rule, reader),
                    "picture": f"pictures/{rule}.svg",
                    "shows": reader.text(f"rule_picture.{rule}"),
                }
                for rule in numbers
            ],
        }
        for chapter, numbers in CHAPTERS.items()
    ]
    path = f"{reader.language}/rules.md"
    return (
        _environment()
        .get_template("rules.html")
        .render(
            surround(reader, base, path, look=look, elsewhere="{language}/rules.md"),
            heading=reader.text("rule_page.title"),
            intro=Markup(_MARKDOWN(reader.text("rule_page.intro"))),
            chapters=chapters,
        )
    )


def refused(reader: Reader, base: str, *, look: str = "auto") -> str:
    """What is told who comes to a shared app without its key."""
    return (
        _environment()
        .get_template("refused.html")
        .render(
            surround(reader, base, "", look=look),
            heading=reader.text("site.refused"),
            words=reader.text("site.refused_what"),
        )
    )


def around(shown: dict[str, object], *others: dict[str, object]) -> dict[str, str]:
    """The site's colours and links as HTML, for the page of a notebook.

    Where a page changes its language by itself, `others` surround it in the other languages:
    their links wait, hidden, until the page asks for them.
    """
    templates = _environment()
    navigation = templates.get_template("nav.html")
    links = [navigation.render(parts, hidden=parts is not shown) for parts in (shown, *others)]
    return {
        "styles": templates.get_template("look.html").render(shown),
        "links": "\n".join(links),
    }
