"""What Voilà does for every page, and what not."""

from __future__ import annotations

import asyncio
from queue import Empty
from typing import Any

import nbformat
import pytest
from jinja2 import Environment
from traitlets.config import Config
from voila import notebook_renderer
from voila.paths import collect_template_paths

from ksm_widgets.site.pages import TEMPLATES
from ksm_widgets.site.rendering import PageExporter, PromptClient, render_promptly, shown

WIDGET = "application/vnd.jupyter.widget-view+json"


def exporter() -> PageExporter:
    """One for a page; each page has its own."""
    paths = [str(TEMPLATES), *collect_template_paths(["voila", "nbconvert"], "lab")]
    return PageExporter(template_paths=paths, template_name="lab", config=Config())


def test_templates_are_compiled_once_for_all_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    assert exporter().template
    compiled: list[object] = []
    monkeypatch.setattr(Environment, "compile", lambda *args, **_: compiled.append(args))
    assert exporter().template
    assert not compiled


def page() -> str:
    """The page of a notebook with a sentence and a widget, which has been run."""
    view = {"model_id": "1" * 32, "version_major": 2, "version_minor": 0}
    data = {WIDGET: view, "text/plain": "in words", "image/svg+xml": "<svg>picture</svg>"}
    output = nbformat.v4.new_output("display_data", data=data)
    cells = [
        nbformat.v4.new_markdown_cell("A sentence."),
        nbformat.v4.new_code_cell("task", outputs=[output]),
    ]
    look: dict[str, object] = {"language": "en", "look": "auto", "wide": False, "wait": "…"}
    notebook = nbformat.v4.new_notebook(cells=cells)
    notebook.metadata.ksm = {**look, "styles": "", "links": ""}

    async def each(made: Any, kernel_id: str) -> Any:
        for cell in made.cells:
            yield cell

    async def whole() -> str:
        about = {"program": "/voila/program.js?v=1", "federated_extensions": []}
        pieces = exporter().generate_from_notebook_node(
            notebook,
            resources={"base_url": "/", "page_config": about},
            page_config=about,
            extra_context={
                **{"frontend": "voila", "main_js": "voila.js", "cell_generator": each},
                "kernel_start": lambda _: "the-kernel",
            },
        )
        return "".join([piece async for piece, _ in pieces])

    return asyncio.run(whole())


def test_a_page_loads_voila_s_program_before_its_cells_and_holds_what_it_shows() -> None:
    made = page()
    script = '<script async src="/voila/program.js?v=1">'
    assert made.count(script) == 1
    assert made.index('rel="preload"') < made.index('"the-kernel"')
    assert made.index('"the-kernel"') < made.index(script) < made.index("A sentence.")
    assert made.index("A sentence.") < made.index("1" * 32)
    assert "picture" not in made
    assert "in words" not in made
    assert made.rstrip().endswith("</html>")


def test_without_a_widget_an_output_is_shown_as_it_is() -> None:
    output = {"output_type": "display_data", "data": {"text/html": "<p>words</p>"}}
    assert shown(output) == output
    assert shown({"output_type": "stream", "text": "words"})["text"] == "words"


def test_voila_makes_its_pages_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notebook_renderer, "VoilaExporter", None)
    render_promptly()
    assert notebook_renderer.VoilaExporter is PageExporter


class Talking(PromptClient):
    """A client whose kernel is made up: what it hears is given, `Empty` where it is nothing."""

    def __init__(self, shell: list[object], public: list[object], *, alive: bool = True) -> None:
        super().__init__()
        self.shell, self.public, self.alive, self.asked = shell, public, alive, 0

    def kernel_info(self, *args: Any, **kwargs: Any) -> Any:
        self.asked += 1

    async def get_shell_msg(self, *args: Any, **kwargs: Any) -> Any:
        return self._next(self.shell)

    async def get_iopub_msg(self, *args: Any, **kwargs: Any) -> Any:
        return self._next(self.public)

    async def is_alive(self) -> Any:
        return self.alive

    def _next(self, said: list[object]) -> object:
        first = said.pop(0)
        if first is Empty:
            raise Empty
        return first


def test_a_kernel_is_ready_as_soon_as_both_its_channels_have_answered() -> None:
    prompt = Talking([{}], [{}])
    asyncio.run(prompt.wait_for_ready(60))
    assert prompt.asked == 1
    late = Talking([Empty, {}, {}], [Empty, {}])
    asyncio.run(late.wait_for_ready(60))
    assert late.asked == 3


def test_a_kernel_that_died_is_not_waited_for() -> None:
    with pytest.raises(RuntimeError, match="died"):
        asyncio.run(Talking([Empty], [], alive=False).wait_for_ready(60))
