"""The top of the page: what a touch does, undo and redo, how the page looks."""

from __future__ import annotations

from ksm_widgets.draw import THEMES
from ksm_widgets.tutor.sitting.session import Mode
from ksm_widgets.widgets.markup import Markup, element, joined
from ksm_widgets.widgets.page import AUTO, Page
from ksm_widgets.widgets.parts.controls import button, choice, group, languages, signed

__all__ = ["head"]


def head(page: Page) -> Markup:
    """Title, mode, undo and redo, view, colours and language; and the themes' colours as CSS."""
    session, text = page.session, page.text
    modes = group(
        text("explorer.mode"),
        *(
            button(text(f"explorer.{mode.value}"), "mode", mode.value, pressed=session.mode is mode)
            for mode in Mode
        ),
        class_="ksm-segments",
    )
    history = element(
        "div",
        button(signed("↶", text("explorer.undo")), "undo", disabled=not session.past),
        button(signed("↷", text("explorer.redo")), "redo", disabled=not session.future),
        class_="ksm-group",
    )
    views = group(
        text("explorer.view"),
        button(
            text("explorer.open"),
            "covered",
            "",
            pressed=not session.covered,
            label=f"{text('explorer.open')}: {text('explorer.open_why')}",
        ),
        button(
            text("explorer.covered"),
            "covered",
            "on",
            pressed=session.covered,
            label=f"{text('explorer.covered')}: {text('explorer.covered_why')}",
        ),
        class_="ksm-segments",
    )
    looks = [(look, text(f"explorer.{look}")) for look in (AUTO, "light", "dark", "contrast")]
    settings = element(
        "div",
        button(
            "?",
            "keys",
            "" if page.keys else "on",
            pressed=page.keys,
            label=text("keys.title"),
            class_="ksm-keys-button",
        ),
        choice(text("explorer.theme"), "look", looks, page.look, id_="ksm-look"),
        languages(page.language),
        class_="ksm-group ksm-settings",
    )
    title = element(
        "h2",
        text("explorer.title"),
        " ",
        element("small", text("explorer.subtitle")),
        class_="ksm-title",
    )
    looks_css = (f".ksm-theme-{theme.name}{{{theme.css}}}" for theme in THEMES.values())
    styles = element("style", Markup("".join(looks_css)))
    return joined(
        [styles, element("div", title, modes, history, views, settings, class_="ksm-header")]
    )
