"""The way from a page to the explorer, with a question: a link, and the question as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.page.html import Markup, button, element, folded, note, row
from ksm_widgets.telling.doors import beside

if TYPE_CHECKING:
    from ksm_widgets.page.state import PageState


_EXPLORER = "explorer.ipynb"


def to_explorer(page: PageState, link: str, copied: str = "") -> Markup:
    """Open a question in the explorer, in a tab of its own: this page stays where it is.

    A page in a notebook does not know its address; from there, the question is copied. `copied` is
    the act that says so.
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
        id_="ksm-to-explorer",
    )
