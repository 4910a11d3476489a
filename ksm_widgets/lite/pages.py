"""The page around the boards, and the service worker that keeps it for use without a network."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from markupsafe import Markup

from ksm_widgets.site import pages
from ksm_widgets.site.doors import DOORS, RULEBOOKS
from ksm_widgets.telling.phrases import Reader
from ksm_widgets.words import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping


_TEMPLATES = Path(__file__).parent / "templates"
_BASE = "#"
"""Every address of the site comes after it, so that following a link loads nothing."""
STAGES = ("interface", "python", "warm", "opening", "readable", "waits", "failed", "missing")
"""The stages of loading, as the page may show them; the words are `lite.<stage>`."""
_MAIN = re.compile(r"<main\b.*</main>", re.DOTALL)
_PICTURE = re.compile(r'src="(pictures/)')
_IN_FOLDER = "{language}/"
_SERVICE_WORKER = "service-worker.js"
_FILES, _VERSION = "/* FILES */ {}", "/* VERSION */"
"""The placeholders for the files and their digest in the service worker's template."""


def index_page() -> str:
    """Return the whole page, in all languages."""
    readers = [Reader(language) for language in LANGUAGES]
    words = {
        reader.language: {stage: reader.text(f"lite.{stage}", error="{error}") for stage in STAGES}
        for reader in readers
    }
    site = {
        "languages": LANGUAGES,
        "pages": sorted({path for reader in readers for path in _paths(reader)}),
        "rulebooks": {
            book.prefix: path.removeprefix(_IN_FOLDER) for path, book in RULEBOOKS.items()
        },
        "words": words,
    }
    # Modules of one page need no imports.
    script = _read("address.js").replace("export function", "function") + _read("index.js")
    return (
        pages.environment(_TEMPLATES)
        .get_template("index.html")
        .render(
            pages.page_frame(readers[0], _BASE, ""),
            languages=[dict(_parts(reader)) for reader in readers],
            noscript=" · ".join(reader.text("lite.noscript") for reader in readers),
            own_css=Markup(_read("index.css")),
            script=Markup(script),
            site=Markup(json.dumps(site, ensure_ascii=False).replace("<", "\\u003c")),
        )
    )


def _paths(reader: Reader) -> Iterator[str]:
    """Yield every page of the site in a reader's language."""
    for door in DOORS:
        yield door.page(reader.language)
        if door.games is not None:
            yield from (game.path for game in door.games(reader))
        if door.lessons is not None:
            yield from (lesson.path for lesson in door.lessons(reader))


def _parts(reader: Reader) -> Iterator[tuple[str, object]]:
    """Yield the parts of the page that are in a reader's language."""
    yield "language", reader.language
    frame = pages.page_frame(reader, _BASE, "", elsewhere="")
    yield "links", Markup(pages.notebook_frame(frame)["links"])
    read = {
        "": pages.home_page(reader, _BASE),
        "missing": pages.missing_page(reader, _BASE),
    }
    for path in RULEBOOKS:
        read[path.removeprefix(_IN_FOLDER)] = pages.rules_page(path, reader, _BASE)
    yield (
        "pages",
        {
            name: Markup(_PICTURE.sub(rf'src="{reader.language}/\1', _main(page)))
            for name, page in read.items()
        },
    )


def _main(page: str) -> str:
    """Return what a page has between its head and its foot."""
    found = _MAIN.search(page)
    assert found is not None
    return found[0]


def _read(name: str) -> str:
    return (_TEMPLATES / name).read_text(encoding="utf-8")


def add_service_worker(folder: Path, remote: Mapping[str, str]) -> None:
    """Add the service worker that keeps all files of a built page for use without a network.

    `remote` has the addresses of what is fetched from other hosts, with its SHA-256 in hexadecimal.
    """
    files = {
        path.relative_to(folder).as_posix(): sha256(path.read_bytes()).digest()
        for path in _files(folder)
    }
    files |= {address: bytes.fromhex(digest) for address, digest in remote.items()}
    listed = {path: f"sha256-{b64encode(digest).decode()}" for path, digest in files.items()}
    text = json.dumps(listed, indent=0)
    version = sha256(text.encode()).hexdigest()
    text = _read(_SERVICE_WORKER).replace(_FILES, text).replace(_VERSION, version)
    (folder / _SERVICE_WORKER).write_text(text, encoding="utf-8")


def _files(folder: Path) -> Iterable[Path]:
    """Return the files that a page may ask for, always in the same order."""
    return (
        path
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.startswith(".") and path.name != _SERVICE_WORKER
    )
