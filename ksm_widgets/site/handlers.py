"""The pages the site answers with: its own, those of notebooks, and notices."""

from __future__ import annotations

import asyncio
import os
from contextlib import suppress
from functools import cached_property
from http import HTTPStatus
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, urlencode

from jupyter_server.auth.decorator import allow_unauthenticated
from markupsafe import Markup
from tornado.iostream import StreamClosedError
from tornado.web import HTTPError, StaticFileHandler, authenticated
from voila.tornado.handler import TornadoVoilaHandler

from ksm_widgets.course import ONLY_NOTEBOOK
from ksm_widgets.draw.themes import LOOKS
from ksm_widgets.page.part import SERVED_AT
from ksm_widgets.page.sharing import SHARED_AT
from ksm_widgets.site import pages
from ksm_widgets.site.access import HostChecked
from ksm_widgets.site.doors import DOORS
from ksm_widgets.site.kernels import PAGE_LOAD, PageLoad, VisitorGone
from ksm_widgets.site.parts import PARTS
from ksm_widgets.site.visitors import Visit, progress_kept, read_visit
from ksm_widgets.telling.phrases import Reader
from ksm_widgets.words import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nbformat import NotebookNode

_CHOICES = {"language": LANGUAGES, "look": LOOKS}
YEAR = 365
"""Days for which a browser keeps what was chosen, and the login after the last visit to home."""


class PageHandler(HostChecked):
    """A handler that knows its visitor and keeps their choices in their browser."""

    has_guests = True
    """Whether a visitor of a shared app is a guest here."""

    @cached_property
    def visit(self) -> Visit:
        """The visitor of this request."""
        return read_visit(
            {name: morsel.value for name, morsel in self.cookies.items()},
            self.request.headers.get("Accept-Language", ""),
            usual=os.environ.get("KSM_LANGUAGE", ""),
            guests=self.has_guests and self.settings["voila"].has_guests,
        )

    def set_default_headers(self) -> None:
        """Tell other hosts nothing of our addresses, and stay out of their frames."""
        super().set_default_headers()
        self.set_header("Referrer-Policy", "same-origin")

    def keep_choices(self) -> bool:
        """Keep the choices in the address and redirect to the address without them, if it has any.

        So neither the key nor the language stays in an address that is shown, kept or shared.
        """
        if self.visit.guest:
            self.keep("ksm-guest", self.visit.guest, httponly=True)
        asked = parse_qsl(self.request.query, keep_blank_values=True)
        rest = [(name, value) for name, value in asked if name not in ("token", "key", *_CHOICES)]
        for name, value in asked:
            if value in _CHOICES.get(name, ()):
                self.keep(f"ksm-{name}", value)
        if len(rest) == len(asked):
            return False
        query = urlencode(rest, safe=",/")
        self.redirect(self.request.path + (f"?{query}" if query else ""))
        return True

    def keep(self, name: str, value: str, **more: Any) -> None:
        """Have the browser keep a cookie for this site."""
        self.set_cookie(name, value, expires_days=YEAR, path=self.base_url, samesite="Lax", **more)

    def renew_login(self) -> None:
        """Have the browser keep the login, which came with the key, for another year."""
        if self.settings["voila"].has_guests and self.current_user is not None:
            self.identity_provider.set_login_cookie(self, self.current_user)

    def reader(self, language: str = "") -> Reader:
        """Return who reads the page, in the language of its address if it has one."""
        return Reader(language or self.visit.language)

    def finish_apart(
        self, template: str, path: str, heading: str, css: str, **more: object
    ) -> None:
        """Answer with a page that has no way to the rest of the site; `css` is its own."""
        reader = self.reader()
        frame = pages.page_frame(reader, self.base_url, path, look=self.visit.look, elsewhere=path)
        home = {"words": frame["title"], "at": self.base_url + path, "here": True}
        self.finish(
            pages.render(
                template,
                {**frame, "home": home, "links": []},
                heading=heading,
                say=reader.text,
                own_css=Markup(css),
                **more,
            )
        )

    def finish_missing(self) -> None:
        """Answer that there is no such page, and lead home."""
        self.set_status(404)
        self.finish(pages.missing_page(self.reader(), self.base_url, look=self.visit.look))

    def finish_notice(self, name: str, status: int, ways: Sequence[tuple[str, str]] = ()) -> None:
        """Answer with a notice of `pages.notice_page`."""
        self.set_status(status)
        page = pages.notice_page(
            name, self.reader(), self.base_url, look=self.visit.look, ways=ways
        )
        self.finish(page)


class Home(PageHandler):
    """The home page; old addresses of home that hold a position lead to its door."""

    @authenticated
    async def get(self) -> None:
        """Answer; whoever comes back to it sees what has been done meanwhile."""
        if self.keep_choices():
            return
        for door in DOORS:
            if door.leads_on and door.leads_on in self.request.arguments:
                address = self.base_url + door.page(self.visit.language)
                self.redirect(f"{address}?{self.request.query}")
                return
        self.renew_login()
        served = self.settings["voila"].served
        reader = self.reader()
        lessons = [each for door in DOORS if door.lessons for each in door.lessons(reader)]
        kept = await asyncio.to_thread(progress_kept, self.visit.folder, lessons)
        self.set_header("Cache-Control", "no-store")
        page = pages.home_page(
            reader,
            self.base_url,
            look=self.visit.look,
            tables="tables" if self.settings["voila"].share else "",
            teacher="" if served is None else served.teachers_page(self.get_cookie),
            kept=kept,
        )
        self.finish(page)


class Rules(PageHandler):
    """The page of a rulebook; `path` is its door's."""

    def initialize(self, path: str) -> None:
        """Take the arguments of the route."""
        self._path = path

    @authenticated
    def get(self, language: str) -> None:
        """Answer."""
        if not self.keep_choices():
            reader, look = self.reader(language), self.visit.look
            self.finish(pages.rules_page(self._path, reader, self.base_url, look=look))


class Refused(PageHandler):
    """The page to which visitors without the key are sent."""

    @allow_unauthenticated
    def get(self) -> None:
        """Explain, unless they have the key by now."""
        if self.current_user:
            self.redirect(self.base_url)
        else:
            self.finish_notice("refused", 403)


class Missing(PageHandler):
    """Every address that has no page."""

    @authenticated
    def get(self) -> None:
        """Say so and lead home."""
        self.finish_missing()


class RulePicture(HostChecked, StaticFileHandler):
    """A picture of a rulebook."""

    @authenticated
    async def get(self, path: str, include_body: bool = True) -> None:  # type: ignore[override]
        """Answer."""
        await StaticFileHandler.get(self, path, include_body)


class Notebook(PageHandler, TornadoVoilaHandler):  # type: ignore[misc]
    """A notebook of the project as a page; its kernel is told who visits."""

    _gone = False

    @authenticated
    async def get(self, path: str | None = None) -> None:
        """Answer, piece by piece as the notebook runs; nobody's page may start it unseen."""
        if self.is_loaded_unseen():
            raise HTTPError(403)
        if self.keep_choices():
            return
        root = self.settings["voila"].root_dir
        if path is None or not os.path.isfile(os.path.join(root, *path.split("/"))):
            self.finish_missing()
            return
        self.set_header("Referrer-Policy", "same-origin")
        parts = {SERVED_AT: f"{self.base_url}{PARTS}"}
        if self.settings["voila"].share:
            parts[SHARED_AT] = self.others_url
        load = PageLoad({**self.visit.environment, **parts}, lambda: self._gone)
        PAGE_LOAD.set(load)
        with suppress(VisitorGone):
            # A page once begun is made to its end, for nothing says that it can be broken off.
            async for piece in self.get_generator(path):
                if not self._gone:
                    self.write(piece)
                    await self._flush_or_note()
        if self._gone:
            # A visitor who left before the page came does not know its kernel and can't end it.
            await self.settings["kernel_manager"].end(load.kernel_id)

    def on_connection_close(self) -> None:
        """Note that the visitor left before the page came."""
        self._gone = True

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        """Say that there is no kernel for the page, and lead home."""
        if status_code == HTTPStatus.INTERNAL_SERVER_ERROR and self.check_host():
            home = (self.base_url, self.reader().text("site.missing_home"))
            self.finish_notice("failed", status_code, [home])
        else:
            super().write_error(status_code, **kwargs)

    async def _flush_or_note(self) -> None:
        try:
            await self.flush()
        except StreamClosedError:
            self._gone = True


def prepare_notebook(handler: Notebook, notebook: NotebookNode, cwd: str) -> NotebookNode:
    """Return a notebook as it is served: with the site's frame, without notebook-only cells.

    Voilà calls this before it makes a page.
    """
    here = handler.request.path.removeprefix(handler.base_url)
    folder, _, _ = here.rpartition("/")
    visit = handler.visit
    reader = handler.reader(folder if folder in LANGUAGES else "")
    other = here.replace(f"{folder}/", "{language}/", 1) if folder in LANGUAGES else None
    notebook.cells = [
        cell for cell in notebook.cells if ONLY_NOTEBOOK not in cell.metadata.get("tags", ())
    ]
    door = next((door for door in DOORS if door.path == here), None)
    own = reader.text(f"{door.words}.name") if door else notebook.metadata.get("title", here)
    notebook.metadata.title = f"{own} · {reader.text('site.title')}"

    def frame(reader: Reader) -> dict[str, object]:
        return pages.page_frame(reader, handler.base_url, here, look=visit.look, elsewhere=other)

    # A page that is in no language's folder switches languages in place, the links with it.
    others = [Reader(each) for each in LANGUAGES if other is None and each != reader.language]
    own_page = notebook.metadata.get("ksm_widgets", {})
    notebook.metadata.ksm = {
        **pages.notebook_frame(frame(reader), *map(frame, others)),
        "language": reader.language,
        "look": visit.look,
        "wide": bool(own_page.get("wide")) if door is None else door.wide,
        "wait": reader.text("site.wait"),
    }
    return notebook
