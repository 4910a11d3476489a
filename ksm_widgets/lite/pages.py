"""The page around the boards: home and rules to be read, links, how far the loading is."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from ksm_widgets.site import pages
from ksm_widgets.tutor.reader import Reader
from ksm_widgets.words import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["STAGES", "index"]

_TEMPLATES = Path(__file__).parent / "templates"
_BASE = "#"
"""Every address of the site comes after it, so that going there loads nothing."""
STAGES = ("interface", "python", "warm", "opening", "readable", "waits", "failed", "missing")
"""What the page may say of how far the loading is; the words are `lite.<stage>`."""
_MAIN = re.compile(r"<main\b.*</main>", re.DOTALL)
_PICTURE = re.compile(r'src="(pictures/)')


def index() -> str:
    """The whole page, in all languages."""
    readers = [Reader(language) for language in LANGUAGES]
    template = Environment(
        loader=FileSystemLoader([_TEMPLATES, pages.TEMPLATES]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    ).get_template("index.html")
    shown = pages.surround(readers[0], _BASE, "")
    words = {
        reader.language: {stage: reader.text(f"lite.{stage}", error="{error}") for stage in STAGES}
        for reader in readers
    }
    return template.render(
        shown,
        readers=[dict(_parts(reader)) for reader in readers],
        noscript=" · ".join(reader.text("lite.noscript") for reader in readers),
        own_css=_own("index.css"),
        script=_own("index.js"),
        words=Markup(json.dumps(words, ensure_ascii=False).replace("<", "\\u003c")),
    )


def _parts(reader: Reader) -> Iterator[tuple[str, object]]:
    """What of the page is in a reader's language."""
    yield "language", reader.language
    shown = pages.surround(reader, _BASE, "", elsewhere="")
    yield "links", Markup(pages.around(shown)["links"])
    yield "home", _main(pages.home(reader, _BASE))
    rules = str(_main(pages.rules(reader, _BASE)))
    yield "rules", Markup(_PICTURE.sub(rf'src="{reader.language}/\1', rules))


def _main(page: str) -> Markup:
    """What stands between a page's head and its foot."""
    found = _MAIN.search(page)
    assert found is not None
    return Markup(found[0])


def _own(name: str) -> Markup:
    return Markup((_TEMPLATES / name).read_text(encoding="utf-8"))
