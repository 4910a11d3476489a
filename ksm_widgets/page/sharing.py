"""The part of a page that shares what it shows: as a link, as code for a notebook, as a QR code."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from ksm_widgets.page.html import button, element, folded, note
from ksm_widgets.page.qr import qr_code

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ksm_widgets.page.html import Child, Markup
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
