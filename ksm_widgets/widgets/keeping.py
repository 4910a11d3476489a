"""What a notebook keeps of a board: its picture, for when it is opened without a kernel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from IPython.display import display

from ksm_widgets.widgets.later import Later

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from IPython.display import DisplayHandle

__all__ = ["KeptPicture"]

_REST = 4.0
"""Seconds for which a board must lie as it lies before its picture is made anew.

A notebook is busy with it for a while, and who is setting up or playing should not meet that."""


class KeptPicture:
    """A board's picture, as an output of its own before the board.

    Of an output's forms JupyterLab takes the widget even where the kernel has ended and there is
    none to show. The style sheet hides the picture while the board lives. `forms` makes it, by
    mime type; `failed` is told what goes wrong in it, as nobody else would hear of it.
    """

    def __init__(
        self, forms: Callable[[], Mapping[str, str]], failed: Callable[[Exception], None]
    ) -> None:
        self._forms, self._failed = forms, failed
        self._shown: DisplayHandle | None = None
        self._later = Later(self._update, _REST)

    def show(self, board: Any) -> None:
        """Put the picture here, and below it the board, given as a widget's output."""
        self._shown = display(self._forms(), raw=True, display_id=True)
        display(board, raw=True)

    def change(self) -> None:
        """Have the picture made anew once the board rests; without an event loop it stays."""
        if self._shown is not None:
            self._later.ask()

    def _update(self) -> None:
        try:
            if self._shown is not None:
                self._shown.update(self._forms(), raw=True)
        except Exception as error:
            self._failed(error)
