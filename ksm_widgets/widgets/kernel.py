"""The kernel that the widgets run in: its name, this run of it, and the cell that is run."""

from __future__ import annotations

import os
import sys
from itertools import count
from pathlib import Path
from uuid import uuid4

__all__ = ["THIS_RUN", "kernel_name", "place_in_notebook", "served"]

THIS_RUN = uuid4().hex
"""Another one each time the program starts: a kernel that is restarted keeps its name."""

_NUMBERS: dict[str, count[int]] = {}
"""How many places have been asked for by the cell that is run; of the last run only."""


def served() -> bool:
    """Whether the page is one of the app, without a notebook around it."""
    return "QUERY_STRING" in os.environ


def kernel_name() -> str:
    """The name by which a Jupyter server knows this kernel; empty where there is none."""
    # The module is there if this is a kernel of IPython's; to import it would not make it one.
    app = getattr(sys.modules.get("ipykernel.kernelapp"), "IPKernelApp", None)
    if app is None or not app.initialized():
        return ""
    return Path(app.instance().connection_file).stem.removeprefix("kernel-")


def place_in_notebook() -> str:
    """Where what is made now will stand: notebook, cell and number in it; empty if nobody knows."""
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    kernel = getattr(shell, "kernel", None)
    notebook = os.environ.get("JPY_SESSION_NAME", "")
    if kernel is None or not notebook:
        return ""
    request = kernel.get_parent("shell")
    cell = request.get("metadata", {}).get("cellId")
    run = request.get("header", {}).get("msg_id")
    if not isinstance(cell, str) or not isinstance(run, str):
        return ""
    if run not in _NUMBERS:
        _NUMBERS.clear()
        _NUMBERS[run] = count()
    return f"{notebook} {cell} {next(_NUMBERS[run])}"
