"""The program behind a notebook's page as one file: Voilà's, and of widgets what it loads with it.

Both come in some eighty files, of which each names the next ones.
"""

from __future__ import annotations

import gzip
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tornado.web import authenticated

from ksm_widgets.page.part import digest
from ksm_widgets.site.access import AskedByPages
from ksm_widgets.site.parts import VERSION

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

PROGRAM = "voila/program.js"
"""Where it is."""
_MAIN = "voila.js"
_NAMED = re.compile(r"\be\((\d+)\)")
"""How a program names a piece that it loads."""
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
