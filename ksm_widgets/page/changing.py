"""The change of pages in the page without a server, where one follows the other in one kernel."""

from __future__ import annotations

import json
import os
from contextlib import suppress

import ipycanvas.canvas
import ipywidgets

from ksm_widgets.page.keeper import Keeper
from ksm_widgets.progress.progress import Progress, ProgressTextError

_TOLD = ("KSM_LANGUAGE", "KSM_LOOK", "QUERY_STRING")
"""The names in the environment by which the app tells a page of its visitor."""


def leave() -> None:
    """End a page: its widgets go, so that the next one meets none but its own."""
    ipywidgets.Widget.close_all()


def arrive(told: str) -> None:
    """Begin a page; `told` is JSON with what it is to know of its visitor.

    That is a text for each name, and as `kept` the progress that the browser has.

    Raises ValueError if that is not a text for each name.
    """
    surroundings = json.loads(told)
    if not all(isinstance(surroundings.get(name, ""), str) for name in _TOLD):
        raise ValueError(told[:100])
    kept = surroundings.get("kept", "")
    if kept:
        # What is not ours stays where it is; the page's keeper sees to it.
        with suppress(ProgressTextError):
            Progress.of_user().salvage(kept, Keeper.agreed)
    for name in _TOLD:
        # Without what no environment can hold; its reader knows what else makes sense.
        text = surroundings.get(name, "").encode("utf-8", "ignore").decode()
        os.environ[name] = text.replace("\0", "")
    # All canvases draw through this one widget, which belongs to no page.
    ipycanvas.canvas._CANVAS_MANAGER.open()
