"""Scripts and style sheets, of our widgets and of Voilà, which browsers load once and keep."""

from __future__ import annotations

import gzip
import re
from functools import lru_cache
from http import HTTPStatus
from typing import Any

import voila
from tornado.web import HTTPError, StaticFileHandler, authenticated
from voila.static_file_handler import MultiStaticFileHandler

from ksm_widgets.page.part import PACKAGE, digest
from ksm_widgets.site.access import AskedByPages

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
