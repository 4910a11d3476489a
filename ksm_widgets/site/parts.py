"""Scripts and style sheets, of our widgets and of Voilà, which browsers load once and keep.

Of a notebook's page the whole program, Voilà's and what it loads with it for widgets, is one file:
it comes in some eighty, of which each names the next ones.
"""

from __future__ import annotations

import gzip
import re
from functools import lru_cache
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, Any

import voila
from tornado.web import HTTPError, StaticFileHandler, authenticated
from voila.static_file_handler import MultiStaticFileHandler

from ksm_widgets.page.part import PACKAGE, digest
from ksm_widgets.site.access import AskedByPages

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence


PARTS = "voila/parts/"
"""The path below which our own are."""
VERSION = digest(voila.__version__)
"""The part of an address of Voilà's that changes with it, as its names for files don't."""
_NAME = r"(?:[a-z_]+/)+[a-z_]+\.(?:js|css)"
NAMES = rf"{_NAME}(?:\+{_NAME}){{0,3}}"
"""The names of files to be joined, below the package; no other kind of file is one of them."""
_TYPES = {"js": "text/javascript", "css": "text/css"}
_HASHED = re.compile(r"\.[0-9a-f]{8,}\.js$")
"""The end of a file's name that changes with its content."""
_PACKABLE = (".js", ".css", ".svg", ".json")
_MOST_PACKED = 1000
"""Files of which the packed content is kept; one page asks for a hundred."""


class Parts(AskedByPages):
    """Files of the package joined as one; with the digest of their content browsers keep them."""

    SUPPORTED_METHODS: tuple[str, ...] = ("GET",)

    @authenticated
    def get(self, names: str) -> None:
        """Answer."""
        files = [PACKAGE / name for name in names.split("+")]
        try:
            # Read anew: a kernel that began after an update wants the new ones.
            text = "\n".join(file.read_text(encoding="utf-8") for file in files)
        except OSError as error:
            raise HTTPError(HTTPStatus.NOT_FOUND) from error
        current = self.get_query_argument("v", "") == digest(text)
        kept = "private, max-age=31536000, immutable" if current else "no-cache"
        self.set_header("Cache-Control", kept)
        self.set_header("Content-Type", f"{_TYPES[names.rpartition('.')[2]]}; charset=utf-8")
        self.finish(text)


class Assets(AskedByPages, MultiStaticFileHandler):  # type: ignore[misc]
    """Files of Voilà and of widgets, for those who may use the app; packed, if they take it.

    A page needs some five megabytes of them, which are much for phones that come together.
    """

    async def get(self, path: str, include_body: bool = True) -> None:
        """Answer."""
        sent = self.request.headers
        packs = "gzip" in sent.get("Accept-Encoding", "") and "Range" not in sent
        if not (packs and include_body and path.endswith(_PACKABLE)):
            await StaticFileHandler.get(self, path, include_body)
            return
        self.path = self.parse_url_path(path)
        place = self.get_absolute_path(self.root, self.path)
        self.absolute_path = self.validate_absolute_path(self.root, place)
        if self.absolute_path is None:
            return
        self.modified = self.get_modified_time()
        self.set_headers()
        if self.should_return_304():
            self.set_status(HTTPStatus.NOT_MODIFIED)
            return
        self.set_header("Content-Encoding", "gzip")
        self.finish(_packed(self.absolute_path, self.modified))

    def get_cache_time(self, path: str, modified: Any, mime_type: str) -> int:
        """Return for how many seconds a file may be kept: long, if its address changes with it."""
        new = "v" in self.request.arguments or f"/{VERSION}/" in self.request.path
        return int(self.CACHE_MAX_AGE) if new or _HASHED.search(path) else 0

    def set_extra_headers(self, path: str) -> None:
        """Have browsers ask again for a file that may change."""
        if "Cache-Control" not in self._headers:
            self.set_header("Cache-Control", "no-cache")
        self.set_header("Vary", "Accept-Encoding")


@lru_cache(_MOST_PACKED)
def _packed(path: str, _modified: object) -> bytes:
    with open(path, "rb") as file:
        return gzip.compress(file.read(), compresslevel=6)


PROGRAM = "voila/program.js"
"""The path of the whole program."""
_MAIN = "voila.js"
_NAMED = re.compile(r"\be\((\d+)\)")
"""The name of a piece in the program that loads it."""
_NO_FORMULAS = (
    "data:text/javascript,MathJax={Hub:{Config(){},Configured(){},Queue(){},"
    "Register:{StartupHook(){}}}}//"
)
"""In place of MathJax, almost a megabyte that Voilà starts on every page: none has a formula."""


def whole_program(
    static: Sequence[str], extensions: Sequence[str], names: Iterable[str]
) -> tuple[str, bytes]:
    """Return the digest of the whole program, and the program, packed.

    `static` and `extensions` are the folders in which Voilà's files, and the extensions of these
    names, are looked for. Raises FileNotFoundError if there is no program.
    """
    main = _find(static, _MAIN)
    if main is None:
        raise FileNotFoundError(_MAIN)
    text = main.read_text(encoding="utf-8")
    pieces = [*_of_extensions(extensions, names), *_of_program(main.parent, text)]
    # A piece that is here before the program begins is taken as loaded. Each is strict, or not, by
    # itself; a piece that is missing is loaded by the program, as it would be anyway.
    joined = "".join(f"(function () {{{piece}\n}})();\n" for piece in pieces) + text
    return digest(joined), gzip.compress(joined.encode(), compresslevel=6, mtime=0)


def _of_program(folder: Path, text: str) -> Iterator[str]:
    """Yield the pieces that a program names."""
    for number in sorted({*_NAMED.findall(text)}, key=int):
        piece = folder / f"{number}.{_MAIN}"
        if piece.is_file():
            yield piece.read_text(encoding="utf-8")


def _of_extensions(folders: Sequence[str], names: Iterable[str]) -> Iterator[str]:
    """Yield the pieces of each extension; they begin with a number."""
    for name in names:
        found = _find(folders, f"{name}/static")
        for piece in sorted(found.glob("[0-9]*.js")) if found is not None else ():
            yield piece.read_text(encoding="utf-8")


def _find(folders: Iterable[str], name: str) -> Path | None:
    return next((path for each in folders if (path := Path(each, name)).exists()), None)


def for_pages(page_config: dict[str, Any], settings: Mapping[str, Any], **_: Any) -> dict[str, Any]:
    """Return what a page of Voilà's is told: addresses of files that browsers keep, no MathJax."""
    version, _packed = settings["voila"].program
    return {
        **page_config,
        "fullStaticUrl": f"{page_config['fullStaticUrl']}/{VERSION}",
        "fullMathjaxUrl": _NO_FORMULAS,
        "program": f"{page_config['baseUrl']}{PROGRAM}?v={version}",
    }


class Program(AskedByPages):
    """The whole program of the pages; under its digest browsers keep it."""

    SUPPORTED_METHODS: tuple[str, ...] = ("GET",)

    @authenticated
    def get(self) -> None:
        """Answer."""
        version, packed = self.settings["voila"].program
        current = self.get_query_argument("v", "") == version
        kept = "private, max-age=31536000, immutable" if current else "no-cache"
        self.set_header("Cache-Control", kept)
        self.set_header("Content-Type", "text/javascript; charset=utf-8")
        self.set_header("Vary", "Accept-Encoding")
        if "gzip" in self.request.headers.get("Accept-Encoding", ""):
            self.set_header("Content-Encoding", "gzip")
            self.finish(packed)
        else:
            self.finish(gzip.decompress(packed))
