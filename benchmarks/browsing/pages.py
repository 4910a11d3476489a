"""What a reader does in JupyterLab: open a notebook, run it. Everything waits for a condition."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from uuid import uuid4

from benchmarks.browsing.servers import HERE, TOKEN, Server

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Page

__all__ = ["LabPage", "for_guest", "watch_console"]

# Playwright's own limit of 30 seconds is for clicks; a kernel on a busy machine may need longer.
PATIENCE = 120_000

# The panel is kept by us: Lab's own "current widget" follows the focus, which comes and goes.
_OPEN = """async path => {
    const app = window.jupyterapp;
    await app.restored;
    const panel = await app.commands.execute('docmanager:open', {path, factory: 'Notebook'});
    app.shell.activateById(panel.id);
    await panel.context.ready;
    await panel.sessionContext.ready;
    window.panelUnderTest = panel;
}"""

_RUN_ALL = """async () => {
    const panel = window.panelUnderTest;
    window.jupyterapp.shell.activateById(panel.id);
    await window.jupyterapp.commands.execute('notebook:run-all-cells');
    const codes = Array.from(panel.content.model.cells).filter(cell => cell.type === 'code');
    return codes.flatMap(cell => cell.sharedModel.toJSON().outputs)
        .filter(output => output.output_type === 'error')
        .map(output => `${output.ename}: ${output.evalue}`);
}"""

_SAVE = "async () => { await window.panelUnderTest.context.save(); }"

_RESTART = "async () => { await window.panelUnderTest.sessionContext.restartKernel(); }"

# The kernel ends itself, as one does that has no memory left; Jupyter starts another.
_DIE = """async () => {
    const { kernel } = window.panelUnderTest.sessionContext.session;
    kernel.requestExecute({ code: 'import os; os._exit(1)' });
}"""

_EXECUTE = """async code => {
    const { kernel } = window.panelUnderTest.sessionContext.session;
    const { content } = await kernel.requestExecute({ code }).done;
    if (content.status !== "ok") throw new Error(content.evalue);
}"""

_SHUT_DOWN = """async () => {
    const panel = window.panelUnderTest;
    await panel.context.save();
    await panel.sessionContext.shutdown();
    panel.dispose();
}"""


@dataclass
class LabPage:
    """A browser page showing JupyterLab."""

    page: Page
    server: Server
    console_errors: list[str]

    def open(self, notebook: str) -> None:
        """Open a notebook of the served folder in a fresh workspace and wait for its kernel."""
        url = f"{self.server.url}/lab/workspaces/{uuid4().hex}?token={TOKEN}"
        self.page.goto(url, timeout=PATIENCE)
        self.page.wait_for_function("() => window.jupyterapp", timeout=PATIENCE)
        self._do(_OPEN, notebook)

    def run_all(self) -> None:
        """Run all cells and wait for the last; an exception in one of them fails the test."""
        faults = self._do(_RUN_ALL)
        assert faults == []

    def reload(self, notebook: str) -> None:
        """Save the notebook and open it on a fresh page; its kernel runs on."""
        self._do(_SAVE)
        self.open(notebook)

    def restart(self) -> None:
        """Restart the notebook's kernel."""
        self._do(_RESTART)

    def die(self) -> None:
        """Have the notebook's kernel end all of a sudden."""
        self._do(_DIE)

    def execute(self, code: str) -> None:
        """Run some code in the notebook's kernel, beside its cells."""
        self._do(_EXECUTE, code)

    def outputs(self) -> Locator:
        """The output areas of the notebook's cells, top to bottom."""
        return self.page.locator(".jp-Notebook .jp-OutputArea-output")

    def shut_down(self) -> None:
        """Save, close, and end the kernel, so that kernels of many tests don't pile up."""
        self._do(_SHUT_DOWN)

    def _do(self, steps: str, argument: str = "") -> object:
        """Run asynchronous steps in the page; evaluate alone would wait for them without end."""
        return self.page.evaluate(
            f"""argument => Promise.race([
                ({steps})(argument),
                new Promise((_, reject) => setTimeout(
                    () => reject(new Error('nothing came of it')), {PATIENCE}
                )),
            ])""",
            argument,
        )


def for_guest(context: BrowserContext, shared: Server) -> None:
    """Show a shared app's key, so that pages of this context are a new guest's."""
    context.request.get(f"{shared.url}/?token={TOKEN}")


def watch_console(page: Page) -> list[str]:
    """Collect the errors that a page logs from now on, and its uncaught exceptions.

    What Voilà would fetch from elsewhere (its icon font) may be out of reach: that is no error.
    """
    errors: list[str] = []

    def logged(message: ConsoleMessage) -> None:
        url = message.location.get("url", "")
        elsewhere = message.text.startswith("Failed to load resource") and HERE not in url
        if message.type == "error" and not elsewhere:
            errors.append(f"{message.text} ({url})")

    page.on("console", logged)
    page.on("pageerror", lambda error: errors.append(str(error)))
    return errors
