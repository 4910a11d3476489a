"""The explorer's picture, as an output beside the widget for places without a kernel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from IPython.display import display

from ksm_widgets.page.debounced import Debounced

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from IPython.display import DisplayHandle


_REST = 4.0
"""Seconds without a change before the kept picture is updated.

A notebook is busy with it for a while, which would disturb somebody who is playing."""


class KeptPicture:
    """A board's picture, as an output of its own before the board.

    It is what a notebook shows without a kernel; JupyterLab would take the widget even then. The
    style sheet hides the picture while the board is alive. `forms` makes it, by mime type;
    `failed` receives what goes wrong there.
    """

    def __init__(
        self, forms: Callable[[], Mapping[str, str]], failed: Callable[[Exception], None]
    ) -> None:
        self._forms = forms
        self._shown: DisplayHandle | None = None
        self._update = Debounced(self._update_now, _REST, failed)

    def show(self, board: Any) -> None:
        """Put the picture here, and below it the board, given as a widget's output."""
        self._shown = display(self._forms(), raw=True, display_id=True)
        display(board, raw=True)

    def change(self) -> None:
        """Update the picture soon; without an event loop it stays as it is."""
        if self._shown is not None:
            self._update.schedule()

    def _update_now(self) -> None:
        if self._shown is not None:
            self._shown.update(self._forms(), raw=True)
