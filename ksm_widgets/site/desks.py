"""The parts that a class and a table share: the scripts of a desk, its messages, and QR codes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import segno
from jupyter_server.auth.decorator import allow_unauthenticated
from markupsafe import Markup
from tornado.web import HTTPError

from ksm_widgets.page.desk import SCRIPTS, message_of
from ksm_widgets.page.part import joined_files
from ksm_widgets.site.access import HostChecked

if TYPE_CHECKING:
    from collections.abc import Callable

    from ksm_widgets.page.desk import Desk
    from ksm_widgets.site.handlers import PageHandler


class DeskScript(HostChecked):
    """A script of a desk; it is the same for everybody and tells nobody anything."""

    SUPPORTED_METHODS: tuple[str, ...] = ("GET",)

    @allow_unauthenticated
    def get(self, name: str) -> None:
        """Answer."""
        self.set_header("Content-Type", "text/javascript; charset=utf-8")
        self.set_header("Cache-Control", "no-cache")
        self.finish(joined_files(*SCRIPTS[name]))


def drawn_code(address: str) -> Markup:
    """Draw an address as a QR code in SVG, as large as its place on the page."""
    code = segno.make(address, error="l", micro=False)
    return Markup(code.svg_inline(omitsize=True, border=2, dark="#000", light="#fff"))


def linked(address: str) -> dict[str, object]:
    """An address for a page of ours, as text and as a code."""
    return {"address": address, "code": drawn_code(address)}


def answer(handler: PageHandler, desk: Desk[Any]) -> None:
    """Answer a message of a phone with what its desk shows then."""
    content = message_of(handler.request.body)
    if content is None:
        raise HTTPError(400)
    if desk.fresh and not isinstance(content.get("kept"), str):
        handler.finish({"again": True})
        return
    try:
        desk.speak(handler.visit.language, handler.visit.look)
        desk.receive(content)
    except Exception as error:  # As on every page: it is shown, and the page goes on.
        desk.failed(error)
    seen = content.get("pictures")
    handler.finish(desk.shown(seen if isinstance(seen, int) else 0))


def desk_routes(at: Callable[[str], str]) -> list[Any]:
    """The routes of the scripts; `at` makes an address of the site of a path."""
    return [(at(f"/desk/({'|'.join(map(re.escape, SCRIPTS))})"), DeskScript)]
