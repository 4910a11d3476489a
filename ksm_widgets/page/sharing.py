"""Ways that lead from a page elsewhere: its link, code for a notebook, a QR code, the explorer."""

from __future__ import annotations

import os
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import segno

from ksm_widgets.page.html import Markup, button, element, folded, note, row
from ksm_widgets.words import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ksm_widgets.page.html import Child
    from ksm_widgets.page.state import PageState


SHARED_AT = "KSM_SHARED_AT"
"""The environment variable with the address of a shared app on the local network."""
_OWN = ("localhost", "127.0.0.1", "::1")


def for_others(address: str) -> str:
    """The address by which others reach a page of a shared app; empty if it is the page's own.

    On other devices, the names that a computer has for itself lead nowhere.
    """
    shared = urlsplit(os.environ.get(SHARED_AT, ""))
    try:
        own = urlsplit(address)
    except ValueError:  # It comes from a browser.
        return ""
    if not shared.netloc or own.hostname not in _OWN:
        return ""
    return own._replace(scheme=shared.scheme, netloc=shared.netloc).geturl()


def share(page: PageState, line: str, *, coded: bool, open_: bool) -> Markup:
    """The page's link and a line of code that opens the same; the QR code once it is `coded`.

    To draw the code takes a while, so it is not drawn at every touch. The acts are `copied` and
    `code`.
    """
    address = f"{page.address_to_give}?{page.link}"
    return folded(
        page.text("share.title"),
        _to_copy(page, "link", address),
        _to_copy(page, "line", line),
        note(page.text("share.what")),
        _code(page, address, coded=coded) if page.address else None,
        id_="ksm-share",
        open_=open_,
    )


def _code(page: PageState, address: str, *, coded: bool) -> Iterator[Child]:
    yield button(page.text("share.code"), "code", "" if coded else "on", pressed=coded)
    drawn = qr_code(address) if coded else None
    if drawn is not None:
        yield element("div.ksm-code", drawn, role="img", aria_label=page.text("share.code_what"))
    elif coded:
        yield note(page.text("share.code_long"))


def _to_copy(page: PageState, name: str, value: str) -> Iterator[Child]:
    """A text with its label and the button that copies it."""
    label, copy = page.text(f"share.{name}_field"), page.text("share.copy")
    id_ = f"ksm-{name}"
    yield element("label.ksm-label", label, for_=id_)
    yield element(
        "input.ksm-field.ksm-text", type="text", id=id_, name=name, readonly=True, value=value
    )
    yield button(copy, "copied", copy=name, label=f"{copy}: {label}")


@lru_cache(maxsize=4)
def qr_code(address: str) -> Markup | None:
    """An address as a QR code; None if it is too long."""
    try:
        code = segno.make(address, error="l", micro=False)
    except segno.DataOverflowError:
        return None
    return Markup(code.svg_inline(scale=4, border=2, dark="#000", light="#fff"))


_EXPLORER = "explorer.ipynb"


def to_explorer(page: PageState, link: str, copied: str = "", more: str = "") -> Markup:
    """Open a question in the explorer, in a tab of its own: this page stays where it is.

    A page in a notebook does not know its address; from there, the question is copied. `copied` is
    the act that says so, `more` what else to know about its answer.
    """
    text, open_ = page.text, None
    if page.address:
        address = f"{beside(page.address, _EXPLORER)}?{link}"
        open_ = element(
            "a.ksm-button",
            text("to_explorer.open"),
            href=address,
            target="_blank",
            rel="noopener",
        )
    field = element(
        "input.ksm-field.ksm-text",
        type="text",
        name="question",
        readonly=True,
        value=f"?{link}",
        aria_label=text("to_explorer.question"),
    )
    return folded(
        text("to_explorer.title"),
        row(open_, button(text("to_explorer.copy"), copied, copy="question")),
        field,
        note(text("to_explorer.what" if page.address else "to_explorer.what_copied")),
        note(more) if more else None,
        id_="ksm-to-explorer",
    )


def beside(address: str, path: str) -> str:
    """The address of another page of the site, below which `path` is, seen from one of its pages.

    Without a server, pages are after the `#` of one address. Lessons are in a folder named after
    their language.

    >>> beside("https://mine.example/ksm/play.ipynb", "explorer.ipynb")
    'https://mine.example/ksm/explorer.ipynb'
    >>> beside("https://mine.example/#de/04.ipynb", "explorer.ipynb")
    'https://mine.example/#explorer.ipynb'
    """
    site, mark, _ = address.partition("#")
    if mark:
        return f"{site}#{path}"
    folder = address.rpartition("/")[0]
    above, _, name = folder.rpartition("/")
    return f"{above if name in LANGUAGES else folder}/{path}"
