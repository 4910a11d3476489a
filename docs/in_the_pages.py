"""Extensions of Sphinx: the help of commands, names as they are imported, pages in German.

    ```{command-line}
    ```

writes a section for each command of `ksm`, with its help as printed.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from typing import TYPE_CHECKING, Any

from docutils import nodes
from myst_parser.slugs import github_slugify
from sphinx.addnodes import pending_xref
from sphinx.util.docutils import SphinxDirective

import ksm_widgets
from ksm_widgets.companions.shelf import GAMES
from ksm_widgets.words import sentence

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

FRONT_DOOR = "docs/reference"
"""The page with the names in `import ksm_widgets`."""
_IN_WORDS = {
    "notebooks/home": "docs/index",
    "notebooks/explorer": "docs/explorer",
    "notebooks/puzzles": "docs/solving-puzzles",
    **{f"notebooks/{name}": f"docs/{name}" for name in GAMES},
}
"""Notebooks with nothing to read, and the page that describes each."""
_LIVE = {
    "en": ("For reading", "In JupyterLab and in the app, the boards of this lesson are live."),
    "de": ("Zum Lesen", "In JupyterLab und in der App kannst du auf diesen Brettern spielen."),
}
_RUN = {language: re.sub("[*`]", "", sentence("lesson_view.run", language)) for language in _LIVE}
"""The sentence about notebooks in a lesson, which the one above replaces."""
_COLUMNS = 88
_RULE = re.compile(r"[A-Z]+\d+")
_TO_PAGES = re.compile(r"^([a-z0-9-]+)\.(?:md|ipynb)(?=#|$)")
"""A link in a lesson to rules or to another lesson."""
_CODE = re.compile(r"(?<!`)`([^`]+)`(?!`)")
"""Code in a docstring, in Markdown."""
_COMMANDS = re.compile(r"^ {2}COMMAND\n((?: {4,}.*\n)+)", re.MULTILINE)
"""The list of commands in a help text."""


def setup(app: Sphinx) -> dict[str, bool]:
    """Register everything with Sphinx."""
    app.add_directive("command-line", CommandLine)
    app.connect("autodoc-process-docstring", _as_markdown)
    app.connect("autodoc-skip-member", _told_at_the_front_door)
    app.connect("doctree-read", _to_be_read)
    app.connect("html-page-context", _in_its_language)
    app.connect("missing-reference", _as_imported)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


class CommandLine(SphinxDirective):
    """The help of every command, one section each."""

    def run(self) -> list[nodes.Node]:
        """Run the commands with --help, so that the page has what they print."""
        return [self._section(command, said) for command, said in _helps([])]

    def _section(self, command: str, said: str) -> nodes.section:
        title = nodes.title("", "", nodes.literal(text=command))
        text = nodes.literal_block(said, said, language="text")
        section = nodes.section("", title, text, names=[command])
        self.state.document.note_implicit_target(section, section)
        return section


def _helps(command: list[str]) -> Iterator[tuple[str, str]]:
    """The help of a command and of all its subcommands, in the order of the list."""
    said = subprocess.run(
        [sys.executable, "-m", "ksm_widgets", *command, "--help", "--language=en"],
        env={**os.environ, "COLUMNS": str(_COLUMNS), "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        check=True,
        encoding="utf-8",
    ).stdout
    yield " ".join(["ksm", *command]), said
    listed = _COMMANDS.search(said)
    for name in re.findall(r"^ {4}([a-z]+)", listed[1], re.MULTILINE) if listed else ():
        yield from _helps([*command, name])


def slug(heading: str) -> str:
    """The anchor of a heading, as on a code-hosting page; a rule's is its number."""
    return heading if _RULE.fullmatch(heading) else github_slugify(heading)


def _as_markdown(
    _app: Sphinx, _what: str, _name: str, _thing: object, _options: object, lines: list[str]
) -> None:
    """Turn text in backticks into code: docstrings are written for reading in an editor."""
    lines[:] = [_CODE.sub(r"``\1``", line) for line in lines]


def _told_at_the_front_door(
    app: Sphinx, what: str, name: str, _thing: object, _skip: bool, _options: object
) -> bool | None:
    """Leave out of a package's page the names that the main page has."""
    there = what == "module" and name in dir(ksm_widgets)
    return True if there and app.env.docname != FRONT_DOOR else None


def _to_be_read(app: Sphinx, page: nodes.document) -> None:
    """Turn a notebook into a page to read: say where its boards are live, and link to pages."""
    for link in page.findall(pending_xref):
        if link.get("refdomain") == "doc":
            link["reftarget"] = _IN_WORDS.get(link["reftarget"], link["reftarget"])
    room, _, name = app.env.docname.partition("/")
    if room != "notebooks":
        return
    for shown in page.findall(nodes.reference):  # in an output, which Sphinx takes as it is
        if "refuri" in shown:
            shown["refuri"] = _TO_PAGES.sub(r"\1.html", shown["refuri"])
    language = name.partition("/")[0]
    for told in list(page.findall(nodes.TextElement)):
        if told.astext() == _RUN[language]:
            title, live = _LIVE[language]
            note = (nodes.title(text=title), nodes.paragraph(text=live))
            told.parent.replace(told, nodes.admonition("", *note, classes=["note"]))


def _in_its_language(
    _app: Sphinx, page: str, _template: str, context: dict[str, Any], _tree: nodes.document | None
) -> None:
    """Mark a German page as German, for browsers and screen readers."""
    if "de" in page.split("/"):
        context["language"] = "de"


def _as_imported(
    app: Sphinx, env: BuildEnvironment, wanted: pending_xref, shown: nodes.Element
) -> nodes.Element | None:
    """Link a class by its name on the main page, wherever it is mentioned."""
    name = wanted.get("reftarget", "").rpartition(".")[2]
    if wanted.get("refdomain") != "py" or name not in dir(ksm_widgets):
        return None
    return env.domains["py"].resolve_xref(
        env, wanted["refdoc"], app.builder, "obj", f"ksm_widgets.{name}", wanted, shown
    )
