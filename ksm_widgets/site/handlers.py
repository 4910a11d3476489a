"""What the site answers: its own pages, the notebooks' pages, and a page that is left."""

from __future__ import annotations

import os
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, urlencode, urlsplit

from jupyter_server.auth.decorator import allow_unauthenticated
from jupyter_server.base.handlers import APIHandler, JupyterHandler
from jupyter_server.utils import url_path_join
from tornado.iostream import StreamClosedError
from tornado.web import HTTPError, StaticFileHandler, authenticated
from voila.tornado.handler import TornadoVoilaHandler
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler

from ksm_widgets.site import pages
from ksm_widgets.site.kernels import ARRIVAL, Arrival, Gone
from ksm_widgets.site.visits import LOOKS, Visit, visit
from ksm_widgets.tutor.course.writing import EXPLORER, ONLY_NOTEBOOK, PLAY
from ksm_widgets.tutor.reader import Reader
from ksm_widgets.words import LANGUAGES

if TYPE_CHECKING:
    from nbformat import NotebookNode

__all__ = ["Channels", "Home", "Leave", "Notebook", "Picture", "Refused", "Rules", "dressed"]

_PROTOCOL = "v1.kernel.websocket.jupyter.org"
"""How pages and kernels speak."""
_YEAR = 365
"""Days for which a browser keeps what was chosen."""


class _Visited(JupyterHandler):
    """A handler that knows its visitor, and keeps what they chose in their browser."""

    @cached_property
    def visit(self) -> Visit:
        """Who visits."""
        return visit(
            {name: morsel.value for name, morsel in self.cookies.items()},
            self.request.headers.get("Accept-Language", ""),
            usual=os.environ.get("KSM_LANGUAGE", ""),
            shared=bool(self.settings["voila"].token),
        )

    def set_default_headers(self) -> None:
        """Nothing of ours is to be told to other hosts, nor shown inside their pages."""
        super().set_default_headers()
        self.set_header("Referrer-Policy", "same-origin")

    def settled(self) -> bool:
        """Keep what the address says of the visitor, and send them to the address without it.

        So neither the key nor the language stays in an address that is shown, kept or shared.
        """
        if self.visit.guest:
            self._keep("ksm-guest", self.visit.guest, httponly=True)
        asked = parse_qsl(self.request.query, keep_blank_values=True)
        rest = [(name, value) for name, value in asked if name not in ("token", *_CHOSEN)]
        for name, value in asked:
            if name in _CHOSEN and value in _CHOSEN[name]:
                self._keep(f"ksm-{name}", value)
        if len(rest) == len(asked):
            return False
        query = urlencode(rest, safe=",/?")
        self.redirect(self.request.path + (f"?{query}" if query else ""))
        return True

    def _keep(self, name: str, value: str, **more: Any) -> None:
        self.set_cookie(name, value, expires_days=_YEAR, path=self.base_url, samesite="Lax", **more)

    def reader(self, language: str = "") -> Reader:
        """Who reads the page."""
        return Reader(language or self.visit.language)


_CHOSEN = {"language": LANGUAGES, "look": LOOKS}


class Home(_Visited):
    """The home page; an address with a position in it, as they once were, leads to the explorer."""

    @authenticated
    def get(self) -> None:
        """Answer."""
        if self.settled():
            return
        if "board" in self.request.arguments:
            explorer = url_path_join(self.base_url, EXPLORER)
            self.redirect(f"{explorer}?{self.request.query}")
            return
        self.finish(pages.home(self.reader(), self.base_url, look=self.visit.look))


class Rules(_Visited):
    """The rules page of a language."""

    @authenticated
    def get(self, language: str) -> None:
        """Answer."""
        if not self.settled():
            self.finish(pages.rules(self.reader(language), self.base_url, look=self.visit.look))


class Refused(_Visited):
    """Where those are sent who come without the key."""

    @allow_unauthenticated
    def get(self) -> None:
        """Tell them, unless they have it by now."""
        if self.current_user:
            self.redirect(self.base_url)
            return
        self.set_status(403)
        self.finish(pages.refused(self.reader(), self.base_url, look=self.visit.look))


class Picture(StaticFileHandler):
    """A picture of the rules page; they show nothing that needs a key."""


class Notebook(_Visited, TornadoVoilaHandler):  # type: ignore[misc]
    """A notebook of the project as a page; its kernel is told who visits."""

    _gone = False

    @authenticated
    async def get(self, path: str | None = None) -> None:
        """Answer, piece by piece as the notebook runs."""
        if self.settled():
            return
        root = self.settings["voila"].root_dir
        if path is None or not os.path.isfile(os.path.join(root, *path.split("/"))):
            raise HTTPError(404)
        self.set_header("Referrer-Policy", "same-origin")
        arrival = Arrival(self.visit.surroundings, lambda: self._gone)
        ARRIVAL.set(arrival)
        with suppress(Gone):
            # A page that was begun is made to its end, for nothing says that it can be broken off.
            async for piece in self.get_generator(path):
                if not self._gone:
                    self.write(piece)
                    await self._flushed()
        if self._gone:
            # Who goes before the page has come does not know its kernel, and can't end it.
            await self.settings["kernel_manager"].end(arrival.kernel_id)

    def on_connection_close(self) -> None:
        """The visitor has gone before the page was there."""
        self._gone = True

    async def _flushed(self) -> None:
        try:
            await self.flush()
        except StreamClosedError:
            self._gone = True


def dressed(handler: Notebook, notebook: NotebookNode, cwd: str) -> NotebookNode:
    """A notebook as it is served: with the site around it, without what is meant for notebooks.

    Voilà calls this before a page is made.
    """
    here = handler.request.path.removeprefix(handler.base_url)
    folder, _, _ = here.rpartition("/")
    visit = handler.visit
    reader = handler.reader(folder if folder in LANGUAGES else "")
    other = here.replace(f"{folder}/", "{language}/", 1) if folder in LANGUAGES else None
    notebook.cells = [
        cell for cell in notebook.cells if ONLY_NOTEBOOK not in cell.metadata.get("tags", ())
    ]
    title = reader.text("site.title")
    own = notebook.metadata.get("title") or reader.text("home.explorer")
    notebook.metadata.title = f"{own} · {title}"

    def surroundings(reader: Reader) -> dict[str, object]:
        return pages.surround(reader, handler.base_url, here, look=visit.look, elsewhere=other)

    # A page that is in no language's folder changes its language by itself, the links with it.
    others = [Reader(each) for each in LANGUAGES if other is None and each != reader.language]
    notebook.metadata.ksm = {
        **pages.around(surroundings(reader), *map(surroundings, others)),
        "language": reader.language,
        "look": visit.look,
        "wide": here in (EXPLORER, PLAY),
        "wait": reader.text("site.wait"),
    }
    return notebook


class Channels(VoilaKernelWebsocketHandler):  # type: ignore[misc]
    """What a page and its kernel say to each other.

    Voilà reads every binary message as one of this protocol; in an older one, which Jupyter would
    speak as well, it takes parts of it for lengths, and the server stands still for everybody.
    """

    async def get(self, kernel_id: str) -> None:
        """Connect, to whoever speaks as our pages do."""
        offered = self.request.headers.get("Sec-WebSocket-Protocol", "")
        if _PROTOCOL not in map(str.strip, offered.split(",")):
            raise HTTPError(400)
        await super().get(kernel_id)


class Leave(APIHandler):
    """A page was left: the kernel behind it ends.

    The browser sends this with nothing but the kernel's name, which only its page knows. Voilà's
    own handler wants a header that no page can send while it goes away, so the kernel lived on.
    """

    def check_xsrf_cookie(self) -> None:
        """A page that goes away cannot send a header; it must come from here all the same.

        Jupyter's own look at where it comes from knows the visitor first, who under a hub is known
        only after this.
        """
        origin = self.request.headers.get("Origin", "")
        if origin and urlsplit(origin).netloc != self.request.host:
            raise HTTPError(403)

    @authenticated
    async def post(self, kernel_id: str) -> None:
        """End the kernel, if it has not ended yet."""
        await self.settings["kernel_manager"].end(kernel_id)
        self.set_status(204)
        self.finish()
