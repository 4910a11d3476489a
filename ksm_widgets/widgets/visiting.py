"""One page after the other in one and the same kernel, as in the page without a server."""

from __future__ import annotations

import json
import os
from contextlib import suppress

import ipycanvas.canvas
import ipywidgets

from ksm_widgets.tutor.course.progress import Progress, ProgressTextError

__all__ = ["arrive", "leave"]

_TOLD = ("KSM_LANGUAGE", "KSM_LOOK", "QUERY_STRING")
"""What a page is told of its visitor, by names in the environment, as the app tells it."""


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
            Progress.of_user().read_in(kept)
    for name in _TOLD:
        os.environ[name] = surroundings.get(name, "")
    # All canvases draw through this one widget, which belongs to no page.
    ipycanvas.canvas._CANVAS_MANAGER.open()
